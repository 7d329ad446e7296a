// The lobby: finding a rule among all of them, and a name that is kept when its field is left. What is clicked is sent
// by page.js at once.

import { byId } from "./common.js";

/** Only the rules that were looked for stand there. */
function filter() {
  const find = byId("find-rule");
  const changed = byId("only-changed");
  if (!(find instanceof HTMLInputElement) || !(changed instanceof HTMLInputElement)) return;
  const wanted = find.value.toLowerCase().split(/\s+/);
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".row"))) {
    const text = (row.textContent ?? "").toLowerCase();
    row.hidden = (changed.checked && !row.matches(".changed")) || !wanted.every((word) => text.includes(word));
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".rows"))) {
    group.hidden = !group.querySelector(".row:not([hidden])");
  }
}
addEventListener("input", filter);
addEventListener("arranged", filter); // the page was drawn anew

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === byId("find-rule")) event.preventDefault(); // it would send the form
});
document.addEventListener("focusout", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== "own-name") return;
  if (target.value.trim() && target.value !== target.getAttribute("value")) target.form?.requestSubmit();
});
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (target instanceof Node && !menu.contains(target)) menu.removeAttribute("open");
  }
});
