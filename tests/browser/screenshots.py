"""Pictures of every screen for the docs: ``python -m tests.browser.screenshots [FOLDER [SCREEN ...]]``.

They are made at a real server with a real browser, and so is a page that shows them all. The moments at the tables are
staged: a game is played at random, the same every time, until it comes to what the picture is about, and the page is
sent what the server would send it then.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

import lastraft
from lastraft.hellapagos.rules.windows import all_have_passed
from lastraft.hellapagos.state import Frame, Window
from lastraft.kernel import part, top
from lastraft.outlive.state import Ask
from lastraft.server.tables import actions, messages
from lastraft.server.tables.table import Table
from lastraft.survive.components import TILE_SPACES, Ground
from lastraft.survive.state import Phase
from tests.browser.conftest import DESKTOP, PHONE, launch
from tests.browser.player import Player
from tests.server.helpers import serving

NAMES = ("Ola", "Marek", "Zoé", "Ada", "Ewa", "Finn", "Gus", "Hugo", "Ines", "Jaro", "Kasia", "Léon")


def _survive(s: Any) -> bool:
    """The reader moves; the island has begun to sink, and something swims about."""
    sunk = sum(s.ground[space] == Ground.SEA for space in TILE_SPACES)
    return bool(s.phase == Phase.ACTION and s.turn == 0 and s.depth == 0 and s.moves == 3 and sunk > 12)


def _turn(s: Any) -> bool:
    """The reader's own turn, everybody else has passed."""
    turn = s.day > 2 and s.window == Window.TURN and s.order[0] == 1
    return bool(turn and s.hand_size[0] > 2 and not s.draft[0] and all_have_passed(s))


def _crowd(s: Any) -> bool:
    """The reader's own turn while nearly everybody lives."""
    turn = s.day > 1 and s.window == Window.TURN and s.order[0] == 1 and not s.draft[0]
    return bool(turn and s.hand_size[0] > 1 and s.alive.bit_count() > 9 and all_have_passed(s))


def _ballot(s: Any) -> bool:
    """The reader has pointed at somebody; not all have."""
    return bool(top(s) == Frame.BALLOT and 0 < s.vote[0] < 13 and s.alive.bit_count() > 5)


def _trade(s: Any) -> bool:
    return s.day > 1 and sum(s.alive >> k & 1 for k in range(s.seats)) > 4 and list(s.offer_to).count(1) == 1


def _vote(s: Any) -> bool:
    return bool(s.window == Window.SAVE and s.designated == 1 and sum(0 < vote < 13 for vote in s.vote) > 3)


def _visit(s: Any) -> bool:
    return s.day == 3 and top(s) == Ask.VISIT and part(s, 0) == 0


def _night(s: Any) -> bool:
    return top(s) == Ask.FEEDING and part(s, 0) == 0 and s.day > 1 and sum(n > 0 for n in s.people[0]) > 1


SCENES: dict[str, tuple[str, int, Callable[[Any], bool]]] = {
    "survive": ("survive", 4, _survive),
    "hellapagos": ("hellapagos", 7, _turn),
    "twelve": ("hellapagos", 12, _crowd),
    "trade": ("hellapagos", 6, _trade),
    "ballot": ("hellapagos", 7, _ballot),
    "vote": ("hellapagos", 7, _vote),
    "outlive": ("outlive", 4, _visit),
    "night": ("outlive", 4, _night),
}
"""The tables worth a picture: the game, how many play, and what it must have come to."""
PLAIN = ("pass", "fish", "water", "wood", "search", "vote", "close")
"""What is done rather than anything else on the beach, so that the days go by."""
CHOSEN = {"survive": "game.legal.find((move) => /^R/.test(move.clicks[0]) && move.clicks.length === 2)?.clicks[0]"}
"""What is in hand on a picture: a piece that can go somewhere."""
AWAY = 2
"""Whose chair is empty on the pictures; the last one is a bot's."""
QUALITY = 88
ALBUM = {
    "home": "The way in: play now, a table for friends, or watch",
    "lobby": "The lobby: chairs for people and bots",
    "survive": "Survive the Island: where shall this one go?",
    "hellapagos": "Hellapagos: one action before dark",
    "twelve": "Twelve castaways",
    "trade": "An offer",
    "ballot": "The vote: hands point in secret",
    "vote": "and all is revealed together",
    "outlive": "Outlive: a visit to a place of the ring",
    "night": "The night: who eats?",
    "end": "The end, explained line by line",
    "replay": "The game again, move by move",
}
"""What the pictures show, in the order of the page that shows them all."""
STRIPS = {
    "whirlpool": "Survive the Island: a tile turns over, and a whirlpool takes what swims around it",
    "rescue": "Survive the Island: somebody reaches a safe land",
    "bite": "Hellapagos: balls from the bag beside the question, and a snake",
    "death": "Hellapagos: somebody starves",
    "dawn": "Outlive: a day begins with an event",
}
"""Moments as strips of frames, which `tests.browser.moments` takes."""
STILL = "document.getAnimations().forEach((each) => each.effect.getTiming().iterations < 9 && each.finish())"
"""What comes has come: a picture is not taken in the middle of a movement."""


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
        page.evaluate(STILL)
        page.wait_for_timeout(200)
        path = self.folder / f"{name}.webp"
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(path, quality=QUALITY, method=6)
        print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)

    def every_way(self, player: Player, name: str) -> None:
        """On a desktop, on a desktop in the dark, and on a phone."""
        page = player.page
        self.take(page, name)
        page.emulate_media(color_scheme="dark")
        self.take(page, f"{name}-dark")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        page.wait_for_timeout(1500)
        page.evaluate("scrollTo(0, 0)")
        if name == "trade":
            page.evaluate("document.querySelector('.urgent').scrollIntoView({ block: 'center' })")
        player.does("offer?.()")
        self.take(page, f"{name}-phone")
        page.set_viewport_size(DESKTOP)


