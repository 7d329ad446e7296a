// Over days: what happened while one was away, and the time zone in which one sleeps.

import { byId, create, need, page, store, stored } from "./common.js";
import { send } from "./connection.js";
import { picture } from "./drawing.js";
import { seatOf } from "./log.js";
import { again } from "./since.js";

/** @import { Game, Lines, Lobby, News, TableMessage, Timeline } from "./types.d.ts" */

const [AWAY, SHOWN, KEPT] = [30 * 60_000, 3, 500]; // ms until one was away; lines of the card; news that are remembered
const NEAR = 20; // steps of the replay among which a move is looked for
const key = `seen-${page.table}`;
/** @type {News[]} */
let all = [];
/** @type {TableMessage | null} as it was sent last */
let last = null;
/** @type {Game | null} */
let now = null;

/**
 * Look at a message: it may be the first after a while.
 * @param {TableMessage} message
 * @param {Game | null} game
 * @param {Lobby} table
 */
export function arrive(message, game, table) {
  if (message.fresh) all = [];
  all = [...all, ...message.news].slice(-KEPT);
  [last, now] = [message, game];
  if (table.you === null) return;
  if (table.timing.nights && game && !game.zone) {
    send({ do: "nights", zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  }
  if (!document.hidden) welcome();
}
document.addEventListener("visibilitychange", () => (document.hidden ? seen() : welcome()));
addEventListener("pagehide", seen);

function seen() {
  if (last) store(key, [last.stream, last.number, Date.now()].join(" "));
}

/** Show what happened, if one was away and something did. */
function welcome() {
  const [stream, number, at] = (stored(key) ?? "").split(" ");
  if (last && now && !now.outcome && stream === last.stream && Date.now() - Number(at) >= AWAY) {
    const missed = all.filter((news) => (news.number ?? 0) > Number(number));
    const told = missed.filter(isMove);
    if (told.length) tell(told, Number(at), now);
  }
  seen();
}

/**
 * Whether something tells of a move.
 * @param {News} news
 * @returns {news is Lines}
 */
function isMove(news) {
  return "said" in news && news.kind === "move" && Boolean(news.said?.length);
}

/**
 * @param {Lines[]} told
 * @param {number} since
 * @param {Game} game
 */
function tell(told, since, game) {
  const card = byId("away-card");
  if (!card || card.open) return;
  const clock = new Intl.DateTimeFormat(page.lang, { hour: "numeric", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(page.lang, { weekday: "long", hour: "numeric", minute: "2-digit" });
  const [from, to] = [Date.now() - since > 86_400_000 ? day : clock, clock];
  need("away-times").textContent = `${from.format(since)} – ${to.format(Date.now())}`;
  const rows = told.map((news, i) => ({ news, i, grave: weight(news) }));
  rows.sort((a, b) => b.grave - a.grave || b.i - a.i);
  need("away-lines").replaceChildren(...rows.slice(0, SHOWN).map(({ news }) => row(news, card.dataset.ordered ?? "")));
  const lines = told.reduce((sum, { said }) => sum + (said?.length ?? 0), 0);
  need("away-all").textContent = (card.dataset.everything ?? "").replace("{n}", String(lines));
  const own = game.legal.length > 0;
  need("away-asked").hidden = !own;
  need("away-prompt").textContent = game.prompt.split("\n").slice(1).join(" ") || game.stage.heading;
  need("away-go").textContent = own ? need("question").textContent : (card.dataset.back ?? "");
  card.showModal();
}

/**
 * How grave a move is: deaths and votes before what has a picture, that before the rest.
 * @param {Lines} news
 */
function weight({ looks = [], ordered }) {
  const tones = looks.map(([symbol, tone]) => (tone === "grave" ? 4 : tone === "heading" ? 1 : symbol ? 2 : 0));
  return Math.max(0, ...tones) + (ordered ? 1.5 : 0);
}

/**
 * @param {Lines} news
 * @param {string} ordered
 */
function row(news, ordered) {
  const { said = [], looks = [], things = [] } = news;
  const grave = looks.findIndex(([, tone]) => tone === "grave");
  const head = Math.max(0, grave >= 0 ? grave : looks.findIndex(([symbol]) => symbol));
  const symbol = looks[head]?.[0] || looks.find(([found]) => found)?.[0];
  const item = create("li");
  const art = create("span", undefined, "away-picture");
  const seat = seatOf(said[head] ?? "", things[head] ?? []);
  if (symbol) art.append(picture(`#${symbol}`, `s${seat}`));
  const text = create("p");
  const more = said.filter((_, i) => i !== head && looks[i]?.[1] !== "heading").slice(0, 2);
  text.append(create("b", said[head]), create("span", [...more, ...(news.ordered ? [ordered] : [])].join(" ")));
  const button = create("button", undefined, "see-it");
  const label = byId("away-card")?.dataset.see ?? "";
  button.ariaLabel = label;
  button.append(create("i", "▶"), create("span", label));
  button.addEventListener("click", () => see(news, said[head] ?? ""));
  item.append(art, text, button);
  return item;
}

/**
 * See that again, then come back to the card; in the replay where the table plays nothing.
 * @param {Lines} news
 * @param {string} text
 */
async function see(news, text) {
  const card = need("away-card");
  const from = card.dataset.replay ?? "";
  /** @param {string | number} what */
  const ask = async (what) => {
    const answer = await fetch(`${from}/${what}`).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };
  /** @type {Timeline | null} */
  const timeline = await ask("timeline");
  const told = timeline?.told.map(([step]) => step) ?? [];
  const later = all.filter((each) => isMove(each) && (each.number ?? 0) > (news.number ?? 0)).length;
  const guess = told.length - 1 - later;
  const far = (/** @type {number} */ step) => Math.abs(told.indexOf(step) - guess); // moves may have been taken back
  let [found, after] = /** @type {[number, any]} */ ([0, null]);
  for (const step of [...told].sort((a, b) => far(a) - far(b)).slice(0, NEAR)) {
    after = await ask(step);
    found = after?.said.includes(text) ? step : 0;
    if (found) break;
  }
  const before = found && stored("speed") !== "off" && after.staging.length ? await ask(found - 1) : null;
  if (!before) return location.assign(found ? `${from}?event=${found}` : from);
  card.close();
  const move = { deeds: [], steps: after.staging, before: [before.drawing], after: [after.drawing] };
  again([move], () => card.showModal());
}

/**
 * A time that is long, in words.
 * @param {number} seconds
 */
export function inWords(seconds) {
  const [unit, size] = seconds >= 172_800 ? ["day", 86_400] : seconds >= 7200 ? ["hour", 3600] : ["minute", 60];
  const words = new Intl.NumberFormat(page.lang, { style: "unit", unit: String(unit), unitDisplay: "short" });
  return words.format(Math.max(unit === "minute" ? 1 : 0, Math.floor(seconds / Number(size))));
}

for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#away-card [data-leads]"))) {
  opener.addEventListener("click", () => {
    need("away-card").close();
    const open = document.querySelector(`.corner [data-open="${opener.dataset.leads}"]`);
    /** @type {HTMLElement | null} */ (open)?.click();
  });
}
