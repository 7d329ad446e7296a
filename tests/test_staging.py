"""How events are staged: every one is declared so or not, nothing takes long, and nothing is shown that is not told."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lastraft
from lastraft.kernel import EVERYONE, Emitted
from lastraft.protocol import SEAT, WATCHER, Events, Listener, cue, event
from lastraft.protocol.drawing import symbols
from lastraft.protocol.staging import LONGEST_MS, Cue, duration
from lastraft.protocol.translations import translator
from lastraft.server.tables import actions, beats, driver, messages
from lastraft.server.tables.table import Table
from tests.test_picture_ids import GAMES

PLACES = ("of", "at", "start", "to")
GAMES_PLAYED, MOVES = 2, 200


def moves(game: str) -> Iterator[tuple[lastraft.Match, int, list[Emitted]]]:
    """What each reader learns of each move of some games."""
    for seed in range(GAMES_PLAYED):
        match, rnd = lastraft.new(game, seed=seed), random.Random(seed)
        for _ in range(MOVES):
            if match.over:
                break
            before = len(match.history)
            seat = match.asked
            match.push(rnd.choice(match.legal_moves(seat).codes()), seat)
            for reader in (WATCHER, 0, 1):
                yield match, reader, [h.event for h in match.events(reader, before)]


def constants(kinds: type[Events]) -> set[str]:
    """What the declarations name themselves: places and symbols that do not depend on what happened."""
    found: set[str] = set()
    for kind in kinds:
        stage = kind.declared.stage or ()
        samples = [Emitted(EVERYONE, kind, a, b, c) for a in range(7) for b in range(11) for c in range(8)]
        for steps in [stage] if not callable(stage) else map(stage, _possible(stage, samples)):
            for step in steps:
                for each in (step,) if isinstance(step, Cue) else step:
                    for value in each.fields.values():
                        found |= {*((value,) if isinstance(value, str) else value if isinstance(value, tuple) else ())}
    return found


def _possible(stage: Any, samples: list[Emitted]) -> Iterator[Emitted]:
    """The samples that can happen."""
    for e in samples:
        try:
            stage(e)
        except (IndexError, KeyError, ValueError):
            continue
        yield e


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_staged_or_declared_as_not(game: str) -> None:
    undeclared = [kind.name for kind in lastraft.game(game).events if kind.declared.stage is None]
    assert not undeclared, "stage=() where the changed drawing says enough"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_shown_that_is_not_told(game: str) -> None:
    """Every id that depends on what happened is one that the reader's own events name, or their sentences do; symbols
    exist; no step takes longer than 2.2 s, no move longer than 4, but for its scenes."""
    events, known = lastraft.game(game).events, symbols(Path(lastraft.__file__).parent / game / "ui" / "pictures")
    fixed = constants(events)
    played = 0
    for match, reader, told in moves(game):
        listener = match.game.listener(reader, match.names)
        steps = events.staging(told, listener)
        lines = match.game.speech.log(told, listener)
        things = {id for e in told for id in events(e.kind).things(e, reader, match.seats)}
        things |= {f"seat-{seat}" for e in told for seat in events(e.kind).seats(e, match.seats)}
        shown = {noun.symbol(n) for e in told for _, noun, n in events(e.kind).parts(e)}
        shown |= {events(e.kind).symbol(e) for e in told} | {line.symbol for line in lines}
        words = set(re.findall(r"\w+", " ".join(events.tell(e, listener) for e in told)))
        assert duration([step for step in steps if not step.get("scene")]) <= LONGEST_MS
        for beat in (beat for step in steps for beat in step["beats"]):
            played += 1
            assert beat["ms"] + beat.get("after", 0) <= 2200
            for id in [beat[name] for name in PLACES if name in beat]:
                assert id in things | fixed or id.rpartition("-")[2] in words, (id, told)
            faces = [*beat.get("faces", []), *([beat["face"]] if "face" in beat else []), *beat.get("among", [])]
            for face in faces:
                assert face in known, face
                assert face in shown | fixed | {"prop-fire"}, (face, told)  # the fire of those who want to stay
    assert played > 100


def test_a_page_is_sent_only_what_its_reader_learns() -> None:
    """What one seat finds is a card with its name for that seat, the back of a card for the others; programs and pages
    that begin anew are sent no staging."""
    table = Table("t", actions.opened("p0", "hellapagos", actions.TermsChange(size=3)))
    for seat in range(3):
        table.apply(actions.sit(table, f"p{seat}", f"N{seat}"))
    table.apply(actions.start(table, "p0", 1))
    rnd = random.Random(1)
    for _ in range(400):
        assert table.match is not None
        seat = table.match.actors[0]
        legal = table.match.legal_moves(seat)
        search = [move.code for move in legal if move.text == "search"]
        number = {reader: table.stream_number(reader) for reader in range(3)}
        table.apply(actions.checked_move(table, seat, search[0] if search else rnd.choice(legal.codes())))
        if search:
            break
    by_reader = {}
    for reader in range(3):
        (news,) = messages.news(table, reader, number[reader], "en", data=False, staged=True)
        by_reader[reader] = [beat["face"] for step in news["staging"] for beat in step["beats"] if "face" in beat]
        assert "staging" not in messages.news(table, reader, number[reader], "en")[0]
        page, _ = messages.changes_for_page(table, f"p{reader}", None, "en", 400, None)
        assert not any("staging" in each for each in page["news"])
    assert [face for face in by_reader.pop(seat) if face.startswith("art-")]
    for faces in by_reader.values():
        assert faces
        assert not [face for face in faces if face.startswith("art-")]


def test_bots_wait_for_what_everybody_is_shown() -> None:
    """At a table with a pause, and no longer than 2.2 s; what only some learn, or say since, does not show in it."""
    table = Table("t", actions.opened("p0", "survive", actions.TermsChange(size=2, pause=0.5)))
    for seat in range(2):
        table.apply(actions.sit(table, f"p{seat}", f"N{seat}"))
    table.apply(actions.start(table, "p0", 1))
    table.apply(actions.give_to_bot(table, "p0", 1, "random"))
    assert driver._played(table) == 0
    rnd, pauses = random.Random(1), dict[int, float]()
    for _ in range(120):
        assert table.match is not None
        seat = table.match.actors[0]
        table.apply(actions.checked_move(table, seat, rnd.choice(table.match.legal_moves(seat).codes())))
        due = [driver._due(table, 1), driver._played(table)]
        for event_ in table.log[-1].events:
            pauses.setdefault(event_.kind, max(0.5, driver._played(table) - table.changed))
        if rnd.random() < 0.2:
            table.apply(actions.say(table, "p0", "hm", None, "", 100))
            table.apply(actions.set_asks(table, "p0", "never" if table.seats[0].asks == "always" else "always"))
            assert [driver._due(table, 1), driver._played(table)] == due
    kinds = table.game.events
    assert pauses[kinds["PLACED"]] == 0.5
    assert 1 <= pauses[kinds["ROLLED"]] <= 2.2001


def test_nobody_pays_for_watching_a_death() -> None:
    """At a table with a pause a window begins when its scene has been played."""
    tables = []
    for pause in (0.0, 0.5):
        table = Table("t", actions.opened("p0", "hellapagos", actions.TermsChange(size=3, pause=pause)))
        for seat in range(3):
            table.apply(actions.sit(table, f"p{seat}", f"N{seat}"))
        table.apply(actions.start(table, "p0", 1))
        tables.append(table)
    kinds: Any = tables[0].game.events
    deaths = [Emitted(EVERYONE, kinds.DIED, seat, 1, 0) for seat in (0, 1)]
    assert [beats.scenes(table, deaths[:1]) > 2 for table in tables] == [False, True]
    assert beats.scenes(tables[1], deaths) == 2 * beats.scenes(tables[1], deaths[:1]), "one after the other"
    assert not beats.scenes(tables[1], [Emitted(EVERYONE, kinds.FISHED, 0, 1, 0)])
    at = tables[1].changed
    soon, later = [beats.follow(tables[1], None, at, True, watched) for watched in (0.0, 5.0)]
    assert soon
    assert later
    assert soon.begins < later.begins == at + 5


class Toy(Events):
    FOUND = event("{name} finds it.", stage=(cue("fly", start="own", to="place"),), symbol="gem", name=SEAT)
    ROLLED = event("{name} rolls.", stage=(cue("roll", 900, face=lambda e: f"face-{e.b}"),), name=SEAT)
    LOST = event("{name} loses.", stage=(cue("fade", of="name"), cue("card", own=True)), name=SEAT)
    PAID = event("{name} pays.", stage=(cue("rise", at="own"),), in_turn=True, name=SEAT)
    DIED = event("{name} dies.", stage=(cue("card", 2000),), in_turn=True, scene=True, name=SEAT)
    HOPED = event("{name} hopes.", stage=(cue("card", 2000),), own_scene=True, name=SEAT)


def test_steps_overlap_roll_together_and_are_for_their_own_seat() -> None:
    listener = Listener(0, ("A", "B"), lastraft.game("survive").listener(0).t)
    flights = Toy.staging([Emitted(EVERYONE, 1, 0, 0, 0), Emitted(EVERYONE, 1, 1, 0, 0)], listener)
    assert [beat["start"] for beat in flights[0]["beats"]] == ["seat-0", "seat-1"]
    assert flights[0]["beats"][0]["face"] == "gem"
    (rolled,) = Toy.staging([Emitted(EVERYONE, 2, 0, 1, 0), Emitted(EVERYONE, 2, 0, 5, 0)], listener)
    assert rolled["beats"][0]["faces"] == ["face-1", "face-5"]
    assert duration([rolled]) == 1800
    assert [len(Toy.staging([Emitted(EVERYONE, 3, seat, 0, 0)], listener)) for seat in (0, 1)] == [2, 1]
    losses = Toy.staging([Emitted(EVERYONE, 4, seat, 0, 0) for seat in (0, 0, 1)], listener)
    assert [[beat["at"] for beat in step["beats"]] for step in losses] == [["seat-0"], ["seat-1"]], "seat by seat"
    assert all(step.keys() == {"beats", "say"} for step in losses)
    apart = Toy.staging(
        [Emitted(EVERYONE, 1, 0, 0, 0), Emitted(EVERYONE, 2, 0, 1, 0), Emitted(EVERYONE, 3, 0, 0, 0)] * 4, listener
    )
    assert duration(apart) <= LONGEST_MS
    deaths = Toy.staging([Emitted(EVERYONE, 5, seat, 0, 0) for seat in (0, 1, 0)], listener)
    assert [duration([step]) for step in deaths] == [2000] * 3, "nothing shortens a scene"
    assert all(step["scene"] for step in deaths)
    hopes = [Toy.staging([Emitted(EVERYONE, 6, seat, 0, 0)], listener)[0] for seat in (0, 1)]
    assert [step.get("scene") for step in hopes] == [True, None], "a scene for oneself alone"


def test_outlive_shows_large_what_is_worst_and_best() -> None:
    """To everybody: several who starve, a bear, an event that is ended, the last dawn. Steps of an ordinary day are
    small."""
    kinds: Any = lastraft.new("outlive").game.events

    def shown(kind: str, *parts: int) -> set[str]:
        event = Emitted(EVERYONE, kinds[kind], *parts, *[0] * (3 - len(parts)))
        steps = kinds.staging([event], Listener(WATCHER, ("Ann", "Ben"), translator("outlive", "en")))
        return {beat["kind"] for step in steps for beat in step["beats"]}

    for large, small in ((("HUNGER", 1, 2), ("HUNGER", 1, 1)), (("HUNTED", 1, 7, 5), ("HUNTED", 1, 4, 2))):
        assert "card" in shown(*large)
        assert "card" not in shown(*small)
    assert shown("ENDED", 1, 1) == {"card", "rise", "tint", "fly", "count"}
    assert shown("DAWN", 6) - shown("DAWN", 5) == {"shake"}
    assert "tint" in shown("STRIKES", 1)
