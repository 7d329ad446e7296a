// The page as an app: it is kept for when there is no connection (worker.js), can be installed, calls people when it is
// their turn, and shows how many tables wait for them. One offer at a time, and never a pop-up.

import { bake, byId, finger, need, page, say, store, stored, words } from "./common.js";

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
  navigator.serviceWorker.addEventListener("controllerchange", () => known && count());
  return ours;
})();

// -- a newer version: a page that nobody looks at becomes that by itself, the others offer it -------------------------

const stamp = import.meta.url.split("/").at(-2);
const SELDOM = 600_000; // ms: servers of two versions may answer in turn
let outdated = false;
/** Whether a reload would lose something: what was sent, chosen or written, or what covers the screen. */
function isBusy() {
  const written = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input:read-write"));
  const shown = document.querySelector("#careful[open], #back:not([hidden]), #covered:not([hidden])");
  return page.sent || shown || [...written].some(({ value, defaultValue }) => value !== defaultValue);
}
function renew() {
  outdated = true;
  const last = Number(stored("renewed", "sessionStorage"));
  if (document.hidden && !isBusy() && Date.now() - last > SELDOM) {
    store("renewed", Date.now(), "sessionStorage");
    return location.reload();
  }
  const offer = need("newer");
  offer.hidden = false;
  offer.onclick = () => location.reload();
}
addEventListener("reconnected", count);
document.addEventListener("visibilitychange", () => {
  if (outdated) renew();
  if (document.hidden) return;
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
export async function count() {
  const answer = await fetch(`${page.root}/calls/waiting`).catch(() => null);
  if (!answer?.ok) return;
  if (![stamp, null].includes(answer.headers.get("stamp"))) renew();
  settled = answer.headers.get("settings") ?? "";
  follow();
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
  if (!answer.ok) throw new Error(said.said ?? String(answer.status), { cause: answer.status });
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

// -- settings, the same on all devices of somebody ----------------------------------------------------------------------

let settled = ""; // the version that the server has; empty for somebody who has one device only
let seen = stored("settings"); // the version that this page has
let changes = stored("changes") || "{}"; // what was set here and is not yet kept there
let following = Promise.resolve();
/**
 * Keep a setting, here and on one's other devices.
 * @param {string} key
 * @param {string} value
 */
export function set(key, value) {
  adopt(key, value);
  changes = JSON.stringify({ ...JSON.parse(changes), [key]: value });
  store("changes", changes);
  follow();
}
/**
 * @param {string} key
 * @param {string} value
 */
function adopt(key, value) {
  store(key, value);
  bake(key, value);
}
const follow = () => (following = following.then(agree));
async function agree() {
  const sent = changes;
  if (!settled || page.beside || (sent === "{}" && settled === seen)) return;
  const kept = await post("/me/settings", JSON.parse(sent)).catch(({ cause }) =>
    cause >= 400 && cause < 500 && cause !== 429 ? "refused" : null,
  );
  if (!kept || sent !== changes) return; // it goes along next time
  store("changes", (changes = "{}"));
  if (kept === "refused") return;
  store("settings", (seen = settled = kept.version));
  for (const [key, value] of Object.entries(kept.settings)) adopt(key, value);
  dispatchEvent(new Event("set"));
}
addEventListener("settings", (event) => {
  if (!(event instanceof CustomEvent) || event.detail === settled) return;
  settled = event.detail;
  follow();
});

// -- another person on this device: what it kept for the one before, and the calls to them, end -----------------------

const whose = document.querySelector("meta[name=whose]")?.getAttribute("content");
const before = stored("whose");
if (whose !== undefined && whose !== before) {
  store("whose", whose ?? "");
  store("changes", (changes = "{}"));
  if (before) forget().catch(() => {});
}
async function forget() {
  await caches.delete("games");
  const ours = await registered;
  for (const message of (await ours?.getNotifications()) ?? []) message.close();
  if (!(await isCalled())) await (await ours?.pushManager?.getSubscription())?.unsubscribe();
}
if (new URLSearchParams(location.search).has("lang")) set("lang", page.lang);

// -- offers ------------------------------------------------------------------------------------------------------------

// Once one has a name, a greeting takes the place of the question for it: nothing jumps.
document.querySelector("#way-in.name")?.addEventListener("submit", () => store("named", 1, "sessionStorage"));
if (stored("named", "sessionStorage") && byId("hello")) {
  need("hello").hidden = false;
  store("named", "", "sessionStorage");
}
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

// -- links for friends -------------------------------------------------------------------------------------------------

/**
 * A link goes to friends as a phone sends things, else through the clipboard; where there is none, it is selected.
 * @param {string} url
 * @param {HTMLElement} button
 */
async function share(url, button) {
  if (navigator.share && finger.matches) return navigator.share({ url }).catch(() => {});
  if (!navigator.clipboard) {
    const shown = button.closest(".share")?.querySelector("code");
    if (shown) getSelection()?.selectAllChildren(shown);
    return;
  }
  await navigator.clipboard.writeText(url);
  say(words.copied);
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-copy]")) : null;
  if (button) share(button.dataset.copy ?? "", button);
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
