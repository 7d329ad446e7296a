"""Whom a report is about. Of older reports that is not known: they name nobody rather than whoever sits there now."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for name, length in (("about_person", 32), ("about_name", 80), ("about_origin", 16)):
        op.add_column("reports", sa.Column(name, sa.String(length), nullable=False, server_default=""))
