"""The table: every field of a game's state, its phases, and the kinds of pending business with what they hold."""

import enum

from ..kernel import Parts, State, i8, i16
from . import components as box
from .options import OPTIONS


class Phase(enum.IntEnum):
    """Where in the game we are (sections 2, 3 and 11)."""

    SETUP, PLACING, EVENTS, DAY, END_EVENTS, FEED, RADIATION, RECRUIT, BUILD, REPAIR, CLEAN_UP, OVER = range(12)


class Ask(enum.IntEnum):
    """The kinds of pending business: what the seat is asked, or what goes on by itself."""

    KEEP, FIRST_ROOM, SPLIT, LEADER, MARY_DRAW, MARY_THROW, PLACE_HERO, LOSE_FOOD, LOSE_GOODS = range(1, 10)
    LOSE_SURVIVOR, TURN, SPACE, ARRIVAL, BAT, GUARD, ARMOUR, DEFENCE, LOOT, SURVIVOR, VISIT, HUNT = range(10, 22)
    LOOK, END_EVENT, DISCOUNT, WAIVE, WAIVE_MORE, FEEDING, RECRUIT, BUILD, PAY_ROOM, REPAIR = range(22, 32)
    DISCOUNTED, SPARE, SINGLE = range(32, 35)


class Question(Parts):
    """All frames: the seat that decides. What else they hold is named below."""

    seat = 0


class Count(Parts):
    """`KEEP`, `MARY_DRAW`, `LOSE_FOOD`, `LOSE_GOODS`, `LOSE_SURVIVOR`: how many are still to keep, draw or lose."""

    left = 1


class Splitting(Parts):
    """`SPLIT`: the slot of the first room."""

    slot = 1


class Placing(Parts):
    """`PLACE_HERO`."""

    hero = 1


class Boarding(Parts):
    """`SPACE`: the space of the hero's strength."""

    space = 1


class Arrival(Parts):
    """`ARRIVAL`: what comes next, and 1 with the bat. Nobody decides."""

    seat, hero, step, bat = range(4)


class Pressure(Parts):
    """`GUARD`, `ARMOUR`, `DEFENCE`: the hero is the one who is pressed."""

    victim, attacker, points, hero = range(4)


class Loot(Parts):
    """`LOOT`: tokens still to hand over."""

    chooser, victim, attacker, tokens = range(4)


class Joining(Parts):
    """`SURVIVOR`: 0 from the supply, or 1 + the ship's space."""

    source = 1


class Visit(Parts):
    """`VISIT`, always the lowest frame: actions left, and what has been done (`GATHERED`...)."""

    seat, hero, actions, done = range(4)


class Hunt(Parts):
    """`HUNT`: tools announced, 0 or the toughness chosen with the sensor, 1 once something was chosen."""

    tools, chosen, begun = range(1, 4)


class Ending(Parts):
    """`DISCOUNT`, `WAIVE`, `WAIVE_MORE`: the slot of the card, the resource waived first."""

    slot, waived = range(1, 3)


class Feeding(Parts):
    """`FEEDING`: food still due to the rooms, airlock rows without water."""

    rooms, rows = range(1, 3)


class Paying(Parts):
    """`PAY_ROOM`: materials still due."""

    slot, due = range(1, 3)


class Discount(Parts):
    """`DISCOUNTED`: materials less, 1 if the repair may be declined."""

    less, optional = range(1, 3)


class Mending(Parts):
    """`SPARE`, `SINGLE`: the tile of whose price one material is not paid, or only one."""

    kind = 1


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

    card = i8(box.ROUNDS)  # event cards on their slots; those from `day` on lie face down
    ended = i8(box.ROUNDS)  # 1 + the seat that ended it
    slot = i8()  # the card that is taking effect

    pool = i8(box.AREAS)
    algae = i8()  # 1 while usable
    ship = i8(box.SPACES)  # survivors waiting on the spaces
    aboard = i8(box.MOST_SEATS)  # 1 + the space of the seat's active hero on the ship
    prey = i8(box.STACKS, box.LARGEST_STACK)  # animals, toughness 3 to 7; the top is the last one
    prey_left = i8(box.STACKS)
    looked = i8(box.STACKS)  # mask of seats that know the whole stack
    search = i8(
        2, box.TOKENS_PER_CITY
    )  # tokens: the face-down stack (its top the last one), then those beside the city
    search_left = i8(2)
    peeked = i8(2)  # mask of seats that know the order of the stack
    display = i8(2, box.DISPLAY)
    stack = i8(box.TILES)  # equipment; the top is the last one
    stack_left = i8()
    discard = i8(box.GEARS)

    dealt = i8(box.MOST_SEATS, box.DEALT_ROOMS)  # advanced rooms in hand, later the refused ones, until setup ends
    offered = i8(box.MOST_SEATS, box.DEALT_LEADERS)  # leaders, likewise
    leader = i8(box.MOST_SEATS)

    store = i16(box.MOST_SEATS, box.GOODS)
    airlock = i8(box.MOST_SEATS)
    gauge = i8(box.MOST_SEATS)
    room = i8(box.MOST_SEATS, box.SLOTS)
    built = i8(box.MOST_SEATS, box.SLOTS)
    people = i8(box.MOST_SEATS, box.SLOTS)
    used = i8(box.MOST_SEATS, box.SLOTS)  # 1 when used; a mask of cities for rooms that work once per city
    gear = i8(box.MOST_SEATS, box.GEARS)
    kills = i8(box.MOST_SEATS, box.PREY)
    place = i8(box.MOST_SEATS, box.HEROES)  # the heroes' areas; -1 before they are placed
    standing = i8(box.MOST_SEATS, box.HEROES)
    safe = i8(box.MOST_SEATS)  # mask of heroes whom the Guard Post keeps safe
