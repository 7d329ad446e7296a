"""The command `lastraft` as people run it: typed games, saved games, secrets kept from each other, and mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastraft
from lastraft.terminal.screen import OfferedMove, Screen
from tests.driftwood import GAME
from tests.pseudoterminal import ROOT, Terminal, command, environment, piped

FORGET = "\x1b[H\x1b[2J\x1b[3J"
ONE = ("play", "driftwood", "--seed", "5", "--fast")
TWO = (*ONE, "--seats", "2", "--people", "2")


def kept(home: Path) -> list[Path]:
    return sorted((home / "lastraft").glob("*.txt"))


def a_record(path: Path, moves: int = 1000, seats: int = 3) -> lastraft.Match:
    m = lastraft.new("driftwood", seats=seats, seed=4)
    while not m.over and len(m.history) < moves:
        m.push(next(iter(m.legal_moves())))
    path.write_text(m.record())
    return m


# -- playing ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_played_by_typing(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    with Terminal(tmp_path, *ONE) as terminal:
        seen = terminal.expect("A>")
        assert "You are A." in seen
        assert "Day 1, 16 cards in the deck" in seen
        assert "Your turn: draw, build, or blow a storm." in seen
        assert re.search(r"storm\n +4 storm at B \(storm B\) +5 storm at C \(storm C\)", seen)
        terminal.type("build stick")
        assert "You: built 0" in terminal.expect("A>")
        assert len(kept(tmp_path)) == 1
        while True:
            terminal.type("1")
            seen = terminal.expect("A>", "Enter does not:")
            if "The game is over" in seen:
                break
        assert re.search(r"The winners?: [ABC]", seen)
        assert re.search(r"1\. +[ABC] +\d+", seen)
        terminal.type(str(record))
        code, rest = terminal.end()
    assert code == 0
    assert f"Saved to {record}." in rest
    assert lastraft.read(record.read_text()).over
    assert not kept(tmp_path)


def test_without_a_game_they_are_offered(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--fast") as terminal:
        offered = terminal.expect("> ")
        number = re.search(r"(\d+) Driftwood, for 2 to 4", offered)
        assert number
        terminal.type("99")
        terminal.expect("Type a number from 1 to")
        terminal.type(number[1])
        terminal.expect("Driftwood for 3 players", "A>")
        terminal.type("quit")
        assert terminal.end()[0] == 0


def test_a_line_that_is_no_legal_move_is_explained(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        for line, answer in (
            ("vote B", "That cannot be done now. (TG-4.1)"),
            ("77", "The moves have numbers from 1 to 5."),
            ("0", "The moves have numbers from 1 to 5."),
            ("fly home", "'fly home' is no move and no command"),
            ("żółw [bold]", "'żółw [bold]' is no move and no command"),
            ("x" * 300, "is no move and no command"),
            ("9" * 3000, "The moves have numbers from 1 to 5."),
            ("log " + "9" * 3000, "Nothing has happened yet."),
            ("help", "take your last move back"),
            ("rules", "There is nothing more to say about this moment."),
            ("odds", "There is nothing to work out now."),
            ("log", "Nothing has happened yet."),
            ("lang de", "The languages are: en, pl, fr"),
            ("undo", "Nothing can be taken back"),
            ("", "Day 1, 16 cards in the deck"),
        ):
            terminal.expect("A> ")
            terminal.type(line)
            terminal.expect(answer)
        terminal.expect("A> ")
        terminal.type("DRAW")
        terminal.expect("You: drew 0")
        terminal.expect("A> ")
        terminal.type("log 1")
        logged = terminal.expect("A> ")
        assert logged.count("•") == 1


def test_bytes_that_are_no_letters_are_no_reason_to_stop(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        terminal.expect("A> ")
        terminal.press(b"\xff\xfe\n")
        terminal.expect("is no move and no command")
        terminal.expect("A> ")


def test_very_many_moves_of_a_kind_are_offered_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [f"place {value} {hexagon}" for value in range(3) for hexagon in ("C6", "C7", "D5", "D6", "D7", "E1")]
    texts += [f"walk {step}" for step in ("C6-C7", "C6-D6")] + [f"place {value} E9" for value in range(3, 9)]
    choices = [OfferedMove(number, number, "DRAW", f"Do {text}", text) for number, text in enumerate(texts, 1)]
    Screen(GAME, "en").offer(choices)
    shown = capsys.readouterr().out
    assert re.search(r"place 0/1/2 +C6 C7 D5 D6 D7 E1 *\n", shown)
    assert re.search(r"walk +C6-C7 C6-D6 *\n", shown)
    assert re.search(r"place 3/4/5/6/7/8 +E9 *\n", shown)
    assert "Type such a move's text, as 'place 0 C6'" in shown
    assert "Do place" not in shown


def test_the_beginning_of_a_move_shows_the_moves_that_begin_so(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        terminal.expect("A> ")
        terminal.type("storm")
        shown = terminal.expect("A> ")
        assert "4 storm at B (storm B)" in shown
        assert "draw" not in shown


def test_undo_goes_back_to_the_own_last_move_while_nothing_is_revealed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE, "--option", "votes=no", "--seats", "2") as terminal:
        terminal.expect("A> ")
        for _ in range(30):
            terminal.type("build stick")
            seen = terminal.expect("A> ")
            terminal.type("undo")
            answer = terminal.expect("Taken back: build stick", "Nothing can be taken back")
            assert ("Taken" in answer) == ("B: built" in seen)
            if "Taken" in answer:
                shown = terminal.expect("A> ")
                assert "A: 0, 3 cards" in shown
                assert "19 cards in the deck" in shown
                break
            terminal.type("quit")
            pytest.fail("choose a seed with which the bot builds first")


def test_a_game_left_is_resumed_where_it_was(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        terminal.expect("A> ")
        terminal.type("1")
        terminal.expect("A> ")
        terminal.interrupt()
        code, rest = terminal.end()
    assert code == 0
    assert "lastraft play --resume" in rest
    (file,) = kept(tmp_path)
    before = lastraft.read(file.read_text())
    with Terminal(tmp_path, "play", "--resume", "--fast") as terminal:
        seen = terminal.expect("A> ")
        assert "You: drew 0" in seen, "what happened since the own last move"
        terminal.press(b"\x04")
        assert terminal.end()[0] == 0
    assert kept(tmp_path) == [file]
    after = lastraft.read(file.read_text())
    assert after.state.to_bytes() == before.state.to_bytes()


def test_the_last_move_is_on_the_disk_when_the_program_is_killed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        terminal.expect("A> ")
        terminal.type("draw")
        terminal.expect("A> ")
        terminal.process.kill()
    (file,) = kept(tmp_path)
    assert lastraft.read(file.read_text()).history[0].move.text == "draw"


def test_save_and_resume_name_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    with Terminal(tmp_path, *ONE, "--save", str(file)) as terminal:
        terminal.expect("A> ")
        terminal.type("1")
        terminal.expect("A> ")
        terminal.type("save")
        terminal.expect(f"Saved. Go on later with: lastraft play --resume '{file}'")
        terminal.expect("A> ")
        terminal.type(f"save {tmp_path / 'copy.txt'}")
        terminal.expect("Saved to")
        terminal.expect("A> ")
        terminal.type(f"save {tmp_path / 'copy.txt'}")
        terminal.expect("is there already. Write over it? (y/n)")
        terminal.type("n")
        terminal.expect("A> ")
        terminal.type("quit")
        assert "--resume" in terminal.end()[1]
    assert not kept(tmp_path)
    assert file.read_text() == (tmp_path / "copy.txt").read_text()
    again = piped(tmp_path, *ONE, "--save", str(file), "--people", "0")
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    with Terminal(tmp_path, "play", "--resume", str(file), "--save", str(file), "--fast") as terminal:
        terminal.expect("A> ")
        terminal.type("1")
        terminal.expect("A> ")
        terminal.type("quit")
        terminal.end()
    assert len(lastraft.read(file.read_text()).history) > len(
        lastraft.read((tmp_path / "copy.txt").read_text()).history
    )


def test_bots_are_watched_without_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "watched.txt"
    done = piped(tmp_path, "play", "driftwood", "--people", "0", "--seats", "4", "--seed", "9", "--save", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "found" not in done.stdout, "a watcher does not learn which cards are drawn"
    assert "The winner" in done.stdout
    assert "\x1b" not in done.stdout
    again = piped(tmp_path, "play", "driftwood", "--people", "0", "--seats", "4", "--seed", "9")
    assert again.stdout.splitlines()[:-1] == done.stdout.splitlines()[: len(again.stdout.splitlines()) - 1]
    shown = piped(tmp_path, "replay", str(file))
    assert shown.returncode == 0
    assert "The winner" in shown.stdout


def test_several_bots_are_named_in_a_list(tmp_path: Path) -> None:
    done = piped(tmp_path, "play", "driftwood", "--people", "0", "--seats", "2", "--bots", "random, random")
    assert (done.returncode, done.stderr) == (0, "")


# -- several people ---------------------------------------------------------------------------------------------------


def test_the_screen_is_cleared_between_two_people(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, "--names", "Ola,Jan") as terminal:
        terminal.expect("Ola, press Enter when nobody else sees the screen:")
        assert "stick" not in terminal.shown
        assert FORGET not in terminal.raw, "what the terminal showed before the game is nobody's secret"
        terminal.type("")
        terminal.expect("Ola> ")
        assert re.search(r"\d stick, \d plank, \d tarp", terminal.shown)
        terminal.type("draw")
        terminal.expect("Enter hands the keyboard to Jan:")
        assert "You: found" in terminal.shown
        terminal.type("")
        terminal.expect("Jan, press Enter when nobody else sees the screen:")
        cleared = terminal.raw.rpartition(FORGET)[2]
        assert "stick" not in cleared
        assert "found" not in cleared
        terminal.type("")
        terminal.expect("Jan> ")
        assert terminal.raw.count(FORGET) == 2
        mine = terminal.raw.rpartition(FORGET)[2]
        assert "Ola: drew 0" in mine
        assert "found" not in mine
        terminal.press(b"\x1b[A")  # the arrow that brings back what was typed before
        terminal.type("")
        again = terminal.expect("Jan> ")
        assert "draw\n" not in again.split("Jan ──")[0]
        terminal.type("quit")
        code, rest = terminal.end()
        assert code == 0
        assert "stick" not in terminal.raw.rpartition(FORGET)[2]
        assert "--resume" in rest


def test_a_move_is_taken_back_before_the_keyboard_changes_hands(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO) as terminal:
        terminal.expect("A, press Enter")
        terminal.type("")
        terminal.expect("A> ")
        terminal.type("build plank")
        terminal.expect("Enter hands the keyboard to B, 'undo' takes your move back:")
        terminal.type("undo")
        terminal.expect("Taken back: build plank")
        terminal.expect("A> ")
        terminal.type("build stick")
        terminal.expect("'undo' takes your move back:")
        terminal.type("")
        terminal.expect("B, press Enter")
        terminal.type("")
        assert "A: built 0" in terminal.expect("B> ")
        terminal.type("undo")
        terminal.expect("Nothing can be taken back")
        terminal.expect("B> ")
        terminal.type("draw")
        terminal.expect("Enter hands the keyboard to A:")
        terminal.type("quit")
        assert terminal.end()[0] == 0


def test_a_player_who_waits_is_asked_only_when_they_must_decide(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO) as terminal:
        terminal.expect("A, press Enter")
        terminal.type("")
        terminal.expect("A> ")
        terminal.type("wait")
        terminal.expect("After this move you are asked again when you must decide.")
        terminal.type("draw")
        terminal.expect("Enter hands the keyboard to B:")
        terminal.type("")
        terminal.expect("B, press Enter")
        terminal.type("")
        terminal.expect("B> ")
        terminal.type("storm A")
        assert "A storm comes at you" not in terminal.expect("Enter hands the keyboard to A:")
        terminal.type("")
        terminal.expect("A, press Enter")
        terminal.type("")
        assert "Throw away a card." in terminal.expect("A> ")
        terminal.type("pay stick")


def test_people_vote_one_after_the_other_and_see_the_votes_together(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO) as terminal:
        for name in ("A", "B", "A", "B") * 3:
            terminal.expect(f"{name}, press Enter")
            terminal.type("")
            terminal.expect(f"{name}> ")
            last = terminal.raw.rpartition(FORGET)[2]
            terminal.type("1")
            terminal.expect("Enter hands the keyboard", "Enter shows everybody")
            if name == "A" and "Vote for somebody" in last:
                assert "voted" not in terminal.raw.rpartition(FORGET)[2]
            terminal.type("")
        seen = terminal.expect("Enter does not:")
        assert "B: voted 0" in seen
        assert "found" not in terminal.raw.rpartition(FORGET)[2]
        terminal.type("")
        assert terminal.end()[0] == 0


# -- languages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "hello", "refused", "parting"),
    [
        ("pl_PL.UTF-8", "Grasz jako A.", "to ani ruch, ani polecenie", "Gra jest zachowana"),
        ("fr_FR.UTF-8", "Vous jouez A.", "n'est ni un coup ni une commande", "La partie est conservée"),
        ("de_DE.UTF-8", "You are A.", "is no move and no command", "The game is kept"),
    ],
)
def test_the_environment_chooses_the_language(
    tmp_path: Path, lang: str, hello: str, refused: str, parting: str
) -> None:
    with Terminal(tmp_path, *ONE, LANG=lang) as terminal:
        assert hello in terminal.expect("A> ")
        terminal.type("xyzzy")
        assert refused in terminal.expect("A> ")
        terminal.type("quit")
        assert parting in terminal.end()[1]


def test_the_language_is_chosen_by_hand(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE, "--lang", "pl", LANG="fr_FR.UTF-8") as terminal:
        assert "Grasz jako A." in terminal.expect("A> ")
        terminal.type("lang fr")
        terminal.expect("A> ")
        terminal.type("help")
        assert "annuler votre dernier coup" in terminal.expect("A> ")


# -- replay and lists -------------------------------------------------------------------------------------------------


def test_a_record_is_shown_as_one_seat_saw_it(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    a_record(file)
    watched = piped(tmp_path, "replay", str(file)).stdout
    seen = piped(tmp_path, "replay", str(file), "--seat", "A").stdout
    assert seen == piped(tmp_path, "replay", str(file), "--seat", "0").stdout
    assert "found" not in watched
    assert "A: draw" in watched
    assert "You: found" in seen
    assert "B: found" not in seen
    assert "A: vote B" in seen
    assert "B: vote A" not in seen
    assert "The winner" in seen


def test_a_recorded_game_is_drawn(tmp_path: Path) -> None:
    file, picture = tmp_path / "record.txt", tmp_path / "table.svg"
    match = lastraft.new("survive", seed=3, names=["Ola", "Jan", "Ewa", "Zed"])
    for _ in range(12):
        match.push(next(iter(match.legal_moves())))
    file.write_text(match.record())
    assert piped(tmp_path, "draw", str(file)).stdout == match.draw(-1) + "\n"
    done = piped(tmp_path, "draw", str(file), "--move", "0", "--seat", "2", "--lang", "pl", "-o", str(picture))
    assert (done.returncode, done.stdout) == (0, "")
    assert picture.read_text() == lastraft.new("survive", seed=3, names=match.names).draw(2, "pl")
    for wrong, said in (
        (["--move", "13"], "has moves 0 to 12"),
        (["--move", "-1"], "has moves 0 to 12"),
        (["--seat", "Gus"], "--seat"),
        (["-o", str(tmp_path)], "cannot save to"),
    ):
        refused = piped(tmp_path, "draw", str(file), *wrong)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert said in refused.stderr
    drawn = a_record(file)
    assert piped(tmp_path, "draw", str(file)).stdout == drawn.draw(-1) + "\n"


def test_a_record_is_stepped_through(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    n = len(a_record(file).history)
    with Terminal(tmp_path, "replay", str(file), "--step", "--lang", "pl") as terminal:
        terminal.expect(f"Enter pokazuje ruch 1 z {n}:")
        terminal.type("")
        assert "A: draw" in terminal.expect(f"Enter pokazuje ruch 2 z {n}:")
        terminal.press(b"\x04")
        assert terminal.end()[0] == 0


def test_games_options_and_version_are_listed(tmp_path: Path) -> None:
    assert re.search(r"^driftwood +Driftwood, 2 to 4 seats, rules 1$", piped(tmp_path, "games").stdout, re.M)
    options = piped(tmp_path, "options", "driftwood").stdout
    assert "rounds: three (default), five\n    How many rounds are played." in options
    assert piped(tmp_path, "--version").stdout == f"lastraft {lastraft.__version__}\n"
    assert "play" in piped(tmp_path, "--help").stdout


def test_the_rules_of_a_game_from_outside_are_linted(tmp_path: Path) -> None:
    done = piped(tmp_path, "lint", "tests.driftwood")
    assert done.returncode == 0
    assert re.fullmatch(r"\d+ rules, 0 findings\n", done.stderr)


def test_a_reader_that_goes_away_is_no_mistake(tmp_path: Path) -> None:
    line = " ".join([*command("play", "driftwood", "--people", "0"), "| head -1"])
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.stderr == ""


def test_the_first_import_is_light() -> None:
    heavy = (
        "import sys, lastraft.cli; print([m for m in ('numba', 'numpy', 'babel', 'rich.console') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True).stdout.strip() == "[]"


# -- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["play", "chess"], "no game is called 'chess'; there are: "),
        (["options", "chess"], "no game is called 'chess'"),
        (["play", "driftwood", "--seats", "9"], "driftwood with 9 seats: it is for 2 to 4"),
        (["play", "driftwood", "--seats", "many"], "--seats"),
        (["play", "driftwood", "--option", "boats=3"], "no option 'boats'; its options are: rounds, votes"),
        (["play", "driftwood", "--option", "votes=maybe"], "cannot be 'maybe'; choose one of: yes, no"),
        (["play", "driftwood", "--option", "votes"], "expected name=value"),
        (["play", "driftwood", "--bots", "clever"], "no bot is called 'clever'; there are: beginner"),
        (["play", "driftwood", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (["play", "driftwood", "--people", "7"], "7 people for 3 seats; choose 0 to 3"),
        (["play", "driftwood", "--names", "A,A"], "different names"),
        (["play", "driftwood", "--names", "Ola,Jan", "--people", "1"], "2 names for 1 people"),
        (["play", "driftwood", "--people", "0", "--save", "x" * 300], "File name too long"),
        (["play", "driftwood", "--lang", "de"], "no language 'de'; there are: en, pl, fr"),
        (["replay", "record.txt", "--lang", "de"], "no language 'de'"),
        (["play", "driftwood", "--seed", "-3"], "seed -3"),
        (["play", "driftwood"], "people play at a terminal, and this is none"),
        (["play"], "without a terminal name one of: "),
        (["play", "--resume"], "there is no game to go on with"),
        (["play", "--resume", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["play", "--resume", "."], "cannot read .: Is a directory"),
        (["play", "driftwood", "--resume", "nowhere.txt"], "leave them out"),
        (["replay", "nowhere.txt"], "cannot read nowhere.txt: No such file or directory"),
        (["replay"], "Missing argument"),
        (["play", "driftwood", "--frobnicate"], "No such option"),
        (["lint", "no_such_module"], "no_such_module cannot be imported: No module named"),
        (["lint", "enum"], "enum has no rules: functions marked with @rule"),
        (["sail"], "No such command 'sail'"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(tmp_path: Path, args: list[str], complaint: str) -> None:
    done = piped(tmp_path, *args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert done.stderr.startswith("lastraft: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["binary", "empty", "cut", "illegal", "rules", "players", "seat"])
def test_a_broken_record_is_one_line_and_exit_code_2(tmp_path: Path, name: str) -> None:
    file = tmp_path / "record.txt"
    a_record(file, 5)
    text = file.read_text()
    broken = {
        "binary": b"\xff\xfe\x00\x01",
        "empty": b"",
        "cut": text[: len(text) // 3].encode(),
        "illegal": text.replace("1. A: draw", "1. A: vote B").encode(),
        "rules": text.replace("rules: 1", "rules: 99").encode(),
        "players": text.replace("seats: 3", "seats: 3\nplayers: person").encode(),
        "seat": text.encode(),
    }
    file.write_bytes(broken[name])
    done = piped(tmp_path, "replay", str(file), *(["--seat", "Q"] if name == "seat" else []))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "'Q' is no seat; the seats are A, B, C" in done.stderr if name == "seat" else str(file) in done.stderr


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    a_record(file)
    done = piped(tmp_path, "play", "--resume", str(file), "--people", "0")
    assert (done.returncode, f"lastraft replay {file}" in done.stderr) == (2, True)


# -- disks that refuse ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["/dev/full", "nowhere/game.txt", "/proc/game.txt"])
def test_a_disk_that_takes_nothing_is_told_before_the_game_begins(tmp_path: Path, target: str) -> None:
    done = piped(tmp_path, "play", "driftwood", "--people", "0", "--save", target)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"cannot save to {target}: " in done.stderr
    assert Path("/dev/full").is_char_device()


def test_a_game_goes_on_when_it_cannot_be_saved(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE) as terminal:
        terminal.expect("A> ")
        for target, reason in (
            ("/dev/full", "No space left on device"),
            (f"{tmp_path}/no/x", "No such file"),
            (str(tmp_path), "Is a directory"),
            ("~nobody-of-this-name/x", "No such file"),
        ):
            terminal.type(f"save {target}")
            terminal.expect(f"The game cannot be saved to {target}: {reason}")
            terminal.expect("A> ")
        terminal.type("1")
        terminal.expect("You: drew 0")
        terminal.expect("A> ")
        terminal.type("quit")
        assert terminal.end()[0] == 0


def test_a_data_folder_that_cannot_be_written_is_told_once_and_at_the_end(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ONE, XDG_DATA_HOME="/proc/nothing") as terminal:
        terminal.expect("The game cannot be saved to /proc/nothing/lastraft/")
        terminal.expect("A> ")
        terminal.type("1")
        assert "cannot be saved" not in terminal.expect("A> ")
        terminal.type("save")
        assert "cannot be saved" in terminal.expect("A> ")
        terminal.type("quit")
        code, rest = terminal.end()
        assert code == 1
        assert "cannot be saved" in rest
        assert "--resume" not in rest


@pytest.mark.parametrize(
    ("args", "missing", "extra"),
    [
        (["serve"], "litestar", "server"),
        (["export", "tables.jsonl"], "msgspec", "server"),
        (["import", "tables.jsonl"], "sqlalchemy", "server"),
        (["ladder", "survive"], "openskill", "arena"),
        (["report", "survive"], "matplotlib", "arena"),
    ],
)
def test_a_missing_extra_is_named_in_one_line(args: list[str], missing: str, extra: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from lastraft.cli import app; app({args!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == f"lastraft: {args[0]} needs the extra '{extra}': pip install \"lastraft[{extra}]\"\n"
