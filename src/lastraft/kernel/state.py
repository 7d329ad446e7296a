"""A state declares its fields as values; from that come the plain class and the record's dtype.

    class Beach(State, options=2):
        water = i8()
        hand = i8(12, 40)

A field is an int or rows of ints. Rules say ``s.water`` and ``s.hand[seat][card]`` in every world.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, cast, overload

if TYPE_CHECKING:
    import numpy as np

MAX_SEATS = 12
EVERYONE = -1
"""The mask of all seats and of spectators."""

_NDARRAY = """
all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy
ctypes cumprod cumsum data device diagonal dot dtype dump dumps events fill flags flat flatten getfield imag
item itemset itemsize max mean min mT nbytes ndim newbyteorder nonzero partition prod ptp put ravel real
repeat reshape resize round searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes T
take tobytes tofile tolist tostring trace transpose var view padding
"""
_TAKEN = frozenset(_NDARRAY.split())
"""Attributes of an ndarray, a record or a state, and the field that fills it up: a field of such a name could not be
reached in some world."""


class Emitted(NamedTuple):
    """One event: what happened, and the mask of seats that learn of it."""

    who: int
    kind: int
    a: int
    b: int
    c: int

    def reaches(self, seat: int) -> bool:
        """Whether ``seat`` learns of it; -1 is a spectator."""
        return self.who == EVERYONE or (seat >= 0 and bool(self.who >> seat & 1))


class Field(NamedTuple):
    """A declared field: its kind of number and its shape (none for a single number)."""

    kind: str
    shape: tuple[int, ...]

    @property
    def bytes_each(self) -> int:
        return int(self.kind[1:]) // 8

    @property
    def total(self) -> int:
        return math.prod(self.shape)

    @property
    def low(self) -> int:
        return 0 if self.kind[0] == "u" else -(1 << int(self.kind[1:]) - 1)

    @property
    def high(self) -> int:
        return (1 << int(self.kind[1:]) - (self.kind[0] == "i")) - 1


class _Kind:
    """``i8()`` is a number, ``i8(4)`` a row, ``i8(4, 9)`` rows of rows."""

    def __init__(self, name: str) -> None:
        self.name = name

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, n: int, /) -> list[int]: ...
    @overload
    def __call__(self, n: int, m: int, /) -> list[list[int]]: ...
    @overload
    def __call__(self, n: int, m: int, k: int, /) -> list[list[list[int]]]: ...
    def __call__(self, *shape: int) -> Any:
        if any(not isinstance(n, int) or n < 1 for n in shape):
            raise TypeError(f"{self.name}{shape}: a field's sizes are whole numbers from 1 on")
        return Field(self.name, shape)


i8, i16, i32 = _Kind("i8"), _Kind("i16"), _Kind("i32")
u8, u16, u32 = _Kind("u8"), _Kind("u16"), _Kind("u32")
_CODES = {"i8": "b", "i16": "h", "i32": "i", "u8": "B", "u16": "H", "u32": "I"}


class Layout(NamedTuple):
    """Where each field lies in the bytes: the widest numbers first, so that none is misaligned."""

    fields: dict[str, Field]
    offsets: dict[str, int]
    size: int
    packer: struct.Struct
    places: tuple[tuple[str, int, tuple[int, ...]], ...]
    """Every field with the place of its first number among all of them, and its shape."""
    rows: tuple[str, ...]
    """The fields that are one row of numbers."""
    grids: tuple[str, ...]
    """The fields that are rows of rows."""

    @staticmethod
    def of(declared: dict[str, Field]) -> Layout:
        fields = dict(sorted(declared.items(), key=lambda item: -item[1].bytes_each))
        offsets = dict(
            zip(
                fields, itertools.accumulate((f.bytes_each * f.total for f in fields.values()), initial=0), strict=False
            )
        )
        used = sum(f.bytes_each * f.total for f in fields.values())
        size = -(-used // 8) * 8
        codes = "".join(f"{f.total}{_CODES[f.kind]}" for f in fields.values())
        before = itertools.accumulate((f.total for f in fields.values()), initial=0)
        places = tuple((name, at, f.shape) for (name, f), at in zip(fields.items(), before, strict=False))
        rows = tuple(name for name, f in fields.items() if len(f.shape) == 1)
        grids = tuple(name for name, f in fields.items() if len(f.shape) > 1)
        return Layout(fields, offsets, size, struct.Struct(f"<{codes}{size - used}x"), places, rows, grids)


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copied(rows: Any) -> Any:
    """A deep copy of nested lists."""
    return [_copied(row) for row in rows] if isinstance(rows[0][0], list) else [row[:] for row in rows]


def numbers_in(value: Any, shape: tuple[int, ...]) -> Iterable[int]:
    """All numbers of a field, in their order."""
    if not shape:
        return (value,)
    for _ in shape[1:]:
        value = itertools.chain.from_iterable(value)
    return cast("Iterable[int]", value)


def shaped(numbers: tuple[int, ...], at: int, shape: tuple[int, ...]) -> Any:
    """The field of that shape that begins at a number."""
    if not shape:
        return numbers[at]
    if len(shape) == 1:
        return list(numbers[at : at + shape[0]])
    each = math.prod(shape[1:])
    if len(shape) == 2:
        return [list(numbers[i : i + each]) for i in range(at, at + shape[0] * each, each)]
    return [shaped(numbers, i, shape[1:]) for i in range(at, at + shape[0] * each, each)]


class Fields:
    """Base of classes whose fields are declared as values: a plain object, and the same as a record (see `Field`)."""

    layout: ClassVar[Layout] = Layout.of({})

    def __init_subclass__(cls) -> None:
        declared = dict(cls.layout.fields)
        for name, value in list(vars(cls).items()):
            if isinstance(value, Field):
                if name in _TAKEN or name.startswith("_") or name in declared or hasattr(super(cls, cls), name):
                    raise TypeError(f"{cls.__name__}.{name}: this name is taken; call the field something else")
                declared[name] = value
                delattr(cls, name)
        cls.layout = Layout.of(declared)

    def __init__(self) -> None:
        for name, field in self.layout.fields.items():
            setattr(self, name, _zeros(field.shape))

    def copy(self, only: frozenset[str] | None = None) -> Self:
        """A copy, without the list of events. With ``only``, the two share every other field: then neither may change
        one of these."""
        other = object.__new__(type(self))
        values = other.__dict__
        values.update(self.__dict__)
        values.pop("events", None)
        rows, grids = (self.layout.rows, self.layout.grids) if only is None else _lists(cast(Any, type(self)), only)
        for name in rows:
            values[name] = values[name][:]
        for name in grids:
            values[name] = _copied(values[name])
        return other

    def become(self, other: Self) -> None:
        """Take over the numbers of another state."""
        self.__dict__.update(other.copy().__dict__)

    def to_bytes(self) -> bytes:
        """The state as its record's bytes; a number out of its field's range raises `struct.error`."""
        values = self.__dict__
        numbers: list[int] = []
        for name, _, shape in self.layout.places:
            numbers.extend(numbers_in(values[name], shape))
        return self.layout.packer.pack(*numbers)

    @classmethod
    def from_bytes(cls, data: bytes | memoryview) -> Self:
        state, numbers = object.__new__(cls), cls.layout.packer.unpack(data)
        state.__dict__.update({name: shaped(numbers, at, shape) for name, at, shape in cls.layout.places})
        return state

    def to_record(self) -> np.void:
        """A record of the native world with the same numbers."""
        import numpy as np

        array: Any = np.frombuffer(bytearray(self.to_bytes()), dtype=self.dtype())
        return cast("np.void", array[0])

    @classmethod
    def from_record(cls, record: np.void) -> Self:
        return cls.from_bytes(record.tobytes())

    @classmethod
    def dtype(cls) -> np.dtype[np.void]:
        return _dtype(cast(Any, cls))

    def __repr__(self) -> str:
        shown = (f"{n}={self.__dict__[n]}" for n in self.layout.fields if n != "random" and self.__dict__[n])
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def differences(cls, one: bytes, other: bytes) -> list[str]:
        """The fields in which two states differ, for messages."""
        a, b = cls.from_bytes(one), cls.from_bytes(other)
        return [
            f"{name}: {getattr(a, name)} / {getattr(b, name)}"
            for name in cls.layout.fields
            if getattr(a, name) != getattr(b, name)
        ]


@functools.cache
def _lists(cls: type[Fields], only: frozenset[str]) -> tuple[list[str], list[str]]:
    """Of some fields those that are a row, and those that are rows of rows."""
    return [name for name in cls.layout.rows if name in only], [name for name in cls.layout.grids if name in only]


class Rng(Fields):
    """A random number generator: four words of 32 bits (see `rng`). A game's state has one; a bot has its own."""

    random = u32(4)


