"""`lastraft simulate`: play many games, save them, summarise them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadOption
from .executors import MOVE_TIMEOUT, Executor, batches, cluster, local, stoppable
from .files import GameFile
from .matchup import LAST_SEED, Matchup
from .stats import Statistics

if TYPE_CHECKING:
    from rich.console import Console


def executor_for(
    matchup: Matchup,
    games: int,
    workers: int | None,
    device: str,
    address: str | None,
    move_timeout: float,
    tolerant: bool = True,
) -> AbstractContextManager[Executor]:
    """The executor that the options ask for.

    :raises BadOption: if they contradict each other.
    """
    if device not in ("cpu", "cuda"):
        raise BadOption(f"--device {device}: there are cpu and cuda")
    check_limits(workers, move_timeout)
    if address is not None and (device != "cpu" or workers):
        raise BadOption("--cluster says where games are played: leave --device and --threads out")
    if device == "cuda":
        from .gpu import gpu

        return gpu(matchup)
    if address is not None:
        return cluster(matchup, address, move_timeout)
    return local(matchup, games, workers, move_timeout, tolerant)


def check_limits(workers: int | None, move_timeout: float) -> None:
    """:raises BadOption: if a number is out of range."""
    if workers is not None and workers < 1:
        raise BadOption(f"--threads {workers}: at least 1")
    if not 0 < move_timeout <= 3600:
        raise BadOption(f"--move-timeout {move_timeout:g}: more than 0 and at most 3600 seconds")


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
    move_timeout: float = MOVE_TIMEOUT,
    console: Console | None = None,
    tolerant: bool = True,
) -> Statistics:
    """Play the games of the seeds from ``seed`` on and count them; interrupted, what was played until then.

    :raises BadOption: if they cannot be played so.
    :raises CannotKeep: if ``out`` cannot be written or is of another run.
    :raises BotFailed: if a bot fails, unless the run is ``tolerant``: then a legal move is made in its place.
    """
    check_games(games, seed)
    opened = executor_for(matchup, games, workers, device, address, move_timeout, tolerant)
    if resume and out is None:
        raise BadOption("--resume goes on with a file: name it with --out")
    file = GameFile(out, matchup, seed, resume) if out else None
    stats = Statistics(matchup)
    if file is not None and len(file.rows):
        stats.add(file.rows)
        stats.failures.update(file.failures)
    try:
        left = games - stats.games
        with opened as executor, stoppable() as halt, progress(console, stats.games, games) as advance:
            for batch in batches(executor, seed + stats.games, max(0, left), halt):
                if file is not None:
                    file.append(batch.rows)
                stats.add(batch.rows)
                stats.note(batch.failures)
                advance(len(batch.rows))
    finally:
        if file is not None:
            file.close(stats.failures)
    return stats


@contextmanager
def progress(console: Console | None, done: int, total: int, what: str = "games") -> Iterator[Any]:
    """Show a progress bar on a terminal: how far, how fast, how long still."""
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
