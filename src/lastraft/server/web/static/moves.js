// What is asked: legal moves as things that glow and as buttons, and clicks on them as moves. It knows no game.
//
// The server sends each legal move with the elements that make it up, in the order of clicking.

import { clearArrows } from "./arrows.js";
import {
  byId,
  capital,
  create,
  hush,
  leave,
  need,
  page,
  refill,
  say,
  SENTENCES,
  settle,
  SETTLES,
  store,
  stored,
  sure,
  words,
} from "./common.js";
import { send } from "./connection.js";
import {
  about,
  asks,
  brief,
  called,
  elements,
  mark,
  picture,
  pointElsewhere,
  scrollsByKeyboard,
  unmark,
  whenPointed,
} from "./drawing.js";
import { followAgain, keepTold, people, present, recallTold } from "./log.js";
import { lens, magnify, putAway } from "./loupe.js";
import { readyButtons, steppedInFor } from "./windows.js";

/** @import { Game, Move, News } from "./types.d.ts" */

/** @type {Game | null} as it was sent last */
export let game = null;
/** @type {Game | null} as it came last: what leads to it may still be playing */
let latest = null;
/** @type {string[]} the ids clicked so far */
export let chosen = [];
/** What the page has left in hand for its next step, until the reader clicks: a first click on it does not put it down. */
export let kept = "";
let sent = -1; // the question that was last answered
let interrupted = true; // whether somebody else has moved since then
/** Whether the server has not told yet what came of an answer. */
export const isAnswered = () => sent >= 0 && latest?.question === sent;
let graced = false; // whether the table makes the usual move after a short time

const WORDS = 2; // so much of what befell one is told beside the question; more in the log
const FEW = 9; // so many things of the board to choose from are buttons of the prompt too
const LETTERS = 150; // and as many pieces as have names of so many letters in all
const [BRIEFLY, FEW_LETTERS] = [11, 34]; // and those with brief names, of so many letters in all
const SIX = 6; // so many have room, whatever they are called; of more, the cards of a hand are played by a tap on a phone
const narrow = matchMedia("(max-width: 760px)");

/** @type {[string | undefined, number, string[]]} what was in hand before the page was loaded anew: table, question, ids */
const inHand = JSON.parse(stored("chosen", "sessionStorage") || "[]");

export const candidates = (path = chosen) =>
  (game?.legal ?? []).filter((move) => !move.needless && path.every((id, i) => move.clicks[i] === id));
/** @param {string[]} path */
export const after = (path) => new Set(candidates(path).flatMap((move) => move.clicks[path.length] || []));

/** @type {{ id: string, question: number, rest: number[], done: boolean } | null} of several moves, the one sent last */
let chain = null;
/**
 * @param {Game} state
 * @param {boolean} grace
 */
export function asked(state, grace) {
  const [table, number, ids] = game ? [] : inHand;
  const answered = game?.question !== state.question;
  if (answered && state.legal.length && game && sent !== game.question && interrupted) startle();
  if (game && game.stage.heading !== state.stage.heading) befell = []; // on another day it is one of many
  [game, graced] = [state, grace];
  if (state.question >= (latest?.question ?? 0)) latest = state;
  if (doubted !== undefined && !state.legal.some(({ code }) => code === doubted)) need("careful").close();
  goOn();
  const [same] = chosen;
  const goesOn = isCarrier(same) && (wanted() === undefined || isWanted([same])) && after([same]).size > 0;
  const stays = goesOn && !obvious().length && byId(same)?.dataset.lands === undefined;
  const left = answered ? (stays ? same : "") : kept;
  if (!answered && chosen.length && after(chosen).size) choosing(chosen);
  else choosing(stays ? [same] : obvious());
  kept = left;
  const begun = state.legal.length ? steppedInFor() : "";
  if (after([]).has(begun)) choose(begun);
  const isSame = table === page.table && number === state.question && wanted() === undefined;
  if (isSame && ids?.length && after(ids).size) choosing(ids);
}
/** @type {Set<string>} what could be chosen before */
let before = new Set();
/** For a moment a click on the board is no answer to what nobody could foresee. */
function startle() {
  before = after([]);
  document.body.classList.add("startled");
  setTimeout(() => document.body.classList.remove("startled"), SETTLES);
}
/** @param {string} id whether it has only just become an answer */
export const isStartling = (id) => document.body.matches(".startled") && !before.has(id);
/** @param {string} id whether it carries others, and stays in hand for its next step */
export const isCarrier = (id) => byId(id)?.dataset.carries !== undefined;
/** @param {string} id whether it carries somebody, who stands before it */
const isLoaded = (id) => Number(byId(id)?.dataset.carries) > 0;
/**
 * A state has come: a row of moves goes on at once, whatever plays; a coach takes it step by step.
 * @param {Game} state
 * @returns whether the row goes on
 */
export function rowGoesOn(state) {
  latest = state;
  giveAgain();
  if (wanted() === undefined) goOn();
  return chain !== null && (chain.rest.length > 0 || chain.question === state.question); // else that was its last one
}
let rowEnd = -1; // the question after the last row of moves
/** Whether a row of moves goes on, or plays, or a coach answers: what is shown is no question any more. */
const isBusy = () => chain !== null || (game?.question ?? 0) < rowEnd || answersFor();
/**
 * The server has made or refused what was sent: only then others may follow it.
 * @param {string | undefined} id
 * @param {boolean} done
 */
