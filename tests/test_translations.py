"""Translations: nothing missing, nothing unused, the same places for values, and every language can be read aloud."""

from __future__ import annotations

import os
import re
import string
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

import lastraft
from lastraft.bots import bot
from lastraft.protocol import Listener, Reader
from lastraft.protocol.translations import LANGUAGES, Translator, translator
from lastraft.testing.update_translations import PLURALS, SOURCES, Message, catalog, sentences, update
from tests.driftwood import GAME
from tests.driftwood import __file__ as GAME_FILE

DOMAINS = ("lastraft", "survive", "outlive", "hellapagos")
"""The domains that must speak every language; the others may, but then completely."""
SENTENCES = sentences()
FORMS = {"pl": 3, "fr": 2}
assert GAME.name in lastraft.games()
TRANSLATED = [
    (language, domain)
    for language in PLURALS
    for domain in SENTENCES
    if any(catalog(other, domain) for other in PLURALS)
]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def texts(one_or_more: object) -> tuple[str, ...]:
    return (one_or_more,) if isinstance(one_or_more, str) else tuple(one_or_more)  # type: ignore[arg-type]


def test_every_language_but_english_has_its_plural_forms() -> None:
    assert set(PLURALS) == set(LANGUAGES) - {"en"} == set(FORMS)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", PLURALS)
def test_a_domain_that_is_listed_speaks_every_language(language: str, domain: str) -> None:
    assert SENTENCES[domain], "a listed domain has sentences"
    assert catalog(language, domain) is not None, f"make words ARGS={domain} begins the translation"


@pytest.mark.parametrize(("language", "domain"), TRANSLATED)
def test_translations_are_complete_and_have_nothing_unused(language: str, domain: str) -> None:
    there = catalog(language, domain)
    assert there is not None, f"{language} has no {domain}.po: make words"
    assert not there.obsolete
    assert there.num_plurals == FORMS[language]
    messages = {texts(message.id): message for message in there if message.id}
    assert set(messages) == {texts(wanted) for wanted in SENTENCES[domain]}, "make words"
    for key, message in messages.items():
        forms = texts(message.string)
        assert not message.fuzzy, key
        assert all(forms), f"no translation of {key}"
        assert len(forms) == (1 if len(key) == 1 else FORMS[language]), key
        for form in forms:
            assert places(form) in map(places, key), f"{key} and {form!r} have different places for values"
            assert len(form) < 4 or form[: len(form) // 2] != form[len(form) // 2 :], f"{form!r} says everything twice"
            assert form.count("\n") == key[0].count("\n"), f"{form!r} has other lines than {key}"
            assert form[:1].isspace() == key[0][:1].isspace(), form
            assert form[-1:].isspace() == key[0][-1:].isspace(), form


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", {0: "0 players", 1: "1 player", 2: "2 players", 5: "5 players"}),
        ("pl", {1: "1 gracz", 2: "2 gracze", 4: "4 gracze", 5: "5 graczy", 12: "12 graczy", 22: "22 gracze"}),
        ("fr", {0: "0 joueur", 1: "1 joueur", 2: "2 joueurs", 12: "12 joueurs"}),
    ],
)
def test_plural_forms_follow_the_language(language: str, expected: dict[int, str]) -> None:
    t = translator("lastraft", language)
    for n, said in expected.items():
        shown = t.plural("{game} for {n} player", "{game} for {n} players", n, game="X")
        assert shown.endswith(said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lastraft.games())
def test_a_whole_game_can_be_read_in_every_language(name: str, language: str) -> None:
    game = lastraft.game(name)
    t = translator(name, language)
    m = lastraft.new(name, seed=11)
    player = bot("random", game, 1)
    for option in game.options:
        assert t(option.about)
    while (seat := m.asked) is not None and len(m.history) < game.most_moves:
        for reader in (seat, -1):
            hidden = m.hidden(reader)
            assert game.speech.text(Reader(hidden, reader, m.names, t))
            assert game.speech.prompt(Reader(hidden, reader, m.names, t))
            for event in m.events(reader, len(m.history)):
                game.events.tell(event.event, Listener(reader, m.names, t))
        hidden = m.hidden(seat)
        game.speech.help(Reader(hidden, seat, (), t))
        game.speech.odds(Reader(hidden, seat, (), t))
        for code in m.legal_moves(seat).codes():
            assert game.speech.label(Reader(hidden, seat, m.names, t), code)
            assert game.speech.family_name(game.families[code][0], t)
            game.speech.careful(Reader(hidden, seat, m.names, t), code)
        m.push(player.choose(hidden, seat), seat)
    for seat in range(m.seats):
        assert all(
            isinstance(points, int) for _, points in game.speech.score_lines(Reader(m.hidden(seat), seat, (), t), seat)
        )


