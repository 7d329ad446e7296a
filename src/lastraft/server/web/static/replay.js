// The game again: played, paused, and gone through by move, turn, day and event. The server sends the table as it stood
// after each step, and once where days, turns and events lie.

import { analyse, cursor, look, openCostly } from "./analysis.js";
import { clearArrows, drawArrow } from "./arrows.js";
import { byId, capital, create, need, shape, store, stored, words } from "./common.js";
import { mark, picture, redraw, scrollsByKeyboard, settled, unmark } from "./drawing.js";
import { keep, keptAnswer } from "./offline.js";
import { fillStrip, lines, people, seated, seatOf, stage, thread } from "./log.js";
import { enqueue, playAt, skip } from "./stage.js";

/** @import { Costly, Moment, Timeline } from "./types.d.ts" */

/**
 * Moves of one seat in a row, and the step before them.
 * @typedef {{ begin: number, seat: number, moves: number, day: number }} Turn
 */

const [REST, AGAIN] = [900, 2500]; // ms: a move at 1x; until a running game is asked again
const [KEPT, MANY] = [8, 12]; // moments; days, of which then only those are listed on which something happened
const slider = need("at-move");
const from = slider.dataset.from ?? "";
const transport = /** @type {HTMLElement} */ (document.querySelector(".transport"));
const query = new URLSearchParams(location.search);

/** @param {string} selector */
const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

let shown = NaN; // the step that is drawn
let wanted = 0;
let running = 0; // raised when what plays by itself stops, or goes on elsewhere
let plays = false;
let times = Number(stored("replay-speed")) || 1;

// -- with whose eyes -------------------------------------------------------------------------------------------------

const eyes = all("#eyes [data-seat]");
/** @type {number | null} */
let seat = null;
/** @type {string[]} */
const names = JSON.parse(slider.dataset.names ?? "[]");
seated(names.map((name, seat) => ({ seat, name })));

/** @param {number} whose */
function lookAs(whose) {
  seat = whose;
  for (const each of eyes) {
    const on = Number(each.dataset.seat) === whose;
    each.setAttribute("aria-pressed", String(on));
    if (on) need("seen-by").textContent = each.ariaLabel;
  }
}

// -- what the server tells --------------------------------------------------------------------------------------------

/** @type {Timeline} */
let timeline = { count: Number(slider.max), over: false, told: [], days: [], events: [] };
/** @type {Turn[]} */
let turns = [];
/** @type {Map<string, Promise<Moment | null>>} */
let kept = new Map();

/** @param {string} path */
async function ask(path) {
  const eye = seat === null ? "" : `${path.includes("?") ? "&" : "?"}seat=${seat}`;
  const answer = await fetch(`${from}/${path}${eye}`).catch(() => null);
  if (!answer) return keptAnswer(from, path, seat);
  return answer.ok ? answer.json() : null;
}

/** @param {number} step */
function momentAt(step) {
  const key = `${seat} ${step}`;
  /** @type {Promise<Moment | null>} */
  const moment = kept.get(key) ?? ask(String(step));
  kept.set(key, moment);
  if (kept.size > KEPT) kept.delete(String(kept.keys().next().value));
  moment.then((found) => found || kept.delete(key)); // it is asked for again
  return moment;
}

/** @param {number} after */
async function load(after) {
  const whose = seat;
  /** @type {Timeline | null} */
  const more = await ask(`timeline?after=${after}`);
  if (!more || whose !== seat || (after >= 0 && after !== timeline.count)) return false; // something else came first
  const fresh = after < 0;
  timeline = {
    ...more,
    told: fresh ? more.told : [...timeline.told, ...more.told],
    days: fresh ? more.days : [...timeline.days, ...more.days],
    events: fresh ? more.events : [...timeline.events, ...more.events],
  };
  turns = turnsOf(timeline);
  slider.max = String(more.count);
  return true;
}

/**
 * Turns are the moves of one seat in a row. What somebody throws in between is no turn, and a part of the game that is
 * not numbered (setting up) is one.
 * @param {Timeline} timeline
 */
