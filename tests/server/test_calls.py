"""People who are asked and away are called: once a turn, never at night, and never with a secret."""

from __future__ import annotations

import asyncio
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from lastraft.errors import BadOption
from lastraft.protocol import WATCHER
from lastraft.server.ops import mail, push
from lastraft.server.ops.backup import restore_backup, write_backup
from lastraft.server.ops.check import check_settings
from lastraft.server.ops.export_import import export_tables, import_tables
from lastraft.server.ops.notifications import Callee, Notice, Notifications, _wanted, notice_of
from lastraft.server.ops.settings import Settings
from lastraft.server.tables import actions, beats
from lastraft.server.tables import clock as tables_clock
from lastraft.server.tables.calls import must_answer
from lastraft.server.tables.entries import Clock
from lastraft.server.tables.live_tables import LiveTable, LiveTables
from lastraft.server.tables.nights import awake
from lastraft.server.tables.schema import calls, subscriptions
from lastraft.server.tables.store import Store
from lastraft.server.tables.table import Table
from tests.server.helpers import Person, Refusal, Server, eventually, free_port, opening, serving, started_table
from tests.server.push_service import Browser, PushService, check_signed, decoded
from tests.server.running import Clock as Time
from tests.server.running import seated

CALLS = {"LASTRAFT_CALL_SECONDS": "0.2", "LASTRAFT_PUSH_ANYWHERE": "true", "LASTRAFT_CONTACT": "ola@raft.example"}
NOT_QUIET = {"quiet_from": 0, "quiet_until": 0, "zone": "Europe/Warsaw"}


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


