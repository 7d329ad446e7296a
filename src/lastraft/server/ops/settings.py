"""The settings of a server, from the command line, the environment (`LASTRAFT_...`) and a file."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ...bots import KINDS
from ...bots.net import nets_folder
from ...bots.own import PROGRAM, PYTHON, is_own
from ...errors import BadOption
from ...folders import data_folder

Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Amount = Annotated[float, msgspec.Meta(gt=0, le=1_000_000_000)]
Seconds = Annotated[float, msgspec.Meta(ge=0.1, le=1_000_000_000)]
BOT_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}")
OTHERS = tuple(f"LASTRAFT_{name}" for name in ("CONFIG", "DATA", "CACHE", "GAMES", "NETS", "BLANK"))
"""Other variables of the environment."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits of a server. What exceeds them is refused with an explanation."""

    tables: Count = 100_000
    tables_of_a_person: Count = 200
    tables_of_an_address: Count = 400
    new_tables_a_minute: Amount = 6
    new_tables_at_once: Count = 60
    loaded_tables: Count = 5_000
    connections: Count = 5_000
    connections_of_an_address: Count = 200
    message_bytes: Count = 8_192
    requests_a_second: Amount = 50
    requests_at_once: Count = 200
    frames_a_second: Amount = 20
    frames_at_once: Count = 60
    chat_a_second: Amount = 0.5
    chat_at_once: Count = 5
    chat_length: Count = 300
    name_length: Count = 30
    news_at_once: Count = 300


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server process."""

    host: Annotated[str, msgspec.Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 8300
    processes: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """How many processes serve; each has its own tables, and a core of its own at best."""
    database: str = ""
    """An SQLAlchemy URL; empty for SQLite in the user's data folder."""
    hosts: tuple[Annotated[str, msgspec.Meta(pattern=r"^[\w.-]*$")], ...] = ()
    """The host names of this server, besides localhost and plain addresses."""
    prefix: Annotated[str, msgspec.Meta(pattern=r"^[\w./~-]*$")] = ""
    """The path under which a proxy serves it, such as /raft; empty for the root."""
    proxies: str = "127.0.0.1,::1"
    """Addresses and networks of proxies whose X-Forwarded-... headers are trusted."""
    secret: str = ""
    """The secret that signs cookies; empty to keep one in the database."""
    admin_token: str = ""
    """Lets administrators in at /admin; empty: there is no such page."""
    metrics_token: str = ""
    """Lets Prometheus read /metrics from elsewhere; empty: only from this machine."""
    cookie_days: Amount = 180
    database_timeout: Seconds = 10
    """How many seconds to wait for the database, such as for another program that writes to an SQLite file."""
    lease_seconds: Seconds = 6
    heartbeat_seconds: Seconds = 20
    idle_seconds: Seconds = 600
    lobby_days: Amount = 7
    """A table whose game has not begun ends after so many days without any action."""
    game_days: Amount = 90
    """A running game ends after so many days without any action."""
    retention_days: Annotated[float, msgspec.Meta(ge=0, le=1_000_000_000)] = 0
    """Tables are deleted so many days after they were over; 0 keeps them."""
    host_away_seconds: Seconds = 300
    """Another person at the table may become host when the host has been away for so long."""
    bot_threads: Count = 2
    bots: tuple[str, ...] = ()
    """Bots of the operator's own that people may seat: `py:module.name` or `cmd:program`, after `name=` if they are to
    be called otherwise. Nobody else can name code."""
    bot_seconds: Seconds = 5
    """How long such a bot may take for a move; then one of ours makes it."""
    bot_processes: Count = 16
    """How many processes of such bots may run."""
    address: Annotated[str, msgspec.Meta(pattern=r"^(https?://[\w.:\[\]-]+)?$")] = ""
    """Where people reach the server, such as https://raft.example, for links in e-mails."""
    contact: Annotated[str, msgspec.Meta(pattern=r"^([^@\s]+@[^@\s]+)?$")] = ""
    """The operator's e-mail address: push services may write to it, and e-mails come from it."""
    smtp: str = ""
    """Where to hand in e-mails: smtp://user:password@mail.example:587 (STARTTLS) or smtps://...:465; empty: none."""
    call_seconds: Seconds = 60
    """Who is asked something and not there is called after so many seconds."""
    push_anywhere: bool = False
    """Whether push services may be at private addresses and without TLS, as for a test or inside a network."""
    compress: bool = True
    """Whether sockets and pages are compressed: a fifth of the bytes for some CPU time."""
    limits: Limits = Limits()

    @property
    def own_bots(self) -> dict[str, str]:
        """The specs of the operator's own bots, by the names under which people seat them."""
        return dict(map(_named_bot, self.bots))

    @property
    def url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{data_folder() / 'tables.sqlite'}"

    @property
    def local_url(self) -> str:
        """Where programs on this machine reach the server, without the prefix."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def from_environment(config: Path | None = None, **given: object) -> Settings:
    """Read the settings from the environment and from a file; those given by name take precedence, then the
    environment.

    :raises BadOption: if one is unknown or cannot be read, or ``LASTRAFT_NETS`` names no folder.
    """
    known = {field.name for kind in (Settings, Limits) for field in msgspec.structs.fields(kind)} - {"limits"}
    for name in os.environ:
        if name.startswith("LASTRAFT_") and name not in OTHERS:
            _check_known(
                name, name.removeprefix("LASTRAFT_"), {each.upper(): f"LASTRAFT_{each.upper()}" for each in known}
            )
    nets_folder()
    file = str(config or os.environ.get("LASTRAFT_CONFIG", ""))
    filed = _read_file(Path(file)) if file else {}
    for name in filed:
        _check_known(f"{file}: {name}", name, {each: each for each in known})
    settings = Settings(**_read(Settings, given, filed, file), limits=Limits(**_read(Limits, {}, filed, file)))
    if len(settings.own_bots) < len(settings.bots):
        raise BadOption(f"bots: two of {', '.join(settings.bots)} have one name; name them, as in NAME=py:mine.Mine")
    return settings


def _named_bot(given: str) -> tuple[str, str]:
    """The name and the spec of an operator's own bot: the last word of the spec is its name, unless one is given.

    :raises BadOption: if it is no such bot, or the name cannot be used.
    """
    name, equals, spec = given.partition("=")
    if not equals or ":" in name:
        name, spec = "", given
    if not is_own(spec):
        raise BadOption(f"bot {given!r}: expected py:MODULE.NAME or cmd:PROGRAM, or NAME=py:MODULE.NAME")
    words = re.split("[.:]", spec)[-1:] if spec.startswith(PYTHON) else spec.removeprefix(PROGRAM).split()
    name = (name or Path("".join(words[:1])).stem).lower()
    if not BOT_NAME.fullmatch(name) or name in KINDS:
        raise BadOption(f"bot {given!r}: it cannot be called {name!r}; give it another name: NAME={spec}")
    return name, spec


def _check_known(shown: str, name: str, known: dict[str, str]) -> None:
    if name not in known:
        near = difflib.get_close_matches(name, sorted(known), 1)
        meant = f"; is {known[near[0]]} meant?" if near else ""
        raise BadOption(f"{shown} is no setting{meant} (see docs/server.md)")


def _read_file(file: Path) -> dict[str, object]:
    """The settings in a TOML file; those of a section stand for themselves."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadOption(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    flat: dict[str, object] = {}
    for name, value in data.items():
        flat |= value if isinstance(value, dict) else {name: value}
    return flat


def _read(kind: type[msgspec.Struct], given: dict[str, object], filed: dict[str, object], file: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        variable = f"LASTRAFT_{field.name.upper()}"
        places = (
            (f"--{field.name}", given.get(field.name)),
            (variable, os.environ.get(variable)),
            (f"{file}: {field.name}", filed.get(field.name)),
        )
        shown, value = next((place for place in places if place[1] is not None), ("", None))
        if value is None or field.name == "limits":
            continue
        parts = value
        if field.name in ("hosts", "bots") and not isinstance(value, list):
            parts = [each.strip() for each in str(value).split(",") if each.strip()]
        try:
            values[field.name] = msgspec.convert(parts, field.type, strict=False)
        except msgspec.ValidationError as error:
            raise BadOption(f"{shown}: {value!r} cannot be used: {str(error).lower()}") from error
        if values[field.name] != values[field.name]:
            raise BadOption(f"{shown}: {value!r} is no number")
    return values
