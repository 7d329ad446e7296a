"""Choices that seats make at the same time come to the same as one after another."""

from __future__ import annotations

import random
from typing import Any

import lastraft
from lastraft.kernel import Buffer
from lastraft.match import Match
from lastraft.outlive import GAME
from lastraft.outlive.state import Phase
from tests.outlive.helpers import at
from tests.outlive.test_rooms import BUILD

Plan = list[tuple[tuple[int, ...], int]]


def asked_ahead(m: Match, seat: int, codes: list[int]) -> Any:
    """The state in which a seat is asked before its turn; None if it is asked nothing more."""
    state = GAME.together.ahead(m.hidden(seat), seat, codes) if m.asked != seat else None
    return state if state and GAME.rules.asked(state) == seat else None


def planned(m: Match, seat: int, rnd: random.Random) -> Plan:
    """What a seat answers ahead of its turn: each time the legal answers, and the one it chooses."""
    plan: Plan = []
    while state := asked_ahead(m, seat, [code for _, code in plan]):
        out = Buffer(GAME.families.count)
        legal = tuple(out[: GAME.rules.legal(state, seat, out)])
        plan.append((legal, rnd.choice(legal)))
    return plan


def test_whatever_the_others_do_a_seat_is_asked_at_night_what_it_answered_ahead() -> None:
    asked, phases = 0, set[int]()
    for seed in range(12):
        m, rnd, plans = lastraft.new("outlive", seats=4, seed=seed), random.Random(seed), dict[int, Plan]()
        phase = None
        while (seat := m.asked) is not None:
            if (m.state.day, m.state.phase) != phase and m.state.phase >= Phase.FEED and not plans.get(seat):
                phase = m.state.day, m.state.phase
                assert not any(plans.values()), "all that was answered ahead was asked"
                plans = {other: planned(m, other, rnd) for other in range(4)}
                assert not plans[seat], "who is asked does not answer ahead"
            legal = tuple(m.legal_moves(seat).codes())
            code = rnd.choice(legal)
            if plans.get(seat):
                wanted, code = plans[seat].pop(0)
                assert wanted == legal
                asked += 1
                phases.add(m.state.phase)
            m.push(code, seat)
    assert asked > 300
    assert phases >= {Phase.FEED, Phase.RECRUIT, Phase.BUILD, Phase.REPAIR}


def test_what_is_not_independent_waits_for_its_turn() -> None:
    """OL-11.3: events are ended in turn order. OL-1.14, OL-11.2: not with a limited supply, nor player by player."""
    for options in ({}, {"supply_limited": "true"}, {"night_order": "player_by_player"}):
        m, rnd = lastraft.new("outlive", seats=3, seed=2, options=options), random.Random(2)
        ahead = set[int]()
        while (seat := m.asked) is not None and m.state.day < 3:
            others = [other for other in range(3) if asked_ahead(m, other, [])]
            ahead |= {m.state.phase} if others and m.state.day else set()
            m.push(rnd.choice(m.legal_moves(seat).codes()), seat)
        assert Phase.END_EVENTS not in ahead
        assert bool(ahead) == (not options)


def test_who_draws_equipment_ahead_of_their_turn_waits_for_it() -> None:
    """OL-4.4, OL-12.25: what the reshuffled pile brings comes out when it is their turn."""
    m = at(BUILD + "A store: 3 wood\nB rooms: draw2_equipment 3\nstack:\ndiscard: axe bow crowbar")
    assert GAME.together.ahead(m.hidden(1), 1, []) is not None
    assert GAME.together.ahead(m.hidden(1), 1, [m.parse("pass").code]) is None
