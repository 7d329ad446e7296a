"""HP-13.1 to HP-13.10, HP-14.20 to HP-14.42: playing cards."""

from __future__ import annotations

import pytest

from lastraft.hellapagos.events import Event
from tests.hellapagos.helpers import (
    alive,
    at,
    close,
    discarded,
    do,
    first,
    hand,
    in_play,
    legal,
    markers,
    of_kind,
    turns,
    why_not,
    window,
)


def test_HP_T78_coffee_adds_a_turn_behind_ones_own() -> None:
    """HP-14.26, HP-22.7, HP-7.4: Coffee adds an entry, which follows one's own at once."""
    m = do(at("seats: 3; hand B: coffee"), "B: use coffee")
    assert turns(m) == "ABBC"
    do(m, "A: fish", "B: fish")
    assert (turns(m), window(m)) == ("BC", "T")
    do(m, "B: water")
    assert turns(m) == "C"
    assert turns(do(at("seats: 3; hand C: coffee"), "C: use coffee")) == "ABCC"


def test_what_gains_a_turn() -> None:
    """HP-14.26, HP-7.25: everybody hears whether it is an extra turn or one that was missed."""
    m = do(at("seats: 3; hand B: coffee"), "B: use coffee")
    assert [(h.event.a, h.event.b) for h in m.all_events() if h.event.kind == Event.TURN_GAINED] == [(1, 1)]
    m = at("seats: 4; round: 2; sick: C 1 bite; hand D: anti_venom; order: A B D")
    do(m, "D: use anti_venom", "D: target C")
    assert [(h.event.a, h.event.b) for h in m.all_events() if h.event.kind == Event.TURN_GAINED] == [(2, 0)]


def test_a_look_needs_something_to_look_at() -> None:
    """HP-14.42: a card in the deck for the Flashlight, a round to come for the Barometer; each alone is enough."""
    m = at("seats: 3; round: 12; W: 36; hand A: barometer flashlight; deck: axe")
    assert (why_not(m, "A: use barometer"), why_not(m, "A: use flashlight")) == ("HP-14.42", "")
    m = at("seats: 3; round: 2; W: 36; hand A: barometer flashlight; deck: -")
    assert (why_not(m, "A: use barometer"), why_not(m, "A: use flashlight")) == ("", "HP-14.42")


def test_coffee_after_ones_turn() -> None:
    """HP-14.26, HP-22.7: with no turn to come it follows the current turn; it is for `T` windows."""
    m = do(at("seats: 3; hand A: coffee; order: B C; acted: A"), "A: use coffee")
    assert turns(m) == "BAC"
    assert why_not(at("seats: 3; W: 9; F: 9; hand A: coffee; window: D"), "A: use coffee") == "HP-14.26"


def test_an_extra_turn_has_no_place() -> None:
    """HP-7.26, HP-7.25: it moves nobody's place, and a gained turn goes before regular turns only."""
    m = at("seats: 4; round: 2; sick: B 1 bite; hand D: anti_venom coffee; order: A C D")
    do(m, "D: use coffee", "D: pass", "A: fish")
    assert turns(m) == "CDD"
    m = at("seats: 4; round: 2; sick: C 1 bite; hand D: anti_venom; order: A+ D; acted: A B")
    do(m, "D: pass", "A: fish")
    assert m.state.reached == 2
    do(m, "D: use anti_venom", "D: target C")
    assert turns(m) == "CD"
    m = do(at("seats: 4; hand B: axe; order: D+ B C; acted: A"), "B: pass", "D: fish")
    assert m.state.reached == 1


def test_HP_T80_the_pendulum_imposes_an_action_with_any_push() -> None:
    """HP-14.27, HP-22.2, HP-22.25: on their turn the imposed action, with any push for wood."""
    m = do(at("seats: 3; hand A: pendulum; order: B C; acted: A"), "A: use pendulum", "A: target C")
    assert legal(m, "A") == {"impose fish", "impose water", "impose wood", "impose search"}
    do(m, "A: impose wood", "B: fish")
    assert legal(m, "C") == {f"wood {k}" for k in range(6)}
    assert why_not(m, "C: fish") == "HP-14.27"


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ("seats: 3; order: A B C", "BC"),
        ("seats: 4; dead: D; order: A B C", "BC"),
        ("seats: 4; order: A C D; acted: B", "CD"),
        ("seats: 4; order: A D B+; acted: B C", "D"),
        ("seats: 4; round: 2; sick: D 1 bite; order: A B C", "BC"),
        ("seats: 4; order: B C D; acted: A", "BCD"),
    ],
    ids=[
        "not oneself",
        "not the dead",
        "not who has acted",
        "nor acts again",
        "not who is skipped",
        "whose turn it is",
    ],
)
def test_whom_the_pendulum_names(position: str, named: str) -> None:
    """HP-14.27: others who live, have not acted this round and have a turn to come."""
    m = do(at(f"{position}; hand A: pendulum"), "A: use pendulum")
    assert legal(m, "A") == {f"target {seat}" for seat in named}


