// The page: keeps the table in step with the server (connection.js), shows what it sends (drawing.js, log.js) and asks
// (moves.js, pointer.js). The server sends each reader what that one may know; nothing here knows a game.

import { clearArrows, drawArrow } from "./arrows.js";
import {
  byId,
  capital,
  create,
  hush,
  isStill,
  need,
  page,
  say,
  shape,
  showDialog,
  stored,
  sure,
  words,
} from "./common.js";
import { connect, send } from "./connection.js";
import { count, decode, mark, paint, paintAnew, patchChildren, picture, show, whenPointed } from "./drawing.js";
import { fillStrip, logLines, present, seated, silence, speak, stage, tellAll } from "./log.js";
import {
  acknowledge,
  again,
  asked,
  choosing,
  chosen,
  explainOn,
  fitPrompt,
  game,
  isOwn,
  listMoves,
  putDown,
  remember,
  rowGoesOn,
  stepAside,
  whyFinal,
} from "./moves.js";
import { closeLook } from "./about.js";
import "./pointer.js";
import { arrive, inWords } from "./days.js";
import { note } from "./since.js";
import { ring } from "./sound.js";
import { enqueue, hold, skip } from "./stage.js";
import { followWindow } from "./windows.js";
import "./rules.js";

/** @import { Clock, Game, Lobby, Message, News, Outcome, TableMessage, Timeline } from "./types.d.ts" */

/** @type {Lobby | null} as it was sent last */
let arranged = null;
/** @type {Game | null} as it is now: what has not changed is not sent again */
let current = null;
/** @type {typeof import("./coach.js") | null} only for those who are taught */
let coach = null;

/** @param {Message} message */
function receive(message) {
  if (message.type === "here") present(message.seats);
  else if (message.type === "table") receiveTable(message);
  else if (message.type === "done") acknowledge(message.id, true);
  else if (message.type === "refused" || message.type === "why") {
    const said = message.clause ? `${message.said} (${message.clause})` : message.said;
    if (message.type === "why") return explainOn(said);
    if (message.code === "stale" && again(message.id)) return acknowledge(message.id, false);
    if (message.code !== "stale") say(said);
    acknowledge(message.id, false);
    choosing([]);
    coach?.follow(true);
  }
}

const PLAYED = 8; // more moves than that in one message were missed: they are not played
const desk = matchMedia("(min-width: 761px)"); // where all the points of an end are in sight
let answering = -1; // the question that was last shown
let day = ""; // its heading
/** @param {TableMessage} message */
function receiveTable(message) {
  const { table, news, fresh } = message;
  const state = (current = message.game && { .../** @type {Game} */ (current), ...message.game });
  arranged = table ?? arranged;
  if (!arranged) return;
  if (page.status === "lobby") return refresh(); // also at first: somebody may have come since the page was made
  if (fresh || news.some(({ kind }) => kind === "undo")) skip();
  const goesOn = state !== null && rowGoesOn(state);
  const asks = Boolean(state?.legal.length) && !goesOn;
  if (asks) hurried = false; // back in the game
  const all = page.hand || hurried ? [] : news.flatMap((each) => ("staging" in each && each.staging) || []);
  const steps = news.length > PLAYED ? all.filter(({ scene }) => scene) : all;
  const drawing = state && decode(state.drawing);
  const leads = goesOn && !steps.length; // the next move of a row is made already: what only leads to it is not shown
  const received = performance.now();
  /** @type {HTMLElement[]} */
  let lines;
  seated(arranged.seats);
  const { you } = arranged;
  document.body.classList.toggle("beaten", you !== null && state?.outcome?.winners.includes(you) === false);
  coach?.reading(state, fresh);
  const counts = state?.outcome?.points && !fresh && !page.hand && !hurried && !document.body.matches(".over");
  if (counts && desk.matches && !isStill() && stored("speed") !== "off") document.body.classList.add("counting"); // nobody has won yet
  const ends = Boolean(state?.outcome) && !fresh && !document.body.matches(".over");
  enqueue({
    steps,
    asks,
    ends,
    says: news.flatMap((each) => ("said" in each && each.said) || [])[0],
    own: news.every((each) => isOwn(each, you)),
    by: byOne(news),
    stays: asks && state?.question === answering && Boolean(game?.legal.length),
    prepare: () => (lines = logLines(news)),
    paint: (playing) => drawing && !leads && (ends ? paintAnew(drawing) : paint(drawing, playing)),
    count: () => {
      if (drawing) count(drawing);
      if (state) fillStrip(state.strip);
    },
    dawns: (now) => state && stage({ ...state.stage, now: now ?? state.stage.now }),
    tell: () => showTable(message, state, lines, (performance.now() - received) / 1000),
    played: () => note(news, fresh, drawing, arranged?.you ?? null, lines, asks ? question(state) : null),
  });
}

