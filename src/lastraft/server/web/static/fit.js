// Texts of the drawing, measured in the browser: whatever the font and the language, none leaves its box.
//
// A text's box is the nearest rectangle around it in its group or in the groups above. A text too long for it becomes a
// little smaller, as far as it can be read, and narrower; a box with data-grow takes the width of its text instead.

const [LEVELS, EDGE, LEAST] = [3, 3, 11]; // px of the screen: no letter becomes smaller
/** @type {WeakMap<Element, string>} what was written and fitted already */
let fitted = new WeakMap();

/** @param {Element} element */
const isDrawn = (element) => element.getBoundingClientRect().width > 0;

/**
 * @param {SVGTextElement} text
 * @param {DOMRect} at
 */
function boxOf(text, at) {
  const begins = getComputedStyle(text).textAnchor === "start"; // its middle may be outside already
  const [x, y] = [at.x + (begins ? Math.min(30, at.width / 2) : at.width / 2), at.y + at.height / 2];
  let group = text.parentElement;
  for (let level = 0; group && level < LEVELS; level++, group = group.parentElement) {
    const around = [...group.querySelectorAll(":scope > rect")]
      .map((rect) => ({ rect, box: rect.getBoundingClientRect() }))
      .filter(({ box }) => box.left - 2 <= x && x <= box.right + 2 && box.top - 2 <= y && y <= box.bottom + 2);
    const [least] = around.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
    if (least) return least;
  }
  return null;
}

/**
 * How a text must change to fit, in two steps so that all is measured before anything is changed.
 * @param {SVGTextElement} text
 * @returns {(() => void) | null}
 */
function measured(text) {
  const at = text.getBoundingClientRect();
  const around = boxOf(text, at);
  const long = text.getComputedTextLength();
  if (!around || !long) return null;
  const { rect, box } = around;
  const scale = text.getScreenCTM()?.a ?? 1; // pixels of the screen for a unit of the drawing
  if (rect.hasAttribute("data-grow")) {
    const wide = long + (2 * Math.max(0, at.left - box.left)) / scale;
    return () => rect.setAttribute("width", wide.toFixed(1));
  }
  if (at.left >= box.left - 1 && at.right <= box.right + 1) return null;
  const { textAnchor, fontSize } = getComputedStyle(text);
  const middle = at.x + at.width / 2;
  const room = {
    start: box.right - EDGE - at.left,
    middle: 2 * Math.min(middle - box.left, box.right - middle) - 2 * EDGE,
    end: at.right - box.left - EDGE,
  }[textAnchor];
  const ratio = (room ?? 0) / at.width;
  if (ratio >= 1 || ratio < 0.3) return null;
  if (text.querySelector("[x], [dy]")) {
    return () => (text.style.fontSize = `${(parseFloat(fontSize) * ratio).toFixed(1)}px`); // several lines
  }
  const smaller = Math.min(1, Math.max(0.84, ratio, LEAST / (parseFloat(fontSize) * scale)));
  return () => {
    text.style.fontSize = `${(parseFloat(fontSize) * smaller).toFixed(1)}px`;
    text.setAttribute("textLength", (long * ratio).toFixed(1));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  };
}

/** Fit what is new or has changed. */
export function fitTexts() {
  const texts = /** @type {NodeListOf<SVGTextElement>} */ (document.querySelectorAll(":is(#moving, #look) text"));
  const fresh = [...texts].filter((text) => fitted.get(text) !== signature(text) && isDrawn(text));
  for (const text of fresh) {
    text.style.removeProperty("font-size");
    if (text.hasAttribute("lengthAdjust")) text.removeAttribute("textLength");
  }
  const changes = fresh.map(measured);
  for (const change of changes) change?.();
  for (const text of fresh) fitted.set(text, signature(text));
}

/** @param {SVGTextElement} text whose fitted size a new drawing may have taken away */
const signature = (text) =>
  [text.textContent, text.getAttribute("textLength"), text.style.fontSize, previousWidth(text), marks(text)].join("|");

/** @param {SVGTextElement} text for whom it says more */
const marks = (text) => text.closest(".bot, .gone")?.getAttribute("class");

/** @param {SVGTextElement} text */
const previousWidth = (text) => text.previousElementSibling?.getAttribute("width");

function fitAll() {
  fitted = new WeakMap();
  fitTexts();
}
const GLIDE = 450; // what has another place on a phone has arrived there
let width = innerWidth;
let timer = 0;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  clearTimeout(timer);
  timer = setTimeout(() => [fitAll(), setTimeout(fitAll, GLIDE)], GLIDE);
});
document.fonts?.ready.then(fitAll);
document.fonts?.addEventListener("loadingdone", fitAll);
