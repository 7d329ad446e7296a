// At a table: the way to the next one where the reader is asked, with how many there are.

import { page, say, store, stored } from "./common.js";

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("next-table"));
const EVERY = 60_000;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`${page.root}/table/${link.dataset.table}/waiting`);
    const { tables, said } = answer.ok ? await answer.json() : { tables: 0, said: "" };
    const [number, words] = link.querySelectorAll("b, span");
    link.hidden = !tables;
    link.closest(".top")?.classList.toggle("crowded", tables > 0);
    link.title = link.ariaLabel = words.textContent = said;
    number.textContent = String(tables);
    // Where there is room for the number only, its words come once.
    const known = Number(stored("waiting", "sessionStorage"));
    if (tables > known && getComputedStyle(words).display === "none") say(said);
    store("waiting", tables, "sessionStorage");
  } catch {
    // The next time.
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
look();
