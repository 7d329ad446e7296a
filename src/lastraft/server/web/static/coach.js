// The first sitting: one card about the game, and the coach of a coached game, who lights one thing after the other and
// waits for its move. The steps come from the server; nothing here knows a game.

import { byId, isStill, leave, need, page, say, settle, store, stored } from "./common.js";
import { send } from "./connection.js";
import { called, elements, picture } from "./drawing.js";
import * as moves from "./moves.js";
import { hold } from "./stage.js";

/** @import { Game } from "./types.d.ts" */

/** @type {{ say: string, code: number, point: string[], again: boolean }[]} */
let steps = [];
let at = 0;
/** The question that the awaited move answered; -1: it is still awaited. */
let answered = -1;
let behind = 0; // how many steps before that one are read once more
let passed = -1; // the question of the window that was passed for the reader, or that has one answer
const coach = byId("coach");
const card = byId("first-card");
const lesson = `lesson-${page.table}`;
const read = `card-${card?.dataset.game}`; // once it has been read
const taught = `taught-${card?.dataset.game}`;

/** @param {{ code?: number }} move */
const awaited = ({ code }) => code === steps[at]?.code;

/**
 * After every message: whether the awaited move was made, and what comes next.
 * @param {boolean} [refused]
 */
export function follow(refused = false) {
  const { game } = moves;
  if (!game) return;
  if (refused) answered = -1;
  if (!coach || !steps.length) return;
  if (answered >= 0 && game.question !== answered) go(at + 1);
  const step = steps[at];
  if (step && step.code >= 0 && game.legal.length && !game.legal.some(awaited)) {
    const [only, ...more] = new Set(game.legal.map(({ code, codes }) => codes?.[0] ?? code)); // all begin with it
    const usual = !more.length ? only : game.window ? game.usual : null;
    if (usual !== null && usual !== undefined) {
      if (passed !== game.question) send({ do: "move", move: usual, question: game.question });
      passed = game.question;
      return;
    }
    const later = steps.findIndex((each, i) => i > at && game.legal.some((move) => move.code === each.code));
    if (later > 0 && game.awaited.length === 1) go(later); // something else was done: the lesson goes on where it can
  }
  teach();
}

/**
 * Nobody is hurried while they read the card, and what happens meanwhile is played when they have read it.
 * @param {Game | null} game as it comes
 * @param {boolean} fresh
 */
export function reading(game, fresh) {
  if (!card?.open) return;
  if (!fresh) hold(true);
  if (game?.window && !game.raised) send({ do: "hand" });
}
card?.addEventListener("close", () => hold(false));

const REST = 1500; // ms between a move and what is said next
let rests = 0; // until when nothing is said
/** @param {number} step */
function go(step) {
  if (answered >= 0 && !isStill() && stored("speed") !== "off") rests = performance.now() + REST;
  [at, answered, behind] = [step, -1, 0];
  store(lesson, at, "sessionStorage");
}

/** @param {number} last how many steps come up to this one; the same move again, which can be made in one go, is none */
const number = (last) => steps.slice(0, last + 1).filter(({ again }) => !again).length;

/** The step that is read: where one looks back, its move is no more to be made. */
const inSight = () => (behind ? { ...steps[at - behind], code: -1 } : steps[at]);

/** @param {boolean} is whether there is something to say now */
function show(is) {
  if (coach) coach.hidden = !is;
  document.body.classList.toggle("coached", is);
}

