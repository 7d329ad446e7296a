"""The bots that the operator of a server brought (`lastraft serve --bot`), each in a process of its own.

A bot is told what its seat knows and nothing else. One that raises, answers with something that is no legal move, or
takes too long is replaced by a bot of ours for that move and made anew for the next; after three times it is not asked
again in that game. Where it is only asked whether it wants to step in, there is little time, and being late costs it
nothing more.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

from ...bots.hosted import question
from ...bots.own import PROGRAM
from ...errors import BadOption, LastRaftError
from ...match import Happened
from ...protocol import games
from ..ops.settings import Settings
from .table import Table

log = logging.getLogger("lastraft.own_bots")
MOST_FAILURES = 3
"""So often a bot may fail in a game."""
START_SECONDS = 30.0
"""How long a bot may take to begin."""
LONGEST_LINE = 1 << 20
HOST = [sys.executable, "-m", "lastraft.bots.hosted"]
UNTOLD = ("LASTRAFT_SECRET", "LASTRAFT_ADMIN_TOKEN", "LASTRAFT_METRICS_TOKEN", "LASTRAFT_DATABASE", "LASTRAFT_CONFIG")
"""Variables of the environment that are not for bots."""


class Key(NamedTuple):
    """A bot at a seat of a table."""

    table: str
    seat: int
    name: str
    seed: int


class BotFailure(LastRaftError):
    """A bot gave no answer that could be used."""


class TooSlow(BotFailure):
    """A bot did not answer in time."""


class Process:
    """A bot's process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process, self._asked = process, 0
        self.told: list[Happened] = []
        """The seat's events that it has been told."""
        self.used = time.monotonic()
        self.busy = False

    @classmethod
    async def start(cls, spec: str, game: str, seed: int) -> Process:
        """Start a bot.

        :raises BotFailure: if it cannot be made.
        """
        process = cls(
            await asyncio.create_subprocess_exec(
                *HOST,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment(),
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        )
        try:
            await process.ask({"spec": spec, "game": game, "seed": seed}, START_SECONDS)
        except BaseException:
            await process.end()
            raise
        return process

    def untold(self, events: list[Happened]) -> list[Happened]:
        """The events that it has not been told, now that it is; after an undo, those that have taken the place of
        others."""
        pairs = enumerate(zip(self.told, events, strict=False))
        same = next((i for i, (old, new) in pairs if old is not new), min(len(self.told), len(events)))
        self.told = events
        return events[same:]

    async def ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Its answer.

        :raises BotFailure: if there is none in time, or the bot raised.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.used, self.busy, self._asked = time.monotonic(), True, self._asked + 1
        answer: dict[str, Any] = {}
        try:
            async with asyncio.timeout(seconds):
                self._process.stdin.write(json.dumps({"question": self._asked, **asked}).encode() + b"\n")
                await self._process.stdin.drain()
                while answer.get("question") != self._asked:  # else it is late
                    if not (line := await self._process.stdout.readline()):
                        raise BotFailure("ended without an answer")
                    answer = json.loads(line)
        except TimeoutError:
            raise TooSlow(f"took more than {seconds:g} s") from None
        except (OSError, ValueError) as error:
            raise BotFailure(f"does not listen: {error}") from error
        finally:
            self.busy = False
        if "error" in answer:
            raise BotFailure(answer["error"].strip() or "raised an error without a word")
        return answer

    def close(self, told: dict[str, Any] | None = None) -> None:
        """Let it end by itself, after what it is told last."""
        assert self._process.stdin is not None
        with suppress(OSError):
            if told is not None:
                self._process.stdin.write(json.dumps(told).encode() + b"\n")
            self._process.stdin.close()

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End it at once, with all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)


