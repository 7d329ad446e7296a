"""The command `lastraft`. A mistake is one line on stderr and exit code 2."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from .arena import commands as arena
from .errors import BadOption, LastRaftError
from .server.ops import commands as server
from .terminal import can_ask, can_show

if TYPE_CHECKING:
    from .match import Match
    from .protocol import Game

Language = Annotated[str | None, typer.Option(help="en, pl or fr; left out, what LANG says.")]
LAST = "-"
"""`--resume` without a file: the game that was played last."""


class OneLine(TyperGroup):
    """Commands whose mistakes are one line."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        # A letter that the terminal does not know is no reason to stop.
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            code = super().main(args, *rest, **{**more, "standalone_mode": False})
        except LastRaftError as error:
            complaint = str(error)
        except Exception as error:
            if not hasattr(error, "format_message"):  # Typer's own: an unknown flag, a number that is none
                raise
            complaint = f"{error.format_message()} (lastraft --help shows what there is)"
        else:
            sys.exit(code if isinstance(code, int) else 0)
        print(f"lastraft: {' '.join(complaint.split())}", file=sys.stderr)
        sys.exit(2)


class BareResume(TyperCommand):
    """A command whose `--resume` may stand without a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], "-"]
        bare = (arg == "--resume" and after.startswith("-") for arg, after in zip(args, following, strict=True))
        return super().parse_args(ctx, [f"{arg}={LAST}" if is_bare else arg for arg, is_bare in zip(args, bare)])


app = typer.Typer(
    cls=OneLine,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from . import __version__

        print(f"lastraft {__version__}")
        raise typer.Exit


@app.callback()
def lastraft(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Survive the Island, Hellapagos and Outlive in the terminal."""
    from .bots.net import nets_folder

    nets_folder()  # fails if LASTRAFT_NETS names none: no command plays with other nets than it was told


@app.command(cls=BareResume)
def play(
    game: Annotated[str | None, typer.Argument(help="Which game; left out, you choose from a list.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, bots included.")] = None,
    people: Annotated[int | None, typer.Option(help="How many people share the keyboard; 0 to watch bots.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="The others: beginner, easy, normal, hard or expert, one for all or a list 'a,b,c'."),
    ] = None,
    names: Annotated[str | None, typer.Option(help="The people, by name: 'Ola,Jan'.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule to choose, as name=value; may be repeated.")] = None,
    seed: Annotated[int | None, typer.Option(help="Chance as it was in another game of this seed.")] = None,
    lang: Language = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game in this file while it is played.")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with a saved game; without a file, with the last.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Do not pause after the bots' moves.")] = False,
) -> None:
    """Play against bots, with friends at one keyboard, or watch bots play."""
    from .protocol import game as find
    from .terminal import saves
    from .terminal.play import Play
    from .terminal.screen import Screen

    language = _language(lang)
    named = [name.strip() for name in names.split(",")] if names else []
    players, source = None, None
    if resume is None:
        chosen = find(game) if game else _chosen_game(language)
        match = _new_match(chosen, seats, seed, option, named)
    elif game or seats is not None or seed is not None or option or names:
        raise BadOption("--resume takes game, seats, seed, options and names from the file: leave them out")
    else:
        source = saves.last_place() if resume == LAST else Path(resume)
        match, players = saves.load(source)
        if match.over:
            raise BadOption(f"the game in {source} is over; see it with: lastraft replay {source}")
    if players is None or people is not None or bots is not None:
        people = (len(named) or 1) if people is None else people
        players = saves.seated(match.seats, people, bots or _usual_bots(match.game))
    if named and len(named) != players.count(saves.PERSON):
        raise BadOption(f"{len(named)} names for {players.count(saves.PERSON)} people")
    if save is not None and os.path.isfile(save) and not (source and save.samefile(source)):
        raise BadOption(f"{save} is there already; go on with it by --resume, or choose another name")
    place = save or (source if resume == LAST else None) or saves.new_place(match.game.name)
    table = Play(match, players, Screen(match.game, language, paced=not fast), place, own=save is not None)
    _need_terminal(players.count(saves.PERSON))
    if save is not None:
        saves.save(match, players, save)
    raise typer.Exit(table.run())


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as the end of a game offers to save it.")],
    seat: Annotated[str | None, typer.Option(help="As this seat saw it: its name in the record, or 0, 1, 2...")] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every move.")] = False,
    lang: Language = None,
) -> None:
    """Show a recorded game move by move."""
    from .protocol import WATCHER
    from .terminal import saves
    from .terminal.replay import replay as show
    from .terminal.screen import Screen

    language = _language(lang)
    match, _ = saves.load(file)
    reader = WATCHER if seat is None else _seat(match, seat)
    if step and not can_ask():
        raise BadOption("--step waits for Enter, which needs a terminal")
    show(match, reader, Screen(match.game, language), step)


