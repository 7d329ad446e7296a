// A hand beside a television: of the drawing only what is one's own, one part under the other.

const GAP = 12;

/**
 * What lies apart on the board, for there is something else between, moves together.
 * @param {SVGGElement} part
 */
function gather(part) {
  const things = /** @type {SVGGElement[]} */ ([...part.children]);
  for (const each of things) each.style.translate = "";
  const scale = part.getScreenCTM()?.a ?? 1;
  const seen = things.map((thing) => ({ thing, box: thing.getBoundingClientRect() })).filter(({ box }) => box.height);
  let [shift, end] = [0, Infinity];
  for (const { thing, box } of seen.sort((a, b) => a.box.top - b.box.top)) {
    shift += Math.max(0, (box.top - end) / scale - GAP);
    if (shift) thing.style.translate = `0 ${-shift}px`;
    end = end === Infinity ? box.bottom : Math.max(end, box.bottom);
  }
}

function frame() {
  const svg = /** @type {SVGSVGElement | null} */ (document.querySelector("#board > svg"));
  if (!svg) return;
  let [width, height] = [0, 0];
  for (const part of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("#moving > .own"))) {
    gather(part);
    const box = part.getBBox();
    if (!box.width) continue;
    part.style.transform = `translate(${-box.x}px, ${height - box.y}px)`;
    width = Math.max(width, box.width);
    height += box.height + GAP;
  }
  svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height}`);
  svg.style.aspectRatio = `${width + 8} / ${height || 1}`;
  document.body.classList.toggle("empty-handed", !height);
}
addEventListener("asked", () => requestAnimationFrame(frame));
addEventListener("resize", frame);
