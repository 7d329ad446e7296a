"""A table over days on the page: standing orders, nights, and what happened while one was away."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from lastraft.protocol.translations import LANGUAGES
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.browser.sweep import LONG_AGO, NARROW, OVER_DAYS, TELEVISION, UPRIGHT, Walker, outside
from tests.browser.test_app import until
from tests.server.helpers import Server

HIDDEN = """() => {
  const end = document.getElementById("board").getBoundingClientRect().bottom;
  const below = [...document.querySelectorAll("#choices .choice")].filter(
    (each) => each.getBoundingClientRect().bottom > end);
  const scrolling = [...document.querySelectorAll(".prompt-text, .buttons")].filter(
    (each) => each.scrollHeight > each.clientHeight + 1);
  return [...below.map(({ id }) => id), ...scrolling.map(({ className }) => className)];
}"""
"""What one would have to scroll for: rooms below the board's edge, words or answers that do not fit."""


def test_orders_and_nights(chromium: Any, server: Server) -> None:
    """Each is kept at once, and shown as it was kept; the time zone is the browser's until one says another."""
    ola = Player(chromium, server.url, "Ola", PHONE, timezone_id="Europe/Warsaw")
    ola.sit_with_bots("hellapagos", 3, clock=OVER_DAYS, pace=1)
    page = ola.page
    page.click(".corner-menu summary")
    page.click(".corner [data-open=orders]")
    page.select_option("#orders select[name=order]", "turn:1")
    page.click("#orders .another button")
    given = page.locator("#orders .order-switch", has_text="fetch water")
    assert given.get_attribute("aria-checked") == "true"
    given.click()
    page.locator("#orders .order-switch[aria-checked=false]", has_text="fetch water").wait_for()
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
    """After half an hour the page tells the gravest of what happened and what is asked now; once. Each line leads to
    its own move."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("survive", 2, pace=0)
    ola.play(random.Random(1), clicks=8)
    page = ola.page
    page.goto(server.url)
    page.evaluate(LONG_AGO, table)
    ola.open(table)
    page.locator("#away-card[open]").wait_for()
    assert 1 <= page.locator("#away-lines li").count() <= 3
    assert page.inner_text("#away-go") == ola.question()
    page.keyboard.press("Escape")
    page.reload()
    ola.until("document.getElementById('question')?.textContent")
    assert not page.locator("#away-card[open]").count()
    for line in range(3):
        page.goto(server.url)
        page.evaluate(LONG_AGO, table)
        ola.open(table)
        row = page.locator("#away-lines li").nth(line)
        text = row.locator("b").inner_text()
        row.locator(".see-it").click()
        page.wait_for_url("**/replay?event=*")
        until(page, f"document.querySelector('#move-said')?.textContent.includes({json.dumps(text)})")
    assert not ola.mistakes


def test_rooms_to_choose_from_fit_a_small_phone(chromium: Any, server: Server) -> None:
    """Outlive's six rooms lie in sight, and so do the words and the answers, in every language."""
    for language in LANGUAGES:
        ola = Player(chromium, server.url, "Ola", NARROW, locale=language)
        ola.sit_with_bots("outlive", 3)
        ola.until("document.body.classList.contains('asked')")
        ola.until("document.querySelector('#choices .choice')?.getBoundingClientRect().width > 100")
        assert not ola.page.evaluate(HIDDEN), language
        ola.close()


@pytest.mark.parametrize(
    ("language", "screens"),
    [("pl", ("orders", "settings", "hand", "curtain")), ("fr", ("orders", "away", "phrase", "offline", "tv-lobby"))],
    ids=["pl", "fr"],
)
def test_no_text_leaves_its_box(chromium: Any, server: Server, language: str, screens: tuple[str, ...]) -> None:
    """In the longer languages, on the narrowest phone and an upright tablet; `sweep` looks at all the others."""
    walker = Walker(chromium, server.url, language)
    for name in screens:
        walker.screens()[name]()
        for size in (NARROW, UPRIGHT) if name != "tv-lobby" else (TELEVISION,):
            walker.page.set_viewport_size(size)
            assert not outside(walker.page), (name, size)
    walker.player.close()


def test_two_tables_in_two_tabs(chromium: Any, server: Server) -> None:
    """One person answers in one tab and then in the other; each follows its own table, and leads to the other one."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    plan = {"game": "driftwood", "seats": 2, "bots": ["random"], "start": True, "pause": 0}
    tables = [str(ola.call("/api/tables", plan)["id"]) for _ in range(2)]
    tabs = [ola.context.new_page() for _ in tables]
    for tab, table in zip(tabs, tables, strict=True):
        tab.goto(f"{server.url}/table/{table}")
    for _ in range(2):
        for tab, other in zip(tabs, reversed(tables), strict=True):
            for each in tabs:
                each.wait_for_selector("#buttons button")
            waiting, before = ola.legal(other)["question"], tab.evaluate("document.body.dataset.received")
            tab.click("#buttons button:first-child")
            until(tab, f"document.body.dataset.received !== {before!r}")
            assert ola.legal(other)["question"] == waiting
    tabs[0].reload()
    assert tabs[0].inner_text("#next-table:visible").strip() == "1 other table waits for you"
    high = tabs[0].evaluate("[...document.querySelectorAll('.top > *')].map((each) => each.offsetHeight)")
    assert max(high) <= 60, "nothing of the header takes two lines"
    tabs[0].set_viewport_size(PHONE)
    tabs[0].evaluate("sessionStorage.clear()")
    tabs[0].reload()
    tabs[0].wait_for_selector("#notice.shown >> text=1 other table waits for you")
    assert tabs[0].inner_text("#next-table:visible").strip() == "1"
    assert tabs[0].get_attribute("#next-table", "aria-label") == "1 other table waits for you"
    tabs[0].click("#next-table")
    tabs[0].wait_for_url(f"**/table/{tables[1]}")
    ola.close()
