"""What the documents show is true: examples run, records replay, positions come back, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastraft
from tests.driftwood import GAME

ROOT = Path(__file__).resolve().parents[1]
FORMATS = ROOT / "docs" / "formats.md"
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]

SAME_GAME = """
import sys
import driftwood_of_the_page as page
import lastraft
from lastraft.bots import bot
from tests.driftwood import GAME

for seats in GAME.sizes:
    for seed in range(4):
        ours, theirs = lastraft.Match(GAME, seats, seed), lastraft.Match(page.GAME, seats, seed)
        player = bot("random", GAME, seed)
        while (seat := ours.asked) is not None:
            assert theirs.hidden(seat).to_bytes() == ours.hidden(seat).to_bytes()
            move = player.choose(ours.hidden(seat), seat)
            ours.push(move, seat)
            theirs.push(move, seat)
            assert theirs.state.to_bytes() == ours.state.to_bytes()
        assert theirs.outcome() == ours.outcome()
        assert theirs.record() == ours.record()
"""


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)


def test_the_tutorial_builds_the_test_game(tmp_path: Path) -> None:
    code = "\n\n".join(blocks(ROOT / "docs" / "tutorial.md", "python"))
    (tmp_path / "driftwood_of_the_page.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n{SAME_GAME}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), target
