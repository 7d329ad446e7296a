"""The database schema: one log per table, and indexes to find tables and to share their bots and clocks."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

HEAD = "0007"
"""The newest migration."""

metadata = MetaData()

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

# An index of the logs, from which all of it can be computed.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float(53), nullable=False),
    Column("updated", Float(53), nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    # When a server must look after its bots and clocks; null for never.
    Column("due", Float(53)),
    # A keyed hash of the address from which it was opened.
    Column("origin", String(16), nullable=False, server_default=""),
    Index("tables_by_due", "due"),
    Index("tables_by_listing", "listed", "status", "updated"),
    Index("tables_by_origin", "origin", "status"),
)

people = Table(
    "people", metadata, Column("person", String(32), primary_key=True), Column("table_id", String(32), primary_key=True)
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("holder", String(32), nullable=False),
    Column("until", Float(53), nullable=False),
)

# People ("person ...") and keyed hashes of addresses ("origin ...") that are kept out or muted until a time.
bans = Table(
    "bans",
    metadata,
    Column("subject", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("until", Float(53), nullable=False),
    Column("reason", Text, nullable=False),
)

# Who was reported is kept as they were then: somebody else may sit there when it is read. `person` reported it.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("about_person", String(32), nullable=False, server_default=""),
    Column("about_name", String(80), nullable=False, server_default=""),
    Column("about_origin", String(16), nullable=False, server_default=""),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("action", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("reason", Text, nullable=False),
)

settings = Table(
    "settings", metadata, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False)
)

# People who have results or can sign in. The handle names their page; the phrase is a slow hash of six words.
players = Table(
    "players",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("handle", String(32), nullable=False, unique=True),
    Column("name", String(80), nullable=False),
    Column("made", Float(53), nullable=False),
    # When they could first sign in elsewhere, from when on every cookie of theirs names a device; null for never.
    Column("kept", Float(53)),
    Column("changed", Float(53), nullable=False),
    Column("phrase", String(64), unique=True),
    Column("phrase_at", Float(53)),
    Column("settings", Text, nullable=False, server_default="{}"),
    Index("players_by_change", "changed"),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),
    Index("devices_by_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(80), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    Index("passkeys_by_person", "person"),
)

# The challenges of passkey ceremonies that are not finished; each is taken once.
challenges = Table(
    "challenges",
    metadata,
    Column("challenge", String(100), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("until", Float(53), nullable=False),
)

# People and devices whose cookies are not accepted any more, until those expire; ``joined``: who a person became.
ended = Table(
    "ended",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("joined", String(32), nullable=False),
    Index("ended_by_time", "at"),
    Index("ended_by_joined", "joined"),
)

# How people fared in a finished game; they outlive its table. Bots have no person, mu and sigma are those afterwards.
results = Table(
    "results",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("game", String(40), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("mu", Float(53)),
    Column("sigma", Float(53)),
    Index("results_by_person", "person", "at"),
    Index("results_by_time", "at"),
)

leagues = Table(
    "leagues",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("size", Integer, nullable=False),
    Column("host", String(32), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("round", Integer, nullable=False),
)

league_members = Table(
    "league_members",
    metadata,
    Column("league", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("joined", Float(53), nullable=False),
    Index("league_members_by_person", "person"),
)

league_games = Table(
    "league_games",
    metadata,
    Column("league", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, nullable=False),
    Column("names", Text, nullable=False),
)

# Where a browser takes push messages: the address of its push service, its two keys, and ours (`key`); with the device
# on which the person was signed in, which ends them when it is signed out.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("key", String(100), nullable=False),
    Column("since", Float(53), nullable=False),
    Column("device", String(32), nullable=False, server_default=""),
    Index("subscriptions_by_person", "person"),
)

# How somebody wants to be called: never between two minutes of their day (the same ones: always).
callees = Table(
    "callees",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("language", String(5), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_until", Integer, nullable=False),
    # Confirmed by its owner; empty for none.
    Column("email", String(254), nullable=False),
    Column("changed", Float(53), nullable=False, server_default="0"),
)

# The last call of a person to a table: what about, when it is due (null: it was made), whether they want none, and the
# two times at which they were last called.
calls = Table(
    "calls",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("about", String(60), nullable=False),
    Column("at", Float(53)),
    Column("tries", Integer, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("called", Float(53)),
    Column("called_before", Float(53)),
    Index("calls_by_time", "at"),
)

# How a machine was every few minutes, for administrators: see `ops.load.Sample`.
load = Table(
    "load",
    metadata,
    Column("at", Float(53), primary_key=True),
    Column("host", String(80), primary_key=True),
    Column("moves", Float(53), nullable=False),
    Column("people", Integer, nullable=False),
    Column("tables", Integer, nullable=False),
    Column("memory", BigInteger, nullable=False),
    Column("slow", Float(53), nullable=False),
    Column("errors", Integer, nullable=False),
    Column("restarts", Integer, nullable=False),
)
