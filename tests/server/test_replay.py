"""Looking back: somebody's own steps while the game runs, everything when it is over."""

from __future__ import annotations

import random
import re

import pytest

import lastraft
from lastraft.protocol import WATCHER
from lastraft.server.tables import actions, messages, replay
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.entries import bit, readers
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


def test_a_timeline_tells_what_its_reader_was_told() -> None:
    """While a game runs: which of their own steps tell something, and whose moves they are where that is no secret.
    What comes later adds to it."""
    for seed in range(4):
        table = started_table(seed)
        play(table, random.Random(seed), 9)
        assert table.match is not None
        for reader in readers(3):
            numbers = replay.steps(table, reader)
            seen = replay.visible(table, reader, reader)
            line = replay.timeline(seen, reader, "en", -1)
            assert (line["count"], line["over"]) == (len(numbers) - 1, False)
            said = [replay.moment(table, reader, step, reader, "en")["said"] for step in range(len(numbers))]
            assert [step for step, _ in line["told"]] == [step for step, each in enumerate(said) if each]
            for step, mover in line["told"]:
                moved = table.moves[numbers[step] - 1] if step else None
                known = moved is not None and not moved.secret & bit(reader)
                assert mover == (moved.seat if moved and known else -1)
            parts = [replay.timeline(seen, reader, "en", after) for after in (-1, len(numbers) // 2)]
            assert parts[1]["told"] == [each for each in parts[0]["told"] if each[0] > len(numbers) // 2]
        with pytest.raises(Refused, match="when it is over"):
            replay.visible(table, 0, 1)


def test_days_and_events_of_a_whole_game() -> None:
    """The parts of the game by their headings, and what was grave or shown as a card, each at the step that tells it,
    to everybody in their own words."""
    match, rng = lastraft.new("survive", seats=2, seed=5), random.Random(5)
    while not match.over:
        match.push(rng.choice(match.legal_moves().codes()), match.asked)
    movers = (-1, *(played.move.seat for played in match.history))
    seen = replay.Visible(match, tuple(range(len(movers))), movers)
    lines = [replay.timeline(seen, reader, "en", -1) for reader in (WATCHER, 0)]
    for line in lines:
        assert [heading for _, heading in line["days"][:3]] == ["Setup", "Round 1", "Round 2"]
        assert {step for step, _ in line["told"]} >= {event["step"] for event in line["events"]}
        tones = {event["looks"][0][1] for event in line["events"]}
        assert tones <= {"grave", ""}
        assert "grave" in tones
        rounds = [f"Round {max(0, match.at(max(0, event['step'] - 1)).turns - 1) // 2 + 1}" for event in line["events"]]
        assert [event["day"] for event in line["events"]] == rounds, "under the heading before the move that did it"
    own, others = [[event["said"][0] for event in line["events"]] for line in reversed(lines)]
    assert any("your adventurer" in said for said in own)
    assert all("your adventurer" in event["said"][0] for event in lines[1]["events"] if event["own"])
    assert [any(event["own"] for event in line["events"]) for line in lines] == [False, True]
    assert not any("your" in said.lower() for said in others)


def test_worths_are_remembered_in_a_game_and_shown_in_its_replay() -> None:
    """SV-3.15: whoever goes through a finished game with the eyes of a seat sees what its people are worth."""
    match, rng = lastraft.new("survive", seats=2, seed=5), random.Random(5)
    in_play = ""
    while not match.over:
        match.push(rng.choice(match.legal_moves().codes()), match.asked)
        if len(match.history) == 30:
            in_play = "".join(match.game.picture.pieces(match.reader(0)))
    movers = (-1, *(played.move.seat for played in match.history))
    seen = replay.Visible(match, tuple(range(len(movers))), movers)
    shown = [str([moment["drawing"] for moment in replay.whole(seen, seat, "en")["moments"][:20]]) for seat in (0, -1)]
    assert ['y="-22">' in each for each in (in_play, *shown)] == [False, True, False]


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


OWN = {"en": "your people|yours behind|your shelter", "pl": "two[ij]", "fr": "vôtres|vos survivants|votre abri"}
"""How it is told at the end what became of one's own."""


@pytest.mark.parametrize("game", ["survive", "outlive"])
def test_who_has_not_won_is_told_what_became_of_theirs(game: str) -> None:
    """Their own people and the points they lack; all others read what decides."""
    table = Table("table", actions.opened("p0", game, actions.TermsChange(size=2)))
    for seat in range(2):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", 3))
    rnd = random.Random(3)
    while table.status != "over":
        seat = rnd.choice(table.actors)
        table.apply(actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal)))
    for language, own in OWN.items():
        for reader in (WATCHER, 0, 1):
            ended = messages.outcome(table, reader, table.knowledge(reader), language)
            assert ended is not None
            behind = max(ended["scores"]) - ended["scores"][reader]
            lost = reader >= 0 and reader not in ended["winners"]
            assert bool(re.search(own, ended["why"])) == lost, ended["why"]
            assert not lost or re.search(rf"\b{behind}\b", ended["why"])
