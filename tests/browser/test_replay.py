"""After a game: the end, a rematch, and the game played again."""

from __future__ import annotations

import random
import re
import time
from typing import Any

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.browser.test_everybody import SMALL
from tests.server.helpers import Server

SECONDS = 180
"""How long a game of random bots may take."""


CAPTION = """() => {
  const [said, board] = ["move-said", "board"].map((id) => document.getElementById(id));
  const caption = said.parentElement;
  const before = said.textContent;
  const places = [0, 1, 2, 9].map((times) => {
    said.textContent = "Sandy has killed Pearl and takes the hand. ".repeat(times);
    dispatchEvent(new Event("resize"));
    const fits = caption.scrollHeight <= caption.clientHeight + 1 || (times > 2 && caption.tabIndex === 0);
    const [text, marks] = ["move-text", "marks"].map((id) => document.getElementById(id).getBoundingClientRect());
    const apart = caption.getBoundingClientRect().bottom <= marks.top + 2;
    const [{ x, y, height }, { height: high }] = [caption, board].map((each) => each.getBoundingClientRect());
    return JSON.stringify([fits, apart, x, y, height, high, text.x, text.top - y < 3]);
  });
  said.textContent = before;
  return new Set(places).size === 1 && places[0].startsWith("[true,true,") && places[0].endsWith(",true]");
}"""
"""Whether what is told keeps its place and size, however long it is, and can be read: the longest by scrolling."""
STANDS = """(async () => {
  const before = byId("move-text").textContent;
  await new Promise((go) => setTimeout(go, 600));
  return byId("move-text").textContent === before;
})()"""
"""The replay has come to rest: at this speed it would have gone on by now."""


def step(player: Player) -> int:
    """The number of the step that is shown."""
    found = re.match(r"Move (\d+) of", player.page.inner_text("#move-text"))
    assert found
    return int(found[1])


def moves_from(player: Player, before: int) -> int:
    """Wait until another step is shown."""
    player.until(f"document.getElementById('move-text').textContent.match(/\\d+/)?.[0] !== '{before}'")
    return step(player)


def finish(table: str, *players: Player) -> None:
    """Play on, without the pages, until the game is over."""
    rnd, until = random.Random(4), time.monotonic() + SECONDS
    while players[0].status(table) != "over":
        assert time.monotonic() < until, "the game does not end"
        for player in players:
            if (asked := player.legal(table))["legal"]:
                player.answer(table, asked, rnd.choice(asked["legal"]))


