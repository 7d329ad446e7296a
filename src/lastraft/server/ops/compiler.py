"""Compiles a game's native code in a process of low priority: ``python -m lastraft.server.ops.compiler GAME``.

It ends with the server that started it, when its standard input is closed.
"""

import os
import sys
import threading

from ...bots import prepare
from ...protocol import game


def _end_with_server() -> None:
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_server, daemon=True).start()
    if sys.platform != "win32":
        os.nice(10)
    prepare(game(sys.argv[1]))
