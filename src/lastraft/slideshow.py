"""A game to step through with a slider: one HTML page without anything from elsewhere, for notebooks or a file."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from .match import Match
from .protocol import WATCHER
from .protocol.drawing import safe
from .protocol.speech import styled
from .protocol.translations import translator

PIECE = re.compile(r'(?=<g id=")')
"""Where a drawing is cut: the pieces that a move does not change are kept once."""
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ margin: 0; font: 15px/1.4 system-ui, sans-serif; color-scheme: light dark }}
nav {{ display: flex; gap: 8px; align-items: center; padding: 6px }}
nav input {{ flex: 1 }} nav output {{ min-width: 7em; text-align: right; font-variant-numeric: tabular-nums }}
#said {{ min-height: 2.8em; padding: 0 8px }}
#table svg {{ display: block; width: 100%; height: auto; max-height: 78vh }}
</style>
<nav><button aria-label="{back}">◀</button><input type="range" min="0" value="0" aria-label="{move}"><button
aria-label="{on}">▶</button><output></output></nav>
<div id="said"></div><div id="table"></div>
<script>
const {{ pieces, steps }} = {data};
const [slider, [back, on]] = [document.querySelector("input"), document.querySelectorAll("button")];
slider.max = steps.length - 1;
function show() {{
  const step = steps[slider.value];
  document.querySelector("output").textContent = `${{step.number}} / ${{steps.at(-1).number}}`;
  document.querySelector("#said").textContent = step.said;
  document.querySelector("#table").innerHTML = step.drawing.map((i) => pieces[i]).join("");
}}
const go = (by) => {{ slider.value = Number(slider.value) + by; show(); }};
slider.oninput = show; back.onclick = () => go(-1); on.onclick = () => go(1); show();
</script></html>"""


class Slides:
    """A game as a seat saw it, move by move; ``html`` is the page."""

    def __init__(self, match: Match, seat: int, every: int, language: str) -> None:
        self._match, self._seat, self._language, self._every = match, seat, language, every
        self._pieces: dict[str, int] = {}
        self.steps = self._steps()
        """The number of moves made, what was said of them, and the drawing's pieces."""

    def _steps(self) -> list[dict[str, Any]]:
        match, game = self._match, self._match.game
        state, last = match.at(0), len(match.history)
        listener = game.listener(self._seat, match.names, self._language)
        events, said, steps = match.events(self._seat), list[str](), list[dict[str, Any]]()
        for number in range(last + 1):
            if number:
                move = match.history[number - 1].move
                game.rules.apply(state, move.seat, move.code)
            now = [each.event for each in events if each.number == number]
            said += [line.said for line in game.speech.log(now, listener)]
            if number % self._every == 0 or number == last:
                reader = game.reader(game.hidden(state, self._seat), self._seat, match.names, self._language)
                drawing = game.picture.draw(reader) or f"<pre>{safe(styled(game.speech.text, reader).plain)}</pre>"
                steps.append({"number": number, "said": " ".join(said), "drawing": self._kept(drawing)})
                said = []
        return steps

    def _kept(self, drawing: str) -> list[int]:
        return [self._pieces.setdefault(piece, len(self._pieces)) for piece in PIECE.split(drawing)]

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def html(self) -> str:
        """A page that stands alone."""
        t, game = translator("lastraft", self._language), self._match.game
        data = json.dumps({"pieces": list(self._pieces), "steps": self.steps}).replace("</", "<\\/")
        words = {"back": t("One move back"), "on": t("One move on"), "move": t("Move by move"), "title": game.title}
        shown = {key: html.escape(word) for key, word in words.items()}
        return PAGE.format(language=self._language, data=data, **shown)

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:640px;border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<Slides: {self._match.game.name}, {len(self)} steps>"


def slides(match: Match, seat: int = WATCHER, every: int = 1, language: str = "en") -> Slides:
    """A game to step through with a slider, as a seat saw it (left out: as everybody did), every so many moves."""
    return Slides(match, seat, max(1, every), language)
