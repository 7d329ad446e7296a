"""Rules and tables: mistakes are clear at import."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lastraft.kernel import EVERYONE, Buffer, Emitted, Lookup, Parts, State, clause, emit, i8, placeholder, rule
from lastraft.kernel.native import bind
from lastraft.kernel.rule import RULES, in_order, is_rule, read_plain_numbers, signature


class Beach(State):
    water = i8()


class Kind(enum.IntEnum):
    STICK = 3


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """The rules made here are forgotten afterwards."""
    before = dict(RULES)
    yield
    RULES.clear()
    RULES.update(before)


@rule
def wet(s: Beach) -> bool:
    return s.water > 0


@rule
def drink(s: Beach, n: int, out: Buffer) -> None:
    s.water -= n if wet(s) else 0


def test_a_rule_stays_as_it_is() -> None:
    assert is_rule(wet)
    assert wet.__name__ == "wet"
    assert RULES[f"{__name__}.wet"] is wet
    assert signature(wet) == ([Beach], bool)
    assert signature(drink)[0] == [Beach, int, Buffer]


def test_rules_in_order() -> None:
    assert in_order([drink, wet], {}) == [wet, drink]


def make(code: str) -> Callable[..., Any]:
    names: dict[str, Any] = {"rule": rule, "Beach": Beach, "State": State, "Buffer": Buffer, "Lookup": Lookup}
    exec(code, names)
    return names["f"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("@rule\ndef f(s) -> None: pass", r"f\(s\): a rule's argument has an annotation"),
        ("@rule\ndef f(n: int = 3) -> None: pass", "no default"),
        ("@rule\ndef f(n: int): pass", "says what it returns"),
        (
            "def g():\n    x = 1\n    @rule\n    def f(n: int) -> int: return x\n    return f\nf = g()",
            "cannot close over",
        ),
    ],
)
def test_mistakes_at_import(code: str, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        make(code)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("@rule\ndef f(n: float) -> int: return 1", "a rule takes a state, int, bool"),
        ("@rule\ndef f(n: list) -> int: return 1", "a rule takes a state, int, bool"),
        ("@rule\ndef f(n: int) -> str: return ''", "a rule returns None, int or bool"),
    ],
)
def test_mistakes_of_a_signature(code: str, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        signature(make(code))


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"space": 4}, "space = 4: a frame's parts are numbered 0 to 3"),
        ({"space": "0"}, "space = '0'"),
        ({"space": 1, "raft": 1}, "two names for one part"),
    ],
)
def test_mistakes_in_the_names_of_a_frames_parts(names: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        type("Arrival", (Parts,), names)


def test_recursion_is_refused() -> None:
    f = make("@rule\ndef g(n: int) -> int: return f(n)\n@rule\ndef f(n: int) -> int: return g(n)")
    with pytest.raises(TypeError, match="never recurses"):
        in_order([f], {})


# -- placeholders -------------------------------------------------------------------------------------------------

step = placeholder("step")


@rule
def twice(s: Beach) -> int:
    step(s)
    return through(s)


@rule
def through(s: Beach) -> int:
    step(s)
    return s.water


@rule
def rain(s: Beach) -> None:
    s.water += 2


def test_a_placeholder_is_bound_in_everything_reached() -> None:
    s = Beach()
    assert bind(twice, {"step": rain})(s) == 4
    assert bind(wet, {"step": rain}) is wet
    with pytest.raises(TypeError, match="step is a placeholder"):
        twice(s)


# -- tables -------------------------------------------------------------------------------------------------------


def test_a_lookup_is_ints_plain_and_an_array_native() -> None:
    table = Lookup([[1, Kind.STICK], (True, -4)])
    assert table[0][1] == 3
    assert type(table[0][1]) is int
    assert type(table[1][0]) is int
    array = table.array()
    assert array.tolist() == [[1, 3], [1, -4]]
    assert not array.flags.writeable


@pytest.mark.parametrize(
    "rows", [[], [[1, 2], [3]], [1, [2]], [1.5], ["a"], [None], [[[1], [2]], [[3], [4, 5]]], [[]], [{1: 2}]]
)
def test_a_bad_lookup_is_refused(rows: list[Any]) -> None:
    with pytest.raises(TypeError):
        Lookup(rows)


# -- clauses and events -------------------------------------------------------------------------------------------


def test_a_clause_is_a_number() -> None:
    assert clause(20, 18) == 2018
    assert clause(5, 1) == 501


def test_emit_appends_to_the_list_of_events_if_there_is_one() -> None:
    s = Beach()
    emit(s, EVERYONE, Kind.STICK, 1, 2, 3)
    s.events = []
    emit(s, 1 << 2, Kind.STICK, True, 2, 3)
    assert s.events == [Emitted(4, 3, 1, 2, 3)]
    assert [type(n) for n in s.events[0]] == [int] * 5


class Upper(enum.IntEnum):
    ONE, TWO = 1, 2


class Lower(enum.IntEnum):
    one, two = 1, 2


def test_modules_of_rules_read_plain_numbers_instead_of_imported_enums() -> None:
    module: dict[str, Any] = {"__name__": "another.rules.sums", "Upper": Upper, "Lower": Lower, "State": State}
    exec(
        "import enum\nclass Own(enum.IntEnum): ONE = 1\ndef sum_of(s: State) -> int: return Upper.TWO + Lower.two",
        module,
    )
    RULES["another.rules.sums.sum_of"] = module["sum_of"]
    read_plain_numbers()
    assert type(module["Upper"].TWO) is int
    assert module["Lower"] is Lower, "a module's constants are in capitals"
    assert isinstance(module["Own"].ONE, enum.IntEnum), "the module that declares an enum keeps it"
    assert module["sum_of"](None) == 4
