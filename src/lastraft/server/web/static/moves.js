// What is asked: legal moves as things that glow and as buttons, and clicks on them as moves. It knows no game.
//
// The server sends each legal move with the elements that make it up, in the order of clicking.

import { byId, capital, create, need, say, sure, words } from "./common.js";
import { send } from "./connection.js";
import {
  about,
  called,
  elements,
  mark,
  picture,
  pointElsewhere,
  scrollsByKeyboard,
  unmark,
  whenPointed,
} from "./drawing.js";
import { people, present } from "./log.js";
import { lens, magnify } from "./loupe.js";
import { readyButtons } from "./windows.js";

/** @import { Game, Move } from "./types.d.ts" */

/** @type {Game | null} as it was sent last */
export let game = null;
/** @type {string[]} the ids clicked so far */
export let chosen = [];
let graced = false; // whether the table makes the usual move after a short time

const FEW = 9; // so many things of the board to choose from are buttons of the prompt too

export const candidates = (path = chosen) =>
  (game?.legal ?? []).filter((move) => path.every((id, i) => move.clicks[i] === id));
/** @param {string[]} path */
export const after = (path) => new Set(candidates(path).flatMap((move) => move.clicks[path.length] || []));

/** @type {number[]} the moves that belong to one that was made */
let following = [];
/**
 * @param {Game} state
 * @param {boolean} grace
 */
export function asked(state, grace) {
  const answered = game?.question !== state.question;
  [game, graced] = [state, grace];
  choosing(!answered && chosen.length && after(chosen).size ? chosen : obvious());
  if (answered && following.length) make(state.legal.some((move) => move.code === following[0]) ? following : []);
}

/** What every answer begins with need not be clicked: the only shark, the only piece that can move. */
function obvious() {
  const answers = (game?.legal ?? []).filter((move) => !move.codes);
  const [first] = answers.map((move) => move.clicks[0]);
  const alike = answers.length > 1 && answers.every((move) => move.clicks.length > 1 && move.clicks[0] === first);
  return alike ? [first] : [];
}
/** @type {(code: number) => boolean} whether a move may be made now; a coach waits for another one */
let permits = () => true;
/** @param {(code: number) => boolean} rule */
export const permitOnly = (rule) => (permits = rule);

/** @param {number[]} codes */
export function make([code, ...rest]) {
  following = [];
  if (code === undefined || !game || !permits(code)) return;
  following = rest;
  send({ do: "move", move: code, question: game.question });
}

/** @param {string[]} path */
export function choosing(path) {
  chosen = path;
  offer();
}

export function offer() {
  if (!game) return;
  const { legal, awaited, waiting, window, raised, undo, outcome } = game;
  const prompt = outcome ? `${outcome.said}\n${outcome.why}` : game.prompt;
  const open = candidates();
  const waits = legal.length === 0;
  const [question, ...more] = prompt.split("\n");
  const named = awaited.some((seat) => prompt.includes(people[seat].name)); // the question says already who
  if (waits && !named && !outcome) more.push(waiting);
  if (chosen.length > obvious().length) hold(chosen[chosen.length - 1], question);
  else wording(question, more.join(" "));
  document.body.classList.toggle("asked", !waits);
  document.body.classList.toggle("holding", chosen.length > 0);
  unmark("can", "chosen", "deadly", "could", "named");
  mark(after(chosen), "can", true);
  mark(chosen, "chosen", true);
  const deadly = open.filter((move) => move.careful && move.clicks.length === chosen.length + 1);
  mark(
    deadly.map((move) => move.clicks[chosen.length]),
    "deadly",
    true,
  );
  const spaces = prompt.match(/\b[A-Z][A-Z\d]+\b/g) ?? [];
  mark(
    spaces.flatMap((name) => [name, `space-${name}`]),
    "named",
    true,
  );
  magnify();
  signpost();
  fillButtons(need("buttons"), [...restButton(), ...choices(proper(open)), ...readyButtons()]);
  need("back").hidden = chosen.length === 0;
  need("undo").disabled = !undo;
  need("hint").disabled = waits;
  need("raise").hidden = !window || raised || !graced;
  need("passing").hidden = !(window || need("pass-for-me").checked);
  need("grace").hidden = need("raise").hidden;
  if (!need("all-moves").hidden) listMoves();
  need("asked-line").textContent = question;
  present();
  fitPrompt();
  pointElsewhere();
}

