"""Count the questions that people get: `python bench/questions.py [--games 10]`.

Games are played by greedy bots in plain rules, with fixed seeds. A question is one that the table leaves to its seat
(`lastraft.server.tables.beats`): in a window only where something held could matter, never what leaves no choice.
Steps of a gift or offer of one's own are not counted.
"""

from __future__ import annotations

import argparse
from collections import Counter

from lastraft import games
from lastraft.bots import bot
from lastraft.match import Match
from lastraft.protocol.one_result import one_result

CHARACTERS = ("greedy", "greedy:helpful", "greedy:hoarder", "greedy:gunslinger", "greedy:grudge")


def asks(m: Match, seat: int) -> str:
    """How the table deals with what a seat is asked: `asked`, `passed` by, or `answered` by the table."""
    game, hidden = m.game, m.hidden(seat)
    beat = game.windows.beat(m.hidden(-1))
    if beat is not None and game.windows.declines(hidden, seat) >= 0:
        return "asked" if game.windows.matters(hidden, seat) else "passed"
    return "answered" if one_result(game, hidden, seat) else "asked"


def count(name: str, seats: int, number: int) -> tuple[Counter[str], int, int]:
    """How questions were dealt with, how many days of a living castaway there were, and how many games."""
    counted: Counter[str] = Counter()
    seat_days = 0
    for seed in range(number):
        m = Match(name, seats, seed=1000 + seed)
        kinds = CHARACTERS if m.game.characters else ("greedy",)
        bots = [bot(kinds[(seed + i) % len(kinds)], m.game, 77 * seed + i) for i in range(seats)]
        day = 0
        while (seat := m.asked) is not None:
            today = getattr(m.state, "day", 0)
            if today != day:
                day, seat_days = today, seat_days + getattr(m.state, "alive", 0).bit_count()
            draft = getattr(m.state, "draft", None)
            if draft is None or not draft[seat]:
                counted[asks(m, seat)] += 1
            m.push(bots[seat].choose(m.hidden(seat), seat), seat)
    return counted, seat_days, number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="how many games of each kind")
    number = parser.parse_args().games
    for name in games():
        for seats in (6, 12) if name == "hellapagos" else (4,):
            counted, seat_days, played = count(name, seats, number)
            line = ", ".join(f"{kind} {n / played:.1f}" for kind, n in counted.most_common())
            print(f"{name}, {seats} seats, {played} games; questions a game: {line}")
            if seat_days:
                every = sum(counted.values()) / seat_days
                print(
                    f"  a castaway and day: {every:.2f} by the rules, {counted['asked'] / seat_days:.2f} of them asked"
                )


if __name__ == "__main__":
    main()
