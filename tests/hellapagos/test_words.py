"""What people read: the log from the reader's point of view, reasons, and a table that fits a terminal."""

from __future__ import annotations

import re
from pathlib import Path

from rich.text import Text

import lastraft.hellapagos
from lastraft.hellapagos import GAME
from lastraft.hellapagos.codes import PASS
from lastraft.hellapagos.components import IDS
from lastraft.hellapagos.state import Event
from lastraft.hellapagos.words import FAMILY_NAMES, REASONS
from lastraft.kernel import Told
from lastraft.match import Match
from lastraft.words import words

from .beach import at, close, do

T = words("hellapagos", "en")


def told(m: Match, seat: int, since: int = 0) -> list[str]:
    return [line.said for line in GAME.log([h.event for h in m.events(seat, since)], seat, m.names, T)]


def test_the_log_speaks_to_its_reader() -> None:
    """HP-23.14, HP-23.16: you, he, and nothing one may not know."""
    m = do(at("seats: 3; hand A: gun bullet; hand B: axe"), "A: shoot B", "B: nothing")
    assert "You shoot at B!" in told(m, 0)
    assert "A shoots at you!" in told(m, 1)
    assert "A shoots at B!" in told(m, 2)
    assert "You get Axe from B." in told(m, 0)
    assert not any("Axe" in said for said in told(m, 2))


def test_what_belongs_together_is_one_sentence() -> None:
    """HP-7.13 to HP-7.15, HP-23.14: an expedition for wood speaks of wood, a gift names its cards at once."""
    balls = [Told(-1, Event.BALL, 1, ball, 0) for ball in (2, 4)]
    wood, seats = Told(-1, Event.WOOD, 1, 1, 0), Told(-1, Event.BUILT, 3, 0, 0)
    names = ["Ann", "Ben", "Cid"]
    home = [wood, *balls, seats, Told(-1, Event.WOOD, 1, 2, 0)]
    said, points, *_ = zip(*GAME.log(home, 0, names, T), strict=True)
    assert said == ("Ben pushes on with 2 balls, all white: wood +3.", "The raft has 3 seats now.")
    assert points[0] == ("seat-1", "store-raft")
    bitten = [wood, *balls, Told(-1, Event.BITTEN, 1, 0, 0), Told(-1, Event.SICK, 1, 1, 0)]
    assert [line.said for line in GAME.log(bitten, 1, names, T)] == [
        "You collect wood: +1, push on with 2 balls and draw the black one.",
        "A snake bites you: you are sick!",
    ]
    fished = [balls[0], Told(-1, Event.FISHED, 1, 2, 0)]
    assert [line.said for line in GAME.log(fished, 0, names, T)] == ["Ben fishes: food +2."]

    m = at("seats: 3; hand A: gun bullet axe; hand B: club")
    before = len(m.history)
    do(m, "A: give B", "A: card axe", "A: card gun", "A: card bullet")
    assert told(m, 1, before + 1) == ["You get Axe, Gun and Bullet from A."]
    assert told(m, 2, before + 1) == ["A gives B 3 cards."]


def test_every_event_has_a_sentence() -> None:
    """Whoever reads it, and whatever its numbers are."""
    names = ["Ann", "Ben", "Cid"]
    for kind in Event:
        for reader in (-1, 0, 1, 2):
            said = GAME.tell(Told(-1, kind, 0, 1, 2), reader, names, T)
            assert said, kind
            assert "{" not in said, said


def test_every_reason_that_is_given_is_explained() -> None:
    """All clauses that `forbids` can return."""
    source = "".join(p.read_text() for p in Path(lastraft.hellapagos.__file__).parent.glob("*.py"))
    given = {int(a) * 100 + int(b) for a, b in re.findall(r"clause\((\d+), (\d+)\)", source)}
    assert given == set(REASONS)
    assert set(FAMILY_NAMES) == {family.name for family in GAME.families.all}


