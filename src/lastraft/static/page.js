// The page's one script: keeps the table in step with the server, and turns clicks into moves. It knows no game.
//
// The server sends what the seat may know: news, a prompt, legal moves (each with the elements that make it up) and the
// drawing's pieces. Pieces are patched by element id, so that what stays keeps its element and CSS makes it glide.
"use strict";

const page = document.body.dataset;
const words = document.getElementById("words")?.dataset ?? {};
const title = document.title;
const byId = (id) => document.getElementById(id);
const made = (tag, text, className) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};

// -- patching by id ------------------------------------------------------------------------------------------------

const still = matchMedia("(prefers-reduced-motion: reduce)");

function patch(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "href" && old.nodeName === "use") old.classList.add("turning");
    old.setAttribute(name, value);
  }
  patchChildren(old, fresh);
}

function patchChildren(old, fresh) {
  const known = new Map();
  for (const child of [...old.children]) {
    if (child.classList.contains("leaving")) child.remove();
    else if (child.id) known.set(child.id, child);
  }
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let same = wanted.id ? known.get(wanted.id) : undefined;
    if (!same && at && !at.id && !wanted.id && at.nodeName === wanted.nodeName) same = at;
    if (same && same.nodeName === wanted.nodeName) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (same.nodeType !== Node.ELEMENT_NODE) same.data = wanted.data;
      else if (!same.isEqualNode(wanted)) patch(same, wanted);
    } else {
      if (wanted.id && wanted.matches(MOVING)) wanted.classList.add("arriving");
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    leave(at);
    at = next;
  }
}

const MOVING = ".piece, .at";

// What is gone sinks or fades before it goes; its name is free at once.
function leave(element) {
  if (element.nodeType !== Node.ELEMENT_NODE || still.matches || !element.matches(MOVING)) return element.remove();
  for (const each of [element, ...element.querySelectorAll("[id]")]) each.removeAttribute("id");
  element.classList.add("leaving");
  setTimeout(() => element.remove(), 350);
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

const [FEW, BRIEF] = [6, 120]; // so many things to choose from, with so many letters, are buttons of the prompt too
const finger = matchMedia("(max-width: 860px), (pointer: coarse)");
const begins = (move, path) => path.every((id, i) => move.clicks[i] === id);
const candidates = (path = chosen) => game.legal.filter((move) => begins(move, path));
const after = (path) => new Set(candidates(path).map((move) => move.clicks[path.length]).filter(Boolean));

// An element of the drawing, and what else stands for it (a piece's picture in the tray).
const elements = (id) => (id ? [byId(id), ...document.querySelectorAll(`[data-for="${id}"]`)].filter(Boolean) : []);
const mark = (ids, name, on) => [...ids].flatMap(elements).forEach((element) => element.classList.toggle(name, on));
const unmark = (...names) => names.forEach((name) => document.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name)));
const called = (id) => elements(id)[0]?.querySelector("title")?.textContent ?? "";

function offer() {
  if (!game) return;
  const open = candidates();
  const waits = game.legal.length === 0;
  byId("question").textContent = game.prompt;
  const named = game.awaited.every((seat) => game.prompt.includes(people[seat].name)); // the question says already who
  const next = chosen.length ? [called(chosen.at(-1)), words.then].filter(Boolean).join(": ") : "";
  byId("waiting").textContent = !waits ? next : named ? "" : game.waiting;
  document.body.classList.toggle("asked", !waits);
  unmark("can", "chosen", "deadly", "could");
  mark(after(chosen), "can", true);
  mark(chosen, "chosen", true);
  mark(open.filter((move) => move.careful && move.clicks.length === chosen.length + 1).map((move) => move.clicks.at(-1)), "deadly", true);
  magnify();
  fillButtons(byId("buttons"), choices(open));
  byId("back").hidden = chosen.length === 0;
  byId("undo").hidden = !game.undo;
  byId("hint").hidden = waits;
  byId("raise").hidden = !game.window || game.raised || !graced;
  byId("passing").hidden = !(game.window || byId("pass-for-me").checked);
  byId("grace").hidden = byId("raise").hidden;
  if (!byId("all-moves").hidden) listMoves();
  present(here);
}

