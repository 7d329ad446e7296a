"""What the beach shows: the weather, a day's work, and the raft when it leaves."""

from __future__ import annotations

import itertools
import re
from html import unescape

import pytest

from lastraft.hellapagos import GAME
from lastraft.hellapagos.components import IDS
from lastraft.hellapagos.names import card_name
from lastraft.hellapagos.state import Deed
from lastraft.hellapagos.ui.ballot import BROAD, BUBBLE
from lastraft.hellapagos.ui.board import tall
from lastraft.hellapagos.ui.hand import ACROSS
from lastraft.hellapagos.ui.look import look
from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.hellapagos.ui.scenery import places
from lastraft.match import Match
from lastraft.protocol import WATCHER
from lastraft.protocol.translations import translator
from tests.hellapagos.helpers import at, close, do

T = translator("hellapagos", "en")


def shown(m: Match, id: str) -> str:
    """The tag of an element as the first seat sees it."""
    match = re.search(rf'<g id="{id}"[^>]*>', m.draw(0))
    return match.group() if match else ""


@pytest.mark.parametrize(("window", "dark"), [("T", 0), ("S food", 1), ("N", 1)])
def test_it_is_dark_from_the_meal_to_the_next_day(window: str, dark: int) -> None:
    assert f'id="dusk" class="dusk" opacity="{dark}"' in at(f"seats: 3; F: 1; window: {window}; order: A").draw(0)


def test_a_days_work_is_shown_until_the_next_morning() -> None:
    """HP-7.8, HP-7.21: what somebody brought stands beside them, that they searched too."""
    m = at("seats: 3; round: 1; weather: 2; W: 9; F: 9; deck: axe gun; order: B C A")
    do(m, "pass", "B: water", "pass", "C: search")
    assert m.state.brought[1][Deed.WATER] == 2
    assert m.state.brought[2][Deed.SEARCHES] == 1
    drawn = m.draw(0)
    assert re.search(r'id="seat-1".*?class="did".*?#i-water.*?\+2', drawn)
    assert drawn.count('class="did"') == 2
    do(m, "pass", "A: fish", "pass", "A: close", "pass", "A: close")
    assert m.state.day == 2
    assert 'class="did"' not in m.draw(0)


def test_the_conch_makes_its_player_chief_on_the_board_too() -> None:
    """The First Player card stays where it is, but its holder is not chief that day."""
    m = at("seats: 3; hand B: conch; window: S food; F: 2")
    marks = r'class="mark mark-([a-z]+)'
    assert re.findall(marks, m.draw(0)) == ["first"]
    drawn = do(m, "B: use conch").draw(0)
    assert sorted(re.findall(marks, drawn)) == ["begins", "chief"]
    assert "nobody may point at this castaway" in drawn


def test_the_hurricane_has_a_sky_of_its_own() -> None:
    """HP-6.2"""
    text = "seats: 3; round: 7; weather: 0 1 2 3 0 1 {}"
    assert "storm" in shown(at(text.format("h")), "heavens")
    assert "storm" not in shown(at(text.format("2")), "heavens")


def test_the_raft_leaves_with_those_who_are_saved() -> None:
    """HP-15.4, HP-17.1: those aboard stand on the raft, whoever died stays where they lie."""
    m = at("seats: 4; W: 3; F: 3; R: 3; dead: D; window: N")
    before = [shown(m, f"seat-{seat}").split("--px")[0] for seat in range(4)]
    do(m, "pass", "A: close", "A: leave", "B: leave", "C: leave")
    assert m.over
    assert "afloat" in shown(m, "store-raft")
    after = [shown(m, f"seat-{seat}").split("--px")[0] for seat in range(4)]
    assert [was != now for was, now in zip(before, after, strict=True)] == [True, True, True, False]
    assert "aboard" in m.draw(0)


