"""What people do to each other at one table, done by hand: each in a browser of their own, with a mouse and buttons.

The way to the moment is played without the page; the moment itself is clicked.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import TIMEOUT, Player
from tests.server.helpers import Server, serving

Move = dict[str, Any]
Ready = Callable[[str, list[list[Move]]], bool]
Taste = Callable[[Move], int]


@contextmanager
def pair(chromium: Any, server: Server) -> Iterator[list[Player]]:
    """Two people, each with a browser."""
    people = [Player(chromium, server.url, "Ola", DESKTOP), Player(chromium, server.url, "Jan", DESKTOP)]
    yield people
    for person in people:
        person.close()


def sit_together(people: list[Player], game: str, bots: int = 0) -> str:
    """A table for two people and some bots, whose game has begun; its id."""
    plan = {"game": game, "seats": 2 + bots, "bots": ["random"] * bots, "pause": 0, "grace": 600}
    table = str(people[0].call("/api/tables", plan)["id"])
    people[1].call(f"/api/tables/{table}/sit", {})
    people[0].call(f"/api/tables/{table}/start", {})
    return table


def moment(
    people: list[Player], game: str, ready: Ready, taste: Taste = lambda move: 0, bots: int = 0
) -> tuple[str, list[list[Move]]]:
    """A moment that somebody is ready for, reached without the page, at the first table where it comes. Then all open
    the page. The table, and the moves of each."""
    rnd = random.Random(1)
    for _ in range(12):
        table = sit_together(people, game, bots)
        moves, end = 0, time.monotonic() + TIMEOUT / 1000
        while moves < 400:
            asked = [person.legal(table) for person in people]
            legal = [each["legal"] for each in asked]
            if ready(table, legal):
                for person in people:
                    person.open(table)
                    person.sees(table)
                return table, legal
            tastes = {i: max(map(taste, moves)) for i, moves in enumerate(legal) if moves}
            if tastes:  # who has said that they are ready may still step in, and is not waited for
                i, best = max(tastes.items(), key=lambda person: person[1])
                people[i].answer(table, asked[i], rnd.choice([move for move in legal[i] if taste(move) == best]))
                moves, end = moves + 1, time.monotonic() + TIMEOUT / 1000
            assert time.monotonic() < end, "nothing is asked"
            if not tastes and people[0].status(table) == "over":
                break
    raise AssertionError("that moment never came")


def has(legal: list[Move], family: str) -> bool:
    return any(move["family"] == family for move in legal)


def quiet(move: Move) -> int:
    """A taste for passing, and for a little work; none for trade."""
    tastes = {"PASS": 3, "CLOSE": 3, "DECLINE": 3, "CANCEL": 3, "ACT_WATER": 2, "ACT_FISH": 2, "GIVE": -1, "OFFER": -1}
    return tastes.get(move["family"], 0)


def test_a_vote_is_cast_and_revealed(chromium: Any, server: Server) -> None:
    """Each points at somebody; nobody sees it before all have."""
    with pair(chromium, server) as people:
        ola, jan = people
        moment(people, "hellapagos", lambda _, legal: all(has(each, "VOTE") for each in legal), quiet, bots=1)
        for _ in range(2):  # a vote is not cast by one tap
            ola.tap("seat-1")
        ola.until("!game.legal.length")
        assert jan.page.locator("#arm-0").count() == 0
        assert "point" not in jan.page.inner_text("#log").splitlines()[-1]
        for _ in range(2):
            jan.tap("seat-0")
        for person, said in ((ola, "You point at Jan."), (jan, "at you."), (jan, "You point at Ola.")):
            person.sees_line(said)


def unless_shot_at(people: list[Player], play: Callable[[], None]) -> None:
    """Play a scene; where the third castaway, a bot with a gun, shoots in its middle, play it at another table."""
    for attempt in range(4):
        try:
            return play()
        except AssertionError:
            if attempt == 3 or not any("shoots" in person.question() for person in people):
                raise


def test_a_trade(chromium: Any, server: Server) -> None:
    """A card for a card: offered with a claim and a wish, accepted, exchanged; nobody else learns which cards."""
    with pair(chromium, server) as people:
        ola, jan = people

        def trade() -> None:
            moment(people, "hellapagos", lambda _, legal: all(has(each, "OFFER") for each in legal), bots=1)
            mine, theirs = (_first_card(person) for person in people)
            ola.tap("act-offer")
            ola.tap("seat-1")
            ola.tap(mine)
            ola.press("Done")
            ola.press("1 card")
            ola.tap("kind-sandwich")
            ola.tap("kind-axe")
            jan.sees_line("Ola offers you cards: 1 for 1.")
            jan.sees_line("Ola says: “Sandwich”.")
            jan.press("Swap" if "swap" in jan.question() else "Accept")
            jan.tap(theirs)
            for person in people:
                person.sees_line("You get ")
            jan.until(f"document.getElementById('{mine}')")
            ola.until(f"document.getElementById('{theirs}')")

        unless_shot_at(people, trade)


def test_a_gift_in_three_clicks(chromium: Any, server: Server) -> None:
    """Click the card, click whom it is for: nothing is given away before one says so; then the other one has it."""
    with pair(chromium, server) as people:
        ola, jan = people

        def give() -> None:
            moment(people, "hellapagos", lambda _, legal: has(legal[0], "GIVE"), bots=1)
            mine = _first_card(ola)
            ola.tap(mine)
            ola.tap("seat-1")
            ola.press("Give it to Jan")
            jan.sees_line("You get ")
            jan.until(f"document.getElementById('{mine}')")

        unless_shot_at(people, give)


def _first_card(person: Player) -> str:
    return str(person.page.locator("#hand .card").first.get_attribute("id"))


def test_a_repellent(chromium: Any, server: Server) -> None:
    """A shark or kaiju has met somebody who drives it away."""

    def reckless(move: Move) -> int:
        if move["family"] == "CREATURE" and move["careful"]:
            return 3
        return 2 if "swims" in move["label"] else 1 if move["family"] == "END" else 0

    with pair(chromium, server) as people:
        _, legal = moment(people, "survive", lambda _, legal: any(has(each, "REPEL") for each in legal), reckless)
        person, moves = next((p, m) for p, m in zip(people, legal, strict=True) if has(m, "REPEL"))
        other = people[1 - people.index(person)]
        assert "repellent" in person.question()
        tile, creature = next(move["clicks"] for move in moves if move["family"] == "REPEL")
        person.tap(tile)
        person.tap(creature)
        person.sees_line("You drove ")
        other.sees_line(f"{person.name} drove ")


def test_a_pressure(chromium: Any, server: Server) -> None:
    """A stronger hero comes to where a weaker one stands; whoever is pressed pays with ammo or hands something over."""
    with pair(chromium, server) as people:
        presses: list[tuple[Player, tuple[str, str]]] = []

        def pressing(table: str, legal: list[list[Move]]) -> bool:
            for person, moves in zip(people, legal, strict=True):
                if has(moves, "MOVE"):
                    view = person.context.request.get(f"{server.url}/api/tables/{table}/view").json()["game"]["view"]
                    presses[:] = [(person, clicks) for clicks in _presses(view, people.index(person), moves)]
            return bool(presses)

        moment(people, "outlive", pressing, lambda move: move["family"] in ("GATHER", "HUNT"))
        person, (hero, area) = presses[0]
        victim = people[1 - people.index(person)]
        person.tap(hero)
        person.tap(area)
        person.sees_line(f"You press {victim.name}")
        victim.sees_line(f"{person.name} presses you")
        victim.until("game.legal.length")
        before = victim.does("game.question")
        victim.page.locator("#buttons button").first.click()
        victim.until(f"game.question !== {before}")


def _presses(view: Any, seat: int, moves: list[Move]) -> list[tuple[str, str]]:
    """The moves that press a player who is asked how to defend, each as a hero and an area."""
    other = view["shelters"][1 - seat]
    if not other["store"]["ammo"]:
        return []
    weakest = {
        hero["area"]: int(name[0])
        for name, hero in other["heroes"].items()
        if hero["standing"] and hero["area"] != "cargo"
    }
    clicked = [tuple(move["clicks"]) for move in moves if move["family"] == "MOVE" and not move["careful"]]
    clicked = [clicks for clicks in clicked if len(clicks) == 2]  # the last hero is not named
    return [
        (hero, area)
        for hero, area in clicked
        if int(hero.split("-")[2][0]) > weakest.get(area.removeprefix("area-"), 9)
    ]


def test_whether_one_is_sure_is_asked_no_longer_than_the_move_can_be_made(chromium: Any, server: Server) -> None:
    """The seat moves on another device (or its clock runs out) while the page asks."""
    player, rnd = Player(chromium, server.url, "Ola", DESKTOP), random.Random(1)
    table, careful = player.sit_with_bots("outlive", 2), "byId('moves').querySelector('button.careful')"
    player.page.click("#tab-all-moves")
    for _ in range(100):
        asked = player.asked(table)
        player.until("game?.question === given", asked["question"])
        if player.does(f"!!{careful}"):
            break
        player.answer(table, asked, rnd.choice(asked["legal"]))
    player.does(f"{careful}.click()")
    player.until("byId('careful').open")
    warned = player.does("game.legal.filter((move) => move.careful).map((move) => move.code)")
    player.answer(table, asked, next(move for move in asked["legal"] if move["code"] in warned))
    player.until("!byId('careful').open")
    player.close()


def test_a_seat_goes_to_a_bot_and_back(chromium: Any, server: Server) -> None:
    """Whoever is away is shown as away; the host gives the seat to a bot; the one who comes back takes it back."""
    with pair(chromium, server) as people:
        ola, jan = people
        table = sit_together(people, "survive")
        for person in people:
            person.open(table)
        ola.until("game && document.getElementById('gone').textContent === ''")
        jan.page.goto(server.url)
        ola.until("document.getElementById('gone').textContent === 'Away: Jan'")
        ola.until("document.getElementById('seat-1').classList.contains('gone')")
        _press_in_seats(ola, 1, "bot")
        ola.sees_line("A bot plays for Jan.")
        jan.open(table)
        jan.sees_line("A bot plays for Jan.")
        _press_in_seats(jan, 1, "back")
        for person in people:
            person.sees_line("The bot of Jan has left.")


def _press_in_seats(person: Player, seat: int, act: str) -> None:
    person.page.click("[data-drawer=chairs]")
    person.page.click(f"#chairs form[action$='/{act}/{seat}'] button")
    person.until("document.getElementById('question')?.textContent")


def test_a_private_link_is_revoked(chromium: Any, server: Server) -> None:
    """The link brings a person to their seat on another device, until it is revoked."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("survive", seats=2)
    ola.page.click("[data-drawer=chairs]")
    ola.page.click("#chairs form[action$='/link/0'] button")
    link = ola.page.inner_text(".share code")
    phone = Player(chromium, server.url, "Ola's phone", PHONE)
    phone.page.goto(link)
    phone.page.click("form.stack button.primary")
    phone.until("document.getElementById('tray')?.childElementCount")
    ola.open(table)
    _press_in_seats(ola, 0, "unlink")
    phone.until("!document.getElementById('tray').childElementCount && !document.body.classList.contains('asked')")
    phone.page.goto(link)
    phone.page.click("form.stack button.primary")
    assert "nothing here any more" in phone.page.inner_text("h1")
    phone.mistakes.clear()  # the browser notes the 404
    for person in (ola, phone):
        person.close()


