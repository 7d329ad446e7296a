"""Makes a game's native code in a process of its own: ``python -m lastraft.server.ops.compiler GAME``.

It gives way to everybody who plays meanwhile, and ends with the server that began it: then its standard input closes.
"""

from __future__ import annotations

import os
import sys
import threading

from ...bots import prepare
from ...protocol import game


def _end_with_the_server() -> None:
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if sys.platform != "win32":
        os.nice(10)
    prepare(game(sys.argv[1]))
