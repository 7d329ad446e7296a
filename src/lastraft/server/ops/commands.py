"""The server's part of the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import BadOption, LastRaftError, require_extra

if TYPE_CHECKING:
    from .settings import Settings

Config = Annotated[Path | None, typer.Option(help="A TOML file with settings; or LASTRAFT_CONFIG.")]
Database = Annotated[
    str | None, typer.Option(help="postgresql+asyncpg://... or sqlite+aiosqlite:///...; left out, a file of yours.")
]


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 if left out.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8300 if left out.")] = None,
    database: Database = None,
    hosts: Annotated[str | None, typer.Option(help="Names under which people reach it, with commas between.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot of your own that people may seat by its name: py:mine.Mine, cmd:./mybot, NAME=cmd:./mybot; may "
            "stand several times."
        ),
    ] = None,
    config: Config = None,
    processes: Annotated[int | None, typer.Option(help="How many processes serve, each its own tables.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    check: Annotated[bool, typer.Option("--check", help="Only say what is wrong with the settings.")] = False,
) -> None:
    """Serve tables to browsers; LASTRAFT_... in the environment or a file sets every limit (docs/server.md)."""
    _require_server("serve")
    from .process import serve
    from .settings import from_environment

    given = {"host": host, "port": port, "database": database, "hosts": hosts, "bots": bot, "processes": processes}
    settings = from_environment(config, **given)
    if check:
        from .check import check_settings

        problems = check_settings(settings)
        for line in problems:
            print(line)
        print("Everything is well." if not problems else f"{len(problems)} to look at.")
        raise typer.Exit(2 if any(line.startswith("error") for line in problems) else 0)
    if settings.processes > 1:
        from .processes import serve_with_processes

        serve_with_processes(settings, browser)
    else:
        serve(settings, browser)


def export(
    file: Annotated[Path, typer.Argument(help="Where to write; it will hold every secret of the tables.")],
    table: Annotated[list[str] | None, typer.Option(help="Only this table; may stand several times.")] = None,
    database: Database = None,
    config: Config = None,
) -> None:
    """Write a server's tables to a file."""
    _require_server("export")
    from .export_import import export_tables
    from .settings import from_environment

    settings = from_environment(config, database=database)
    there = os.path.exists(file)
    try:
        with open(file, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            print(f"{export_tables(settings, out, table or ())} tables of {_shown(settings)} written to {file}")
    except LastRaftError:
        if not there:
            file.unlink(missing_ok=True)
        raise
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror}") from error


def import_(
    file: Annotated[Path, typer.Argument(help="What export wrote.")], database: Database = None, config: Config = None
) -> None:
    """Take over the tables of a file."""
    _require_server("import")
    from .export_import import import_tables
    from .settings import from_environment

    settings = from_environment(config, database=database)
    try:
        with file.open(encoding="utf-8") as lines:
            came, known = import_tables(settings, lines)
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: {error}") from error
    print(f"{came} tables came to {_shown(settings)}, {known} were there already")


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write; it will hold every secret of the server.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Write everything that a server keeps to a compressed file, also while it runs."""
    _require_server("backup")
    from .backup import write_backup
    from .settings import from_environment

    settings = from_environment(config, database=database)
    try:
        print(f"{write_backup(settings, file)} rows of {_shown(settings)} written to {file}")
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror}") from error


def restore(
    file: Annotated[Path, typer.Argument(help="What backup wrote; - reads it from the standard input.")],
    database: Database = None,
    config: Config = None,
    replace: Annotated[bool, typer.Option("--replace", help="Delete what the database has.")] = False,
    empty: Annotated[bool, typer.Option("--empty", help="Also a backup in which there is nothing.")] = False,
) -> None:
    """Bring back everything that a backup holds, into an empty database of either kind."""
    _require_server("restore")
    from .backup import restore_backup
    from .settings import from_environment

    settings = from_environment(config, database=database)
    try:
        restored = restore_backup(settings, file, replace, empty)
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror or error}") from error
    print(f"{restored.rows} rows restored to {_shown(settings)}")
    if restored.before:
        print(f"What was there is in {restored.before}")


def admin(
    action: Annotated[
        str,
        typer.Argument(
            help="status, tables, people, reports, bans, audit, load; end, delete, ban, mute, lift, announce, report."
        ),
    ] = "status",
    subject: Annotated[
        str, typer.Argument(help="A table, a person, an address or its hash, a report, or a text.")
    ] = "",
    reason: Annotated[str, typer.Option(help="Why, for the log of what administrators did.")] = "",
    days: Annotated[float, typer.Option(help="How long a ban or mute lasts.")] = 30,
    find: Annotated[str, typer.Option(help="Only rows with this in a name, an id, an address or a text.")] = "",
    url: Annotated[str | None, typer.Option(help="Where the server is; left out, on this machine.")] = None,
    config: Config = None,
) -> None:
    """Show what is going on at a running server, and act on it; admin_token must be set as for the server."""
    _require_server("admin")
    from .admin_client import administrate
    from .settings import from_environment

    for line in administrate(from_environment(config), url, action, subject, reason, days, find):
        print(line)


def mcp(
    server: Annotated[str, typer.Option(help="The address of a server (lastraft serve).")] = "http://127.0.0.1:8300",
    name: Annotated[str, typer.Option(help="What the assistant is called at the table.")] = "Assistant",
    http: Annotated[int | None, typer.Option(help="Speak HTTP on this port of this machine, not stdio.")] = None,
) -> None:
    """Let an assistant play at a table, by the Model Context Protocol."""
    require_extra("mcp", "mcp", "mcp")
    from .assistant import run

    run(server, name, http)


def _shown(settings: Settings) -> str:
    """The database without its password."""
    from ..tables.store import Store

    return Store(settings.url).shown


def _require_server(command: str) -> None:
    require_extra(command, "server", "litestar", "msgspec", "sqlalchemy", "uvicorn")


COMMANDS = (serve, export, import_, backup, restore, admin, mcp)
