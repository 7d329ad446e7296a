"""Hellapagos's page: many answers on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from lastraft.server.tables import actions, messages
from lastraft.server.tables.table import Table
from tests.browser.conftest import PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

DEBATE = """
seats: 5
round: 9
weather: 2 1 0 3 2 1 0 1 h
dead: B E
F: 1
W: 2
R: 2
hand A: water_bottle rotten_fish gun bullet flashlight toilet_brush
hand C: sandwich sandwich
hand D: coffee
in play C: gun axe
window: S seats
first: A
"""
SAVING = """
seats: 5
round: 5
weather: 2 1 0 3 2 1 0 1 h
F: 4
W: 6
R: 2
hand A: water_bottle rotten_fish gun alarm_clock
hand B: telescope
window: V food B
"""
TALK = {"debate": True, "people": [0], "ready": [], "asked": True, "step": True, "offers": [], "left": 0, "of": 0}
SEEN = """(() => {
  const place = document.getElementById("buttons");
  const floor = place.getBoundingClientRect().bottom + 1;
  const all = [...place.querySelectorAll("button:not(.chip)")];
  const whole = (each) => each.getBoundingClientRect().bottom <= floor && each.scrollHeight <= each.clientHeight + 1;
  const text = document.querySelector(".prompt-text");
  return [all.length, all.filter((each) => !whole(each)).length, text.scrollHeight - text.clientHeight,
    all.at(-1).matches(".passes") || [...all].sort((a, b) => b.getBoundingClientRect().bottom
      - a.getBoundingClientRect().bottom)[0].matches(".passes")];
})()"""


def shown(player: Player, position: str, answers: int, language: str) -> None:
    """A position that the table's first seat is asked about, in a debate with bots."""
    table = Table("staged", actions.opened("p0", "hellapagos", actions.TermsChange(size=5)))
    for seat, name in enumerate(("Ola", "Sandy", "Pearl", "Dune", "Reef")):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 1, position=position))
    message = messages.changes_for_page(table, "p0", None, language, 400, None)[0]
    legal = message["game"]["legal"]
    next(move for move in legal if not move["clicks"])["passes"] = True
    message["game"] |= {"beat": TALK, "window": False}
    player.does("take(given)", message)
    player.until(f"document.querySelectorAll('#buttons button:not(.chip)').length === {answers}")


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 740}])
def test_many_answers_are_all_in_sight_on_a_phone(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Whole, with the question above them, and to do nothing last; what can be said gives way, the chat has it too."""
    for language in ("en", "pl", "fr"):
        player = Player(chromium, server.url, "Ola", size, locale=language, reduced_motion="reduce")
        player.sit_with_bots("hellapagos", 5)
        player.until("game")
        player.unplug()
        for position, answers in ((DEBATE, 6), (SAVING, 4)):
            shown(player, position, answers, language)
            assert player.until(SEEN) == [answers, 0, 0, True], (language, answers)
        player.context.close()
