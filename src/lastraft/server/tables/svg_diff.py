"""Differences between drawings: a page is sent only what it does not have."""

import functools
from operator import ne
from typing import Literal

Run = tuple[int, int]
"""A slice of the pieces that the page has: from, to."""
Edit = tuple[int, int, int, str]
"""A piece that the page has, with another middle: which, how much of its beginning and of its end stays, the middle."""
WORTH = 40
"""An edit saves at least so many characters."""


def changes(had: list[str], wanted: list[str]) -> list[str | Run | Edit]:
    """Describe a drawing as runs of the pieces that the page has, edits of such pieces, and the rest as text.

    Pieces mostly keep their order, so a run mostly ends at a piece that was changed, inserted or removed. Only
    otherwise are all pieces searched.
    """
    parts: list[str | Run | Edit] = []
    places: dict[str, int] = {}
    at = i = begin = 0
    differ = [*map(ne, had, wanted), True]
    shift = 0
    while i < len(wanted):
        if at - i != shift:
            shift, begin, differ = at - i, i, [*map(ne, had[at:], wanted[i:]), True]
        if alike := differ.index(True, i - begin) - (i - begin):
            parts.append((at, at + alike))
            at, i = at + alike, i + alike
            continue
        piece = wanted[i]
        if at < len(had) and (edit := _edit(had[at], piece)):
            head, tail, middle = edit
            parts.append((at, head, tail, middle) if head + tail else piece)
            at, i = at + 1, i + 1
            continue
        if piece in had[at + 1 : at + 2]:
            at += 1
            continue
        if wanted[i + 1 : i + 2] != had[at : at + 1]:
            places = places or {piece: i for i, piece in enumerate(had)}
            if piece in places:
                at = places[piece]
                continue
        parts.append(piece)
        i += 1
    return parts


@functools.lru_cache(1024)
def _edit(old: str, new: str) -> tuple[int, int, str] | None:
    """How much of the beginning and of the end of a piece stays, and the new middle; nothing stays where that saves
    little. None: they are not the same up to the id, so it is another piece."""
    most = min(len(old), len(new))
    head = _same(old[:most], new[:most], "big")
    if head < new.find('"', new.find(' id="') + 5):
        return None
    tail = min(most - head, _same(old[len(old) - most :], new[len(new) - most :], "little"))
    short = head + tail >= WORTH and old.isascii() and new.isascii()  # a page counts other characters otherwise
    return (head, tail, new[head : len(new) - tail]) if short else (0, 0, new)


def _same(one: str, other: str, order: Literal["big", "little"]) -> int:
    """How many characters at the beginning (`big`) or the end (`little`) of two texts of one length are the same: read
    as numbers, these are the digits in which they do not differ. Of texts that are not ASCII, no more than that."""
    differing = int.from_bytes(one.encode(), order) ^ int.from_bytes(other.encode(), order)
    return max(0, len(one) - (differing.bit_length() + 7) // 8)