@pytest.fixture(scope="module")
def calling(sqlite: str, folder: Path) -> Iterator[Server]:
    with serving(sqlite, folder, **CALLS) as running:
        yield running


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A: the same keys, salt and text give the same bytes."""
    device = push.Device(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        "",
    )
    private = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = push.encrypt(
        device, b"When I grow up, I want to be a watermelon", private, decoded("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert push.encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7"
        "A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_somebody_away_is_called_once_a_turn(calling: Server, service: PushService) -> None:
    """Two sit down and the game begins with nobody there: whose turn it is gets one message, signed and encrypted, on
    each device; none more while nothing changes, none while they are there, none to a muted table; a device that is
    gone is forgotten, and a service that hangs holds nobody up."""

    async def play() -> None:
        ada, ben = await Person.named(calling, "Ada"), await Person.named(calling, "Ben")
        key = (await ada.get("/calls"))["key"]
        phones = {name: Browser(service, f"/{name}") for name in ("phone", "tablet", "gone", "slow")}
        service.answers["/gone"] = 410
        service.hangs.add("/slow")
        for path in ("phone", "gone"):
            await ada.post("/calls/device", **phones[path].subscription(key))
        await ben.post("/calls/device", **phones["tablet"].subscription(key))
        for person in (ada, ben):
            await person.post("/calls/quiet", **NOT_QUIET)
        table = await ada.table(seats=2)
        await ben.post(f"/api/tables/{table}/sit")
        (sat,) = await asyncio.to_thread(service.await_messages, "/phone", 1)
        assert phones["phone"].read(sat.body)["title"] == "Ben sits down at your table"
        assert phones["phone"].read(sat.body)["body"] == "2 of 2 chairs are taken. Start when you like."
        await ada.post(f"/api/tables/{table}/start")
        _, came = await asyncio.to_thread(service.await_messages, "/phone", 2)
        claims = check_signed(came, key, service)
        assert claims["sub"] == "mailto:ola@raft.example"
        assert came.headers["content-encoding"] == "aes128gcm"
        assert came.headers["topic"] == table
        said = phones["phone"].read(came.body)
        assert said["title"] == "Your turn at Driftwood"
        assert (said["path"], said["tag"], said["answer"], said["later"]) == (
            f"/table/{table}",
            table,
            "Choose",
            "Later",
        )
        assert said["waiting"] == 1
        assert (await ada.get("/calls"))["devices"] == 1, "the device that is gone is forgotten"
        await asyncio.sleep(1)
        assert len(service.await_messages("/phone", 2)) == 2, "once a turn"
        assert not [each for each in service.received if each.path == "/tablet"], "Ben is not asked"
        assert await ada.get("/calls/waiting") == [table]

        await ben.post("/calls/device", **phones["slow"].subscription(key))
        await ada.post(f"/api/tables/{table}/move", move="draw")
        (came,) = await asyncio.to_thread(service.await_messages, "/tablet", 1)
        await asyncio.to_thread(service.await_messages, "/slow", 1)
        service.released.set()  # until now it hung, and held up neither the move nor the others
        assert phones["tablet"].read(came.body)["title"] == "Your turn at Driftwood"
        assert "draw" not in str(phones["tablet"].read(came.body)), "nothing of what was played"

        async with ada.socket(table):
            await ben.post(f"/api/tables/{table}/move", move="draw")  # then all vote
            _, came = await asyncio.to_thread(service.await_messages, "/tablet", 2)
        assert len(service.await_messages("/phone", 2)) == 2, "Ada is there"
        await ben.post(f"/table/{table}/calls", muted=True)
        assert (await ben.get(f"/table/{table}/calls")) == {"muted": True}
        for person in (ada, ben, ada):
            legal = (await person.get(f"/api/tables/{table}/legal"))["legal"]
            await person.post(f"/api/tables/{table}/move", move=legal[0]["code"])
        await asyncio.sleep(1)
        assert await ben.get("/calls/waiting") == [table]
        assert len(service.await_messages("/tablet", 2)) == 2, "Ben wants no calls to this table"

    asyncio.run(play())


def test_what_cannot_be_called(calling: Server, service: PushService) -> None:
    """Wrong keys, zones, times, addresses and other people's devices are refused in words, and change nothing."""
    for wrong in ("http://push.example/x", "https://127.0.0.1/x", "https://10.1.2.3/", "https://[::1]/", "ftp://a.b/c"):
        assert not push.is_endpoint(wrong, anywhere=False), wrong
    for wrong in ("https://[64:ff9b::10.0.0.1]/", "https://[::ffff:10.0.0.1]/", "https://[2002:a00:1::]/"):
        assert not push.is_endpoint(wrong, anywhere=False), wrong
    for wrong in ("https://localhost/x", "https://intranet/x", "https://a:b@c.example/", "https://c.example:x/", "x"):
        assert not push.is_endpoint(wrong, anywhere=False), wrong
    assert push.is_endpoint("https://fcm.googleapis.com/fcm/send/abc:def", anywhere=False)
    browser = Browser(service, "/private")
    inside = push.Device(browser.endpoint.replace("127.0.0.1", "localhost"), *["x"] * 3)
    with pytest.raises(OSError, match="inside a network"):
        push._Connection("http", "localhost", int(inside.endpoint.split(":")[2].split("/")[0]), False).connect()

    async def ask() -> None:
        ada, cy = await Person.named(calling, "Ada"), await Person.named(calling, "Cy")
        key = (await ada.get("/calls"))["key"]
        good = browser.subscription(key)
        for change in ({"p256dh": "AAAA"}, {"auth": "AAAA"}, {"endpoint": "file:///etc"}, {"zone": "Mars/Base"}):
            with pytest.raises(Refusal) as refused:
                await ada.post("/calls/device", **{**good, **change})
            assert refused.value.status == 400
            assert refused.value.answer["said"]
        assert (await ada.get("/calls"))["devices"] == 0
        await ada.post("/calls/device", **good)
        with pytest.raises(Refusal):
            await cy.post("/calls/device", **{**good, "auth": "A" * 22})
        for wrong in (
            {**NOT_QUIET, "quiet_from": 1440},
            {**NOT_QUIET, "zone": "x" * 65},
            {**NOT_QUIET, "zone": "../x"},
        ):
            with pytest.raises(Refusal):
                await ada.post("/calls/quiet", **wrong)
        with pytest.raises(Refusal, match="sends no e-mails"):
            await ada.post("/calls/mail", email="ada@raft.example")
        data = await ada.get("/api/me/data")
        assert data["calls"]["devices"] == [browser.endpoint]
        await ada.post("/calls/device/remove", endpoint=browser.endpoint)
        assert (await ada.get("/calls"))["devices"] == 0
        await cy.post("/calls/device", **good)
        await cy.ask("DELETE", "/api/me")

    asyncio.run(ask())


