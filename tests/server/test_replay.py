"""Looking back: somebody's own steps while the game runs, everything when it is over."""

from __future__ import annotations

import random

import pytest

from lastraft.protocol import WATCHER
from lastraft.server.tables import actions, messages, replay
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.entries import readers
from lastraft.server.tables.table import Table
from tests.server.helpers import NAMES, started_table


def play(table: Table, rnd: random.Random, moves: int) -> dict[int, list[object]]:
    """Play on; what each reader knew after every move of which they saw something."""
    seen: dict[int, list[object]] = {reader: [table.knowledge(reader).hidden] for reader in readers(3)}
    for _ in range(moves):
        if table.status == "over":
            break
        seat = rnd.choice(table.actors)
        entry = actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal))
        before = {reader: table.stream_number(reader) for reader in readers(3)}
        table.apply(entry)
        for reader in readers(3):
            if table.stream_number(reader) > before[reader]:
                seen[reader].append(table.knowledge(reader).hidden)
    return seen


def test_a_running_game_shows_each_seat_its_own_steps() -> None:
    """As many as they had news, and each as they saw it then."""
    for seed in range(5):
        table = started_table(seed)
        seen = play(table, random.Random(seed), 7)
        assert table.match is not None
        for reader, known in seen.items():
            numbers = replay.steps(table, reader)
            shown = [table.game.hidden(table.match.at(number), reader) for number in numbers]
            assert [each.__dict__ for each in shown] == [each.__dict__ for each in known]
            replay.moment(table, reader, len(numbers) - 1, reader, "en")


def test_nobody_looks_with_the_eyes_of_another_before_the_end() -> None:
    table = started_table(1)
    play(table, random.Random(1), 3)
    with pytest.raises(Refused, match="when it is over"):
        replay.moment(table, 0, 0, 1, "en")
    with pytest.raises(Refused, match="no such move"):
        replay.moment(table, 0, 99, 0, "en")
    play(table, random.Random(2), 5000)
    assert table.match is not None
    assert table.match.over
    assert replay.moment(table, 0, len(table.match.history), 1, "en")["title"]
    picture = replay.course(table.match)
    assert picture.count("<polyline") == 3
    assert ">0</text>" in picture, "the lines have axes"


def test_who_won_is_told_to_oneself_as_to_oneself() -> None:
    """A guest who never said a name reads that they have won, not that "Castaway" has."""
    for seed in range(5):
        table = started_table(seed)
        play(table, random.Random(seed), 5000)
        for reader in (WATCHER, 0, 1, 2):
            ended = messages.outcome(table, reader, table.knowledge(reader), "en")
            assert ended is not None
            assert ended["said"].startswith("You have won") == (reader in ended["winners"])
            assert all((NAMES[seat] in ended["said"]) == (seat != reader) for seat in ended["winners"])
