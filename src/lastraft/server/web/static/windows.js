// Windows: the moments that the table keeps open for everybody, stepping into them, and offers that hold nothing up.

import { byId, create, leave, need, page, refill, settle, store, stored, words } from "./common.js";
import { send } from "./connection.js";

/** @import { Beat, Game, Move, Phrase } from "./types.d.ts" */

/** @type {Game | null} as it was sent last */
let state = null;
/** @type {Beat | null} the same */
let beat = null;
/** @type {Phrase[]} */
let sayable = [];
let begins = ""; // what is chosen once the reader has stepped in

let wishes = true; // once, until it is set anew: on another device who shares the seat may wish otherwise
addEventListener("set", () => (wishes = true));
const chose = `asks-${page.table}`; // whether they chose at this table what their settings say for all
/**
 * @param {string} asks
 * @param {boolean} [answers]
 */
function ask(asks, answers) {
  store(chose, 1);
  send({ do: "asks", asks, answers });
}

/** @param {Game} game */
export function followWindow(game) {
  if (state?.stage.heading !== game.stage.heading) opened = ""; // it is another day
  state = game;
  beat = game.beat;
  drain(beat);
  sayable = game.phrases;
  const row = byId("phrases");
  if (row) fill(row, sayable);
  const step = byId("step");
  if (!step) return;
  const lit = game.ahead || Boolean(beat?.holding);
  document.body.classList.toggle("may-step", lit || Boolean(beat?.step));
  const asked = game.legal.length > 0 && !beat?.left; // the window waits for them already
  const outright = game.legal.length > 0 && !game.legal.some(({ passes }) => passes); // such as what one gives in return
  keepPlace((!beat?.step || asked) && (!lit || outright));
  step.setAttribute("aria-pressed", String(lit));
  step.classList.toggle("lit", lit);
  need("step-note").textContent = (beat?.holding ? words.holding : game.ahead ? words.ahead : beat?.could) ?? "";
  need("asks").value = game.asks || "useful";
  need("asks-line").hidden = !beat;
  if (beat && wishes) wish(game);
  offered(game);
}

let leaves = 0; // the timer of a button that has just gone
/**
 * A hand that was on its way to the button meets nothing else there for a second.
 * @param {boolean} gone
 */
function keepPlace(gone) {
  const place = need("stepping");
  if (gone && (place.hidden || leaves)) return;
  clearTimeout(leaves);
  leaves = gone ? setTimeout(() => ((place.hidden = true), (leaves = 0)), LEAVES) : 0;
  place.classList.toggle("parting", gone);
  if (!gone) place.hidden = false;
}
const LEAVES = 1000; // ms

/**
 * What somebody set for all tables.
 * @param {Game} game
 */
function wish(game) {
  wishes = false;
  const answers = Boolean(page.beside) || stored("answers") !== "no";
  const asks = (!page.beside && !stored(chose) && stored("asks")) || game.asks;
  if (asks !== game.asks || answers !== game.answers) ask(asks, answers);
  tellSpeed(game);
}

/**
 * Bots pause as long as this page plays their moves.
 * @param {Game | null} game
 */
function tellSpeed(game) {
  const speed = byId("speed")?.value || "normal";
  if (game && speed !== game.speed) send({ do: "asks", speed });
}
byId("speed")?.addEventListener("change", () => tellSpeed(state));

let ticks = 0; // the timer that counts the seconds
/** @param {number} until ms of the page's clock; 0: no window ends */
function countDown(until) {
  clearInterval(ticks);
  const place = byId("step-left");
  if (!place) return;
  const tell = () => {
    const left = Math.ceil((until - performance.now()) / 1000);
    place.textContent = left > 0 ? (words.toStepIn ?? "").replace("{n}", String(left)) : "";
    if (left <= 0) clearInterval(ticks);
  };
  tell();
  if (place.textContent) ticks = setInterval(tell, 250);
}

/**
 * A thin bar that empties with the window; full while what came before is still shown. Beside it the seconds.
 * @param {Beat | null} beat
 */
function drain(beat) {
  const bar = need("beat");
  const { left = 0, of = 0, held = false } = beat ?? {};
  bar.hidden = !of || !left;
  bar.classList.toggle("held", held);
  bar.getAnimations().forEach((each) => each.cancel());
  countDown(bar.hidden || held ? 0 : performance.now() + Math.min(left, of) * 1000);
  if (bar.hidden || held) return;
  const full = Math.min(1, left / of);
  bar.animate([{ transform: `scaleX(${full})` }, { transform: "scaleX(0)" }], {
    delay: Math.max(0, left - of) * 1000,
    duration: Math.min(left, of) * 1000,
    fill: "both",
  });
}

const talk = create("div", undefined, "phrases"); // beside the answers: one and the same row as long as they change
/**
 * In a debate everybody can say that they are ready, also those who hold nothing.
 * @param {(game: Game) => void} beReady
 */
