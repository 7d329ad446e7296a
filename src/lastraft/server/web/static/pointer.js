// Hands on the board and in the loupe: what a click or a tap means, and where a mouse points.

import { byId, finger, need } from "./common.js";
import { look } from "./about.js";
import { called } from "./drawing.js";
import { glowing, lens, magnify, TAP } from "./loupe.js";
import * as moves from "./moves.js";
import { isCovered } from "./stage.js";
import { stepInFor } from "./windows.js";

/** @import { Move, Point, Spot } from "./types.d.ts" */

const REACH = 22; // a finger's half: what glows within this distance of a tap is meant
const TOUCH = 4; // what lies so close under it is touched
const MISS = 10; // by how much a mouse may miss what glows
const [HIT, APART] = [6, 16]; // a tap so close to the middle of a piece means no other whose middle is so far away

const board = byId("board");
const loupe = byId("loupe");
/** @param {Spot} spot */
const meaning = ({ element }) => element.dataset.for ?? element.id;
/** @type {(a: Point, b: Point) => number} */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
/** @param {string | undefined} id */
const isSpot = (id) => Boolean(byId(id ?? "")?.matches(".spot"));
/** @param {string | undefined} id what glows and a finger cannot miss, such as a whole land */
const isLarge = (id) => glowing().some((spot) => spot.size >= TAP && meaning(spot) === id);
/** @param {Element} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
/**
 * Whether a point lies in the middle of a space: then none of its neighbours is meant.
 * @param {string} id
 * @param {Point} at
 */
function central(id, at) {
  const spot = byId(id);
  return spot && isSpot(id) && distance(middle(spot), at) < spot.getBoundingClientRect().width / 4;
}
/**
 * Whether a piece has to be chosen before any space.
 * @param {Move[]} legal
 */
const leadsOnlyToSpots = (legal) =>
  legal.some(({ clicks }) => isSpot(clicks[1])) && !legal.some(({ clicks }) => isSpot(clicks[0]));
/**
 * The larger thing that carries one.
 * @param {string} id
 */
function beneath(id) {
  const thing = byId(id);
  if (!thing || isSpot(id)) return [];
  const wide = (/** @type {Element} */ element) => element.getBoundingClientRect().width;
  const under = glowing().filter(({ element }) => wide(element) > wide(thing) && !element.matches(".spot"));
  return under.filter((spot) => outside(spot, middle(thing)) === 0).map(meaning);
}
/** @type {(ids: string[], id: string) => string[]} */
const without = (ids, id) => ids.filter((each) => each !== id);
/**
 * A raft is meant before the people aboard who can go nowhere else than it can.
 * @param {string[]} ids
 */
const carrier = (ids) =>
  ids.find(
    (id) =>
      moves.isCarrier(id) &&
      without(ids, id).every((other) => [...moves.after([other])].every((goal) => moves.after([id]).has(goal))),
  );
/** @type {(raft: string) => (id: string) => boolean} */
const isAboard = (raft) => (id) => byId(id)?.dataset.aboard === byId(raft)?.dataset.at;
/**
 * The raft whose logs or people a finger is on, and nothing else: it is meant, and they are offered beside it.
 * @param {string[]} ids
 * @param {Point} at
 */
function raftUnder(ids, at) {
  const touched = ids.filter((id) => byId(id) && outside({ element: need(id) }, at) === 0);
  const rafts = ids.filter(moves.isCarrier);
  return rafts.find((raft) => touched.length && without(touched, raft).every(isAboard(raft)));
}
/**
 * Another piece than the one in hand, right under a click: it is meant rather than the space it is on. A raft, and who
 * is aboard, are where one goes.
 * @param {string[]} ids
 */
const another = (ids) =>
  moves.chosen.length !== 1 || ids.some(moves.isCarrier) || moves.isWanted(moves.chosen)
    ? undefined
    : ids.find(
        (id) =>
          byId(id)?.matches(".piece") &&
          !moves.chosen.includes(id) &&
          moves.candidates([id]).length &&
          !moves.candidates([...moves.chosen, id]).length,
      );
/** @param {Point} at */
const byDistance = (at) =>
  glowing()
    .map((spot) => ({ ...spot, away: distance(spot, at) }))
    .sort((a, b) => a.away - b.away);

/**
 * The ids under a point, the innermost first; pieces lie over spaces, and spaces that do not glow let clicks through.
 * @param {HTMLElement} board
 * @param {MouseEvent} event
 * @param {boolean} deep
 */
