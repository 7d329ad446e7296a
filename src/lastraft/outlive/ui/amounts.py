"""What takes several answers in one go: gathering, paying, losing, recruiting, filling a room, ending an event."""

from __future__ import annotations

from ...kernel import Buffer, part, top
from ...protocol import Reader, Shortcut
from ...protocol.translations import N_
from .. import components as box
from .. import names
from ..codes import ACTIVATE_DAM, EVENT, FAMILIES, FIRST, GATHER, PASS, PLACE, RES, YES
from ..rules.apply import apply
from ..rules.legal import asked, forbids, legal
from ..rules.night import forbids_ending, group, has_discount, lacks, most_waived
from ..rules.shelter import food
from ..rules.timeout import timeout
from ..state import BROKEN, Ask, Ending, Feeding, Loot, OutliveState, Paying
from .labels import label
from .outcomes import ending, filling, gathering, outcome, recruiting, starving_for

GATHERS: int = FIRST[GATHER]
PUMPS: int = FIRST[ACTIVATE_DAM]
PASSES: int = FIRST[PASS]
AGREES: int = FIRST[YES]
ENDS: int = FIRST[EVENT]
PLACES: int = FIRST[PLACE]
GOODS_CODE: int = FIRST[RES]
IN_ONE_GO: dict[Ask, str] = {
    Ask.FEEDING: N_("Serve {goods}"),
    Ask.PAY_ROOM: N_("Pay {goods}"),
    Ask.SINGLE: N_("Pay {goods}"),
    Ask.LOSE_FOOD: N_("Lose {goods}"),
    Ask.LOSE_GOODS: N_("Lose {goods}"),
    Ask.LOOT: N_("Hand over {goods}"),
}
"""Where several tokens are given away, and what is said of all of them."""
MOST = 30
HIDDEN = (LookupError, ArithmeticError, ValueError)
"""What `apply` raises where what follows is hidden from the reader."""


def amounts(r: Reader[OutliveState]) -> list[Shortcut]:
    """The rest of a question in one go; for what may be stopped, also twice, three times and as often as it goes."""
    if r.seat < 0 or asked(r.state) != r.seat:
        return []
    ask = Ask(top(r.state))
    if ask == Ask.VISIT:
        return [*_several(r, GATHERS), *_pumped(r)]
    if ask == Ask.BUILD:
        return [each for code in range(PLACES + 1, PLACES + 1 + box.SLOTS) for each in _several(r, code)]
    if ask == Ask.RECRUIT or (ask == Ask.FEEDING and food(r.state, r.seat) > part(r.state, Feeding.rooms)):
        return _of_each_food(r)
    if ask == Ask.END_EVENT:
        return [each for card in range(box.CARDS) for each in _helped(r, card)]
    if ask == Ask.LOSE_SURVIVOR:
        return [each for code in range(PLACES, PLACES + 1 + box.SLOTS) for each in _lost(r, code)]
    if ask == Ask.LOOT and part(r.state, Loot.victim) != r.seat:
        return []  # what is taken is a choice of its own
    if ask in IN_ONE_GO and (row := _row(r, -1)):
        alike = [_row(r, GOODS_CODE + res) for res in range(box.GOODS)]
        rows = [row, *(each for each in alike if len(each) == len(row) and each != row)]
        if len(row) == 1:
            return _one(r, row)
        return [
            Shortcut(tuple(each), r.t(IN_ONE_GO[ask], goods=_goods(r, each)), (), first=each == row) for each in rows
        ]
    return []


def _of_each_food(r: Reader[OutliveState]) -> list[Shortcut]:
    """Every number of each food, and as much as goes of all of it; one may go on with another."""
    rows = [row[:n] for res in range(box.FOODS) for row in [_row(r, GOODS_CODE + res)] for n in _counts(len(row))]
    if len(mixed := _row(r, -1)) > 1 and mixed not in rows:
        rows.append(mixed)
    if top(r.state) == Ask.FEEDING:
        each = [
            Shortcut(tuple(row), r.t("Serve {goods}", goods=_goods(r, row)), (), first=row == mixed) for row in rows
        ]
        return [*each, *_one(r, mixed)]
    said = [r.t("Recruit {n} for {goods}", n=len(row), goods=_goods(r, row)) for row in rows]
    return [
        Shortcut(tuple(row), text, (), detail=recruiting(r, len(row))) for row, text in zip(rows, said, strict=True)
    ]


def _one(r: Reader[OutliveState], row: list[int]) -> list[Shortcut]:
    """What is paid with one token: with the one that one does best without."""
    return [Shortcut((row[0],), label(r, row[0]), (), detail=outcome(r, row[0]), first=True)] if len(row) == 1 else []


def _several(r: Reader[OutliveState], code: int) -> list[Shortcut]:
    row = _row(r, code)
    said = {n: _times(r, code, n) for n in _counts(len(row))}
    brings = {n: gathering(r, n) if code == GATHERS else filling(r, code - PLACES, n) for n in said}
    return [Shortcut(tuple(row[:n]), text, (), detail=brings[n]) for n, text in said.items()]


def _lost(r: Reader[OutliveState], code: int) -> list[Shortcut]:
    """As many survivors as are to be lost, or live there, from one place."""
    row = _row(r, code)
    return [Shortcut(tuple(row), _times(r, code, len(row)), (), detail=outcome(r, code))] if len(row) > 1 else []


def _times(r: Reader[OutliveState], code: int, n: int) -> str:
    return r.t("{what} × {n}", what=label(r, code), n=n).replace("× ", "×\u00a0")