function turnsOf({ told, days }) {
  /** @type {Turn[]} */
  const runs = [];
  let before = 0;
  for (const [step, mover] of told) {
    const day = days.findLastIndex(([first]) => first < step);
    const whose = /^$|\d/.test(days[day]?.[1] ?? "") ? mover : -1;
    const last = runs.at(-1);
    if (last && last.day === day && (last.seat === whose || (whose < 0 && last.seat < 0))) last.moves++;
    else if (step && (whose >= 0 || last?.day !== day)) runs.push({ begin: before, seat: whose, moves: 1, day });
    before = step;
  }
  return runs.filter((run, i) => {
    const [before, next] = [runs[i - 1], runs[i + 1]];
    const thrownIn = run.moves === 1 && before?.seat === next?.seat && before?.day === next?.day;
    const goesOn = runs[i - 2]?.seat === run.seat && before?.moves === 1 && runs[i - 2]?.day === run.day;
    return !(before && next && thrownIn) && !goesOn;
  });
}

// -- going there -----------------------------------------------------------------------------------------------------

/**
 * Show the table after a step; what led there is played if that was the last thing that happened.
 * @param {number} step
 * @param {{ staged?: boolean, costly?: Costly }} [how]
 */
async function go(step, { staged = false, costly } = {}) {
  const mine = ++wanted;
  const to = Math.min(Math.max(step, 0), timeline.count);
  slider.value = String(to);
  const moment = await momentAt(to);
  if (mine !== wanted) return false;
  if (!moment) {
    slider.value = String(shown || 0);
    pause();
    return false;
  }
  skip();
  shown = to;
  follow(); // while it plays, too
  await new Promise((played) =>
    enqueue({
      steps: staged ? (moment.staging ?? []) : [],
      asks: false,
      stays: true,
      paint: () => redraw(moment.drawing),
      tell: () => tell(moment, costly),
      played: () => played(undefined),
    }),
  );
  if (mine !== wanted) return false;
  momentAt(nextTold(to) ?? to);
  return true;
}

/** What is told has a place of one size: it is smaller if need be, and else scrolls. */
function fitCaption() {
  const caption = /** @type {HTMLElement} */ (document.querySelector(".dock > .now"));
  caption.classList.remove("long");
  caption.classList.toggle("long", caption.scrollHeight > caption.clientHeight + 1);
  caption.scrollTop = 0;
  scrollsByKeyboard(caption);
}
addEventListener("resize", fitCaption);

/**
 * @param {Moment} moment
 * @param {Costly} [costly]
 */
async function tell(moment, costly) {
  const mine = wanted;
  stage(moment.stage);
  fillStrip(moment.strip);
  need("move-text").textContent = moment.title;
  const ends = (/** @type {string} */ said) => (/[.!?:…»”]$/.test(said) ? said : `${said} \u00b7`); // a heading has no full stop
  need("move-said").textContent = (moment.said ?? [])
    .map((said, i, all) => (i < all.length - 1 ? ends(said) : said))
    .join(" ");
  fitCaption();
  slider.setAttribute("aria-valuetext", [moment.title, moment.stage.heading].filter(Boolean).join(", "));
  const before = lines(moment.before);
  before.forEach((line) => line.classList.add("before"));
  const log = need("log");
  log.replaceChildren(...before, ...lines(moment));
  [...log.children].forEach((line) => thread(/** @type {HTMLElement} */ (line)));
  log.scrollTop = log.scrollHeight;
  unmark("pointed");
  mark((moment.things ?? []).flat(), "pointed", true);
  cursor(shown);
  follow();
  clearArrows();
  if (!plays) remember();
  if (!costly) return;
  const words = need("analysis").dataset;
  unmark("pointed");
  await settled();
  if (mine !== wanted) return;
  drawArrow(costly.played_things, "played", words.played);
  drawArrow(costly.better_things, "better", words.better);
}

/** The address is that of the moment that is shown. */
function remember() {
  const eye = seat === null ? "" : `&seat=${seat}`;
  history.replaceState(null, "", `${location.pathname}?move=${shown}${eye}`);
}

/** @param {number} step */
const nextTold = (step) => timeline.told.find(([each]) => each > step)?.[0];
/** @param {number} step */
const lastTold = (step) => timeline.told.findLast(([each]) => each < step)?.[0] ?? 0;

/** @param {number} by */
function stepBy(by) {
  pause();
  if (by < 0) return go(lastTold(shown));
  return go(nextTold(shown) ?? timeline.count, { staged: true });
}

/**
 * Show the table before a step, then play that.
 * @param {number} step
 */
async function goToEvent(step) {
  running++;
  if (!(await go(Math.max(0, step - 1))) || !(await go(step, { staged: step > 0 }))) return;
  if (plays) play();
}

