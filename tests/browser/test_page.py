"""The page as a player meets it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import lastraft
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

SEATS = {"survive": 4, "hellapagos": 3, "outlive": 2}
"""With how many a whole game asks one of them least."""
GAMES = list(SEATS)


@pytest.mark.parametrize("game", GAMES)
def test_a_clicker_that_knows_no_game_finishes_one(chromium: Any, server: Server, game: str) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots(game, SEATS[game])
    assert player.play(random.Random(f"{game} desktop"))
    assert player.page.locator("#ranking > li").count() >= 2
    look_back(player)
    player.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_clicker_that_knows_no_game_plays_on_a_phone(chromium: Any, server: Server, game: str) -> None:
    """Some turns: `test_still` plays whole games there."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots(game, SEATS[game])
    player.play(random.Random(f"{game} phone"), clicks=80)
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    player.close()


def look_back(player: Player) -> None:
    """At the end: who has won and why, the chances, the record, the game again with anybody's eyes."""
    page = player.page
    assert page.is_visible("#board > svg"), "the scene comes first"
    assert not page.is_visible("#end")
    page.click("[data-view=scores]")
    assert "won" in page.inner_text("#question")
    assert page.inner_text("#question") not in page.inner_text("#end"), "it is told once"
    page.click("[data-view=odds]")
    assert page.is_visible("#judging") or page.is_visible("#analysis svg"), "the chances, or that they will come"
    record = player.context.request.get(player.url + str(page.get_attribute("#end-tools a[download]", "href"))).text()
    assert lastraft.read(record).over
    page.click("#end-tools a[href$='/replay']")
    player.until("document.getElementById('move-text').textContent.startsWith('Move 0 ')")
    player.until("document.querySelectorAll('#turns button').length")
    page.keyboard.press("End")
    player.until("!document.getElementById('move-text').textContent.startsWith('Move 0 ')")
    page.click("#tab-talking")
    assert page.inner_text("#log"), "what was told before stands there also after a move that tells nothing"
    page.click("#eyes [data-seat='1']")
    page.fill("#at-move", "0")
    player.until("document.getElementById('move-text').textContent.startsWith('Move 0 ')")
    page.click(".corner a.button")
    page.click("#rematch")
    page.wait_for_selector("#question:not(:empty)")


