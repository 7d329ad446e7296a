"""Bots of one's own: what they see, what they may answer, what happens when they fail; programs in other languages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import lastraft
from lastraft.arena.batch import Worker, no_halt
from lastraft.arena.executors import batches, processes
from lastraft.arena.external_bots import BotFailed
from lastraft.arena.matchup import matchup
from lastraft.arena.simulate import simulate
from tests.bots import own_bots
from tests.driftwood import GAME

OWN = "py:tests.bots.own_bots."
NO_VOTES = {"votes": "no", "rounds": "five"}
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def rows(bots: str, games: int = 6) -> bytes:
    worker = Worker(matchup(GAME.name, 3, bots, NO_VOTES), 10.0, tolerant=False)
    return worker.play(1, games, no_halt()).rows.tobytes()


def test_a_move_its_text_its_label_and_its_code_are_answers() -> None:
    assert rows(f"{OWN}First,greedy,random") == rows(f"{OWN}Texts,greedy,random") == rows(f"{OWN}Codes,greedy,random")


def test_a_bot_learns_what_its_seat_learns_and_how_the_game_ended() -> None:
    """The events are those of the same game in a match; native bots beside it play as in plain Python."""
    own_bots.Notes.games.clear()
    wanted = matchup("driftwood", 3, f"{OWN}Notes,greedy,random", NO_VOTES, rotate=False)
    batch = Worker(wanted, 10.0, tolerant=False).play(5, 1, no_halt())
    (told,) = own_bots.Notes.games
    match = lastraft.new("driftwood", 3, seed=5, options=NO_VOTES)
    bots = [wanted.bot_at(seat, 5) for seat in range(3)]
    own_bots.Notes.games.clear()
    while (seat := match.asked) is not None:
        chooser = bots[seat]
        if seat == 0:
            codes = match.legal_moves(0).codes()
            code = bots[0].bot.random.choice(codes)  # type: ignore[attr-defined]
            match.push(code, 0)
        else:
            match.push(chooser.choose(match.hidden(seat), seat), seat)
    assert told[:-1] == match.events(0)
    assert told[-1] == match.outcome()
    assert batch.rows["moves"][0] == len(match.history)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Raises", "raised RuntimeError: my mistake"),
        ("Wrong", "answered 'swim to the moon', which is no move"),
        ("Silent", "write its choose"),
    ],
)
def test_a_bot_that_fails_ends_the_run_unless_it_is_tolerant(name: str, what: str) -> None:
    wanted = matchup("driftwood", 2, f"{OWN}{name},random", NO_VOTES)
    threads, deadline = set(threading.enumerate()), time.monotonic() + 60
    with pytest.raises(BotFailed, match=what) as failed:
        simulate(wanted, 3, tolerant=False)
    while left := set(threading.enumerate()) - threads:
        assert time.monotonic() < deadline, f"threads of the bot are left: {left}"
        time.sleep(0.01)
    assert "Traceback" in failed.value.failure.trace
    stats = simulate(wanted, 3)
    assert stats.games == 3
    assert stats.failures.total() > 3


def test_several_processes_play_the_same() -> None:
    wanted = matchup("driftwood", 3, f"{OWN}First,greedy", NO_VOTES)
    with processes(wanted, 2) as executor:
        played = b"".join(batch.rows.tobytes() for batch in batches(executor, 1, 40, no_halt()))
    assert played == rows(f"{OWN}First,greedy", 40)


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LASTRAFT_GAMES": "tests.driftwood"}
    call = [sys.executable, "-P", "-m", "lastraft.cli", *words]
    return subprocess.run(call, cwd=folder, env={**os.environ, **path}, capture_output=True, text=True, timeout=300)


def test_the_commands_find_a_bot_in_the_folder_one_stands_in(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import lastraft\n\nclass Mine(lastraft.Bot):\n    def choose(self, seen):\n        return seen.moves[-1]\n\n"
        "class Bad(lastraft.Bot):\n    def choose(self, seen):\n        return 1 / 0\n"
    )
    small = ["driftwood", "--games", "4", "--seats", "2", "--option", "rounds=five"]
    played = command(tmp_path, "simulate", *small, "--bots", "py:mine.Mine,greedy")
    assert played.returncode == 0, played.stderr
    assert "py:mine.Mine" in played.stdout
    failed = command(tmp_path, "simulate", *small, "--bots", "py:mine.Bad,greedy")
    assert failed.returncode == 2
    assert "return 1 / 0" in failed.stderr
    assert "py:mine.Bad raised ZeroDivisionError" in failed.stderr.splitlines()[-1]
    tolerant = command(tmp_path, "simulate", *small, "--bots", "py:mine.Bad,greedy", "--tolerant")
    assert tolerant.returncode == 0
    assert "py:mine.Bad failed" in tolerant.stdout
    watched = command(tmp_path, "play", "driftwood", "--people", "0", "--bots", "py:mine.Mine", "--seed", "1", "--fast")
    assert watched.returncode == 0, watched.stderr


# -- programs -----------------------------------------------------------------------------------------------------

PROGRAM = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "choose":
        print(json.dumps({"move": told["moves"][0][sys.argv[1]], "question": told["question"]}), flush=True)
    if told["type"] == "end":
        assert len(told["scores"]) == 3
"""


def test_a_program_plays_as_a_class_does(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    for answer in ("code", "text"):
        spec = f"cmd:{sys.executable} {tmp_path}/program.py {answer}"
        assert rows(f"{spec},greedy,random", 2) == rows(f"{OWN}First,greedy,random", 2)


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import sys; sys.exit(3)", r"ended \(exit code 3\) without an answer"),
        ("print('hello', flush=True); input()", r"answered 'hello', not {\"move\""),
        ("import time; time.sleep(60)", "took more than 0.5 s"),
    ],
)
def test_a_program_that_fails_is_named_and_ended(
    code: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = list[subprocess.Popen[str]]()

    class Noted(subprocess.Popen[str]):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    (tmp_path / "program.py").write_text(code)
    wanted = matchup("driftwood", 2, [f"cmd:{sys.executable} {tmp_path}/program.py", "random"], NO_VOTES)
    with pytest.raises(BotFailed, match=what):
        simulate(wanted, 1, tolerant=False, move_timeout=0.5 if "sleep" in code else 10)
    assert [program.returncode is None for program in started] == [False]
    with pytest.raises(BotFailed, match="cannot be started"):
        simulate(matchup("driftwood", 2, "cmd:./nothing,random"), 1, tolerant=False)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript_plays_whole_games() -> None:
    spec = f"cmd:node {EXAMPLES / 'bot.js'}"
    for game in ("survive", "driftwood"):
        assert simulate(matchup(game, None, f"{spec},random"), 1, tolerant=False).games == 1


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_example_in_c_plays_whole_games(tmp_path: Path) -> None:
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", tmp_path / "bot", EXAMPLES / "bot.c"], check=True)
    for game in ("survive", "driftwood"):
        assert simulate(matchup(game, None, f"cmd:{tmp_path}/bot,random"), 1, tolerant=False).games == 1