export function acknowledge(id, done) {
  if (!done) sent = -1;
  if (!chain || chain.id !== id) return;
  if (done) chain.done = true;
  else chain = null;
  goOn();
  if (!chain) offer();
}
function goOn() {
  const state = wanted() === undefined ? latest : game;
  if (!chain?.done || !state || state.question === chain.question) return;
  const { rest } = chain;
  chain = null;
  rowEnd = state.question;
  if (state.legal.some(({ code }) => code === rest[0])) make(rest, state, true);
}

const preset = () => document.querySelector("#board [data-preset]")?.id ?? "";
const isPreset = () => (game?.legal ?? []).some((move) => move.clicks.length > 1 && move.clicks[0] === preset());
/** What every answer begins with need not be clicked: the only shark, the only piece that can move; nor what is usual. */
function obvious() {
  const answers = (game?.legal ?? []).filter((move) => !move.codes);
  if (isPreset()) return [preset()];
  const [first] = answers.map((move) => move.clicks[0]);
  const alike = answers.length > 1 && answers.every((move) => move.clicks.length > 1 && move.clicks[0] === first);
  return alike ? [first] : [];
}
/** @type {(code: number) => boolean} whether a move may be made now; a coach waits for another one */
let permits = () => true;
/** @type {() => number | undefined} the move that a coach waits for */
let wanted = () => undefined;
/** What a coach says of a click that does not lead to it. */
let astray = () => {};
/** Whether a coach answers for the reader. */
let answersFor = () => false;
/**
 * @param {(code: number) => boolean} rule
 * @param {() => number | undefined} move
 * @param {() => void} other
 * @param {() => boolean} answers
 */
export const permitOnly = (rule, move, other, answers) =>
  ([permits, wanted, astray, answersFor] = [rule, move, other, answers]);
/** @param {string[]} path */
export const isWanted = (path) => candidates(path).some(({ code }) => code !== undefined && code === wanted());

/**
 * @param {number[]} codes
 * @param {Game | null} state
 * @returns whether the move may be made now
 */
export function make([code, ...rest], state = game, inRow = rest.length > 0) {
  if (chain || code === undefined || !state || !permits(code)) return false;
  const { question } = state;
  [sent, interrupted] = [question, false];
  const id = send({ do: "move", move: code, question });
  given = { id, state, codes: [code, ...rest], refused: false };
  [befell, recap] = [[], []]; // it has been read
  clearArrows(); // a hint was taken, or not
  hush();
  followAgain();
  if (inRow) chain = { id, question, rest, done: false };
  return true;
}

/** @param {Game} state in which the open window may pass */
function beReady(state) {
  befell = [];
  given = { id: send({ do: "ready", question: state.question }), state, codes: [], refused: false };
}

/** @type {{ id: string, state: Game, codes: number[], refused: boolean } | null} the last answer: moves, or ready */
let given = null;
/**
 * An answer came just after somebody else had moved: it is given again where the same is still asked.
 * @param {string | undefined} id
 * @returns whether that is so, or may be once the new question has come
 */
export function again(id) {
  if (given?.id !== id || !given || !latest) return false;
  given.refused = true;
  return latest.question > given.state.question ? giveAgain() : true;
}
function giveAgain() {
  if (!given?.refused || !latest) return false;
  const { state, codes } = given;
  const [first, ...rest] = codes;
  given = null;
  if (rest.length && latest.question > state.question && !latest.legal.some(({ code }) => code === first)) {
    chain = null; // the table has made the first of them itself
    return latest.legal.some(({ code }) => code === rest[0]) && make(rest, latest);
  }
  /** @param {Game} each */
  const move = ({ legal }) => legal.find(({ code }) => code === codes[0]);
  const whole = !codes.length || move(state)?.passes; // another moment like this one is not let pass
  const same = whole ? latest.prompt === state.prompt : latest.prompt.split("\n")[0] === state.prompt.split("\n")[0];
  if (latest.question <= state.question || !same || move(latest)?.label !== move(state)?.label) return false;
  if (!codes.length) beReady(latest);
  else if (move(latest)) make(codes, latest);
  return true;
}

/** @param {string[]} path */
export function choosing(path) {
  [chosen, instead, kept] = [path, [], ""];
  offer();
}

/** Nothing is in hand any more: whoever forgot a tile there does not spend it. */
export const putDown = () => choosing(obvious());

/** @type {string[]} what lies where the last thing was clicked, and may be meant: the raft under its passenger */
let instead = [];
/**
 * Those aboard what carries them who can go where it cannot, such as ashore.
 * @param {string} held
 */
function leavers(held) {
  const at = byId(held)?.dataset.carries ? byId(held)?.dataset.at : undefined;
  const aboard = at ? [...document.querySelectorAll(`#board [data-aboard="${at}"]`)] : [];
  const goals = after([held]);
  return aboard.map(({ id }) => id).filter((id) => [...after([id])].some((goal) => !goals.has(goal)));
}

/** @param {string} id */
function other(id) {
  if (lens && elements(id).length > 1) return []; // it is listed elsewhere too: the loupe needs the room
  const button = create("button", undefined, isPreset() ? "choice usual" : "choice");
  button.append(create("span", brief(id)));
  button.ariaLabel = called(id);
  illustrate(button, id);
  button.addEventListener("click", () => choosing([id]));
  whenCome(button, (on) => preview(id, on));
  return [button];
}

