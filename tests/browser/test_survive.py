"""Survive's page: loaded rafts, and clicks right after a move of one's own."""

from __future__ import annotations

import random
from typing import Any

from lastraft.server.tables import actions, messages
from lastraft.server.tables.table import Table
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import Player
from tests.server.helpers import Server

AT_SEA = """
seats: 4
sunk: E4 F4
pieces: raft-a@C3[R1,R2] R3@D5 R4@E5 R5@F5 R6@G5 R7@H5 R8@D6 R9@E6 R10@F6 B1@G6 Y1@H6 G1@I6 raft-b@J3[] raft-c@I3[]
turn: R
phase: action
moves: 3
field turns: 5
field placed: 10 10 10 10 0
"""
SERPENTS = AT_SEA.replace("phase: action\nmoves: 3", "die: serpent").replace("R3@", "serpent-1@B2 serpent-4@B12 R3@")
NAMES = "[...document.querySelectorAll('#buttons button')].map((each) => each.ariaLabel ?? each.textContent)"
ASKED = """(() => {
  const state = { ...game };
  make([state.legal[0].code]);
  remember([{ kind: "move", seat: 0, said: [] }], 0); // one's own move, and what the table answers for one
  asked({ ...state, question: state.question + 1, legal: [] }, false);
  asked({ ...state, question: state.question + 2 }, false);
  const own = document.body.matches(".startled");
  remember([{ kind: "move", seat: 1, said: [] }], 0);
  asked({ ...state, question: state.question + 3, legal: [] }, false);
  asked({ ...state, question: state.question + 4 }, false);
  return [own, document.body.matches(".startled")];
})()"""


def staged(position: str) -> Table:
    """A table of four that stands so."""
    table = Table("staged", actions.opened("p0", "survive", actions.TermsChange(size=4)))
    for seat, name in enumerate(("Ola", "Jan", "Zoé", "Ada")):
        table.apply(actions.sit(table, f"p{seat}", name))
    table.apply(actions.start(table, "p0", 1, position=position))
    return table


def at(
    chromium: Any, server: Server, position: str, glows: str = "raft-a", size: dict[str, int] = DESKTOP, then: str = ""
) -> Player:
    """A page that shows a position, or what a move makes of it, to its first seat and hears no more from the server,
    once something glows."""
    table = staged(position)
    if then and table.match:
        table.apply(actions.checked_move(table, 0, table.match.parse(then).code))
    player = Player(chromium, server.url, "Ola", size, locale="en", reduced_motion="reduce")
    player.sit_with_bots("survive", 4)
    player.until("game")
    player.unplug()
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    player.until(f"document.getElementById('{glows}')?.matches('.can') && !document.body.matches('.startled')")
    return player


def test_a_loaded_raft_is_easy_to_pick(chromium: Any, server: Server) -> None:
    """It is a button however many pieces can move; at sea it is meant by a click on those aboard, before them."""
    player = at(chromium, server, AT_SEA)
    names = player.does(NAMES)
    assert [name for name in names if "Raft" in name] == ["Raft on C3, 1 free seat"], "the empty ones are easy to click"
    x, y = player.middle("R1")
    player.page.mouse.click(x, y - 6)  # the head, above the logs
    assert player.does("chosen") == ["raft-a"]
    assert [name for name in player.does(NAMES) if "Your adventurer on C3" in name]
    player.page.mouse.click(x, y - 6)
    assert player.does("chosen") == ["R1"], "a second click takes the passenger"
    player.does("choose('R1')")
    player.page.locator('[data-for="R1"]').first.click()
    assert player.does("chosen") == ["R1"], "in the box the passenger is meant"
    player.close()


def test_worths_can_be_read_on_a_phone(chromium: Any, server: Server) -> None:
    """Of those in hand, and on the board of those whose worth is known."""
    options = {"value_visibility": "own_open"}
    player = Player(chromium, server.url, "Ola", PHONE, locale="en", reduced_motion="reduce")
    player.sit_with_bots("survive", 4, options=options)
    player.until("game?.legal.length")
    player.does("choose('stock-5')")
    player.does("choose(document.querySelector('.spot.can').id)")
    player.until("document.querySelector('.adv .valuen')")
    for place in ("#stock-1", ".adv"):
        box = player.page.locator(f"{place} .valuen").first.bounding_box()
        assert box
        assert box["height"] >= 12, place
    player.close()


