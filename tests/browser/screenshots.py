"""Pictures of every screen for the docs: ``python -m tests.browser.screenshots [FOLDER [SCREEN ...]]``.

Made at a real server with a real browser. What leads to a picture is played at random, without the page's clicks, until
the page shows what is wanted.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from ..server.helpers import serving
from .conftest import DESKTOP, PHONE, launch
from .player import Player

ALIVE = "!document.querySelector('#seat-0.dead')"
MINE = f"document.body.classList.contains('asked') && {ALIVE}"
SCENES = {
    "survive": ("survive", f"{MINE} && document.querySelectorAll('#sunk use').length > 9"),
    "hellapagos": (
        "hellapagos",
        f"{MINE} && document.querySelector('#weather-3') && document.querySelector('#place-wood.can')",
    ),
    "trade": ("hellapagos", f"{MINE} && document.querySelector('.bubble:not(#bubble-0, .leaving)')"),
    "vote": ("hellapagos", f"{ALIVE} && document.querySelectorAll('#hands.now .arm').length > 2"),
    "outlive": (
        "outlive",
        f"{MINE} && document.querySelector('.hero.now.s0') && document.querySelector('#event-2.active')",
    ),
    "night": (
        "outlive",
        f"{MINE} && document.querySelectorAll('.debt').length > 2 && document.querySelector('.debt.open')",
    ),
}
"""The tables worth a picture: the game, and what must be true on the page."""
CHOSEN = {"survive": "game.legal.find((move) => /^R/.test(move.clicks[0]) && move.clicks.length === 2)?.clicks[0]"}
"""What is in hand on a picture: a piece that can go somewhere."""
TRIES, MOVES = 12, 1500
QUALITY = 88


class Album:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path, wanted: list[str]) -> None:
        self.folder, self.wanted = folder, wanted
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        return not self.wanted or name in self.wanted

    def take(self, page: Any, name: str) -> None:
        page.evaluate("document.getElementById('notice').classList.remove('shown')")
        page.wait_for_timeout(1500)
        path = self.folder / f"{name}.webp"
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(path, quality=QUALITY, method=6)
        print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)

    def every_way(self, page: Any, name: str) -> None:
        """On a desk, on a desk in the dark, and on a phone."""
        self.take(page, name)
        page.emulate_media(color_scheme="dark")
        self.take(page, f"{name}-dark")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        page.evaluate("() => { scrollTo(0, 0); if (document.getElementById('question')) offer(); }")
        self.take(page, f"{name}-phone")
        page.set_viewport_size(DESKTOP)


def wander(player: Player, table: str, dice: random.Random, wanted: str) -> bool:
    """Move at random until the page shows what is wanted; whether it came to that."""
    for _ in range(MOVES):
        asked = player.legal(table)
        if player.page.evaluate("() => game?.question") != asked["question"]:
            player.page.wait_for_timeout(40)  # what is shown was asked before, or comes next
        elif player.page.evaluate(f"() => !!({wanted})"):
            return True
        elif player.page.evaluate("() => !!game.outcome"):
            return False
        elif asked["legal"]:
            player.answer(table, asked, dice.choice(asked["legal"]))
        else:
            player.page.wait_for_timeout(40)
    return False


def photograph(browser: Any, url: str, album: Album) -> None:
    player = Player(browser, url, "Ola", DESKTOP, color_scheme="light", locale="en")
    page = player.page
    for name, (game, wanted) in SCENES.items():
        if not album.wants(name):
            continue
        for number in range(TRIES):
            table = player.sit_with_bots(game, grace=600)
            if wander(player, table, random.Random(number), wanted):
                break
        if name in CHOSEN:
            page.evaluate(
                f"document.querySelector('#{CHOSEN[name]}.can') && choose('{CHOSEN[name].removeprefix('mate-')}')"
            )
        album.every_way(page, name)
    if album.wants("lobby"):
        page.goto(url)
        page.click(".g-survive button[value=friends]")
        page.wait_for_selector(".chairs")
        page.click("form[action$='/bot/2'] button")
        page.wait_for_selector(".chairs")
        album.every_way(page, "lobby")
    if album.wants("home"):
        page.goto(url)
        page.evaluate("document.querySelector('.g-driftwood')?.remove()")
        album.every_way(page, "home")
    if album.wants("end"):
        table = player.sit_with_bots("survive", seats=3)
        wander(player, table, random.Random(8), "game.outcome")
        page.wait_for_timeout(1500)
        album.every_way(page, "end")
        page.goto(f"{url}/table/{table}/replay")
        page.wait_for_timeout(1500)
        page.keyboard.press("ArrowLeft")
        album.every_way(page, "replay")
    player.close()


def main(folder: Path, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            photograph(browser, server.url, Album(folder, wanted))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"), sys.argv[2:])
