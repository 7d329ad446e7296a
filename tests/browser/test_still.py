"""A page that stands still and that everybody can use: sizes, texts in their boxes, the keyboard, a lost connection."""

from __future__ import annotations

import functools
import itertools
import random
from typing import Any

import pytest

import lastraft
from lastraft.outlive.components import CARD_IDS, CARDS, ROOM_IDS
from lastraft.outlive.ui.board import pieces
from lastraft.protocol import Reader
from lastraft.protocol.translations import translator
from lastraft.server.tables import actions, messages
from lastraft.server.tables.table import Table
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.outlive.helpers import fresh
from tests.server.helpers import Server

SMALL_PHONE = {"width": 360, "height": 740}
SHOW_ALL = """(async () => {
  const places = { prompt: new Set(), board: new Set() };
  const parts = { prompt: document.querySelector(".table > .prompt"), board: document.getElementById("board") };
  const note = async () => {
    await new Promise(requestAnimationFrame);
    for (const [name, part] of Object.entries(parts)) {
      const { x, y, width, height } = part.getBoundingClientRect();
      places[name].add([x, y, width, height].map(Math.round).join(" "));
    }
    const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
    const twice = ids.find((id, i) => ids.indexOf(id) < i);
    if (twice) throw new Error(`two elements are called ${twice}`);
    if (scrollX || scrollY || document.documentElement.scrollHeight > innerHeight) throw new Error("it scrolls");
    const beyond = innerWidth > 1000 && byId("buttons").children.length < 9 && !byId("more").hidden;
    if (beyond) throw new Error(`not every answer is in sight: ${byId("question").textContent}`);
  };
  for (const message of given) {
    take(message);
    await note();
    const way = game?.legal.find((move) => move.clicks.length > 1);
    if (way) choose(way.clicks[0]);
    await note();
  }
  return [[...places.prompt], [...places.board]];
})()"""
"""Show the moments of a game one after the other, also with something in hand: where prompt and board have been."""
MOMENTS = {"survive": 4, "hellapagos": 7, "outlive": 4}
"""How many play."""
NAMES = ("Wolfgang", "Małgorzata", "Zoé", "Ada", "Ewa", "Finn", "Gus")


SHIFTS = """new PerformanceObserver((seen) => (window.shifts ??= []).push(...seen.getEntries().map((e) => e.value)))
  .observe({ type: "layout-shift", buffered: true })"""


@functools.cache
def moments(game: str, language: str, every: int, most: int = 10_000) -> list[dict[str, Any]]:
    """What the first seat's page is sent in a random game, after every so many moves up to so many, and at its end."""
    seats = MOMENTS[game]
    table = Table("staged", actions.opened("p0", game, actions.TermsChange(size=seats)))
    for seat, name in enumerate(NAMES[:seats]):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 5))
    rnd, match, sent = random.Random(5), table.match, []
    assert match is not None
    for n in range(most):
        if n % every == 0 or match.over:
            sent.append(messages.changes_for_page(table, "p0", None, language, 40, None)[0])
        if match.over:
            break
        seat = rnd.choice(match.actors)
        table.apply(actions.checked_move(table, seat, rnd.choice(match.legal_moves(seat).codes())))
    return sent


