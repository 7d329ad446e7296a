"""A drawing as differences: a page is sent only the pieces that it has not."""

from __future__ import annotations

Run = tuple[int, int]
"""Pieces that somebody has already: from, to."""
STRETCH = 32


def changes(had: list[str], wanted: list[str]) -> list[str | Run]:
    """How a drawing is made from the pieces of the one that somebody has: runs of these, the rest as text.

    Pieces mostly keep their order: what follows a run is mostly a piece that looks different now, was put in or left
    out. Only where it is none of these are all looked through.
    """
    made: list[str | Run] = []
    places: dict[str, int] = {}
    at = i = 0
    while i < len(wanted):
        if alike := _alike(had, at, wanted, i):
            made.append((at, at + alike))
            at, i = at + alike, i + alike
            continue
        piece = wanted[i]
        if at < len(had) and _name(piece) == _name(had[at]):
            at += 1
        elif piece in had[at + 1 : at + 2]:
            at += 1
            continue
        elif wanted[i + 1 : i + 2] != had[at : at + 1]:
            places = places or {piece: i for i, piece in enumerate(had)}
            if piece in places:
                at = places[piece]
                continue
        made.append(piece)
        i += 1
    return made


def _alike(had: list[str], at: int, wanted: list[str], i: int) -> int:
    """How many are the same from here on; whole stretches are compared by far faster than pieces one by one."""
    n, most = 0, min(len(had) - at, len(wanted) - i)
    while n < most and had[at + n : at + n + STRETCH] == wanted[i + n : i + n + STRETCH]:
        n += STRETCH
    while n < most and had[at + n] == wanted[i + n]:
        n += 1
    return min(n, most)


def _name(piece: str) -> str:
    """A piece begins with the id of the thing that it shows."""
    return piece[: piece.find('"', piece.find(' id="') + 5)]


def changed(had: list[str], made: list[str | Run]) -> str:
    """The drawing that somebody has after such changes; the page does the same."""
    return "".join(part if isinstance(part, str) else "".join(had[part[0] : part[1]]) for part in made)
