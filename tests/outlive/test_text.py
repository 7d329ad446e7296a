"""The table as text for a terminal."""

from __future__ import annotations

import pytest
from rich.text import Text

from lastraft.outlive import GAME
from lastraft.outlive.ui.text import WIDTH, Bit, _wrapped
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from tests.outlive.helpers import at

POOLS = [("en", 1, "1 chip"), ("fr", 1, "1 puce"), ("pl", 3, "3 mikrochipy"), ("pl", 5, "5 mikrochipów")]


@pytest.mark.parametrize(("language", "n", "said"), POOLS)
def test_pools_are_counted_in_the_language(language: str, n: int, said: str) -> None:
    m = at(f"pools: carnival {n}")
    assert f"  {said}[/]" in GAME.speech.text(Reader(m.hidden(0), 0, m.names, translator("outlive", language)))


@pytest.mark.parametrize("length", range(60, 81))
def test_lists_are_broken_between_items(length: int) -> None:
    """Also where an item with its comma ends in the last column."""
    items = ["a" * length, "bb", "cc"]
    lines = [
        Text.from_markup(line).plain for line in _wrapped(Bit("rooms: "), [Bit(item, "bold") for item in items], 4)
    ]
    assert all(len(line) <= WIDTH for line in lines)
    if length < WIDTH - 4:
        assert " ".join(line.strip() for line in lines) == "rooms: " + ", ".join(items)
