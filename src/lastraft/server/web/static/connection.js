// The connection to the server: a socket that reconnects, and sends again what was not acknowledged before a break.

import { page, say } from "./common.js";

/** @import { Message, Request } from "./types.d.ts" */

/** @type {WebSocket | null} */
export let socket = null;
let stream = "";
let number = "";
let tries = 0;
let lastReceived = Date.now();
/** @type {(message: Message) => void} */
let receive = () => {};
/** @type {Map<string, string>} what was sent and not acknowledged, by its id: the server does it once */
const unacknowledged = new Map();

/** @param {(message: Message) => void} listener */
export function connect(listener) {
  receive = listener;
  const address = new URL(`${page.root}/api/tables/${page.table}/socket`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const query = { stream, number, lang: page.lang, draw: "changes", ...(page.watch && { watch: page.watch }) };
  address.search = new URLSearchParams(query).toString();
  const opened = new WebSocket(address);
  socket = opened;
  opened.onopen = () => {
    if (tries) dispatchEvent(new Event("reconnected"));
    tries = 0;
    lastReceived = Date.now();
    document.body.classList.remove("away");
    for (const text of unacknowledged.values()) opened.send(text);
  };
  opened.onmessage = (event) => {
    lastReceived = Date.now();
    if (navigator.onLine) document.body.classList.remove("away");
    take(JSON.parse(event.data));
  };
  opened.onclose = (event) => {
    if (event.code === 4404 || event.code === 4403) return say(event.reason);
    lost();
    setTimeout(() => connect(listener), Math.min(8000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
}

/** @param {Message} message */
export function take(message) {
  if (message.id) unacknowledged.delete(message.id);
  if (message.type === "beat" && message.settings !== undefined) {
    dispatchEvent(new CustomEvent("settings", { detail: message.settings }));
  }
  if (message.type === "announcement") return say(message.said ?? "");
  if (message.type === "table") [stream, number] = [message.stream, String(message.number)];
  page.received = String(Number(page.received ?? 0) + 1);
  countUnacknowledged();
  receive(message);
}

/**
 * Send something; the answer to it has the id that is returned.
 * @param {Request} request
 */
export function send(request) {
  const id = crypto.randomUUID?.() ?? String(Math.random());
  const text = JSON.stringify({ ...request, id });
  if (request.do !== "why") unacknowledged.set(id, text);
  countUnacknowledged();
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  return id;
}

function countUnacknowledged() {
  page.sent = String(unacknowledged.size || "");
}

// A page that is looked at asks every second whether the server is there: who waits for an answer that cannot come
// should know; a server or page that was busy for a moment is no loss. A connection that stays silent is replaced.
const [SILENT, DEAD, HIDDEN, STOOD_STILL] = [4000, 10_000, 45_000, 1500];
let lastBeat = 0;
let lastLook = Date.now();
setInterval(() => {
  const stoodStill = Date.now() - lastLook > STOOD_STILL; // what came meanwhile is read after this
  lastLook = Date.now();
  if (socket?.readyState !== WebSocket.OPEN) return;
  const silence = Date.now() - lastReceived;
  if (silence > (document.hidden ? HIDDEN : DEAD)) return socket.close();
  if (!document.hidden && silence > SILENT && !stoodStill) lost();
  if (Date.now() - lastBeat < (document.hidden ? 15_000 : 950) || silence < 900) return;
  lastBeat = Date.now();
  socket.send(JSON.stringify({ do: "beat" }));
}, 500);
const lost = () => document.body.classList.add("away");
addEventListener("offline", lost);
addEventListener("online", () => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ do: "beat" })));
document.addEventListener("visibilitychange", () => (lastReceived = Math.max(lastReceived, Date.now() - 1000)));
