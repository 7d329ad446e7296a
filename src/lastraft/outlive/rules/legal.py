"""Who may move, which moves are legal, and the clause that forbids each of the others (section 17)."""

from ...kernel import Buffer, Lookup, clause, part, rule, top
from .. import codes
from ..components import AIRLOCK, AREAS, BASIC_ROOMS, CITY_OF, REPAIR_PRICE, WEAKEST_PREY, Gear, Room
from ..options import Choice
from ..state import Ask, Discount, OutliveState, Phase, Question, Visit
from .areas import (
    forbids_activating,
    forbids_algae,
    forbids_gathering,
    forbids_item,
    forbids_searching,
    forbids_settling,
    forbids_taking,
    gear_to_take,
    visited,
)
from .building import (
    forbids_building,
    forbids_paying_room,
    forbids_room,
    forbids_scrapping,
    forbids_staffing,
    rooms_to_build,
)
from .choices import forbids_keeping, forbids_leader, forbids_placing, forbids_split, forbids_throwing
from .equipment import is_ready
from .event_cards import forbids_losing_food, forbids_losing_goods
from .hunting import forbids_ammo, forbids_hunting, forbids_prey, forbids_tool
from .movement import forbids_move, forbids_peeking, hero_moves, must_move
from .night import (
    events_to_end,
    forbids_declining_discount,
    forbids_eating,
    forbids_ending,
    forbids_recruiting,
    forbids_waiving,
    forbids_waiving_more,
    forbids_waiving_one,
)
from .pressure import forbids_defence, forbids_loot
from .repair import forbids_repair, forbids_repair_room, forbids_single, forbids_sparing
from .shelter import forbids_losing_from, materials, unused_room


@rule
def asked(s: OutliveState) -> int:
    """OL-7.1, section 17: one seat decides at a time: the first number of the pending business."""
    return -1 if s.phase == Phase.OVER or s.depth == 0 else part(s, Question.seat)


