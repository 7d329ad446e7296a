"""The game of docs/tutorial.md, as its reader has it after each part of the page: in a folder of its own, beside a
wheel that is installed in a fresh environment."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, launch
from tests.browser.player import Player
from tests.pseudoterminal import Terminal
from tests.server.helpers import Server

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
RULES, OPTIONS, BOT, SPEECH, DRAWING = range(5)
"""The page's parts."""


def blocks(kind: str, title: str = "") -> list[str]:
    """The page's code of a file; without a title, its examples."""
    head = f' title="{re.escape(title)}"' if title else ""
    return re.findall(rf"^```{kind}{head}\n(.*?)^```$", PAGE, re.M | re.S)


def statements(code: str) -> dict[str, str]:
    """A module's statements by what they name."""
    lines, named = code.splitlines(), dict[str, str]()
    for node in ast.parse(code).body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                key = name
            case ast.Assign(targets=[target]):
                key = ast.unparse(target)
            case ast.ImportFrom(module=module):
                key = f"from {module}"
            case _:
                key = ast.unparse(node)
        named[key] = "\n".join(lines[first - 1 : node.end_lineno])
    return named


def merged(module: str, block: str) -> str:
    """A module after a block of the page: what they name alike is replaced, the rest goes before what follows it."""
    there, new = statements(module), statements(block)
    order = list(there)
    for key in reversed(new):
        if key not in there:
            imports = list(takewhile(lambda each: each.startswith(("from ", "import ", "'")), order))
            following = next(each for each in list(new)[list(new).index(key) :] if each in order)
            order.insert(len(imports) if key.startswith(("from ", "import ")) else order.index(following), key)
    return "\n\n\n".join((there | new)[key] for key in order) + "\n"


def modules() -> list[str]:
    """`pig.py` after each part."""
    first, *more = blocks("python", "pig.py")
    after = [first]
    for block in more:
        after.append(merged(after[-1], block))
    return after


