"""Makes the moves of bots and clocks, for the tables whose lease this process holds.

A server that dies stops renewing its leases; another finds the tables due and takes over. A move made twice is refused
as stale, so leases only save work.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from ...bots import built_in, prepare, resolved
from ...bots.analysis import Advice, advise, analyse, in_words
from ...errors import LastRaftError
from ...protocol import WATCHER, Game
from ...protocol.staging import duration
from ..ops.metrics import BOT_MOVES, LEASES, TIMEOUTS
from . import actions, beats, clock, orders
from .actions import Refused
from .entries import LogEntry, Moved, bit
from .live_tables import LiveTable, LiveTables
from .own_bots import OwnBots
from .store import StoreDown
from .table import Table

log = logging.getLogger("lastraft.driver")
GLANCE = 0.3
"""The longest pause of a bot that is only asked whether it wants to step in: mostly it passes unseen."""
WITHIN = 0.7
"""The longest pause of a bot between moves of its own turn."""
LONGEST_PAUSE = 2.2
"""Seconds that a bot waits at most for what pages play, at tables whose own pause is shorter."""
FAR = 60.0
"""A deadline further away than this is stored, and the table may be unloaded until then."""
LONGEST_WAIT = 10.0
"""When searching bots would wait longer than this for a thread, the greedy bot answers for them."""
ITERATIONS_A_SECOND = {"search": 1000, "learned": 10_000}
MOST_ANALYSES, ANALYSES_KEPT = 4, 50
"""How many games may be analysed at once, one after the other, and how many analyses are kept."""
MOST_ADVICE, MOST_ADVICE_OF_ONE = 16, 2
"""How many seats may ask for advice at once, in all and from one address."""
FIRST_THOUGHT = 0.3
"""How long a searching bot takes at least until it is known how long it thinks."""
BRIEFLY = 1.0
"""How long an operator's own bot may think where it is only asked whether it wants to step in."""
BOT_MOVES_AT_ONCE = 2
"""How many bots may move at the same time, so that whatever people do is done in between."""
COMPILER = [sys.executable, "-m", "lastraft.server.ops.compiler"]


