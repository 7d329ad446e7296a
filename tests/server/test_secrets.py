"""What a seat cannot know never reaches it: two runs that differ only in that send it the same, to the last byte."""

from __future__ import annotations

import asyncio
import base64
import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lastraft.bots import bot
from lastraft.kernel import seed_words
from lastraft.kernel.rng import seed_rng
from lastraft.protocol import WATCHER, Reader
from lastraft.protocol.translations import LANGUAGES, translator
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, clock, messages
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.entries import Clock, LogEntry, bit
from lastraft.server.tables.live_tables import LiveTable, LiveTables
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table
from tests.server.helpers import NAMES, Data, Person, Server, opening, serving, started_table


def shown(table: Table, reader: int, after: int | None = None) -> Data:
    """All that a reader is sent, without clock values."""
    message: Data = timeless(messages.message(table, f"p{reader}", after, "en", 1000))
    return message


def timeless(value: Any) -> Any:
    """A message without the time of day, the clocks' values, the table's name and the promise of its seed."""
    if isinstance(value, list):
        return [timeless(item) for item in value]
    if isinstance(value, dict):
        left = {key: timeless(item) for key, item in value.items() if key not in ("at", "id", "seed_hash")}
        return left | {"clock": sorted(value["clock"]["left"])} if value.get("clock") else left
    return value


def answer(act: Callable[[], LogEntry]) -> Any:
    """The answer to an action: the refusal in full, or the kind of its entry."""
    try:
        entry = act()
    except Refused as refused:
        return refused.code, refused.clause, *(refused.text(language) for language in LANGUAGES)
    return type(entry).__name__


def all_answers(table: Table, reader: int) -> list[Any]:
    """What the reader is answered to everything they could try."""
    person = f"p{reader}"
    tries: list[Callable[[], LogEntry]] = [
        lambda: actions.undo(table, person, ""),
        lambda: actions.raise_hand(table, person),
    ]
    for code in range(table.game.families.count):
        tries.append(lambda code=code: actions.move(table, person, code, None, ""))  # type: ignore[misc]
        tries.append(lambda code=code: actions.move(table, person, code, 3, ""))  # type: ignore[misc]
    tries.append(lambda: actions.move(table, person, "vote B", None, ""))
    tries.append(lambda: actions.move(table, person, "nonsense", None, ""))
    return [answer(each) for each in tries]


def step(table: Table, rnd: random.Random, seats: list[int]) -> None:
    seat = rnd.choice(seats)
    table.apply(actions.checked_move(table, seat, rnd.choice(table.knowledge(seat).legal)))


def other_world(table: Table, reader: int, seed: int) -> Table:
    """The same table with another truth that the reader cannot tell from this one."""
    other = copy.deepcopy(table)
    assert other.match is not None
    state = other.match.hidden(reader)
    seed_rng(state, *seed_words(seed))
    other.game.rules.determinize(state, reader)
    other.match.state = state
    other._knowledge, other._preview = {}, None
    assert not other.knowledge(reader).differs(table.knowledge(reader).hidden)
    return other


@pytest.mark.parametrize("start", range(40))
def test_hidden_state_changes_nothing_that_is_sent(start: int) -> None:
    """From any point on, two worlds alike to a reader stay alike to them, until they really learn something."""
    rnd = random.Random(start)
    table = started_table(start, rnd.choice((2, 3, 4)), clock=Clock("move", 60), grace=5)
    reader = rnd.randrange(-1, len(table.seats))
    for _ in range(rnd.randrange(12)):
        if table.actors:
            step(table, rnd, list(table.actors))
    other = other_world(table, reader, start + 1000)
    number, compared = table.stream_number(reader), 0
    while table.actors and other.actors:
        after = rnd.randrange(number + 1)
        assert shown(table, reader, after)["game"] == shown(other, reader, after)["game"]
        assert shown(table, reader, number) == shown(other, reader, number)
        if reader >= 0:
            assert all_answers(table, reader) == all_answers(other, reader)
        compared += 1
        # A secret move that one of the two makes and the other does not: the reader hears nothing of it.
        hidden = [s for s in table.actors if s != reader and _all_secret(table, s, reader) and len(table.actors) > 1]
        if hidden and rnd.random() < 0.5:
            step(rnd.choice((table, other)), rnd, [hidden[0]]) if hidden[0] in other.actors else None
            continue
        both = [s for s in table.actors if s in other.actors]
        moves = [(s, c) for s in both for c in table.knowledge(s).legal if c in other.knowledge(s).legal]
        if not moves:
            return
        seat, code = rnd.choice(moves)
        for each in (table, other):
            each.apply(actions.checked_move(each, seat, code))
        differs = table.knowledge(reader).differs(other.knowledge(reader).hidden)
        if differs or _events_for(table, reader) != _events_for(other, reader):
            break  # the truth came out: what follows may differ
        number = table.stream_number(reader)
    assert compared


