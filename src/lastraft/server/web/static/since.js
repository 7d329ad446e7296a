// "Meanwhile": what the others did since one's last turn, in words, in the order of play, what befell oneself
// first, or in some games move by move; each can be shown again.

import { byId, create, need, shape } from "./common.js";
import { mark, paint, picture, scrollsByKeyboard, whenPointed } from "./drawing.js";
import { keepTold, logLines, people, recallTold, seatOf } from "./log.js";
import { answered, offer, tellRecap } from "./moves.js";
import { enqueue, hold, skip } from "./stage.js";

/** @import { Cue, Lines, News, Step } from "./types.d.ts" */

/**
 * A move: its lines that have a picture, each with the seat that it is about, and how it was played. A line `stays`
 * however little room there is, or is `plain` and goes first.
 * @typedef {{ text: string, seat: number, symbol: string, tone: string, things: string[], mine: boolean, lost: boolean,
 *   stays: boolean, plain: boolean }} Deed
 * @typedef {{ deeds: Deed[], steps: Step[], before?: string[], after?: string[], answer?: boolean }} Move
 * @typedef {{ deed: Deed, of: Move[], times: number }} Told
 * @typedef {{ item: HTMLElement, seat: number, told: Told[], shown: Told[] }} Row
 */

const KEPT = 80; // moves that are remembered
/** @type {Move[]} */
let moves = [];
let over = false; // whether one's own turn is over: what came before it is shown until somebody else moves
let turn = -1; // whose turn it is, in a game that says so; else one's turn is one move
/** What was asked last: where a game tells no turns, an answer in an open window ends none. */
let asked = { text: "", window: false };
let answeredTo = ""; // what one answered last, there
/** @type {Move[]} from before that answer: they are told again if the same is asked again, as after an offer */
let earlier = [];
/** @type {string[] | undefined} the drawing that was sent last */
let drawn;
/** @type {Row[]} */
let rows = [];
/** @type {Map<number, number>} the points that seats have won or lost meanwhile */
let gained = new Map();
let recaps = false; // whether one's turn has begun with what happened meanwhile, and one has not moved since
let isSetup = false; // whether all since the game began is known; it is its setup until the turns begin
let heard = 0; // the number of the newest of the news
/** All of that is kept while the page is loaded anew, but for what would be played. */
function keep() {
  const bare = (/** @type {Move[]} */ some) => some.map(({ deeds, answer }) => ({ deeds, answer, steps: [] }));
  const told = { moves: bare(moves), earlier: bare(earlier), over, turn, asked, answeredTo, recaps };
  keepTold("since", heard, told);
}

/**
 * Remember what a message tells, and show it.
 * @param {News[]} all
 * @param {boolean} fresh
 * @param {string[] | null} drawing
 * @param {number | null} you
 * @param {HTMLElement[]} written its lines in the log
 * @param {typeof asked | null} [asks] what it asks the reader
 */
