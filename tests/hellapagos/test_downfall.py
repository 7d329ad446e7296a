"""After a game, how a castaway lost: who voted, who held rations, who fetched any."""

from __future__ import annotations

import lastraft
from lastraft.bots import bot
from lastraft.bots.analysis import downfalls
from lastraft.hellapagos.game import GAME
from lastraft.hellapagos.ui.downfall import at_stake


def test_a_downfall_names_the_day_and_the_voters() -> None:
    m = lastraft.new("hellapagos", seed=70, names=["Ada", "Bea", "Cy", "Dee", "Eve", "Flo"], seats=6)
    bots = [bot("natural", GAME, seat) for seat in range(m.seats)]
    against: dict[int, set[str]] = {}
    while (seat := m.asked) is not None:
        state = m.state
        if mask := at_stake(state):
            whose = mask.bit_length() - 1
            votes = zip(state.vote, state.second_vote, m.names, strict=False)
            against[whose] = {name for one, two, name in votes if whose + 1 in (one, two)}
        m.push(bots[seat].choose(m.hidden(seat), seat), seat)
    outcome = m.outcome()
    assert outcome is not None
    said = downfalls(m, "en")
    assert any(said)
    for seat, each in enumerate(said):
        assert not each or seat not in outcome.winners
        assert not each or each.startswith("Day ")
        if "Against you: " in each:
            names = each.partition("Against you: ")[2].partition(".")[0]
            assert set(names.split(", ")) == against[seat]
    assert [bool(each) for each in downfalls(m, "pl")] == [bool(each) for each in said]
