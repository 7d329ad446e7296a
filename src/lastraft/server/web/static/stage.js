// The stage: plays what a move brought, before and while the drawing changes. It knows no game.
//
// The server sends each move with steps: beats that play together, and their sentence. What each message brings is one
// item of a queue. Nothing that plays holds up an answer: see `play` for how the queue catches up.

import { set } from "./app.js";
import { byId, create, isStill, page, SETTLES, stored, words } from "./common.js";
import { elements, picture, unmark } from "./drawing.js";
import { sound } from "./sound.js";

/** @import { Cue, Item, Step } from "./types.d.ts" */

/** @type {Record<string, number>} how much longer than normal */
const SPEEDS = { slow: 1.6, normal: 1, fast: 0.45, off: 0 };
const SCENES = 0.75; // a scene is never faster; who wants none sees those of the end
const WAIT = 2500; // ms that a question waits at most for what plays before it
const KEPT = 60000; // ms that a card stays at most for its reader
const [MANY, BEHIND, FASTEST] = [3, 12000, 5]; // items, then twice as fast; ms, then jump; times as fast, then jump
const [STAGGER, LONGEST] = [120, 700]; // ms between the moves of a turn that is played as one, and from first to last
const LIGHT = new Set(["fly", "count", "spotlight", "rise", "point", "glide"]); // play on the drawing after the move
const LIFTS = new Set(["lift", "turn", "sink", "fade", "swallow"]); // need things as they were before it
const CALM = new Set(["card", "spotlight", "roll", "count"]); // what is left with reduced motion
const HEARD = new Set(["loss", "rescue", "death", "vote", "end"]); // what is left of the sound without staging
const PAINTS = ["dark", "dawn", "deep", "fallout", "gold", "lava", "storm"];

const board = byId("board");
const prompt = /** @type {HTMLElement | null} */ (document.querySelector(".table > .prompt"));

/** @type {Item[]} */
const queue = [];
let round = 0; // raised when everything that plays is dropped
let [playing, covered] = [false, false];
let [held, late] = [false, false]; // whether nothing is played for now, and what came meanwhile is yet to be played
/** @type {Animation[]} */
let running = [];
/** @type {Step[]} of the item that plays */
let steps = [];
let [at, from] = [0, 0]; // the one that plays, and up to which they are skipped
let begun = 0; // when the last scene began

// -- speed ---------------------------------------------------------------------------------------------------------

const chooser = byId("speed");
let speed = stored("speed") ?? "normal";
SPEEDS[speed] ??= Number(speed) || 1; // pictures of what plays are taken while it plays very slowly
if (chooser) {
  const [bar, menu] = [chooser.closest(".stage-tools"), document.querySelector(".menu-list")];
  const narrow = matchMedia("(max-width: 600px)");
  const place = () => (narrow.matches && menu ? menu : bar)?.prepend(/** @type {Element} */ (chooser.parentElement));
  narrow.addEventListener("change", place);
  place();
  chooser.value = speed;
  chooser.addEventListener("change", () => {
    speed = chooser.value;
    set("speed", speed);
    if (!SPEEDS[speed]) skip();
  });
  addEventListener("set", () => (chooser.value = speed = stored("speed") ?? speed)); // on another device
}

/**
 * Play so many times as fast as normal, whatever is chosen for tables.
 * @param {number} times
 */
export function playAt(times) {
  speed = String(1 / times);
  SPEEDS[speed] = 1 / times;
}

// -- the queue -----------------------------------------------------------------------------------------------------

/** @param {Item} item */
function prepare(item) {
  if (!item.prepared) item.prepare?.();
  item.prepared = true;
}

/**
 * @param {Item} item
 * @param {boolean} playing whether it still plays
 */
function show(item, playing = false) {
  prepare(item);
  if (!item.painted) item.paint(playing);
  item.painted = true;
  if (!item.told) item.tell();
  item.told = true;
}

/** @param {Item} item */
function end(item) {
  show(item);
  item.count?.();
  item.played?.();
}

/** @param {Item} item */
const lasts = ({ steps }) => steps.reduce((sum, step) => sum + stepLasts(step), 0);
/** @param {Step} step */
const stepLasts = ({ beats }) =>
  Math.max(0, ...beats.map((beat) => (isKept(beat) ? KEPT : beat.ms + (beat.after ?? 0))));
