"""What happens is played: dice, copies of what goes, the sentence in the prompt's place; and how one gets past it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lastraft.kernel import Emitted
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.moments import MOMENTS, Moment, Staged, put_on, staged
from tests.browser.player import Player
from tests.server.helpers import Server

CLEAN = """(!document.querySelector('.lifted') && !document.querySelector('.stage > *')
  && document.querySelector('.playing').hidden)"""
"""Nothing plays, and nothing of it is left."""
TIMED = f"""async (message) => {{
  take(message);
  await null;
  const playing = !{CLEAN};
  let ticks = 0;
  for (; !({CLEAN} && document.body.classList.contains("asked")); ticks++) await new Promise((go) =>
    setTimeout(go, 50));
  return [playing, ticks * 50];
}}"""
"""Whether a message plays, and how many ms, at least, it takes until its question can be answered; those in which a
busy machine lets the page do nothing are not counted."""
LASTS = f"""async (message) => {{
  take(message);
  await null;
  let ticks = 0;
  for (; !{CLEAN}; ticks++) await new Promise((go) => setTimeout(go, 50));
  return ticks;
}}"""
"""For how long, about, a message plays."""
DRAWN = "document.getElementById('moving').textContent + document.querySelectorAll('#moving [id]').length"


def _tile_and_roll(events: Sequence[Emitted], kinds: Any) -> bool:
    """A tile turns over, and the die is rolled."""
    return {"SANK", "ROLLED"} <= {kinds(e.kind).name for e in events} and events[0].a != 0


MOMENT = Moment("survive", 4, _tile_and_roll)


@pytest.fixture(scope="module")
def shown() -> Staged:
    return staged(MOMENT)


def test_a_die_by_the_prompt_and_a_tile_that_turns(chromium: Any, server: Server, shown: Staged) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="3")
    put_on(player, MOMENT, shown)
    before = player.question()
    player.does("take(given)", shown.after)
    player.until("document.querySelector('.lifted')")
    assert player.page.locator(".stage > svg").count() >= 1, "a copy of the tile moves, the drawing stays"
    assert player.page.inner_text(".playing p")
    player.until("document.querySelector('.playing .dice svg')")
    die, prompt = (player.page.locator(which).first.bounding_box() for which in (".playing .dice", ".table > .prompt"))
    assert prompt["y"] - 8 <= die["y"] <= die["y"] + die["height"] <= prompt["y"] + prompt["height"] + 8
    player.page.keyboard.press("Space")
    assert player.does(CLEAN), "at once"
    assert player.question() != before
    assert player.does("byId('log').textContent.includes(given)", shown.after["news"][0]["said"][0])
    player.close()


def test_what_counts_changes_when_one_has_seen_why(chromium: Any, server: Server) -> None:
    shown = staged(MOMENTS["rescue"])
    player = Player(chromium, server.url, "Ola", PHONE, speed="3")
    put_on(player, MOMENTS["rescue"], shown)
    saved = "[...document.querySelectorAll('[id^=flag-] .num')].map((each) => Number(each.textContent))"
    before, drawn = player.does(saved), player.does("byId('strip').textContent")
    player.does("take(given)", shown.after)
    player.until("document.querySelector('.flying')")
    assert player.does(saved) == before, "the flag is on its way"
    assert player.does("byId('strip').textContent") == drawn
    player.page.keyboard.press("Space")
    player.until(CLEAN)
    assert sum(player.does(saved)) == sum(before) + 1
    player.close()


def test_short_motion(chromium: Any, server: Server, shown: Staged) -> None:
    """Set on the page of settings: things still travel, for a shorter time and without scenes; the end is the same."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="normal")
    seen = []
    for way in ("", "short-motion"):
        player.page.goto(f"{server.url}/settings")
        player.page.click(f".seg[data-key=looks] button[value='{way}']")
        put_on(player, MOMENT, shown)
        assert player.page.evaluate("document.documentElement.classList.contains('short-motion')") == bool(way)
        seen.append((player.does(f"({LASTS})(given)", shown.after), player.does(DRAWN)))
    (full, end), (short, same) = seen
    assert 0 < short < 0.75 * full
    assert same == end
    player.close()