// The prompt's buttons: what is not drawn, and beside it as much of what is drawn as can be read; not in the loupe.
function choices(open) {
  const plain = open.filter((move) => !elements(move.clicks[chosen.length]).length).map(button);
  const drawn = [...after(chosen)].filter((id) => elements(id).length);
  const offered = lens || drawn.length > FEW ? [] : drawn.flatMap(choice);
  let room = BRIEF;
  const brief = offered.filter((each) => (room -= each.textContent.length) >= 0);
  if (brief.length === offered.length) return [...offered, ...plain];
  return plain.length ? [...brief, theRest(), ...plain] : [];
}

// Where some are buttons and others are not, the way to all of them.
function theRest() {
  const element = made("button", `${byId("tab-all-moves").textContent}…`);
  element.addEventListener("click", () => openDrawer("all-moves"));
  return element;
}

function choice(id) {
  const moves = candidates([...chosen, id]);
  if (moves.length === 1) return [button(moves[0])];
  const name = called(id);
  if (!name) return [];
  const element = made("button", name, "choice");
  element.addEventListener("click", () => choose(id));
  whenPointed(element, (on) => preview(id, on));
  return [element];
}

function button(move) {
  const element = made("button", move.label, move.careful ? "move careful" : "move");
  element.dataset.code = move.code;
  element.title = move.text;
  element.addEventListener("click", () => play(move));
  whenPointed(element, (on) => mark(move.clicks, "pointed", on));
  return element;
}

function whenPointed(element, show) {
  element.addEventListener("mouseenter", () => show(true));
  element.addEventListener("focus", () => element.matches(":focus-visible") && show(true));
  for (const kind of ["mouseleave", "blur"]) element.addEventListener(kind, () => show(false));
}

// What is pointed at shows where it could go.
function preview(id, on) {
  mark([id], "pointed", on);
  mark(after([...chosen, id]), "could", on);
}

let replaced = 0; // when the prompt's buttons last changed: the second half of a double click was not meant for new ones
byId("buttons")?.addEventListener("click", (event) => event.detail > 1 && performance.now() - replaced < 400 && event.stopPropagation(), true);

// Buttons in the place of others; whoever had one of them in focus keeps a place among them.
function fillButtons(place, buttons) {
  const held = place.contains(document.activeElement);
  unmark("pointed");
  place.replaceChildren(...buttons);
  replaced = performance.now();
  if (held) (place.querySelector("button") ?? place).focus({ preventScroll: true });
}

function listMoves() {
  const groups = new Map();
  for (const move of game.legal) {
    if (!groups.has(move.kind)) groups.set(move.kind, []);
    groups.get(move.kind).push(move);
  }
  const parts = [];
  for (const [kind, moves] of groups) {
    const list = made("div", undefined, "movelist");
    list.append(...moves.map(button));
    parts.push(made("h3", kind), list);
  }
  fillButtons(byId("moves"), parts.length ? parts : [made("p", game.waiting || game.prompt)]);
}

function choose(id) {
  if (chosen.includes(id)) chosen = chosen.slice(0, chosen.indexOf(id));
  else {
    const path = [[...chosen, id], [id]].find((each) => candidates(each).length);
    if (!path) return explain([[...chosen, id], [id]], called(id));
    chosen = path;
  }
  const open = candidates();
  if (chosen.length && open.length === 1 && open[0].clicks.length === chosen.length) return play(open[0]);
  offer();
}

function play(move) {
  const go = () => ask({ do: "move", move: move.code, question: game.question });
  if (!move.careful) return go();
  sure(move.careful, go, () => {
    chosen = [];
    offer();
  });
}

// A question before something that cannot be had back.
function sure(text, yes, always = () => {}) {
  const dialog = byId("careful");
  byId("careful-text").textContent = text;
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") yes();
    always();
  };
  dialog.showModal();
}

// A wrong click: what that is, and why it cannot be done. The server knows the reason for what could be a move.
let unexplained = [];
const comesLater = (id) => game.legal.some((move) => move.clicks.includes(id)); // after something else
function explain(paths, name) {
  unexplained = [...paths.map((clicks) => ({ clicks, name })), { name, later: paths.some((path) => comesLater(path.at(-1))) }];
  explainOn();
}

