// The page's one script: keeps the table in step with the server, and turns clicks into moves. It knows no game.
//
// The server sends what the seat may know: news, a prompt, legal moves (each with the elements that make it up) and the
// drawing's pieces. Pieces are patched by element id, so that what stays keeps its element and CSS makes it glide.
"use strict";

const page = document.body.dataset;
const words = document.getElementById("words")?.dataset ?? {};
const byId = (id) => document.getElementById(id);
const made = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};

// -- patching by id ------------------------------------------------------------------------------------------------

function patch(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patchChildren(old, fresh);
}

function patchChildren(old, fresh) {
  const known = new Map();
  for (const child of old.children) if (child.id) known.set(child.id, child);
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let same = wanted.id ? known.get(wanted.id) : undefined;
    if (!same && at && !at.id && !wanted.id && at.nodeName === wanted.nodeName) same = at;
    if (same && same.nodeName === wanted.nodeName) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (same.nodeType === Node.ELEMENT_NODE) patch(same, wanted);
      else if (same.data !== wanted.data) same.data = wanted.data;
    } else {
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function redraw(markup) {
  const svg = document.querySelector("#board svg");
  if (!markup) return;
  if (markup.startsWith("<svg")) {
    const whole = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    if (svg) patch(svg, whole);
    else byId("board").append(document.importNode(whole, true));
  } else if (svg) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
    patchChildren(byId("moving"), document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
  }
}

// -- the moves -----------------------------------------------------------------------------------------------------

let game = null; // the last state of the game, as sent
let chosen = []; // the elements clicked so far
let graced = false; // whether the table makes the usual move after a short time

const finger = matchMedia("(max-width: 860px), (pointer: coarse)");
const fits = (move) => chosen.every((id, i) => move.clicks[i] === id);
const candidates = () => game.legal.filter(fits);

function offer() {
  if (!game) return;
  const open = candidates();
  const waits = game.legal.length === 0;
  byId("question").textContent = game.prompt;
  byId("waiting").textContent = waits ? game.waiting : "";
  document.body.classList.toggle("asked", !waits);
  for (const element of document.querySelectorAll(".can, .chosen, .deadly")) element.classList.remove("can", "chosen", "deadly");
  for (const move of open) {
    for (const element of elements(move.clicks[chosen.length])) {
      element.classList.add("can");
      if (move.careful && move.clicks.length === chosen.length + 1) element.classList.add("deadly");
    }
  }
  for (const id of chosen) for (const element of elements(id)) element.classList.add("chosen");
  const here = open.filter((move) => move.clicks.length === chosen.length);
  // For a finger every target is a button too; for a mouse only what is not drawn.
  const targets = finger.matches && open.length <= 12 ? open : open.filter((move) => !elements(move.clicks[chosen.length]).length);
  const few = chosen.length > 0 ? targets : here;
  byId("buttons").replaceChildren(...few.map(button));
  byId("back").hidden = chosen.length === 0;
  byId("undo").hidden = !game.undo;
  byId("hint").hidden = waits;
  byId("raise").hidden = !game.window || game.raised || !graced;
  byId("passing").hidden = !(game.window || byId("pass-for-me").checked);
  byId("grace").hidden = byId("raise").hidden;
  listMoves();
}

// An element of the drawing, and what else stands for it (a piece's picture in the tray).
const elements = (id) => (id ? [byId(id), ...document.querySelectorAll(`[data-for="${id}"]`)].filter(Boolean) : []);

function button(move) {
  const element = made("button", move.label, move.careful ? "move careful" : "move");
  element.dataset.code = move.code;
  element.title = move.text;
  element.addEventListener("click", () => play(move));
  element.addEventListener("mouseenter", () => point(move, true));
  element.addEventListener("mouseleave", () => point(move, false));
  return element;
}

function point(move, on) {
  for (const id of move.clicks) byId(id)?.classList.toggle("pointed", on);
}

function listMoves() {
  const groups = new Map();
  for (const move of game.legal) {
    if (!groups.has(move.kind)) groups.set(move.kind, []);
    groups.get(move.kind).push(move);
  }
  const parts = [];
  for (const [kind, moves] of groups) {
    parts.push(made("h3", kind));
    const list = made("div", undefined, "movelist");
    list.append(...moves.map(button));
    parts.push(list);
  }
  byId("moves").replaceChildren(...parts);
}

function choose(id) {
  if (chosen.includes(id)) {
    chosen = chosen.slice(0, chosen.indexOf(id));
    return offer();
  }
  chosen.push(id);
  let open = candidates();
  if (open.length === 0) {
    chosen = [id];
    open = candidates();
  }
  if (open.length === 0) {
    chosen = [];
    offer();
    return ask({ do: "why", clicks: [id] });
  }
  if (open.length === 1 && open[0].clicks.length === chosen.length) return play(open[0]);
  offer();
}

function play(move) {
  if (!move.careful) return ask({ do: "move", move: move.code, question: game.question });
  const dialog = byId("careful");
  byId("careful-text").textContent = move.careful;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") ask({ do: "move", move: move.code, question: game.question });
    chosen = [];
    offer();
  };
  dialog.showModal();
}