def test_everything_at_once_and_with_reduced_motion(chromium: Any, server: Server, shown: Staged) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="3", reduced_motion="reduce")
    put_on(player, MOMENT, shown)
    player.does("take(given)", shown.after)
    player.until("document.querySelector('.dice svg')")
    assert not player.does("document.querySelector('.lifted')"), "nothing moves"
    after = player.does(DRAWN)
    player.page.keyboard.press("Escape")
    assert player.does(CLEAN)
    assert player.does(DRAWN) == after, "the drawing had changed before"
    player.page.select_option("#speed", "off")
    put_on(player, MOMENT, shown)
    player.does("take(given)", shown.after)
    assert player.does(CLEAN), "the speed is remembered"
    assert player.does(DRAWN) == after
    player.close()


def test_since_your_turn_and_once_more(chromium: Any, server: Server, shown: Staged) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="fast")
    put_on(player, MOMENT, shown)
    listed = "[...document.querySelectorAll('#since .deed')].map((each) => each.ariaLabel)"
    before = player.does(listed)
    while_it_plays = f"take(given) || new Promise((go) => setTimeout(() => go({listed}), 50))"
    assert player.does(while_it_plays, shown.after) == before, "what plays is listed afterwards"
    player.until(CLEAN)
    after = player.does(DRAWN)
    labels = player.does(listed)
    assert labels != before
    assert labels[-1] in shown.after["news"][0]["said"]
    player.page.click("#show-again")
    player.until("document.querySelector('.lifted')")
    player.until(CLEAN)
    assert player.does(DRAWN) == after
    player.close()


def test_a_question_waits_for_what_plays_but_not_long(chromium: Any, server: Server) -> None:
    def own(events: Sequence[Emitted], kinds: Any) -> bool:
        plain = not any(kinds(e.kind).is_scene(e) for e in events)  # scenes have their time
        return plain and any(e.kind == kinds.TURN and e.a == 0 for e in events) and len(events) > 3

    moment = Moment("survive", 4, own)
    shown = staged(moment)
    assert shown.ms > 2500
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="normal")
    put_on(player, moment, shown)
    began, took = player.does(f"({TIMED})(given)", shown.after)
    assert began, "it plays first"
    assert took <= 2600
    player.close()


def test_the_sound_switch_says_its_state_and_keeps_it(chromium: Any, server: Server) -> None:
    player = Player(chromium, server.url, "Ola", DESKTOP)
    table = player.sit_with_bots("survive")
    switch = player.page.locator("#sound")
    assert switch.get_attribute("aria-label") == "Sound: soft"
    for state in ("middle", "loud"):
        switch.click()
        assert switch.get_attribute("aria-label") == f"Sound: {state}"
    player.page.keyboard.press("m")
    assert switch.get_attribute("aria-label") == "Sound is off"
    player.open(table)
    assert player.page.locator("#sound").get_attribute("aria-label") == "Sound is off"
    player.close()


def test_hands_skip_to_the_next_scene(chromium: Any, server: Server) -> None:
    """Three deaths in a row each have their moment; what lies between them is skipped."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="slow")
    player.sit_with_bots("survive")
    player.does("skip()")
    player.does("""["scene", "between", "second"].forEach((name) => enqueue({
      steps: [{ scene: name !== "between", beats: [{ kind: "tint", ms: 60000 }] }], asks: false, stays: false,
      paint: () => {}, tell: () => document.body.dataset.told = `${document.body.dataset.told ?? ""} ${name}`,
    }))""")
    for told in ("scene between", "scene between second"):
        player.until("!document.querySelector('.playing').hidden")
        player.page.keyboard.press("Space")
        assert str(player.page.evaluate("document.body.dataset.told")).strip() == told
    player.until(CLEAN)
    player.does("""enqueue({
      steps: ["A", "B"].map((say) => ({ scene: true, say, beats: [{ kind: "card", ms: 1, kept: 1 }] })),
      asks: false, stays: false, paint: () => {}, tell: () => {},
    })""")
    for said in ("A", "B"):  # what one looks at stays until one has read it
        player.until(f"document.querySelector('.moment')?.innerText.startsWith('{said}')")
        player.page.keyboard.press("Space")
    player.until(CLEAN)
    player.close()


def test_what_waits_of_one_seat_is_one_picture(chromium: Any, server: Server) -> None:
    """A bot's payments and people are not waited for one by one; another seat's turn is its own."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="slow")
    player.sit_with_bots("outlive")
    player.does("skip()")
    player.does("""[1, 2, 2, 2, 3].forEach((by, i) => enqueue({
      steps: [{ say: `${i}.`, beats: [{ kind: "glide", ms: 2000 }] }], by, asks: false, stays: false,
      paint: () => {}, tell: () => document.body.dataset.told = `${document.body.dataset.told ?? ""}${i}`,
      played: () => document.body.dataset.ended = `${document.body.dataset.ended ?? ""}${i}`,
    }))""")
    for ended in ("0", "0123", "01234"):
        player.does("skip(1)")
        assert player.page.evaluate("document.body.dataset.ended") == ended
    player.close()


