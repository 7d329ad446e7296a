"""Leagues: a group that plays one game in rounds. Whoever has the link may join; the standings count its games."""

from __future__ import annotations

import itertools
import json
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ... import protocol
from ..tables import actions
from ..tables.actions import Refused
from ..tables.live_tables import LiveTables
from ..tables.schema import league_games, league_members, leagues, results
from ..tables.store import Store
from ..tables.table import BadTable
from .results import GONE, Result

MOST_MEMBERS = 60
MOST_LEAGUES = 20
"""How many a person may be in."""
MOST_ROUNDS = 100


class League(NamedTuple):
    """A league, its members in the order in which they came (by person: their name), and its games."""

    id: str
    name: str
    game: str
    size: int
    host: str
    round: int
    members: dict[str, str]
    games: list[Game]

    @property
    def rounds(self) -> list[tuple[int, list[Game]]]:
        """The games of each round, the newest first."""
        by_round = itertools.groupby(sorted(self.games, key=lambda game: -game.round), lambda game: game.round)
        return [(number, list(games)) for number, games in by_round]


class Game(NamedTuple):
    """A table of a league and for whom it was opened (by person: their name), with the results once it is over."""

    table: str
    round: int
    names: dict[str, str]
    results: list[Result]


class Standing(NamedTuple):
    """How a member stands: a point for everybody whom they left behind, half a one for a draw."""

    person: str
    name: str
    points: float
    games: int
    won: int


async def found(store: Store, person: str, name: str, title: str, game: str, size: int) -> str:
    """Start a league; return its id.

    :raises Refused: if it has no name, the game no such size, or the person too many leagues.
    """
    title = " ".join(title.split())[:60]
    if not title or not title.isprintable():
        raise Refused("invalid", "A league has a name of 1 to 60 characters.")
    chosen = protocol.game(game)
    if size not in chosen.sizes:
        least, most = chosen.sizes[0], chosen.sizes[-1]
        raise Refused("invalid", "{title} is for {least} to {most}.", title=chosen.title, least=least, most=most)
    id = secrets.token_urlsafe(16)
    async with store.writing() as c:
        await _check_count(c, person)
        row = {"id": id, "name": title, "game": game, "size": size, "host": person, "made": time.time(), "round": 0}
        await c.execute(sa.insert(leagues).values(**row))
        await c.execute(sa.insert(league_members).values(league=id, person=person, name=name, joined=time.time()))
    return id


async def _check_count(c: AsyncConnection, person: str) -> None:
    mine = sa.select(sa.func.count()).where(league_members.c.person == person)
    if (await c.execute(mine)).scalar_one() >= MOST_LEAGUES:
        raise Refused("too-much", "You are in as many leagues as one may be.")


async def league(store: Store, id: str) -> League:
    """A league with its games.

    :raises Refused: if there is none.
    """
    async with store.reading() as c:
        row = (await c.execute(sa.select(leagues).where(leagues.c.id == id))).mappings().first()
        if row is None:
            raise Refused("not-found", "There is no such league.")
        query = sa.select(league_members.c.person, league_members.c.name).where(league_members.c.league == id)
        order = (league_members.c.joined, league_members.c.person)
        members = {each[0]: each[1] for each in await c.execute(query.order_by(*order))}
        games = (await c.execute(sa.select(league_games).where(league_games.c.league == id))).mappings().all()
        played = sa.select(results).where(results.c.table_id.in_([game["table_id"] for game in games]))
        rows = [Result(**each) for each in (await c.execute(played.order_by(results.c.place))).mappings()]
    by_table = {
        id: [each for each in group if each.person]
        for id, group in ((game["table_id"], [r for r in rows if r.table_id == game["table_id"]]) for game in games)
    }
    shown = [Game(g["table_id"], g["round"], json.loads(g["names"]), by_table[g["table_id"]]) for g in games]
    return League(row["id"], row["name"], row["game"], row["size"], row["host"], row["round"], members, shown)


