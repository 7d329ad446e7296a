"""HP-13.20 to HP-13.27, HP-10.7 to HP-10.10: guns; HP-11: death."""

from __future__ import annotations

from lastraft.hellapagos.components import IDS
from lastraft.hellapagos.events import Event
from tests.hellapagos.helpers import (
    alive,
    at,
    close,
    discarded,
    do,
    everybody_votes,
    first,
    hand,
    in_play,
    legal,
    of_kind,
    turns,
    why_not,
    window,
)


def test_HP_T56_a_deadly_shot_of_the_designated_voids_the_vote() -> None:
    """HP-10.7, HP-10.8: their deadly shot voids the vote; they can be designated again."""
    m = at("seats: 4; F: 2; hand A: gun bullet; window: V food A")
    do(m, "A: shoot C", "C: nothing")
    assert (alive(m), window(m), m.view(0)["shortage"]) == ("ABD", "S", 1)
    close(m)
    assert "A" in of_kind(m, "B", "vote")


def test_the_designated_shoots_if_he_can() -> None:
    """HP-10.7: they need a Gun and a Bullet, and must be allowed to play cards."""
    assert why_not(at("seats: 4; F: 2; hand A: gun; window: V food A"), "A: shoot C") == "HP-13.20"
    assert why_not(at("seats: 4; F: 2; hand A: bullet; window: V food A"), "A: shoot C") == "HP-13.20"
    text = "seats: 4; round: 2; F: 2; sick: A 2 bite; hand A: gun bullet; window: V food A"
    assert why_not(at(text), "A: shoot C") == ""
    assert why_not(at(text, sick_card_ban="from_onset"), "A: shoot C") == "HP-12.5"


def test_a_stopped_shot_leaves_the_vote() -> None:
    """HP-10.8, HP-14.20: if the shot is stopped, the vote stands; the Bullet is spent."""
    m = at("seats: 4; F: 2; hand A: gun bullet; hand C: sheet_metal; window: V food A")
    do(m, "A: shoot C", "C: sheet metal")
    assert (window(m), m.state.designated, discarded(m)) == ("V", 1, ["bullet", "sheet_metal"])


def test_recount_only() -> None:
    """HP-10.8: with the option their shot counts like anybody's."""
    m = at("seats: 4; F: 2; hand A: gun bullet; window: V food A", designated_kill="recount_only")
    do(m, "A: shoot C", "C: nothing")
    assert (window(m), m.state.designated) == ("V", 1)


def test_HP_T58_a_shot_that_ends_the_shortage_ends_the_designation() -> None:
    """HP-10.9: somebody else's shot ends the shortage; the designation lapses."""
    m = at("seats: 4; F: 3; hand C: gun bullet; window: V food A")
    do(m, "C: shoot D", "D: nothing")
    assert (alive(m), m.state.food, window(m)) == ("ABC", 0, "N")


def test_HP_T58b_with_a_shortage_left_the_designation_stands() -> None:
    """HP-10.9: with a shortage left the designation stands."""
    m = at("seats: 4; F: 2; hand C: gun bullet; window: V food A")
    do(m, "C: shoot D", "D: nothing", "A: accept fate", "pass")
    assert (alive(m), m.state.food) == ("BC", 0)


def test_the_designated_is_shot() -> None:
    """HP-10.10, HP-20.10: that death settles the vote."""
    m = at("seats: 4; F: 3; hand C: gun bullet; hand A: axe; window: V food A")
    do(m, "C: shoot A", "A: nothing")
    assert (alive(m), m.state.food, hand(m, "C")) == ("BCD", 0, ["axe"])
    m = at("seats: 4; F: 2; hand C: gun bullet bullet; hand A: sheet_metal; window: V food A")
    do(m, "C: shoot A", "A: sheet metal")
    assert (window(m), m.state.designated) == ("V", 1)
    do(m, "C: shoot A", "A: nothing")
    assert (alive(m), window(m), m.view(1)["shortage"]) == ("BCD", "S", 1)