/** @param {string} kind */
const places = (kind) =>
  kind === "turn"
    ? turns.map(({ begin }) => begin)
    : [...new Set((kind === "day" ? timeline.days : timeline.events.map(({ step }) => [step])).map(([step]) => step))];

/**
 * Where a jump leads: to the next place of a kind, or to the one before.
 * @param {string} kind
 * @param {number} by
 */
function target(kind, by) {
  const there = by > 0 ? places(kind).find((step) => step > shown) : places(kind).findLast((step) => step < shown);
  return there ?? (kind === "event" ? undefined : by > 0 ? timeline.count : 0);
}

/**
 * @param {string} kind
 * @param {number} by
 */
function jumpBy(kind, by) {
  const step = target(kind, by);
  if (step === undefined) return;
  if (kind === "event") goToEvent(step);
  else jump(step);
}

/**
 * @param {number} step
 * @param {Costly} [costly]
 */
async function jump(step, costly) {
  running++;
  if (costly) pause();
  if (costly && seat !== costly.seat) await see(costly.seat, costly.number, costly);
  else if ((await go(step, { costly })) && plays) play();
}

/**
 * @param {number} whose
 * @param {number} [step]
 * @param {Costly} [costly]
 */
async function see(whose, step = shown, costly) {
  running++;
  lookAs(whose);
  look(whose);
  const [there] = await Promise.all([go(step, { costly }), load(-1)]);
  list();
  if (there && plays) play();
}

// -- playing ---------------------------------------------------------------------------------------------------------

/** @param {number} ms */
const rest = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

async function play() {
  const mine = ++running;
  say(true);
  if (timeline.over && nextTold(shown) === undefined) await go(0);
  while (mine === running) {
    const step = nextTold(shown);
    const began = performance.now();
    if (step !== undefined) {
      if (!(await go(step, { staged: true }))) break;
    } else if (timeline.over) break;
    await rest(began + REST / times - performance.now());
  }
  if (mine === running) pause();
}

function pause() {
  if (!plays) return;
  running++;
  say(false);
  if (!Number.isNaN(shown)) remember();
}

/** @param {boolean} on */
function say(on) {
  plays = on;
  const button = need("play");
  button.classList.toggle("on", on);
  button.title = button.ariaLabel = (on ? button.dataset.pause : button.dataset.play) ?? "";
}

/** @param {number} chosen */
function setTimes(chosen) {
  times = chosen;
  playAt(times);
  store("replay-speed", times);
  for (const each of all("[data-times]"))
    each.setAttribute("aria-pressed", String(Number(each.dataset.times) === times));
}

// -- days, turns and events ------------------------------------------------------------------------------------------

/** @param {number} step */
const across = (step) => (100 * step) / Math.max(1, timeline.count);
/** @param {number} step */
const dayAt = (step) => timeline.days.findLast(([first]) => first <= step)?.[1] ?? "";
/** @param {number} whose whoever's eyes see it is called as on the board */
const nameOf = (whose) =>
  whose === seat ? capital(words.you ?? "") : (people.find((each) => each.seat === whose)?.name ?? "");

function list() {
  const strip = need("marks");
  strip.replaceChildren(
    ...timeline.events.map(({ step, said = [], things = [], looks = [] }) => {
      const whose = seatOf(said[0] ?? "", things[0] ?? []);
      const spot = create("i", undefined, `${looks[0]?.[1] ?? ""} ${whose < 0 ? "" : `s${whose}`}`);
      spot.style.left = `${across(step)}%`;
      spot.title = said.join(" ");
      return spot;
    }),
  );
  let free = -Infinity;
  const wide = need("days").clientWidth;
  need("days").replaceChildren(
    ...timeline.days.flatMap(([step, heading], i) => {
      const number = heading.match(/\d+/)?.[0] ?? heading;
      const x = (across(step) / 100) * wide;
      const next = i + 1 < timeline.days.length ? (across(timeline.days[i + 1][0]) / 100) * wide : wide;
      const text = x + 10 + heading.length * 7.5 < next ? heading : number;
      if (x < free || x > wide - 12) return [];
      free = x + 6 + text.length * 7.5;
      const day = create("span", text);
      day.style.left = `${across(step)}%`;
      return [day];
    }),
  );
  fillRows("happened", eventRows());
  fillRows("turns", turnRows());
  /** @type {HTMLElement} */ (document.querySelector("#happened > p")).hidden = timeline.events.length > 0;
  follow();
}

