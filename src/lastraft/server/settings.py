"""What can be set about a server; `lastraft serve --help` and the environment (`LASTRAFT_...`) use the same words."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from ..errors import BadOption


def data_folder() -> Path:
    """Where this user's tables are kept."""
    if named := os.environ.get("LASTRAFT_DATA"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "lastraft"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lastraft"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much a server takes on. Everything above is refused with a clear answer."""

    tables: int = 100_000
    tables_of_a_person: int = 200
    loaded_tables: int = 5_000
    connections: int = 5_000
    connections_of_an_address: int = 200
    message_bytes: int = 8_192
    requests_a_second: float = 50
    requests_at_once: int = 200
    frames_a_second: float = 20
    frames_at_once: int = 60
    chat_a_second: float = 0.5
    chat_at_once: int = 5
    chat_length: int = 300
    name_length: int = 30
    news_at_once: int = 300


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process."""

    host: str = "127.0.0.1"
    port: int = 8300
    database: str = ""
    """An SQLAlchemy URL; empty for SQLite in the user's data folder."""
    hosts: tuple[str, ...] = ()
    """The names under which people reach this server, besides localhost and plain addresses."""
    prefix: str = ""
    """The path under which a proxy serves it, such as /raft; empty for the whole address."""
    secret: str = ""
    """What cookies are signed with; empty to let the database keep one."""
    cookie_days: float = 180
    database_patience: float = 10
    """How many seconds SQLite waits for another program that writes to its file."""
    lease_seconds: float = 6
    beat_seconds: float = 20
    idle_seconds: float = 600
    bot_threads: int = 2
    compress: bool = True
    """Whether sockets and pages are compressed: a fifth of the bytes for some of the CPU."""
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{data_folder() / 'tables.sqlite'}"


def from_environment(**given: object) -> Settings:
    """The settings of the environment, with those given by name on top. `LASTRAFT_CHAT_LENGTH` sets a limit.

    :raises BadOption: if one cannot be read.
    """
    try:
        return msgspec.convert({**_read(Settings, given), "limits": _read(Limits, {})}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadOption(f"a setting of the server cannot be read: {error}") from error


def _read(kind: type[msgspec.Struct], given: dict[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        named = os.environ.get(f"LASTRAFT_{field.name.upper()}")
        value = given.get(field.name) if given.get(field.name) is not None else named
        if value is not None and field.name != "limits":
            found[field.name] = [name.strip() for name in str(value).split(",")] if field.name == "hosts" else value
    return found