/** @param {Cue} beat whether it stays until somebody dismisses it */
const isKept = ({ kept }) => Boolean(kept) && page.status === "running";
/** When the first question in the queue is shown at the latest. */
const due = () => Math.min(...queue.filter(({ told }) => !told).map((item) => item.due ?? Infinity));
/** @param {Item} item */
const hasScene = ({ steps }) => steps.some(({ scene }) => scene);
const backlog = (items = queue) => items.reduce((sum, item) => sum + lasts(item), 0) * SPEEDS[speed];

/**
 * Show what a message brought, after what came before it has played.
 * @param {Item} item
 */
export function enqueue(item) {
  if (!SPEEDS[speed]) {
    const scenes = item.ends && item.steps.some(isGreat) ? item.steps.filter((step) => !isLight(step)) : []; // of the end
    const beats = item.steps.filter((step) => !scenes.includes(step)).flatMap(({ beats }) => beats);
    beats.forEach((beat) => HEARD.has(beat.sound ?? "") && sound(beat.sound));
    item.steps = scenes;
  }
  if (!playing && !held && (!item.steps.length || document.hidden)) return end(item);
  if (queue.length > 1 && !held && goesOnWith(queue[queue.length - 1], item))
    queue.push(merged(/** @type {Item} */ (queue.pop()), item));
  else queue.push(item);
  if (item.asks) {
    const wait = WAIT * Math.max(1, SPEEDS[speed]) + backlog(queue.filter(hasScene));
    item.due = performance.now() + wait;
    setTimeout(() => queue.includes(item) && !item.told && !late && skip(queue.indexOf(item) + 1), wait);
  }
  if (!playing && !held) play(round);
}

/**
 * Whether two items that wait are the turn of one and the same seat, with nothing in it that has its own time.
 * @param {Item} before
 * @param {Item} item
 */
const goesOnWith = (before, item) =>
  before.by !== undefined &&
  before.by === item.by &&
  [before, item].every(({ asks, ends, told, steps }) => !asks && !ends && !told && steps.every(isLight)) &&
  !hasScene(before) &&
  !hasScene(item);

/**
 * Both as one picture, with the sentences of both.
 * @param {Item} before
 * @param {Item} item
 * @returns {Item}
 */
function merged(before, item) {
  const [one, two] = [before.steps, item.steps].map((steps) => steps.flatMap(({ beats }) => beats));
  const begun = Math.max(0, ...one.map(({ after = 0 }) => after)) + STAGGER;
  const beats = [...one, ...two.map((beat) => ({ ...beat, after: begun + (beat.after ?? 0) }))];
  const last = Math.max(...beats.map(({ after = 0 }) => after));
  for (const beat of last > LONGEST ? beats : []) beat.after = ((beat.after ?? 0) * LONGEST) / last;
  const say = [...new Set([...before.steps, ...item.steps].flatMap(({ say }) => say ?? []))].join(" ");
  return {
    ...item,
    steps: beats.length ? [{ beats, say }] : [],
    prepare: () => [before, item].forEach((each) => each.prepare?.()),
    tell: () => [before, item].forEach((each) => each.tell()),
    played: () => [before, item].forEach((each) => each.played?.()),
  };
}

/**
 * Play nothing for now; what comes waits, and is played afterwards at its own pace.
 * @param {boolean} on
 */
export function hold(on) {
  held = on;
  late = on || queue.length > 0;
  if (late && !on && !playing) play(round);
  tellPause();
}

/**
 * Play the queue: faster where a question waits or much has piled up, and without staging where that is not enough;
 * scenes at their own pace.
 * @param {number} mine
 */
async function play(mine) {
  playing = true;
  await null; // what came together is known together
  while (mine === round && queue.length && !held) {
    const item = queue[0];
    const hurry = late
      ? 1
      : Math.max(1, backlog() / Math.max(1, due() - 150 - performance.now()), queue.length > MANY ? 2 : 1);
    const far = !late && backlog() >= BEHIND * SPEEDS[speed];
    const fits = (hurry <= FASTEST && !far) || hasScene(item);
    if (item.steps.length && fits) await perform(item, Math.min(hurry, FASTEST), mine);
    if (mine !== round) return;
    queue.shift();
    clear();
    end(item);
  }
  if (mine === round) ended();
}

function ended() {
  playing = false;
  late &&= held || queue.length > 0;
  cover(false);
  tellPause();
}