function teach() {
  const step = steps[at];
  if (!coach || !step) return;
  const { legal = [], outcome } = moves.game ?? {};
  const waits = step.code >= 0 ? !legal.some(awaited) : !legal.length && !outcome; // others move
  counts = document.body.matches(".counting"); // the picture is not to be forestalled
  const left = rests - performance.now();
  if (left > 0) setTimeout(teach, left + 20); // what came of the last step is read first
  show(!waits && answered < 0 && !counts && left <= 0);
  need("coach-says").textContent = inSight().say;
  need("coach-step").textContent = `${number(at - behind)} / ${number(steps.length - 1)}`;
  const tools = /** @type {HTMLElement} */ (coach.querySelector(".tools"));
  leave(tools); // whoever clicks on twice makes no move with the button that comes there
  const last = at === steps.length - 1;
  need("coach-back").hidden = behind === at;
  need("coach-show").hidden = inSight().code < 0;
  need("coach-next").hidden = !behind && (step.code >= 0 || last);
  need("coach-leave").classList.toggle("primary", last);
  settle(tools);
  coach.classList.toggle("last", last || Boolean(outcome)); // the end is seen in full light
  store(taught, 1);
  if (last) store(read, 1); // the card says no more than that
  if (offered !== at && !coach.hidden) {
    offered = at;
    moves.offer(); // only what this step waits for glows
  }
  bringIntoSight();
  light();
}

let counts = false; // whether a step waits until all is counted
let offered = -1; // the step whose move was offered
let brought = -1; // the step whose things were brought into sight
let arrived = -1; // the step for which the board was shown from its top
/** What a step speaks of may be out of sight where the board is longer than its place. */
function bringIntoSight() {
  if (!coach || coach.hidden || brought === at) return;
  if (arrived !== at) need("board").scrollTop = 0;
  arrived = at;
  const { point, code } = steps[at];
  const move = moves.game?.legal.find((each) => each.code === code);
  const all = [...point, ...(move?.clicks ?? [])].map(elements).find((each) => each.length) ?? [];
  const again = all.find((each) => each.dataset.for && each.id && !isListed(each)); // larger, over what is covered
  const thing = again?.getBoundingClientRect().width ? again : all[0];
  if (!thing) return;
  brought = at;
  const [pane, box] = [need("board").getBoundingClientRect(), thing.getBoundingClientRect()];
  const y = box.top + box.height / 2;
  if (y < pane.top || y > pane.bottom) thing.scrollIntoView({ block: box.height > pane.height ? "start" : "center" });
}

/** @param {Element} element as much of it as is in sight */
function seen(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  if (!need("board").contains(element)) return new DOMRect(x, y, width, height);
  const pane = need("board").getBoundingClientRect();
  const top = Math.max(y, pane.top);
  return new DOMRect(x, top, width, Math.min(y + height, pane.bottom) - top);
}

/** What is lit: what the step names, else all that is yet to be clicked for its move, and the prompt's button for it. */
function lit() {
  const { point, code } = inSight();
  const scores = byId("end");
  if (scores?.checkVisibility()) return [scores]; // they lie over the board, and over what the step names there
  const cut = (/** @type {Element} */ each) => each.id === "phases" && each.scrollHeight > each.clientHeight + 1; // on a phone
  const named = point.flatMap(shown).filter((each) => !isListed(each) && !cut(each));
  const move = moves.game?.legal.find((each) => each.code === code);
  if (!move) return named;
  const path = moves.chosen.every((id, i) => move.clicks[i] === id) ? moves.chosen.length : 0;
  const next = move.clicks.slice(path).map(drawn);
  const answer = `[data-code="${code}"], [data-choice="${CSS.escape(move.clicks[path] ?? "")}"]`;
  const said = path ? document.querySelectorAll(".prompt-text") : []; // what to do with what is in hand
  const button = [...[...need("buttons").querySelectorAll(answer)].map(inOneGo), ...said]; // larger than most things that are drawn
  if (next[0]?.length && (path || !named.length)) return [...moves.chosen.flatMap(drawn), ...next.flat(), ...button];
  const name = called(move.clicks[path]) || move.label;
  const buttons = [...need("buttons").children].filter((each) => each.textContent?.includes(name));
  if (named.length) return [...named, ...button]; // where it happens, and the answer
  return [button, buttons].find((each) => each.length) ?? [need("buttons")];
}

