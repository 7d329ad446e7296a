"""HP-20: whom the program asks, what the clock does, who owns a window."""

from __future__ import annotations

from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.match import Match
from tests.hellapagos.beach import at, close, do, legal, turns, why_not, window


def clock(m: Match, seat: str) -> str:
    """What the clock would do."""
    code = m.game.rules.timeout(m.state, LETTERS.index(seat))
    return m.game.notation.move_text(m.state, 0, code)


def asked(m: Match) -> str:
    assert m.asked is not None
    return LETTERS[m.asked]


def test_actions_wait_for_the_passes() -> None:
    """HP-20.6, HP-20.18, HP-7.12, HP-20.3, HP-22.1: an action can be taken only when the others have passed; the
    owner of `T` has no pass."""
    m = at("seats: 3; hand A: flask; hand C: club")
    assert why_not(m, "A: fish") == why_not(m, "A: wood 3") == "HP-20.6"
    assert why_not(m, "A: pass") == "HP-20.18"
    assert "lay flask" in legal(m, "A")
    do(m, "C: pass")
    assert "fish" in legal(m, "A")


def test_the_six_windows_and_their_owners() -> None:
    """HP-20.3: `T` is the turn's, `V` the designated castaway's, all others are the chief's."""
    m = at("seats: 3; first: B; round: 1; weather: 0 0; W: 2; F: 9; R: 0")
    for owner in "BCA":
        assert (window(m), m.view(0)["owner"]) == ("T", owner)
        do(m, f"{owner}: fish")
    assert (window(m), m.view(0)["owner"]) == ("D", "B")
    do(m, "B: close")
    assert (window(m), m.view(0)["owner"]) == ("S", "B")
    do(m, "B: close", "A: vote C", "B: vote C", "C: vote A")
    assert (window(m), m.view(0)["owner"]) == ("V", "C")
    do(m, "C: accept fate")
    assert (window(m), m.view(0)["owner"]) == ("N", "B")
    do(m, "B: close")
    assert (window(m), m.view(0)["owner"]) == ("T", "A")
    do(m, "A: fish", "B: fish", "A: close")
    assert (window(m), m.view(0)["owner"]) == ("Z", "A")


def test_whoever_may_pass_is_not_waited_for_at_length() -> None:
    """HP-20.4: they may step in, or pass; the owner and who has passed are not asked that."""
    m = at("seats: 3; hand A: axe; hand B: club; hand C: flask")
    assert [m.game.is_window(m.hidden(seat), seat) for seat in range(3)] == [False, True, True]
    do(m, "B: pass")
    assert [m.game.is_window(m.hidden(seat), seat) for seat in range(3)] == [False, False, True]


def test_who_is_asked() -> None:
    """HP-20.14: drafts, offers, those who have not passed clockwise from the owner's left, the owner."""
    m = at("seats: 4; first: B; hand A: axe; hand C: club; hand D: flask; hand B: coffee")
    assert asked(m) == "C"
    do(m, "C: pass")
    assert asked(m) == "D"
    do(m, "A: offer D")
    assert asked(m) == "A"
    do(m, "A: card axe", "A: ask 0", "A: done")
    assert asked(m) == "D"
    do(m, "D: decline A", "D: pass", "A: pass")
    assert asked(m) == "B"


def test_the_designated_is_asked_first() -> None:
    """HP-20.14: in `V` the others should know whether they help themselves."""
    m = at("seats: 4; W: 3; hand A: axe; hand B: club; hand C: flask; window: V water C")
    assert asked(m) == "C"
    do(m, "C: accept fate")
    assert asked(m) == "A"


def test_ballots_are_asked_from_the_chiefs_left() -> None:
    """HP-20.14: the chief last."""
    m = close(at("seats: 4; first: B; W: 3; window: S water"))
    order = []
    while window(m) == "-":
        order.append(asked(m))
        m.push(next(iter(m.legal_moves())), m.asked)
    assert order[:4] == ["C", "D", "A", "B"]


def test_the_clock_in_windows() -> None:
    """HP-20.42: others pass, the owner fishes or closes, drafts are cancelled, offers declined."""
    m = at("seats: 3; hand B: axe; hand C: club")
    assert clock(m, "B") == "pass"
    do(m, "B: give C")
    assert clock(m, "B") == "cancel"
    do(m, "B: cancel", "B: offer C", "B: card axe", "B: ask 0", "B: done")
    assert clock(m, "C") == "decline B"
    do(m, "C: decline B", "C: pass", "B: pass")
    assert clock(m, "A") == "fish"
    assert clock(at("seats: 3; W: 9; F: 9; window: D"), "A") == "close"
    assert clock(at("seats: 3; W: 2; window: V water B"), "B") == "accept fate"


def test_the_clock_of_an_imposed_action() -> None:
    """HP-20.42: the imposed action with push 0, or as it was imposed."""
    imposed = "seats: 3; field imposed: {} 0 0 0 0 0 0 0 0 0 0 0; field imposed_push: {} 0 0 0 0 0 0 0 0 0 0 0"
    assert [clock(at(imposed.format(i, 0)), "A") for i in (1, 2, 3, 4)] == ["fish", "water", "wood 0", "search"]
    assert clock(at(imposed.format(3, 5)), "A") == "wood 4"
    assert clock(at(imposed.format(4, 0) + "; deck: -"), "A") == "fish"