def test_deaths_of_one_move_are_skipped_one_by_one(chromium: Any, server: Server) -> None:
    """A tap meant for what was there before a scene skips nothing."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="slow")
    player.sit_with_bots("survive")
    player.does("skip()")
    player.does("""enqueue({
      steps: ["Reef dies.", "", "Kelp dies.", "", "You die.", ""].map((say) => ({
        scene: true, say, beats: [{ kind: "tint", ms: 60000 }],
      })),
      asks: false, stays: false, paint: () => {}, tell: () => (document.body.dataset.told = "all"),
    })""")
    line, tap = "document.querySelector('.playing p').textContent", "document.querySelector('.playing').dispatchEvent"
    player.until(f"{line} === 'Reef dies.'")
    player.does(
        f"(await new Promise((go) => setTimeout(go, 700)), {tap}(new PointerEvent('pointerdown', {{bubbles: true}})))"
    )
    player.until(f"{line} === 'Kelp dies.'")
    for tapped in (False, True):
        seen = player.does(
            f"""(async () => {{
          if (!given) document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: " ", bubbles: true }}));
          for (; {line} !== "You die."; await new Promise((go) => setTimeout(go, 5))) {{}}
          if (!given) {tap}(new PointerEvent("pointerdown", {{ bubbles: true }}));
          return {line};
        }})()""",
            tapped,
        )
        assert seen == "You die."
    assert player.page.evaluate("document.body.dataset.told") is None
    player.page.keyboard.press("Space")
    player.until("document.body.dataset.told === 'all'")
    player.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=("desktop", "phone"))
def test_what_is_large_fills_the_prompt_s_place(chromium: Any, server: Server, size: dict[str, int]) -> None:
    """The board stays in sight. Where one is still asked the same, the question does, too."""
    player = Player(chromium, server.url, "Ola", size, speed="slow")
    player.sit_with_bots("survive")
    box = "(() => { const { x, y, right, bottom } = document.querySelector(given).getBoundingClientRect();"
    box += " return [x, y, right, bottom]; })()"
    for stays, place in ((False, ".table > .prompt"), (True, "#board")):
        player.does("skip()")
        player.does(
            """enqueue({
              steps: [{ scene: true, say: "Reef used this tile: Repellent.", about: "It drives a creature away.",
                beats: [{ kind: "card", ms: 60000, face: "ab-repellent" }] }],
              asks: false, stays: given, paint: () => {}, tell: () => {},
            })""",
            stays,
        )
        player.until("document.querySelector('.moment')?.getAnimations()[0]?.playState === 'finished'")
        card, around = (player.does(box, which) for which in (".moment", place))
        assert around[0] <= card[0] < card[2] <= around[2]
        assert around[1] <= card[1] < card[3] <= around[3]
        words = player.page.locator(".told-by span").bounding_box()
        assert words["height"] > 16
        assert player.page.is_hidden(".playing") == stays
    player.close()


def test_a_sentence_is_told_once_with_its_picture(chromium: Any, server: Server) -> None:
    """Also where the picture comes later; but not while what it brings is still thrown for."""
    player = Player(chromium, server.url, "Ola", PHONE, speed="slow")
    player.sit_with_bots("survive")
    player.does("skip()")
    for kind, told in (("tint", [True, "Reef dies."]), ("roll", [False, "Reef rolls."])):
        seen = player.does(
            """(async () => {
              skip();
              enqueue({
                steps: [{ scene: true, say: "Reef dies.", stake: "Reef rolls.", beats: [{ kind: given, ms: 60000 }] },
                  { beats: [{ kind: "glide", ms: 60000 }, { kind: "card", ms: 60000, face: "ab-shark" }] }],
                asks: false, stays: false, paint: () => {}, tell: () => {},
              });
              const [card, line] = [".moment", ".playing p"].map((at) => () => document.querySelector(at));
              const late = performance.now() + 20000;
              while (!card() && !line().textContent && performance.now() < late)
                await new Promise((go) => setTimeout(go, 20));
              return [card()?.textContent === "Reef dies.", line().textContent];
            })()""",
            kind,
        )
        assert seen == told
    player.close()


def test_the_end_is_told_when_it_has_played(chromium: Any, server: Server) -> None:
    """Nor is an eruption another time of the day. Else what plays last plays on the drawing after the move."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="slow")
    player.sit_with_bots("survive")
    for ends in (True, False):
        player.does("skip()")
        shown = """(given) => new Promise((go) => {
          const shown = [];
          const step = (say, kind, paint) => ({ say, beats: [{ kind, paint, at: "board", ms: 100, sound: "erupt" }] });
          enqueue({
            steps: [step("Glides.", "glide"), step("Erupts.", "tint", "lava"), step("Lasts.", "rise")],
            asks: false, stays: false, ends: given, dawns: () => shown.push("dawn"), paint: () => shown.push("paint"),
            tell: () => shown.push("tell"), played: () => go(shown),
          });
          const line = document.querySelector(".playing p");
          const note = () => line.textContent && shown.push(line.textContent);
          new MutationObserver(note).observe(line, { childList: true });
        })"""
        told = player.does(f"({shown})(given)", ends)
        first = told.index("paint")
        assert "dawn" not in told
        assert told[-1] == "tell"
        assert ("Lasts." in told[:first]) == ends, told
    player.close()