class Driver:
    """Looks after the tables whose lease this process holds."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables, self.store, self.settings = tables, tables.store, tables.settings
        self._leases: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._wakes: dict[str, asyncio.Event] = {}
        self._others: dict[str, float] = {}
        """Tables that another server looks after, and when to ask again."""
        self._bots: dict[tuple[str, int, str, int], Any] = {}
        self._own_bots = OwnBots(self.settings)
        self._considered: set[tuple[Any, ...]] = set()
        """The windows that bots let pass: table, window and seat (see `_window_key`)."""
        self._compiled: dict[str, bool] = {}
        """By game: whether its native code is compiled (True) or being compiled (False)."""
        self._compilers: dict[str, subprocess.Popen[bytes]] = {}
        self._threads = ThreadPoolExecutor(self.settings.bot_threads, "bot")
        self._queued_seconds = 0.0
        """The thinking time of all bots that think or wait for a thread."""
        self._adviser = ThreadPoolExecutor(1, "adviser")
        self._analyst = ThreadPoolExecutor(1, "analyst")
        self._analyses: dict[tuple[str, str], asyncio.Future[dict[str, Any]]] = {}
        """By table and language, the latest last."""
        self._advised: dict[tuple[str, int], str] = {}
        """By seat that is being advised: the address that asked."""
        self._moving = asyncio.Semaphore(BOT_MOVES_AT_ONCE)
        self._longest: dict[tuple[str, str], float] = {}
        """By game and bot: the longest that it thought, up to its nominal time."""
        self._partings: set[asyncio.Task[None]] = set()
        """Bots that are about to say something after the end."""
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    async def start(self) -> None:
        clock.CLOCK.start_at(await self.store.last_alive())
        clock.CLOCK.on_stall = self.tables.stood_still if self.store.shared else None
        self.tables.downtimes = await self.store.downtimes(self.settings.lease_seconds)
        self.tables.on_change = self.consider
        self.tables.on_unload = self._drop
        self._tasks = [
            asyncio.create_task(clock.CLOCK.watch(), name="clock"),
            asyncio.create_task(self._keep_leases(), name="leases"),
            asyncio.create_task(self._repeat(self._find_due, self.settings.lease_seconds / 2), name="due tables"),
            asyncio.create_task(self._repeat(self.tables.end_forgotten, 3600), name="forgotten tables"),
            asyncio.create_task(self._repeat(self.tables.delete_old, 3600), name="old tables"),
        ]

    async def stop(self) -> None:
        """Stop at once; the next server goes on from the log."""
        self._stopping = True
        for compiler in self._compilers.values():
            compiler.kill()
        running = (*self._tasks, *self._running.values(), *self._partings)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self._own_bots.stop_all()
        for threads in (self._threads, self._adviser, self._analyst):
            threads.shutdown(wait=False, cancel_futures=True)
        with suppress(StoreDown):
            await self.store.release_all(self.tables.name)
            await self.store.alive()

    def consider(self, live: LiveTable, late: bool = False) -> None:
        """Start or wake the task of a table that changed; one that another process of this server should have is left
        to that, unless it is ``late``."""
        id = live.table.id
        if id in self._wakes:
            self._wakes[id].set()
        elif self._others.get(id, 0) > time.monotonic() or self.tables.loaded.get(id) is not live:
            return
        elif not self._stopping and live.table.driven and live.table.actors and (late or self.tables.is_mine(id)):
            self._wakes[id] = asyncio.Event()
            live.driven = True
            self._running[id] = task = asyncio.create_task(self._drive(live), name=f"driver of {id}")
            task.add_done_callback(lambda task: self._stopped(live, task))
        elif not self._stopping and live.table.status == "over" and self.tables.is_mine(id):
            if reply := beats.reply(live.table, self._considered, clock.now()):
                self._considered.add((id, "reply", reply.number, reply.seat))
                parting = asyncio.create_task(self._part(live, reply), name=f"parting at {id}")
                self._partings.add(parting)
                parting.add_done_callback(self._partings.discard)

    async def _part(self, live: LiveTable, reply: beats.Reply) -> None:
        """Let a bot say something after the end."""
        await asyncio.sleep(max(0.0, reply.at - clock.now()))
        await self._reply(live, reply)

    def _drop(self, live: LiveTable) -> None:
        """Forget a table that is dropped; once it is loaded again it is considered again."""
        id = live.table.id
        self._analyses = {key: kept for key, kept in self._analyses.items() if key[0] != id}
        self._considered = {key for key in self._considered if key[0] != id}
        if task := self._running.get(id):
            task.cancel()

    def _stopped(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        id = live.table.id
        live.driven = False
        self._running.pop(id, None)
        wake = self._wakes.pop(id)
        self._leases.discard(id)
        for key in [key for key in self._bots if key[0] == id]:
            del self._bots[key]
        self._own_bots.stop(live.table)
        self._considered = {key for key in self._considered if key[0] != id}
        LEASES.set(len(self._leases))
        if not task.cancelled() and (error := task.exception()):
            log.error("driving a table failed", exc_info=error, extra={"table": id})
        elif wake.is_set() and id in self.tables.loaded:  # not one that was dropped meanwhile
            self.consider(self.tables.loaded[id])

    async def let_go(self, live: LiveTable) -> None:
        """Leave a table to another process at once."""
        self.tables.unload(live)
        if task := self._running.get(live.table.id):
            await asyncio.wait([task])
            await self.store.release(live.table.id, self.tables.name, live.table.changed, live.table.changed)

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            with suppress(StoreDown):
                held = {id: self._running[id] for id in self._leases}
                kept = await self.store.renew(sorted(held), self.tables.name, self.settings.lease_seconds)
                for id, task in held.items():
                    if id not in kept and id in self._leases and self._running.get(id) is task:
                        task.cancel()  # another server took it over
                await self.store.alive()
                await self.tables.send_presence()
            self.tables.unload_idle()
            self._others = {id: until for id, until in self._others.items() if until > time.monotonic()}

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except StoreDown:
                log.warning("the database failed while looking for tables")
            await asyncio.sleep(seconds)

    async def _find_due(self) -> None:
        late = 2 * self.settings.lease_seconds
        for id in await self.store.due(self.tables.name, most=100 * self.settings.processes):
            if self.tables.is_mine(id):
                await self._take_over(id)
        for id in await self.store.due(self.tables.name, late) if self.settings.processes > 1 else ():
            await self._take_over(id)

    async def _take_over(self, id: str) -> None:
        """Look after a table that no server holds the lease of."""
        if id in self._running:
            return
        try:
            live = await self.tables.get(id, fresh=True)
        except StoreDown:
            raise  # it stays due
        except LastRaftError as error:
            log.error("a table that is due cannot be read", exc_info=error, extra={"table": id})
            await self.store.release(id, self.tables.name, None, clock.now())
            return
        self._others.pop(id, None)
        self.consider(live, late=True)
        if not (live.table.driven and live.table.actors):
            await self.store.release(id, self.tables.name, None, live.table.changed)

    async def _drive(self, live: LiveTable) -> None:
        table, wake = live.table, self._wakes[live.table.id]
        unattended = await self.store.lease(table.id, self.tables.name, self.settings.lease_seconds)
        if unattended is None:
            wake.clear()
            self._others[table.id] = time.monotonic() + self.settings.lease_seconds / 2
            return
        self._leases.add(table.id)
        LEASES.set(len(self._leases))
        if self.store.shared:
            await self.tables.catch_up(live)
            await self.tables.note_unattended(live, unattended)
        until = await self._keep_moving(live, wake)
        self._leases.discard(table.id)
        await self.store.release(table.id, self.tables.name, until, table.changed)

    async def _keep_moving(self, live: LiveTable, wake: asyncio.Event) -> float | None:
        """Make every move that is due, until nothing is for long; return when the next one will be, if ever."""
        table = live.table
        while table.driven and table.actors:
            wake.clear()
            until, reply = _next(table, self._considered), beats.reply(table, self._considered, clock.now())
            timeout = FAR if until is None else max(0.0, until - clock.now())
            if reply:
                timeout = min(timeout, max(0.0, reply.at - clock.now()))
            if timeout > FAR:
                return until
            try:
                await asyncio.wait_for(wake.wait(), timeout)
                continue
            except TimeoutError:
                if reply and reply.at <= clock.now():
                    await self._reply(live, reply)
                    continue
                if until is None and reply is None:
                    return None
            live.used = time.monotonic()
            try:
                await self._move(live)
            except Refused as refused:  # something else happened first
                log.info("a bot or clock came late", extra={"table": table.id, "code": refused.code})
                await asyncio.sleep(0.02)
            except StoreDown:
                await asyncio.sleep(1)
        return None

    async def _move(self, live: LiveTable) -> None:
        """Make the moves that are due now: the table's own, those of bots, or the default move of a seat whose time ran
        out."""
        table, now = live.table, clock.now()
        if _table_answers(table, self._considered, now):
            while _table_answers(table, self._considered, now):
                await self.tables.act(live, actions.answered_by_table)
            return
        due = [seat for at, seat in _dues(table, self._considered) if at <= now]
        asked = {seat: table.seats[seat].question for seat in due}
        bots = [seat for seat in due if table.seats[seat].bot]
        passes = {seat: beats.declines(table, seat) for seat in bots if table.window}
        windows = {seat: _window_key(table, seat) for seat in bots}
        if due and not bots:
            await self._time_out(live, due[0], asked[due[0]])
            TIMEOUTS.inc()
        for seat in bots:
            await self._speak(live, seat)
        codes = await self._think_alike(table, bots)
        for seat, chosen in zip(bots, codes, strict=True):
            code = beats.answers_first(table, seat, chosen)
            if code == passes.get(seat):
                self._considered.add(windows[seat])
                continue
            reason = beats.refuses(table, seat, code)
            async with self._moving:
                await self.tables.act(live, lambda table, s=seat, c=code: _bot_move(table, s, c, asked[s]))  # type: ignore[misc]
                if reason >= 0:
                    with suppress(Refused):
                        await self.tables.act(live, lambda table, s=seat, r=reason: actions.phrase(table, s, r))  # type: ignore[misc]
                await asyncio.sleep(0)  # what it changed is sent before the next
            BOT_MOVES.inc()

    async def _time_out(self, live: LiveTable, seat: int, question: int) -> None:
        """A seat's time has run out: its own order or the table's terms say who moves."""
        table, code = live.table, -1
        late = "rules" if orders.wanted(table, seat, late=True) else table.terms.late
        if late == "bot":
            game, hidden = table.game, table.knowledge(seat).hidden.copy()
            loop, seed = asyncio.get_running_loop(), table.number
            code = await loop.run_in_executor(
                self._threads, lambda: int(built_in("greedy", game, seed).choose(hidden, seat))
            )
        await self.tables.act(live, lambda table: _clock_move(table, seat, question, late, code))

    async def _speak(self, live: LiveTable, seat: int) -> None:
        """Let a bot say something in a debate, once, and people with it."""
        table, window = live.table, live.table.window
        if window is None or not beats.people(table) or (table.id, window.number, seat) in self._considered:
            return
        self._considered.add((table.id, window.number, seat))
        if (code := beats.says(table, seat)) >= 0:
            with suppress(Refused):
                await self.tables.act(live, lambda table: actions.phrase(table, seat, code))

    async def _reply(self, live: LiveTable, reply: beats.Reply) -> None:
        """Let a bot answer, once."""
        self._considered.add((live.table.id, "reply", reply.number, reply.seat))
        with suppress(Refused, StoreDown):
            await self.tables.act(live, lambda table: actions.phrase(table, reply.seat, reply.code))

    async def _think_alike(self, table: Table, bots: list[int]) -> list[int]:
        """Ask bots, and wait as long as they ever thought: an answer that comes sooner tells what they could not do."""
        own = [seat for seat in bots if actions.is_own(table.seats[seat].bot)]
        await asyncio.gather(*(self._own_bots.start(table, seat) for seat in own))
        started = time.monotonic()
        codes = await asyncio.gather(*(self._think(table, seat) for seat in bots))
        took = time.monotonic() - started
        longest = max((min(self._own_seconds(table), self._own_bots.longest(table, seat)) for seat in own), default=0.0)
        for spec, count in Counter(table.seats[seat].bot for seat in bots).items():
            if seconds := _seconds(spec):
                rounds = -(-count // self.settings.bot_threads)
                known = max(self._longest.get((table.game.name, spec), FIRST_THOUGHT), took / rounds)
                self._longest[table.game.name, spec] = min(seconds, known)
                longest += rounds * min(seconds, known)
        await asyncio.sleep(max(0.0, longest - took))
        return codes

    def _own_seconds(self, table: Table) -> float:
        """How long an operator's own bot may think now."""
        return min(BRIEFLY, self.settings.bot_seconds) if _brief(table) else self.settings.bot_seconds

    async def _think(self, table: Table, seat: int) -> int:
        """Ask a bot, in a thread; -1: it waits for what it may do only when a window is over. The default move replaces
        a failure or an illegal answer. For an operator's own bot that fails, `greedy` moves."""
        chair, hidden = table.seats[seat], beats.when_asked(table, seat)
        kept, legal = beats.kept(table, seat), table.knowledge(seat).legal
        if kept >= 0 and not table.game.rules.forbids(hidden, seat, kept):
            return kept if kept in legal else -1
        busy = self._queued_seconds > LONGEST_WAIT * self.settings.bot_threads
        spec = resolved(chair.bot, table.game)
        if actions.is_own(spec):
            code = await self._own_bots.choose(table, seat, self._own_seconds(table), _brief(table))
            if code is not None:
                return code
            spec = "greedy"
        native = spec.startswith(("search", "learned")) and self._native(table.game)
        if spec.startswith(("search", "learned")) and (not native or ((busy or _brief(table)) and _seconds(spec))):
            spec = "natural" if chair.bot.startswith("beginner") else "greedy"
        key = (table.id, seat, spec, chair.bot_seed)
        thought, loop = _seconds(spec), asyncio.get_running_loop()
        self._queued_seconds += thought
        try:
            if key not in self._bots:
                self._bots[key] = await loop.run_in_executor(self._threads, built_in, spec, table.game, chair.bot_seed)
            answer = int(await loop.run_in_executor(self._threads, self._bots[key].choose, hidden, seat))
            if answer in legal:
                return answer
            if answer in table.game.legal(hidden, seat):
                return -1
            log.error("a bot answered with an illegal move", extra={"table": table.id, "bot": chair.bot})
        except Exception:
            log.exception("a bot failed", extra={"table": table.id, "bot": chair.bot})
        finally:
            self._queued_seconds -= thought
        default = int(table.game.rules.timeout(table.knowledge(seat).hidden, seat))
        return default if default in legal else legal[0]

    async def advise(self, table: Table, seat: int, origin: str = "") -> Advice | int:
        """The move that a strong bot would make, knowing what the seat knows; until native code is there, without
        chances.

        :raises Refused: if the seat is being advised already, or too many are, in all or from one address.
        """
        key, hidden = (table.id, seat), table.knowledge(seat).hidden.copy()
        of_one = origin and [*self._advised.values()].count(origin) >= MOST_ADVICE_OF_ONE
        if key in self._advised or of_one:
            raise Refused("too-fast", "Think for a moment yourself.")
        if len(self._advised) >= MOST_ADVICE:
            raise Refused("too-much", "Too many ask for advice just now; try again in a moment.")
        native, game, seed, made = self._native(table.game), table.game, table.stream_number(seat), len(table.moves)
        self._advised[key] = origin
        try:
            loop = asyncio.get_running_loop()
            if native:
                return await loop.run_in_executor(self._adviser, advise, game, hidden, seat, seed, made)
            return await loop.run_in_executor(
                self._adviser, lambda: int(built_in("greedy", game, seed).choose(hidden, seat))
            )
        finally:
            del self._advised[key]

    async def analyse(self, table: Table, language: str) -> dict[str, Any]:
        """A finished game looked at again, in a language; computed once, in a thread.

        :raises Refused: if the game is not over, too many are being analysed, or native code is not there yet.
        """
        match, key = table.match, (table.id, language)
        if match is None or not match.over:
            raise Refused("running", "The game is not over yet.")
        kept = self._analyses.get(key)
        if kept is None or (kept.done() and (kept.cancelled() or kept.exception())):
            if not self._native(table.game):
                raise Refused("too-much", "The analysis is being prepared; try again in a few minutes.")
            if sum(not each.done() for each in self._analyses.values()) >= MOST_ANALYSES:
                raise Refused("too-much", "Too many games are being analysed just now; try again in a moment.")
            loop = asyncio.get_running_loop()
            by_table = frozenset(
                number for number, move in enumerate(table.moves) if move.by_table and not move.ordered
            )
            kept = loop.run_in_executor(
                self._analyst, lambda: in_words(match, _analysed(match, unchosen=by_table), language)
            )
            self._analyses[key] = kept
            while len(self._analyses) > ANALYSES_KEPT:
                del self._analyses[next(iter(self._analyses))]
        return await asyncio.shield(kept)

    def _native(self, game: Game[Any]) -> bool:
        """Whether a game's native code is compiled. The first call starts that in the background; until then the greedy
        bot, which needs none, answers for searching ones."""
        if game.name not in self._compiled:
            self._compiled[game.name] = False
            threading.Thread(target=self._compile, args=(game,), name=f"compiling {game.name}", daemon=True).start()
        return self._compiled[game.name]

    def _compile(self, game: Game[Any]) -> None:
        """Compile in a process of low priority, then load the result from the cache."""
        try:
            compiler = subprocess.Popen([*COMPILER, game.name], stdin=subprocess.PIPE)
            self._compilers[game.name] = compiler
            if compiler.wait() == 0:
                prepare(game)
                self._compiled[game.name] = True
            elif not self._stopping:
                log.error("native code could not be made", extra={"game": game.name})
        except Exception:
            log.exception("native code could not be made", extra={"game": game.name})


