"""The versions of the database's schema: which one a database has, and the way to this program's."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from .schema import HEAD


def version_of(c: sa.Connection) -> str:
    if not sa.inspect(c).has_table("alembic_version"):
        return ""
    return str(c.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")


def columns_of(c: sa.Connection) -> dict[str, set[str]]:
    """The names of the columns of all tables, by their names."""
    look = sa.inspect(c)
    return {table: {str(column["name"]) for column in look.get_columns(table)} for table in look.get_table_names()}


def check_not_newer(version: str) -> None:
    """
    :raises ValueError: if a newer program made the database.
    """
    if version > HEAD:
        raise ValueError(f"a newer Last Raft made it (version {version}, this one knows {HEAD})")


def upgrade(c: sa.Connection) -> None:
    """Run the missing migrations.

    :raises ValueError: if a newer program made the database.
    """
    version = version_of(c)
    check_not_newer(version)
    if version < HEAD:
        run_migrations(c)


def run_migrations(c: sa.Connection, to: str = HEAD) -> None:
    """Bring the schema to a version.

    :raises ValueError: if there is no such version.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = c
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise ValueError(str(error)) from error