/** Drop what plays, as far as that, and show how it ends. */
export function skip(items = queue.length) {
  if (!playing) return;
  round++;
  clear();
  queue.splice(0, items).forEach(end);
  if (queue.length) play(round);
  else ended();
}
/** Hands skip what plays, up to the next scene, also of the same move; of several cards to read only the one shown. */
function skipOn() {
  if (reading) return release();
  const scene = steps.findIndex(({ scene, say }, i) => i > at && scene && say);
  if (scene > 0) {
    from = scene;
    running.forEach((each) => each.finish());
    return release();
  }
  const next = queue.findIndex((item, i) => i > 0 && hasScene(item));
  skip(next > 0 && !late ? next : undefined);
}

// Who watches may pause: the table goes on, and is caught up with or jumped to.
const [pauser, toNow] = [byId("pause"), byId("to-now")];
function tellPause() {
  pauser?.setAttribute("aria-pressed", String(held));
  if (toNow) toNow.hidden = !late;
}
pauser?.addEventListener("click", () => hold(!held));
toNow?.addEventListener("click", () => {
  hold(false);
  skip();
});

/**
 * @param {Item} item
 * @param {number} hurry
 * @param {number} mine
 */
async function perform(item, hurry, mine) {
  const short = document.documentElement.classList.contains("short-motion");
  const usual = (SPEEDS[speed] || SPEEDS.fast) / (short ? 2 : 1);
  const pace = usual / hurry;
  steps = pictured(isStill() ? calm(item.steps) : short ? brief(item.steps) : item.steps);
  [at, from] = [0, 0];
  prepare(item);
  const light = !item.ends && (isStill() || steps.every(isLight));
  board?.style.setProperty("--glide", `${Math.round(400 * pace)}ms`);
  if (light) show(item, !isStill());
  cover(light ? !item.asks : !item.stays);
  const silent = steps.length && steps.every(({ say }) => !say);
  caption(steps[0]?.beats.some(isCard) ? "" : silent ? (item.says ?? "") : sentence(steps[0]));
  for (const { kind, of } of steps.flatMap(({ beats }) => beats)) {
    if (LIFTS.has(kind) && of && of !== "*") lifted(of); // all at once: the drawing is painted once
  }
  await painted();
  const after = steps.findLastIndex((step) => !isLight(step)) + 1; // only what plays on the drawing after the move
  for (const [i, step] of steps.entries()) {
    if (mine !== round) return;
    at = i;
    const dawn = step.beats.find(isDawn);
    if (dawn && !item.told) item.dawns?.(dawn.n);
    if (!item.painted && !item.ends && (i === after || step.beats.some(({ kind }) => kind === "glide"))) {
      item.paint(true);
      item.painted = true;
      layer?.querySelectorAll(".turned").forEach((each) => each.remove()); // the drawing has it now
    }
    if (i < from) continue;
    if (step.scene && step.say) begun = performance.now();
    await together(step, step.scene ? (short ? usual : Math.max(usual, Math.min(SCENES, usual * 2))) : pace);
  }
}

/** @param {Step} step a scene that is not only counting */
const isGreat = (step) => Boolean(step.scene) && !isLight(step);
/** @param {Step} step */
const isLight = ({ beats }) => beats.every(({ kind }) => LIGHT.has(kind));
/** @param {Cue} beat whether it is another time of the day from then on */
const isDawn = ({ sound = "" }) => ["dawn", "night"].includes(sound);
/** @param {Step} [step] what is said of it first: what a die shows is said when it lies */
const sentence = (step) =>
  (step?.beats.some(({ kind }) => kind === "roll") ? (step.stake ?? words.rolling) : step?.say) ?? "";

/** @param {Step[]} steps */
const calm = (steps) =>
  steps.map((step) => ({ ...step, beats: step.beats.filter(({ kind }) => CALM.has(kind)) })).filter((step) => step.say);

/** @param {Cue} beat */
const isCard = ({ kind }) => kind === "card";
/**
 * A sentence whose large picture would come later is told with it from its beginning, and once; after a throw it would
 * tell what that brings.
 * @param {Step[]} steps
 */