async def join(store: Store, id: str, person: str, name: str) -> None:
    """Become a member, or take another name in the league."""
    current = await league(store, id)
    if person not in current.members and len(current.members) >= MOST_MEMBERS:
        raise Refused("too-much", "This league is full.")
    async with store.writing() as c:
        if person not in current.members:
            await _check_count(c, person)
        put = store.insert(league_members).values(league=id, person=person, name=name, joined=time.time())
        await c.execute(put.on_conflict_do_update(index_elements=["league", "person"], set_={"name": name}))


async def leave(store: Store, id: str, person: str) -> None:
    """Leave a league; the next member becomes its host, and the last one ends it."""
    async with store.writing() as c:
        await _leave(c, id, person)


async def _leave(c: AsyncConnection, id: str, person: str) -> None:
    gone = (league_members.c.league == id) & (league_members.c.person == person)
    await c.execute(sa.delete(league_members).where(gone))
    others = sa.select(league_members.c.person).where(league_members.c.league == id)
    first = (await c.execute(others.order_by(league_members.c.joined).limit(1))).scalar()
    if first is None:
        await c.execute(sa.delete(league_games).where(league_games.c.league == id))
        await c.execute(sa.delete(leagues).where(leagues.c.id == id))
    else:
        await c.execute(sa.update(leagues).where(leagues.c.id == id, leagues.c.host == person).values(host=first))


async def leave_all(c: AsyncConnection, person: str) -> None:
    """Leave all leagues, and take one's names out of their games, also of leagues that one had left before."""
    mine = sa.select(league_members.c.league).where(league_members.c.person == person)
    for (id,) in (await c.execute(mine)).all():
        await _leave(c, id, person)
    await _rename(c, person, f"{GONE}{secrets.token_urlsafe(16)}", "")


async def join_as(store: Store, c: AsyncConnection, old: str, person: str) -> None:
    """Give a person what another had in leagues: they are one."""
    mine = (await c.execute(sa.select(league_members).where(league_members.c.person == old))).mappings().all()
    if mine:
        rows = [{**row, "person": person} for row in mine]
        await c.execute(store.insert(league_members).on_conflict_do_nothing(), rows)
        await c.execute(sa.delete(league_members).where(league_members.c.person == old))
    await c.execute(sa.update(leagues).where(leagues.c.host == old).values(host=person))
    await _rename(c, old, person)


async def _rename(c: AsyncConnection, old: str, person: str, name: str | None = None) -> None:
    """Give a person another id, and perhaps another name, in all games of leagues."""
    games = sa.select(league_games).where(league_games.c.names.contains(json.dumps(old), autoescape=True))
    for row in (await c.execute(games)).mappings().all():
        names = json.loads(row["names"])
        if old in names:
            renamed = {person if each == old else each: names[each] for each in names}
            renamed[person] = renamed[person] if name is None else name
            this = (league_games.c.league == row["league"]) & (league_games.c.table_id == row["table_id"])
            await c.execute(sa.update(league_games).where(this).values(names=json.dumps(renamed)))


async def leagues_of(store: Store, person: str) -> list[dict[str, Any]]:
    """The leagues in which a person is."""
    query = sa.select(leagues).join(league_members, league_members.c.league == leagues.c.id)
    async with store.reading() as c:
        rows = await c.execute(query.where(league_members.c.person == person).order_by(leagues.c.made.desc()))
        return [dict(row) for row in rows.mappings()]


def standings(current: League) -> list[Standing]:
    """The members, the best first."""
    points, games, won = Counter[str](), Counter[str](), Counter[str]()
    for game in current.games:
        for row in game.results:
            others = [each for each in game.results if each.seat != row.seat]
            points[row.person] += sum(2 * (each.place > row.place) + (each.place == row.place) for each in others)
            games[row.person] += 1
            won[row.person] += row.won
    table = [
        Standing(person, name, points[person] / 2, games[person], won[person])
        for person, name in current.members.items()
    ]
    return sorted(table, key=lambda each: (-each.points, -each.won, each.games, each.name.casefold()))