/** @param {string} id as it is drawn, else (on a phone) as the prompt offers it */
function shown(id) {
  const all = elements(id);
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (
    need("buttons").querySelectorAll(`[data-thing="${CSS.escape(id)}"]`)
  );
  return all.some((each) => each.getBoundingClientRect().width) ? all : [...buttons];
}

/** @param {Element} button with those for the same answer several times, if the next steps are no other */
function inOneGo(button) {
  const row = button.closest(".times");
  const other = steps.findIndex(({ code }, i) => i > at && code !== steps[at].code);
  return row && row.childElementCount <= other - at ? row : button;
}

/** @param {HTMLElement} element that only lists what is on the board */
const isListed = (element) => Boolean(element.dataset.for && element.closest("[data-aside]"));
/** @param {string} id as it is drawn a second time, over what is covered; else itself */
function drawn(id) {
  const all = elements(id).filter((each) => uncovered(each) && !isListed(each));
  const again = all.filter((each) => each.dataset.for && each.id && each.id !== id);
  return again.length ? again : all.filter((each) => each.id === id || !each.dataset.for);
}

/** @param {Element} element that the prompt does not cover, and that is in sight */
function uncovered(element) {
  const prompt = document.querySelector(".table > .prompt")?.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (!width || middle.y < 0 || middle.y > innerHeight) return false;
  return !prompt || !inside(prompt, middle);
}