function pictured(steps) {
  const all = steps.map((step) => ({ ...step }));
  for (const [i, step] of all.entries()) {
    const next = all.findIndex(({ say }, k) => k > i && say);
    const rest = all.slice(i + 1, next < 0 ? undefined : next);
    const later = rest.find(({ beats }) => beats.some((beat) => isCard(beat) && !isKept(beat)));
    if (!step.say || !later || step.beats.some(({ kind }) => kind === "roll" || kind === "card")) continue;
    step.beats = [...step.beats, ...later.beats.filter(isCard)];
    later.beats = later.beats.map((beat) => (isCard(beat) ? { kind: "glide", ms: beat.ms } : beat));
  }
  return all;
}

/**
 * Things travel and tell what counts, without scenes.
 * @param {Step[]} steps
 */
const brief = (steps) =>
  steps
    .map((step) => ({ ...step, beats: step.beats.filter(({ kind }) => LIGHT.has(kind) || CALM.has(kind)) }))
    .filter(({ beats }) => beats.length);

/** Two frames, or a while where there are none. */
const painted = () =>
  new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, 100);
  });

/**
 * @param {Step} step
 * @param {number} pace
 */
async function together(step, pace) {
  const { beats, say, about = "" } = step;
  const mine = round;
  const rolls = beats.some(({ kind }) => kind === "roll");
  if (say) {
    dropCard();
    caption(sentence(step));
    said = say;
  }
  does = about;
  if (say && beats.every(({ kind }) => kind === "spotlight")) takeDice(); // it was not theirs
  running = beats.flatMap((beat) => {
    const heard = beat.sound === "end" && document.body.matches(".beaten") ? "night" : beat.sound; // no fanfare
    setTimeout(() => mine === round && sound(heard, pace), (beat.after ?? 0) * pace);
    const animations = KINDS[beat.kind]?.(beat, Math.max(1, beat.ms * pace)) ?? [];
    for (const each of animations) {
      if (beat.after) each.effect?.updateTiming({ delay: beat.after * pace, fill: "both" });
    }
    return animations;
  });
  const length = stepLasts({ beats }) * pace;
  reading = beats.some(isKept);
  await new Promise((go) => {
    release = () => go(undefined);
    setTimeout(go, length);
  });
  if (reading && mine === round) {
    layer?.replaceChildren();
    dropCard();
  }
  reading = false;
  if (say && rolls) caption(say);
}
let release = () => {};
let reading = false; // whether a card waits until it is dismissed
let [said, does] = ["", ""];

function clear() {
  running.forEach((each) => each.cancel());
  [running, steps] = [[], []];
  release();
  layer?.replaceChildren();
  dropCard();
  takeDice();
  copies.clear();
  places.clear();
  document.querySelectorAll(".lifted").forEach((each) => each.classList.remove("lifted"));
}

/** The large dice are gone, and the small ones tell again. */
function takeDice() {
  dice?.replaceChildren();
  document.body.classList.remove("rolling");
}

// -- what plays is said in the prompt's place ------------------------------------------------------------------------

const line = create("p");
const dice = byId("question") ? create("span", undefined, "dice") : null;
const lid = create("div", undefined, "playing");
const skipper = create("button", words.skip);
skipper.addEventListener("click", skipOn);
if (dice && prompt) {
  lid.append(dice, line, skipper);
  lid.hidden = true;
  prompt.append(lid);
}

/** Whether what plays is said in the place of the question. */
export const isCovered = () => covered;

/** @param {boolean} on */
function cover(on) {
  if (on) {
    unmark("can", "chosen", "deadly", "could", "named");
    board?.querySelectorAll(".sign-post").forEach((each) => each.remove());
  }
  covered = on && lid.isConnected;
  prompt?.classList.toggle("plays", covered);
  lid.hidden = !on;
  if (!on) line.textContent = "";
}

/** @param {string} text */
function caption(text) {
  line.textContent = text;
  fit(line, ["", "1.15em", "1em", "0.9em", "0.8em"]);
}

/**
 * Words as large as they have room.
 * @param {HTMLElement} words
 * @param {string[]} sizes
 */
function fit(words, sizes) {
  for (const size of sizes) {
    words.style.fontSize = size;
    if (words.scrollHeight <= words.clientHeight + 1 && words.scrollWidth <= words.clientWidth + 1) return;
  }
}

/** @type {HTMLElement | null} the large picture with its sentence */
let card = null;
/**
 * A card fills the prompt's place; where that is in use, it lies on the board's lower edge.
 * @param {HTMLElement} fresh
 * @param {boolean} kept whether it waits for its reader
 */
