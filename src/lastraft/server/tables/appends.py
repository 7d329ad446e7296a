"""What is added to the logs of tables, written in one transaction."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from .schema import entries, people, tables

CHANNEL = "lastraft"
LONGEST_NOTICE = 7900
"""The longest entry that fits into a notification of PostgreSQL (8000 bytes); longer ones are read."""


class Append(NamedTuple):
    """The next entry of a table's log; ``due`` if a server must look after the table, ``person`` if one sat down."""

    table: str
    number: int
    body: str
    due: float | None = None
    person: str = ""
    row: dict[str, Any] | None = None
    """The row of a new table."""


INSERT: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
"""The `insert` of each dialect, which knows conflicts."""
_due = sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(due=sa.bindparam("at"))
NOTIFY = sa.text("SELECT pg_notify(:channel, :notice)")


def write_appends(c: sa.Connection, appends: list[Append]) -> set[tuple[str, int]]:
    """Add entries in one transaction; which of them (table and number) were kept, as nobody was first there."""
    insert = INSERT[c.dialect.name]
    if rows := [append.row for append in appends if append.row]:
        c.execute(insert(tables).on_conflict_do_nothing(), rows)
    values = [{"table_id": append.table, "number": append.number, "body": append.body} for append in appends]
    added = insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.number)
    kept = {(row[0], row[1]) for row in c.execute(added, values)}
    mine = [append for append in appends if (append.table, append.number) in kept]
    if due := [{"of": append.table, "at": append.due} for append in mine if append.due is not None]:
        c.execute(_due, due)
    if sat := [{"person": append.person, "table_id": append.table} for append in mine if append.person]:
        c.execute(insert(people).on_conflict_do_nothing(), sat)
    if c.dialect.name == "postgresql" and mine:
        bodies = [each.body if len(each.body.encode()) < LONGEST_NOTICE else "" for each in mine]
        notices = [f"{each.table} {each.number} {body}" for each, body in zip(mine, bodies, strict=True)]
        c.execute(NOTIFY, [{"channel": CHANNEL, "notice": notice} for notice in notices])
    return kept


def write_entries(c: sa.Connection, appends: list[Append]) -> set[tuple[str, int]]:
    """The same for SQLite where nobody sits down and no table is new, as at every move: building statements would take
    longer than writing."""
    cursor = c.connection.cursor()
    try:
        kept = set()
        for append in appends:
            cursor.execute(
                "INSERT INTO entries (table_id, number, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (append.table, append.number, append.body),
            )
            if cursor.rowcount == 1:
                kept.add((append.table, append.number))
                if append.due is not None:
                    cursor.execute("UPDATE tables SET due = ? WHERE id = ?", (append.due, append.table))
        c.connection.commit()
    except BaseException:
        c.connection.rollback()
        raise
    finally:
        cursor.close()
    return kept