@functools.cache
def _dtype(cls: type[Fields]) -> np.dtype[np.void]:
    import numpy as np

    fields = [(name, f"<{f.kind[0]}{f.bytes_each}", f.shape) for name, f in cls.layout.fields.items()]
    left = cls.layout.size - sum(f.bytes_each * f.total for f in cls.layout.fields.values())
    # What fills the last 8 bytes has a name: NumPy copies the fields of a record, and nothing else.
    return np.dtype([*fields, ("padding", "<u1", (left,))] if left else fields)


class State(Rng):
    """What every game's state has: seats, options, the stack of frames, the counter of what was revealed.

    ``class Beach(State, options=2, frames=8)`` gives the number of options and the depth of the stack.
    """

    seats: int
    option: list[int]
    depth: int
    frame: list[list[int]]
    revealed: int
    events: list[Emitted] | None = None
    """Where `emit` appends; None while they are not collected. Beside the state, not part of it."""

    def __init_subclass__(cls, options: int = 1, frames: int = 8) -> None:
        base = cls.__mro__[1]
        if base is State:
            shared = {
                "seats": Field("i8", ()),
                "option": Field("i8", (max(1, options),)),
                "depth": Field("i8", ()),
                "frame": Field("i16", (frames, 5)),
                "revealed": Field("i32", ()),
            }
            cls.layout = Layout.of({**Rng.layout.fields, **shared})
        super().__init_subclass__()

    @classmethod
    def checked(cls, state: Self | None = None) -> Self:
        """A plain state that refuses numbers out of range, negative indices and assigned rows: for tests."""
        checked = _checked_class(cast(Any, cls))()
        if state is not None:
            for name, field in cls.layout.fields.items():
                if field.shape:
                    _fill(checked.__dict__[name], state.__dict__[name])
                else:
                    setattr(checked, name, state.__dict__[name])
        return cast(Self, checked)


