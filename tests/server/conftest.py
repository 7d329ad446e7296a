"""Databases and servers for the tests of this folder."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastraft.server.tables import clock as tables_clock
from tests import driftwood  # noqa: F401 - makes the test game known here too
from tests.server.cluster import binaries, cluster
from tests.server.helpers import Server, serving
from tests.server.running import Clock

_names = itertools.count(1)


@pytest.fixture(scope="session")
def running_postgres() -> Iterator[str]:
    """One PostgreSQL for all tests; each module gets a database of its own."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt install postgresql)")
    with cluster(programs) as running:
        yield running.url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@pytest.fixture(scope="module")
def postgres(running_postgres: str) -> str:
    """An empty database of a module."""
    return _new_database(running_postgres)


@pytest.fixture
def fresh_postgres(running_postgres: str) -> str:
    """An empty database of one test."""
    return _new_database(running_postgres)


def _new_database(running_postgres: str) -> str:
    import asyncpg

    name = f"tables_{next(_names)}"

    async def create() -> None:
        c = await asyncpg.connect(running_postgres.replace("+asyncpg", ""))
        await c.execute(f"CREATE DATABASE {name}")
        await c.close()

    asyncio.run(create())
    return running_postgres.removesuffix("/postgres") + f"/{name}"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Either database."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture(scope="module")
def server(database: str, folder: Path) -> Iterator[Server]:
    """One server for all tests of a module, on either database."""
    with serving(database, folder) as server:
        yield server


@pytest.fixture(scope="module")
def _two_servers(postgres: str, folder: Path) -> Iterator[tuple[Server, Server]]:
    with serving(postgres, folder) as one, serving(postgres, folder) as two:
        yield one, two


@pytest.fixture
def pair(_two_servers: tuple[Server, Server]) -> tuple[Server, Server]:
    """Two servers on one PostgreSQL, both running, whatever the test before did to them."""
    for server in _two_servers:
        if server.process is None:
            server.start()
    return _two_servers


@pytest.fixture(scope="module")
def lone_server(sqlite: str, folder: Path) -> Iterator[Server]:
    """One server for all tests of a module, on SQLite."""
    with serving(sqlite, folder) as server:
        yield server


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time that tables go by in a test."""
    own = Clock()
    monkeypatch.setattr(tables_clock, "now", own)
    return own
