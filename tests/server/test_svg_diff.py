"""What a page is sent in pieces is what it would be sent whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lastraft.server.tables import actions, messages
from lastraft.server.tables.messages import PageState
from lastraft.server.tables.svg_diff import Edit, Run, changes
from tests.server.helpers import started_table


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
