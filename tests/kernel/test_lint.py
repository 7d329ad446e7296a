"""Each thing that a rule may not contain is found, and what a rule may contain is not."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from lastraft import BadOption
from lastraft.kernel import lint
from lastraft.kernel.rule import RULES

HEAD = """
import enum
from lastraft.kernel import *

class Beach(State, options=2):
    water = i8()
    wood = i8(4)
    hand = i8(4, 9)
    sure = i16(4)

class Kind(enum.IntEnum):
    STICK = 3

class Arrival(Parts):
    space, may_answer = range(2)

PRICE = Lookup([1, 2, 3])
GRID = Lookup([[1, 2], [3, 4]])
LIMIT = 7
SHARE = 0.5
NAMES = ["a", "b"]
legal = placeholder("legal")

def helper(x): return x

@rule
def wet(s: Beach) -> bool:
    return s.water > 0

@rule
def noted(out: Buffer, view: Buffer) -> None:
    out[0] = view[0]
"""

Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """Makes a module of the text; its rules are forgotten afterwards."""
    before = dict(RULES)
    loaded: list[str] = []

    def one(text: str) -> ModuleType:
        name = f"linted_{tmp_path.name.replace('-', '_')}_{len(loaded)}"
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        loaded.append(name)
        spec.loader.exec_module(module)
        return module

    yield one
    for name in loaded:
        del sys.modules[name]
    RULES.clear()
    RULES.update(before)


def findings(
    load: Load, body: str, head: str = "s: Beach, n: int, flag: bool, out: Buffer", result: str = "int"
) -> list[str]:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    module = load(f"{HEAD}\n@rule\ndef tried({head}) -> {result}:\n    '''A rule.'''\n{lines}\n")
    return [str(finding) for finding in lint.check_rule(module.tried)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return int(1.5)", "a float"),
        ("x = n / 2\nreturn 0", "'/' makes a float"),
        ("n /= 2\nreturn 0", "'/' makes a float"),
        ("return 2 ** n", "'**'"),
        ("return s.wood[1:2][0]", "a slice"),
        ("s.hand[0] = s.hand[1]\nreturn 0", "assigning a row"),
        ("s.wood = s.wood\nreturn 0", "assigning a row"),
        ("row = s.hand[n]\nreturn row[0]", "s.hand[n] is a row"),
        ("row = PRICE\nreturn 0", "PRICE is a row"),
        ("row = GRID[1]\nreturn 0", "GRID[1] is a row"),
        ("other = s\nreturn 0", "a state has no other name"),
        ("return s.water[0]", "one index too many"),
        ("return s.wood[-1]", "a negative index"),
        ("x = [1, 2]\nreturn 0", "a list"),
        ("a, b = n, 2\nreturn a", "a tuple"),
        ("x = {1: 2}\nreturn 0", "a dict"),
        ("x = {1, 2}\nreturn 0", "a set"),
        ("x = [i for i in range(3)]\nreturn 0", "a comprehension"),
        ("return max(i for i in range(3))", "a generator"),
        ("x = 'word'\nreturn 0", "a string"),
        ("x = f'{n}'\nreturn 0", "a string"),
        ("x = None\nreturn 0", "ints and bools only"),
        ("f = lambda: 1\nreturn 0", "a lambda"),
        ("try:\n    pass\nexcept ValueError:\n    pass\nreturn 0", "try"),
        ("raise ValueError", "raise"),
        ("assert n\nreturn 0", "assert"),
        ("global LIMIT\nreturn 0", "global"),
        ("import math\nreturn 0", "an import"),
        ("def inner(): pass\nreturn 0", "a function inside"),
        ("match n:\n    case 1:\n        pass\nreturn 0", "match"),
        ("if n > 1:\n    return\nreturn 7", "a bare return"),
        ("if n > 1:\n    return 7", "the end can be reached"),
        ("return tried(s, n, flag, out)", "calls itself"),
        ("return helper(n)", "neither a rule"),
        ("return len(out)", "neither a rule"),
        ("print(n)\nreturn 0", "neither a rule"),
        ("return max(1, 2, n)", "max takes 2 arguments"),
        ("return randbelow(s)", "randbelow takes 2 arguments"),
        ("emit(s, n)\nreturn 0", "emit takes 3 or 4 or 5 or 6 arguments, not 2"),
        ("emit(s, n, 1, 2, 3, 4, 5)\nreturn 0", "emit takes"),
        ("return randbelow(s, n=3)", "a keyword argument"),
        ("noted(out, out)\nreturn 0", "one Buffer given twice"),
        ("return s.copy()", "called by plain name"),
        ("return s.sand", "has no field sand"),
        ("return Kind.PLANK", "has no member"),
        ("return Arrival.raft", "has no member"),
        ("return n.real", "behind a dot"),
        ("return SHARE", "SHARE is a float"),
        ("return NAMES[n]", "NAMES is a list"),
        ("return unknown", "neither a local nor a constant"),
        ("for x in out:\n    pass\nreturn 0", "over a range only"),
        ("x = 1\nx = n > 3\nreturn 0", "both a bool and an int"),
        ("flag = 3\nreturn 0", "both a bool and an int"),
        ("return 1 if flag else n > 2", "one branch is a bool"),
        ("return n > 3", "returns bool where int"),
        ("return wet(s)", "returns bool where int"),
        ("return 1 if n is LIMIT else 0", "'is'"),
        ("return 1 if n in out else 0", "'in'"),
        ("return 1 << 63", "a shift by 63"),
        ("return 0x8000000000000000", "63 bits"),
        ("sort(s.hand, 3)\nreturn 0", "s.hand: a Row is one row of an i8 field"),
        ("sort(s.water, 3)\nreturn 0", "s.water: a Row is one row of an i8 field"),
        ("sort(s.sure, 3)\nreturn 0", "s.sure: a Row is one row of an i8 field"),
        ("sort(PRICE, 3)\nreturn 0", "PRICE: a Row is one row of an i8 field"),
        ("sort(out, 3)\nreturn 0", "out: a Row is one row of an i8 field"),
        ("sort(s.hand[0.5], 3)\nreturn 0", "a float"),
    ],
)  # fmt: skip
def test_what_a_rule_may_not_contain(load: Load, body: str, expected: str) -> None:
    assert any(expected in finding for finding in findings(load, body)), findings(load, body)


def test_a_value_from_a_rule_that_returns_none(load: Load) -> None:
    assert "returns None" in findings(load, "return n", "n: int", "None")[0]


def test_recursion_through_others(load: Load) -> None:
    other = "@rule\ndef other(n: int) -> int:\n    return tried(n)\n"
    module = load(f"{HEAD}\n@rule\ndef tried(n: int) -> int:\n    return other(n)\n\n{other}")
    assert "calls itself" in str(lint.check_rule(module.tried)[0])


def test_what_a_rule_may_contain(load: Load) -> None:
    body = """