def test_the_pendulum_swings_while_turns_are_taken() -> None:
    """HP-14.27: not in a window after them."""
    assert why_not(at("seats: 3; W: 9; F: 9; hand A: pendulum; window: D"), "A: use pendulum") == "HP-14.27"


def test_a_pendulum_without_anybody_to_name() -> None:
    """HP-14.27, HP-14.42: when all others have acted it cannot be played."""
    assert why_not(at("seats: 3; hand A: pendulum; order: A; acted: B C"), "A: use pendulum") == "HP-14.42"


def test_the_others_act_freely_beside_whom_the_pendulum_names() -> None:
    """HP-14.27: it binds whom it names, and nobody else."""
    m = do(at("seats: 3; hand A: pendulum; order: B C; acted: A"), "A: use pendulum", "A: target C", "A: impose fish")
    assert {"fish", "water", "search", "wood 0"} <= legal(m, "B")
    do(m, "B: water")
    assert legal(m, "C") & {"fish", "water", "search", "wood 0"} == {"fish"}


def test_a_second_pendulum_imposes_anew() -> None:
    """HP-14.27: whoever is named again takes the action that was named last."""
    m = do(at("seats: 3; hand A: pendulum; order: B C; acted: A; imposed B: wood 2"), "A: use pendulum", "A: target B")
    do(m, "A: impose water")
    assert legal(m, "B") == {"water"}


def test_the_pendulum_binds_the_first_action_only() -> None:
    """HP-14.27: with Coffee the second action is free."""
    m = do(at("seats: 3; hand A: pendulum; hand B: coffee; order: B C"), "B: use coffee", "A: use pendulum")
    do(m, "A: target B", "A: impose fish", "B: fish")
    assert "water" in legal(m, "B")


def test_the_imposer_may_name_the_push() -> None:
    """HP-14.27, HP-22.26: with `imposer` the push is imposed too."""
    m = do(at("seats: 3; hand A: pendulum; order: B C", pendulum_push="imposer"), "A: use pendulum", "A: target B")
    do(m, "A: impose wood")
    assert legal(m, "A") == {f"push {k}" for k in range(6)}
    do(m, "A: push 4")
    assert legal(m, "B") == {"wood 4"}


def test_an_imposed_search_on_an_empty_deck() -> None:
    """HP-7.23, HP-22.25: it cannot be imposed; if the deck has run out since, they choose freely."""
    m = do(at("seats: 3; hand A: pendulum; deck: -; order: B C"), "A: use pendulum", "A: target B")
    assert "impose search" not in legal(m, "A")
    assert why_not(m, "A: impose search") == "HP-7.23"
    m = at("seats: 3; deck: -; order: B C; field imposed: 0 4 0 0 0 0 0 0 0 0 0 0")
    assert legal(m, "B") == {"fish", "water", *(f"wood {k}" for k in range(6))}


def test_HP_T81_sleeping_pills_rob_up_to_three() -> None:
    """HP-14.24, HP-22.24, HP-22.33: up to three with hand cards; the list ends by itself."""
    m = at("seats: 4; hand A: sleeping_pills; hand B: axe club flask; hand C: coffee")
    do(m, "A: use sleeping_pills")
    assert legal(m, "A") == {"target B", "target C"}
    do(m, "A: target B")
    assert legal(m, "A") == {"target C", "done"}
    do(m, "A: target C")
    assert (len(hand(m, "A")), len(hand(m, "B")), hand(m, "C")) == (2, 2, [])
    assert "coffee" in hand(m, "A")


