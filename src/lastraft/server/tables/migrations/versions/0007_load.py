"""How busy the server is, every few minutes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "load",
        sa.Column("at", sa.Float(53), primary_key=True),
        sa.Column("host", sa.String(80), primary_key=True),
        sa.Column("moves", sa.Float(53), nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
        sa.Column("memory", sa.BigInteger, nullable=False),
        sa.Column("slow", sa.Float(53), nullable=False),
        sa.Column("errors", sa.Integer, nullable=False),
        sa.Column("restarts", sa.Integer, nullable=False),
    )
