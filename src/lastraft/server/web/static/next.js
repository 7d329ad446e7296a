// At a table: the way to the next one where the reader is asked, with how many there are.

import { page } from "./common.js";

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("next-table"));
const EVERY = 60_000;

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`${page.root}/table/${link.dataset.table}/waiting`);
    const waiting = answer.ok ? (await answer.json()).tables : 0;
    link.hidden = !waiting;
    /** @type {HTMLElement} */ (link.querySelector("b")).textContent = String(waiting);
  } catch {
    // The next time.
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
look();