def test_pills_may_stop_early_and_steal_at_random() -> None:
    """HP-14.24, HP-23.16: `DONE` after one; thief and victim know the card, the others that it happened."""
    stolen = set()
    for seed in range(12):
        m = at("seats: 4; hand A: sleeping_pills; hand B: axe club flask; hand C: coffee", seed)
        do(m, "A: use sleeping_pills", "A: target B", "A: done")
        stolen.update(hand(m, "A"))
        (card,) = hand(m, "A")
        assert m.view(1)["castaways"][0]["known"] == [card]
        assert m.view(2)["castaways"][0]["known"] == []
    assert stolen == {"axe", "club", "flask"}


def test_pills_rob_in_the_order_named() -> None:
    """HP-14.24: when all are named, in the order named."""
    m = at("seats: 4; hand A: sleeping_pills; hand B: axe; hand C: coffee; hand D: club")
    do(m, "A: use sleeping_pills", "A: target D", "A: target B")
    assert hand(m, "A") == []
    do(m, "A: target C")
    assert [h.event.b for h in m.all_events() if h.event.kind == Event.STOLE] == [3, 1, 2]


def test_HP_T85_looking_changes_no_order_and_shows_only_the_player() -> None:
    """HP-14.30, HP-14.31, HP-23.5, HP-23.7: looking changes no order; only the player's view gains the cards."""
    m = at("seats: 3; hand A: flashlight barometer; deck: axe club flask coffee; weather: 0 1 2 3")
    deck, weather = m.state.deck[:4], m.state.weather[:]
    do(m, "A: use flashlight", "A: use barometer")
    assert (m.state.deck[:4], m.state.weather) == (deck, weather)
    assert m.view(0)["deck"] == ["axe", "club", "flask", None]
    assert m.view(0)["weather"][:4] == ["0", "1", "2", None]
    assert m.view(1)["deck"] == [None] * 4
    assert m.view(1)["weather"][:3] == ["0", None, None]


def test_the_flashlight_may_take() -> None:
    """HP-14.30, HP-22.23: with `look_and_take` one of the three, the others stay in order."""
    m = at("seats: 3; hand A: flashlight; deck: axe club flask coffee", flashlight="look_and_take")
    do(m, "A: use flashlight")
    assert legal(m, "A") == {"pick 1", "pick 2", "pick 3"}
    do(m, "A: pick 2")
    assert hand(m, "A") == ["club"]
    assert m.view(0)["deck"] == ["axe", "flask", None]
    assert m.view(1)["deck"] == [None] * 3
    m = do(at("seats: 3; hand A: flashlight; deck: axe", flashlight="look_and_take"), "A: use flashlight")
    assert legal(m, "A") == {"pick 1"}


def test_the_telescope() -> None:
    """HP-14.29, HP-23.4: all other hands, or one with the option; for the player alone."""
    text = "seats: 4; dead: D; hand A: telescope; hand B: axe club; hand C: coffee"
    m = do(at(text), "A: use telescope")
    assert [c["known"] for c in m.view(0)["castaways"]] == [[], ["axe", "club"], ["coffee"], []]
    assert m.view(1)["castaways"][2]["known"] == []
    m = do(at(text, telescope="one_hand"), "A: use telescope")
    assert legal(m, "A") == {"target B", "target C"}
    do(m, "A: target B")
    assert [c["known"] for c in m.view(0)["castaways"]] == [[], ["axe", "club"], [], []]


def test_what_is_known_of_a_hand_is_forgotten_when_it_may_have_gone() -> None:
    """HP-23.4, HP-23.13, HP-23.14: the two know what was given; another only what must be true."""
    m = do(at("seats: 4; hand A: telescope; hand B: axe club; hand C: coffee"), "A: use telescope")
    do(m, "B: give C", "B: card axe", "B: done")
    assert [c["known"] for c in m.view(0)["castaways"]] == [[], [], ["coffee"], []]
    assert m.view(1)["castaways"][2]["known"] == ["axe"]
    do(m, "C: give B", "C: card axe", "C: card coffee")
    assert m.view(0)["castaways"][1]["known"] == ["coffee"]


def test_a_card_played_is_taken_off_what_is_known() -> None:
    """HP-23.12: of two bottles that one is sure of, one is left after a bottle was played."""
    m = do(at("seats: 3; hand A: telescope; hand B: water_bottle water_bottle axe"), "A: use telescope")
    do(m, "B: play water_bottle")
    assert m.view(0)["castaways"][1]["known"] == ["water_bottle", "axe"]