def test_looking_back_while_the_game_runs(chromium: Any, server: Server) -> None:
    """One's own steps with one's own eyes; what others saw stays theirs until the end."""
    ola = Player(chromium, server.url, "Ola", DESKTOP)
    table = ola.sit_with_bots("survive", seats=2)  # no game of it ends so soon
    ola.play(random.Random(5), 12)
    ola.page.click(".corner-menu summary")
    ola.page.click(".corner-menu a[href$='/replay']")
    ola.until("document.getElementById('move-text').textContent")
    assert ola.page.locator("#eyes").count() == 0
    steps = int(str(ola.page.get_attribute("#at-move", "max")))
    assert steps > 3
    ola.until("document.querySelectorAll('#turns button').length")
    for number in (1, 2):
        ola.page.keyboard.press("ArrowRight")
        ola.until(f"document.getElementById('move-text').textContent.startsWith('Move {number} of {steps}')")
    for path in ("0?seat=1", "0?seat=-1", f"{steps + 1000}"):
        assert not ola.context.request.get(f"{server.url}/table/{table}/replay/{path}").ok
    ola.page.click(".corner a.button")
    ola.until("game")
    ola.close()


def test_things_are_pointed_at(chromium: Any, server: Server) -> None:
    """What one points at shows where it could go; the log shows what it speaks of; a wrong click says what is wrong."""
    with pair(chromium, server) as people:
        _, legal = moment(people, "survive", lambda _, legal: has(legal[0], "MOVE"))
        ola = people[0]
        page = ola.page
        piece = next(move["clicks"][0] for move in legal[0] if move["family"] == "MOVE")
        goals = {move["clicks"][1] for move in legal[0] if move["clicks"][:1] == [piece]}
        page.hover(f"#mate-{piece}")
        assert {each.get_attribute("id") for each in page.locator(".could[id]").all()} == goals
        page.locator("#log li[tabindex]").last.hover()
        assert page.locator("#board .pointed").count()
        ola.tap(f"mate-{piece}")
        ola.does("choose('space-A6')")
        ola.until("document.querySelector('#notice a.clause')?.href.includes('SV-')")
        assert page.locator(f"#{piece}.chosen").count(), "the piece stays in hand"
        assert ola.question() == "Where should this one go?"