def test_HP_T60_the_shooter_takes_hand_and_gun() -> None:
    """HP-13.25, HP-11.6, HP-23.18: the shooter takes the hand and the Gun; the Axe is discarded."""
    m = at("seats: 4; hand A: gun bullet; hand C: sandwich club; in play C: axe gun")
    do(m, "A: shoot C", "C: nothing")
    assert hand(m, "A") == ["club", "gun", "sandwich"]
    assert (discarded(m), hand(m, "B"), hand(m, "D")) == (["axe", "bullet"], [], [])


def test_HP_T61_every_shot_needs_a_bullet() -> None:
    """HP-13.20, HP-13.21, HP-13.22, HP-13.10: one Gun, two Bullets; without a Bullet there is no shot."""
    m = at("seats: 4; in play A: gun; hand A: bullet bullet")
    do(m, "A: shoot B", "B: nothing", "A: shoot C", "C: nothing")
    assert (alive(m), in_play(m, "A")) == ("AD", ["gun"])
    assert why_not(m, "A: shoot D") == "HP-13.20"
    m = do(at("seats: 3; hand A: gun gun bullet"), "A: lay gun", "A: lay gun")
    assert in_play(m, "A") == ["gun", "gun"]
    m = do(at("seats: 3; hand A: gun bullet"), "A: shoot B")
    assert (in_play(m, "A"), discarded(m)) == (["gun"], ["bullet"])


def test_HP_T63_only_the_castaway_shot_at_can_move() -> None:
    """HP-20.22, HP-13.23, HP-13.24, HP-20.15, HP-22.10, HP-23.23: asked whatever they hold, they alone
    can move."""
    m = do(at("seats: 3; hand A: gun bullet; hand B: club; hand C: water_bottle"), "A: shoot C")
    assert (legal(m, "C"), legal(m, "A"), legal(m, "B")) == ({"nothing"}, set(), set())
    assert m.actors == (2,)
    assert why_not(m, "B: pass") == "HP-20.15"
    m = do(at("seats: 3; hand A: gun bullet; hand C: sheet_metal"), "A: shoot C")
    assert legal(m, "C") == {"nothing", "sheet metal"}
    assert hand(do(m, "C: sheet metal"), "C") == []


def test_whom_one_can_shoot() -> None:
    """HP-13.26, HP-22.9, HP-13.23: another living castaway, in every window."""
    for moment in ("T", "D", "S water", "V water A", "Z water", "N"):
        m = at(f"seats: 4; dead: D; W: {0 if 'Z' in moment else 1}; F: 9; hand B: gun bullet; window: {moment}")
        assert of_kind(m, "B", "shoot") == {"A", "C"}, moment
    banned = at("seats: 3; round: 2; sick: B 1 bite; hand B: gun bullet; order: C")
    assert why_not(banned, "B: shoot A") == "HP-12.5"


def test_sheet_metal_under_the_ban() -> None:
    """HP-14.20: using it is playing a card, unless the option says otherwise."""
    text = "seats: 3; round: 2; hand A: gun bullet; hand C: sheet_metal; sick: C 1 bite"
    assert legal(do(at(text), "A: shoot C"), "C") == {"nothing"}
    assert "sheet metal" in legal(do(at(text, sheet_metal_while_banned=True), "A: shoot C"), "C")


def test_HP_T110_a_shot_among_the_unfed_may_bring_a_ration() -> None:
    """HP-8.13: in `Z` a shot may bring a ration."""
    m = at("seats: 3; W: 0; F: 9; hand A: gun bullet; hand B: water_bottle; window: Z water")
    do(m, "A: shoot B", "B: nothing", "A: feed water_bottle", "A: target A", "A: close")
    assert alive(m) == "A"