def test_arms_are_gone_before_the_next_event() -> None:
    """They point while it is decided who goes without, not at night nor over a shot; none lies on another."""
    m = at("seats: 6; W: 5; F: 9; hand C: gun bullet; window: S water")
    do(m, "C: lay gun", "A: close", "pass", *(f"{voter}: vote B" for voter in "ACDEF"), "B: vote A")
    ends = re.findall(r'<line class="sl" x1="[^"]*" y1="[^"]*" x2="([^"]*)" y2="([^"]*)"', m.draw(0))
    assert len(ends) == len(set(ends)) == 12, "each on a wide and on a tall screen"
    do(m, "C: shoot D")
    assert "arm-" not in m.draw(0)
    do(m, "D: nothing")
    m = do(at("seats: 3; W: 2; F: 9; window: S water"), "A: close", "A: vote B", "B: vote C", "C: vote B")
    assert "arm-0" in m.draw(0)
    do(m, "B: accept fate")
    assert "arm-0" not in m.draw(0)
    unfed = at("seats: 3; F: 0; hand B: sandwich; window: Z food").state
    unfed.vote[0] = 2  # in a vote before this check
    assert "arm-0" not in GAME.picture.draw(GAME.reader(unfed, 1, ["A", "B", "C"], "en"))


def test_the_fed_and_the_unfed_have_a_sign() -> None:
    """While somebody may die: a drop or a fish, a skull where nothing is left, a shield in a debate."""

    def signs(text: str) -> list[tuple[str, ...]]:
        seats = re.findall(r'id="seat-(\d)"(.*?)(?=id="seat-|id="tray")', at(text).draw(0), re.S)
        marks = ("drank", "ate", "unfed", "safe")
        return [tuple(mark for mark in marks if f"mark-{mark}" in drawn) for _, drawn in sorted(seats)]

    text = "seats: 3; W: {}; F: {}; hand B: axe; window: {}; provided: B"
    assert signs(text.format(0, 9, "Z water")) == [("unfed",), ("drank",), ("unfed",)]
    assert signs(text.format(9, 0, "Z food")) == [("unfed",), ("ate",), ("unfed",)]
    assert signs(text.format(1, 9, "S water")) == [(), ("drank",), ()]
    assert signs("seats: 3; W: 1; F: 9; hand B: axe; window: S water; conch: C") == [(), (), ()]
    assert signs("seats: 3; W: 2; F: 9") == [(), (), ()]


def test_nobody_reads_of_a_next_seat_where_all_have_one() -> None:
    for seats, said in ((2, "next: 5 of 6 wood"), (3, "enough for all")):
        assert said in at(f"seats: 3; R: {seats}; disc: 5").draw(0)


def test_whom_the_last_vote_left_behind_has_a_grave() -> None:
    """There were seats for two of three; no arm of the vote is left over the end."""
    m = at("seats: 3; round: 7; weather: 0 1 2 3 0 1 h; W: 9; F: 9; R: 2; window: N")
    while not m.over:
        seat = m.actors[0]
        texts = {move.text: move.code for move in m.legal_moves(seat)}
        wanted = next((text for text in ("vote B" if seat != 1 else "vote A", "close", "pass") if text in texts), "")
        m.push(texts[wanted] if wanted else next(iter(texts.values())), seat)
    drawn = m.draw(0)
    assert m.state.aboard.bit_count() == 2
    assert "Dead: B." in drawn
    assert re.search(r'id="seat-1" class="at castaway s1 dead"', drawn)
    assert re.search(r'id="seat-0" class="at castaway s0 me aboard"', drawn), "who sails with the raft"
    assert "arm-" not in drawn


def test_the_dead_point_at_nobody() -> None:
    m = at("seats: 4; W: 3; F: 4; hand A: water_bottle; window: S water")
    do(m, "A: close", "A: vote B", "B: vote A", "C: vote B", "D: vote B")
    assert 'id="arm-1"' in m.draw(0)
    m.state.alive &= ~(1 << 1)
    assert 'id="arm-1"' not in m.draw(0)
    assert 'id="arm-2"' in m.draw(0)


def test_an_end_without_anybody_and_without_a_raft_is_drawn() -> None:
    """For those who played and for those who watch."""
    m = at("seats: 3; W: 0; F: 0; R: 0; window: S water")
    while not m.over:
        m.push(m.legal_moves(m.actors[0]).codes()[0], m.actors[0])
    assert not m.state.alive
    assert all("Seats on the raft: 0 for 0" in m.draw(reader) for reader in (0, WATCHER))


