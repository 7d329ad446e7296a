"""How a game is drawn: an SVG for each reader, made of pieces that a browser patches by their ids."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple

from .drawing import safe, style
from .reader import Reader, S
from .speech import styled


class Shortcut(NamedTuple):
    """Moves that people make in one go: their codes in order, all of it in words, the clicks for it, a question where
    it costs something, what it brings, and whether its button is the first and largest."""

    codes: tuple[int, ...]
    label: str
    clicks: tuple[str, ...]
    careful: str = ""
    detail: str = ""
    first: bool = False


@dataclass(frozen=True, kw_only=True)
class Picture(Generic[S]):
    """A game's drawing. A game without one is shown as its text."""

    draw: Callable[[Reader[S]], str]
    """The table as one seat sees it, as SVG; its elements carry the ids of `clicks`."""
    pieces: Callable[[Reader[S]], list[str]] = None  # type: ignore[assignment]  # derived from `draw`
    """What can change in the drawing, for a page that has its still layer: piece by piece, so that only those which
    changed need be sent."""
    clicks: Callable[[Reader[S], int], tuple[str, ...]] = lambda r, move: ()
    """The ids of the drawing's elements that make up a move; none for a move that is only a button."""
    wrong: Callable[[Reader[S], list[str]], int] = lambda r, clicks: 0
    """The clause against clicks that make up no move at all (a space too far away), or 0."""
    shortcuts: Callable[[Reader[S]], list[Shortcut]] = lambda r: []
    """What takes several moves and yet only a click or two (a card given to another seat), or a second way to click."""
    look: Callable[[Reader[S], str], str] = lambda r, thing: ""
    """What a thing marked with ``data-look`` shows when it is clicked, as SVG: a shelter of another seat."""
    folder: Path | None = None
    """Where the symbols (``*.svg``), the stylesheet (``style.css``), the picture of the home page (``home.svg``) and
    the game's colours on pages (``home.css``: ``--go`` and ``--go-ink`` of the class ``g-`` with its name) are."""

    def __post_init__(self) -> None:
        if self.pieces is None:
            draw = self.draw
            object.__setattr__(self, "pieces", lambda r: [moving(draw(r))])

    def file(self, name: str) -> Path | None:
        """A file of the folder, if it is there."""
        return path if self.folder and (path := self.folder / name).is_file() else None


def moving(drawing: str) -> str:
    """The pieces of a whole drawing, for a page that has its style and still layer; all but the style where there is no
    still layer."""
    _, marker, pieces = drawing.partition('<g class="world" id="moving">')
    return pieces.removesuffix("</g></svg>") if marker else re.sub("<style>.*?</style>", "", drawing)


def text_drawing(text: Callable[[Reader[Any]], str]) -> Callable[[Reader[Any]], str]:
    """A drawing made of a game's text, line by line."""

    def draw(r: Reader[Any]) -> str:
        lines = styled(text, r).plain.split("\n")
        wide, high = max(24, *map(len, lines)) * 9 + 32, len(lines) * 22 + 24
        body = "".join(
            f'<text id="line-{i}" x="16" y="{30 + 22 * i}">{safe(line)}</text>' for i, line in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing plain" viewBox="0 0 {wide} {high}" role="img" '
            f'style="max-width:{2 * wide}px">'
            f"<style>{style(None)}</style>{body}</svg>"
        )

    return draw
