"""People: signing in on several devices, results and ratings, leagues."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("handle", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("kept", sa.Float(53)),
        sa.Column("changed", sa.Float(53), nullable=False),
        sa.Column("phrase", sa.String(64), unique=True),
        sa.Column("phrase_at", sa.Float(53)),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_index("players_by_change", "players", ["changed"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
    )
    op.create_index("devices_by_person", "devices", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(100), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "ended",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("joined", sa.String(32), nullable=False),
    )
    op.create_index("ended_by_time", "ended", ["at"])
    op.create_index("ended_by_joined", "ended", ["joined"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float(53)),
        sa.Column("sigma", sa.Float(53)),
    )
    op.create_index("results_by_person", "results", ["person", "at"])
    op.create_index("results_by_time", "results", ["at"])
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_table(
        "league_members",
        sa.Column("league", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("joined", sa.Float(53), nullable=False),
    )
    op.create_index("league_members_by_person", "league_members", ["person"])
    op.create_table(
        "league_games",
        sa.Column("league", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
    )