function deal(fresh, kept) {
  dropCard();
  card = fresh;
  lid.classList.toggle("by-card", covered);
  skipper.textContent = (kept ? words.gotIt : words.skip) ?? "";
  skipper.classList.toggle("primary", kept);
  const text = /** @type {HTMLElement} */ (fresh.lastElementChild);
  if (covered) {
    lid.append(fresh);
    return fit(text, ["1.7em", "1.45em", "1.25em", "1.1em", "1em", "0.9em", "0.8em"]);
  }
  if (kept) text.append(create("b", words.gotIt, "got-it")); // a tap anywhere on the board is one on it
  const { bottom } = stageLayer().getBoundingClientRect();
  const seen = Math.min(bottom, board?.getBoundingClientRect().bottom ?? bottom, innerHeight);
  fresh.classList.add("aside");
  fresh.style.bottom = `${bottom - seen + 8}px`;
  stageLayer().append(fresh);
}

function dropCard() {
  card?.remove();
  card = null;
  lid.classList.remove("by-card");
  skipper.textContent = words.skip ?? "";
  skipper.classList.remove("primary");
}

// -- hands ---------------------------------------------------------------------------------------------------------

const OWN_KEYS = "input, select, textarea, header *, dialog *, .coach *, .rulebook *, .tabs *"; // answer nothing
let swallowed = false;
addEventListener(
  "pointerdown",
  ({ target }) => {
    swallowed = false;
    if (!playing || !(target instanceof Element) || !(board?.contains(target) || lid.contains(target))) return;
    if (target.closest("[data-look=''], #look")) return; // to look at somebody's things skips nothing
    const goesOn = queue.at(-1)?.asks && queue.every(({ own }) => own);
    swallowed = reading || (covered && !goesOn); // a tap that skips is no move, but for whoever has just moved and is asked again
    if (covered && performance.now() - begun < SETTLES) return; // it was meant for what was there before the scene
    skipOn();
  },
  true,
);
addEventListener(
  "click",
  (event) => {
    if (swallowed && event.detail) event.stopPropagation();
    swallowed = false;
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    const own = event.target instanceof Element && event.target.matches(OWN_KEYS);
    if (!playing || own || ![" ", "Enter", "Escape"].includes(event.key) || !covered) return;
    event.preventDefault();
    event.stopPropagation();
    skipOn();
  },
  true,
);
addEventListener("visibilitychange", () => document.hidden && skip());

// -- places and copies ---------------------------------------------------------------------------------------------

/** @type {HTMLElement | null} */
let layer = null;
/** @type {Map<string, SVGSVGElement>} what was lifted off the drawing */
const copies = new Map();
/** @type {Map<string, DOMRect>} where that was */
const places = new Map();
let last = ""; // what was lifted last

function stageLayer() {
  if (!layer || !layer.isConnected) {
    layer = create("div", undefined, "stage");
    layer.setAttribute("aria-hidden", "true");
    board?.append(layer);
  }
  layer.style.height = `${board?.querySelector(":scope > svg")?.getBoundingClientRect().height ?? 0}px`; // it may be scrolled
  return layer;
}

/**
 * Where something is, as the layer measures.
 * @param {string | undefined} id
 */
function placeOf(id) {
  const name = id === "*" ? last : (id ?? "");
  const box = places.get(name) ?? elements(name)[0]?.getBoundingClientRect();
  if (!box || !(box.width + box.height)) return null;
  const from = stageLayer().getBoundingClientRect();
  return { x: box.x - from.x, y: box.y - from.y, width: box.width, height: box.height };
}