def test_answers_in_two_rows_are_read_along_them(chromium: Any, server: Server) -> None:
    """And what leaves the rest to the table keeps its corner, however many there are."""
    five = SERPENTS.replace("serpent-1@B2", "serpent-1@B2 serpent-2@K3 serpent-3@I4 serpent-5@J11")
    player = at(chromium, server, five, glows="serpent-1")
    boxes = [each.bounding_box() for each in player.page.locator("#buttons button").all()]
    assert [each["y"] == boxes[0]["y"] for each in boxes if each and boxes[0]] == [True, True, True, False, False]
    corners = []
    for count in (1, 2, 3, 4, 5):
        fill = """(count) => fillButtons(document.getElementById("buttons"), [...Array(count + 1).keys()].map((i) => {
          const button = document.createElement("button");
          button.textContent = i < count ? `Worth ${i + 1}` : "Place my people for me";
          if (i === count) button.className = "rest";
          return button;
        }))"""
        player.does(f"({fill})(given)", count)
        box = player.page.locator("#buttons .rest").bounding_box()
        assert box
        corners.append((round(box["x"] + box["width"]), round(box["y"])))
    assert len({*corners}) == 1, corners
    firsts = []
    for count in (1, 2, 3, 4):
        fill = """(count) => fillButtons(document.getElementById("buttons"), [...Array(count).keys()].map((i) => {
          const button = document.createElement("button");
          button.textContent = `Worth ${i + 1}`;
          return button;
        }))"""
        player.does(f"({fill})(given)", count)
        box = player.page.locator("#buttons button").first.bounding_box()
        assert box
        firsts.append((round(box["x"]), round(box["y"])))
    assert len({*firsts}) == 1, f"few are read from the same place as many: {firsts}"
    player.page.locator("#buttons button").first.focus()
    ring = "parseFloat(getComputedStyle(document.activeElement).outlineOffset)"
    assert player.does(ring) <= -3, "what leaves the row of answers is cut off"
    player.close()


def test_words_leave_the_counts_of_players_in_sight(chromium: Any, server: Server) -> None:
    """However many speak at once: some wait until others have been read."""
    player = Player(chromium, server.url, "Ola", PHONE)
    player.sit_with_bots("survive", seats=4)
    player.until("game")
    player.unplug()
    player.does("[0, 1, 2, 3].forEach((seat) => speak({ seat, text: 'Well done, my friend!' }))")
    lies_over = """[...document.querySelectorAll(".speech")].flatMap((bubble) => [0, 1, 2, 3].filter((seat) => {
      const [a, b] = [bubble, document.getElementById(`people-${seat}`)].map((each) => each.getBoundingClientRect());
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }))"""
    assert player.does("document.querySelectorAll('.speech').length") >= 2
    assert not player.does(lies_over)
    player.close()


COULD = "[...document.querySelectorAll('.spot.could')].map(({ id }) => id).sort()"


def test_what_is_pointed_at_shows_where_it_could_go(chromium: Any, server: Server) -> None:
    """Also what could be taken instead of what is in hand, by its button or itself; a creature shows how far it may
    come, to a finger too."""
    swims = AT_SEA.replace("raft-a@C3", "raft-a@K3").replace("R3@D5", "shark-1@B8 R3@D5")
    player = at(chromium, server, swims)
    player.does("choose('raft-a')")
    player.page.locator("#buttons button", has_text="left").focus()
    player.page.keyboard.press("ArrowRight")
    player.until(f"{COULD}.join() === 'space-J3,space-K2,space-K4,space-NE'")
    player.page.keyboard.press("ArrowRight")
    player.until(f"{COULD}.length === 0")
    player.page.mouse.move(*player.middle("R3"))
    player.until(f"{COULD}.includes('space-D6')")
    player.page.mouse.move(*player.middle("shark-1"))
    player.until(f"{COULD}.includes('space-B10') && !{COULD}.includes('space-D6')")
    player.close()
    phone = at(chromium, server, swims, size=PHONE)
    phone.page.touchscreen.tap(*phone.middle("shark-1"))
    phone.until(f"{COULD}.includes('space-B10')")
    phone.close()


