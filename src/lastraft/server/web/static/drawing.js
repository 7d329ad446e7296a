// The drawing: patched by element id, so that what stays keeps its element and CSS makes it glide; and marks on it.

import { byId, isStill, need } from "./common.js";
import { fitTexts } from "./fit.js";

/** @import { Drawing } from "./types.d.ts" */

const MOVING = ".piece, .at";
const TALLY = "[data-tally]"; // what counts, such as the saved: it changes when one has seen why
let waits = false; // whether that waits for what plays
let anew = false; // whether nothing of the drawing before is left in sight

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function patch(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "href" && old.nodeName === "use") old.classList.add("turning");
    old.setAttribute(name, value);
  }
  patchChildren(old, fresh);
}

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * @param {Element} old
 * @param {Element} fresh
 */
export function patchChildren(old, fresh) {
  /** @type {Map<string, Element>} */
  const known = new Map();
  for (const child of [...old.children]) {
    if (child.classList.contains("leaving")) child.remove();
    else if (child.id) known.set(child.id, child);
  }
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    /** @type {Node | undefined} */
    let same = known.get(idOf(wanted));
    if (!same && at && !idOf(at) && !idOf(wanted) && at.nodeName === wanted.nodeName) same = at;
    if (same && same.nodeName === wanted.nodeName) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (!(same instanceof Element)) same.nodeValue = wanted.nodeValue;
      else if (!same.isEqualNode(wanted) && !(waits && same.matches(TALLY)))
        patch(same, /** @type {Element} */ (wanted));
    } else {
      if (wanted instanceof Element && wanted.id && wanted.matches(MOVING) && !anew) wanted.classList.add("arriving");
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    leave(at);
    at = next;
  }
}

/**
 * What is gone sinks or fades before it goes; its name is free at once.
 * @param {ChildNode} node
 */
function leave(node) {
  if (!(node instanceof Element) || isStill() || anew || !node.matches(MOVING)) return node.remove();
  for (const each of [node, ...node.querySelectorAll("[id]")]) each.removeAttribute("id");
  node.classList.add("leaving");
  setTimeout(() => node.remove(), 350);
}

/** @type {string[]} of the drawing that was sent last */
let pieces = [];
/**
 * The pieces of a drawing that was sent; each tells only the difference to the one before it.
 * @param {Drawing} drawing
 */
export function decode(drawing) {
  const parts = typeof drawing === "string" ? [drawing] : drawing;
  return (pieces = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (part.length === 2) return pieces.slice(...part);
    const [at, head, tail, middle] = part;
    const piece = pieces[at];
    return [piece.slice(0, head) + middle + piece.slice(piece.length - tail)];
  }));
}

/** @param {Drawing} drawing */
export const redraw = (drawing) => paint(decode(drawing));

/**
 * @param {string[]} pieces
 * @param {boolean} playing whether what counts waits for `count`
 */
