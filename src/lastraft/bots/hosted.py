"""A bot of one's own in a process of its own: `python -m lastraft.bots.hosted`, which a server starts and asks.

It reads a JSON object from each line of its standard input: first what to play (``spec``, ``game``, ``seed``), then a
question or the end of the game, with the state as the seat knows it and the events that the seat has learnt. It answers
each with a line that has its number (``question``), and ``move``, or ``error`` with the traceback. What the bot prints
goes to the standard error.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import threading
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

from .. import protocol
from ..errors import LastRaftError
from ..kernel.state import Emitted
from ..match import Happened, Outcome
from .own import LAST_WORDS, OwnBot, own_bot


def question(
    hidden: Any, seat: int, events: Iterable[Happened], seconds: float, outcome: Outcome | None = None
) -> dict[str, Any]:
    """A question to such a process, or with an outcome the end of the game."""
    ended = [outcome.scores, outcome.ranks, outcome.winners] if outcome else None
    learnt = [[each.number, *each.event] for each in events]
    state = hidden.to_bytes().hex()
    return {"state": state, "seat": seat, "events": learnt, "seconds": seconds, "outcome": ended}


class Hosted:
    """The bot that the first line asks for."""

    def __init__(self, spec: str, game: str, seed: int) -> None:
        self.game = protocol.game(game)
        self.bot = own_bot(spec, self.game, seed)

    def answer(self, asked: dict[str, Any]) -> int | None:
        """The move that it chooses; none at the end of the game."""
        hidden, seat = self.game.state.from_bytes(bytes.fromhex(asked["state"])), int(asked["seat"])
        happened = tuple(Happened(number, Emitted(*event)) for number, *event in asked["events"])
        if not isinstance(self.bot, OwnBot):
            return None if asked["outcome"] else int(self.bot.choose(hidden, seat))
        if asked["outcome"]:
            outcome = Outcome(*(tuple(each) for each in asked["outcome"]))
            self.bot.ended(hidden, seat, outcome, lambda: happened)
            return None
        self.bot.seconds = asked["seconds"]
        return self.bot.choose(hidden, seat, lambda: happened)


def main() -> None:
    lines, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines, asked), daemon=True).start()
    hosted: Hosted | None = None
    while line := asked.get():
        question = json.loads(line)
        said: dict[str, Any] = {"question": question.get("question")}
        try:
            if hosted is None:
                hosted = Hosted(question["spec"], question["game"], question["seed"])
            else:
                said["move"] = hosted.answer(question)
        except LastRaftError as error:
            said["error"] = str(error)
        except BaseException:
            said["error"] = traceback.format_exc()
        print(json.dumps(said), file=answers, flush=True)
    _end()


def _read(lines: TextIO, asked: queue.SimpleQueue[str]) -> None:
    """Take the questions; when there will be no more, end soon, whatever the bot is doing."""
    for line in lines:
        asked.put(line)
    asked.put("")
    time.sleep(LAST_WORDS)
    _end()


def _end() -> None:
    """End with all that the bot has started."""
    with suppress(AttributeError, OSError):  # Windows has no such groups
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
