// The loupe: a part of the board at finger size, where several small things glow. By itself when they lie together.

import { byId, finger } from "./common.js";

export const TAP = 40; // what is smaller than this is too small for a finger

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { element, x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
};
export const glowing = () => [...document.querySelectorAll("#board .can:not(.badge)")].map(middle);

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