_analysed = functools.lru_cache(ANALYSES_KEPT)(analyse)


def _brief(table: Table) -> bool:
    """Whether a window is open that is no debate."""
    return table.window is not None and not table.window.beat.ready


def _seconds(spec: str) -> float:
    """The approximate thinking time of a bot."""
    kind, *details = spec.split(":")
    amount = next((each for each in details if each[:1].isdecimal()), "")
    if kind not in ITERATIONS_A_SECOND or not amount or amount.endswith("t"):
        return 0.0
    return float(amount[:-1]) if amount.endswith("s") else int(amount) / ITERATIONS_A_SECOND[kind]


def _due(table: Table, seat: int) -> float | None:
    """When a seat's move is made for it; never (None) while it may act but the game does not wait for it."""
    chair = table.seats[seat]
    if chair.bot and table.window and table.window.beat.seats >> seat & 1:
        return beats.bot_due(table, seat)
    window = table.game.is_window(table.knowledge(seat).hidden, seat)
    if not window and table.match is not None and seat != table.match.asked:
        return None
    if not chair.bot:
        return table.deadline(seat)
    if beats.hurried(table):
        return chair.since
    together = table.game.together.now(table.knowledge(seat).hidden)
    if together and table.moves and table.moves[-1].seat == seat:
        return chair.since  # pages play all of its turn as one
    if window or together:
        return chair.since + min(table.terms.pause, GLANCE) * beats.tempo(table)
    return max(chair.since + min(table.terms.pause, _rest(table, seat)) * beats.tempo(table), _played(table))


