"""Saved games: a record with one more header, `players`, that says who sits where. A save is whole or not there."""

import contextlib
import os
import time
from collections.abc import Sequence
from pathlib import Path

from ..errors import BadOption, BadText, LastRaftError
from ..folders import data_folder, write_whole
from ..match import Match, read

PERSON = "person"
KEPT = 20
"""Unfinished games that stay in the user's data folder."""


class CannotSave(LastRaftError):
    """The disk does not take the game: full, read-only, no such folder."""

    def __init__(self, path: Path, error: OSError | ValueError) -> None:
        self.path, self.reason = path, getattr(error, "strerror", None) or str(error)
        super().__init__(f"cannot save to {path}: {self.reason}")


class CannotLoad(LastRaftError):
    """A file that is not there or holds no game."""


def new_place(name: str) -> Path:
    """A file of its own for a game that begins."""
    return data_folder() / f"{name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"


def last_place() -> Path:
    """The game that was played last and is not over.

    :raises CannotLoad: if there is none.
    """
    kept = _kept()
    if not kept:
        raise CannotLoad("there is no game to go on with; start one with: lastraft play")
    return kept[0]


def _kept() -> list[Path]:
    """The games of the data folder, the newest first; none while it cannot be read."""
    with contextlib.suppress(OSError):
        return sorted(data_folder().glob("*.txt"), key=lambda path: -path.stat().st_mtime_ns)
    return []


def keep(match: Match, players: Sequence[str], path: Path) -> None:
    """Write the game into the data folder and let go of the oldest ones.

    :raises CannotSave: if the disk refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotSave(path, error) from error
    save(match, players, path)
    for old in _kept()[KEPT:]:
        let_go(old)


def let_go(path: Path) -> None:
    """Remove a game that is kept no longer."""
    with contextlib.suppress(OSError):
        path.unlink()


def save(match: Match, players: Sequence[str], path: Path) -> None:
    """Write the game; after a failure the file is what it was before.

    :raises CannotSave: if the disk refuses.
    """
    head, names, rest = match.record().partition("names: ")
    line, newline, rest = rest.partition("\n")
    text = f"{head}{names}{line}{newline}players: {' | '.join(players)}\n{rest}"
    try:
        write_whole(path, text.encode())
    except (OSError, ValueError) as error:
        raise CannotSave(path, error) from error


def load(path: Path) -> tuple[Match, list[str] | None]:
    """The saved game and who sits where, if the file says so.

    :raises CannotLoad: if the file is not there or holds no game.
    """
    try:
        text = path.read_text("utf-8")
        match = read(text)
        return match, _players(text, match.seats)
    except OSError as error:
        raise CannotLoad(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CannotLoad(f"{path} is no record of a game: it is not text") from error
    except BadText as error:
        raise CannotLoad(f"{path}, {error}") from error


def _players(text: str, seats: int) -> list[str] | None:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            break
        key, _, value = line.partition(":")
        if key == "players":
            players = [player.strip() for player in value.split("|")]
            if len(players) != seats:
                raise BadText(number, f"{len(players)} players for {seats} seats")
            return players
    return None


def seated(seats: int, people: int, bots: str) -> list[str]:
    """Who sits where: people in the first seats, then bots; ``bots`` is one spec for all or one for each.

    :raises BadOption: if they do not fit the seats.
    """
    if not 0 <= people <= seats:
        raise BadOption(f"{people} people for {seats} seats; choose 0 to {seats}")
    specs = [spec.strip() for spec in bots.split(",")]
    others = seats - people
    if len(specs) not in (1, others):
        raise BadOption(f"{len(specs)} bots for {others} seats; name one kind for all, or {others}")
    return [PERSON] * people + (specs * others)[:others]