export function offer() {
  if (!game) return;
  const { legal, awaited, waiting, window, raised, undo, outcome } = game;
  const prompt = outcome ? `${outcome.said}\n${outcome.why}` : game.prompt;
  const open = candidates();
  const waits = legal.length === 0;
  const busy = isBusy();
  const under = [...new Set([...instead, ...(chosen.length === 1 ? leavers(chosen[0]) : [])])];
  const others = chosen.length === 1 && isPreset() ? [...after([])].filter((id) => id !== chosen[0]) : under;
  const [question, ...more] = prompt.split("\n");
  const named = awaited.some((seat) => prompt.includes(people[seat].name)); // the question says already who
  if (waits && !named && !outcome) more.push(waiting);
  if (busy)
    need("waiting").textContent = ""; // the question stays until there is another one
  else if (chosen.length > (isPreset() ? 0 : obvious().length)) hold(chosen[chosen.length - 1], question);
  else wording(question, more.join(" "));
  document.body.classList.toggle("asked", !waits && !busy);
  document.body.classList.toggle("holding", chosen.length > 0);
  unmark("can", "chosen", "deadly", "could", "named");
  const next = [...after(chosen)];
  const taught = next.filter((id) => isWanted([...chosen, id])); // a coach waits for one of them: only that one glows
  if (!busy) mark(taught.length ? taught : next, "can", true);
  mark(chosen, "chosen", true);
  document.body.dataset.chosen = chosen.map((id) => byId(id)?.getAttribute("class")).join(" "); // what kind of thing
  const deadly = open.filter((move) => isWarned(move) && move.clicks.length === chosen.length + 1);
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
  const plain = chosen.length === 1 && isCarrier(chosen[0]) ? legal.filter((move) => !move.clicks.length) : [];
  const aside = () => [...others.flatMap(other), ...plain.map(button), ...restButton(), ...readyButtons(beReady)];
  const buttons = () =>
    open.every(isOnceMore) && chosen.length ? unconfirmed() : [...choices(proper(open)), ...aside()];
  fillButtons(need("buttons"), busy ? [] : buttons());
  need("back").hidden = chosen.length <= obvious().length;
  const back = need("undo");
  back.ariaDisabled = String(!undo);
  back.title = (undo ? back.dataset.title : whyFinal()) ?? "";
  tellBeside();
  need("hint").disabled = waits || busy;
  need("raise").hidden = !window || raised || !graced;
  need("passing").hidden = byId("coach") !== null || !(window || need("pass-for-me").checked);
  need("grace").hidden = need("raise").hidden;
  if (!need("all-moves").hidden) listMoves();
  need("asked-line").textContent = need("question").textContent;
  store("chosen", JSON.stringify([page.table, game.question, chosen]), "sessionStorage");
  present();
  fitPrompt();
  settle(need("buttons"), !waits && question !== lastAsked);
  if (!waits) lastAsked = question;
  pointElsewhere();
}
let lastAsked = "";

/** The answers as they were before one of them was pressed: it is pressed again, in its place. */
function unconfirmed() {
  const held = chosen;
  chosen = held.slice(0, -1);
  const buttons = [...choices(proper(candidates())), ...restButton(), ...readyButtons(beReady)];
  chosen = held;
  for (const each of buttons.filter(({ dataset }) => dataset.thing === held.at(-1))) {
    each.classList.remove("passes");
    each.classList.add("primary");
    each.ariaPressed = "true";
  }
  return buttons;
}

/** @type {(news: News, you: number | null) => boolean} whether nobody else did it */
export const isOwn = (news, you) => news.kind !== "move" || news.seat === you;
/** Why nothing can be taken back now, as far as the reader has been told of moves. */
export function whyFinal() {
  const { none, others, shown } = need("undo").dataset;
  return moved === "own" ? shown : moved === "others" ? others : none;
}

/** @type {"" | "own" | "others"} whose move was the last, once the reader has moved */
let moved = "";
/** @type {{ said: string, symbol: string }[]} what one's own last move brought to light */
let found = [];
/** @type {(typeof found[number] & { times: number })[]} what others answered, and what befell one, until one moves */
let befell = [];
let newest = 0; // so many of them tell of the last move
let heard = 0; // the number of the newest of the news
/** What is told beside the question stays there when the page is loaded anew. */
const keep = () => keepTold("told", heard, { moved, found, befell });
/**
 * Remember what the last of some moves brought, if it was one's own, and what came of it: it is told beside the next
 * question.
 * @param {News[]} all
 * @param {number | null} you
 */
export function remember(all, you) {
  interrupted ||= all.some((each) => !isOwn(each, you));
  heard = Math.max(heard, ...all.map(({ number = 0 }) => number));
  const recalled = game ? undefined : recallTold("told", heard);
  if (recalled) ({ moved, found, befell } = recalled.told);
  for (const news of all) {
    if ((news.number ?? Infinity) <= (recalled?.number ?? 0)) continue;
    if (news.kind === "undo") [found, befell] = [[], []];
    if (news.kind !== "move" || !("said" in news)) continue;
    const { said = [], looks = [], befell: lines = [] } = news;
    const told = said.map((line, i) => ({ said: line, symbol: looks[i]?.[0] ?? "", tone: looks[i]?.[1] }));
    const own = news.seat === you;
    moved = own ? "own" : said.length ? moved && "others" : moved; // that somebody passed is no reason
    const kept = told.filter(({ symbol, tone }) => symbol && symbol !== `shape-${you}` && tone !== "heading");
    found = own ? kept : [];
    if (news.joins && newest) befell = befell.slice(0, -newest); // told in one with this
    newest = lines.length;
    if (!newest && told.some(({ tone }) => tone === "grave")) befell = []; // what is grave for all matters more now
    for (const [symbol, line] of lines) {
      const same = befell.find((each) => each.said === line);
      befell = [...befell.filter((each) => each !== same), { said: line, symbol, times: (same?.times ?? 0) + 1 }];
    }
  }
  keep();
}
/**
 * What others answered in one's own turn is told beside the next question too.
 * @param {typeof found} lines
 */