@app.command()
def draw(
    file: Annotated[Path, typer.Argument(help="A record, as the end of a game offers to save it.")],
    move: Annotated[int | None, typer.Option(help="After so many moves; left out, at its end.")] = None,
    seat: Annotated[
        str | None, typer.Option(help="As this seat sees it: its name in the record, or 0, 1, 2...")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The SVG file; left out, it is printed.")
    ] = None,
    lang: Language = None,
) -> None:
    """Draw a recorded game's table as an SVG."""
    from .protocol import WATCHER
    from .terminal import saves

    language = _language(lang)
    match, _ = saves.load(file)
    reader = WATCHER if seat is None else _seat(match, seat)
    last = len(match.history)
    if move is not None and not 0 <= move <= last:
        raise BadOption(f"--move: the game in {file} has moves 0 to {last}")
    game = match.game
    hidden = game.hidden(match.at(last if move is None else move), reader)
    drawing = game.picture.draw(game.reader(hidden, reader, match.names, language))
    if output is None:
        print(drawing)
        return
    try:
        output.write_text(drawing, "utf-8")
    except OSError as error:
        raise saves.CannotSave(output, error) from error


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.")],
    out: Annotated[Path | None, typer.Option(help="Write it into this file, as JSON.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    lang: Language = None,
) -> None:
    """Look at a finished game again: everybody's chances, and the moves that cost most."""
    from .terminal import saves
    from .terminal.analyse import analysis, as_json, show
    from .terminal.screen import Screen

    language = _language(lang)
    match, _ = saves.load(file)
    found = analysis(match)
    if out is not None:
        try:
            out.write_text(as_json(match, found, language), "utf-8")
        except OSError as error:
            raise saves.CannotSave(out, error) from error
    elif json:
        print(as_json(match, found, language))
    else:
        show(match, found, Screen(match.game, language))


@app.command()
def games() -> None:
    """List the games."""
    from .protocol import game, games

    for name in games():
        each = game(name)
        print(f"{name:<14} {each.title}, {each.sizes[0]} to {each.sizes[-1]} seats, rules {each.version}")


@app.command()
def options(game: Annotated[str, typer.Argument(help="Which game.")], lang: Language = None) -> None:
    """List the rules that a table may choose in a game."""
    from .protocol import game as find
    from .protocol.translations import translator

    chosen = find(game)
    t = translator(chosen.name, _language(lang))
    if not chosen.options:
        print(f"{chosen.title} has no options.")
    for option in chosen.options:
        values = ", ".join(f"{value} (default)" if value == option.default else value for value in option.values)
        print(f"{option.name}: {values}\n    {t(option.about)}")


@app.command()
def lint(
    modules: Annotated[
        list[str] | None, typer.Argument(help="Modules or files with rules, or packages; left out, lastraft itself.")
    ] = None,
) -> None:
    """Check that rules run the same in plain Python, native code and CUDA."""
    from .kernel.lint import main

    raise typer.Exit(main(modules or ()))


for command in (*arena.COMMANDS, *server.COMMANDS):
    app.command(command.__name__.strip("_"))(command)


def _language(wanted: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    from .protocol.translations import LANGUAGES

    if wanted is not None:
        if wanted not in LANGUAGES:
            raise BadOption(f"no language {wanted!r}; there are: {', '.join(LANGUAGES)}")
        return wanted
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return spoken[:2] if spoken[:2] in LANGUAGES else "en"


def _usual_bots(chosen: Game[Any]) -> str:
    """Whom one plays against if nobody says: bots of the normal level where they need no search."""
    from .bots.net import has_net

    return "normal" if has_net(chosen) else "random"


def _new_match(
    chosen: Game[Any], seats: int | None, seed: int | None, option: list[str] | None, people: list[str]
) -> Match:
    from .match import Match
    from .protocol import read_options

    match = Match(chosen, seats, seed, read_options(option or ()))
    return Match(chosen, seats, match.seed, match.options, [*people, *match.names[len(people) :]]) if people else match


def _chosen_game(language: str) -> Game[Any]:
    """Offer the games until one is chosen."""
    from .protocol import game as find
    from .protocol import games
    from .protocol.translations import translator

    if not can_ask():
        raise BadOption(f"which game? without a terminal name one of: {', '.join(games())}")
    t = translator("lastraft", language)
    offered = [find(name) for name in games()]
    print(t("Which game shall it be?"))
    for number, each in enumerate(offered, 1):
        least, most = each.sizes[0], each.sizes[-1]
        print(f"  {number} {t('{game}, for {least} to {most}', game=each.title, least=least, most=most)}")
    while True:
        try:
            typed = input("> ").strip().casefold()
        except (EOFError, KeyboardInterrupt):
            print()
            raise typer.Exit from None
        for number, each in enumerate(offered, 1):
            if typed in (str(number), each.name, each.title.casefold()):
                return each
        print(t("Type a number from 1 to {n}.", n=len(offered)))


def _need_terminal(people: int) -> None:
    if people and not can_ask():
        raise BadOption("people play at a terminal, and this is none; to watch bots: --people 0")
    if people > 1 and not can_show():
        raise BadOption("several people need a terminal whose screen can be cleared between them")


def _seat(match: Match, named: str) -> int:
    if named.isdecimal() and int(named) < match.seats:
        return int(named)
    try:
        return match.game.notation.seat_number(named, match.seats)
    except ValueError as error:
        raise BadOption(f"--seat: {error}") from error


if __name__ == "__main__":
    app()
