"""The page as a player meets it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import lastraft

from ..server.helpers import Server
from .conftest import DESKTOP, PHONE
from .player import Player

GAMES = [name for name in ("survive", "hellapagos", "outlive") if name in lastraft.games()]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_clicker_that_knows_no_game_finishes_one(
    chromium: Any, server: Server, game: str, size: dict[str, int]
) -> None:
    player = Player(chromium, server.url, "Ola", size)
    player.sit_with_bots(game)
    assert player.play(random.Random(f"{game} {size['width']}"))
    assert player.page.locator("#ranking > li").count() >= 2
    if size is PHONE:
        assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    player.close()


def test_play_now_from_the_home_page(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    for game in GAMES:
        player.page.goto(server.url)
        player.page.click(f".g-{game} button[value=now]")
        player.until("document.getElementById('question')?.textContent")
        assert player.page.locator("#board > svg").count() == 1
    player.page.goto(server.url)
    assert player.page.locator(".tables li").count() == len(GAMES)
    player.close()


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_languages(chromium: Any, server: Server, language: str) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP, locale=language)
    assert player.page.get_attribute("html", "lang") == language
    other = {"en": "pl", "pl": "fr", "fr": "en"}[language]
    player.page.click(f".lang a[lang={other}]")
    assert player.page.get_attribute("html", "lang") == other
    player.close()


def test_friends_at_one_table_and_a_secret_that_only_one_sees(chromium: Any, server: Server) -> None:
    host = Player(chromium, server.url, "Ola", DESKTOP)
    host.page.click(".g-hellapagos button[value=friends]")
    host.page.wait_for_selector(".chairs")
    table = host.page.url
    friend = Player(chromium, server.url, "Jan", PHONE)
    friend.page.goto(table)
    friend.page.click("form.stack button.primary")
    friend.page.wait_for_selector(".chairs")
    host.until("document.querySelector('.chairs').textContent.includes('Jan')")
    host.page.click("form[action$='/start'] button")
    for player in (host, friend):
        player.until("document.getElementById('question')?.textContent")
    hands = [set(re.findall(r'id="(card-[a-z_]+)"', p.page.inner_html("#board"))) for p in (host, friend)]
    assert all(hands), "each sees a hand"
    dealt = [p.page.inner_text("#log") for p in (host, friend)]
    assert "You were dealt" in dealt[0]
    assert dealt[0] != dealt[1], "each was told of the own cards only"
    host.page.fill("#said", "<script>alert(1)</script>")
    host.page.click("#talk button")
    friend.until("document.getElementById('log').textContent.includes('<script>alert(1)')")
    host.close()
    friend.close()


def test_the_page_comes_back_after_the_server_was_killed(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots(GAMES[0])
    player.play(random.Random(1), clicks=6)
    log = player.page.inner_text("#log")
    server.kill()
    player.page.wait_for_selector(".lost", state="visible")
    server.start()
    player.page.wait_for_selector(".lost", state="hidden")
    assert player.page.inner_text("#log").startswith(log[: len(log) // 2])
    player.play(random.Random(2), clicks=6)
    player.mistakes.clear()  # the browser notes the lost connection
    player.close()


def test_keyboard_alone(chromium: Any, server: Server) -> None:
    """Every legal move is a labelled button that the keyboard reaches and presses."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots(GAMES[0])
    page = player.page
    for _ in range(8):
        player.until("document.body.classList.contains('asked')")
        page.locator("[data-drawer=all-moves]").focus()
        page.keyboard.press("Enter")
        before = page.evaluate("document.body.dataset.heard")
        page.locator("#moves button").first.focus()
        page.keyboard.press("Enter")
        player.settle(before)
    player.close()


def test_a_wrong_click_explains_itself(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    page = player.page
    player.until("document.body.classList.contains('asked')")
    page.evaluate("choose('stock-1'); choose('space-A6')")
    player.until("document.getElementById('notice').textContent.includes('SV-')")
    player.close()


@pytest.mark.parametrize("screen", ["home", *GAMES])
def test_axe_finds_nothing_serious(chromium: Any, server: Server, screen: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    player = Player(chromium, server.url, "Ola", DESKTOP, bypass_csp=True)
    if screen != "home":
        player.sit_with_bots(screen)
    found = Axe().run(player.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    shown = [(v["id"], v["help"], [node["target"] for node in v["nodes"]][:3]) for v in serious]
    assert not shown, shown
    player.close()
