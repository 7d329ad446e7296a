"""Moments that the table keeps open for everybody, on the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

LIT = "document.getElementById('step').getAttribute('aria-pressed') === '{}'"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_stepping_in(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Nobody is asked in the turns of others; stepping in is a button of its own, as large as a finger, outside the
    prompt, and lets the hand be used."""
    player = Player(chromium, server.url, "Ola", size)
    player.sit_with_bots("hellapagos", bot="greedy", pace=3)
    page = player.page
    while page.locator("#stepping").is_hidden():  # one's own turn comes first
        player.until("game.legal.length || !document.getElementById('stepping').hidden")
        if move := player.does("game.legal.map((move) => move.code).find((code) => code < 9)"):
            page.locator(f'#buttons [data-code="{move}"]').first.click()
            player.until(f"game.legal.length === 0 || !game.legal.some((each) => each.code === {move})")
    box = page.locator("#step").bounding_box()
    prompt = page.locator("section.prompt").bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= prompt["y"]
    page.click("#step")
    player.until(f"{LIT.format('true')} || game.legal.length")
    player.until("game.beat?.holding ? game.legal.length : !game.ahead && game.legal.length")
    if player.does("game.beat?.holding"):
        page.click("#step")
        player.until(LIT.format("false"))
    page.locator(".corner-menu summary").click()
    page.select_option("#asks", "never")
    player.until("game.asks === 'never'")
    assert not player.mistakes
    player.close()
