// The game again, move by move: the slider asks the server for the table as it stood then.

import { byId } from "./common.js";
import { mark, redraw, unmark } from "./drawing.js";
import { lines, seated, stage, thread } from "./log.js";

const slider = byId("at-move");
let wanted = 0;
async function showMove() {
  const mine = ++wanted;
  const eyes = byId("seen-by") ? `?seat=${byId("seen-by").value}` : "";
  const answer = await fetch(`${slider.dataset.from}/${slider.value}${eyes}`).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  const found = await answer.json();
  redraw(found.drawing);
  stage(found.stage);
  byId("move-text").textContent = found.title;
  const before = lines(found.before);
  before.forEach((line) => line.classList.add("before"));
  byId("log").replaceChildren(...before, ...lines(found));
  [...byId("log").children].forEach(thread);
  byId("log").scrollTop = byId("log").scrollHeight;
  unmark("pointed");
  mark(found.things.flat(), "pointed", true);
}

function step(by) {
  slider.value = Number(slider.value) + by;
  showMove();
}

const eyes = [...(byId("seen-by")?.options ?? [])].filter(({ value }) => value >= 0);
seated(eyes.map(({ value, text }) => ({ seat: Number(value), name: text })));
slider.addEventListener("input", showMove);
byId("seen-by")?.addEventListener("change", showMove);
for (const each of document.querySelectorAll("[data-step]"))
  each.addEventListener("click", () => step(Number(each.dataset.step)));
addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && !event.target.matches("input, select")) step(by);
});
showMove();
