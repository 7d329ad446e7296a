"""Hunting (section 9.4) and its tools (OL-10.25, OL-10.26, OL-10.30 to OL-10.32)."""

from ...kernel import EVERYONE, clause, emit, part, part_at, pop, push, rule, set_part
from ..components import HUNT_MEAT, PREY_MEAT, PREY_VALUES, STACK_OF, WEAKEST_PREY, Card, Gear, Res, Room
from ..events import Event
from ..options import Choice
from ..state import HUNTED, Ask, Hunt, OutliveState, Visit
from .areas import has_done, spend_actions, visited
from .equipment import is_ready, use_gear
from .event_cards import suffers
from .shelter import gain, in_supply, use_all

SHOTGUN, BEAR_TRAP = 1, 2
"""Tools announced for a hunt, as a mask."""


@rule
def toughness(s: OutliveState, seat: int, printed: int) -> int:
    """OL-9.21, OL-6.9, OL-5.10: one more under Mutation, judged at every single hunt."""
    return printed + (1 if suffers(s, seat, Card.MUTATION) else 0)


@rule
def unused_tools(s: OutliveState, seat: int) -> int:
    """OL-10.25, OL-10.26: shotgun and bear trap may be joined."""
    n = 1 if is_ready(s, seat, Gear.SHOTGUN) else 0
    return n + (1 if is_ready(s, seat, Gear.BEAR_TRAP) else 0)


@rule
def can_afford(s: OutliveState, seat: int, printed: int, actions: int, tools: int) -> bool:
    """OL-9.29, OL-6.14: with the actions left, all ammo and the tools together; OL-9.23: at least one action with
    `zero_action_hunt` = false."""
    if s.option[Choice.ZERO_ACTION_HUNT] == 1 and actions < 1:
        return False
    return toughness(s, seat, printed) - tools - s.store[seat][Res.AMMO] <= actions


@rule
def forbids_hunting(s: OutliveState, seat: int) -> int:
    """OL-9.9, OL-9.20, OL-9.29, OL-4.7: an animal that can be paid for, or the sensor."""
    stack = STACK_OF[visited(s)]
    if stack < 0:
        return clause(9, 2)
    if s.prey_left[stack] == 0:
        return clause(4, 7)
    if s.option[Choice.ONE_HUNT_PER_VISIT] == 0 and has_done(s, HUNTED):
        return clause(9, 20)
    if is_ready(s, seat, Gear.THERMAL_SENSOR):
        return 0
    top = s.prey[stack][s.prey_left[stack] - 1]
    return 0 if can_afford(s, seat, top, part(s, Visit.actions), unused_tools(s, seat)) else clause(9, 29)


@rule
def begin_hunt(s: OutliveState, seat: int) -> None:
    """OL-9.28: sensor, tools, ammo, in this order."""
    push(s, Ask.HUNT, seat, 0, 0, 0)


@rule
def hunted(s: OutliveState) -> int:
    """OL-9.20, OL-10.31: the printed toughness that is hunted: the sensor's choice, or the top token's."""
    if part(s, Hunt.chosen) > 0:
        return part(s, Hunt.chosen)
    stack: int = STACK_OF[visited(s)]
    return s.prey[stack][s.prey_left[stack] - 1]


@rule
def tools_announced(s: OutliveState) -> int:
    """B of OL-9.28."""
    tools = part(s, Hunt.tools)
    return (tools & SHOTGUN) + (tools >> 1 & 1)


@rule
def actions_left(s: OutliveState) -> int:
    """The visiting hero's actions while its hunt is under way."""
    return part_at(s, 0, Visit.actions)


@rule
def forbids_tool(s: OutliveState, seat: int, kind: int) -> int:
    """OL-10.31, OL-10.32: the sensor as the first choice; a tool only if the animal is then affordable."""
    if kind != Gear.THERMAL_SENSOR and kind != Gear.SHOTGUN and kind != Gear.BEAR_TRAP:
        return clause(9, 28)
    if not is_ready(s, seat, kind):
        return clause(10, 3)
    if kind == Gear.THERMAL_SENSOR:
        return 0 if part(s, Hunt.begun) == 0 else clause(10, 31)
    tools = tools_announced(s) + unused_tools(s, seat)
    return 0 if can_afford(s, seat, hunted(s), actions_left(s), tools) else clause(10, 32)


@rule
def announce_tool(s: OutliveState, seat: int, kind: int) -> None:
    """OL-9.28, OL-10.31: the tile is used, whatever comes of it."""
    use_gear(s, seat, kind)
    set_part(s, Hunt.begun, 1)
    if kind == Gear.THERMAL_SENSOR:
        look(s, seat)
    else:
        set_part(s, Hunt.tools, part(s, Hunt.tools) | (SHOTGUN if kind == Gear.SHOTGUN else BEAR_TRAP))