export function note(all, fresh, drawing, you, written = logLines(all), asks = null) {
  if (fresh) [moves, earlier, over, turn, recaps, isSetup] = [[], [], false, -1, false, false];
  heard = Math.max(fresh ? 0 : heard, ...all.map(({ number = 0 }) => number));
  const recalled = fresh ? recallTold("since", heard) : undefined;
  if (recalled) ({ moves, earlier, over, turn, asked, answeredTo, recaps } = recalled.told);
  let line = 0;
  let begins = false; // whether one's own turn begins with the last of the moves
  for (const news of all) {
    const said = "text" in news ? 1 : ("said" in news && news.said?.length) || 0;
    isSetup ||= news.kind === "started";
    const mine = written.slice(line, (line += said)).map(({ dataset }) => dataset.seat === String(you));
    if ((news.number ?? Infinity) <= (recalled?.number ?? 0)) continue;
    if (news.kind !== "move" || !("said" in news) || !news.said?.length) continue;
    const [first, ...more] = deedsOf(news); // who has moved in secret is told by what it brought
    const alone = first?.seat === you && more.every(({ seat }) => seat === you);
    const own = you !== null && (news.seat === undefined ? alone : news.seat === you);
    if (over && !own) [earlier, moves, over] = [moves, answersOf(moves), false];
    const all = deedsOf(news, mine).filter(({ symbol }) => symbol !== `shape-${you}`); // not what one did oneself
    // what others are asked in one's own turn belongs to it, but for what they did then; what one is asked in theirs
    // brings what they did to one
    const answer = turn === you && turn >= 0;
    const deeds = all.filter(({ things, lost, mine }) =>
      own ? !answer && turn >= 0 && (lost || !mine) : !answer || things[0] === `seat-${news.seat}`,
    );
    const led = news.joins && !own ? moves.at(-1) : undefined;
    if (led) led.deeds = [];
    if (answer && own) tellRecap([]); // also on another device
    if (answer && !own && !fresh) answered(deeds.map(({ text, symbol }) => ({ said: text, symbol })));
    if (deeds.length || !(own || answer))
      moves.push({ deeds, steps: news.staging ?? [], before: drawn, after: drawing ?? drawn, answer });
    const headings = (news.things ?? []).filter((_, i) => news.looks?.[i]?.[1] === "heading").flat();
    const begun = headings.findLast((id) => id.startsWith("seat-"));
    const next = begun ? Number(begun.slice(5)) : turn;
    const answers = own && next < 0 && !asked.window;
    if (answers) answeredTo = asked.text;
    over ||= answers || (you !== null && next >= 0 && turn === you && next !== you);
    if (isSetup && turn < 0 && next >= 0) moves = []; // the turns begin
    begins = you !== null && turn !== you && next === you;
    recaps = begins || (recaps && !own);
    turn = next;
  }
  if (asks && turn < 0 && asks.text === answeredTo) [moves, over] = [[...earlier, ...moves], false];
  if (asks) [asked, earlier] = [asks, []];
  moves = moves.slice(-KEPT);
  drawn = drawing ?? drawn;
  list(you);
  if (begins || (fresh && recaps) || (asks && turn < 0)) tellRecap(gravest()); // where a game tells no turns, whenever one is asked
  keep();
}

/** What happened, each in a line: one's own losses, what else is grave, then the rest; each of them in its order. */
function gravest() {
  const own = `seat-${need("log").dataset.you}`;
  /** @type {(told: Told) => number} */
  const rank = ({ deed: { lost, tone } }) => [lost, tone === "grave", true].indexOf(true);
  /** @type {(told: Told) => number} */
  const age = ({ of }) => Math.max(...of.map((move) => moves.indexOf(move)));
  return tell(({ plain, stays, things }) => stays || !plain || things.includes(own))
    .sort((a, b) => rank(a) - rank(b) || age(a) - age(b))
    .map(({ deed, of, times }) => {
      const line = create("li", undefined, deed.lost ? "loss" : "");
      line.dataset.said = deed.text;
      line.append(deedButton(deed, of, times, deed.text, true));
      return line;
    });
}

/**
 * What others answered in one's own turn is told for one more round, however little room there is.
 * @param {Move[]} all
 */
const answersOf = (all) =>
  all
    .filter(({ answer }) => answer)
    .map((move) => ({ ...move, answer: false, deeds: move.deeds.map((deed) => ({ ...deed, stays: true })) }));

/**
 * What a move brought, each line with whoever it is about: whose turn it is or else the mover, unless it shows the sign
 * of somebody else or begins with them; after a heading (a new day) whoever it names, or nobody.
 * @param {Lines} news
 * @param {boolean[]} mine which lines are about the reader
 */