/** @type {(box: DOMRect, point: { x: number, y: number }) => boolean} */
const inside = (box, { x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom;

const [MARGIN, ROUND, RING, NOTICE] = [5, 16, 2, 200];
/**
 * Boxes whose holes would overlap are one.
 * @param {DOMRect[]} boxes
 */
function merged(boxes) {
  /** @type {DOMRect[]} */
  const all = [];
  for (let box of boxes) {
    for (let i = 0; i < all.length;) {
      const [one, gap] = [all[i], 2 * MARGIN];
      const apart = one.left > box.right + gap || one.right < box.left - gap;
      if (apart || one.top > box.bottom + gap || one.bottom < box.top - gap) i++;
      else {
        const [x, y] = [Math.min(one.left, box.left), Math.min(one.top, box.top)];
        box = new DOMRect(x, y, Math.max(one.right, box.right) - x, Math.max(one.bottom, box.bottom) - y);
        all.splice(i, 1);
        i = 0;
      }
    }
    all.push(box);
  }
  return all;
}
/** @type {(element: Element) => Element[]} what somebody sits in, or who sits in it: they are lit together */
const company = (element) => {
  const [aboard, at] = ["data-aboard", "data-at"].map((name) => CSS.escape(element.getAttribute(name) ?? ""));
  return [...need("board").querySelectorAll(aboard ? `[data-at="${aboard}"]` : at ? `[data-aboard="${at}"]` : "none")];
};
/** @param {Element} element a space of the board, in its own shape; null for anything else */
function outline(element) {
  if (!(element instanceof SVGUseElement) || !element.matches(".spot")) return null;
  const shape = document.querySelector(`${element.href.baseVal} > path:last-child`)?.cloneNode();
  const { x, y } = element;
  const place = element.getScreenCTM()?.translate(x.baseVal.value, y.baseVal.value);
  if (!(shape instanceof SVGElement) || !place) return null;
  shape.setAttribute("transform", String(new DOMMatrix([place.a, place.b, place.c, place.d, place.e, place.f])));
  return shape;
}
/** @param {DOMRect} box with a margin round it */
function rounded({ left, right, y, height }) {
  const hole = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const x = Math.max(RING, left - MARGIN); // whole, also at the edge of the screen
  const width = Math.min(innerWidth - RING, right + MARGIN) - x;
  const size = { x, y: y - MARGIN, width, height: height + 2 * MARGIN, rx: ROUND };
  for (const [name, value] of Object.entries(size)) hole.setAttribute(name, String(value));
  return hole;
}
let corner = { x: -1, foot: -1 }; // of the bubble: its lower one, where its buttons are
/** Holes in the veil, and the bubble where it covers neither them nor the prompt. */
function light() {
  if (!coach || coach.hidden) return;
  const clicks = inSight().code >= 0;
  const parts = lit()
    .flatMap((each) => [each, ...company(each)])
    .map((each) => ({ box: seen(each), shape: clicks ? outline(each) : null }))
    .filter(({ box }) => box.width && box.height > 0 && box.bottom > 0 && box.top < innerHeight)
    .filter(({ box }) => box.right > 0 && box.left < innerWidth); // such as a card that is yet to come
  const boxes = parts.map(({ box }) => box);
  const mask = need("coach-mask");
  while (mask.children.length > 1) mask.lastElementChild?.remove();
  const rings = need("coach-rings");
  rings.replaceChildren();
  const things = merged(parts.filter(({ shape }) => !shape).map(({ box }) => box)).map(rounded);
  for (const hole of [...things, ...parts.flatMap(({ shape }) => shape ?? [])]) {
    mask.append(hole);
    if (clicks) rings.append(hole.cloneNode()); // round what is to be clicked
  }
  const bubble = /** @type {HTMLElement} */ (coach.querySelector(".bubble"));
  const panel = document.querySelector(".side")?.getBoundingClientRect();
  const side = panel && panel.width > 200 && panel.right <= innerWidth ? panel : null;
  bubble.style.width = side ? `${side.width}px` : "";
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const prompt = document.querySelector(".table > .prompt")?.getBoundingClientRect();
  const covers = steps[at].code < 0 && !moves.game?.outcome; // nothing is asked, and how it ended stays in sight
  const low = prompt && !covers && prompt.top > innerHeight / 3 ? prompt.top : innerHeight;
  const box = {
    left: Math.min(...boxes.map((each) => each.left), innerWidth) - MARGIN,
    right: Math.max(...boxes.map((each) => each.right), 0) + MARGIN,
    top: Math.min(...boxes.map((each) => each.top), innerHeight) - MARGIN,
    bottom: Math.max(...boxes.map((each) => each.bottom), 0) + MARGIN,
  };
  const middle = { x: (box.left + box.right - wide) / 2, y: (box.top + box.bottom - high) / 2 };
  /** @type {(place: { x: number, y: number }) => boolean} whether it lies over nothing that is lit, nor the prompt */
  const fits = ({ x, y }) =>
    y >= 0 &&
    y + high <= (x > (prompt?.right ?? 0) ? innerHeight : low) &&
    !boxes.some(
      (each) => x < each.right + 8 && x + wide > each.left - 8 && y < each.bottom + 8 && y + high > each.top - 8,
    );
  const foot = prompt && prompt.top > innerHeight / 3 ? prompt.top - 8 : innerHeight - 8;
  const places = [
    side ? { x: side.left, y: side.bottom - high } : { x: 8, y: foot - high }, // over the log, or the board's lower end
    { x: corner.x, y: corner.foot - high }, // it stays where it is
    { x: middle.x, y: box.bottom + 8 },
    { x: middle.x, y: box.top - high - 8 },
    { x: box.right + 8, y: middle.y },
    { x: box.left - wide - 8, y: middle.y },
  ];
  for (const each of places) each.x = Math.max(8, Math.min(each.x, innerWidth - wide - 8));
  const strip = byId("strip")?.getBoundingClientRect().bottom ?? 0; // what matters now is what is spoken of
  const beside = ((boxes.length || side) &&
    (places.find((each) => each.y >= strip && fits(each)) ?? places.find(fits))) || {
    x: (innerWidth - wide) / 2,
    y: at === steps.length - 1 ? low - high - 8 : boxes.length && box.top > innerHeight / 2 ? 8 : (low - high) / 2,
  };
  const { x } = beside;
  const y = Math.max(8, Math.min(beside.y, innerHeight - high - 8));
  if (corner.x < 0) setTimeout(() => bubble.classList.add("placed"), 1000); // until then all is being laid out
  corner = { x, foot: y + high };
  document.body.classList.toggle("coach-above", y < NOTICE); // what is said meanwhile comes below it
  bubble.style.transform = `translate(${Math.round(x)}px, ${Math.round(corner.foot - innerHeight)}px)`;
}

/** Something else was clicked: what comes first. */
function astray() {
  const what = steps[at].code < 0 ? need("coach-next").textContent : moves.game?.legal.find(awaited)?.label;
  say((coach?.dataset.later ?? "").replace("{what}", what ?? ""));
}

async function begin() {
  if (!coach) return;
  const answer = await fetch(coach.dataset.from ?? "").catch(() => null);
  if (!answer?.ok) return;
  steps = await answer.json();
  at = Math.min(Number(stored(lesson, "sessionStorage")), steps.length - 1);
  moves.permitOnly(
    (code) => {
      const question = moves.game?.question ?? 0;
      if (answered === question) return false; // it has been made already
      if (answered >= 0) go(at + 1); // one of several in one go
      if (!coach || at >= steps.length - 1) return true;
      if (code !== steps[at].code) astray();
      else answered = question;
      show(answered !== question);
      return answered === question;
    },
    () => steps[at]?.code,
    astray,
  );
  need("coach-next").addEventListener("click", () => {
    if (behind) behind--;
    else go(at + 1);
    follow();
  });
  need("coach-back").addEventListener("click", () => {
    behind++;
    teach();
  });
  need("coach-show").addEventListener("click", () => moves.make([steps[at].code]));
  setInterval(() => (counts ? teach() : light()), 200);
  addEventListener("resize", light);
  follow();
}

/** @param {boolean} [asked] */
export function showCard(asked) {
  if (!card || (!asked && (stored(read) || coach || page.status !== "running"))) return;
  store(read, 1);
  if (stored(taught)) playFirst(card, Boolean(asked));
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("[data-picture]:empty"))) {
    place.append(picture(`#${place.dataset.picture}`, "s0"));
  }
  card.showModal();
  moreOfCard();
}

