"""What a host chooses in the lobby, as terms of the table; and the code that leads there."""

import hashlib
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import URL

from lastraft.protocol import games
from lastraft.server.ops import personal_data
from lastraft.server.tables import actions, entries
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.table import Table
from lastraft.server.web import links, lobby, qr


def opened(name: str) -> Table:
    table = Table("t", actions.opened("p0", name, actions.TermsChange(pace=1)))
    table.apply(actions.sit(table, "p0", "Ola"))
    return table


@pytest.mark.parametrize("name", games())
def test_every_preset_can_be_played_and_is_recognized(name: str) -> None:
    """With one rule changed it is still recognized, as changed; "as printed" brings the rulebook back."""
    table = opened(name)
    assert lobby.nearest(table) == ("classic", False)
    for key in lobby.presets(table.game):
        table.apply(actions.change(table, "p0", lobby.wanted(table, {"preset": key})))
        assert lobby.nearest(table) == (key, False)
        for option in table.game.options[:1]:
            changed = lobby.wanted(table, {f"option.{option.name}": option.values[-1]})
            table.apply(actions.change(table, "p0", changed))
            assert lobby.nearest(table) == (key, True)
    table.apply(actions.change(table, "p0", lobby.wanted(table, {"printed": "1"})))
    assert table.terms.options == {}


def test_a_single_click_changes_nothing_else() -> None:
    table = opened("hellapagos")
    for form in ({"preset": "voice"}, {"option.club": "two_votes"}, {"seats": "5"}, {"clock": "minute"}):
        table.apply(actions.change(table, "p0", lobby.wanted(table, form)))
    assert table.terms.options == {"voice_of_the_dead": "true", "club": "two_votes"}
    assert len(table.seats) == 5
    assert table.terms.clock.amount == 60
    for form in ({"option.club": "nonsense"}, {"option.nonsense": "x"}, {"seats": "99"}):
        with pytest.raises(Refused):
            actions.change(table, "p0", lobby.wanted(table, form))
    assert len({row.field for rows in lobby.rows(table, "pl").values() for row in rows}) == len(table.game.options) + 4


def test_a_new_name_is_the_seats_until_the_game_begins() -> None:
    table = opened("survive")
    table.apply(actions.sit(table, "p1", "Jan"))
    table.apply(actions.rename(table, "p1", "Ola"))
    assert table.names[:2] == ("Ola", "Ola 2")
    log = [item.entry for item in table.log]
    assert "Ola 2" not in [getattr(entry, "name", "") for entry in personal_data.without(log, "p1")]
    for seat in (2, 3):
        table.apply(actions.give_to_bot(table, "p0", seat, "random"))
    table.apply(actions.start(table, "p0"))
    with pytest.raises(Refused, match="begun"):
        actions.rename(table, "p1", "Zoé")
    assert entries.decode(entries.encode(log[-1])) == log[-1]


def test_the_code_of_a_link() -> None:
    """Modules that a reader of such codes has read (OpenCV's and segno's), by their hash."""
    rows = ["".join(map(str, row)) for row in qr.matrix("https://raft.example/table/On03u2MpTHpDFSEpeiqLg")]
    assert len(rows) == 29
    assert rows[0].startswith("11111110")
    assert hashlib.sha256("".join(rows).encode()).hexdigest()[:16] == "6761643c412ac7fc"
    assert qr.matrix("x" * 106) != qr.matrix("y" * 106)
    assert qr.svg("x" * 107) == ""


def test_a_face_is_chosen_once_and_nobody_else_has_it() -> None:
    """A chosen face stays; those who chose none wear the others, each seat that of its own number if it is free."""
    table = opened("survive")
    assert table.faces() == [0, 1, 2, 3]
    table.apply(actions.sit(table, "p1", "Jan", face=3))
    assert table.faces() == [0, 3, 2, 1]
    table.apply(actions.rename(table, "p1", "Jan", 0))
    assert table.faces() == [1, 0, 2, 3]
    table.apply(actions.rename(table, "p1", "Ewa"))
    assert (table.seats[1].name, table.seats[1].face) == ("Ewa", 0), "a new name is no new face"
    old = entries.decode(entries.encode(entries.Sat(at=1, seat=0, person="p", name="N")))
    assert isinstance(old, entries.Sat)
    assert old.face == -1, "tables of before faces are read"


@pytest.mark.parametrize(
    ("opened_as", "listens_on", "reaches", "said"),
    [
        ("127.0.0.1:8300", "127.0.0.1", False, "http://127.0.0.1:8300/table/x"),
        ("localhost:8300", "0.0.0.0", True, "http://192.168.1.7:8300/table/x"),
        ("raft.example", "127.0.0.1", True, "http://raft.example/table/x"),
        ("192.168.1.7:8300", "0.0.0.0", True, "http://192.168.1.7:8300/table/x"),
    ],
)
def test_a_link_leads_a_phone_here(
    monkeypatch: pytest.MonkeyPatch, opened_as: str, listens_on: str, reaches: bool, said: str
) -> None:
    """Whoever opened the page as localhost is given the address in the network, if the server listens there."""
    monkeypatch.setattr(links, "network_address", lambda: "192.168.1.7")
    settings = SimpleNamespace(settings=SimpleNamespace(host=listens_on))
    monkeypatch.setattr(links, "services_of", lambda request: settings)
    scope = {"headers": [], "client": ("127.0.0.1", 1)}
    request: Any = SimpleNamespace(url=URL(f"http://{opened_as}/elsewhere?lang=pl"), scope=scope)
    assert links.reaches_others(request) == reaches
    assert links.address(request, "/table/x") == said
    scope["client"] = ("203.0.113.5", 1)
    assert "192.168" not in links.address(request, "/table/x") or opened_as.startswith("192"), "an inner address"
