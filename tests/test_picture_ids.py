"""What the page points at is really drawn: signs of the glossary, things that the log names."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import lastraft
from lastraft.protocol.drawing import symbols
from lastraft.protocol.translations import LANGUAGES

GAMES = ("survive", "hellapagos", "outlive")


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_of_the_glossary_is_a_drawing(game: str) -> None:
    known = symbols(Path(lastraft.__file__).parent / game / "ui" / "pictures")
    for language in LANGUAGES:
        rules = lastraft.game(game)
        for group, signs in rules.speech.glossary(rules.reader(rules.new_state(rules.usual_size), -1, (), language)):
            assert group
            for sign in signs:
                assert sign.symbol in known
                assert sign.name
                assert sign.meaning


@pytest.mark.parametrize("game", GAMES)
def test_the_log_points_at_what_is_drawn(game: str) -> None:
    """Of what the events of a game name to a reader, nearly all is drawn at some time."""
    match, rnd = lastraft.new(game, seed=3), random.Random(3)
    drawn: set[str] = set()
    for _ in range(150):
        if match.over:
            break
        seat = match.asked
        match.push(rnd.choice(match.legal_moves(seat).codes()), seat)
        for reader in range(match.seats):
            drawn |= set(re.findall(r' id="([^"]+)"', match.draw(reader)))
    named = {
        thing
        for reader in range(match.seats)
        for line in match.game.speech.log(
            [h.event for h in match.events(reader)], match.game.listener(reader, match.names)
        )
        for thing in line.things
    }
    assert len(named) > 20
    missing = {thing for thing in named - drawn if not thing.startswith(("card-", "own-"))}
    assert not missing, "a card may be claimed or gone at once; everything else is there"
