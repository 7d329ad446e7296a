"""What the drawings of all games share: sprites read once, text made safe, and one SVG of a still layer and its pieces.

A game's drawing is a still layer, which is the same for everybody and sent once, and pieces, whose elements carry the
ids a browser patches by; `whole` puts both together as a file that stands alone. The art lies in the folder of the
game's `Picture` as symbols that pieces use, ``*.svg``, painted in the colours that its ``style.css`` names.
"""

import functools
import re
from html import escape
from pathlib import Path

STYLE = Path(__file__).with_name("drawing.css")
"""The paints that all drawings share."""


@functools.cache
def sprites(folder: Path) -> str:
    """All symbols of a game's art, as they go into an SVG."""
    return "".join(
        _inside(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.svg")) if path.stem != "home"
    )


@functools.cache
def symbols(folder: Path) -> frozenset[str]:
    """The ids of a game's art."""
    return frozenset(re.findall(r' id="([^"]+)"', sprites(folder)))


def _inside(text: str) -> str:
    body = text[text.index(">") + 1 : text.rindex("</svg>")]
    return re.sub(r"\n\s*", "", re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL))


@functools.cache
def style(folder: Path | None) -> str:
    """The paints of a game's drawing, its own where it has some, without comments and line breaks."""
    files = [STYLE, *(folder.glob("style.css") if folder else ())]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip()


@functools.lru_cache(1024)
def safe(text: str) -> str:
    """Text as it may stand in an SVG. All of it is ASCII: such strings are joined and encoded several times faster."""
    return escape(text).encode("ascii", "xmlcharrefreplace").decode()


@functools.lru_cache(1024)
def short(text: str, most: int) -> str:
    """A name that fits its plate, safe to stand in an SVG."""
    return safe(text if len(text) <= most else text[: most - 1] + "…")


def number(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


@functools.lru_cache(8192)
def standing(x: float, y: float, px: float, py: float, k: float = 1, pk: float = 1) -> str:
    """The style of something with a place of its own on a phone (class `at`)."""
    big = "" if k == 1 else f";--k:{number(k)}"
    small = "" if pk == k else f";--pk:{pk:g}"
    return f'style="--x:{number(x)}px;--y:{number(y)}px;--px:{number(px)}px;--py:{number(py)}px{big}{small}"'


def titled(id: str, title: str, body: str, attributes: str = "") -> str:
    """A group with an id, if it has one, and a title: what it is in words, for a pointer that rests on it and for those
    who do not see it."""
    if id:
        attributes = f'id="{id}" {attributes}' if attributes else f'id="{id}"'
    return f"<g {attributes}><title>{safe(title)}</title>{body}</g>"


def height(tall: int) -> str:
    """Among the pieces: how high the drawing is on a phone just now."""
    return f'<g id="height" data-tall="{tall}"/>'


def whole(
    game: str, folder: Path | None, box: tuple[int, int], tall: int, title: str, still: str, pieces: list[str]
) -> str:
    """A drawing that stands alone: its own style, the still layer and the pieces. ``tall`` is its height on a phone, in
    the units of the phone's world."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing {game}" viewBox="0 0 {box[0]} {box[1]}" '
        f'preserveAspectRatio="xMidYMin meet" role="img" style="--tall:{tall}"><title>{safe(title)}</title>'
        f"<style>{style(folder)}</style>"
        f'<g class="world">{still}</g><g class="world" id="moving">{"".join(pieces)}</g></svg>'
    )
