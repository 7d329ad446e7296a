// A menu that changes a choice in place: how strong a bot is, or what it is like. On the home page the choice is kept for
// the game; in the lobby it is sent with its form.

import { set } from "./app.js";
import { finger } from "./common.js";

/** @type {HTMLButtonElement | null} whose menu is open */
let chip = null;

/** @param {HTMLElement} menu */
const options = (menu) => /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll("[role=option]")]);

/** @param {HTMLButtonElement} button */
function open(button) {
  const menu = document.getElementById(button.dataset.menu ?? "");
  if (!menu) return;
  chip = button;
  for (const each of options(menu)) {
    each.setAttribute("aria-selected", String(each.dataset.value === button.dataset.value));
  }
  menu.style.setProperty("--go", getComputedStyle(button).getPropertyValue("--go"));
  menu.showPopover();
  place(menu, button.getBoundingClientRect());
  (options(menu).find((each) => each.ariaSelected === "true") ?? options(menu)[0])?.focus();
}

/**
 * Above the button, or below it where there is no room; on a phone the stylesheet puts it at the bottom.
 * @param {HTMLElement} menu
 * @param {DOMRect} by
 */
function place(menu, by) {
  menu.style.left = menu.style.top = "";
  if (finger.matches) return;
  const { width, height } = menu.getBoundingClientRect();
  const top = by.top - height - 8;
  menu.style.left = `${Math.max(8, Math.min(by.right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${top >= 8 ? top : Math.max(8, Math.min(by.bottom + 8, innerHeight - height - 8))}px`;
}

/** @param {HTMLButtonElement} option */
function choose(option) {
  const button = chip;
  const value = option.dataset.value ?? "";
  /** @type {HTMLElement | null} */ (option.closest("[popover]"))?.hidePopover();
  if (!button) return;
  button.focus();
  if (button.dataset.value === value) return;
  button.dataset.value = value;
  const name = option.querySelector("b")?.textContent ?? "";
  const word = button.querySelector(".word");
  if (word) word.textContent = name;
  if (button.dataset.label) button.ariaLabel = button.dataset.label.replace("{strength}", name);
  const bars = option.querySelector(".bars");
  if (bars) button.querySelector(".bars")?.replaceWith(bars.cloneNode(true));
  const { game } = button.dataset;
  if (game) set(`strength-${game}`, value);
  const field = button.previousElementSibling;
  if (button.form && field instanceof HTMLInputElement) {
    field.value = value;
    button.form.requestSubmit();
  }
}

addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = /** @type {HTMLButtonElement | null} */ (target.closest("[data-menu]"));
  const option = /** @type {HTMLButtonElement | null} */ (target.closest("[role=option]"));
  if (button) open(button);
  else if (option) choose(option);
});
addEventListener("keydown", (event) => {
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  const menu = document.activeElement?.closest(".menu");
  if (!by || !(menu instanceof HTMLElement)) return;
  event.preventDefault();
  const all = options(menu);
  const at = all.findIndex((each) => each === document.activeElement);
  all[(at + by + all.length) % all.length].focus();
});
