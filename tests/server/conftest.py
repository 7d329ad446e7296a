"""Databases and servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .. import driftwood  # noqa: F401 - makes the test game known here too
from .helpers import Server, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


@pytest.fixture(scope="module")
def server(sqlite: str, folder: Path) -> Iterator[Server]:
    """One server on SQLite for all tests of a module."""
    with serving(sqlite, folder) as server:
        yield server