function deedsOf({ seat, said = [], looks = [], things = [], staging = [] }, mine = []) {
  let mover = turn >= 0 ? turn : seat;
  /** @type {(text: string) => Cue[]} how a line is played */
  const beatsOf = (text) => {
    const first = staging.findIndex(({ say }) => say === text);
    const next = staging.findIndex(({ say }, i) => i > first && say);
    return first < 0 ? [] : staging.slice(first, next < 0 ? undefined : next).flatMap(({ beats }) => beats);
  };
  /** @type {(text: string) => boolean} the throw of a die, whose outcome follows in another line */
  const rolled = (text) =>
    beatsOf(text).some(({ kind }) => kind === "roll") &&
    !staging.some(({ say = text }) => say !== text && text.endsWith(say));
  const isStep = looks.filter(([symbol]) => symbol).length < 2 && staging.every(({ beats }) => beats.every(glides));
  /** @type {(text: string) => boolean} a way on which nothing happens */
  const isWay = (text) => isStep || (beatsOf(text).length > 0 && beatsOf(text).every(glides));
  /** @type {(text: string) => boolean} somebody is safe, or what many wanted is done: also if the line goes on */
  const saves = (text) =>
    staging.some(
      ({ say, beats }) =>
        say && text.startsWith(say.replace(/\.$/, "")) && beats.some(({ sound }) => sound === "rescue"),
    );
  return said.flatMap((text, i) => {
    const [symbol, tone] = looks[i] ?? ["", ""];
    if (tone === "heading") mover = undefined;
    if (!symbol || tone === "heading") return [];
    const [, sign] = symbol.match(/^shape-(\d+)$/) ?? things[i]?.[0]?.match(/^seat-(\d+)$/) ?? [];
    const common = byId(things[i]?.[0] ?? "")?.dataset.common === ""; // what is everybody's
    const by = people.find((each) => each.seat === seat)?.name; // who answers in somebody's turn
    const doer = by && mover !== undefined && withoutName(text, by) !== text.replace(/\.$/, "") ? seat : mover;
    const about = sign ? Number(sign) : common ? -1 : (doer ?? seatOf(text, things[i] ?? []));
    const [own, grave] = [!!mine[i], tone === "grave"];
    const weighs = { mine: own, lost: grave && own, stays: grave || own || saves(text) };
    return [
      { text, symbol, tone, things: things[i] ?? [], seat: about, ...weighs, plain: isWay(text) || rolled(text) },
    ];
  });
}

/**
 * The points that seats have in a drawing which shows them.
 * @param {string[]} drawing
 */
const pointsIn = (drawing = []) =>
  new Map(
    [...drawing.join("").matchAll(/data-points="(\d+) (-?\d+)"/g)].map(([, seat, n]) => [Number(seat), Number(n)]),
  );

/** @param {{ kind: string }} beat */
const glides = ({ kind }) => kind === "glide";

/** @param {number | null} you */
function list(you) {
  const place = byId("since-rows");
  if (!place) return;
  const seats = new Set(moves.flatMap(({ deeds }) => deeds.filter(({ lost }) => !lost).map(({ seat }) => seat)));
  if (you !== null) seats.delete(you);
  /** @type {(seat: number) => number} how soon after the reader a seat plays; what is everybody's comes last */
  const after = (seat) => (seat < 0 ? people.length : you === null ? 0 : (seat - you + people.length) % people.length);
  const order = [...seats].sort((a, b) => after(a) - after(b));
  const before = pointsIn(moves.find(({ before }) => before)?.before);
  gained = new Map([...pointsIn(drawn)].map(([seat, n]) => [seat, n - (before.get(seat) ?? n)]));
  rows = order.map((seat) => {
    const told = tell((deed) => deed.seat === seat && !deed.lost);
    return { item: create("li", undefined, `s${seat}`), seat, told, shown: told };
  });
  for (const look of ["befell", "loss"]) {
    const told = tell(({ lost, seat }) => lost === (look === "loss") && (lost || (you !== null && seat === you)));
    if (told.length) rows.unshift({ item: create("li", undefined, look), seat: -1, told, shown: told });
  }
  if (isInOrder()) rows = rowsInOrder(you);
  place.replaceChildren(...rows.map(({ item }) => item));
  need("show-again").disabled = !moves.some(({ steps, before }) => steps.length && before);
  need("since").classList.toggle("empty", !rows.length);
  need("since").scrollTop = 0;
  fit();
}

const isInOrder = () => need("since").dataset.inOrder !== undefined;
/** @type {(deed: Deed) => boolean} how things stand, such as how much is missing: only the newest is told */
const isState = ({ seat, tone }) => seat < 0 && tone === "grave";
/** @type {(deed: Deed) => string} */
const keyOf = (deed) => (isState(deed) ? deed.text.replace(/\d+/g, "") : deed.text);

/**
 * A row for each move, and one for all that somebody did in several on end.
 * @param {number | null} you
 */