def test_whoever_is_clicked_shows_their_cards() -> None:
    """What lies before them is seen by all, of a hand only what the reader knows; nothing else is an answer."""
    m = at("seats: 3; in play B: axe; hand B: conch; hand A: telescope; order: A B C")
    assert "#art-axe" in look(m.reader(0), "seat-1")
    assert "#art-conch" not in look(m.reader(0), "seat-1")
    do(m, "A: use telescope")
    assert "#art-conch" in look(m.reader(0), "seat-1")
    assert not any(look(m.reader(0), thing) for thing in ("seat-2", "seat-9", "seat-x", "card-axe"))
    assert "Axe" in re.findall(r'id="seat-1".*?<desc>(.*?)</desc>', m.draw(0))[0]


def test_on_a_phone_there_is_room_for_every_hand() -> None:
    """What can change says how high the drawing is now; a hand of up to two rows changes nothing."""
    hands = ("axe", "axe gun club flask conch", "axe gun club flask conch coffee coconut sardines sandwich")
    high = []
    for hand in hands:
        m = at(f"seats: 3; hand A: {hand}; order: B C A")
        match = re.search(r'data-tall="(\d+)"', "".join(m.game.picture.pieces(m.reader(0))))
        assert match
        high.append(int(match.group(1)))
    assert high[0] == high[1] < high[2]


def test_the_stores_say_what_is_still_due() -> None:
    """HP-8.2, HP-16.5: whoever has drunk needs no water any more, until the trip."""

    def notes(text: str) -> list[str]:
        return re.findall(r'<tspan class="left">([^<]+)<', at(f"seats: 3; W: 4; F: 2; {text}").draw(0))

    assert notes("hand B: axe") == ["1 of 3 for tomorrow", "1 short tonight"]
    assert notes("W: 6; F: 9") == ["3 left after tonight", "6 left after tonight"]
    assert notes("window: S food") == ["everybody drank", "1 short tonight"]
    assert notes("window: N") == ["enough for tomorrow", "2 of 3 for tomorrow"]
    last = "R: 1; round: 7; weather: 0 1 2 3 0 1 h"
    assert notes(f"{last}; window: N; W: 9") == ["enough for the trip", "1 short for the trip"]
    assert notes(f"{last}; hand B: axe") == ["2 short for the trip", "1 short tonight"]
    assert notes(f"{last}; window: S seats") == ["enough for the trip", "1 short for the trip"]
    m = at("seats: 3; W: 0; F: 0; window: N")
    m.state.alive = 0
    assert "everybody" not in "".join(m.game.picture.pieces(m.reader(0))), "nobody is left who could have eaten"
    assert "hurricane: 1 of the 4 left" in at("seats: 3; round: 8; weather: 0 1 2 3 0 1 2 3").draw(0)


def test_an_offer_is_shown_in_a_bubble_and_answered_in_the_prompt() -> None:
    """HP-20.32: and at night there is nothing to do at the four places."""
    m = do(at("seats: 3; hand A: axe; hand B: gun club"), "B: offer A", "B: card gun", "B: done", "B: ask 1")
    do(m, *["B: done" for _ in range(2) if m.state.draft[1]])
    clicked = {m.game.picture.clicks(m.reader(0), m.parse(text, 0).code) for text in ("accept B", "decline B")}
    assert clicked == {()}  # the prompt's buttons answer it
    assert 'id="bubble-1"' in m.draw(0)
    assert "place-fish" in m.draw(0)
    assert "place-fish" not in at("seats: 3; W: 1; window: S water").draw(0)


def test_an_offer_leaves_the_hand_where_it_was_on_a_phone() -> None:
    """They judge it by their hand. One's own offer, which waits, lies under the camp."""
    start = "seats: 3; hand A: axe; hand B: gun club"
    m, calm = at(start), at(start)
    do(m, "B: offer A", "B: card gun", "B: done", "B: ask 1")
    do(m, *["B: done" for _ in range(2) if m.state.draft[1]])
    hand = [re.search(r'id="card-axe"[^>]*?style="([^"]*)"', each.draw(0)) for each in (m, calm)]
    assert all(hand)
    assert hand[0][1] == hand[1][1]  # type: ignore[index]


