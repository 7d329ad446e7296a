"""The table: every field of a game's state, the kinds of pending business, the events people are told."""

from __future__ import annotations

import enum

from ..kernel import State, i8, i16
from .components import (
    AREAS,
    DEALT_LEADERS,
    DEALT_ROOMS,
    DISPLAY,
    GEARS,
    GOODS,
    HEROES,
    LARGEST_STACK,
    MOST_SEATS,
    PREY,
    ROUNDS,
    SLOTS,
    SPACES,
    STACKS,
    TILES,
    TOKENS_PER_CITY,
)
from .options import OPTIONS


class Phase(enum.IntEnum):
    """Where in the game we are (sections 2, 3 and 11)."""

    SETUP = 0
    PLACING = 1
    EVENTS = 2
    DAY = 3
    END_EVENTS = 4
    FEED = 5
    RADIATION = 6
    RECRUIT = 7
    BUILD = 8
    REPAIR = 9
    CLEAN_UP = 10
    OVER = 11


class Ask(enum.IntEnum):
    """The kinds of pending business, with what their four numbers are; the first is the seat that decides."""

    KEEP = 1  # seat, rooms still to keep
    FIRST_ROOM = 2  # seat
    SPLIT = 3  # seat, slot
    LEADER = 4  # seat
    MARY_DRAW = 5  # seat, draws left
    MARY_THROW = 6  # seat
    PLACE_HERO = 7  # seat, hero
    LOSE_FOOD = 8  # seat, tokens
    LOSE_GOODS = 9  # seat, tokens
    LOSE_SURVIVOR = 10  # seat, survivors
    TURN = 11  # seat
    SPACE = 12  # seat, space of the hero's strength
    ARRIVAL = 13  # seat, hero, what comes next, 1 with the bat (nobody decides)
    BAT = 14  # seat
    GUARD = 15  # victim, attacker, pressure, hero pressed
    ARMOUR = 16  # the same
    DEFENCE = 17  # the same
    LOOT = 18  # who chooses, victim, attacker, tokens
    SURVIVOR = 19  # seat, 0 from the supply or 1 + the ship's space
    VISIT = 20  # seat, hero, actions left, what has been done (`GATHERED`...)
    HUNT = 21  # seat, tools announced, 0 or the toughness chosen with the sensor, 1 once something was chosen
    LOOK = 22  # seat
    END_EVENT = 23  # seat
    DISCOUNT = 24  # seat, slot of the card
    WAIVE = 25  # seat, slot of the card
    WAIVE_MORE = 26  # seat, slot of the card, resource waived first
    FEEDING = 27  # seat, food still due to the rooms, airlock rows without water
    RECRUIT = 28  # seat
    BUILD = 29  # seat
    PAY_ROOM = 30  # seat, slot, materials still due
    REPAIR = 31  # seat
    DISCOUNTED = 32  # seat, materials less, 1 if the repair may be declined
    SPARE = 33  # seat, kind, of whose price one material is not paid
    SINGLE = 34  # seat, kind, of whose price one material is paid


GATHERED, DAM_ON, HUNTED = 1, 2, 4
"""What a hero has done in its visit."""


NONE, BROKEN, READY, USED = 0, 1, 2, 3
"""An equipment tile beside a shelter (OL-1.5, OL-10.1 to OL-10.3)."""


class OutliveState(State, options=len(OPTIONS), frames=6):
    """Kinds are stored plus one where 0 means that nothing lies there (rooms, leaders, cards, displayed tiles)."""

    day = i8()  # the round, 1 to 6; 0 during setup
    phase = i8()
    first = i8()  # the first player of the current turn order
    marker = i8()  # who holds the first-player marker
    turn = i8()  # the place in turn order that comes next
    passed = i8()  # mask of seats that have passed (the day, or this round of ending events)

    card = i8(ROUNDS)  # event cards on their slots; those from `day` on lie face down
    ended = i8(ROUNDS)  # 1 + the seat that ended it
    slot = i8()  # the card that is taking effect

    pool = i8(AREAS)
    algae = i8()  # 1 while usable
    ship = i8(SPACES)  # survivors waiting on the spaces
    aboard = i8(MOST_SEATS)  # 1 + the space of the seat's active hero on the ship
    prey = i8(STACKS, LARGEST_STACK)  # animals, toughness 3 to 7; the top is the last one
    prey_left = i8(STACKS)
    looked = i8(STACKS)  # mask of seats that know the whole stack
    search = i8(2, TOKENS_PER_CITY)  # tokens: the face-down stack (its top the last one), then those beside the city
    search_left = i8(2)
    peeked = i8(2)  # mask of seats that know the order of the stack
    display = i8(2, DISPLAY)
    stack = i8(TILES)  # equipment; the top is the last one
    stack_left = i8()
    discard = i8(GEARS)

    dealt = i8(MOST_SEATS, DEALT_ROOMS)  # advanced rooms in hand, later the refused ones, until setup ends
    offered = i8(MOST_SEATS, DEALT_LEADERS)  # leaders, likewise
    leader = i8(MOST_SEATS)

    store = i16(MOST_SEATS, GOODS)
    airlock = i8(MOST_SEATS)
    gauge = i8(MOST_SEATS)
    room = i8(MOST_SEATS, SLOTS)
    built = i8(MOST_SEATS, SLOTS)
    people = i8(MOST_SEATS, SLOTS)
    used = i8(MOST_SEATS, SLOTS)  # 1 when used; a mask of cities for rooms that work once per city
    gear = i8(MOST_SEATS, GEARS)
    kills = i8(MOST_SEATS, PREY)
    place = i8(MOST_SEATS, HEROES)  # the heroes' areas; -1 before they are placed
    standing = i8(MOST_SEATS, HEROES)
    safe = i8(MOST_SEATS)  # mask of heroes whom the Guard Post keeps safe