def pairings(members: Sequence[str], met: Counter[frozenset[str]], least: int, size: int) -> list[list[str]]:
    """Divide members into tables of nearly the same size, so that those play together who met least."""
    count = -(-len(members) // size)
    while count > 1 and len(members) // count < least:
        count -= 1
    tables: list[list[str]] = [[] for _ in range(count)]
    places = [len(members) // count + (i < len(members) % count) for i in range(count)]
    # Whoever met the others most often is placed first: they have the fewest good places.
    busy = {each: sum(met[frozenset((each, other))] for other in members) for each in members}
    for each in sorted(members, key=lambda each: -busy[each]):
        open_tables = [i for i in range(count) if len(tables[i]) < places[i]]
        known = [(sum(met[frozenset((each, other))] for other in tables[i]), len(tables[i]), i) for i in open_tables]
        tables[min(known)[2]].append(each)
    return tables


def meetings(current: League, tables: Iterable[Iterable[str]] = ()) -> Counter[frozenset[str]]:
    """How often each two of the members met."""
    people = [[row.person for row in game.results] for game in current.games]
    met = Counter[frozenset[str]]()
    for group in [*people, *tables]:
        met.update(frozenset(pair) for pair in itertools.combinations(sorted(group), 2))
    return met


async def start_round(tables: LiveTables, current: League, person: str, origin: str) -> int:
    """Open the tables of the next round, at which their people are invited; return its number.

    :raises Refused: if that is not the host's, too few are there, or the last round is not over.
    """
    if person != current.host:
        raise Refused("not-yours", "Only the host of the league starts a round.")
    game = protocol.game(current.game)
    if len(current.members) < max(2, game.sizes[0]):
        raise Refused("invalid", "A round needs {n} people at least.", n=max(2, game.sizes[0]))
    if await open_games(tables, current):
        raise Refused("running", "The last round is not over yet.")
    number = current.round + 1
    if number > MOST_ROUNDS:
        raise Refused("too-much", "This league has had its {n} rounds; start another.", n=MOST_ROUNDS)
    groups = pairings(list(current.members), meetings(current), game.sizes[0], min(current.size, game.sizes[-1]))
    if any(len(group) not in game.sizes for group in groups):
        raise Refused("invalid", "{n} people cannot be divided into tables of this game.", n=len(current.members))
    async with tables.store.writing() as c:
        mine = sa.update(leagues).where(leagues.c.id == current.id, leagues.c.round == current.round)
        if (await c.execute(mine.values(round=number).returning(leagues.c.id))).first() is None:
            raise Refused("running", "The last round is not over yet.")
    for group in groups:
        terms = actions.TermsChange(size=len(group))
        opening = actions.opened(group[0], current.game, terms)
        invited = {each: (i, current.members[each]) for i, each in enumerate(group)}
        live = await tables.create(msgspec.structs.replace(opening, invited=invited), origin=origin)
        await tables.store.invite(live.table.id, invited)
        await _add(tables.store, current.id, live.table.id, number, {each: current.members[each] for each in group})
    return number


async def open_games(tables: LiveTables, current: League) -> list[Game]:
    """The games of a league that are not over."""
    waiting = []
    for game in current.games:
        if not game.results:
            try:
                live = await tables.get(game.table)
            except (Refused, BadTable):  # it ended long ago and is deleted, or its rules are others now
                continue
            if live.table.status != "over":
                waiting.append(game)
    return waiting


async def play_again(tables: LiveTables, current: League, person: str, table: str, origin: str) -> str:
    """Open a rematch of a game of the league, which counts in the same round; return its table."""
    game = next((each for each in current.games if each.table == table), None)
    if game is None:
        raise Refused("not-found", "There is no such game in this league.")
    if person not in current.members:
        raise Refused("not-yours", "Only members of the league play in it.")
    other = await tables.rematch(await tables.get(table, fresh=True), person, origin)
    await _add(tables.store, current.id, other, game.round, game.names)
    return other


async def _add(store: Store, id: str, table: str, number: int, names: dict[str, str]) -> None:
    row = {"league": id, "table_id": table, "round": number, "names": json.dumps(names)}
    async with store.writing() as c:
        await c.execute(store.insert(league_games).values(**row).on_conflict_do_nothing())
