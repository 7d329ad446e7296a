"""The drawings: well-formed, every id once, every click there, every thing with art of its own, nothing given away."""

from __future__ import annotations

import importlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import lastraft
from lastraft import hellapagos, outlive, survive
from lastraft.hellapagos.components import IDS
from lastraft.match import Match
from lastraft.outlive import components as box
from lastraft.protocol import WATCHER, Reader, game
from lastraft.protocol.drawing import sprites, symbols
from lastraft.protocol.translations import Translator, translator
from lastraft.server.web.pages import LOOKS
from lastraft.survive.components import FACE_NAMES, KIND_NAMES, SPACES

SIZES = [(name, n) for name in ("survive", "hellapagos", "outlive") for n in game(name).sizes]
NAMES = ["Ola & co", "<Marek>", 'Zoé "Z"', "Gull", "Ewa", "Finn", "Gus", "Hugo", "Ines", "Jaro", "Kasia", "Łukasz"]
ART = {
    package.__name__.split(".")[-1]: Path(str(package.__file__)).parent / "ui" / "pictures"
    for package in (survive, hellapagos, outlive)
}


def positions(name: str, seats: int, seed: int, most: int, every: int) -> Iterator[Match]:
    """A random game, stopped every now and then."""
    match = lastraft.new(name, seats=seats, seed=seed)
    rng = random.Random(seed)
    for number in range(most):
        if number % every == 0:
            yield match
        if match.over:
            return
        seat = rng.choice(match.actors)
        match.push(rng.choice(list(match.legal_moves(seat).codes())), seat)
    yield match


def draw_module(name: str) -> Any:
    return importlib.import_module(f"lastraft.{name}.ui.board")


def ids_of(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_drawing_is_sound(name: str, seats: int) -> None:
    """Well-formed with names of every kind, ids once, and everything used is there."""
    for match in positions(name, seats, seed=seats, most=160, every=53):
        for seat in (WATCHER, 0, seats - 1):
            svg = match.game.picture.draw(Reader(match.hidden(seat), seat, NAMES[:seats], translator(name, "en")))
            ids = ids_of(svg)
            twice = [one for one, times in Counter(ids).items() if times > 1]
            assert not twice
            assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg)) <= set(ids)


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_every_click_is_there(name: str, seats: int) -> None:
    """What a legal move asks to be clicked is in the mover's drawing; any other code may be looked at too."""
    module, t = draw_module(name), translator(name, "en")
    still = set(re.findall(r' id="([^"]+)"', module.static()))
    for match in positions(name, seats, seed=10 + seats, most=260, every=7):
        for seat in match.actors:
            hidden = match.hidden(seat)
            pieces = match.game.picture.pieces(Reader(hidden, seat, NAMES[:seats], t))
            there = still | set(re.findall(r' id="([^"]+)"', "".join(pieces)))
            for code in match.legal_moves(seat).codes():
                clicks = match.game.picture.clicks(match.game.reader(hidden, seat), code)
                assert set(clicks) <= there, (match.game.notation.move_text(match.state, seat, code), clicks)
            for code in range(match.game.families.count):
                match.game.picture.clicks(
                    match.game.reader(hidden, seat), code
                )  # the page may ask why something cannot be done
            for id in there:
                for odd in (id, id.rpartition("-")[0] + "-", f"{id}-x", f"{id}9"):
                    match.game.picture.wrong(match.game.reader(hidden, seat), [odd])  # and anybody about anything


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_drawing_tells_no_secret(name: str) -> None:
    """Another world that the seat cannot tell from this one looks the same to it."""
    for match in positions(name, match_size(name), seed=3, most=240, every=31):
        for seat in (WATCHER, 0, 1):
            hidden = match.hidden(seat)
            other = hidden.copy()
            other.random[:] = [1, 2, 3, 5]
            match.game.rules.determinize(other, seat)
            again = match.game.hidden(other, seat)
            for language in ("en", "pl"):
                t = translator(name, language)
                pieces = match.game.picture.pieces
                assert pieces(Reader(again, seat, NAMES, t)) == pieces(Reader(hidden, seat, NAMES, t))


def match_size(name: str) -> int:
    return game(name).usual_size


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_pieces_keep_their_order(name: str) -> None:
    """A browser that patches by id never has to move an element: shared ids come in the same order."""
    t = translator(name, "en")
    before: list[str] = []
    for match in positions(name, match_size(name), seed=8, most=200, every=3):
        now = re.findall(r' id="([^"]+)"', "".join(match.game.picture.pieces(Reader(match.hidden(0), 0, NAMES, t))))
        kept = set(before) & set(now)
        assert [one for one in before if one in kept] == [one for one in now if one in kept]
        before = now