# Section 17: each decision with the clause that says that it must be made, or 0, and its families in order.
_DECISIONS: dict[int, tuple[int, list[int]]] = {
    Ask.KEEP: (clause(2, 4), [codes.KEEP_ROOM]),
    Ask.FIRST_ROOM: (clause(2, 5), [codes.BUILD]),
    Ask.SPLIT: (clause(2, 6), [codes.COUNT]),
    Ask.LEADER: (clause(2, 7), [codes.LEADER]),
    Ask.MARY_DRAW: (clause(2, 17), [codes.PEEK]),
    Ask.MARY_THROW: (clause(2, 17), [codes.TOKEN]),
    Ask.PLACE_HERO: (clause(2, 9), [codes.AREA]),
    Ask.LOSE_FOOD: (clause(6, 13), [codes.RES]),
    Ask.LOSE_GOODS: (clause(6, 13), [codes.RES]),
    Ask.LOSE_SURVIVOR: (clause(5, 7), [codes.PLACE]),
    Ask.TURN: (0, [codes.PASS, codes.MOVE, codes.PEEK]),
    Ask.SPACE: (clause(9, 31), [codes.SPACE]),
    Ask.BAT: (0, [codes.PASS, codes.YES]),
    Ask.GUARD: (0, [codes.PASS, codes.YES]),
    Ask.ARMOUR: (0, [codes.PASS, codes.YES]),
    Ask.DEFENCE: (clause(8, 5), [codes.COUNT]),
    Ask.LOOT: (clause(8, 7), [codes.RES]),
    Ask.SURVIVOR: (0, [codes.PASS, codes.PLACE]),
    Ask.VISIT: (0, [codes.PASS, *range(codes.GATHER, codes.HUNT + 1), codes.ITEM, codes.PEEK]),
    Ask.HUNT: (clause(9, 29), [codes.COUNT, codes.ITEM]),
    Ask.LOOK: (0, [codes.PASS, codes.PREY]),
    Ask.END_EVENT: (0, [codes.PASS, codes.EVENT]),
    Ask.DISCOUNT: (0, [codes.PASS, codes.YES]),
    Ask.WAIVE: (clause(12, 37), [codes.RES]),
    Ask.WAIVE_MORE: (0, [codes.PASS, codes.RES]),
    Ask.FEEDING: (clause(11, 12), [codes.RES]),
    Ask.RECRUIT: (0, [codes.PASS, codes.RES]),
    Ask.BUILD: (0, [codes.PASS, codes.PLACE, codes.ROOM, codes.BUILD, codes.SCRAP]),
    Ask.PAY_ROOM: (clause(11, 28), [codes.RES]),
    Ask.REPAIR: (0, [codes.PASS, codes.ROOM, codes.REPAIR]),
    Ask.DISCOUNTED: (0, [codes.PASS, codes.ROOM, codes.REPAIR]),
    Ask.SPARE: (clause(11, 35), [codes.RES]),
    Ask.SINGLE: (clause(11, 35), [codes.RES]),
}
_FAMILIES = [_DECISIONS.get(ask, (0, []))[1] for ask in range(max(Ask) + 1)]
MOST_CHOICES = max(map(len, _FAMILIES))
CHOICES = Lookup([[*families, *[-1] * MOST_CHOICES][:MOST_CHOICES] for families in _FAMILIES])
OFFERED = Lookup([[int(family in families) for family in range(len(codes.NAMES))] for families in _FAMILIES])
_WHEN = {
    codes.PASS: clause(9, 2),
    codes.YES: clause(8, 11),
    codes.KEEP_ROOM: clause(2, 4),
    codes.LEADER: clause(2, 7),
    codes.AREA: clause(2, 9),
    codes.COUNT: clause(8, 6),
    codes.MOVE: clause(7, 1),
    codes.RES: clause(5, 7),
    codes.PLACE: clause(14, 5),
    codes.GATHER: clause(9, 2),
    codes.ALGAE: clause(9, 6),
    codes.ACTIVATE_DAM: clause(9, 40),
    codes.SEARCH: clause(9, 51),
    codes.TAKE: clause(9, 50),
    codes.HUNT: clause(9, 20),
    codes.PREY: clause(10, 31),
    codes.ITEM: clause(10, 7),
    codes.ROOM: clause(11, 1),
    codes.PEEK: clause(12, 26),
    codes.SPACE: clause(9, 31),
    codes.EVENT: clause(11, 3),
    codes.BUILD: clause(11, 1),
    codes.REPAIR: clause(11, 1),
    codes.SCRAP: clause(11, 1),
    codes.TOKEN: clause(2, 17),
}
"""The clause that says when a family is."""


def _when(ask: int, family: int) -> int:
    must = _DECISIONS.get(ask, (0, []))[0]
    instead = family == codes.PLACE and ask in (Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.FEEDING)
    return must if must and (family == codes.PASS or instead) else _WHEN[family]


WHEN = Lookup([[_when(ask, family) for family in range(len(codes.NAMES))] for ask in range(max(Ask) + 1)])
"""Why a decision does not offer a family (a survivor instead of the goods is as bad as nothing)."""


@rule
def forbids(s: OutliveState, seat: int, move: int) -> int:
    """Section 17: the clause that forbids a move now, or 0."""
    if s.phase == Phase.OVER:
        return clause(3, 5)
    if seat != asked(s):
        return clause(1, 15)
    family = codes.FAMILY[move]
    ask = top(s)
    if OFFERED[ask][family] == 0:
        when: int = WHEN[ask][family]
        return when
    return refuses(s, ask, seat, family, move - codes.FIRST[family])


@rule
def legal(s: OutliveState, seat: int, out: Buffer) -> int:
    """Section 17: of the families of this decision, all that nothing forbids."""
    if seat < 0 or seat != asked(s):
        return 0
    ask = top(s)
    n = 0
    for k in range(MOST_CHOICES):
        family = CHOICES[ask][k]
        if family < 0:
            break
        moves = allowed(s, ask, seat, family)
        if moves != 0:
            for i in range(codes.SIZE[family]):
                out[n] = codes.FIRST[family] + i
                n += moves >> i & 1
    return n


