"""`lastraft` on a machine whose clock is set: an hour forward at a signal (SIGUSR1), back at the next."""

import signal
import time

from lastraft.cli import app

SECONDS = 3600
_real = time.time
_ahead = 0.0


def _jump(*_: object) -> None:
    global _ahead
    _ahead = 0.0 if _ahead else SECONDS


if __name__ == "__main__":
    time.time = lambda: _real() + _ahead
    signal.signal(signal.SIGUSR1, _jump)
    app()
