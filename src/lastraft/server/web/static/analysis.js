// A finished game looked at again: everybody's chances as a chart, the moves that cost somebody most, and where
// chances fell.

import { byId, create, need, shape } from "./common.js";

/** @import { Analysis, Costly } from "./types.d.ts" */

const [LEFT, RIGHT, TOP, BOTTOM] = [28, 88, 8, 24];
const [LOW, HIGH, BROAD] = [200, 320, 800]; // how high it is, and from which width on it is higher
let [wide, high] = [560, LOW]; // as wide as there is room, so that texts keep their size
const [RETRY, TOO_FAST] = [20_000, 429];

/** @type {Analysis | null} */
let found = null;
let seat = -1;
/** @type {(number: number, costly?: Costly) => void} */
let jump = () => {};

const section = byId("analysis");
const words = section?.dataset ?? {};
/** @param {number} number */
const across = (number) => LEFT + ((wide - LEFT - RIGHT) * number) / Math.max(1, found?.numbers.at(-1) ?? 1);
/** @param {number} chance */
const up = (chance) => TOP + (high - TOP - BOTTOM) * (1 - chance / 100);

/**
 * Fetch the analysis and show it; while the server prepares it, ask again.
 * @param {(number: number, costly?: Costly) => void} whenChosen
 */
export async function analyse(whenChosen, tries = 15) {
  if (!section || found) return;
  jump = whenChosen;
  const answer = await fetch(words.from ?? "").catch(() => null);
  const judging = need("judging");
  if (answer?.status !== 200) {
    const never = answer && answer.status >= 400 && answer.status < 500 && answer.status !== TOO_FAST;
    if (tries && !never) setTimeout(() => analyse(whenChosen, tries - 1), RETRY);
    else judging.textContent = judging.dataset.failed ?? "";
    return;
  }
  found = /** @type {Analysis} */ (await answer.json());
  section.hidden = false;
  judging.hidden = true;
  look(found.you);
  const figure = /** @type {HTMLElement} */ (section.querySelector("figure"));
  new ResizeObserver(() => {
    if (found && figure.clientWidth && room(figure) !== wide) drawChart(found);
  }).observe(figure);
}

/**
 * Show it from a seat's side.
 * @param {number} whose
 */
export function look(whose) {
  if (!found || !section) return;
  seat = whose;
  drawChart(found);
  const decided = /** @type {HTMLElement} */ (section.querySelector(".decided"));
  decided.lastElementChild?.replaceChildren(found.downfalls[seat] ?? "");
  decided.hidden = !found.downfalls[seat];
  listCostly(found);
  listFalls(found);
}

/** @param {HTMLElement} figure */
const room = (figure) => Math.min(900, Math.max(280, figure.clientWidth));
/** @param {Analysis} analysis */
const own = ({ costly }) => costly.filter((each) => each.seat === seat);
/** @param {Analysis} analysis @param {number} each whoever's eyes see it is called as on the board */
const nameOf = ({ names }, each) => (each === seat ? (words.you ?? "") : names[each]);

/** @param {(string | undefined)[]} parts */
const when = (...parts) => parts.filter(Boolean).join(" \u00b7 ");

/**
 * A text of the chart; names are never markup.
 * @param {number} x
 * @param {number} y
 * @param {string} said
 * @param {string} [className]
 */
function text(x, y, said, className) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "text");
  element.setAttribute("x", String(x));
  element.setAttribute("y", String(y));
  if (className) element.setAttribute("class", className);
  element.textContent = said;
  return element;
}

