// Hands on the board: what a click or a tap means, where a mouse points, and a loupe where things are too small.

import { byId, finger } from "./common.js";
import { called } from "./drawing.js";
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
const TAP = 40; // what is smaller than this is too small for a finger

const board = byId("board");
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { element, x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
};
export const glowing = () => [...document.querySelectorAll("#board .can:not(.badge)")].map(middle);
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

// The loupe: a part of the board at finger size, where several small things glow. By itself when they lie together.
const loupe = byId("loupe");
export let lens = null; // what it shows: its middle on the page and how many times larger
export function magnify(at) {
  lens = null;
  const spots = loupe && finger.matches ? glowing().filter((spot) => spot.size < TAP) : [];
  loupe?.toggleAttribute("hidden", spots.length < 2);
  if (spots.length < 2) return;
  const { width, height } = loupe.getBoundingClientRect();
  const by = Math.max(1.7, (TAP + 6) / Math.min(...spots.map((spot) => spot.size)));
  const range = (of) => [Math.min(...spots.map(of)), Math.max(...spots.map(of))];
  const [[left, right], [top, bottom]] = [range((spot) => spot.x), range((spot) => spot.y)];
  if (at) lens = { ...at, by };
  else if ((right - left) * by < width - TAP && (bottom - top) * by < height - TAP)
    lens = { x: (left + right) / 2, y: (top + bottom) / 2, by };
  loupe.toggleAttribute("hidden", !lens);
  if (!lens) return;
  const svg = document.querySelector("#board svg");
  const inside = (side) =>
    new DOMPoint(lens.x + (side * width) / by / 2, lens.y + (side * height) / by / 2).matrixTransform(
      svg.getScreenCTM().inverse(),
    );
  const [a, b] = [inside(-1), inside(1)];
  loupe.setAttribute("viewBox", `${a.x} ${a.y} ${b.x - a.x} ${b.y - a.y}`);
  loupe.replaceChildren(...[...svg.querySelectorAll(":scope > .world")].map(copied));
  lens.y += scrollY;
}

// A picture of a layer: without names, so that the board's own are the only ones.
function copied(layer) {
  const copy = layer.cloneNode(true);
  for (const each of copy.querySelectorAll("symbol, defs")) each.remove();
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  return copy;
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