/** @param {string | undefined} id */
function centre(id) {
  const box = placeOf(id);
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const SVG = "http://www.w3.org/2000/svg";
const MARKS = ["lifted", "can", "chosen", "deadly", "could", "named", "pointed", "mentioned"];
const PLACED = ["at", "piece", "world"]; // what these do to a place is in the matrix already
/**
 * A thing on the layer, lifted off the drawing until that is as it is after the move.
 * @param {string} id
 */
function lifted(id) {
  const name = id === "*" ? last : id;
  const copy = copies.get(name);
  if (copy) return copy;
  const thing = /** @type {unknown} */ (elements(name)[0]);
  const drawing = board?.querySelector(":scope > svg");
  if (!(thing instanceof SVGGraphicsElement) || !(thing.parentElement instanceof SVGGraphicsElement) || !drawing)
    return null;
  const box = thing.getBoundingClientRect();
  const matrix = thing.parentElement.getScreenCTM();
  if (!box.width || !matrix) return null;
  places.set(name, box);
  const spot = placeOf(name);
  if (!spot) return null;
  const sheet = document.createElementNS(SVG, "svg");
  sheet.setAttribute("class", drawing.getAttribute("class") ?? "");
  sheet.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  const size = `width: ${spot.width}px; height: ${spot.height}px; min-height: 0`; // whatever the whole drawing has
  sheet.style.cssText = `left: ${spot.x}px; top: ${spot.y}px; ${size}`;
  /** @type {Element} */
  let inside = /** @type {Element} */ (thing.cloneNode(true));
  for (const each of [inside, ...inside.querySelectorAll("[id]")]) each.removeAttribute("id");
  inside.classList.remove(...MARKS);
  /** @type {Element | null} */
  let up = thing.parentElement;
  for (; up && up !== drawing; up = up.parentElement) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", [...up.classList].filter((each) => !PLACED.includes(each)).join(" "));
    group.append(inside);
    inside = group;
  }
  const { a, b, c, d, e, f } = matrix;
  const outer = document.createElementNS(SVG, "g");
  outer.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  outer.append(inside);
  sheet.append(outer);
  stageLayer().append(sheet);
  thing.classList.add("lifted");
  copies.set(name, sheet);
  return sheet;
}

/**
 * A symbol in the colour of the seat that it is about.
 * @param {Cue} beat
 * @param {...string} names
 */
const symbol = ({ face, seat }, ...names) =>
  (face && picture(`#${face}`, seat === undefined ? "all" : `s${seat}`, ...names)) || null;

/**
 * The symbol of a beat on the layer, its middle at a point.
 * @param {Cue} beat
 * @param {{ x: number, y: number }} at
 * @param {string} look
 * @param {number} size
 */
function sprite(beat, at, look = "flying", size = 56) {
  const art = symbol(beat, look);
  if (!art) return null;
  const left = Math.max(0, Math.min(at.x - size / 2, stageLayer().clientWidth - size)); // whole at the edge, too
  art.style.cssText = `left: ${left}px; top: ${Math.max(0, at.y - size / 2)}px; width: ${size}px; height: ${size}px`;
  stageLayer().append(art);
  return art;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} ms
 * @param {KeyframeAnimationOptions} more
 */
const run = (element, frames, ms, more = {}) =>
  element.animate(frames, { duration: ms, fill: "both", easing: "cubic-bezier(.2,.7,.2,1)", ...more });

// -- kinds of staging: each is given a beat and how long it lasts, and returns animations ---------------------------------

