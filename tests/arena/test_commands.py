"""The arena's commands: what they print, how they are interrupted, what they refuse."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lastraft.arena import commands
from lastraft.cli import app
from tests import driftwood  # noqa: F401  (registers the test game)
from tests.pseudoterminal import Terminal


def run(line: str) -> int:
    with pytest.raises(SystemExit) as left:
        app(line.split())
    return int(left.value.code or 0)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_simulate_shows_wins_scores_and_lengths(capsys: Any) -> None:
    assert run("simulate driftwood --seats 4 --games 50 --bots random,greedy --seed 9 --threads 2 --out g.csv") == 0
    shown = capsys.readouterr().out
    assert re.search(r"greedy +│ +50 +│ +\d+\.\d \(\d+\.\d-\d+\.\d\)", shown)
    assert re.search(r"50 games; moves per game \d+\.\d+ ± ", shown)
    assert len(Path("g.csv").read_text().splitlines()) == 51


def test_a_narrow_screen_shows_all_figures_and_names_as_they_are(tmp_path: Path) -> None:
    line = "ladder driftwood --bots random,greedy,search:10,search:100 --games 4 --threads 1 --out"
    kept = {"COLUMNS": "80", "LASTRAFT_CACHE": os.environ.get("LASTRAFT_CACHE", "")}
    with Terminal(tmp_path, *line.split(), str(tmp_path / "ladder.json"), **kept) as terminal:
        code, shown = terminal.end()
    assert code == 0
    assert "search:10 or search:100; --games allows more" in shown
    assert max(len(each) for each in shown.splitlines() if "│" in each) <= 80
    assert "…" not in shown
    for console in (commands._console(), commands._aside()):
        assert console.render_str("search:100: [b]").plain == "search:100: [b]"


def test_ladder_and_report_write_where_they_say(capsys: Any) -> None:
    assert run("ladder driftwood --option votes=no --games 40") == 0
    assert run("report driftwood --games 30 --compare rounds") == 0
    assert {path.name for path in Path().iterdir()} == {"driftwood-ladder.json", "driftwood-report.html"}
    assert "driftwood-report.html is written" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "simulate nothing",
        "simulate driftwood --games 0",
        "simulate driftwood --games -5",
        "simulate driftwood --seats 9",
        "simulate driftwood --seats 0",
        "simulate driftwood --bots clever",
        "simulate driftwood --option weather=bad",
        "simulate driftwood --option votes",
        "simulate driftwood --option votes=perhaps",
        "simulate driftwood --out no/such/folder/g.csv",
        "simulate driftwood --out g.xlsx",
        "simulate driftwood --out .",
        "simulate driftwood --resume",
        "simulate driftwood --device tpu",
        "simulate driftwood --device cuda --bots search:5",
        "simulate driftwood --threads 0",
        "simulate driftwood --move-timeout 0",
        "simulate driftwood --seed -1",
        "simulate driftwood --seed 99999999999999999999",
        "simulate driftwood --cluster local --threads 3",
        "simulate driftwood --fixed --bots random,random,random,random",
        "ladder driftwood --games 0",
        "ladder driftwood --bots random",
        "ladder driftwood --out no/such/folder/l.json",
        "report driftwood --games 0",
        "report driftwood --compare weather",
        "report driftwood --out no/such/folder/r.html",
    ],
)
def test_nonsense_is_refused_with_one_line(line: str, capsys: Any) -> None:
    assert run(line) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"lastraft: [^\n]+\n", said.err)
    assert list(Path().iterdir()) == []


def test_without_a_gpu_one_line_says_so(capsys: Any) -> None:
    try:
        from numba import cuda
        from numba.cuda import typing as _typing  # noqa: F401

        if cuda.is_available():
            pytest.skip("there is a GPU")
    except ImportError:
        pass
    assert run("simulate driftwood --device cuda --out g.csv") == 2
    assert re.fullmatch(r"lastraft: [^\n]*(GPU|extra 'cuda')[^\n]*\n", capsys.readouterr().err)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_what_is_done(number: signal.Signals, tmp_path: Path, capsys: Any) -> None:
    root = Path(__file__).parents[2]
    line = "simulate driftwood --games 400000000 --bots random,greedy --out g.csv"
    child = subprocess.Popen(
        [sys.executable, "-m", "lastraft.cli", *line.split()],
        env={**os.environ, "LASTRAFT_GAMES": "tests.driftwood", "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )
    out = tmp_path / "g.csv"
    while child.poll() is None and not (out.exists() and out.stat().st_size > 1000):
        time.sleep(0.05)
    child.send_signal(number)
    said, _ = child.communicate()
    assert child.returncode == 130
    done = len(out.read_text().splitlines()) - 1
    assert f"stopped after {done:,} of 400,000,000 games; --resume goes on with g.csv" in said
    assert run(f"simulate driftwood --games {done + 10} --bots random,greedy --out g.csv --resume") == 0
    seeds = [int(line.split(",")[0]) for line in out.read_text().splitlines()[1:]]
    assert seeds == list(range(1, done + 11))


def test_train_without_torch_names_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("lastraft.errors.find_spec", lambda name: None)
    assert run("train driftwood") == 2
    assert capsys.readouterr().err == "lastraft: train needs the extra 'learn': pip install \"lastraft[learn]\"\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("chess", "no game is called 'chess'"),
        ("driftwood --sizes two", "--sizes 'two': expected numbers"),
        ("driftwood --rate nan", "--rate nan: expected is a finite number, more than 0"),
        ("driftwood --rate -1", "--rate -1: expected is a finite number, more than 0"),
        ("driftwood --rate 2", "--rate 2: at most 1"),
        ("driftwood --seconds nan", "--seconds nan: expected is a finite number, more than 0"),
        ("driftwood --imitate inf", "--imitate inf: expected is a finite number, 0 or more"),
        ("driftwood --shaping nan", "--shaping nan: expected is a finite number, 0 or more"),
        ("driftwood --cost nan", "--cost nan: "),
        ("driftwood --entropy -1", "--entropy -1: "),
        ("driftwood --decisions -1", "--decisions -1: "),
        ("driftwood --past nan", "--past nan: a share is 0 to 1"),
        ("driftwood --strangers-from 2", "--strangers-from 2: a share is 0 to 1"),
        ("driftwood --seed -1", "--seed -1: "),
        ("driftwood --device tpu", "--device tpu: there are auto, cpu and cuda"),
        ("driftwood --against random,nobody", "no bot is called 'nobody'"),
        ("driftwood --matches 0", "--matches 0: at least 1"),
        ("driftwood --out nowhere/x.net", "cannot write nowhere/x.net: there is no folder nowhere; make it first"),
        ("driftwood --out .", "cannot write .: it is a folder; name a file in it"),
    ],
)
def test_train_checks_what_it_is_told_before_it_begins(
    line: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr("lastraft.errors.find_spec", lambda name: None)
    assert run(f"train {line}") == 2
    said = capsys.readouterr().err
    assert said.startswith(f"lastraft: {complaint}"), said
    assert said.count("\n") == 1


def test_train_meets_its_own_net_at_the_end_where_there_was_none(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("lastraft.errors.find_spec", lambda name: None)
    assert run("train driftwood --against learned") == 2
    assert "needs the extra 'learn'" in capsys.readouterr().err