/** @param {News[]} news whose moves they all are, if only one seat has moved */
function byOne([first, ...more]) {
  const seat = first?.kind === "move" && "seat" in first ? first.seat : undefined;
  return more.every((each) => each.kind === "move" && "seat" in each && each.seat === seat) ? seat : undefined;
}

/** @param {Game | null} state what it asks: the same text on another day is another question */
const question = (state) => ({
  text: `${state?.stage.heading}: ${state?.prompt.split("\n")[0]}`,
  window: Boolean(state?.window),
});

/** A phone's own bar is as dark as the sky over the table. */
function tint() {
  const [sky] = getComputedStyle(document.body).backgroundImage.match(/rgba?\([^)]*\)/) ?? [];
  if (sky) document.querySelectorAll("meta[name=theme-color]").forEach((each) => each.setAttribute("content", sky));
}

/**
 * @param {TableMessage} message
 * @param {Game | null} game
 * @param {HTMLElement[]} lines
 * @param {number} late how many seconds ago it came
 */
function showTable(message, game, lines, late) {
  const { news, fresh, clock } = message;
  if (!arranged) return;
  if (game?.beat) game.beat.left = Math.max(0, game.beat.left - late);
  tellAll(news, fresh, lines);
  const rematch = news.find(({ kind }) => kind === "rematch");
  if (rematch && "said" in rematch) invite(rematch.said?.[0] ?? "", rematch.seat !== arranged.you);
  if (!fresh) {
    const said = news.filter((each) => "text" in each);
    said.forEach(speak);
    const { seats, you } = arranged;
    countUnread(
      said.filter(({ seat, to }) => seat !== you && (to !== undefined || seats[seat]?.kind !== "bot")).length,
    );
  }
  if (game) {
    tint();
    stage(game.stage);
    if (game.strip.some(({ element }) => element)) fillStrip(game.strip); // it can be chosen
    followWindow(game);
    remember(news, arranged.you);
    asked(game, arranged.timing.grace > 0);
    if (!fresh)
      showPlaced([...placed, ...news.flatMap((each) => ("placed" in each && each.placed ? [each.placed] : []))]);
    if (game.legal.length && !game.window && game.question !== answering && !fresh)
      ring(`${page.table}:${game.question}`);
    if (game.question !== answering || !game.legal.length) clearArrows();
    const isNew = game.legal.length > 0 && game.question !== answering;
    if (isNew || game.stage.heading !== day) closeLook(); // it covers what is asked about, or is of another day
    day = game.stage.heading;
    answering = game.question;
    if (!fresh) show(news.flatMap((each) => ("things" in each && each.things) || []).flat());
    stepAside();
    coach?.follow();
    if (game.outcome) finish(arranged, game.outcome, fresh);
    const fate = news.flatMap((each) => ("fate" in each && each.fate) || []);
    if (fate.length && !game.outcome) tellFate(fate, arranged.seats);
    fillOpen();
    const detail = { asked: game.legal.length > 0, awaited: game.awaited };
    dispatchEvent(new CustomEvent("asked", { detail }));
  }
  tick(clock, late);
  arrive(message, game, arranged);
}

let hurried = false; // whether only the end is wanted
/**
 * Who is out of the game is told why, and the table stands still for them until they have read it.
 * @param {string[]} said
 * @param {Lobby["seats"]} seats
 */
