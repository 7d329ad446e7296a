"""A drawing as differences: it is cut before every id, and a page is sent only the pieces that it does not have."""

from __future__ import annotations

CUT = ' id="'


def cut(drawing: str) -> list[str]:
    """A drawing in pieces; joined by `CUT` they are the drawing again."""
    return drawing.split(CUT)


def changes(had: list[str], wanted: list[str]) -> list[str | tuple[int, int]]:
    """How the pieces that are wanted are made from those that somebody has: runs of them (from, to), the rest as text.

    Pieces mostly keep their order, so each is first looked for where the one before it was found.
    """
    made: list[str | tuple[int, int]] = []
    places: dict[str, int] = {}
    start = at = 0
    for piece in wanted:
        if at < len(had) and had[at] == piece:
            at += 1
            continue
        if start < at:
            made.append((start, at))
        places = places or {piece: i for i, piece in enumerate(had)}
        found = places.get(piece)
        if found is None:
            made.append(piece)
            start = at = at + 1
        else:
            start, at = found, found + 1
    if start < at:
        made.append((start, at))
    return made


def changed(had: list[str], made: list[str | tuple[int, int]]) -> list[str]:
    """The pieces that somebody has after such changes; the page does the same."""
    return [piece for part in made for piece in ([part] if isinstance(part, str) else had[part[0] : part[1]])]
