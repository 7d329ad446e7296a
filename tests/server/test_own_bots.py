"""Bots from outside at a served table: those that the operator named, and a program over the WebSocket."""

from __future__ import annotations

import asyncio
import json
import os
import random
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lastraft.bots import hosted
from lastraft.errors import BadOption
from lastraft.server.ops.settings import Settings, from_environment
from lastraft.server.tables import actions, own_bots
from lastraft.server.tables.actions import Refused
from lastraft.server.tables.own_bots import OwnBots, check_own_bots, environment
from tests.driftwood import GAME
from tests.server.helpers import ROOT, TIMEOUT, Person, Refusal, Server, serving, started_table

PROGRAM = """
import json, os, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "choose":
        print(json.dumps({"move": told["moves"][0]["code"], "question": told["question"]}), flush=True)
    if told["type"] == "end":
        open(sys.argv[1] + ".part", "w").write(json.dumps(told))
        os.rename(sys.argv[1] + ".part", sys.argv[1])
"""
SHORT = {"options": {"rounds": "five"}, "sit": False, "start": True}


@pytest.fixture(scope="module")
def server(sqlite: str, folder: Path) -> Iterator[Server]:
    """One that has bots of its operator's: good ones, and some that fail in every way."""
    (folder / "program.py").write_text(PROGRAM)
    named = [
        "py:tests.bots.own_bots.First",
        f"program=cmd:{sys.executable} {folder}/program.py {folder}/end.json",
        "py:tests.bots.own_bots:Raises",
        "py:tests.bots.own_bots.Dies",
        "py:tests.bots.own_bots.Loops",
    ]
    with serving(sqlite, folder, LASTRAFT_BOTS=",".join(named), LASTRAFT_BOT_SECONDS="5") as running:
        yield running


async def play(server: Server, bots: list[str]) -> tuple[dict[str, Any], str]:
    """A game between bots, to its end; the last message to a watcher, and what the server wrote meanwhile."""
    before = len(server.log.read_text())
    host = await Person.named(server, "Ada")
    table = await host.table(seats=len(bots), bots=bots[::-1], **SHORT)
    async with host.socket(table, draw="none") as seen:
        async with asyncio.timeout(TIMEOUT):
            await seen.until(lambda: seen.over)
    return seen.state, server.log.read_text()[before:]


def test_bots_of_the_operator_play_whole_games(server: Server, folder: Path) -> None:
    state, log = asyncio.run(play(server, ["first", "program", "greedy"]))
    assert [seat["bot"] for seat in state["table"]["seats"]] == ["first", "program", "greedy"]
    assert "failed" not in log
    end, until = folder / "end.json", time.monotonic() + TIMEOUT
    while not end.exists():
        assert time.monotonic() < until, "the program was not told how the game ended"
        time.sleep(0.05)
    told = json.loads(end.read_text())
    assert told["scores"] == state["game"]["outcome"]["scores"]


def test_what_a_bot_does_wrong_is_logged_and_one_of_ours_moves(server: Server) -> None:
    _, log = asyncio.run(play(server, ["raises", "dies", "loops"]))
    for name, what in (
        ("raises", "RuntimeError: my mistake"),
        ("dies", "ended without an answer"),
        ("loops", "took more than 5 s"),
    ):
        lines = [line for line in log.splitlines() if f"the bot {name} failed, one of ours moves" in line]
        assert len(lines) == own_bots.MOST_FAILURES, name
        assert all(what in line for line in lines), name


def test_nobody_but_the_operator_names_code(server: Server) -> None:
    async def scenario() -> None:
        host = await Person.named(server, "Eve")
        for spec in ("py:tests.bots.own_bots.First", "cmd:true", "first=py:os.system", "nobody", "greedy:7"):
            with pytest.raises(Refusal) as refused:
                await host.table(bots=[spec], **SHORT)
            said = refused.value.answer["said"]
            assert refused.value.status == 400
            assert "beginner" in said
            assert not any(word in said.replace(spec, "") for word in ("py:", "cmd:"))
        table = await host.table(seats=3)
        await host.post(f"/api/tables/{table}/seats/1/bot", bot="first")
        page = await host.get(f"/table/{table}")
        assert 'data-value="program"' in page
        assert (await host.http.post(f"/table/{table}/bot/2", data={"strength": "program"})).status_code in (302, 303)
        kinds = [seat["bot"] for seat in (await host.get(f"/api/tables/{table}"))["seats"]]
        assert kinds == ["", "first", "program"]

    asyncio.run(scenario())
    table = started_table(1)
    with pytest.raises(Refused, match="A bot is one of"):
        actions.check_bot(table.game, "first")