function tellFate([what, ...more], seats) {
  const card = need("fate");
  need("fate-title").textContent = what;
  need("fate-more").textContent = more.join(" ");
  card.querySelector(".picture")?.replaceWith(picture("#i-skull"));
  need("to-the-end").hidden = seats.filter(({ kind }) => kind === "person").length > 1;
  card.returnValue = "";
  need("careful").close(); // nothing is asked any more
  card.onclose = () => {
    hurried = card.returnValue === "end";
    hold(false);
    if (!hurried) return;
    skip();
    if (!game?.outcome) send({ do: "rest", on: true }); // else it has ended meanwhile
  };
  hold(true);
  showDialog(card);
}

let refreshes = 0;
/** The lobby and the change from lobby to game are pages of the server's: fetch and show the newest one. */
async function refresh() {
  const mine = ++refreshes;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== refreshes) return;
  if (fresh.body.dataset.status !== page.status) return location.reload();
  patchMain(document.querySelector("main"), fresh);
  present();
  dispatchEvent(new Event("arranged"));
}

/**
 * @param {Element | null} place
 * @param {Document} fresh
 */
function patchMain(place, fresh) {
  const main = fresh.querySelector("main");
  if (place && main) patchChildren(place, document.importNode(main, true));
}

/** @param {number} n */
const figure = (n) => String(n).replace("-", "\u2212"); // with a true minus

/**
 * @param {Lobby} table
 * @param {Outcome} outcome
 * @param {boolean} fresh whether the page comes to it afterwards
 */
function finish({ seats, you, rematch }, { ranks, scores, lines, points }, fresh) {
  const end = byId("end");
  if (!end) return;
  const order = [...ranks.keys()].sort((a, b) => ranks[a] - ranks[b]);
  const rows = order.map((seat) => {
    const row = create("li", undefined, `s${seat}`);
    const called = seat === you ? capital(words.you ?? "") : seats[seat].name;
    const name = create("b", `${points ? `${ranks[seat]}. ` : ""}${called}`);
    row.append(points ? create("strong", figure(scores[seat])) : "", shape(seat), name);
    const list = create("ul");
    for (const [what, n] of lines[seat] ?? []) {
      const item = create("li", what);
      if (points) item.append(create("span", figure(n)));
      list.append(item);
    }
    row.append(list);
    return row;
  });
  const first = end.hidden;
  if (first) need("ranking").replaceChildren(...rows);
  need("ranking").classList.toggle("fates", !points);
  const again = byId("again");
  if (again && rematch) again.href = `${page.root}/table/${rematch}`;
  if (again) again.hidden = !rematch;
  end.hidden = false;
  need("end-tools").hidden = need("end-views").hidden = false;
  document.body.classList.add("over");
  fitPrompt();
  if (!first) return;
  silence();
  need("board").scrollTop = 0; // the whole scene is seen
  const chose = document.activeElement?.closest("#all-moves");
  if (opened === "all-moves") openDrawer("talking"); // nothing is left to choose
  if (chose) need("end-views").querySelector("button")?.focus();
  const toMove = (/** @type {number} */ number) =>
    location.assign(`${byId("analysis")?.dataset.replay}?move=${number}`);
  import("./analysis.js").then(({ analyse }) => analyse(toMove)).catch(() => {});
  listMoments();
  if (!fresh && points) scoresFollow(); // else the picture tells it all
}

const SCENE = 6000; // ms until the scores come by themselves, if nobody does anything
const [ARRIVE, LOOK] = [900, 6000]; // ms for the winners to arrive when all is counted, and to look at it
/** The picture may count the points, which any click or key ends; then the scores follow. */
function scoresFollow() {
  const hands = new AbortController();
  const lasts = document.querySelector("#board [data-counted]")?.getAttribute("data-counted");
  const counted = lasts && document.body.matches(".counting") ? Number(lasts) * 1000 + ARRIVE : 0;
  const told = () => document.body.classList.remove("counting");
  const count = setTimeout(told, counted);
  const timer = setTimeout(
    () => {
      hands.abort();
      view("scores");
    },
    Math.max(SCENE, counted + LOOK),
  );
  const stop = () => {
    [count, timer].forEach(clearTimeout);
    told();
    hands.abort();
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(kind, stop, { signal: hands.signal, passive: true });
  }
}

