// What is told: the log, the talk, and who is here.

import { byId, finger, made, shape, words } from "./common.js";
import { elements, mark, picture, show, whenPointed } from "./drawing.js";

export let people = []; // the seats of the table
let here = null; // the seats whose people are connected

const PICTURES = 24; // so many of the newest lines have theirs: each is a drawing of many parts
export function tellAll(all, fresh) {
  const log = byId("log");
  if (!log) return;
  const atEnd = fresh || log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
  if (fresh) log.replaceChildren();
  for (const line of all.flatMap(tell)) {
    if (saidAgain(log.lastElementChild, line)) continue;
    log.append(line);
    thread(line);
  }
  while (log.children.length > 400) log.firstChild.remove();
  [...log.querySelectorAll(".picture")].slice(0, -PICTURES).forEach((each) => each.remove());
  if (atEnd) log.scrollTop = log.scrollHeight;
}

// What is said of one seat hangs together: its sign stands at the first of these lines, unless that has a picture.
export function thread(line) {
  const { seat } = line.dataset;
  const goesOn = seat === line.previousElementSibling?.dataset.seat;
  line.classList.toggle("run", goesOn);
  if (seat && !goesOn && !line.querySelector(".picture")) line.prepend(shape(seat));
}

// The same sentence once more is counted, not written again.
function saidAgain(last, line) {
  if (line.matches(".chat") || last?.textContent !== line.textContent) return false;
  last.dataset.times = Number(last.dataset.times ?? 1) + 1;
  return true;
}

function tell(news) {
  if (news.kind !== "chat") return lines(news);
  const line = made("li", undefined, `chat s${news.seat}`);
  line.dataset.seat = news.seat;
  line.append(made("b", news.name), " ", made("span", news.text));
  if (news.to !== undefined) {
    line.classList.add("whisper");
    line.append(made("small", words.whisper));
  }
  return line;
}

// Sentences of the log, each in the colour of whom it is about: of somebody it names, or of the reader who did it. Each
// points at what it names.
export function lines(news) {
  return (news.said ?? []).map((text, i) => {
    const things = news.things?.[i] ?? [];
    const [symbol, tone] = news.looks?.[i] ?? [];
    const line = made("li", undefined, [news.kind, tone].filter(Boolean).join(" "));
    const sentence = made("span");
    sentence.append(...named(text));
    line.append(sentence);
    const seat =
      things.map(colour).find(Boolean) ??
      line.querySelector("b")?.className ??
      (String(news.seat) === byId("log").dataset.you ? `s${news.seat}` : "all");
    line.classList.add(seat);
    line.dataset.seat = seat === "all" ? "" : seat.slice(1);
    if (symbol) line.prepend(picture(`#${symbol}`, seat, symbol.startsWith("shape-") ? "small" : "large"));
    if (things.length) {
      line.tabIndex = 0;
      whenPointed(line, (on) => mark(things, "pointed", on));
      line.addEventListener("click", () => reveal(things));
    }
    return line;
  });
}

const colour = (id) =>
  elements(id)
    .flatMap((each) => [...each.classList])
    .find((name) => /^s\d+$/.test(name));

// A sentence, in which the people's names have their colours.
function named(text) {
  const found = people
    .map(({ name, seat }) => ({ name, seat, at: name ? text.indexOf(name) : -1 }))
    .filter(({ at }) => at >= 0);
  const first = found.sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0];
  if (!first) return [text];
  const end = first.at + first.name.length;
  return [text.slice(0, first.at), made("b", first.name, `s${first.seat}`), ...named(text.slice(end))];
}

// A tap on a sentence shows on the board what it speaks of.
function reveal(things) {
  show(things);
  if (finger.matches) things.flatMap(elements)[0]?.scrollIntoView({ block: "center" });
}

// How far the game has come: in the header the day and its phases, in the prompt the steps that are left.
export function stage({ heading, phases, now, left, of }) {
  byId("heading").textContent = heading;
  byId("phases").replaceChildren(
    ...phases.map((phase, i) => {
      const item = made("li", phase);
      if (i === now) item.setAttribute("aria-current", "step");
      return item;
    }),
  );
  byId("phases").hidden = !phases.length;
  byId("pips")?.replaceChildren(...Array.from({ length: of }, (_, i) => made("i", undefined, i < left ? "left" : "")));
}

export function seated(seats) {
  people = seats;
}

export function present(seats = here) {
  here = seats;
  if (!here) return;
  for (const chair of document.querySelectorAll("[data-person]")) {
    chair.classList.toggle("gone", !here.includes(Number(chair.dataset.person)));
  }
  const gone = people.filter((chair) => chair.kind === "person" && !here.includes(chair.seat));
  for (const chair of people) {
    const drawn = byId(`seat-${chair.seat}`)?.classList;
    drawn?.toggle("gone", gone.includes(chair));
    drawn?.toggle("bot", chair.kind === "bot");
  }
  const line = byId("gone");
  if (line) line.textContent = gone.length ? `${words.away}: ${gone.map((chair) => chair.name).join(", ")}` : "";
}