export function answered(lines) {
  befell = [...befell, ...lines.map((each) => ({ ...each, times: 1 }))];
  keep();
  tellBeside();
  fitPrompt();
}
/** @type {HTMLElement[]} on a phone, at the beginning of one's turn: what happened since the last one, gravest first */
let recap = [];
/** @param {HTMLElement[]} lines until one moves */
export function tellRecap(lines) {
  recap = lines;
  tellBeside();
  fitPrompt();
}
/** @type {(text: string) => string} */
const bare = (text) => text.replace(/[.!?\s]+$/, "");
/** @type {(said: string, asked: string[]) => boolean} whether a sentence says no more than what is asked */
const isSaid = (said, [question, more]) =>
  (bare(question) && said.startsWith(bare(question))) || `${question} ${more}`.includes(bare(said));
/** What is told beside the question, as long as nothing is in hand. */
function tellBeside() {
  if (!game) return;
  const { legal, undo, outcome } = game;
  const free = !outcome && chosen.length <= obvious().length;
  const lines = befell.length ? befell.slice(-WORDS) : !legal.length || undo ? [] : found;
  const asked = [need("question"), need("waiting")].map(({ textContent }) => textContent ?? "");
  const told = lines.filter(({ said }) => !isSaid(said, asked));
  tellFound(free ? told : []);
  const shown = free && legal.length && narrow.matches && wanted() === undefined ? recap : [];
  const isNew = (/** @type {string} */ line) => !told.some(({ said }) => said === line) && !isSaid(line, asked);
  const more = shown.filter(({ dataset }) => isNew(dataset.said ?? ""));
  byId("recap-lines")?.replaceChildren(...more);
}
/** @param {(typeof found[number] & { times?: number })[]} lines */
function tellFound(lines) {
  const place = need("found");
  place.hidden = !lines.length;
  place.replaceChildren(
    ...lines.map(({ said, symbol, times = 1 }) => {
      const line = create("span");
      const text = times > 1 ? said.replace(/[.!]?$/, (end) => ` ×\u00a0${times}${end}`) : said;
      line.append(symbol ? picture(`#${symbol}`) : "", create("span", text, "came"));
      return line;
    }),
  );
}

/** Setup can be left to the table. */
function restButton() {
  if (!game?.rest || chosen.length > obvious().length) return [];
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
  /** @type {(element: Element, name: string, x: number, y: number) => void} */
  const put = (element, name, x, y) => {
    const box = element.getBoundingClientRect();
    if (!box.width) return;
    const sign = create("span", undefined, name);
    const top = Math.max(17, box.top + box.height * y - from.top + board.scrollTop); // whole in the top row, too
    sign.style.cssText = `left: ${box.left + box.width * x - from.left}px; top: ${top}px`;
    board.append(sign);
  };
  const [held] = elements(chosen.at(-1));
  if (held && !held.querySelector(":scope > .hit")) put(held, "sign-post", 0.5, 0); // else it has a frame
  board.querySelectorAll(".deadly").forEach((each) => put(each, "sign-post beware", 0.7, 0.4)); // on it, not on what is above
}

