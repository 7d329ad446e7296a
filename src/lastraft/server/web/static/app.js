// The page as an app: it is kept for when there is no connection (worker.js), can be installed, calls people when it is
// their turn, and shows how many tables wait for them. One offer at a time, and never a pop-up.

import { byId, page, store, stored } from "./common.js";

const HIDDEN = 60 * 86_400_000; // ms for which an offer does not come again
const VISITS = 3; // from which visit on one is offered to install it
const title = document.title;

/** @type {Promise<ServiceWorkerRegistration | null>} */
export const registered = (async () => {
  if (!("serviceWorker" in navigator)) return null;
  const known = navigator.serviceWorker.controller;
  const ours = await navigator.serviceWorker
    .register(`${page.root}/worker.js`, { scope: `${page.root}/` })
    .catch(() => null);
  if (!ours) return null;
  if (known && stored("offline-language") !== page.lang) known.postMessage("language");
  store("offline-language", page.lang);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (known) outdated = true;
  });
  return ours;
})();

// -- a newer version: whoever looks at the page again sees that ------------------------------------------------------

let outdated = false;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (outdated && !byId("said")?.value) return location.reload();
  count();
  dismiss();
});

// -- how many tables wait ----------------------------------------------------------------------------------------------

let asks = 0;
let here = false; // whether this table waits
/** @param {boolean} asked whether the table of this page waits for one */
export function showWaiting(asked = here) {
  here = asked;
  const waiting = asks + Number(here);
  document.title = (waiting ? `(${waiting}) ` : "") + title;
  const badge = waiting ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.();
  badge?.catch(() => {});
}
async function count() {
  const answer = await fetch(`${page.root}/calls/waiting`).catch(() => null);
  if (!answer?.ok) return;
  const waiting = /** @type {string[]} */ (await answer.json());
  asks = waiting.filter((table) => table !== page.table).length;
  showWaiting();
}
addEventListener("asked", (event) => {
  if (event instanceof CustomEvent) showWaiting(event.detail.asked);
});
/** A message about a table that one looks at has done its work. */
async function dismiss() {
  const messages = await (await registered)?.getNotifications?.({ tag: page.table ?? "tables" });
  for (const message of messages ?? []) message.close();
}
addEventListener("load", () => {
  count();
  dismiss();
});

// -- being called ------------------------------------------------------------------------------------------------------

/** Whether this browser can be called at all. */
export const callable = "PushManager" in window && "Notification" in window;

/**
 * @param {string} path
 * @param {object} data
 */
export async function post(path, data) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(page.root + path, { method: "POST", headers, body: JSON.stringify(data) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.said ?? String(answer.status));
  return said;
}

/** @param {ArrayBuffer | null} bytes */
const text = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** @param {string} key */
function bytes(key) {
  const plain = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** The browser's own question, then ours: call this device. */
export async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await (await fetch(`${page.root}/calls`)).json();
  const { pushManager } = /** @type {ServiceWorkerRegistration} */ (await navigator.serviceWorker.ready);
  const old = await pushManager.getSubscription();
  if (old && text(old.options.applicationServerKey) !== key) await old.unsubscribe();
  const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await post("/calls/device", {
    endpoint: device.endpoint,
    p256dh: text(device.getKey("p256dh")),
    auth: text(device.getKey("auth")),
    key,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC",
  });
  return true;
}

export async function unsubscribe() {
  const device = await (await registered)?.pushManager.getSubscription();
  if (!device) return;
  await post("/calls/device/remove", { endpoint: device.endpoint });
  await device.unsubscribe();
}

/** Whether one is called on this device. */
export async function isCalled() {
  if (!callable || Notification.permission !== "granted") return false;
  const device = await (await registered)?.pushManager.getSubscription();
  if (!device) return false;
  const answer = await post("/calls/device/known", { endpoint: device.endpoint }).catch(() => null);
  return Boolean(answer?.known);
}

// -- another person on this device: what it kept for the one before, and the calls to them, end -----------------------

const whose = document.querySelector("meta[name=whose]")?.getAttribute("content");
const before = stored("whose");
if (whose !== undefined && whose !== before) {
  store("whose", whose ?? "");
  if (before) forget().catch(() => {});
}
async function forget() {
  await caches.delete("games");
  const ours = await registered;
  for (const message of (await ours?.getNotifications()) ?? []) message.close();
  if (!(await isCalled())) await (await ours?.pushManager?.getSubscription())?.unsubscribe();
}

// -- offers ------------------------------------------------------------------------------------------------------------

if (!stored("visiting", "sessionStorage")) store("visits", Number(stored("visits") ?? 0) + 1);
store("visiting", 1, "sessionStorage");

/**
 * @param {"offer-calls" | "offer-install"} id
 * @param {() => unknown} yes
 */
function offer(id, yes) {
  const line = byId(id);
  if (!line || document.querySelector(".offer:not([hidden])")) return;
  if (Date.now() - Number(stored(id) ?? 0) < HIDDEN) return;
  line.hidden = false;
  line.querySelector("[data-not-now]")?.addEventListener("click", () => {
    store(id, Date.now());
    line.hidden = true;
  });
  line.querySelector("[data-yes]")?.addEventListener("click", () => {
    line.hidden = true;
    yes();
  });
}

const wanted = byId("offer-calls")?.dataset.wanted !== undefined;
if (wanted && callable && Notification.permission === "default")
  offer("offer-calls", () => subscribe().catch(() => {}));

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  if (Number(stored("visits")) < VISITS) return;
  offer("offer-install", () => /** @type {any} */ (event).prompt());
});

// -- a table that does not call ----------------------------------------------------------------------------------------

const mute = byId("mute");
if (mute instanceof HTMLInputElement) {
  const path = `/table/${page.table}/calls`;
  mute.closest("details")?.addEventListener("toggle", async () => {
    const answer = await fetch(page.root + path).catch(() => null);
    if (answer?.ok) mute.checked = (await answer.json()).muted;
  });
  mute.addEventListener("change", () =>
    post(path, { muted: mute.checked }).catch(() => (mute.checked = !mute.checked)),
  );
}

// -- a screen beside others: covered by hand, or when it lies on its face -----------------------------------------------

const cover = byId("covered");
if (cover) {
  const FACE_DOWN = 150; // degrees
  cover.addEventListener("click", () => (cover.hidden = true));
  byId("cover")?.addEventListener("click", () => {
    cover.closest("body")?.querySelector(".corner-menu")?.removeAttribute("open");
    cover.hidden = false;
    cover.focus();
  });
  addEventListener("deviceorientation", ({ beta }) => {
    if (Math.abs(beta ?? 0) > FACE_DOWN) cover.hidden = false;
  });
}
