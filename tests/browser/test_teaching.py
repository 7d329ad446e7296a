"""The card of the first sitting, the coached game of each game, and the rules in the page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import lastraft
from lastraft.protocol.translations import translator
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.browser.test_still import MESSAGE
from tests.server.helpers import Server

LIT = """(code) => [...document.querySelectorAll(`#buttons [data-code="${code}"]`)].every((button) => {
  const box = button.getBoundingClientRect();
  return [...byId("coach-rings").children].some((ring) => {
    const { left, right, top, bottom } = ring.getBoundingClientRect();
    return left <= box.left && right >= box.right && top <= box.top && bottom >= box.bottom;
  });
})"""
"""The prompt's button for the move that the coach waits for is lit."""
LIT_THING = """(id) => {
  const box = document.querySelector(`#buttons [data-thing="${id}"]`)?.getBoundingClientRect();
  const within = (hole) => +hole.getAttribute("x") <= box.left && +hole.getAttribute("y") <= box.top
    && +hole.getAttribute("x") + +hole.getAttribute("width") >= box.right;
  return box && [...byId("coach-mask").children].slice(1).some(within);
}"""
"""The prompt's button for a thing is lit."""


ABOVE = """document.querySelector("#coach .bubble").getBoundingClientRect().bottom
  <= document.querySelector(".table > .prompt").getBoundingClientRect().top"""
"""The coach's words lie above the prompt."""
FREE = """(id) => {
  const bubble = document.querySelector("#coach .bubble").getBoundingClientRect();
  const all = [...document.querySelectorAll(`[id="${id}"], [data-for="${id}"]`)];
  const seen = all.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
  return seen.length > 0 && seen.every(({ top, bottom }) => bubble.bottom <= top || bubble.top >= bottom);
}"""
"""Something is in sight, and the coach's words lie above or below it."""
DRAWN = """(id) => byId(id)?.getBoundingClientRect().width || document.querySelector(`#strip [data-for="${id}"]`)"""
"""Something is in the drawing, or on a phone above it; the four actions are in a phone's prompt once they are asked."""


def learn(player: Player, game: str) -> list[dict[str, Any]]:
    """Begin the coached game from the home page; its steps."""
    player.page.goto(player.url)
    player.page.click(f".g-{game} button[value=learn]")
    player.until("document.getElementById('coach-says')?.textContent")
    table = player.page.url.rpartition("/")[2]
    steps: list[dict[str, Any]] = player.context.request.get(f"{player.url}/table/{table}/lesson").json()
    return steps


def do(player: Player, code: int) -> bool:
    """Make the awaited move by its clicks, all at once: another question drops what is chosen. Whether it was sent."""
    move = player.does("game.legal.find((move) => move.code === given)", code)
    if not move:
        return False
    question = player.does("game.question")
    for thing in move["clicks"]:
        above = player.page.locator(f'#strip [data-for="{thing}"]')
        if above.count() and above.is_visible():  # on a phone it is lit there
            above.click()
        else:
            player.does("choose(given)", thing)
    assert not player.page.locator("#careful[open]").count(), "what the coach waits for is no mistake"
    if not move["clicks"] or player.does("chosen.length"):  # a word, or a card that could also be given away
        named = "[...byId('buttons').children].find((each) => each.textContent.includes(given))"
        player.does(f"{named}?.click()", move["label"])
    return bool(player.does("isAnswered() || game.question !== given", question))


def said(step: dict[str, Any]) -> str:
    """Whether the coach says what belongs to a step."""
    return f"!byId('coach').hidden && byId('coach-says').textContent === {json.dumps(step['say'])}"