/** @param {Analysis} analysis */
function drawChart(analysis) {
  const { numbers, chances, names, stages, win } = analysis;
  const figure = /** @type {HTMLElement} */ (section?.querySelector("figure"));
  const caption = /** @type {HTMLElement} */ (figure.querySelector("figcaption b"));
  wide = room(figure);
  high = wide < BROAD ? LOW : HIGH;
  caption.textContent = (win ? caption.dataset.win : caption.dataset.escape) ?? "";
  const texts = [0, 25, 50, 75, 100].map((value) => text(LEFT - 6, up(value) + 4, String(value), "scale up"));
  const grid = [0, 25, 50, 75, 100].map((value) => `<path d="M${LEFT} ${up(value)}H${wide - RIGHT}"/>`);
  let free = -Infinity; // where there is no room for a heading, its number is enough
  stages.forEach(([number, heading], i) => {
    const x = across(number);
    const half = heading.length * 3.2;
    const next = across(stages[i + 1]?.[0] ?? Infinity);
    const short = heading.match(/\d+/)?.[0] ?? heading;
    const whole = Math.max(x, half + 3) - half > free && x + half + 8 < Math.min(next, wide - 4);
    const said = whole ? heading : short;
    const middle = Math.max(x, said.length * 3.2 + 3); // whole at the left edge
    if (middle - said.length * 3.2 <= free) return;
    free = middle + said.length * 3.2 + 4;
    grid.push(`<path class="turn" d="M${x} ${TOP}V${high - BOTTOM}"/>`);
    texts.push(text(middle, high - 6, said, "scale"));
  });
  const order = names.map((_, each) => each).sort((a, b) => Number(a === seat) - Number(b === seat));
  const lines = order.map((each) => {
    const points = numbers.map((number, i) => `${across(number).toFixed(1)},${up(chances[i][each]).toFixed(1)}`);
    return `<polyline class="s${each}${each === seat ? " own" : ""}" points="${points.join(" ")}"/>`;
  });
  const marks = own(analysis).map(({ number }, i) => {
    const [x, y] = [across(number), up(at(analysis, number)[seat])];
    return `<g class="mark" data-i="${i}"><circle cx="${x}" cy="${y}" r="9"/><text x="${x}" y="${y + 4}">${i + 1}</text></g>`;
  });
  const shapes = ends(analysis).map(([each, y]) => {
    const x = wide - RIGHT + 6;
    texts.push(text(x + 17, y + 4, nameOf(analysis, each), each === seat ? "end-name own" : "end-name"));
    return `<use class="s${each}" href="#shape-${each}" x="${x}" y="${y - 6}" width="12" height="12"/>`;
  });
  figure.querySelectorAll("svg, output").forEach((each) => each.remove());
  figure.insertAdjacentHTML(
    "beforeend",
    `<svg viewBox="0 0 ${wide} ${high}" role="img"><g class="axes">${grid.join("")}</g>${lines.join("")}
      ${marks.join("")}${shapes.join("")}<path class="cursor" d=""/></svg><output></output>`,
  );
  const drawing = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
  drawing.append(...texts);
  drawing.setAttribute("aria-label", caption.textContent);
  bindChart(drawing, analysis);
}

/**
 * Everybody's chances after so many moves.
 * @param {Analysis} analysis
 * @param {number} number
 */
const at = ({ numbers, chances }, number) => chances[Math.max(0, numbers.filter((each) => each <= number).length - 1)];

/**
 * Where the lines' names stand: one under the other where lines end together.
 * @param {Analysis} analysis
 * @returns {[seat: number, y: number][]}
 */
function ends({ names, chances }) {
  const last = chances[chances.length - 1];
  const before = chances[Math.max(0, chances.length - 2)];
  const order = names.map((_, each) => each).sort((a, b) => last[b] - last[a] || before[b] - before[a]);
  const step = Math.min(16, (high - BOTTOM - TOP + 8) / names.length);
  let y = TOP - step;
  return order.map((each, i) => {
    const lowest = high - BOTTOM + 4 - (order.length - 1 - i) * step;
    y = Math.min(lowest, Math.max(y + step, up(last[each])));
    return [each, y];
  });
}

/**
 * @param {SVGSVGElement} drawing
 * @param {Analysis} analysis
 */
function bindChart(drawing, analysis) {
  let pressed = false;
  /** @param {PointerEvent} event */
  const numberAt = (event) => {
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * wide;
    const last = analysis.numbers.at(-1) ?? 0;
    return Math.round(Math.min(1, Math.max(0, (x - LEFT) / (wide - LEFT - RIGHT))) * last);
  };
  drawing.addEventListener("pointermove", (event) => {
    cursor(numberAt(event));
    if (pressed) jump(numberAt(event));
  });
  drawing.addEventListener("pointerdown", (event) => {
    const mark = event.target instanceof Element ? event.target.closest(".mark") : null;
    if (mark) return openCostly(Number(mark.getAttribute("data-i")));
    pressed = true;
    drawing.setPointerCapture(event.pointerId);
    jump(numberAt(event));
  });
  drawing.addEventListener("pointerup", () => (pressed = false));
}

/**
 * A line at a move, with everybody's chances there.
 * @param {number} number
 */
