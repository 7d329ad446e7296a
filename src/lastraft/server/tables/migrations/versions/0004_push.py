"""Devices that people let us call them on, how they want to be called, and the calls that wait."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
    )
    op.create_index("subscriptions_by_person", "subscriptions", ["person"])
    op.create_table(
        "callees",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_until", sa.Integer, nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("at", sa.Float(53)),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("called", sa.Float(53)),
        sa.Column("called_before", sa.Float(53)),
    )
    op.create_index("calls_by_time", "calls", ["at"])