def test_what_else_can_be_used_is_a_button(chromium: Any, server: Server) -> None:
    """A tile beside however many pieces; those aboard a raft at a shore, told apart, whether it is in hand or not."""
    player = at(chromium, server, AT_SEA.replace("raft-a@C3", "raft-a@K3") + "holds R: oars\n")
    assert player.page.locator("#buttons button", has_text="Oars").count() == 1
    for _ in range(2):
        names = player.does(NAMES)
        assert [name for name in names if "Your adventurer" in name] == [
            f"Your adventurer on K3 ({side})" for side in ("left", "middle")
        ]
        player.does("choose('raft-a')")
    player.close()


def test_answers_fit_in_their_buttons(chromium: Any, server: Server) -> None:
    """All pieces are buttons with brief names if these have room; else those that are easy to click are none."""
    few = AT_SEA.replace(" R5@F5 R6@G5 R7@H5 R8@D6 R9@E6 R10@F6", "").replace("placed: 10", "placed: 4")
    few = few.replace(" raft-b@J3[] raft-c@I3[]", "")
    player = at(chromium, server, few + "holds R: oars creature_die\n")
    names = player.page.locator("#buttons button").all_inner_texts()
    assert [name for name in names if len(name) == 2] == ["D5", "E5", "C3"]
    assert player.page.locator("#buttons .named .picture").count() == 5
    right = "[...byId('buttons').children].slice(-2).map((each) => each.getBoundingClientRect().right)"
    assert len({*player.does(right)}) == 1, "a tile stands over what ends the moves"
    assert player.page.locator('#buttons [data-thing^="own-"] .picture >> visible=true').count() == 2
    outside = "each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1"
    assert not player.does(f"[...byId('buttons').querySelectorAll('button')].some((each) => {outside})")
    player.close()


def test_a_finger_chooses_among_those_who_share_a_space(chromium: Any, server: Server) -> None:
    """What ends the moves is in sight beside the loupe, for those aboard are listed elsewhere; one in hand is marked
    itself; a tap in the middle of a piece means no raft beside it; where not even a loupe parts two, there are buttons.
    A tile is put down, too."""
    swims = AT_SEA.replace("raft-a@C3", "raft-a@K3").replace("raft-b@J3", "raft-b@B7").replace("R3@D5", "R3~C5")
    player = at(chromium, server, swims.replace("R4@E5", "R4@C8") + "holds R: dolphin\n", size=PHONE)
    player.does("choose('raft-a')")
    assert player.page.locator("#buttons button").all_inner_texts() == ["End moves\nthen you sink a tile"]
    assert player.page.is_hidden("#more"), "all of it in sight"
    player.page.touchscreen.tap(*player.middle("mate-R2"))
    assert player.does("chosen") == ["R2"]
    assert player.page.locator("#R2 .held, #R3 .held").count() == 1, "a space is marked only for who is alone there"
    player.page.click("#back")
    for chosen in ("own-dolphin", "R3"):
        player.does("choose(given)", chosen)
    assert player.does("chosen") == ["own-dolphin", "R3"]
    player.page.click("#back")
    assert player.does("chosen") == []
    player.page.touchscreen.tap(*player.middle("R4"))
    assert player.does("chosen") == ["R4"]
    player.close()
    heap = AT_SEA.replace("phase: action\nmoves: 3", "die: kaiju").replace("R3@", "kaiju-1@E4 shark-1@G3 R3@")
    heap = heap.replace("B1@G6 Y1@H6", "B1@G4 Y1@G4")
    player = at(chromium, server, heap, "B1", PHONE, "kaiju E4-G4")
    assert player.page.locator("#buttons button").count() == 2
    player.close()


