"""What the documents show is true: examples run, records replay, positions come back, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import runpy
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
import typer

import lastraft
from lastraft.cli import app
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


@contextmanager
def serving(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """A running server; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    call = [sys.executable, "-P", "-m", "lastraft.cli", "serve", "--no-browser", "--port", address.partition(":")[2]]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(call, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(600):
            with suppress(OSError), urllib.request.urlopen(f"http://{address}/health", timeout=5):
                break
            assert server.poll() is None, (folder / "server.log").read_text()
            time.sleep(0.1)
        yield address
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("name", ["README.md", "docs/bots.md", "docs/env.md"])
def test_commands_run(name: str, tmp_path: Path) -> None:
    """In a folder that has what the page says to put there; beside a server where a command speaks to one."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for code in blocks(ROOT / name, "python"):
        if "class Mine(" in code:
            (tmp_path / "mine.py").write_text(code)
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PATH": programs, "LASTRAFT_DATA": str(tmp_path)}
    environment = {**os.environ, **path}
    lines = [line for block in blocks(ROOT / name, "sh") for line in block.splitlines()]
    run = [line for line in lines if line.startswith(("lastraft ", "python "))]
    assert run
    for line in run:
        program, *words = shlex.split(line)
        if "node" in line and not shutil.which("node"):
            continue
        if words[0] == "train" and not importlib.util.find_spec("torch"):
            continue
        with serving(tmp_path, environment) if "127.0.0.1:8300" in line else nullcontext("") as address:
            said = [word.replace("127.0.0.1:8300", address) for word in words]
            call = [sys.executable, *(["-P", "-m", "lastraft.cli"] if program == "lastraft" else []), *said]
            done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (line, done.stdout, done.stderr)


def shown_commands(page: Path) -> list[list[str]]:
    """Every `lastraft ...` that a page shows, as words."""
    text = page.read_text("utf-8")
    lines = [
        line.partition("#")[0] for kind in ("sh", "") for block in blocks(page, kind) for line in block.splitlines()
    ]
    inline = [" ".join(each.split()) for each in re.findall(r"`(lastraft [a-z][^`]*)`", text)]
    return [shlex.split(line) for line in (*lines, *inline) if line.startswith("lastraft ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_their_options_exist(page: Path) -> None:
    """Also those that would run for an hour, or need another machine."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for _, name, *words in shown_commands(page):
        assert name in commands, name
        known = {opt for param in commands[name].params for opt in (*param.opts, *param.secondary_opts)}
        for word in words:
            if word.startswith("-") and len(word) > 1:
                assert word.partition("=")[0] in known | {"--help"}, (name, word)


@pytest.mark.parametrize("name", ["README.md", "docs/env.md"])
def test_the_code_about_learners_runs(name: str) -> None:
    for code in [code for code in blocks(ROOT / name, "python") if "lastraft.env" in code]:
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