@rule
def allowed(s: OutliveState, ask: int, seat: int, family: int) -> int:
    """The moves of a family that `refuses` lets through, as a mask: no family has more than 32."""
    if family == codes.MOVE:
        return hero_moves(s, seat)
    if not may_be(s, ask, seat, family):
        return 0
    if family == codes.TAKE:
        return gear_to_take(s, seat)
    if family == codes.EVENT:
        return events_to_end(s, seat)
    if family == codes.BUILD and ask == Ask.BUILD:
        return rooms_to_build(s, seat)
    mask = 0
    for i in range(codes.SIZE[family]):
        if refuses(s, ask, seat, family, i) == 0:
            mask |= 1 << i
    return mask


@rule
def may_be(s: OutliveState, ask: int, seat: int, family: int) -> bool:
    """False only where all moves of a family are forbidden for one reason: no need to look at each of them. DP-18:
    taking equipment needs a city and an action; tiles used by hand, but for the flashlight, an option. DP-26: staffing
    needs somebody in the airlock, building materials, scrapping the room for it."""
    if family == codes.TAKE:
        return CITY_OF[visited(s)] >= 0 and part(s, Visit.actions) > 0
    if family == codes.ITEM and ask == Ask.VISIT:
        by_hand = s.option[Choice.AUTO_FREE_BONUSES] == 1
        return by_hand or (CITY_OF[visited(s)] >= 0 and is_ready(s, seat, Gear.FLASHLIGHT))
    if family == codes.PEEK:
        return ask == Ask.MARY_DRAW or unused_room(s, seat, Room.PEEK_SEARCH) >= 0
    if family == codes.PLACE:
        return ask != Ask.BUILD or s.airlock[seat] > 0
    if family == codes.BUILD:
        return ask != Ask.BUILD or materials(s, seat) > 0
    if family == codes.SCRAP:
        return unused_room(s, seat, Room.SCRAP_EQUIPMENT) >= 0
    if family == codes.REPAIR:
        return ask != Ask.REPAIR or materials(s, seat) >= REPAIR_PRICE
    return family != codes.RES or ask != Ask.RECRUIT or s.airlock[seat] < AIRLOCK


@rule
def single_answer(s: OutliveState) -> int:
    """Section 17: the only legal answer to the pending question, or -1. A look with the sensor is always asked: to
    break it off without a question would tell the others what the looker alone knows (section 18)."""
    ask = top(s)
    if ask == Ask.LOOK:
        return -1
    seat = part(s, Question.seat)
    answer = -1
    for k in range(MOST_CHOICES):
        family = CHOICES[ask][k]
        if family < 0:
            break
        moves = allowed(s, ask, seat, family)
        if moves != 0:
            if answer >= 0 or moves & (moves - 1) != 0:
                return -1
            answer = codes.FIRST[family]
            while moves & 1 == 0:
                moves >>= 1
                answer += 1
    return answer