def test_small_things_are_magnified_for_fingers(chromium: Any, server: Server) -> None:
    """On a phone the goals of a piece are shown at finger size, and a tap there makes the move."""
    ola = Player(chromium, server.url, "Ola", {"width": 360, "height": 740})
    table = ola.sit_with_bots("survive", seats=2)
    while not has((asked := ola.asked(table))["legal"], "MOVE"):
        ola.answer(table, asked, asked["legal"][len(asked["legal"]) // 2])
    ola.sees(table)
    piece = next(move["clicks"][0] for move in asked["legal"] if move["family"] == "MOVE")
    ola.does(f"choose('{piece}')")
    ola.until("!document.getElementById('loupe').hasAttribute('hidden')")
    cross = "JSON.stringify([byId('back').getBoundingClientRect().x, byId('back').getBoundingClientRect().y])"
    before = ola.does(cross)
    ola.page.evaluate("document.getElementById('loupe').setAttribute('hidden', '')")
    assert ola.does(cross) == before, "what puts it down stands where it stands without the loupe"
    ola.does("offer()")
    small = "glowing().filter((spot) => spot.size < 40).map((spot) => spot.size * lens.by)"
    assert min(ola.does(small)) >= 40
    assert ola.page.locator("#board .sign-post:not(.beware)").count() == 1, "an arrow shows what is in hand"
    for width in (740, 360):  # the phone is turned, and turned back
        ola.page.set_viewport_size({"width": width, "height": 1100 - width})
        ola.until(f"!lens || Math.min(...({small})) >= 40")
    ola.until("lens")
    x, y = ola.does(
        """(() => {
          const box = document.getElementById("loupe").getBoundingClientRect(), spot = glowing()[0];
          const at = (middle, size, from, to) => middle + size / 2 + (from - to) * lens.by;
          return [at(box.x, box.width, spot.x, lens.x), at(box.y, box.height, spot.y + scrollY, lens.y)];
        })()"""
    )
    ola.page.touchscreen.tap(x, y)
    ola.until(f"game.question !== {asked['question']} || document.getElementById('careful').open")
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360, "it scrolls sideways"
    ola.close()


def test_a_finger_is_asked_which(chromium: Any, server: Server) -> None:
    """On a phone nobody aboard jumps into the sea by mistake: where a raft and its people lie under one finger, buttons
    that differ say which is meant."""
    ola = Player(chromium, server.url, "Ola", PHONE)
    table = ola.sit_with_bots("survive", seats=3)
    both: list[tuple[str, str]] = []
    end = time.monotonic() + TIMEOUT / 1000
    while not both:
        assert time.monotonic() < end, "nobody boards a raft that can move"
        asked = ola.legal(table)
        view = ola.context.request.get(f"{server.url}/api/tables/{table}/view").json()["game"]["view"]
        aboard = {each["name"]: each["space"] for each in view["adventurers"] if each["where"] == "raft"}
        movable = {move["clicks"][0] for move in asked["legal"] if move["family"] in ("MOVE", "RAFT")}
        rafts = {raft["name"]: raft["space"] for raft in view["rafts"] if raft["name"] in movable}
        both = [(name, raft) for name in set(aboard) & movable for raft in rafts if rafts[raft] == aboard[name]]
        if both:
            break
        if asked["legal"]:
            floating = {raft["space"] for raft in view["rafts"]}
            wanted = [move for move in asked["legal"] if move["label"].split()[-1] in floating and not move["careful"]]
            ending = [move for move in asked["legal"] if move["family"] == "END"]
            ola.answer(table, asked, (wanted or ending or asked["legal"])[0])
        elif ola.status(table) == "over":  # before anybody boarded
            table = ola.sit_with_bots("survive", seats=3)
        else:
            ola.page.wait_for_timeout(20)  # a bot thinks
    person, raft = both[0]
    ola.sees(table)
    ola.page.touchscreen.tap(*ola.middle(person))
    called = "[...byId('buttons').querySelectorAll('button')].map((each) => each.ariaLabel ?? each.textContent)"
    ola.until(f"document.querySelector('[data-for={person}]') || {called}.length > 1")  # the strip shows it too
    named = ola.does(called)
    assert len(named) == len(set(named))
    if not ola.does("chosen.length"):  # the passenger could go where the raft cannot
        ola.page.click(f"#buttons [aria-label^='Raft on {aboard[person]}']")
    assert ola.does("chosen") == [raft]
    assert ola.question() == "Where should this raft go?"
    ola.page.click("#back")
    ola.does(f"choose('{person}', ['{raft}'])")  # a mouse hits the passenger
    assert ola.does("chosen") == [person]
    ola.page.click(f"#buttons [aria-label^='Raft on {aboard[person]}']")
    assert ola.does("chosen") == [raft], "the raft is offered beside its passenger"
    leavers = [each for each in ola.does(called) if not each.startswith("End moves")]
    assert all(f"Your adventurer on {aboard[person]}" in each for each in leavers), "who can go where it cannot"
    assert ola.page.locator("#buttons .move", has_text="End moves").count(), "and one may stop"
    x, y = ola.middle(person)
    pressed = f"new MouseEvent('click', {{ bubbles: true, clientX: {x}, clientY: {y} }})"
    ola.does(f"byId('{person}').dispatchEvent({pressed})")
    assert ola.does("chosen") == [person], "a passenger of the chosen raft is taken at once"
    way = next(move for move in asked["legal"] if move["clicks"][:1] == [raft] and not move["careful"])
    ola.does("given.forEach((id) => choose(id))", way["clicks"])
    ola.until("game.question !== given", asked["question"])
    if ola.does("game.legal.some((move) => move.clicks[0] === given)", raft):
        assert ola.does("chosen") == [raft], "it stays in hand for its next step"
    ola.close()


def test_the_page_works_under_a_prefix(chromium: Any, tmp_path: Path) -> None:
    """Everything works under a path that is not the root: pages, forms, cookies, the socket, what the page fetches."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database, tmp_path, LASTRAFT_PREFIX="/raft") as server:
        ola = Player(chromium, f"{server.url}/raft", "Ola", DESKTOP)
        ola.page.click(".g-survive button[value=now]")
        ola.until("document.body.classList.contains('asked')")
        assert "/raft/table/" in ola.page.url
        ola.page.click("[data-drawer=rules]")
        ola.until("document.querySelectorAll('#rules p').length")
        ola.page.click("#hint")
        ola.until("document.getElementById('notice').textContent.startsWith('I would do this: ')")
        ola.page.click(".corner-menu summary")
        ola.page.click(".corner-menu a[href$='/replay']")
        ola.until("document.getElementById('move-text').textContent")
        ola.page.click("a.brand")
        ola.page.click(".g-hellapagos button[value=friends]")
        assert f"{server.url}/raft/table/" in ola.page.inner_text(".share code")
        ola.close()
