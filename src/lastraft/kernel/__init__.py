"""The kernel: state, rules, tables, random numbers, frames and events. It knows no game."""

from .frames import part, part_at, pop, push, set_part, top
from .rng import next32, randbelow, seed_rng, seed_words
from .rows import pick_equal, pick_member, pick_weighted, shuffle, shuffle_between, sort, sort_descending, swap
from .rule import Lookup, Parts, clause, copy_state, emit, placeholder, rule
from .state import EVERYONE, MAX_SEATS, Buffer, Emitted, Fields, Rng, Row, State, States, i8, i16, i32, u8, u16, u32

__all__ = [
    "EVERYONE",
    "MAX_SEATS",
    "Buffer",
    "Emitted",
    "Fields",
    "Lookup",
    "Parts",
    "Rng",
    "Row",
    "State",
    "States",
    "clause",
    "copy_state",
    "emit",
    "i8",
    "i16",
    "i32",
    "next32",
    "part",
    "part_at",
    "pick_equal",
    "pick_member",
    "pick_weighted",
    "placeholder",
    "pop",
    "push",
    "randbelow",
    "rule",
    "seed_rng",
    "seed_words",
    "set_part",
    "shuffle",
    "shuffle_between",
    "sort",
    "sort_descending",
    "swap",
    "top",
    "u8",
    "u16",
    "u32",
]