def test_HP_T100_the_revived_act_at_their_place() -> None:
    """HP-14.23, HP-7.25, HP-20.9: revived at the start of the round, they act at their place."""
    m = at("seats: 4; first: A; round: 2; sick: A 1 bite; dead: B; hand D: voodoo_doll; order: C D")
    do(m, "D: use voodoo_doll")
    assert legal(m, "D") == {"target B"}
    do(m, "D: target B")
    assert (alive(m), turns(m), hand(m, "B"), window(m)) == ("ABCD", "BCD", [], "T")


def test_the_voodoo_doll_needs_a_dead_castaway_and_the_start_of_the_round() -> None:
    """HP-14.23, HP-14.42, HP-22.8: not after an action, not outside `T`, not without the dead."""
    assert why_not(at("seats: 3; hand A: voodoo_doll"), "A: use voodoo_doll") == "HP-14.42"
    text = "seats: 4; dead: D; W: 9; F: 9; hand A: voodoo_doll; "
    assert why_not(at(text + "order: B C; acted: A"), "A: use voodoo_doll") == "HP-14.23"
    assert why_not(at(text + "window: D"), "A: use voodoo_doll") == "HP-14.23"
    assert why_not(at(text), "A: use voodoo_doll") == ""


def test_the_start_of_the_round_lasts_until_an_action() -> None:
    """HP-20.9, HP-14.23: if the first `T` ends by the death of its owner, the next one is the start of the round."""
    m = at("seats: 4; hand D: gun bullet voodoo_doll")
    do(m, "D: shoot A", "A: nothing")
    assert (turns(m), why_not(m, "D: use voodoo_doll")) == ("BCD", "")
    do(m, "D: pass", "B: fish")
    assert why_not(m, "D: use voodoo_doll") == "HP-14.23"


def test_the_revived_does_not_count_for_the_bbq() -> None:
    """HP-14.35, HP-14.23: only those who are still dead."""
    m = at("seats: 3; hand A: gun bullet voodoo_doll cannibal_bbq_kit", bbq_timing="any_time")
    do(m, "A: shoot B", "B: nothing")
    assert "use cannibal_bbq_kit" in legal(m, "A")
    do(m, "A: use voodoo_doll", "A: target B")
    assert why_not(m, "A: use cannibal_bbq_kit") == "HP-14.35"


def test_HP_T101_a_card_with_nothing_to_work_on_cannot_be_played() -> None:
    """HP-14.42: cards that have nothing to work on; a full store is the player's own risk."""
    m = at("seats: 3; round: 12; W: 36; hand A: anti_venom barometer water_bottle flashlight; deck: -")
    assert why_not(m, "A: use anti_venom") == "HP-14.42"
    assert why_not(m, "A: use barometer") == "HP-14.42"
    assert why_not(m, "A: use flashlight") == "HP-14.42"
    assert do(m, "A: play water_bottle").state.water == 36
    alone = at("seats: 3; dead: B C; hand A: telescope sleeping_pills")
    assert why_not(alone, "A: use telescope") == why_not(alone, "A: use sleeping_pills") == "HP-14.42"


def test_HP_T102_an_announced_card_is_public_and_cannot_be_taken_back() -> None:
    """HP-22.31, HP-20.24, HP-22.8: an announced card is public, cannot be taken back, and only its player moves."""
    m = do(at("seats: 3; hand A: pendulum; hand B: club; hand C: axe"), "A: use pendulum")
    assert discarded(m) == ["pendulum"]
    assert (legal(m, "B"), legal(m, "C")) == (set(), set())
    assert legal(m, "A") == {"target B", "target C"}
    do(m, "A: target B")
    assert legal(m, "B") == set()
    assert why_not(m, "A: fish") == "HP-20.24"
    do(m, "A: impose fish")
    assert "pass" in legal(m, "B")


def test_HP_T108_240_codes_and_none_for_seats_not_in_the_game() -> None:
    """HP-22.30: 240 codes for all; codes of seats not in the game are never legal."""
    m = at("seats: 5; hand A: gun bullet club telescope")
    assert m.game.families.count == 240
    assert not any(text[-1] in "FGHIJKL" for text in legal(m, "A"))
    assert len({m.game.notation.move_text(m.state, 0, code) for code in range(240)}) == 240


def test_useless_cards() -> None:
    """HP-13.6, HP-14.40: they cannot be played, only given and exchanged."""
    m = at("seats: 3; hand B: old_undies car_keys toilet_brush lottery_ticket board_game")
    assert legal(m, "B") == {"pass", "give A", "give C", "offer A", "offer C"}
    do(m, "B: give A", "B: card old_undies", "B: done")
    do(m, "B: offer A", "B: card car_keys", "B: done", "B: ask 1", "B: done", "B: done")
    do(m, "A: accept B", "A: card old_undies")
    assert (hand(m, "A"), "old_undies" in hand(m, "B")) == (["car_keys"], True)