@pytest.mark.parametrize(("game", "seats"), [("survive", 3), ("hellapagos", 4), ("outlive", 3)])
@pytest.mark.parametrize(("start", "terms"), [(7, {"grace": 5}), (24, {"grace": 5}), (8, {"pace": 1.0})])
def test_hidden_state_of_real_games_changes_nothing_that_is_sent(
    game: str, seats: int, start: int, terms: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same of the games that are played: also what is drawn, explained and advised; and secret moves of others."""
    monkeypatch.setattr(clock, "now", lambda: 1_000_000.0)
    rnd = random.Random(start)
    table = Table("table", opening("p0", game, seats, clock=Clock("move", 60), **terms))
    for seat in range(seats):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", start))
    while table.actors and table.number < 250:
        step(table, rnd, list(table.actors))
        if rnd.random() < 0.15 and table.actors:
            reader = table.moves[-1].seat if rnd.random() < 0.8 else WATCHER
            other = other_world(table, reader, table.number)
            other.match.state.revealed = table.match.state.revealed  # type: ignore[union-attr]
            before = everything(other, reader)
            assert before == everything(table, reader)
            hidden = [s for s in other.actors if s != reader and _all_secret(other, s, reader)]
            if hidden and len(other.actors) > 1:
                entry = actions.checked_move(other, hidden[0], rnd.choice(other.knowledge(hidden[0]).legal))
                if not entry.seen & bit(reader):
                    held = bool(other.window and other.window.holds)
                    other.apply(entry)
                    if held == bool(other.window and other.window.holds):  # that somebody steps in is told, not who
                        assert everything(other, reader) == before


def everything(table: Table, reader: int) -> list[Any]:
    """What a reader is shown, answered and advised."""
    known, t = table.knowledge(reader), translator(table.game.name, "en")
    page, _ = messages.changes_for_page(table, f"p{reader}", None, "fr", 300, None)
    answers = [shown(table, reader), timeless(page), table.game.speech.help(Reader(known.hidden, reader, (), t))]
    answers.append(table.game.speech.odds(Reader(known.hidden, reader, (), t)))
    if known.legal:
        person, clicks = (
            f"p{reader}",
            table.game.picture.clicks(table.game.reader(known.hidden, reader), known.legal[0]),
        )
        answers += [answer(lambda: actions.undo(table, person, "")), answer(lambda: actions.raise_hand(table, person))]
        answers.append(messages.why(table, reader, list(clicks[:1]), "en"))
        mover = table.game.reader(known.hidden, reader, table.names)
        answers.append([table.game.speech.purpose(mover, (code,)) for code in known.legal])
        answers.append(bot("greedy", table.game, table.stream_number(reader)).choose(known.hidden.copy(), reader))
    return answers


def _all_secret(table: Table, seat: int, reader: int) -> bool:
    assert table.match is not None
    return all(
        table.game.notation.secret(table.match.state, seat, code, reader) for code in table.knowledge(seat).legal
    )


def _events_for(table: Table, reader: int) -> list[Any]:
    return [event for event in table.log[-1].events if event.reaches(reader)]


def test_a_secret_vote_moves_no_number() -> None:
    """TG-4.1: while votes are secret, nobody's stream moves but the voter's own, and undo tells nobody who voted."""
    table = started_table(3)
    while len(table.actors) == 1:
        table.apply(actions.checked_move(table, table.actors[0], table.knowledge(table.actors[0]).legal[0]))
    before = [table.stream_number(reader) for reader in range(-1, 3)]
    table.apply(actions.checked_move(table, 1, table.knowledge(1).legal[0]))
    after = [table.stream_number(reader) for reader in range(-1, 3)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [0, 0, 1, 0]
    assert shown(table, 0)["game"]["awaited"] == [0, 1, 2]
    assert shown(table, 0)["game"]["waiting"] == "Waiting for 3 answers."
    assert shown(table, 0)["game"]["stage"]["phases"][shown(table, 0)["game"]["stage"]["now"]] == "Vote"
    assert not table.may_undo(1)


def test_a_whisper_is_for_two() -> None:
    """A third seat and whoever watches hear nothing of a whisper; a later holder of the seat does not read it."""
    table = started_table(1)
    table.apply(actions.say(table, "p0", "trust me", 1, "", 300))
    assert ["text" in line for line in messages.news(table, 1, 0, "en")][-1]
    for reader in (-1, 2):
        assert not any("text" in line for line in messages.news(table, reader, 0, "en"))
    table.apply(actions.leave(table, "p1", 1))
    table.apply(actions.link(table, "p0", 1, "token"))
    linked = actions.sit_by_link(table, "p9", "Eve", "token")
    assert linked is not None
    table.apply(linked)
    assert not any("text" in line for line in messages.news(table, table.seat_of("p9"), 0, "en"))


# -- the same over real sockets ---------------------------------------------------------------------------------------


def script(table: Table, votes_first: int) -> list[tuple[int, int]]:
    """Moves whose results Ada knows beforehand: she builds, the others draw; all vote, in one order or another."""
    moves = []
    while table.actors:
        voting = len(table.actors) > 1
        seat = votes_first if voting and votes_first in table.actors else table.actors[0]
        legal = [table.game.families[code][0] for code in table.knowledge(seat).legal]
        wanted = "VOTE" if "VOTE" in legal else "BUILD" if seat == 0 and "BUILD" in legal else "DRAW"
        code = table.knowledge(seat).legal[legal.index(wanted)]
        table.apply(actions.checked_move(table, seat, code))
        moves.append((seat, code))
    return moves


def two_truths() -> tuple[int, int]:
    """Two seeds whose games look the same to Ada until their very end, though the others' hands differ."""
    seen: dict[str, tuple[int, bytes]] = {}
    for seed in range(2000):
        table = started_table(seed)
        hands = str(table.match.state.hand[1:3]).encode()  # type: ignore[union-attr]
        script(table, 0)
        key = json.dumps(shown(table, 0))
        if key in seen and seen[key][1] != hands:
            return seen[key][0], seed
        seen.setdefault(key, (seed, hands))
    raise AssertionError("no two such games")


def person_of(person: Person) -> str:
    """The id in somebody's cookie: signed, not secret from its owner."""
    body = person.http.cookies["lastraft"].partition(".")[0]
    return str(json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))[0])


