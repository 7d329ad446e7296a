// Point at any thing for a moment, or hold a finger on it: a card says what it is, what it does, and what can be done
// with it now and what that costs.

import { byId, create, page, SENTENCES } from "./common.js";
import { about, called } from "./drawing.js";
import { fitTexts } from "./fit.js";
import * as moves from "./moves.js";

const [HOLD, HOVER, NEAR] = [400, 550, 10];
const narrow = matchMedia("(max-width: 760px)");
const board = byId("board");
const card = create("div", undefined, "about-card");
card.setAttribute("role", "tooltip");
card.hidden = true;
document.body.append(card);

/**
 * The innermost thing at a point that has a name.
 * @param {PointerEvent} event
 */
function thingAt({ clientX, clientY }) {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    for (let each = element.closest("[id], [data-for]"); each && board?.contains(each);) {
      const { id, dataset } = /** @type {HTMLElement} */ (each);
      const name = called(id) ? id : (dataset.for ?? dataset.about); // what is one of many is said once for all
      if (name && called(name)) return name;
      each = each.parentElement?.closest("[id], [data-for]") ?? null;
    }
  }
  return "";
}

/**
 * @param {string} id
 * @param {{ x: number, y: number }} at
 */
function explain(id, at) {
  const [full, text] = [called(id), about(id)];
  const name = byId(id)?.dataset.look ? full.split(",")[0] : full; // what is told below need not be said twice
  const legal = moves.game?.legal ?? [];
  const only = (/** @type {string[]} */ clicks) => clicks.length > 0 && clicks.every((each) => each === id);
  const doing = legal.filter((move) => !move.codes && only(move.clicks)).slice(0, 3);
  if (!text && !doing.some((move) => move.detail)) return hide();
  card.replaceChildren(create("b", name), ...text.split("\n").map((line) => create("p", line)));
  for (const { label, detail = "", careful } of doing) {
    const news = detail.split(SENTENCES).filter((sentence) => !`${name} ${text}`.includes(sentence)); // not the same again
    const line = create("p", [label, news.join(" ")].filter(Boolean).join(" · "), careful ? "can careful" : "can");
    card.append(line);
  }
  card.hidden = false;
  const { x, y } = clear(at);
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/**
 * Where the card lies over as few as possible of the spaces that may be clicked next: near the pointer, or farther off.
 * @param {{ x: number, y: number }} at
 */
function clear(at) {
  const { offsetWidth: wide, offsetHeight: high } = card;
  const goals = [...(board?.querySelectorAll(".could, .spot.can") ?? [])].map((each) => each.getBoundingClientRect());
  const places = [14, 80, 140].flatMap((off) =>
    [at.y + off + 4, at.y - high - off - 4].flatMap((y) => [at.x + off, at.x - wide - off].map((x) => ({ x, y }))),
  );
  const foot = Math.min(innerHeight, board?.getBoundingClientRect().bottom ?? innerHeight); // not over the question
  const within = places.map(({ x, y }) => ({
    x: Math.max(8, Math.min(x, innerWidth - wide - 8)),
    y: Math.max(8, Math.min(y, foot - high - 8)),
  }));
  const edge = board?.getBoundingClientRect().right ?? 0;
  const covered = ({ x, y } = at) =>
    (x + wide > edge ? 1 : 0) +
    goals.filter((goal) => goal.left < x + wide && goal.right > x && goal.top < y + high && goal.bottom > y).length +
    (at.x > x && at.x < x + wide && at.y > y && at.y < y + high ? 99 : 0);
  return within.reduce((best, next) => (covered(next) < covered(best) ? next : best));
}

let timer = 0;
let held = false;
let closes = false; // whether a tap only closes what lies over the board
/** @type {{ x: number, y: number }} */
let from = { x: 0, y: 0 };
function hide() {
  clearTimeout(timer);
  card.hidden = true;
}

/**
 * @param {PointerEvent} event
 * @param {number} delay
 */
function soon(event, delay) {
  hide();
  from = { x: event.clientX, y: event.clientY };
  timer = setTimeout(() => {
    const id = thingAt(event);
    if (!id) return;
    held = event.pointerType !== "mouse";
    explain(id, from);
  }, delay);
}

board?.addEventListener("pointerdown", (event) => {
  held = false;
  const panel = byId("look");
  const { left, right, top, bottom } = card.getBoundingClientRect(); // what lies beside it is meant
  const { clientX: x, clientY: y } = event;
  const covered = !card.hidden && left < x && x < right && top < y && y < bottom;
  const over = covered || (panel && !panel.contains(/** @type {Node} */ (event.target)));
  closes = event.pointerType !== "mouse" && Boolean(over);
  if (closes) closeLook();
  if (event.pointerType === "mouse") hide();
  else soon(event, HOLD);
});
board?.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") return event.buttons ? hide() : soon(event, HOVER);
  if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > NEAR) hide();
});
board?.addEventListener("pointercancel", hide);
board?.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hide()); // a finger leaves when it is lifted
board?.addEventListener("pointerup", (event) => {
  if (event.pointerType !== "mouse" && !held) hide();
  else if (held) setTimeout(hide, 4000); // read on after the finger is gone
});
// A finger that held has asked, not chosen; and no menu comes in between.
board?.addEventListener("click", (event) => (held || closes) && event.stopImmediatePropagation(), { capture: true });
board?.addEventListener("contextmenu", (event) => held && event.preventDefault());
addEventListener("pointerdown", ({ target }) => !board?.contains(/** @type {Node} */ (target)) && hide());
addEventListener("scroll", hide, { passive: true });
addEventListener("keydown", hide);

/**
 * Show in detail what lies open to all: another seat's shelter, over the lower half of the board.
 * @param {string} clicked
 */
export async function look(clicked) {
  const id = byId(clicked)?.dataset.shows ?? clicked;
  const shown = byId("look");
  closeLook();
  const coached = document.querySelector("#coach:not([hidden], .last)"); // who speaks of something else
  if (shown?.dataset.shows === id || coached) return;
  const answer = await fetch(`${page.root}/table/${page.table}/look/${id}`).catch(() => null);
  if (!answer?.ok || !board) return;
  const panel = create("div", undefined, "look");
  panel.id = "look";
  panel.dataset.shows = id;
  panel.innerHTML = await answer.text();
  const svg = panel.querySelector("svg");
  if (!svg) return explain(id, from);
  if (narrow.matches) svg.setAttribute("viewBox", svg.dataset.tall ?? "");
  const { width, height } = svg.viewBox.baseVal;
  svg.style.cssText = `width: 100% !important; height: auto !important; aspect-ratio: ${width} / ${height}`;
  const head = create("div", undefined, "look-head");
  head.append(
    create("b", called(id).split(",")[0]),
    ...about(id)
      .split("\n")
      .map((line) => create("p", line)),
  );
  panel.prepend(head);
  board.append(panel);
  fitTexts();
  panel.addEventListener("click", (event) => event.stopPropagation()); // what lies under it is not meant
  byId("close-look")?.addEventListener("click", closeLook);
}

export function closeLook() {
  byId("look")?.remove();
}
addEventListener("keydown", ({ key }) => key === "Escape" && closeLook());