def test_what_plays_is_no_question_and_has_its_own_phase(chromium: Any, server: Server) -> None:
    """Also at the last dawn, which has no light of its own: the header is there, the question before it is gone."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="slow")
    player.sit_with_bots("outlive")
    for kind, n in (("tint", 0), ("card", 3)):
        player.does("skip()")
        shown = """(given) => new Promise((go) => {
          const beats = [{ kind: given[0], n: given[1], ms: 300, sound: "dawn" }];
          const question = () => document.getElementById("question").innerText;
          const dawns = (now) => go([now, question()]);
          const [steps, nothing] = [[{ say: "Day 6", beats }], () => {}];
          enqueue({ steps, asks: false, stays: false, dawns, paint: nothing, tell: nothing });
        })"""
        assert player.does(f"({shown})(given)", [kind, n]) == [n, ""]
    player.until("document.getElementById('question').innerText")
    player.close()


def test_the_scenes_of_the_end_play_at_every_speed(chromium: Any, server: Server) -> None:
    """Whoever is shown everything at once still sees what ended the game, and nothing of what it is not."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="off")
    player.sit_with_bots("survive")
    for ends in (True, False):
        told = """(given) => new Promise((go) => {
          const shown = [];
          const step = (say, kind, scene) => ({ say, scene, beats: [{ kind, paint: "lava", at: "board", ms: 200 }] });
          const line = document.querySelector(".playing p");
          const note = () => line.textContent && shown.push(line.textContent);
          new MutationObserver(note).observe(line, { childList: true });
          enqueue({
            steps: [step("Erupts.", "tint", true), step("Counts.", "count", true)],
            asks: false, stays: false, ends: given, paint: () => {}, tell: () => {}, played: () => go(shown),
          });
        })"""
        assert {*player.does(f"({told})(given)", ends)} == ({"Erupts."} if ends else set())
    player.close()