def test_quiet_hours() -> None:
    """Between the two times nobody is called, also over midnight and when the clocks change; the same times: always."""
    warsaw = ZoneInfo("Europe/Warsaw")

    def at(callee: Callee, month: int, day: int, hour: int, minute: int = 0) -> str:
        wished = datetime(2026, month, day, hour, minute, tzinfo=warsaw).timestamp()
        return datetime.fromtimestamp(awake(wished, callee.quiet), warsaw).strftime("%d %H:%M")

    night = Callee(zone="Europe/Warsaw")
    assert at(night, 11, 16, 22, 29) == "16 22:29"
    assert at(night, 11, 16, 22, 30) == "17 07:30"
    assert at(night, 11, 17, 3) == "17 07:30"
    assert at(night, 11, 17, 7, 30) == "17 07:30"
    assert at(night, 3, 28, 23) == "29 07:30", "an hour is missing in that night"
    assert at(night._replace(quiet_from=600, quiet_until=720), 11, 16, 11) == "16 12:00"
    assert at(night._replace(quiet_from=0, quiet_until=0), 11, 16, 3) == "16 03:00"


@pytest.mark.parametrize(
    ("language", "title", "until"),
    [
        ("en", "Your turn at Driftwood", "Until tomorrow, "),
        ("pl", "Twoja kolej: Driftwood", "Do jutra, "),
        ("fr", "À vous de jouer\u00a0: Driftwood", "Jusqu'à demain, "),
    ],
)
def test_what_is_told(language: str, title: str, until: str) -> None:
    """In the language of the person, with until when; the same whatever others hold."""
    tables = [started_table(seed, clock=Clock("days", 1)) for seed in (1, 2)]
    notices = [notice_of(table, "p0", Callee(language, "Europe/Warsaw")) for table in tables]
    assert notices[0] == notices[1]
    assert notices[0].title == title
    assert until in notices[0].body


def test_two_truths_one_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is hidden in hands, votes and orders, each seat is told the same as long as those who watch see the
    same: at turns, in windows and in votes."""
    start = "first: A; round: 2; weather: 0 0 1; W: 1; F: 2; hand A: fishing_rod; hand B: {b}; hand C: {c}"
    now = Time()
    monkeypatch.setattr(tables_clock, "now", now)

    def told(b: str, c: str, against: int) -> Iterator[tuple[bytes, list[Notice]]]:
        now.now = Time.now
        table = seated("hellapagos", 3, start=start.format(b=b, c=c), clock=Clock("hours", 12))
        table.apply(actions.give_order(table, "p1", "vote", against))
        while table.status == "running":
            watched = table.knowledge(WATCHER).hidden.to_bytes()
            yield watched, [notice_of(table, f"p{seat}", Callee("en", "Europe/Warsaw")) for seat in range(3)]
            if answer := beats.answer(table):
                now.now = max(now.now, answer.at)
                table.apply(actions.answered_by_table(table))
            else:
                table.apply(actions.timed_out(table, next(seat for seat in range(3) if must_answer(table, seat))))

    buttons = set[str]()
    for (watched, one), (also, other) in zip(told("club", "axe", 0), told("flask", "club", 2), strict=False):
        if watched != also:
            break
        assert one == other
        buttons |= {notice.answer for notice in one}
    assert buttons == {"Choose", "Vote"}


def test_a_push_service_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers byte by byte is left after a while: it would hold a thread for days."""
    monkeypatch.setattr(push, "LONGEST", 1)
    ended = threading.Event()

    class Dripping(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while not ended.wait(0.1):
                self.wfile.write(b"H")

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dripping)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser(PushService(), "/")
    keys = push.PushKeys(["secret"])
    endpoint = f"http://127.0.0.1:{server.server_address[1]}/"
    device = push.Device(endpoint, push.encoded(browser.public), push.encoded(browser.auth), keys.public)
    started = time.monotonic()
    with pytest.raises(push.PushFailed):
        push.send(device, b"{}", keys, "mailto:ola@raft.example", "topic", 60, True)
    assert time.monotonic() - started < 60
    ended.set()
    server.shutdown()
    server.server_close()