class OwnBots:
    """The operator's own bots at the tables of this process."""

    def __init__(self, settings: Settings) -> None:
        self._specs, self._settings = settings.own_bots, settings
        self._running: dict[Key, Process] = {}
        self._starting = 0
        """How many are being started."""
        self._failures: Counter[Key] = Counter()
        self._longest: dict[tuple[str, str], float] = {}

    async def start(self, table: Table, seat: int) -> None:
        """Start the bot of a seat, unless it runs; a failure is noted."""
        key = _key(table, seat)
        if key in self._running or not self._plays(key):
            return
        if len(self._running) + self._starting >= self._settings.bot_processes:
            idle = [each for each, process in self._running.items() if not process.busy]
            if not idle:
                log.warning("too many bots think at once; one of ours moves", extra={"bot": key.name})
                return
            self._running.pop(min(idle, key=lambda each: self._running[each].used)).kill()
        self._starting += 1
        try:
            self._running[key] = await Process.start(self._specs[key.name], table.game.name, key.seed)
        except (BotFailure, OSError) as error:
            self._fail(key, error)
        finally:
            self._starting -= 1

    async def choose(self, table: Table, seat: int, seconds: float, forgiving: bool = False) -> int | None:
        """The code of the move that a seat's bot chooses; None if it gives none that is legal, in time. To be
        ``forgiving`` is not to hold against it that it was too slow."""
        key = _key(table, seat)
        if (process := self._running.get(key)) is None or table.match is None:
            return None
        known, events, began = table.knowledge(seat), table.match.events(seat), time.monotonic()
        asked = question(known.hidden, seat, process.untold(events), seconds)
        try:
            move = (await process.ask(asked, seconds)).get("move")
            if move not in known.legal:
                raise BotFailure(f"answered {move!r:.40}, which is no legal move")
        except BotFailure as error:
            if not (forgiving and isinstance(error, TooSlow)):
                self._fail(key, error)
            return None
        spent = self._longest.get((table.id, key.name), 0.0)
        self._longest[table.id, key.name] = max(spent, time.monotonic() - began)
        return int(move)

    def longest(self, table: Table, seat: int) -> float:
        """How long the bot of a seat has thought at most at this table; 0 if it is not asked."""
        key = _key(table, seat)
        return self._longest.get((table.id, key.name), 0.0) if self._plays(key) else 0.0

    def stop(self, table: Table) -> None:
        """End the bots of a table; if its game is over they are told how."""
        for key in [key for key in self._running if key.table == table.id]:
            process, match, told = self._running.pop(key), table.match, None
            if match and (outcome := match.outcome()):
                events = process.untold(match.events(key.seat))
                told = question(match.hidden(key.seat), key.seat, events, 0, outcome)
            process.close(told)
        self._longest = {key: spent for key, spent in self._longest.items() if key[0] != table.id}
        if table.status == "over":
            for key in [key for key in self._failures if key.table == table.id]:
                del self._failures[key]

    def stop_all(self) -> None:
        for process in self._running.values():
            process.kill()
        self._running.clear()

    def _plays(self, key: Key) -> bool:
        return key.name in self._specs and self._failures[key] < MOST_FAILURES

    def _fail(self, key: Key, error: Exception) -> None:
        self._failures[key] += 1
        if process := self._running.pop(key, None):
            process.kill()
        said, times = str(error).strip() or type(error).__name__, self._failures[key]
        what = {"table": key.table, "bot": key.name, "times": times, "trace": said}
        log.error("the bot %s failed, one of ours moves: %s", key.name, said.splitlines()[-1], extra=what)


def environment() -> dict[str, str]:
    """The environment of bots: the server's without its secrets."""
    return {name: value for name, value in os.environ.items() if name not in UNTOLD}


def check_own_bots(settings: Settings) -> None:
    """Start each of the operator's bots once.

    :raises BadOption: if one cannot be made.
    """

    async def check(name: str, spec: str) -> str:
        words = spec.removeprefix(PROGRAM).split()
        if spec.startswith(PROGRAM) and not (words and shutil.which(words[0])):
            return f"bot {name}: there is no program {' '.join(words[:1])!r} ({spec})"
        try:
            await (await Process.start(spec, games()[0], 0)).end()
        except BotFailure as error:
            return f"bot {name}: {str(error).strip().splitlines()[-1]}"
        return ""

    async def check_all() -> list[str]:
        return await asyncio.gather(*(check(name, spec) for name, spec in settings.own_bots.items()))

    if wrong := list(filter(None, asyncio.run(check_all()) if settings.bots else ())):
        raise BadOption("; ".join(wrong))


def _key(table: Table, seat: int) -> Key:
    return Key(table.id, seat, table.seats[seat].bot, table.seats[seat].bot_seed)