def test_rafts_are_told_apart() -> None:
    """Each raft says where it floats: no two buttons read the same."""
    for match in positions("survive", 4, seed=2, most=200, every=40):
        titles = re.findall(r"<title>((?:Empty r|R)aft on [^<]*)</title>", match.draw(0))
        assert len(titles) == len(set(titles)) == sum(0 < space <= SPACES for space in match.state.raft)


WANTED = {
    "survive": [
        *(f"tile-{kind}-{look}" for kind in ("beach", "forest", "mountain") for look in "ab"),
        *(f"ab-{face}" for face in FACE_NAMES[1:]),
        *(f"face-{kind}" for kind in KIND_NAMES),
        *(f"{art}-{colour}" for art in ("meeple", "swimmer") for colour in range(5)),
        *KIND_NAMES,
        *("tile-volcano", "raft", "whirlpool", "safe-n", "safe-s", "lm-hut", "lm-light", "lm-tent", "lm-umbrella"),
    ],
    "hellapagos": [
        *(f"art-{kind}" for kind in IDS),
        *(f"wx-{weather}" for weather in (0, 1, 2, 3, "h", "back")),
        *(f"p-hair-{seat}" for seat in range(12)),
        *(f"shape-{seat}" for seat in range(12)),
        *(f"prop-{place}" for place in ("forest", "barrel", "wreck", "pier", "fire", "palm")),
        *("ball-white", "ball-black", "raft-seat", "p-grave", "card-back"),
    ],
    "outlive": [
        *(f"room-{kind}" for kind in box.ROOM_IDS),
        *(f"eq-{kind}" for kind in box.GEAR_IDS),
        *(f"sym-{sign}" for sign in box.SYMBOLS),
        *(f"ev-{card}" for card in box.CARD_IDS),
        *(f"lead-{who}" for who in box.LEADER_IDS),
        *(f"scene-{area}" for area in box.AREA_IDS),
        *(f"tok-{token}" for token in box.TOKEN_IDS),
        *(f"res-{res}" for res in box.RES_IDS),
        *(f"animal-{toughness}" for toughness in range(box.WEAKEST_PREY, box.WEAKEST_PREY + box.PREY)),
    ],
}


@pytest.mark.parametrize("name", WANTED)
def test_everything_has_its_own_art(name: str) -> None:
    """No card or tile is just a box with text, and no two look the same."""
    assert set(WANTED[name]) <= symbols(ART[name])
    root = ElementTree.fromstring(f"<svg>{sprites(ART[name])}</svg>")
    bodies = {}
    for element in root.iter():
        if element.attrib.get("id") in WANTED[name]:
            drawn = "".join(ElementTree.tostring(child, encoding="unicode") for child in element)
            assert len(drawn) > 12, element.attrib["id"]
            assert "<text" not in drawn, element.attrib["id"]
            bodies[element.attrib["id"]] = drawn
    assert len(set(bodies.values())) == len(WANTED[name])


def test_no_class_of_a_drawing_is_a_setting_of_the_page() -> None:
    """The page's root has a class for each setting: a rule for the same class would hold for the whole drawing."""
    styles = "".join((folder / "style.css").read_text(encoding="utf-8") for folder in ART.values())
    assert not LOOKS & set(re.findall(r"\.([a-z-]+)", styles))


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_a_match_draws_itself(name: str) -> None:
    """`_repr_svg_` shows what a watcher sees, as a file that stands alone."""
    svg = lastraft.new(name, seed=1)._repr_svg_()
    assert svg is not None
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert "light-dark(" in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


class Shouting(Translator):
    """A language in which everything is said loudly."""

    def __call__(self, text: str, /, **values: Any) -> str:
        return super().__call__(text, **values).upper()

    def plural(self, one: str, many: str, n: int, /, **values: Any) -> str:
        return super().plural(one, many, n, **values).upper()


@pytest.mark.parametrize("name", ["survive", "hellapagos", "outlive"])
def test_every_word_goes_through_the_reader_s_language(name: str) -> None:
    """Titles and labels are the reader's; only names of people and of pieces are as they are."""
    for match in positions(name, match_size(name), seed=4, most=150, every=49):
        reader = Reader(match.hidden(0), 0, ["A"] * 12, Shouting(name, "en"))
        drawn = "".join(match.game.picture.pieces(reader))
        said = re.findall(r">([^<>]*[a-z]{2}[^<>]*)<", drawn)
        assert not said
