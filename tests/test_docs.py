"""What the documents show is true: examples run, records replay, positions come back, links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), target
