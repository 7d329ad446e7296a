// Settings: whether and when this device is called. What is changed is kept at once.

import { callable, isCalled, post, subscribe, unsubscribe } from "./app.js";
import { byId, need, say } from "./common.js";

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