def _rest(table: Table, seat: int) -> float:
    """The longest pause of a bot: between seats as long as the table wants it; within a turn shorter, and for the third
    thing of a kind in a row (gather, pay, lose) hardly any. Steps of which nobody else learns (an offer in the making)
    take no time, so that none can be told from it; what else is secret changes nothing."""
    last = table.moves[-2:]
    if not last or last[-1].seat != seat:
        return math.inf
    if last[-1].secret:
        return 0.0 if last[-1].seen == bit(seat) else math.inf
    kinds = {(move.seat, bool(move.secret), table.game.families[move.code][0]) for move in last}
    return GLANCE if len(last) == 2 and len(kinds) == 1 else WITHIN


def _dues(table: Table, considered: Collection[Any] = ()) -> list[tuple[float, int]]:
    """When bots and clocks move for which seats; ``considered`` are the windows that bots have let pass."""
    seats = [seat for seat in table.actors if _window_key(table, seat) not in considered]
    return [(due, seat) for seat in seats if (due := _due(table, seat)) is not None]


def _table_answers(table: Table, considered: Collection[Any], at: float) -> bool:
    """Whether the table's own answer is due."""
    return (answer := _answer(table, considered)) is not None and answer.at <= at


def _answer(table: Table, considered: Collection[Any]) -> beats.Answer | None:
    """The table's own answer; in an open window none until its bots have considered that, however late they do."""
    if table.window and any(table.seats[seat].bot for _, seat in _dues(table, considered)):
        return None
    return beats.answer(table)


