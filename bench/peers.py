"""Random games of other libraries beside ours: `python bench/peers.py [--seconds 2]`.

Needs the extra `peers` (OpenSpiel, python-chess, Catanatron, PettingZoo); what is not there is named and passed over.
The games differ, so the figures say what kind of speed to expect and no more. All on one core, in seconds of the
processor, with random legal moves. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, NamedTuple

from run import Speed, native, on_one_core, plain, timed

import lastraft

Play = Callable[[int], int]
"""Plays the game of a seed and tells its moves."""


class Row(NamedTuple):
    """A game of a library, how many play it, and how fast it went."""

    who: str
    game: str
    players: int
    speed: Speed


def each(play: Play, seconds: float) -> Speed:
    """Games one after another."""
    return timed(lambda first, count: sum(play(seed) for seed in range(first, first + count)), seconds)


def open_spiel(seconds: float) -> Iterator[Row]:
    """Driven from Python; and its rollouts, which stay in C++ and begin after the deal."""
    import pyspiel

    def chance(state: Any, rng: random.Random) -> None:
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, odds)[0])

    def driven(game: Any) -> Play:
        def play(seed: int) -> int:
            state, rng, moves = game.new_initial_state(), random.Random(seed), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    chance(state, rng)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
            return moves

        return play

    def rolled_out(game: Any, length: float) -> Callable[[int, int], int]:
        def play(first: int, count: int) -> int:
            state, rng = game.new_initial_state(), random.Random(first)
            while state.is_chance_node():
                chance(state, rng)
            pyspiel.MCTSBot(
                game, pyspiel.RandomRolloutEvaluator(count, first), 2.0, 1, 1, False, first, False
            ).mcts_search(state)
            return round(count * length)

        return play

    who = f"OpenSpiel {version('open_spiel')}"
    for name in ("hearts", "backgammon", "gin_rummy"):
        game = pyspiel.load_game(name)
        speed = each(driven(game), seconds)
        yield Row(f"{who}, C++ from Python", name, game.num_players(), speed)
        inside = timed(rolled_out(game, speed.moves / speed.games), seconds)
        yield Row(f"{who}, rollouts in C++", name, game.num_players(), inside)


def python_chess(seconds: float) -> Iterator[Row]:
    import chess

    def play(seed: int) -> int:
        board, rng = chess.Board(), random.Random(seed)
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    yield Row(f"python-chess {version('chess')}", "chess", 2, each(play, seconds))


def catanatron(seconds: float) -> Iterator[Row]:
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        random.seed(seed)
        game.play()
        return len(game.state.actions)

    yield Row(f"Catanatron {version('catanatron')}", "Catan", len(Color), each(play, seconds))


def pettingzoo(seconds: float) -> Iterator[Row]:
    from pettingzoo.classic import chess_v6, connect_four_v3, hanabi_v5

    def played(env: Any) -> Play:
        def play(seed: int) -> int:
            rng, moves = random.Random(seed), 0
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))
                    moves += 1
            return moves

        return play

    for name, module in (("chess", chess_v6), ("connect four", connect_four_v3), ("Hanabi", hanabi_v5)):
        env = module.env()
        yield Row(f"PettingZoo {version('pettingzoo')}", name, env.max_num_agents, each(played(env), seconds))


def ours(seconds: float) -> Iterator[Row]:
    for name in lastraft.games():
        game = lastraft.game(name)
        for world, play in (("native", native), ("plain Python", plain)):
            yield Row(f"Last Raft, {world}", game.title, game.usual_size, play(game, "random", seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each plays")
    given = parser.parse_args()
    on_one_core()
    print("| library | game | players | moves a game | games/s | moves/s |\n|---|---|---:|---:|---:|---:|")
    missing = []
    for library in (ours, open_spiel, python_chess, catanatron, pettingzoo):
        try:
            for who, game, players, speed in library(given.seconds):
                figures = (
                    f"{speed.moves / speed.games:,.1f} | {speed.games_a_second:,.1f} | {speed.moves_a_second:,.0f}"
                )
                print(f"| {who} | {game} | {players} | {figures} |", flush=True)
        except Exception as error:  # another library: not installed, or a version that we do not know
            missing.append(f"{library.__name__} is left out: {type(error).__name__}: {error}")
    print("", *missing, sep="\n", end="")


if __name__ == "__main__":
    main()
