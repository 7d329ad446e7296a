"""Simulations: the same on any number of cores and as a match, kept in files, and nothing stops them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft.arena import executors
from lastraft.arena.batch import Batch, UnfinishedGame, Worker, check_ended, no_halt, row_type
from lastraft.arena.executors import MOVE_TIMEOUT, batches, threads
from lastraft.arena.files import CannotKeep, GameFile, columns
from lastraft.arena.matchup import Matchup, bot_seed, matchup
from lastraft.arena.simulate import simulate
from lastraft.arena.stats import Statistics
from lastraft.bots import bot
from tests import driftwood
from tests.arena import bad_bots

BAD = "py:tests.arena.bad_bots."
MIXED = "random,greedy,search:15"


def driftwood_matchup(bots: str = MIXED, seats: int = 3, rotate: bool = True, **options: str) -> Matchup:
    return matchup("driftwood", seats, bots, options, rotate)


def played(wanted: Matchup, first: int, count: int, workers: int = 1) -> Any:
    with threads(wanted, workers) as executor:
        results = list(batches(executor, first, count, no_halt()))
    return np.concatenate([batch.rows for batch in results])


def as_a_match(wanted: Matchup, seed: int) -> lastraft.Match:
    """The game of a seed, played by a person's means."""
    m = lastraft.new(wanted.game_name, wanted.seats, seed, dict(wanted.options))
    bots = [bot(wanted.bots[wanted.player_at(seat, seed)], m.game, bot_seed(seed, seat)) for seat in range(m.seats)]
    while (seat := m.asked) is not None:
        m.push(bots[seat].choose(m.hidden(seat), seat), seat)
    return m


@pytest.mark.parametrize("rotate", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_the_one_that_a_match_plays(seats: int, rotate: bool) -> None:
    wanted = driftwood_matchup(MIXED if seats > 2 else "greedy,search:15", seats, rotate)
    for row in played(wanted, 5, 4):
        m = as_a_match(wanted, int(row["seed"]))
        outcome = m.outcome()
        assert outcome is not None
        assert row["moves"] == len(m.history)
        assert tuple(row["score"]) == outcome.scores
        assert tuple(row["rank"]) == outcome.ranks


def test_seeds_beyond_32_bits_are_those_of_a_match_too() -> None:
    wanted, seed = driftwood_matchup("random,greedy"), (1 << 61) + 12345
    assert played(wanted, seed, 1)["moves"][0] == len(as_a_match(wanted, seed).history)


def test_any_number_of_cores_plays_the_same_in_the_same_order() -> None:
    wanted = driftwood_matchup()
    one = played(wanted, 1, 700)
    assert one["seed"].tolist() == list(range(1, 701))
    for workers in (2, 5):
        assert played(wanted, 1, 700, workers).tobytes() == one.tobytes()
    assert played(wanted, 301, 50).tobytes() == one[300:350].tobytes()


def test_plain_python_plays_the_same_as_native_rules() -> None:
    wanted, plain = driftwood_matchup(), driftwood_matchup()
    plain.__dict__["seating"] = None
    assert played(plain, 1, 6).tobytes() == played(wanted, 1, 6).tobytes()


def test_bots_rotate_so_that_each_sits_everywhere_equally() -> None:
    wanted = driftwood_matchup("random,greedy,search:15")
    for seat in range(3):
        assert {wanted.player_at(seat, seed) for seed in range(3)} == {0, 1, 2}
    assert [driftwood_matchup(rotate=False).player_at(seat, 7) for seat in range(3)] == [0, 1, 2]


def test_options_and_characters_reach_the_games() -> None:
    short, long = played(driftwood_matchup("random"), 1, 20), played(driftwood_matchup("random", rounds="five"), 1, 20)
    assert (long["moves"] > short["moves"]).all()


def test_statistics_count_what_the_rows_say() -> None:
    wanted = driftwood_matchup("random,greedy", seats=4, votes="no")
    rows = played(wanted, 1, 300)
    stats = Statistics(wanted)
    for part in (rows[:17], rows[17:]):
        stats.add(part)
    mine = [[seat for seat in range(4) if (seat + row["seed"]) % 2 == 1] for row in rows]
    wins = [sum(row["rank"][seat] == 1 for seat in own) / 2 for row, own in zip(rows, mine, strict=True)]
    scores = [sum(row["score"][seat] for seat in own) / 2 for row, own in zip(rows, mine, strict=True)]
    greedy = stats.bots["greedy"]
    assert greedy.wins.value == pytest.approx(np.mean(wins))
    assert greedy.scores.value == pytest.approx(np.mean(scores))
    assert greedy.scores.error == pytest.approx(np.std(scores, ddof=1) / np.sqrt(300))
    assert sum(standing.shares.value for standing in stats.seats) == pytest.approx(1)
    assert greedy.wins.share().low > stats.bots["random"].wins.share().high
    assert stats.lengths.value == pytest.approx(rows["moves"].mean())
    assert stats.length_at(0.5) == np.sort(rows["moves"])[149]


def test_nobody_wins_where_everybody_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driftwood.GAME, "won", lambda score, rank: score > 0)
    rows = np.zeros(2, row_type(3))
    rows["rank"] = [[1, 1, 1], [1, 2, 1]]
    rows["score"] = [[0, 0, 0], [1, 0, 1]]
    stats = Statistics(driftwood_matchup())
    stats.add(rows)
    assert [standing.wins.value for standing in stats.seats] == [0.5, 0, 0.5]
    assert [standing.shares.value for standing in stats.seats] == [0.25, 0, 0.25]