/**
 * Whoever has seen the coached game need not begin it again: the real one is the usual way on.
 * @param {HTMLElement} card
 * @param {boolean} asked whether they opened it themselves
 */
function playFirst(card, asked) {
  card.classList.add("taught");
  card.querySelectorAll(".lesson").forEach((each) => each.toggleAttribute("hidden", !asked));
  const [plays, learns] = card.querySelectorAll("form button");
  plays?.classList.add("primary");
  learns?.classList.remove("primary");
  for (const button of [plays, learns]) button?.toggleAttribute("autofocus", button === plays);
}

/** While something of the card is out of sight, it says so. */
function moreOfCard() {
  if (card) need("first-more").hidden = card.scrollTop + card.clientHeight > card.scrollHeight - 8;
}
card?.addEventListener("scroll", moreOfCard, { passive: true });
addEventListener("resize", moreOfCard);
byId("first-more")?.addEventListener("click", () =>
  card?.scrollBy({ top: card.clientHeight / 2, behavior: isStill() ? "auto" : "smooth" }),
);

// Who leaves a game that has begun in order to be taught comes back to it.
const from = "taught-from";
card?.querySelector('form[action*="/learn"]')?.addEventListener("submit", () => {
  if (page.status === "running") store(from, location.pathname, "sessionStorage");
});
if (stored(from, "sessionStorage")) byId("coach-leave")?.querySelector("small")?.remove(); // not a new one
byId("coach-leave")?.addEventListener("click", (event) => {
  const back = stored(from, "sessionStorage");
  if (!back) return;
  event.preventDefault();
  store(from, "", "sessionStorage");
  location.assign(back);
});
begin();
showCard();