// How words and answers are made to fit, the largest first: smaller words, answers as tiles, these without their ends,
// without their pictures, and by name alone.
const WAYS = ["", "small", "many", "small many", "many brief", "small many brief", "tiny", "tiny many brief"];
WAYS.push(
  "small many brief dense large",
  "small many brief dense",
  "tiny many brief dense",
  "small many bare",
  "tiny many bare",
);
// On a phone answers keep their shape, two in a row, as long as smaller words make room for them.
const NARROW_WAYS = [
  "",
  "small",
  "brief",
  "small brief",
  "tiny",
  "tiny brief",
  ...["many", "small many", "many brief", "small many brief", "tiny many brief"],
  ...["small brief silent", "tiny brief silent", "small many brief silent", "tiny many brief silent"],
  ...WAYS.filter((way) => /dense|bare/.test(way)).map((way) => `${way} silent`),
];
const SHAPES = ["many", "brief", "dense", "large", "bare", "silent"]; // of answers
const SIZES = ["small", "tiny"]; // of words
const GENTLE = 6; // so many of them leave answers as they are
/** Words and answers that need more room than the prompt has are smaller; answers that still do, lie beside the last. */
export function fitPrompt() {
  const prompt = /** @type {HTMLElement} */ (document.querySelector(".prompt"));
  const text = /** @type {HTMLElement} */ (prompt.querySelector(".prompt-text"));
  const buttons = need("buttons");
  /** @param {Element} each */
  const right = (each) => each.getBoundingClientRect().right;
  const tooWide = () => [...buttons.children].some((each) => right(each) + buttons.scrollLeft > right(buttons) + 0.5);
  const readable = () => text.scrollHeight <= text.clientHeight + 1;
  const inSight = () => readable() && !tooWide() && buttons.scrollHeight <= buttons.clientHeight + 1;
  const worded = () =>
    [...buttons.querySelectorAll("button")].every((each) => each.scrollHeight <= each.clientHeight + 1);
  const tools = prompt.querySelector(".tools");
  const apart = () => !tools || tools.getBoundingClientRect().bottom <= buttons.getBoundingClientRect().top + 4;
  /** @param {string} way */
  const set = (way) => {
    prompt.classList.remove(...SHAPES, ...SIZES);
    prompt.classList.add(...(way ? way.split(" ") : []));
  };
  const ways = narrow.matches ? NARROW_WAYS : WAYS;
  const shape = [...prompt.classList].filter((each) => SHAPES.includes(each)).join(" ");
  const isHeld = buttons.querySelector(".move[aria-pressed=true]");
  const same = isHeld ? ["", ...SIZES].map((size) => `${size} ${shape}`.trim()) : [];
  need("more").hidden = true;
  prompt.classList.remove("recaps");
  const news = /** @type {HTMLElement[]} */ ([...need("found").children]);
  for (const line of news) line.hidden = false;
  const isEasy = () => ways.slice(0, GENTLE).some((way) => (set(way), inSight()));
  for (const line of news.slice(0, -1)) line.hidden = !isEasy(); // the last is what matters now
  const tries = [() => apart() && worded(), apart, worded, () => true];
  const fitting = [same, ways] // what is only to be confirmed stays where it is
    .flatMap((some) => tries.map((also) => some.find((way) => (set(way), inSight() && also()))))
    .find((way) => way !== undefined);
  set(fitting ?? (tooWide() || readable() ? "many brief silent" : "tiny many brief silent"));
  scrollsByKeyboard(text);
  buttons.scrollTo(0, 0);
  buttons.querySelector(".move[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const tooHigh = narrow.matches && buttons.scrollHeight > buttons.clientHeight + 1;
  need("more").hidden = !tooWide() && !tooHigh;
  prompt.classList.toggle("taller", tooHigh);
  prompt.classList.toggle("scrolls", tooWide());
  const said = buttons.querySelector(".phrases");
  if (said instanceof HTMLElement) slides(said);
  fitRecap(prompt, buttons);
}

const RECAP = [20, 44]; // so much room a line needs, and a heading over all of them
/**
 * All lines over the answers: those that have no room are scrolled to. With a heading if all have room below it; where
 * there is room for none, in the place of the sentence under the question.
 * @param {HTMLElement} prompt
 * @param {HTMLElement} buttons
 */
function fitRecap(prompt, buttons) {
  const [place, lines] = [byId("recap"), byId("recap-lines")];
  if (!place || !lines) return;
  const several = lines.childElementCount > 1; // one of several is worth no heading
  place.hidden = !lines.childElementCount;
  place.classList.remove("headed", "more");
  place.style.maxHeight = "";
  if (place.hidden) return;
  const left = () => buttons.getBoundingClientRect().top - 4 - place.getBoundingClientRect().top;
  prompt.classList.toggle("recaps", left() < RECAP[0]);
  const room = left();
  place.hidden = room < RECAP[0];
  if (place.hidden) prompt.classList.remove("recaps");
  place.classList.toggle("headed", several && room >= RECAP[1] + lines.offsetHeight);
  place.style.maxHeight = `${room}px`;
  scrollsByKeyboard(place);
  const goesOn = () => place.classList.toggle("more", place.scrollTop + place.clientHeight < place.scrollHeight - 2);
  place.onscroll = goesOn;
  place.scrollTop = 0;
  goesOn();
}

/**
 * A row that is longer than its place ends in a button that slides it on; it stays where it was slid to.
 * @param {HTMLElement} row
 */
function slides(row) {
  const goesOn = () => row.classList.toggle("more", row.scrollLeft + row.clientWidth < row.scrollWidth - 27);
  const on = create("span", "›", "slide"); // the Tab key goes from phrase to phrase, and needs it not
  on.ariaHidden = "true";
  on.addEventListener("click", () => row.scrollBy({ left: row.clientWidth * 0.7, behavior: "smooth" }));
  if (row.childElementCount && !row.querySelector(".slide")) row.append(on);
  row.scrollLeft = Number(row.dataset.left ?? 0); // it may have been taken out
  row.onscroll = () => {
    row.dataset.left = String(row.scrollLeft);
    goesOn();
  };
  goesOn();
}
byId("buttons")?.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.matches(".chip")) fitPrompt(); // there are other chips now
});
byId("more")?.addEventListener("click", () => {
  const buttons = need("buttons");
  const end = buttons.scrollLeft + buttons.clientWidth >= buttons.scrollWidth - 1;
  const foot = buttons.scrollTop + buttons.clientHeight >= buttons.scrollHeight - 1;
  buttons.scrollTo({
    left: end ? 0 : buttons.scrollLeft + buttons.clientWidth * 0.8,
    top: foot ? 0 : buttons.scrollTop + buttons.clientHeight * 0.8,
    behavior: "smooth",
  });
});

/**
 * @param {string} question
 * @param {string} more
 */
