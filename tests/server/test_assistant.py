"""An assistant plays by the Model Context Protocol, with the protocol's own client, over stdio and over HTTP."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import ROOT, Person, Server, free_port, serving

mcp = pytest.importorskip("mcp")

TOOLS = {"list_games", "open_table", "sit_down", "look", "move", "say", "wait"}


@pytest.fixture(scope="module")
def server(sqlite: str, folder: Path) -> Iterator[Server]:
    with serving(sqlite, folder) as running:
        yield running


def command(server: Server, *words: str) -> list[str]:
    return [sys.executable, "-m", "lastraft.cli", "mcp", "--server", server.url, *words]


async def use(client: Any, tool: str, **given: Any) -> str:
    answer = await client.call_tool(tool, given)
    text = "\n".join(part.text for part in answer.content)
    assert not answer.is_error, text
    return text


def moves(text: str) -> list[str]:
    return [line[2:].partition(": ")[0] for line in text.splitlines() if line.startswith("- ")]


async def play(client: Any) -> int:
    """Play until the game is over; how many moves that took."""
    made = 0
    while True:
        text = await use(client, "wait", seconds=30)
        if ", over." in text.splitlines()[0]:
            return made
        if found := moves(text):
            await use(client, "move", move=found[0])
            made += 1


def test_a_game_against_bots_over_stdio(server: Server) -> None:
    program, *words = command(server, "--name", "Robin")
    started = mcp.StdioServerParameters(command=program, args=words, cwd=str(ROOT), env=dict(os.environ))

    async def run() -> None:
        async with mcp.Client(started) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            nowhere = await client.call_tool("look", {})
            assert nowhere.is_error
            assert "you sit at no table" in nowhere.content[0].text
            assert "driftwood" in await use(client, "list_games")
            shown = await use(client, "open_table", game="driftwood", seats=2, bots="random")
            assert "Robin" in shown
            refused = await client.call_tool("move", {"move": "fly"})
            assert refused.is_error
            assert await play(client) > 3
            (table,) = (await client.read_resource("lastraft://table")).contents
            assert ", over." in table.text

    asyncio.run(run())


def test_at_a_table_with_a_person_over_http(server: Server) -> None:
    """Both talk; the assistant is told nothing that its seat must not know."""
    port = free_port()
    assistant = subprocess.Popen(command(server, "--http", str(port)), cwd=ROOT, stderr=subprocess.DEVNULL)

    async def run() -> None:
        ada = await Person.named(server, "Ada")
        table = await ada.table(seats=2)
        for _ in range(300):
            try:
                async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
                    await use(client, "sit_down", table=f"{server.url}/tables/{table}")
                    break
            except BaseExceptionGroup:
                await asyncio.sleep(0.2)
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/chat", text="Good evening")
        async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
            seen = await use(client, "look")
            assert "Ada says: Good evening" in seen
            await use(client, "say", text="Hello there")
        news = (await ada.get(f"/api/tables/{table}/view"))["news"]
        assert any(each.get("text") == "Hello there" for each in news)
        assert '"deck": [' not in seen

    try:
        asyncio.run(run())
    finally:
        assistant.kill()
        assistant.wait()