def test_a_dead_owner_loses_his_turn() -> None:
    """HP-13.27, HP-20.10, HP-7.4, HP-11.7: the window ends and the next entry follows."""
    m = do(at("seats: 3; hand B: gun bullet; order: A A+ B C"), "B: shoot A", "A: nothing")
    assert (turns(m), window(m), legal(m, "A")) == ("BC", "T", set())
    assert why_not(m, "A: pass") == "HP-11.7"


def test_HP_T64_a_hand_is_dealt_to_both_neighbours() -> None:
    """HP-11.1, HP-11.2, HP-11.3, HP-23.17: the Gun joins the hand, the Flask is discarded, three cards each."""
    text = "seats: 5; first: A; W: 4; F: 20; hand C: axe club coffee conch matches; in play C: gun flask; "
    m = close(at(text + "window: V water C"))
    assert (alive(m), m.view(0)["castaways"][2]["alive"]) == ("ABDE", False)
    assert (len(hand(m, "D")), len(hand(m, "B")), discarded(m)) == (3, 3, ["flask"])
    assert sorted(hand(m, "B") + hand(m, "D")) == ["axe", "club", "coffee", "conch", "gun", "matches"]
    for heir in range(5):
        got = [IDS[h.event.c] for h in m.events(heir) if h.event.kind == Event.RECEIVED]
        assert sorted(got) == (hand(m, "ABCDE"[heir]) if heir in (1, 3) else [])
    assert hand(m, "B") != hand(close(at(text + "window: V water C", seed=2)), "B")


def test_HP_T65_of_three_cards_the_left_neighbour_gets_two() -> None:
    """HP-11.3: three cards, the left neighbour gets two; with the option the right one."""
    text = "seats: 5; first: A; W: 4; F: 20; hand C: axe club coffee; window: V water C"
    m = close(at(text))
    assert (len(hand(m, "D")), len(hand(m, "B"))) == (2, 1)
    m = close(at(text, hand_deal_start="right"))
    assert (len(hand(m, "D")), len(hand(m, "B"))) == (1, 2)


def test_HP_T66_the_last_survivor_inherits_everything() -> None:
    """HP-11.4: the last survivor gets everything."""
    m = close(at("seats: 3; dead: C; W: 1; F: 9; hand B: axe club coffee conch; window: V water B"))
    assert hand(m, "A") == ["axe", "club", "coffee", "conch"]


def test_with_no_survivor_the_cards_are_discarded() -> None:
    """HP-11.4, HP-17.4, HP-8.12: everybody loses."""
    m = close(at("seats: 3; dead: B C; W: 0; F: 9; hand A: axe club; window: Z water"))
    assert m.over
    assert discarded(m) == ["axe", "club"]
    assert [m.game.rules.score(m.state, seat) for seat in range(3)] == [0, 0, 0]


def test_HP_T109_those_who_die_together_leave_their_hands_from_the_chief_on() -> None:
    """HP-11.5, HP-11.9, HP-5.4: counted as dead first, hands dealt from the chief on, then the card moves."""
    m = at("seats: 4; first: C; W: 0; F: 9; hand B: axe; hand C: club coffee conch; window: Z water; provided: A D")
    close(m)
    do(m, "pass")
    assert alive(m) == "AD"
    assert (len(hand(m, "D")), len(hand(m, "A"))) == (3, 1)
    inherited = [(h.event.a, h.event.b) for h in m.all_events() if h.event.kind == Event.INHERITED]
    assert inherited == [(2, 3), (2, 0), (1, 3)]
    assert first(m) == "A"


def test_what_the_dead_have_set_in_motion_stays() -> None:
    """HP-11.8: the Alarm Clock and the Pendulum outlive their player."""
    m = at("seats: 4; hand A: gun bullet; hand B: alarm_clock pendulum")
    do(m, "B: use alarm_clock", "B: target D", "B: use pendulum", "B: target C", "B: impose wood")
    do(m, "A: shoot B", "B: nothing")
    assert (m.state.nominee, m.state.imposed[2]) == (4, 3)
    assert everybody_votes(m, "A") is m
