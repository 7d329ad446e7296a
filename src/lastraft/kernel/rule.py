"""Rules, lookup tables and events: what a game's modules are written with.

A rule is a plain function over a state, ints and a `Buffer`. `rule` registers it and leaves it as it is; the native and
CUDA worlds compile the same function later (see `native` and `cuda`).
"""

from __future__ import annotations

import ast
import dis
import enum
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable
from types import CodeType, ModuleType
from typing import Any, TypeVar, cast

from .state import Buffer, Buffers, Emitted, Fields, Flags, Row, State, States

F = TypeVar("F", bound=Callable[..., Any])
RULES: dict[str, Callable[..., Any]] = {}
"""All rules by module and name."""

_ARGUMENTS = (int, bool, Row, Buffer, States, Buffers, Flags)
_RETURNS = (int, bool, None, type(None))


def rule(fn: F) -> F:
    """Register ``fn`` as a rule; its annotations are its one signature in the native worlds.

    :raises TypeError: if the function's annotations are not those of a rule.
    """
    loop(fn)
    RULES[f"{fn.__module__}.{fn.__qualname__}"] = fn
    return fn


def loop(fn: F) -> F:
    """Mark ``fn`` as a native loop over many games: compiled as a rule is, but not one of the rules that are linted, as
    it may take a row of `Buffers` or `Flags` for a `Buffer`.

    :raises TypeError: if the function's annotations are not those of a rule.
    """
    if fn.__closure__:
        raise TypeError(f"{fn.__qualname__}: a rule cannot close over variables; use module constants or `placeholder`")
    for name, parameter in inspect.signature(fn).parameters.items():
        if parameter.annotation is inspect.Parameter.empty or parameter.default is not inspect.Parameter.empty:
            raise TypeError(f"{fn.__qualname__}({name}): a rule's argument has an annotation and no default")
    if inspect.signature(fn).return_annotation is inspect.Signature.empty:
        raise TypeError(f"{fn.__qualname__}: a rule says what it returns (None, int or bool)")
    fn.__rule__ = True  # type: ignore[attr-defined]
    return fn


def is_rule(value: object) -> bool:
    return getattr(value, "__rule__", False) is True


def signature(fn: Callable[..., Any]) -> tuple[list[Any], type | None]:
    """The kinds of a rule's arguments and of its result, from the annotations.

    :raises TypeError: if one of them is no kind a rule can have.
    """
    hints = inspect.get_annotations(fn, eval_str=True)
    result = hints.pop("return")
    for name, kind in hints.items():
        if kind not in _ARGUMENTS and not (isinstance(kind, type) and issubclass(kind, Fields)):
            raise TypeError(
                f"{fn.__qualname__}({name}: {kind}): a rule takes a state, int, bool, Row, Buffer or States"
            )
    if result not in _RETURNS:
        raise TypeError(f"{fn.__qualname__} -> {result}: a rule returns None, int or bool")
    return list(hints.values()), result


PARTS = 4
"""How many numbers a frame has."""


class Parts:
    """Names for the numbers of one kind of frame, constants in every world.

    :raises TypeError: if a name stands for something else than a number of its own from 0 to 3.
    """

    def __init_subclass__(cls) -> None:
        parts = [(name, value) for name, value in vars(cls).items() if not name.startswith("__")]
        for name, value in parts:
            if type(value) is not int or not 0 <= value < PARTS:
                raise TypeError(f"{cls.__name__}.{name} = {value!r}: a frame's parts are numbered 0 to {PARTS - 1}")
        if len({value for _, value in parts}) < len(parts):
            raise TypeError(f"{cls.__name__}: two names for one part")


def constants(value: object) -> dict[str, Any] | None:
    """What stands behind a dot in a rule: the numbers of an enum, of a `Parts` class, or a module's numbers and lookup
    tables in capitals; None for anything else."""
    if isinstance(value, ModuleType):
        return {name: each for name, each in vars(value).items() if name.isupper() and isinstance(each, (int, Lookup))}
    if isinstance(value, type) and issubclass(value, enum.IntEnum):
        return {name: int(member) for name, member in value.__members__.items()}
    if isinstance(value, type) and issubclass(value, Parts):
        return {name: number for name, number in vars(value).items() if type(number) is int}
    return None


@functools.cache
def module_of(names: Any) -> ModuleType:
    """Constants as a module of plain numbers and arrays: Numba takes those, and CUDA indexes with nothing else."""
    module = ModuleType(names.__name__)
    for name, value in (constants(names) or {}).items():
        setattr(module, name, value.array() if isinstance(value, Lookup) else int(value))
    return module


def read_plain_numbers() -> None:
    """In the modules of a `rules` package, put plain numbers in place of the enums they have imported: before Python
    3.12, to read a member takes several times as long. Rules see no difference; another function there has the enum
    itself only while its module is imported."""
    for names in {id(fn.__globals__): fn.__globals__ for fn in RULES.values()}.values():
        if ".rules." not in names["__name__"]:
            continue
        for name, value in names.items():
            imported = isinstance(value, type) and value.__module__ != names["__name__"]
            if imported and issubclass(value, enum.IntEnum) and all(map(str.isupper, value.__members__)):
                names[name] = module_of(value)


