"""One table on several screens, and several people at one."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.conftest import PHONE
from tests.browser.test_app import until
from tests.server.helpers import Server

TELEVISION = {"width": 1920, "height": 1080}
SMALL = """[...document.querySelectorAll("main *")].filter((each) => each.checkVisibility() && !each.closest("svg, .sr")
  && [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 22).map((each) => each.textContent)"""
"""What is written smaller than somebody far away can read."""


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
    """Also for somebody who sits there it shows what those who watch know; big letters, nothing to click, a code for
    each free chair, which leads to that chair."""
    host = chromium.new_context(viewport=TELEVISION)
    post = host.request.post
    post(f"{server.url}/api/me", data={"name": "Ola"})
    table = post(f"{server.url}/api/tables", data={"game": "driftwood", "seats": 3, "pause": 0}).json()["id"]
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
    post(f"{server.url}/api/tables/{table}/seats/1/bot", data={"bot": "random"})
    post(f"{server.url}/api/tables/{table}/start")
    page.wait_for_selector("#board > svg", timeout=15000)
    until(page, "document.querySelector('#question').textContent !== ''")
    assert page.evaluate(SMALL) == []
    assert set(came) == {"watch"}
    assert page.evaluate("getComputedStyle(document.querySelector('#board')).pointerEvents") == "none"
    for context in (host, phone.context):
        context.close()


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
    page.wait_for_selector(".chair.s1.person", timeout=10000)
    page.click(".start button")
    for turn, name in ((0, "Anna"), (1, "Ola")):
        page.wait_for_selector("#buttons button", timeout=15000)
        until(page, f"document.querySelector('#log').dataset.you === '{turn}'")
        assert came[-1].startswith(f"{turn}.")
        came.clear()
        page.click(".corner-menu summary")
        page.click("#cover")
        covers = "document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('#covered') !== null"
        assert page.evaluate(covers), "beside a television nobody looks into one's hand"
        page.click("#covered")
        page.click("#buttons button:first-child")
        page.wait_for_url("**/curtain?to=*", timeout=15000)
        assert page.inner_text("h1") == f"Now {name}: take the device"
        assert page.locator("#board, #log, #buttons, .drawing").count() == 0
        page.wait_for_timeout(300)
        assert {stream[0] for stream in came} == {str(turn)}, "only what the one knows who had it"
        if name == "Anna":
            page.click("main button")
    assert context.request.get(f"{server.url}/api/me").json()["name"] == "Ola"
    known = {cookie["name"]: cookie for cookie in context.cookies()}
    assert known["lastraft-1"]["httpOnly"]
    assert post(f"{server.url}/table/{table}/curtain", form={"to": "4"}, max_redirects=0).status == 404
    context.close()
