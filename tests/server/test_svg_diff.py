"""What a page is sent in pieces is what it would be sent whole."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from lastraft.server.tables import actions, messages
from lastraft.server.tables.entries import encode
from lastraft.server.tables.live_tables import LiveTable
from lastraft.server.tables.messages import PageState
from lastraft.server.tables.svg_diff import Edit, Run, changes
from lastraft.server.tables.table import fold
from tests.server.helpers import started_table
from tests.server.running import seated


def changed(had: list[str], parts: list[str | Run | Edit]) -> str:
    """Apply `changes`, as the page does."""
    pieces = list[str]()
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        elif len(part) == 2:
            pieces += had[part[0] : part[1]]
        else:
            at, head, tail, middle = part
            pieces.append(had[at][:head] + middle + had[at][len(had[at]) - tail :])
    return "".join(pieces)


@pytest.mark.parametrize("seed", range(30))
def test_changes_make_the_other_drawing(seed: int) -> None:
    """Whatever came, went, moved or stands there twice."""
    rnd = random.Random(seed)
    one = [rnd.choice("abcdefgh") * rnd.randrange(3) for _ in range(rnd.randrange(20))]
    one += [f'<g id="{i}">{rnd.choice("xyz") * rnd.randrange(90)}{i}</g>' for i in range(rnd.randrange(9))]
    two = [piece.replace("y", "zz", 1) if rnd.random() < 0.2 else piece for piece in one]
    for _ in range(rnd.randrange(6)):
        at = rnd.randrange(len(two) + 1)
        two[at : at + rnd.randrange(3)] = rnd.choices("abcxyz", k=rnd.randrange(3))
    if rnd.random() < 0.3:
        rnd.shuffle(two)
    assert changed(one, changes(one, two)) == "".join(two)
    assert changes(two, []) == []
    assert not any(isinstance(part, str) for part in changes(two, two))


def test_a_page_that_puts_changes_together_has_the_whole() -> None:
    """A page that is sent only what changed, sometimes after several moves, always has what a new one is sent."""
    rnd, table = random.Random(4), started_table(4)
    had: PageState | None = None
    arranged: Any = None
    game: dict[str, Any] = {}
    while table.actors:
        seat = rnd.choice(table.actors)
        table.apply(actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal)))
        if rnd.random() < 0.2:
            table.apply(actions.give_to_bot(table, "p0", 1, "random"))
        if rnd.random() < 0.4:
            continue
        whole, _ = messages.changes_for_page(table, "p0", 3, "en", 999, None)
        has = had.drawing if had else []
        sent, had = messages.changes_for_page(table, "p0", 3, "en", 999, had)
        arranged = sent["table"] or arranged
        game |= sent["game"] | {"drawing": changed(has, sent["game"]["drawing"])}
        sent["game"] = game
        whole["game"]["drawing"] = "".join(whole["game"]["drawing"])
        assert sent | {"table": arranged} == whole
    assert had is not None


LIVE = ("staging", "fate", "befell")
"""What pages are sent only of what happens while they look."""


class Page:
    """A page that follows a table and keeps what it was sent; now and then its connection breaks."""

    def __init__(self, person: str, language: str) -> None:
        self.person, self.language = person, language
        self.had: PageState | None = None
        self.number: int | None = None
        self.drawing: list[str] = []
        self.news: list[Any] = []
        self.state: dict[str, Any] = {}

    def receive(self, live: LiveTable) -> None:
        sent, self.had = live.message(self.person, self.number, self.language, 50, "changes", self.had)
        message = json.loads(sent)
        self.number, parts = message["number"], message["game"]["drawing"]
        told = [{name: part for name, part in each.items() if name not in LIVE} for each in message["news"]]
        self.news = told if message["fresh"] else self.news + told
        self.drawing = [changed(self.drawing, [part]) for part in _one_by_one(parts)]
        self.state |= {**message["game"], "drawing": "".join(self.drawing)}

    def check(self, live: LiveTable, afresh: LiveTable) -> None:
        """It shows what a page that just opened and a program are sent by a server that remembers nothing."""
        afresh.table._worked_out, afresh._cache = (-1, {}), {}
        for table in (live, afresh):
            opened = Page(self.person, self.language)
            opened.receive(table)
            assert timeless(opened.state) == timeless(self.state)
            assert opened.news == self.news[-len(opened.news) :]
        whole = json.loads(afresh.message(self.person, None, self.language, 50, "whole", None)[0])["game"]
        assert self.state["drawing"] in whole.pop("drawing")
        for move, same in zip(self.state["legal"], whole.pop("legal"), strict=False):  # then come shortcuts
            assert {"careful": "", "detail": "", **move}.items() <= same.items()
        assert timeless({**self.state, "view": 0, "kinds": 0, "drawing": 0, "legal": 0}) == timeless(
            {**whole, "view": 0, "kinds": 0, "drawing": 0, "legal": 0}
        )


def _one_by_one(parts: list[Any]) -> list[Any]:
    """The changes with a run for each piece of a run."""
    runs = [part for part in parts if len(part) == 2 and not isinstance(part, str)]
    assert all(start < end for start, end in runs)
    return [
        each
        for part in parts
        for each in ([(at, at + 1) for at in range(*part)] if not isinstance(part, str) and len(part) == 2 else [part])
    ]


def timeless(state: dict[str, Any]) -> dict[str, Any]:
    beat = state["beat"] and {**state["beat"], "left": 0}
    return {**state, "beat": beat}


@pytest.mark.parametrize(("game", "seats", "often"), [("survive", 3, 60), ("hellapagos", 3, 25), ("outlive", 3, 60)])
def test_pages_of_all_readers_over_a_whole_game(game: str, seats: int, often: int) -> None:
    """What is made once for several readers gives none of them what another knows, or what was: whoever reads first,
    in two languages, with a watcher, after moves that were taken back, lost messages and broken connections."""
    rnd, live = random.Random(7), LiveTable(seated(game, seats, seed=3))
    table, moves = live.table, 0
    pages = [Page(person, language) for person in ("", *(f"p{i}" for i in range(seats))) for language in ("en", "pl")]
    while table.actors:
        moves += 1
        seat = rnd.choice(table.actors)
        table.apply(actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal)))
        if table.may_undo(seat) and rnd.random() < 0.1:
            table.apply(actions.undo(table, f"p{seat}", ""))
        page = rnd.choice(pages)
        if rnd.random() < 0.1:
            page.had = None
        page.receive(live)
        if moves % often == 0 or not table.actors:
            afresh = LiveTable(fold("table", [encode(item.entry) for item in table.log]))
            for page in rnd.sample(pages, len(pages)):
                page.receive(live)
                page.check(live, afresh)
    assert moves > 3 * often
