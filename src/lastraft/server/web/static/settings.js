// Settings: what this device shows, and whether and when it is called. What is changed is kept at once.

import { callable, count, isCalled, post, set, subscribe, unsubscribe } from "./app.js";
import { bake, byId, need, say, store, stored } from "./common.js";

const looks = document.documentElement.classList; // the server writes them from a cookie, so that no page flickers
for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".seg[data-key]"))) {
  const { key = "", usual = "" } = group.dataset;
  const ways = [...group.querySelectorAll("button")];
  const known = () => (key === "looks" ? ways.find(({ value }) => value && looks.contains(value))?.value : stored(key));
  /** @param {string} chosen */
  const show = (chosen) => ways.forEach((way) => way.setAttribute("aria-pressed", String(way.value === chosen)));
  /** @param {string} chosen */
  const choose = (chosen) => {
    show(chosen);
    if (key !== "looks") return keep(key, chosen);
    for (const { value } of ways) if (value) looks.toggle(value, value === chosen);
    bake(key, [...looks].join("."));
  };
  show(known() ?? usual);
  addEventListener("set", () => show(known() ?? usual));
  for (const way of ways) way.addEventListener("click", () => choose(way.value));
  byId("as-it-came")?.addEventListener("click", () => choose(usual));
}
for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".switch[data-key]"))) {
  const key = box.dataset.key ?? "";
  const show = () => (box.checked = stored(key) !== "no");
  show();
  addEventListener("set", show);
  box.addEventListener("change", () => keep(key, box.checked ? "yes" : "no"));
  byId("as-it-came")?.addEventListener("click", () => !box.checked && box.click());
}

/**
 * @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  if (key === "sound") store(key, value);
  else set(key, value);
}
const OFTEN = 3000; // ms: what is set on another device shows here, too
setInterval(() => document.hidden || count(), OFTEN);

for (const mute of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-mute]"))) {
  mute.addEventListener("change", () =>
    post(`/calls/table/${mute.dataset.mute}`, { muted: mute.checked }).catch(() => (mute.checked = !mute.checked)),
  );
}

const device = byId("device");
if (device instanceof HTMLInputElement) {
  const note = need("device-note");
  const key = byId("calls")?.dataset.key;
  if (!callable || !key) note.textContent = note.dataset.no ?? "";
  else if (Notification.permission === "denied") note.textContent = note.dataset.denied ?? "";
  else device.disabled = false;
  // whoever was signed out here is not called, though the browser would still take it
  device.checked = (await isCalled()) && byId("calls")?.dataset.devices !== "0";
  device.addEventListener("change", async () => {
    device.disabled = true;
    await (device.checked ? subscribe() : unsubscribe()).catch((error) => say(error.message));
    device.checked = await isCalled();
    device.disabled = Notification.permission === "denied";
    if (device.disabled) note.textContent = note.dataset.denied ?? "";
  });
}

/** @param {FormDataEntryValue | null} time such as 22:30 */
const minutes = (time) => {
  const [hours, rest] = String(time).split(":").map(Number);
  return hours * 60 + rest;
};
const quiet = byId("quiet");
if (quiet instanceof HTMLFormElement) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  if (!byId("calls")?.dataset.known) need("zone").textContent = zone;
  quiet.addEventListener("submit", (event) => event.preventDefault());
  quiet.addEventListener("change", async () => {
    if (!quiet.reportValidity()) return;
    const times = new FormData(quiet);
    const wished = { quiet_from: minutes(times.get("from")), quiet_until: minutes(times.get("until")), zone };
    await post("/calls/quiet", wished).then(
      () => (need("zone").textContent = zone),
      (error) => say(error.message),
    );
  });
}

const mail = byId("mail");
mail?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const email = String(new FormData(/** @type {HTMLFormElement} */ (mail)).get("email") ?? "").trim();
  const note = need("mail-note");
  await post("/calls/mail", { email }).then(
    () => (note.textContent = email ? (note.dataset.sent ?? "") : ""),
    (error) => say(error.message),
  );
});
