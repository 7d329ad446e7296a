"""The vector environment: `python bench/env.py [GAME ...] [--n 1024] [--device cpu] [--bots greedy]`.

Random legal moves in every game, with observations and masks, on one core (its own time, however busy the machine) or
a GPU; a step is one decision of a seat.
"""

from __future__ import annotations

import argparse
import time

import lastraft
from lastraft.env import vector


def measure(name: str, n: int, device: str, seconds: float, bots: str, windows: str) -> str:
    """The steps per second of one game, best of five."""
    envs = vector(name, n, device=device, windows=windows)
    if bots:
        envs.play(bots, where=list(range(1, envs.seats)))
    clock = time.thread_time if device == "cpu" else time.perf_counter
    for _ in range(100):
        envs.step(envs.sample())
    rates = []
    for _ in range(5):
        steps, began = 0, clock()
        while clock() - began < seconds / 5:
            envs.step(envs.sample())
            steps += n
        rates.append(steps / (clock() - began))
    return f"{name}, {envs.seats} seats, n = {n}, {device}, {bots or 'no bots'}: {max(rates):,.0f} steps/s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--n", type=int, default=1024, help="games side by side")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    parser.add_argument("--bots", default="", help="who plays the other seats: random or greedy")
    parser.add_argument("--windows", default="ask", help="ask, skip or parallel")
    given = parser.parse_args()
    for name in given.games or lastraft.games():
        print(measure(name, given.n, given.device, given.seconds, given.bots, given.windows), flush=True)


if __name__ == "__main__":
    main()
