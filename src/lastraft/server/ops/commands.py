"""The server's part of the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ...errors import BadOption, require_extra

Database = Annotated[
    str | None, typer.Option(help="postgresql+asyncpg://... or sqlite+aiosqlite:///...; left out, a file of yours.")
]


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 if left out.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 8300 if left out.")] = None,
    database: Database = None,
    hosts: Annotated[str | None, typer.Option(help="Names under which people reach it, with commas between.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Serve tables to browsers; LASTRAFT_... in the environment sets every limit (docs/server.md)."""
    _require_server("serve")
    from .process import serve
    from .settings import from_environment

    serve(from_environment(host=host, port=port, database=database, hosts=hosts), browser)


def export(
    file: Annotated[Path, typer.Argument(help="Where to write; it will hold every secret of the tables.")],
    table: Annotated[list[str] | None, typer.Option(help="Only this table; may stand several times.")] = None,
    database: Database = None,
) -> None:
    """Write a server's tables to a file."""
    _require_server("export")
    from .export_import import export_tables
    from .settings import from_environment

    try:
        with open(file, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            print(f"{export_tables(from_environment(database=database), out, table or ())} tables written")
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror}") from error


def import_(file: Annotated[Path, typer.Argument(help="What export wrote.")], database: Database = None) -> None:
    """Take over the tables of a file."""
    _require_server("import")
    from .export_import import import_tables
    from .settings import from_environment

    try:
        with file.open(encoding="utf-8") as lines:
            came, known = import_tables(from_environment(database=database), lines)
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: {error}") from error
    print(f"{came} tables came, {known} were there already")


def mcp(
    server: Annotated[str, typer.Option(help="The address of a server (lastraft serve).")] = "http://127.0.0.1:8300",
    name: Annotated[str, typer.Option(help="What the assistant is called at the table.")] = "Assistant",
    http: Annotated[int | None, typer.Option(help="Speak HTTP on this port of this machine, not stdio.")] = None,
) -> None:
    """Let an assistant play at a table, by the Model Context Protocol."""
    require_extra("mcp", "mcp", "mcp")
    from .assistant import run

    run(server, name, http)


def _require_server(command: str) -> None:
    require_extra(command, "server", "litestar", "msgspec", "sqlalchemy", "uvicorn")


COMMANDS = (serve, export, import_, mcp)
