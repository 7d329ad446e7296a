"""The table in the terminal from the inside: any lines at any game, careful moves, pauses."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import lastraft
from lastraft.protocol import Reader
from lastraft.protocol.translations import LANGUAGES
from lastraft.terminal import saves, screen
from lastraft.terminal.play import Play
from lastraft.terminal.screen import FORGET, Screen
from tests.driftwood import GAME

Answers = Callable[[Iterator[str]], None]
COMMANDS = [
    "",
    "?",
    "? fly",
    "? 1.1",
    "help",
    "rules",
    "odds",
    "log",
    "log 3",
    "undo",
    "table",
    "wait",
    "lang pl",
    "lang fr",
    "lang en",
    "fly",
]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What a person types, line by line; after that the input ends."""

    def answers(lines: Iterator[str]) -> None:
        def answer(question: str) -> str:
            print(question, end="")
            for line in lines:
                print(line)
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)

    return answers


def any_lines(match: lastraft.Match, rnd: random.Random, n: int) -> Iterator[str]:
    """Mostly moves by number or text, some commands, some nonsense."""
    for _ in range(n):
        legal = list(match.legal_moves())
        if rnd.random() < 0.3 or not legal:
            yield rnd.choice(COMMANDS)
        elif rnd.random() < 0.5:
            yield str(rnd.randint(1, len(legal)))
        else:
            yield rnd.choice(legal).text[: rnd.choice((3, 99, 99))]


def table(match: lastraft.Match, people: int, folder: Path) -> Play:
    players = saves.seated(match.seats, people, "random")
    return Play(match, players, Screen(match.game, "en"), folder / "game.txt", own=True)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("name", lastraft.games())