const RAISED = "translateY(-18px) scale(1.12)";
/** @type {Record<string, (beat: Cue, ms: number) => Animation[]>} */
const KINDS = {
  glide: () => [],
  lift: ({ of }, ms) => {
    const thing = lifted(of ?? "");
    if (!thing) return [];
    last = of ?? "";
    return [run(thing, [{ transform: "none" }, { transform: RAISED }], ms)];
  },
  turn: (beat, ms) => {
    const { of } = beat;
    const front = lifted(of ?? "");
    const at = centre(of);
    if (!front || !at) return [];
    const other = sprite(beat, at, "turned", Math.max(64, front.clientWidth * 1.1));
    const away = run(front, [{ transform: `${RAISED} scaleX(1)` }, { transform: `${RAISED} scaleX(0)` }], ms * 0.4, {
      easing: "ease-in",
    });
    if (!other) return [away];
    copies.set(`${of === "*" ? last : of} face`, other);
    const frames = [0, 1.25, 1.25].map((k, i) => ({
      transform: `translateY(-18px) scale(${k ? 1.25 : 1}) scaleX(${k ? 1 : 0})`,
      offset: [0, 0.35, 1][i],
    }));
    return [away, run(other, frames, ms * 0.6, { delay: ms * 0.4 })];
  },
  sink: ({ of }, ms) => {
    const name = of === "*" ? last : (of ?? "");
    const thing = copies.get(`${name} face`) ?? lifted(name);
    return thing
      ? [run(thing, [{}, { transform: "translateY(20px) scale(.7)", opacity: 0 }], ms, { easing: "ease-in" })]
      : [];
  },
  fade: ({ of, way = "up" }, ms) => {
    const thing = lifted(of ?? "");
    const sunk = "translateY(26px) scale(.6)";
    const end = { up: "translateY(-54px)", down: sunk, taken: sunk }[way] ?? "none";
    const large = way === "taken" ? "translateY(-16px) scale(2.4)" : "scale(1.15)";
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: large, opacity: 1, offset: 0.3 },
      { transform: large, opacity: 1, offset: way === "taken" ? 0.6 : 0.3 },
      { transform: end, opacity: 0 },
    ];
    return thing ? [run(thing, frames, ms)] : [];
  },
  swallow: ({ of, to }, ms) => {
    const thing = lifted(of ?? "");
    const [from, middle] = [centre(of), centre(to)];
    if (!thing || !from || !middle) return [];
    const [dx, dy] = [from.x - middle.x, from.y - middle.y];
    const frames = Array.from({ length: 9 }, (_, k) => {
      const [rest, w] = [1 - k / 8, k * 0.7];
      const x = (dx * Math.cos(w) - dy * Math.sin(w)) * rest - dx;
      const y = (dx * Math.sin(w) + dy * Math.cos(w)) * rest - dy;
      return {
        transform: `translate(${x}px, ${y}px) rotate(${k * 60}deg) scale(${0.25 + 0.75 * rest})`,
        opacity: k === 8 ? 0 : 1,
      };
    });
    return [run(thing, frames, ms, { easing: "ease-in" })];
  },
  rise: (beat, ms) => {
    const { at, spin = 0, size = spin ? 120 : 0 } = beat;
    const spot = centre(at);
    const art = spot && (size ? sprite(beat, spot, "turned", size) : sprite(beat, spot));
    if (!art) return [];
    const up = { transform: `rotate(${spin * 0.8}deg)`, opacity: 1, offset: 0.8 };
    const frames = [
      { transform: "translateY(20px) scale(.3)", opacity: 0 },
      { transform: `rotate(${spin * 0.3}deg)`, opacity: 1, offset: 0.3 },
      up,
      { transform: `rotate(${spin}deg) scale(.9)`, opacity: 0 },
    ];
    return [run(art, frames, ms, { easing: "linear" })];
  },
  fly: (beat, ms) => {
    const [from, end] = [centre(beat.start), centre(beat.to)];
    const art = from && end && sprite(beat, from);
    if (!art || !from || !end) return [];
    const there = `translate(${end.x - from.x}px, ${end.y - from.y}px)`;
    const over = `translate(${(end.x - from.x) * 0.3}px, ${(end.y - from.y) * 0.3 - 30}px) scale(1.25)`;
    const frames = [
      { transform: "scale(.5)", opacity: 0 },
      { transform: over, opacity: 1, offset: 0.35 },
      { transform: `${there} scale(.7)`, opacity: 1, offset: 0.92 },
      { transform: `${there} scale(.5)`, opacity: 0 },
    ];
    return [run(art, frames, ms, { easing: "ease-in-out" })];
  },
  count: ({ at, n = 0, face }, ms) => {
    const spot = centre(at);
    if (!spot || !n) return [];
    const figure = create("b", n > 0 ? `+${n}` : `\u2212${-n}`, n > 0 ? "change" : "change less");
    if (face) figure.append(picture(`#${face}`) ?? "");
    figure.style.cssText = `left: ${spot.x}px; top: ${spot.y}px`;
    stageLayer().append(figure);
    const frames = [
      { transform: "translate(-50%, 40%)", opacity: 0 },
      { transform: "translate(-50%, -50%)", opacity: 1, offset: 0.25 },
      { transform: "translate(-50%, -70%)", opacity: 1, offset: 0.8 },
      { transform: "translate(-50%, -110%)", opacity: 0 },
    ];
    return [run(figure, frames, ms)];
  },
  point: ({ start, to }, ms) => {
    const [from, end] = [centre(start), centre(to)];
    if (!from || !end || start === to) return [];
    const line = create("i", undefined, "pointing");
    line.style.cssText = `left: ${from.x}px; top: ${from.y}px; width: ${Math.hypot(end.x - from.x, end.y - from.y)}px`;
    stageLayer().append(line);
    const turn = `rotate(${Math.atan2(end.y - from.y, end.x - from.x)}rad)`;
    const frames = [
      { transform: `${turn} scaleX(0)`, opacity: 1 },
      { transform: `${turn} scaleX(1)`, opacity: 1, offset: 0.4 },
      { transform: `${turn} scaleX(1)`, opacity: 1, offset: 0.85 },
      { transform: `${turn} scaleX(1)`, opacity: 0 },
    ];
    return [run(line, frames, ms)];
  },
  spotlight: ({ of }, ms) => {
    const box = placeOf(of);
    if (!box) return [];
    const ring = create("i", undefined, "spotlight");
    ring.style.cssText = `left: ${box.x - 6}px; top: ${box.y - 6}px; width: ${box.width + 12}px; height: ${box.height + 12}px`;
    stageLayer().prepend(ring);
    return [
      run(ring, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], ms, {
        easing: "linear",
      }),
    ];
  },
  shake: ({ by = 4 }, ms) => {
    const drawing = board?.querySelector(":scope > svg");
    if (!drawing) return [];
    const larger = 1 + (2 * by) / Math.max(200, drawing.clientWidth); // nothing behind it comes in sight
    const frames = [0, 1, -1, 0.8, -0.8, 0.5, -0.5, 0.2, 0].map((k) => ({
      transform: `translate(${by * k}px, ${(-by * k) / 2}px) scale(${k ? larger : 1})`,
    }));
    return [run(drawing, frames, ms, { easing: "linear", fill: "none" })];
  },
  tint: ({ paint = "dark" }, ms) => {
    const colour = create("i", undefined, `tint ${PAINTS.includes(paint) ? paint : "dark"}`);
    stageLayer().prepend(colour);
    return [run(colour, [{ opacity: 0 }, { opacity: 1, offset: 0.35 }, { opacity: 0 }], ms, { easing: "linear" })];
  },
  card: (beat) => {
    const card = create("div", undefined, "moment");
    const art = create("div", undefined, "faces");
    art.append(...(beat.faces ?? [beat.face]).flatMap((face) => symbol({ ...beat, face }) ?? []));
    art.style.setProperty("--faces", String(art.childElementCount));
    const text = create("div", undefined, "told-by");
    text.append(create("span", said));
    if (does) text.append(create("small", does));
    card.append(...(art.firstChild ? [art] : []), text);
    deal(card, isKept(beat));
    const from = isStill() ? { opacity: 0 } : { opacity: 0, transform: "translateY(14px)" };
    return [run(card, [from, { opacity: 1, transform: "none" }], 280)];
  },
  roll: ({ faces = [], among = [], large }, ms) => {
    const layer = stageLayer();
    const inPrompt = dice && !lid.hidden ? dice : null;
    const tray = inPrompt ?? (large ? null : layer.appendChild(create("span", undefined, "dice")));
    inPrompt?.replaceChildren();
    document.body.classList.add("rolling");
    const each = ms / Math.max(1, faces.length);
    const over = large ? layer.appendChild(create("span", undefined, "dice big")) : null;
    const gone = over ? [run(over, [{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], ms)] : [];
    return gone.concat(...[tray, over].map((place) => (place ? rollIn(place, faces, among, each) : [])));
  },
};