total = 0
best: int = -1
for i in range(4):
    s.wood[i] += PRICE[min(i, 2)] + GRID[i % 2][1]
    total += s.hand[i][Kind.STICK] // 2
    if wet(s) and not flag:
        continue
while n > 0:
    n -= 1
    out[n] = total << 3 | LIMIT
emit(s, 1 << n, Kind.STICK, s.water, 0, 0)
emit(s, 1 << n, Kind.STICK)
s.water = abs(total) if total > best else legal(s, n, out)
full = total > 3 or wet(s)
if full:
    return s.seats + part(s, Arrival.may_answer)
else:
    return randbelow(s, 6) + s.frame[s.depth][0]
"""
    assert findings(load, body) == []


def test_a_rule_over_many_states(load: Load) -> None:
    body = "copy_state(states, 1, n)\nreturn legal(states[1], n, out) + randbelow(states[0], 3) + states[n].seats"
    assert findings(load, body, "states: States, n: int, out: Buffer") == []
    assert "no other name" in findings(load, "x = states[1]\nreturn 0", "states: States, n: int")[0]


def test_a_rule_over_a_row(load: Load) -> None:
    head = "s: Beach, row: Row, n: int"
    assert findings(load, "sort(row, n)\nshuffle(s, s.hand[n], row[0])\nrow[1] += 2\nreturn row[n]", head) == []
    for body in (
        "row = s.wood\nreturn 0",
        "return row",
        "return row[0][1]",
        "return max(row, n)",
        "sort(n, n)\nreturn 0",
    ):
        assert findings(load, body, head), body


def test_a_finding_says_file_line_and_rule(load: Load) -> None:
    finding = findings(load, "x = 1\nreturn int(0.5)")[0]
    where, _, rest = finding.partition(" ")
    assert where.endswith(".py:38")
    assert rest.startswith("tried: 0.5: a float")


def test_the_rules_of_the_test_game() -> None:
    assert lint.main(["tests.driftwood"]) == 0


# -- modules ------------------------------------------------------------------------------------------------------


def test_a_module_is_named_or_given_by_its_file(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "@rule\ndef wrong(n: int) -> int:\n    return 1 / 2\n"
    module = load(f"{HEAD}\n{wrong}")
    for name in (module.__name__, str(module.__file__)):
        assert lint.main([name]) == 1
        assert "wrong: '/' makes a float" in capsys.readouterr().out


def test_a_package_is_linted_with_all_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pier" / "rules"
    package.mkdir(parents=True)
    (tmp_path / "pier/__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "setup.py").write_text(f"{HEAD}\n@rule\ndef wrong(n: int) -> int:\n    return 1 / 2\n")
    before = dict(RULES)
    for named in ("pier", "pier.rules", str(tmp_path / "pier"), str(package / "setup.py")):
        monkeypatch.syspath_prepend(tmp_path)
        assert lint.main([named]) == 1
    RULES.clear()
    RULES.update(before)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such_module", "no_such_module cannot be imported: No module named 'no_such_module'; name a module or"),
        ("no/such.py", "there is no file"),
        ("enum", "enum has no rules"),
        ("tests/kernel/data", "is no package"),
        ("broken", "broken cannot be imported: division by zero"),
    ],
)
def test_bad_input_is_explained(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests/kernel/data").mkdir(parents=True)
    (tmp_path / "broken.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadOption, match=message):
        lint.main([name])
