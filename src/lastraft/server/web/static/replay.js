// The game again, move by move: the slider asks the server for the table as it stood then.

import { byId, need } from "./common.js";
import { mark, redraw, unmark } from "./drawing.js";
import { lines, seated, stage, thread } from "./log.js";
import { enqueue, skip } from "./stage.js";

/** @import { Moment } from "./types.d.ts" */

const slider = need("at-move");
const eyes = byId("seen-by");
let wanted = 0;
let shown = NaN; // the number of the move whose table is drawn
/** Moves one after another are played; whoever jumps sees only where they come. */
async function showMove() {
  const mine = ++wanted;
  const seat = eyes ? `?seat=${eyes.value}` : "";
  const answer = await fetch(`${slider.dataset.from}/${slider.value}${seat}`).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  /** @type {Moment} */
  const moment = await answer.json();
  skip();
  const next = Number(slider.value) === shown + 1;
  shown = Number(slider.value);
  enqueue({
    steps: next ? (moment.staging ?? []) : [],
    asks: false,
    stays: true,
    paint: () => redraw(moment.drawing),
    tell: () => tell(moment),
  });
}

/** @param {Moment} moment */
function tell(moment) {
  stage(moment.stage);
  need("move-text").textContent = moment.title;
  const before = lines(moment.before);
  before.forEach((line) => line.classList.add("before"));
  const all = [...before, ...lines(moment)];
  const log = need("log");
  log.replaceChildren(...all);
  all.forEach(thread);
  log.scrollTop = log.scrollHeight;
  unmark("pointed");
  mark((moment.things ?? []).flat(), "pointed", true);
}

/** @param {number} by */
function step(by) {
  slider.value = String(Number(slider.value) + by);
  showMove();
}

const seats = [...(eyes?.options ?? [])].map(({ value, text }) => ({ seat: Number(value), name: text }));
seated(seats.filter(({ seat }) => seat >= 0));
slider.addEventListener("input", showMove);
eyes?.addEventListener("change", showMove);
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
  each.addEventListener("click", () => step(Number(each.dataset.step)));
}
addEventListener("keydown", ({ key, target }) => {
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (by && !(target instanceof Element && target.matches("input, select"))) step(by);
});
showMove();
