// What is asked: legal moves as things that glow and as buttons, and clicks on them as moves. It knows no game.
//
// The server sends each legal move with the elements that make it up, in the order of clicking.

import { byId, capital, finger, made, say, sure, words } from "./common.js";
import { about, called, elements, mark, picture, unmark, whenPointed } from "./drawing.js";
import { ask } from "./line.js";
import { people, present } from "./log.js";
import { lens, magnify } from "./loupe.js";

export let game = null; // the last state of the game, as sent
export let chosen = []; // the elements clicked so far
let graced = false; // whether the table makes the usual move after a short time

// So many things to choose from, with so many letters, are buttons of the prompt too; fewer for something in hand, so
// that the board keeps its place.
const [FEW, BRIEF, SHORT] = [6, 120, 60];

const begins = (move, path) => path.every((id, i) => move.clicks[i] === id);
export const candidates = (path = chosen) => game.legal.filter((move) => begins(move, path));
export const after = (path) =>
  new Set(
    candidates(path)
      .map((move) => move.clicks[path.length])
      .filter(Boolean),
  );

let following = []; // the moves that belong to one that was made
export function asked(state, grace) {
  const answered = game?.question !== state.question;
  [game, graced] = [state, grace];
  choosing([]);
  if (answered && following.length) make(game.legal.some((move) => move.code === following[0]) ? following : []);
}

export function make([code, ...rest]) {
  following = rest;
  if (code !== undefined) ask({ do: "move", move: code, question: game.question });
}

export function choosing(path) {
  chosen = path;
  offer();
}

export function offer() {
  if (!game) return;
  const open = candidates();
  const waits = game.legal.length === 0;
  const [question, ...more] = game.prompt.split("\n");
  const named = game.awaited.some((seat) => game.prompt.includes(people[seat].name)); // the question says already who
  if (waits && !named) more.push(game.waiting);
  if (chosen.length) hold(chosen.at(-1));
  else wording(question, more.join(" "));
  document.body.classList.toggle("asked", !waits);
  document.body.classList.toggle("holding", chosen.length > 0);
  unmark("can", "chosen", "deadly", "could", "named");
  mark(after(chosen), "can", true);
  mark(chosen, "chosen", true);
  mark(
    open.filter((move) => move.careful && move.clicks.length === chosen.length + 1).map((move) => move.clicks.at(-1)),
    "deadly",
    true,
  );
  mark(
    (game.prompt.match(/\b[A-Z][A-Z\d]+\b/g) ?? []).flatMap((name) => [name, `space-${name}`]),
    "named",
    true,
  );
  magnify();
  signpost();
  fillButtons(byId("buttons"), choices(proper(open)));
  byId("back").hidden = chosen.length === 0;
  byId("undo").hidden = !game.undo;
  byId("hint").hidden = waits;
  byId("raise").hidden = !game.window || game.raised || !graced;
  byId("passing").hidden = !(game.window || byId("pass-for-me").checked);
  byId("grace").hidden = byId("raise").hidden;
  if (!byId("all-moves").hidden) listMoves();
  present();
  tighten();
}

// An arrow over what is in hand, a warning on what costs something: not by colour alone.
export function signpost() {
  const board = byId("board");
  const from = board.getBoundingClientRect();
  board.querySelectorAll(".sign-post").forEach((each) => each.remove());
  const put = (element, name, x) => {
    const box = element.getBoundingClientRect();
    const sign = made("span", undefined, name);
    sign.style.cssText = `left: ${box.left + box.width * x - from.left}px; top: ${box.top - from.top}px`;
    board.append(sign);
  };
  const held = chosen.length && elements(chosen.at(-1))[0];
  if (held) put(held, "sign-post", 0.5);
  board.querySelectorAll(".deadly").forEach((each) => put(each, "sign-post beware", 0.75));
}

// Where tools or words would need more lines, the hint is only its sign; where that does not help, the buttons have a
// line of their own.
const LINES = 56; // as high as two of them
function tighten() {
  const asking = document.querySelector(".prompt > .asking");
  const { classList } = asking.parentElement;
  const crowded = () => asking.offsetHeight > LINES || byId("hint").offsetTop >= asking.offsetTop + asking.offsetHeight;
  classList.remove("tight", "rows");
  classList.toggle("tight", chosen.length > 0 || crowded());
  classList.toggle("rows", crowded());
}

function wording(question, more) {
  byId("question").textContent = question;
  byId("waiting").textContent = more;
}

// What is in hand, and what it does; or, where that is two lines, the question about it.
function hold(id) {
  const [name, [what, more]] = [called(id), capital(about(id) || words.then).split("\n")];
  if (more) wording(what, more);
  else if (name) wording(name, what);
  else wording(what, "");
}

// A shortcut is for the things themselves; it is a button where nothing else is.
function proper(moves) {
  const found = moves.filter((move) => !move.codes);
  return found.length ? found : moves;
}