function rowsInOrder(you) {
  const newest = new Map(moves.flatMap(({ deeds }) => deeds).map((deed) => [keyOf(deed), deed]));
  /** @type {Row[]} */
  const all = [];
  for (const move of moves) {
    const deeds = move.deeds.filter((deed) => !isState(deed) || newest.get(keyOf(deed)) === deed);
    if (!deeds.length) continue;
    const told = deeds.map((deed) => ({ deed, of: [move], times: 1 }));
    const [first, ...others] = new Set(deeds.map(({ seat }) => seat));
    const seat = others.length || first === you ? -1 : first;
    const look = deeds.some(({ lost }) => lost) ? "loss" : first === you && !others.length ? "befell" : "";
    const before = all.at(-1);
    if (before?.seat === seat && seat >= 0 && !look && !before.item.matches(".loss")) before.told.push(...told);
    else all.push({ item: create("li", undefined, look || `s${seat}`), seat, told, shown: told });
  }
  return all;
}

/**
 * What came to one's own and is told of again later: it has gone on since.
 * @param {Deed} deed
 * @param {number} i which of all of them it is
 * @param {Deed[]} all
 */
function isPast({ mine, lost, things: [, piece = ""] }, i, all) {
  const came = mine && !lost && (byId(piece)?.matches(".piece") ?? true);
  return came && all.slice(i + 1).some(({ things }) => things.includes(piece));
}

/**
 * The deeds of a kind, one after the other; the same again is counted.
 * @param {(deed: Deed) => boolean} wanted
 */
function tell(wanted) {
  const past = new Set(moves.flatMap(({ deeds }) => deeds).filter(isPast));
  /** @type {Map<string, Told>} */
  const told = new Map();
  for (const move of moves) {
    for (const deed of move.deeds.filter((each) => wanted(each) && !past.has(each))) {
      const before = told.get(keyOf(deed));
      const { of, times } = before?.deed.text === deed.text ? before : { of: [], times: 0 };
      if (before && !times) told.delete(keyOf(deed));
      told.set(keyOf(deed), { deed, of: [...new Set([...of, move])], times: times + 1 });
    }
  }
  return [...told.values()];
}

/** Say as much as there is room for; what has none is scrolled to, and fades at the lower edge. */
function fit() {
  const panel = need("since");
  if (isInOrder()) {
    for (const row of rows) fill(row, row.told);
    panel.scrollTop = panel.scrollHeight;
  } else leaveOut();
  scrollsByKeyboard(panel);
  fade();
}

function fade() {
  const panel = need("since");
  panel.classList.toggle("faded", panel.scrollTop + panel.clientHeight < panel.scrollHeight - 2);
}

/** First the plain steps of the longest row are left out, never what stays. */
function leaveOut() {
  const panel = need("since");
  for (const row of rows) fill(row, row.told);
  while (panel.scrollHeight > panel.clientHeight + 1) {
    const may = rows.filter(({ item, shown }) => !item.matches(".all") && shown.length > 1 && leastOf(shown));
    const plain = may.filter(({ shown }) => leastOf(shown).deed.plain);
    const [longest] = (plain.length ? plain : may).sort((a, b) => b.item.offsetHeight - a.item.offsetHeight);
    if (!longest) return;
    const least = leastOf(longest.shown);
    const rest = longest.shown.filter((each) => each !== least);
    fill(longest, rest);
  }
}

/** @param {Told[]} shown */
function leastOf(shown) {
  const may = shown.filter(({ deed }) => !deed.stays);
  return may.find(({ deed }) => deed.plain) ?? may[0];
}

/**
 * Write a row: who it is, and what they did.
 * @param {Row} row
 * @param {Told[]} shown
 */
function fill(row, shown) {
  const { item, seat, told } = row;
  row.shown = shown;
  item.replaceChildren();
  const { name = "" } = people.find((each) => each.seat === seat) ?? {};
  if (name) item.append(shape(seat));
  const points = gained.get(seat) ?? 0;
  if (name && points) {
    const sum = create("span", undefined, "gained");
    sum.append(picture("#star"), points > 0 ? `+${points}` : `\u2212${-points}`);
    item.append(sum, " ");
  }
  /** @type {Deed | undefined} */
  let last;
  let before = "";
  let subject = false; // whether the sentence before it begins with the name
  for (const { deed, of, times } of shown) {
    const said = withoutName(deed.text, name);
    const begins = said !== deed.text.replace(/\.$/, "");
    // one sentence for all steps of a way; whoever points at somebody else does something else
    const goesOn = deed.symbol === last?.symbol && deed.tone === last.tone && namedIn(deed) === namedIn(last);
    const rest = goesOn ? afterCommon(before, said) : said;
    item.append(!last ? "" : rest === said ? " · " : ", ");
    if (name && (begins ? !subject : !last && !deed.text.includes(name))) item.append(create("b", name), " ");
    item.append(deedButton(deed, of, times, rest, rest === said));
    [last, before, subject] = [deed, said, begins];
  }
  if (shown.length === told.length) return;
  const left = String(told.length - shown.length);
  const more = create("button", (need("since").dataset.more ?? "").replace("{n}", left), "more");
  more.ariaLabel = more.title = need("since").dataset.all ?? "";
  more.addEventListener("click", (event) => {
    event.stopPropagation(); // the sheet stays open
    item.classList.add("all");
    fit();
  });
  item.append(" ", more);
}