def test_permanent_cards() -> None:
    """HP-13.7, HP-13.8, HP-13.9, HP-22.3: laid down for good."""
    m = do(at("seats: 3; hand A: axe club gun"), "A: lay axe")
    assert (in_play(m, "A"), hand(m, "A")) == (["axe"], ["club", "gun"])
    do(m, "A: give B")
    assert of_kind(m, "A", "card") == {"club", "gun"}
    assert (why_not(m, "A: card axe"), why_not(m, "A: card gun")) == ("HP-22.27", "")
    assert why_not(at("seats: 3; hand A: axe"), "A: lay club") == "HP-13.7"


def test_cards_one_does_not_have() -> None:
    """HP-13.1: nobody plays what they do not hold."""
    m = at("seats: 3; hand A: axe")
    assert why_not(m, "A: play sandwich") == why_not(m, "A: use conch") == "HP-13.1"


def test_the_plank() -> None:
    """HP-14.33: one Raft card; not when all twelve are built. The disc does not move."""
    m = do(at("seats: 3; R: 3; disc: 4; hand A: wooden_plank"), "A: use wooden_plank")
    assert (m.state.rafts, m.state.disc) == (4, 4)
    assert why_not(at("seats: 3; R: 12; hand A: wooden_plank"), "A: use wooden_plank") == "HP-14.33"


def test_the_basket_has_its_moments() -> None:
    """HP-14.34, HP-16.8: `S`, `V` and `Z` of Phase 4, never for the trip."""
    for moment, water, clause in (
        ("T", 2, "HP-14.34"),
        ("D", 2, "HP-14.34"),
        ("N", 2, "HP-14.34"),
        ("S water", 2, ""),
        ("V water B", 2, ""),
        ("Z water", 0, ""),
        ("S trip_water", 2, "HP-14.34"),
        ("S seats", 2, "HP-14.34"),
    ):
        m = at(f"seats: 3; W: {water}; F: 9; R: 1; hand A: fruit_basket; window: {moment}")
        assert why_not(m, "A: use fruit_basket") == clause, moment


def test_cards_at_any_time() -> None:
    """HP-4.3, HP-13.1, HP-13.2, HP-13.3, HP-20.4, HP-20.3: resource cards in every window."""
    for moment in ("T", "D", "S water", "V water A", "Z water", "N"):
        m = at(f"seats: 4; W: {0 if 'Z' in moment else 1}; F: 9; hand B: sandwich; window: {moment}")
        assert "play sandwich" in legal(m, "B"), moment
        do(m, "B: play sandwich")
        assert discarded(m) == ["sandwich"]


def test_what_rations_are_worth() -> None:
    """HP-14.1, HP-14.2, HP-13.3: one ration or three, for everybody."""
    m = at("seats: 3; W: 4; F: 5; hand B: water_bottle sandwich coconut sardines")
    for card, expected in (("water_bottle", (5, 5)), ("sandwich", (5, 6)), ("coconut", (8, 6)), ("sardines", (8, 9))):
        assert markers(do(m, f"B: play {card}")) == expected


def test_naming_the_next_first_player() -> None:
    """HP-14.25, HP-22.8: any living castaway, oneself included; shown to all (HP-23.26)."""
    m = do(at("seats: 4; dead: B; hand A: alarm_clock"), "A: use alarm_clock")
    assert legal(m, "A") == {"target A", "target C", "target D"}
    do(m, "A: target A")
    assert m.view(2)["next_first"] == "A"
    assert first(m) == "A"


def test_the_mill_keeps_the_limit() -> None:
    """HP-14.32, HP-13.4: F falls by 2, W rises by what fits."""
    assert markers(do(at("seats: 3; W: 35; F: 2; hand A: vegetable_mill"), "A: use vegetable_mill")) == (36, 0)


def test_a_dead_nominee_and_close() -> None:
    """HP-20.10: if the chief dies in their window it goes on under the new chief."""
    m = at("seats: 4; first: A; W: 9; F: 9; hand B: gun bullet; window: D")
    do(m, "A: close", "B: shoot A", "A: nothing")
    assert (window(m), m.state.called, first(m)) == ("D", 0, "D")
    close(m)
    assert window(m) == "N"