export function cursor(number) {
  const line = section?.querySelector(".cursor");
  if (!found || !line || !Number.isFinite(number)) return; // nothing is shown yet
  line.setAttribute("d", `M${across(number)} ${TOP}V${high - BOTTOM}`);
  const analysis = found;
  const values = at(analysis, number);
  const output = /** @type {HTMLElement} */ (section?.querySelector("output"));
  const parts = analysis.names.map((_, each) => {
    const part = create("span", undefined, `s${each}`);
    part.append(shape(each), `${nameOf(analysis, each)} ${Math.round(values[each])} %`);
    return part;
  });
  const stage = analysis.stages.findLast(([begin]) => begin <= number)?.[1];
  const mover = analysis.movers[number - 1];
  output.replaceChildren(create("b", when(stage, mover === undefined ? "" : nameOf(analysis, mover))), ...parts);
}

/** @param {Analysis} analysis */
function listCostly(analysis) {
  const list = /** @type {HTMLElement} */ (section?.querySelector(".costly"));
  const title = /** @type {HTMLElement} */ (list.previousElementSibling);
  const mine = seat === analysis.you;
  title.hidden = list.hidden = seat < 0;
  title.textContent = (mine ? words.yours : (words.whose ?? "").replace("{name}", analysis.names[seat] ?? "")) ?? "";
  const rows = own(analysis).map((each, i) => {
    const button = create("button");
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    const cost = create("span", undefined, "cost");
    const instead = (words.instead ?? "").replace("{n}", String(each.before));
    cost.append(create("b", `${each.after} %`), create("small", instead));
    const what = create("span", undefined, "sides");
    what.append(create("small", when(each.stage, each.asked)));
    for (const kind of /** @type {const} */ (["played", "better"])) {
      const line = create("span", undefined, kind);
      line.append(create("small", words[kind]), create("b", each[kind]));
      what.append(line);
    }
    button.append(create("i", String(i + 1)), what, cost, create("span", each.why, "why"));
    button.addEventListener("click", () => openCostly(i));
    const row = create("li");
    row.append(button);
    return row;
  });
  const won = (analysis.chances.at(-1)?.[seat] ?? 0) > 0;
  const nothing = [words.nothing, won && words.praise].filter(Boolean).join(" ");
  list.replaceChildren(...(rows.length ? rows : [create("li", nothing)]));
}

const NOTHING = 3; // so few points of chance are no change
/** @param {Analysis} analysis */
function listFalls(analysis) {
  const { falls, sank, names, you, downfalls } = analysis;
  const list = /** @type {HTMLElement} */ (section?.querySelector(".falls"));
  const title = /** @type {HTMLElement} */ (list.previousElementSibling);
  const mine = falls.filter((each) => each.seat === seat);
  const slowly = sank[seat] && !own(analysis).length && !downfalls[seat];
  title.hidden = list.hidden = seat < 0 || !(mine.length || slowly);
  title.textContent = (seat === you ? words.fell : (words.theirs ?? "").replace("{name}", names[seat] ?? "")) ?? "";
  const rows = mine.map((each) => {
    const change = Math.abs(each.after - each.before) < NOTHING ? 0 : each.after - each.before; // no more than chance
    const button = create("button", undefined, change > 0 ? "rose" : change ? "" : "same");
    button.type = "button";
    const what = create("span", undefined, "sides");
    const turn = each.mover === seat ? "" : (words.turn ?? "").replace("{name}", nameOf(analysis, each.mover));
    what.append(create("small", when(each.stage, turn)), create("span", each.said));
    const cost = create("span", undefined, "cost");
    cost.append(create("b", `${each.before} \u2192 ${each.after} %`));
    button.append(create("i", change > 0 ? "\u2191" : change ? "\u2193" : "\u2022"), what, cost);
    button.addEventListener("click", () => {
      cursor(each.number);
      jump(each.number);
    });
    const row = create("li");
    row.append(button);
    return row;
  });
  list.replaceChildren(...(rows.length ? rows : [create("li", words.slowly)]));
}

/** @param {number} i */
export function openCostly(i) {
  const costly = found ? own(found)[i] : undefined;
  if (!costly) return;
  section?.querySelectorAll(".costly:not(.falls) button").forEach((each, at) => {
    each.setAttribute("aria-expanded", String(at === i));
  });
  cursor(costly.number);
  jump(costly.number, costly);
}