function wording(question, more) {
  need("question").textContent = question;
  need("waiting").textContent = under = more;
  foretold = false;
}
let under = ""; // the sentence under the question
let foretold = false; // whether what a click would bring stands in its place
/**
 * What a click on something pointed at would bring, such as who dies.
 * @param {string} id
 * @param {boolean} on
 */
function foretell(id, on) {
  const [move, ...more] = on ? candidates([...chosen, id]) : [];
  const brings = move && !more.length && move.detail ? `${move.label} – ${move.detail}` : "";
  if (brings || foretold) need("waiting").textContent = brings || under;
  foretold = Boolean(brings);
}

/**
 * What is in hand: the question about it, where the game has one; else the question stays and says what is chosen.
 * @param {string} id
 * @param {string} question
 */
function hold(id, question) {
  const [what, more] = asks(id);
  const [first, ...rest] = asks(chosen[0]);
  const glows = [...after(chosen)].some((next) => elements(next).length);
  if (more) wording(capital(what), more);
  else if (rest.length && !glows) wording(capital(first), called(id));
  else {
    const once = candidates().find(({ clicks }) => clicks[chosen.length] === id);
    const said = once ? words.again : words.then;
    wording(question, capital((said ?? "").replace("{thing}", once?.label ?? called(id)).replace(/^\s*:\s*/, "")));
  }
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
  const undrawn = open.filter((move) => !elements(move.clicks[chosen.length]).length);
  const plain = undrawn.filter((move) => !move.codes).map(button);
  const drawn = [...new Set(open.map((move) => move.clicks[chosen.length]))].filter((id) => elements(id).length);
  const aside = drawn.length > FEW ? "[data-aside]" : "[data-aside=always]"; // of many, not the hand
  const keys = need("buttons").querySelector(":focus-visible"); // the keyboard focus stays here
  const beside = drawn.filter((id) => !elements(id)[0].closest(aside));
  const near = beside.filter((id) => keys || unseen(id) || !elements(id)[0].matches(".spot")); // spaces are clicked
  const crowd = narrow.matches && page.hand === undefined && !keys && near.length + plain.length > SIX;
  const isPiece = (/** @type {string} */ id) => elements(id)[0].matches(".piece");
  const letters = near.filter(isPiece).map(brief).join("").length;
  const isBrief = letters <= FEW_LETTERS && near.every((id) => !isPiece(id) || elements(id)[0].dataset.brief);
  const most = isBrief ? BRIEFLY : SIX;
  const long = !narrow.matches && !keys && (letters > LETTERS || near.length + plain.length > most);
  const ashore = new Set(chosen.length ? [] : drawn.flatMap(leavers));
  const hard = (/** @type {string} */ id) => unseen(id) || isLoaded(id) || ashore.has(id); // to click on the board
  const short = long ? near.filter((id) => !isPiece(id) || hard(id)) : near;
  const few = crowd ? short.filter((id) => !elements(id)[0].closest("[data-aside]")) : short;
  const many = near.length + plain.length > Math.max(FEW + 1, most) && !keys;
  const tools = near.filter((id) => !isPiece(id)); // beside many pieces, a few tiles to use
  const isTool = (/** @type {string} */ id) => tools.length <= SIX && tools.length < near.length && tools.includes(id);
  const fit = () => near.filter((id) => hard(id) || isTool(id));
  const herd = crowd && near.filter(isPiece).length > SIX; // on a phone they would be words without pictures
  const offered = (lens ? near.filter(unseen) : many || herd ? fit() : few).flatMap(choice);
  const ends = plain.length > 2 ? plain.slice(-1) : plain; // such as Done beside the cards of an offer
  if (drawn.length) for (const each of ends) each.classList.add("last");
  const shortcuts = undrawn.filter((move) => move.codes);
  const buttons = [...offered, ...plain].map((once) => repeated(once, shortcuts));
  buttons.splice(offered.length, 0, ...shortcuts.map(button));
  const rank = (/** @type {HTMLElement} */ each) => Number(!each.matches(".passes, .primary, :has(.primary)"));
  return buttons.sort((a, b) => rank(a) - rank(b)); // the usual one first, the others always in the same order
}

/**
 * The same answer again and again: a button for as often as it goes, and beside it a number for each time less.
 * @param {HTMLElement} once
 * @param {Move[]} shortcuts those that it takes are gone
 */
function repeated(once, shortcuts) {
  const code = Number(once.dataset.code);
  const again = shortcuts.filter(({ codes = [] }) => codes.every((each) => each === code));
  if (!again.length) return once;
  for (const move of again) shortcuts.splice(shortcuts.indexOf(move), 1);
  if (again.every(({ codes = [] }) => codes.length === 1)) {
    const { thing, vain } = once.dataset;
    const better = button({ ...again[0], clicks: thing ? [thing] : [], vain: Boolean(vain) }); // in better words
    better.prepend(...once.querySelectorAll(".picture"));
    better.classList.toggle("pictured", once.matches(".pictured"));
    return better;
  }
  const counts = [1, ...again.map(({ codes = [] }) => codes.length)];
  const group = [once, ...again.map(button)];
  const most = group[group.length - 1];
  most.prepend(...once.querySelectorAll(".picture"));
  most.classList.toggle("pictured", once.matches(".pictured"));
  for (const [i, less] of group.slice(0, -1).entries()) {
    less.title = less.ariaLabel = [...less.querySelectorAll("span > span, small")]
      .map((each) => each.textContent)
      .join(", ");
    less.replaceChildren(String(counts[i]));
    less.classList.remove("pictured", "detailed");
  }
  const place = create("span", undefined, "times");
  place.append(most, ...group.slice(0, -1));
  return place;
}

