// Hands on the board and in the loupe: what a click or a tap means, and where a mouse points.

import { byId, finger } from "./common.js";
import { called } from "./drawing.js";
import { glowing, lens, magnify, TAP } from "./loupe.js";
import {
  after,
  candidates,
  choose,
  choosing,
  chosen,
  explain,
  game,
  offer,
  preview,
  signpost,
  which,
} from "./moves.js";

const REACH = 22; // a finger's half: what glows within this distance of a tap is meant
const TOUCH = 4; // what lies so close under it is touched

const board = byId("board");
const loupe = byId("loupe");
const meaning = (element) => element.dataset.for ?? element.id;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const byDistance = (spots, at) =>
  spots.map((spot) => ({ ...spot, away: distance(spot, at) })).sort((a, b) => a.away - b.away);

// The ids under a point, the innermost first; pieces lie over spaces, and spaces that do not glow let clicks through.
function under({ clientX: x, clientY: y, target }, deep) {
  board.classList.toggle("probed", deep);
  const found = [];
  for (const element of [...document.elementsFromPoint(x, y), target]) {
    if (!board.contains(element)) continue;
    for (let one = element.closest("[id]"); one && one !== board; one = one.parentElement?.closest("[id]")) {
      found.push(...[one.id, one.dataset.for].filter(Boolean));
    }
  }
  board.classList.remove("probed");
  return [...new Set(found)];
}

board?.addEventListener("click", (event) => {
  if (!game) return;
  const tapped = event.detail && finger.matches;
  const at = { x: event.clientX, y: event.clientY };
  const ids = [...new Set([...under(event, true), ...(tapped ? beside(at) : [])])];
  const goOn = ids.filter((id) => chosen.includes(id) || candidates([...chosen, id]).length);
  const ways = goOn.length ? goOn : ids.filter((id) => candidates([id]).length);
  const apart = ways.filter((id) => !ways.some((other) => other !== id && byId(id)?.contains(byId(other))));
  if (tapped && apart.length > 1) {
    if (ways !== goOn) choosing([]);
    return which(apart); // a raft or somebody aboard: a finger cannot say
  }
  if (tapped && unsure(at)) return magnify(at);
  const named = ids.find(called);
  const meant = ways[0] ?? (event.detail ? nearest(at, named) : undefined);
  if (meant) return choose(meant);
  // With somebody in hand a space is a way to go.
  const alone = (id) => (chosen.length && byId(id)?.matches(".spot") ? [] : [[id]]);
  const reasons = game.legal.length ? ids.slice(0, 4).flatMap((id) => [[...chosen, id], ...alone(id)]) : [];
  if (named || reasons.length) explain(reasons, named ?? chosen.at(-1));
});

// How far a point is from the box of something.
function outside(element, { x, y }) {
  const box = element.getBoundingClientRect();
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

// Small pieces that a finger may mean as well: those whose boxes it touches. Spaces lie side by side and have a loupe.
function beside(at) {
  const pieces = glowing().filter(({ element, size }) => size < TAP && !element.matches(".spot"));
  return pieces.filter(({ element }) => outside(element, at) < TOUCH).map(({ element }) => meaning(element));
}

// What glows nearby is meant; but whoever hits something with a name does not mean a space beside it.
function nearest(at, named) {
  const meant = glowing().filter(({ element }) => !named || !element.matches(".spot"));
  const near = meant.map(({ element }) => ({ element, away: outside(element, at) }));
  const [first] = near.sort((a, b) => a.away - b.away);
  return first?.away <= REACH ? meaning(first.element) : undefined;
}

// Whether a tap lies between several things that are too small for a finger.
function unsure(at) {
  const [first, second] = byDistance(glowing(), at);
  return second && Math.min(first.size, second.size) < TAP && second.away < TAP && first.away > second.away / 2;
}

loupe?.addEventListener("click", (event) => {
  const box = loupe.getBoundingClientRect();
  const x = lens.x + (event.clientX - box.x - box.width / 2) / lens.by;
  const y = lens.y - scrollY + (event.clientY - box.y - box.height / 2) / lens.by;
  const spots = byDistance(glowing(), { x, y });
  if (!spots.length || spots[0].away * lens.by > TAP) return;
  const same = spots.filter((spot) => distance(spot, spots[0]) * lens.by < TAP / 2);
  if (same.length > 1) which(same.map((spot) => meaning(spot.element)));
  else choose(meaning(spots[0].element));
});

// A mouse over something that glows shows where it could go.
let over;
board?.addEventListener("pointermove", (event) => {
  const id =
    event.pointerType === "mouse" && game ? under(event, false).find((one) => after(chosen).has(one)) : undefined;
  if (id === over) return;
  if (over) preview(over, false);
  over = id;
  if (over) preview(over, true);
});
board?.addEventListener("pointerleave", () => {
  if (over) preview(over, false);
  over = undefined;
});

// A phone that is turned has another board; a board that changes its size, other places for its signs.
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== wide) offer();
  wide = innerWidth;
});
if (board) new ResizeObserver(signpost).observe(board);
// What is in hand glides to its place on the other board; its arrow and its loupe follow.
board?.addEventListener("transitionend", ({ target, propertyName }) => {
  if (propertyName === "transform" && (target.matches(".chosen") || target.querySelector(".chosen"))) offer();
});
