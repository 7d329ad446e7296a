"""The first turns of each game in the distribution's Firefox, driven through its own Marionette."""

from __future__ import annotations

import json
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.player import CHOICES, CLICK, SETTLED
from tests.browser.test_still import OUTSIDE
from tests.server.helpers import Server, free_port

SEATS = {"survive": 2, "hellapagos": 3, "outlive": 2}
TIMEOUT = 180
"""Seconds until something that hangs fails."""
TURNS = 12
QUESTION = "async (table) => (await (await fetch(`/api/tables/${table}/legal`)).json()).question"
SIT = """async (game, bots) => {
  localStorage.setItem(`card-${game}`, "1");
  localStorage.setItem("speed", "off");
  const post = async (path, data) => {
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
    return (await fetch(path, sent)).json();
  };
  await post("/api/me", { name: "Ola" });
  const plan = { game, seats: bots + 1, bots: Array(bots).fill("random"), pause: 0, start: true };
  return (await post("/api/tables", plan)).id;
}"""


class Firefox:
    """A Firefox without a window, spoken to by Marionette's own protocol: JSON after its length."""

    def __init__(self, program: str, profile: Path) -> None:
        port = free_port()
        quiet = {"marionette.port": port, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False}
        lines = (f'user_pref("{name}", {str(value).lower()});\n' for name, value in quiet.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
        with (profile / "firefox.log").open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
                break
            except OSError:
                assert self.process.poll() is None, (profile / "firefox.log").read_text(errors="replace")
                assert time.monotonic() < end, "Firefox did not start"
                time.sleep(0.05)
        self.stream = self.socket.makefile("rb")
        self.read()  # its greeting
        self.call("NewSession", timeouts={"script": TIMEOUT * 1000, "pageLoad": TIMEOUT * 1000})

    def read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            byte = self.stream.read(1)
            assert byte, "Firefox is gone"
            length += byte
        return json.loads(self.stream.read(int(length[:-1])))

    def call(self, command: str, **parameters: Any) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self.read()
        assert not error, error
        return answer

    def close(self) -> None:
        self.socket.close()
        self.process.kill()
        self.process.wait(TIMEOUT)

    def goes(self, address: str) -> None:
        self.call("Navigate", url=address)

    def does(self, function: str, *given: Any) -> Any:
        """The value of a function of the page's, also of one that takes its time."""
        script = f"return ({function})(...arguments)"
        return self.call("ExecuteScript", script=script, args=given, sandbox=None)["value"]

    def clicks(self, selector: str) -> None:
        """A click of a real mouse."""
        found = self.call("FindElement", using="css selector", value=selector)["value"]
        self.call("ElementClick", id=next(iter(found.values())))

    def until(self, function: str) -> Any:
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if value := self.does(function):
                return value
            time.sleep(0.03)
        question = self.does("() => document.getElementById('question')?.textContent")
        raise AssertionError(f"never true: {function}; the page asks {question!r}")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox is installed here (Debian: apt install firefox-esr)")
    running = Firefox(program, tmp_path_factory.mktemp("firefox"))
    yield running
    running.close()


@pytest.mark.parametrize("game", SEATS)
def test_the_first_turns(firefox: Firefox, server: Server, game: str) -> None:
    """Glowing things and buttons are clicked; what happens is told, and every text keeps to its box."""
    rnd = random.Random(game)
    firefox.goes(server.url)
    table = firefox.does(SIT, game, SEATS[game] - 1)
    firefox.goes(f"{server.url}/table/{table}")
    firefox.until(CHOICES)
    first = firefox.does(QUESTION, table)
    for _ in range(TURNS):
        there = firefox.until(CHOICES)
        if there.get("over"):
            break
        if there.get("dialog"):
            firefox.clicks("#careful button[value=yes]")
            firefox.until("() => !document.getElementById('careful').open")
            continue
        ways = [*there["glowing"], *there["buttons"]]
        assert ways, "asked, and nothing to click"
        before = firefox.does(CLICK, rnd.choice(ways))
        firefox.until(f"() => ({SETTLED})('{before}')")
    assert firefox.does(QUESTION, table) > first, "no click became a move"
    assert firefox.does("() => document.querySelectorAll('#log li').length") > 1
    firefox.does("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 200)))")  # they are fitted
    assert not firefox.does(OUTSIDE)
    board = firefox.does("() => document.querySelector('#board > svg').getBoundingClientRect().toJSON()")
    assert min(board["width"], board["height"]) > 300
