"""A drawing as differences: its layers are cut before every id, and a page is sent only the pieces that it has not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import NamedTuple

CUT = ' id="'
Run = tuple[int, int]
"""Pieces that somebody has already, counted through all layers: from, to."""


class Layer(NamedTuple):
    """A layer of a drawing, and the pieces that make it."""

    text: str
    pieces: list[str]


def cut(text: str) -> Layer:
    first, *rest = text.split(CUT)
    return Layer(text, [first, *[CUT + piece for piece in rest]])


def changes(had: Sequence[Layer], texts: Sequence[str]) -> tuple[list[str | Run], list[Layer]]:
    """How a drawing is made from the pieces of the one that somebody has: runs of these, the rest as text. And its
    layers, which he has then. A layer that is the same is not looked at."""
    made: list[str | Run] = []
    layers = []
    first = 0
    for i, text in enumerate(texts):
        before = had[i] if i < len(had) else Layer("", [])
        if before.text == text:
            layers.append(before)
            made.append((first, first + len(before.pieces)))
        else:
            layers.append(cut(text))
            made += _changes(before.pieces, layers[-1].pieces, first)
        first += len(before.pieces)
    return made, layers


def _changes(had: list[str], wanted: list[str], first: int) -> list[str | Run]:
    """The same for one layer, of which the pieces that are there count from ``first``.

    Pieces mostly keep their order: what follows a run is mostly a piece that looks different now, was put in or left
    out. Only where it is none of these are all looked through.
    """
    made: list[str | Run] = []
    places: dict[str, int] = {}
    at = i = 0
    while i < len(wanted):
        alike = next(compress(count(), map(ne, had[at:], wanted[i:])), min(len(had) - at, len(wanted) - i))
        if alike:
            made.append((first + at, first + at + alike))
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


def _name(piece: str) -> str:
    return piece[: piece.find('"', len(CUT))]


def changed(had: Sequence[Layer], made: Sequence[str | Run]) -> str:
    """The drawing that somebody has after such changes; the page does the same."""
    pieces = [piece for layer in had for piece in layer.pieces]
    return "".join(part if isinstance(part, str) else "".join(pieces[part[0] : part[1]]) for part in made)
