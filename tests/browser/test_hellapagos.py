"""Hellapagos's page: many answers on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from lastraft.hellapagos import codes
from lastraft.hellapagos.components import Card
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
SUPPER = """
seats: 6
round: 4
weather: 0 3 1 0 2 1 0 1 h
dead: B C E
W: 2
F: 1
R: 3
field died: 18
hand A: water_bottle sandwich voodoo_doll conch vegetable_mill cannibal_bbq_kit
hand D: axe
hand F: club
in play F: gun
window: S food
first: D
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


TURN = """
seats: 5
round: 2
hand A: sandwich gun
hand B: telescope
order: A B C D E
passed: B C D E
"""


OFFER = """
seats: 6
round: 2
hand A: water_bottle sheet_metal
hand B: sandwich gun
order: B A C D E F
"""
VOTE = """
seats: 6
round: 4
weather: 2 1 0 3 2 1 0 1 h
W: 5
F: 6
R: 2
hand A: sandwich sheet_metal
sick: E 4 bite
window: S water
first: A
"""


def staged(position: str, seats: int = 5) -> Table:
    """A table of so many that stands so."""
    table = Table("staged", actions.opened("p0", "hellapagos", actions.TermsChange(size=seats)))
    for seat, name in enumerate(("Ola", "Sandy", "Pearl", "Dune", "Reef", "Kelp")[:seats]):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 1, position=position))
    return table


def alone(chromium: Any, server: Server, size: dict[str, int], language: str = "en", **plan: Any) -> Player:
    """A page of this game that hears no more from the server."""
    player = Player(chromium, server.url, "Ola", size, locale=language, reduced_motion="reduce")
    player.sit_with_bots("hellapagos", 5, **plan)
    player.until("game")
    player.unplug()
    return player