/**
 * @param {string} id
 * @param {HTMLElement[]} rows
 */
function fillRows(id, rows) {
  need(id)
    .querySelector(".rows")
    ?.replaceChildren(...rows);
}

/**
 * @param {number} step
 * @param {string} text
 * @param {() => void} choose
 * @param {...(Node | string)} before
 */
function row(step, text, choose, ...before) {
  const item = create("li");
  const button = create("button");
  button.type = "button";
  button.dataset.at = String(step);
  button.append(...before, create("span", text));
  button.addEventListener("click", () => {
    document.body.classList.remove("sheet-open");
    choose();
  });
  item.append(button);
  return item;
}

/** @param {number} day */
function dayRow(day) {
  const [step, heading] = timeline.days[day];
  const told = timeline.events.find((each) => each.step === step && each.said?.[0]?.startsWith(heading))?.said?.[0];
  const rest = told?.slice(heading.length).replace(/^[\s:.,]+/, "") ?? "";
  const item = row(step, rest, () => jump(step), create("b", heading));
  item.classList.add("day");
  return item;
}

function eventRows() {
  /** @type {[step: number, row: HTMLElement][]} */
  const days = timeline.days.map(([step], i) => [step, dayRow(i)]);
  const events = timeline.events.flatMap(({ step, day, said = [], things = [], looks = [] }) => {
    const [symbol, tone] = looks[0] ?? [];
    if (said[0]?.startsWith(dayAt(step)) && timeline.days.some(([first]) => first === step)) return [];
    const whose = seatOf(said[0] ?? "", things[0] ?? []);
    const art = symbol ? picture(`#${symbol}`, `s${whose}`) : "";
    const item = row(step, said.join(" "), () => goToEvent(step), art || shape(whose));
    item.classList.add(...[tone, whose < 0 ? "" : `s${whose}`].filter(Boolean));
    const ends = day && day !== dayAt(step) ? 0.5 : 0; // it happened before the heading that came with it
    return [/** @type {[number, HTMLElement]} */ ([step - ends, item])];
  });
  const rows = [...days, ...events].sort(([a], [b]) => a - b).map(([, item]) => item);
  const isDay = (/** @type {HTMLElement | undefined} */ item) => !item || item.matches(".day");
  return days.length < MANY ? rows : rows.filter((item, i) => !isDay(item) || !isDay(rows[i + 1]));
}

function turnRows() {
  let day = -1;
  return turns.flatMap((turn) => {
    const head = turn.day >= 0 && turn.day !== day ? [dayRow(turn.day)] : [];
    day = turn.day;
    if (turn.seat < 0) return head;
    const item = row(turn.begin, nameOf(turn.seat), () => jump(turn.begin), shape(turn.seat));
    item.classList.add(`s${turn.seat}`);
    return [...head, item];
  });
}

/** The lists show where one is; the buttons say where they lead. */
function follow() {
  for (const drawer of all("#happened, #turns")) {
    const rows = /** @type {HTMLElement[]} */ ([...drawer.querySelectorAll("[data-at]")]);
    const here = rows.findLast((each) => Number(each.dataset.at) <= shown);
    for (const each of rows) each.removeAttribute("aria-current");
    here?.setAttribute("aria-current", "step");
    if (!here || drawer.hidden || drawer.matches(":hover")) continue;
    const [at, pane] = [here.getBoundingClientRect(), drawer.getBoundingClientRect()];
    if (at.top < pane.top || at.bottom > pane.bottom) drawer.scrollTop += at.top - pane.top - pane.height / 3;
  }
  slider.style.setProperty("--done", String(across(shown) / 100));
  const words = transport.dataset;
  for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-jump]"))) {
    const [kind, by] = [button.dataset.jump ?? "", Number(button.dataset.by)];
    const step = target(kind, by);
    button.disabled = step === undefined || step === shown;
    const turn = kind === "turn" && turns.find(({ begin }) => begin === step);
    const where =
      kind === "event"
        ? by < 0
          ? words.eventBack
          : words.eventOn
        : turn && turn.seat >= 0
          ? turn.seat === seat
            ? words.own
            : (words.turn ?? "").replace("{name}", nameOf(turn.seat))
          : step === 0 || step === undefined
            ? words.first
            : timeline.over && step === timeline.count
              ? words.last
              : dayAt(step);
    const key = { event: ["PageUp", "PageDown"], day: ["Home", "End"], turn: ["Shift+\u2190", "Shift+\u2192"] }[kind];
    button.ariaLabel = where ?? "";
    button.title = `${where} (${key?.[by < 0 ? 0 : 1]})`;
  }
}