class _CheckedRow(list[Any]):
    field: Field
    name: str

    def __getitem__(self, i: Any) -> Any:
        if operator.index(i) < 0:
            raise IndexError(f"{self.name}[{i}]: a negative index")
        return super().__getitem__(i)

    def __setitem__(self, i: Any, value: Any) -> None:
        if operator.index(i) < 0:
            raise IndexError(f"{self.name}[{i}]: a negative index")
        if isinstance(self[i], list):
            raise TypeError(f"{self.name}[{i}]: a row is never assigned, only its numbers")
        _check(self.name, self.field, value)
        super().__setitem__(i, value)


def _check(name: str, field: Field, value: Any) -> None:
    if not field.low <= operator.index(value) <= field.high:
        raise OverflowError(f"{name} = {value}: out of range for {field.kind}")


def _checked_rows(name: str, field: Field, shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    row = _CheckedRow(_checked_rows(name, field, shape[1:]) for _ in range(shape[0]))
    row.name, row.field = name, field
    return row


def _fill(target: Any, source: Any) -> None:
    for i, value in enumerate(source):
        if isinstance(value, list):
            _fill(target[i], value)
        else:
            target[i] = value


@functools.cache
def _checked_class(cls: type[State]) -> type[State]:
    def __init__(self: State) -> None:
        self.__dict__.update({name: _checked_rows(name, f, f.shape) for name, f in cls.layout.fields.items()})

    def __setattr__(self: State, name: str, value: Any) -> None:
        if name != "events":
            if name not in cls.layout.fields:
                raise AttributeError(f"{cls.__name__} has no field {name}")
            if cls.layout.fields[name].shape:
                raise TypeError(f"{name}: a row is never assigned, only its numbers")
            _check(name, cls.layout.fields[name], value)
        object.__setattr__(self, name, value)

    def copy(self: State, only: frozenset[str] | None = None) -> State:
        return cls.from_bytes(self.to_bytes())

    members = {"__init__": __init__, "__setattr__": __setattr__, "copy": copy}
    return cast("type[State]", type.__new__(type, f"Checked{cls.__name__}", (cls,), members))


class Buffer(list[int]):
    """Numbers that a rule writes for its caller: the legal moves, an observation. int16 in the native worlds."""

    def __init__(self, size: int) -> None:
        super().__init__([0] * size)


class Buffers(list[Buffer]):
    """A `Buffer` for each of many games, for a `loop`. A C-ordered array of int16 in the native world."""


class Flags(list[list[int]]):
    """Zeros and ones for each of many games, for a `loop`. A C-ordered array of int8 in the native world."""


Row = list[int]
"""One row of an ``i8`` field, ``s.deck`` or ``s.hand[seat]``, that a rule reads and changes."""


class States(list[Any]):
    """Many states of one game, for a rule that plays many games. An array of records in the native worlds."""
