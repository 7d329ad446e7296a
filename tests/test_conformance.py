"""The suite notices: each fault below, planted in the test game, makes the test fail that is there for it."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable
from typing import Any

import pytest

from lastraft import IllegalMove
from lastraft.kernel import EVERYONE, Buffer, emit, randbelow, rule, top
from lastraft.kernel.rule import RULES
from tests import driftwood
from tests.driftwood import DAY, GAME, PLANK, QUESTION, STICK, TARP, VOTE, Driftwood, Event, Frame
from tests.test_driftwood import TestDriftwood as Driftwoods

before = dict(RULES)


@rule
def legal_backwards(s: Driftwood, seat: int, out: Buffer) -> int:
    n = driftwood_legal(s, seat, out)
    for i in range(n // 2):
        move = out[i]
        out[i] = out[n - 1 - i]
        out[n - 1 - i] = move
    return n


@rule
def legal_for_all(s: Driftwood, seat: int, out: Buffer) -> int:
    return driftwood_legal(s, actor(s), out)


@rule
def actor(s: Driftwood) -> int:
    return max(driftwood_asked(s), 0)


@rule
def forbids_tarps(s: Driftwood, seat: int, move: int) -> int:
    return 301 if move == driftwood.REACT + 1 else driftwood_forbids(s, seat, move)


@rule
def asked_first(s: Driftwood) -> int:
    return -1 if driftwood_over(s) else 0


@rule
def over_early(s: Driftwood) -> int:
    return 1 if s.day >= 2 else 0


@rule
def rank_unfair(s: Driftwood, seat: int) -> int:
    return seat + 2


@rule
def timeout_draw(s: Driftwood, seat: int) -> int:
    return driftwood.DRAW


@rule
def own_code_of_all(s: Driftwood, seat: int, move: int) -> int:
    return VOTE if move > VOTE else move


@rule
def observe_no_question(s: Driftwood, seat: int, out: Buffer) -> int:
    n = driftwood_observe(s, seat, out)
    out[QUESTION] = 0
    return n


@rule
def observe_too_much(s: Driftwood, seat: int, out: Buffer) -> int:
    n = driftwood_observe(s, seat, out)
    out[DAY] += 3
    return n


@rule
def hide_nothing(s: Driftwood, seat: int) -> None:
    for i in range(4):
        s.random[i] = 0


@rule
def hide_but_the_generator(s: Driftwood, seat: int) -> None:
    a = s.random[0]
    driftwood_hide(s, seat)
    s.random[0] = a


@rule
def hide_too_much(s: Driftwood, seat: int) -> None:
    driftwood_hide(s, seat)
    if seat >= 0:
        s.hand[seat][STICK] = 0


@rule
def hide_more_each_time(s: Driftwood, seat: int) -> None:
    driftwood_hide(s, seat)
    s.gone[STICK] = s.gone[STICK] // 2


@rule
def hide_but_tarps(s: Driftwood, seat: int) -> None:
    other = (max(seat, 0) + 1) % s.seats
    tarps = s.hand[other][TARP]
    driftwood_hide(s, seat)
    s.hand[other][TARP] = tarps


@rule
def determinize_without_tarps(s: Driftwood, seat: int) -> None:
    """Swaps a tarp that another would hold for a card of the deck."""
    driftwood_determinize(s, seat)
    for other in range(s.seats):
        if other != seat:
            for i in range(s.deck_size):
                if s.hand[other][TARP] > 0 and s.deck[i] != TARP:
                    s.hand[other][TARP] -= 1
                    s.hand[other][s.deck[i]] += 1
                    s.deck[i] = TARP


@rule
def determinize_more_cards(s: Driftwood, seat: int) -> None:
    driftwood_determinize(s, seat)
    s.hand[(max(seat, 0) + 1) % s.seats][PLANK] += 1


@rule
def apply_and_tell(s: Driftwood, seat: int, move: int) -> None:
    """Everybody hears how many tarps the mover holds."""
    driftwood_apply(s, seat, move)
    emit(s, EVERYONE, Event.FOUND, seat, s.hand[seat][TARP], 0)


@rule
def apply_unnoticed(s: Driftwood, seat: int, move: int) -> None:
    """What a draw reveals is not counted."""
    revealed = s.revealed + 0
    driftwood_apply(s, seat, move)
    s.revealed = revealed


@rule
def apply_too_far(s: Driftwood, seat: int, move: int) -> None:
    driftwood_apply(s, seat, move)
    s.points[seat] += 100


@rule
def apply_by_wish(s: Driftwood, seat: int, move: int) -> None:
    """A card vanishes now and then."""
    driftwood_apply(s, seat, move)
    if s.deck_size > 0 and randbelow(s, 4) == 0:
        s.deck_size -= 1
        s.deck[s.deck_size] = 0


@rule
def forbids_by_secrets(s: Driftwood, seat: int, move: int) -> int:
    """A refusal that says who has voted."""
    reason = driftwood_forbids(s, seat, move)
    return 402 if reason == 401 and top(s) == Frame.BALLOT and s.vote[(seat + 1) % s.seats] > 0 else reason


RULES.clear()
RULES.update(before)
driftwood_legal, driftwood_forbids, driftwood_apply = GAME.rules.legal, GAME.rules.forbids, GAME.rules.apply
driftwood_asked, driftwood_over = GAME.rules.asked, GAME.rules.over
driftwood_hide, driftwood_determinize, driftwood_observe = GAME.rules.hide, GAME.rules.determinize, GAME.rules.observe


def suite(rules: dict[str, Any], **parts: Any) -> Driftwoods:
    """The suite over a test game in which these rules and parts are other ones."""
    game = dataclasses.replace(GAME, rules=dataclasses.replace(GAME.rules, **rules), **parts)
    suite = type("Suite", (Driftwoods,), {"game": game, "games_per_size": 3, "moments": 45})()
    assert isinstance(suite, Driftwoods)
    return suite


def noted(**parts: Any) -> dict[str, Any]:
    return {"notation": dataclasses.replace(GAME.notation, **parts)}


def spoken(**parts: Any) -> dict[str, Any]:
    return {"speech": dataclasses.replace(GAME.speech, **parts)}


Test = Callable[[Driftwoods], None]


@pytest.mark.parametrize(
    ("test", "rules"),
    [
        (Driftwoods.test_legal_moves_are_exactly_those_that_nothing_forbids, {"legal": legal_backwards}),
        (Driftwoods.test_legal_moves_are_exactly_those_that_nothing_forbids, {"legal": legal_for_all}),
        (Driftwoods.test_legal_moves_are_exactly_those_that_nothing_forbids, {"forbids": forbids_tarps}),
        (Driftwoods.test_random_play_on_checked_states, {"asked": asked_first}),
        (Driftwoods.test_random_play_on_checked_states, {"over": over_early}),
        (Driftwoods.test_random_play_on_checked_states, {"rank": rank_unfair}),
        (Driftwoods.test_random_play_on_checked_states, {"apply": apply_by_wish}),
        (Driftwoods.test_random_play_on_checked_states, {"apply": apply_too_far}),
        (Driftwoods.test_a_timeout_is_a_move, {"timeout": timeout_draw}),
        (Driftwoods.test_nothing_shows_a_secret, {"hide": hide_nothing}),
        (Driftwoods.test_nothing_shows_a_secret, {"hide": hide_but_tarps}),
        (Driftwoods.test_nothing_shows_a_secret, {"forbids": forbids_by_secrets}),
        (Driftwoods.test_own_codes_are_codes_and_come_back, {"own_code": own_code_of_all}),
        (Driftwoods.test_equal_observations_have_equal_legal_moves, {"observe": observe_no_question}),
        (Driftwoods.test_equal_observations_have_equal_legal_moves, {"observe": observe_too_much}),
        (Driftwoods.test_hiding, {"hide": hide_but_the_generator}),
        (Driftwoods.test_hiding, {"hide": hide_too_much}),
        (Driftwoods.test_hiding, {"hide": hide_more_each_time}),
        (Driftwoods.test_determinized_states_play_on, {"determinize": determinize_more_cards}),
        (Driftwoods.test_events_reach_only_those_who_may_learn_them, {"apply": apply_and_tell}),
        (Driftwoods.test_events_reach_only_those_who_may_learn_them, {"apply": apply_unnoticed}),
    ],
)
def test_a_broken_rule_is_noticed(test: Test, rules: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, IllegalMove, OverflowError, struct.error)):
        test(suite(rules))


def test_a_guess_that_is_never_made_is_noticed() -> None:
    with pytest.raises(AssertionError, match="determinize never gives hand"):
        suite({"determinize": determinize_without_tarps}).test_determinize_reaches_every_possible_value()


@pytest.mark.parametrize(
    ("test", "parts"),
    [
        (Driftwoods.test_random_play_on_checked_states, {"most_moves": 9}),
        (Driftwoods.test_records_tell_no_more_than_the_seat_learnt, noted(secret=lambda *_: False)),
        (Driftwoods.test_secret_moves_look_alike, noted(secret=lambda s, seat, move, reader: move < VOTE)),
        (Driftwoods.test_move_texts_come_back, noted(move_text=lambda s, seat, move: f"move {move // 2}")),
        (Driftwoods.test_move_texts_come_back, noted(move_text=lambda s, seat, move: f"move  {move}")),
        (Driftwoods.test_people_can_read_everything, spoken(label=lambda *_: "")),
        (Driftwoods.test_people_can_read_everything, spoken(view=lambda *_: {"size": 1.5})),
        (Driftwoods.test_people_can_read_everything, spoken(reason=lambda *_: "")),
    ],
)
def test_a_broken_part_is_noticed(test: Test, parts: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        test(suite({}, **parts))


def test_nothing_is_noticed_where_nothing_is_wrong() -> None:
    whole = suite({})
    for name in dir(whole):
        if name.startswith("test_") and "native" not in name and "rule" not in name:
            getattr(whole, name)()