def test_a_tap_on_a_loaded_raft_means_the_raft(chromium: Any, server: Server) -> None:
    """At a jetty, too, where those aboard can go ashore: they are listed below. Where one is asked which, what happened
    since one's turn goes away."""
    player = at(chromium, server, AT_SEA.replace("raft-a@C3", "raft-a@K2"), size=PHONE)
    player.page.touchscreen.tap(*player.middle("R1"))
    assert player.does("chosen") == ["raft-a"]
    player.page.touchscreen.tap(*player.middle("mate-R1"))
    assert player.does("chosen") == ["R1"]
    player.page.click("#back")
    player.does("tellRecap([document.createElement('li')].map((line) => ((line.dataset.said = 'Jan sank E9.'), line)))")
    player.does("which(['R1', 'R2', 'raft-a'])")
    assert not player.page.is_visible("#recap")
    text, buttons = (player.page.locator(f"#{name}").bounding_box() for name in ("waiting", "buttons"))
    assert text
    assert buttons
    assert text["y"] + text["height"] <= buttons["y"]
    player.close()


INSIDE = """([sign, space]) => {
  const [inner, outer] = [sign, space].map((each) => document.querySelector(each).getBoundingClientRect());
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return outer.left < x && x < outer.right && outer.top < y && y < outer.bottom;
}"""


def test_a_warning_stands_on_what_it_warns_of(chromium: Any, server: Server) -> None:
    """In the loupe too; a tap beside what tells of a piece chooses what it means."""
    danger = AT_SEA.replace("sunk: E4 F4", "sunk: E4 F4 F5").replace("R3@D5", "serpent-1@F5 R3@D5")
    player = at(chromium, server, danger.replace("R5@F5", "R5@G4"), size=PHONE)
    player.does("choose('R5')")
    assert player.page.evaluate(INSIDE, [".sign-post.beware", "#space-F5"])
    assert player.page.is_visible("#loupe .warning")
    player.page.evaluate("""() => {
      const card = document.querySelector(".about-card");
      card.hidden = false;
      card.style.cssText = "left: 8px; top: 400px";
    }""")
    player.page.touchscreen.tap(*player.middle("R8"))
    assert player.does("chosen") == ["R8"]
    player.close()


def test_what_happened_meanwhile_has_a_line_beside_many_answers(chromium: Any, server: Server) -> None:
    """On a phone, in the place of the sentence under the question."""
    seven = AT_SEA.replace(" R5@F5 R6@G5 R7@H5 R8@D6 R9@E6 R10@F6", "").replace("placed: 10", "placed: 4")
    player = at(chromium, server, seven.replace("raft-b@J3[] raft-c@I3[]", "raft-b@D4[]"), size=PHONE)
    player.does(
        "tellRecap([document.createElement('li')].map((line) => (line.append(line.dataset.said = 'Aha.'), line)))"
    )
    assert player.page.locator("#buttons .named").count() == 6
    assert player.page.is_visible("#recap")
    player.close()


def test_a_click_on_a_piece_chooses_it(chromium: Any, server: Server) -> None:
    """Not the space it swims on, for the raft in hand; and what the page left in hand is not put down by a click."""
    player = at(chromium, server, AT_SEA.replace("R3@D5", "R3~C4"))
    player.does("choose('raft-a')")
    player.page.mouse.click(*player.middle("R3"))
    assert player.does("chosen") == ["R3"]
    player.does("choose('raft-a')")
    x, y = player.middle("space-C4")
    player.page.mouse.click(x, y - 20)
    player.until("isAnswered()")
    player.does("asked({ ...game, question: game.question + 1 }, false)")  # it rows on
    for chosen in (["raft-a"], ["R2"]):
        player.page.mouse.click(*player.middle("raft-a"))
        assert player.does("chosen") == chosen
    player.close()


