// The log, the chat, and who is connected.

import { byId, capital, create, finger, need, page, say, shape, store, stored, words } from "./common.js";
import { elements, mark, picture, show, whenPointed } from "./drawing.js";
import { fitTexts } from "./fit.js";
import { candidates, choose, chosen } from "./moves.js";

/** @import { Chat, Figure, Lines, News, Seat, Stage } from "./types.d.ts" */

/** @type {Seat[]} */
export let people = [];
/** @type {number[] | null} the seats whose people are connected */
let here = null;

const PICTURES = 24; // so many of the newest lines have theirs: each is a drawing of many parts
/**
 * Lines for the log, in the colours of what is drawn now.
 * @param {News[]} all
 */
export const logLines = (all) =>
  byId("log") ? all.flatMap((news) => ("text" in news ? [chatLine(news)] : lines(news))) : [];

let atEnd = true; // whether the newest line is in sight; what comes then stays so, also where the log has less room
const follow = () => atEnd && need("log").scrollTo(0, need("log").scrollHeight);
/** Whoever moves has read enough: the log goes back to its newest line. */
export function followAgain() {
  atEnd = true;
  if (byId("log")) follow();
}
const shown = byId("log");
if (shown) {
  let before = 0;
  shown.addEventListener("scroll", () => {
    const { scrollTop, clientHeight, scrollHeight } = shown;
    const upwards = scrollTop < before; // else it is still going there, or has become lower meanwhile
    atEnd = scrollTop + clientHeight >= scrollHeight - 40 || (atEnd && !upwards);
    before = scrollTop;
  });
  new ResizeObserver(follow).observe(shown);
}

/** Whose eyes and language what was told is for. */
const readerHere = () => [page.table, need("log").dataset.you, document.documentElement.lang].join(" ");
/**
 * Keep what is told while the page is loaded anew.
 * @param {string} name
 * @param {number} newest the number of the newest of the news
 * @param {object} told
 */
export const keepTold = (name, newest, told) =>
  store(name, JSON.stringify([readerHere(), newest, told]), "sessionStorage");
/**
 * @param {string} name
 * @param {number} newest the number of the newest of the news
 * @returns what was kept, and up to which of them it tells; nothing if it was for somebody else
 */
export function recallTold(name, newest) {
  const [reader, number, told] = JSON.parse(stored(name, "sessionStorage") || "[]");
  return reader === readerHere() && number && number <= newest ? { number, told } : undefined;
}

const HELD = 8; // what holds on need not be said again within so many lines
/**
 * @param {News[]} all
 * @param {boolean} fresh whether the log begins anew
 * @param {HTMLElement[]} written its lines
 */
export function tellAll(all, fresh, written = logLines(all)) {
  const log = byId("log");
  if (!log) return;
  atEnd ||= fresh;
  if (fresh) log.replaceChildren();
  for (const line of written) {
    const newest = line.matches(".holds") ? [...log.children].slice(-HELD) : [];
    if (line.dataset.joins !== undefined) log.lastElementChild?.remove();
    if (saidAgain(log.lastElementChild, line) || newest.some((each) => each.textContent === line.textContent)) continue;
    log.append(line);
    thread(line);
  }
  while (log.children.length > 400) log.firstChild?.remove();
  [...log.querySelectorAll(".picture")].slice(0, -PICTURES).forEach((each) => each.remove());
  follow();
}

/**
 * What is said of one seat hangs together: its sign stands at the first of these lines, unless that has a picture.
 * @param {HTMLElement} line
 */
export function thread(line) {
  const { seat } = line.dataset;
  const before = /** @type {HTMLElement | null} */ (line.previousElementSibling);
  const goesOn = seat === before?.dataset.seat;
  line.classList.toggle("run", goesOn);
  if (seat && !goesOn && !line.querySelector(".picture")) line.prepend(shape(seat));
}

/**
 * The same sentence once more is counted, not written again.
 * @param {Element | null} last
 * @param {HTMLElement} line
 */
function saidAgain(last, line) {
  if (line.matches(".chat") || !(last instanceof HTMLElement) || last.textContent !== line.textContent) return false;
  last.dataset.times = String(Number(last.dataset.times ?? 1) + 1);
  return true;
}

/** @param {Chat} chat */
function chatLine({ seat, name, text, to }) {
  const line = create("li", undefined, `chat s${seat}`);
  line.dataset.seat = String(seat);
  const own = String(seat) === need("log").dataset.you;
  const colon = document.documentElement.lang === "fr" ? "\u00a0:" : ":";
  line.append(create("b", (own ? capital(words.you ?? name) : name) + colon), " ", create("span", text));
  if (to !== undefined) {
    line.classList.add("whisper");
    line.append(create("small", words.whisper));
  }
  return line;
}

const [SPOKEN, READ] = [5000, 1800]; // ms for which words stand beside whoever said them; at least, before others need their room
let silenced = 0; // how often all were
/**
 * Words said just now: a bubble at their seat, where that is drawn. Two never lie over one another: the older one goes,
 * once it has been read.
 * @param {Chat} chat
 */