// So many are told, and so many if the reader's own place was at stake more often; what a death and a deed weigh, beside
// other losses.
const [MOMENTS, MOST_MOMENTS, DEATH, DEED] = [5, 9, 3, 1.5];
const [RESCUES, OTHERS] = [2, 2]; // where points decide: the reader's last ones, and what else is told beside what turned it
/**
 * How the game turned, in its order: what decided over the reader, the first death, one's own, one's worst day, where
 * most was lost, whom a vote or worse befell, and what somebody achieved; of each day one before a second. Each leads
 * into the replay.
 */
async function listMoments() {
  const place = need("moments");
  const answer = await fetch(`${place.dataset.from}/timeline`).catch(() => null);
  if (!answer?.ok) return;
  /** @type {Timeline} */
  const { events, days, told = [] } = await answer.json();
  /** @param {(typeof events)[number]} event */
  const isGrave = ({ looks }) => looks?.[0]?.[1] === "grave";
  const grave = events.filter(isGrave);
  const deeds = events.filter(({ things }) => things?.[0]?.some((id) => id.startsWith("seat-")));
  /** @param {number} step */
  const dayOf = (step) =>
    events.find((each) => each.step === step)?.day ?? days.findLast(([begin]) => begin <= step)?.[1] ?? "";
  /** @param {(typeof grave)[number]} event */
  const kills = ({ looks }) => looks?.[0]?.[0] === "i-skull";
  const deaths = grave.filter(kills).map(({ step, said, things }) => {
    const seat = things?.[0]?.findLast((id) => id.startsWith("seat-"))?.slice(5); // the last one named suffers it
    return { step, said: said?.[0], seat };
  });
  const fates = document.querySelector(".fates") !== null;
  for (const { step, said, seat } of deaths) {
    const fate = document.querySelector(`.fates > .s${seat} ul`);
    fate?.firstElementChild?.remove(); // what is told beside it stays
    fate?.prepend(create("li", `${dayOf(step)} \u00b7 ${said}`));
  }
  const ending = events.slice(fates ? -1 : events.length); // where points do not tell it
  // What somebody did to others move by move, in one turn, is one moment.
  const turns = told.filter(([, seat], i) => seat !== told[i - 1]?.[1]).map(([step]) => step);
  /** @param {number} step */
  const turnOf = (step) => turns.findLast((begin) => begin <= step) ?? step;
  for (const event of grave) {
    const begun = grave.find((each) => turnOf(each.step) === turnOf(event.step) && !kills(each) && !kills(event));
    event.step = begun?.step ?? event.step;
  }
  const own = deaths.findLast(({ seat }) => seat === String(arranged?.you));
  const turning = events.filter((each) => each.turning);
  /** @param {number} wanted */
  const lost = (wanted) =>
    [...new Set([...grave, ...deeds, ...turning, ...ending])].filter(({ step }) => step === wanted);
  /** @param {number} step */
  const weight = (step) =>
    lost(step).reduce(
      (sum, each) => sum + (kills(each) ? DEATH : isGrave(each) ? 1 : 0),
      lost(step).every(isGrave) ? 0 : DEED, // a tile that is used, and what it does, are one deed
    );
  const heaviest = [...grave, ...deeds].map(({ step }) => step).sort((a, b) => weight(b) - weight(a) || a - b);
  /** @param {(typeof grave)[number]} event */
  const about = ({ things }) => things?.[0]?.find((id) => id.startsWith("seat-"))?.slice(5);
  const mine = grave.filter((event) => event.own || about(event) === String(arranged?.you));
  /** @param {number} step */
  const suffered = (step) => mine.filter((each) => dayOf(each.step) === dayOf(step)).length;
  const worst = mine.toSorted((a, b) => suffered(b.step) - suffered(a.step) || a.step - b.step).slice(0, 1);
  const first = [...deaths.slice(0, 1), ...(own ? [own] : []), ...worst].map(({ step }) => step);
  /** @type {(steps: number[]) => number[]} */
  const oneADay = (steps) => steps.filter((step, i) => steps.findIndex((other) => dayOf(other) === dayOf(step)) === i);
  const ofDays = oneADay(heaviest);
  /** @param {number} step */
  const deadly = (step) => lost(step).some(kills);
  /** @param {number} step */
  const befalls = (step) => fates && lost(step).some((each) => isGrave(each) && about(each)); // before any card
  /** @param {number} step */
  const achieves = (step) => !lost(step).every(isGrave);
  const rescues = fates ? [] : turning.filter((event) => !isGrave(event)).slice(-RESCUES);
  const fatal = turning.filter((event) => fates || isGrave(event));
  const decided = new Set([...ending, ...fatal, ...rescues].map(({ step }) => step));
  // Where points decide, what somebody achieved and what somebody suffered take turns, the last day's first, of two what
  // weighs more.
  const achieved = oneADay(heaviest.filter(achieves).sort((a, b) => b - a));
  const suffering = ofDays.filter((step) => !achieves(step) && !decided.has(step) && !first.includes(step));
  const pairs = achieved.map((step, i) => [step, ...suffering.slice(i, i + 1)]);
  const inTurns = fates ? [] : pairs.flatMap((pair) => pair.sort((a, b) => weight(b) - weight(a)));
  const order = [
    ...ending.map(({ step }) => step),
    ...first,
    ...decided,
    ...ofDays.filter(deadly),
    ...heaviest.filter(deadly),
    ...heaviest.filter(befalls),
    ...inTurns,
    ...ofDays,
    ...heaviest,
  ];
  /** @param {number} step */
  const sentence = (step) => dayOf(step) + lost(step)[0]?.said?.[0];
  const most = [...new Set(order)]
    .filter((step, i, all) => all.findIndex((other) => sentence(other) === sentence(step)) === i) // not the same again
    .slice(0, Math.min(MOST_MOMENTS, Math.max(MOMENTS, decided.size + (fates ? 0 : OTHERS))));
  const rows = most
    .sort((a, b) => a - b)
    .map((step) => {
      const known = deadly(step) ? lost(step).filter(kills) : lost(step);
      const all = known.some(isGrave) ? known : known.slice(-1); // what the tile did says that it was used
      const head = all.find((each) => mine.includes(each)) ?? all[0];
      const belongs = (/** @type {typeof head} */ each) =>
        kills(each) || (fates && each.turning) || about(each) === about(head) || !isGrave(head);
      const began = all.slice(0, 1).filter((each) => each.turning && each !== head); // who let it loose
      const others = all.filter((each) => each !== head && !began.includes(each) && belongs(each));
      const sentences = [...began, head, ...(deadly(step) ? others : others.slice(0, DEATH))].map(
        ({ said }) => said?.[0],
      );
      /** @param {string | undefined} each */
      const times = (each) => {
        const n = sentences.filter((other) => other === each).length;
        return n > 1 ? `${each} \u00d7 ${n}` : each;
      };
      const link = create("a");
      link.href = `${place.dataset.from}?event=${step}`;
      link.append(
        picture(`#${head.looks?.[0]?.[0]}`),
        create("span", [...new Set(sentences)].map(times).join(" ")),
        create("small", dayOf(step)),
      );
      const row = create("li");
      row.append(link);
      return row;
    });
  place.querySelector("ol")?.replaceChildren(...rows);
  place.hidden = !rows.length;
}

