// The rules clause by clause: a drawer beside the table (or a page of its own), searched and sifted here. Whatever names
// a clause, or has `data-rules`, opens it.

import { byId, page } from "./common.js";

const book = byId("rulebook");
/** @type {Element | null} what had the focus before it was opened */
let opener = null;
/** @type {CloseWatcher | null} a phone's way back closes the drawer, and leaves nothing in the browser's history */
let watcher = null;

/** @param {string} [clause] */
export async function openRules(clause = "") {
  if (!book) return;
  if (book.dataset.from) {
    const answer = await fetch(book.dataset.from).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    byId("clauses")?.replaceChildren(...[...fresh.body.childNodes].map((each) => document.importNode(each, true)));
    bind();
    if (book.hidden) {
      opener = document.activeElement;
      watcher = "CloseWatcher" in window ? new CloseWatcher() : null;
      if (watcher) watcher.onclose = closeRules;
    }
    book.hidden = false;
  }
  show(clause);
  const touched = matchMedia("(pointer: coarse)").matches; // its keyboard would cover the rules
  if (!clause) byId(touched ? "clauses" : "find")?.focus({ preventScroll: true });
}

export function closeRules() {
  if (book?.dataset.from) book.hidden = true;
  watcher?.destroy();
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

/** @param {string} clause */
function show(clause) {
  const there = clause && byId(clause);
  if (!there || !book?.contains(there)) return;
  sift("", "");
  book.querySelectorAll(".meant").forEach((each) => each.classList.remove("meant"));
  there.classList.add("meant");
  there.scrollIntoView({ block: "center" });
  there.querySelector("a")?.focus({ preventScroll: true });
}

let only = "";
/**
 * Leave what has all the words and is of the kind that is wanted.
 * @param {string} words
 * @param {string} kind
 */
function sift(words, kind) {
  if (!book) return;
  only = kind;
  const search = byId("find");
  if (search && search.value !== words) search.value = words;
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of book.querySelectorAll("section")) {
    const heading = plain(section.querySelector("h3")?.textContent ?? "");
    let [shown, listed] = [0, 0];
    for (const clause of section.querySelectorAll("article")) {
      const text = heading + plain(clause.textContent);
      clause.hidden = (!!kind && !clause.classList.contains(kind)) || !wanted.every((word) => text.includes(word));
      if (clause.hidden) continue;
      shown++;
      const table = plain(clause.querySelector("table")?.textContent ?? "");
      if (table && !wanted.every((word) => text.replace(table, "").includes(word))) listed++;
    }
    section.hidden = !shown;
    section.style.order = shown && shown === listed ? "1" : ""; // where only a table has the words comes last
    const link = /** @type {HTMLElement | null} */ (
      book.querySelector(`.chapters a[href="#${section.firstElementChild?.id}"]`)
    );
    if (link) link.hidden = !shown;
    count += shown;
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (book.querySelectorAll("[data-only]"))) {
    button.setAttribute("aria-pressed", String((button.dataset.only ?? "") === kind));
  }
  const found = byId("found");
  if (found) found.textContent = words || kind ? String(count) : "";
}

/**
 * A text as it is searched: without capitals and diacritics.
 * @param {string} text
 */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("œ", "oe")
    .replaceAll("’", "'");

function bind() {
  const search = byId("find");
  search?.addEventListener("input", () => sift(search.value, only));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-only]"))) {
    button.addEventListener("click", () => sift(search?.value ?? "", button.dataset.only ?? ""));
  }
}

addEventListener("click", (event) => {
  const clicked = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (clicked.closest("a.clause, .chapters a"));
  if (link?.matches(".clause")) {
    event.preventDefault();
    openRules(link.hash.slice(1));
  } else if (link) {
    event.preventDefault();
    byId(link.hash.slice(1))?.scrollIntoView();
  } else if (clicked.closest("[data-rules]")) openRules();
});
addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "?" && !typing && page.table) openRules();
  else if (event.key === "Escape" && book && !book.hidden && book.dataset.from) {
    event.stopImmediatePropagation(); // what is in hand stays there
    closeRules();
  }
});
byId("close-rules")?.addEventListener("click", closeRules);
if (book && !book.dataset.from) bind();
if (location.hash) openRules(location.hash.slice(1));
