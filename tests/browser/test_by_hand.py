"""What people do to each other at one table, done by hand: each in a browser of their own, with a mouse and buttons.

The way to the moment is played without the page; the moment itself is clicked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..server.helpers import Server
from .conftest import DESKTOP
from .player import Player

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
        for _ in range(400):
            asked = [person.legal(table) for person in people]
            legal = [each["legal"] for each in asked]
            if ready(table, legal):
                for person in people:
                    person.open(table)
                    person.sees(table)
                return table, legal
            deciding = [i for i, moves in enumerate(legal) if moves]
            for i in deciding[:1]:
                best = max(map(taste, legal[i]))
                people[i].answer(table, asked[i], rnd.choice([move for move in legal[i] if taste(move) == best]))
            if not deciding and people[0].status(table) == "over":
                break
    raise AssertionError("that moment never came")


def has(legal: list[Move], family: str) -> bool:
    return any(move["family"] == family for move in legal)


def quiet(move: Move) -> int:
    """A taste for passing, and for a little work."""
    return {"PASS": 3, "CLOSE": 3, "DECLINE": 3, "CANCEL": 3, "ACT_WATER": 2, "ACT_FISH": 2}.get(move["family"], 0)


def test_a_vote(chromium: Any, server: Server) -> None:
    """Each points at somebody; nobody sees it before all have."""
    with pair(chromium, server) as people:
        ola, jan = people
        moment(people, "hellapagos", lambda _, legal: all(has(each, "VOTE") for each in legal), quiet, bots=1)
        ola.tap("seat-1")
        ola.until("!game.legal.length")
        assert jan.page.locator("#arm-0").count() == 0
        assert "voted" not in jan.page.inner_text("#log").splitlines()[-1]
        jan.tap("seat-0")
        for person, said in ((ola, "You voted for Jan."), (jan, "Ola voted for you."), (jan, "You voted for Ola.")):
            person.told(said)


def test_a_trade(chromium: Any, server: Server) -> None:
    """A card for a card: offered with a claim and a wish, accepted, exchanged; nobody else learns which cards."""
    with pair(chromium, server) as people:
        ola, jan = people
        moment(people, "hellapagos", lambda _, legal: all(has(each, "OFFER") for each in legal), bots=1)
        mine, theirs = (_first_card(person) for person in people)
        ola.tap("act-offer")
        ola.tap("seat-1")
        ola.tap(mine)
        ola.press("Enough")
        ola.press("1 card")
        ola.tap("kind-sandwich")
        ola.tap("kind-axe")
        jan.told("Ola offers you cards: 1 for 1.")
        jan.told("Ola says it is Sandwich.")
        jan.tap("seat-0")
        jan.tap(theirs)
        for person in people:
            person.told("exchange cards: 1 for 1.")
        jan.until(f"document.getElementById('{mine}')")
        ola.until(f"document.getElementById('{theirs}')")


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
        person.told("You drove ")
        other.told(f"{person.name} drove ")


def test_a_pressure(chromium: Any, server: Server) -> None:
    """A stronger hero comes to where a weaker one stands; whoever is pressed pays with ammo or hands something over."""
    with pair(chromium, server) as people:
        found: list[tuple[Player, tuple[str, str]]] = []

        def pressing(table: str, legal: list[list[Move]]) -> bool:
            for person, moves in zip(people, legal, strict=True):
                if has(moves, "MOVE"):
                    view = person.context.request.get(f"{server.url}/api/tables/{table}/view").json()["game"]["view"]
                    found[:] = [(person, clicks) for clicks in _presses(view, people.index(person), moves)]
            return bool(found)

        moment(people, "outlive", pressing, lambda move: move["family"] in ("GATHER", "HUNT"))
        person, (hero, area) = found[0]
        victim = people[1 - people.index(person)]
        person.tap(hero)
        person.tap(area)
        person.told(f"You press {victim.name}")
        victim.told(f"{person.name} presses you")
        victim.until("game.legal.length")
        before = victim.page.evaluate("game.question")
        victim.page.locator("#buttons button").first.click()
        victim.until(f"game.question !== {before}")


def _presses(view: Any, seat: int, moves: list[Move]) -> list[tuple[str, str]]:
    """The moves that press somebody who has something to lose, each as a hero and an area."""
    other = view["shelters"][1 - seat]
    if not any(other["store"].values()):
        return []
    weakest = {
        hero["area"]: int(name[0])
        for name, hero in other["heroes"].items()
        if hero["standing"] and hero["area"] != "cargo"
    }
    made = [tuple(move["clicks"]) for move in moves if move["family"] == "MOVE"]
    return [
        (hero, area) for hero, area in made if int(hero.split("-")[2][0]) > weakest.get(area.removeprefix("area-"), 9)
    ]
