"""Positions for tests, written as in the rules file."""

from __future__ import annotations

from lastraft import Match, position
from lastraft.kernel import randbelow, seed_rng, seed_words
from lastraft.survive import GAME
from lastraft.survive.components import DIE, KIND_NAMES
from lastraft.survive.state import Frame, SurviveState
from lastraft.survive.ui.notation import pieces
from tests.answers import check_frames

PARTS: dict[int, int] = {
    **dict.fromkeys((Frame.WINDOW, Frame.OARS, Frame.DOLPHIN, Frame.FETCH), 2),
    **{Frame.ARRIVAL: 4, Frame.KAIJU: 3},
}
"""How many parts of a frame are read, if not one."""


def table(there: str, *lines: str, seats: int = 4, seed: int = 1, **options: str) -> Match:
    """A position: its pieces, then further lines. Red is active with three moves unless a line says otherwise."""
    return position(GAME, "\n".join([*lines, f"pieces: {there}"]), options, seats, seed)


def on_board(m: Match) -> set[str]:
    """All pieces on the board, in the rules file's notation."""
    return set(pieces(m.state))


def legal(m: Match, seat: int | None = None) -> set[str]:
    """The texts of the seat's legal moves."""
    return {move.text for move in m.legal_moves(seat)}


def play(m: Match, *moves: str) -> Match:
    """Make moves, each by whoever is asked."""
    for move in moves:
        m.push(move)
        check_frames(m.state, PARTS)
    return m


def _seed(kind: int) -> int:
    seed = 0
    while True:
        s = SurviveState()
        seed_rng(s, *seed_words(seed))
        if DIE[randbelow(s, len(DIE))] == kind:
            return seed
        seed += 1


ROLLS = {name: _seed(kind) for kind, name in enumerate(KIND_NAMES)}
"""Seeds whose first roll of the die shows a kind of creature."""


def said(m: Match, kind: int, seat: int = -1) -> list[tuple[int, int]]:
    """The first two numbers of the events of a kind that the seat has heard."""
    return [(h.event.a, h.event.b) for h in m.events(seat) if h.event.kind == kind]
