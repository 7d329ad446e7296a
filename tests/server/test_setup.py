"""A game's setup, which everybody may answer at the same time."""

from __future__ import annotations

import pytest

from lastraft.server.tables import actions, beats, messages, plans
from lastraft.server.tables.entries import Left, Sat, encode
from lastraft.server.tables.table import Table, fold
from tests.server.running import Clock, Running, seated, shown


def setup_choices(table: Table, seat: int) -> list[int]:
    """Answer all that a seat is asked ahead of its turn by the lowest codes; which."""
    made = []
    while known := plans.ahead(table, seat):
        made.append(known.legal[0])
        table.apply(actions.move(table, f"p{seat}", known.legal[0], None, ""))
    return made


def test_setup_together_is_the_same_as_one_after_another(clock: Clock) -> None:
    """OL-2.13: the log has the order of the rules; nobody sees a plan."""
    table = seated("outlive", 3, seed=4)
    before = [table.stream_number(reader) for reader in (-1, 0, 1)]
    made = [setup_choices(table, seat) for seat in (1, 2)]
    assert all(len(each) == 7 for each in made)
    assert [table.stream_number(reader) for reader in (-1, 0)] == before[:2]
    assert not shown(table, 1)["legal"]
    assert shown(table, 2)["undo"]
    table.apply(actions.undo(table, "p2", "sent twice"))
    with pytest.raises(actions.AlreadyDone):
        actions.undo(table, "p2", "sent twice")
    made[1] = made[1][:-1] + setup_choices(table, 2)
    in_turn = seated("outlive", 3, seed=4)
    running = Running(table, clock)
    while table.match and table.match.asked == 0 and len(table.match.history) < 7:
        code = table.knowledge(0).legal[0]
        table.apply(actions.move(table, "p0", code, None, ""))
        in_turn.apply(actions.checked_move(in_turn, 0, code))
    while beats.answer(table):
        assert running.step()
    for seat, row in ((1, made[0]), (2, made[1])):
        for code in row:
            in_turn.apply(actions.checked_move(in_turn, seat, code))
    assert table.match is not None
    assert in_turn.match is not None
    assert table.match.state.to_bytes() == in_turn.match.state.to_bytes()
    folded = fold("table", [encode(item.entry) for item in table.log])
    assert folded.match is not None
    assert folded.match.state.to_bytes() == table.match.state.to_bytes()


def test_the_drawing_shows_what_was_planned_until_it_is_done(clock: Clock) -> None:
    """Also once nothing more is asked ahead, and while the table makes the planned moves."""
    table = seated("outlive", 2, seed=4)
    setup_choices(table, 1)
    running, kept = Running(table, clock), []
    while table.plans[1]:
        kept.append((plans.foreseen(table, 1) or table.knowledge(1)).hidden.room[1])
        assert not shown(table, 1)["legal"]
        if not running.step():
            assert shown(table, 1)["prompt"].startswith("Person 0 is "), "whom one waits for"
            table.apply(actions.move(table, "p0", table.knowledge(0).legal[0], None, ""))
    assert len(kept) > 10
    assert all(room == table.knowledge(1).hidden.room[1] for room in kept)


def test_a_stale_plan_is_dropped(clock: Clock) -> None:
    """Whoever is asked something else than they answered ahead is asked."""
    table = seated("outlive", 2, seed=4)
    setup_choices(table, 1)
    table.plans[1][0] = table.plans[1][0]._replace(legal=(1, 2, 3))
    while table.match and table.match.asked == 0:
        table.apply(actions.move(table, "p0", table.knowledge(0).legal[0], None, ""))
    assert beats.answer(table) is None
    assert shown(table, 1)["legal"]
    table.apply(actions.move(table, "p1", table.knowledge(1).legal[1], None, ""))
    assert 1 not in table.plans


def test_the_rest_of_the_setup_is_left_to_the_table(clock: Clock) -> None:
    """Survive: each piece is still a legal move in its turn, nobody else learns who does so, and one is not asked."""
    table = seated("survive", 2, bots=2, seed=3)
    running = Running(table, clock)
    while not shown(table, 0)["legal"]:
        assert running.step() or table.match.asked == 1  # type: ignore[union-attr]
        if table.match and table.match.asked == 1:
            table.apply(actions.move(table, "p1", table.knowledge(1).legal[0], None, ""))
    assert shown(table, 0)["rest"] == ("Place my people for me", False)
    before = table.stream_number(1)
    table.apply(actions.leave_rest(table, "p0", True))
    assert table.stream_number(1) == before
    with pytest.raises(actions.AlreadyDone):
        actions.leave_rest(table, "p0", True)
    while shown(table, 1)["rest"]:
        assert not shown(table, 0)["legal"], "not asked"
        if table.match and table.match.asked == 0:
            assert shown(table, 0)["prompt"] == "The table chooses for you.", "nobody is named to themselves"
        if not running.step():
            assert table.match is not None
            assert table.match.asked == 1
            table.apply(actions.move(table, "p1", table.knowledge(1).legal[0], None, ""))
    assert table.match is not None
    assert table.match.state.placed[:2] == [10, 10]
    assert not any(table.match.state.raft), "rafts are one's own to place"

    def told(seat: int, after: int | None) -> list[tuple[str, str, str]]:
        news = messages.changes_for_page(table, f"p{seat}", after, "en", 400, None)[0]["news"]
        return [each["placed"] for each in news if "placed" in each]

    assert len(told(0, before)) >= 9, "its owner is told where each value stands,"
    assert all(said == f"{sign} on {at.removeprefix('space-')}" for said, at, sign in told(0, before))
    assert not set(told(0, before)) & set(told(1, before)), "nobody else,"
    assert not told(0, None), "and who comes back later is not told again"
    assert shown(table, 0)["rest"] is None
    with pytest.raises(actions.Refused, match="nothing that the table could place"):
        actions.leave_rest(table, "p0", False)
    folded = fold("table", [encode(item.entry) for item in table.log])
    assert folded.match is not None
    assert folded.match.state.to_bytes() == table.match.state.to_bytes()
    table.apply(Left(at=clock.now, seat=0, bot="greedy"))
    table.apply(Sat(at=clock.now + 1, seat=0, person="p9", name="New"))
    assert not told(9, before), "nor is who takes the seat over, whatever number they send"