@rule
def refuses(s: OutliveState, ask: int, seat: int, family: int, i: int) -> int:
    """Section 17: the clause that forbids the i-th move of a family that this decision offers, or 0."""
    if family == codes.MOVE:
        return forbids_move(s, seat, i // AREAS, i % AREAS)
    if family == codes.PASS:
        return refuses_pass(s, ask, seat)
    if family == codes.RES:
        return refuses_resource(s, ask, seat, i)
    if family == codes.PLACE:
        return refuses_place(s, ask, seat, i)
    if family == codes.COUNT:
        return refuses_count(s, ask, seat, i)
    if codes.GATHER <= family <= codes.HUNT:
        return refuses_action(s, seat, family, i)
    if family == codes.ITEM:
        return forbids_item(s, seat, i) if ask == Ask.VISIT else forbids_tool(s, seat, i)
    if family == codes.PEEK:
        return 0 if ask == Ask.MARY_DRAW else forbids_peeking(s, seat, i)
    return refuses_other(s, ask, seat, family, i)


@rule
def refuses_pass(s: OutliveState, ask: int, seat: int) -> int:
    """Where passing is offered, and when not."""
    if ask == Ask.TURN:
        return clause(7, 7) if must_move(s, seat) else 0
    if ask == Ask.DISCOUNT:
        return forbids_declining_discount(s, seat)
    if ask == Ask.WAIVE_MORE:
        return forbids_waiving_one(s, seat)
    if ask == Ask.DISCOUNTED:
        return 0 if part(s, Discount.optional) == 1 else clause(11, 38)
    return 0


@rule
def refuses_resource(s: OutliveState, ask: int, seat: int, res: int) -> int:
    """DP-7, DP-8, DP-17, DP-23 to DP-25, DP-27, DP-30."""
    if ask == Ask.PAY_ROOM:
        return forbids_paying_room(s, seat, res)
    if ask == Ask.FEEDING:
        return forbids_eating(s, seat, res)
    if ask == Ask.RECRUIT:
        return forbids_recruiting(s, seat, res)
    if ask == Ask.LOOT:
        return forbids_loot(s, res)
    if ask == Ask.LOSE_FOOD:
        return forbids_losing_food(s, seat, res)
    if ask == Ask.LOSE_GOODS:
        return forbids_losing_goods(s, seat, res)
    if ask == Ask.WAIVE:
        return forbids_waiving(s, seat, res)
    if ask == Ask.WAIVE_MORE:
        return forbids_waiving_more(s, seat, res)
    if ask == Ask.SPARE:
        return forbids_sparing(s, seat, res)
    return forbids_single(s, seat, res)


@rule
def refuses_place(s: OutliveState, ask: int, seat: int, place: int) -> int:
    """DP-9, DP-21, DP-26."""
    if ask == Ask.LOSE_SURVIVOR:
        return forbids_losing_from(s, seat, place)
    if ask == Ask.SURVIVOR:
        return forbids_settling(s, seat, place)
    return forbids_staffing(s, seat, place)


@rule
def refuses_count(s: OutliveState, ask: int, seat: int, number: int) -> int:
    """DP-3, DP-16, DP-19."""
    if ask == Ask.SPLIT:
        return forbids_split(s, seat, number)
    if ask == Ask.DEFENCE:
        return forbids_defence(s, seat, number)
    return forbids_ammo(s, seat, number)


@rule
def refuses_action(s: OutliveState, seat: int, family: int, i: int) -> int:
    """DP-18."""
    if family == codes.TAKE:
        return forbids_taking(s, seat, i)
    if family == codes.GATHER:
        return forbids_gathering(s)
    if family == codes.HUNT:
        return forbids_hunting(s, seat)
    if family == codes.SEARCH:
        return forbids_searching(s)
    return forbids_algae(s) if family == codes.ALGAE else forbids_activating(s, seat)


@rule
def refuses_other(s: OutliveState, ask: int, seat: int, family: int, i: int) -> int:
    """DP-1 to DP-6, DP-12 to DP-15, DP-20, DP-22, DP-26, DP-28, DP-29."""
    if family == codes.REPAIR:
        return forbids_repair(s, seat, i, part(s, Discount.less) if ask == Ask.DISCOUNTED else 0)
    if family == codes.ROOM:
        if ask == Ask.BUILD:
            return forbids_room(s, seat, i)
        return forbids_repair_room(s, seat, i, part(s, Discount.less) if ask == Ask.DISCOUNTED else 0)
    if family == codes.BUILD:
        return forbids_building(s, seat, i) if ask == Ask.BUILD else 0
    if family == codes.SCRAP:
        return forbids_scrapping(s, seat, i)
    if family == codes.EVENT:
        return forbids_ending(s, seat, i)
    if family == codes.PREY:
        return forbids_prey(s, seat, WEAKEST_PREY + i)
    if family == codes.KEEP_ROOM:
        return forbids_keeping(s, seat, BASIC_ROOMS + i)
    if family == codes.LEADER:
        return forbids_leader(s, seat, i)
    if family == codes.TOKEN:
        return forbids_throwing(s, i)
    return forbids_placing(s, seat, i) if family == codes.AREA else 0