@rule
def look(s: OutliveState, seat: int) -> None:
    """OL-10.30: through the whole stack, secretly; known for the rest of the game, as the stack only loses tokens."""
    area = visited(s)
    stack = STACK_OF[area]
    s.looked[stack] |= 1 << seat
    s.revealed += 1
    emit(s, EVERYONE, Event.LOOKED, seat, area)
    for i in range(s.prey_left[stack]):
        emit(s, 1 << seat, Event.SAW_ANIMAL, area, s.prey[stack][s.prey_left[stack] - 1 - i], i)
    push(s, Ask.LOOK, seat, 0, 0, 0)


@rule
def topmost(s: OutliveState, stack: int, printed: int) -> int:
    """OL-10.31: the topmost token of that toughness, or -1."""
    for i in range(s.prey_left[stack] - 1, -1, -1):
        if s.prey[stack][i] == printed:
            return i
    return -1


@rule
def forbids_prey(s: OutliveState, seat: int, printed: int) -> int:
    """OL-10.31: a toughness that is present and affordable."""
    if topmost(s, STACK_OF[visited(s)], printed) < 0:
        return clause(10, 31)
    return 0 if can_afford(s, seat, printed, actions_left(s), unused_tools(s, seat)) else clause(9, 29)


@rule
def choose_prey(s: OutliveState, printed: int) -> None:
    """OL-10.31: any token of the stack."""
    pop(s)
    set_part(s, Hunt.chosen, printed)


@rule
def break_off(s: OutliveState, seat: int) -> None:
    """OL-10.31: declining breaks the hunt off without cost."""
    pop(s)
    pop(s)
    emit(s, EVERYONE, Event.BROKE_OFF, seat)


@rule
def forbids_ammo(s: OutliveState, seat: int, ammo: int) -> int:
    """OL-9.22, OL-9.28: no more than owned nor than the toughness, and the rest within the actions left."""
    if ammo > s.store[seat][Res.AMMO]:
        return clause(9, 28)
    tough = toughness(s, seat, hunted(s))
    if ammo > tough:
        return clause(9, 22)
    cost = tough - tools_announced(s) - ammo
    if s.option[Choice.ZERO_ACTION_HUNT] == 1 and cost < 1:
        return clause(9, 23)
    return 0 if cost <= actions_left(s) else clause(9, 28)


@rule
def finish_hunt(s: OutliveState, seat: int, ammo: int) -> None:
    """OL-9.24, OL-9.28: ammo and actions are spent, the token is kept, the next one lies open."""
    printed = hunted(s)
    cost = max(0, toughness(s, seat, printed) - tools_announced(s) - ammo)
    pop(s)
    spend_actions(s, cost)
    set_part(s, Visit.done, part(s, Visit.done) | HUNTED)
    s.store[seat][Res.AMMO] -= ammo
    if ammo > 0:
        emit(s, EVERYONE, Event.PAID, seat, Res.AMMO, ammo)
    area = visited(s)
    take_animal(s, area, printed)
    s.kills[seat][printed - WEAKEST_PREY] += 1
    meat = min(meat_of(s, seat, printed), in_supply(s, Res.MEAT))
    emit(s, EVERYONE, Event.HUNTED, seat, printed, meat)
    gain(s, seat, Res.MEAT, meat)
    stack = STACK_OF[area]
    if s.prey_left[stack] > 0:
        emit(s, EVERYONE, Event.TOP_ANIMAL, area, s.prey[stack][s.prey_left[stack] - 1])


@rule
def take_animal(s: OutliveState, area: int, printed: int) -> None:
    """OL-9.20, OL-10.30: the token leaves the stack, the others keep their order."""
    stack = STACK_OF[area]
    for i in range(topmost(s, stack, printed), s.prey_left[stack] - 1):
        s.prey[stack][i] = s.prey[stack][i + 1]
    s.prey_left[stack] -= 1
    s.prey[stack][s.prey_left[stack]] = 0
    s.revealed += 1


@rule
def meat_of_kill(s: OutliveState, seat: int, kind: int, kill: int) -> int:
    """OL-9.25, OL-9.26, OL-6.8: by which kill of its kind it is, one less under Plague."""
    meat: int = PREY_MEAT[kind][min(kill, PREY_VALUES) - 1]
    if kill > PREY_VALUES and s.option[Choice.HUNT_PROGRESSION_END] == 1:
        meat += kill - PREY_VALUES
    return max(0, meat - 1) if suffers(s, seat, Card.PLAGUE) else meat


@rule
def meat_of(s: OutliveState, seat: int, printed: int) -> int:
    """OL-9.25 to OL-9.27, OL-12.14, OL-12.29: the last kill, plus the rooms' bonuses."""
    kind = printed - WEAKEST_PREY
    meat: int = meat_of_kill(s, seat, kind, s.kills[seat][kind])
    meat += HUNT_MEAT[Room.HUNT_PLUS2] * use_all(s, seat, Room.HUNT_PLUS2)
    meat += HUNT_MEAT[Room.HUNT_PLUS1] * use_all(s, seat, Room.HUNT_PLUS1)
    return meat
