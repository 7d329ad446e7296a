// "Since your turn": what the others did since one's last turn, in words, in the order of play, one's losses first; each
// can be shown again.

import { byId, create, need, shape } from "./common.js";
import { mark, paint, picture, whenPointed } from "./drawing.js";
import { logLines, people, seatOf } from "./log.js";
import { offer } from "./moves.js";
import { enqueue, hold, skip } from "./stage.js";

/** @import { Lines, News, Step } from "./types.d.ts" */

/**
 * A move: its lines that have a picture, each with the seat that it is about, and how it was played.
 * @typedef {{ text: string, seat: number, symbol: string, tone: string, things: string[], lost?: boolean }} Deed
 * @typedef {{ deeds: Deed[], steps: Step[], before?: string[], after?: string[] }} Move
 */

const KEPT = 80; // moves that are remembered
/** @type {Move[]} */
let moves = [];
let over = false; // whether one's own turn is over: what came before it is shown until somebody else moves
let turn = -1; // whose turn it is, in a game that says so; else one's turn is one move
/** @type {string[] | undefined} the drawing that was sent last */
let drawn;

/**
 * Remember what a message tells, and show it.
 * @param {News[]} all
 * @param {boolean} fresh
 * @param {string[] | null} drawing
 * @param {number | null} you
 * @param {HTMLElement[]} written its lines in the log
 */
export function note(all, fresh, drawing, you, written = logLines(all)) {
  if (fresh) [moves, over, turn] = [[], false, -1];
  let line = 0;
  for (const news of all) {
    const said = "text" in news ? 1 : ("said" in news && news.said?.length) || 0;
    const mine = written.slice(line, (line += said)).map(({ dataset }) => dataset.seat === String(you));
    if (news.kind !== "move" || !("said" in news) || !news.said?.length) continue;
    const own = you !== null && (news.seat ?? deedsOf(news)[0]?.seat) === you;
    if (over && !own) [moves, over] = [[], false];
    const deeds = deedsOf(news, mine).filter(({ symbol }) => symbol !== `shape-${you}`); // not what one did oneself
    // what others are asked in one's own turn belongs to it
    if (!own && !(turn === you && turn >= 0))
      moves.push({ deeds, steps: news.staging ?? [], before: drawn, after: drawing ?? drawn });
    const headings = (news.things ?? []).filter((_, i) => news.looks?.[i]?.[1] === "heading").flat();
    const begun = headings.findLast((id) => id.startsWith("seat-"));
    const next = begun ? Number(begun.slice(5)) : turn;
    over ||= you !== null && (next < 0 ? own : turn === you && next !== you);
    turn = next;
  }
  moves = moves.slice(-KEPT);
  drawn = drawing ?? drawn;
  list(you);
}

/**
 * What a move brought, each line with whoever it is about: the mover, unless it shows the sign of somebody else or
 * begins with them; after a heading (a new day) whoever it names, or nobody.
 * @param {Lines} news
 * @param {boolean[]} mine which lines are about the reader
 */
function deedsOf({ seat, said = [], looks = [], things = [] }, mine = []) {
  let mover = seat;
  return said.flatMap((text, i) => {
    const [symbol, tone] = looks[i] ?? ["", ""];
    if (tone === "heading") mover = undefined;
    if (!symbol || tone === "heading") return [];
    const [, sign] = symbol.match(/^shape-(\d+)$/) ?? things[i]?.[0]?.match(/^seat-(\d+)$/) ?? [];
    const common = byId(things[i]?.[0] ?? "")?.dataset.common === ""; // what is everybody's
    const about = sign ? Number(sign) : common ? -1 : (mover ?? seatOf(text, things[i] ?? []));
    const lost = tone === "grave" && mine[i];
    return [{ text, symbol, tone, things: things[i] ?? [], seat: about, lost }];
  });
}

/** @param {number | null} you */
function list(you) {
  const rows = byId("since-rows");
  if (!rows) return;
  const seats = new Set(moves.flatMap(({ deeds }) => deeds.filter(({ lost }) => !lost).map(({ seat }) => seat)));
  if (you !== null) seats.delete(you);
  const losses = moves.flatMap((move) => move.deeds.filter(({ lost }) => lost).map((deed) => loss(deed, move)));
  /** @type {(seat: number) => number} how soon after the reader a seat plays; what is everybody's comes last */
  const place = (seat) => (seat < 0 ? people.length : you === null ? 0 : (seat - you + people.length) % people.length);
  const order = [...seats].sort((a, b) => place(a) - place(b));
  rows.replaceChildren(...losses, ...order.map((seat) => row(seat)));
  need("show-again").disabled = !moves.some(({ steps, before }) => steps.length && before);
  need("since").classList.toggle("empty", !rows.children.length);
  need("since").scrollTop = 0;
  for (const item of rows.children) item.classList.toggle("cut", item.scrollHeight > item.clientHeight + 2);
}

/**
 * What the reader lost.
 * @param {Deed} deed
 * @param {Move} of
 */
function loss(deed, of) {
  const item = create("li", undefined, "loss");
  item.append(deedButton(deed, [of], 1, deed.text, true));
  return item;
}

/**
 * What a seat did, what is grave first, else one after the other; the same again is counted.
 * @param {number} seat
 */
function row(seat) {
  const item = create("li", undefined, `s${seat}`);
  const person = people.find((each) => each.seat === seat);
  if (person) item.append(shape(seat), create("b", person.name));
  /** @type {Map<string, { deed: Deed, of: Move[], times: number }>} */
  const told = new Map();
  for (const move of moves) {
    for (const deed of move.deeds.filter((each) => each.seat === seat && !each.lost)) {
      const { of, times } = told.get(deed.text) ?? { of: [], times: 0 };
      told.set(deed.text, { deed, of: [...new Set([...of, move])], times: times + 1 });
    }
  }
  /** @type {Deed | undefined} */
  let last;
  let before = "";
  const grave = [...told.values()].filter(({ deed }) => deed.tone === "grave");
  for (const { deed, of, times } of new Set([...grave, ...told.values()])) {
    const said = withoutName(deed.text, person?.name ?? "");
    const goesOn = deed.symbol === last?.symbol && !deed.tone && !last.tone; // one sentence for all steps of a way
    const rest = goesOn ? afterCommon(before, said) : said;
    item.append(!last ? " " : rest === said ? " · " : ", ", deedButton(deed, of, times, rest, rest === said));
    [last, before] = [deed, said];
  }
  const more = create("button", "…", "more");
  more.ariaLabel = more.title = need("since").dataset.all ?? "";
  more.addEventListener("click", (event) => {
    event.stopPropagation(); // the sheet stays open
    item.classList.add("all");
  });
  item.append(more);
  return item;
}

/**
 * A sentence less the name of whom it is about, which stands before it.
 * @param {string} text
 * @param {string} name
 */
function withoutName(text, name) {
  const longer = people.some((each) => each.name.length > name.length && text.startsWith(each.name)); // Ola 2
  const [all, isName] = [text.replace(/\.$/, ""), name && text.startsWith(name) && !longer];
  const rest = all.slice(name.length);
  return isName && /^(\s|'s |:)/.test(rest) ? rest.replace(/^('s|:)?\s+/, "") : all;
}

/**
 * The words of a sentence that differ from the one before it.
 * @param {string} before
 * @param {string} said
 */
function afterCommon(before, said) {
  const [old, all] = [before.split(" "), said.split(" ")];
  const differs = all.findIndex((word, i) => word !== old[i]);
  return differs > 0 ? all.slice(differs).join(" ") : said;
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

byId("show-again")?.addEventListener("click", () => again(moves));