def test_a_way_in_two_steps_is_told_once(chromium: Any, server: Server) -> None:
    """By oars or by a dolphin, in the log and in what happened meanwhile, whether one saw it or comes back; a raft
    that is moved afterwards is told apart."""
    table = staged(AT_SEA.replace("turn: R", "turn: B").replace("B1@G6", "B1~D3") + "holds B: oars dolphin\n")
    player = Player(chromium, server.url, "Ola", DESKTOP, locale="en", reduced_motion="reduce")
    player.sit_with_bots("survive", 4)
    player.until("game")
    player.does("((socket.onclose = null), socket.close())")
    after, drawn = None, None
    for move in ("oars J3-J4", "step J5", "B1 dolphin D3-E3", "step F3", "raft J5-K5"):
        assert table.match
        table.apply(actions.checked_move(table, 1, table.match.parse(move).code))
        message, drawn = messages.changes_for_page(table, "p0", after, "en", 400, drawn)
        after = message["news"][-1]["number"]
        player.does("take(given)", message)
    once = ["Jan rowed a raft from J3 to J5.", "A dolphin carried Jan's adventurer from D3 to F3."]
    once.append("Jan moved a raft from J5 to K5.")
    told = "[...byId('log').children].slice(-4).map((each) => each.textContent)"
    since = "[...document.querySelectorAll('#since .deed')].map((each) => each.ariaLabel)"
    for _ in range(2):
        assert player.does(told) == ["Ada sits down.", *once]
        assert player.does(since) == once
        player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    player.close()


def test_setup_is_told_until_the_turns_begin_and_what_came_while_it_is_there(chromium: Any, server: Server) -> None:
    """A creature that was brought beside one's own and has gone on since is told of once: where it went."""
    player = Player(chromium, server.url, "Ola", DESKTOP, locale="en", reduced_motion="reduce")
    player.sit_with_bots("survive", 4)
    player.until("game")
    player.unplug()
    deeds: list[tuple[dict[str, Any], str, str, list[str]]] = [
        ({"kind": "started"}, "Jan was drawn to begin.", "raft", []),
        ({"seat": 1}, "Jan placed a raft on D3.", "raft", ["seat-1"]),
        ({"seat": 3}, "Ada placed a raft on J3.", "raft", ["seat-3"]),
    ]
    near = ({"seat": 1}, "Jan brought Shark 1 beside your adventurer on G5.", "shark", ["R1", "shark-1"])
    listed = "[...document.querySelectorAll('#since .deed')].map((each) => each.ariaLabel)"

    def note(*told: tuple[dict[str, Any], str, str, list[str]], fresh: bool = False) -> Any:
        news = [
            {
                "kind": "move",
                **what,
                "said": [said],
                "looks": [[symbol, "" if symbol else "heading"]],
                "things": [things],
            }
            for what, said, symbol, things in told
        ]
        written = """given[0].map(({ things }) => {
          const line = create("p");
          if (things[0][0] === "R1") line.dataset.seat = "0"; // one's own
          return line;
        })"""
        player.does(f"note(given[0], given[1], null, 0, {written})", [news, fresh])
        return player.does(listed)

    assert note(*deeds, fresh=True) == ["Jan placed a raft on D3.", "Ada placed a raft on J3."]
    assert note(({"seat": 3}, "Jan's turn", "", ["seat-1"])) == []
    assert note(near) == ["Jan brought Shark 1 beside your adventurer on G5."]
    gone = ({"seat": 2}, "Shark 1 moved from G4 to F2.", "shark", ["shark-1"])
    assert note(({"seat": 1}, "Zoé's turn", "", ["seat-2"]), gone) == ["Shark 1 moved from G4 to F2."]
    player.close()


TOLD = """() => ["since-rows", "recap-lines", "found"].map((id) => {
  const place = document.getElementById(id);
  return place.hidden ? "" : place.innerText;
})"""