function explainOn(said = "") {
  const { clicks, name, later } = unexplained.shift() ?? {};
  if (clicks && !said) return ask({ do: "why", clicks });
  const waits = !game?.legal.length ? game?.waiting : later ? words.then : words.nothing;
  say([name, said || waits].filter(Boolean).join(": "));
  unexplained = [];
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
    explainOn(message.clause ? `${message.said} (${message.clause})` : message.said);
  } else if (message.type === "here") {
    present(message.seats);
  } else if (message.type === "table") {
    stream = message.stream;
    number = message.number;
    arranged = message.table ??= arranged; // left out where it has not changed
    if (page.status === "lobby" && (!message.fresh || message.table.status !== "lobby")) return refresh();
    tellAll(message.news, message.fresh);
    game = message.game;
    chosen = [];
    if (game) {
      graced = message.table.timing.grace > 0;
      people = message.table.seats;
      redraw(joined(game.drawing));
      offer();
      stepAside();
      finish(message);
      fillOpen();
      document.title = (game.legal.length ? "\u25cf " : "") + title;
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

function tellAll(all, fresh) {
  const log = byId("log");
  if (!log) return;
  const atEnd = fresh || log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
  if (fresh) log.replaceChildren();
  log.append(...all.flatMap(tell));
  while (log.children.length > 400) log.firstChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function tell(news) {
  if (news.kind !== "chat") {
    const said = lines(news);
    for (const line of said) line.classList.add(news.kind, news.seat === undefined ? "all" : `s${news.seat}`);
    return said;
  }
  const line = made("li", undefined, news.to === undefined ? "chat" : "chat whisper");
  line.classList.add(`s${news.seat}`);
  line.append(made("b", news.name), " ", made("span", news.text));
  if (news.to !== undefined) line.append(made("small", words.whisper));
  return line;
}

// Sentences of the log, each of which points at what it names.
function lines(news) {
  return (news.said ?? []).map((text, i) => {
    const line = made("li", text);
    const things = news.things?.[i] ?? [];
    if (things.length) {
      line.tabIndex = 0;
      whenPointed(line, (on) => mark(things, "pointed", on));
    }
    return line;
  });
}

let here = null; // the seats whose people are connected
let people = []; // the seats of the table
function present(seats) {
  here = seats;
  if (!here) return;
  for (const chair of document.querySelectorAll("[data-person]")) {
    chair.classList.toggle("gone", !seats.includes(Number(chair.dataset.person)));
  }
  const gone = people.filter((chair) => chair.kind === "person" && !seats.includes(chair.seat));
  for (const chair of people) byId(`seat-${chair.seat}`)?.classList.toggle("gone", gone.includes(chair));
  const line = byId("gone");
  if (line) line.textContent = gone.length ? `${words.away}: ${gone.map((chair) => chair.name).join(", ")}` : "";
}

// A seat's sign, which the drawing has: seats are told apart by shape too.
function shape(seat) {
  const sign = made("span", undefined, "shape");
  sign.dataset.sign = `shape-${seat}`;
  sign.innerHTML = `<svg aria-hidden="true"><use href="#shape-${Number(seat)}"/></svg>`;
  return sign;
}

function finish(message) {
  const end = byId("end");
  if (!end || !game.outcome) return;
  const { ranks, scores, lines } = game.outcome;
  byId("winners").textContent = game.outcome.said;
  byId("verdict").textContent = game.outcome.why;
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  const rows = order.map((seat) => {
    const row = made("li", undefined, `s${seat}`);
    row.append(made("strong", scores[seat]), shape(seat), made("b", `${ranks[seat]}. ${message.table.seats[seat].name}`));
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
  asking.hidden = true;
  bindSigns(byId("ranking"));
  if (!byId("course").firstElementChild) fill(byId("course")).then(() => end.scrollIntoView({ block: "nearest" }));
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
  bindSigns(drawer);
}

// A sign is drawn as large as it is, and shows where it stands on the board.
function bindSigns(drawer) {
  for (const picture of drawer.querySelectorAll("[data-sign] svg:not([viewBox])")) {
    const use = picture.querySelector("use");
    for (const side of ["width", "height"]) use.setAttribute(side, 34); // the same before and after it is cut out
    const box = use.getBBox();
    if (box.width) picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }
  for (const details of drawer.querySelectorAll("details")) details.ontoggle = () => bindSigns(drawer);
  for (const entry of drawer.querySelectorAll("[data-sign]:not([data-bound])")) {
    entry.dataset.bound = "";
    const drawn = () => document.querySelectorAll(`#board use[href="#${entry.dataset.sign}"]`);
    whenPointed(entry, (on) => drawn().forEach((each) => each.classList.toggle("pointed", on)));
  }
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
  mark(move.clicks, "pointed", true);
  setTimeout(() => mark(move.clicks, "pointed", false), 5000);
}

// The game again, move by move: the slider asks the server for the table as it stood then.
const slider = byId("at-move");
let wanted = 0;
async function showMove() {
  const mine = ++wanted;
  const eyes = byId("seen-by") ? `?seat=${byId("seen-by").value}` : "";
  const answer = await fetch(`${slider.dataset.from}/${slider.value}${eyes}`).catch(() => null);
  if (!answer?.ok || mine !== wanted) return;
  const found = await answer.json();
  redraw(found.drawing);
  byId("move-text").textContent = found.title;
  byId("log").replaceChildren(...lines(found));
  unmark("pointed");
  mark(found.things.flat(), "pointed", true);
}
function step(by) {
  slider.value = Number(slider.value) + by;
  showMove();
}
if (slider) {
  slider.addEventListener("input", showMove);
  byId("seen-by")?.addEventListener("change", showMove);
  for (const each of document.querySelectorAll("[data-step]")) each.addEventListener("click", () => step(Number(each.dataset.step)));
  addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.target.matches("input, select")) step(by);
  });
  showMove();
}

// -- hands on the page ---------------------------------------------------------------------------------------------

function bindForms() {
  for (const select of document.querySelectorAll("select[data-submit]")) select.onchange = () => select.form.requestSubmit();
  for (const link of document.querySelectorAll("[data-copy]")) {
    link.onclick = () => navigator.clipboard?.writeText(link.dataset.copy).then(() => say(words.copied));
  }
  for (const form of document.querySelectorAll("form[data-ask]")) {
    form.onsubmit = (event) => {
      event.preventDefault();
      sure(form.dataset.ask, () => form.submit());
    };
  }
}

const REACH = 22; // a finger's half: what glows within this distance of a tap is meant
const TAP = 40; // what is smaller than this is too small for a finger

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return { element, x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
};
const glowing = () => [...document.querySelectorAll("#board .can")].map(middle);
const meaning = (element) => element.dataset.for ?? element.id;
const byDistance = (spots, x, y) => spots.map((spot) => ({ ...spot, away: Math.hypot(spot.x - x, spot.y - y) })).sort((a, b) => a.away - b.away);

// The ids under a point, the innermost first; pieces lie over spaces, and spaces that do not glow let clicks through.
function under({ clientX: x, clientY: y, target }, deep) {
  const board = byId("board");
  board.classList.toggle("probed", deep);
  const found = [];
  for (const element of [...document.elementsFromPoint(x, y), target]) {
    if (!board.contains(element)) continue;
    for (let one = element.closest("[id]"); one && one !== board; one = one.parentElement?.closest("[id]")) {
      found.push(...[one.id, one.dataset.for].filter(Boolean));
    }
  }
  board.classList.remove("probed");
  return [...new Set(found)];
}

byId("board")?.addEventListener("click", (event) => {
  if (!game) return;
  const { clientX: x, clientY: y } = event;
  if (event.detail && finger.matches && unsure(x, y)) return magnify({ x, y });
  const ids = under(event, true);
  const goesOn = (id) => chosen.includes(id) || candidates([...chosen, id]).length;
  const meant = ids.find(goesOn) ?? ids.find((id) => candidates([id]).length) ?? (event.detail ? nearest(x, y) : undefined);
  if (meant) return choose(meant);
  const named = ids.find(called);
  const reasons = game.legal.length ? ids.slice(0, 4).flatMap((id) => [[...chosen, id], [id]]) : [];
  if (named || reasons.length) explain(reasons, named ? called(named) : "");
});

function nearest(x, y) {
  const near = [...document.querySelectorAll("#board .can")].map((element) => {
    const box = element.getBoundingClientRect();
    return [Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)), meaning(element)];
  });
  const [away, id] = near.sort((a, b) => a[0] - b[0])[0] ?? [];
  return away <= REACH ? id : undefined;
}

