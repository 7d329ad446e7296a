// "Since your turn": what everybody did since one's last turn, in pictures, one's losses first and in words; each can be
// shown again.

import { tellBelow } from "./about.js";
import { byId, capital, create, need, shape, words } from "./common.js";
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

const [KEPT, SHOWN, ROWS] = [80, 5, 4]; // moves that are remembered; pictures of one seat; rows of the usual height
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
    if (!own) moves.push({ deeds, steps: news.staging ?? [], before: drawn, after: drawing ?? drawn });
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
  tellBelow(null);
  const seats = new Set(moves.flatMap(({ deeds }) => deeds.filter(({ lost }) => !lost).map(({ seat }) => seat)));
  if (you !== null) seats.delete(you);
  const losses = moves.flatMap((move) => move.deeds.filter(({ lost }) => lost).map((deed) => loss(deed, move)));
  const order = [...seats].sort((a, b) => Number(a < 0) - Number(b < 0)); // what is everybody's last
  rows.replaceChildren(...losses, ...order.map((seat) => row(seat, you)));
  rows.classList.toggle("many", rows.children.length > ROWS);
  need("show-again").disabled = !moves.some(({ steps, before }) => steps.length && before);
  need("since").classList.toggle("empty", !rows.children.length);
  need("since").scrollTop = 0;
}

/**
 * What the reader lost, in words.
 * @param {Deed} deed
 * @param {Move} of
 */
function loss(deed, of) {
  const item = create("li", undefined, "loss");
  const button = deedButton(deed, [of], 1, "");
  button.append(create("span", deed.text));
  item.append(button);
  return item;
}

/**
 * @param {number} seat
 * @param {number | null} you
 */
function row(seat, you) {
  const item = create("li", undefined, `s${seat}`);
  const person = people.find((each) => each.seat === seat);
  if (person) item.append(shape(seat), create("b", seat === you ? capital(words.you ?? "") : person.name));
  /** @type {Map<string, { deed: Deed, of: Move[], times: number }>} the same again and again is counted */
  const told = new Map();
  for (const move of moves) {
    for (const deed of move.deeds.filter((each) => each.seat === seat && !each.lost)) {
      const { of, times } = told.get(deed.text) ?? { of: [], times: 0 };
      told.delete(deed.text); // what was done again was done last
      told.set(deed.text, { deed, of: [...new Set([...of, move])], times: times + 1 });
    }
  }
  const all = [...told.values()].map(({ deed, of, times }) => deedButton(deed, of, times, person?.name ?? ""));
  const last = all.at(-1); // of words only the last: all rows are seen at a glance
  const grave = all.filter((each) => each.matches(".grave")).slice(-SHOWN);
  const late = all.filter((each) => each === last || !each.matches(".grave, .words")).slice(grave.length - SHOWN);
  const seen = all.filter((each) => grave.includes(each) || (grave.length < SHOWN && late.includes(each)));
  const shown = create("span", undefined, "chips");
  if (all.length > seen.length) {
    const more = create("button", "…", "more"); // a number would read as an amount
    more.ariaLabel = more.title = need("since").dataset.all ?? "";
    more.addEventListener("click", (event) => {
      event.stopPropagation(); // the sheet stays open
      shown.replaceChildren(...all);
      shown.classList.add("all");
      need("since-rows").classList.remove("many");
    });
    shown.append(more);
  }
  shown.append(...seen);
  item.append(shown);
  return item;
}

/**
 * A picture of what was done; words where it would only be the seat's own sign.
 * @param {Deed} deed
 * @param {Move[]} of the moves that brought it
 * @param {number} times
 * @param {string} name of the seat, which stands before it already
 */
function deedButton({ text, symbol, tone, things, seat }, of, times, name) {
  const button = create("button", undefined, `deed ${tone}`);
  button.ariaLabel = times > 1 ? `${text} × ${times}` : text;
  if (symbol === `shape-${seat}`) {
    button.classList.add("words");
    const longer = people.some((each) => each.name.length > name.length && text.startsWith(each.name)); // Ola 2
    const said = text.startsWith(name) && !longer ? text.slice(name.length).replace(/^('s|:)/, "") : text;
    button.append(capital(said.replace(/\.$/, "").trim()));
  } else button.append(picture(`#${symbol}`, `s${seat}`));
  if (times > 1) button.append(create("small", `×${times}`));
  whenPointed(button, (on) => {
    mark(things, "pointed", on);
    tellBelow(on && !button.matches(".words, .loss > *") ? button : null);
  });
  button.addEventListener("click", () => again(of));
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