/**
 * Somebody asked for a rematch: the others are invited.
 * @param {string} said
 * @param {boolean} others whether it was somebody else
 */
function invite(said, others) {
  const [button, invitation] = [byId("rematch"), byId("invitation")];
  const name = button?.querySelector("b");
  if (name && button) name.textContent = button.dataset.join ?? "";
  const line = invitation?.querySelector("p");
  if (!invitation || !line || !others || line.textContent) return;
  line.textContent = said;
  invitation.hidden = false;
}

/** @type {Intl.DateTimeFormatOptions} */
const UNTIL = { weekday: "long", hour: "numeric", minute: "2-digit" };
let clockTimer = 0;
/**
 * @param {Clock | null} clock
 * @param {number} late
 */
function tick(clock, late) {
  clearInterval(clockTimer);
  const line = byId("clock");
  if (!line) return;
  const [seconds] = Object.values(clock?.left ?? {});
  line.hidden = seconds === undefined;
  line.closest(".prompt")?.classList.toggle("in-words", !line.hidden && Boolean(clock?.until));
  if (line.hidden) return;
  const until = Date.now() + (seconds - late) * 1000;
  const show = () => {
    const rest = Math.max(0, Math.round((until - Date.now()) / 1000));
    const minutes = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
    const left = (words.left ?? "").replace("{time}", inWords(rest));
    line.textContent = clock?.until ? [left, clock.nights && words.nightsOff].filter(Boolean).join(", ") : minutes;
    if (clock?.until) line.title = new Date(clock.until * 1000).toLocaleString(page.lang, UNTIL);
    line.classList.toggle("late", rest < 10);
  };
  show();
  clockTimer = setInterval(show, 1000);
}

