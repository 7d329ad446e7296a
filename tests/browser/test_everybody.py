"""Everybody can play: whole games by keyboard alone; what a screen reader is told and small screens show everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.browser.sweep import NARROW, outside
from tests.browser.test_page import SEATS
from tests.server.helpers import Server, serving

SECONDS = 180
"""When a wait for the next question gives up."""
NEXT = f"""(async () => {{
  const end = performance.now() + {SECONDS * 1000};
  const moving = (await Promise.all(modules)).find((each) => "chosen" in each);
  for (; performance.now() < end; await new Promise((go) => setTimeout(go, 15))) {{
    const [at, game] = [document.activeElement, moving.game];
    if (at === document.body) return {{ lost: game?.prompt }};
    if (byId("careful").open) return {{ dialog: true }};
    if (byId("fate").open) return {{ died: true }};
    if (!byId("end").hidden) return {{ over: true }};
    if (!game?.legal.length || document.body.dataset.sent || game.question === given) continue;
    const moves = [...byId("moves").querySelectorAll("button")];
    const named = new Set(moves.map((each) => each.textContent.trim()));
    return {{
      question: game.question,
      prompt: game.prompt,
      focused: Boolean(at.closest("#moves")),
      moves: moves.filter((each) => each.checkVisibility()).length,
      unnamed: named.has(""),
      legal: game.legal.filter((move) => !move.codes || (move.codes.length > 1 && !move.clicks.length)).length,
    }};
  }}
  return {{ waits: moving.game?.prompt }};
}})()"""
"""The next question as the keyboard has it: where the focus is, and how many of the moves can be reached."""

CLOSED = "!document.querySelector('dialog[open]') && !document.activeElement.matches('body, dialog *')"
"""No dialog is open any more, and the focus has come back from it."""
ARRIVED = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getTiming().iterations !== Infinity)
  .map((each) => each.finished.catch(() => null)))"""
"""Everything that fades in or glides has come to its end."""
WEIGHT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, each) => sum + each.transferSize, 0)"""
"""How many bytes a page took, all its files with their headers together."""


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_by_keyboard(chromium: Any, server: Server, game: str) -> None:
    """Tab, arrows and Enter, from the first question to the scores and the replay. The focus is never lost, and every
    legal move is a button with a name that it reaches."""
    player = Player(chromium, server.url, "Ola", DESKTOP, bypass_csp=True)
    player.sit_with_bots(game, SEATS[game], pace=0, grace=0)
    page, rnd, question = player.page, random.Random(game), -1
    assert page.evaluate(WEIGHT) < 150_000
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
            player.until(f"byId('fate').open || {CLOSED}")  # it may have been deadly
            continue
        if "died" in now:
            assert page.evaluate("Boolean(document.activeElement.closest('#fate'))")
            press("Enter")  # the focus is on watching the others
            player.until(CLOSED)
            continue
        question = now["question"]
        assert now["focused"], now
        assert not now["unnamed"], now
        assert now["moves"] == now["legal"], now
        for _ in range(rnd.randrange(3)):
            press("ArrowDown")
        press("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('#end-views'))")
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
            player.page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not come to {selector}")


CONTROLS = {"button", "checkbox", "combobox", "link", "menuitem", "option", "searchbox", "slider", "tab", "textbox"}


def serious(page: Any, screen: str, *, only: str = "") -> None:
    """What axe finds serious, and controls that a screen reader would read out without a name."""
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate(ARRIVED)
    options = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
    violations = Axe().run(page, options=options).response["violations"]
    found = [
        (each["id"], each["help"], [(node["target"], node["failureSummary"]) for node in each["nodes"]][:3])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
    assert not found, (screen, found)
    if only:
        return
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in tree if not node["ignored"] and node["role"]["value"] in CONTROLS]
    nameless = [node["role"]["value"] for node in shown if not node.get("name", {}).get("value")]
    assert not nameless, (screen, nameless)


SMALL = """() => [...document.querySelectorAll("button, a, select, input, summary, .check")]
  .filter((each) => each.checkVisibility() && each.type !== "checkbox" && each.type !== "hidden")
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 39.5 || box.height < 39.5).map(([text]) => text)"""
"""What can be tapped and is smaller than a finger."""
TOKEN = "a token of the administrators"


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with administrators."""
    folder = tmp_path_factory.mktemp("ruled")
    database = f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"
    with serving(database, folder, LASTRAFT_ADMIN_TOKEN=TOKEN) as running:
        yield running


