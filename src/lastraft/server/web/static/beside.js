// Several people at one device: when the table waits for another of them, a page comes between that shows nothing but
// whose turn it is.

import { page } from "./common.js";

const WAIT = 900; // ms, in which one sees what one's own move brought
/** @type {Record<string, number>} by seat: which of the people on this device */
const here = JSON.parse(page.beside ?? "{}");
let timer = 0;

addEventListener("asked", (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { asked, awaited } = /** @type {{ asked: boolean, awaited: number[] }} */ (event.detail);
  clearTimeout(timer);
  const next = asked ? undefined : awaited.find((seat) => seat in here);
  if (next === undefined) return;
  timer = setTimeout(() => location.replace(`${page.root}/table/${page.table}/curtain?to=${here[next]}`), WAIT);
});
