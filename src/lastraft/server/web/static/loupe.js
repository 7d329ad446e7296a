// The loupe: a part of the board at finger size, where several small things glow. By itself when they lie together; not
// for what says more as a button with words ([data-listed]).

import { byId, finger } from "./common.js";

/** @import { Point, Spot } from "./types.d.ts" */

export const TAP = 40; // what is smaller than this is too small for a finger

/** @returns {Spot[]} */
export function glowing() {
  const things = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board .can:not(.badge)"));
  const drawn = [...things].filter((each) => each.getClientRects().length); // a hand beside a television has no board
  return drawn.map((element) => {
    const box = element.getBoundingClientRect();
    return { element, x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
  });
}

const loupe = byId("loupe");
/** @type {(Point & { by: number }) | null} what it shows: its middle on the page and how many times larger */
export let lens = null;
/** @param {Point} [at] */
export function magnify(at) {
  lens = null;
  if (!loupe) return;
  const small = glowing().filter(({ size, element }) => size < TAP && !element.closest("[data-listed]"));
  const spots = finger.matches ? small : [];
  show(spots.length > 1);
  if (spots.length < 2) return;
  const { width, height } = loupe.getBoundingClientRect();
  const by = Math.max(1.7, (TAP + 6) / Math.min(...spots.map((spot) => spot.size)));
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const pieces = spots.filter(({ element }) => !element.matches(".spot"));
  /** @type {(a: Spot, b: Spot) => boolean} whether not even the loupe parts them: then they are buttons */
  const meet = (a, b) => a !== b && Math.hypot(a.x - b.x, a.y - b.y) * by < TAP;
  const heaped = pieces.some((each) => pieces.some((other) => meet(each, other)));
  const together = !heaped && (right - left) * by < width - TAP && (bottom - top) * by < height - TAP;
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#board svg"));
  const matrix = svg?.getScreenCTM()?.inverse();
  show(Boolean(at) || together);
  if (!svg || !matrix || (!at && !together)) return;
  const { x, y } = at ?? { x: (left + right) / 2, y: (top + bottom) / 2 };
  const [a, b] = [-1, 1].map((side) =>
    new DOMPoint(x + (side * width) / by / 2, y + (side * height) / by / 2).matrixTransform(matrix),
  );
  loupe.setAttribute("viewBox", `${a.x} ${a.y} ${b.x - a.x} ${b.y - a.y}`);
  const seen = new DOMRect(x - width / by / 2, y - height / by / 2, width / by, height / by);
  const warned = [...svg.querySelectorAll(".deadly")].filter((each) => each.getClientRects().length);
  loupe.replaceChildren(
    ...[...svg.querySelectorAll(":scope > .world")].map((layer) => copied(layer, seen)),
    ...warned.map((each) => warning(each, matrix, (b.x - a.x) / width)),
  );
  lens = { x, y: y + (byId("board")?.scrollTop ?? 0), by };
}

/**
 * A sign on what costs something, as on the board.
 * @param {Element} element
 * @param {DOMMatrix} matrix from the page to the drawing
 * @param {number} scale
 */
function warning(element, matrix, scale) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = new DOMPoint(x + width * 0.7, y + height * 0.4).matrixTransform(matrix);
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "g");
  sign.setAttribute("class", "warning");
  sign.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${scale})`);
  sign.innerHTML = '<path d="M0-12 13 11H-13Z"/><text y="8">!</text>';
  return sign;
}

/** Nothing is magnified: words say what is meant. */
export const putAway = () => ((lens = null), show(false));

/** @param {boolean} is whether there is something in it */
function show(is) {
  loupe?.toggleAttribute("hidden", !is);
  loupe?.closest(".prompt")?.classList.toggle("magnifying", is);
}

/**
 * A picture of what is seen of a layer: without names, so that the board's own are the only ones.
 * @param {Element} layer
 * @param {DOMRect} seen
 */
function copied(layer, seen) {
  const copy = /** @type {Element} */ (layer.cloneNode(true));
  leaveOut(layer, copy, seen);
  for (const each of copy.querySelectorAll("symbol, defs")) each.remove();
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  return copy;
}

const DEEP = 2; // layers have groups, and these have the things
/**
 * What lies elsewhere is no part of a copy: the browser would have to style all of it.
 * @param {Element} original
 * @param {Element} copy
 * @param {DOMRect} seen
 * @param {number} [depth]
 */
function leaveOut(original, copy, seen, depth = 0) {
  const copies = [...copy.children];
  for (const [i, each] of [...original.children].entries()) {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const apart = right < seen.left || left > seen.right || bottom < seen.top || top > seen.bottom;
    if (apart) copies[i].remove();
    else if (depth < DEEP && !each.matches("use")) leaveOut(each, copies[i], seen, depth + 1);
  }
}