export function paint(pieces, playing = false) {
  waits = playing;
  const markup = pieces.join("");
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#board > svg"));
  if (markup.startsWith("<svg")) {
    const whole = parsed(markup);
    if (svg) patch(svg, whole);
    else need("board").append(whole);
  } else if (svg && markup) {
    patchChildren(need("moving"), parsed(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`));
    const tall = byId("height")?.dataset.tall; // on a phone the drawing grows with what one holds
    if (tall) svg.style.setProperty("--tall", tall);
  }
  requestAnimationFrame(fitTexts);
}

/**
 * Another scene takes the place of the one before it: nothing glides from there to here.
 * @param {string[]} pieces
 */
export function paintAnew(pieces) {
  const board = need("board");
  anew = true;
  board.classList.add("anew");
  paint(pieces);
  anew = false;
  board.getBoundingClientRect(); // all is where it belongs before anything may glide again
  board.classList.remove("anew");
  if (!isStill()) board.querySelector(":scope > svg")?.animate([{ opacity: 0 }, { opacity: 1 }], 500);
}

/**
 * Show what waited while something played.
 * @param {string[]} pieces
 */
export function count(pieces) {
  if (!waits) return;
  waits = false;
  const drawn = parsed(`<svg xmlns="http://www.w3.org/2000/svg">${pieces.join("")}</svg>`);
  for (const tally of drawn.querySelectorAll(TALLY)) {
    const old = byId(tally.id);
    if (old && !old.isEqualNode(tally)) patch(old, tally);
  }
}

/** @param {string} markup */
const parsed = (markup) =>
  document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);

/** When all that glides has arrived. */
export async function settled() {
  await new Promise(requestAnimationFrame);
  const gliding = (byId("board")?.getAnimations({ subtree: true }) ?? []).filter(
    (each) => each instanceof CSSTransition,
  );
  await Promise.allSettled(gliding.map((each) => each.finished));
}

/** What is asked about and out of sight, where the drawing is longer than its place: nothing scrolls by itself. */
const outOfSight = () => {
  const pane = need("board").getBoundingClientRect();
  const urgent = document.querySelectorAll("#board .urgent"); // this one looks at, whatever can be done elsewhere
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#buttons [data-thing]"));
  const named = new Set([...buttons].map(({ dataset }) => dataset.thing)); // these need not be looked for
  const able = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board .can"));
  /** @param {HTMLElement} each a gift or an offer can be made at any time, and is not what is asked about */
  const isAsked = (each) => !named.has(each.dataset.for ?? each.id) && !each.closest("[data-aside=always]");
  const wanted = urgent.length ? [...urgent] : [...able].filter(isAsked);
  const middles = wanted.map((each) => {
    const { top, height } = each.getBoundingClientRect();
    return { each, y: top + height / 2 };
  });
  if (!middles.length || middles.some(({ y }) => y > pane.top && y < pane.bottom)) return null;
  const above = middles[0].y < pane.top;
  const { scrollTop, clientHeight, scrollHeight } = need("board");
  const leads = above ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
  return leads ? { each: middles[0].each, above } : null;
};

/**
 * What has more in it than is in sight can be reached by Tab and scrolled by keys.
 * @param {HTMLElement} pane
 */
export const scrollsByKeyboard = (pane) => {
  if (pane.scrollHeight > pane.clientHeight + 1) pane.tabIndex = 0;
  else pane.removeAttribute("tabindex");
};

/** An arrow at the edge of the board leads to what is asked about. */
export function pointElsewhere() {
  const arrow = byId("elsewhere");
  if (!arrow) return;
  scrollsByKeyboard(need("board"));
  const there = outOfSight();
  arrow.hidden = !there;
  arrow.classList.toggle("above", Boolean(there?.above));
}
byId("elsewhere")?.addEventListener("click", () => {
  outOfSight()?.each.scrollIntoView({ block: "center", behavior: isStill() ? "auto" : "smooth" });
});
byId("board")?.addEventListener("scroll", pointElsewhere, { passive: true });

/**
 * An element of the drawing, and what else stands for it (a piece's picture in the tray).
 * @param {string | undefined} id
 */
export function elements(id) {
  if (!id) return [];
  const itself = byId(id);
  const others = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-for="${id}"]`));
  return itself ? [itself, ...others] : [...others];
}

/**
 * @param {Iterable<string>} ids
 * @param {string} name
 * @param {boolean} on
 */
export const mark = (ids, name, on) =>
  [...ids].flatMap(elements).forEach((element) => element.classList.toggle(name, on));

/** @param {...string} names */
export const unmark = (...names) =>
  names.forEach((name) => document.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name)));

/** @type {Map<string, string>} what a picture cuts out, by its symbol */
const boxes = new Map();
/**
 * A symbol of the drawing as a picture of its own, cut out as large as it is; nothing where there is no such symbol.
 * @param {string} href
 * @param {...string} names
 */
export function picture(href, ...names) {
  const view = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  view.setAttribute("class", ["picture", ...names].join(" "));
  view.setAttribute("aria-hidden", "true");
  view.innerHTML = `<use href="${href}" width="34" height="34"/>`;
  let box = boxes.get(href);
  if (box === undefined) {
    document.body.append(view);
    const { x, y, width, height } = /** @type {SVGUseElement} */ (view.firstElementChild).getBBox();
    view.remove();
    box = width ? `${x} ${y} ${width} ${height}` : "";
    boxes.set(href, box);
  }
  if (!box) return "";
  view.setAttribute("viewBox", box);
  const [, , wide, high] = box.split(" ").map(Number);
  view.style.setProperty("--aspect", (wide / high).toFixed(2));
  return view;
}

/**
 * @param {string | undefined} id
 * @param {string} tag
 */
const inside = (id, tag) => elements(id)[0]?.querySelector(`:scope > ${tag}`)?.textContent ?? "";
/** @param {string | undefined} id */
export const called = (id) => inside(id, "title");
/** @param {string} id what it is called on a button, beside its picture */
export const brief = (id) => elements(id)[0]?.dataset.brief ?? called(id);
/**
 * What a thing is; before it may stand what is asked with it in hand.
 * @param {string | undefined} id
 */
export const about = (id) => inside(id, "desc").split("\n\n").at(-1) ?? "";
/** @param {string} id */
export const asks = (id) => inside(id, "desc").split("\n\n")[0].split("\n");

/**
 * @param {HTMLElement} element
 * @param {(on: boolean) => void} show
 */
export function whenPointed(element, show) {
  element.addEventListener("mouseenter", () => show(true));
  element.addEventListener("focus", () => element.matches(":focus-visible") && show(true));
  for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => show(false));
}

let mentionedTimer = 0;
/**
 * Mark for a while what the newest lines of the log mention.
 * @param {string[]} ids
 */
export function show(ids) {
  clearTimeout(mentionedTimer);
  unmark("mentioned");
  mark(ids, "mentioned", true);
  mentionedTimer = setTimeout(() => unmark("mentioned"), 4000);
}