def test_the_ending_names_the_reader() -> None:
    m = close(at("seats: 3; R: 3; W: 3; F: 3; round: 2; window: N"))
    drawn = do(m, *(f"{seat}: leave" for seat in "ABC")).draw(0)
    assert "Aboard: you, B, C." in unescape(drawn)


def test_an_offer_covers_nobodys_plate() -> None:
    """Names and cards stay readable beside a bubble, with every number of castaways."""
    for n in range(3, 13):
        for giver, name in enumerate(LETTERS[1:n], 1):
            m = at(f"seats: {n}; hand {name}: axe gun; window: D")
            do(m, *(f"{name}: {text}" for text in ("offer A", "card axe", "done", "ask 0", "done")))
            match = re.search(r"--x:([-\d.]+).*?--y:([-\d.]+)", shown(m, f"bubble-{giver}"))
            assert match
            left, top = float(match[1]), float(match[2])
            for (x, y), _ in places(n):
                beside = left >= x + 57 or x - 57 >= left + BROAD
                assert beside or top >= y + 27 or y + 3 >= top + BUBBLE, (n, giver)


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_the_only_card_of_an_offer_is_named(language: str) -> None:
    """However long its name is; the longest one is cut."""
    for kind, card in enumerate(IDS):
        m = at("seats: 3; hand A: axe flask; hand B: gun club; order: C A B")
        do(m, "A: offer B", "A: card axe", "A: done", "A: ask 1", "A: done", f"A: say {card}")
        r = GAME.reader(m.hidden(1), 1, m.names, language)
        named = unescape(GAME.picture.draw(r).partition('id="bubble-0"')[2].partition("</g>")[0])
        assert card_name(kind, r.t)[:12] in named


def test_what_somebody_brought_covers_nobody_elses_plate_or_tag() -> None:
    """Also two things a day, with every number of castaways, on both screens."""
    for n in range(3, 13):
        m = at(f"seats: {n}; round: 2")
        for k in range(1, n):
            m.state.brought[k][Deed.WOOD] = m.state.brought[k][Deed.FISH] = 3
        for k in range(1, n):
            drawn = m.draw(0).partition(f'id="seat-{k}"')[2].partition('id="seat-')[0]
            brought = re.findall(r'class="did" transform="translate\(([-\d]+) ([-\d]+)\)', drawn)
            assert len(brought) == 2
            for screen, other in itertools.product((0, 1), range(n)):
                scale = 0.86 if n > 8 and screen == 0 else 1
                (x, y), (there_x, there_y) = places(n)[k][screen], places(n)[other][screen]
                for right, down in brought:
                    left, top = (x - there_x) / scale + int(right), (y - there_y) / scale + int(down)
                    beside = left >= 57 or left + 42 <= -57
                    assert other == k or beside or top >= 42.5 or top + 18 <= 3.5, (n, k, other, screen)


def test_what_can_be_done_with_a_hand_is_below_it_on_a_phone() -> None:
    """Between the cards and the end of the drawing, however many cards there are."""
    cards = ("axe", "gun", "club", "conch", "flask", "fishing_rod", "crystal_ball", "sheet_metal", "coffee")
    for n in range(1, len(cards) + 1):
        m = at(f"seats: 3; hand A: {' '.join(cards[:n])}; order: A B C")
        match = re.search(r"--py:([-\d.]+)", shown(m, "act-give"))
        assert match
        lowest = max(float(y) for y in re.findall(r'id="card-[^>]*--py:([-\d.]+)', m.draw(0)))
        high = 125 if n <= ACROSS else 62
        assert lowest + high < float(match[1]) <= tall(m.state, 0) - 48, n


def test_the_kinds_that_one_can_claim_are_named() -> None:
    """By touch there is no hovering."""
    m = at("seats: 3; first: A; hand A: axe")
    do(m, "A: offer B", "A: card axe", "A: ask 0")
    palette = m.draw(0).split('<g id="kinds"')[1]
    assert ">Sleeping</text>" in palette
    assert ">Axe</text>" in palette
