"""What the rules answer in the middle of a recorded game, as lines of text: a changed rule shows as a changed line.
And games for that with seldom options and moves.

A line tells how many moves the next to act has, which clauses forbid the others, what the clock would do, and the
digests of the state, of what the seat and a watcher know of it, and of a guess at the rest.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import lastraft
from lastraft import Match
from lastraft.kernel import seed_rng, seed_words, top
from lastraft.protocol import WATCHER
from lastraft.testing.random_play import random_move

EVERY = 29
"""One moment in so many is asked about, and the first few of each kind of pending business."""
FEW = 4


def seldom_game(name: str, seats: int, seed: int, value: int) -> Match:
    """A game in which every option has its value of that number (0: the default), and rare moves come first."""
    options = {option.name: option.values[value] for option in lastraft.game(name).options}
    m = lastraft.new(name, seats=seats, seed=seed, options=options)
    rnd, played = random.Random(f"seldom {seed}"), Counter[int]()
    while not m.over:
        seat, code = random_move(m.game, m.state, rnd, played)
        m.push(code, seat)
    return m


def check_frames(s: Any, used: Mapping[int, int]) -> None:
    """What is pending has 0 in the parts that nothing reads: equal positions are equal bytes. ``used`` tells how many
    parts are read of a frame, if not one."""
    for kind, *parts in s.frame[: s.depth]:
        assert not any(parts[used.get(kind, 1) :]), f"frame {kind}: {parts}"


def answers(m: Match) -> str:
    """The lines of a match that is over."""
    state = m.at(0)
    lines, pending = [], Counter[tuple[int, int]]()
    for number, played in enumerate(m.history):
        kind = top(state), m.game.families.of[played.move.code]
        pending[kind] += 1
        if number % EVERY == 0 or pending[kind] <= FEW:
            lines.append(f"{number}. {_at(m, state)}")
        m.game.rules.apply(state, played.move.seat, played.move.code)
    points = " ".join(f"{m.game.rules.score(state, seat)}/{m.game.rules.rank(state, seat)}" for seat in range(m.seats))
    return "\n".join([*lines, f"{len(m.history)}. {points}; {_digests(m, state, 0)}", ""])


def _at(m: Match, s: Any) -> str:
    rules, seat = m.game.rules, m.game.rules.asked(s)
    clauses = [rules.forbids(s, seat, code) for code in range(m.game.families.count)]
    assert m.game.legal(s, seat) == [code for code, clause in enumerate(clauses) if clause == 0]
    refused = ", ".join(
        f"{n} by {clause // 100}.{clause % 100}" for clause, n in sorted(Counter(clauses).items()) if clause
    )
    default = " ".join(map(str, m.game.families[rules.timeout(s, seat)]))
    return f"seat {seat}: {clauses.count(0)} moves, {refused}; by default {default}; {_digests(m, s, seat)}"


def _digests(m: Match, s: Any, seat: int) -> str:
    states = [s]
    for reader in (seat, WATCHER):
        known = m.game.hidden(s, reader)
        guess = known.copy()
        seed_rng(guess, *seed_words(1))
        m.game.rules.determinize(guess, reader)
        states += [known, guess]
    plain = (m.game.state.from_bytes(each.to_bytes()) for each in states)  # numbers, not members of an enum
    return " ".join(f"{zlib.crc32(repr(each).encode()):08x}" for each in plain)