class Reader:
    """Somebody who follows the page: a folder, and an environment with the package."""

    def __init__(self, python: Path, folder: Path, part: int) -> None:
        self.python, self.folder = python, folder
        (folder / "pig.py").write_text(modules()[part], "utf-8")
        (folder / "test_pig.py").write_text(blocks("python", "test_pig.py")[0], "utf-8")
        if part == DRAWING:
            (folder / "pictures").mkdir()
            for kind, name in (("svg", "pictures/die.svg"), ("css", "pictures/style.css")):
                (folder / name).write_text(blocks(kind, name)[0], "utf-8")

        self.program = (str(python.with_name("lastraft")),)

    def run(self, *command: str) -> str:
        """What a command of the environment says."""
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
        done = subprocess.run(
            [self.python.with_name(command[0]), *command[1:]],
            cwd=self.folder,
            env={**environment, "LASTRAFT_GAMES": "pig"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def wins_of_greedy(self) -> float:
        """Of a hundred games with a random player, how many greedy wins."""
        table = self.run("lastraft", "simulate", "pig", "--games", "100", "--bots", "random,greedy")
        found = re.search(r"greedy\D+100\D+([\d.]+)", table)
        assert found, table
        return float(found[1])


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which the package is installed from its wheel; what it depends on is ours."""
    pytest.importorskip("pip")
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("environment")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *build], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    ours = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(site) / "dependencies.pth").write_text("\n".join(sorted(ours)))
    return python


@pytest.fixture
def follow(python: Path, tmp_path: Path) -> Any:
    return lambda part: Reader(python, tmp_path, part)


def test_the_first_part_is_short() -> None:
    assert blocks("python", "pig.py")[0].count("\n") <= 60


def test_the_package_is_the_installed_one(follow: Any) -> None:
    where = follow(RULES).run("python", "-c", "import lastraft; print(lastraft.__file__)")
    assert "site-packages" in where
    assert str(ROOT) not in where


def test_the_examples_run(follow: Any) -> None:
    reader = follow(RULES)
    for example in blocks("python"):
        reader.run("python", "-c", example)
    assert "Pig, 2 to 4 seats" in reader.run("lastraft", "games")


@pytest.mark.parametrize("part", [RULES, OPTIONS, BOT, SPEECH, DRAWING])
def test_every_part_is_linted(follow: Any, part: int) -> None:
    assert " 0 findings" in follow(part).run("lastraft", "lint", "pig")


@pytest.mark.parametrize("part", [RULES, DRAWING])
def test_conformance_passes(follow: Any, part: int) -> None:
    assert " passed" in follow(part).run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pig.py")


def test_the_better_bot_is_better(python: Path, tmp_path: Path) -> None:
    wins = []
    for part in (OPTIONS, BOT):
        (tmp_path / str(part)).mkdir()
        wins.append(Reader(python, tmp_path / str(part), part).wins_of_greedy())
    assert wins[0] < 30
    assert wins[1] > 70


def test_it_is_played_in_the_terminal(follow: Any, tmp_path: Path) -> None:
    reader = follow(SPEECH)

    class InFolder(Terminal):
        program = reader.program
        started_in = reader.folder

    play = ("play", "pig", "--seed", "1", "--fast", "--option", "goal=50")
    with InFolder(tmp_path, *play, LASTRAFT_GAMES="pig", PYTHONPATH="") as terminal:
        seen = terminal.expect("A>")
        assert "pot: " in seen
        assert "Roll the die." in seen
        while "The game is over" not in seen:
            terminal.type("hold" if "Roll, or bank the pot?" in seen else "roll")
            seen = terminal.expect("A>", "Enter does not:")
        terminal.type("")
        assert terminal.end()[0] == 0
    assert "You bank " in terminal.shown


def test_it_speaks_other_languages(follow: Any) -> None:
    reader = follow(DRAWING)
    reader.run("python", "-m", "lastraft.testing.update_translations", "pig")
    path = reader.folder / "locale" / "pl" / "pig.po"
    empty = 'msgid "Roll the die."\nmsgstr ""'
    assert empty in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(empty, empty[:-1] + 'Rzuć kostką."'), "utf-8")
    asking = "import lastraft; m = lastraft.new('pig', seed=1); print(m.game.speech.prompt(m.reader(m.asked, 'pl')))"
    assert reader.run("python", "-c", asking) == "Rzuć kostką.\n"


@pytest.mark.parametrize("part", [RULES, DRAWING])
def test_it_is_played_in_the_browser(follow: Any, tmp_path: Path, part: int) -> None:
    """By the buttons under its text; by clicks on its drawing."""
    reader = follow(part)

    class InFolder(Server):
        program = reader.program
        started_in = reader.folder

    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite'}"
    with launch() as browser:
        if browser is None:
            pytest.skip("no Chromium is installed here (Debian: apt install chromium)")
        server = InFolder(database, tmp_path, LASTRAFT_GAMES="pig", PYTHONPATH="").start()
        try:
            for size in (DESKTOP, PHONE):
                player = Player(browser, server.url, "Ola", size)
                player.sit_with_bots("pig", seats=2)
                (play_by_buttons if part == RULES else play_by_clicks)(player)
                assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                player.close()
        finally:
            server.stop()


def play_by_buttons(player: Player) -> None:
    while True:
        player.until("game?.legal.length")
        player.press("Roll")
        player.until("game?.legal.length")
        if player.page.locator("#buttons button", has_text="Hold").count():
            break
    before = str(player.page.text_content("#line-1"))
    assert re.search(r"^> Ola +0$", before)
    assert str(player.page.text_content("#line-4")).startswith("pot: ")
    player.press("Hold")
    player.until(f"document.getElementById('line-1').textContent !== {before!r}")
    player.until("/^. Ola +[1-9]/.test(document.getElementById('line-1').textContent)")


def play_by_clicks(player: Player) -> None:
    while True:
        player.until("game?.legal.length")
        player.tap("die")
        player.told("You roll ")
        player.until("game?.legal.length")
        if player.page.locator("#pot.can").count():
            break
    player.tap("pot")
    player.told("You bank ")
    player.until("+document.querySelector('#seat-0 .points').textContent > 0")