// Somebody who only looks on need not say so each time: the usual answer is given until the table waits for him alone.
function stepAside() {
  const box = byId("pass-for-me");
  if (!game || !box?.checked) return;
  if (game.window && game.usual !== null) ask({ do: "move", move: game.usual, question: game.question });
  else if (game.legal.length && game.awaited.length === 1) box.checked = false;
  byId("passing").hidden = !box.checked && !game.window;
}

// -- the line to the server ----------------------------------------------------------------------------------------

let socket = null;
let stream = "";
let number = "";
let tries = 0;
let heard = Date.now();
let arranged = null; // the table apart from its game
let pieces = []; // the drawing, cut before every id
const unanswered = new Map(); // what was sent and not acknowledged: sent again after a reconnect, done once

function connect() {
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
    receive(JSON.parse(event.data));
  };
  socket.onclose = (event) => {
    if (event.code === 4404 || event.code === 4403) return say(event.reason);
    document.body.classList.add("away");
    setTimeout(connect, Math.min(8000, 300 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
}

function ask(what) {
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

function receive(message) {
  if (message.id) unanswered.delete(message.id);
  page.heard = String(Number(page.heard ?? 0) + 1);
  page.sent = unanswered.size || "";
  if (message.type === "refused") {
    if (message.code !== "stale") say(message.clause ? `${message.said} (${message.clause})` : message.said);
    chosen = [];
    offer();
  } else if (message.type === "why") {
    say(message.clause ? `${message.said} (${message.clause})` : message.said);
  } else if (message.type === "here") {
    present(message.seats);
  } else if (message.type === "table") {
    stream = message.stream;
    number = message.number;
    arranged = message.table ??= arranged; // left out where it has not changed
    if (page.status === "lobby" && (!message.fresh || message.table.status !== "lobby")) return refresh();
    if (message.fresh) byId("log")?.replaceChildren();
    for (const news of message.news) tell(news);
    game = message.game;
    chosen = [];
    if (game) {
      graced = message.table.timing.grace > 0;
      redraw(joined(game.drawing));
      offer();
      stepAside();
      finish(message);
      fillOpen();
    }
    tick(message.clock);
  }
}

// The drawing is sent as runs of the pieces that are here already, and the others as text; at first as one text.
function joined(drawing) {
  const cut = ' id="';
  const kept = (part) => (typeof part === "string" ? [part] : pieces.slice(...part));
  pieces = typeof drawing === "string" ? drawing.split(cut) : drawing.flatMap(kept);
  return pieces.join(cut);
}

async function refresh() {
  // The lobby and the change from lobby to game are pages of the server's: fetch and show the new one.
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh.body.dataset.status !== page.status) return location.reload();
  patchChildren(document.querySelector("main"), document.importNode(fresh.querySelector("main"), true));
  bindForms();
}

// -- what people read ----------------------------------------------------------------------------------------------

let hush = 0;
function say(text) {
  if (!text) return;
  const line = byId("notice");
  line.textContent = text;
  line.classList.add("shown");
  clearTimeout(hush);
  hush = setTimeout(() => line.classList.remove("shown"), 6000);
}

function tell(news) {
  const log = byId("log");
  if (!log) return;
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
  if (news.kind === "chat") {
    const line = made("li", undefined, news.to === undefined ? "chat" : "chat whisper");
    line.classList.add(`s${news.seat}`);
    line.append(made("b", news.name), " ", made("span", news.text));
    if (news.to !== undefined) line.append(made("small", words.whisper));
    log.append(line);
  } else {
    for (const text of news.said ?? []) {
      const line = made("li", text, news.kind);
      if (news.seat !== undefined) line.classList.add(`s${news.seat}`);
      log.append(line);
    }
  }
  while (log.children.length > 400) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
}

let here = null; // the seats whose people are connected
function present(seats) {
  here = seats;
  if (!here) return;
  for (const chair of document.querySelectorAll("[data-person]")) {
    chair.classList.toggle("gone", !seats.includes(Number(chair.dataset.person)));
  }
}

function finish(message) {
  const end = byId("end");
  if (!end || !game.outcome) return;
  const { ranks, scores, lines } = game.outcome;
  byId("winners").textContent = game.outcome.said;
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  const rows = order.map((seat) => {
    const row = made("li", undefined, `s${seat}`);
    row.append(made("b", `${ranks[seat]}. ${message.table.seats[seat].name}`), made("strong", scores[seat]));
    const list = made("ul");
    for (const [what, points] of lines[seat] ?? []) {
      const item = made("li", what);
      item.append(made("span", points));
      list.append(item);
    }
    row.append(list);
    return row;
  });
  byId("ranking").replaceChildren(...rows);
  const again = byId("again");
  again.hidden = !message.table.rematch;
  if (message.table.rematch) again.href = `${page.root}/table/${message.table.rematch}`;
  if (end.hidden) requestAnimationFrame(() => end.scrollIntoView({ block: "nearest" }));
  end.hidden = false;
}

let clock = null;
function tick(left) {
  clearInterval(clock);
  const line = byId("clock");
  if (!line) return;
  const [seat, seconds] = Object.entries(left?.left ?? {})[0] ?? [];
  line.hidden = seat === undefined;
  if (line.hidden) return;
  const until = Date.now() + seconds * 1000;
  const show = () => {
    const rest = Math.max(0, Math.round((until - Date.now()) / 1000));
    line.textContent = rest > 172800 ? `${Math.floor(rest / 86400)} d` : `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
    line.classList.toggle("late", rest < 10);
  };
  show();
  clock = setInterval(show, 1000);
}

// A drawer that the server fills: asked for when it is opened, and after every message while it is open.
async function fill(drawer) {
  if (!drawer?.dataset.from || drawer.hidden || drawer.dataset.asking) return;
  drawer.dataset.asking = "1";
  const answer = await fetch(drawer.dataset.from).catch(() => null);
  delete drawer.dataset.asking;
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(`<main>${await answer.text()}</main>`, "text/html");
  patchChildren(drawer, document.importNode(fresh.querySelector("main"), true));
  present(here);
  bindForms();
}

const fillOpen = () => document.querySelectorAll(".drawer[data-from]").forEach(fill);

async function hint() {
  byId("hint").disabled = true;
  const answer = await fetch(byId("hint").dataset.from, { method: "POST" }).catch(() => null);
  byId("hint").disabled = false;
  if (!answer?.ok) return;
  const found = await answer.json();
  say(found.said);
  const move = game?.legal.find((each) => each.code === found.code);
  if (!move) return;
  point(move, true);
  setTimeout(() => point(move, false), 5000);
}

// A finished game move by move: the slider asks the server for the table as it stood then.
const slider = byId("at-move");
let wanted = 0;
async function showMove() {
  const mine = ++wanted;
  const answer = await fetch(`${slider.dataset.from}/${slider.value}?seat=${byId("seen-by").value}`).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  const found = await answer.json();
  redraw(found.drawing);
  byId("move-text").textContent = found.title;
  byId("log").replaceChildren(...found.said.map((text) => made("li", text)));
}
if (slider) {
  slider.addEventListener("input", showMove);
  byId("seen-by").addEventListener("change", showMove);
  for (const step of document.querySelectorAll("[data-step]")) {
    step.addEventListener("click", () => {
      slider.value = Number(slider.value) + Number(step.dataset.step);
      showMove();
    });
  }
  addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target.matches("input, select")) return;
    slider.value = Number(slider.value) + step;
    showMove();
  });
  showMove();
}

// -- hands on the page ---------------------------------------------------------------------------------------------

function bindForms() {
  for (const select of document.querySelectorAll("select[data-submit]")) select.onchange = () => select.form.requestSubmit();
  for (const link of document.querySelectorAll("[data-copy]")) {
    link.onclick = () => navigator.clipboard?.writeText(link.dataset.copy).then(() => say(words.copied));
  }
}

const REACH = 22; // a finger's half: what glows within this distance of a tap is meant

byId("board")?.addEventListener("click", (event) => {
  if (!game || game.legal.length === 0) return;
  // The innermost element that is part of a move; pieces lie over spaces, so look through what lies under the finger too.
  const under = [];
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    for (let one = element.closest?.("[id]"); one && one.id !== "board"; one = one.parentElement?.closest("[id]")) {
      under.push(...[one.id, one.dataset.for].filter(Boolean));
    }
  }
  const goesOn = (id) => chosen.includes(id) || game.legal.some((move) => [...chosen, id].every((each, i) => move.clicks[i] === each));
  const begins = (id) => game.legal.some((move) => move.clicks[0] === id);
  const meant = under.find(goesOn) ?? under.find(begins) ?? nearest(event);
  if (meant) return choose(meant);
  const clicked = event.target.closest("[id]");
  if (clicked && clicked.id !== "board") choose(clicked.id);
});

function nearest({ clientX: x, clientY: y, detail }) {
  if (!detail) return undefined; // not a finger or a mouse
  const near = [...document.querySelectorAll("#board .can")].map((element) => {
    const box = element.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    return [away, element.dataset.for ?? element.id];
  });
  const [away, id] = near.sort((a, b) => a[0] - b[0])[0] ?? [];
  return away <= REACH ? id : undefined;
}
byId("back")?.addEventListener("click", () => {
  chosen.pop();
  offer();
});
byId("undo")?.addEventListener("click", () => ask({ do: "undo" }));
byId("raise")?.addEventListener("click", () => ask({ do: "hand" }));
byId("hint")?.addEventListener("click", hint);
byId("pass-for-me")?.addEventListener("change", stepAside);
byId("talk")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("said").value.trim();
  if (!text) return;
  const to = byId("to").value;
  ask(to === "" ? { do: "chat", text } : { do: "chat", text, to: Number(to) });
  byId("said").value = "";
});
for (const tab of document.querySelectorAll("[data-drawer]")) {
  tab.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[data-drawer]")) other.setAttribute("aria-selected", String(other === tab));
    for (const drawer of document.querySelectorAll(".drawer")) drawer.hidden = drawer.id !== tab.dataset.drawer;
    fill(byId(tab.dataset.drawer));
  });
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen.length) {
    chosen = [];
    offer();
  }
});
bindForms();
if (page.table) connect();