function under(board, { clientX: x, clientY: y, target }, deep) {
  board.classList.toggle("probed", deep);
  /** @type {Set<string>} */
  const ids = new Set();
  for (const element of [...document.elementsFromPoint(x, y), /** @type {Element} */ (target)]) {
    if (!board.contains(element)) continue;
    for (
      let one = /** @type {HTMLElement | null | undefined} */ (element.closest("[id]"));
      one && one !== board;
      one = one.parentElement?.closest("[id]")
    ) {
      ids.add(one.id);
      if (one.dataset.for) ids.add(one.dataset.for);
    }
  }
  board.classList.remove("probed");
  return [...ids];
}

/** @type {MouseEvent | null} a click on what an answer brings, which the server has not told yet */
let early = null;
addEventListener("asked", () => {
  const { clientX, clientY, detail } = early ?? {};
  early = null;
  if (detail && moves.game?.legal.length) {
    board?.dispatchEvent(new MouseEvent("click", { clientX, clientY, detail, bubbles: true }));
  }
});

board?.addEventListener("click", (event) => {
  const { chosen, game } = moves;
  if (!game) return;
  const busy = isCovered() || moves.isAnswered(); // nothing is asked: to look is all that can be meant
  const plate = busy && under(board, event, false).find((id) => byId(id)?.dataset.look === "");
  if (plate) return look(plate);
  if (moves.isAnswered() && event.detail) return void (early = event);
  // What glides is where it goes.
  for (const each of board.getAnimations({ subtree: true })) if (each instanceof CSSTransition) each.finish();
  const tapped = event.detail > 0 && finger.matches;
  const at = { x: event.clientX, y: event.clientY };
  const ids = [...new Set([...under(board, event, true), ...(tapped ? beside(at) : [])])];
  const goOn = ids.filter((id) => moves.candidates([...chosen, id]).length);
  // Nothing goes on from here: another choice, such as a passenger of the chosen raft, or the same, put down.
  const all = goOn.length ? goOn : ids.filter((id) => chosen.includes(id) || moves.candidates([id]).length);
  const wanted = all.filter((id) => moves.isWanted([...(goOn.length ? chosen : []), id]));
  const ways = wanted.length ? wanted : all; // a coach waits for one of them
  const apart = ways.filter((id) => !ways.some((other) => other !== id && byId(id)?.contains(byId(other))));
  const swap = event.detail && goOn.length ? another(ids) : undefined;
  if (swap) return tapped ? moves.which([swap, ...apart]) : moves.choose(swap);
  if (!goOn.length && moves.kept && carrier(apart) === moves.kept) {
    return moves.choose(moves.kept, without(apart, moves.kept));
  }
  if (tapped && apart.length > 1) {
    if (!goOn.length) moves.choosing([]);
    const hit = apart.find((id) => isHit(id, apart, at));
    if (hit) return moves.choose(hit);
    const first = moves.chosen.length ? undefined : (raftUnder(apart, at) ?? carrier(apart));
    if (first) return moves.choose(first, without(apart, first).filter(isAboard(first)));
    return moves.which(apart); // a finger cannot say
  }
  if (tapped && !isLarge(ways[0]) && unsure(at)) return enlarge(at);
  const named = ids.find(called);
  // A mouse means the space it is on; a finger may have missed its neighbour.
  const space = ids.find((id) => (tapped ? central(id, at) : isSpot(id)));
  const reach = tapped ? REACH : named ? TOUCH : MISS;
  const near = event.detail ? nearest(at, named ?? space, reach) : undefined;
  const meant = ways[0] ?? near ?? (!named || isSpot(named) ? around(at) : undefined);
  if (meant && event.isTrusted && event.detail && moves.isStartling(meant)) return;
  if (meant) {
    const [thing, under] = [byId(meant), beneath(meant)];
    const here = event.detail && !chosen.length && !wanted.length && thing && outside({ element: thing }, at) === 0;
    const raft = here ? carrier([meant, ...under]) : undefined;
    return moves.choose(raft ?? meant, raft && raft !== meant ? [meant] : under);
  }
  const shows = ids.find((id) =>
    ["", chosen.length ? "" : "unless-holding"].includes(byId(id)?.dataset.look ?? "none"),
  );
  if (shows) return look(shows);
  const steps = ids.find((id) => byId(id)?.dataset.steps !== undefined);
  if (steps && !game.legal.length) return stepInFor(steps);
  if (!chosen.length && ids.some(isSpot) && leadsOnlyToSpots(game.legal)) {
    return moves.explain(named && !isSpot(named) ? ids.filter((id) => !isSpot(id)).map((id) => [id]) : [], named, true);
  }
  // With a piece in hand a space is a destination.
  const alone = (/** @type {string} */ id) => (chosen.length && isSpot(id) ? [] : [[id]]);
  const asked = game.legal.length ? ids.slice(0, 6) : [];
  const reasons = [...(chosen.length ? asked.map((id) => [...chosen, id]) : []), ...asked.flatMap(alone)];
  if (named || reasons.length) moves.explain(reasons, named ?? chosen.at(-1));
});

