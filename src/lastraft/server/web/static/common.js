// What every part of the page uses: its data, its words, elements by id, and one line of notice.

/** @import { ElementById, PageData } from "./types.d.ts" */

export const page = /** @type {PageData} */ (document.body.dataset);
export const words = need("words").dataset;
/** Whether nothing is to move: the device says so, or somebody set it here. */
export const isStill = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.classList.contains("still");
export const finger = matchMedia("(max-width: 860px), (pointer: coarse)");

/**
 * An element by its id; not every page has every one.
 * @template {string} Id
 * @param {Id} id
 */
export function byId(id) {
  return /** @type {ElementById<Id> | null} */ (/** @type {unknown} */ (document.getElementById(id)));
}

/**
 * An element that is there.
 * @template {string} Id
 * @param {Id} id
 */
export function need(id) {
  const element = byId(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [text]
 * @param {string} [className]
 */
export function create(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

/**
 * A seat's sign, which the drawing has: seats are told apart by shape too.
 * @param {number | string} seat
 */
export function shape(seat) {
  const sign = create("span", undefined, "shape");
  sign.dataset.sign = `shape-${seat}`;
  sign.innerHTML = `<svg aria-hidden="true"><use href="#shape-${Number(seat)}"/></svg>`;
  return sign;
}

/** Between sentences, and not after an abbreviation. */
export const SENTENCES = /(?<=\.) (?!\p{Ll})/u;
/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * A text in which the numbers of clauses are links into the rules: a number says nothing to who plays.
 * @param {string} text
 */
export function withClauses(text) {
  return text.split(/\(?([A-Z]{2,}-\d+\.\d+)\)?/).map((part, i) => {
    if (i % 2 === 0) return part;
    const link = create("a", words.rule ?? part, "clause");
    link.href = `#${part}`;
    link.title = part;
    return link;
  });
}

/**
 * What was stored in this browser, or came here from another device; nothing where it stores nothing.
 * @param {string} key
 * @param {"localStorage" | "sessionStorage"} [where]
 */
export function stored(key, where = "localStorage") {
  try {
    return window[where].getItem(key) ?? document.cookie.match(`(?:^|; )${key}=(\\w+)`)?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Keep something in a cookie.
 * @param {string} key
 * @param {string} value
 */
export function bake(key, value) {
  document.cookie = `${key}=${value}; path=${page.root || "/"}; max-age=31536000; samesite=lax`;
}

/**
 * @param {string} key
 * @param {string | number} value
 * @param {"localStorage" | "sessionStorage"} [where]
 */
export function store(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, String(value));
  } catch {
    // it is forgotten with the page
  }
}

/**
 * Fill a place anew. What stays is not taken out on the way: it keeps its scroll place, and a finger may be on it.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} parts
 */
export function refill(place, parts) {
  for (const each of [...place.children]) if (!parts.some((part) => part === each)) each.remove();
  for (const [i, part] of parts.entries()) {
    if (place.children[i] !== part) place.insertBefore(part, place.children[i] ?? null);
  }
}

let noticeTimer = 0;
/** @param {...(string | undefined)} parts */
export function say(...parts) {
  const text = parts.filter(Boolean).join(" \u2013 ");
  if (!text) return;
  const line = need("notice");
  line.replaceChildren(...withClauses(capital(text)));
  line.classList.add("shown");
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(hush, 6000);
}
export const hush = () => byId("notice")?.classList.remove("shown");
// whoever clicks has read it; a link in it still leads on
addEventListener("pointerdown", ({ target }) => {
  if (!byId("notice")?.contains(/** @type {Node} */ (target))) hush();
});
byId("notice")?.addEventListener("click", hush);

/** @type {HTMLElement | null} where the keyboard was before a dialog */
let asked = null;
/**
 * Show a dialog. When it closes, the focus is where it was, also where what had it has been replaced meanwhile.
 * @param {HTMLDialogElement} dialog
 */
export function showDialog(dialog) {
  asked = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("#moves, #buttons")) ?? asked;
  const back = () => {
    const at = document.activeElement; // for a moment still what is hidden now
    if (at === document.body || dialog.contains(at)) asked?.focus({ preventScroll: true });
  };
  dialog.addEventListener("close", back, { once: true });
  dialog.showModal();
}

/**
 * A question before something that cannot be had back.
 * @param {string} text
 * @param {() => void} yes
 */
export function sure(text, yes, no = () => {}) {
  const dialog = need("careful");
  need("careful-text").textContent = text;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") yes();
    else no();
  };
  showDialog(dialog);
}

// Answers in the place of others: a click may have been meant for what stood there.
export const SETTLES = 500; // ms in which a new one takes no click
/** @type {WeakMap<Element, number>} when an answer takes clicks where it stands */
const ready = new WeakMap();
/** @type {Map<Element, { text: string, chip: boolean, box: DOMRect, at: number }[]>} what stood in a place before */
const stood = new Map();
/** @type {(box: DOMRect, x: number, y: number) => boolean} */
const covers = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
/** @type {WeakMap<Element, number>} when a place last had buttons */
const filled = new WeakMap();
let clicked = { at: -SETTLES, x: -1, y: -1 };
const AT_ONCE = 150; // ms after a click: what changes is its own doing
/** Whether the reader has clicked just now. */
const isOwn = () => performance.now() - clicked.at < AT_ONCE;

/** @type {(button: Element) => string} what is read on it; one that was pressed is to be confirmed, by a click of its own */
const meaning = ({ textContent, ariaPressed }) => `${textContent} ${ariaPressed ?? ""}`;
/** @param {HTMLElement} place whose buttons are about to be replaced */
export function leave(place) {
  const before = [...place.querySelectorAll("button")].map((each) => {
    const [text, chip] = [meaning(each), each.matches(".chip")];
    return { text, chip, box: each.getBoundingClientRect(), at: ready.get(each) ?? 0 };
  });
  if (before.length) filled.set(place, performance.now());
  stood.set(place, before);
}
/**
 * Buttons that are new where they are take clicks in a moment; after a click of one's own only that one waits which
 * has come under the hand. Where something could be said a moment ago, a name may stand for something else now.
 * @param {HTMLElement} place
 * @param {boolean} [anew] whether something else is asked: then nobody has read them yet
 */
export function settle(place, anew = false) {
  const now = performance.now();
  const before = stood.get(place) ?? [];
  const last = Math.max(filled.get(place) ?? 0, place.id === "buttons" ? clicked.at : now);
  for (const each of place.querySelectorAll("button")) {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const chip = each.matches(".chip");
    const same = before.find((old) => old.text === meaning(each) && old.chip === chip && covers(old.box, x, y));
    const wait = !chip && before.some((old) => old.chip) ? 2 * SETTLES : SETTLES;
    const empty = !anew && now - last > SETTLES; // nothing stood there
    const meant = (isOwn() && !covers(box, clicked.x, clicked.y)) || empty;
    const at = same?.at ?? (meant ? 0 : now + wait);
    ready.set(each, at);
    const left = at - now;
    if (left <= 0) continue;
    each.classList.add("fresh");
    setTimeout(() => each.classList.remove("fresh"), left);
  }
}
addEventListener(
  "click",
  (event) => {
    const { target, detail, clientX: x, clientY: y, isTrusted } = event;
    const fresh = target instanceof Element && target.closest(".fresh");
    if (isTrusted && fresh && !detail && !isOwn()) return event.stopPropagation(); // keys are no faster than a mouse
    if (target instanceof Element && target.closest(".chip")) return; // words are no answer: nothing new is its doing
    if (isTrusted) clicked = detail ? { at: performance.now(), x, y } : { at: performance.now(), x: -1, y: -1 };
  },
  true,
);
