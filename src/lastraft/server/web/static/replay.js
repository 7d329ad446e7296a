// The game again, move by move: the slider asks the server for the table as it stood then.

import { analyse, cursor, look, openCostly } from "./analysis.js";
import { clearArrows, drawArrow } from "./arrows.js";
import { byId, need } from "./common.js";
import { mark, redraw, settled, unmark } from "./drawing.js";
import { lines, seated, stage, thread } from "./log.js";

/** @import { Costly, Moment } from "./types.d.ts" */

const slider = need("at-move");
const eyes = byId("seen-by");
let wanted = 0;
/** @param {Costly} [costly] */
async function showMove(costly) {
  const mine = ++wanted;
  const seat = eyes ? `?seat=${eyes.value}` : "";
  const answer = await fetch(`${slider.dataset.from}/${slider.value}${seat}`).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  /** @type {Moment} */
  const moment = await answer.json();
  redraw(moment.drawing);
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
  cursor(Number(slider.value));
  clearArrows();
  if (!costly) return;
  const words = need("analysis").dataset;
  unmark("pointed");
  await settled();
  if (mine !== wanted) return;
  drawArrow(costly.played_things, "played", words.played);
  drawArrow(costly.better_things, "better", words.better);
}

/**
 * @param {number} number
 * @param {Costly} [costly]
 */
function jump(number, costly) {
  slider.value = String(number);
  if (costly && eyes) eyes.value = String(costly.seat);
  showMove(costly);
}

/** @param {number} by */
function step(by) {
  slider.value = String(Number(slider.value) + by);
  showMove();
}

const seats = [...(eyes?.options ?? [])].map(({ value, text }) => ({ seat: Number(value), name: text }));
seated(seats.filter(({ seat }) => seat >= 0));
slider.addEventListener("input", () => showMove());
eyes?.addEventListener("change", () => {
  look(Number(eyes.value));
  showMove();
});
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
  each.addEventListener("click", () => step(Number(each.dataset.step)));
}
addEventListener("keydown", ({ key, target }) => {
  const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  if (by && !(target instanceof Element && target.matches("input, select"))) step(by);
  if (/^[123]$/.test(key)) openCostly(Number(key) - 1);
});
const asked = new URLSearchParams(location.search).get("move");
if (asked !== null) slider.value = asked;
showMove();
if (byId("analysis")) analyse(jump).then(() => cursor(Number(slider.value)));