// The prompt's buttons: what is not drawn, and beside it as much of what is drawn as can be read; not in the loupe.
function choices(open) {
  const plain = open.filter((move) => !elements(move.clicks[chosen.length]).length).map(button);
  const drawn = [...new Set(open.map((move) => move.clicks[chosen.length]))].filter((id) => elements(id).length);
  const aside = drawn.length > FEW ? "[data-aside]" : "[data-aside=always]"; // of many, not the hand
  const near = drawn.filter((id) => !elements(id)[0].closest(aside));
  const keys = byId("buttons").querySelector(":focus-visible"); // whoever came here by keyboard goes on here
  const offered = lens || (near.length > FEW && !keys) ? [] : near.flatMap(choice);
  let room = chosen.length ? SHORT : BRIEF;
  const brief = offered.filter((each) => (room -= each.textContent.length) >= 0);
  if (keys || brief.length === offered.length) return [...offered, ...plain];
  return plain.length ? [...brief, theRest(), ...plain] : [];
}

// Where some are buttons and others are not, the way to all of them.
function theRest() {
  const element = made("button", `${byId("tab-all-moves").textContent}…`);
  element.addEventListener("click", () => {
    byId("tab-all-moves").click();
    byId("tab-all-moves").scrollIntoView({ block: finger.matches ? "start" : "nearest" });
  });
  return element;
}

function choice(id) {
  const moves = proper(candidates([...chosen, id]));
  const single = moves.length === 1;
  const name = called(id);
  if (!single && !name) return [];
  const element = single ? button(moves[0]) : made("button", name, "choice");
  illustrate(element, id);
  if (single) return [element];
  element.addEventListener("click", () => choose(id));
  whenPointed(element, (on) => preview(id, on));
  return [element];
}

// A button shows what it is about, as far as that is one drawing: a person's sign, else the first of it.
// What it is does not depend on these classes.
const MARKS = ["at", "piece", "arriving", "can", "chosen", "could", "deadly", "named", "pointed", "told"];
function illustrate(button, id) {
  const [thing] = elements(id);
  const use = thing?.querySelector('use[href^="#shape-"]') ?? thing?.querySelector("use");
  if (use)
    button.prepend(picture(use.getAttribute("href"), ...[...thing.classList].filter((name) => !MARKS.includes(name))));
}

// Several things lie under one finger: which of them?
export function which(ids) {
  const buttons = ids.flatMap(choice);
  if (buttons.length < 2) return choose(ids[0]);
  byId("waiting").textContent = words.which;
  fillButtons(byId("buttons"), buttons);
}

function button(move) {
  const element = made("button", undefined, move.careful ? "move careful" : "move");
  const said = made("span", move.label);
  if (move.detail) said.append(made("small", move.detail));
  element.append(said);
  element.dataset.code = move.code;
  element.addEventListener("click", () => play(move));
  whenPointed(element, (on) => mark(move.clicks, "pointed", on));
  return element;
}

// What is pointed at shows where it could go.
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

// Buttons in the place of others; whoever had one of them in focus keeps a place among them.
export function fillButtons(place, buttons) {
  const held = place.contains(document.activeElement);
  unmark("pointed");
  place.replaceChildren(...buttons);
  replaced = performance.now();
  if (held) (place.querySelector("button") ?? place).focus({ preventScroll: true });
}

export function listMoves() {
  const parts = [];
  let first = 0;
  for (const [kind, many] of game.kinds) {
    const list = made("div", undefined, "movelist");
    list.append(...game.legal.slice(first, (first += many)).map(button));
    parts.push(made("h3", kind), list);
  }
  fillButtons(byId("moves"), parts.length ? parts : [made("p", game.waiting || game.prompt)]);
}

export function choose(id) {
  if (chosen.includes(id)) chosen = chosen.slice(0, chosen.indexOf(id));
  else {
    const path = [[...chosen, id], [id]].find((each) => candidates(each).length);
    if (!path) return explain([[...chosen, id], [id]], id);
    chosen = path;
  }
  const open = candidates();
  if (chosen.length && open.length === 1 && open[0].clicks.length === chosen.length) return play(open[0]);
  offer();
}

function play(move) {
  const go = () => make(move.codes ?? [move.code]);
  if (!move.careful) return go();
  sure(move.careful, go, () => choosing([]));
}

// A wrong click: what that is, and why it cannot be done. The server knows the reason for what could be a move.
let unexplained = [];
const comesLater = (id) => game.legal.some((move) => move.clicks.includes(id)); // after something else
export function explain(paths, id) {
  unexplained = [
    ...paths.map((clicks) => ({ clicks, id })),
    { id, later: paths.some((path) => comesLater(path.at(-1))) },
  ];
  explainOn();
}

export function explainOn(said = "") {
  const { clicks, id, later } = unexplained.shift() ?? {};
  if (clicks && !said) return ask({ do: "why", clicks });
  const waits = game?.legal.length ? words.nothing : game?.waiting;
  say(called(id), said || (later ? words.then : about(id) || waits));
  unexplained = [];
}

// Somebody who only looks on need not say so each time: the usual answer is given until the table waits for him alone.
export function stepAside() {
  const box = byId("pass-for-me");
  if (!game || !box?.checked) return;
  const deadly = game.legal.some((move) => move.code === game.usual && move.careful);
  if (game.window && deadly) box.checked = false;
  else if (game.window && game.usual !== null) ask({ do: "move", move: game.usual, question: game.question });
  else if (game.legal.length && game.awaited.length === 1) box.checked = false;
  byId("passing").hidden = !box.checked && !game.window;
}