/**
 * A drawer that the server fills: asked for when it is opened, and after every message while it is open.
 * @param {HTMLElement | null} drawer
 */
async function fill(drawer) {
  if (!drawer?.dataset.from || drawer.hidden || drawer.dataset.loading) return;
  drawer.dataset.loading = "1";
  const answer = await fetch(drawer.dataset.from).catch(() => null);
  delete drawer.dataset.loading;
  if (!answer?.ok) return;
  patchMain(drawer, new DOMParser().parseFromString(`<main>${await answer.text()}</main>`, "text/html"));
  present();
  bindSigns(drawer);
}

/**
 * A sign is drawn as large as it is, and shows where it stands on the board.
 * @param {HTMLElement} drawer
 */
function bindSigns(drawer) {
  for (const picture of drawer.querySelectorAll("[data-sign] svg:not([viewBox])")) {
    const use = /** @type {SVGUseElement} */ (picture.querySelector("use"));
    for (const side of ["width", "height"]) use.setAttribute(side, "34"); // the same before and after it is cut out
    const box = use.getBBox();
    if (box.width) picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }
  for (const details of drawer.querySelectorAll("details")) details.ontoggle = () => bindSigns(drawer);
  const unbound = /** @type {NodeListOf<HTMLElement>} */ (drawer.querySelectorAll("[data-sign]:not([data-bound])"));
  for (const entry of unbound) {
    entry.dataset.bound = "";
    const drawn = () => document.querySelectorAll(`#board use[href="#${entry.dataset.sign}"]`);
    whenPointed(entry, (on) => drawn().forEach((each) => each.classList.toggle("pointed", on)));
  }
}

const drawers = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".drawer"));
const fillOpen = () => drawers().forEach(fill);

async function hint() {
  const button = need("hint");
  const question = game?.question;
  button.disabled = true;
  say(words.rolling);
  const answer = await fetch(button.dataset.from ?? "", { method: "POST" }).catch(() => null);
  button.disabled = !game?.legal.length;
  if (game?.question !== question) return hush(); // something else is asked by now
  /** @type {{ code?: number, said?: string }} */
  const { code, said } = (await answer?.json().catch(() => null)) ?? {};
  say(said ?? words.unanswered);
  const move = game?.legal.find((each) => each.code === code);
  if (!move) return;
  mark(move.clicks, "pointed", true);
  clearArrows();
  drawArrow(move.clicks, "better");
  const [first] = move.clicks;
  document.querySelector(`#buttons :is([data-code="${code}"], [data-choice="${first}"])`)?.classList.add("hinted");
  setTimeout(() => {
    mark(move.clicks, "pointed", false);
    if (game?.question === question) clearArrows();
  }, 6000); // as long as the words are there
}

