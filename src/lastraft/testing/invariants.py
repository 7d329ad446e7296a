"""Games whose every state is checked: `python -m lastraft.testing.invariants [GAME ...] --moves 1000000 [--cuda]`.

All numbers of seats, random options, seats of `random` and `greedy`; in some games the clock makes half of the moves,
in some not only the seat that is asked moves. After every move the game's own invariants (`Game.violated`) and the
general ones (`General`) are checked; the dear ones after one move in so many. A game is told by its number: the same
one is played in every world, and a violation is kept as a record that replays to it.
"""

from __future__ import annotations

import argparse
import enum
import functools
import inspect
import os
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from ..bots import room
from ..bots.greedy import GUESS, HIDDEN, STATES, TRIED, choose_greedy
from ..bots.random import choose_random
from ..errors import LastRaftError
from ..kernel import Buffer, Rng, State, States, copy_state, placeholder, randbelow, rule, seed_rng
from ..kernel.cuda import Cuda, CudaMissing, numba_cuda
from ..kernel.native import Native, bind
from ..kernel.rng import is_blank, mixed
from ..match import Match
from ..protocol import Game, registry
from .conformance import misfit
from .random_play import drawn_options

setup = placeholder("setup")
asked = placeholder("asked")
actors = placeholder("actors")
over = placeholder("over")
legal = placeholder("legal")
forbids = placeholder("forbids")
apply = placeholder("apply")
rank = placeholder("rank")
hide = placeholder("hide")
determinize = placeholder("determinize")
observe = placeholder("observe")
evaluate = placeholder("evaluate")
prefer = placeholder("prefer")
timeout = placeholder("timeout")
own_code = placeholder("own_code")
code_of = placeholder("code_of")
violated = placeholder("violated")
same = placeholder("same")
codes = placeholder("codes")
options = placeholder("options")
frames = placeholder("frames")
characters = placeholder("characters")
observe_needs_hide = placeholder("observe_needs_hide")

LIVE, BLANK, ROOM = STATES, STATES + 1, STATES + 2
"""Of the states, after those that `greedy` needs (which serve as scratch here): the game, one that has not begun; and
how many they are."""
GREEDY, CLOCK, FREE, SEATED = 1, 2, 4, 3
"""By the bits of a game's number: about half of the seats are `greedy` (whose bits are those from `SEATED` on), the
clock makes half of the moves, any seat that may act moves."""
SALT = 0x14BA
BLANKS = 945
"""Combinations of seats and options; an odd number, so that they do not depend on a number's bits."""
OWN = 100
"""Added to the number of a game's own invariant."""
DONE, RESULTS = 255, 256
"""A game that is over, and more than the number of any violation."""
EVERY, DEAR = 8, 64
"""After one move in so many what a seat knows is checked, and `legal` over all codes of all seats."""
SHARE = 16
"""One in so many games has `greedy` seats, and on a GPU one in so many blocks plays such games."""


class General(enum.IntEnum):
    """What holds in every game."""

    SETTINGS = 1  # seats and options are as they were
    STACK = 2  # frames within the depth, nothing above them
    ACTORS = 3  # until the game is over somebody may act, and who is asked may
    MOVE = 4  # what a bot chooses is not forbidden
    LEGAL = 5  # for every seat `legal` lists, in rising order, exactly what `forbids` does not forbid
    CODES = 6  # `own_code` and `code_of` undo each other
    HIDDEN_TWICE = 7  # `hide` changes nothing in a hidden state
    HIDDEN_MOVES = 8  # a seat knows its legal moves
    OBSERVATION = 9  # `observe` needs nothing that `hide` blanks, where the game says so
    DETERMINIZED = 10  # a determinized state looks the same to the seat
    GUESS = 11  # and holds the game's own invariants
    WEIGHTS = 12  # `evaluate` and `prefer` are 0 to 1000
    TIMEOUT = 13  # the clock's move is a code
    RANKS = 14  # places at the end are shared or follow on
    ENDLESS = 15  # no game takes more than `most_moves`
    GENERATOR = 16  # nobody knows the generator


# -- rules ----------------------------------------------------------------------------------------------------------


