"""Differences between drawings: a page is sent only the pieces that it does not have."""

Run = tuple[int, int]
"""A slice of the pieces that the page has: from, to."""
STRETCH = 32


def changes(had: list[str], wanted: list[str]) -> list[str | Run]:
    """Describe a drawing as runs of the pieces that the page has, and the rest as text.

    Pieces mostly keep their order, so a run mostly ends at a piece that was changed, inserted or removed. Only
    otherwise are all pieces searched.
    """
    parts: list[str | Run] = []
    places: dict[str, int] = {}
    at = i = 0
    while i < len(wanted):
        if alike := _alike(had, at, wanted, i):
            parts.append((at, at + alike))
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
        parts.append(piece)
        i += 1
    return parts


def _alike(had: list[str], at: int, wanted: list[str], i: int) -> int:
    """Count equal pieces from here on; comparing whole slices is much faster than one piece at a time."""
    n, most = 0, min(len(had) - at, len(wanted) - i)
    while n < most and had[at + n : at + n + STRETCH] == wanted[i + n : i + n + STRETCH]:
        n += STRETCH
    while n < most and had[at + n] == wanted[i + n]:
        n += 1
    return min(n, most)


def _name(piece: str) -> str:
    """The beginning of a piece, up to its id."""
    return piece[: piece.find('"', piece.find(' id="') + 5)]