/** @param {string} id what is drawn only on another screen */
const unseen = (id) => page.hand !== undefined && !elements(id).some((each) => each.getClientRects().length);

/** @param {string} id */
function choice(id) {
  const moves = proper(candidates([...chosen, id]));
  const single = moves.length === 1;
  const name = called(id);
  if (!single && !name) return [];
  const element = single ? button(moves[0]) : create("button", brief(id), "choice");
  if (!single) element.ariaLabel = name;
  element.classList.toggle("named", !single && brief(id) !== name);
  illustrate(element, id);
  if (single) return [element];
  element.dataset.choice = element.dataset.thing = id;
  element.addEventListener("click", () => choose(id));
  whenCome(element, (on) => preview(id, on));
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
  if (!use) return;
  const art = picture(use.getAttribute("href") ?? "", ...names);
  const face = /** @type {HTMLElement | null | undefined} */ (thing?.querySelector("[data-face]"));
  if (art && face?.dataset.face) {
    art.replaceChildren(face.cloneNode(true)); // a sign with a number on it
    art.setAttribute("viewBox", face.dataset.face);
  }
  button.prepend(art);
  button.classList.add("pictured");
}

/**
 * Several things lie under one finger: which of them?
 * @param {string[]} ids
 */
export function which(ids) {
  const buttons = ids.flatMap((id) => (candidates([...chosen, id]).length ? choice(id) : other(id)));
  if (buttons.length < 2) return choose(ids[0]);
  need("waiting").textContent = words.which ?? "";
  tellFound([]);
  byId("recap-lines")?.replaceChildren();
  putAway();
  fillButtons(need("buttons"), buttons);
  fitPrompt();
  settle(need("buttons"));
}

/** @param {Move} move whether it is asked about first; what a coach waits for is no mistake, and nothing else is done */
const isWarned = ({ careful }) => Boolean(careful) && wanted() === undefined;

/** @type {(move: Move) => boolean} whether its thing is chosen first and then once more, for it is final */
const isTwice = ({ clicks }) => clicks.length > chosen.length && clicks[chosen.length] === clicks[chosen.length + 1];

/** @type {(move: Move) => boolean} whether its thing has been chosen, and only has to be once more */
const isOnceMore = ({ clicks }) => clicks.length === chosen.length + 1 && clicks.at(-1) === chosen.at(-1);

/** @param {Move} move */
function button(move) {
  const alone = (game?.legal ?? []).every(({ passes }) => passes); // else nothing leads hands to letting it pass
  const again = chosen.length > 0 && move.clicks[chosen.length] === chosen[chosen.length - 1]; // it is in hand already
  const look = move.first || again ? "primary" : move.passes ? (alone ? "passes primary" : "passes") : "";
  const element = create("button", undefined, `move ${isWarned(move) ? "careful" : look}`);
  const label = create("span");
  label.append(create("span", move.label));
  if (move.detail) {
    const [first, ...more] = move.brief ? ["", move.detail] : move.detail.split(SENTENCES);
    const detail = create("small", first); // where answers are many, the first sentence or fewer words have to do
    if (move.brief) detail.append(create("i", move.brief));
    if (more.length) detail.append(create("span", ` ${more.join(" ")}`));
    label.append(detail);
    element.classList.add("detailed");
  }
  element.append(label);
  element.dataset.code = String(move.code);
  element.dataset.thing = move.clicks[chosen.length] ?? "";
  if (move.vain) element.dataset.vain = "yes";
  const [twice, thing] = [isTwice(move), element.dataset.thing];
  element.addEventListener("click", () => {
    if (twice && chosen.at(-1) !== thing && element.closest("#buttons")) choose(thing);
    else play(move);
  });
  whenCome(element, (on) => mark(move.clicks, "pointed", on));
  return element;
}

let [hand, rest] = ["", ""]; // where the mouse is, and where it was when the buttons came
addEventListener("mousemove", ({ clientX, clientY }) => (hand = `${clientX} ${clientY}`), true);
/**
 * A button that has come under a resting mouse shows nothing until the mouse moves.
 * @param {HTMLElement} button
 * @param {(on: boolean) => void} show
 */
function whenCome(button, show) {
  let shown = false;
  const turn = (/** @type {boolean} */ on) => on !== shown && show((shown = on));
  whenPointed(button, (on) => turn(on && (hand !== rest || button.matches(":focus-visible"))));
  button.addEventListener("mousemove", () => turn(hand !== rest));
}

/** @param {string} id how far it may come, if it is nobody's */
const reach = (id) => byId(id)?.dataset.reach?.split(" ") ?? [];
/**
 * Where a thing could go, with what is in hand or instead of it; or how far what is nobody's may come.
 * @param {string} id
 */
const leadsTo = (id) => [[...chosen, id], [id]].map(after).find(({ size }) => size) ?? reach(id);
/** @param {string} id whether something lights up where it is pointed at */
export const previews = (id) => after(chosen).has(id) || [...leadsTo(id)].length > 0;
/**
 * What is pointed at shows where it could go.
 * @param {string} id
 * @param {boolean} on
 */