/** Setup can be left to the table. */
function restButton() {
  if (!game?.rest || chosen.length) return [];
  const [label, on] = game.rest;
  const button = create("button", label, "rest");
  button.setAttribute("aria-pressed", String(on));
  button.addEventListener("click", () => send({ do: "rest", on: !on }));
  return [button];
}

/** An arrow over what is in hand, a warning on what costs something: not by colour alone. */
export function signpost() {
  const board = need("board");
  const from = board.getBoundingClientRect();
  board.querySelectorAll(".sign-post").forEach((each) => each.remove());
  /** @type {(element: Element, name: string, x: number) => void} */
  const put = (element, name, x) => {
    const box = element.getBoundingClientRect();
    const sign = create("span", undefined, name);
    const top = box.top - from.top + board.scrollTop;
    sign.style.cssText = `left: ${box.left + box.width * x - from.left}px; top: ${top}px`;
    board.append(sign);
  };
  const [held] = elements(chosen.at(-1));
  if (held) put(held, "sign-post", 0.5);
  board.querySelectorAll(".deadly").forEach((each) => put(each, "sign-post beware", 0.75));
}

/** Words that need more room than the prompt has are a little smaller; answers that do, go on beside the last one. */
export function fitPrompt() {
  const prompt = /** @type {HTMLElement} */ (document.querySelector(".prompt"));
  const text = /** @type {HTMLElement} */ (prompt.querySelector(".prompt-text"));
  prompt.classList.remove("small", "tiny");
  for (const size of ["small", "tiny"]) {
    if (text.scrollHeight > text.clientHeight + 1) prompt.classList.add(size);
  }
  scrollsByKeyboard(text);
  const buttons = need("buttons");
  buttons.scrollTo(0, 0);
  need("more").hidden = buttons.scrollWidth <= buttons.clientWidth + 1;
}
byId("more")?.addEventListener("click", () => {
  const buttons = need("buttons");
  const end = buttons.scrollLeft + buttons.clientWidth >= buttons.scrollWidth - 1;
  buttons.scrollTo({ left: end ? 0 : buttons.scrollLeft + buttons.clientWidth * 0.8, behavior: "smooth" });
});

/**
 * @param {string} question
 * @param {string} more
 */
function wording(question, more) {
  need("question").textContent = question;
  need("waiting").textContent = more;
}

/**
 * What is in hand: the question about it, where the game has one; else the question stays and says what is chosen.
 * @param {string} id
 * @param {string} question
 */
function hold(id, question) {
  const [what, more] = about(id).split("\n");
  if (more) wording(capital(what), more);
  else wording(question, capital([called(id), words.then].filter(Boolean).join(": ")));
}

/**
 * A shortcut is for the things themselves; it is a button where nothing else is, or if it has no things.
 * @param {Move[]} moves
 */
function proper(moves) {
  const single = moves.filter((move) => !move.codes || !move.clicks.length);
  return single.length ? single : moves;
}

/**
 * The prompt's buttons: what is not drawn, and beside it as much of what is drawn as can be read; not in the loupe.
 * @param {Move[]} open
 */