def at_a_table(chromium: Any, server: Server, game: str, language: str = "en") -> Player:
    """A player whose page hears no more from the server."""
    player = Player(chromium, server.url, "Ola", DESKTOP, locale=language, reduced_motion="reduce")
    player.sit_with_bots(game, seats=MOMENTS[game])
    player.until("game")
    player.unplug()
    return player


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_start_page_stands_still_while_it_loads(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """Pictures and the font of headings come late: nothing else moves."""
    page = chromium.new_context(viewport=size).new_page()
    late: list[Any] = []
    page.add_init_script(SHIFTS)
    page.route("**/*.woff2", lambda route: late.append(route))
    page.route("**/home-*.svg", lambda route: late.append(route))
    page.goto(server.url, wait_until="domcontentloaded")
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    for each in late:
        each.continue_()
    page.wait_for_load_state()
    page.evaluate("() => document.fonts.ready.then(() => new Promise((go) => setTimeout(go, 200)))")
    assert page.evaluate("document.fonts.check('700 20px Alegreya')")
    assert sum(page.evaluate("window.shifts ?? []")) < 0.001


@pytest.mark.parametrize("game", MOMENTS)
def test_nothing_moves_in_a_whole_game(chromium: Any, server: Server, game: str) -> None:
    """One place and size for the prompt and for the board, at a desk and on phones; the end shows its scene first."""
    player = at_a_table(chromium, server, game)
    shown = moments(game, "en", 250 if game == "hellapagos" else 29)
    assert shown[-1]["game"]["outcome"], "a whole game"
    for size in (DESKTOP, PHONE, SMALL_PHONE):
        player.page.set_viewport_size(size)
        prompts, boards = player.does(SHOW_ALL, shown)
        assert len(prompts) == 1, f"the prompt was at {prompts}"
        assert len(boards) == 1, f"the board was at {boards}"
        assert int(prompts[0].split()[3]) <= 0.3 * size["height"]
        assert player.page.is_visible("#end-tools")
        assert not player.page.is_visible("#end"), "the scene comes before the scores"
    player.mistakes.clear()  # the server knows no end of this game
    player.close()


ALIKE = """(async () => {
  const looks = (each) => {
    const art = each.querySelector(".picture");
    return each.innerText + (art?.checkVisibility() ? art.outerHTML : "");
  };
  const alike = [];
  for (const message of given) {
    take(message);
    await new Promise(requestAnimationFrame);
    const seen = [...document.querySelectorAll("#buttons > button")].map(looks);
    if (new Set(seen).size < seen.length) alike.push(byId("buttons").innerText);
  }
  return alike;
})()"""


@pytest.mark.parametrize("game", MOMENTS)
def test_no_two_answers_look_alike(chromium: Any, server: Server, game: str) -> None:
    """On a phone, in words and pictures, however many answers there are."""
    player = at_a_table(chromium, server, game, "pl")
    player.page.set_viewport_size(PHONE)
    assert player.does(ALIKE, moments(game, "pl", 250 if game == "hellapagos" else 7)[:-1]) == []
    player.close()


def test_points_are_counted_before_somebody_has_won(chromium: Any, server: Server) -> None:
    """The last place first, the winner last; a key shows it all at once."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="fast")
    player.sit_with_bots("outlive", seats=MOMENTS["outlive"])
    player.until("game")
    player.unplug()
    player.does("take(given)", {**moments("outlive", "en", 29)[-1], "fresh": False, "news": []})
    player.until("document.body.matches('.over.counting')")
    assert not player.page.is_visible("#question")
    delays = player.page.evaluate(
        "[...document.querySelectorAll('#rescue .total')].map((each) => parseFloat(each.style.animationDelay))"
    )
    said = player.page.locator("#rescue .total").all_text_contents()
    scores = [int(each.replace("\u2212", "-")) for each in said]
    assert sorted(scores) == [score for _, score in sorted(zip(delays, scores, strict=True))]
    player.page.keyboard.press("Shift")
    assert player.page.is_visible("#question")
    player.mistakes.clear()  # the server knows no end of this game
    player.close()


OUTSIDE = """() => {
  const isSeen = (each) => each.checkVisibility() && !each.closest("defs, symbol");
  const outside = [];
  for (const text of document.querySelectorAll("#board text")) {
    const at = text.getBoundingClientRect();
    if (!at.width || !isSeen(text)) continue;
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    let boxes = [];
    for (let group = text.parentElement, i = 0; group && i < 3 && !boxes.length; group = group.parentElement, i++) {
      boxes = [...group.querySelectorAll(":scope > rect")].filter(isSeen)
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.left - 2 <= x && x <= box.right + 2 && box.top - 2 <= y && y <= box.bottom + 2)
        .sort((a, b) => a.width * a.height - b.width * b.height);
    }
    const [box] = boxes;
    const figure = /^[-+\\d\\u2212\\u00d7\\u00bb"]+$/.test(text.textContent); // a badge may stand on an edge
    if (box && !figure && (at.left < box.left - 2 || at.right > box.right + 2)) outside.push(text.textContent);
  }
  for (const each of document.querySelectorAll("button, .strip li, .tabs button, .prompt-text")) {
    const cut = each.scrollWidth > each.clientWidth + 1;
    if (each.checkVisibility() && cut && each.clientWidth) outside.push(each.textContent.trim());
  }
  return outside;
}"""


@pytest.mark.parametrize("game", MOMENTS)
def test_no_text_leaves_its_box(chromium: Any, server: Server, game: str) -> None:
    """In three languages, at a desk and on phones."""
    for language in ("en", "pl", "fr"):
        player = at_a_table(chromium, server, game, language)
        for size in (DESKTOP, SMALL_PHONE):
            player.page.set_viewport_size(size)
            player.page.wait_for_timeout(1000)  # it is measured again
            for message in moments(game, language, 110, 300):
                player.does("take(given)", message)
                player.does("new Promise((seen) => setTimeout(seen, 100))")
                assert not player.page.evaluate(OUTSIDE), (language, size)
            assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
        player.close()


UNDER_TOOLS = """[...document.querySelectorAll(".prompt > .tools > :not([hidden])")].flatMap((tool) => {
  const box = tool.getBoundingClientRect();
  return [...document.querySelectorAll("#buttons button")].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  });
}).map((each) => each.textContent)"""


def test_no_answer_lies_under_the_round_buttons(chromium: Any, server: Server) -> None:
    """Seven rooms to choose from are high buttons."""
    table = Table("staged", actions.opened("p0", "outlive", actions.TermsChange(size=4)))
    for seat, name in enumerate(NAMES[:4]):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 5))
    kept = "water_reserve draw2_equipment pressure_choice hunt_plus2"
    table.match = fresh(4, {0: f"{kept} ammo4 nursery"})
    for room in ("cistern", "salvage store", "interrogation room", "smokehouse"):
        table.match.push(f"keep {room}")
    player = at_a_table(chromium, server, "outlive")
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 40, None)[0])
    assert player.page.inner_text("#question") == "Which room is built from the start?"
    assert player.page.evaluate(UNDER_TOOLS) == []
    player.close()


def test_a_plate_s_words_end_before_its_eye(chromium: Any, server: Server) -> None:
    """Also once the page knows that a bot plays there, which makes them longer."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("outlive")
    player.unplug()
    player.does("skip()")
    apart = player.does("""(async () => {
      const [plate, state] = [byId("seat-1"), document.querySelector("#seat-1 .state")];
      plate.classList.remove("bot");
      state.prepend("joue juste après · ");
      fitTexts();
      present();
      await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
      const [words, eye] = [state, plate.querySelector(".looks use")].map((each) => each.getBoundingClientRect());
      return plate.matches(".bot") && words.width > 60 && words.right <= eye.left;
    })()""")
    assert apart
    player.close()