def test_a_game_is_played_again(chromium: Any, server: Server) -> None:
    """From its beginning, by itself or by move, turn, day and event; by keys, buttons, the lists and the line."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("survive", 2)
    ola.call(f"/api/tables/{table}/seats/0/bot", {"bot": "random"})
    until = time.monotonic() + SECONDS
    while ola.status(table) != "over":
        assert time.monotonic() < until, "the game does not end"
        ola.page.wait_for_timeout(100)
    page = ola.page
    page.goto(f"{server.url}/table/{table}/replay")
    ola.until("document.querySelectorAll('#happened .grave').length && document.querySelector('#board svg')")
    assert step(ola) == 0
    page.click("[data-times='4']")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    ola.until("Number(document.getElementById('at-move').value) > 3")
    page.keyboard.press("Space")
    ola.until(STANDS)
    at = step(ola)
    assert at < int(str(page.get_attribute("#at-move", "max"))) - 9, "it stands, long before its end"
    page.keyboard.press("ArrowLeft")
    assert moves_from(ola, at) == at - 1
    page.keyboard.press("End")
    first_turn = moves_from(ola, at - 1)
    assert "Round 1" in page.inner_text("#heading")
    page.keyboard.press("Shift+ArrowRight")
    second_turn = moves_from(ola, first_turn)
    assert "Round 1" in page.inner_text("#heading"), "the other one's turn"
    rows = "[...document.querySelectorAll('#happened li:not(.day) button')].map((each) => Number(each.dataset.at))"
    event = min(each for each in ola.does(rows) if each > second_turn)
    page.keyboard.press("PageDown")
    ola.until(f"document.getElementById('move-text').textContent.startsWith('Move {event} ')")
    assert page.get_attribute("#happened [aria-current]", "data-at") == str(event)
    ola.until("new URLSearchParams(location.search).get('move') === document.getElementById('at-move').value")
    address = page.url
    page.click("[data-drawer=turns]")
    page.locator("#turns li:not(.day) button").first.click()
    assert moves_from(ola, event) == first_turn
    assert page.get_attribute("[data-jump=turn][data-by='1']", "aria-label") in ("Your turn", "Turn of Sandy")
    box = page.locator("#marks i").last.bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 4)
    assert moves_from(ola, first_turn) > event
    page.goto(address)
    ola.until(
        "document.querySelectorAll('#happened .grave').length && document.getElementById('move-text').textContent"
    )
    assert step(ola) == event, "the address is that of the moment"
    assert page.get_attribute("[data-times='4']", "aria-pressed") == "true"
    moments = re.compile(r"/replay/\d")
    page.route(moments, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.keyboard.press("Home")
    page.unroute(moments)
    assert step(ola) == event, "there is no connection"
    page.keyboard.press("Home")
    assert moves_from(ola, event) < event, "it is asked for again"
    page.goto(address)
    ola.until("document.getElementById('move-text').textContent")
    ola.mistakes.clear()  # the browser notes what was not fetched
    page.click("#eyes [data-seat='1']")
    ola.until("document.getElementById('seen-by').textContent !== 'Ola'")
    assert step(ola) == event
    assert page.evaluate(CAPTION)
    page.set_viewport_size(PHONE)
    assert page.evaluate(CAPTION)
    assert not page.evaluate(SMALL)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".to-sheet")
    page.locator("#happened .grave button").first.click()
    ola.until("!document.body.classList.contains('sheet-open')")
    ola.close()


def test_a_browser_that_stores_nothing(chromium: Any, server: Server) -> None:
    """Somebody who watches a game and its replay."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("driftwood", 2)
    context = chromium.new_context(viewport=DESKTOP)
    for name in ("localStorage", "sessionStorage"):
        denied = "{ get() { throw new Error('denied'); } }"
        context.add_init_script(f"Object.defineProperty(window, {name!r}, {denied})")
    page = context.new_page()
    mistakes: list[str] = []
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    for address, shown in ((f"/table/{table}", "#question"), (f"/table/{table}/replay", "#move-text")):
        page.goto(server.url + address)
        page.wait_for_selector(f"{shown}:not(:empty)")
        page.wait_for_selector("#board > svg")
        if page.query_selector("#pause"):
            page.click("#pause")
            assert page.is_visible("#to-now")
            page.click("#pause")
            assert not page.is_visible("#to-now"), "nothing was missed"
    assert not mistakes
    context.close()
    ola.close()


def test_the_end_and_a_rematch_in_one_click(chromium: Any, server: Server) -> None:
    """The scene, the scores, the chances; who asks for a rematch opens it, the others are invited, and it begins in
    the same seats when they come."""
    ola, ben = (Player(chromium, server.url, name, DESKTOP) for name in ("Ola", "Ben"))
    plan = {"game": "driftwood", "seats": 3, "bots": ["random"], "pause": 0}
    table = str(ola.call("/api/tables", plan)["id"])
    ben.call(f"/api/tables/{table}/sit", {})
    ola.call(f"/api/tables/{table}/start", {})
    for player in (ola, ben):
        player.open(table)
    finish(table, ola, ben)
    for player in (ola, ben):
        player.until("!document.getElementById('end-views').hidden")
    page = ola.page
    assert not page.is_visible("#end"), "the scene comes first"
    page.click("[data-view=scores]")
    assert page.locator("#ranking > li").count() == 3
    page.click("[data-view=odds]")
    assert not page.is_visible("#ranking")
    ola.until("document.querySelectorAll('.chanced polyline').length >= 3")
    page.click("#rematch")
    page.wait_for_selector(".chairs")
    assert "Ben is invited" in page.inner_text(".chairs")
    ben.page.wait_for_selector("#invitation")
    assert "Ola asks for a rematch." in ben.page.inner_text("#invitation")
    assert "Join the rematch" in ben.page.inner_text("#rematch")
    ben.page.click("#invitation .primary")
    for player in (ola, ben):
        player.until("document.getElementById('question')?.textContent")
    again = page.url.rsplit("/", 1)[1]
    assert again != table
    seats = [
        [seat["name"] for seat in player.context.request.get(f"{server.url}/api/tables/{each}").json()["seats"]]
        for player, each in ((ola, table), (ben, again))
    ]
    assert seats[0] == seats[1]
    for player in (ola, ben):
        player.close()
