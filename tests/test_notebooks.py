"""The notebooks of the gallery run, with the small numbers that each of them says (`quick` in its metadata)."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lastraft
from lastraft.bots import bot
from tests.driftwood import GAME

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(value: Any) -> str:
    """As a notebook would show it."""
    for name in ("_repr_html_", "_repr_svg_"):
        if method := getattr(value, name, None):
            if text := method():
                return str(text)
    return repr(value)


def run(cell: str, names: dict[str, Any]) -> str:
    """Run a cell; what its last expression shows."""
    tree = ast.parse(cell)
    *others, last = tree.body
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<cell>", "exec"), names)
        return ""
    exec(compile(ast.Module(others, []), "<cell>", "exec"), names)
    return shown(eval(compile(ast.Expression(last.value), "<cell>", "eval"), names))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem == "balance":
        pytest.importorskip("pandas")
    monkeypatch.chdir(FOLDER)
    monkeypatch.syspath_prepend(str(FOLDER.parent))
    notebook = json.loads(path.read_text("utf-8"))
    module = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)  # where a notebook's classes are
    names = vars(module)
    output = []
    for cell in notebook["cells"]:
        assert cell.get("outputs", []) == [], "commit notebooks without outputs"
        if cell["cell_type"] == "code":
            output.append(run("".join(cell["source"]), names))
            if "parameters" in cell["metadata"].get("tags", ()):
                names.update(notebook["metadata"]["quick"])
    assert any("<" in text for text in output) or path.stem == "ppo"


def test_slides_show_a_game_move_by_move() -> None:
    match, player = lastraft.new(GAME.name, seats=2, seed=4, options={"rounds": "five"}), bot("random", GAME, 1)
    while (seat := match.asked) is not None:
        match.push(player.choose(match.hidden(seat), seat), seat)
    whole, seats = lastraft.slides(match), lastraft.slides(match, 0, every=3, language="pl")
    assert len(whole) == len(match.history) + 1
    assert [step["number"] for step in seats.steps[:3]] == [0, 3, 6]
    assert seats.steps[-1]["number"] == len(match.history)
    pieces = list(whole._pieces)
    drawing = "".join(pieces[i] for i in whole.steps[-1]["drawing"])
    assert drawing == match.draw(-1)
    said = [
        line.said for line in GAME.speech.log([each.event for each in match.events(-1)], GAME.listener(-1, match.names))
    ]
    assert " ".join(step["said"] for step in whole.steps if step["said"]) == " ".join(said)
    assert len(whole.html) < sum(len("".join(pieces[i] for i in step["drawing"])) for step in whole.steps)
    assert whole._repr_html_().startswith("<iframe srcdoc=")
    assert "</script>" not in whole.html.partition("<script>")[2].partition("</script>")[0]
