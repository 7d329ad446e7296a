"""Every screen around the tables, at every size, in the light and in the dark, in every language.

``python -m tests.browser.sweep FOLDER [SCREEN ...]`` takes a picture of each, and lists texts that leave their boxes
and pages that scroll sideways.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lastraft.protocol.translations import LANGUAGES
from tests.browser.conftest import PHONE, launch
from tests.browser.player import Player
from tests.server.helpers import serving

NARROW, UPRIGHT, WIDE = {"width": 360, "height": 740}, {"width": 820, "height": 1180}, {"width": 1180, "height": 820}
TELEVISION = {"width": 1920, "height": 1080}
SIZES = (NARROW, PHONE, UPRIGHT, WIDE, TELEVISION)
OVER_DAYS = {"kind": "hours", "amount": 12, "nights": True, "vacation": 7}
LONG_AGO = """(table) => {
  const key = `seen-${table}`;
  const [stream] = localStorage.getItem(key).split(" ");
  localStorage.setItem(key, [stream, 1, Date.now() - 9 * 3600_000].join(" "));
}"""
"""What makes somebody have been away from a table for hours."""
OUTSIDE = """() => {
  const outside = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isSeen = { opacityProperty: true, visibilityProperty: true };
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("svg, select, .sr, .skip") || !parent.checkVisibility(isSeen)) continue;
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    if (!at.width) continue;
    let box = parent;
    while (/^(inline|contents)$/.test(getComputedStyle(box).display)) box = box.parentElement;
    const { left, right } = box.getBoundingClientRect();
    const cut = at.left < left - 2 || at.right > right + 2 || at.right > innerWidth + 1 || at.left < -1;
    if (!cut || getComputedStyle(box).textOverflow === "ellipsis") continue; // a name may be long
    let scrolls = false; // in a pane of its own one can look at all of it
    for (let up = box; up; up = up.parentElement) scrolls ||= /auto|scroll/.test(getComputedStyle(up).overflowX);
    if (!scrolls) outside.push(text.data.trim());
  }
  for (const each of document.querySelectorAll("button, .button")) {
    const high = each.textContent.trim() && each.scrollHeight > each.clientHeight + 2 && each.clientHeight;
    if (high && each.checkVisibility(isSeen)) outside.push(each.textContent.trim());
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) outside.push(`the page is ${wide} wide, the screen ${innerWidth}`);
  return outside;
}"""
"""Texts of the page (not of the drawing) that leave the box that they stand in, and a page wider than its screen."""


class Walker:
    """Somebody with tables of every kind, who goes from screen to screen."""

    def __init__(self, browser: Any, url: str, language: str) -> None:
        self.player = Player(browser, url, "Małgorzata", PHONE, locale=language, reduced_motion="reduce")
        self.page, self.url = self.player.page, url
        self.table = ""

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def plan(self, **plan: Any) -> str:
        return str(self.player.call("/api/tables", {"pause": 0, **plan})["id"])

    def over_days(self) -> str:
        """A table over days, the same one whenever it is asked for."""
        if not self.table:
            bots = ["random"] * 5
            self.table = self.plan(
                game="hellapagos", seats=6, bots=bots, start=True, clock=OVER_DAYS, pace=1, debate=60
            )
        return self.table

    def open(self, table: str, way: str = "") -> None:
        self.go(f"/table/{table}{way}")
        self.player.until("document.getElementById('question')?.textContent")

    # -- the screens -------------------------------------------------------------------------------------------------

    def home(self) -> None:
        self.over_days()
        self.plan(game="survive", seats=3, bots=["normal"])
        self.go("/")
        self.page.evaluate("for (const each of document.querySelectorAll('.offer')) each.hidden = false")

    def lobby(self) -> None:
        self.go(f"/table/{self.plan(game='hellapagos', seats=6, bots=['normal', 'hard:grudge'])}")

    def guest(self) -> None:
        host = Player(self.page.context.browser, self.url, "Krzysztof", PHONE)
        table = host.call("/api/tables", {"game": "outlive", "seats": 3})["id"]
        host.close()
        self.go(f"/table/{table}")

    def orders(self) -> None:
        self.open(self.over_days())
        self.page.click(".corner-menu summary")
        self.page.click(".corner [data-open=orders]")
        self.page.wait_for_selector("#orders .another")
        for order in ("turn:1", "pointed:0"):
            if self.page.locator(f"#orders option[value='{order}']").count():
                self.page.select_option("#orders select[name=order]", order)
                self.page.click("#orders .another button")
                self.page.wait_for_selector("#orders .order-switch")

    def talk(self) -> None:
        self.open(self.over_days())
        self.page.click("#open-talk")

    def away(self) -> None:
        table = self.plan(game="survive", seats=2, bots=["random"], start=True, pace=0)
        self.open(table)
        for _ in range(30):
            asked = self.player.legal(table)
            if asked["legal"]:
                self.player.answer(table, asked, asked["legal"][0])
        self.go("/")
        self.page.evaluate(LONG_AGO, table)
        self.open(table)
        self.page.locator("#away-card[open]").wait_for()

    def hand(self) -> None:
        self.open(self.over_days(), "/hand")

    def television(self) -> None:
        self.open(self.over_days(), "/tv")

    def television_lobby(self) -> None:
        self.go(f"/table/{self.plan(game='hellapagos', seats=6, bots=['normal', 'hard:grudge'])}/tv")

    def curtain(self) -> None:
        self.go(f"/table/{self.plan(game='survive', seats=2)}")
        self.page.click(".beside summary")
        self.page.fill(".beside [name=name]", "Przemysław")
        self.page.click(".beside button")
        self.page.wait_for_selector(".chair.s1.person")
        self.go(f"{self.page.url.removeprefix(self.url)}/curtain?to=1")

    def settings(self) -> None:
        self.over_days()
        self.go("/settings")

    def player_page(self) -> None:
        for game in ("driftwood", "survive"):
            table = self.plan(game=game, seats=2, bots=["random"], start=True, pace=0)
            while self.player.status(table) == "running":
                asked = self.player.legal(table)
                if asked["legal"]:
                    self.player.answer(table, asked, asked["legal"][-1])
        self.go("/me")

    def league(self) -> None:
        self.go("/me")
        if self.page.locator("#leagues details:not([open])").count():
            self.page.click("#leagues details summary")
        self.page.fill("[name=title]", "Czwartkowe wieczory")
        self.page.click(".found .primary")
        self.page.wait_for_selector(".standings")

    def phrase(self) -> None:
        self.go("/me")
        self.page.click("form[action$='/me/phrase'] button")
        self.page.wait_for_selector(".phrase li")

    def sign_in(self) -> None:
        self.go("/me/sign-in")

    def offline(self) -> None:
        self.go("/offline")

    def screens(self) -> dict[str, Callable[[], None]]:
        return {
            "home": self.home, "lobby": self.lobby, "guest": self.guest, "orders": self.orders, "talk": self.talk,
            "away": self.away, "settings": self.settings, "player": self.player_page, "league": self.league,
            "phrase": self.phrase, "sign-in": self.sign_in, "offline": self.offline, "curtain": self.curtain,
            "hand": self.hand, "tv": self.television, "tv-lobby": self.television_lobby,
        }  # fmt: skip


def outside(page: Any) -> list[str]:
    """What leaves its box, once the page has taken its shape."""
    page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go, 50)))")
    found: list[str] = page.evaluate(OUTSIDE)
    return found


def sweep(browser: Any, url: str, folder: Path, wanted: list[str]) -> Iterator[str]:
    """Look at every screen in every way; what is wrong, line by line."""
    for language in LANGUAGES:
        walker = Walker(browser, url, language)
        for name, show in walker.screens().items():
            if wanted and name not in wanted:
                continue
            walker.page.set_viewport_size(PHONE)
            show()
            for size in (TELEVISION,) if name.startswith("tv") else SIZES:
                walker.page.set_viewport_size(size)
                for light in ("light", "dark"):
                    walker.page.emulate_media(color_scheme=light, reduced_motion="reduce")
                    if found := outside(walker.page):
                        yield f"{name}, {language}, {size['width']}, {light}: {found}"
                    file = folder / f"{name}-{size['width']}-{language}-{light}.png"
                    walker.page.screenshot(path=file, full_page=not name.startswith("tv"))
        walker.player.close()


if __name__ == "__main__":
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, launch() as chromium:
        kept = Path(made)
        with serving(f"sqlite+aiosqlite:///{kept / 'tables.sqlite'}", kept) as running:
            mistakes = 0
            for line in sweep(chromium, running.url, pictures, sys.argv[2:]):
                mistakes += 1
                print(line, flush=True)
    print(f"{mistakes} found")
    sys.exit(bool(mistakes))
