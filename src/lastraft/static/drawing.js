// The drawing: patched by element id, so that what stays keeps its element and CSS makes it glide; and marks on it.

import { byId, finger } from "./common.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVING = ".piece, .at";

function patch(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "href" && old.nodeName === "use") old.classList.add("turning");
    old.setAttribute(name, value);
  }
  patchChildren(old, fresh);
}

export function patchChildren(old, fresh) {
  const known = new Map();
  for (const child of [...old.children]) {
    if (child.classList.contains("leaving")) child.remove();
    else if (child.id) known.set(child.id, child);
  }
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let same = wanted.id ? known.get(wanted.id) : undefined;
    if (!same && at && !at.id && !wanted.id && at.nodeName === wanted.nodeName) same = at;
    if (same && same.nodeName === wanted.nodeName) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (same.nodeType !== Node.ELEMENT_NODE) same.data = wanted.data;
      else if (!same.isEqualNode(wanted)) patch(same, wanted);
    } else {
      if (wanted.id && wanted.matches(MOVING)) wanted.classList.add("arriving");
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    leave(at);
    at = next;
  }
}

// What is gone sinks or fades before it goes; its name is free at once.
function leave(element) {
  if (element.nodeType !== Node.ELEMENT_NODE || still.matches || !element.matches(MOVING)) return element.remove();
  for (const each of [element, ...element.querySelectorAll("[id]")]) each.removeAttribute("id");
  element.classList.add("leaving");
  setTimeout(() => element.remove(), 350);
}

// The drawing is sent as runs of the pieces that are here already, and the others as text.
let pieces = [];
export function redraw(drawing) {
  pieces = [drawing].flat().flatMap((part) => (typeof part === "string" ? [part] : pieces.slice(...part)));
  const markup = pieces.join("");
  const svg = document.querySelector("#board svg");
  if (markup.startsWith("<svg")) {
    const whole = parsed(markup);
    if (svg) patch(svg, whole);
    else byId("board").append(whole);
  } else if (svg && markup) {
    patchChildren(byId("moving"), parsed(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`));
    const tall = byId("height")?.dataset.tall; // on a phone the drawing grows with what one holds
    if (tall) svg.style.setProperty("--tall", tall);
  }
}

const parsed = (markup) =>
  document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);

// On a phone the drawing is longer than the screen: where nothing that can be chosen is in sight, it comes there.
export function bringIntoSight() {
  const prompt = document.querySelector(".table > .prompt").getBoundingClientRect();
  // The prompt stands under the board, or beside it.
  const low = prompt.left < byId("board").getBoundingClientRect().right ? prompt.top : innerHeight;
  const urgent = document.querySelectorAll("#board .urgent"); // this one looks at, whatever can be done elsewhere
  const boxes = [...(urgent.length ? urgent : document.querySelectorAll("#board .can"))].map((each) => [
    each.getBoundingClientRect(),
    each,
  ]);
  if (
    !finger.matches ||
    !boxes.length ||
    boxes.some(([box]) => box.top + box.height / 2 > 0 && box.top + box.height / 2 < low)
  )
    return;
  boxes[0][1].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
}

// An element of the drawing, and what else stands for it (a piece's picture in the tray).
export const elements = (id) =>
  id ? [byId(id), ...document.querySelectorAll(`[data-for="${id}"]`)].filter(Boolean) : [];
export const mark = (ids, name, on) =>
  [...ids].flatMap(elements).forEach((element) => element.classList.toggle(name, on));
export const unmark = (...names) =>
  names.forEach((name) => document.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name)));

// A symbol of the drawing as a picture of its own, cut out as large as it is; nothing where there is no such symbol.
const boxes = new Map();
export function picture(href, ...names) {
  const view = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  view.setAttribute("class", ["picture", ...names].join(" "));
  view.setAttribute("aria-hidden", "true");
  view.innerHTML = `<use href="${href}" width="34" height="34"/>`;
  if (!boxes.has(href)) {
    document.body.append(view);
    const { x, y, width, height } = view.firstElementChild.getBBox();
    view.remove();
    boxes.set(href, width ? `${x} ${y} ${width} ${height}` : "");
  }
  if (!boxes.get(href)) return "";
  view.setAttribute("viewBox", boxes.get(href));
  return view;
}

const inside = (id, tag) => elements(id)[0]?.querySelector(`:scope > ${tag}`)?.textContent ?? "";
export const called = (id) => inside(id, "title");
export const about = (id) => inside(id, "desc");

export function whenPointed(element, show) {
  element.addEventListener("mouseenter", () => show(true));
  element.addEventListener("focus", () => element.matches(":focus-visible") && show(true));
  for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => show(false));
}

// What was told of lately is marked for a while.
let fading = 0;
export function show(ids) {
  clearTimeout(fading);
  unmark("told");
  mark(ids, "told", true);
  fading = setTimeout(() => unmark("told"), 4000);
}