def gallery(folder: Path) -> None:
    """All pictures on one page."""
    lines = ["# Every screen", "", "Made by `python -m tests.browser.screenshots`.", ""]
    for name, said in ALBUM.items():
        lines += [f"## {said}", "", "| on a desktop | in the dark | on a phone |", "| --- | --- | --- |"]
        shown = (
            f"![{said}{how}]({name}{kind}.webp)" for kind, how in (("", ""), ("-dark", ", dark"), ("-phone", ", phone"))
        )
        lines += [f"| {' | '.join(shown)} |", ""]
    lines += ["## Moments, frame by frame", "", "Made by `python -m tests.browser.moments`.", ""]
    for name, said in STRIPS.items():
        lines += [f"### {said}", "", f"![{said}](moment-{name}.webp)", ""]
    (folder / "README.md").write_text("\n".join(lines), encoding="utf-8")


def staged(game: str, seats: int, wanted: Callable[[Any], bool]) -> dict[str, Any]:
    """What the first seat's page is sent when a random game has come to what is wanted."""
    for seed in range(1000):
        match, rng = lastraft.new(game, seats=seats, seed=seed), random.Random(seed)
        while not match.over and not wanted(match.state):
            seat = rng.choice(match.actors)
            codes = match.legal_moves(seat).codes()
            plain = [code for code in codes if game == "hellapagos" and match.move(seat, code).text.startswith(PLAIN)]
            match.push(rng.choice(plain if plain and rng.random() < 0.8 else codes), seat)
        if not match.over:
            break
    table = Table("staged", actions.opened("p0", game, actions.TermsChange(size=seats)))
    for seat in range(seats):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", seed))
    table.apply(actions.give_to_bot(table, "p0", seats - 1, "greedy"))
    for move, _, _ in match.history:
        table.apply(actions.checked_move(table, move.seat, move.code))
    return messages.changes_for_page(table, "p0", None, "en", 400, None)[0]


def show(player: Player, game: str, seats: int, wanted: Callable[[Any], bool]) -> None:
    """A table of that game, and on it the staged moment."""
    player.sit_with_bots(game, seats)
    player.unplug()
    player.does(f"present([...Array(12).keys()].filter((seat) => seat !== {AWAY}))")
    player.does("take(given)", staged(game, seats, wanted))


def photograph(browser: Any, url: str, album: Album) -> None:
    player = Player(browser, url, "Ola", DESKTOP, color_scheme="light", locale="en")
    page = player.page
    if album.wants("lobby"):
        page.goto(url)
        page.click(".g-survive button[value=friends]")
        page.wait_for_selector(".chairs")
        page.click("form[action$='/bot/2'] button")
        page.wait_for_selector(".chairs >> text=/\\bbot\\b/")
        album.every_way(player, "lobby")
    if album.wants("home"):
        for game in ("hellapagos", "survive"):
            player.sit_with_bots(game)
        page.goto(url)
        page.evaluate("document.querySelector('.g-driftwood')?.remove()")
        album.every_way(player, "home")
    for name, (game, seats, wanted) in SCENES.items():
        if not album.wants(name):
            continue
        show(player, game, seats, wanted)
        if name in CHOSEN:
            player.does(f"choose({CHOSEN[name]})")
        album.every_way(player, name)
    if album.wants("end"):
        table = player.sit_with_bots("survive", bot="greedy")
        player.play(random.Random(8))
        page.wait_for_timeout(1500)
        album.every_way(player, "end")
        page.goto(f"{url}/table/{table}/replay")
        page.wait_for_timeout(1500)
        for key in ("End", "End", "PageDown"):
            page.keyboard.press(key)
            page.wait_for_timeout(3000)
        album.every_way(player, "replay")
    player.close()


def main(folder: Path, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            photograph(browser, server.url, Album(folder, wanted))
    gallery(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"), sys.argv[2:])