@pytest.mark.parametrize(
    ("game", "size", "language"), [("survive", PHONE, "fr"), ("hellapagos", PHONE, "pl"), ("outlive", DESKTOP, "en")]
)
def test_a_coached_game_is_played_to_its_end(
    chromium: Any, server: Server, game: str, size: dict[str, int], language: str
) -> None:
    player = Player(chromium, server.url, "Ola", size, locale=language)
    steps = learn(player, game)
    lesson = lastraft.game(game).teaching.lesson
    assert lesson is not None
    t = translator(game, language)
    names = dict(zip("ABCD", player.does("people.map(({ name }) => name)"), strict=False))
    assert [step["say"] for step in steps] == [t(step.say, **names) for step in lesson.steps]
    for i, step in enumerate(steps):
        shown = said(step)
        if i and step["again"]:  # a busy page may take both for one go
            later = next(each for each in steps[i:] if each["code"] != step["code"])
            player.until(f"({shown}) || ({said(later)})")
            if not player.does(shown):
                continue
        player.until(shown)
        counted = [n for n in range(len(steps)) if not steps[n]["again"]]
        number = sum(n <= i for n in counted)  # the same move again can be made in one go
        assert player.page.inner_text("#coach-step") == f"{number} / {len(counted)}"
        assert player.until("!!document.querySelector('#coach .bubble').style.transform")
        drawn = player.does(f"given.some((id) => ({DRAWN})(id))", step["point"])
        if i < len(steps) - 1 and (drawn or step["code"] >= 0):
            player.until("byId('coach-mask').children.length > 1")
        player.does("(byId('elsewhere').hidden = false)")
        assert not player.page.is_visible("#elsewhere"), "the coach shows where"
        player.does("(byId('elsewhere').hidden = true)")
        if step["code"] >= 0:
            player.until(f"({LIT})(given)", step["code"])
            rings = "[...byId('coach-rings').children].map((each) => each.getBoundingClientRect().right)"
            assert max(player.does(rings)) < size["width"], "whole"
        if step["code"] < 0 and i < len(steps) - 1:
            player.page.click("#coach-next")
        while step["code"] >= 0 and player.does(shown):
            if do(player, step["code"]):  # only once: the next step may be the same move
                player.until(f"!({shown})")
            player.page.wait_for_timeout(100)
    assert player.page.locator("#coach-leave.primary").count() == 1
    player.close()


def test_on_a_phone_the_coach_covers_nothing_it_speaks_of(chromium: Any, server: Server) -> None:
    """The four actions, which are only in the prompt there; who pointed at the reader; how it ended."""
    player = Player(chromium, server.url, "Ola", PHONE)
    seen = []
    for step in learn(player, "hellapagos"):
        player.until(said(step))
        if "place-fish" in step["point"]:
            assert all(player.until(f"({LIT_THING})(given)", id) for id in step["point"])
            seen.append("actions")
        if "seat-2" in step["point"]:
            assert all(player.until(f"({FREE})(given)", id) for id in step["point"])
            seen.append("vote")
        if step["point"] == ["tray"]:
            player.until(ABOVE)
            seen.append("end")
            break
        if step["code"] < 0:
            player.page.click("#coach-next")
        while step["code"] >= 0 and player.does(said(step)):
            if do(player, step["code"]):
                player.until(f"!({said(step)})")
    assert seen == ["actions", "vote", "end"]
    player.close()


def test_the_coach_shows_no_question_that_it_answers(chromium: Any, server: Server) -> None:
    """Whether one steps in before others act is asked once in the lesson; afterwards it is passed unseen."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    steps = learn(player, "hellapagos")
    player.does("""((globalThis.shown = []), new MutationObserver(() => shown.push(byId("question").textContent))
      .observe(byId("question"), { childList: true, characterData: true, subtree: true }))""")
    last = next(i for i, step in enumerate(steps) if step["say"].startswith("A Wooden Plank"))
    for i, step in enumerate(steps[: last + 1]):
        player.until(said(step))
        if step["say"].startswith("Your turn"):
            player.does("(shown.length = 0)")
        if i < last:
            player.page.click("#coach-next" if step["code"] < 0 else "#coach-show")
    questions = player.does("shown")
    assert questions
    assert not [each for each in questions if "step in before" in each], questions
    player.close()


def test_on_a_phone_the_night_is_seen_of_which_the_coach_speaks(chromium: Any, server: Server) -> None:
    """What is paid with stands under the table a second time: the board stays there. What is said of another click does
    not lie on the coach's words."""
    player = Player(chromium, server.url, "Ola", PHONE)
    steps = learn(player, "outlive")
    supper = next(i for i, step in enumerate(steps) if step["say"].startswith("Then the meal"))
    passes = next(i for i, step in enumerate(steps) if step["point"] == ["ladder"])
    for i, step in enumerate(steps[: passes + 1]):
        player.until(said(step))
        if i == supper:
            player.until("byId('coach-mask').children.length > 1")
            assert player.does("document.querySelector('#board').scrollTop") == 0
        if i < passes:
            player.page.click("#coach-next" if step["code"] < 0 else "#coach-show")
    player.does("choose(game.legal.find(({ clicks }) => clicks.length).clicks[0])")
    player.page.wait_for_selector("#notice.shown")
    player.page.wait_for_timeout(400)
    bubble, notice = (player.page.locator(each).bounding_box() for each in ("#coach .bubble", "#notice"))
    assert bubble
    assert notice
    assert notice["y"] + notice["height"] <= bubble["y"] or bubble["y"] + bubble["height"] <= notice["y"]
    player.close()