// -- hands on the page ---------------------------------------------------------------------------------------------

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-ask], [data-stay]")) return;
  event.preventDefault();
  if (form.dataset.ask) sure(form.dataset.ask, () => form.submit());
  else arrange(form, event.submitter);
});

/** @type {Set<Promise<unknown>>} what is being sent */
const sending = new Set();

/**
 * What is arranged on the page shows there: eyes and keyboard stay where they are. Without a connection it is sent
 * again until it is kept.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function arrange(form, submitter) {
  const chair = form.closest(".chair");
  const menu = document.activeElement?.getAttribute("data-menu");
  const fields = /** @type {[string, string][]} */ ([...new FormData(form, submitter)]);
  const sent = post(form.action, new URLSearchParams(fields));
  sending.add(sent);
  const answer = await sent;
  sending.delete(sent);
  if (!answer.ok) say((await answer.json().catch(() => ({}))).said);
  if (page.status !== "lobby") return fillOpen();
  await refresh();
  if (!sending.size) document.body.dataset.keeping = "";
  if (!chair || form.matches(".own-name")) return;
  /** @type {HTMLElement | null | undefined} */ (
    chair.querySelector(menu ? `[data-menu="${menu}"]` : "button:not([data-menu])")
  )?.focus();
}

/**
 * @param {string} url
 * @param {URLSearchParams} body
 */
async function post(url, body) {
  document.body.dataset.keeping = "sending";
  for (;;) {
    const answer = await fetch(url, { method: "POST", body, keepalive: true }).catch(() => null);
    if (answer) return answer;
    document.body.dataset.keeping = "failed";
    await new Promise((after) => setTimeout(after, 2000));
  }
}

byId("board")?.addEventListener("animationend", ({ target }) => {
  if (target instanceof Element) target.classList.remove("turning", "arriving");
});
byId("back")?.addEventListener("click", putDown);
byId("undo")?.addEventListener("click", () => (game?.undo ? send({ do: "undo" }) : say(whyFinal())));
document.querySelector("[data-says]")?.addEventListener("click", ({ currentTarget }) => {
  say(/** @type {HTMLElement} */ (currentTarget).dataset.says);
});
byId("raise")?.addEventListener("click", () => send({ do: "hand" }));
byId("hint")?.addEventListener("click", hint);
byId("pass-for-me")?.addEventListener("change", stepAside);
byId("talk")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = need("said").value.trim();
  if (!text) return;
  const to = need("to").value;
  send(to === "" ? { do: "chat", text } : { do: "chat", text, to: Number(to) });
  need("said").value = "";
});

// -- the panel beside the board, on a phone a sheet ------------------------------------------------------------------

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-drawer]")]);
const phone = matchMedia("(max-width: 760px), (max-width: 1100px) and (min-aspect-ratio: 4/5)");
const roomy = matchMedia("(min-width: 761px) and (min-height: 640px)");
let [opened, before] = ["talking", "talking"]; // the drawer, and the one before it
/** @param {string} name */
function openDrawer(name) {
  if (name !== opened) [opened, before] = [name, opened];
  const talks = name === "talking" || (name === "rules" && !phone.matches && roomy.matches); // below the rules
  for (const tab of tabs) {
    const chosen = tab.dataset.drawer === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  document.body.dataset.panel = name;
  for (const drawer of drawers()) drawer.hidden = drawer.id === "talking" ? !talks : drawer.id !== name;
  if (name === "all-moves") listMoves();
  fill(byId(name));
  if (talks) need("log").scrollTop = need("log").scrollHeight; // what came meanwhile
  countUnread(0);
}
/** @param {boolean} open */
function sheet(open) {
  document.body.classList.toggle("sheet-open", open && phone.matches);
  countUnread(0);
}
tabs.forEach((tab, i) => {
  tab.addEventListener("click", () => openDrawer(tab.dataset.drawer ?? ""));
  tab.addEventListener("keydown", ({ key }) => {
    const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (by) tabs.at((i + by) % tabs.length)?.focus();
  });
});
for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-open]"))) {
  opener.addEventListener("click", () => {
    const name = opener.dataset.open ?? "";
    const shown = document.body.classList.contains("sheet-open") && !byId(name)?.hidden;
    const menu = opener.closest(".corner-menu");
    menu?.removeAttribute("open");
    openDrawer(name === opened && !menu && !phone.matches ? before : name);
    sheet(!shown);
    if (name === "talking") need("log").scrollTop = need("log").scrollHeight;
    if (!shown && !menu) byId(`tab-${opened}`)?.focus({ preventScroll: true });
  });
}
byId("log")?.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[tabindex='-1']")) sheet(false); // it shows what a line speaks of
});
for (const id of ["close-sheet", "asked-line", "board", "since"])
  byId(id)?.addEventListener("click", () => sheet(false));