def test_an_offer_wipes_nothing_of_what_happened_since(chromium: Any, server: Server) -> None:
    """Where a game tells no turns: the same is asked again, so one's turn goes on; what one plays in an open window
    ends none."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos", 6)
    player.unplug()
    listed = player.does("""(() => {
      const line = (seat, text) =>
        ({ kind: "move", seat, said: [text], looks: [["i-food", ""]], things: [[`seat-${seat}`]] });
      const tell = (asked, ...news) => {
        note(news, false, null, 0, [], asked && { text: asked, window: asked === "Step in?" });
        return [...document.querySelectorAll("#since .deed")].map((each) => each.ariaLabel);
      };
      note([], true, null, 0, []);
      tell("Day 1: act", line(1, "1 fishes."));
      tell("", line(0, "You offer."));
      const seen = [tell("", line(2, "2 declines.")), tell("Day 1: act", line(3, "3 offers."))];
      tell("Step in?", line(0, "You fish."), line(4, "4 dies."));
      tell("", line(0, "You play a card."));
      return [...seen, tell("Day 2: act", line(5, "5 drinks."))];
    })()""")
    assert listed == [["2 declines."], ["1 fishes.", "2 declines.", "3 offers."], ["4 dies.", "5 drinks."]]
    player.close()


def test_votes_are_told_in_their_order_a_line_each(chromium: Any, server: Server) -> None:
    """Whole sentences, what is missing as it is now; the newest is seen."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos", 6)
    player.unplug()
    names = player.does("((mine) => people.filter(({ seat }) => seat !== mine).map(({ name }) => name))(0)")
    one, two, three = names[:3]
    seats = {name: player.does("people.find(({ name }) => name === given).seat", name) for name in names}

    def came(*lines: tuple[str, str, str, str]) -> dict[str, Any]:
        said, symbols, tones, things = zip(*lines, strict=True)
        looks = list(zip(symbols, tones, strict=True))
        return {"kind": "move", "said": said, "looks": looks, "things": [[each] for each in things]}

    def short(n: int) -> dict[str, Any]:
        return came((f"Water is {n} short.", "i-water", "grave", "store-water"))

    def vote(voters: str, target: str) -> tuple[str, str, str, str]:
        return f"{voters} at {target}.", "i-hand", "", f"seat-{seats[voters.split()[0]]}"

    against = (f"The vote is against {three}.", "i-hand", "grave", f"seat-{seats[three]}")
    ballot = came(vote(f"{one} and {two} point", three), vote(f"{three} points", one), against)
    drinks = came((f"{three} drinks.", "i-bottle", "", f"seat-{seats[three]}"))
    saved = came((f"{three} is saved.", "i-shield", "", f"seat-{seats[three]}"))
    again = came(vote(f"{one} points", two), vote(f"{two} and {three} point", one))
    player.does("note(given, true, null, 0, [])", [short(4), ballot, drinks, saved, short(3), again])
    rows = "[...document.querySelectorAll('#since-rows > li')].map((each) => each.innerText.trim())"
    assert player.does(rows) == [
        f"{one} and {two} point at {three} · {three} points at {one} · The vote is against {three}",
        f"{three} drinks · is saved",
        "Water is 3 short",
        f"{one} points at {two} · {two} and {three} point at {one}",
    ]
    player.does("note(given, true, null, 0, [])", [ballot, drinks] * 30)
    seen = "byId('since').scrollTop + byId('since').clientHeight >= byId('since').scrollHeight - 1"
    assert player.does(seen)
    player.close()


def test_answers_in_the_place_of_others_take_clicks_in_a_moment(chromium: Any, server: Server) -> None:
    """A debate ends just as somebody clicks: the same spot is an answer to the vote by now."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos")
    player.until("game && document.querySelector('#buttons')")
    player.unplug()
    seen = player.does("""(() => {
      const moves = (...labels) => labels.map((label, i) => ({ code: i, label, clicks: [] }));
      const ask = (by, ...labels) => {
        asked({ ...game, question: game.question + by, prompt: "?", legal: moves(...labels) }, false);
        const [first] = document.querySelectorAll("#buttons button");
        const { x, y, width, height } = first.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button")?.textContent ?? "";
      };
      ask(1, "Speak");
      return [ask(1, "Let us vote"), ask(0, "Let us vote"), ask(1, "Pearl", "Reef"), ask(0, "Pearl", "Reef")];
    })()""")
    assert seen == [""] * 4, "what is shown again is not older for it"
    player.until("!document.querySelector('.fresh')")
    same = "asked({ ...game, question: game.question + 1 }, false), document.querySelector('.fresh')"
    assert player.does(f"({same})") is None, "the same answer in its place"
    emptied = """(async () => {
      const [legal] = [game.legal, asked({ ...game, legal: [] }, false)];
      await new Promise((go) => setTimeout(go, 1000));
      asked({ ...game, question: game.question + 1, legal }, false);
      return [document.querySelectorAll("#buttons button").length, document.querySelector("#buttons .fresh")];
    })()"""
    assert player.does(emptied) == [2, None], "nothing stood there"
    fresh = player.does("""(() => {
      const moves = (...labels) => labels.map((label, i) => ({ code: i, label, clicks: [] }));
      const chip = create("button", "Reef", "chip");
      byId("buttons").replaceChildren(chip);
      asked({ ...game, question: game.question + 1, legal: moves("Reef") }, false);
      return [...document.querySelectorAll("#buttons .fresh")].map((each) => each.textContent);
    })()""")
    assert fresh == ["Reef"], "a name that was spoken of is now an answer"
    waits = """(async () => {
      const [legal, began] = [[{ code: 0, label: "Dune", clicks: [] }], performance.now()];
      byId("buttons").replaceChildren(create("button", "Dune", "chip"));
      for (const by of [1, 0]) asked({ ...game, question: game.question + by, legal }, false);
      await new Promise((go) => setTimeout(go, 600));
      return performance.now() - began > 900 || document.querySelector("#buttons .fresh") !== null;
    })()"""
    assert player.does(waits), "as long, if it is shown again"
    player.close()


def test_closing_a_sheet_chooses_nothing_under_it(chromium: Any, server: Server) -> None:
    """A castaway is looked at; the question is the same before and after."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("hellapagos", 6)
    player.until("game?.legal.length")
    player.unplug()
    page = player.page
    sheet = '<button id="close-look">x</button><svg viewBox="0 0 9 9" data-tall="0 0 9 9"></svg>'
    page.route("**/look/seat-1", lambda route: route.fulfill(body=sheet, content_type="text/html"))
    page.click("#seat-1 .plate")
    page.wait_for_selector("#look")
    page.evaluate("document.getElementById('board').addEventListener('click', () => (document.title = 'reached'))")
    page.click("#close-look")
    assert not page.query_selector("#look")
    assert player.does("chosen") == []
    assert page.title() != "reached", "nothing under the sheet is clicked"
    page.click("#seat-1 .plate")
    page.wait_for_selector("#look")
    player.does("take({ type: 'table', news: [], game: { ...game, question: game.question + 1 } })")
    page.wait_for_selector("#look", state="detached")
    player.close()


