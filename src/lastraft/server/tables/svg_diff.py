"""Differences between drawings: a page is sent only what it does not have."""

Run = tuple[int, int]
"""A slice of the pieces that the page has: from, to."""
Edit = tuple[int, int, int, str]
"""A piece that the page has, with another middle: which, how much of its beginning and of its end stays, the middle."""
STRETCH = 32
WORTH = 40
"""An edit saves at least so many characters."""


def changes(had: list[str], wanted: list[str]) -> list[str | Run | Edit]:
    """Describe a drawing as runs of the pieces that the page has, edits of such pieces, and the rest as text.

    Pieces mostly keep their order, so a run mostly ends at a piece that was changed, inserted or removed. Only
    otherwise are all pieces searched.
    """
    parts: list[str | Run | Edit] = []
    places: dict[str, int] = {}
    at = i = 0
    while i < len(wanted):
        if alike := _alike(had, at, wanted, i):
            parts.append((at, at + alike))
            at, i = at + alike, i + alike
            continue
        piece = wanted[i]
        if at < len(had) and _name(piece) == _name(had[at]):
            parts.append(_edit(had, at, piece))
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


def _alike(had: list[str], at: int, wanted: list[str], i: int) -> int:
    """Count equal pieces from here on; comparing whole slices is much faster than one piece at a time."""
    n, most, step = 0, min(len(had) - at, len(wanted) - i), STRETCH
    if most <= 0 or had[at] != wanted[i]:
        return 0
    while step:
        while n + step <= most and had[at + n : at + n + step] == wanted[i + n : i + n + step]:
            n += step
        step //= 2
    return n


def _name(piece: str) -> str:
    """The beginning of a piece, up to its id."""
    return piece[: piece.find('"', piece.find(' id="') + 5)]


def _edit(had: list[str], at: int, piece: str) -> str | Edit:
    """A piece as another middle of the one that the page has, if that is shorter."""
    old = had[at]
    if not (old.isascii() and piece.isascii()):  # others are counted otherwise by a page
        return piece
    most = min(len(old), len(piece))
    head = 0
    step = 1 << most.bit_length()
    while step:
        if head + step <= most and old.startswith(piece[head : head + step], head):
            head += step
        step //= 2
    tail, most, step = 0, most - head, 1 << most.bit_length()
    while step:
        here = len(piece) - tail
        if tail + step <= most and old.endswith(piece[here - step : here], 0, len(old) - tail):
            tail += step
        step //= 2
    return (at, head, tail, piece[head : len(piece) - tail]) if head + tail >= WORTH else piece
