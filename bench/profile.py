"""What a move costs, rule by rule: `python bench/profile.py [GAME ...] [--positions 4096] [--families] [--gpu]`.

Positions of random games, all equally likely, the usual number of seats. Every rule is run over all of them, again and
again; nanoseconds of the processor a call, the best of several rounds. `--families` splits `legal` and `apply` by the
kind of move that was drawn.

`--gpu` runs the same loops in all threads of a GPU at once, each with positions and a scratch state of its own in
global memory, and prints cycles of one multiprocessor a call: the time of a kernel x the clock rate / the calls that
one multiprocessor made (nanoseconds of the whole GPU: divide by its GHz and by its multiprocessors). The clock rate is
the highest that the GPU reports; one that runs slower shows more cycles than there were. Measured twice: mixed, where
neighbouring threads have positions at random, and sorted by question and family of the move. The difference is what
threads of a warp that go different ways cost. `choose` is what a random choice costs beside `legal`. Of every kernel:
registers and bytes of local memory of a thread (without the list of moves, where it is kept), bytes of code.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from profile_gpu import THREADS, GpuLoops

import lastraft
from lastraft.arena.stepping import NUMBERS, begin, see
from lastraft.bots import room
from lastraft.bots.greedy import STATES
from lastraft.bots.random import choose_random
from lastraft.kernel import Buffer, Rng, States, copy_state, placeholder, rule
from lastraft.protocol.codes import Family

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
def run_asked(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    """Each loop returns something of what it did, so that no compiler leaves it out. ``at`` is a scratch state."""
    total = 0
    for k in range(n):
        total += asked(states[FIRST + chosen[k]])
    return total


@rule
def run_legal(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    total = 0
    for k in range(n):
        count: int = legal(states[FIRST + chosen[k]], asked(states[FIRST + chosen[k]]), out)
        total += out[count - 1]
    return total


@rule
def run_choose(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    total = 0
    for k in range(n):
        total += choose_random(states[FIRST + chosen[k]], asked(states[FIRST + chosen[k]]), states[at], out)
    return total


@rule
def run_copy(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    for k in range(n):
        copy_state(states, at, FIRST + chosen[k])
    return n


@rule
def run_apply(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    for k in range(n):
        copy_state(states, at, FIRST + chosen[k])
        apply(states[at], asked(states[at]), moves[chosen[k]] + 0)
    return n


@rule
def run_hide(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    for k in range(n):
        copy_state(states, at, FIRST + chosen[k])
        hide(states[at], asked(states[at]))
    return n


@rule
def run_observe(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    for k in range(n):
        observe(states[FIRST + chosen[k]], asked(states[FIRST + chosen[k]]), view)
    return n


@rule
def run_see(states: States, at: int, chosen: Buffer, n: int, moves: Buffer, out: Buffer, view: Buffer) -> int:
    for k in range(n):
        see(states, FIRST + chosen[k], asked(states[FIRST + chosen[k]]), 0, out, view)
    return n


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
ON_GPU = {**TIMED, "choose": (run_choose, "legal")}
del ON_GPU["see (hide and observe)"]
"""`see` has one state for all threads to hide in; it is `observe`, after `copy` and `hide` if the game needs that."""


class Positions:
    """Positions of one game with the moves drawn there."""

    def __init__(self, name: str, n: int) -> None:
        self.game = lastraft.game(name)
        native = self.game.native
        self.states = native.states(FIRST + n)
        self.states[BLANK] = self.game.new_state(self.game.usual_size).to_record()
        self.out, self.view, self.moves = (np.zeros(size, np.int16) for size in (*2 * [room(self.game)], n))
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
                    compiled(self.states, SCRATCH, chosen, n, self.moves, self.out, self.view)
                    calls += n
                rounds.append((time.thread_time_ns() - began) / calls)
            taken[name] = min(rounds)
        return {name: taken[name] - taken.get(part, 0) for name, (_, part) in TIMED.items()}

    def of_family(self, family: Family) -> Any:
        """Where a move of that family was drawn."""
        here = (self.moves >= family.first) & (self.moves < family.first + family.size)
        return here.nonzero()[0].astype(np.int16)

    def in_order(self) -> Any:
        """All positions, sorted by question and family of the move."""
        at, depth = self.states[FIRST:], self.states[FIRST:]["depth"].astype(int)
        question = np.where(depth > 0, at["frame"][np.arange(len(at)), np.maximum(depth - 1, 0), 0], 0)
        return np.lexsort((self.game.families.of.array()[self.moves], question)).astype(np.int16)


def on_gpu(name: str, n: int, wanted: list[str], families: bool, lock: Any) -> None:
    """Print the table of one game. Compiling takes most of the time, so games do it side by side; ``lock`` is held
    while the GPU is measured."""
    began = time.perf_counter()
    native = multiprocessing.get_context("spawn").Process(target=Positions, args=(name, n), daemon=True)
    native.start()  # fills the cache of native rules in the meantime
    gpu = GpuLoops(lastraft.game(name), {each: ON_GPU[each] for each in wanted})
    compiled = time.perf_counter()
    native.join()
    positions = Positions(name, n)
    gpu.load(positions.states, positions.moves)
    gathered = time.perf_counter()
    with lock:
        mixed = gpu.cycles(np.random.default_rng(1).permutation(n), wanted, ROUNDS)
        alike = gpu.cycles(positions.in_order(), wanted, ROUNDS)
        print(
            f"{name}: cycles of one multiprocessor a call ({gpu.blocks} with {THREADS} threads each, "
            f"{gpu.clock / 1e9:.2f} GHz; "
            f"kernels compiled in {compiled - began:.0f} s, positions {gathered - compiled:.0f} s later)\n"
            f"    rule       mixed  sorted  registers  local bytes  code bytes"
        )
        for each in wanted:
            registers, local, code = gpu.counters(each)
            print(f"    {each:8} {mixed[each]:7.0f} {alike[each]:7.0f} {registers:10} {local:12} {code:11}")
        split = [each for each in wanted if each in ("legal", "apply")]
        for family in positions.game.families.all if families and split else ():
            if (chosen := positions.of_family(family)).size:
                cycles = gpu.cycles(chosen, [each for each in ("asked", "copy", *split) if each in wanted], rounds=3)
                told = "  ".join(f"{each} {cycles[each]:6.0f}" for each in split)
                print(f"    {family.name:16} {chosen.size / n:6.1%}  {told}")
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--positions", type=int, help="how many, at most 32768; 4096 if not said, 32768 on a GPU")
    parser.add_argument("--families", action="store_true", help="each kind of move by itself too")
    parser.add_argument("--gpu", action="store_true", help="on the GPU of this machine")
    parser.add_argument("--rules", default=",".join(ON_GPU), help="which rules on a GPU; all if none is named")
    given = parser.parse_args()
    n, games = given.positions or (32768 if given.gpu else 4096), given.games or lastraft.games()
    if given.gpu:
        if unknown := {*given.rules.split(",")} - {*ON_GPU}:
            parser.error(f"--rules {','.join(unknown)}: there are {', '.join(ON_GPU)}")
        named = {each: ON_GPU[each][1] for each in given.rules.split(",")}
        parts = {*named, *named.values(), *("asked" for part in named.values() if part == "legal")}
        process, wanted = multiprocessing.get_context("spawn"), [each for each in ON_GPU if each in parts]
        lock = process.Lock()
        each_game = [process.Process(target=on_gpu, args=(name, n, wanted, given.families, lock)) for name in games]
        for one in each_game:
            one.start()
        for one in each_game:
            one.join()
        sys.exit(any(one.exitcode for one in each_game))
    for name in games:
        positions = Positions(name, n)
        times = positions.times(np.arange(n, dtype=np.int16))
        print(f"{name}: " + ", ".join(f"{rule} {ns:.0f}" for rule, ns in times.items()) + " ns")
        for family in positions.game.families.all if given.families else ():
            if (chosen := positions.of_family(family)).size:
                times = positions.times(chosen)
                share = chosen.size / n
                print(f"    {family.name:16} {share:6.1%}  legal {times['legal']:6.0f}  apply {times['apply']:6.0f} ns")


if __name__ == "__main__":
    main()
