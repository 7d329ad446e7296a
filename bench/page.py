"""What the page costs a browser: `python -m bench.page [GAME ...] [--clicks 40]`.

A real server and a real Chromium with a proxy between them that counts what passes, headers, handshakes and compressed
frames included. For the home page, the lobby and each table, fetched with an empty cache: bytes on the wire from the
server, and how long it took from the request until the page is usable (at a table: until the prompt is there). Then
clicks at random against bots: bytes from the server for each message that it sent, most of which tell of one move, and
how long the page is busy with it; then that on a phone's screen, where small things are magnified.
"""

from __future__ import annotations

import argparse
import random
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.browser.conftest import DESKTOP, PHONE, launch
from tests.browser.player import Player
from tests.server.helpers import serving

GAMES = ("survive", "hellapagos", "outlive")
QUIET = 0.4
"""Seconds without a byte, after which a page has all it asked for."""


class Proxy:
    """Passes connections on to a port, and counts the bytes that come back."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        self.bytes = 0
        self.received = 0.0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            browser, _ = self.listening.accept()
            server = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self._pass, args=(browser, server, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, browser, True), daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket, counted: bool) -> None:
        try:
            while data := here.recv(65536):
                if counted:
                    self.bytes += len(data)
                    self.received = time.perf_counter()
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def settled(self, page: Any) -> int:
        """Wait until nothing comes any more; how much has come since the last time."""
        while time.perf_counter() - self.received < QUIET:
            page.wait_for_timeout(50)
        came, self.bytes = self.bytes, 0
        return came


def visit(player: Player, proxy: Proxy, path: str, usable: str) -> tuple[int, float]:
    """A page with an empty cache: bytes, and seconds until something is true on it."""
    proxy.settled(player.page)
    context = player.context.browser.new_context(
        viewport=DESKTOP, service_workers="block", storage_state=player.context.storage_state()
    )  # one that has fetched nothing yet: an emptied cache still has what the page before had in memory
    page = context.new_page()
    began = time.perf_counter()
    page.goto(player.url + path, wait_until="commit")
    while not page.evaluate(f"() => document.readyState !== 'loading' && ({usable})"):
        page.wait_for_timeout(5)
    took = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    came = proxy.settled(page)
    context.close()
    return came, took


def clicked(player: Player, game: str, clicks: int) -> tuple[int, float]:
    """How many messages some clicks brought, and for how many milliseconds each kept the page busy."""
    session = player.context.new_cdp_session(player.page)
    session.send("Performance.enable")

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(1000 * float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    def received() -> int:
        return int(player.page.evaluate("Number(document.body.dataset.received)"))

    before, began = worked(), received()
    player.play(random.Random(game), clicks)
    messages = max(1, received() - began)
    return messages, (worked() - before) / messages


def measure(browser: Any, port: int, games: list[str], clicks: int) -> None:
    proxy = Proxy(port)
    player = Player(browser, f"http://127.0.0.1:{proxy.port}", "Ola", DESKTOP)
    columns = f"{'page':24} {'kB on the wire':>15} {'s until usable':>15} {'kB a message':>13}"
    print(columns, f"{'ms a message':>13} {'on a phone':>11}")

    def show(name: str, path: str, usable: str) -> None:
        came, took = visit(player, proxy, path, usable)
        print(f"{name:24} {came / 1000:15.1f} {took:15.2f}", end=" ")

    show("home", "/", "document.images.length > 0 && [...document.images].every((one) => one.complete)")
    print()
    player.page.click(f".g-{games[0]} button[value=friends]")
    player.page.wait_for_selector(".chairs")
    show("lobby", player.page.url.removeprefix(player.url), "document.querySelector('.chairs')")
    print()
    for game in games:
        table = player.sit_with_bots(game)
        show(game, f"/table/{table}", "document.getElementById('question')?.textContent")
        messages, worked = clicked(player, game, clicks)
        came = proxy.settled(player.page)
        print(f"{came / 1000 / messages:13.2f} {worked:13.1f}", end=" ")
        phone = Player(browser, player.url, "Ola", PHONE)
        phone.sit_with_bots(game)
        print(f"{clicked(phone, game, clicks)[1]:11.1f}")
        phone.close()
    player.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="What the page costs a browser.")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--clicks", type=int, default=40)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            if browser is None:
                raise SystemExit("no Chromium is installed here (Debian: apt install chromium)")
            measure(browser, server.port, given.games, given.clicks)


if __name__ == "__main__":
    main()