def _pumped(r: Reader[OutliveState]) -> list[Shortcut]:
    """The dam's purification with all the water that the actions bring."""
    s = r.state.copy()
    if forbids(s, r.seat, PUMPS):
        return []
    apply(s, r.seat, PUMPS)
    then = Reader(s, r.seat, r.names, r.t)
    row = _row(then, GATHERS)
    return (
        [Shortcut((PUMPS, *row), r.t("Pay a chip and draw water"), (), detail=gathering(then, len(row)))] if row else []
    )


def _helped(r: Reader[OutliveState], card: int) -> list[Shortcut]:
    """An event ended with all the help of the room: with food and with materials, sparing what the reader has least of;
    first the way by which the fewest starve."""
    if forbids_ending(r.state, r.seat, card) or not has_discount(r.state, r.seat, card):
        return []
    room = r.t(names.ROOM_NAMES[box.Room.EVENT_DISCOUNT])
    said = r.t("{what} with the {room}", what=label(r, ENDS + card), room=room)
    ways = _spared(r, card)
    ways.sort(key=lambda way: (starving_for(r, _less(card, way)), sum(r.state.store[r.seat][res] for res in way)))
    best = {group(way[0]): way for way in reversed(ways)}
    ways = [way for way in ways if way in best.values()]
    return [
        Shortcut(_waiving(r, card, way), said, (), detail=ending(r, card, _less(card, way)), first=not i)
        for i, way in enumerate(ways)
    ]


def _less(card: int, way: list[int]) -> list[int]:
    """An event's cost without what is spared."""
    return [n - way.count(res) for res, n in enumerate(box.CARD_COST[card])]


def _waiving(r: Reader[OutliveState], card: int, way: list[int]) -> tuple[int, ...]:
    """The answers by which that is spared."""
    s, seat, codes, spared = r.state.copy(), r.seat, [ENDS + card], list(way)
    apply(s, seat, codes[0])
    while asked(s) == seat and top(s) in (Ask.DISCOUNT, Ask.WAIVE, Ask.WAIVE_MORE):  # what is plain is not asked
        if top(s) == Ask.WAIVE_MORE:
            spared.remove(part(s, Ending.waived))
        codes.append(AGREES if top(s) == Ask.DISCOUNT else GOODS_CODE + spared[0] if spared else PASSES)
        apply(s, seat, codes[-1])
    return tuple(codes)


def _spared(r: Reader[OutliveState], card: int) -> list[list[int]]:
    """What the room may spare of an event's cost: as much as it can of one group."""
    cost = box.CARD_COST[card]
    ways = [[one] for one in range(box.GOODS) if cost[one] and most_waived(r.state, group(one))]
    ways += [
        [one, other]
        for one, *_ in ways
        for other in range(one, box.GOODS)
        if group(one) == group(other) and most_waived(r.state, group(one)) > 1 and cost[other] > (one == other)
    ]
    most = {group(way[0]): len(way) for way in ways}
    return [
        way
        for way in ways
        if len(way) == most[group(way[0])] and lacks(r.state, r.seat, card, way[0], way[1] if way[1:] else -1) == 0
    ]


def _counts(most: int) -> list[int]:
    """Every number from two up to as many as a hero has actions; of more, a few and all."""
    numbers = range(2, most) if most <= max(box.STRENGTH) else (2, 3)
    return [*numbers, most] if most > 1 else []


def _row(r: Reader[OutliveState], code: int) -> list[int]:
    """The codes that answer the question to its end: one code again and again, or for -1 the payments that hurt least,
    what spoils before what keeps and then what is most. It ends where something comes to light."""
    s, ask, row, out = r.state.copy(), top(r.state), list[int](), Buffer(FAMILIES.count)
    depth, revealed = s.depth, s.revealed
    while len(row) < MOST and asked(s) == r.seat and top(s) == ask and s.depth == depth:
        moves = out[: legal(s, r.seat, out)]
        choice = code if code >= 0 else _payment(s, r.seat, moves)
        if choice not in moves:
            break
        row.append(choice)
        try:
            apply(s, r.seat, choice)
        except HIDDEN:
            break
        if s.revealed != revealed:
            break
    return row


def _payment(s: OutliveState, seat: int, moves: list[int]) -> int:
    material = [move for move in moves if move - GOODS_CODE in range(box.FOODS, box.Res.AMMO)]
    if top(s) == Ask.LOOT and material:  # for want of food people die
        return max(material, key=lambda move: s.store[seat][move - GOODS_CODE])
    meat = GOODS_CODE + box.Res.MEAT
    if meat in moves:
        return meat
    if top(s) == Ask.PAY_ROOM and (spare := _beside_repair(s, seat)):
        return max(spare, key=lambda move: (spare[move], s.store[seat][move - GOODS_CODE]))
    usual = timeout(s, seat)
    if usual in range(GOODS_CODE, GOODS_CODE + box.GOODS):
        return int(usual)
    goods = [move for move in moves if GOODS_CODE <= move < GOODS_CODE + box.GOODS]
    return max(goods, key=lambda move: s.store[seat][move - GOODS_CODE], default=-1)


def _beside_repair(s: OutliveState, seat: int) -> dict[int, int]:
    """What may be paid for a room and leaves what a repair takes later in the night, with how much there is of it."""
    store, due = s.store[seat], part(s, Paying.due)
    for kind in range(box.GEARS):
        cost = box.REPAIR_COST[kind]
        spare = {GOODS_CODE + res: store[res] - cost[res] for res in range(box.FOODS, box.Res.AMMO)}
        if s.gear[seat][kind] == BROKEN and min(spare.values()) >= 0 and sum(spare.values()) >= due:
            return {move: n for move, n in spare.items() if n}
    return {}


def _goods(r: Reader[OutliveState], row: list[int]) -> str:
    return names.amounts([row.count(GOODS_CODE + res) for res in range(box.GOODS)], r.t)
