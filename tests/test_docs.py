"""What the documents show is true: examples run, records replay, positions come back, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lastraft
from tests.driftwood import GAME

ROOT = Path(__file__).resolve().parents[1]
FORMATS = ROOT / "docs" / "formats.md"
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)


def test_the_record_in_the_formats_replays_to_itself() -> None:
    (text,) = blocks(FORMATS, "record")
    assert lastraft.read(text).record() == text


def test_the_seats_record_in_the_formats_is_what_that_seat_knew() -> None:
    (whole,), (text,) = blocks(FORMATS, "record"), blocks(FORMATS, "knowledge")
    m = lastraft.read(whole)
    while len(m.history) > 4:
        m.pop()
    assert m.record(0) == text
    with pytest.raises(lastraft.BadText, match="only a whole record replays"):
        lastraft.read(text)


def test_the_position_in_the_formats_comes_back() -> None:
    (text,) = blocks(FORMATS, "position")
    m = lastraft.position(GAME, text)
    assert m.position() == text
    assert m.actors == (0,)


def test_the_code_in_the_formats_runs() -> None:
    for code in blocks(FORMATS, "python"):
        exec(code, {})


def test_the_examples_in_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried
    assert not failed


@pytest.mark.parametrize("name", ["README.md", "docs/bots.md", "docs/env.md"])
def test_commands_run(name: str, tmp_path: Path) -> None:
    """In a folder that has what the page says to put there."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for code in blocks(ROOT / name, "python"):
        if "class Mine(" in code:
            (tmp_path / "mine.py").write_text(code)
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    lines = [line for block in blocks(ROOT / name, "sh") for line in block.splitlines()]
    run = [line for line in lines if line.startswith(("lastraft ", "python "))]
    assert run
    for line in run:
        program, *words = shlex.split(line)
        if "node" in line and not shutil.which("node"):
            continue
        call = [sys.executable, *(["-P", "-m", "lastraft.cli"] if program == "lastraft" else []), *words]
        done = subprocess.run(call, cwd=tmp_path, env={**os.environ, **path}, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stderr)


def test_the_code_about_learners_runs(tmp_path: Path) -> None:
    for code in blocks(ROOT / "docs" / "env.md", "python"):
        needed = re.findall(r"^import (gymnasium|pyspiel)|^from lastraft.env import (pettingzoo)", code, re.M)
        if all(importlib.util.find_spec("".join(name)) for name in needed):
            exec(code, {})


def test_ppo_beats_random() -> None:
    module: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "ppo.py"))
    words = f"{GAME.name} --seats 2 --option votes=no --option rounds=five --updates 20 --steps 32"
    assert module["main"](words.split()) > 0.4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), target
