"""Words and drawings that everybody is shown alike: made once, not for every reader and every move."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from .reader import Reader

T = TypeVar("T")
P = ParamSpec("P")
MOST = 8192
"""So many results of a function are kept."""


def for_everybody(make: Callable[Concatenate[Reader[Any], P], T]) -> Callable[Concatenate[Reader[Any], P], T]:
    """Remember what a function of a reader returns for all readers of the same position and language. It may depend on
    what everybody knows, but neither on the seat nor on what only the seat knows; nobody may change what it returns."""

    @functools.wraps(make)
    def of(r: Reader[Any], /, *args: P.args, **options: P.kwargs) -> T:
        key = (make, *args, *options.items())
        made: T | None = r.shared.get(key)
        if made is None:
            made = r.shared[key] = make(r, *args, **options)
        return made

    return of


def made_of(
    rows: str, fields: str = ""
) -> Callable[[Callable[[Reader[Any], int], T]], Callable[[Reader[Any], int], T]]:
    """Remember what a function of a reader and a seat returns, also for other positions. It may depend on nothing but
    the language, the seat, its rows of some fields (one number or a row of them), and some whole fields, all of which
    everybody knows; nobody may change what it returns."""
    rows_of, fields_of = _getter(rows), _getter(fields)

    def remembered(make: Callable[[Reader[Any], int], T]) -> Callable[[Reader[Any], int], T]:
        kept = OrderedDict[Any, T]()

        @functools.wraps(make)
        def of(r: Reader[Any], seat: int) -> T:
            made: T | None = r.shared.get((make, seat))
            if made is not None:
                return made
            whole = r.shared.get(make)
            if whole is None:
                whole = r.shared[make] = (r.t, *_flat(fields_of(r.state)))
            key = (whole, seat, *_flat([row[seat] for row in rows_of(r.state)]))
            made = kept.get(key)  # not looked up twice: another thread may drop it in between
            if made is None:
                made = kept[key] = make(r, seat)
                if len(kept) > MOST:
                    kept.popitem(last=False)
            r.shared[make, seat] = made
            return made

        of.made_of = frozenset(f"{rows} {fields}".split())  # type: ignore[attr-defined]
        return of

    return remembered


def _flat(values: Iterable[Any]) -> list[int]:
    """All numbers of some fields; their shapes never change."""
    numbers: list[int] = []
    for value in values:
        if type(value) is list:
            numbers += value
        else:
            numbers.append(value)
    return numbers


def _getter(names: str) -> Callable[[Any], tuple[Any, ...]]:
    """A tuple of these attributes, however many they are."""
    each = names.split()
    if len(each) < 2:
        return lambda state: tuple(getattr(state, name) for name in each)
    return attrgetter(*each)