def test_a_bot_is_told_what_its_seat_knows_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    table, told, rnd = started_table(3), list[dict[str, Any]](), random.Random(1)
    table.seats[1].bot = "mine"

    class Listening(own_bots.Process):
        def __init__(self) -> None:
            self.told, self.busy, self.used = [], False, 0.0

        async def ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
            told.append(asked)
            return {"move": table.knowledge(1).legal[0]}

    async def start(*_: object) -> Listening:
        return Listening()

    monkeypatch.setattr(own_bots.Process, "start", start)
    monkeypatch.setenv("LASTRAFT_SECRET", "of the server")
    assert "LASTRAFT_SECRET" not in environment()

    async def scenario() -> None:
        bots = OwnBots(Settings(bots=("mine=py:a.B",)))
        assert table.match is not None
        while (seat := table.match.asked) is not None:
            code: int | None = rnd.choice(table.knowledge(seat).legal)
            if seat == 1:
                await bots.start(table, 1)
                code = await bots.choose(table, 1, 1.0)
            assert code is not None
            table.apply(actions.checked_move(table, seat, code))
        table.seats[1].bot = "gone"
        await bots.start(table, 1)
        assert await bots.choose(table, 1, 1.0) is None

    hidden: list[str] = []
    original = hosted.question

    def question(known: Any, seat: int, *others: Any) -> dict[str, Any]:
        assert table.match is not None
        hidden.append(table.match.hidden(seat).to_bytes().hex())
        return original(known, seat, *others)

    monkeypatch.setattr(own_bots, "question", question)
    asyncio.run(scenario())
    assert [asked["state"] for asked in told] == hidden
    assert table.match is not None
    known = [[each.number, *each.event] for each in table.match.events(1)]
    heard = [event for asked in told for event in asked["events"]]
    assert heard == known[: len(heard)]
    assert len(table.match.all_events()) > len(known)
    first, second, undone, instead = table.match.events(1)[:4]
    listening = Listening()
    news = [listening.untold(events) for events in ([first], [first, second, undone], [first, second, instead])]
    assert news == [[first], [second, undone], [instead]]


def test_an_error_without_a_word_is_a_failure_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = started_table(3)
    table.seats[1].bot = "mine"

    async def start(*_: object) -> None:
        raise own_bots.BotFailure("")

    async def scenario() -> None:
        bots = OwnBots(Settings(bots=("mine=py:a.B",)))
        for _ in range(own_bots.MOST_FAILURES + 1):
            await bots.start(table, 1)

    monkeypatch.setattr(own_bots.Process, "start", start)
    asyncio.run(scenario())
    assert [each.getMessage() for each in caplog.records] == [
        "the bot mine failed, one of ours moves: BotFailure"
    ] * own_bots.MOST_FAILURES


def test_settings_of_own_bots_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRAFT_BOTS", "py:a.Mine, other=cmd:./mybot --fast")
    assert from_environment().own_bots == {"mine": "py:a.Mine", "other": "cmd:./mybot --fast"}
    assert from_environment(bots=["cmd:./My-Bot.py -x"]).own_bots == {"my-bot": "cmd:./My-Bot.py -x"}
    monkeypatch.setenv("LASTRAFT_BOTS", "")
    assert from_environment().own_bots == {}
    for bots, what in (
        (["greedy"], "expected py:MODULE.NAME"),
        (["greedy=py:a.Mine"], "cannot be called 'greedy'"),
        (["py:a.Mine", "py:b.Mine"], "have one name"),
        (["cmd:"], "cannot be called ''"),
    ):
        with pytest.raises(BadOption, match=what):
            from_environment(bots=bots)
    for bot, what in (("py:tests.bots.own_bots.Nobody", "no attribute 'Nobody'"), ("cmd:./nothing", "no program")):
        with pytest.raises(BadOption, match=what):
            check_own_bots(Settings(bots=(bot,)))


def test_a_program_plays_over_the_socket(server: Server, tmp_path: Path) -> None:
    """The example: at a table of its own, and at one that somebody else opened."""
    example = str(ROOT / "examples" / "table_bot.py")
    module = runpy.run_path(example)
    outcome = module["main"]([server.url, "--game", GAME.name, "--bots", "greedy,random"])
    assert len(outcome["scores"]) == 3

    async def scenario() -> None:
        host = await Person.named(server, "Ada")
        table = await host.table(seats=2, bots=["first"], sit=False, options={"rounds": "five"}, pace=1)
        async with host.socket(table, draw="none") as seen:
            command = [sys.executable, example, server.url, table, "--name", "Robin"]
            playing = subprocess.Popen(command, env=os.environ, stdout=subprocess.PIPE, text=True)
            try:
                async with asyncio.timeout(TIMEOUT):
                    await seen.until(lambda: seen.state["table"]["seats"][0]["name"] == "Robin")
                    await host.post(f"/api/tables/{table}/start")
                    await seen.until(lambda: seen.over)
                    said, _ = await asyncio.to_thread(playing.communicate, timeout=TIMEOUT)
            finally:
                playing.kill()
            assert playing.returncode == 0
            assert f"Points: {seen.game['outcome']['scores']}" in said

    asyncio.run(scenario())
