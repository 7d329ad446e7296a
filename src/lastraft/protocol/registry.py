"""The games that can be played, by name."""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from ..errors import UnknownGame
from .game import Game
from .translations import use_folder

BUILT_IN = {name: f"lastraft.{name}" for name in ("survive", "hellapagos", "outlive")}
_REGISTERED: dict[str, Game[Any]] = {}


def register(game: Game[Any]) -> Game[Any]:
    """Make a game known by its name; a second one of the same name takes its place.

    Its translations are in a folder `locale` beside the module of its state.
    """
    _REGISTERED[game.name] = game
    if (home := home_of(game)) and (folder := home.with_name("locale")).is_dir():
        use_folder(game.name, folder)
    return game


def home_of(game: Game[Any]) -> Path | None:
    """The file that declares the game's state; None where it was typed in."""
    file = getattr(sys.modules.get(game.state.__module__), "__file__", None)
    return Path(file) if file else None


def _import_plugins() -> None:
    """Import what `LASTRAFT_GAMES` names: modules that register games of their own, also of the current folder."""
    for module in filter(None, os.environ.get("LASTRAFT_GAMES", "").split(",")):
        if (here := os.getcwd()) not in sys.path:
            sys.path.append(here)
        try:
            importlib.import_module(module.strip())
        except (ImportError, TypeError, ValueError) as error:
            raise UnknownGame(f"LASTRAFT_GAMES names {module.strip()!r}, which cannot be imported: {error}") from error


def games() -> list[str]:
    """The names of the games that can be played."""
    _import_plugins()
    built_in = [name for name, module in BUILT_IN.items() if importlib.util.find_spec(module)]
    return [*built_in, *(name for name in _REGISTERED if name not in built_in)]


def game(name: str) -> Game[Any]:
    """The game of that name.

    :raises UnknownGame: if there is none.
    """
    _import_plugins()
    if name not in _REGISTERED and name in BUILT_IN and importlib.util.find_spec(BUILT_IN[name]):
        importlib.import_module(BUILT_IN[name])
    if name not in _REGISTERED:
        raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(games())}")
    return _REGISTERED[name]