# -- files --------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["csv", "json", "parquet"])
def out(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / f"games.{request.param}"


def kept(path: Path) -> list[dict[str, Any]]:
    """What somebody else's tools read in the file."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        return list(pq.read_table(path).to_pylist())
    if path.suffix == ".json":
        return [json.loads(line) for line in path.read_text().splitlines()]
    header, *lines = (line.split(",") for line in path.read_text().splitlines())
    return [{n: v if n.startswith("bot_") else int(v) for n, v in zip(header, line, strict=True)} for line in lines]


def test_every_game_is_a_row_of_the_file(out: Path) -> None:
    wanted = driftwood_matchup("random,greedy")
    simulate(wanted, 40, seed=3, out=out)
    rows = kept(out)
    assert rows == [
        dict(zip(columns(wanted, played(wanted, 3, 40)), row))
        for row in zip(*columns(wanted, played(wanted, 3, 40)).values())
    ]
    assert rows[0] == {
        "seed": 3,
        "seats": 3,
        "moves": rows[0]["moves"],
        "bot_A": "greedy",
        "bot_B": "random",
        "bot_C": "greedy",
        **{name: rows[0][name] for name in rows[0] if name[:5] in ("score", "rank_")},
    }
    assert {path.name for path in out.parent.iterdir()} == {out.name, out.name + ".run.json"}


class Interrupted(Exception):
    """Stands for a machine that goes down."""


@pytest.mark.parametrize("how", ["a signal", "a crash", "a torn row"])
def test_an_interrupted_run_goes_on_where_it_was(out: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = driftwood_matchup("random,greedy")
    whole = out.with_name("whole" + out.suffix)
    simulate(wanted, 60, out=whole)

    def stop_early(executor: executors.Executor, first: int, count: int, halt: Any) -> Iterator[Batch]:
        for batch in batches(executor, first, count, halt):
            yield batch
            if batch.rows["seed"][-1] >= 20:
                halt[0] = 1
                if how != "a signal":
                    raise Interrupted

    with monkeypatch.context() as patch:
        patch.setattr("lastraft.arena.simulate.batches", stop_early)
        if how != "a signal":
            patch.setattr(GameFile, "close", lambda self, failures: self._file.close())
            with pytest.raises(Interrupted):
                simulate(wanted, 60, out=out)
        else:
            assert 20 <= simulate(wanted, 60, out=out).games < 60
            assert 20 <= len(kept(out)) < 60
    if how == "a torn row":
        torn = out if out.exists() else out.with_name(out.name + ".part")
        torn.write_bytes(torn.read_bytes()[:-3])
    assert simulate(wanted, 60, out=out, resume=True).games == 60
    assert out.read_bytes() == whole.read_bytes()


def test_a_finished_run_can_be_made_longer(out: Path) -> None:
    wanted = driftwood_matchup("random")
    simulate(wanted, 30, out=out)
    assert simulate(wanted, 50, out=out, resume=True).games == 50
    assert [row["seed"] for row in kept(out)] == list(range(1, 51))
    assert simulate(wanted, 50, out=out, resume=True).games == 50
    assert len(kept(out)) == 50


def test_a_file_of_other_settings_is_not_resumed(out: Path) -> None:
    simulate(driftwood_matchup("random"), 5, out=out)
    before = out.read_bytes()
    for other, seed, what in (
        (driftwood_matchup("greedy"), 1, "bots was"),
        (driftwood_matchup("random", seats=4), 1, "seats was"),
        (driftwood_matchup("random", votes="no"), 1, "options was"),
        (driftwood_matchup("random", rotate=False), 1, "rotate was"),
        (driftwood_matchup("random"), 2, "seed was"),
    ):
        with pytest.raises(CannotKeep, match=f"of another run: {what}"):
            simulate(other, 5, seed, out=out, resume=True)
    with pytest.raises(lastraft.BadOption, match="there already"):
        simulate(driftwood_matchup("random"), 5, out=out)
    assert out.read_bytes() == before


def test_a_damaged_file_is_not_resumed(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    simulate(driftwood_matchup("random"), 5, out=out)
    text = out.read_text()
    out.write_text(text.replace("\n3,", "\n4,"))
    with pytest.raises(CannotKeep, match="consecutive"):
        simulate(driftwood_matchup("random"), 9, out=out, resume=True)
    out.write_text(text.replace("\n3,", "\nx,"))
    with pytest.raises(CannotKeep, match="damaged"):
        simulate(driftwood_matchup("random"), 9, out=out, resume=True)
    out.with_name("games.csv.run.json").unlink()
    with pytest.raises(CannotKeep, match="missing"):
        simulate(driftwood_matchup("random"), 9, out=out, resume=True)


@pytest.mark.parametrize("junk", ["[1]\n2\n", '{"seed": 1}\n{}', "x\n\n\ny", f"seed,moves\n1,{1 << 80}\n2,3"])
def test_junk_is_not_resumed_and_stays_as_it_is(out: Path, junk: str) -> None:
    simulate(driftwood_matchup("random"), 5, out=out)
    out.write_text(junk)
    with pytest.raises(CannotKeep, match="damaged"):
        simulate(driftwood_matchup("random"), 9, out=out, resume=True)
    assert out.read_text() == junk
    about = out.with_name(f"{out.name}.run.json")
    for other in ("[]", about.read_text().replace("failures", "")):
        about.write_text(other)
        with pytest.raises(CannotKeep, match="damaged"):
            simulate(driftwood_matchup("random"), 9, out=out, resume=True)
    assert out.read_text() == junk


def test_a_run_that_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(lastraft.LastRaftError, match=r"no Ray cluster at 'nowhere'|extra 'cluster'"):
        simulate(driftwood_matchup("random"), 5, out=tmp_path / "games.csv", address="nowhere")
    assert list(tmp_path.iterdir()) == []


# -- bots that fail -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Raises", "raised ValueError: no idea"),
        ("Unborn", "raised RuntimeError: no model file"),
        ("Illegal", "made an illegal move (TG-4.1)"),
        ("Nonsense", "answered 'build', which is no move"),
        ("Leaves", "raised SystemExit: 3"),
    ],
)
def test_a_bot_that_fails_is_named_and_a_legal_move_is_made(name: str, what: str) -> None:
    stats = simulate(driftwood_matchup(f"{BAD}{name},random", seats=2, votes="no"), 4)
    assert stats.games == 4
    assert {key: times > 4 for key, times in stats.failures.items()} == {(BAD + name, what): True}


def test_a_bot_that_times_out_too_often_is_not_asked_any_more() -> None:
    stats = simulate(driftwood_matchup(f"{BAD}Stalls,greedy", seats=2, votes="no"), 6, workers=1, move_timeout=0.05)
    assert stats.games == 6
    assert list(stats.failures) == [(BAD + "Stalls", "took more than 0.05 s")]
    assert stats.bots["greedy"].wins.value > 0.5


def test_failures_are_in_the_tables_and_survive_an_interruption(tmp_path: Path, capsys: Any) -> None:
    from rich.console import Console

    wanted, out = driftwood_matchup(f"{BAD}Raises,random", seats=2), tmp_path / "games.csv"
    once = simulate(wanted, 3, out=out).failures.total()
    stats = simulate(wanted, 4, out=out, resume=True)
    assert stats.failures.total() > once
    stats.show(Console(width=200))
    assert "bad_bots.Raises failed" in capsys.readouterr().out


def test_an_external_bot_plays_like_ours_and_sees_what_its_seat_may() -> None:
    assert (
        played(driftwood_matchup(f"{BAD}Good,random"), 1, 8).tobytes()
        == played(driftwood_matchup("random,random"), 1, 8).tobytes()
    )
    stats = simulate(driftwood_matchup(f"{BAD}Peeks,random"), 5)
    assert not bad_bots.Peeks.saw_secrets
    assert not stats.failures
    assert stats.bots["random"].scores.value < 90


def test_a_game_without_an_end_is_a_mistake_in_its_rules() -> None:
    rows = np.zeros(2, row_type(3))
    rows["rank"][0] = 1
    rows["seed"] = 8, 9
    with pytest.raises(UnfinishedGame, match="driftwood: the game of seed 9 is not over"):
        check_ended(driftwood_matchup(), rows)


def test_workers_stop_when_told() -> None:
    halt = no_halt()
    halt[0] = 1
    for bots in ("random", "search:15", f"{BAD}Good"):
        assert len(Worker(driftwood_matchup(bots), MOVE_TIMEOUT).play(1, 10, halt).rows) == 0


# -- nonsense -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "complaint"),
    [
        ("clever", "no bot is called 'clever'"),
        ("random,,greedy", "no bot is called ''"),
        ("greedy:kind", "no character"),
        ("py:nothing", "expected py:module.name"),
        ("py:no.such", "cannot be imported"),
        ("py:..no.such", "cannot be imported"),
        (f"{BAD}Missing", "cannot be imported"),
        (f"{BAD}not_callable", "not callable"),
        (",".join(["random"] * 13), "13 bots: name 1 to 12"),
    ],
)
def test_unknown_bots_are_refused(bots: str, complaint: str) -> None:
    with pytest.raises(lastraft.BadOption, match=complaint):
        driftwood_matchup(bots)


def test_the_gpu_plays_only_what_it_can() -> None:
    with pytest.raises(lastraft.LastRaftError, match="needs a processor"):
        simulate(driftwood_matchup("search:5"), 5, device="cuda")


def test_the_gpu_plays_the_same_games() -> None:
    from lastraft.arena.gpu import gpu
    from lastraft.kernel.cuda import CudaMissing

    wanted = driftwood_matchup("random,greedy")
    try:
        with gpu(wanted) as executor:
            batch = executor.submit(1, 2000, no_halt()).result()
    except CudaMissing as missing:
        pytest.skip(str(missing))
    assert batch.rows.tobytes() == played(wanted, 1, 2000).tobytes()


def test_a_cluster_plays_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("LASTRAFT_GAMES", "tests.driftwood")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    wanted = driftwood_matchup("random,greedy")
    simulate(wanted, 200, out=tmp_path / "here.csv")
    simulate(wanted, 200, out=tmp_path / "there.csv", address="local")
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_full_disk_is_one_clear_line_and_stops_the_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: GameFile, rows: Any) -> None:
        from lastraft.arena.files import disk

        with disk(self.path):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameFile, "append", full)
    with pytest.raises(CannotKeep, match=r"cannot write .*: No space left on device"):
        simulate(driftwood_matchup("search:15"), 100_000_000, out=tmp_path / "games.csv")


def test_results_are_data_frames() -> None:
    results = lastraft.simulate("driftwood", "greedy,random", games=12, seats=2, seed=3)
    assert len(results) == 12
    assert results.columns()["seed"] == list(range(3, 15))
    arrow = pytest.importorskip("pyarrow") and results.to_arrow()
    assert arrow.column_names[:3] == ["seed", "seats", "moves"]
    assert "greedy" in results._repr_html_()
    frame = pytest.importorskip("pandas") and results.to_pandas()
    assert frame["rank_A"].min() == 1
    assert set(frame["bot_B"]) == {"greedy", "random"}