export function preview(id, on) {
  mark([id], "pointed", on);
  mark(leadsTo(id), "could", on);
  foretell(id, on);
}
/** @param {string} id shows for a while how far it may come */
function showReach(id) {
  mark(reach(id), "could", true);
  setTimeout(() => mark(reach(id), "could", false), 3000);
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
  const from = document.activeElement;
  const held = place.contains(from);
  unmark("pointed");
  leave(place);
  refill(place, buttons);
  place.closest(".prompt")?.classList.toggle("quiet", !buttons.length);
  const answers = buttons.filter((each) => !each.matches(".phrases, .ready-count")).length;
  for (const few of [3, 5, 6, 7, 8]) place.classList.toggle(`over-${few}`, answers > few);
  place.classList.toggle(
    "rests",
    buttons.some((each) => each.matches(".rest")),
  );
  place.style.setProperty("--half", String(Math.max(3, Math.ceil(answers / 2)))); // in a row of two; fewer keep their places
  replaced = performance.now();
  rest = hand;
  const all = [...place.querySelectorAll("button")].filter((each) => !each.matches(".rest")); // not by mistake
  const chip = all.find((each) => from?.matches(".chip") && each.matches(".chip")); // who speaks answers nothing
  const pressed = all.find((each) => each.ariaPressed === "true"); // and comes to be confirmed
  const first = pressed ?? all.find((each) => !each.matches(".primary, .passes")) ?? all[0]; // whoever goes on pressing does not pass
  const stays = from?.matches(".chip") && from.isConnected;
  if (held && !stays) (chip ?? first ?? place).focus({ preventScroll: true });
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
  const atOnce = game.legal.filter(({ codes = [], clicks }) => codes.length > 1 && !clicks.length);
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

/**
 * @param {string} id
 * @param {string[]} [others] what may be meant instead
 */
export function choose(id, others = []) {
  const again = kept === id;
  const before = chosen;
  instead = chosen.length && !again ? [] : others;
  kept = "";
  if (again) chosen = chosen.slice(0, chosen.indexOf(id) + 1);
  else if (obvious()[0] === id) chosen = [id];
  else if (chosen.includes(id) && !candidates([...chosen, id]).length) chosen = chosen.slice(0, chosen.indexOf(id));
  else {
    const path = [[...chosen, id], [id]].find((each) => candidates(each).length);
    if (!path) return explain([[...chosen, id], [id]], id);
    chosen = path;
    const [next, ...more] = after(chosen); // the only swimmer for a dolphin need not be clicked
    if (next && !more.length && candidates().every(({ clicks }) => clicks.length > path.length + 1)) {
      chosen = [...path, next];
      kept = next;
    }
  }
  hush();
  const open = candidates();
  if (isWanted(before) && !isWanted(chosen)) {
    chosen = before;
    return astray();
  }
  if (chosen.length && open.length === 1 && open[0].clicks.length === chosen.length) {
    return play(open[0], chosen.slice(0, -1));
  }
  offer();
}

/** @type {number | undefined} the move about which the reader is asked whether they are sure */
let doubted;
/**
 * Make a move, where it costs something after a question; whoever says no has what they chose still in hand.
 * @param {Move} move
 * @param {string[]} [before] what was chosen before the last click
 */
function play(move, before = chosen) {
  const { code, codes, careful = "" } = move;
  const all = codes ?? (code === undefined ? [] : [code]);
  if (!isWarned(move) || (stored("careful") === "no" && !page.beside)) return void (make(all) || choosing(before));
  const still = () => (latest?.legal.some((move) => move.code === all[0]) ? latest : game); // others may have moved
  doubted = all[0];
  sure(
    careful,
    () => {
      doubted = undefined;
      make(all, still());
    },
    () => {
      doubted = undefined;
      choosing(before);
    },
  );
}

/** @type {{ clicks?: string[], id?: string, later?: boolean, apart?: boolean }[]} */
let unexplained = [];
/**
 * A wrong click: what that is, and why it cannot be done. The server knows the reason for what could be a move.
 * @param {string[][]} paths
 * @param {string | undefined} id
 * @param {boolean} [first] whether something else has to be chosen before
 */
export function explain(paths, id, first = false) {
  const clicked = paths.map((path) => path[path.length - 1]);
  const later = first || (game?.legal ?? []).some((move) => clicked.some((each) => move.clicks.includes(each)));
  const isMoved = elements(id).some((each) => each.matches(".piece, .spot")); // else it says only what it is
  const apart = chosen.length > 0 && id !== chosen.at(-1) && isMoved;
  unexplained = [...paths.map((clicks) => ({ clicks, id })), { id, later, apart }];
  if (id) showReach(id);
  explainOn();
}

const BRIEF = 90;
export function explainOn(said = "") {
  const { clicks, id, later, apart } = unexplained.shift() ?? {};
  if (clicks && !said) return send({ do: "why", clicks });
  const waits = game?.legal.length ? words.nothing : game?.waiting;
  const first = later && !chosen.length;
  const [what] = about(id).split("\n");
  const brief = chosen.length <= obvious().length && what.length <= BRIEF ? what : ""; // what it is, where nothing says why not now
  const reason = said || (first ? words.first : later || apart ? words.apart : brief || about(id) || waits);
  say(called(id), reason ?? "");
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
  need("passing").hidden = byId("coach") !== null || (!box.checked && !window);
}
