"""Nothing gets in, nothing stops, each gets its proper answer."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import secrets
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets.asyncio.client as ws
from websockets.exceptions import InvalidStatus

from lastraft.server.web.access import TokenBucket, known_host, same_origin
from lastraft.server.web.identity import Cookies, Guest, hashed, matches
from tests.server.helpers import TIMEOUT, Data, Person, Refusal, Server, TableSocket, play_on, serving

SCRIPT = '<script>alert("x")</script>'


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def refused(work: Coroutine[Any, Any, Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value


async def running(server: Server, *names: str) -> tuple[str, list[Person]]:
    people = [await Person.named(server, name) for name in names]
    table = await people[0].table(seats=len(names))
    for person in people[1:]:
        await person.post(f"/api/tables/{table}/sit")
    await people[0].post(f"/api/tables/{table}/start")
    return table, people


# -- acting for others, twice, late -----------------------------------------------------------------------------------


def test_nobody_can_act_for_another_seat(lone_server: Server) -> None:
    """Whose move it is follows from who one is; there is no way to say another seat."""

    async def play() -> None:
        table, (ada, ben) = await running(lone_server, "Ada", "Ben")
        eve = await Person.named(lone_server, "Eve")
        at = f"/api/tables/{table}"
        async with ben.socket(table) as b, eve.socket(table) as e, Person(lone_server).socket(table) as nobody:
            assert (await b.do(do="move", move="draw"))["code"] == "illegal"
            assert (await b.do(do="move", move="draw"))["clause"] == "TG-2.1"
            await b.raw(json.dumps({"do": "move", "move": "draw", "seat": 0, "id": "x"}))
            await b.until(lambda: b.answers.get("", {}).get("code") == "invalid")
            for connection in (e, nobody):
                assert (await connection.do(do="move", move="draw"))["code"] == "not-yours"
                assert (await connection.do(do="undo"))["code"] == "not-yours"
                assert (await connection.do(do="hand"))["code"] == "not-yours"
                assert (await connection.do(do="chat", text="hi"))["code"] == "not-yours"
        assert (await refused(eve.post(f"{at}/move", move="draw"))).status == 403
        assert (await refused(Person(lone_server).post(f"{at}/move", move="draw"))).status == 401
        for path in ("seats/0/link", "seats/0/free", "seats/0/bot", "seats/0/back", "end", "start"):
            assert (await refused(eve.post(f"{at}/{path}"))).status == 403, path
        assert (await ada.get(f"{at}/legal"))["legal"]

    run(play())


def test_repeated_and_late_moves_are_done_once_or_refused(lone_server: Server) -> None:
    """The same id is done once; an answer to an old question is refused; after the end nothing is done."""

    async def play() -> None:
        table, (ada, ben) = await running(lone_server, "Ada", "Ben")
        async with ada.socket(table) as a, ben.socket(table) as b, ada.socket(table) as again:
            first = await a.do(do="move", move="draw", question=1, id="one")
            assert first["type"] == "done"
            assert await a.do(do="move", move="draw", question=1, id="one") == first
            assert await again.do(do="move", move="draw", question=1, id="one") == first
            assert (await a.do(do="move", move="draw", question=1, id="two"))["code"] == "stale"
            assert (await a.do(do="move", move="draw", question=99, id="early"))["code"] == "stale"
            by_http = {"move": "draw", "question": 1, "id": "one"}
            assert (await ada.post(f"/api/tables/{table}/move", **by_http))["number"] == first["number"]
            # Ben's ids are Ben's own.
            await b.until(lambda: b.game["legal"])
            assert (await b.do(do="move", move="draw", id="one"))["type"] == "done"
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
            assert (await a.do(do="move", move="draw", question=a.game["question"]))["code"] == "over"
            assert (await a.do(do="undo"))["code"] == "over"
            assert await a.do(do="move", move="draw", question=1, id="one") == first
        assert (await refused(ada.post(f"/api/tables/{table}/start"))).code == "started"
        assert (await refused(ada.post(f"/api/tables/{table}/end"))).code == "over"

    run(play())


# -- cookies ----------------------------------------------------------------------------------------------------------


def test_cookies_are_signed_and_expire() -> None:
    """A cookie of ours is read; one that was changed, signed by others, cut or outlived is not."""
    cookies = Cookies("secret", days=1)
    guest = Guest("somebody", "Ada", time.time())
    good = cookies.write(guest)
    assert cookies.read(good) == guest
    body, _, signature = good.partition(".")
    old = msgspec.structs.replace(guest, since=guest.since - 2 * 86_400)
    forged = base64.urlsafe_b64encode(msgspec.json.encode(Guest("somebody else", "Ada", guest.since))).decode()
    bad = [
        None,
        "",
        ".",
        body,
        f"{body}.",
        f".{signature}",
        f"{forged.rstrip('=')}.{signature}",
        f"{body}.{signature[:-1]}",
        f"{body}.{'A' * len(signature)}",
        f"{body}x.{signature}",
        good * 100,
        "\u00e9.\u00e9",
        Cookies("other", days=1).write(guest),
        cookies.write(old),
    ]
    assert [cookies.read(each) for each in bad] == [None] * len(bad)


def test_forged_cookies_identify_nobody(lone_server: Server) -> None:
    async def play() -> None:
        table, (ada, _) = await running(lone_server, "Ada", "Ben")
        mallory = Person(lone_server)
        cookie = ada.http.cookies["lastraft"]
        for forged in (
            f"{cookie}x",
            cookie[:-2],
            "x.y",
            Cookies("guess", 180).write(Guest("somebody", "Ada", time.time())),
        ):
            mallory.http.cookies = httpx.Cookies({"lastraft": forged})
            assert (await refused(mallory.get("/api/me"))).status == 401
            async with mallory.socket(table) as connection:
                assert connection.state["stream"] == "watch"
                assert connection.game["view"]["hand"] is None
                assert not connection.game["legal"]

    run(play())


def test_the_cookie_is_kept_from_scripts_and_other_sites(lone_server: Server) -> None:
    answer = httpx.post(f"{lone_server.url}/api/me", json={"name": "Ada"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "ada" not in answer.cookies["lastraft"].lower()


# -- other sites ------------------------------------------------------------------------------------------------------


def test_requests_from_other_sites_are_refused(lone_server: Server) -> None:
    """Whatever changes something, and every socket, comes from our own page or from no browser at all."""

    async def play() -> None:
        table, (ada, _) = await running(lone_server, "Ada", "Ben")
        path, body = f"/api/tables/{table}/move", {"move": "draw"}
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": f"{lone_server.url}.evil.example"},
            {"Origin": lone_server.url.replace("127.0.0.1", "localhost")},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            caught = await refused(ada.ask("POST", path, json=body, headers=headers))
            assert (caught.status, caught.code) == (403, "origin"), headers
            form = ada.ask("POST", "/new", data={"game": "driftwood", "name": "Ada"}, headers=headers)
            assert (await refused(form)).status == 403
        for headers in ({"Host": "evil.example"}, {"Host": "evil.example:80", "Origin": "http://evil.example:80"}):
            assert (await refused(ada.ask("GET", "/api/me", headers=headers))).status == 421
        socket = f"{lone_server.url.replace('http', 'ws')}/api/tables/{table}/socket"
        for origin in ("https://evil.example", "null"):
            with pytest.raises(InvalidStatus) as caught_socket:
                await ws.connect(socket, origin=origin, additional_headers={"Cookie": ada.cookie}, proxy=None)  # type: ignore[arg-type]
            assert caught_socket.value.response.status_code == 403
        await ada.ask("POST", path, json=body, headers={"Origin": lone_server.url})

    run(play())


def test_known_hosts_and_same_origin() -> None:
    assert known_host("localhost:8300", ())
    assert known_host("127.0.0.1", ())
    assert known_host("[::1]:8300", ())
    assert known_host("raft.example", ("raft.example",))
    for host in ("", "evil.example", "localhost.evil.example", "[::1", "127.0.0.1.nip.io", "a b"):
        assert not known_host(host, ("raft.example",))
    assert same_origin({b"origin": "https://Raft.example"}, "raft.example")
    assert not same_origin({b"origin": "https://raft.example:444"}, "raft.example")
    assert not same_origin({b"origin": "ftp://raft.example"}, "raft.example")


def test_security_headers_and_no_inline_script(lone_server: Server) -> None:
    """Every answer carries the policy; no page has a script or a handler of events inside it."""

    async def play() -> None:
        table, (ada, _) = await running(lone_server, "Ada", "Ben")
        lobby = await ada.table(seats=2)
        link = await ada.post(f"/api/tables/{lobby}/seats/1/link")
        for path in ("/", f"/table/{table}", f"/table/{lobby}", link["path"], "/health", "/api/me", "/none-such"):
            answer = await ada.http.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            script = re.search(r"script-src ([^;]*)", policy)
            assert script
            assert script[1].strip() == "'self'"
            assert "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] in ("no-referrer", "same-origin")
            assert answer.headers["cache-control"] == "no-store"
            for tag in re.findall(r"<script[^>]*>[^<]*", answer.text):
                assert re.fullmatch(r"<script[^>]* src=[^>]*>\s*", tag), tag
            assert not re.search(r"<[^>]+\son\w+\s*=", answer.text)
            assert "javascript:" not in answer.text

    run(play())


def test_parts_of_a_page_are_small_on_the_wire(lone_server: Server) -> None:
    """Scripts and styles come compressed and without the headers that speak of documents; a drawing may be opened as a
    document, so it has them all."""
    sizes = {}
    for coding in ("br", "gzip", "identity"):
        came = httpx.get(f"{lone_server.url}/static/x/moves.js", headers={"accept-encoding": coding})
        assert came.headers.get("content-encoding", "identity") == coding
        assert "x-content-type-options" in came.headers
        assert "content-security-policy" not in came.headers
        assert "byId" in came.text
        sizes[coding] = int(came.headers["content-length"])
    assert sizes["br"] < sizes["gzip"] < sizes["identity"] / 3
    drawn = httpx.get(f"{lone_server.url}/static/x/logo.svg", headers={"accept-encoding": "br"})
    assert "default-src 'none'" in drawn.headers["content-security-policy"]
    assert "content-encoding" not in httpx.get(f"{lone_server.url}/static/x/alegreya.woff2").headers


# -- frames and bodies ------------------------------------------------------------------------------------------------


def test_unreadable_frames_are_refused_and_then_close_the_socket(lone_server: Server) -> None:
    """Each is refused; the connection and the table go on, until it is too much."""
    frames: list[str | bytes] = [
        "",
        "{",
        "null",
        "[]",
        '"move"',
        "{}",
        '{"do": "dance"}',
        '{"do": 1}',
        '{"do": "move"}',
        '{"do": "move", "move": null}',
        '{"do": "move", "move": 1.5}',
        '{"do": "move", "move": [[]]}',
        '{"do": "move", "move": "draw", "question": "1"}',
        '{"x": ' + "[" * 3000 + "]" * 3000 + ', "do": "move", "move": 1}',
        '{"do": "chat", "text": "\\ud800"}',
        b"\x00\x01",
        b'{"do": "move", "move": "draw"}',
    ]

    async def play() -> None:
        table, (ada, _) = await running(lone_server, "Ada", "Ben")
        async with ada.socket(table) as connection:
            for frame in frames:
                connection.answers.clear()
                await connection.raw(frame)
                await connection.until(lambda: connection.closed or "" in connection.answers)
                assert connection.answers.get("", {}).get("code") == "invalid", (frame, connection.closed)
            for move in (-1, 10**18, "nonsense", "", "draw\u0000", "\U0001f600" * 100):
                assert (await connection.do(do="move", move=move))["code"] == "invalid"
            assert (await connection.do(do="move", move="draw", id="i" * 65))["code"] == "invalid"
            assert (await connection.do(do="move", move="  DRAW ", id="good"))["type"] == "done"
            for _ in range(10):
                await connection.raw("{")
            await connection.until(lambda: connection.closed)
            assert connection.closed == 4429
        async with ada.socket(table) as connection:
            await connection.raw("x" * 9000)
            await connection.until(lambda: connection.closed)
            assert connection.closed == 1009
        async with ada.socket(table) as connection:
            assert connection.state["number"] > 3

    run(play())


def test_unreadable_requests_are_refused(lone_server: Server) -> None:
    async def play() -> None:
        table, (ada, _) = await running(lone_server, "Ada", "Ben")
        at = f"/api/tables/{table}/move"
        bodies: list[tuple[bytes, int]] = [
            (b"", 400),
            (b"{", 400),
            (b"[]", 400),
            (b"\xff\xfe", 400),
            (b'{"move": {}}', 400),
            (b'{"move": "draw", "seat": 0}', 400),
            (b'{"move": ' + b"[" * 3000 + b"]" * 3000 + b"}", 400),
            (b'{"move": "' + b"x" * 9000 + b'"}', 413),
        ]
        for body, status in bodies:
            headers = {"Content-Type": "application/json"}
            caught = await refused(ada.ask("POST", at, content=body, headers=headers))
            assert caught.status == status, (body[:40], caught)
            assert caught.code in ("invalid", "too-long")
        for path in ("/api/tables/%00", "/api/tables/" + "x" * 500, "/api/tables/..%2f..", "/static/../app.py"):
            assert (await refused(ada.get(path))).status in (400, 404), path
        for query in ("number=-1", "number=x", "number=99999999999999999999"):
            assert (await refused(ada.get(f"/api/tables/{table}/stream?{query}"))).status == 400
        plans: list[dict[str, Any]] = [
            {"game": "none-such"},
            {"game": "driftwood", "seats": 99},
            {"game": "driftwood", "seats": 2, "bots": ["random"] * 5},
            {"game": "driftwood", "options": {"rounds": "x"}},
            {"game": "driftwood", "clock": {"kind": "move", "amount": -5}},
            {"game": "driftwood", "clock": {"kind": "move", "amount": 1e300}},
            {"game": "driftwood", "clock": {"kind": "egg"}},
            {"game": "driftwood", "grace": -1},
            {"game": "driftwood", "games": 100},
            {"game": "driftwood", "seed": 7},
        ]
        for bot in ("py:os.system", "import:os", "search:9000000", "search:3000s", "search:nan", "search:-1", "x" * 99):
            plans.append({"game": "driftwood", "bots": [bot]})
        for plan in plans:
            assert (await refused(ada.post("/api/tables", **plan))).status == 400, plan

    run(play())


def test_markup_in_names_is_refused_and_in_chat_escaped(lone_server: Server) -> None:
    """Markup is no name; in chat it stays what it is, text, and never becomes part of a page."""

    async def play() -> None:
        for name in (SCRIPT, "", " ", "x" * 31, "a\u0000b", "a\u202eb", "a|b", "<b>", "[red]x[/]", "&lt;"):
            caught = await refused(Person.named(lone_server, name))
            assert (caught.status, caught.code) == (400, "invalid"), name
        nasty = "\" onmouseover='x' O'Neill"
        table, (ada, ben) = await running(lone_server, nasty, "Ben")
        async with ada.socket(table) as a, ben.socket(table) as b:
            await a.do(do="chat", text=SCRIPT)
            await b.until(lambda: b.news[-1]["kind"] == "chat")
            assert b.news[-1]["text"] == SCRIPT
        page = await ada.http.get(f"/table/{table}")
        assert nasty not in page.text
        assert SCRIPT not in page.text
        view = await ada.http.get(f"/api/tables/{table}/view")
        assert view.headers["content-type"].startswith("application/json")

    run(play())


# -- guessing and flooding --------------------------------------------------------------------------------------------


def test_guessed_links_are_refused_and_only_hashes_are_stored(lone_server: Server, folder: Path) -> None:
    """128 bits, compared whole, kept only as a hash; a wrong guess says the same whatever is wrong with it."""

    async def play() -> str:
        table, (_, ben) = await running(lone_server, "Ada", "Ben")
        at = f"/api/tables/{table}"
        token = str((await ben.post(f"{at}/seats/1/link"))["token"])
        eve = await Person.named(lone_server, "Eve")
        guesses = [secrets.token_urlsafe(16), token[:-1], token + "A", token.swapcase(), hashed(token), " ", "0"]
        said = {str((await refused(eve.post(f"{at}/sit", token=guess))).answer) for guess in guesses}
        assert len(said) == 1
        assert len(base64.urlsafe_b64decode(token + "==")) == 16
        return token

    token = asyncio.run(play())
    kept = b"".join(path.read_bytes() for path in folder.glob("tables.sqlite*"))
    assert hashed(token).encode() in kept
    assert token.encode() not in kept
    assert matches(token, hashed(token))
    assert not matches("", "")


def test_a_slow_client_holds_up_nobody(lone_server: Server) -> None:
    """A client that never reads: the others play to the end, and it gets the table as it stands when it does."""

    async def play() -> None:
        table, (ada, ben) = await running(lone_server, "Ada", "Ben")
        url = f"{lone_server.url.replace('http', 'ws')}/api/tables/{table}/socket"
        slow = await ws.connect(url, max_queue=1, proxy=None)
        async with ada.socket(table) as a, ben.socket(table) as b:
            await asyncio.gather(play_on(a, random.Random(1)), play_on(b, random.Random(2)))
        last: Data = {}
        async with asyncio.timeout(TIMEOUT):
            while not last or last["table"]["status"] != "over":
                message = json.loads(await slow.recv())
                last = message if message["type"] == "table" else last
        slow.transport.abort()

    run(play())


@pytest.fixture(scope="module")
def strict_server(folder: Path) -> Iterator[Server]:
    """A server that takes little."""
    limits = {
        "LASTRAFT_CONNECTIONS_OF_AN_ADDRESS": "5",
        "LASTRAFT_REQUESTS_AT_ONCE": "60",
        "LASTRAFT_REQUESTS_A_SECOND": "5",
        "LASTRAFT_FRAMES_AT_ONCE": "10",
        "LASTRAFT_FRAMES_A_SECOND": "5",
        "LASTRAFT_TABLES_OF_A_PERSON": "3",
        "LASTRAFT_TABLES": "5",
    }
    with serving(f"sqlite+aiosqlite:///{folder / 'strict.sqlite'}", folder, **limits) as server:
        yield server


def test_floods_are_rate_limited(strict_server: Server) -> None:
    """Too many frames, connections, tables and requests are refused one by one; whoever behaves is served on."""

    async def play() -> None:
        table, (ada, ben) = await running(strict_server, "Ada", "Ben")
        good = TableSocket(ben, table, {})
        await good.open()
        async with ada.socket(table) as connection:
            for _ in range(40):
                await connection.send(do="beat")
            await connection.until(lambda: connection.closed)
            assert connection.closed == 4429
            assert "too-fast" in [answer.get("code") for answer in connection.answers.values()]
        connections = [TableSocket(ada, table, {}) for _ in range(6)]
        for connection in connections:
            await connection.open()
        closed = connections[-1]
        await closed.until(lambda: closed.closed)
        assert closed.closed == 4503
        assert '"code":"too-much"' in await ada.get(f"/api/tables/{table}/stream")
        for connection in connections:
            await connection.close()
        for _ in range(2):
            await ada.table(seats=2)
        assert (await refused(ada.table(seats=2))).status == 503
        eve = await Person.named(strict_server, "Eve")
        await eve.table(seats=2)
        await eve.table(seats=2)
        assert (await refused(eve.table(seats=2))).status == 503  # the server has as many as it takes
        answers = await asyncio.gather(*(eve.http.get("/api/tables") for _ in range(150)))
        codes = {answer.status_code for answer in answers}
        assert codes == {200, 429}
        assert next(a for a in answers if a.status_code == 429).headers["retry-after"] == "1"
        assert not good.closed
        await asyncio.sleep(1)
        assert (await ada.post(f"/api/tables/{table}/move", move="draw"))["type"] == "done"
        await good.until(lambda: good.game["legal"])
        await good.close()

    run(play())


def test_frames_of_all_sockets_count_for_their_address(folder: Path) -> None:
    """One socket may be as fast as it may, several together no faster than requests."""

    async def play(server: Server) -> None:
        table, (ada, ben) = await running(server, "Ada", "Ben")
        async with ada.socket(table) as a, ben.socket(table) as b:
            for _ in range(15):
                await a.send(do="beat")
                await b.send(do="beat")
            while "too-fast" not in [answer.get("code") for line in (a, b) for answer in line.answers.values()]:
                await asyncio.sleep(0.01)  # whichever was read last
            assert a.closed is b.closed is None

    limits = {"LASTRAFT_REQUESTS_AT_ONCE": "30", "LASTRAFT_REQUESTS_A_SECOND": "0.01"}
    with serving(f"sqlite+aiosqlite:///{folder / 'frames.sqlite'}", folder, **limits) as server:
        run(play(server))


def test_asking_why_does_not_delay_others(lone_server: Server) -> None:
    """Whatever was clicked, in the lobby and in the game: there is an answer, and the socket stays open."""

    async def play() -> None:
        ada = await Person.named(lone_server, "Ada")
        table = await ada.table(game="survive", bots=["random"] * 3)
        async with ada.socket(table, draw="none") as connection:
            for _ in range(2):
                for clicks in ([], ["tile-A1"], ["x"] * 50, ["space-E5", ""]):
                    await connection.send(do="why", clicks=clicks)
                assert (await connection.do(do="chat", text="still here"))["type"] == "done"
                await ada.http.post(f"/api/tables/{table}/start")

    run(play())


def test_a_token_bucket_refuses_above_its_limit() -> None:
    bucket = TokenBucket(rate=0, most=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_logs_hold_no_secret(lone_server: Server) -> None:
    """Neither links, cookies, words nor seeds; yet what happened."""

    async def play() -> None:
        table, (ada, ben) = await running(lone_server, "Ada", "Ben")
        link = await ben.post(f"/api/tables/{table}/seats/1/link")
        await ada.get(link["path"])
        await ada.post(f"/api/tables/{table}/chat", text="a very private remark")
        await ada.post(f"/api/tables/{table}/end")
        log = lone_server.log.read_text()
        for secret in (link["token"], ada.http.cookies["lastraft"], "very private", table):
            assert secret not in log
        lines = [json.loads(line) for line in log.splitlines()]
        assert any(line.get("route") == "/table/{table}/seat/{token}" for line in lines)

    run(play())


def test_idle_connections_are_closed(folder: Path) -> None:
    """No request, half of one, one without its body; but whoever reads along stays."""
    begun = {
        "nothing": b"",
        "half a head": b"GET / HTTP/1.1\r\nHost: 127",
        "no body": b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
    }

    async def end(server: Server, said: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(said)
        await reader.read()
        writer.close()

    async def play(server: Server) -> None:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2)
        async with ada.socket(table) as connection, ada.http.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.aiter_lines()
            await asyncio.gather(*(end(server, said) for said in begun.values()))
            await end(server, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await connection.do(do="chat", text="still here"))["type"] == "done"
            while "still here" not in await anext(lines):
                pass

    with serving(f"sqlite+aiosqlite:///{folder / 'quiet.sqlite'}", folder, LASTRAFT_HEARTBEAT_SECONDS="0.5") as server:
        asyncio.run(asyncio.wait_for(play(server), TIMEOUT))