def test_play_now_from_the_home_page(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    for game in GAMES:
        player.page.goto(server.url)
        said = player.page.inner_text(f".g-{game} button[value=now] small")
        player.page.click(f".g-{game} button[value=now]")
        player.until("document.getElementById('question')?.textContent")
        bots = player.does("people.length") - 1
        assert said == f"you and {bots} bots", "one knows beforehand how many play"
        assert player.page.locator("#board > svg").count() == 1
    player.page.goto(server.url)
    assert player.page.locator(".own-tables li").count() == len(GAMES)
    player.close()


def test_a_name_goes_along_with_play_now(chromium: Any, server: Server) -> None:
    """Whoever writes a name and plays at once need not say first whose it is; nobody needs one."""
    context = chromium.new_context()
    page = context.new_page()
    for name, called in (("", "Castaway"), ("Iga", "Iga")):
        context.clear_cookies()
        page.goto(server.url)
        page.fill("#name", name)
        page.click(".g-survive button[value=now]")
        page.wait_for_selector("#question")
        page.click("[data-drawer=chairs]")
        page.wait_for_selector("#chairs .who")
        assert page.inner_text("#chairs .s0 .who") == called
    context.close()


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


def test_the_lobby_by_keyboard(chromium: Any, server: Server) -> None:
    """A host who arranges the chairs stays where they are, with eyes and keyboard."""
    host = Player(chromium, server.url, "Ola", PHONE)
    page = host.page
    page.click(".g-hellapagos button[value=friends]")
    page.wait_for_selector(".chairs")
    for chairs in range(7, 13):
        page.click(f"#sizes button[value='{chairs}']")
        host.until(f"document.querySelectorAll('.chair').length === {chairs}")
    page.focus(".chair.s9 form[action*='/bot/'] button")
    seen = page.evaluate("scrollY")
    for form in ("free", "bot"):
        page.keyboard.press("Enter")
        host.until(f"document.activeElement.matches('.s9 form[action*=\"/{form}/\"] button')")
    assert page.evaluate("scrollY") == seen > 0
    host.close()


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


def test_watching_bots(chromium: Any, server: Server) -> None:
    """A spectator is not asked, and cannot act."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.page.click(".g-survive button[value=watch]")
    player.until("document.querySelectorAll('#log li').length > 8")
    assert player.page.locator("#talk, #to-moves").count() == 0
    assert player.does("game.legal.length") == 0
    player.close()


def test_a_wrong_click_explains_itself(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("document.body.classList.contains('asked')")
    player.does("(choose('stock-1'), choose('space-A6'))")
    player.until("document.querySelector('#notice a')?.textContent === 'See the rule'")
    player.close()


def test_a_hit_on_a_piece_is_not_a_move_to_the_space_beside(chromium: Any, server: Server) -> None:
    """A click that misses what glows by a little means it; a click on a serpent means the serpent."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("document.body.classList.contains('asked')")
    player.does("choose('stock-1')")
    box = player.page.locator("#serpent-3 use").bounding_box()
    player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.until("document.getElementById('notice').textContent.includes('Sea serpent 3')")
    assert player.does("chosen[0]") == "stock-1"
    player.close()


def to_a_hero(player: Player) -> None:
    """To the first turn at Outlive, without the page."""
    table = player.sit_with_bots("outlive", seats=2)
    asked = player.asked(table)
    while not any(move["family"] == "MOVE" for move in asked["legal"]):
        player.answer(table, asked, asked["legal"][0])
        asked = player.asked(table)
    player.sees(table)


def test_a_goal_before_its_piece_asks_for_the_piece(chromium: Any, server: Server) -> None:
    """Whoever clicks an area before a hero is not told why no game begins there."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    to_a_hero(player)
    goal = player.does("game.legal.find((move) => move.clicks.length > 1).clicks.at(-1)")
    player.does(f"choose('{goal}')")
    player.until("document.getElementById('notice').textContent.toLowerCase().includes('first choose what goes there')")
    assert "OL-" not in player.page.inner_text("#notice")
    player.close()


HOLD_MOVES = """((globalThis.sent = []), (globalThis.send = socket.send.bind(socket)), (socket.send = (text) => {
  const message = JSON.parse(text);
  if (message.do === "move") sent.push(message);
  else send(text);
}))"""
"""Moves do not reach the server."""


def test_several_moves_go_on_only_after_each_was_made(chromium: Any, server: Server) -> None:
    """A new question alone may be somebody else's doing: then the first of them is refused, and none follows."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    player.until("document.body.classList.contains('asked')")
    player.does(HOLD_MOVES)
    legal = [
        {"code": 0, "label": "Take", "clicks": []},
        {"code": 1, "label": "No more", "clicks": []},
        {"codes": [0, 1], "label": "Take just one", "clicks": []},
    ]

    def sent() -> list[list[int]]:
        made: list[list[int]] = player.does("sent.map(({ move, question }) => [move, question])")
        return made

    def ask(question: int) -> None:
        player.does(f"asked({{ ...game, legal: given, question: {question} }}, false)", legal)

    ask(100)
    assert not player.does("isWanted([])"), "no coach waits for a shortcut"
    player.page.locator("#buttons button", has_text="Take just one").click()
    player.does("make([1])")
    ask(101)
    assert sent() == [[0, 100]], "neither something else in between, nor what follows"
    assert not player.page.locator("#buttons button").count(), "nor is there anything to click by mistake"
    player.does("take({ type: 'done', id: sent[0].id })")
    assert sent() == [[0, 100], [1, 101]]
    player.does("take({ type: 'done', id: sent[1].id })")
    ask(102)
    player.page.locator("#buttons button", has_text="Take just one").click()
    ask(103)
    player.does("take({ type: 'refused', id: sent[2].id, code: 'stale', said: 'Too late.' })")
    assert sent()[2:] == [[0, 102]]
    player.does("make([0])")
    assert sent()[3:] == [[0, 103]], "something else can be done again"
    legal[2:] = [{"codes": [0], "label": "Take with help", "clicks": []}]
    ask(104)
    shown = player.page.locator("#buttons button").all_inner_texts()
    assert shown == ["Take with help", "No more"], "the same move in better words is one button"
    player.close()


def test_the_focus_does_not_fall_on_passing(chromium: Any, server: Server) -> None:
    """New buttons in the place of others: whoever presses Enter once more does not pass."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    player.until("document.body.classList.contains('asked')")
    player.does(
        """(() => {
          const [place, one] = [byId("buttons"), create("button", "One")];
          fillButtons(place, [one]);
          one.focus();
          fillButtons(place, [create("button", "Pass", "move primary"), create("button", "Two", "move")]);
        })()"""
    )
    assert player.page.evaluate("document.activeElement.textContent") == "Two"
    player.close()


def test_what_was_done_since_is_told_once_and_whole(chromium: Any, server: Server) -> None:
    """The same again counts as done last; the name before a row is not cut from that of somebody else."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=3)
    player.until("document.body.classList.contains('asked')")
    player.does("((people[1].name = 'Jan'), (people[2].name = 'Jan 2'))")
    told = {"said": ["One.", "Two.", "One."], "looks": [["i-raft", ""], ["i-hand", ""], ["i-raft", ""]]}
    player.does("note([given], true, null, 0)", {"kind": "move", "seat": 1, **told})
    listed = "[...document.querySelectorAll('#since .deed')].map((each) => each.ariaLabel)"
    assert player.does(listed) == ["One. × 2", "Two."]
    way = {"said": ["Jan swam from A1 to A2.", "Jan swam from B1 to B2."], "looks": [["i-raft", ""]] * 2}
    player.does("note([given], true, null, 0)", {"kind": "move", "seat": 1, **way})
    assert player.page.inner_text("#since-rows > li").startswith("Jan swam from A1 to A2, B1 to B2"), "one sentence"
    for said, shown in (
        (["Jan and Jan 2 point at you.", "Jan swims."], "Jan and Jan 2 point at you · Jan swims"),
        (
            ["Jan swims.", "You get a raft from Jan.", "Jan is let off."],
            "Jan swims · You get a raft from Jan · Jan is let off",
        ),
        (["Jan and Ola point at Jan 2.", "Jan points at Ola."], "Jan and Ola point at Jan 2 · Jan points at Ola"),
        (["Water short: 2.", "Water short: 1."], "Jan Water short: 2 · Water short: 1"),
        (["Jan pays 1 meat.", "Jan pays 1 meat, 3 cans."], "Jan pays 1 meat · pays 1 meat, 3 cans"),
        (["Jan pays 1 dose of it.", "Jan pays 1 dose, 1 can."], "Jan pays 1 dose of it · pays 1 dose, 1 can"),
        (["Dust Cloud: all cough.", "Dust Cloud strikes."], "Jan Dust Cloud: all cough · Dust Cloud strikes"),
    ):
        player.does(
            "note([given], true, null, 0)", {"kind": "move", "seat": 1, "said": said, "looks": [["i-raft", ""]] * 3}
        )
        assert player.page.inner_text("#since-rows > li") == shown, "whole sentences"
    lines = [*(f"{n} and so on and on." for n in range(60)), "It is eaten."]
    grave = {"said": lines, "looks": [["i-raft", ""]] * 60 + [["i-skull", "grave"]]}
    steps = [f"Jan 2 goes to {n}, on and on and on." for n in range(20)]
    others = ({"kind": "move", "seat": 2, "said": [step], "looks": [["i-hand", ""]]} for step in steps)
    moves = [{"kind": "move", "seat": 1, **grave}, *others]
    player.does("note(given, true, null, 0)", moves)
    assert player.does("byId('since').scrollHeight <= byId('since').clientHeight"), "all rows are seen"
    assert "It is eaten." in player.does(listed), "never cut off"
    assert player.does(listed)[-1] == steps[-1], "plain steps go first, the last of them at last"
    assert lines[-2] in player.does(listed)
    player.page.click("#since .more")
    assert set(lines) <= set(player.does(listed))
    for sentence, shown in (("Jan 2 waits.", "Jan 2 waits"), ("Jan waits.", "waits")):
        player.does(
            "note([given], true, null, 0)", {"kind": "move", "seat": 1, "said": [sentence], "looks": [["shape-1", ""]]}
        )
        assert player.page.inner_text("#since .deed") == shown
    looks = [["i-raft", ""], ["shape-2", ""], ["shape-0", ""], ["i-raft", "heading"], ["i-raft", ""]]
    lines = ["Jan takes the raft.", "Jan 2 swims.", "You swim.", "Day 2", "It rains."]
    player.does("note([given], true, null, 0)", {"kind": "move", "seat": 1, "said": lines, "looks": looks})
    rows = player.does(
        "[...document.querySelectorAll('#since-rows > li')].map((each) => "
        "[each.className, each.querySelector('.deed').ariaLabel])"
    )
    assert rows == [["s1", lines[0]], ["s2", lines[1]], ["s-1", lines[4]]], "each with whoever it is about"
    both = {"said": ["Jan.", "Jan 2."], "looks": [["i-raft", ""]] * 2, "things": [["seat-1"], ["seat-2"]]}
    player.does("note([given], true, null, 0)", {"kind": "move", "seat": 1, **both})
    named = "[...document.querySelectorAll('#since-rows > li')].map((each) => each.className)"
    assert player.does(named) == ["s1", "s2"], "what happens to each of them"
    player.close()


def test_the_last_move_of_a_row_is_followed_by_a_question(chromium: Any, server: Server) -> None:
    """Though its acknowledgement is still to come: else what can be chosen next would not glow."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    player.until("document.body.classList.contains('asked')")
    player.unplug()
    player.does("make([game.legal[0].code], game, true)")
    assert player.does("rowGoesOn(game)"), "it is on its way"
    assert not player.does("rowGoesOn({ ...game, question: game.question + 1 })")
    player.close()


def test_a_click_right_after_a_move_is_kept(chromium: Any, server: Server) -> None:
    """On somebody who is still on the way: it means where they come to."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="normal")
    table = player.sit_with_bots("survive", seats=2)
    rnd = random.Random(4)
    asked = player.asked(table)
    while not any(move["text"].startswith("R1 walk") for move in asked["legal"]):
        player.answer(table, asked, rnd.choice(asked["legal"]))
        asked = player.asked(table)
    player.sees(table)
    player.until("document.body.classList.contains('asked') && !document.querySelector('.playing:not([hidden])')")
    steps = player.does("game.legal.filter(({ label, clicks }) => label.startsWith('Walk') && clicks[0] === 'R1')")
    there = "document.elementsFromPoint(...given).some((each) => each.closest('.adv.can'))"  # a click would choose them
    x, y = next(at for step in steps if not player.does(there, at := player.middle(step["clicks"][1])))
    player.tap("R1")
    player.page.mouse.click(x, y)
    player.page.mouse.click(x, y)
    player.until("chosen.length === 1")
    assert player.does("[...chosen]") == ["R1"]
    player.close()


def test_since_your_turn_keeps_all_until_the_turn_is_over_losses_first(chromium: Any, server: Server) -> None:
    """Whatever one is asked meanwhile; what happens to others in one's own turn is not mixed in, what they do is told
    until the next one. The rows are in the order of play."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=3)
    player.until("document.body.classList.contains('asked')")
    own = {
        "kind": "move",
        "seat": 0,
        "said": ["You sank it.", "Jan's turn"],
        "looks": [["i-raft", ""], ["", "heading"]],
    }
    own["things"] = [[], ["seat-1"]]
    begun = {"kind": "move", "seat": 2, "said": ["Your turn"], "looks": [["", "heading"]], "things": [["seat-0"]]}
    rows = {"said": ["Jan rows.", "A shark took yours."], "looks": [["i-raft", ""], ["i-skull", "grave"]]}
    rows |= {"kind": "move", "seat": 1, "things": [[], ["seat-0"]]}
    declined = {"kind": "move", "seat": 0, "said": ["You let it happen."], "looks": [["i-raft", ""]]}
    bitten = declined | {"said": ["It took you."], "looks": [["i-skull", "grave"]], "things": [["seat-0"]]}
    swims = {"kind": "move", "seat": 2, "said": ["Jan 2 swims."], "looks": [["i-raft", ""]], "things": [["seat-2"]]}
    listed = "[...document.querySelectorAll('#since .deed')].map((each) => each.ariaLabel)"
    player.does("note(given, true, null, 0)", [begun, own, rows, declined, swims])
    assert player.does(listed) == ["A shark took yours.", "Jan rows.", "Jan 2 swims."]
    player.does("note(given, false, null, 0)", [begun, declined, {**swims, "things": [[]]}])
    assert player.does(listed) == ["A shark took yours.", "Jan rows.", "Jan 2 swims."], "one's own turn goes on"
    player.does("note(given, false, null, 0)", [own, swims, rows])
    assert player.does(listed) == ["A shark took yours.", "Jan rows.", "Jan 2 swims."], "the next round"
    repels = {"kind": "move", "seat": 1, "said": ["Jan drove it away."], "looks": [["i-raft", ""]]}
    player.does("note(given, false, null, 0)", [begun, {**repels, "things": [["seat-1"]]}, own, swims])
    assert player.does(listed) == ["Jan drove it away.", "Jan 2 swims."], "an answer in one's own turn"
    player.does("note(given, false, null, 0)", [begun, own, swims])
    assert player.does(listed) == ["Jan 2 swims."], "is told for one round"
    player.does("note(given, false, null, 0)", [begun, own, swims, bitten, declined])
    assert player.does(listed) == ["It took you.", "Jan 2 swims."], "what one's own answer let happen"
    goes, waits = "Jan goes.", "Jan rolled. Nothing happens."
    staging = [
        {"say": goes, "beats": [{"kind": "glide", "ms": 1}]},
        {"say": waits, "beats": [{"kind": "roll", "ms": 1}]},
    ]
    staging += [{"say": "Nothing happens.", "beats": [{"kind": "glide", "ms": 1}]}]
    saved = {"say": "Jan lands.", "beats": [{"kind": "fly", "ms": 1, "sound": "rescue"}]}
    lines = [goes, saved["say"], waits, *(f"{n} and so on and on." for n in range(60))]
    many = {"kind": "move", "seat": 1, "said": lines, "looks": [["i-raft", ""]] * len(lines)}
    player.does("note([given], true, null, 0)", {**many, "staging": [*staging, saved]})
    assert goes not in player.does(listed), "a way on which nothing happened goes first"
    assert saved["say"] in player.does(listed), "who is safe stays"
    player.close()


def test_what_cannot_be_taken_back_says_why(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("survive", seats=2)
    player.until("game.legal.length")
    own, other = ({"kind": "move", "seat": seat, "said": ["A raft."], "looks": [["raft", ""]]} for seat in (0, 1))
    silent = {**other, "said": [], "looks": []}  # somebody let a moment pass
    final, too_late = "something came to light or was given away", "somebody else has moved"
    for news, said in (([own], final), ([own, silent], final), ([own, other], too_late), ([other], too_late)):
        player.does("((game.undo = false), remember(given, 0), offer())", news)
        assert said in player.page.get_attribute("#undo", "title")
        player.page.tap("#undo", force=True)
        assert said in player.page.inner_text("#notice.shown")
    player.does("((game.undo = true), offer())")
    assert player.page.get_attribute("#undo", "title") == "Take back"
    player.close()


def test_a_notice_covers_nothing_that_is_told_and_goes_with_the_next_click(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    player.until("document.body.classList.contains('asked')")
    player.does("((game.undo = false), offer())")
    player.page.click("#undo", force=True)
    player.page.wait_for_selector("#notice.shown")
    player.until("document.getElementById('notice').getAnimations().length === 0")
    tops = player.does("['since', 'notice'].map((id) => byId(id).getBoundingClientRect())")
    assert tops[0]["bottom"] <= tops[1]["top"]
    player.page.mouse.click(3, 795)
    assert not player.page.is_visible("#notice.shown")
    player.close()


def test_what_a_move_brought_to_light_is_told_beside_the_next_question(chromium: Any, server: Server) -> None:
    """Until somebody else moves; not what can be taken back, for one chose it."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("outlive")
    player.until("game.legal.length")
    move = {"kind": "move", "seat": 0, "said": ["You find rations.", "You pass."]}
    news = [move | {"looks": [["tok-rations", ""], ["shape-0", ""]]}]
    told = "(remember(given, 0), offer(), byId('found').checkVisibility() && byId('found').innerText)"
    player.does("Object.assign(game, { undo: false, prompt: 'Now?', legal: game.legal.slice(0, 1) })")  # it has room
    assert player.does(told, news) == "You find rations."
    assert player.page.locator("#found .picture").count() == 1
    wide = "[...document.querySelectorAll('#found .came')].map((each) => each.offsetWidth / each.offsetHeight)"
    assert player.does(wide)[0] > 2, "beside its picture, in lines"
    many = [move | {"said": ["You find rations."] * 12 + ["You find rope."], "looks": [["tok-rations", ""]] * 13}]
    lines = str(player.does(told, many)).splitlines()
    assert 1 < len(lines) < 13, "as many as have room"
    assert lines[-1] == "You find rope.", "the last of them, in words"
    player.does("game.undo = true")
    assert not player.does(told, news)
    player.does("game.undo = false")
    assert not player.does(told, [*news, {"kind": "move", "seat": 1, "said": []}])
    player.close()


def test_settings_that_the_server_refuses_are_not_sent_again(chromium: Any, server: Server) -> None:
    """And a heartbeat that tells no version changes nothing."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    player.does("((localStorage.changes = JSON.stringify({ old: '1' })), location.reload())")
    player.until("game")
    player.does("((globalThis.heard = 0), addEventListener('settings', () => heard++))")
    player.does("take({ type: 'beat' })")
    assert player.does("heard") == 0
    player.does("take({ type: 'beat', settings: 'a' })")
    player.until("localStorage.changes === '{}'")
    assert player.does("heard") == 1
    player.mistakes.clear()  # the browser notes the refusal
    player.close()


def test_an_answer_just_after_another_move_is_given_again(chromium: Any, server: Server) -> None:
    """Where the same is still asked; not to another question."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("game.legal.length")
    question = player.does("game.question")
    late = "make([game.legal[0].code], { ...game, question: game.question - 1, prompt: given ?? game.prompt })"
    player.does(late, "Something else?")
    player.until("!document.body.dataset.sent")
    player.page.wait_for_timeout(300)
    assert player.does("game.question") == question
    player.does(late)
    player.until("game.question > given", question)
    player.close()


def test_a_double_click_is_one_choice(chromium: Any, server: Server) -> None:
    """New buttons come to lie under the mouse; the second half of a double click does not press them, and the focus
    that moves to them after a mouse points at nothing."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    page = player.page
    player.until("document.body.classList.contains('asked')")
    player.does(
        """(() => {
          const [place, one, other] = [byId("buttons"), create("button", "One thing"), create("button", "Another")];
          other.addEventListener("click", () => other.classList.add("pressed"));
          one.addEventListener("click", () => fillButtons(place, [other]));
          fillButtons(place, [one]);
        })()"""
    )
    box = page.locator("#buttons button").bounding_box()
    page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
    assert page.inner_text("#buttons") == "Another"
    assert page.locator("#buttons .pressed, #buttons :focus-visible").count() == 0
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    assert page.locator("#buttons .pressed").count() == 1
    player.close()


def test_the_log_counts_colours_and_shows(chromium: Any, server: Server) -> None:
    """The same sentence again is counted; each line has the colour of whom it is about, and shows what it names."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("survive")
    page = player.page
    player.until("document.body.classList.contains('asked')")
    other = player.does("people[2].name")
    news = {
        "kind": "move",
        "seat": 1,
        "said": [f"{other} waits."] * 3 + ["It rains."],
        "things": [[], [], [], ["space-E9"]],
    }
    player.does("tellAll([given], false)", news)
    last = page.locator("#log li")
    assert last.nth(-2).get_attribute("data-times") == "3"
    assert "s2" in str(last.nth(-2).get_attribute("class")).split()
    assert last.nth(-2).locator("b.s2").inner_text() == other
    assert "all" in str(last.nth(-1).get_attribute("class")).split(), "nobody's colour, where nobody is named"
    page.click("#open-talk")
    page.evaluate("document.getElementById('log').style.cssText = 'flex: none; height: 70px'")
    at_end = "(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 3)"
    player.until(f"{at_end}(document.getElementById('log'))")  # with less room it stays at its end
    page.evaluate("((window.log.style.height = '20px'), window.log.dispatchEvent(new Event('scroll')))")
    player.until(f"{at_end}(document.getElementById('log'))")  # also if that is noticed while it scrolls
    last.nth(-1).tap()
    assert page.locator("#space-E9.mentioned").count()
    player.until("document.getElementById('space-E9').getBoundingClientRect().top >= 0")
    player.does("((game.prompt = 'Danger on C6: use a repellent?'), offer())")
    assert page.locator("#space-C6.named").count(), "what the question names is marked"
    player.close()


def test_the_log_follows_whoever_moves(chromium: Any, server: Server) -> None:
    """Who reads further up is left alone until their next move."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("document.body.classList.contains('asked')")
    log = "document.getElementById('log')"
    player.page.evaluate(f"{log}.style.cssText = 'flex: none; height: 70px'")
    news = {"kind": "move", "seat": 1, "said": [f"It rains {n} drops." for n in range(9)], "things": [[]] * 9}
    player.does("tellAll([given], false)", news)
    player.until(f"{log}.scrollTop > 100")
    player.page.evaluate(f"{log}.scrollTop = 0")
    player.page.wait_for_timeout(200)
    player.does("tellAll([given], false)", {**news, "said": ["The sun shines."]})
    assert player.page.evaluate(f"{log}.scrollTop") == 0
    player.does("make([game.legal[0].code])")
    player.until(f"{log}.scrollTop > 100")
    player.close()


def test_how_it_stands_is_said(chromium: Any, server: Server) -> None:
    """The header has the day and its phases, the prompt a question, what to know for it and the steps left; a button
    what it brings, a line of the log its picture; a seat that a bot plays is marked."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    page = player.page
    player.until("document.body.classList.contains('asked')")
    assert page.inner_text("#heading")
    assert page.locator("#phases [aria-current=step]").count() == 1
    assert page.locator("#board #seat-1.bot").count() == 1
    assert page.locator("#board #seat-0.bot").count() == 0
    player.does("stage(given)", {"heading": "Day 2", "phases": ["Dawn", "Dusk"], "now": 1, "left": 2, "of": 3})
    assert page.inner_text("#phases [aria-current=step]") == "Dusk"
    assert (page.locator("#pips i").count(), page.locator("#pips .left").count()) == (3, 2)
    move = {"code": 0, "label": "Wait", "detail": "and see", "clicks": []}
    player.does("asked({ ...game, prompt: 'What now?\\nIt rains.', legal: [given] }, false)", move)
    assert (page.inner_text("#question"), page.inner_text("#waiting")) == ("What now?", "It rains.")
    assert page.inner_text("#buttons button small") == "and see"
    news = {
        "kind": "move",
        "said": ["A new day", "Lost!"],
        "things": [[], []],
        "looks": [["", "heading"], ["shape-1", "grave"]],
    }
    player.does("tellAll([given], false)", news)
    assert page.inner_text("#log li:nth-last-child(2).heading") == "A new day"
    assert page.locator("#log li:last-child.grave > .picture use").count() == 1
    player.close()


def test_no_drawing_uses_an_id_of_the_page() -> None:
    """The page finds its own parts by id, and the drawing lies in the same document."""
    folder = Path(lastraft.__file__).parent / "server" / "web" / "templates"
    own = {id for path in folder.glob("*.html") for id in re.findall(r' id="([^"{]+)"', path.read_text("utf-8"))}
    assert "board" in own
    for game in GAMES:
        match = lastraft.new(game, seed=1)
        rnd = random.Random(1)
        for _ in range(60):
            assert not own & set(re.findall(r' id="([^"]+)"', match.draw(match.asked or 0))), game
            match.push(rnd.choice(match.legal_moves(match.asked).codes()), match.asked)


def test_a_private_link_leads_to_a_seat_until_it_is_revoked(chromium: Any, server: Server) -> None:
    host = Player(chromium, server.url, "Ola", DESKTOP)
    host.page.click(".g-survive button[value=friends]")
    host.page.wait_for_selector(".chairs")
    table = host.page.url
    host.page.click("form[action$='/link/2'] button")
    link = host.page.inner_text(".share code")
    friend = Player(chromium, server.url, "Jan", PHONE)
    friend.page.goto(link)
    friend.page.click("form.stack button.primary")
    friend.page.wait_for_selector(".chair.s2.person")
    host.page.goto(table)
    host.page.wait_for_selector(".chair.s2.person")
    stranger = Player(chromium, server.url, "Eve", DESKTOP)
    stranger.page.goto(f"{link}x")
    stranger.page.click("form.stack button.primary")
    assert "nothing here any more" in stranger.page.inner_text("h1")
    stranger.mistakes.clear()  # the browser notes the 404
    for player in (host, friend, stranger):
        player.close()


def test_an_old_link_says_what_it_was(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", PHONE, locale="fr")
    player.page.goto(f"{server.url}/table/long-ago")
    assert "plus rien ici" in player.page.inner_text("h1")
    player.page.click("main a.primary")
    player.page.wait_for_selector(".games")
    assert player.context.request.get(f"{server.url}/api/tables/long-ago").json()["code"] == "not-found"
    player.mistakes.clear()  # the browser notes the 404
    player.close()


def test_help_odds_seats_and_a_hint(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("document.body.classList.contains('asked')")
    player.page.click("[data-drawer=rules]")
    player.page.click("#odds summary")
    player.until("document.querySelectorAll('#rules .odds dt').length > 3")
    player.page.click("#signs-1 summary")
    player.page.hover("#signs-1 [data-sign=raft]")
    player.until("document.querySelector('#board .pointed') || !document.querySelector('#board use[href=\"#raft\"]')")
    player.page.click("[data-drawer=chairs]")
    player.until("document.querySelectorAll('#chairs .chair').length === 4")
    player.page.route("**/hint", lambda route: route.abort())
    player.page.click("#hint")
    player.until("document.getElementById('notice').textContent === 'No answer came. Try again.'")
    player.page.unroute("**/hint")
    player.mistakes.clear()  # the browser notes the failure
    player.page.click("#hint")
    player.until("document.getElementById('notice').textContent.startsWith('I would do this: ')")
    player.until("document.querySelector('#board > .arrows')")
    player.does("make([game.legal[0].code])")
    assert not player.does("document.querySelector('#board > .arrows')"), "it goes with the move"
    player.close()


def test_nobody_must_pass_again_and_again(chromium: Any, server: Server) -> None:
    """The box passes for a person until the table waits for them alone."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos", grace=600)
    page = player.page
    player.until("!document.getElementById('passing').hidden || document.body.classList.contains('asked')")
    if page.is_visible("#passing"):
        page.evaluate("document.getElementById('pass-for-me').click()")
        player.until("!game.window")
    player.close()


def test_how_strong_the_others_are(chromium: Any, server: Server) -> None:
    """Chosen beside Play now and kept for the game; in the lobby it changes in place."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    page = player.page
    page.goto(server.url)
    page.click(".g-survive .level")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.inner_text(".g-survive .level").strip() == "hard"
    assert page.url.rstrip("/") == server.url, "choosing does not start"
    page.reload()
    assert page.inner_text(".g-survive .level").strip() == "hard"
    assert page.inner_text(".g-outlive .level").strip() == "normal"
    page.click(".g-survive button[value=now]")
    page.click("[data-drawer=chairs]")
    player.until("document.querySelector('#chairs .s1')?.textContent.includes('bot, hard')")
    page.goto(server.url)
    page.click(".g-hellapagos button[value=friends]")
    page.click("form[action$='/bot/2'] button")
    page.click(".s2 [data-menu=levels]")
    page.click("#levels [data-value=expert]")
    player.until("document.querySelector('.s2 .level')?.textContent.includes('expert')")
    page.click(".s2 [data-menu=characters]")
    page.click("#characters [data-value=grudge]")
    player.until("document.querySelector('.s2')?.textContent.includes('bears a grudge')")
    player.until("document.body.dataset.keeping === ''")
    page.reload()
    assert "expert" in page.inner_text(".s2")
    assert "bears a grudge" in page.inner_text(".s2")
    player.close()


def test_a_finished_game_looked_at_again(chromium: Any, server: Server) -> None:
    """The chart of everybody's chances, and what cost most: a click shows the board before that move, and both moves
    on it."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    page = player.page
    table = player.sit_with_bots("driftwood", 3)
    assert player.context.request.get(f"{server.url}/table/{table}/analysis").status == 409, "not while it runs"
    costly = {"seat": 0, "stage": "Day 1", "asked": "What now?", "played": "draw", "better": "build"}
    costly |= {"before": 50, "after": 41, "why": "Wood for the raft."}
    fall = {"number": 6, "seat": 0, "mover": 1, "stage": "Day 1", "before": 50, "after": 12, "said": "A <b>wave."}
    found = {
        "you": 0, "names": ["<b>Ola", "Sandy", "Reef"], "win": True, "numbers": [0, 4, 9], "stages": [[0, "Day 1"]],
        "chances": [[40, 30, 30], [50, 20, 30], [0, 100, 0]],
        "costly": [{**costly, "number": 4, "played_things": ["seat-0"], "better_things": ["seat-1", "seat-2"]}],
        "falls": [fall], "sank": [True, False, True], "movers": [0, 1, 2] * 3,
        "downfalls": ["<b>Sandy pointed at you.", "", ""],
    }  # fmt: skip
    page.route("**/analysis", lambda route: route.fulfill(json=found))
    assert player.play(random.Random(3))
    player.until("document.querySelectorAll('#analysis polyline').length === 3")
    page.click("[data-view=odds]")
    page.click("#analysis .costly button")
    player.until("document.getElementById('move-text')?.textContent.startsWith('Move 4 ')")
    player.until("document.querySelectorAll('#analysis .mark').length === 1")
    page.click("#tab-odds")
    page.keyboard.press("1")
    player.until("document.querySelectorAll('#board .arrows').length > 0")
    assert page.inner_text("#analysis [aria-expanded=true] .why") == "Wood for the raft."
    page.keyboard.press("ArrowRight")
    player.until("!document.querySelector('#board .arrows')")
    box = page.locator("#analysis svg").first.bounding_box()
    page.mouse.click(box["x"] + 30, box["y"] + 60)
    player.until("document.getElementById('move-text').textContent.startsWith('Move 0 ')")
    assert "A <b>wave." in page.inner_text("#analysis .falls")
    assert "Sandy's turn" in page.inner_text("#analysis .falls")
    assert "<b>Sandy pointed at you." in page.inner_text("#analysis .decided")
    assert "instead of 50 %" in page.inner_text("#analysis .costly .cost")
    page.click("#analysis .falls button")
    player.until("document.getElementById('move-text').textContent.startsWith('Move 6 ')")
    assert "Ola" in page.inner_text("#analysis output") or "You" in page.inner_text("#analysis output")
    player.close()