// Whether a tap lies between several things that are too small for a finger.
function unsure(x, y) {
  const [first, second] = byDistance(glowing(), x, y);
  return second && Math.min(first.size, second.size) < TAP && second.away < TAP && first.away > second.away / 2;
}

// The loupe: a part of the board at finger size, where several small things glow. By itself when they lie together.
const loupe = byId("loupe");
let lens = null; // what it shows: its middle on the page and how many times larger
function magnify(at) {
  lens = null;
  const spots = loupe && finger.matches ? glowing().filter((spot) => spot.size < TAP) : [];
  loupe?.toggleAttribute("hidden", spots.length < 2);
  if (spots.length < 2) return;
  const { width, height } = loupe.getBoundingClientRect();
  const by = Math.max(1.7, (TAP + 6) / Math.min(...spots.map((spot) => spot.size)));
  const range = (of) => [Math.min(...spots.map(of)), Math.max(...spots.map(of))];
  const [[left, right], [top, bottom]] = [range((spot) => spot.x), range((spot) => spot.y)];
  if (at) lens = { ...at, by };
  else if ((right - left) * by < width - TAP && (bottom - top) * by < height - TAP) lens = { x: (left + right) / 2, y: (top + bottom) / 2, by };
  loupe.toggleAttribute("hidden", !lens);
  if (!lens) return;
  const svg = document.querySelector("#board svg");
  const inside = (side) => new DOMPoint(lens.x + (side * width) / by / 2, lens.y + (side * height) / by / 2).matrixTransform(svg.getScreenCTM().inverse());
  const [a, b] = [inside(-1), inside(1)];
  loupe.setAttribute("viewBox", `${a.x} ${a.y} ${b.x - a.x} ${b.y - a.y}`);
  loupe.replaceChildren(...[...svg.querySelectorAll(":scope > .world")].map(copied));
  lens.y += scrollY;
}

