// Moves drawn over the board: an arrow from what moves to where it goes, or a ring around what it is about.

import { create, need } from "./common.js";
import { elements } from "./drawing.js";

const SVG = "http://www.w3.org/2000/svg";

export function clearArrows() {
  document.querySelectorAll("#board > .arrows").forEach((each) => each.remove());
  document.querySelectorAll(".hinted").forEach((each) => each.classList.remove("hinted"));
}

/**
 * @param {string[]} things the ids that make a move up
 * @param {"played" | "better"} kind
 * @param {string} [label]
 */
export function drawArrow(things, kind, label) {
  const all = things.flatMap((id) => elements(id).slice(0, 1));
  const drawn = all.filter((each) => each.getBoundingClientRect().width); // on a phone some things are buttons only
  const [from, to] = [drawn[0], drawn[drawn.length - 1]];
  if (!from) return;
  const board = need("board");
  const frame = board.getBoundingClientRect();
  /** @param {Element} element */
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top + board.scrollTop];
  };
  const place = create("div", undefined, `arrows ${kind}`);
  const { width, height } = from.getBoundingClientRect();
  const wide = from === to && width > 2 * height; // a picture and its name
  const [[x, y], [x2, y2]] = [wide ? (from.querySelector("use") ?? from) : from, to].map(middle);
  const long = Math.hypot(x2 - x, y2 - y);
  const svg = document.createElementNS(SVG, "svg");
  if (long > 12 && from !== to) {
    // the head's point at the end, its two corners a little before it
    const [ux, uy] = [(x2 - x) / long, (y2 - y) / long];
    const [bx, by] = [x2 - 15 * ux, y2 - 15 * uy];
    const corners = [-1, 1].map((side) => `${bx - side * 9 * uy},${by + side * 9 * ux}`);
    svg.innerHTML = `<path d="M${x} ${y}L${bx} ${by}"/><polygon points="${x2},${y2} ${corners.join(" ")}"/>`;
  } else {
    const box = from.getBoundingClientRect();
    const radius = Math.max(14, Math.min(box.width, box.height) / 2 + 4);
    svg.innerHTML = `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
  }
  place.append(svg);
  if (label) {
    const sign = create("b", label);
    sign.style.cssText = `left: ${x2}px; top: ${y2}px`;
    place.append(sign);
  }
  board.append(place);
}

addEventListener("resize", clearArrows);
