"""Everybody can play: whole games by keyboard alone, and what a screen reader and small screens are given everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server, serving

SEATS = {"survive": 2, "hellapagos": 3, "outlive": 2}
SECONDS = 60
"""When a wait for the next question gives up."""
NEXT = f"""(async () => {{
  const end = performance.now() + {SECONDS * 1000};
  for (; performance.now() < end; await new Promise((go) => setTimeout(go, 15))) {{
    const at = document.activeElement;
    if (at === document.body) return {{ lost: game?.prompt }};
    if (byId("careful").open) return {{ dialog: true }};
    if (!byId("end").hidden) return {{ over: true }};
    if (!game?.legal.length || page.sent || game.question === given) continue;
    const moves = [...byId("moves").querySelectorAll("button")];
    const named = new Set(moves.map((each) => each.textContent.trim()));
    return {{
      question: game.question,
      prompt: game.prompt,
      focused: Boolean(at.closest("#moves")),
      moves: moves.filter((each) => each.checkVisibility()).length,
      unnamed: named.has(""),
      legal: game.legal.length,
    }};
  }}
  return {{ waits: game?.prompt }};
}})()"""
"""The next question as the keyboard has it: where the focus is, and how many of the moves can be reached."""


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_keyboard(chromium: Any, server: Server, game: str) -> None:
    """Tab, arrows and Enter, from the first question to the scores and the replay. The focus is never lost, and every
    legal move is a button with a name that it reaches."""
    player = Player(chromium, server.url, "Ola", DESKTOP, bypass_csp=True)
    player.sit_with_bots(game, SEATS[game], pace=0, grace=0)
    page, rnd, question = player.page, random.Random(game), -1
    press = page.keyboard.press
    press("Tab")
    press("Enter")  # to all moves
    for _ in range(2000):
        now = player.does(NEXT, question)
        assert "lost" not in now, f"the focus is nowhere at {now['lost']!r}"
        assert "waits" not in now, f"nothing is asked any more after {now['waits']!r}"
        if "over" in now:
            break
        if "dialog" in now:
            press("Tab")  # from the safe answer to the other one
            press("Enter")
            player.until("!byId('careful').open")
            continue
        question = now["question"]
        assert now["focused"], now
        assert not now["unnamed"], now
        assert now["moves"] == now["legal"], now
        for _ in range(rnd.randrange(3)):
            press("ArrowDown")
        press("Enter")
    assert page.evaluate("document.activeElement.id") == "moves"
    serious(page, "the end")
    by_tab(player, "[data-view=scores]")
    assert page.is_visible("#ranking")
    serious(page, "the scores")
    by_tab(player, "a[href$='/replay']")
    page.wait_for_selector("#move-text:not(:empty)")
    serious(page, "the replay")
    player.close()


def by_tab(player: Player, selector: str) -> None:
    """Go to something by Shift and Tab, and press Enter."""
    for _ in range(60):
        player.page.keyboard.press("Shift+Tab")
        if player.page.evaluate("(which) => document.activeElement.matches(which)", selector):
            return player.page.keyboard.press("Enter")
    raise AssertionError(f"Tab does not come to {selector}")