def test_a_shelter_opens_while_something_plays(chromium: Any, server: Server) -> None:
    """At every speed: a click on a plate skips nothing."""
    player = Player(chromium, server.url, "Ola", DESKTOP, speed="normal")
    player.sit_with_bots("outlive", 3)
    player.unplug()
    player.does("skip()")
    for covers in (True, False):
        player.does(
            """enqueue({
              steps: [{ scene: true, say: "Reef hunts.",
                beats: [{ kind: given ? "tint" : "spotlight", of: "seat-1", ms: 60000 }] }],
              asks: !given, stays: false, paint: () => {}, tell: () => {},
            })""",
            covers,
        )
        player.until("document.querySelector('.stage')?.childElementCount")
        assert player.page.is_visible(".playing") == covers
        player.page.click("#seat-2")
        player.page.wait_for_selector("#look[data-shows=seat-2]")
        player.page.click("#close-look")
        assert not player.does(CLEAN), "it plays on"
        player.does("skip()")
    player.close()


def test_a_phone_opens_a_shelter_from_the_order_of_play(chromium: Any, server: Server) -> None:
    """The plates lie some screens further down."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("outlive", 3)
    for seat in (0, 2):
        player.page.tap(f"#turn-{seat}")
        player.page.wait_for_selector(f"#look[data-shows=seat-{seat}]")
        player.page.tap("#close-look")
    player.close()


def test_since_your_turn_says_who_did_what(chromium: Any, server: Server) -> None:
    """In the order of what happened; what happens to the common stores is nobody's deed, and five others have room."""
    player = Player(chromium, server.url, "Ola", DESKTOP)
    player.sit_with_bots("hellapagos", 6)
    player.unplug()
    listed = player.does("""(() => {
      const line = (seat, text, symbol, thing) =>
        ({ kind: "move", seat, said: [text], looks: [[symbol, ""]], things: [[thing]] });
      const fished = [1, 2, 3, 4, 5].map((seat) => line(seat, `${seat} fishes.`, "i-food", `seat-${seat}`));
      const meal = line(2, "Everybody drinks.", "i-water", "store-water");
      const first = line(3, "You are first.", "i-first", "seat-0");
      note([...fished, meal, first], true, null, 0, []);
      const rows = [...document.querySelectorAll("#since-rows > li")];
      return rows.map((row) => [row.className, [...row.querySelectorAll(".deed")].map((each) => each.ariaLabel)]);
    })()""")
    fished = [[f"s{seat}", [f"{seat} fishes."]] for seat in range(1, 6)]
    assert listed == [*fished, ["s-1", ["Everybody drinks."]], ["befell", ["You are first."]]]
    assert player.does("byId('since').scrollHeight <= byId('since').clientHeight"), "all rows are seen"
    player.close()