// A picture of a layer: without names, so that the board's own are the only ones.
function copied(layer) {
  const copy = layer.cloneNode(true);
  for (const each of copy.querySelectorAll("symbol, defs")) each.remove();
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
  return copy;
}

loupe?.addEventListener("click", (event) => {
  const box = loupe.getBoundingClientRect();
  const x = lens.x + (event.clientX - box.x - box.width / 2) / lens.by;
  const y = lens.y - scrollY + (event.clientY - box.y - box.height / 2) / lens.by;
  const [spot] = byDistance(glowing(), x, y);
  if (spot && spot.away * lens.by < TAP) choose(meaning(spot.element));
});

// A mouse over something that glows shows where it could go.
let over;
byId("board")?.addEventListener("pointermove", (event) => {
  const id = event.pointerType === "mouse" && game ? under(event, false).find((one) => after(chosen).has(one)) : undefined;
  if (id === over) return;
  if (over) preview(over, false);
  over = id;
  if (over) preview(over, true);
});
byId("board")?.addEventListener("pointerleave", () => {
  if (over) preview(over, false);
  over = undefined;
});

byId("board")?.addEventListener("animationend", (event) => event.target.classList.remove("turning", "arriving"));
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
const tabs = [...document.querySelectorAll("[data-drawer]")];
function openDrawer(name) {
  for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.dataset.drawer === name));
  for (const drawer of document.querySelectorAll(".drawer")) drawer.hidden = drawer.id !== name;
  if (name === "all-moves" && game) listMoves();
  fill(byId(name));
}
tabs.forEach((tab, i) => {
  tab.addEventListener("click", () => openDrawer(tab.dataset.drawer));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) tabs.at((i + by) % tabs.length).focus();
  });
});
byId("to-moves")?.addEventListener("click", (event) => {
  event.preventDefault();
  openDrawer("all-moves");
  (document.querySelector("#moves button") ?? byId("moves")).focus();
});
// The board takes the room that the prompt leaves; it grows again only when that has been small for a while.
let tallest = 0;
let calm = 0;
const asking = document.querySelector(".table > .prompt");
if (asking) {
  const fit = (least) => {
    tallest = Math.min(Math.max(least, asking.offsetHeight), innerHeight * 0.35);
    document.body.style.setProperty("--prompt", `${tallest}px`);
  };
  new ResizeObserver(() => {
    clearTimeout(calm);
    fit(tallest);
    if (asking.offsetHeight) calm = setTimeout(() => !asking.hidden && fit(0), 2000);
  }).observe(asking);
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen.length) {
    chosen = [];
    offer();
  }
});
bindForms();
if (page.table) connect();
