"""Hosting: settings in a file, a check of them, backups, migrations of what is there, and the files in hosting/."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from lastraft.errors import BadOption, BadText, LastRaftError
from lastraft.server.ops.backup import restore_backup, write_backup
from lastraft.server.ops.check import check_settings
from lastraft.server.ops.settings import Settings, from_environment
from lastraft.server.tables import schema
from lastraft.server.tables.store import Store
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
    file.chmod(0o644)
    wrong = Settings(
        database=well.database, port=free_port(), host="0.0.0.0", proxies="caddy", secret="x", admin_token="short"
    )
    found = "\n".join(check_settings(wrong))
    for said in ("'caddy' is no address", "hosts: nobody", "secret: it is short", "admin_token", "chmod 600"):
        assert said in found
    bad = Settings(database=f"sqlite+aiosqlite:///{tmp_path}", port=free_port())
    assert any(line.startswith("error: the database") for line in check_settings(bad))


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
        assert restore_backup(Settings(database=database), file) == rows
        with pytest.raises(LastRaftError, match="--replace"):
            restore_backup(Settings(database=database), file)
        assert restore_backup(Settings(database=database), file, replace=True) == rows
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
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as c:
        config.attributes["connection"] = c
        command.upgrade(config, "0001")
        c.exec_driver_sql("INSERT INTO entries VALUES ('t', 1, 'body')")
        c.exec_driver_sql("INSERT INTO tables VALUES ('t', 1, 1, 'over', 0, '{}', NULL)")
    engine.dispose()

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


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_the_image_copies_what_is_there() -> None:
    """Whatever the image is built from exists, and is let in by .dockerignore."""
    let_in = (ROOT / ".dockerignore").read_text().splitlines()
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    copied = [
        name for line in lines if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]
    ]
    assert copied
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in let_in, name


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
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.M)
    sources = [source.rstrip("/") for line in copied for source in line.split()]
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sources
    assert {*sources} == {*sent}
    assert all((ROOT / source).exists() for source in sources)
