"""Every answer of a server to somebody who may not know a secret: the same to the last byte, whatever the secret is.

One table is served twice. Between, its log is replaced by one that begins from another truth and has the same moves,
as it could have been for all that the reader knows. Every route that only reads is asked in both.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from litestar.routes import HTTPRoute

import lastraft
from lastraft import positions
from lastraft.kernel import seed_words
from lastraft.kernel.rng import seed_rng
from lastraft.protocol import WATCHER
from lastraft.server.ops import administration, overview
from lastraft.server.ops.load import LoadHistory
from lastraft.server.ops.settings import Limits, Settings
from lastraft.server.tables import actions, clock, messages
from lastraft.server.tables.driver import Driver
from lastraft.server.tables.entries import encode
from lastraft.server.tables.live_tables import row_of
from lastraft.server.tables.schema import entries as entry_rows
from lastraft.server.tables.schema import tables as table_rows
from lastraft.server.tables.streams import follow
from lastraft.server.tables.table import Table
from lastraft.server.web.app import make_app
from lastraft.server.web.identity import COOKIE, Guest
from lastraft.server.web.services import Services
from tests.server.helpers import NAMES, opening

NOW = 1_700_000_000.0
TOKEN = "a token of the administrators"
LINK = "a private link"
UNREAD = ("/metrics", "/static/{stamp:str}/{name:str}", "/api/tables/{table:str}/stream", "/learn")
"""Not of a table; or, as the stream, asked in another way."""


def begun(game: str, seats: int, position: str) -> Table:
    """A table whose game begins from a position."""
    table = Table("table", opening("p0", game, seats, pace=1.0))
    for seat in range(seats):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", 1, position))
    table.apply(actions.link(table, "p0", 0, LINK))
    table.apply(actions.say(table, "p1", "good luck", None, "", 100))
    return table


def two_truths(game: str, seats: int, seed: int, reader: int) -> tuple[Table, Table]:
    """Two tables with the same moves that the reader cannot tell apart, though what is hidden differs."""
    rnd = random.Random(seed)
    match = lastraft.Match(game, seats, seed)
    for _ in range(rnd.randrange(20, 60)):
        if not match.over:
            seat = rnd.choice(match.actors)
            match.push(rnd.choice(match.legal_moves(seat).codes()), seat)
    other = match.hidden(reader)
    seed_rng(other, *seed_words(seed + 1000))
    match.game.rules.determinize(other, reader)
    other.revealed = match.state.revealed
    pair = begun(game, seats, match.position()), begun(game, seats, positions.write(match.game, other))
    for _ in range(30):
        one, two = pair
        both = [seat for seat in one.actors if seat in two.actors]
        moves = [(s, code) for s in both for code in one.knowledge(s).legal if code in two.knowledge(s).legal]
        if not moves:
            break
        seat, code = rnd.choice(moves)
        tried = [actions.checked_move(table, seat, code) for table in pair]
        learns = [_told(table, reader) for table in pair]
        if tried[0] != tried[1] or learns[0] != learns[1]:
            continue  # the reader would learn what is hidden
        for table, entry in zip(pair, tried, strict=True):
            table.apply(entry)
    return pair


def _told(table: Table, reader: int) -> object:
    """What the reader would know after the move that was just checked."""
    preview = table._preview
    assert preview is not None
    events = [event for event in preview.move.events if event.reaches(reader)]
    after, known = preview.move.after, preview.knowledge.get(reader)  # a spectator's is made when somebody watches
    return table.game.hidden(after, reader).__dict__, known and known.legal, events, after.revealed


def paths(services: Services, table: Table) -> Iterator[str]:
    """Every path that can be read, with all seats, some steps and things in the places of its parameters."""
    filled = {
        "{table:str}": [table.id],
        "{seat:int}": ["0", "1"],
        "{step:int}": ["0", "1", "2", "3"],
        "{token:str}": [LINK],
        "{thing:str}": [*_things(table)],
        "{game:str}": [table.game.name],
        "{path:str}": ["nothing"],
        "{handle:str}": ["nobody"],
        "{league:str}": ["nothing"],
        "{name:str}": ["tables", "people", "reports", "bans", "audit"],
    }
    for route in make_app(services).app.routes:
        if isinstance(route, HTTPRoute) and "GET" in route.methods and route.path not in UNREAD:
            places = [part for part in filled if part in route.path]
            for values in itertools.product(*(filled[part] for part in places)):
                path = route.path
                for part, value in zip(places, values, strict=True):
                    path = path.replace(part, value)
                assert "{" not in path, f"say what stands for the parameters of {path}"
                yield path


def _things(table: Table) -> Iterator[str]:
    return (f"{kind}-{i}" for kind in ("deck", "hand", "seat", "tile", "place", "raft") for i in range(2))


async def everything(services: Services, table: Table, person: str) -> dict[str, bytes]:
    """All that a person is answered, and what administrators are."""
    answers: dict[str, bytes] = {}
    cookie = services.cookies.write(Guest(person, "Name", NOW, NOW)) if person else ""
    transport = httpx.ASGITransport(make_app(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
        for path, language in zip(paths(services, table), itertools.cycle(["en", "fr"])):
            headers = {"accept-language": language, "cookie": f"{COOKIE}={cookie}"}
            if "/admin" in path:
                headers["authorization"] = f"Bearer {TOKEN}"
            answer = await http.get(path, headers=headers)
            assert answer.status_code < 500, (path, answer.text)
            answers[path] = str(answer.status_code).encode() + answer.content
        headers = {"cookie": f"{COOKIE}={cookie}"}
        for code in range(0, table.game.families.count, 50):
            stale = {"move": code, "question": 999}
            for path, body in (("move", stale), ("undo", {"id": "x" * 200}), ("seats/1/agree", {})):
                answer = await http.post(f"/api/tables/{table.id}/{path}", json=body, headers=headers)
                answers[f"{path} {code}"] = answer.content
        answers["hint"] = (await http.post(f"/table/{table.id}/hint", headers=headers)).content
    live = await services.tables.get(table.id)
    for draw in ("none", "whole", "changes"):
        for after in (None, 0, 3):
            stream = messages.stream_name(live.table, live.table.seat_of(person))
            async with aclosing(follow(services.tables, live, person, "pl", stream, after, draw)) as sent:  # type: ignore[type-var]
                answers[f"socket {draw} {after}"] = await anext(sent)
    return answers


@pytest.mark.parametrize(("game", "seats"), [("survive", 3), ("hellapagos", 4), ("outlive", 3)])
def test_a_secret_changes_no_byte(game: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pages, messages, links, replays, records and refusals for a seat and for whoever watches, of what they are
    told is stored about them, and of all that administrators see."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setattr(overview, "_memory", lambda: 0)
    monkeypatch.setattr(overview, "_disk", lambda store: 0)
    monkeypatch.setattr(LoadHistory, "write", lambda self: asyncio.sleep(0))
    monkeypatch.setattr(Driver, "_native", lambda self, game: False)

    async def compare() -> None:
        settings = Settings(
            database=f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}",
            admin_token=TOKEN,
            limits=Limits(requests_at_once=100_000),
        )
        services = Services(settings)
        await services.open()
        for reader, person in ((0, "p0"), (WATCHER, "somebody")):
            pair = two_truths(game, seats, 5 + reader, reader)
            seen, truths = [], set[str]()
            services.administration.see(person, administration.Visitor("Name", "127.0.0.1", "", NOW))
            for table in pair:
                if live := services.tables.loaded.get(table.id):
                    services.tables.unload(live)
                services.hints._buckets.clear()
                services.admin_guesses._buckets.clear()
                await _store(services, table)
                seen.append(await everything(services, table, person))
                match = (await services.tables.get(table.id)).table.match
                truths.add(match.position() if match else "")
            different = {key for key in seen[0].keys() | seen[1].keys() if seen[0].get(key) != seen[1].get(key)}
            assert not different, (reader, sorted(different)[:5])
            assert len(seen[0]) > 60
            assert len(truths) == 2, "both were served"
        await services.close()

    asyncio.run(asyncio.wait_for(compare(), 120))


async def _store(services: Services, table: Table) -> None:
    """Put a table's log in the place of the one that is there."""
    bodies = [encode(item.entry) for item in table.log]
    rows = [{"table_id": table.id, "number": i, "body": body} for i, body in enumerate(bodies, 1)]
    async with services.store.writing() as c:
        for kind, column in ((entry_rows, "table_id"), (table_rows, "id")):
            await c.execute(sa.delete(kind).where(kind.c[column] == table.id))
        await c.execute(sa.insert(table_rows).values(**row_of(table), origin=""))
        await c.execute(sa.insert(entry_rows), rows)
    await services.store.invite(table.id, [person for seat in table.seats for person in seat.people])
