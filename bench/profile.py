"""What a native move costs, rule by rule: `python bench/profile.py [GAME ...] [--positions 4096] [--families]`.

Positions of random games, all equally likely, the usual number of seats. Every rule is run over all of them, again and
again; nanoseconds of the processor a call, the best of several rounds. `--families` splits `legal` and `apply` by the
kind of move that was drawn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import lastraft
from lastraft.arena.stepping import NUMBERS, begin, see
from lastraft.bots import room
from lastraft.bots.greedy import STATES
from lastraft.bots.random import choose_random
from lastraft.kernel import Buffer, Rng, States, copy_state, placeholder, rule

asked = placeholder("asked")
legal = placeholder("legal")
apply = placeholder("apply")
hide = placeholder("hide")
observe = placeholder("observe")
FIRST = STATES + 2
"""A scratch state, an empty game, then positions."""
SCRATCH, BLANK = STATES, STATES + 1
ROUNDS = 7


@rule
def gather(states: States, n: int, notes: Buffer, rng: Rng, out: Buffer, moves: Buffer) -> None:
    """Play random games; keep every position of the last n, and the move that was drawn there."""
    begin(states, SCRATCH, BLANK, notes, 1, 1)
    for i in range(n):
        seat = asked(states[SCRATCH])
        if seat < 0:
            begin(states, SCRATCH, BLANK, notes, 1, 1)
            seat = asked(states[SCRATCH])
        copy_state(states, FIRST + i, SCRATCH)
        moves[i] = choose_random(states[SCRATCH], seat, rng, out)
        apply(states[SCRATCH], seat, moves[i] + 0)


@rule
def run_asked(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        out[0] = asked(states[FIRST + chosen[k]])


@rule
def run_legal(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        legal(states[FIRST + chosen[k]], asked(states[FIRST + chosen[k]]), out)


@rule
def run_copy(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        copy_state(states, SCRATCH, FIRST + chosen[k])


@rule
def run_apply(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        copy_state(states, SCRATCH, FIRST + chosen[k])
        apply(states[SCRATCH], asked(states[SCRATCH]), moves[chosen[k]] + 0)


@rule
def run_hide(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        copy_state(states, SCRATCH, FIRST + chosen[k])
        hide(states[SCRATCH], asked(states[SCRATCH]))


@rule
def run_observe(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        observe(states[FIRST + chosen[k]], asked(states[FIRST + chosen[k]]), out)


@rule
def run_see(states: States, chosen: Buffer, n: int, moves: Buffer, out: Buffer) -> None:
    for k in range(n):
        see(states, FIRST + chosen[k], asked(states[FIRST + chosen[k]]), 0, moves, out)


TIMED: dict[str, tuple[Callable[..., Any], str]] = {
    "asked": (run_asked, ""),
    "legal": (run_legal, "asked"),
    "copy": (run_copy, ""),
    "apply": (run_apply, "copy"),
    "hide": (run_hide, "copy"),
    "observe": (run_observe, "asked"),
    "see (hide and observe)": (run_see, "asked"),
}
"""Each loop, and the one whose time is part of it."""


class Positions:
    """Positions of one game with the moves drawn there."""

    def __init__(self, name: str, n: int) -> None:
        self.game = lastraft.game(name)
        native = self.game.native
        self.states = native.states(FIRST + n)
        self.states[BLANK] = self.game.new_state(self.game.usual_size).to_record()
        self.out, self.moves = np.zeros(room(self.game), np.int16), np.zeros(n, np.int16)
        notes, rng = np.zeros(NUMBERS, np.int16), native.rng()
        rng["random"] = 1, 2, 3, 4
        native.rule(gather)(self.states, n, notes, rng, self.out, self.moves)

    def times(self, chosen: Any) -> dict[str, float]:
        """Nanoseconds a call of each rule, over the chosen positions."""
        n, taken = len(chosen), {}
        for name, (loop, _) in TIMED.items():
            compiled = self.game.native.rule(loop)
            rounds = []
            for _ in range(ROUNDS):
                began, calls = time.thread_time_ns(), 0
                while time.thread_time_ns() - began < 20_000_000:
                    compiled(self.states, chosen, n, self.moves, self.out)
                    calls += n
                rounds.append((time.thread_time_ns() - began) / calls)
            taken[name] = min(rounds)
        return {name: taken[name] - taken.get(part, 0) for name, (_, part) in TIMED.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--positions", type=int, default=4096)
    parser.add_argument("--families", action="store_true", help="each kind of move by itself too")
    given = parser.parse_args()
    for name in given.games or lastraft.games():
        positions = Positions(name, given.positions)
        everywhere = np.arange(given.positions, dtype=np.int16)
        print(f"{name}: " + ", ".join(f"{rule} {ns:.0f}" for rule, ns in positions.times(everywhere).items()) + " ns")
        for family in positions.game.families.all if given.families else ():
            here = (positions.moves >= family.first) & (positions.moves < family.first + family.size)
            if (chosen := here.nonzero()[0].astype(np.int16)).size:
                times = positions.times(chosen)
                share = chosen.size / given.positions
                print(f"    {family.name:16} {share:6.1%}  legal {times['legal']:6.0f}  apply {times['apply']:6.0f} ns")


if __name__ == "__main__":
    main()
