"""What takes the same answer again and again, in one go: gathering, paying, losing, recruiting, filling a room."""

from __future__ import annotations

from ...kernel import Buffer, top
from ...protocol import Reader, Shortcut
from ...protocol.translations import N_
from .. import components as box
from .. import names
from ..codes import FAMILIES, FIRST, GATHER, PASS, PLACE, RES
from ..rules.apply import apply
from ..rules.legal import asked, legal
from ..rules.timeout import timeout
from ..state import Ask, OutliveState
from .labels import label
from .outcomes import filling, gathering, recruiting

GATHERS: int = FIRST[GATHER]
PASSES: int = FIRST[PASS]
PLACES: int = FIRST[PLACE]
GOODS_CODE: int = FIRST[RES]
PAYMENTS = (Ask.FEEDING, Ask.PAY_ROOM, Ask.SINGLE)
LOSSES = (Ask.LOSE_FOOD, Ask.LOSE_GOODS)
MOST = 30
HIDDEN = (LookupError, ArithmeticError, ValueError)
"""What `apply` raises where what follows is hidden from the reader."""


def amounts(r: Reader[OutliveState]) -> list[Shortcut]:
    """The rest of a question in one go; for what may be stopped, also twice, three times and as often as it goes."""
    if r.seat < 0 or asked(r.state) != r.seat:
        return []
    ask = top(r.state)
    if ask == Ask.VISIT:
        return _several(r, GATHERS)
    if ask == Ask.BUILD:
        return [each for code in range(PLACES + 1, PLACES + 1 + box.SLOTS) for each in _several(r, code)]
    if ask == Ask.RECRUIT:
        row = _row(r, -1)
        said = {n: r.t("Recruit {n} for {goods}", n=n, goods=_goods(r, row[:n])) for n in _counts(len(row), 1)}
        return [
            Shortcut((*row[:n], *_no_more(r, row[:n])), text, (), detail=recruiting(r, n)) for n, text in said.items()
        ]
    if ask in (*PAYMENTS, *LOSSES) and len(row := _row(r, -1)) > 1:
        alike = [_row(r, GOODS_CODE + res) for res in range(box.GOODS)]
        rows = [row, *(each for each in alike if len(each) == len(row) and each != row)]
        said_all = N_("Pay {goods}") if ask in PAYMENTS else N_("Lose {goods}")
        return [Shortcut(tuple(each), r.t(said_all, goods=_goods(r, each)), ()) for each in rows]
    return []


def _several(r: Reader[OutliveState], code: int) -> list[Shortcut]:
    row = _row(r, code)
    what = label(r, code) if row else ""
    said = {n: r.t("{what} × {n}", what=what, n=n) for n in _counts(len(row))}
    brings = {n: gathering(r, n) if code == GATHERS else filling(r, code - PLACES, n) for n in said}
    return [Shortcut(tuple(row[:n]), text, (), detail=brings[n]) for n, text in said.items()]


def _counts(most: int, least: int = 2) -> list[int]:
    return sorted({n for n in (1, 2, 3, most) if least <= n <= most})


def _no_more(r: Reader[OutliveState], row: list[int]) -> tuple[int, ...]:
    """Whoever has said how many is not asked for more; nothing where nothing more would be asked."""
    s = r.state.copy()
    try:
        for code in row:
            apply(s, r.seat, code)
    except HIDDEN:
        return ()
    same = (s.day, s.revealed) == (r.state.day, r.state.revealed)
    return (PASSES,) if same and asked(s) == r.seat and top(s) == Ask.RECRUIT else ()


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
    meat = GOODS_CODE + box.Res.MEAT
    if meat in moves:
        return meat
    usual = timeout(s, seat)
    if usual in range(GOODS_CODE, GOODS_CODE + box.GOODS):
        return int(usual)
    goods = [move for move in moves if GOODS_CODE <= move < GOODS_CODE + box.GOODS]
    return max(goods, key=lambda move: s.store[seat][move - GOODS_CODE], default=-1)


def _goods(r: Reader[OutliveState], row: list[int]) -> str:
    return names.amounts([row.count(GOODS_CODE + res) for res in range(box.GOODS)], r.t)
