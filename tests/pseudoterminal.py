"""The program run as a person runs it: in a terminal of its own, or in a pipe."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 180
"""Seconds of silence after which a test gives up: it would hang otherwise."""
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


def environment(home: Path, **more: str) -> dict[str, str]:
    ignored = ("LC_", "LANG", "LASTRAFT_", "COLUMNS", "LINES")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ignored)}
    ours = {
        "LASTRAFT_GAMES": "tests.driftwood",
        "XDG_DATA_HOME": str(home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }
    return {**kept, **ours, **more}


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "lastraft.cli", *args]


def piped(home: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The program without a terminal, run to its end."""
    return subprocess.run(
        command(*args),
        cwd=ROOT,
        env=environment(home, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )


class Terminal:
    """The program in a terminal of 200 by 40: `expect` reads until something is on it, `type` types a line."""

    program: tuple[str, ...] = (sys.executable, "-m", "lastraft.cli")
    started_in = ROOT

    def __init__(self, home: Path, *args: str, **more: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
        self.process = subprocess.Popen(
            [*self.program, *args],
            cwd=self.started_in,
            env=environment(home, **more),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.raw = ""
        """Everything since the start, escape codes included."""
        self._read = 0
        self._bytes = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _more(self) -> bool:
        """Take in what the program wrote; False at its end."""
        ready, _, _ = select.select([self._ours], [], [], TIMEOUT)
        assert ready, f"the program is silent after: {self.shown[-2000:]}"
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the program has closed its end
            return False
        self._bytes += data
        self.raw = self._bytes.decode(errors="ignore")
        return bool(data)

    @property
    def shown(self) -> str:
        """Everything since the start as a person read it."""
        return CODES.sub("", self.raw)

    def expect(self, *texts: str) -> str:
        """Read on until one of the texts appears; what was read, from the last one expected on."""
        while True:
            there = self.shown
            ends = [there.index(text, self._read) + len(text) for text in texts if text in there[self._read :]]
            if ends:
                begin, self._read = self._read, min(ends)
                return there[begin : self._read]
            assert self._more(), f"the program ended without {texts}: {there[-2000:]}"

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._ours, key)

    def interrupt(self) -> None:
        """Ctrl-C; once more where it fell between the question and the listening."""
        self.press(b"\x03")
        while not select.select([self._ours], [], [], 1)[0]:
            self.press(b"\x03")

    def end(self) -> tuple[int, str]:
        """The exit code, and what was read from the last text expected on."""
        while self._more():
            pass
        return self.process.wait(TIMEOUT), self.shown[self._read :]
