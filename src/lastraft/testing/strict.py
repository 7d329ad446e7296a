"""Plain rules that refuse what native code does not check: an index that counts from the end, in a table or a buffer.
`State.checked` refuses it in a state."""

from __future__ import annotations

import functools
import operator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

from ..kernel.native import Rule, rebind
from ..kernel.rule import Lookup, Placeholder, constants, in_order, is_rule
from ..kernel.state import Buffer
from ..protocol import Game, Rules


class StrictTable(tuple[Any, ...]):
    """A `Lookup`, or a row of one."""

    def __getitem__(self, i: Any) -> Any:
        if i < 0:
            raise IndexError(f"a table at {i}: a negative index")
        return tuple.__getitem__(self, i)


class StrictBuffer(Buffer):
    """A `Buffer` whose slices are the test's own."""

    def __getitem__(self, i: Any) -> Any:
        _check(i)
        return super().__getitem__(i)

    def __setitem__(self, i: Any, value: Any) -> None:
        _check(i)
        super().__setitem__(i, value)


def _check(i: Any) -> None:
    if not isinstance(i, slice) and operator.index(i) < 0:
        raise IndexError(f"a buffer at {i}: a negative index")


@functools.cache
def strict(game: Game[Any]) -> Rules:
    """The game's rules over strict tables."""
    bindings, roots = game.bindings(), game.rules.by_name()
    made: dict[Rule, Rule] = {}

    def strictly(value: Any) -> Any:
        if isinstance(value, Placeholder):
            value = bindings[value.name]
        if isinstance(value, Lookup | ModuleType):
            return _tables(value)
        return made.get(value, value) if is_rule(value) else value

    for fn in in_order(roots.values(), bindings):
        made[fn] = rebind(fn, strictly)
    return replace(game.rules, **{name: made[fn] for name, fn in roots.items()})


@functools.cache
def _tables(value: Lookup | ModuleType) -> Any:
    """A table, or the constants of a module, with strict tables."""
    if isinstance(value, ModuleType):
        return SimpleNamespace(**{name: _rows(each) for name, each in (constants(value) or {}).items()})
    return _rows(value)


def _rows(value: Any) -> Any:
    return StrictTable(map(_rows, value)) if isinstance(value, tuple) else value