document.addEventListener("click", ({ target }) => {
  const menu = document.querySelector(".corner-menu[open]");
  if (menu && target instanceof Node && !menu.contains(target)) menu.removeAttribute("open");
});
document.querySelector(".corner-menu")?.addEventListener("keydown", (event) => {
  const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (!(event instanceof KeyboardEvent) || event.key !== "Escape" || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

let unread = 0;
/** @param {number} more lines of the chat, which count while nobody can see them */
function countUnread(more) {
  const mark = byId("unread");
  if (!mark) return;
  const seen = !byId("talking")?.hidden && (!phone.matches || document.body.classList.contains("sheet-open"));
  unread = seen ? 0 : unread + more;
  mark.hidden = !unread;
  mark.textContent = String(unread);
  need("tab-talking").classList.toggle("news", unread > 0);
}

/** @param {string} name what is seen of the end */
function view(name) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-view]"))) {
    const chosen = each.dataset.view === name;
    each.setAttribute("aria-pressed", String(chosen));
    document.body.classList.toggle(`${each.dataset.view}-shown`, chosen);
  }
  bindSigns(need("ranking"));
  silence();
}
for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-view]"))) {
  each.addEventListener("click", () => view(each.dataset.view ?? ""));
}
document.querySelector("#invitation > button")?.addEventListener("click", () => (need("invitation").hidden = true));
document.querySelector("#placed > button")?.addEventListener("click", () => showPlaced([]));
addEventListener("resize", () => showPlaced(placed));

/** @type {[string, string, string][]} */
let placed = [];
/**
 * What the table placed for the reader, on the board and in words, until they have read it.
 * @param {[string, string, string][]} all
 */
function showPlaced(all) {
  placed = all;
  const [board, told] = [byId("board"), byId("placed")];
  if (!board || !told) return; // somebody who watches
  const from = board.getBoundingClientRect();
  board.querySelectorAll(".told").forEach((each) => each.remove());
  for (const [, at, sign] of all) {
    const box = byId(at)?.getBoundingClientRect();
    if (!box?.width) continue;
    const mark = create("span", sign, "told");
    const top = box.top + box.height * 0.2 - from.top + board.scrollTop;
    mark.style.cssText = `left: ${box.left + box.width * 0.75 - from.left}px; top: ${top}px`;
    board.append(mark);
  }
  told.hidden = !all.length || Boolean(game?.rest?.[1]); // it is told when all are placed
  told.querySelector("b")?.replaceChildren(all.map(([said]) => said).join(", "));
}
byId("to-moves")?.addEventListener("click", (event) => {
  event.preventDefault();
  openDrawer("all-moves");
  sheet(true);
  const moves = need("moves");
  const first = /** @type {HTMLElement | null} */ (moves.querySelector("button"));
  (first ?? moves).focus();
});

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (document.body.classList.contains("sheet-open")) sheet(false);
  else if (chosen.length) choosing([]);
});
const card = byId("first-card");
const loadCoach = async () => (coach ??= await import("./coach.js"));
byId("open-card")?.addEventListener("click", async () => (await loadCoach()).showCard(true));
if (byId("coach") || (card && !stored(`card-${card.dataset.game}`))) await loadCoach(); // before anything is shown
if (page.table) connect(receive);
