"""The commands of the arena, for `lastraft.cli`. Heavy imports wait until one of them runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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
MoveTimeout = Annotated[float, typer.Option(help="Seconds that a bot of your own has for a move.")]
Tolerant = Annotated[
    bool, typer.Option("--tolerant", help="Play on where a bot of your own fails: a legal move is made in its place.")
]


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
    tolerant: Tolerant = False,
) -> None:
    """Play many games between bots, and say who wins, how high and how long."""
    from .matchup import matchup
    from .simulate import simulate as play

    console = _console()
    wanted = matchup(game, seats, bots, read_options(option or ()), rotate=not fixed)
    with traces():
        stats = play(wanted, games, seed, out, resume, threads, device, cluster, move_timeout, _aside(), tolerant)
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
    tolerant: Tolerant = False,
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
    with traces(), aside.status("") if aside.is_terminal else nullcontext() as line:
        tell = line.update if line else lambda _: None
        ranking, interrupted = rank_bots(
            game, specs, path, seats, read_options(option or ()), games, seed, threads, move_timeout, tell, tolerant
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


def train(
    game: Game,
    imitate: Annotated[float, typer.Option(help="How many seconds it first imitates greedy, or the net.")] = 0.0,
    seconds: Annotated[float, typer.Option(help="How long it then learns by playing.")] = 600.0,
    distil: Annotated[float, typer.Option(help="How long the net then learns from the teacher.")] = 180.0,
    polish: Annotated[float, typer.Option(help="How long the net then learns by playing.")] = 0.0,
    decisions: Annotated[int, typer.Option(help="The teacher learns from at most so many decisions; 0: any.")] = 0,
    sizes: Annotated[str, typer.Option(help="The numbers of seats, as '2,4'; left out, all.")] = "",
    option: Options = None,
    unusual: Annotated[float, typer.Option(help="The share of games with random options.")] = 0.25,
    past: Annotated[float, typer.Option(help="The share of games with past selves, the newest and the first.")] = 0.15,
    strangers: Annotated[float, typer.Option(help="The share of games with greedy and its characters.")] = 0.0,
    strangers_from: Annotated[float, typer.Option(help="From which part of the time on these come.")] = 0.0,
    shaping: Annotated[float, typer.Option(help="How much a better-looking position is worth at first.")] = 0.0,
    helpful: Annotated[float, typer.Option(help="The part of the reward that is what the others get.")] = 0.0,
    cost: Annotated[float, typer.Option(help="What a decision costs, so that none is made in vain.")] = 0.0,
    games: Annotated[int, typer.Option(help="How many games side by side; 0: what suits the device.")] = 0,
    steps: Annotated[int, typer.Option(help="Decisions in each game between two rounds of learning.")] = 64,
    epochs: Annotated[int, typer.Option(help="How often a round of learning goes over them.")] = 2,
    width: Annotated[int, typer.Option(help="The teacher's units in each layer.")] = 512,
    units: Annotated[int, typer.Option(help="The net's units in its first layer.")] = 256,
    grain: Annotated[int, typer.Option(help="A coarser grain of its weights makes a smaller file.")] = 1,
    rate: Annotated[float, typer.Option(help="The learning rate at the beginning.")] = 1e-3,
    entropy: Annotated[float, typer.Option(help="The bonus for entropy at the beginning.")] = 0.01,
    seed: Annotated[int, typer.Option(help="Another seed learns something else.")] = 1,
    out: Annotated[Path | None, typer.Option(help="The net's file; left out, GAME.net.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint of an earlier run.")] = False,
    teacher: Annotated[Path | None, typer.Option(help="Begin with this checkpoint's teacher, or this net.")] = None,
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto: a GPU where there is one.")] = "auto",
    against: Annotated[str, typer.Option(help="Whom it meets at the end, as 'random,greedy,search:200'.")] = (
        "random,greedy,search:200"
    ),
    matches: Annotated[int, typer.Option(help="How many games against each of them.")] = 100,
) -> None:
    """Train a net for the bot `learned` by self-play."""
    import shlex

    from ..errors import BadOption
    from .train import Settings, check_strength, strength
    from .train import train as learn

    try:
        seats = tuple(int(size) for size in sizes.split(",") if size)
    except ValueError as error:
        raise BadOption(f"--sizes {sizes!r}: expected numbers, as '2,4'") from error
    options = read_options(option or ())
    settings = Settings(
        game=game, imitate=imitate, seconds=seconds, distil=distil, polish=polish, decisions=decisions, sizes=seats,
        options=tuple(options.items()), unusual=unusual, past=past, strangers=strangers,
        strangers_from=strangers_from, shaping=shaping, helpful=helpful, cost=cost, games=games, steps=steps,
        epochs=epochs, width=width, units=units, grain=grain, rate=rate, entropy=entropy, seed=seed,
    )  # fmt: skip
    path, others = out or Path(f"{game}.net"), [spec.strip() for spec in against.split(",") if spec.strip()]
    check_strength(game, others, matches, options)
    if not learn(settings, path, resume, teacher, device, shlex.join(["lastraft", *sys.argv[1:]])):
        print(f"stopped; --resume goes on with {path}.checkpoint")
        raise typer.Exit(INTERRUPTED)
    print(f"{path} is written; LASTRAFT_NETS={path.resolve().parent} lets `learned` find it as {game}.net")
    for line in strength(game, others, matches, options=options):
        print(line)


@contextmanager
def traces() -> Iterator[None]:
    """Show the traceback of a bot that fails."""
    from .external_bots import BotFailed

    try:
        yield
    except BotFailed as error:
        print(error.failure.trace, end="", file=sys.stderr)
        raise


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


COMMANDS = (simulate, ladder, report, train)