def test_a_hero_s_button_shows_its_number(chromium: Any, server: Server) -> None:
    """Not the same sign four times."""
    player = at_a_table(chromium, server, "outlive")
    m = lastraft.position("outlive", "day: 2\nnow: A turn\nA heroes: 3a mine, 5 dam", {}, 4, 1)
    drawing = pieces(Reader(m.hidden(0), 0, NAMES, translator("outlive", "en")))
    ways = itertools.product(("3a", "5"), ("forest", "base"))
    legal = [{"code": i, "label": "go", "clicks": [f"hero-0-{n}", f"area-{at}"]} for i, (n, at) in enumerate(ways)]
    player.does("take({ ...given, game: { ...game, ...given.game, question: game.question + 1 } })",
                {**MESSAGE, "game": {"legal": legal, "drawing": drawing}})  # fmt: skip
    shown = player.does("[...document.querySelectorAll('#buttons .picture')].map((each) => each.textContent)")
    assert shown == ["3a", "5"]
    player.mistakes.clear()
    player.close()


def test_words_of_rooms_can_be_read(chromium: Any, server: Server) -> None:
    """No letter is under 11 px, however long a word."""
    player = at_a_table(chromium, server, "outlive", "fr")
    rooms = "A rooms: " + ", ".join(f"{ROOM_IDS[kind]} 0" for kind in range(6))
    m = lastraft.position("outlive", f"day: 2\nnow: A turn\n{rooms}", {}, 4, 1)
    drawing = pieces(Reader(m.hidden(0), 0, NAMES, translator("outlive", "fr")))
    player.does("take(given)", {**MESSAGE, "game": {"legal": [], "drawing": drawing}})
    player.does("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    small = player.does("""[...document.querySelectorAll("#shelter :is(.rname, .reff)")]
      .filter((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 10.9)
      .map((text) => text.textContent)""")
    assert small == []
    player.mistakes.clear()
    player.close()


def test_what_is_in_hand_survives_a_reload(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive")
    player.until("document.body.classList.contains('asked')")
    player.does("choose(game.legal[0].clicks[0])")
    held = player.does("chosen")
    assert held != ["stock-5"], "which is in hand by itself"
    player.page.reload()
    player.until("document.body.classList.contains('asked') && JSON.stringify(chosen) === JSON.stringify(given)", held)
    player.close()


def test_no_event_leaves_its_line_after_another_drawing(chromium: Any, server: Server) -> None:
    """All events in three languages, by twos and threes; the same drawing twice: what was fitted stays so."""
    for language in ("en", "pl", "fr"):
        player = at_a_table(chromium, server, "outlive", language)
        for first, several in itertools.product(range(CARDS), (2, 3)):
            cards = [CARD_IDS[(first + i) % CARDS] for i in range(several)]
            m = lastraft.position("outlive", f"day: {several}\nnow: A turn\nevents: {', '.join(cards)}", {}, 4, 1)
            drawing = pieces(Reader(m.hidden(0), 0, NAMES, translator("outlive", language)))
            for again in range(2):
                player.does("take(given)", {**MESSAGE, "game": {"legal": [], "drawing": drawing}})
                player.does("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
                assert not player.page.evaluate(OUTSIDE), (language, cards, again)
                drawing = [each.replace('id="truck" class="', 'id="truck" class="again ') for each in drawing]
        player.mistakes.clear()
        player.close()


MESSAGE = {"type": "table", "stream": "s", "number": 99, "fresh": False, "news": [], "table": None, "clock": None}


def lost(game: str, points: bool) -> dict[str, Any]:
    """The message that ends a game without a winner."""
    seats = MOMENTS[game]
    outcome = {"said": "Lost.", "why": "", "scores": [0] * seats, "ranks": [1] * seats, "winners": [], "points": points}
    over = {"legal": [], "drawing": [[0, 9999]], "outcome": {**outcome, "lines": [[] for _ in range(seats)]}}
    return {**MESSAGE, "game": over}


def test_only_deaths_are_listed_among_the_fates(chromium: Any, server: Server) -> None:
    """At the end each castaway's row tells how they died, not what else was grave. Among the moments deaths come first,
    those of one night together, then what befell somebody, and cards last. Before that, one's own death is told until
    one has read it, or skips to the end, which may have come meanwhile."""
    player = at_a_table(chromium, server, "hellapagos")
    died = {"kind": "move", "number": 98, "said": [], "fate": ["Ben has killed you.", "Only Sheet Metal helps."]}
    player.does("byId('careful').showModal()")
    player.does("take({ ...given, game: { ...game, legal: [], drawing: [[0, 9999]] } })", {**MESSAGE, "news": [died]})
    assert "Only Sheet Metal helps." in str(player.page.text_content("#fate[open]"))
    assert player.page.is_hidden("#careful"), "nothing is asked any more"
    player.page.click("#fate .primary")
    assert player.page.is_hidden("#fate")
    player.does("take({ ...given, game: { ...game, legal: [], drawing: [[0, 9999]] } })", {**MESSAGE, "news": [died]})
    told = [(0, "A snake bites Ada.", "i-snake", 3), (1, "Ada is dead.", "i-skull", 3), (2, "Own.", "i-skull", 0)]
    told += [(step, f"Seat {seat} died at {step}.", "i-skull", seat) for step in (5, 7) for seat in (1, 2)]
    events: list[dict[str, Any]] = [
        {"step": step, "said": [said], "things": [[f"seat-{seat}"]], "looks": [[symbol, "grave"]]}
        for step, said, symbol, seat in told
    ]
    events.append({"step": 6, "said": ["Ben lays an Axe."], "things": [["seat-1"]], "looks": [["art-axe", ""]]})
    pointed = {"step": 0, "said": ["You point at Ada."], "things": [["seat-0", "seat-3"]], "looks": [["shape-0", ""]]}
    events.append({**pointed, "turning": True})
    events.sort(key=lambda event: event["step"])
    days = [[0, "Day 1"], [6, "Day 2"]]
    player.page.route("**/timeline", lambda route: route.fulfill(json={"events": events, "days": days}))
    ending = lost("hellapagos", points=False)
    ending["game"]["outcome"]["lines"] = [[["Died.", 0], ["Axe.", 0]] for _ in range(MOMENTS["hellapagos"])]
    player.does("take(given)", ending)
    assert player.page.is_hidden("#end")
    player.page.click("#to-the-end")
    player.page.click("[data-view=scores]")
    player.page.wait_for_selector("#end")
    assert not player.page.evaluate("document.body.dataset.sent"), "nothing is asked of a game that is over"
    assert player.page.evaluate("document.body.matches('.over.beaten')"), "a quieter scene for who has not won"
    player.until("document.querySelector('.fates > .s3 ul').textContent.includes('Ada is dead.')")
    assert player.page.locator(".fates > .s3 li").all_text_contents() == ["Day 1 \u00b7 Ada is dead.", "Axe."]
    moments = player.page.locator("#moments span").all_text_contents()
    nights = [f"Seat 1 died at {step}. Seat 2 died at {step}." for step in (5, 7)]
    assert moments == ["A snake bites Ada. You point at Ada.", "Ada is dead.", "Own.", *nights], "no card is worth more"
    player.mistakes.clear()  # on the server the game goes on: nothing to look back at
    player.close()


def test_what_one_did_in_a_turn_is_one_moment(chromium: Any, server: Server) -> None:
    """Whom somebody drove to the serpent move by move is told together, one's own loss first; a tile that was used, and
    what it did, is said once."""
    player = at_a_table(chromium, server, "survive")
    grave = [(step, f"A serpent took {who}.", "serpent", "grave") for step, who in ((3, "Bo"), (4, "you"), (5, "Cy"))]
    used = [(8, "Bo used a repellent.", "ab-repellent", ""), (8, "Bo drove Shark 1 away.", "ab-repellent", "")]
    things = {"grave": [["space-E9"]], "": [["seat-1"]]}
    events = [
        {"step": step, "own": "you" in said, "said": [said], "things": things[tone], "looks": [[symbol, tone]]}
        for step, said, symbol, tone in grave + used
    ]
    sank = {"step": 9, "said": ["Bo sank E8: a whirlpool!"], "things": [["seat-1"]], "looks": [["whirlpool", "grave"]]}
    took = {"step": 9, "said": ["A whirlpool took you."], "things": [["seat-0"]], "looks": [["whirlpool", "grave"]]}
    events += [{**sank, "turning": True}, {**took, "own": True, "turning": True}]
    told = [[1, 0], [2, 1], [3, 2], [4, 2], [5, 2], [6, 0], [8, 1], [9, 1]]
    answer = {"events": events, "days": [[0, "Round 1"], [6, "Round 2"]], "told": told}
    player.page.route("**/timeline", lambda route: route.fulfill(json=answer))
    player.does("take(given)", lost("survive", points=True))
    player.until("document.querySelectorAll('#moments span').length")
    assert player.page.locator("#moments span").all_text_contents() == [
        "A serpent took you. A serpent took Bo. A serpent took Cy.",
        "Bo drove Shark 1 away.",
        "Bo sank E8: a whirlpool! A whirlpool took you.",
    ]
    player.mistakes.clear()  # on the server the game goes on: nothing to look back at
    player.close()


def test_volcanoes_and_the_last_rescues_are_among_the_moments(chromium: Any, server: Server) -> None:
    """However much was lost besides; of what others did there is room for two: what one suffered most, and what weighs
    more than a tile that somebody used."""
    player = at_a_table(chromium, server, "survive")
    losses = [(step, f"A serpent took {step}.", "grave", False) for step in (1, 2, 3, 4)] * 2
    erupted = [(step, f"Volcano {step}.", "grave", True) for step in (6, 8, 11)]
    saved = [(step, f"Saved {step}.", "", True) for step in (5, 7, 10)]
    events = [
        {"step": step, "said": [said], "things": [["space-E9"]], "looks": [["serpent", tone]], "turning": turning}
        for step, said, tone, turning in losses + erupted + saved
    ]
    events[0]["own"] = True
    events.append({"step": 9, "said": ["Bo dived."], "things": [["seat-1"]], "looks": [["ab-dive", ""]]})
    answer = {"events": events, "days": [[step, f"Round {step}"] for step in range(12)], "told": []}
    player.page.route("**/timeline", lambda route: route.fulfill(json=answer))
    player.does("take(given)", lost("survive", points=True))
    player.until("document.querySelectorAll('#moments span').length")
    told = player.page.locator("#moments span").all_text_contents()
    assert [said for said in told if "serpent" not in said] == [
        "Volcano 6.",
        "Saved 7.",
        "Volcano 8.",
        "Saved 10.",
        "Volcano 11.",
    ]
    assert len(told) == 7
    assert [said for said in told if "serpent" in said] == ["A serpent took 1. \u00d7 2", "A serpent took 2. \u00d7 2"]
    player.mistakes.clear()  # on the server the game goes on: nothing to look back at
    player.close()


def test_losses_since_one_s_turn_have_room_for_their_words(chromium: Any, server: Server) -> None:
    player = at_a_table(chromium, server, "survive")
    words = "A whirlpool took your adventurer on {}."
    news = [
        {"kind": "move", "seat": 1, "said": [words.format(at)], "things": [["seat-0"]], "looks": [["serpent", "grave"]]}
        for at in ("I6", "G5")
    ]
    for seat in (1, 2, 3):
        said = {"said": ["It moved a raft."], "things": [[f"seat-{seat}"]], "looks": [["raft", ""]]}
        news.append({"kind": "move", "seat": seat, **said})
    player.does("note(given, true, null, 0)", news)
    boxes = player.page.evaluate("""() => [...document.querySelectorAll("#since-rows > li")].map((row) => {
      const [box, text] = [row, row.querySelector("span")].map((each) => each.getBoundingClientRect());
      return [box.top, text.top, text.bottom, box.bottom];
    })""")
    assert len(boxes) == 4, "one box for what is lost"
    assert player.page.inner_text("#since .loss") == "A whirlpool took your adventurer on I6, G5"
    top, text, end, bottom = boxes[0]
    assert top <= text, boxes
    assert end <= bottom, boxes
    assert all(one[3] <= two[0] + 1 for one, two in itertools.pairwise(boxes)), boxes
    saved: dict[str, list[Any]] = {"said": ["You point at Jan.", "You are saved."], "things": [["seat-0"]] * 2}
    saved["looks"] = [["raft", ""], ["serpent", ""]]
    pointed: dict[str, list[Any]] = {"said": ["Jan points at you."], "things": [["seat-1"]], "looks": [["raft", ""]]}
    secret = {key: saved[key] + pointed[key] for key in saved}  # nobody is told who moved last
    player.does("note(given, true, null, 0)", [{"kind": "move", **secret}])
    assert player.page.inner_text("#since .befell") == "You point at Jan · You are saved", "also where nothing is lost"
    paid = [f"Bo recruits one ({price})." for price in ("1 water", "a can")]
    looks, things = [["raft", ""]] * 2, [["seat-1"]] * 2
    player.does(
        "note(given, true, null, 0)", [{"kind": "move", "seat": 1, "said": paid, "looks": looks, "things": things}]
    )
    told = player.page.inner_text("#since-rows > li.s1, #since-rows > li:last-child")
    assert told.count("(") == told.count(")") == 2, told
    assert not player.page.evaluate("document.getElementById('since').matches('.faded')")
    kinds = ("A whirlpool took {} on {}.", "A sea serpent took {} on {}.", "A shark took {} on {}.")
    many = [kind.format("your adventurer", at) for at in ("I6", "G5", "H3", "K2", "C9", "D8") for kind in kinds]
    grave = {"things": [["seat-0"]] * len(many), "looks": [["serpent", "grave"]] * len(many)}
    player.does("note(given, true, null, 0)", [{"kind": "move", "seat": 1, "said": many, **grave}])
    player.until("document.getElementById('since').matches('.faded')")
    player.page.evaluate("document.getElementById('since').scrollTop = 9999")
    player.until("!document.getElementById('since').matches('.faded')")
    player.close()


def test_what_came_of_one_s_move_stands_beside_the_next_question(chromium: Any, server: Server) -> None:
    """On a phone, in whatever size the words are, until one moves again or takes the move back; also while one waits,
    and the same again is counted."""
    player = at_a_table(chromium, server, "outlive")
    player.page.set_viewport_size(PHONE)
    mine = player.does("people.findIndex(({ name }) => name === 'Ola')")
    beside = [["res-wood", "Sandy hands 1 wood to you."]]
    moves = [{"kind": "move", "seat": mine, "said": []}, {"kind": "move", "seat": 3, "said": [], "befell": beside}]
    player.does("(remember(given[0], given[1]), offer())", [moves, mine])
    assert player.page.inner_text("#found") == "Sandy hands 1 wood to you."
    player.does("document.querySelector('.prompt').classList.add('tiny')")
    assert player.page.is_visible("#found")
    player.does("(remember([{ kind: 'undo', said: [] }], given), offer())", mine)
    assert not player.page.is_visible("#found")
    hit = {"kind": "move", "seat": 3, "said": [], "befell": [["res-wood", "You are saved."]]}
    legal = player.does("((globalThis.legal = game.legal), (game.legal = []), legal.length)")
    player.does("(remember([given[0], given[0]], given[1]), offer())", [hit, mine])
    assert player.page.inner_text("#found") == "You are saved ×\u00a02."
    assert legal
    player.does("((game.legal = legal), offer(), make([legal[0].code]), offer())")
    assert not player.page.is_visible("#found")
    player.close()


def test_a_turn_begins_with_what_happened_since_the_last_one(chromium: Any, server: Server) -> None:
    """On a phone, over the answers, the gravest first, until one moves; what has no room there can be scrolled to. What
    a rival answers in one's own turn stands beside the next question."""
    player = at_a_table(chromium, server, "survive")
    player.page.set_viewport_size(PHONE)
    high = player.does("document.querySelector('.prompt').clientHeight")
    lines = [("raft", "", f"Sandy found raft {n}.") for n in range(20)]
    lines += [("mini-volcano", "grave", "Sandy sank C6: a volcano!"), ("", "heading", "Your turn")]
    news = {"kind": "move", "seat": 1, "said": [said for *_, said in lines], "looks": [line[:2] for line in lines]}
    news["things"] = [*([[]] * 21), ["seat-0"]]
    player.does("(note([given], true, null, 0), offer())", news)
    shown = player.does("[...document.querySelectorAll('#recap li:not([hidden])')].map((each) => each.innerText)")
    assert shown[:2] == ["Sandy sank C6: a volcano!", "Sandy found raft 0."]
    assert len(shown) == 21
    assert player.does("byId('recap').matches('.more')")
    player.does("byId('recap').scrollTo(0, 9999)")
    last = player.does("byId('recap-lines').lastChild.getBoundingClientRect().bottom")
    assert last <= player.does("byId('recap').getBoundingClientRect().bottom")
    assert player.does("document.querySelector('.prompt').clientHeight") == high
    ends = player.does("['recap', 'buttons'].map((id) => byId(id).getBoundingClientRect())")
    assert ends[0]["bottom"] <= ends[1]["top"]
    player.does("(make([game.legal[0].code]), offer())")
    assert not player.page.is_visible("#recap")
    answer = {"kind": "move", "seat": 1, "said": ["Sandy drove it away."], "looks": [["raft", ""]]}
    player.does("note([given], false, null, 0)", answer | {"things": [["seat-1"]]})
    assert player.page.inner_text("#found") == "Sandy drove it away."
    player.close()


def test_where_no_turns_are_told_every_question_says_what_happened_since(chromium: Any, server: Server) -> None:
    """On a phone. What the question says already is not said a second time."""
    player = at_a_table(chromium, server, "hellapagos")
    player.page.set_viewport_size(PHONE)
    player.until("game.legal.length")
    bitten = {
        "kind": "move",
        "seat": 1,
        "said": ["A snake bites Sandy!"],
        "looks": [["i-snake", "grave"]],
        "things": [[]],
    }
    player.does("(note([given], true, null, 0, [], { text: 'Day 1: Your turn', window: false }), offer())", bitten)
    assert "A snake bites Sandy!" in player.page.inner_text("#recap-lines")
    mine = player.does("Number(byId('log').dataset.you)")
    other = (mine + 1) % MOMENTS["hellapagos"]

    def came(said: str, symbol: str, *things: str, tone: str = "") -> dict[str, Any]:
        return {"kind": "move", "seat": other, "said": [said], "looks": [[symbol, tone]], "things": [things]}

    moves = [
        came("Water is 2 short.", "i-water", "store-water", tone="grave"),
        came("You point at Dune.", f"shape-{mine}", f"seat-{mine}", "seat-5"),
        came("Reef is dead.", "i-skull", f"seat-{other}", tone="grave"),
        came("Dune is dead.", "i-skull", f"seat-{other}", tone="grave"),
        came("Kelp points at you.", "i-hand", f"seat-{other}", f"seat-{mine}"),
    ]
    asks = "{ text: 'Day 2: Your turn', window: false }"
    player.does(f"(note(given, true, null, {mine}, [], {asks}), offer())", moves)
    assert player.does("[...document.querySelectorAll('#recap-lines li')].map((each) => each.dataset.said)") == [
        "Water is 2 short.",
        "Reef is dead.",
        "Dune is dead.",
        "Kelp points at you.",
    ], "the grave, then the rest, as it happened; nothing that they did themselves"
    short = {"kind": "move", "seat": 0, "said": ["Water is 1 short."], "looks": [["i-water", "grave"]], "things": [[]]}
    asked = "Do you end the debate?\nWater is 1 short. You are chief."
    afresh = "remember([{ kind: 'undo' }, given[0]], 0), (game.undo = false), (game.prompt = given[1]), offer()"
    assert player.does(f"({afresh}, byId('found').hidden)", [short, asked])
    assert player.does(f"({afresh}, byId('found').innerText)", [short, "Your turn"]) == "Water is 1 short."
    given = {"kind": "move", "seat": other, "said": [], "befell": [["art-sandwich", "You get Sandwich from Reef."]]}
    told = "(remember(given, -1), offer(), byId('found').innerText)"
    assert player.does(told, [given]) == "You get Sandwich from Reef."
    assert not player.does(told, [bitten]), "what is grave for all matters more now"
    player.does(told, [given])
    player.does("asked({ ...game, stage: { ...game.stage, heading: 'Another day' } }, false)")
    assert not player.page.is_visible("#found"), "it is told with the rest of the day before"
    player.close()


def test_the_log_is_one_stop_of_the_tab_key(chromium: Any, server: Server) -> None:
    """The arrow keys go from line to line; a screen reader is told what the board is and what is new."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    page = player.page
    player.until("document.body.classList.contains('asked')")
    news = {"kind": "move", "said": ["One.", "Two."], "things": [["space-E9"], ["space-E8"]], "looks": [["", ""]] * 2}
    player.does("tellAll([given], false)", news)
    assert page.locator("#log [tabindex='0']").count() == 0
    page.focus("#log")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent") == "Two."
    assert page.locator("#space-E8.pointed").count()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent") == "One."
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('#log')")
    assert page.locator("#board > svg[role=img] > title").text_content()
    assert page.get_attribute("#log", "aria-live") == page.get_attribute(".prompt-text", "aria-live") == "polite"
    player.close()


NOTE_LOSS = """((globalThis.loss = {}),
  addEventListener("offline", () => (loss.began = performance.now())),
  new MutationObserver((_, watching) => {
    if (getComputedStyle(document.querySelector(".lost")).display === "none") return;
    loss.said = performance.now();
    watching.disconnect();
  }).observe(document.body, { attributes: true }))"""
"""The page's own clock: a test that is late does not make the page slow."""


def test_a_lost_connection_is_said_at_once(chromium: Any, server: Server) -> None:
    """Within two seconds, with a prompt that is grey; and it mends itself."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("survive", seats=2)
    player.until("document.body.classList.contains('asked')")
    player.does(NOTE_LOSS)
    player.context.set_offline(True)
    player.page.wait_for_selector(".lost", state="visible")
    assert player.does("loss.said - loss.began") < 2000
    player.context.set_offline(False)
    player.page.wait_for_selector(".lost", state="hidden")
    player.mistakes.clear()  # the browser notes the lost connection
    player.close()


def test_the_focus_comes_back_from_a_dialog(chromium: Any, server: Server) -> None:
    """Also where what had it has been replaced while the dialog was open."""
    player = at_a_table(chromium, server, "hellapagos")
    player.page.click("#tab-all-moves")
    player.does("byId('moves').querySelector('button').focus()")
    player.does("(showDialog(byId('careful')), byId('moves').replaceChildren(), byId('careful').close())")
    player.until("document.activeElement.id === 'moves'")
    player.close()


def test_no_keeps_what_was_chosen(chromium: Any, server: Server) -> None:
    """The safe answer of a warning has the focus; after it, the piece is still in hand. A yes holds also
    where others have moved meanwhile, as long as the move is legal."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    page = player.page
    player.until("document.body.classList.contains('asked')")
    move = {"code": 0, "label": "Jump", "clicks": ["stock-1", "space-E9"], "careful": "R1 would be lost. Jump?"}
    other = {"code": 1, "label": "Wait", "clicks": ["stock-1", "space-E8"]}
    player.does("asked({ ...game, legal: given }, false)", [move, other])
    player.does("(choose('stock-1'), choose('space-E9'))")
    assert page.evaluate("document.activeElement.matches('#careful [value=no]')")
    page.keyboard.press("Enter")
    player.until("!document.getElementById('careful').open")
    assert player.does("chosen") == ["stock-1"]
    player.does("choose('space-E9')")
    player.does("rowGoesOn({ ...game, question: game.question + 3 })")
    player.does("(socket.send = (text) => text.includes('question') && (document.body.dataset.text = text)) && 0")
    page.click("#careful button[value=yes]")
    assert player.does("JSON.parse(document.body.dataset.text).question - game.question") == 3
    player.close()


def test_chat_on_a_phone_is_a_sheet_with_a_mark(chromium: Any, server: Server) -> None:
    """What people say while nobody looks is counted; the sheet shows it and leaves the question in sight."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("survive", seats=2)
    page = player.page
    player.until("document.body.classList.contains('asked')")
    chat = {"kind": "chat", "seat": 1, "name": "Jan", "text": "Row north!", "number": 1, "at": 0}
    message = {
        "type": "table",
        "stream": "s",
        "number": 99,
        "fresh": False,
        "news": [chat],
        "table": None,
        "game": None,
    }
    said = "take({ ...given, table: null, game: null, clock: null })"
    player.does(said, message)
    assert not page.is_visible("#unread"), "what a bot says is heard at the table"
    player.does(f"((people[1].kind = 'person'), {said})", message)
    assert page.inner_text("#unread") == "1"
    page.click("#open-talk")
    assert page.is_visible("#said")
    assert not page.is_visible("#unread")
    assert page.inner_text("#asked-line") == player.question()
    page.keyboard.press("Escape")
    assert not page.is_visible("#said")
    player.close()


def test_who_reads_the_rules_goes_on_talking(chromium: Any, server: Server) -> None:
    """On a wide page the chat stands below the rules; the button that opened them leads back to what was there."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("survive", seats=2)
    page = player.page
    page.click(".corner > [data-open=rules]")
    player.until("document.querySelector('#rules h3')")
    page.fill("#said", "Wait for me")
    page.keyboard.press("Enter")
    player.sees_line("Wait for me")
    rules, talk = (page.locator(each).bounding_box() for each in ("#rules", "#talking"))
    assert rules["height"] > 150
    assert rules["y"] + rules["height"] <= talk["y"] + 1
    page.click(".corner > [data-open=rules]")
    assert page.is_hidden("#rules")
    assert page.is_visible("#talking")
    page.set_viewport_size(PHONE)
    page.click(".corner > [data-open=rules]")
    assert page.is_visible("#rules")
    assert page.is_hidden("#said"), "a sheet shows one thing at a time"
    player.close()
