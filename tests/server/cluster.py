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
    folders = [Path(path).parent for path in [shutil.which("pg_ctl")] if path]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path("/opt/homebrew/opt/postgresql/bin"), Path("/usr/local/opt/postgresql/bin")]
    return next((folder for folder in folders if (folder / "pg_ctl").exists() and (folder / "initdb").exists()), None)


def _user() -> str | None:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """A running PostgreSQL; the URL with which SQLAlchemy reaches it."""
    folder = Path(tempfile.mkdtemp(prefix="lastraft-pg-"))
    user = _user()
    if user:
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), *arguments]
        done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    data, port = str(folder / "data"), free_port()
    options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync=off -c max_connections=100"
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "lastraft", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-o", options, "-w", "start")
        try:
            yield f"postgresql+asyncpg://lastraft@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