@rule
def ill_formed(s: State, blank: State) -> int:
    """What no state of any game has, from the outside."""
    if s.seats != blank.seats:
        return General.SETTINGS
    for i in range(options):
        if s.option[i] != blank.option[i]:
            return General.SETTINGS
    if s.depth < 0 or s.depth > frames:
        return General.STACK
    for row in range(frames):
        if row < s.depth and s.frame[row][0] <= 0:
            return General.STACK
        for i in range(5):
            if row >= s.depth and s.frame[row][i] != 0:
                return General.STACK
    mask: int = actors(s)
    seat: int = asked(s)
    if over(s) != 0:
        return General.ACTORS if mask != 0 or seat != -1 else 0
    if mask <= 0 or mask >> s.seats != 0 or seat < 0:
        return General.ACTORS
    return 0 if mask >> seat & 1 else General.ACTORS


@rule
def misranked(s: State) -> int:
    """A place is one more than there are better ones."""
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            if rank(s, other) < rank(s, seat):
                better += 1
        if rank(s, seat) != better + 1:
            return General.RANKS
    return 0


@rule
def miscoded(s: State, seat: int) -> int:
    for code in range(codes):
        own = own_code(s, seat, code)
        if own < 0 or own >= codes or code_of(s, seat, own) != code:
            return General.CODES
    return 0


@rule
def known_wrong(states: States, seat: int, seed: int, out: Buffer, again: Buffer) -> int:
    """What a seat, or a spectator, knows."""
    copy_state(states, HIDDEN, LIVE)
    hide(states[HIDDEN], seat)
    if not is_blank(states[HIDDEN]):
        return General.GENERATOR
    copy_state(states, TRIED, HIDDEN)
    hide(states[TRIED], seat)
    if not same(states[HIDDEN], states[TRIED]):
        return General.HIDDEN_TWICE
    copy_state(states, GUESS, HIDDEN)
    seed_rng(states[GUESS], seed, seat, SALT, 2)
    determinize(states[GUESS], seat)
    if violated(states[GUESS]) != 0:
        return General.GUESS
    hide(states[GUESS], seat)
    if not same(states[HIDDEN], states[GUESS]):
        return General.DETERMINIZED
    if seat < 0:
        return 0
    n = legal(states[LIVE], seat, out)
    if legal(states[HIDDEN], seat, again) != n:
        return General.HIDDEN_MOVES
    for i in range(n):
        if out[i] != again[i]:
            return General.HIDDEN_MOVES
    n = observe(states[LIVE], seat, out)
    if observe(states[HIDDEN], seat, again) != n:
        return General.OBSERVATION
    for i in range(n):
        if observe_needs_hide == 0 and out[i] != again[i]:
            return General.OBSERVATION
    return 0


@rule
def misfits(s: State, character: int, out: Buffer) -> int:
    """The moves of every seat, and what is thought of them."""
    for seat in range(s.seats):
        if misfit(s, seat, codes, out) != -1:
            return General.LEGAL
        value = evaluate(s, seat)
        if value < 0 or value > 1000:
            return General.WEIGHTS
        if actors(s) >> seat & 1:
            move = timeout(s, seat)
            if move < 0 or move >= codes:
                return General.TIMEOUT
            n = legal(s, seat, out)
            for i in range(n):
                weight = prefer(s, seat, out[i] + 0, character)
                if weight < 0 or weight > 1000:
                    return General.WEIGHTS
    return 0


