// Finished games that this device keeps, to be played again without a connection: the page of the replay and, in one
// file, all that it would ask the server for.

import { byId, create, page } from "./common.js";
import { redraw } from "./drawing.js";

/** @import { KeptGame } from "./types.d.ts" */

const GAMES = "games";
const MOST = 20; // games; the one that was looked at longest ago goes first
const BEFORE = 20; // moves that are told with the current one

/**
 * Keep a finished game.
 * @param {string} from the address of its replay
 * @param {number | null} seat with whose eyes
 */
export async function keep(from, seat) {
  if (!navigator.serviceWorker?.controller) return;
  const [shown, whole] = await Promise.all([
    fetch(from, { headers: { accept: "text/html" } }),
    fetch(`${from}/whole?seat=${seat ?? -1}`),
  ]);
  if (!shown.ok || !whole.ok) return;
  const games = await caches.open(GAMES);
  const paths = (await games.keys()).map(({ url }) => new URL(url).pathname);
  const others = paths.filter((path) => !path.endsWith("/whole") && path !== from);
  const old = others.slice(0, Math.max(0, others.length + 1 - MOST));
  for (const path of [from, ...old]) await Promise.all([games.delete(path), games.delete(`${path}/whole`)]);
  await Promise.all([games.put(from, shown), games.put(`${from}/whole`, whole)]);
}

/** @param {string} from */
async function kept(from) {
  const answer = await caches.match(`${from}/whole`, { cacheName: GAMES }).catch(() => undefined);
  return /** @type {KeptGame | null} */ (answer ? await answer.json() : null);
}

/** @type {Promise<KeptGame | null> | null} */
let game = null;
/** @type {string[][]} the pieces of the drawing after each step */
let drawn = [];

/**
 * What the server would answer, from what is kept; null if that is not.
 * @param {string} from
 * @param {string} path
 * @param {number | null} seat
 * @returns {Promise<any>}
 */
export async function keptAnswer(from, path, seat) {
  const whole = await (game ??= kept(from));
  if (!whole || whole.seat !== (seat ?? -1)) return null;
  if (path.startsWith("timeline")) return whole.timeline;
  const step = Number(path);
  const moment = whole.moments[step];
  if (!moment) return null;
  for (let i = drawn.length; i <= step; i++) {
    const before = drawn[i - 1] ?? [];
    drawn.push(whole.moments[i].drawing.flatMap((part) => (typeof part === "string" ? [part] : before.slice(...part))));
  }
  if (!document.querySelector("#board > svg")) redraw(whole.frame);
  const earlier = whole.moments.slice(Math.max(0, step - BEFORE), step);
  /** @param {"said" | "things" | "looks"} what */
  const all = (what) => earlier.flatMap((each) => /** @type {any[]} */ (each[what] ?? []));
  const before = { said: all("said"), things: all("things"), looks: all("looks") };
  return { ...moment, drawing: drawn[step].join(""), before };
}

const list = byId("kept-games");
if (list) {
  const games = await caches.open(GAMES);
  for (const { url } of [...(await games.keys())].reverse()) {
    const from = new URL(url).pathname;
    const whole = from.endsWith("/whole") ? null : await kept(from);
    if (!whole) continue;
    const link = create("a");
    link.href = from;
    const when = new Date(whole.at * 1000).toLocaleDateString(page.lang, { dateStyle: "medium" });
    const said = create("span", undefined, "what");
    said.append(create("b", whole.title), create("small", `${when} · ${whole.names.join(", ")}`));
    link.append(said);
    const row = create("li");
    row.append(link);
    list.append(row);
  }
  list.parentElement?.toggleAttribute("hidden", !list.children.length);
}
