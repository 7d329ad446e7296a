"""Mutations of rules: each changes one place, and the tests of a game notice it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from tools.mutate_rules import chosen, mutated, mutations

RULES = '''
from kernel import rule

LIMIT = 3


@rule
def fed(s: int, seat: int) -> bool:
    """Two rations each."""
    need = 2
    if s > need and seat != 1:
        return True
    return s - 1 == need


def helper() -> int:
    return 7
'''


def test_a_mutation_changes_one_place_of_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "src" / "fed.py"
    path.parent.mkdir()
    path.write_text(RULES, "utf-8")
    changes = [f"{each.before} -> {each.after}" for each in mutations(path)]
    assert changes == [
        "need = 2 -> left out",
        "2 -> 3",
        "2 -> 1",
        "s > need and seat != 1 -> s > need or seat != 1",
        "s > need -> s >= need",
        "seat != 1 -> seat == 1",
        "1 -> 2",
        "1 -> 0",
        "s - 1 == need -> s - 1 != need",
        "s - 1 -> s + 1",
        "1 -> 2",
        "1 -> 0",
    ]
    plain = ast.unparse(ast.parse(RULES)).splitlines()
    for each in mutations(path):
        lines = ast.unparse(mutated("fed", RULES, each.number)).splitlines()
        assert sum(one != other for one, other in zip(plain, lines, strict=True)) == 1, each


def test_the_same_places_are_chosen_again() -> None:
    assert chosen("survive", 20, 1) == chosen("survive", 20, 1) != chosen("survive", 20, 2)


RUN = """
from tools import prove_clauses as prove
jobs = {"lastraft.survive.rules.scoring:@0": ["-x", "tests/survive/test_setup_and_end.py"]}
(_, ran, code), = prove.run(jobs, 1, {"": 1})
print(code, sum(each.failed for each in ran))
"""


def test_a_mutation_is_noticed() -> None:
    """`over` the other way round, in a process that has imported no game."""
    done = subprocess.run([sys.executable, "-c", RUN], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["1", "1"]