AROUND = ("home", "lobby", "me", "league", "sign in", "rules", "privacy", "nothing", "token", "admin")
AT_TABLES = (*SEATS, "rulebook", "card")
COACHED = tuple(f"coached {game}" for game in SEATS)


def show(player: Player, screen: str) -> None:
    """Go to a screen."""
    page, url = player.page, player.url
    addresses = {
        "home": "/",
        "me": "/me",
        "sign in": "/me/sign-in",
        "rules": "/rules/hellapagos",
        "privacy": "/privacy",
        "nothing": "/table/none",
        "token": "/admin",
    }
    if screen in addresses:
        page.goto(url + addresses[screen])
    elif screen == "lobby":
        plan = {"game": "hellapagos", "seats": 6, "bots": ["normal", "hard:grudge"]}
        page.goto(f"{url}/table/{player.call('/api/tables', plan)['id']}")
        page.wait_for_selector(".chairs")
    elif screen == "league":
        page.fill("[name=title]", "Thursdays")
        page.click(".found .primary")
        page.wait_for_selector(".standings")
    elif screen == "admin":
        page.fill("input[name=token]", TOKEN)
        page.keyboard.press("Enter")
        page.wait_for_selector("main table, main h2")
    elif screen.startswith("coached"):
        page.goto(url)
        page.click(f".g-{screen.split()[1]} button[value=learn]")
        player.until("byId('coach-says')?.textContent")
    elif screen == "rulebook":
        player.sit_with_bots("outlive", seats=2)
        player.until("game")
        page.keyboard.press("?")
        page.wait_for_selector("#clauses article")
    elif screen == "card":
        page.click("#open-card")
        page.wait_for_selector("#first-card[open]")
    else:
        player.sit_with_bots(screen)
        player.until("game")


@pytest.mark.parametrize("screens", [AROUND, AT_TABLES, COACHED], ids=["around", "at tables", "coached"])
def test_axe_finds_nothing_serious(chromium: Any, ruled: Server, screens: tuple[str, ...]) -> None:
    """On every kind of screen, in the light and in the dark; on a phone nothing scrolls sideways or is smaller than a
    finger. (The end and the replay are looked at where games are played to their ends.)"""
    player = Player(chromium, ruled.url, "Ola", DESKTOP, bypass_csp=True, color_scheme="light", reduced_motion="reduce")
    page = player.page
    for screen in screens:
        show(player, screen)
        serious(page, screen)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        serious(page, f"{screen}, dark", only="color-contrast")
        page.set_viewport_size(NARROW)
        serious(page, f"{screen}, dark, on a phone", only="color-contrast")
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, f"{screen} scrolls sideways"
        assert not page.evaluate(SMALL), f"{screen}: too small for a finger"
        page.set_viewport_size(DESKTOP)
    player.mistakes.clear()  # the browser notes the 404
    player.close()


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_no_text_leaves_its_box_on_any_screen(chromium: Any, ruled: Server, language: str) -> None:
    """At a desk and on phones; what is drawn at the tables is measured in `test_still`."""
    player = Player(chromium, ruled.url, "Małgorzata", DESKTOP, locale=language, reduced_motion="reduce")
    page = player.page
    for screen in (*AROUND, "rulebook", "card", *COACHED):
        show(player, screen)
        assert page.get_attribute("html", "lang") == language
        for size in (DESKTOP, PHONE, NARROW):
            page.set_viewport_size(size)
            assert not outside(page), (screen, size)
        page.set_viewport_size(DESKTOP)
    player.mistakes.clear()  # the browser notes the 404
    player.close()
