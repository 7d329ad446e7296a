// What every part of the page uses: its data, its words, elements by id, and one line of notice.

export const page = document.body.dataset;
export const words = document.getElementById("words").dataset;
export const finger = matchMedia("(max-width: 860px), (pointer: coarse)");
export const byId = (id) => document.getElementById(id);

export function made(tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

// A seat's sign, which the drawing has: seats are told apart by shape too.
export function shape(seat) {
  const sign = made("span", undefined, "shape");
  sign.dataset.sign = `shape-${seat}`;
  sign.innerHTML = `<svg aria-hidden="true"><use href="#shape-${Number(seat)}"/></svg>`;
  return sign;
}

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

let hush = 0;
export function say(...parts) {
  const text = parts.filter(Boolean).join(" \u2013 ");
  if (!text) return;
  const line = byId("notice");
  line.textContent = capital(text);
  line.classList.add("shown");
  clearTimeout(hush);
  hush = setTimeout(() => line.classList.remove("shown"), 6000);
}

// A question before something that cannot be had back.
export function sure(text, yes, always = () => {}) {
  const dialog = byId("careful");
  byId("careful-text").textContent = text;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") yes();
    always();
  };
  dialog.showModal();
}
