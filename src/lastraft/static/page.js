// The page: keeps the table in step with the server (line.js), shows what it sends (drawing.js, log.js) and asks
// (moves.js, pointer.js). The server sends each reader what that one may know; nothing here knows a game.

import { byId, finger, made, page, say, shape, sure, words } from "./common.js";
import { bringIntoSight, mark, patchChildren, redraw, show, whenPointed } from "./drawing.js";
import { ask, connect } from "./line.js";
import { present, seated, stage, tellAll } from "./log.js";
import { asked, choosing, chosen, explainOn, game, listMoves, make, stepAside } from "./moves.js";
import "./pointer.js";

const title = document.title;
let arranged = null; // the table apart from its game

function receive(message) {
  const said = message.clause ? `${message.said} (${message.clause})` : message.said;
  if (message.type === "refused") {
    if (message.code !== "stale") say(said);
    make([]);
    choosing([]);
  } else if (message.type === "why") explainOn(said);
  else if (message.type === "here") present(message.seats);
  else if (message.type === "table") receiveTable(message);
}

let answering = -1; // the question that was last shown
function receiveTable(message) {
  arranged = message.table ??= arranged; // left out where it has not changed
  if (page.status === "lobby" && (!message.fresh || message.table.status !== "lobby")) return refresh();
  seated(message.table.seats);
  tellAll(message.news, message.fresh);
  if (message.game) {
    redraw(message.game.drawing);
    stage(message.game.stage);
    asked(message.game, message.table.timing.grace > 0);
    if (game.legal.length && !game.window && game.question !== answering) bringIntoSight();
    answering = game.question;
    if (!message.fresh) show(message.news.flatMap((news) => news.things ?? []).flat());
    stepAside();
    finish(message);
    fillOpen();
    document.title = (game.legal.length ? "\u25cf " : "") + title;
  }
  tick(message.clock);
}

async function refresh() {
  // The lobby and the change from lobby to game are pages of the server's: fetch and show the new one.
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh.body.dataset.status !== page.status) return location.reload();
  patchChildren(document.querySelector("main"), document.importNode(fresh.querySelector("main"), true));
  present();
  bindForms();
}

const figure = (n) => String(n).replace("-", "\u2212"); // with a true minus
function finish(message) {
  const end = byId("end");
  if (!end || !game.outcome) return;
  const { ranks, scores, lines: reasons } = game.outcome;
  byId("winners").textContent = game.outcome.said;
  byId("verdict").textContent = game.outcome.why;
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  const rows = order.map((seat) => {
    const row = made("li", undefined, `s${seat}`);
    const own = seat === message.table.you ? ` (${words.you})` : "";
    row.append(
      made("strong", figure(scores[seat])),
      shape(seat),
      made("b", `${ranks[seat]}. ${message.table.seats[seat].name}${own}`),
    );
    const list = made("ul");
    for (const [what, points] of reasons[seat] ?? []) {
      const item = made("li", what);
      item.append(made("span", figure(points)));
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
    line.textContent =
      rest > 172800
        ? `${Math.floor(rest / 86400)} d`
        : `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
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
  present();
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

// -- hands on the page ---------------------------------------------------------------------------------------------

function bindForms() {
  for (const select of document.querySelectorAll("select[data-submit]"))
    select.onchange = () => select.form.requestSubmit();
  for (const link of document.querySelectorAll("[data-copy]")) {
    link.onclick = () => share(link.dataset.copy, link);
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-ask], [data-stay]")) return;
  event.preventDefault();
  if (form.dataset.ask) sure(form.dataset.ask, () => form.submit());
  else arrange(form);
});

// What is arranged on the page shows there: eyes and keyboard stay where they are. The server's page says what went
// wrong.
async function arrange(form) {
  const chair = form.closest(".chair");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(
    () => null,
  );
  if (answer && !answer.ok) return form.submit();
  if (page.status !== "lobby") return fillOpen();
  await refresh();
  chair?.querySelector("button")?.focus();
}

// A link goes to friends as a phone sends things, else through the clipboard; where there is none, it is selected.
async function share(url, button) {
  if (navigator.share && finger.matches) return navigator.share({ url }).catch(() => {});
  if (!navigator.clipboard) return getSelection().selectAllChildren(button.closest(".share").querySelector("code"));
  await navigator.clipboard.writeText(url);
  say(words.copied);
}

byId("board")?.addEventListener("animationend", (event) => event.target.classList.remove("turning", "arriving"));
byId("back")?.addEventListener("click", () => choosing(chosen.slice(0, -1)));
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
  if (name === "talking") byId("log").scrollTop = byId("log").scrollHeight; // what came meanwhile
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
  if (event.key === "Escape" && chosen.length) choosing([]);
});
bindForms();
if (page.table) connect(receive);
