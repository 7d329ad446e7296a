"""The arrows between the package's modules point down only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_imports import check_arrows


def arrows(folder: Path, files: dict[str, str]) -> list[str]:
    """The findings in a package with a game called tide and these files."""
    for name, text in {"tide/game.py": "", "tide/__init__.py": "", **files}.items():
        path = folder / "lastraft" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [finding.what for finding in check_arrows(folder / "lastraft")]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("kernel/frames.py", "from ..protocol import Game"),
        ("kernel/frames.py", "from lastraft.tide import GAME"),
        ("protocol.py", "import lastraft.match"),
        ("protocol.py", "from . import match"),
        ("tide/moves.py", "from ..match import Match"),
        ("tide/moves.py", "import lastraft.server.app"),
        ("tide/deep/moves.py", "from ...bots import search"),
        ("tide/moves.py", "from ..other.game import GAME"),
        ("tide/rules/moves.py", "from ..ui.log import log"),
        ("tide/rules/moves.py", "from ..ui import log"),
        ("tide/rules/moves.py", "import lastraft.tide.ui"),
        ("match.py", "from .server import app"),
        ("bots/search.py", "from ..arena import ladder"),
        ("arena/report.py", "from ..terminal import screen"),
        ("terminal/play.py", "from ..server import live_tables"),
        ("server/app.py", "from ..terminal import saves"),
        ("server/app.py", "from ..tide import GAME"),
        ("server/app.py", "def f():\n    from lastraft.tide.game import GAME"),
        ("server/app.py", "default = 'tide'"),
    ],
)
def test_an_import_that_points_up_is_found(tmp_path: Path, file: str, text: str) -> None:
    assert len(arrows(tmp_path, {file: text})) == 1


def test_imports_that_point_down_are_allowed(tmp_path: Path) -> None:
    files = {
        "kernel/frames.py": "from .rule import rule\nimport struct",
        "protocol.py": "from .kernel.rule import Table\nBUILT_IN = ['tide']",
        "tide/moves.py": "from ..protocol import Families\nfrom ..kernel import rule\nfrom .state import Tide",
        "tide/ui/log.py": "from ..rules.moves import legal\nfrom .names import NAMES",
        "match.py": "from .protocol import game\nfrom . import records",
        "server/app.py": "from ..match import Match\nfrom .. import __version__\nimport lastraft",
        "arena/play.py": "from ..bots.greedy import choose_greedy",
    }
    assert arrows(tmp_path, files) == []
