"""The commands of the arena, for `lastraft.cli`. Heavy imports wait until one of them runs."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import require_extra
from ..protocol import read_options

if TYPE_CHECKING:
    from rich.console import Console

INTERRUPTED = 130

Game = Annotated[str, typer.Argument(help="Which game.")]
Seats = Annotated[int | None, typer.Option(help="How many play; left out, the usual number.")]
Bots = Annotated[str, typer.Option(help="Who plays, as 'random,greedy,search:200'; they take turns in the seats.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="A rule, as name=value; may be repeated.")]
Seed = Annotated[int, typer.Option(help="The seed of the first game; the next game has the next seed.")]
Workers = Annotated[int | None, typer.Option("--threads", help="How many cores; left out, all.")]
MoveTimeout = Annotated[float, typer.Option(help="Seconds that a bot of your own (py:module.name) has for a move.")]


def simulate(
    game: Game,
    seats: Seats = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    bots: Bots = "random",
    option: Options = None,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="Keep every game: a .parquet, .csv or .json file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of an earlier run.")] = False,
    fixed: Annotated[bool, typer.Option("--fixed", help="Bots keep their seats instead of moving on.")] = False,
    threads: Workers = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda: random and greedy bots on a GPU.")] = "cpu",
    cluster: Annotated[str | None, typer.Option(help="Play in a Ray cluster: 'local', or its address.")] = None,
    move_timeout: MoveTimeout = 10.0,
) -> None:
    """Play many games between bots, and say who wins, how high and how long."""
    from .matchup import matchup
    from .simulate import simulate as play

    console = _console()
    wanted = matchup(game, seats, bots, read_options(option or ()), rotate=not fixed)
    stats = play(wanted, games, seed, out, resume, threads, device, cluster, move_timeout, console=_aside())
    stats.show(console)
    if stats.games < games:
        keep = f"; --resume goes on with {out}" if out else ""
        console.print(f"stopped after {stats.games:,} of {games:,} games{keep}", highlight=False)
        raise typer.Exit(INTERRUPTED)


def ladder(
    game: Game,
    bots: Annotated[str, typer.Option(help="Who joins the ladder, as 'random,greedy,search:200'.")] = "random,greedy",
    seats: Annotated[int | None, typer.Option(help="How many play; left out, two where the game allows it.")] = None,
    games: Annotated[int, typer.Option(help="The most games that two bots play against each other.")] = 1000,
    option: Options = None,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="The ladder's file; left out, GAME-ladder.json.")] = None,
    threads: Workers = None,
    move_timeout: MoveTimeout = 10.0,
) -> None:
    """Rank bots by strength; a ladder is kept, and new bots join it."""
    require_extra("ladder", "arena", "openskill")
    from .ladder import ladder as rank_bots
    from .simulate import check_games, check_limits

    check_games(games, seed)
    check_limits(threads, move_timeout)
    specs = [spec.strip() for spec in bots.split(",")]
    path = out or Path(f"{game}-ladder.json")
    aside = _aside()
    with aside.status("") if aside.is_terminal else nullcontext() as line:
        tell = line.update if line else lambda _: None
        ranking, interrupted = rank_bots(
            game, specs, path, seats, read_options(option or ()), games, seed, threads, move_timeout, tell
        )
    ranking.show(_console())
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def report(
    game: Game,
    games: Annotated[int, typer.Option(help="How many games, and as many for each rule that is compared.")] = 2000,
    seats: Seats = None,
    bots: Bots = "greedy",
    option: Options = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(help="An option to compare with its other values; left out, all; 'none' for none."),
    ] = None,
    seed: Seed = 1,
    out: Annotated[Path | None, typer.Option(help="The page; left out, GAME-report.html.")] = None,
    threads: Workers = None,
    move_timeout: MoveTimeout = 10.0,
) -> None:
    """Write a page about a game's balance: seats, scores, lengths, what wins, one rule against another."""
    require_extra("report", "arena", "jinja2", "matplotlib")
    from .matchup import matchup
    from .report import report as write

    wanted = matchup(game, seats, bots, read_options(option or ()))
    page = out or Path(f"{game}-report.html")
    compared = [] if compare == ["none"] else compare
    stopped = write(wanted, games, page, compared, seed, threads, move_timeout, console=_aside())
    if page.exists():
        print(f"{page} is written")
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _console() -> Console:
    from rich.console import Console

    console = Console(soft_wrap=True, markup=False, emoji=False)  # a bot may be called search:100
    if not console.is_terminal:
        console.width = 120
    return console


def _aside() -> Console:
    """Where progress is shown: not among the results."""
    from rich.console import Console

    return Console(stderr=True, markup=False, emoji=False)


COMMANDS = (simulate, ladder, report)