def test_several_tables_in_the_morning_are_one_message(tmp_path: Path, service: PushService) -> None:
    """What waited for the end of the night comes in one message."""

    async def call() -> dict[str, Any]:
        database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
        settings = Settings(database=database, call_seconds=60, push_anywhere=True)
        store = Store(database)
        await store.open()
        tables = LiveTables(store, settings)
        notifications = Notifications(tables)
        await notifications.start()
        browser = Browser(service, "/morning")
        assert notifications.keys
        device = push.Device(
            **{k: v for k, v in browser.subscription(notifications.keys.public).items() if k != "zone"}
        )
        hour = datetime.now(ZoneInfo("UTC")).hour
        morning = f"Etc/GMT{hour - 8:+d}" if -12 <= hour - 8 <= 12 else "UTC"
        await notifications.set_callee("p0", Callee("en", morning, 0, 0))
        await notifications.add_device("p0", "morning", device)
        try:
            for _ in range(2):
                live = await tables.create(opening("p0", "driftwood", 2))
                for seat in range(2):
                    await tables.act(live, lambda t, s=seat: actions.sit(t, f"p{s}", f"Name {s}"))  # type: ignore[misc]
                await tables.act(live, lambda t: actions.start(t, "p0", 1))
            due = sa.update(calls).values(at=0.0)
            for _ in range(500):
                async with store.reading() as c:
                    noted = (await c.execute(sa.select(sa.func.count()).select_from(calls))).scalar()
                if noted == 2:
                    break
                await asyncio.sleep(0.01)
            async with store.writing() as c:
                await c.execute(due)
            await notifications._call("p0")
            (came,) = await asyncio.to_thread(service.await_messages, "/morning", 1)
            return browser.read(came.body)
        finally:
            await notifications.stop()
            await store.close()

    said = asyncio.run(call())
    assert said["title"].endswith("2 tables wait")
    assert said["body"] == "Driftwood 1 minute, Driftwood 1 minute."


def test_keys_and_devices_are_kept(tmp_path: Path, calling: Server, sqlite: str, service: PushService) -> None:
    """A backup and an export hold the keys and the devices: whoever was called is called again elsewhere."""

    async def subscribe() -> None:
        ada = await Person.named(calling, "Ada")
        await ada.table(seats=2)
        await ada.post("/calls/device", **Browser(service, "/kept").subscription((await ada.get("/calls"))["key"]))

    asyncio.run(subscribe())

    async def key(settings: Settings) -> tuple[set[str], list[str]]:
        store = Store(settings.url)
        await store.open()
        notifications = Notifications(LiveTables(store, settings))
        await notifications.start()
        rows = [values["endpoint"] async for name, values in store.all_rows([subscriptions])]
        await notifications.stop()
        await store.close()
        assert notifications.keys
        return {*notifications.keys._keys}, rows

    before = Settings(database=sqlite)
    write_backup(before, tmp_path / "backup.gz")
    with (tmp_path / "export").open("w") as out:
        export_tables(before, out)
    keys, endpoints = asyncio.run(key(before))
    assert endpoints
    restored, imported = (Settings(database=f"sqlite+aiosqlite:///{tmp_path / name}") for name in ("one", "two"))
    restore_backup(restored, tmp_path / "backup.gz")
    assert asyncio.run(key(restored)) == (keys, endpoints)
    with (tmp_path / "export").open() as lines:
        import_tables(imported, lines)
    others, there = asyncio.run(key(imported))
    assert keys < others, "this server's own key comes first"
    assert there == endpoints


class Mails(socketserver.StreamRequestHandler):
    """As little of SMTP as it takes to be sent an e-mail."""

    taken: ClassVar[list[str]] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().strip().upper():
            if line == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while not text.endswith(b"\r\n.\r\n"):
                    text += self.rfile.readline()
                self.taken.append(text.decode())
            self.wfile.write(b"250 well\r\n" if line != b"QUIT" else b"221 bye\r\n")
            if line == b"QUIT":
                return