def test_whatever_is_typed_the_game_goes_on_and_is_kept(
    name: str, people: int, tmp_path: Path, typed: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    match = lastraft.new(name, seed=people)
    play = table(match, people, tmp_path)
    typed(any_lines(match, random.Random(people), 80))
    assert play.run() == 0
    back, players = saves.load(tmp_path / "game.txt")
    assert players == play.players
    assert back.state.to_bytes() == match.state.to_bytes()
    shown = capsys.readouterr().out
    assert "Traceback" not in shown
    assert len(match.history) > 10


@pytest.mark.parametrize("name", lastraft.games())
def test_two_people_are_never_told_each_others_secrets(
    name: str, tmp_path: Path, typed: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands on the screen between two clearings was shown to one person only."""
    match = lastraft.new(name, seed=3, seats=max(2, lastraft.game(name).sizes[0]))
    play = table(match, match.seats, tmp_path)
    screens: list[tuple[int, int]] = []
    tell = play.screen.sentences

    def listen(match: lastraft.Match, seat: int, since: int) -> list[str]:
        said = tell(match, seat, since)
        if said and not match.over:
            screens.append((capsys.readouterr().out.count(FORGET), seat))
        return said

    play.screen.sentences = listen  # type: ignore[method-assign]
    typed(any_lines(match, random.Random(5), 60))
    play.run()
    cleared, readers = 0, set[int]()
    for clearings, seat in screens:
        cleared += clearings
        if clearings:
            readers = set()
        readers.add(seat)
        assert len(readers) == 1, "two seats read one screen"
    assert cleared


def test_a_careful_move_is_asked_about(
    tmp_path: Path, typed: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def careful(r: Reader[Any], move: int) -> str:
        return "Really draw?" if move == 0 else ""

    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, careful=careful))
    for answer, moves in (("n", 0), ("", 0), ("maybe", 0), ("y", 1), ("Yes", 1)):
        typed(iter(["", "draw", answer, "quit"]))
        match = lastraft.new("driftwood", seed=1, seats=2)
        table(match, 2, tmp_path).run()
        assert len(match.history) == moves
    assert "Really draw? (y/n)" in capsys.readouterr().out


def test_yes_is_said_in_the_persons_language(typed: Answers) -> None:
    for language, yes in (("en", "y"), ("pl", "t"), ("pl", "tak"), ("pl", "y"), ("fr", "o"), ("fr", "OUI")):
        typed(iter([yes, "n", ""]))
        shown = Screen(GAME, language)
        assert shown.agrees("?")
        assert not shown.agrees("?")
        assert not shown.agrees("?")


def test_rules_odds_and_score_lines_are_the_games_own(
    tmp_path: Path, typed: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speech = dataclasses.replace(
        GAME.speech,
        help=lambda r: "Sticks float [well].",
        odds=lambda r: [("a plank", "1 in 3")],
        score_lines=lambda r, seat: [("built", 2), (f"luck {seat}", 1)],
    )
    monkeypatch.setattr(GAME, "speech", speech)
    match = lastraft.new("driftwood", seed=1)
    typed(iter(["rules", "odds", *["1"] * 60]))
    assert table(match, 1, tmp_path).run() == 0
    shown = capsys.readouterr().out
    assert "Sticks float [well]." in shown
    assert "a plank   1 in 3" in shown
    assert match.over
    assert "luck 2" in shown


def test_bots_are_followed_at_a_pace_that_can_be_turned_off(
    tmp_path: Path, typed: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for paced in (True, False):
        slept: list[float] = []
        monkeypatch.setattr(screen, "time", SimpleNamespace(sleep=slept.append))
        monkeypatch.setattr(screen, "can_show", lambda: True)
        match = lastraft.new("driftwood", seed=2)
        shown = Screen(GAME, "en", paced=paced)
        Play(match, ["random"] * 3, shown, tmp_path / "game.txt").run()
        assert bool(slept) == paced


def test_names_are_shown_as_they_are(tmp_path: Path, typed: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    match = lastraft.new("driftwood", seed=1, names=["[red]Ola[/]", "Ja[n", "{x}"])
    typed(iter(["1", "quit"]))
    table(match, 1, tmp_path).run()
    shown = capsys.readouterr().out
    assert "[red]Ola[/]: 0, 3 cards" in shown
    assert "You are [red]Ola[/]." in shown
    assert "{x}" in shown


@pytest.mark.parametrize("name", lastraft.games())
def test_the_table_fits_80_columns(name: str) -> None:
    """In all languages, with long names, from setup on."""
    match = lastraft.new(name, seed=4, names=[f"Castaway number {n}" for n in range(lastraft.game(name).usual_size)])
    rnd = random.Random(4)
    for i in range(300):
        if match.over:
            break
        for language in LANGUAGES if i % 30 == 0 else ():
            shown = match.styled_text(0, language).plain.splitlines()
            assert max(map(len, shown)) <= 80, max(shown, key=len)
        seat = rnd.choice(match.actors)
        match.push(rnd.choice(match.legal_moves(seat).codes()), seat)


def test_a_question_mark_is_answered(tmp_path: Path, typed: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked, what can be typed, the clauses of this moment; one clause, a word, a move that is not for now."""
    play = table(lastraft.new("survive", seed=1), 1, tmp_path)
    typed(iter(["?", "?SV-6.5", "? shark", "? xyzzy", "? sink", "sink"]))
    play.run()
    shown = capsys.readouterr().out
    said = " ".join(shown.split())
    for wanted in (
        "Whom do you place next?",
        "You can type a number from 1 to",
        "Rules of this moment",
        "SV-6.5",
        "more clause",
        "nothing on 'xyzzy'",
    ):
        assert wanted in said, wanted
    assert "no move and no command" not in said, "what is not for now gets its reason"
    assert max(map(len, shown.splitlines())) <= 80


def test_a_word_is_explained(tmp_path: Path, typed: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    """'? vote' tells what a vote is, not only whether one may vote now."""
    play = table(lastraft.new("hellapagos", seed=1), 1, tmp_path)
    typed(iter(["? vote", "? raft"]))
    play.run()
    said = " ".join(capsys.readouterr().out.split())
    for wanted in ("How many point at this castaway.", "HP-9.", "Six pieces of wood make a seat."):
        assert wanted in said, wanted