def test_the_table_fits_a_terminal() -> None:
    """100 columns, with every card in hand and twelve long names."""
    everything = " ".join(IDS)
    m = at(f"seats: 12; in play B: gun; hand A: {everything}; W: 3; window: S water")
    names = [f"Castaway number {n}" for n in range(12)]
    shown = Text.from_markup(GAME.text(m.hidden(0), 0, names, T)).plain
    assert max(map(len, shown.splitlines())) <= 100
    assert all(name in shown for name in names)
    assert "Winning Lottery Ticket" in shown


def test_prompts_follow_the_moment() -> None:
    """Whoever must do something is told what."""
    m = at("seats: 3; W: 2; hand B: axe; window: S water")
    assert "You are chief" in GAME.prompt(m.hidden(0), 0, m.names, T)
    assert "pass" in GAME.prompt(m.hidden(1), 1, m.names, T)
    assert "1 castaway is still awaited" in GAME.prompt(m.hidden(2), 2, m.names, T)
    close(m)
    assert GAME.prompt(m.hidden(2), 2, m.names, T) == "Not enough (water): point at one castaway."


def test_whoever_would_die_is_warned() -> None:
    """HP-8.14: with nothing left a pass may be the last one."""
    m = at("seats: 3; W: 0; hand B: water_bottle; hand C: axe; window: Z water")
    assert GAME.prompt(m.hidden(1), 1, m.names, T).startswith("Nothing is left (water): without a ration you die!")
    asked = [GAME.careful(m.hidden(seat), seat, PASS, m.names, T) for seat in (1, 2)]
    assert [bool(question) for question in asked] == [True, False]
    do(m, "B: feed water_bottle", "B: target B")
    assert "you die" not in GAME.prompt(m.hidden(1), 1, m.names, T)


def test_odds_and_questions() -> None:
    """HP-7.14, HP-3.6: what a careful player could work out."""
    m = at("seats: 3; round: 8; weather: 0 1 2 3 0 1 2 3")
    odds = dict(GAME.odds(m.hidden(0), 0, T))
    assert odds["Hurricane tomorrow"] == "1/4"
    assert odds["Bitten with 3 balls"] == "3/6"
    wood = m.parse("wood 5", 0).code
    assert GAME.careful(m.hidden(0), 0, wood, m.names, T)


def test_help_explains_the_hand() -> None:
    """What the reader's cards do, and the moment."""
    m = at("seats: 3; hand A: axe")
    assert "Axe" in GAME.help(m.hidden(0), 0, T)
    assert "Axe" not in GAME.help(m.hidden(1), 1, T)


def test_help_speaks_of_the_table_as_it_is() -> None:
    """HP-15.6, HP-18.5, HP-14.14, HP-14.29: who decides about leaving, who votes, what cards do."""
    leaving = {
        rule: GAME.help(close(at("seats: 3; W: 9; F: 9; R: 3; window: N", departure=rule)).hidden(0), 0, T)
        for rule in ("majority", "unanimous", "first_player")
    }
    assert "even split" in leaving["majority"]
    assert "everybody" in leaving["unanimous"]
    assert "chief alone" in leaving["first_player"]
    voting = close(at("seats: 3; dead: C; W: 1; window: S water", voice_of_the_dead=True))
    assert "The dead vote too." in GAME.help(voting.hidden(0), 0, T)
    text = "seats: 3; hand A: telescope club conch"
    assert "Telescope: Secretly look at every hand." in GAME.help(at(text).hidden(0), 0, T)
    changed = GAME.help(at(text, telescope="one_hand", club="two_votes").hidden(0), 0, T)
    assert "Telescope: Secretly look at one hand." in changed
    assert "Club: You vote twice" in changed


def test_the_end() -> None:
    """HP-17.2: aboard, or left behind."""
    m = close(at("seats: 3; W: 9; F: 9; R: 3; dead: C; window: N", departure="automatic"))
    assert GAME.score_lines(m.state, 0, T) == [("Aboard the raft", 1)]
    assert GAME.score_lines(m.state, 2, T) == [("Died on the island", 0)]
    assert [GAME.rules.rank(m.state, seat) for seat in range(3)] == [1, 1, 3]
