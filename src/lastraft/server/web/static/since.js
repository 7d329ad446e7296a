// "Since your turn": what everybody did since one's last move, in pictures; each can be shown again.

import { byId, create, need, shape } from "./common.js";
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

const [KEPT, SHOWN] = [40, 5]; // moves that are remembered; pictures of one seat
/** @type {Move[]} */
let moves = [];
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
    if (you !== null && (news.seat ?? deedsOf(news)[0]?.seat) === you) moves = [];
    else moves.push({ deeds: deedsOf(news), steps: news.staging ?? [], before: drawn, after: drawing ?? drawn });
  }
  moves = moves.slice(-KEPT);
  drawn = drawing ?? drawn;
  list();
}

/** @param {Lines} news */
function deedsOf({ seat, said = [], looks = [], things = [] }) {
  return said.flatMap((text, i) => {
    const [symbol, tone] = looks[i] ?? ["", ""];
    if (!symbol || tone === "heading") return [];
    return [{ text, symbol, tone, things: things[i] ?? [], seat: seat ?? seatOf(text, things[i] ?? []) }];
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
  const all = moves.flatMap((move) =>
    move.deeds.filter((deed) => deed.seat === seat).map((deed) => deedButton(deed, move)),
  );
  const shown = create("span", undefined, "chips");
  if (all.length > SHOWN) shown.append(create("small", `+${all.length - SHOWN}`));
  shown.append(...all.slice(-SHOWN));
  item.append(shown);
  return item;
}

/**
 * @param {Deed} deed
 * @param {Move} move
 */
function deedButton({ text, symbol, tone, things, seat }, move) {
  const button = create("button", undefined, `deed ${tone}`);
  button.title = text;
  button.setAttribute("aria-label", text);
  button.append(picture(`#${symbol}`, `s${seat}`));
  whenPointed(button, (on) => mark(things, "pointed", on));
  button.addEventListener("click", () => again([move]));
  return button;
}

/**
 * Show moves again, then the table as it stands.
 * @param {Move[]} wanted
 */
function again(wanted) {
  skip();
  const now = drawn;
  const nothing = { asks: false, stays: false, tell: () => {} };
  for (const { steps, before, after } of wanted) {
    if (!steps.length || !before || !after) continue;
    enqueue({ ...nothing, steps: [{ beats: [{ kind: "glide", ms: 250 }] }], paint: () => paint(before) });
    enqueue({ ...nothing, steps, paint: () => paint(after) });
  }
  enqueue({ ...nothing, steps: [], paint: () => now && paint(now), tell: offer });
}

byId("show-again")?.addEventListener("click", () => again(moves));