function choices(open) {
  const plain = open.filter((move) => !elements(move.clicks[chosen.length]).length).map(button);
  const drawn = [...new Set(open.map((move) => move.clicks[chosen.length]))].filter((id) => elements(id).length);
  const aside = drawn.length > FEW ? "[data-aside]" : "[data-aside=always]"; // of many, not the hand
  const keys = need("buttons").querySelector(":focus-visible"); // the keyboard focus stays here
  const beside = drawn.filter((id) => !elements(id)[0].closest(aside));
  const near = keys ? beside : beside.filter((id) => !elements(id)[0].matches(".spot")); // spaces are clicked
  const offered = lens || (near.length > FEW && !keys) ? [] : near.flatMap(choice);
  return [...offered, ...plain];
}

/** @param {string} id */
function choice(id) {
  const moves = proper(candidates([...chosen, id]));
  const single = moves.length === 1;
  const name = called(id);
  if (!single && !name) return [];
  const element = single ? button(moves[0]) : create("button", name, "choice");
  illustrate(element, id);
  if (single) return [element];
  element.addEventListener("click", () => choose(id));
  whenPointed(element, (on) => preview(id, on));
  return [element];
}

// What a thing is does not depend on these classes.
const MARKS = ["at", "piece", "arriving", "can", "chosen", "could", "deadly", "named", "pointed", "mentioned"];
/**
 * A button shows what it is about, as far as that is one drawing: a person's sign, else the first of it.
 * @param {HTMLElement} button
 * @param {string} id
 */
function illustrate(button, id) {
  const [thing] = elements(id);
  const use = thing?.querySelector('use[href^="#shape-"]') ?? thing?.querySelector("use:not(.held, .token *)");
  const names = [...(thing?.classList ?? [])].filter((name) => !MARKS.includes(name));
  if (use) button.prepend(picture(use.getAttribute("href") ?? "", ...names));
}

/**
 * Several things lie under one finger: which of them?
 * @param {string[]} ids
 */
export function which(ids) {
  const buttons = ids.flatMap(choice);
  if (buttons.length < 2) return choose(ids[0]);
  need("waiting").textContent = words.which ?? "";
  fillButtons(need("buttons"), buttons);
}

/** @param {Move} move */
function button(move) {
  const element = create("button", undefined, move.careful ? "move careful" : "move");
  const label = create("span", move.label);
  if (move.detail) label.append(create("small", move.detail));
  element.append(label);
  element.dataset.code = String(move.code);
  element.addEventListener("click", () => play(move));
  whenPointed(element, (on) => mark(move.clicks, "pointed", on));
  return element;
}

/**
 * What is pointed at shows where it could go.
 * @param {string} id
 * @param {boolean} on
 */
export function preview(id, on) {
  mark([id], "pointed", on);
  mark(after([...chosen, id]), "could", on);
}

// When the prompt's buttons last changed: the second half of a double click was not meant for new ones.
let replaced = 0;
byId("buttons")?.addEventListener(
  "click",
  (event) => event.detail > 1 && performance.now() - replaced < 400 && event.stopPropagation(),
  true,
);

/**
 * Buttons in the place of others; the focus stays among them.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} buttons
 */
export function fillButtons(place, buttons) {
  const held = place.contains(document.activeElement);
  unmark("pointed");
  place.replaceChildren(...buttons);
  replaced = performance.now();
  const [first] = [...place.querySelectorAll("button")].filter((each) => !each.matches(".rest")); // not by mistake
  if (held) (first ?? place).focus({ preventScroll: true });
}

/** Arrow keys go from answer to answer, Home and End to the first and the last. */
for (const place of [byId("buttons"), byId("moves")]) {
  place?.addEventListener("keydown", (event) => {
    const all = [...place.querySelectorAll("button")];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const last = all.length - 1;
    const [back, on] = [Math.max(0, at - 1), Math.min(last, at + 1)];
    /** @type {Record<string, number>} */
    const keys = { ArrowUp: back, ArrowLeft: back, ArrowDown: on, ArrowRight: on, Home: 0, End: last };
    const to = keys[event.key];
    if (to === undefined || last < 0 || (at < 0 && event.target !== place)) return;
    event.preventDefault();
    all[to].focus();
  });
}

