"""Games whose every state is checked: see `lastraft.testing.invariants`."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft.kernel import Buffer, Rng, rule
from lastraft.kernel.cuda import Cuda, numba_cuda
from lastraft.protocol import registry
from lastraft.testing import invariants
from lastraft.testing.invariants import LIVE, SLOWER, Player, Tally, blanks, kernel, on_processors
from tests.driftwood import GAME, Driftwood, apply, determinize, hide, legal

NAMES = ["survive", "hellapagos", "outlive", GAME.name]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_violated(name: str, tmp_path: Path) -> None:
    """Many moves of all sizes, options and kinds of bots, checked after every one."""
    game, tally = lastraft.game(name), Tally(50_000, 500)
    on_processors(game, tally, 0, every=8, dear=64, jobs=2)
    assert not tally.findings, invariants.told(game, tally.findings[0], tmp_path)
    assert tally.moves >= 50_000


@pytest.mark.parametrize("name", NAMES)
def test_plain_and_native_play_the_same_game(name: str) -> None:
    game = lastraft.game(name)
    plain, native = Player(game, native=False), Player(game)
    for number in (25, 46):
        assert plain.play(number) == native.play(number)
        assert plain.states[LIVE].to_bytes() == native.states[LIVE].tobytes()


def states(name: str) -> Iterator[Any]:
    """States of random games between two moves, and at the end."""
    player = Player(lastraft.game(name), native=False)
    for number in range(0, 16, 2):
        for i, _ in enumerate(player.moves(number, 2000)):
            if i % 131 == 60:
                yield player.states[LIVE].copy()
        yield player.states[LIVE].copy()


def changed(s: Any) -> Iterator[Any]:
    """The state with one of its numbers one too high or too low, and then as it was."""
    for name, field in s.layout.fields.items():
        if name in ("random", "seats", "option", "depth"):
            continue  # nobody's business, or checked before a game's own invariants
        for indices in np.ndindex(field.shape):
            row, key = (s.__dict__, name) if not field.shape else (getattr(s, name), indices[-1])
            for i in indices[:-1]:
                row = row[i]
            for by in (1, -1):
                row[key] += by
                yield s
                row[key] -= by


@pytest.mark.parametrize("name", NAMES)
def test_every_invariant_notices_something(name: str) -> None:
    """A number that is wrong by one violates one of them, and no number leads outside of a table. (What scores too much
    violates another one before.)"""
    game = lastraft.game(name)
    missing = {int(each) for each in game.invariants if each.name != "POINTS"}
    for s in states(name):
        assert game.violated(s) == 0
        missing -= {game.violated(wrong) for wrong in changed(s)}
        if not missing:
            return
    assert not missing, [game.invariants(each).name for each in missing]


@rule
def leaky_apply(s: Driftwood, seat: int, move: int) -> None:
    """Every move of the last day loses a card."""
    apply(s, seat, move)
    if s.day == 2 and s.deck_size > 0:
        s.deck_size -= 1


LEAKY = replace(GAME, name="leaky", rules=replace(GAME.rules, apply=leaky_apply))


def test_a_violation_is_told_and_its_record_replays_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._REGISTERED, LEAKY.name, LEAKY)
    finding = Player(LEAKY, native=False).play(8)
    assert invariants.name_of(LEAKY, finding.wrong) == "CARDS"
    text = invariants.told(LEAKY, finding, tmp_path)
    assert f"leaky: CARDS is violated after move {finding.moves} of game 8" in text
    match = lastraft.read((tmp_path / "leaky-8.txt").read_text("utf-8"))
    assert len(match.history) == finding.moves
    assert match.state.day == 2


@rule
def forgetful_hide(s: Driftwood, seat: int) -> None:
    hide(s, seat)
    s.points[0] += 1


@rule
def seeing_hide(s: Driftwood, seat: int) -> None:
    s.points[0] = 0


@rule
def telling_hide(s: Driftwood, seat: int) -> None:
    for i in range(4):
        s.random[i] = 0


@rule
def guess_points(s: Driftwood, seat: int) -> None:
    determinize(s, seat)
    s.points[0] += 1


@rule
def lost_code(s: Driftwood, seat: int, move: int) -> int:
    return 0


@rule
def short_legal(s: Driftwood, seat: int, out: Buffer) -> int:
    return min(1, legal(s, seat, out))


@rule
def strange_rank(s: Driftwood, seat: int) -> int:
    return 2


@rule
def boundless(s: Driftwood, seat: int) -> int:
    return 1001


@rule
def reseating_apply(s: Driftwood, seat: int, move: int) -> None:
    apply(s, seat, move)
    s.option[0] = 0


@rule
def untidy_apply(s: Driftwood, seat: int, move: int) -> None:
    apply(s, seat, move)
    s.frame[3][0] = 1


@rule
def idle_actors(s: Driftwood) -> int:
    return 1


@rule
def lenient_legal(s: Driftwood, seat: int, out: Buffer) -> int:
    out[0] = 0
    return 1


BROKEN: list[tuple[str, str, Any]] = [
    ("SETTINGS", "apply", reseating_apply),
    ("STACK", "apply", untidy_apply),
    ("ACTORS", "actors", idle_actors),
    ("MOVE", "legal", lenient_legal),
    ("LEGAL", "legal", short_legal),
    ("CODES", "own_code", lost_code),
    ("HIDDEN_TWICE", "hide", forgetful_hide),
    ("DETERMINIZED", "determinize", guess_points),
    ("GENERATOR", "hide", seeing_hide),
    ("GUESS", "hide", telling_hide),
    ("WEIGHTS", "evaluate", boundless),
    ("RANKS", "rank", strange_rank),
]


@pytest.mark.parametrize(("name", "part", "fn"), BROKEN)
def test_what_holds_in_every_game_is_checked(name: str, part: str, fn: Any) -> None:
    broken = replace(GAME, name="broken", rules=replace(GAME.rules, **{part: fn}))
    players = [Player(broken, 1, dear, native=False) for dear in (4, 1000)]
    wrong = {player.play(2 * n).wrong for n in range(1, 13) for player in players} - {0}
    assert name in {invariants.name_of(broken, each) for each in wrong}


def test_the_kernel_plays_the_games_of_a_processor() -> None:
    """With a stand-in for a GPU whose threads run one after the other."""
    from numba.np.numpy_support import as_dtype

    def add(row: Any, at: int, by: int) -> int:
        row[at] += by
        return int(row[at]) - by

    here = SimpleNamespace(x=0)
    local = SimpleNamespace(array=lambda n, kind: np.zeros(n, as_dtype(kind)))
    cuda = SimpleNamespace(
        blockIdx=here, blockDim=SimpleNamespace(x=1), threadIdx=SimpleNamespace(x=0), local=local,
        atomic=SimpleNamespace(add=add),
    )  # fmt: skip
    player = Player(GAME)
    run = kernel(cuda, player.rule, GAME)
    empty = np.frombuffer(b"".join(blank.to_bytes() for blank in blanks(GAME)), GAME.state.dtype())
    games, generators = np.zeros(2, GAME.state.dtype()), np.zeros(2, Rng.dtype())
    begun, findings, notes = np.zeros(3, np.int32), np.zeros((4, 3), np.int64), np.tile([-1, 0, 0, 0], (2, 1))
    for _ in range(3):
        for here.x in range(2):
            run(empty, games, generators, begun, findings, notes, 100, 480, 8, 64, GAME.most_moves)
    assert begun[2] == 0
    for thread, (number, moves, played, made) in enumerate(notes.tolist()):
        greedy = 1 - thread
        ended = played - (number >= 0)
        assert made + ended == 3 * (480 // SLOWER if greedy else 480), "the end of a game takes a step"
        *before, last = [100 + 2 * i + greedy for i in range(played)]
        assert made == sum(player.play(each).moves for each in before) + moves
        assert len(list(player.moves(last, moves))) == moves
        assert games[thread].tobytes() == player.states[LIVE].tobytes()


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="the extra 'cuda' is not installed")
@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_compiles(name: str) -> None:
    from numba import from_dtype, int32, int64

    game = lastraft.game(name)
    rules = Cuda(game.state, invariants.bindings(game))
    state, rng = (from_dtype(kind.dtype())[::1] for kind in (game.state, Rng))
    arguments = (state, state, rng, int32[::1], int64[:, ::1], int64[:, ::1], *[int64] * 5)
    text = rules.ptx(lambda: kernel(numba_cuda(), rules.device, game), arguments)
    assert text.count(".entry") == 1
