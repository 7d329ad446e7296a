"""One table on several screens, and several people at one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from lastraft.server.web import qr
from tests.browser.conftest import PHONE
from tests.browser.player import Player
from tests.browser.sweep import TELEVISION
from tests.browser.test_app import until
from tests.server.helpers import Server

SMALL = """[...document.querySelectorAll("main *")].filter((each) => each.checkVisibility() && !each.closest("svg, .sr")
  && [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 22).map((each) => each.textContent)"""
"""What is written smaller than somebody far away can read."""


IN_HAND = """() => {
  const dialog = document.getElementById("careful");
  if (dialog.open) dialog.querySelector("[value=yes]").click();
  if (!document.getElementById("end").hidden) return { over: true };
  if (!document.body.classList.contains("asked")) return null;
  const seen = [...document.querySelectorAll("#board [id]")].filter((each) => each.getClientRects().length);
  return {
    elsewhere: seen.filter((each) => !each.closest(".own") && each.querySelector(":scope > title")).map(({ id }) => id),
    ways: [
      ...seen.filter((each) => each.matches(".can")).map(({ id }) => id),
      ...[...document.querySelectorAll("#buttons .move, #buttons .choice")].map((each) =>
        [...document.querySelectorAll("#buttons button")].indexOf(each)),
    ],
  };
}"""
"""What somebody sees of the drawing who holds only their hand, and what they can answer with."""


SAY = """given.map((text) => {
  const chip = [...document.querySelectorAll("#phrases .chip")].find((each) => each.textContent.includes(text));
  chip?.click();
  return Boolean(chip);
}).every(Boolean)"""
"""Say a phrase of a kind, unless nothing can be said there now, such as while one is shot at."""
PROMISE = "I'll fetch wood tomorrow, I promise."


def streams(page: Any) -> list[str]:
    """Whose knowledge a page is sent, as it comes."""
    came: list[str] = []

    def read(frame: Any) -> None:
        message = json.loads(frame)
        if message["type"] == "table":
            came.append(message["stream"])

    page.on("websocket", lambda socket: socket.on("framereceived", read))
    return came


def test_a_table_on_a_television(chromium: Any, server: Server) -> None:
    """Also for somebody who sits there it shows what those who watch know, though nobody else may watch; big letters,
    nothing to click, a code for each free chair, which leads to that chair."""
    host = chromium.new_context(viewport=TELEVISION)
    post = host.request.post
    post(f"{server.url}/api/me", data={"name": "Ola"})
    table = post(f"{server.url}/api/tables", data={"game": "driftwood", "seats": 3, "pause": 0, "watchers": False})
    table = table.json()["id"]
    page = host.new_page()
    came = streams(page)
    page.goto(f"{server.url}/table/{table}/tv")
    assert page.locator(".chair.empty .qr").count() == 2
    assert page.evaluate(SMALL) == []
    phone = chromium.new_context(viewport=PHONE).new_page()
    phone.goto(f"{server.url}/table/{table}?seat=2")
    phone.fill("#name", "Jan")
    phone.click(".sit-down button")
    until(page, "document.querySelectorAll('.chair')[2].textContent.includes('Jan')")
    late = chromium.new_context().request
    sits = late.get(f"{server.url}/table/{table}?seat=2").text()
    assert 'class="stack"' in sits
    assert 'name="seat"' not in sits, "whoever comes late takes another chair"
    post(f"{server.url}/api/tables/{table}/seats/1/bot", data={"bot": "random"})
    post(f"{server.url}/api/tables/{table}/start")
    page.wait_for_selector("#board > svg")
    until(page, "document.querySelector('#question').textContent !== ''")
    assert page.evaluate(SMALL) == []
    assert set(came) == {"watch"}
    assert late.get(f"{server.url}/table/{table}/tv").status == 403
    late.dispose()
    assert page.evaluate("getComputedStyle(document.querySelector('#board')).pointerEvents") == "none"
    for context in (host, phone.context):
        context.close()


@pytest.mark.parametrize("game", ["driftwood", "hellapagos", "outlive", "survive"])
def test_a_phone_is_a_hand_beside_a_television(chromium: Any, server: Server, game: str) -> None:
    """The code on the television leads there; of the drawing it shows what is one's own, and every question can be
    answered by that and by buttons. One comes back to the whole table."""
    player = Player(chromium, server.url, "Ola", PHONE)
    page, rnd = player.page, random.Random(4)
    table = player.sit_with_bots(game)
    television = player.context.request.get(f"{server.url}/table/{table}/tv").text()
    assert qr.svg(f"{server.url}/table/{table}/hand") in television
    page.goto(f"{server.url}/table/{table}/hand")
    said = game != "hellapagos"
    for _ in range(8):
        shown = player.until(f"(({IN_HAND})())")
        if shown.get("over"):
            break
        assert shown["ways"], player.question()
        assert shown["elsewhere"] == []
        if not said and (said := player.does(SAY, ["Promise", PROMISE])):
            player.sees_line(PROMISE)
        player.settle(player.click(rnd.choice(shown["ways"])))
    assert said
    page.click(".corner-menu summary")
    page.click("text=Show the whole table here")
    player.until("document.querySelector('.table') && !document.body.dataset.hand")
    player.close()


def test_a_phone_that_is_handed_around(chromium: Any, server: Server) -> None:
    """Two people on one device: between them a page comes that shows a name and nothing else, and what the other one
    knows is sent only when they have taken the phone. At home the device is its owner's."""
    context = chromium.new_context(viewport=PHONE)
    post = context.request.post
    post(f"{server.url}/api/me", data={"name": "Ola"})
    plan = {"game": "driftwood", "seats": 2, "pause": 0, "options": {"votes": "no"}}
    table = post(f"{server.url}/api/tables", data=plan).json()["id"]
    page = context.new_page()
    came = streams(page)
    page.goto(f"{server.url}/table/{table}")
    page.click(".beside summary")
    page.fill(".beside [name=name]", "Anna")
    page.click(".beside button")
    page.wait_for_selector(".chair.s1.person")
    page.click(".start button")
    for turn, name in ((0, "Anna"), (1, "Ola")):
        page.wait_for_selector("#buttons button")
        until(page, f"document.querySelector('#log').dataset.you === '{turn}'")
        assert came[-1].startswith(f"{turn}.")
        came.clear()
        page.click(".corner-menu summary")
        page.click("#cover")
        covers = "document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('#covered') !== null"
        assert page.evaluate(covers), "beside a television nobody looks into one's hand"
        page.click("#covered")
        page.click("#buttons button:first-child")
        page.wait_for_url("**/curtain?to=*")
        assert page.inner_text("h1") == f"Now {name}: take the device"
        assert page.locator("#board, #log, #buttons, .drawing").count() == 0
        page.wait_for_timeout(300)
        assert {stream[0] for stream in came} == {str(turn)}, "only what the one knows who had it"
        if name == "Anna":
            page.click("main button")
    assert context.request.get(f"{server.url}/api/me").json()["name"] == "Ola"
    came.clear()
    page.goto(server.url)
    page.click(".own-tables a")
    page.wait_for_url("**/curtain?to=0")
    assert not came, "the page of whoever had it last is not opened"
    page.click("main button")
    page.wait_for_selector("#buttons button")
    page.reload()
    page.wait_for_selector("#buttons button")
    known = {cookie["name"]: cookie for cookie in context.cookies()}
    assert known["lastraft-1"]["httpOnly"]
    assert post(f"{server.url}/table/{table}/curtain", form={"to": "4"}, max_redirects=0).status == 404
    context.close()
