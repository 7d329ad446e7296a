"""Results of finished games, and ratings of people (openskill): who played with whom, and how they fared.

Results outlive the tables: when a table is deleted its results stay, without a replay. Whoever is forgotten stays in
the results of others as somebody without a name.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..tables.schema import ended, players, results
from ..tables.schema import people as people_rows
from ..tables.schema import tables as table_rows
from ..tables.store import Store
from ..tables.table import Seat, Table
from .accounts import new_player

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

GONE = "gone "
"""How the ids begin that results have in place of forgotten people's."""
RATING = 0x1A58
"""PostgreSQL's advisory lock for ratings: those after a game follow from those before."""
MOST_RESULTS = 5000


class Rating(NamedTuple):
    mu: float
    sigma: float


class Result(NamedTuple):
    """How a seat fared in a finished game."""

    table_id: str
    seat: int
    at: float
    game: str
    person: str
    name: str
    place: int
    score: int
    won: bool
    mu: float | None = None
    sigma: float | None = None


def results_of(table: Table) -> list[Result]:
    """The results of a table whose game is over; none if no person played, or if it did not begin at the beginning."""
    match = table.match
    outcome = match.outcome() if match and not match.from_position else None
    if match is None or outcome is None or not any(seat.people for seat in table.seats):
        return []
    at = table.moves[-1].at if table.moves else table.changed
    return [
        Result(
            table.id, i, at, table.game.name, _holder(seat), match.names[i],
            outcome.ranks[i], outcome.scores[i], i in outcome.winners,
        )
        for i, seat in enumerate(table.seats)
    ]  # fmt: skip


def _holder(seat: Seat) -> str:
    """Whose seat it is: of those who share it, the one who took it."""
    return min(seat.people, key=lambda person: seat.people[person], default="")


async def keep_results(store: Store, table: Table) -> None:
    """Keep the results of a table, once, and rate its people."""
    rows = results_of(table)
    if not rows:
        return
    await asyncio.to_thread(_model)  # imported before the database is locked
    async with store.writing() as c:
        await _lock(store, c)
        known = sa.select(results.c.seat).where(results.c.table_id == table.id)
        if (await c.execute(known)).first() is not None:
            return
        became = await _joined(c, [row.person for row in rows])
        rows = [row._replace(person=became.get(row.person, row.person)) for row in rows]
        people = [row for row in rows if row.person]
        ratings = {row.person: await _rating(c, row.person) for row in people}
        after = await asyncio.to_thread(rated, people, ratings)
        await c.execute(sa.insert(results), [_with_rating(row, after)._asdict() for row in rows])
        new = [new_player(row.person, row.name, 0) for row in people if not row.person.startswith(GONE)]
        if new:
            await c.execute(store.insert(players).on_conflict_do_nothing(), new)
        mine = results.c.person.in_([row.person for row in people])
        later = sa.select(results.c.seat).where(mine, results.c.mu.is_not(None), results.c.at > rows[0].at)
        if after and (await c.execute(later.limit(1))).first() is not None:
            await rate_again(store, c)


async def _joined(c: AsyncConnection, people: list[str]) -> dict[str, str]:
    """By person: who they became, if they signed in as somebody while the game ended."""
    query = sa.select(ended.c.id, ended.c.joined).where(ended.c.id.in_(people), ended.c.joined != "")
    return {row[0]: row[1] for row in await c.execute(query)}


async def _lock(store: Store, c: AsyncConnection) -> None:
    if store.postgres:
        await c.execute(sa.text(f"SELECT pg_advisory_xact_lock({RATING})"))


async def _rating(c: AsyncConnection, person: str) -> Rating | None:
    mine = sa.select(results.c.mu, results.c.sigma).where(results.c.person == person, results.c.mu.is_not(None))
    row = (await c.execute(mine.order_by(results.c.at.desc(), results.c.table_id.desc()).limit(1))).first()
    return Rating(row[0], row[1]) if row else None


@functools.cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(people: Sequence[Result], ratings: Mapping[str, Rating | None]) -> dict[str, Rating]:
    """By person: mu and sigma after a game, by their places among the people; none if only one person played."""
    if len(people) < 2 or len({row.person for row in people}) < len(people):
        return {}
    model = _model()
    teams = [[model.rating(*known) if (known := ratings.get(row.person)) else model.rating()] for row in people]
    after = model.rate(teams, ranks=[float(row.place) for row in people])
    return {row.person: Rating(team[0].mu, team[0].sigma) for row, team in zip(people, after, strict=True)}


def _with_rating(row: Result, ratings: Mapping[str, Rating]) -> Result:
    rating = ratings.get(row.person)
    return row._replace(mu=rating.mu, sigma=rating.sigma) if rating else row._replace(mu=None, sigma=None)