def test_e_mail(tmp_path: Path) -> None:
    """Where the operator gives a server for e-mails, one is asked first whether that is one's address, then called
    there; a link in each message ends it. `serve --check` says what is wrong with the settings."""
    Mails.taken.clear()
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mails)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    smtp = f"smtp://127.0.0.1:{server.server_address[1]}"
    given = {"smtp": smtp, "contact": "ola@raft.example", "address": "https://raft.example"}
    database = f"sqlite+aiosqlite:///{tmp_path / 'mail.sqlite'}"

    def problems(**changed: str) -> list[str]:
        found = check_settings(Settings(database=database, port=free_port(), **{**given, **changed}))  # type: ignore[arg-type]
        return [line for line in found if "smtp" in line]

    assert not problems()
    (missing,) = problems(contact="")
    assert missing == "error: smtp: no e-mail is sent without contact"
    (wrong,) = problems(smtp="mail.example")
    assert wrong.startswith("error: smtp: expected smtp://")
    for nowhere in ("smtp://mail..example", "smtp://:25"):
        (unreadable,) = problems(smtp=nowhere)
        assert unreadable.startswith("error: smtp: expected smtp://")
    (down,) = problems(smtp=f"smtp://127.0.0.1:{free_port()}")
    assert down.startswith("warning: smtp: the server for e-mails does not take any"), "ours starts all the same"
    with pytest.raises(BadOption):
        mail.connect("gopher://x")
    environment = {f"LASTRAFT_{name.upper()}": value for name, value in given.items()}

    async def play(running: Server) -> None:
        ada, ben = await Person.named(running, "Ada"), await Person.named(running, "Ben")
        await ada.post("/calls/quiet", **NOT_QUIET)
        for wrong in ("ada@raft.example, all@raft.example", "a@b.c\r\nBcc: d@e.f", "ada", "a@(x)b.c", "\u00e0@b.c"):
            with pytest.raises(Refusal, match="no e-mail address"):
                await ada.post("/calls/mail", email=wrong)
        await ada.post("/calls/mail", email="ada@raft.example")
        link = await _linked(0)
        assert (await ada.get("/calls"))["email"] == ""
        assert "ada@raft.example" in await ben.get(link), "it may be read on another device"
        await ben.http.post(link, data={"answer": "yes"})
        assert (await ada.get("/calls"))["email"] == "ada@raft.example"
        table = await ada.table(seats=2)
        await ben.post(f"/api/tables/{table}/sit")
        await _linked(1)
        await ada.post(f"/api/tables/{table}/start")
        stop = await _linked(2)
        assert "Subject: Your turn at Driftwood" in Mails.taken[2]
        assert f"https://raft.example/table/{table}" in Mails.taken[2]
        cy = await Person.named(running, "Cy")
        words = re.findall(r"<li>([a-z]+)</li>", (await cy.http.post("/me/phrase")).text)
        await ada.http.post("/me/sign-in", data={"words": " ".join(words), "take": "1"})
        assert (await ada.get("/calls"))["email"] == "ada@raft.example", "whoever signs in takes it along"
        await ben.http.post(stop, data={"answer": "no"})
        assert (await ada.get("/calls"))["email"] == "", "and the links of earlier messages still end it"
        with pytest.raises(Refusal):
            await ada.get("/calls/mail/forged.token")

    async def _linked(number: int) -> str:
        async def came() -> bool:
            return len(Mails.taken) > number

        await eventually(came, f"more than {number} e-mails")
        text = Mails.taken[number].replace("=\r\n", "").replace("=3D", "=")
        return "/calls/mail/" + text.rpartition("/calls/mail/")[2].split()[0].rstrip(">")

    with serving(database, tmp_path, **{**CALLS, **environment}) as running:
        asyncio.run(play(running))
    server.shutdown()
    server.server_close()


def test_a_table_is_unknown_to_others() -> None:
    """Only those who are asked are called, and nobody whose seat a bot plays."""
    table: Table = started_table(1)
    wanted = dict(_wanted(LiveTable(table)))
    assert wanted == {f"p{seat}": "turn 0" for seat in table.actors}


@pytest.mark.parametrize("how", ["servers", "processes"])
def test_of_several_processes_one_calls(how: str, postgres: str, tmp_path: Path, service: PushService) -> None:
    """On PostgreSQL, two servers or one of two processes: one message a turn, whichever of them has the table, and none
    to somebody who is connected to another one."""
    processes = {"LASTRAFT_PROCESSES": "2"} if how == "processes" else {}
    environment = {**CALLS, **processes}

    async def play(servers: list[Server]) -> None:
        ada, ben = await Person.named(servers[0], "Ada"), await Person.named(servers[-1], "Ben")
        key = (await ada.get("/calls"))["key"]
        for person, path in ((ada, "/ada"), (ben, "/ben")):
            await person.post("/calls/device", **Browser(service, path).subscription(key))
            await person.post("/calls/quiet", **NOT_QUIET)
        for turn in range(1, 4):
            table = await ada.table(seats=2)
            async with ada.at(servers[-1]).socket(table):
                await ben.post(f"/api/tables/{table}/sit")
                await ada.post(f"/api/tables/{table}/start")
                await ada.at(servers[-1]).post(f"/api/tables/{table}/move", move="draw")
                await asyncio.to_thread(service.await_messages, "/ben", turn)
        await asyncio.sleep(2)
        assert len([each for each in service.received if each.path == "/ben"]) == 3, "one message a turn"
        assert not [each for each in service.received if each.path == "/ada"], "Ada is there"

    with serving(postgres, tmp_path, **environment) as one:
        if how == "processes":
            asyncio.run(play([one]))
        else:
            with serving(postgres, tmp_path, **environment) as two:
                asyncio.run(play([one, two]))