def _next(table: Table, considered: Collection[Any] = ()) -> float | None:
    """When the next move is due: of a bot, a clock or the table."""
    dues = [due for due, _ in _dues(table, considered)]
    if answer := _answer(table, considered):
        dues.append(answer.at)
    return min(dues, default=None)


def _window_key(table: Table, seat: int) -> tuple[Any, ...]:
    """The open window as a bot considers it once; empty where none is open."""
    window = table.window
    return (table.id, window.number, window.restarts, seat, table.seats[seat].question) if window else ()


def _bot_move(table: Table, seat: int, code: int, question: int) -> Moved:
    chair = table.seats[seat]
    if not chair.bot or chair.question != question or seat not in table.actors or _due(table, seat) is None:
        raise Refused("stale", "You have been asked something else since.")
    return actions.checked_move(table, seat, code)


def _clock_move(table: Table, seat: int, question: int, late: str = "rules", code: int = -1) -> LogEntry:
    chair = table.seats[seat]
    deadline = table.deadline(seat) if seat in table.actors else None
    if chair.bot or chair.question != question or deadline is None or deadline > clock.now():
        raise Refused("stale", "You have been asked something else since.")
    if late == "bot" and code in table.knowledge(seat).legal:
        return actions.checked_move(table, seat, code, by_clock=True)
    return actions.replaced(table, seat, late) if late in ("fold", "back", "good") else actions.timed_out(table, seat)


def _played(table: Table) -> float:
    """When pages have played what everybody learned of the last move that everybody saw, at tables with a pause. What
    was said or done unseen since changes nothing."""
    seen = (item for item in reversed(table.log) if isinstance(item.entry, Moved) and item.entry.seen & bit(WATCHER))
    last = next(seen, None)
    if not table.terms.pause or last is None:
        return 0.0
    events = [event for event in last.events if event.reaches(WATCHER)]
    steps = table.game.events.staging(events, table.game.listener(WATCHER, table.names))
    ordinary = duration([step for step in steps if not step.get("scene")]) / 1000
    return last.entry.at + min(ordinary, LONGEST_PAUSE) * beats.tempo(table) + beats.scenes(table, last.events)
