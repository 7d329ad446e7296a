// The line to the server: a socket that mends itself, and says what was sent again after a break.

import { page, say } from "./common.js";

export let socket = null;
let stream = "";
let number = "";
let tries = 0;
let heard = Date.now();
let receive = () => {};
const unanswered = new Map(); // what was sent and not acknowledged: sent again after a reconnect, done once

export function connect(listener) {
  receive = listener;
  const address = new URL(`${page.root}/api/tables/${page.table}/socket`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({ stream, number, lang: page.lang, draw: "changes" });
  socket = new WebSocket(address);
  socket.onopen = () => {
    tries = 0;
    document.body.classList.remove("away");
    for (const text of unanswered.values()) socket.send(text);
  };
  socket.onmessage = (event) => {
    heard = Date.now();
    take(JSON.parse(event.data));
  };
  socket.onclose = (event) => {
    if (event.code === 4404 || event.code === 4403) return say(event.reason);
    document.body.classList.add("away");
    setTimeout(() => connect(listener), Math.min(8000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
}

export function take(message) {
  if (message.id) unanswered.delete(message.id);
  if (message.type === "table") ({ stream, number } = message);
  page.heard = String(Number(page.heard ?? 0) + 1);
  page.sent = unanswered.size || "";
  receive(message);
}

export function ask(what) {
  const id = crypto.randomUUID?.() ?? String(Math.random());
  const text = JSON.stringify({ ...what, id });
  if (what.do !== "why") unanswered.set(id, text);
  page.sent = unanswered.size || "";
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

setInterval(() => {
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (Date.now() - heard > 45000) socket.close();
  else socket.send(JSON.stringify({ do: "beat" }));
}, 15000);
