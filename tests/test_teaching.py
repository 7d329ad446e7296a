"""What teaches a game: its card, its lesson and its rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lastraft
from lastraft.bots.lesson import rehearse
from lastraft.hellapagos.events import Event
from lastraft.protocol.drawing import symbols
from lastraft.protocol.teaching import Clause, read_rulebook
from lastraft.protocol.translations import LANGUAGES

GAMES = ("survive", "hellapagos", "outlive")


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_leads_to_the_end_and_lights_what_is_drawn(name: str) -> None:
    game = lastraft.game(name)
    lesson = game.teaching.lesson
    assert lesson is not None
    drawn_by_the_page = {"phases", "pips", "strip"}
    for step, (code, match) in zip(lesson.steps, rehearse(game, lesson), strict=True):
        assert (code >= 0) == bool(step.move)
        drawn = set(re.findall(r' id="([^"]+)"', match.draw(0))) | drawn_by_the_page
        assert set(step.point) <= drawn, step.say
    outcome = match.outcome()
    assert outcome is not None, "the lesson ends with its game"
    assert 0 in outcome.winners


def test_hellapagos_shows_a_shot_a_bite_and_a_tie() -> None:
    """By what happens to the learner, not by words."""
    game = lastraft.game("hellapagos")
    assert game.teaching.lesson is not None
    *_, (_, match) = rehearse(game, game.teaching.lesson)
    families = [(played.move.seat, game.families[played.move.code][0]) for played in match.history]
    shot, metal = families.index((2, "SHOOT")), families.index((0, "REACT"))
    assert shot + 1 == metal
    assert families.index((2, "TIEBREAK")) < families.index((0, "PLAY_FOR"))
    assert {each.event.kind for each in match.events(0)} >= {Event.BITTEN, Event.DESIGNATED}


def test_hellapagos_shows_a_trade_and_the_question_in_the_turn_of_another() -> None:
    """Somebody offers a card, once, and says which."""
    game = lastraft.game("hellapagos")
    lesson = game.teaching.lesson
    assert lesson is not None
    *_, (_, match) = rehearse(game, lesson)
    kinds = [each.event.kind for each in match.events(0)]
    assert kinds.count(Event.OFFERED) == kinds.count(Event.CLAIMED) == kinds.count(Event.EXCHANGED) == 1
    assert next(step.move for step in lesson.steps if step.move) == "pass"


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_refuses_a_move_stands_in_the_rules(name: str) -> None:
    game = lastraft.game(name)
    shown = {clause.name for clause in game.teaching.clauses() if clause.section in game.teaching.sections}
    refusing = set()
    for path in (Path(lastraft.__file__).parent / name / "rules").glob("*.py"):
        for chapter, number in re.findall(r"\bclause\((\d+), (\d+)\)", path.read_text("utf-8")):
            refusing.add(f"{game.prefix}-{chapter}.{number}")
    assert len(shown) > 150
    assert len({each for each in refusing if not each.startswith("HP-22.")} - shown) == 0
    assert sum(clause.is_house for clause in game.teaching.clauses()) > 30
    named = {word for clause in game.teaching.clauses() for word in clause.words}
    assert {option.name for option in game.options} <= named, "an option is said where it changes something"


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
@pytest.mark.parametrize("name", GAMES)
def test_every_clause_shown_stands_in_every_language(name: str, language: str) -> None:
    teaching = lastraft.game(name).teaching
    english = [clause for clause in teaching.clauses() if clause.section in teaching.sections]
    own = [clause for clause in teaching.clauses(language) if clause.section in teaching.sections]
    assert teaching.rulebook is not None
    written = read_rulebook(teaching.rulebook.with_suffix(f".{language}.md").read_text("utf-8"))
    assert [clause.name for clause in written] == [clause.name for clause in english], "the same clauses, in order"
    for there, here in zip(english, own, strict=True):
        assert here.text not in ("", there.text), here.name
        assert (here.language, here.is_house, here.words) == (language, there.is_house, there.words)
        assert bool(here.house) == bool(there.house), f"{here.name}: its reason"
        assert figures(there) == figures(here), here.name


def figures(clause: Clause) -> list[set[str]]:
    """The numbers in a clause, in its reason, and in each row of its table; not those in names such as plus2."""
    texts = [clause.text, clause.house, *map(" ".join, clause.table)]
    return [set(re.findall(r"(?<![a-z])\d+", re.sub(r"(\d)[,\u00a0](\d{3})\b", r"\1\2", text))) for text in texts]


@pytest.mark.parametrize("name", GAMES)
def test_the_card_shows_what_is_drawn(name: str) -> None:
    card = lastraft.game(name).teaching.card
    known = symbols(Path(lastraft.__file__).parent / name / "ui" / "pictures")
    assert card is not None
    assert {symbol for block in card.blocks for symbol in block.symbols} <= set(known)


def test_a_rulebook_is_read_clause_by_clause() -> None:
    first, second, row = read_rulebook(
        """
## 1. Words
- **XY-1.1** A *raft* floats (option `raft_control`). [seed 000 p.2; house: the reason]
**XY-1.2** It has seats: [seed 001]

| id | players | seats |
|---|---|---|
| `small` | 2 | 3 |

## 2. Events

| clause | id | effect | source |
|---|---|---|---|
| **XY-2.1** | big_wave | sinks it | [house: ours] |
"""
    )
    assert (first.text, first.house, first.words, first.section) == (
        "A raft floats.",
        "the reason",
        ("raft_control",),
        1,
    )
    assert (second.is_house, second.table) == (False, (("players", "seats"), ("2", "3")))
    assert (row.name, row.text, row.house) == ("XY-2.1", "big wave. effect: sinks it.", "ours")