def shown(player: Player, position: str, answers: int, language: str) -> None:
    """A position that the table's first seat is asked about, in a debate with bots."""
    table = staged(position, int(position.split()[1]))
    message = messages.changes_for_page(table, "p0", None, language, 400, None)[0]
    legal = message["game"]["legal"]
    next(move for move in legal if not move["clicks"]).update(passes=True, label="Let's vote")
    message["game"] |= {"beat": TALK, "window": False}
    player.does("take(given)", message)
    player.until(f"document.querySelectorAll('#buttons button:not(.chip)').length === {answers}")


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 740}])
def test_many_answers_are_all_in_sight_on_a_phone(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Whole, with the question above them, and to do nothing last; what can be said gives way, the chat has it too."""
    for language in ("en", "pl", "fr"):
        player = alone(chromium, server, size, language)
        for position, answers in ((DEBATE, 6), (SAVING, 4)):
            shown(player, position, answers, language)
            assert player.until(SEEN) == [answers, 0, 0, True], (language, answers)
        player.context.close()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_no_answer_is_cut_off(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Not even by a hair: its border would be missing."""
    outside = """[...document.querySelectorAll("#buttons button:not(.chip)")].filter((each) => {
      const [own, box] = [each, byId("buttons")].map((one) => one.getBoundingClientRect());
      return own.left < box.left - 0.6 || own.right > box.right + 0.6 || own.bottom > box.bottom + 0.6;
    }).length"""
    for language in ("en", "pl", "fr"):
        player = alone(chromium, server, size, language)
        for position, answers in ((SUPPER, 4), (DEBATE, 6), (SAVING, 4)):
            shown(player, position, answers, language)
            assert player.does(outside) == 0, (language, answers)
        player.context.close()


def test_what_only_leads_to_an_offer_is_not_shown(chromium: Any, server: Server) -> None:
    """The moves of a row are made one after another; neither their questions nor all kinds of cards flash up."""
    player, table = alone(chromium, server, PHONE), staged(TURN)
    first, had = messages.changes_for_page(table, "p0", None, "en", 400, None)
    player.does("take(given)", first)
    player.until("document.querySelector('#place-fish.can')")
    assert table.match
    swap = next(each for each in table.game.picture.shortcuts(table.match.reader(0)) if each.clicks[-1] == "as-swap")
    stub = "{ value: (text) => (document.body.dataset.text = text) }"
    player.does(f"Object.defineProperties(socket, {{ readyState: {{ value: 1 }}, send: {stub} }}) && 0")
    player.does("make(given)", list(swap.codes))
    number = first["number"]
    for code in swap.codes[:-1]:
        table.apply(actions.checked_move(table, 0, code))
        message, had = messages.changes_for_page(table, "p0", number, "en", 400, had)
        number = message["number"]
        player.does("take({ type: 'done', id: JSON.parse(document.body.dataset.text).id })")
        player.does("take(given)", message)
        player.page.wait_for_timeout(50)
        assert player.question() == "Your turn: one action before dark"
        assert player.page.locator("#board [id^=kind-]").count() == 0
    player.context.close()


def test_what_is_chosen_in_a_vote_stays_in_its_place(chromium: Any, server: Server) -> None:
    """Until it is pressed again, so do the others: nobody else lies under the thumb."""
    player, table = alone(chromium, server, PHONE), staged(VOTE, 6)
    table.apply(actions.checked_move(table, 0, codes.CLOSE))
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    places = """[...document.querySelectorAll("#buttons button")].map((each) => {
      const { x, y, width } = each.getBoundingClientRect();
      return [each.dataset.thing, x, y, width];
    })"""
    player.until("document.querySelectorAll('#buttons .move').length === 5")
    before = player.does(places)
    player.does("choose('seat-4')")
    assert player.does(f"[chosen, {places}]") == [["seat-4"], before]
    assert player.page.inner_text("#waiting") == "Reef: press once more to confirm."
    player.context.close()


def test_the_button_to_step_in_covers_no_offer(chromium: Any, server: Server) -> None:
    player, table = alone(chromium, server, PHONE, pace=1), staged(OFFER, 6)
    said = (codes.SAY + Card.SARDINES, codes.SAY + Card.WATER_BOTTLE)
    for code in (codes.OFFER, codes.CARD + Card.SANDWICH, codes.DONE, codes.ASK + 1, *said):
        table.apply(actions.checked_move(table, 1, code))
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    player.until("byId('bubble-1')")
    player.does("(byId('offers').hidden = byId('stepping').hidden = false)")
    offer, step = (player.page.locator(each).bounding_box() for each in ("#bubble-1 > rect", "#step"))
    assert offer["x"] + offer["width"] <= step["x"]
    assert step["x"] + step["width"] <= PHONE["width"]
    player.context.close()


def test_a_sheet_shows_what_was_asked_for(chromium: Any, server: Server) -> None:
    """On a phone the rules take it all, and its tabs stay where they are."""
    player = alone(chromium, server, PHONE)
    player.page.click("#open-talk")
    box = player.page.locator("#tab-rules").bounding_box()
    assert player.page.is_visible("#since")
    player.page.click("#tab-rules")
    assert not player.page.is_visible("#since")
    assert player.page.locator("#tab-rules").bounding_box() == box
    player.context.close()


def test_news_come_back_where_there_is_room_again(chromium: Any, server: Server) -> None:
    """Beside the question, after a window that was too small for them."""
    player, table = alone(chromium, server, PHONE), staged(TURN)
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    player.until("document.querySelector('#place-fish.can')")
    said = [["i-card", f"Sandy hands {n} cards to you, and asks for nothing at all in return."] for n in (2, 3)]
    player.does("(remember([{ kind: 'move', seat: 3, said: [], befell: given }], 0), offer())", said)
    told = "[...byId('found').children].filter((line) => line.checkVisibility()).length === given"
    for height, lines in ((844, 2), (600, 1), (844, 2)):
        player.page.set_viewport_size({"width": PHONE["width"], "height": height})
        assert player.until(told, lines)
    player.context.close()