export function readyButtons(beReady) {
  if (!beat?.people?.length) return [];
  const { ready = [], people, done, asked } = beat;
  const count = create("span", `${ready.length}/${people.length}`, "ready-count");
  count.title = words.ready ?? "";
  const beside = byId("phrases")?.getBoundingClientRect(); // in a hand below it, on a wide page beside the board
  const elsewhere = page.hand !== undefined || (beside?.height && beside.right <= innerWidth);
  fill(talk, elsewhere ? [] : sayable);
  count.hidden = people.length < 2; // who is alone knows it
  if (asked || done || !people.includes(Number(need("log").dataset.you))) return [talk, count];
  const said = beat.urgent ? words.acceptFate : beat.debate ? words.letUsVote : words.iAmReady;
  const look = beat.could ? "move passes" : "move passes primary"; // who could do something is not led past it
  const button = create("button", said, look);
  button.addEventListener("click", () => state && beReady(state));
  return [button, talk, count];
}

let opened = ""; // the kind of phrases that is chosen from
/**
 * What can be said by a click: first of which kind, then what.
 * @param {HTMLElement} row
 * @param {Phrase[]} phrases
 */
function fill(row, phrases) {
  const kinds = [...new Set(phrases.map(({ menu }) => menu))];
  if (kinds.length && !kinds.includes(opened)) opened = ""; // where nothing is said now, it is said elsewhere
  const shown = JSON.stringify([opened, phrases]);
  if (row.dataset.shown === shown) return;
  row.dataset.shown = shown;
  const inside = row.contains(document.activeElement);
  const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".chip")]);
  /**
   * @param {string} key what it stands for: a chip that stays is the same one
   * @param {string} text
   * @param {() => void} click
   */
  const chip = (key, text, click) => {
    const same = all.find((each) => each.dataset.key === key);
    if (same) return same;
    const button = create("button", text, "chip");
    button.type = "button";
    button.dataset.key = key;
    button.addEventListener("click", ({ detail }) => {
      if (detail > 1) return; // the second half of a double click was not meant for what stands there now
      click();
      row.dataset.left = "0";
      row.scrollLeft = 0;
      fill(row, sayable);
    });
    return button;
  };
  /** @type {(to: string) => () => void} */
  const open = (to) => () => (opened = to);
  const said = phrases.filter(({ menu }) => menu === opened);
  const chips = kinds.includes(opened)
    ? [
        chip(`‹${opened}`, `‹ ${opened}`, open("")),
        ...said.map(({ code, label }) => chip(`${code} ${label}`, label, () => speak(code))),
      ]
    : kinds.map((kind) => chip(kind, `${kind}…`, open(kind)));
  const left = row.scrollLeft;
  const stays = all.find((each) => chips.includes(each) && each.offsetLeft >= row.offsetLeft + left);
  const before = stays?.offsetLeft ?? 0;
  const slide = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".slide")]);
  refill(row, chips.length ? [...chips, ...slide] : []);
  const moved = (stays?.offsetLeft ?? 0) - before; // others came or went beside it
  if (moved) row.dataset.left = String((row.scrollLeft = left + moved));
  for (const each of [row, row.parentElement]) each?.classList.toggle("opened", kinds.includes(opened));
  if (inside && !row.contains(document.activeElement)) row.querySelector("button")?.focus();
  const goesOn = () => row.classList.toggle("more", row.scrollTop + row.clientHeight < row.scrollHeight - 4);
  if (row.id === "phrases") row.onscroll = goesOn;
  if (row.id === "phrases") goesOn();
}

/** @param {number} phrase */
function speak(phrase) {
  opened = "";
  send({ do: "chat", text: "", phrase });
}

/**
 * The answers to what others offer.
 * @param {Game} game
 */
function offered(game) {
  const offers = beat?.offers ?? [];
  need("offers").hidden = !offers.length;
  leave(need("offers"));
  need("offers").replaceChildren(...offers.map((move) => answerButton(move, game)));
  settle(need("offers"));
}

/**
 * @param {Move} move
 * @param {Game} game
 */
function answerButton(move, game) {
  const button = create("button", move.label);
  if (move.detail) button.append(create("small", move.detail));
  button.addEventListener("click", () => send({ do: "move", move: move.code ?? 0, question: game.question }));
  return button;
}

byId("step")?.addEventListener("click", ({ currentTarget }) => {
  if (leaves) return;
  const pressed = /** @type {HTMLElement} */ (currentTarget).getAttribute("aria-pressed") === "true";
  begins = "";
  send({ do: "step", on: !pressed });
});

/**
 * Step in to begin something; where that cannot be, the server says why.
 * @param {string} id
 */
export function stepInFor(id) {
  begins = id;
  if (byId("step")?.getAttribute("aria-pressed") !== "true") send({ do: "step", on: true });
}
/** What the reader has stepped in for, told once. */
export function steppedInFor() {
  const id = begins;
  begins = "";
  return id;
}
byId("asks")?.addEventListener("change", () => ask(need("asks").value));
