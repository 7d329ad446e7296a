// Windows: the moments that the table keeps open for everybody, stepping into them, and offers that hold nothing up.

import { byId, create, need, words } from "./common.js";
import { send } from "./connection.js";
import { elements } from "./drawing.js";

/** @import { Beat, Game, Move, Phrase } from "./types.d.ts" */

/** @type {Beat | null} as it was sent last */
let beat = null;

/** @param {Game} game */
export function followWindow(game) {
  beat = game.beat;
  drain(beat);
  const step = byId("step");
  if (!step) return;
  const lit = game.ahead || Boolean(beat?.holding);
  need("stepping").hidden = !beat?.step && !lit;
  step.setAttribute("aria-pressed", String(lit));
  need("step-note").textContent = (beat?.holding ? words.holding : game.ahead ? words.ahead : "") ?? "";
  need("asks").value = game.asks || "useful";
  need("asks-line").hidden = !beat;
  bubble(game);
}

/**
 * A thin bar that empties with the window; full while what came before is still shown.
 * @param {Beat | null} beat
 */
function drain(beat) {
  const bar = need("beat");
  const { left = 0, of = 0, held = false } = beat ?? {};
  bar.hidden = !of || !left;
  bar.classList.toggle("held", held);
  bar.getAnimations().forEach((each) => each.cancel());
  if (bar.hidden || held) return;
  const full = Math.min(1, left / of);
  bar.animate([{ transform: `scaleX(${full})` }, { transform: "scaleX(0)" }], {
    delay: Math.max(0, left - of) * 1000,
    duration: Math.min(left, of) * 1000,
    fill: "both",
  });
}

/** In a debate everybody can say that they are ready, also those who hold nothing. */
export function readyButtons() {
  if (!beat?.people?.length) return [];
  const { ready = [], people, done, asked, phrases = [] } = beat;
  const count = create("span", `${ready.length}/${people.length}`, "ready-count");
  count.title = words.ready ?? "";
  const own = people.includes(Number(need("log").dataset.you));
  const said = own ? menus(phrases) : [];
  if (asked || done || !own) return [...said, count];
  const button = create("button", words.iAmReady, "move");
  button.addEventListener("click", () => send({ do: "ready" }));
  return [button, ...said, count];
}

/**
 * What can be said by a click: a menu for each kind.
 * @param {Phrase[]} phrases
 */
function menus(phrases) {
  return [...new Set(phrases.map((each) => each.menu))].map((menu) => {
    const select = create("select", undefined, "phrases");
    select.setAttribute("aria-label", menu);
    select.append(new Option(`${menu}…`, "", true, true));
    for (const { code, label } of phrases.filter((each) => each.menu === menu)) {
      select.append(new Option(label, String(code)));
    }
    select.addEventListener("change", () => {
      send({ do: "chat", text: "", phrase: Number(select.value) });
      select.selectedIndex = 0;
    });
    return select;
  });
}

/**
 * What others offer: a bubble beside the giver.
 * @param {Game} game
 */
function bubble(game) {
  const place = need("offers");
  const offers = beat?.offers ?? [];
  place.hidden = !offers.length;
  place.replaceChildren(...offers.map((move) => answerButton(move, game)));
  const [giver] = offers.flatMap((move) => move.clicks.flatMap(elements));
  if (!giver) return;
  const [box, from] = [giver.getBoundingClientRect(), need("board").getBoundingClientRect()];
  const left = Math.min(Math.max(8, box.left - from.left), from.width - place.offsetWidth - 8);
  place.style.cssText = `left: ${left}px; top: ${Math.max(8, box.top - from.top - place.offsetHeight - 6)}px`;
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
  const pressed = /** @type {HTMLElement} */ (currentTarget).getAttribute("aria-pressed") === "true";
  send({ do: "step", on: !pressed });
});
byId("asks")?.addEventListener("change", () => send({ do: "asks", asks: need("asks").value }));