async def lay(database: str, people: list[Person], seed: int) -> str:
    """A table with a seed that is known, as nobody could make it by the API: written into the log from here."""
    store = Store(database)
    await store.open()
    tables = LiveTables(store, Settings(database=database))
    ids = [person_of(person) for person in people]
    live = await tables.create(opening(ids[0], "driftwood", len(ids)))
    for id, person in zip(ids, people, strict=True):
        await tables.act(live, lambda table, id=id, name=person.name: actions.sit(table, id, name))  # type: ignore[misc]
    await tables.act(live, lambda table: actions.start(table, ids[0], seed))
    await store.close()
    return live.table.id


async def stream_of_ada(server: Server, database: str, seed: int, votes_first: int) -> list[Any]:
    """Everything Ada is sent and answered in one game over a real socket."""
    people = [await Person.named(server, name) for name in NAMES[:3]]
    table = await lay(database, people, seed)
    moves = script(started_table(seed), votes_first)
    answers: list[Any] = []
    async with people[0].socket(table) as ada, people[1].socket(table) as ben, people[2].socket(table) as cy:
        for seat, code in moves:
            if seat != 0:
                for wrong in ("draw", "vote A", "storm A", 99):
                    answers.append(await ada.do(id="x", do="move", move=wrong, question=None))
                    ada.answers.clear()
                answers.append(ada.game["undo"] or await ada.do(id="u", do="undo"))
                answers.append(await ada.do(id="s", do="move", move=0, question=1))
                ada.answers.clear()
            connection = (ada, ben, cy)[seat]
            done = await connection.do(do="move", move=code)
            assert done["type"] == "done", done
            await connection.until(lambda it=connection, done=done: it.state["number"] >= done["number"])  # type: ignore[misc]
        await ada.until(lambda: ada.over)
        record = await people[0].get(f"/api/tables/{table}/record")
        assert f"{seed:032x}" in record
        return [timeless(ada.news), timeless(ada.game), answers, ada.state["number"]]


def test_streams_over_sockets(sqlite: str, folder: Path) -> None:
    """Two whole games on a real server that differ only in the others' cards and in who voted first."""
    one, two = two_truths()

    async def play(server: Server) -> None:
        first = await stream_of_ada(server, sqlite, one, 1)
        second = await stream_of_ada(server, sqlite, two, 2)
        for a, b in zip(first, second, strict=True):
            assert a == b

    with serving(sqlite, folder) as server:
        asyncio.run(play(server))


def test_a_request_for_a_seat_is_shown_to_its_holder_and_to_whoever_asked() -> None:
    """Not to others who watch, though all who watch share a message."""
    table = started_table(1)
    table.apply(actions.link(table, "p1", 1, "token"))
    table.apply(actions.sit_by_link(table, "q", "Quentin", "token", [1]))
    live = LiveTable(table)
    told = {person: live.message(person, None, "en", 100, "none", None)[0] for person in ("q", "r", "p0", "p1")}
    assert [person for person, message in told.items() if b"Quentin" in message] == ["q", "p1"]
