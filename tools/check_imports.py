"""The arrows between the package's modules point down only: `python -m tools.check_imports`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from lastraft.kernel.lint import Finding, parsed, shown

FOUNDATION = frozenset({"kernel", "errors", "protocol"})
TEXTS = FOUNDATION | {"records", "positions"}
MATCH = TEXTS | {"match", "series"}
GAME, RULES = "a game", "rules"
ARROWS: dict[str, frozenset[str]] = {
    "kernel": frozenset({"kernel", "errors"}),
    "errors": frozenset(),
    "protocol": FOUNDATION,
    GAME: FOUNDATION,
    "positions": FOUNDATION,
    "records": TEXTS | {"match"},  # its types only: a record is written from a match and read into one
    "match": TEXTS,
    "series": MATCH,
    "bots": MATCH,
    "folders": frozenset(),
    **dict.fromkeys(("arena", "terminal", "server", "testing"), MATCH | {"bots", "folders", "__version__"}),
}
"""What each part of the package may import of the others; a part that is not named may import all but games."""


def games_in(package: Path) -> frozenset[str]:
    """The games of the package: the folders that make a `Game`."""
    return frozenset(path.parent.name for path in package.glob("*/game.py")) - ARROWS.keys()


def check_arrows(package: Path) -> list[Finding]:
    """The imports and names that point up: the kernel knows no game, a game nothing above the protocol, its rules
    nothing of its ui, and nothing else knows a game by name (the registry in `protocol` lists them)."""
    games = games_in(package)
    findings = []
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package).with_suffix("").parts
        room, tree = inside[0], parsed(path)
        allowed = ARROWS.get(GAME if room in games else room)
        for line, (other, *rest) in _imports(tree, (package.name, *inside[:-1])):
            if other == room in games and RULES in inside and "ui" in rest:
                findings.append(Finding(shown(path), line, "import", f"the rules of {room} import its ui"))
            elif other in games - {room}:
                findings.append(
                    Finding(shown(path), line, "import", f"{room} knows the game {other}; ask the registry")
                )
            elif allowed is not None and other not in allowed | {room}:
                findings.append(Finding(shown(path), line, "import", f"{room} imports {other}, which stands above it"))
        for node in ast.walk(tree) if room not in games | {"protocol"} else ():
            if isinstance(node, ast.Constant) and node.value in games:
                findings.append(
                    Finding(shown(path), node.lineno, "name", f"{room} knows the game {node.value} by name")
                )
    return findings


def _imports(tree: ast.Module, here: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """What a module in the folder ``here`` imports of the package, as the names of the path, with the line."""
    for node in ast.walk(tree):
        targets: list[list[str]] = []
        if isinstance(node, ast.Import):
            targets = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = list(here[: len(here) - node.level + 1]) if node.level else []
            module = [*above, *(node.module.split(".") if node.module else ())]
            targets = [[*module, alias.name] for alias in node.names]
        for target in targets:
            if target[0] == here[0] and len(target) > 1:
                yield node.lineno, target[1:]  # type: ignore[attr-defined]


def main() -> int:
    findings = check_arrows(Path(__file__).resolve().parents[1] / "src" / "lastraft")
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
