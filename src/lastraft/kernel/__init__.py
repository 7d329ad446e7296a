"""The kernel: state, rules, tables, random numbers, frames and events. It knows no game."""

from .dice import below, sow, word
from .frames import part, pop, push, set_part, top
from .rule import Table, clause, copy_state, emit, rule, slot
from .state import EVERYONE, MAX_SEATS, Buffer, Dice, Fields, State, States, Told, i8, i16, i32, u8, u16, u32

__all__ = [
    "EVERYONE",
    "MAX_SEATS",
    "Buffer",
    "Dice",
    "Fields",
    "State",
    "States",
    "Table",
    "Told",
    "below",
    "clause",
    "copy_state",
    "emit",
    "i8",
    "i16",
    "i32",
    "part",
    "pop",
    "push",
    "rule",
    "set_part",
    "slot",
    "sow",
    "top",
    "u8",
    "u16",
    "u32",
    "word",
]
