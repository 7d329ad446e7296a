"""Hosting: settings in a file, a check of them, backups, migrations of what is there, and the files in hosting/."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
import yaml
from sqlalchemy.ext.asyncio import create_async_engine

from lastraft.cli import app
from lastraft.errors import BadOption, BadText, LastRaftError
from lastraft.server.ops.backup import restore_backup, write_backup
from lastraft.server.ops.check import check_settings
from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.settings import OTHERS, Limits, Settings, from_environment
from lastraft.server.tables import schema
from lastraft.server.tables.migrate import run_migrations
from lastraft.server.tables.store import NoDatabase, Store
from tests.server.helpers import ROOT, Person, Server, free_port, serving
from tests.server.test_tables import lobby

HOSTING = ROOT / "hosting"


def test_settings_come_from_a_file_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The environment goes before it, the command line before both; mistakes name the file and what is meant."""
    file = tmp_path / "lastraft.toml"
    file.write_text('port = 9000\nhost = "::1"\nhosts = ["raft.example"]\n[limits]\nchat_length = 10\n')
    monkeypatch.setenv("LASTRAFT_HOST", "127.0.0.2")
    monkeypatch.setenv("LASTRAFT_CONFIG", str(file))
    for settings in (from_environment(port=9001), from_environment(file, port=9001)):
        assert (settings.port, settings.host, settings.hosts) == (9001, "127.0.0.2", ("raft.example",))
        assert settings.limits.chat_length == 10
    for text, said in (
        ("prot = 9000", "prot is no setting; is port meant?"),
        ('port = "many"', "port: 'many' cannot be used"),
        ("port = ", "cannot be read"),
    ):
        file.write_text(text)
        with pytest.raises(BadOption, match=said):
            from_environment()
    with pytest.raises(BadOption, match="cannot be read"):
        from_environment(tmp_path / "none.toml")
    assert from_environment(HOSTING / "lastraft.toml").limits.tables_of_an_address == 400


def test_the_check_says_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    well = Settings(database=f"sqlite+aiosqlite:///{file}", port=free_port())
    assert check_settings(well) == []
    assert not any(tmp_path.iterdir()), "it creates nothing"
    at_version(file, schema.HEAD)
    file.chmod(0o600)
    assert check_settings(well) == []
    file.chmod(0o644)
    wrong = Settings(
        database=well.database,
        port=free_port(),
        host="0.0.0.0",
        proxies="caddy",
        secret="x",
        admin_token="short",
        metrics_token="x",
    )
    found = "\n".join(check_settings(wrong))
    for said in (
        "'caddy' is no address",
        "hosts: nobody",
        "secret: it is short",
        "error: admin_token",
        "warning: metrics_token",
        "chmod 600",
    ):
        assert said in found
    bad = Settings(database=f"sqlite+aiosqlite:///{tmp_path}", port=free_port())
    assert any(line.startswith("error: the database") for line in check_settings(bad))


def at_version(database: Path | str, version: str) -> None:
    """Create a database as a server of that version would, or migrate one."""

    async def migrate() -> None:
        url = database if isinstance(database, str) else f"sqlite+aiosqlite:///{database}"
        engine = create_async_engine(url)
        async with engine.begin() as c:
            await c.run_sync(run_migrations, version)
        await engine.dispose()

    asyncio.run(migrate())


def version_of(database: str) -> str:
    async def look() -> str:
        async with Store(database).opened_to_read() as version:
            return version

    return asyncio.run(look())


