"""How strong `learned` is: `python bench/strength.py [GAME ...] [--games 200] [--parts against,sizes]`.

One `learned` among others who change seats: against `greedy`, and against `search:2000` (slow); against `greedy` with
every number of seats, and with ten random sets of options; then tables of one kind: points or escapes of each seat, in
Hellapagos how often all who voted but the one pointed at pointed at the same castaway. Shares with 95 % intervals.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import Any

import lastraft
from lastraft.arena.intervals import wilson
from lastraft.arena.train import strength
from lastraft.bots import bot
from lastraft.bots.greedy import choose_greedy
from lastraft.bots.net import choose_learned
from lastraft.match import Match
from lastraft.protocol import Game
from lastraft.testing.random_play import drawn_options

PARTS = ("against", "search", "sizes", "options", "tables")


def against(game: Game[Any], games: int, bots: tuple[str, ...], seats: int | None = None) -> None:
    for line in strength(game.name, bots, games, seats):
        print(f"{game.name}, {line}", flush=True)


def with_options(game: Game[Any], games: int) -> None:
    for options in drawn_options(game, 10, random.Random(1)):
        said = " ".join(f"{name}={value}" for name, value in options.items())
        for line in strength(game.name, ["greedy"], games, options=options):
            print(f"{game.name}, {line}; {said}", flush=True)


def tables(game: Game[Any], games: int, kind: str) -> None:
    """Tables of one kind of bot."""
    game.native.compile([choose_greedy, choose_learned])  # bots play plain until then, a hundred times as slowly
    scores, moves, ballots, seats = 0, 0, Counter[bool](), game.usual_size
    for seed in range(games):
        m = Match(game.name, seats, seed=seed)
        bots = [bot(kind, game, 77 * seed + i) for i in range(seats)]
        while (seat := m.asked) is not None:
            m.push(bots[seat].choose(m.hidden(seat), seat), seat)
        scores += sum(game.rules.score(m.state, seat) for seat in range(seats))
        moves += len(m.history)
        ballots.update(map(unanimous, votes(m)))
    line = (
        f"{game.name}, {seats} {kind}, {games} games of {moves / games:.0f} moves: {scores / games / seats:.2f} a seat"
    )
    if ballots:
        share = wilson(ballots[True], ballots.total())
        line += f"; unanimous: {share.value:.0%} ({share.low:.0%} to {share.high:.0%}) of {ballots.total()} ballots"
    print(line, flush=True)


def votes(m: Match) -> list[dict[int, int]]:
    """Whom each pointed at, ballot by ballot, where the game has votes and at least three voted."""
    shown = getattr(m.game.events, "VOTED", None)
    ballots: dict[int, dict[int, int]] = {}
    for happened in m.all_events():
        if happened.event.kind == shown:
            ballots.setdefault(happened.number, {})[happened.event.a] = happened.event.b
    return [ballot for ballot in ballots.values() if len(ballot) > 2]


def unanimous(ballot: dict[int, int]) -> bool:
    """Whether all but the one pointed at, who cannot, point at the same."""
    most = Counter(ballot.values()).most_common(1)[0][0]
    return all(named == most for voter, named in ballot.items() if voter != most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="which games; all if none is named")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--parts", default=",".join(PARTS), help="which parts, as 'against,sizes'")
    chosen = parser.parse_args()
    parts = chosen.parts.split(",")
    if wrong := set(parts) - set(PARTS):
        parser.error(f"no part is called {min(wrong)}: there are {', '.join(PARTS)}")
    for name in chosen.names or lastraft.games():
        game = lastraft.protocol.game(name)
        usual = game.usual_size
        if "against" in parts:
            against(game, chosen.games, ("greedy",))
        if "search" in parts:
            against(game, chosen.games, ("search:2000",))
            if usual != 2 and 2 in game.sizes:
                against(game, chosen.games, ("search:2000",), usual)
        if "sizes" in parts:
            for size in game.sizes:
                against(game, chosen.games, ("greedy",), size)
        if "options" in parts:
            with_options(game, chosen.games)
        if "tables" in parts:
            for kind in ("learned", "normal", *(["learned:helpful"] if "helpful" in game.characters else []), "greedy"):
                tables(game, min(chosen.games, 100), kind)


if __name__ == "__main__":
    main()