/**
 * @param {Element} tray
 * @param {string[]} faces
 * @param {string[]} among what else they might have shown
 * @param {number} each ms
 */
function rollIn(tray, faces, among, each) {
  return faces.flatMap((face, i) => {
    const slot = create("span");
    tray.append(slot);
    const tumbling = isStill() ? [] : among.length > 1 ? [...among, ...among] : among; // a bag swings
    const last = picture(`#${face}`);
    if (!last) return [];
    const turns = tumbling.flatMap((name) => picture(`#${name}`) || []);
    slot.append(...turns, last);
    const [begin, one] = [i * each, (each * 0.6) / Math.max(1, turns.length)];
    const animations = turns.map((art, k) =>
      run(
        art,
        [
          { opacity: 1, transform: `rotate(${k % 2 ? 20 : -20}deg) translateY(-8px)` },
          { opacity: 1, transform: "none" },
        ],
        one,
        { delay: begin + k * one, fill: "none" },
      ),
    );
    const from = isStill() ? { opacity: 0 } : { opacity: 0, transform: "translateY(14px) scale(.4)" };
    const start = turns.length ? begin + each * 0.6 : begin;
    return [
      ...animations,
      run(last, [from, { opacity: 1, transform: "none" }], Math.min(250, each * 0.4), { delay: start }),
    ];
  });
}