def said_by(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    with pytest.raises(SystemExit) as left:
        app([str(each) for each in arguments])
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out + err


def test_backup_and_export_create_no_database(
    tmp_path: Path, fresh_postgres: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong place is an error that names it, without its password."""
    monkeypatch.setenv("LASTRAFT_DATA", str(tmp_path / "none"))
    file, empty = tmp_path / "written.gz", tmp_path / "empty.sqlite"
    empty.touch()
    typo = f"sqlite+aiosqlite:///{tmp_path}/none/typo.sqlite"
    for database in ("", typo, f"sqlite+aiosqlite:///{empty}", fresh_postgres):
        named = ["--database", database] if database else []
        for command in ("backup", "export"):
            code, said = said_by(capsys, command, file, *named)
            assert (code, len(said.splitlines())) == (2, 1), said
            assert (database or "none/tables.sqlite") in said
            assert "name the one of your server" in said
            assert not file.exists()
        assert not (tmp_path / "none").exists()
    assert empty.stat().st_size == 0
    with pytest.raises(NoDatabase):
        version_of(fresh_postgres)
    assert Store("postgresql+asyncpg://u:hush@h/d?password=hush").shown.count("hush") == 0


def test_a_backup_without_anything_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was made from another database than was meant; what an SQLite file held before a restore stays beside it."""
    unused, real = tmp_path / "unused.sqlite", tmp_path / "real.sqlite"
    empty, full = tmp_path / "empty.gz", tmp_path / "full.gz"
    at_version(unused, schema.HEAD)
    at_version(real, schema.HEAD)
    with sqlite3.connect(real) as c:
        c.execute("INSERT INTO settings VALUES ('cookie', 'precious')")
    into = ["--replace", "--database", f"sqlite+aiosqlite:///{real}"]
    for file, database, rows in ((empty, unused, 0), (full, real, 1)):
        code, said = said_by(capsys, "backup", file, "--database", f"sqlite+aiosqlite:///{database}")
        assert (code, said) == (0, f"{rows} rows of sqlite+aiosqlite:///{database} written to {file}\n")
    code, said = said_by(capsys, "restore", empty, *into)
    assert code == 2
    assert "--empty" in said
    assert not [*tmp_path.glob("*before-restore*")]
    for number, (file, extra) in enumerate(((full, []), (empty, ["--empty"]))):
        before = f"{real}.before-restore{'-2' * number}"
        code, said = said_by(capsys, "restore", file, *extra, *into)
        assert code == 0, said
        assert f"rows restored to sqlite+aiosqlite:///{real}" in said
        assert before in said.replace("\n", "")
        with sqlite3.connect(before) as c:
            assert c.execute("SELECT value FROM settings").fetchall() == [("precious",)]
    with sqlite3.connect(real) as c:
        assert c.execute("SELECT value FROM settings").fetchall() == []


def test_people_are_not_deleted_without_being_told_to(tmp_path: Path) -> None:
    """A database in which somebody is known is not empty, though it has no table."""
    database, file = f"sqlite+aiosqlite:///{tmp_path / 'one.sqlite'}", tmp_path / "backup.gz"
    at_version(database, schema.HEAD)
    with sqlite3.connect(tmp_path / "one.sqlite") as c:
        c.execute("INSERT INTO settings VALUES ('cookie', 'precious')")
        c.execute("INSERT INTO players (person, handle, name, made, changed) VALUES ('p', 'h', 'Ada', 1, 1)")
    assert write_backup(Settings(database=database), file) == 2
    with pytest.raises(LastRaftError, match="tables or people"):
        restore_backup(Settings(database=database), file)


def test_a_backup_has_the_secret_of_the_settings(tmp_path: Path) -> None:
    """Restored elsewhere, without that setting, cookies still say who people are; with it too."""
    secret = {"LASTRAFT_SECRET": "a secret of twenty characters"}
    one, two = (f"sqlite+aiosqlite:///{tmp_path / name}.sqlite" for name in ("one", "two"))
    file = tmp_path / "backup.gz"

    async def known(server: Server, ada: Person) -> str:
        return str((await ada.at(server).get("/api/me"))["name"])

    with serving(one, tmp_path, **secret) as server:
        ada = asyncio.run(Person.named(server, "Ada"))
        rows = write_backup(Settings(database=one, secret=secret["LASTRAFT_SECRET"]), file)
    assert restore_backup(Settings(database=two), file).rows == rows
    with serving(two, tmp_path) as server:
        assert asyncio.run(known(server, ada)) == "Ada"
    again = write_backup(Settings(database=two, secret=secret["LASTRAFT_SECRET"]), file)
    restore_backup(Settings(database=two), file, replace=True)
    with sqlite3.connect(tmp_path / "two.sqlite") as c:
        found = c.execute("SELECT count(*) FROM settings WHERE value = ?", [secret["LASTRAFT_SECRET"]]).fetchone()
    assert (found, again >= rows) == ((1,), True)


def test_a_backup_of_an_older_version_migrates_nothing(tmp_path: Path, fresh_postgres: str) -> None:
    """While a server of that version runs: its rows are written as they are, and brought up to date when they are
    restored. Export and import wait for the server to do so, the check says so."""
    target = f"sqlite+aiosqlite:///{tmp_path / 'new.sqlite'}"
    for database in (f"sqlite+aiosqlite:///{tmp_path / 'old.sqlite'}", fresh_postgres):
        at_version(database, "0004")

        async def fill(database: str = database) -> None:
            engine = create_async_engine(database)
            async with engine.begin() as c:
                for line in (
                    "INSERT INTO settings VALUES ('cookie', 'precious')",
                    "INSERT INTO league_games VALUES ('l', 't', 1, '[\"Ada\"]')",
                    "INSERT INTO leases VALUES ('t', 'server', 99999999999)",
                    "INSERT INTO callees VALUES ('p', 'en', 'UTC', 0, 0, '')",
                ):
                    await c.exec_driver_sql(line)
            await engine.dispose()

        asyncio.run(fill())
        settings, file = Settings(database=database, port=free_port()), tmp_path / "backup.gz"
        assert write_backup(settings, file) == 3
        warned = [line for line in check_settings(settings) if "version 0004" in line]
        assert len(warned) == 1
        assert warned[0].startswith("warning")
        for work in (lambda s=settings: export_tables(s, io.StringIO()), lambda s=settings: import_tables(s, [])):
            with pytest.raises(LastRaftError, match="start the server first"):
                work()
        assert version_of(database) == "0004"

        async def leases(database: str = database) -> bool:
            store = Store(database)
            async with store.opened_to_read():
                return await store.has_leases()

        assert asyncio.run(leases())
        assert restore_backup(Settings(database=target), file, replace=True).rows == 3
        with sqlite3.connect(tmp_path / "new.sqlite") as c:
            assert c.execute("SELECT names FROM league_games").fetchall() == [('{"gone 0": "Ada"}',)]
            assert c.execute("SELECT changed FROM callees").fetchall() == [(0.0,)]


def test_a_backup_of_an_unknown_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    file.write_bytes(gzip.compress(b'{"lastraft": "0000", "at": 1}\n["settings", {"name": "a", "value": "b"}]\n'))
    with pytest.raises(BadText, match="version 0000"):
        restore_backup(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'one.sqlite'}"), file)


def test_a_failed_migration_of_postgres_changes_nothing(fresh_postgres: str) -> None:
    """All migrations run in one transaction: the third one fails, and the second is taken back."""
    at_version(fresh_postgres, "0001")

    async def look() -> None:
        engine = create_async_engine(fresh_postgres)
        async with engine.begin() as c:
            await c.exec_driver_sql("CREATE TABLE challenges (challenge text)")
        with pytest.raises(LastRaftError, match="challenges"):
            await Store(fresh_postgres).open()
        async with engine.connect() as c:
            assert not await c.run_sync(lambda c: sa.inspect(c).has_table("bans"))
        await engine.dispose()

    asyncio.run(look())
    assert version_of(fresh_postgres) == "0001"


def test_a_backup_brings_everything_back(tmp_path: Path, postgres: str) -> None:
    """Made while a server runs; people, seats and games are there again, in a database of either kind."""
    one = f"sqlite+aiosqlite:///{tmp_path / 'one.sqlite'}"
    two = f"sqlite+aiosqlite:///{tmp_path / 'two.sqlite'}"
    file = tmp_path / "backup.gz"

    async def begin(server: Server) -> tuple[Person, str]:
        table, (ada, _) = await lobby(server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        return ada, table

    async def go_on(server: Server, ada: Person, table: str) -> None:
        ada = ada.at(server)
        assert (await ada.get(f"/api/tables/{table}"))["you"] == 0
        await ada.post(f"/api/tables/{table}/move", move="draw")

    with serving(one, tmp_path) as server:
        ada, table = asyncio.run(begin(server))
        rows = write_backup(Settings(database=one), file)
        with pytest.raises(LastRaftError, match="another server"):
            restore_backup(Settings(database=one), file, replace=True)
    assert rows > 5
    assert file.stat().st_mode & 0o777 == 0o600
    for database in (two, postgres):
        assert restore_backup(Settings(database=database), file).rows == rows
        with pytest.raises(LastRaftError, match="--replace"):
            restore_backup(Settings(database=database), file)
        assert restore_backup(Settings(database=database), file, replace=True).rows == rows
    command = [sys.executable, "-m", "lastraft.cli", "restore", "--replace", "--database", two, "-"]
    assert subprocess.run(command, stdin=file.open("rb"), check=False, timeout=120).returncode == 0
    cut = tmp_path / "cut.gz"
    cut.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(BadText):
        restore_backup(Settings(database=two), cut, replace=True)
    with serving(two, tmp_path) as server:
        asyncio.run(go_on(server, ada, table))


def test_a_migration_is_tried_on_a_copy(tmp_path: Path) -> None:
    """What was there is there afterwards, and beside it the file as it was before."""
    file = tmp_path / "tables.sqlite"
    at_version(file, "0001")
    with sqlite3.connect(file) as c:
        c.execute("INSERT INTO entries VALUES ('t', 1, 'body')")
        c.execute("INSERT INTO tables VALUES ('t', 1, 1, 'over', 0, '{}', NULL)")

    async def look() -> None:
        store = Store(f"sqlite+aiosqlite:///{file}")
        await store.open()
        assert await store.read("t") == [(1, "body")]
        assert (await store.all_tables())[0]["origin"] == ""
        await store.close()

    asyncio.run(look())
    with sqlite3.connect(tmp_path / f"tables.sqlite.before-{schema.HEAD}") as before:
        assert before.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert before.execute("SELECT body FROM entries").fetchall() == [("body",)]


def test_the_containers_take_every_setting() -> None:
    """What compose.yaml and the guide set are settings; the others can stand in a file, which need not be there."""
    service = yaml.safe_load((HOSTING / "compose.yaml").read_text())["services"]["lastraft"]
    assert service["env_file"] == [{"path": "lastraft.env", "required": False}]
    guide = (ROOT / "docs" / "hosting.md").read_text()
    named = {*service["environment"], *re.findall(r"LASTRAFT_[A-Z_]+", guide)}
    settings = {field.name for kind in (Settings, Limits) for field in msgspec.structs.fields(kind)} - {"limits"}
    assert (
        {"LASTRAFT_DATABASE", "LASTRAFT_SMTP"} <= named <= {f"LASTRAFT_{each.upper()}" for each in settings} | {*OTHERS}
    )
    for each in ("hosting/.env", "hosting/lastraft.env"):  # they hold secrets
        assert each in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_the_units_are_sound(tmp_path: Path) -> None:
    for unit in (*HOSTING.glob("*.service"), *HOSTING.glob("*.timer")):
        text = unit.read_text().replace("/opt/lastraft/bin/lastraft", sys.executable)
        (tmp_path / unit.name).write_text(
            text.replace("User=lastraft", "User=root").replace("Group=lastraft", "Group=root")
        )
    units = sorted(str(unit) for unit in tmp_path.iterdir())
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "lastraft" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


def test_the_image_is_made_of_files_that_are_there() -> None:
    """Whatever the image is built from exists, and nothing else is let in by .dockerignore."""
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
    sources = [source.rstrip("/") for line in copied for source in line.split()]
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sources
    assert {*sources} == {*sent}
    assert all((ROOT / source).exists() for source in sources)