def test_what_was_told_stands_when_the_page_is_loaded_again(chromium: Any, server: Server) -> None:
    """What happened meanwhile, on a phone too, and what is told beside the question."""
    rnd = random.Random(1)
    for size, places in ((DESKTOP, {0}), (PHONE, {1, 2})):
        player = Player(chromium, server.url, "Ola", size, locale="en", reduced_motion="reduce")
        table = player.sit_with_bots("survive", 3)
        while places:
            asked = player.asked(table)
            player.sees(table)
            before = player.page.evaluate(TOLD)
            if any(before[place] for place in places):
                places -= {place for place in places if before[place]}
                player.page.reload()
                player.sees(table)
                player.until(f"JSON.stringify(({TOLD})()) === JSON.stringify(given)", before)
            player.answer(table, asked, rnd.choice(asked["legal"]))
        player.close()


def test_what_follows_ones_own_move_is_answered_at_once(chromium: Any, server: Server) -> None:
    """A click is no mistake right after one's own last move, only after somebody else's."""
    player = at(chromium, server, AT_SEA)
    assert player.does(ASKED) == [False, True]
    player.close()


def test_another_creature_is_taken_by_a_click_anywhere_in_its_drawing(chromium: Any, server: Server) -> None:
    """With one in hand, too: a serpent's body has gaps."""
    player = at(chromium, server, SERPENTS, "serpent-4")
    player.does("choose('serpent-1')")
    assert player.page.is_visible("#pips .picture"), "what the die shows stays beside the question"
    player.page.mouse.click(*player.middle("serpent-4"))
    assert player.does("chosen") == ["serpent-4"]
    player.close()


def test_whoever_is_not_saved_is_seen_at_the_end(chromium: Any, server: Server) -> None:
    """Faint, but drawn: a class of the page's own once hid them."""
    last = "phase: sinking\nsunk: E4\nvolcano: E7 F6\npieces: R1~E4 B1@NW\nvalues: R1=3 B1=4"
    table = staged(last)
    assert table.match
    table.match.state.ended = 1
    player = at(chromium, server, AT_SEA)
    player.does("take(given)", messages.changes_for_page(table, "p0", None, "en", 400, None)[0])
    assert player.until("byId('grown') && byId('R1').getBoundingClientRect().width")


def test_a_tile_can_be_sunk_before_the_table_ends_the_moves(chromium: Any, server: Server) -> None:
    """One click; and if the table was faster, only what was meant is sent again."""
    last = AT_SEA.replace("moves: 3", "moves: 1")
    player = at(chromium, server, last, "space-D6", then="R3 walk D5-D6")
    player.does(CAUGHT)
    player.page.mouse.click(*player.middle("space-D8"))
    player.until("caught.some(({ move }) => move !== undefined)")
    first = player.does("caught.findLast(({ move }) => move !== undefined)")
    assert first["move"] == player.does("game.legal.at(-1).codes[0]")
    player.does("take(given)", _ended(last))
    player.does("take(given)", {"type": "refused", "id": first["id"], "code": "stale", "said": ""})
    player.until("game.legal.find(({ code }) => code === caught.at(-1).move)?.label === 'Sink D8'")
    player.close()


def test_what_a_tile_costs_is_told_where_one_points_at_it(chromium: Any, server: Server) -> None:
    """Under the question, until one points elsewhere."""
    player = at(chromium, server, AT_SEA.replace("phase: action\nmoves: 3", "phase: sinking"), "space-D6")
    asked = player.page.inner_text("#waiting")
    x, y = player.middle("space-D6")
    player.page.mouse.move(x, y + 12)
    assert player.page.inner_text("#waiting") == "Sink D6 – into the sea: 1 of yours"
    player.page.mouse.move(2, 2)
    assert player.page.inner_text("#waiting") == asked
    player.close()


CAUGHT = """(() => {
  globalThis.caught = [];
  Object.defineProperty(socket, "readyState", { value: WebSocket.OPEN });
  socket.send = (text) => caught.push(JSON.parse(text));
})()"""


def _ended(position: str) -> dict[str, Any]:
    """What a page is sent once the table has ended the moves."""
    table = staged(position)
    for move in ("R3 walk D5-D6", "end"):
        assert table.match
        table.apply(actions.checked_move(table, 0, table.match.parse(move).code))
    return messages.changes_for_page(table, "p0", None, "en", 400, None)[0]
