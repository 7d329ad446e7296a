"""Ladders: bots by strength, with intervals, until the order is clear; kept, so that others join."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

import lastraft
from lastraft.arena.files import CannotKeep
from lastraft.arena.intervals import Mean, wilson
from lastraft.arena.ladder import LEAST, Ladder, Pair, ladder
from lastraft.arena.matchup import matchup
from tests import driftwood  # noqa: F401  (registers the test game)

NO_VOTES = {"votes": "no"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.json"


def test_the_better_bot_is_above_and_the_ladder_stops_when_that_is_clear(path: Path) -> None:
    result, interrupted = ladder("driftwood", ["random", "greedy"], path, options=NO_VOTES, most=1000)
    assert not interrupted
    assert result.order() == ["greedy", "random"]
    assert result.unclear() == []
    assert result.pairs["random", "greedy"].games < 1000
    assert result.between("greedy", "random", z=3).low > 0.5
    better, worse = (result.ratings[spec] for spec in result.order())
    assert better[0] - 2 * better[1] > worse[0] + 2 * worse[1]


def test_equal_bots_play_as_long_as_they_may(path: Path, capsys: Any) -> None:
    from rich.console import Console

    result, _ = ladder("driftwood", ["random", "py:tests.arena.bad_bots.Good"], path, options=NO_VOTES, most=30)
    assert [pair.games for pair in result.pairs.values()] == [30]
    result.show(Console(width=160))
    assert "not clear after 30 games" in capsys.readouterr().out


def test_a_new_bot_joins_an_old_ladder(path: Path) -> None:
    old, _ = ladder("driftwood", ["random", "greedy"], path, options=NO_VOTES)
    before = old.pairs["random", "greedy"].games
    result, _ = ladder("driftwood", ["search:5"], path, options=NO_VOTES, most=40)
    assert set(result.order()) == {"random", "greedy", "search:5"}
    assert result.pairs["random", "greedy"].games == before
    assert {key: pair.games >= LEAST for key, pair in result.pairs.items()} == {
        ("random", "greedy"): True,
        ("random", "search:5"): True,
        ("greedy", "search:5"): True,
    }
    again, _ = ladder("driftwood", ["search:5"], path, options=NO_VOTES, most=40)
    assert again.pairs == result.pairs
    assert again.ratings == result.ratings


def test_the_same_ladder_comes_out_again(tmp_path: Path) -> None:
    ladders = []
    for workers in (1, 3):
        path = tmp_path / f"{workers}.json"
        ladder("driftwood", ["random", "greedy"], path, seats=4, workers=workers, most=100)
        ladders.append(json.loads(path.read_text()))
    assert ladders[0] == ladders[1]


def test_an_interrupted_ladder_keeps_what_was_played_and_goes_on(path: Path, tmp_path: Path) -> None:
    lines: list[str] = []

    def ctrl_c(line: str) -> None:
        lines.append(line)
        if len(lines) == 2:
            signal.raise_signal(signal.SIGINT)

    bots = ["random", "greedy", "py:tests.arena.bad_bots.Good"]
    result, interrupted = ladder("driftwood", bots, path, options=NO_VOTES, most=20, tell=ctrl_c)
    assert interrupted
    assert sorted(pair.games for pair in result.pairs.values()) == [0, 0, 20]
    result, interrupted = ladder("driftwood", bots, path, options=NO_VOTES, most=20)
    assert not interrupted
    at_once, _ = ladder("driftwood", bots, tmp_path / "other.json", options=NO_VOTES, most=20)
    assert (result.pairs, result.ratings) == (at_once.pairs, at_once.ratings)


def test_a_file_of_another_ladder_is_left_alone(path: Path) -> None:
    ladder("driftwood", ["random", "greedy"], path, options=NO_VOTES, most=20)
    before = path.read_bytes()
    with pytest.raises(CannotKeep, match="of another ladder: options was"):
        ladder("driftwood", ["random", "greedy"], path)
    with pytest.raises(CannotKeep, match="of another ladder: seats was"):
        ladder("driftwood", ["random"], path, seats=3, options=NO_VOTES)
    assert path.read_bytes() == before
    for damaged in (b"", b"[]", b'{"ratings": {"x": 1}}', b"\xff\x00"):
        path.write_bytes(damaged)
        with pytest.raises(CannotKeep, match="no ladder"):
            ladder("driftwood", ["random", "greedy"], path)


@pytest.mark.parametrize(
    ("bots", "most", "complaint"),
    [
        (["random"], 100, "at least two bots"),
        (["random", "random"], 100, "each bot once"),
        (["random", "greedy"], 1, "at least 2"),
        (["random", "clever"], 100, "no bot is called"),
    ],
)
def test_nonsense_is_refused_before_anything_is_written(path: Path, bots: list[str], most: int, complaint: str) -> None:
    with pytest.raises(lastraft.BadOption, match=complaint):
        ladder("driftwood", bots, path, most=most)
    assert not path.exists()


def test_a_bot_that_fails_is_named(path: Path) -> None:
    result, _ = ladder("driftwood", ["random", "py:tests.arena.bad_bots.Raises"], path, most=20, options=NO_VOTES)
    assert list(result.failures) == [("py:tests.arena.bad_bots.Raises", "raised ValueError: no idea")]
    assert json.loads(path.read_text())["failures"][0][2] == result.failures.total()


def test_places_decide_between_bots_that_hold_several_seats() -> None:
    import numpy as np

    from lastraft.arena.batch import row_type

    result = Ladder(matchup("driftwood", 3, "random,greedy"))
    rows = np.zeros(4, row_type(3))
    rows["seed"] = [0, 1, 2, 3]  # even: random in seats 0 and 2; odd: greedy there
    rows["rank"] = [[1, 2, 3], [1, 2, 3], [1, 2, 2], [1, 3, 2]]
    result.note(("random", "greedy"), rows)
    assert result.pairs["random", "greedy"] == Pair(games=4, wins=1, draws=2)


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    interval = wilson(8, 10)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == 1
    assert not wilson(0, 0).excludes(0.5)


def test_means_know_how_sure_they_are() -> None:
    one = Mean()
    one.add([0, 0, 1, 1] * 25)
    assert one.share() == pytest.approx(wilson(50, 100), abs=0.002)
    together = Mean()
    together.add([0, 1] * 50)  # two seats that always win together are worth one
    assert together.share() == one.share()
    always = Mean()
    always.add([0.5] * 40)
    assert always.share() == (0.5, 0.5, 0.5)
