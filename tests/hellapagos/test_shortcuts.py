"""What takes several moves and few clicks."""

import random

import lastraft
from lastraft.hellapagos import GAME
from lastraft.hellapagos.codes import ACCEPT_FATE, ACT_FISH, ACT_WATER
from lastraft.hellapagos.state import Draft
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from tests.hellapagos.helpers import at

T = translator("hellapagos", "en")


def test_a_card_given_in_one_go() -> None:
    """Each shortcut is a row of legal moves, after which somebody else holds the card and no draft is open."""
    rnd, given = random.Random(4), 0
    match = lastraft.new("hellapagos", seats=5, seed=4)
    for _ in range(120):
        seat = rnd.choice(match.actors)
        all_of_them = GAME.picture.shortcuts(Reader(GAME.hidden(match.state, seat), seat, match.names, T))
        shortcuts = [shortcut for shortcut in all_of_them if shortcut.clicks[-1:] == ("as-gift",)]
        if shortcuts and rnd.random() < 0.2:
            given += 1
            shortcut = rnd.choice(shortcuts)
            to, held = int(shortcut.clicks[1].removeprefix("seat-")), list(match.state.hand_size)
            for code in shortcut.codes:
                match.push(code, seat)
            assert not match.state.draft[seat]
            assert match.state.hand_size[seat] == held[seat] - 1
            assert match.state.hand_size[to] == held[to] + 1
        else:
            match.push(rnd.choice(match.legal_moves(seat).codes()), seat)
    assert given > 5
    assert GAME.picture.shortcuts(Reader(GAME.hidden(match.state, -1), -1, match.names, T)) == []


def test_a_card_offered_in_one_go() -> None:
    """A card, a castaway and one more click: an offer of one for one, or one of which more is said. The castaway alone
    never gives a card away."""
    for hand in ("sandwich", "sandwich matches"):
        m = at(f"seats: 3; hand A: {hand}; hand B: axe; order: A B C; passed: B C")
        found = [each for each in GAME.picture.shortcuts(m.reader(0)) if each.clicks[:1] == ("card-sandwich",)]
        paths = {shortcut.clicks[1:]: shortcut.codes for shortcut in found}
        assert list(paths) == [
            ("seat-1", "as-gift"),
            ("seat-2", "as-gift"),
            ("seat-1", "as-swap"),
            ("seat-1", "as-offer"),
        ]
        for code in paths["seat-1", "as-offer"]:
            m.push(code, 0)
        assert m.state.draft[0] == Draft.OFFER_ASK
        m.push("cancel", 0)
        for code in paths["seat-1", "as-swap"]:
            m.push(code, 0)
        assert (m.state.offer_to[0], m.state.wanted[0]) == (2, 1)


def test_wood_in_one_click() -> None:
    """A chip is enough, and a risk is asked about."""
    match = at("seats: 3")
    chips = [shortcut for shortcut in GAME.picture.shortcuts(match.reader(0)) if shortcut.clicks]
    assert [chip.clicks for chip in chips] == [(f"push-{n}",) for n in range(6)]
    assert [bool(chip.careful) for chip in chips] == [False] * 4 + [True] * 2
    assert all(f'id="{chip.clicks[0]}"' in match.draw(0) for chip in chips)
    match.push(chips[0].codes[0], 0)
    assert match.state.disc == 1


def test_a_place_on_the_beach_acts_as_its_button_does() -> None:
    """At once: the button says all that it does."""
    match = at("seats: 3; weather: 0; in play A: flask")
    reader = match.reader(0)
    for code, place, label, detail in (
        (ACT_FISH, "place-fish", "Fish", "1 ball: 1–3; more than 1: 3 in 6"),
        (ACT_WATER, "place-water", "Water", "no rain: nothing today"),
    ):
        assert GAME.picture.clicks(reader, code) == (place,)
        assert (GAME.speech.label(reader, code), GAME.speech.outcome(reader, code)) == (label, detail)


def test_a_bullet_is_fired_before_it_is_given() -> None:
    """The same clicks are one thing only: with a Gun, a Bullet and somebody are a shot."""
    for armed, expected in (("in play A: gun", 0), ("in play A: axe", 2)):
        m = at(f"seats: 3; hand A: bullet; {armed}; order: A B C")
        paths = [shortcut.clicks for shortcut in GAME.picture.shortcuts(m.reader(0)) if shortcut.clicks]
        assert sum(path[0] == "card-bullet" and path[2] == "as-gift" for path in paths) == expected


def test_whoever_dies_without_a_ration_can_take_their_own_first() -> None:
    """One button drinks, another one is for others; rather water that does not make sick."""
    m = at("seats: 3; W: 0; F: 9; hand A: filthy_water water_bottle; window: Z water")
    own = [each for each in GAME.picture.shortcuts(m.reader(0)) if not each.clicks]
    assert [(each.label, each.detail, each.first) for each in own] == [
        ("Drink the Water Bottle", "you live", True),
        ("Drink the Filthy Water", "you live, but fall sick", False),
    ]
    labels = [GAME.speech.label(m.reader(0), move.code) for move in m.legal_moves(0)]
    assert "For others: Water Bottle" in labels
    for code in own[0].codes:
        m.push(code, 0)
    assert m.state.provided & 1


def test_whoever_has_nothing_left_to_play_accepts_their_fate_at_once() -> None:
    """They are asked whether they are sure only where a card may still save them."""
    for hand, asked in (("sandwich bullet", False), ("coconut", True), ("conch", True)):
        m = at(f"seats: 3; W: 2; hand A: {hand}; window: V water A")
        assert bool(GAME.speech.careful(m.reader(0), ACCEPT_FATE)) == asked, hand
