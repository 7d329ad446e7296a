"""Proving, on the test game: a clause is proven only by a test that fails without its code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import prove_clauses as prove

GAME = Path("tests/driftwood.py")
TESTS = [Path("tests/test_driftwood.py")]


def subject(rules: Path = GAME, code: list[Path] | None = None, tests: list[Path] | None = None) -> prove.Subject:
    return prove.Subject("driftwood", rules, code or [GAME], tests or TESTS)


PROVE = """
import json, sys
from tests.test_prove_clauses import subject
from tools import prove_clauses as prove
proofs = json.loads(sys.argv[1])
print(json.dumps([prove.prove(subject(), proofs), prove.gaps(subject(), proofs), proofs]))
"""


def proven(proofs: prove.Proofs) -> tuple[list[str], list[str], prove.Proofs]:
    """What stands in the way, the gaps and the proofs after proving, from a process that has imported no game."""
    done = subprocess.run([sys.executable, "-c", PROVE, json.dumps(proofs)], capture_output=True, text=True, check=True)
    problems, gaps, proofs = json.loads(done.stdout)
    return problems, gaps, proofs


def test_every_clause_of_the_test_game_is_proven() -> None:
    problems, gaps, proofs = proven({})
    assert problems == []
    assert gaps == []
    assert proofs["tests.driftwood:build"]["proves"] == ["TG-2.3"]
    page = prove.table(subject(), proofs)
    assert "| TG-2.3 | `driftwood:forbids`, `driftwood:build` | test_building | yes |" in page
    assert "**no**" not in page
    # What was proven is not proven again, and what nobody names any more is forgotten.
    kept = {**proofs, "tests.driftwood:gone": {"from": "", "proves": []}}
    assert proven(kept) == ([], [], proofs)


@pytest.fixture
def written(tmp_path: Path) -> prove.Subject:
    """Rules, code and tests with one gap of each kind."""
    rules, code, tests = tmp_path / "rules.md", tmp_path / "code.py", tmp_path / "zigzag/test_code.py"
    tests.parent.mkdir()
    rules.write_text(
        "**ZZ-1.1** Proven. As ZZ-9.1 says.\n- **ZZ-1.2** Not in code.\n| ZZ-1.3 | Not in tests. |\n"
        "ZZ-1.4 Changed.\n**ZZ-1.5** Not failing.\n**ZZ-1.6** In the box.\n* **ZZ-T07** (ZZ-1.1) A position.\n"
        "| T-008 | Another. |\n"
    )
    code.write_text(
        'def one():\n    """ZZ-1.1, ZZ-1.4"""\n\ndef three():\n    """ZZ-1.3"""\n\n'
        'class A:\n    def five(self):\n        """ZZ-1.5 and ZZ-7.7"""\n'
    )
    tests.write_text(
        "def test_ZZ_1_1(): pass\n\ndef test_T07(): pass\n\ndef test_four(): # ZZ-1.4\n    pass\n\nclass TestA:\n"
        '    def test_five(self):\n        """ZZ-1.5"""\n'
    )
    return prove.Subject("zigzag", rules, [code], [tests], {"ZZ-1.6": "in the box", "ZZ-8.*": "nothing"})


def test_what_is_read(written: prove.Subject) -> None:
    assert written.prefix == "ZZ"
    assert written.clauses == [f"ZZ-1.{n}" for n in range(1, 7)]
    assert written.positions == [7, 8]
    assert [piece.name.partition(":")[2] for piece in written.functions] == ["one", "three", "A.five"]
    assert [piece.name.partition("::")[2] for piece in written.proofs] == [
        "test_ZZ_1_1",
        "test_four",
        "TestA::test_five",
    ]


def test_gaps(written: prove.Subject) -> None:
    one, _, five = written.functions
    proofs: prove.Proofs = {
        one.name: {"from": prove.fingerprint(written, one), "proves": ["ZZ-1.1"]},
        five.name: {"from": "other", "proves": ["ZZ-1.5"]},
    }
    assert [gap.replace(one.name, "one").replace(five.name, "five") for gap in prove.gaps(written, proofs)] == [
        "ZZ-1.2 is named in no function's docstring",
        "ZZ-1.3 is named in no test",
        "ZZ-1.4: no test that names it fails when one is blanked",
        "ZZ-1.5: five or its tests changed since it was proven; run `make prove`",
        "five names ZZ-7.7, which the rules do not have",
        "ZZ-8.* is listed as without behaviour, and the rules do not have it",
        "the test position T8 has no test",
    ]
    page = prove.table(written, proofs)
    assert "| ZZ-1.6 |  |  | in the box |" in page
    assert page.count("**no**") == 4


def test_a_changed_test_is_proven_again(written: prove.Subject) -> None:
    one = written.functions[0]
    before = prove.fingerprint(written, one)
    path = Path(written.tests[0])
    path.write_text(path.read_text().replace("pass", "assert True", 1))
    again = prove.Subject("zigzag", written.rules, written.code, written.tests)
    assert prove.fingerprint(again, again.functions[0]) != before


KEEP = """
import sys
from tools import prove_clauses as prove
prove.subjects = lambda: []
for n in range(200):
    prove.keep(sys.argv[1], {f"code:{n}": {"from": "", "proves": []}})
"""


def test_two_who_prove_at_once_keep_each_others_proofs(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    both = [
        subprocess.Popen([sys.executable, "-c", KEEP, prefix], cwd=tmp_path, env=environment) for prefix in ("AA", "BB")
    ]
    assert [each.wait() for each in both] == [0, 0]
    kept = json.loads((tmp_path / "docs/clauses.json").read_text())
    assert {prefix: list(proofs) for prefix, proofs in kept.items()} == {"AA": ["code:199"], "BB": ["code:199"]}


def test_the_real_rules_are_read() -> None:
    for each in prove.subjects():
        assert len(each.clauses) > 100
        assert len(each.positions) > 50


def test_the_clauses_that_a_text_names() -> None:
    text = r"HP-5.2, 5.3 and 5.14: as SV-1.10 (test_HP_20_18, TG-2\.1, XHP-1.1, HP-5, T-07), OL-7.9 to OL-7.11"
    assert prove.named(text) == {
        "OL-7.9",
        "OL-7.10",
        "OL-7.11",
        "HP-5.2",
        "HP-5.3",
        "HP-5.14",
        "SV-1.10",
        "HP-20.18",
        "TG-2.1",
    }


def test_the_table_of_clauses_is_complete_and_current(capsys: pytest.CaptureFixture[str]) -> None:
    """`make prove` has been run since the last change of a rule or of its tests, and every clause is proven."""
    assert prove.main(["--check"]) == 0, capsys.readouterr().out
