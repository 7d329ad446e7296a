// "Since your turn": what everybody did since one's last move, in pictures; each can be shown again.

import { byId, capital, create, need, shape } from "./common.js";
import { mark, paint, picture, whenPointed } from "./drawing.js";
import { people, seatOf } from "./log.js";
import { offer } from "./moves.js";
import { enqueue, skip } from "./stage.js";

/** @import { Lines, News, Step } from "./types.d.ts" */

/**
 * A move: its lines that have a picture, each with the seat that it is about, and how it was played.
 * @typedef {{ text: string, seat: number, symbol: string, tone: string, things: string[] }} Deed
 * @typedef {{ deeds: Deed[], steps: Step[], before?: string[], after?: string[] }} Move
 */

const [KEPT, SHOWN] = [40, 4]; // moves that are remembered; pictures of one seat
/** @type {Move[]} */
let moves = [];
let mine = false; // whether one's own move was the last: what came before it is shown until somebody else's comes
/** @type {string[] | undefined} the drawing that was sent last */
let drawn;

/**
 * Remember what a message tells, and show it.
 * @param {News[]} all
 * @param {boolean} fresh
 * @param {string[] | null} drawing
 * @param {number | null} you
 */
export function note(all, fresh, drawing, you) {
  if (fresh) moves = [];
  for (const news of all) {
    if (news.kind !== "move" || !("said" in news) || !news.said?.length) continue;
    const own = you !== null && (news.seat ?? deedsOf(news)[0]?.seat) === you;
    if (mine && !own) moves = [];
    mine = own;
    const deeds = deedsOf(news).filter(({ symbol }) => symbol !== `shape-${you}`); // not what one did oneself
    if (!own) moves.push({ deeds, steps: news.staging ?? [], before: drawn, after: drawing ?? drawn });
  }
  moves = moves.slice(-KEPT);
  drawn = drawing ?? drawn;
  list();
}

/**
 * What a move brought, each line with whoever it is about: the mover, unless it shows the sign of somebody else or
 * begins with them; after a heading (a new day) whoever it names, or nobody.
 * @param {Lines} news
 */
function deedsOf({ seat, said = [], looks = [], things = [] }) {
  let mover = seat;
  return said.flatMap((text, i) => {
    const [symbol, tone] = looks[i] ?? ["", ""];
    if (tone === "heading") mover = undefined;
    if (!symbol || tone === "heading") return [];
    const [, sign] = symbol.match(/^shape-(\d+)$/) ?? things[i]?.[0]?.match(/^seat-(\d+)$/) ?? [];
    const about = sign ? Number(sign) : (mover ?? seatOf(text, things[i] ?? []));
    return [{ text, symbol, tone, things: things[i] ?? [], seat: about }];
  });
}

function list() {
  const rows = byId("since-rows");
  if (!rows) return;
  const seats = new Set(moves.flatMap(({ deeds }) => deeds.map(({ seat }) => seat)));
  rows.replaceChildren(...[...seats].map(row));
  need("show-again").disabled = !moves.some(({ steps, before }) => steps.length && before);
  need("since").classList.toggle("empty", !seats.size);
}

/** @param {number} seat */
function row(seat) {
  const item = create("li", undefined, `s${seat}`);
  const person = people.find((each) => each.seat === seat);
  if (person) item.append(shape(seat), create("b", person.name));
  /** @type {Map<string, { deed: Deed, of: Move[], times: number }>} the same again and again is counted */
  const told = new Map();
  for (const move of moves) {
    for (const deed of move.deeds.filter((each) => each.seat === seat)) {
      const { of, times } = told.get(deed.text) ?? { of: [], times: 0 };
      told.delete(deed.text); // what was done again was done last
      told.set(deed.text, { deed, of: [...new Set([...of, move])], times: times + 1 });
    }
  }
  const all = [...told.values()].map(({ deed, of, times }) => deedButton(deed, of, times, person?.name ?? ""));
  const last = all.at(-1); // of words only the last: all rows are seen at a glance
  const seen = all.slice(-SHOWN).filter((each) => each === last || !each.classList.contains("words"));
  const shown = create("span", undefined, "chips");
  if (all.length > seen.length) shown.append(create("small", "…")); // a number would read as an amount
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
  button.title = times > 1 ? `${text} × ${times}` : text;
  button.setAttribute("aria-label", button.title);
  if (symbol === `shape-${seat}`) {
    button.classList.add("words");
    const longer = people.some((each) => each.name.length > name.length && text.startsWith(each.name)); // Ola 2
    const said = text.startsWith(name) && !longer ? text.slice(name.length).replace(/^('s|:)/, "") : text;
    button.append(capital(said.replace(/\.$/, "").trim()));
  } else button.append(picture(`#${symbol}`, `s${seat}`));
  if (times > 1) button.append(create("small", `×${times}`));
  whenPointed(button, (on) => mark(things, "pointed", on));
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
  const nothing = { asks: false, stays: false, tell: () => {} };
  for (const { steps, before, after } of wanted) {
    if (!steps.length || !before || !after) continue;
    enqueue({ ...nothing, steps: [{ beats: [{ kind: "glide", ms: 250 }] }], paint: () => paint(before) });
    enqueue({ ...nothing, steps, paint: () => paint(after) });
  }
  enqueue({ ...nothing, steps: [], paint: () => now && paint(now), tell: () => (offer(), then()) });
}

byId("show-again")?.addEventListener("click", () => again(moves));