@rule
def check(states: States, number: int, moves: int, every: int, dear: int, out: Buffer, again: Buffer) -> int:
    """What is violated after so many moves of the game, or 0."""
    wrong = ill_formed(states[LIVE], states[BLANK])
    if wrong == 0:
        wrong = violated(states[LIVE])
        wrong = OWN + wrong if wrong != 0 else 0
    seats = states[LIVE].seats + 0
    if wrong == 0 and moves == 0:
        wrong = miscoded(states[LIVE], number % seats)
    turn = number + moves
    if wrong == 0 and turn % every == 0:
        wrong = known_wrong(states, turn // every % (seats + 1) - 1, turn, out, again)
    if wrong == 0 and turn % dear == 0:
        wrong = misfits(states[LIVE], number % (characters + 1), out)
    if wrong == 0 and over(states[LIVE]) != 0:
        wrong = misranked(states[LIVE])
    return wrong


@rule
def begin(states: States, number: int, rng: Rng) -> None:
    """Set the game of that number up, and seed those who play it."""
    copy_state(states, LIVE, BLANK)
    seed_rng(states[LIVE], number, number >> 32, SALT, 0)
    seed_rng(rng, number, number >> 32, SALT, 1)
    setup(states[LIVE])


@rule
def choose(states: States, number: int, rng: Rng, out: Buffer) -> int:
    """The next move as one number: the seat, the code, and 1 if the clock makes it."""
    seat: int = asked(states[LIVE])
    seats = states[LIVE].seats + 0
    if number & FREE:
        mask = actors(states[LIVE])
        seat = randbelow(rng, seats)
        while mask >> seat & 1 == 0:
            seat = (seat + 1) % seats
    by_clock = 0
    if number & CLOCK and randbelow(rng, 2) == 0:
        move: int = timeout(states[LIVE], seat)
        by_clock = 1
    elif number & GREEDY and number >> SEATED + seat & 1:
        copy_state(states, HIDDEN, LIVE)
        hide(states[HIDDEN], seat)
        move = choose_greedy(states, seat, number % (characters + 1), rng, out)
    else:
        move = choose_random(states[LIVE], seat, rng, out)
    packed: int = (seat * codes + move) * 2 + by_clock
    return packed


@rule
def step(
    states: States, number: int, moves: int, every: int, dear: int, limit: int, rng: Rng, out: Buffer, again: Buffer
) -> int:
    """Check the game after so many moves and make the next one; 0, or `DONE` when it is over, or what is violated."""
    wrong = check(states, number, moves, every, dear, out, again)
    if wrong != 0:
        return wrong
    if over(states[LIVE]) != 0:
        return DONE
    if moves >= limit:
        return General.ENDLESS
    chosen = choose(states, number, rng, out)
    seat = chosen // 2 // codes
    move = chosen // 2 % codes
    if chosen & 1 == 0 and forbids(states[LIVE], seat, move) != 0:
        return General.MOVE
    apply(states[LIVE], seat, move)
    return 0


@rule
def play_checked(
    states: States, number: int, every: int, dear: int, limit: int, rng: Rng, out: Buffer, again: Buffer
) -> int:
    """Play and check the game of that number; `RESULTS` times the moves made, plus what was violated or 0."""
    begin(states, number, rng)
    moves = 0
    result = 0
    while result == 0:
        result = step(states, number, moves, every, dear, limit, rng, out, again)
        moves += 1 if result == 0 else 0
    return moves * RESULTS + (0 if result == DONE else result)


# -- for one game ---------------------------------------------------------------------------------------------------


def same_fields(state: type[State]) -> Any:
    """A rule that says whether two states are the same in every field."""
    lines = ["def same(one, other):"]
    for name, field in state.layout.fields.items():
        indices = "".join(f"[i{depth}]" for depth in range(len(field.shape)))
        loops = [f"for i{depth} in range({length}):" for depth, length in enumerate(field.shape)]
        lines += [" " * 4 * depth + loop for depth, loop in enumerate(loops, 1)]
        indent = " " * 4 * (len(loops) + 1)
        lines += [f"{indent}if one.{name}{indices} != other.{name}{indices}:", f"{indent}    return False"]
    lines.append("    return True")
    names: dict[str, Any] = {"__name__": state.__module__}
    # Under the name of the state's file, beside which native code is cached (as `observe_fields`).
    exec(compile("\n".join(lines), inspect.getsourcefile(state) or "<state>", "exec"), names)
    fn = names["same"]
    fn.__annotations__ = {"one": state, "other": state, "return": bool}
    fn.__rule__ = True
    return fn


@functools.cache
def bindings(game: Game[Any]) -> dict[str, Any]:
    """What the rules of this module ask of a game."""
    fields = game.state.layout.fields
    numbers = {"options": fields["option"].shape[0], "frames": fields["frame"].shape[0]}
    numbers["characters"] = len(game.characters)
    return {**game.bindings(), "violated": game.violated, "same": same_fields(game.state), **numbers}


@functools.cache
def blanks(game: Game[Any]) -> list[Any]:
    """Empty states: all numbers of seats, random options; a game is played with the one of its number."""
    rnd = random.Random(f"invariants {game.name}")
    chosen = drawn_options(game, BLANKS, rnd)
    return [game.new_state(game.sizes[i % len(game.sizes)], each) for i, each in enumerate(chosen)]


def blank_of(game: Game[Any], number: int) -> Any:
    """The seats and options of the game of that number."""
    return blanks(game)[number // 2 % BLANKS]


class Finding(NamedTuple):
    """A violation: in which game, after how many moves, of what."""

    number: int
    moves: int
    wrong: int


def name_of(game: Game[Any], wrong: int) -> str:
    """An invariant in words, as `check` numbers them."""
    return str(game.invariants(wrong - OWN).name if wrong > OWN else General(wrong).name)


class Player:
    """Plays games in this thread, by native rules or by plain ones."""

    def __init__(self, game: Game[Any], every: int = EVERY, dear: int = DEAR, native: bool = True) -> None:
        self.game, self._periods = game, (every, dear, game.most_moves)
        size = room(game)
        if native:
            import numpy as np

            compiled = _native(game)
            self.states: Any = compiled.states(ROOM)
            self._rng: Any = compiled.rng()
            self._buffers: list[Any] = [np.zeros(size, np.int16) for _ in range(2)]
            self.rule = compiled.rule
        else:
            self.states = States(game.state() for _ in range(ROOM))
            self._rng, self._buffers = Rng(), [Buffer(size) for _ in range(2)]
            self.rule = lambda fn: _plain(game, fn)
        self.native = native

    def play(self, number: int) -> Finding:
        """Play a game; ``wrong`` is 0 if nothing was violated."""
        self._blank(number)
        result = self.rule(play_checked)(self.states, number, *self._periods, self._rng, *self._buffers)
        return Finding(number, *divmod(int(result), RESULTS))

    def check(self, number: int, moves: int) -> int:
        """What is violated after so many moves of a game (see `moves`), or 0."""
        return int(self.rule(check)(self.states, number, moves, *self._periods[:2], *self._buffers))

    def moves(self, number: int, most: int) -> Iterator[tuple[int, int, bool]]:
        """Up to so many moves of a game, unchecked: the seat, the code, whether by the clock."""
        self._blank(number)
        self.rule(begin)(self.states, number, self._rng)
        for _ in range(most):
            if self.rule(self.game.rules.over)(self.states[LIVE]):
                return
            chosen, by_clock = divmod(int(self.rule(choose)(self.states, number, self._rng, self._buffers[0])), 2)
            seat, code = divmod(chosen, self.game.families.count)
            yield seat, code, bool(by_clock)
            self.rule(self.game.rules.apply)(self.states[LIVE], seat, code)

    def _blank(self, number: int) -> None:
        blank = blank_of(self.game, number)
        if self.native:
            self.states[BLANK] = blank.to_record()
        else:
            self.states[BLANK].become(blank)


@functools.cache
def _native(game: Game[Any]) -> Native:
    """The rules of this module for a game; those of the game and its bots are taken from the cache."""
    native = Native(game.state, bindings(game))
    native.compile(game.rules.by_name().values())
    native.compile([choose_random, choose_greedy])
    return native


@functools.cache
def _plain(game: Game[Any], fn: Any) -> Any:
    return bind(fn, bindings(game))


def seed_of(number: int) -> int:
    """The seed of the game of that number, for a `Match`."""
    return number | SALT << 64


def replayed(game: Game[Any], finding: Finding) -> Match:
    """The match that leads to a violation; a move that the rules refuse ends it."""
    start = blank_of(game, finding.number)
    match = Match(game, start.seats, seed_of(finding.number), game.chosen(start))
    for seat, code, by_clock in Player(game, native=False).moves(finding.number, finding.moves):
        try:
            match.push(code, seat, by_clock)
        except LastRaftError:
            break
    return match


# -- on a GPU -------------------------------------------------------------------------------------------------------

THREADS, REGISTERS = 128, 128
STEPS = 256
"""Moves of a launch by each thread."""
SLOWER = 16
"""A thread whose games have `greedy` seats makes one in so many: those of a launch wait for each other."""
FINDINGS = 64
"""So many violations of a launch are kept."""
NUMBER, MOVES, GAMES, MADE = range(4)
"""Notes on a thread: the game it plays, -1 if none, and how many moves it has; games begun and moves made so far."""


class Gpu:
    """Plays games on a GPU, one at a time in each thread. Every `SHARE`-th block plays those with `greedy` seats: the
    threads of a warp wait for each other."""

    def __init__(self, game: Game[Any], first: int = 0, every: int = EVERY, dear: int = DEAR) -> None:
        import numpy as np

        cuda = self._cuda = numba_cuda()
        if not cuda.is_available():
            raise CudaMissing("no GPU was found: leave --cuda out, or run this on a machine with an NVIDIA GPU")
        self._rules = Cuda(game.state, bindings(game))
        self._kernel = self._rules.jit(kernel(cuda, self._rules.device, game), REGISTERS)
        self._blocks = 65536 // (THREADS * REGISTERS) * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._first, self._periods = first, (every, dear, game.most_moves)
        threads = self._blocks * THREADS
        # Byte for byte: NumPy joins records field by field and leaves their padding out.
        empty = b"".join(blank.to_bytes() for blank in blanks(game))
        self._begun = cuda.to_device(np.zeros(3, np.int32))
        self._findings = cuda.to_device(np.zeros((FINDINGS, 3), np.int64))
        self._notes = cuda.to_device(np.tile(np.array([-1, 0, 0, 0]), (threads, 1)))
        self._games = (
            cuda.to_device(np.frombuffer(bytearray(empty), game.state.dtype())),
            cuda.device_array(threads, game.state.dtype()),
            cuda.device_array(threads, Rng.dtype()),
        )

    def play(self, steps: int = STEPS) -> tuple[int, int, list[Finding]]:
        """Play so many moves in each thread; the games and moves so far, and what was violated."""
        there = (*self._games, self._begun, self._findings, self._notes)
        self._rules.launch(self._kernel, self._blocks, THREADS, *there, self._first, steps, *self._periods)
        self._cuda.synchronize()
        begun, findings, notes = (each.copy_to_host() for each in (self._begun, self._findings, self._notes))
        games, moves = (int(n) for n in notes[:, GAMES:].sum(axis=0))
        return games, moves, [Finding(*map(int, row)) for row in findings[: begun[2]]]


def kernel(cuda: Any, device: Any, game: Game[Any]) -> Any:
    """The kernel; ``begun`` counts games without `greedy` seats, games with them, and violations."""
    from numba import from_dtype, int16

    set_up, go_on = device(begin), device(step)
    record, generator, size = from_dtype(game.state.dtype()), from_dtype(Rng.dtype()), room(game)

    def check_games(
        empty: Any, games: Any, generators: Any, begun: Any, findings: Any, notes: Any,
        first: Any, steps: Any, every: Any, dear: Any, limit: Any,
    ) -> None:  # fmt: skip
        me = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        greedy = 1 if cuda.blockIdx.x % SHARE == 0 else 0
        states, rng = cuda.local.array(ROOM, record), cuda.local.array(1, generator)
        out, again = cuda.local.array(size, int16), cuda.local.array(size, int16)
        number, moves = notes[me, NUMBER], notes[me, MOVES]
        if number >= 0:
            states[BLANK] = empty[number // 2 % BLANKS]
            states[LIVE] = games[me]
            rng[0] = generators[me]
        for _ in range(steps // SLOWER if greedy == 1 else steps):
            if number < 0:
                number = first + 2 * cuda.atomic.add(begun, greedy, 1) + greedy
                moves = 0
                states[BLANK] = empty[number // 2 % BLANKS]
                set_up(states, number, rng[0])
                notes[me, GAMES] += 1
            result = go_on(states, number, moves, every, dear, limit, rng[0], out, again)
            if result == 0:
                moves += 1
                notes[me, MADE] += 1
                continue
            if result != DONE:
                at = cuda.atomic.add(begun, 2, 1)
                if at < FINDINGS:
                    findings[at, 0] = number
                    findings[at, 1] = moves
                    findings[at, 2] = result
            number = -1
        notes[me, NUMBER] = number
        notes[me, MOVES] = moves
        games[me] = states[LIVE]
        generators[me] = rng[0]

    return check_games


# -- the command ----------------------------------------------------------------------------------------------------


class Tally:
    """Games and moves so far, and what was violated."""

    def __init__(self, moves: int, seconds: float) -> None:
        self.games = self.moves = 0
        self.findings: list[Finding] = []
        self._wanted, self._seconds = moves, seconds
        self.begin()

    def begin(self) -> None:
        """Count seconds from now on: the rules are compiled."""
        self._began = time.perf_counter()

    @property
    def spent(self) -> float:
        return time.perf_counter() - self._began

    @property
    def done(self) -> bool:
        return bool(self.findings) or self.moves >= self._wanted or self.spent >= self._seconds

    def add(self, games: int, moves: int, findings: Sequence[Finding]) -> None:
        self.games, self.moves = self.games + games, self.moves + moves
        self.findings += findings


def on_processors(game: Game[Any], tally: Tally, first: int, every: int, dear: int, jobs: int) -> None:
    """Play games in so many threads until the tally is done."""
    _native(game).rule(play_checked)
    tally.begin()
    turn, lock = iter(range(first // 2, sys.maxsize)), threading.Lock()

    def work() -> None:
        player = Player(game, every, dear)
        while not tally.done:
            with lock:
                i = next(turn)
            finding = player.play(2 * i + (mixed(i) % SHARE == 0))
            with lock:
                tally.add(1, finding.moves, [finding] if finding.wrong else [])

    with ThreadPoolExecutor(jobs) as pool:
        for each in [pool.submit(work) for _ in range(jobs)]:
            each.result()


def on_gpu(game: Game[Any], tally: Tally, first: int, every: int, dear: int) -> None:
    """Play games on the GPU until the tally is done."""
    gpu = Gpu(game, first, every, dear)
    gpu.play(SLOWER)
    tally.begin()
    while not tally.done:
        tally.games, tally.moves, tally.findings = gpu.play()


def told(game: Game[Any], finding: Finding, folder: Path) -> str:
    """A violation in words; its record is kept."""
    match = replayed(game, finding)
    path = folder / f"{game.name}-{finding.number}.txt"
    path.write_text(match.record(), "utf-8")
    chosen = " ".join(f"{name}={value}" for name, value in game.chosen(match.state).items())
    return (
        f"{game.name}: {name_of(game, finding.wrong)} is violated after move {finding.moves} of game {finding.number}: "
        f"{match.seats} seats, seed {seed_of(finding.number)}, {chosen or 'no options'}; {path} replays to it"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m lastraft.testing.invariants", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--moves", type=int, default=1_000_000, help="how many moves of each game, at least")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after how many seconds a game ends anyway")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, an even one")
    parser.add_argument("--every", type=int, default=EVERY, help="after one move in so many, check what a seat knows")
    parser.add_argument("--dear", type=int, default=DEAR, help="after one move in so many, check all codes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many threads")
    parser.add_argument("--cuda", action="store_true", help="play on the GPU of this machine")
    parser.add_argument("--keep", type=Path, default=Path(), help="the folder for records of violations")
    given = parser.parse_args(arguments)
    if min(given.moves, given.every, given.dear, given.jobs) < 1 or given.first < 0 or given.first % 2:
        parser.error("--moves, --every, --dear and --jobs are numbers from 1 on, --first an even one from 0 on")
    violations = 0
    for name in given.games or registry.games():
        game = registry.game(name)
        tally, began = Tally(given.moves, given.seconds), time.perf_counter()
        if given.cuda:
            on_gpu(game, tally, given.first, given.every, given.dear)
        else:
            on_processors(game, tally, given.first, given.every, given.dear, given.jobs)
        for finding in tally.findings[:4]:
            print(told(game, finding, given.keep), flush=True)
        violations += len(tally.findings)
        print(
            f"{name}: {tally.games:,} games, {tally.moves:,} moves in {tally.spent:.1f} s "
            f"({time.perf_counter() - began:.0f} s with compiling), {len(tally.findings) or 'no'} violations",
            flush=True,
        )
    return 1 if violations else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LastRaftError as error:
        sys.exit(str(error))
