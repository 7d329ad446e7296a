"""What a drawing costs: `python bench/draw.py [GAME ...] [--games 3]`.

Random games at the usual size, default options, seeds from 1 on. After a move the pieces are drawn for the seat that
is asked next, as a served table does; CPU time of that thread, without hiding the state. Bytes are those of the pieces
after a move, of what is left of them when a browser has the pieces of the move before (deflate with that as a
dictionary, as a socket's compression does), and of the still layer that is sent once.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
import zlib
from typing import Any

import lastraft
from lastraft.protocol import Reader
from lastraft.protocol.drawing import style
from lastraft.protocol.translations import translator

MOST_MOVES = 600


def measure(name: str, games: int) -> dict[str, float]:
    module: Any = importlib.import_module(f"lastraft.{name}.ui.board")
    t = translator(name, "en")
    spent = drawn = total = sent = 0.0
    for seed in range(1, games + 1):
        match = lastraft.new(name, seed=seed)
        dice = random.Random(seed)
        before = b""
        while not match.over and len(match.history) < MOST_MOVES:
            seat = dice.choice(match.actors)
            match.push(dice.choice(match.legal_moves(seat).codes()), seat)
            reader = max(match.asked if match.asked is not None else -1, -1)
            hidden = match.hidden(reader)
            began = time.thread_time()
            pieces = "".join(match.game.picture.pieces(Reader(hidden, reader, match.names, t))).encode()
            spent += time.thread_time() - began
            packer = zlib.compressobj(zdict=before[-32768:]) if before else zlib.compressobj()
            sent += len(packer.compress(pieces) + packer.flush())
            drawn, total, before = drawn + 1, total + len(pieces), pieces
    still = zlib.compress((module.static() + style(lastraft.game(name).picture.folder)).encode())
    return {"ms": spent / drawn * 1000, "bytes": total / drawn, "sent": sent / drawn, "still": len(still)}


def main() -> None:
    parser = argparse.ArgumentParser(description="What a drawing costs.")
    parser.add_argument("games", nargs="*", default=["survive", "hellapagos", "outlive"])
    parser.add_argument("--games", type=int, default=3, dest="number")
    given = parser.parse_args()
    print(f"{'game':12} {'ms a redraw':>12} {'bytes':>8} {'deflated':>9} {'still':>8}")
    for name in given.games:
        found = measure(name, given.number)
        print(f"{name:12} {found['ms']:12.3f} {found['bytes']:8.0f} {found['sent']:9.0f} {found['still']:8.0f}")


if __name__ == "__main__":
    main()
