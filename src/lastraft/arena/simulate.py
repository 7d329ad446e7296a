"""`lastraft simulate`: play many games, keep them, say what came out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadOption
from .executors import MOVE_SECONDS, Crew, batches, cluster, stoppable, threads
from .files import GameFile
from .matchup import LAST_SEED, Matchup
from .stats import Tally

if TYPE_CHECKING:
    from rich.console import Console


def hired(
    matchup: Matchup, workers: int | None, device: str, address: str | None, move_seconds: float
) -> AbstractContextManager[Crew]:
    """Who plays.

    :raises BadOption: if nobody can play so.
    """
    if device not in ("cpu", "cuda"):
        raise BadOption(f"--device {device}: there are cpu and cuda")
    check_hands(workers, move_seconds)
    if address is not None and (device != "cpu" or workers):
        raise BadOption("--cluster says where games are played: leave --device and --threads out")
    if device == "cuda":
        from .gpu import card

        return card(matchup)
    return threads(matchup, workers, move_seconds) if address is None else cluster(matchup, address, move_seconds)


def check_hands(workers: int | None, move_seconds: float) -> None:
    """:raises BadOption: if nobody can play so."""
    if workers is not None and workers < 1:
        raise BadOption(f"--threads {workers}: at least 1")
    if not 0 < move_seconds <= 3600:
        raise BadOption(f"--patience {move_seconds:g}: more than 0 and at most 3600 seconds")


def check_games(games: int, seed: int) -> None:
    """:raises BadOption: if there are no such games."""
    if games < 1:
        raise BadOption(f"--games {games}: at least 1")
    if not 0 <= seed <= LAST_SEED - games:
        raise BadOption(f"--seed {seed}: a whole number from 0 on, and the last game's seed below 2^62")


def simulate(
    matchup: Matchup,
    games: int,
    seed: int = 1,
    out: Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    device: str = "cpu",
    address: str | None = None,
    move_seconds: float = MOVE_SECONDS,
    console: Console | None = None,
) -> Tally:
    """Play the games of the seeds from ``seed`` on and count them; interrupted, what was played until then.

    :raises BadOption: if they cannot be played so.
    :raises CannotKeep: if ``out`` cannot be written or is of another run.
    """
    check_games(games, seed)
    crew = hired(matchup, workers, device, address, move_seconds)
    if resume and out is None:
        raise BadOption("--resume goes on with a file: name it with --out")
    file = GameFile(out, matchup, seed, resume) if out else None
    tally = Tally(matchup)
    if file is not None and len(file.rows):
        tally.add(file.rows)
        tally.failures.update(file.failures)
    try:
        left = games - tally.games
        with crew as hands, stoppable() as halt, progress(console, tally.games, games) as advance:
            for batch in batches(hands, seed + tally.games, max(0, left), halt):
                if file is not None:
                    file.append(batch.rows)
                tally.add(batch.rows)
                tally.note(batch.failures)
                advance(len(batch.rows))
    finally:
        if file is not None:
            file.close(tally.failures)
    return tally


@contextmanager
def progress(console: Console | None, done: int, total: int, what: str = "games") -> Iterator[Any]:
    """A line on a person's screen: how far, how fast, how long still."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.1f} {what}/s" if speed else "")

    shown = (BarColumn(), MofNCompleteColumn(), TextColumn(what), Rate(), TimeRemainingColumn())
    with Progress(*shown, console=console, disable=console is None or not console.is_terminal) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda n: bar.advance(task, n)
