"""What the tests of Hellapagos are written with: positions, moves as text, and questions about the table."""

from __future__ import annotations

from collections.abc import Callable

import lastraft
from lastraft.hellapagos import GAME
from lastraft.hellapagos.rules.windows import awaited
from lastraft.hellapagos.state import DISCARD, EXTRA, IN_PLAY, Frame
from lastraft.hellapagos.ui.notation import LETTERS, cards_at
from lastraft.kernel import top
from lastraft.match import Match
from tests.answers import check_frames

PARTS: dict[int, int] = {
    **dict.fromkeys((Frame.TARGETS, Frame.FEEDING), 4),
    **dict.fromkeys((Frame.REACTION, Frame.IMPOSING, Frame.PUSHING), 2),
}
"""How many parts of a frame are read, if not one."""


def at(text: str, seed: int = 1, **options: str | bool) -> Match:
    """A match from a position; lines are divided by line ends or semicolons."""
    return lastraft.position(GAME, text.replace(";", "\n"), options=options, seed=seed)


def do(m: Match, *moves: str) -> Match:
    """Make moves written as 'B: vote C'; 'pass' alone makes everybody awaited pass."""
    for move in moves:
        if move == "pass":
            all_pass(m)
        else:
            seat, _, text = move.partition(": ")
            m.push(text, LETTERS.index(seat))
        check_frames(m.state, PARTS)
    return m


def all_pass(m: Match) -> None:
    """Everybody who is awaited passes."""
    for seat in range(m.seats):
        if m.state.window and not m.state.depth and awaited(m.state, seat):
            m.push("pass", seat)


def steer(text: str, moves: tuple[str, ...], wanted: Callable[[Match], bool], **options: str | bool) -> Match:
    """Chance is steered: the first seed after whose moves the wish is fulfilled."""
    for seed in range(1, 400):
        m = do(at(text, seed, **options), *moves)
        if wanted(m):
            return m
    raise AssertionError("no seed brings this about")


def legal(m: Match, seat: str) -> set[str]:
    return {move.text for move in m.legal_moves(LETTERS.index(seat))}


def of_kind(m: Match, seat: str, verb: str) -> set[str]:
    """The legal moves of a seat that begin with a word, without it."""
    return {text.partition(" ")[2] for text in legal(m, seat) if text.partition(" ")[0] == verb}


def why_not(m: Match, move: str) -> str:
    """The clause that forbids 'B: vote C'."""
    seat, _, text = move.partition(": ")
    return m.forbids(text, LETTERS.index(seat))


def hand(m: Match, seat: str) -> list[str]:
    return sorted(cards_at(m.state, LETTERS.index(seat)))


def in_play(m: Match, seat: str) -> list[str]:
    return sorted(cards_at(m.state, IN_PLAY + LETTERS.index(seat)))


def discarded(m: Match) -> list[str]:
    return sorted(cards_at(m.state, DISCARD))


def alive(m: Match) -> str:
    return "".join(LETTERS[seat] for seat in range(m.seats) if m.state.alive >> seat & 1)


def aboard(m: Match) -> str:
    return "".join(LETTERS[seat] for seat in range(m.seats) if m.state.aboard >> seat & 1)


def sick(m: Match) -> str:
    return "".join(LETTERS[seat] for seat in range(m.seats) if m.state.causes[seat])


def first(m: Match) -> str:
    return LETTERS[m.state.first_player]


def turns(m: Match) -> str:
    """The seats of the turns to come."""
    return "".join(LETTERS[(entry - 1) % EXTRA] for entry in m.state.order if entry)


def window(m: Match) -> str:
    """The letter of the open window; '-' if none is open."""
    return "-TDSVZN"[m.state.window]


def markers(m: Match) -> tuple[int, int]:
    return m.state.water, m.state.food


def finish_turns(m: Match) -> Match:
    """Everybody takes the turn that is left to them: water, and nothing else happens."""
    while window(m) == "T":
        all_pass(m)
        owner = turns(m)[0]
        m.push("water" if "water" in legal(m, owner) else sorted(legal(m, owner))[0], LETTERS.index(owner))
    return m


def close(m: Match) -> Match:
    """Everybody passes and the owner of D, S, Z or N closes; the designated castaway accepts this fate."""
    seat = m.state.designated - 1 if window(m) == "V" else m.state.conch - 1
    seat = m.state.first_player if seat < 0 else seat
    m.push("accept fate" if window(m) == "V" else "close", seat)
    all_pass(m)
    return m


def everybody_votes(m: Match, target: str, other: str = "") -> Match:
    """All who owe a vote give it to the target, who votes for the other."""
    while m.state.depth and top(m.state) == Frame.BALLOT:
        seat = m.asked
        assert seat is not None
        choice = target if LETTERS[seat] != target else other or sorted(of_kind(m, LETTERS[seat], "vote"))[0]
        m.push(f"vote {choice}", seat)
    return m