/**
 * How far a point is from the box of something.
 * @param {Pick<Spot, "element">} spot
 * @param {Point} point
 */
function outside({ element }, { x, y }) {
  const box = element.getBoundingClientRect();
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/**
 * Small pieces that a finger may mean as well: those whose boxes it touches. Spaces lie side by side and have a loupe.
 * @param {Point} at
 */
function beside(at) {
  const pieces = glowing().filter(({ element, size }) => size < TAP && !element.matches(".spot"));
  return pieces.filter((spot) => outside(spot, at) < TOUCH).map(meaning);
}

/**
 * Whether a point is right in the middle of a piece, and beside all the others.
 * @param {string} id
 * @param {string[]} all
 * @param {Point} at
 */
function isHit(id, all, at) {
  /** @param {string} each */
  const away = (each) => distance(middle(/** @type {Element} */ (byId(each))), at);
  return byId(id)?.matches(".piece") && away(id) < HIT && all.every((each) => each === id || away(each) > APART);
}

/**
 * What glows nearby is meant; but a hit on something with a name does not mean a space beside it.
 * @param {Point} at
 * @param {string | undefined} named
 * @param {number} reach
 */
function nearest(at, named, reach) {
  const spots = glowing().filter(({ element }) => !named || !element.matches(".spot"));
  const [first] = spots
    .map((spot) => ({ ...spot, away: outside(spot, at) }))
    .filter(({ away }) => away <= reach)
    .sort((a, b) => a.away - b.away);
  return first && meaning(first);
}

/**
 * The piece to take instead of the one in hand whose box a point is in: drawings have gaps.
 * @param {Point} at
 */
function around(at) {
  const pieces = [...moves.after([])].flatMap((id) => byId(id) ?? []).filter((each) => each.matches(".piece"));
  return pieces.find((element) => outside({ element }, at) === 0)?.id;
}

/**
 * Whether a tap lies between several things that are too small for a finger.
 * @param {Point} at
 */
function unsure(at) {
  const [first, second] = byDistance(at);
  return second && Math.min(first.size, second.size) < TAP && second.away < TAP && first.away > second.away / 2;
}

/**
 * Show the things around a tap at finger size, and again what is asked about them.
 * @param {Point} at
 */
function enlarge(at) {
  const near = byDistance(at).filter(({ away }) => away < TAP);
  const mean = (/** @type {number[]} */ all) => (Math.min(...all) + Math.max(...all)) / 2;
  moves.offer();
  magnify({ x: mean(near.map(({ x }) => x)), y: mean(near.map(({ y }) => y)) });
  moves.fitPrompt();
}

loupe?.addEventListener("click", (event) => {
  if (!lens) return;
  const box = loupe.getBoundingClientRect();
  const { by } = lens;
  const x = lens.x + (event.clientX - box.x - box.width / 2) / by;
  const y = lens.y - (board?.scrollTop ?? 0) + (event.clientY - box.y - box.height / 2) / by;
  const [first, ...rest] = byDistance({ x, y });
  if (!first || first.away * by > TAP) return;
  const same = [first, ...rest.filter((spot) => distance(spot, first) * by < TAP / 2)];
  const passenger = same.find((spot) => spot.element.dataset.aboard && outside(spot, { x, y }) === 0);
  if (passenger) moves.choose(meaning(passenger));
  else if (same.length > 1) moves.which(same.map(meaning));
  else moves.choose(meaning(first));
});

/** @type {string | undefined} what a mouse points at, if it shows where it could go */
let over;
/** @param {string | undefined} id */
function pointAt(id) {
  if (id === over) return;
  if (over) moves.preview(over, false);
  over = id;
  if (over) moves.preview(over, true);
}
board?.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse" || !moves.game) return pointAt(undefined);
  pointAt(under(board, event, false).find(moves.previews));
});
board?.addEventListener("pointerleave", () => pointAt(undefined));

// A phone that is turned has another board; a board that changes its size, other places for its signs.
let wide = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === wide) return moves.game ? moves.fitPrompt() : undefined; // it has more room, or less; a replay asks nothing
  moves.offer();
  wide = innerWidth;
});
if (board) new ResizeObserver(moves.signpost).observe(board);
// What is in hand glides to its place on the other board; its arrow and its loupe follow.
board?.addEventListener("transitionend", ({ target, propertyName }) => {
  const moved = propertyName === "transform" && target instanceof Element;
  if (moved && (target.matches(".chosen") || target.querySelector(".chosen"))) moves.offer();
});