def test_sentences_are_collected_from_every_way_of_saying_them(tmp_path: Path) -> None:
    source = tmp_path / "survive" / "words.py"
    source.parent.mkdir()
    source.write_text(
        """
a = f"{t('inside')} {self.t('of an f-string')}" + t("one " "string")
b = t.plural("{n} card", "{n} cards", n, name=name)
c = t("day" if x else "night"), t(NAME), N_("marked")
d = Option("rounds", ("three", "five"), "How many.")
"""
    )
    (tmp_path / "other.py").write_text("t('elsewhere')")
    (tmp_path / "page.html").write_text(
        "<p title=\"{{ t('in a page') }}\">{{ t.plural('{n} seat', '{n} seats', n) }}</p>"
    )
    expected: dict[str, set[Message]] = {
        "lastraft": {"elsewhere", "in a page", ("{n} seat", "{n} seats")},
        "survive": {
            "inside",
            "of an f-string",
            "one string",
            ("{n} card", "{n} cards"),
            "day",
            "night",
            "marked",
            "How many.",
        },
    }
    assert sentences(tmp_path) == expected
    source.write_text("t(f'glued {x}')")
    with pytest.raises(SyntaxError, match="line 1: a sentence is translated whole"):
        sentences(tmp_path)


def test_an_update_keeps_translations_and_drops_what_is_unused(tmp_path: Path) -> None:
    wanted: set[Message] = {"hello", "gone", ("{n} card", "{n} cards")}
    assert update("pl", "game", wanted, tmp_path) == 3
    path = tmp_path / "pl" / "game.po"
    text = path.read_text()
    assert "Date" not in text
    assert "#:" not in text
    path.write_text(text.replace('msgid "hello"\nmsgstr ""', 'msgid "hello"\nmsgstr "cześć"'))
    assert update("pl", "game", {"hello", "new", ("{n} card", "{n} cards")}, tmp_path) == 2
    again = path.read_text()
    assert "cześć" in again
    assert "gone" not in again
    assert 'msgid "new"' in again
    update("pl", "game", {"hello", "new", ("{n} card", "{n} cards")}, tmp_path)
    assert path.read_text() == again
    assert Translator("game", "pl", tmp_path)("hello") == "cześć"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(lastraft.BadOption, match="language 'de': there are en, pl, fr"):
        Translator("lastraft", "de")


def test_a_game_from_outside_brings_its_translations(tmp_path: Path) -> None:
    package = tmp_path / "pier"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "game.py").write_bytes(Path(GAME_FILE).read_bytes())
    environment = {**os.environ, "LASTRAFT_GAMES": "pier.game", "PYTHONPATH": str(tmp_path)}

    def run(*command: str) -> str:
        done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    assert "pl driftwood: " in run("-m", "lastraft.testing.update_translations", "driftwood")
    there = package / "locale/pl/driftwood.po"
    empty = 'msgid "Your turn: draw, build, or blow a storm."\nmsgstr ""'
    assert empty in there.read_text("utf-8")
    there.write_text(there.read_text("utf-8").replace(empty, empty[:-1] + 'Twoja kolej."'), "utf-8")
    program = "import lastraft; m = lastraft.new('driftwood', seed=1);"
    program += "print(m.game.speech.prompt(m.reader(0, 'pl')))"
    assert run("-c", program) == "Twoja kolej.\n"


def test_what_somebody_wrote_is_not_remembered_for_ever() -> None:
    """A refusal may repeat it; a server translates refusals as long as it runs."""
    t = Translator("lastraft", "pl")
    tracemalloc.start()
    for number in range(20_000):
        assert t(f"there is no bot {number:01000}").endswith(str(number))
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 10_000_000
    assert t("") == ""


@pytest.mark.parametrize("language", ["pl", "fr"])
def test_nobody_is_told_to_click(language: str) -> None:
    """Whoever has a phone taps: the words fit both."""
    for file in sorted(SOURCES.rglob(f"locale/{language}/*.po")):
        assert not re.search(r"\bklikn|\bclique", file.read_text(encoding="utf-8"), re.IGNORECASE), file.name