export function listMoves() {
  if (!game) return;
  const atOnce = game.legal.filter((move) => move.codes && !move.clicks.length);
  const parts = atOnce.length ? movesOf(atOnce) : [];
  let first = 0;
  for (const [kind, count] of game.kinds) {
    const moves = game.legal.slice(first, (first += count));
    parts.push(create("h3", `${kind} (${moves.length})`), ...movesOf(moves));
  }
  fillButtons(need("moves"), parts.length ? parts : [create("p", game.waiting || game.prompt)]);
}

/**
 * The moves of one kind; where they are many, those of each thing together under its name.
 * @param {Move[]} moves
 */
function movesOf(moves) {
  const list = (/** @type {Move[]} */ some) => {
    const place = create("div", undefined, "movelist");
    place.append(...some.map(button));
    return place;
  };
  /** @type {Map<string, Move[]>} */
  const things = new Map();
  for (const move of moves) {
    const name = move.clicks.length > 1 ? called(move.clicks[0]) : "";
    things.set(name, [...(things.get(name) ?? []), move]);
  }
  if (moves.length <= FEW || things.size < 2) return [list(moves)];
  return [...things].flatMap(([name, some]) => (name ? [create("h4", name), list(some)] : [list(some)]));
}

/** @param {string} id */
export function choose(id) {
  if (obvious()[0] === id) chosen = [id];
  else if (chosen.includes(id)) chosen = chosen.slice(0, chosen.indexOf(id));
  else {
    const path = [[...chosen, id], [id]].find((each) => candidates(each).length);
    if (!path) return explain([[...chosen, id], [id]], id);
    chosen = path;
  }
  const open = candidates();
  if (chosen.length && open.length === 1 && open[0].clicks.length === chosen.length) {
    return play(open[0], chosen.slice(0, -1));
  }
  offer();
}

/**
 * Make a move, where it costs something after a question; whoever says no has what they chose still in hand.
 * @param {Move} move
 * @param {string[]} [before] what was chosen before the last click
 */
function play({ code, codes, careful }, before = chosen) {
  const go = () => make(codes ?? (code === undefined ? [] : [code]));
  if (!careful) return go();
  sure(careful, go, () => choosing(before));
}

/** @type {{ clicks?: string[], id?: string, later?: boolean, apart?: boolean }[]} */
let unexplained = [];
/**
 * A wrong click: what that is, and why it cannot be done. The server knows the reason for what could be a move.
 * @param {string[][]} paths
 * @param {string | undefined} id
 */
export function explain(paths, id) {
  const clicked = paths.map((path) => path[path.length - 1]);
  const later = (game?.legal ?? []).some((move) => clicked.some((each) => move.clicks.includes(each)));
  const apart = chosen.length > 0 && id !== chosen.at(-1);
  unexplained = [...paths.map((clicks) => ({ clicks, id })), { id, later, apart }];
  explainOn();
}

export function explainOn(said = "") {
  const { clicks, id, later, apart } = unexplained.shift() ?? {};
  if (clicks && !said) return send({ do: "why", clicks });
  const waits = game?.legal.length ? words.nothing : game?.waiting;
  const first = later && !chosen.length;
  say(called(id), said || (first ? words.first : later || apart ? words.apart : about(id) || waits));
  if (first) {
    mark(after([]), "pointed", true);
    setTimeout(() => mark(after([]), "pointed", false), 3000);
  }
  unexplained = [];
}

/** Those who only look on need not say so each time: the usual answer is given until the table waits for them alone. */
export function stepAside() {
  const box = byId("pass-for-me");
  if (!game || !box?.checked) return;
  const { legal, awaited, window, usual, question } = game;
  const deadly = legal.some((move) => move.code === usual && move.careful);
  if (window && deadly) box.checked = false;
  else if (window && usual !== null) send({ do: "move", move: usual, question });
  else if (legal.length && awaited.length === 1) box.checked = false;
  need("passing").hidden = !box.checked && !window;
}
