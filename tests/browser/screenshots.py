"""Pictures of every screen for the docs: ``python -m tests.browser.screenshots [FOLDER]``.

Made at a real server with a real browser, each with few colours so that they stay small.
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

GAMES = {"survive": 34, "hellapagos": 12, "outlive": 26}
"""The games, and after how many clicks they are worth a picture."""
COLOURS = 160


class Album:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Any, name: str) -> None:
        page.wait_for_timeout(700)
        page.evaluate("document.getElementById('notice').classList.remove('shown')")
        taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        path = self.folder / f"{name}.png"
        taken.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(f"{path.name}: {path.stat().st_size // 1000} kB")

    def every_way(self, page: Any, name: str) -> None:
        """On a desk, on a phone, and on a desk in the dark."""
        self.take(page, name)
        page.set_viewport_size(PHONE)
        page.evaluate("scrollTo(0, 0)")
        self.take(page, f"{name}-phone")
        page.set_viewport_size(DESKTOP)
        page.emulate_media(color_scheme="dark")
        self.take(page, f"{name}-dark")
        page.emulate_media(color_scheme="light")


def photograph(browser: Any, url: str, album: Album) -> None:
    player = Player(browser, url, "Ola", DESKTOP, color_scheme="light", locale="en")
    page = player.page
    page.goto(url)
    page.evaluate("document.querySelector('.g-driftwood')?.remove()")
    album.every_way(page, "home")
    page.click(".g-survive button[value=friends]")
    page.wait_for_selector(".chairs")
    page.click("form[action$='/bot/2'] button")
    page.wait_for_selector(".chairs")
    album.take(page, "lobby")
    for game, clicks in GAMES.items():
        table = player.sit_with_bots(game, grace=600)
        player.play(random.Random(7), clicks)
        player.until("document.body.classList.contains('asked')")
        page.keyboard.press("Escape")  # a question before a move, or a piece in hand
        album.every_way(page, game)
        if game == "outlive":
            player.play(random.Random(8))
            album.take(page, "end")
            page.goto(f"{url}/table/{table}/replay")
            album.take(page, "replay")
    player.close()


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            photograph(browser, server.url, Album(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"))
