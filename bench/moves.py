"""CPU a move of a table with four pages, by part, without sockets and database: `python bench/moves.py [--game G]`.

Random games that are the same every time, through the calls that the server makes for a move: check it, apply it, make
and encode each page's message, compress what takes more than a packet. Beside each move a fixed piece of work is timed:
on a busy machine all times grow alike, so compare shares of that work, not milliseconds. The hash is of all
messages: as long as it is the same, pages are sent the same. ``--beside FOLDER`` measures another checkout in turn and
gives the medians of both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import time
import zlib
from collections import Counter
from typing import Any

import msgspec

from lastraft.server.tables import actions, clock
from lastraft.server.tables.entries import encode
from lastraft.server.tables.live_tables import LiveTable
from lastraft.server.tables.messages import PageState
from lastraft.server.tables.table import Table
from lastraft.server.web.idle_timeout import ONE_PACKET

GAMES = ("survive", "hellapagos", "outlive")
PAGES = 4
WARM = 1000
"""So many moves of other games are made first, so that caches are filled as those of a server."""
at = 1_700_000_000.0


class Page:
    """What a page has been sent."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.number: int | None = None
        self.had: PageState | None = None
        self.question, self.legal = 0, list[int]()
        self.deflate = zlib.compressobj(3, zlib.DEFLATED, -15, 6)

    def read(self, message: bytes) -> None:
        game = msgspec.json.decode(message)["game"]
        self.question = game.get("question", self.question)
        self.legal = [each["code"] for each in game["legal"] if "code" in each] if "legal" in game else self.legal


def fixed_work() -> str:
    return "".join({(i, j): f"<g id={i}>{j}</g>" for i in range(40) for j in range(6)}.values())


def play(game: str, seed: int, moves: int, spent: Counter[str], sent: Any) -> int:
    """Play one game, at most so many moves; how many were made."""
    global at
    table = Table("table", actions.opened("p0", game, actions.TermsChange(size=PAGES)))
    for i in range(PAGES):
        table.apply(actions.sit(table, f"p{i}", f"P{i}"))
    table.apply(actions.start(table, "p0", seed))
    live, rnd, pages = LiveTable(table), random.Random(seed), [Page(f"p{i}") for i in range(PAGES)]

    def tell() -> list[tuple[Page, bytes]]:
        told = []
        for seat, page in enumerate(pages):
            if page.number != table.stream_number(seat):
                message, page.had = live.message(page.person, page.number, "en", 200, "changes", page.had)
                page.number = table.stream_number(seat)
                told.append((page, message))
        return told

    told = tell()
    for number in range(moves):
        for page, message in told:
            page.read(message)
            sent.update(message)
        if table.status == "over":
            return number
        mover = rnd.choice([pages[seat] for seat in table.actors])
        code, at = rnd.choice(mover.legal), at + 1
        times = [time.process_time()]
        entry = actions.move(table, mover.person, code, mover.question, str(number))
        times.append(time.process_time())
        encode(entry)
        table.apply(entry)
        times.append(time.process_time())
        told = tell()
        times.append(time.process_time())
        for page, message in told:
            if len(message) > ONE_PACKET:
                page.deflate.compress(message)
                page.deflate.flush(zlib.Z_SYNC_FLUSH)
        times.append(time.process_time())
        fixed_work()
        times.append(time.process_time())
        for part, begin, end in zip(("check", "apply", "pages", "compress", "fixed"), times, times[1:], strict=False):
            spent[part] += end - begin  # type: ignore[assignment]
    return moves


def measure(game: str, moves: int) -> tuple[dict[str, float], str]:
    """Milliseconds a move by part, and the hash of all messages."""
    spent, sent = Counter[str](), hashlib.sha256()
    for seed, left in ((10_000, WARM), (1, moves)):
        spent.clear()
        sent = hashlib.sha256()
        total = left
        while left:
            left, seed = left - play(game, seed, left, spent, sent), seed + 1
    return {part: 1000 * seconds / total for part, seconds in spent.items()}, sent.hexdigest()[:12]


def shown(times: dict[str, float], name: str) -> str:
    parts = {part: ms for part, ms in times.items() if part != "fixed"}
    total = sum(parts.values())
    each = ", ".join(f"{part} {ms:.3f}" for part, ms in parts.items())
    return (
        f"{name}: {each}: {total:.2f} ms a move, {total / times['fixed']:.2f} of the fixed work ({times['fixed']:.3f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="all", choices=[*GAMES, "all"])
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--beside", default="", help="another checkout")
    parser.add_argument("--rounds", type=int, default=5, help="how often each of two checkouts is measured")
    parser.add_argument("--json", action="store_true", help="print numbers for a program")
    args = parser.parse_args()
    for game in GAMES if args.game == "all" else (args.game,):
        if not args.beside:
            times, sent = measure(game, args.moves)
            print(json.dumps([times, sent]) if args.json else f"{shown(times, game)}; {sent}", flush=True)
            continue
        shares: dict[str, list[float]] = {"": [], args.beside: []}
        for _ in range(args.rounds):
            for folder in shares:
                environment = {**os.environ, **({"PYTHONPATH": f"{folder}/src"} if folder else {})}
                command = [sys.executable, __file__, "--game", game, "--moves", str(args.moves), "--json"]
                times, _ = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
                shares[folder].append((sum(times.values()) - times["fixed"]) / times["fixed"])
        here, there = (statistics.median(each) for each in shares.values())
        print(f"{game}: {here:.2f} of the fixed work, beside it {there:.2f}: {here / there:.3f}", flush=True)


if __name__ == "__main__":
    clock.now = lambda: at
    main()