def test_the_clock_in_closed_moments() -> None:
    """HP-20.42: Sheet Metal if held, the leader nearest to the chief's left, leave, `DONE` or the first choice."""
    m = do(at("seats: 3; hand A: gun bullet; hand C: sheet_metal"), "A: shoot C")
    assert clock(m, "C") == "sheet metal"
    m = close(at("seats: 4; first: C; W: 3; window: S water"))
    do(m, "A: vote B", "B: vote C", "C: vote B", "D: vote C")
    assert clock(m, "C") == "tiebreak B"
    m = close(at("seats: 3; W: 9; F: 9; R: 3; window: N"))
    assert clock(m, "B") == "leave"
    m = do(at("seats: 4; hand A: sleeping_pills; hand B: axe; hand C: club; hand D: flask"), "A: use sleeping_pills")
    assert clock(m, "A") == "target B"
    do(m, "A: target C")
    assert clock(m, "A") == "done"
    assert m.game.rules.timeout(m.state, 1) == -1


def test_the_owner_who_dies() -> None:
    """HP-20.10, HP-1.3: `T` ends and the next entry follows."""
    m = do(at("seats: 4; hand D: gun bullet"), "D: shoot A", "A: nothing")
    assert (turns(m), window(m)) == ("BCD", "T")


def test_z_ends_when_all_are_fed() -> None:
    """HP-20.16: nothing is left to decide."""
    m = at("seats: 3; dead: C; F: 0; W: 9; hand A: sardines; window: Z food")
    do(m, "A: feed sardines", "A: target A", "A: target B")
    assert (window(m), m.state.food) == ("N", 1)


def test_a_sick_chief_keeps_his_office() -> None:
    """HP-20.17: `CLOSE`, `TIEBREAK` and `ACCEPT_FATE` are not cards."""
    m = at("seats: 3; round: 2; W: 2; F: 9; sick: A 2 bite; hand A: club; window: S water", sick_card_ban="from_onset")
    assert "close" in legal(m, "A")
    m = at("seats: 3; round: 2; W: 2; F: 9; sick: A 2 bite; window: V water A", sick_card_ban="from_onset")
    assert legal(m, "A") == {"accept fate"}


def test_nothing_moves_when_the_game_is_over() -> None:
    """HP-17.1: no seat can do anything."""
    m = close(at("seats: 3; W: 9; F: 9; R: 3; window: N", departure="automatic"))
    assert m.over
    assert why_not(m, "A: fish") == "HP-17.1"
    assert [legal(m, seat) for seat in "ABC"] == [set(), set(), set()]


def test_what_belongs_to_another_moment() -> None:
    """HP-20.4, HP-13.24, HP-15.4, HP-22.24: answers are no moves of a window, nor the other way round."""
    m = at("seats: 3; hand A: gun bullet")
    assert why_not(m, "A: vote B") == "HP-20.4"
    assert why_not(m, "B: fish") == "HP-7.1"
    do(m, "A: shoot B")
    assert why_not(m, "B: pass") == "HP-13.24"
    m = close(at("seats: 3; W: 9; F: 9; R: 3; window: N"))
    assert why_not(m, "A: pass") == "HP-15.4"
    m = do(at("seats: 3; hand A: alarm_clock; dead: C"), "A: use alarm_clock")
    assert why_not(m, "A: target C") == "HP-22.24"
    assert why_not(m, "A: done") == "HP-22.33"


def test_the_same_moves_give_the_same_game() -> None:
    """HP-20.1, HP-20.20: a game is its seed and its moves, one at a time."""
    one, other = at("seats: 3; hand B: club", seed=9), at("seats: 3; hand B: club", seed=9)
    for m in (one, other):
        do(m, "B: pass", "A: wood 2", "B: search")
    assert one.state.to_bytes() == other.state.to_bytes()
    assert turns(one) == "C"


def test_an_offer_is_answered_before_the_others_pass() -> None:
    """HP-20.14: whoever has an offer to answer comes before those who have not passed."""
    m = at("seats: 4; first: B; hand A: axe; hand C: club; hand D: flask")
    do(m, "D: offer A", "D: card flask", "D: ask 0", "D: done")
    assert asked(m) == "A"


def test_who_may_move() -> None:
    """HP-20.4, HP-20.6: who has passed may still move if their hand allows it; an empty hand can only answer."""
    m = do(at("seats: 4; hand B: axe; hand C: old_undies; dead: D", gift_needs_consent=True), "B: pass")
    assert list(m.actors) == [1, 2]
    do(m, "B: offer A", "B: card axe", "B: ask 0", "B: done")
    assert list(m.actors) == [0, 1, 2]
    m = at("seats: 3; round: 2; sick: B 1 bite; hand B: axe; order: A C", sick_may_trade=False)
    assert m.actors == (1,)
    assert do(m, "B: pass").actors == (0,)
    shooter = do(at("seats: 3; hand B: gun bullet", gift_needs_consent=True, sick_may_trade=False), "B: pass")
    assert 1 in shooter.actors
