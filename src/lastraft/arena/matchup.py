"""Who plays what: a game, its seats and options, and the bots that take them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..bots import BotLike, GreedyBot, LearnedBot, NaturalBot, RandomBot, SearchBot, bot
from ..bots.own import PYTHON, factory, is_own
from ..errors import BadOption
from ..kernel.state import MAX_SEATS
from ..protocol import Game, game
from .native_loop import EXTERNAL, GREEDY, GUIDED, LEARNED, NATURAL, RANDOM, SEARCH, Seating

LAST_SEED = (1 << 62) - 1


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat, in the game of a seed."""
    return seed | (1 + seat) << 64


@dataclass(frozen=True)
class Matchup:
    """What every game of a simulation has in common. Made by `matchup`; only names, so that it can travel."""

    game_name: str
    seats: int
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    rotate: bool = True
    """Whether every bot moves on by one seat in the next game, so that no bot owes its wins to its seat."""

    @property
    def game(self) -> Game[Any]:
        return game(self.game_name)

    def player_at(self, seat: int, seed: int) -> int:
        """The number of the bot that sits there in the game of that seed."""
        return (seat + (seed if self.rotate else 0)) % len(self.bots)

    def blank(self) -> Any:
        """An empty state with seats and options set."""
        return self.game.new_state(self.seats, dict(self.options))

    def bot_at(self, seat: int, seed: int) -> BotLike:
        """The bot that plays there, with its own generator."""
        return bot(self.bots[self.player_at(seat, seed)], self.game, bot_seed(seed, seat))

    @functools.cached_property
    def external(self) -> frozenset[str]:
        """The specs of external bots, which may fail."""
        return frozenset(spec for spec in self.bots if is_own(spec))

    @functools.cached_property
    def seating(self) -> Any:
        """The bots for native rules; None if one of them is external (see `external_seating`)."""
        seating = self._seating(searches=True)
        return None if EXTERNAL in seating.kind else seating

    @functools.cached_property
    def external_seating(self) -> Any:
        """The bots for native rules that stop where another is asked: one that is no rule, one that searches, or one
        with another net than the first."""
        return self._seating(searches=False)

    def _seating(self, searches: bool) -> Seating:
        seating, players = Seating(), iter(self._players)
        seating.players, seating.rotate = len(self.bots), int(self.rotate)
        for i, spec in enumerate(self.bots):
            player = None if spec in self.external else next(players)
            net = getattr(player, "net", None)
            if player is None or (net is not None and net is not self.net):
                seating.kind[i] = EXTERNAL
            elif isinstance(player, SearchBot):
                native = searches and not player.seconds
                seating.kind[i] = EXTERNAL if not native else SEARCH if player.net is None else GUIDED
                seating.iterations[i] = player.iterations
            elif isinstance(player, LearnedBot):
                seating.kind[i], seating.temperature[i] = LEARNED, player.temperature
            else:
                kinds = {RandomBot: RANDOM, NaturalBot: NATURAL, GreedyBot: GREEDY}
                seating.kind[i] = kinds[type(player)]
            seating.character[i] = getattr(player, "character", 0)
        return seating

    @functools.cached_property
    def _players(self) -> list[BotLike]:
        """A bot of each spec that is not external."""
        return [bot(spec, self.game, 0) for spec in self.bots if spec not in self.external]

    @property
    def _nets(self) -> list[Any]:
        """The nets of the bots that learned."""
        nets = (getattr(player, "net", None) for player in self._players)
        return [net for net in nets if net is not None]

    @property
    def net(self) -> Any:
        """The net of native players that learned; None if there is none."""
        return next(iter(self._nets), None)

    @property
    def searches(self) -> bool:
        """Whether a native player searches."""
        return self.seating is not None and (SEARCH in self.seating.kind or GUIDED in self.seating.kind)

    def settings(self) -> dict[str, Any]:
        """All that decides how the game of a seed goes, as plain data."""
        return {
            "lastraft": __version__,
            "game": self.game_name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": dict(self.options),
            "bots": list(self.bots),
            "rotate": self.rotate,
        }


def matchup(
    game_name: str,
    seats: int | None,
    bots: str | Sequence[str],
    options: Mapping[str, str | bool] | None = None,
    rotate: bool = True,
) -> Matchup:
    """A match-up; fewer bots than seats take turns in filling them.

    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played so, or there is no such bot.
    """
    chosen = game(game_name)
    seats = chosen.usual_size if seats is None else seats
    blank = chosen.new_state(seats, options)
    specs = tuple(spec.strip() for spec in (bots.split(",") if isinstance(bots, str) else bots))
    most = MAX_SEATS if rotate else seats
    if not 0 < len(specs) <= most:
        raise BadOption(f"{len(specs)} bots: name 1 to {most}, as in 'random,greedy'")
    wanted = Matchup(chosen.name, seats, specs, tuple(sorted(chosen.chosen(blank).items())), rotate)
    for spec in specs:
        if spec.startswith(PYTHON):
            factory(spec)
        elif not is_own(spec):
            bot(spec, chosen, 0)
    return wanted