// -- hands -----------------------------------------------------------------------------------------------------------

slider.addEventListener("input", () => {
  pause();
  const step = Number(slider.value);
  go(step, { staged: step === shown + 1 });
});
need("play").addEventListener("click", () => (plays ? pause() : play()));
for (const each of all("[data-step]")) each.addEventListener("click", () => stepBy(Number(each.dataset.step)));
for (const each of all("[data-jump]")) {
  each.addEventListener("click", () => jumpBy(each.dataset.jump ?? "", Number(each.dataset.by)));
}
const speeds = all("[data-times]");
speeds.forEach((each, i) => {
  each.addEventListener("click", () => {
    const next = each.ariaPressed === "true" ? speeds[(i + 1) % speeds.length] : each;
    setTimes(Number(next.dataset.times)); // where there is room for one only, that goes on to the next
  });
});
for (const each of eyes) each.addEventListener("click", () => see(Number(each.dataset.seat)));

/**
 * A click above the line leads to what is nearest there.
 * @param {string} id
 * @param {(step: number) => void} choose
 */
function clicksOn(id, choose) {
  const strip = need(id);
  strip.addEventListener("click", ({ clientX }) => {
    const { left, width } = strip.getBoundingClientRect();
    const step = ((clientX - left) / Math.max(1, width)) * timeline.count;
    const there = id === "marks" ? places("event") : places("day");
    const [nearest] = there.sort((a, b) => Math.abs(a - step) - Math.abs(b - step));
    if (nearest !== undefined) choose(nearest);
  });
}
clicksOn("marks", goToEvent);
clicksOn("days", (step) => jump(step));

/** @type {Record<string, (event: KeyboardEvent) => void>} */
const KEYS = {
  " ": () => (plays ? pause() : play()),
  ArrowLeft: ({ shiftKey }) => (shiftKey ? jumpBy("turn", -1) : stepBy(-1)),
  ArrowRight: ({ shiftKey }) => (shiftKey ? jumpBy("turn", 1) : stepBy(1)),
  Home: () => jumpBy("day", -1),
  End: () => jumpBy("day", 1),
  PageUp: () => jumpBy("event", -1),
  PageDown: () => jumpBy("event", 1),
};
let pointed = false; // what was clicked does not keep keys for itself, what was reached by Tab does
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener("keyup", (event) => event.key === " " && pointed && event.preventDefault(), true);
addEventListener(
  "keydown",
  (event) => {
    const { key, target: at } = event;
    if (key === "Tab") pointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[123]$/.test(key)) return openCostly(Number(key) - 1);
    const keeps = key === " " ? "button, a" : "[role=tab]";
    if (!KEYS[key] || (!pointed && at instanceof Element && at.matches(keeps))) return;
    event.preventDefault();
    event.stopPropagation();
    KEYS[key](event);
  },
  true,
);

// A running game is asked again for what came; when it is over all of it lies open, and its steps are others.
if (slider.dataset.runs !== undefined) {
  setInterval(async () => {
    if (document.hidden) return;
    const { count } = timeline;
    if (!(await load(count))) return;
    if (timeline.over) return location.replace(`${location.pathname}?move=${shown}${plays ? "&play" : ""}`);
    if (timeline.count === count) return;
    if (timeline.count < count) {
      kept = new Map(); // a move was taken back
      await load(-1);
      if (shown > timeline.count) go(timeline.count);
    }
    list();
  }, AGAIN);
}

setTimes(times);
const own = query.get("seat") ?? eyes.find((each) => each.ariaPressed === "true")?.dataset.seat;
if (eyes.length) lookAs(eyes.some((each) => each.dataset.seat === own) ? Number(own) : -1);
const event = query.get("event");
const begin = Number(event ?? query.get("move") ?? 0) || 0;
Promise.all([go(event === null ? begin : begin - 1), load(-1)]).then(async () => {
  list();
  if (event !== null) await goToEvent(begin);
  if (query.has("play")) play();
  if (timeline.over && navigator.onLine) keep(from, seat).catch(() => {});
});
addEventListener("resize", list);
if (byId("analysis")) {
  analyse(jump).then(() => {
    look(seat ?? -1);
    cursor(shown);
  });
  if (query.has("odds")) document.getElementById("tab-odds")?.click();
}