/** @type {(deed: Deed) => string} */
const namedIn = ({ text }) => String(people.filter(({ name }) => text.includes(name)).map(({ seat }) => seat));

/**
 * A sentence less the name of whom it is about, which stands before it.
 * @param {string} text
 * @param {string} name
 */
function withoutName(text, name) {
  const longer = people.some((each) => each.name.length > name.length && text.startsWith(each.name)); // Ola 2
  const [all, isName] = [text.replace(/\.$/, ""), name && text.startsWith(name) && !longer];
  const rest = all.slice(name.length);
  const several = /^(,| (and|et|i) )/.test(rest); // the rest of a list of names says nothing alone
  return isName && !several && /^(\s|'s |:)/.test(rest) ? rest.replace(/^('s|:)?\s+/, "") : all;
}

/**
 * The words of a sentence that differ from the one before it; all of them where a number, what is counted or half a pair
 * of brackets would stand alone, and where only one of them names a card before a colon.
 * @param {string} before
 * @param {string} said
 */
function afterCommon(before, said) {
  const [old, all] = [before.split(" "), said.split(" ")];
  const differs = all.findIndex((word, i) => word !== old[i]);
  const rest = all.slice(differs).join(" ");
  const broken = /^[^(]*\)/.test(rest); // a bracket that was opened in what both share
  const counted = all.slice(Math.max(0, differs - 2), differs).some((word) => /^\d+$/.test(word));
  const unlike = before.includes(": ") !== said.includes(": ");
  return differs > 0 && !broken && !counted && !unlike && !/^\W*\d/.test(rest) ? rest : said;
}

/**
 * What was done, in words; with its picture, unless that is only the seat's own sign.
 * @param {Deed} deed
 * @param {Move[]} of the moves that brought it
 * @param {number} times
 * @param {string} said
 * @param {boolean} pictured
 */
function deedButton({ text, symbol, tone, things, seat }, of, times, said, pictured) {
  const button = create("span", undefined, `deed ${tone}`); // a real button would not flow with the sentence
  button.role = "button";
  button.tabIndex = 0;
  button.ariaLabel = times > 1 ? `${text} × ${times}` : text;
  if (pictured && symbol !== `shape-${seat}`) button.append(picture(`#${symbol}`, `s${seat}`));
  button.append(create("span", times > 1 ? `${said} ×\u00a0${times}` : said));
  whenPointed(button, (on) => mark(things, "pointed", on));
  button.addEventListener("click", () => again(of));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    again(of);
  });
  return button;
}

/**
 * Show moves again, then the table as it stands.
 * @param {Move[]} wanted
 */
export function again(wanted, then = () => {}) {
  skip();
  const now = drawn;
  hold(true); // each at its own pace, however many they are
  const nothing = { asks: false, stays: false, tell: () => {} };
  for (const { steps, before, after } of wanted) {
    if (!steps.length || !before || !after) continue;
    enqueue({ ...nothing, steps: [{ beats: [{ kind: "glide", ms: 250 }] }], paint: () => paint(before) });
    enqueue({ ...nothing, steps, paint: () => paint(after) });
  }
  enqueue({ ...nothing, steps: [], paint: () => now && paint(now), tell: () => (offer(), then()) });
  hold(false);
}

for (const id of ["show-again", "recap-again"]) byId(id)?.addEventListener("click", () => again(moves));
const panel = byId("since");
panel?.addEventListener("scroll", fade, { passive: true });
if (panel) new ResizeObserver(() => requestAnimationFrame(fit)).observe(panel); // also when its sheet opens
