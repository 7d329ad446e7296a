"""On which device somebody takes push messages, so that they end with it; when they said how they are called; and for
whom the games of leagues were opened."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("subscriptions", sa.Column("device", sa.String(32), nullable=False, server_default=""))
    op.add_column("callees", sa.Column("changed", sa.Float(53), nullable=False, server_default="0"))
    games = sa.table("league_games", *(sa.column(name, sa.Text) for name in ("league", "table_id", "names")))
    for league, table, text in op.get_bind().execute(sa.select(games)).all():
        names = {f"gone {i}": name for i, name in enumerate(json.loads(text))}
        this = (games.c.league == league) & (games.c.table_id == table)
        op.execute(sa.update(games).where(this).values(names=json.dumps(names)))
