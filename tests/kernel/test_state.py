"""States: declared as fields, the same numbers as an object, as bytes and as a record."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastraft.kernel import EVERYONE, Buffer, Emitted, Rng, State, i8, i16, i32, u8, u16, u32


class Beach(State, options=2, frames=3):
    water = i8()
    big = u32()
    wood = i16(3)
    hand = u8(2, 4)
    cube = i8(2, 2, 2)
    far = i32()
    wide = u16()


NAMES = list(Beach.layout.fields)


@st.composite
def beaches(draw: st.DrawFn) -> Beach:
    """Any state, every number within its field's range."""
    numbers = []
    for field in Beach.layout.fields.values():
        numbers += draw(st.lists(st.integers(field.low, field.high), min_size=field.total, max_size=field.total))
    return Beach.from_bytes(Beach.layout.packer.pack(*numbers))


def test_fields_begin_at_zero() -> None:
    s = Beach()
    assert s.water == 0
    assert s.hand == [[0] * 4, [0] * 4]
    assert s.cube == [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]
    assert s.option == [0, 0]
    assert s.frame == [[0] * 5] * 3
    assert s.to_bytes() == bytes(Beach.layout.size)


def test_layout_is_aligned_and_the_dtype_is_the_same() -> None:
    layout, dtype = Beach.layout, Beach.dtype()
    assert layout.size == dtype.itemsize == layout.packer.size
    assert layout.size % 8 == 0
    assert dtype.names == (*layout.fields, "padding")
    record = np.frombuffer(bytes(range(layout.size)), dtype)
    assert record.copy().tobytes() == record.tobytes()  # nothing that NumPy would leave out
    for name, field in layout.fields.items():
        assert layout.offsets[name] % field.bytes_each == 0
        assert dtype.fields is not None
        assert dtype.fields[name][1] == layout.offsets[name]


@given(beaches())
def test_bytes_and_records_come_back(s: Beach) -> None:
    data = s.to_bytes()
    assert Beach.from_bytes(data).to_bytes() == data
    record: Any = s.to_record()
    assert record.tobytes() == data
    assert Beach.from_record(record).to_bytes() == data
    for name in NAMES:
        assert record[name].tolist() == getattr(s, name)


@given(beaches(), beaches())
def test_copies_share_nothing(s: Beach, other: Beach) -> None:
    data = s.to_bytes()
    copy = s.copy()
    copy.hand[1][2] ^= 1
    copy.cube[0][1][1] = 5
    copy.wood[0] = 7
    assert s.to_bytes() == data
    copy.become(s)
    assert copy.to_bytes() == data
    copy.hand[0][0] ^= 1
    assert s.to_bytes() == data
    assert Beach.differences(data, data) == []
    assert bool(Beach.differences(data, other.to_bytes())) == (data != other.to_bytes())


def test_a_copy_has_no_listeners() -> None:
    s = Beach()
    s.events = []
    assert s.copy().events is None


def test_differences_and_repr_name_the_fields() -> None:
    one, other = Beach(), Beach()
    other.wood[1] = 4
    assert Beach.differences(one.to_bytes(), other.to_bytes()) == ["wood: [0, 0, 0] / [0, 4, 0]"]
    other.water = 3
    assert "water=3" in repr(other)


def test_a_number_out_of_range_does_not_become_bytes() -> None:
    s = Beach()
    s.water = 128
    with pytest.raises(struct.error):
        s.to_bytes()


@pytest.mark.parametrize("name", ["round", "all", "size", "events", "seats", "random", "copy", "to_bytes", "_secret"])
def test_a_taken_name_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}: this name is taken"):
        type("Bad", (State,), {name: i8()})


@pytest.mark.parametrize("shape", [(0,), (-1,), (2, 0), (1.5,), ("a",)])
def test_a_bad_size_is_refused(shape: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="whole numbers from 1 on"):
        i8(*shape)


def test_a_generator_stands_alone() -> None:
    assert Rng().random == [0, 0, 0, 0]
    assert Rng.layout.size == 16
    assert Rng.from_bytes(bytes(range(16))).random[0] == 0x03020100


# -- checked states -----------------------------------------------------------------------------------------------


def test_checked_takes_over_every_number() -> None:
    s = Beach()
    s.water, s.hand[1][3], s.cube[1][0][1] = -5, 200, 9
    checked = Beach.checked(s)
    assert checked.to_bytes() == s.to_bytes()
    assert checked.copy().to_bytes() == s.to_bytes()
    assert isinstance(checked, Beach)
    checked.hand[1][3] = 1
    assert s.hand[1][3] == 200
    checked.events = []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("s.water = 128", OverflowError),
        ("s.water = -129", OverflowError),
        ("s.big = -1", OverflowError),
        ("s.hand[0][1] = 256", OverflowError),
        ("s.hand[0][1] -= 1", OverflowError),
        ("s.wood[-1] = 1", IndexError),
        ("s.wood[-1]", IndexError),
        ("s.hand[-1][0]", IndexError),
        ("s.wood[3]", IndexError),
        ("s.wood[3] = 0", IndexError),
        ("s.hand[0] = s.hand[1]", TypeError),
        ("s.hand = [[0] * 4] * 2", TypeError),
        ("s.sand = 1", AttributeError),
        ("s.water = 1.5", TypeError),
        ("s.wood[0] = None", TypeError),
        ("s.wood[0:1]", TypeError),
    ],
)
def test_checked_refuses(change: str, error: type[Exception]) -> None:
    s = Beach.checked()
    with pytest.raises(error):
        exec(change, {"s": s})
    assert s.to_bytes() == bytes(Beach.layout.size)


# -- events and buffers -------------------------------------------------------------------------------------------


def test_whom_an_event_reaches() -> None:
    private, public = Emitted(0b101, 1, 0, 0, 0), Emitted(EVERYONE, 1, 0, 0, 0)
    assert [private.reaches(seat) for seat in (-1, 0, 1, 2)] == [False, True, False, True]
    assert all(public.reaches(seat) for seat in (-1, 0, 11))


def test_a_buffer_has_its_size() -> None:
    assert Buffer(3) == [0, 0, 0]
    with pytest.raises(IndexError):
        Buffer(3)[3] = 1