export function speak(chat) {
  const { seat, text } = chat;
  const [board, speaker] = [byId("board"), byId(`seat-${seat}`)];
  if (!board || !speaker?.getClientRects().length || document.body.matches(".scores-shown, .odds-shown")) return;
  document.querySelector(`.speech.s${seat}`)?.remove();
  const bubble = create("p", text, `speech s${seat}`);
  bubble.ariaHidden = "true"; // the log is read aloud
  const [face, pane] = [speaker, board].map((each) => each.getBoundingClientRect());
  if (face.bottom < pane.top || face.top > pane.bottom) bubble.prepend(create("b", people[seat]?.name), " "); // out of sight
  document.body.append(bubble);
  const { x, y, side, tail } = beside(speaker, bubble, board.getBoundingClientRect());
  bubble.style.cssText = `left: ${x}px; top: ${y}px; --tail: ${tail}px`;
  const now = performance.now();
  const older = spoken().filter((each) => across(each.getBoundingClientRect(), bubble.getBoundingClientRect()));
  const wait = Math.max(0, ...older.map(({ dataset }) => Number(dataset.since) + READ - now));
  if (wait) {
    const before = silenced;
    bubble.remove();
    return void setTimeout(() => before === silenced && speak(chat), wait);
  }
  older.forEach((each) => each.remove());
  [bubble.dataset.side, bubble.dataset.since] = [side, String(now)];
  setTimeout(() => bubble.remove(), SPOKEN);
}
const spoken = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".speech[data-side]")]);
/** Nobody speaks any more. */
export function silence() {
  silenced++;
  document.querySelectorAll(".speech").forEach((each) => each.remove());
}
/** @type {(a: DOMRect, b: DOMRect) => number} how much two boxes share */
function across(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return Math.max(0, wide) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

const TAIL = 9; // px between a bubble and who speaks
/**
 * Where words stand: above whoever says them, at their side or below, over as few names, heads and other words as
 * possible.
 * @param {Element} speaker
 * @param {HTMLElement} bubble
 * @param {DOMRect} around
 */
function beside(speaker, { offsetWidth: wide, offsetHeight: high }, around) {
  const face = (speaker.querySelector("[data-face]") ?? speaker).getBoundingClientRect();
  const [middle, eyes] = [face.left + face.width / 2, face.top + face.height * 0.4];
  const atSide = [0.5, 1, 0].map((part) => eyes - high / 2 + (0.5 - part) * (high - 2 * TAIL));
  const places = [
    { side: "above", x: middle - wide / 2, y: face.top - high - TAIL },
    ...atSide.map((y) => ({ side: "right", x: face.right + TAIL, y })),
    ...atSide.map((y) => ({ side: "left", x: face.left - wide - TAIL, y })),
    { side: "below", x: middle - wide / 2, y: face.bottom + TAIL },
    ...(face.top > around.bottom ? [{ side: "above", x: middle - wide / 2, y: around.bottom - 3 * high }] : []),
  ].map((place) => ({
    ...place,
    x: Math.max(around.left + 4, Math.min(place.x, around.right - wide - 4)),
    y: Math.max(around.top + 2, Math.min(place.y, around.bottom - high - 2)),
  }));
  const names = document.querySelector("#board .plate") ? ".plate" : "[id^=seat-]";
  const boxes = [...document.querySelectorAll(`#board ${names}, #board [data-clear], #board [data-face]`)];
  /** @type {(place: { x: number, y: number }) => number} how much of each is covered, or of the words by it */
  const covered = ({ x, y }) => {
    const own = new DOMRect(x, y, wide, high);
    /** @type {(sum: number, each: Element) => number} */
    const more = (sum, each) => {
      const box = each.getBoundingClientRect();
      return sum + (box.width ? across(box, own) / Math.min(box.width * box.height, wide * high) : 0);
    };
    return [...boxes, ...spoken()].reduce(more, 0);
  };
  const best = places.reduce((one, other) => (covered(other) < covered(one) - 0.1 ? other : one));
  const upright = best.side === "above" || best.side === "below";
  const tail = upright ? middle - best.x : eyes - best.y;
  return { ...best, tail: Math.max(14, Math.min(tail, (upright ? wide : high) - 14)) };
}

/**
 * Sentences of the log, each in the colour of the seat it is about: one that it names, or the reader's own.
 * Each points at what it names.
 * @param {Lines} news
 */
export function lines(news) {
  return (news.said ?? []).map((text, i) => {
    const things = news.things?.[i] ?? [];
    const [symbol, tone] = news.looks?.[i] ?? [];
    const line = create("li", undefined, [news.kind, tone].filter(Boolean).join(" "));
    const sentence = create("span");
    sentence.append(...named(text));
    line.append(sentence);
    const own = String(news.seat) === need("log").dataset.you ? `s${news.seat}` : "all";
    const seat = things.map(colour).find(Boolean) ?? line.querySelector("b")?.className ?? own;
    line.classList.add(seat);
    line.dataset.seat = seat === "all" ? "" : seat.slice(1);
    if (news.joins && !i) line.dataset.joins = "";
    if (symbol) line.prepend(picture(`#${symbol}`, seat, symbol.startsWith("shape-") ? "small" : "large"));
    const about = news.abouts?.[i];
    if (about) {
      line.title = about;
      line.addEventListener("click", () => say(about));
    }
    if (things.length) {
      line.tabIndex = -1; // the log is one stop of the Tab key, the arrow keys go from line to line
      whenPointed(line, (on) => mark(things, "pointed", on));
      line.addEventListener("click", () => reveal(things));
    }
    return line;
  });
}

/**
 * The seat that a sentence of the log is about, or -1.
 * @param {string} text
 * @param {string[]} things
 */
export function seatOf(text, things) {
  const found = things.map(colour).find(Boolean)?.slice(1);
  const named = people.filter(({ name }) => name && text.includes(name));
  named.sort((a, b) => text.indexOf(a.name) - text.indexOf(b.name) || b.name.length - a.name.length);
  return Number(found ?? named[0]?.seat ?? -1);
}

byId("log")?.addEventListener("keydown", (event) => {
  const { key } = event;
  const by = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  const log = need("log");
  const there = /** @type {HTMLElement[]} */ ([...log.querySelectorAll("li[tabindex]")]);
  const at = there.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (key === "Enter" && at >= 0) return there[at].click();
  if (!by || !there.length) return;
  event.preventDefault();
  there[at < 0 ? there.length - 1 : Math.min(Math.max(at + by, 0), there.length - 1)].focus();
});

/** @param {string} id */
const colour = (id) =>
  elements(id)
    .flatMap((each) => [...each.classList])
    .find((name) => /^s\d+$/.test(name));

/**
 * A sentence, in which the people's names have their colours.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function named(text) {
  const [first] = people
    .map(({ name, seat }) => ({ name, seat, at: name ? text.indexOf(name) : -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length);
  if (!first) return [text];
  const end = first.at + first.name.length;
  return [text.slice(0, first.at), create("b", first.name, `s${first.seat}`), ...named(text.slice(end))];
}

/**
 * A tap on a sentence shows on the board what it speaks of.
 * @param {string[]} things
 */
function reveal(things) {
  show(things);
  if (finger.matches) things.flatMap(elements)[0]?.scrollIntoView({ block: "center" });
}

/**
 * How far the game has come: in the header the day and its phases, in the prompt the steps that are left, or what a die
 * shows.
 * @param {Stage} stage
 */
export function stage({ heading, phases, now, left, of, thrown }) {
  need("heading").textContent = heading;
  need("phases").replaceChildren(
    ...phases.map((phase, i) => {
      const item = create("li", phase);
      if (i === now) item.setAttribute("aria-current", "step");
      return item;
    }),
  );
  need("phases").hidden = !phases.length;
  const pips = Array.from({ length: of }, (_, i) => create("i", undefined, i < left ? "left" : ""));
  byId("pips")?.replaceChildren(...pips, ...(thrown ? [picture(`#${thrown}`)] : []));
}

let stripped = "";
/**
 * On a phone, what matters stands above the board.
 * @param {Figure[]} figures
 */
export function fillStrip(figures) {
  const place = need("strip");
  const same = JSON.stringify(figures);
  if (same === stripped) return;
  stripped = same;
  place.hidden = !figures.length;
  document.body.classList.toggle("has-strip", !place.hidden);
  place.replaceChildren(
    ...figures.map(({ symbol, value, note, said, urgent, element }) => {
      const item = create("li", undefined, urgent ? "urgent" : "");
      if (element) item.dataset.for = element;
      item.title = said;
      const [figure, words] = [create("b", value), create("small", note)];
      for (const each of [figure, words]) each.ariaHidden = "true";
      item.append(picture(`#${symbol}`), figure, ...(note ? [words] : []), create("span", said, "sr"));
      item.addEventListener("click", () => {
        if (element && candidates([...chosen, element]).length) choose(element);
        else say(said);
      });
      return item;
    }),
  );
}

/** @param {Seat[]} seats */
export function seated(seats) {
  people = seats;
}

/** @param {number[] | null} seats those whose people are connected */
export function present(seats = here) {
  here = seats;
  if (!seats) return;
  for (const chair of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-person]"))) {
    chair.classList.toggle("gone", !seats.includes(Number(chair.dataset.person)));
  }
  const gone = people.filter((chair) => chair.kind === "person" && !seats.includes(chair.seat));
  for (const chair of people) {
    const drawn = byId(`seat-${chair.seat}`)?.classList;
    drawn?.toggle("gone", gone.includes(chair));
    drawn?.toggle("bot", chair.kind === "bot");
  }
  requestAnimationFrame(fitTexts); // what a plate says is longer now
  const line = byId("gone");
  const names = gone.map((chair) => chair.name).join(", ");
  if (line) line.textContent = names && (words.away ?? "").replace("{names}", () => names);
}
