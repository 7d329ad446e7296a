"""The learned bot: the same net chooses the same move in every world; files that do not fit are refused."""

from __future__ import annotations

import json
import math
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastraft
from bench.gpu import chosen_on_core, generators, hidden_states
from lastraft.arena.batch import Worker, no_halt
from lastraft.arena.matchup import matchup
from lastraft.bots import KNOWN, LEVELS, LearnedBot, SearchBot, bot, room, spec_of
from lastraft.bots.guided import search_guided
from lastraft.bots.net import (
    FINE,
    LIKING,
    MAGIC,
    Layers,
    Net,
    activate,
    choose_learned,
    input_of,
    inputs,
    likelihood,
    make_net,
    outlook,
    read_net,
    shapes,
    write_net,
)
from lastraft.bots.search import Tree
from lastraft.kernel import Buffer, Rng, States, seed_rng
from lastraft.kernel.native import bind
from lastraft.protocol import Game, Observation, counts, names
from lastraft.testing.random_play import random_games
from tests.driftwood import GAME


def random_net(game: Game[Any], seed: int = 1) -> np.void:
    rng = np.random.default_rng(seed)
    arrays: dict[str, Any] = {}
    for name, (rows, columns) in shapes(game).items():
        arrays[name] = rng.integers(-90, 91, (rows, columns)).astype(np.int8)
        arrays[f"{name}_bias"] = rng.integers(-900, 901, columns if name == "first" else rows)
    return make_net(game, arrays)


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a net for the test game."""
    (tmp_path / "driftwood.net").write_bytes(write_net(GAME, random_net(GAME), {"seed": 1}))
    monkeypatch.setenv("LASTRAFT_NETS", str(tmp_path))
    return tmp_path


def rng_of(seed: int) -> Rng:
    rng = Rng()
    seed_rng(rng, seed, 2, 3, 4)
    return rng


@pytest.mark.parametrize("name", ["driftwood", "outlive"])
def test_all_worlds_choose_and_value_the_same(name: str) -> None:
    game = lastraft.game(name)
    record = random_net(game)
    net, layers, layers_record = Net.from_record(record), Layers(), Layers().to_record()
    bindings, native = game.bindings(), game.native
    moments = [(s, data) for s in random_games(game, (2, 3), 1) for data in s.states[:-1]]
    chosen = set()
    for sample, data in moments[:: max(1, len(moments) // 12)]:
        s = game.state.from_bytes(data)
        seat = game.rules.asked(s)
        hidden, out = game.hidden(s, seat), np.zeros(room(game), np.int16)
        for temperature in (0, 100, 300):
            rng, rng_record = rng_of(1), rng_of(1).to_record()
            plain = bind(choose_learned, bindings)(hidden, seat, 0, temperature, net, layers, rng, Buffer(room(game)))
            choose = native.rule(choose_learned)
            assert plain == choose(hidden.to_record(), seat, 0, temperature, record, layers_record, rng_record, out), (
                sample
            )
            assert rng.random == rng_record["random"].tolist()
            assert game.rules.forbids(s, seat, plain) == 0
            chosen.add(plain)
        bind(activate, bindings)(hidden, seat, net, layers, Buffer(room(game)))
        native.rule(activate)(hidden.to_record(), seat, record, layers_record, out)
        assert layers.last == layers_record["last"].tolist()
        values = [outlook(net, layers, i) for i in range(sample.seats)]
        assert values == [native.rule(outlook)(record, layers_record, i) for i in range(sample.seats)]
        assert all(0 <= value <= 1000 for value in values)
    assert len(chosen) > 3


@pytest.mark.parametrize(("name", "iterations"), [("driftwood", 60), ("outlive", 12)])
def test_a_guided_search_is_the_same_in_all_worlds(name: str, iterations: int) -> None:
    """The same move, and the same tree to the last bit."""
    game = lastraft.game(name)
    record = random_net(game)
    net, layers, tree = Net.from_record(record), Layers(), Tree()
    match = lastraft.new(game.name, seed=2)
    for _ in range(3):
        seat = match.asked
        assert seat is not None
        hidden = match.hidden(seat)
        states, rng, out = States([hidden.copy() for _ in range(3)]), rng_of(7), Buffer(room(game))
        plain = bind(search_guided, game.bindings())(
            states, seat, 0, net, layers, tree, rng, out, iterations, Buffer(1)
        )
        records, tree_record, rng_record = game.native.states(3), Tree().to_record(), rng_of(7).to_record()
        records[:] = hidden.to_record()
        natively = game.native.rule(search_guided)(
            records, seat, 0, record, Layers().to_record(), tree_record, rng_record,
            np.zeros(room(game), np.int16), iterations, np.zeros(1, np.int16),
        )  # fmt: skip
        assert plain == natively
        used = tree.used
        assert used > iterations // 2
        for field in ("move", "visits", "prior", "credit", "child", "sibling"):
            assert getattr(tree, field)[:used] == tree_record[field][:used].tolist(), field
        match.push(plain, seat)


def test_a_temperature_chooses_more_evenly_but_nothing_hopeless() -> None:
    """Two moves liked nearly as much and one liked far less: the third is never made."""
    assert likelihood(0, 100) == 65536
    assert abs(likelihood(1 << LIKING, 100) - 65536 / math.e) < 400
    assert likelihood(1 << LIKING, 300) > likelihood(1 << LIKING, 100)
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    net = random_net(GAME)
    for weights in ("policy", "policy_bias"):
        net[weights] = 0
    first, second, third = m.legal_moves(0).codes()[:3]
    net["policy_bias"][:] = -(20 << LIKING)
    net["policy_bias"][[first, second]] = (0, -(1 << (LIKING - 1)))
    net["policy_bias"][third] = -(4 << LIKING)
    use = {t: LearnedBot(GAME, 1, net, temperature=t) for t in (0, 100, 200)}
    seen = {t: Counter(player.choose(m.hidden(0), 0) for _ in range(300)) for t, player in use.items()}
    assert seen[0] == {first: 300}
    assert set(seen[100]) == {first, second}
    assert set(seen[200]) == {first, second, third}
    assert seen[200][first] < seen[100][first]


def test_every_value_has_its_input_and_large_amounts_share_one() -> None:
    observed = Observation(kind=names(1, 40), amount=counts(1, 100, low=-1), flag=counts(1, 1))
    net = Net()
    lows, widths, offsets, categories = inputs(observed)
    net.low[:3], net.width[:3], net.offset[:3], net.category[:3] = lows, widths, offsets, categories
    assert [input_of(net, 0, value) for value in range(41)] == list(range(-1, 40))
    first = [input_of(net, 1, value) for value in range(-1, 101)]
    assert first[0] == -1
    assert first[1 : FINE + 1] == list(range(40, 40 + FINE))
    assert first[1:] == sorted(first[1:])
    assert [input_of(net, 2, value) for value in (0, 1, 2)] == [-1, first[-1] + 1, first[-1] + 1]
    assert sum(widths) == first[-1] + 2


def test_a_net_is_written_and_read_again() -> None:
    net = random_net(GAME)
    data = write_net(GAME, net, {"seed": 7, "command": "lastraft train driftwood"})
    again, header = read_net(GAME, data)
    assert again.tobytes() == net.tobytes()
    assert (header["game"], header["seed"], header["command"]) == ("driftwood", 7, "lastraft train driftwood")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "its game is 'chess'"),
        ({"rules": 99}, "its rules is 99"),
        ({"observation": "0"}, "its observation is '0'"),
        ({"codes": 3}, "its codes is 3"),
        ({"rules": [1]}, r"its rules is \[1\]"),
    ],
)
def test_a_net_that_does_not_fit_is_refused(change: dict[str, Any], complaint: str) -> None:
    line, _, numbers = write_net(GAME, random_net(GAME), {})[len(MAGIC) :].partition(b"\n")
    data = MAGIC + json.dumps({**json.loads(line), **change}).encode() + b"\n" + numbers
    with pytest.raises(lastraft.BadOption, match=complaint):
        read_net(GAME, data)


def test_a_damaged_net_is_refused() -> None:
    data = write_net(GAME, random_net(GAME), {})
    for damaged in (b"", b"PK\x03\x04", data[:40], data[:-20], MAGIC + b"[1]\n", MAGIC + b"{}\nxyz"):
        with pytest.raises(lastraft.BadOption, match="no net, or a damaged one"):
            read_net(GAME, damaged)


@pytest.mark.parametrize("units", [math.inf, math.nan, None, "256", 128, 0, -5, 9999, True])
def test_a_net_of_other_units_than_it_says_is_refused(units: Any) -> None:
    line, _, numbers = write_net(GAME, random_net(GAME), {})[len(MAGIC) :].partition(b"\n")
    data = MAGIC + json.dumps({**json.loads(line), "units": units}).encode() + b"\n" + numbers
    with pytest.raises(
        lastraft.BadOption, match=r"no net, or a damaged one: it(s units are| has \d+ bytes of weights)"
    ):
        read_net(GAME, data)


def test_a_net_with_surplus_bytes_or_a_header_without_end_is_refused() -> None:
    data = write_net(GAME, random_net(GAME), {})
    line, _, packed = data[len(MAGIC) :].partition(b"\n")
    numbers = zlib.decompress(packed)
    pairs = json.dumps(list(json.loads(line).items())).encode()
    for head, tail in (
        (line, packed + b"xxxx"),
        (line, packed[:-2]),
        (line, zlib.compress(numbers + bytes(100))),
        (line, zlib.compress(bytes(100 << 20))),
        (b"[" * 200_000, packed),
        (b'{"units": ' + b"9" * 5000 + b"}", packed),
        (pairs, packed),
    ):
        with pytest.raises(lastraft.BadOption, match="no net, or a damaged one"):
            read_net(GAME, MAGIC + head + b"\n" + tail)


def test_without_a_net_it_says_how_to_make_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LASTRAFT_NETS", raising=False)
    with pytest.raises(lastraft.BadOption, match="no net for driftwood: lastraft train driftwood makes one"):
        bot("learned", GAME, 1)


def test_a_folder_of_nets_that_is_none_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from lastraft.cli import app

    (tmp_path / "outlive.net").write_bytes(b"")
    for named in (tmp_path / "nowhere", tmp_path / "outlive.net"):
        monkeypatch.setenv("LASTRAFT_NETS", str(named))
        with pytest.raises(lastraft.BadOption, match=r"LASTRAFT_NETS names .* which is no folder"):
            bot("learned", lastraft.game("outlive"), 1)
        with pytest.raises(SystemExit) as left:
            app(["simulate", "outlive", "--bots", "hard", "--games", "1"])
        assert left.value.code == 2
        assert "which is no folder: name the one in which GAME.net is" in capsys.readouterr().err
    assert spec_of("hard", lastraft.game("outlive")) == "search:500", "a server whose folder goes away plays on"
    assert "which is no folder" in caplog.text


def test_all_bots_but_random_take_a_character() -> None:
    game = lastraft.game("hellapagos")
    assert "all but random also with :CHARACTER" in KNOWN
    assert isinstance(bot(f"search:0.5s:{game.characters[0]}", game, 1), SearchBot)


def test_it_plays_whole_games_in_both_loops_of_the_arena(nets: Path) -> None:
    wanted = matchup("driftwood", 3, "learned,greedy,random")
    assert wanted.seating is not None
    native = Worker(wanted, 10.0).play(1, 20, no_halt())
    for row in native.rows[:3]:
        seed = int(row["seed"])
        m = lastraft.new("driftwood", seats=3, seed=seed)
        bots = [wanted.bot_at(seat, seed) for seat in range(3)]
        assert sum(isinstance(each, LearnedBot) for each in bots) == 1
        while (seat := m.asked) is not None:
            m.push(bots[seat].choose(m.hidden(seat), seat), seat)
        assert [m.game.rules.score(m.state, seat) for seat in range(3)] == row["score"].tolist()


def test_what_a_gpu_is_compared_with_are_choices_in_positions_of_all_sizes() -> None:
    """The half of bench/gpu.py that needs no GPU."""
    states, seats = hidden_states(GAME, 40)
    assert len(states) == 40
    assert set(states["seats"].tolist()) == set(GAME.sizes)
    moves, rngs = chosen_on_core(GAME, random_net(GAME), states, seats, 150)
    for record, seat, move in zip(states, seats.tolist(), moves.tolist()):
        assert GAME.rules.forbids(GAME.state.from_bytes(record.tobytes()), seat, move) == 0
    assert (rngs["random"] != generators(40)["random"]).any()


def test_two_nets_play_against_each_other(nets: Path) -> None:
    (nets / "driftwood-helpful.net").write_bytes(write_net(GAME, random_net(GAME, 2), {}))
    wanted = matchup("driftwood", 2, "learned,learned:helpful")
    assert wanted.seating is None
    assert len(Worker(wanted, 10.0).play(1, 2, no_halt()).rows) == 2
    characters = ", ".join(GAME.characters) or "none"
    with pytest.raises(lastraft.BadOption) as refused:
        bot("learned:kind", GAME, 1)
    assert str(refused.value) == (
        f"no net for driftwood:kind, and no such character either (there are: {characters}); "
        "lastraft train driftwood --out driftwood-kind.net makes such a net"
    )


def test_levels_are_bots_with_the_net_or_without_it(nets: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert [spec_of(level, GAME) for level in LEVELS] == [
        "learned:1.5t", "learned:1.2t", "learned:1t", "learned", "learned:200",
    ]  # fmt: skip
    expert = bot("expert", GAME, 1)
    assert isinstance(expert, SearchBot)
    assert expert.net is not None
    (nets / "driftwood.net").write_bytes(b"something else")
    assert spec_of("easy", GAME) == "greedy"
    assert "no net, or a damaged one" in caplog.text
    (nets / "driftwood.net").unlink()
    assert [type(bot(level, GAME, 1)).__name__ for level in LEVELS] == ["NaturalBot", "GreedyBot", *3 * ["SearchBot"]]


def test_levels_play_in_both_loops_of_the_arena(nets: Path) -> None:
    wanted = matchup("driftwood", 3, "beginner,learned:20,hard")
    assert wanted.searches
    native = Worker(wanted, 10.0).play(1, 3, no_halt())
    for row in native.rows:
        seed = int(row["seed"])
        m = lastraft.new("driftwood", seats=3, seed=seed)
        bots = [wanted.bot_at(seat, seed) for seat in range(3)]
        while (seat := m.asked) is not None:
            m.push(bots[seat].choose(m.hidden(seat), seat), seat)
        assert [m.game.rules.score(m.state, seat) for seat in range(3)] == row["score"].tolist()
