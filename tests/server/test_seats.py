"""Whose seat it is: links that end, people who are removed, seats of a running game, names that look alike."""

from __future__ import annotations

import pytest

from lastraft.server.tables import actions, entries, messages
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.table import Table, fold
from tests.server.helpers import opening, started_table


def act(table: Table, entry: entries.LogEntry) -> None:
    """Append an entry as a server does: as text."""
    table.apply(entries.decode(entries.encode(entry)))


def refusal(table: Table, person: str, token: str) -> str:
    with pytest.raises(Refused) as refused:
        actions.sit_by_link(table, person, "Eve", token)
    return refused.value.code


def test_a_link_ends_when_its_seat_is_taken_by_any_way() -> None:
    """The host's link to an empty chair shows them nothing of whoever sits down there."""
    table = Table("table", opening("host", "driftwood", 3))
    for seat, way in enumerate(("by sitting down", "by the link", "invited")):
        act(table, actions.link(table, "host", seat, way))
        person, by_link = f"p{seat}", way == "by the link"
        act(table, actions.sit_by_link(table, person, "A", way) if by_link else actions.sit(table, person, "A"))
        assert refusal(table, "host", way) == "not-found"
    assert [list(seat.people) for seat in table.seats] == [["p0"], ["p1"], ["p2"]]


def test_a_second_device_needs_a_link_of_the_holder_for_itself() -> None:
    """Each link lets one device in, the holder reads so, and sends it away again; nobody else learns of it."""
    table = started_table(1)
    act(table, actions.link(table, "p1", 1, "for the phone"))
    with pytest.raises(Refused, match="only they can make a link"):
        actions.link(table, "p0", 1, "for me")
    act(table, actions.sit_by_link(table, "phone", "Phone", "for the phone"))
    assert table.seat_of("phone") == 1
    assert refusal(table, "eve", "for the phone") == "not-found"
    assert "another device" in messages.news(table, 1, table.stream_number(1) - 1, "en")[0]["said"][0]
    assert not table.log[-1].entry.seen & entries.bit(0)
    act(table, actions.unlink(table, "p1", 1))
    assert list(table.seats[1].people) == ["p1"]


def test_a_holder_who_is_here_is_asked_first() -> None:
    """Only the holder answers and learns of it; from elsewhere their own link is enough, so that no seat is lost."""
    table = started_table(1)
    for token, answer in (("one", actions.decline), ("two", actions.agree)):
        act(table, actions.link(table, "p1", 1, token))
        act(table, actions.sit_by_link(table, "phone", "Phone", token, here=[0, 1]))
        assert table.seat_of("phone") == -1
        assert not table.log[-1].entry.seen & entries.bit(0)
        assert [messages.lobby(table, person, "en")["requests"] for person in ("p0", "nobody")] == [[], []]
        assert messages.lobby(table, "p1", "en")["requests"][0]["must_agree"] == [1]
        for person in ("p0", "phone"):
            with pytest.raises(Refused):
                actions.agree(table, person, 1)
        act(table, answer(table, "p1", 1))
    assert (table.seat_of("phone"), table.seats[1].people["phone"], table.requests) == (1, True, {})


def test_the_seat_of_a_removed_guest_goes_to_a_bot_unless_all_agree() -> None:
    """Whoever plays on for a seat sees its hand, so the host alone decides on nobody."""
    table = started_table(1, 4)
    act(table, actions.leave(table, "p0", 1))
    assert (table.seats[1].kind, table.seats[1].people, table.driven) == ("bot", {}, True)
    assert "a bot plays on" in messages.news(table, 0, table.stream_number(0) - 1, "en")[0]["said"][0]
    with pytest.raises(Refused, match="goes on"):
        actions.leave(table, "p0", 1)
    act(table, actions.link(table, "p0", 1, "token"))
    act(table, actions.sit_by_link(table, "host again", "Eve", "token"))
    assert table.seat_of("host again") == -1
    assert messages.lobby(table, "p2", "en")["requests"] == [{"seat": 1, "name": "Eve", "must_agree": [2, 3]}]
    for person in ("p1", "host again", "nobody"):
        with pytest.raises(Refused, match="no seat"):
            actions.agree(table, person, 1)
    act(table, actions.agree(table, "p2", 1))
    act(table, actions.decline(table, "p3", 1))
    assert refusal(table, "host again", "token") == "not-found"
    act(table, actions.link(table, "p0", 1, "friend"))
    act(table, actions.sit_by_link(table, "friend", "Fay", "friend"))
    for person in ("p3", "p2"):
        act(table, actions.agree(table, person, 1))
    assert (table.seat_of("friend"), table.seats[1].kind) == (1, "person")
    again = fold("table", [entries.encode(item.entry) for item in table.log])
    assert again.seats == table.seats


def test_whoever_leaves_a_running_game_leaves_it_to_a_bot() -> None:
    """And a link lets a friend in at once where nobody else sits."""
    table = started_table(1, 2)
    act(table, actions.leave(table, "p1", 1))
    assert table.seats[1].kind == "bot"
    act(table, actions.link(table, "p0", 1, "token"))
    act(table, actions.sit_by_link(table, "friend", "Fay", "token"))
    assert table.seat_of("friend") == 1


def test_a_removed_guest_sits_down_again_only_by_a_link() -> None:
    table = Table("table", opening("p0", "driftwood", 3))
    for person in ("p0", "p1"):
        act(table, actions.sit(table, person, "Ada"))
    act(table, actions.leave(table, "p0", 1))
    with pytest.raises(Refused) as refused:
        actions.sit(table, "p1", "Ada")
    assert refused.value.code == "removed"
    act(table, actions.link(table, "p0", 1, "token"))
    act(table, actions.sit_by_link(table, "p1", "Ada", "token"))
    act(table, actions.leave(table, "p1", 1))
    act(table, actions.sit(table, "p1", "Ada"))


def test_a_removed_guest_does_not_come_back_with_a_new_cookie() -> None:
    """From the same address only by a link; whoever was known there before is somebody else, as in a household."""
    table = Table("table", opening("p0", "driftwood", 4))
    for person in ("p0", "p1"):
        act(table, actions.sit(table, person, "Ada", origin=f"home of {person}", made=1))
    act(table, actions.leave(table, "p0", 1, ["home of p1"]))
    later = table.changed + 1
    with pytest.raises(Refused, match="a private link lets you in") as refused:
        actions.sit(table, "p1 again", "Eve", origin="home of p1", made=later)
    assert refused.value.code == "removed"
    act(table, actions.sit(table, "sister of p1", "Sis", origin="home of p1", made=later - 2))
    act(table, actions.sit(table, "friend", "Fay", origin="elsewhere", made=later))
    act(table, actions.link(table, "p0", 3, "token"))
    act(table, actions.sit_by_link(table, "p1 again", "Eve", "token"))


@pytest.mark.parametrize("alike", ["Ian Lorne", "lan Lorne", "ian  lome", "Іаn Lоrnе", "Iаñ L0rne", "ＩａｎLorne"])
def test_names_that_look_alike_get_a_number(alike: str) -> None:
    """Letters of other scripts, with accents or of another case make nobody somebody else."""
    table = Table("table", opening("p0", "driftwood", 3))
    act(table, actions.sit(table, "p0", "Ian Lorne"))
    assert actions.sit(table, "p1", alike).name == f"{alike} 2"
    assert actions.sit(table, "p1", "Jan Lorne").name == "Jan Lorne"
