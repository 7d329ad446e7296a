"""A table over days on the page: standing orders, nights, and what happened while one was away."""

from __future__ import annotations

import random
from typing import Any

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

OVER_DAYS = {"kind": "hours", "amount": 12, "nights": True, "vacation": 7}
LONG_AGO = """() => {
  const key = Object.keys(localStorage).find((each) => each.startsWith("seen-"));
  const [stream] = localStorage.getItem(key).split(" ");
  localStorage.setItem(key, [stream, 1, Date.now() - 9 * 3600_000].join(" "));
}"""


def test_orders_and_nights(chromium: Any, server: Server) -> None:
    """Each is kept at once, and shown as it was kept; the time zone is the browser's until one says another."""
    ola = Player(chromium, server.url, "Ola", PHONE, timezone_id="Europe/Warsaw")
    ola.sit_with_bots("hellapagos", 3, clock=OVER_DAYS, pace=1)
    page = ola.page
    page.click(".corner-menu summary")
    page.click(".corner [data-open=orders]")
    page.select_option("#orders select[name=order]", "turn:1")
    page.click("#orders .another button")
    given = page.locator("#orders .order-switch", has_text="collect water")
    assert given.get_attribute("aria-checked") == "true"
    given.click()
    page.locator("#orders .order-switch[aria-checked=false]", has_text="collect water").wait_for()
    page.click("#orders .order .icon")
    given.wait_for(state="detached")
    page.locator("#orders .nights small", has_text="22:30 – 7:30, Europe/Warsaw").wait_for()
    page.click("#orders .nights summary")
    page.fill("#orders [name=zone]", "Europe/Paris")
    page.click("#orders .nights .primary")
    page.locator("#orders .nights small", has_text="Europe/Paris").wait_for()
    assert page.locator("#orders").evaluate("(drawer) => drawer.scrollWidth <= drawer.clientWidth")
    assert "nights off" in page.inner_text("#clock")
    assert not ola.mistakes


def test_while_one_was_away(chromium: Any, server: Server) -> None:
    """After half an hour the page tells the gravest of what happened and what is asked now; once."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("survive", 2, pace=0)
    ola.play(random.Random(1), clicks=8)
    page = ola.page
    page.goto(server.url)
    page.evaluate(LONG_AGO)
    ola.open(table)
    page.locator("#away-card[open]").wait_for()
    assert 1 <= page.locator("#away-lines li").count() <= 3
    assert page.inner_text("#away-go") == ola.question()
    page.keyboard.press("Escape")
    page.reload()
    ola.until("document.getElementById('question')?.textContent")
    assert not page.locator("#away-card[open]").count()
    assert not ola.mistakes
