"""What games reach: `python -m tools.play_coverage [GAME ...] --games 400 [--tests]`.

Plays games as `lastraft.testing.invariants` does, by plain rules: all sizes, random options, `random` and `greedy`, the
clock. Counts moves by family and events by kind, and lists the branches of the game's rules that no game took; with
``--tests`` only those that the tests of its rules do not take either. Needs coverage.py: `pip install coverage`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lastraft.kernel.rng import mixed
from lastraft.protocol import Game, registry
from lastraft.testing.invariants import LIVE, Player
from tools.mutate_rules import NOT_PLAY, tests_of
from tools.prove_clauses import subjects

Branch = tuple[str, int, int]
"""A file, the line that branches, and where to: a line, or a negative number where the rule ends."""
MOST = 3000
"""Moves of a game; a large table that trades by chance goes on for longer."""
GREEDY = 4
"""One in so many games has `greedy` seats."""


def play(game: Game[Any], games: int) -> tuple[Counter[str], Counter[str]]:
    """Play games and check some of their states; the moves by family and the events by kind."""
    player, families, events = Player(game, 4, 32, native=False), Counter[str](), Counter[str]()
    for i in range(games):
        number = 2 * i + (mixed(i) % GREEDY == 0)
        live = player.states[LIVE]
        live.events = []
        for moves, (_, code, _) in enumerate(player.moves(number, MOST)):
            families[game.families[code][0]] += 1
            assert player.check(number, moves) == 0, f"game {number}, move {moves}"
        assert player.check(0, 0) == 0, f"game {number}, at its end"
        events.update(game.events(event.kind).name for event in live.events)
    return families, events


def branches(folder: Path, act: Callable[[], object]) -> set[Branch]:
    """The branches of the rules in a folder that are not taken while ``act`` runs."""
    import coverage

    measured = coverage.Coverage(data_file=None, branch=True, include=[f"{folder}/*.py"])
    with measured.collect():
        act()
    with tempfile.TemporaryDirectory() as scratch:
        written = Path(scratch) / "report.json"
        measured.json_report(outfile=str(written))
        files = json.loads(written.read_text("utf-8"))["files"]
    return set(_missing(files))


def _missing(files: dict[str, Any]) -> Iterator[Branch]:
    for name, found in files.items():
        if Path(name).name not in NOT_PLAY:
            for rule, part in found["functions"].items():
                if rule:
                    yield from ((name, *branch) for branch in part["missing_branches"])


def shown(branch: Branch) -> str:
    """A branch with the texts of its lines."""
    file, line, to = branch
    lines = Path(file).read_text("utf-8").splitlines()
    there = lines[to - 1].strip() if to > 0 else "the end"
    return f"{file}:{line}: {lines[line - 1].strip()}  ->  {there}"


def tests(game: str) -> None:
    """Run the tests of a game's rules, quietly."""
    import pytest

    sys.stdout.flush()
    kept, quiet = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    try:
        pytest.main(["-q", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib", *tests_of(game)])
    finally:
        os.dup2(kept, 1)


def report(name: str, games: int, with_tests: bool) -> None:
    """Print what games of that name reach, and what they do not."""
    game, folder = registry.game(name), Path(f"src/lastraft/{name}/rules").resolve()
    counted: list[Counter[str]] = []
    missing = branches(folder, lambda: counted.extend(play(game, games)))
    families, events = counted
    print(f"{name}: {games} games, {families.total()} moves, {events.total()} events")
    print(f"  moves: {', '.join(f'{family} {n}' for family, n in families.most_common())}")
    print(f"  events: {', '.join(f'{event} {n}' for event, n in events.most_common())}")
    print(f"  never made: {', '.join(f.name for f in game.families.all if f.name not in families) or 'none'}")
    print(f"  never told: {', '.join(e.name for e in game.events if e.name not in events) or 'none'}", flush=True)
    if with_tests:
        missing &= branches(folder, lambda: tests(name))
    print(f"  {len(missing)} branches never taken{' by games or tests' if with_tests else ''}:")
    print("".join(f"    {shown(branch)}\n" for branch in sorted(missing)), end="", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.play_coverage", description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="which games; left out: all")
    parser.add_argument("--games", dest="count", type=int, default=400, help="how many games are played of each")
    parser.add_argument("--tests", action="store_true", help="leave out what the tests of the rules reach")
    given = parser.parse_args(arguments)
    if find_spec("coverage") is None:
        print("play_coverage needs coverage.py: pip install coverage", file=sys.stderr)
        return 2
    for name in given.games or [subject.name for subject in subjects()]:
        report(name, given.count, given.tests)
    return 0


if __name__ == "__main__":
    sys.exit(main())