async def rate_again(store: Store, c: AsyncConnection) -> None:
    """Compute all ratings again, from the first game on: two people turned out to be one."""
    await _lock(store, c)
    query = sa.select(results).where(results.c.person != "").order_by(results.c.at, results.c.table_id, results.c.seat)
    rows = [Result(**row) for row in (await c.execute(query)).mappings()]
    changed = await asyncio.to_thread(_rated_all, rows)
    if changed:
        this = (results.c.table_id == sa.bindparam("of")) & (results.c.seat == sa.bindparam("on"))
        change = sa.update(results).where(this).values(mu=sa.bindparam("to_mu"), sigma=sa.bindparam("to_sigma"))
        await c.execute(change, changed)


def _rated_all(rows: Iterable[Result]) -> list[dict[str, Any]]:
    ratings: dict[str, Rating] = {}
    changed = []
    for table, game in itertools.groupby(rows, lambda row: row.table_id):
        people = list(game)
        after = rated(people, ratings)
        ratings |= after
        for row in people:
            new = _with_rating(row, after)
            if new != row:
                changed.append({"of": table, "on": row.seat, "to_mu": new.mu, "to_sigma": new.sigma})
    return changed


async def games_of(store: Store, person: str, most: int = MOST_RESULTS) -> list[Result]:
    """A person's results, the newest first."""
    query = sa.select(results).where(results.c.person == person)
    return await _read(store, query.order_by(results.c.at.desc(), results.c.table_id.desc()).limit(most))


async def together(store: Store, ids: Sequence[str]) -> dict[str, list[Result]]:
    """By table: the results of all its seats."""
    found = await _read(store, sa.select(results).where(results.c.table_id.in_(ids)).order_by(results.c.seat))
    return {id: [row for row in found if row.table_id == id] for id in ids}


async def _read(store: Store, query: sa.Select[Any]) -> list[Result]:
    async with store.reading() as c:
        return [Result(**row) for row in (await c.execute(query)).mappings()]


async def played_together(store: Store, one: str, other: str) -> bool:
    """Whether two people finished a game together."""
    mine, theirs = results.alias(), results.alias()
    query = sa.select(mine.c.table_id).join(theirs, theirs.c.table_id == mine.c.table_id)
    async with store.reading() as c:
        both = query.where(mine.c.person == one, theirs.c.person == other).limit(1)
        return (await c.execute(both)).first() is not None


async def friends(store: Store, person: str, most: int = 50) -> dict[str, int]:
    """The people with whom a person finished games, and how many."""
    mine, theirs = results.alias(), results.alias()
    games = sa.func.count()
    query = sa.select(theirs.c.person, games).join(mine, theirs.c.table_id == mine.c.table_id)
    others = theirs.c.person.not_in(["", person]) & ~theirs.c.person.startswith(GONE)
    query = query.where(mine.c.person == person, others)
    query = query.group_by(theirs.c.person).order_by(games.desc(), theirs.c.person).limit(most)
    async with store.reading() as c:
        return {row[0]: row[1] for row in await c.execute(query)}


async def rating_order(store: Store, people: Sequence[str]) -> list[str]:
    """Those of some people who have a rating, the best first."""
    query = sa.select(results.c.person, results.c.mu).where(results.c.person.in_(people), results.c.mu.is_not(None))
    async with store.reading() as c:
        last = {row[0]: row[1] for row in await c.execute(query.order_by(results.c.at, results.c.table_id))}
    return sorted(last, key=lambda person: -last[person])


async def players_of(store: Store, people: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By person: their row."""
    async with store.reading() as c:
        rows = (await c.execute(sa.select(players).where(players.c.person.in_(list(people))))).mappings()
        return {row["person"]: dict(row) for row in rows}


async def player_by_handle(store: Store, handle: str) -> dict[str, Any] | None:
    async with store.reading() as c:
        row = (await c.execute(sa.select(players).where(players.c.handle == handle))).mappings().first()
    return dict(row) if row else None


async def without_results(store: Store, person: str, most: int = 20) -> list[str]:
    """The newest tables of a person that are over and have no results, such as those of before there were any."""
    kept = sa.exists().where(results.c.table_id == table_rows.c.id)
    query = sa.select(table_rows.c.id).join(people_rows, people_rows.c.table_id == table_rows.c.id)
    query = query.where(people_rows.c.person == person, table_rows.c.status == "over", ~kept)
    async with store.reading() as c:
        return [row[0] for row in await c.execute(query.order_by(table_rows.c.updated.desc()).limit(most))]


async def existing(store: Store, ids: Sequence[str]) -> set[str]:
    """Which tables are still stored, so that they can be replayed."""
    async with store.reading() as c:
        return {row[0] for row in await c.execute(sa.select(table_rows.c.id).where(table_rows.c.id.in_(ids)))}


async def erase(c: AsyncConnection, people: Iterable[str]) -> None:
    """Take people out of the results, which stay those of the others."""
    for person in people:
        other = GONE + secrets.token_urlsafe(16)
        await c.execute(sa.update(results).where(results.c.person == person).values(person=other, name=""))
