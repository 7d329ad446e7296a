"""A private PostgreSQL: its own folder, its own port on the loopback address, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.helpers import free_port


def binaries() -> Path | None:
    """Where PostgreSQL's programs are, if it is installed."""
    folders = [Path(path).resolve().parent for path in [shutil.which("pg_ctl")] if path]  # a link may lie alone
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path("/opt/homebrew/opt/postgresql/bin"), Path("/usr/local/opt/postgresql/bin")]
    programs = ("pg_ctl", "initdb", "pg_isready")
    return next((folder for folder in folders if all((folder / name).exists() for name in programs)), None)


def _user() -> str | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Cluster:
    """A PostgreSQL that can be stopped and started."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs, self._folder, self._user, self._port = programs, folder, _user(), free_port()
        self._data = str(folder / "data")
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", "lastraft", "-E", "UTF8", "--locale=C", "--no-sync")

    @property
    def url(self) -> str:
        """The URL with which SQLAlchemy reaches it."""
        return f"postgresql+asyncpg://lastraft@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-h 127.0.0.1 -p {self._port} -k {self._folder} -c fsync=off -c max_connections=100"
        self._run("pg_ctl", "-D", self._data, "-l", str(self._folder / "log"), "-o", options, "-w", "start")

    def stop(self) -> None:
        """Stop it as a power cut would."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def wait(self) -> None:
        """Wait until it answers, after it went down by itself."""
        self._run("pg_isready", "-h", "127.0.0.1", "-p", str(self._port), "-t", "30")

    def limit_files(self, size: str) -> None:
        """Let the processes that serve its connections write no file beyond so many bytes, as if a disk were full."""
        main = Path(self._data, "postmaster.pid").read_text().split()[0]
        for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split():
            command = ["prlimit", f"--pid={pid}", f"--fsize={size}:unlimited"]
            subprocess.run(command, user=self._user, cwd=self._folder, capture_output=True, check=False, timeout=120)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command, user=self._user, cwd=self._folder, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """A running PostgreSQL."""
    folder = Path(tempfile.mkdtemp(prefix="lastraft-pg-"))
    try:
        running = Cluster(programs, folder)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