def test_the_coach_waits_for_the_move_and_shows_it(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    steps = learn(player, "survive")
    first = next(i for i, step in enumerate(steps) if step["code"] >= 0)
    for _ in range(first):
        player.page.click("#coach-next")
    assert player.does("byId('coach-show').matches('.fresh')"), "a second click is no move"
    player.page.click("#coach-back")
    assert player.page.inner_text("#coach-says") == steps[first - 1]["say"], "what was passed over is read again"
    assert player.page.is_hidden("#coach-show")
    player.until("!byId('coach-next').matches('.fresh')")
    player.page.click("#coach-next")
    glowing = (
        "JSON.stringify([...document.querySelectorAll('#people .can, #rafts .can, #spaces .can')].map((e) => e.id))"
    )
    player.until(f"{glowing} === '[\"R2\"]'")
    other = player.does("game.legal.find((move) => move.code !== given).clicks", steps[first]["code"])
    awaited = player.does("game.legal.find((move) => move.code === given).clicks", steps[first]["code"])
    astray = next(i for i, id in enumerate(other) if id != awaited[i])
    player.does("given.forEach((id) => choose(id))", other[: astray + 1])
    assert player.page.inner_text("#notice").startswith("First: "), (
        "at the first wrong thing, not at the end of the move"
    )
    assert player.does("chosen") == other[:astray], "what was chosen before is still in hand"
    player.does("choose(given)", awaited[0])
    assert player.does(glowing) == '["space-C5"]', "only what the coach waits for glows"
    player.until("byId('coach-rings').querySelectorAll('path').length === 1")  # a space is lit in its own shape
    player.page.click("#coach-show")
    player.until(f"byId('coach-step').textContent.startsWith('{first + 2} ')")
    player.page.reload()
    player.until(f"byId('coach-step')?.textContent.startsWith('{first + 2} ')")
    waiting = player.context.request.get(f"{server.url}/table/none/waiting").json()
    assert waiting["tables"] == 0, "a coached game waits for nobody"
    player.close()


def test_the_coach_says_who_wins_when_all_is_counted(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    steps = learn(player, "outlive")
    player.until(said(steps[0]))
    player.does("document.body.classList.add('counting')")
    player.page.click("#coach-next")
    assert player.does("byId('coach').hidden")
    player.does("document.body.classList.remove('counting')")
    player.until(said(steps[1]))
    player.close()


def test_after_the_coached_game_the_real_one_comes(chromium: Any, server: Server) -> None:
    """Whoever leaves it early is shown its card, which tells the whole of it and does not send them back; whoever has
    come to the end knows what is on it."""
    player = Player(chromium, server.url, "Ola", PHONE)
    page = player.page
    page.add_init_script("localStorage.removeItem('card-hellapagos')")
    steps = learn(player, "hellapagos")
    for at, known in ((len(steps) - 1, True), (3, False)):
        page.evaluate("(at) => (sessionStorage[`lesson-${document.body.dataset.table}`] = at)", at)
        page.reload()
        primary = "Boolean(byId('coach-leave').matches('.primary'))"
        player.until(f"byId('coach-leave')?.checkVisibility() && {primary} === given", known)
        assert page.evaluate("localStorage['card-hellapagos'] === '1'") == known
    lesson = page.url
    page.click("#coach-leave")
    player.until("location.href !== given && game", lesson)
    page.wait_for_selector("#first-card[open]")
    assert page.inner_text("#first-card .primary") == "Let's play"
    assert not page.is_visible("#first-card .lesson")
    player.close()


def test_the_card_comes_once_and_stands_under_the_rules(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.page.add_init_script("if (!sessionStorage.again) localStorage.clear(); sessionStorage.again = 1")
    player.sit_with_bots("survive")
    player.page.wait_for_selector("#first-card[open]")
    assert player.page.locator("#first-card .pics svg").count() > 10
    player.until("game")
    player.unplug()
    line = {"kind": "move", "number": 98, "seat": 1, "said": ["Somebody moves meanwhile."]}
    player.does("take({ ...given, game: { ...game, legal: [], drawing: [[0, 9999]] } })", {**MESSAGE, "news": [line]})
    assert "meanwhile" not in player.page.inner_text("#log"), "what happens while one reads is shown afterwards"
    player.page.keyboard.press("Escape")
    player.sees_line("meanwhile")
    player.page.evaluate("sessionStorage.clear = () => {}")
    player.page.keyboard.press("?")
    player.page.wait_for_selector("#clauses article")
    player.page.click("#open-card")
    player.page.wait_for_selector("#first-card[open]")
    player.page.set_viewport_size(PHONE)
    player.page.wait_for_selector("#first-more")
    player.page.evaluate("document.getElementById('first-card').scrollTo(0, 9999)")
    player.page.wait_for_selector("#first-more", state="hidden")
    player.close()


def test_the_rules_are_searched_and_a_wrong_click_leads_there(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP, locale="fr")
    player.sit_with_bots("survive", options={"raft_control": "more_than_each"})
    player.until("game.legal.length > 5")
    shown = "[...document.querySelectorAll('#clauses article')].flatMap((e) => (e.checkVisibility() ? e.id : []))"
    entries = player.does("history.length")
    player.page.keyboard.press("?")
    player.page.wait_for_selector("#clauses article")
    assert len(player.does(shown)) > 150
    for words in ("contrôle radeau", "Controle RADEAU"):
        player.page.fill("#find", words)
        assert "SV-6.5" in (found := player.does(shown))
        assert len(found) < 30
    player.page.fill("#find", "")
    player.page.click("[data-only=differs]")
    assert player.does(shown) == ["SV-6.5"]
    player.page.click("[data-only=house]")
    assert 40 < len(player.does(shown)) < 80
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("#rulebook", state="hidden")
    assert player.does("history.length") == entries, "the way back leads where it did before"
    player.does("choose('stock-1')")
    taken = player.does("[...document.querySelectorAll('#board .tile')].map((each) => each.id.slice(5))")
    glowing = player.does("[...document.querySelectorAll('#spaces .can')].map((each) => each.id.slice(6))")
    sea = "space-A6" if not set(taken) - set(glowing) else f"space-{min(set(taken) - set(glowing))}"
    player.does("choose(given)", sea)
    player.page.wait_for_selector("#notice.shown a.clause")
    clause = player.page.get_attribute("#notice a.clause", "title")
    assert player.page.inner_text("#notice a.clause") == "Voir la règle"
    player.page.click("#notice a.clause")
    player.page.wait_for_selector(f"[id='{clause}'].meant")
    address = player.page.get_attribute(f"[id='{clause}'] .address", "href")
    player.page.goto(player.url + str(address))
    player.page.wait_for_selector(f"[id='{clause}'].meant")
    assert re.fullmatch(r"SV-\d+\.\d+", clause)
    player.close()


def test_a_thing_tells_what_it_is_on_hover_and_hold(chromium: Any, server: Server) -> None:
    desk = Player(chromium, server.url, "Ola", DESKTOP)
    learn(desk, "outlive")
    plate = desk.page.locator("#seat-1").bounding_box()
    at = plate["x"] + 30, plate["y"] + 25
    desk.page.mouse.move(*at)
    desk.page.wait_for_selector(".about-card:not([hidden])")
    assert "Tonight: water for the airlock 1 of 2" in desk.page.inner_text(".about-card")
    desk.page.mouse.click(*at)
    desk.page.wait_for_timeout(500)
    assert desk.page.locator("#look").count() == 0, "the coach speaks of something else"
    desk.sit_with_bots("outlive", seats=2)
    desk.until("game")
    desk.page.mouse.click(*desk.middle("seat-1"))
    desk.page.wait_for_selector("#look svg .airlock")
    desk.page.keyboard.press("Escape")
    assert desk.page.locator("#look").count() == 0
    desk.close()
    phone = Player(chromium, server.url, "Jan", PHONE)
    learn(phone, "survive")
    shark = phone.page.locator("#kaiju-1").bounding_box()
    x, y = shark["x"] + shark["width"] / 2, shark["y"] + shark["height"] / 2
    touch = {"pointerType": "touch", "bubbles": True, "clientX": x, "clientY": y}
    phone.page.dispatch_event("#kaiju-1", "pointerdown", touch)
    phone.page.wait_for_selector(".about-card:not([hidden])")
    assert "breaks rafts" in phone.page.inner_text(".about-card")
    phone.page.dispatch_event("#kaiju-1", "pointerup", touch)
    phone.page.dispatch_event("#board", "pointerleave", touch)
    phone.page.dispatch_event("#kaiju-1", "click", touch)
    assert phone.does("chosen.length") == 0
    assert phone.page.locator(".about-card:not([hidden])").count(), "it can be read when the finger is gone"
    tile = phone.page.locator("#tile-F9").bounding_box()
    touch |= {"clientX": tile["x"] + tile["width"] / 2, "clientY": tile["y"] + tile["height"] / 2}
    phone.page.dispatch_event("#tile-F9", "pointerdown", touch)
    phone.page.wait_for_selector(".about-card:not([hidden])")
    assert phone.page.inner_text(".about-card").startswith("Mountain")
    phone.close()
