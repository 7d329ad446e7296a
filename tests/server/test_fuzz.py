"""Nonsense by HTTP and by WebSocket: everything is answered, and nothing with 500."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.server.helpers import Person, Server
from tests.server.test_tables import lobby

QUICK = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_every_request_of_the_description_is_answered_without_an_error(lone_server: Server) -> None:
    """With what the OpenAPI document allows and what it does not, as somebody who sits at a table."""
    schemathesis = pytest.importorskip("schemathesis")
    schema = schemathesis.openapi.from_url(f"{lone_server.url}/api/openapi.json")

    async def begin() -> tuple[str, Person]:
        table, (ada, _) = await lobby(lone_server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        return table, ada

    table, ada = asyncio.run(begin())
    errors: list[str] = []
    asked = 0
    modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/stream") or (operation.method, operation.path) == ("delete", "/api/me"):
            continue  # the one never ends, the other ends who asks

        @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)), real=st.booleans())
        @settings(QUICK, max_examples=6)
        def ask(case: Any, real: bool) -> None:
            nonlocal asked
            if real and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            answer = case.call(cookies={"lastraft": ada.http.cookies["lastraft"]}, timeout=60)
            asked += 1
            if answer.status_code >= 500 and answer.status_code != 503:
                errors.append(f"{case.method} {case.formatted_path} {case.body!r}: {answer.status_code}")

        ask()
    assert not errors, "\n".join(errors[:5])
    assert asked > 100


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=8), some, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(["move", "question", "id", "text", "to", "clicks", "seat"])
DOING = st.sampled_from(["move", "undo", "chat", "hand", "why", "beat", "dance", ""])
OBJECTS = st.builds(lambda do, rest: {"do": do, **rest}, DOING, st.dictionaries(FIELDS, VALUES, max_size=4))
FRAMES = OBJECTS.map(json.dumps) | VALUES.map(json.dumps) | st.text(max_size=40) | st.binary(max_size=40)


def test_every_frame_is_answered_and_the_game_goes_on(lone_server: Server) -> None:
    """Whatever is sent is answered or closes that socket only; afterwards the next move is made as ever."""

    async def throw(table: str, ada: Person, frames: list[str | bytes]) -> None:
        async with ada.socket(table, draw="none") as line:
            with contextlib.suppress(ConnectionClosed, ConnectionError):
                for frame in frames:
                    await line.raw(frame)
                assert (await line.do(do="undo", id="last"))["code"] in ("final", "over")
            assert line.closed in (None, 4429, 1007, 1009)

    async def begin() -> tuple[str, Person]:
        table, (ada, _) = await lobby(lone_server, "Ada", "Ben", seats=2)
        await ada.post(f"/api/tables/{table}/start")
        return table, ada

    @given(st.lists(FRAMES, max_size=12))
    @QUICK
    def fuzz(frames: list[str | bytes]) -> None:
        asyncio.run(throw(table, ada, frames))

    table, ada = asyncio.run(begin())
    fuzz()
    assert "a request failed" not in lone_server.log.read_text()
    assert "Traceback" not in lone_server.log.read_text()
    asyncio.run(_moves(table, ada))


async def _moves(table: str, ada: Person) -> None:
    async with ada.socket(table, draw="none") as line:
        await line.until(lambda: line.state)
        if line.game["legal"]:
            assert (await line.move(line.game["legal"][0]["code"]))["type"] == "done"