class Placeholder:
    """A name in a generic rule (a bot, a playout) that stands for a game's own rule or table until it is bound."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *args: Any) -> Any:
        raise TypeError(f"{self.name} is a placeholder: bind the function to a game first")


def placeholder(name: str) -> Any:
    return Placeholder(name)


def names_used(fn: Callable[..., Any]) -> dict[str, Any]:
    """The module-level values a rule's code names; a field of the same name is something else."""
    return {name: fn.__globals__[name] for name in _globals_named(fn.__code__) if name in fn.__globals__}


@functools.cache
def _globals_named(code: CodeType) -> tuple[str, ...]:
    names = (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return tuple(dict.fromkeys(names))


def calls(fn: Callable[..., Any], bindings: dict[str, Any]) -> list[Callable[..., Any]]:
    """The rules a rule calls by name, placeholders bound."""
    values = (bindings[v.name] if isinstance(v, Placeholder) else v for v in names_used(fn).values())
    return [value for value in values if is_rule(value)]


def in_order(roots: Iterable[Callable[..., Any]], bindings: dict[str, Any]) -> list[Callable[..., Any]]:
    """All rules that ``roots`` reach, each after those it calls.

    :raises TypeError: if a rule reaches itself.
    """
    order: list[Callable[..., Any]] = []
    open_rules: set[Callable[..., Any]] = set()

    def visit(fn: Callable[..., Any]) -> None:
        if fn in open_rules:
            raise TypeError(f"{fn.__module__}.{fn.__qualname__} calls itself; a rule never recurses (use a frame)")
        if fn not in order:
            open_rules.add(fn)
            for other in calls(fn, bindings):
                visit(other)
            open_rules.remove(fn)
            order.append(fn)

    for root in roots:
        visit(root)
    return order


def written(roots: Iterable[Callable[..., Any]], bindings: dict[str, Any]) -> frozenset[str]:
    """The fields that rules, or those they reach, write; a field passed on as a `Row` counts as written."""
    fields = set()
    for fn in in_order(roots, bindings):
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(fn)))):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                callee = fn.__globals__.get(node.func.id)
                kinds = signature(callee)[0] if is_rule(callee) else []  # type: ignore[arg-type]
                targets = [argument for argument, kind in zip(node.args, kinds, strict=False) if kind == Row]
            for target in targets:
                fields |= {part.attr for part in ast.walk(target) if isinstance(part, ast.Attribute)}
    return frozenset(fields)


class Lookup(tuple[Any, ...]):
    """A constant table: rows of ints, indexed as ``PRICE[kind][material]`` in every world.

    :raises TypeError: if the rows are not all of one length or hold something that is no int.
    """

    def __new__(cls, rows: Iterable[Any]) -> Lookup:
        table = super().__new__(cls, (_frozen(row) for row in rows))
        if not table or len({_shape(row) for row in table}) != 1:
            raise TypeError("a Lookup has at least one row, and all its rows have one shape")
        return table

    def array(self) -> Any:
        """The table as a constant of the native worlds, as narrow as its numbers: a GPU has little room for them."""
        import numpy as np

        array = np.array([_ints(row) for row in self], dtype=np.int64)
        kinds = (np.int8, np.int16, np.int32, np.int64)
        array = array.astype(next(kind for kind in kinds if np.array_equal(array.astype(kind), array)))
        array.setflags(write=False)
        return array


def _frozen(row: Any) -> Any:
    if isinstance(row, (int, enum.IntEnum)):
        return int(row)
    if isinstance(row, (list, tuple)):
        return tuple(_frozen(item) for item in row)
    raise TypeError(f"{row!r}: a Lookup holds ints and rows of ints")


def _shape(row: Any) -> Any:
    if isinstance(row, int):
        return ()
    shapes = {_shape(item) for item in row}
    if len(shapes) != 1:
        raise TypeError(f"{row!r}: all rows of a Lookup have one shape")
    return (len(row), *shapes.pop())


def _ints(row: Any) -> Any:
    return row if isinstance(row, int) else [_ints(item) for item in row]


@rule
def clause(major: int, minor: int) -> int:
    """A clause as the number that ``forbids`` returns: 20.18 is 2018."""
    return major * 100 + minor


def emit(s: State, who: int, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Tell the seats in the mask ``who`` what happened, with up to three parts. Compiles to nothing when native."""
    if s.events is not None:
        s.events.append(Emitted(int(who), int(kind), int(a), int(b), int(c)))


def _nothing(s: Any, who: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0) -> None:
    return None


def copy_state(states: States, to: int, source: int) -> None:
    """Make one state of many the same as another: in a rule, where a state is never assigned."""
    states[to].become(states[source])


def _copy_record(states: Any, to: Any, source: Any) -> None:
    states[to] = states[source]


# What the native worlds compile in place of these two.
cast(Any, emit).__native__ = _nothing
cast(Any, copy_state).__native__ = _copy_record
