"""What the kinds of pending business hold: the numbers of a frame by name (see `Ask`)."""

from ..kernel import Parts


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
