"""The table as text for a terminal."""

from collections.abc import Sequence
from typing import NamedTuple

from ...protocol import Reader
from ...protocol.speech import TERMINAL
from ...protocol.translations import N_
from .. import components as box
from ..names import AREA_NAMES, CARD_NAMES, GEAR_NAMES, LEADER_NAMES, ROOM_NAMES, TOKEN_NAMES, amount, amounts
from ..rules.knowledge import is_among
from ..rules.night import airlock_need, room_need
from ..rules.scoring import score
from ..rules.shelter import is_active, survivors
from ..state import BROKEN, NONE, USED, OutliveState, Phase
from .notation import SEATS

WIDTH = TERMINAL
CELL = 25
NAME = 16
COLOURS = ("red", "yellow", "magenta", "blue")
GRID = [[-1] * 3 for _ in range(3)]
for _area in box.DATA["map"]["areas"]:
    _row, _column = _area["grid_row_col"]
    GRID[_row][_column] = box.AREA_IDS.index(_area["id"])

_PHASES = {
    Phase.SETUP: N_("setup"),
    Phase.PLACING: N_("setup"),
    Phase.EVENTS: N_("events"),
    Phase.DAY: N_("day"),
    Phase.END_EVENTS: N_("night, step 1: end events"),
    Phase.FEED: N_("night, step 2: feed"),
    Phase.RADIATION: N_("night, step 3: radiation"),
    Phase.RECRUIT: N_("night, step 4: recruit"),
    Phase.BUILD: N_("night, step 5: build and staff"),
    Phase.REPAIR: N_("night, step 6: repair"),
    Phase.CLEAN_UP: N_("night, step 7: clean up"),
    Phase.OVER: N_("the end"),
}


class Bit(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: str = ""


def marked(bits: Sequence[Bit], width: int, pad: bool = False) -> str:
    """Bits as rich's markup, cut to a width and filled up to it if wanted."""
    out, left = [], width
    for text, style in bits:
        if len(text) > left:
            text = text[: max(0, left - 1)] + "…" if left > 0 else ""
        left -= len(text)
        safe = text.replace("[", "\\[")
        out.append(f"[{style}]{safe}[/]" if style and text else safe)
    return "".join(out) + (" " * left if pad else "")


def text(r: Reader[OutliveState]) -> str:
    """The whole table as the seat sees it."""
    lines = [*_head(r), ""]
    for row in GRID:
        cells = [_cell(r, area) for area in row]
        for i in range(max(map(len, cells))):
            parts = [marked(cell[i] if i < len(cell) else [], CELL, pad=True) for cell in cells]
            lines.append("  ".join(parts).rstrip())
        lines.append("")
    for other in range(r.state.seats):
        lines += _shelter(r, other, r.names[other])
    if r.seat >= 0 and r.state.phase == Phase.SETUP:
        lines += _hand(r)
    return "\n".join(lines)


def _wrapped(head: Bit, items: Sequence[Bit], indent: int) -> list[str]:
    """Items behind a heading, over as many lines as they need."""
    lines, line, used = [], [head], len(head.text)
    for i, item in enumerate(items):
        bit = Bit(item.text + ("," if i < len(items) - 1 else ""), item.style)
        if used + len(bit.text) > WIDTH:
            lines.append(marked(line, WIDTH).rstrip())
            line, used = [Bit(" " * indent)], indent
        line += [bit, Bit(" ")]
        used += len(bit.text) + 1
    return [*lines, marked(line, WIDTH).rstrip()]


def _flowing(bits: Sequence[Bit]) -> list[str]:
    """Bits in one line, or in as many as they need."""
    lines: list[list[Bit]] = [[]]
    for bit in bits:
        if sum(len(each.text) for each in lines[-1]) + len(bit.text) > WIDTH:
            lines.append([Bit("    ")])
            bit = Bit(bit.text.lstrip(), bit.style)
        lines[-1].append(bit)
    return [marked(line, WIDTH).rstrip() for line in lines]


def _head(r: Reader[OutliveState]) -> list[str]:
    s, t = r.state, r.t
    phase = t(_PHASES[Phase(s.phase)])
    when = t("Day {day} of {days}: {phase}", day=s.day, days=box.ROUNDS, phase=phase) if s.day else phase.capitalize()
    line = [Bit(when, "bold"), Bit("   "), Bit(t("First player:") + " "), _name(s.first, r.names[s.first])]
    if s.marker != s.first:
        line += [Bit("   "), Bit(t("Marker:") + " "), _name(s.marker, r.names[s.marker])]
    if s.day and s.phase <= Phase.RADIATION:
        line += [Bit("   "), Bit(t("Radiation tonight: {n}", n=box.RADIATION[s.day - 1]))]
    cards = []
    for slot in range(s.day):
        if s.card[slot]:
            card = s.card[slot] - 1
            name, points, cost = t(CARD_NAMES[card]), box.CARD_POINTS[card], amounts(list(box.CARD_COST[card]), t)
            if s.ended[slot]:
                cards.append(Bit(t("{card} (ended by {who})", card=name, who=SEATS[s.ended[slot] - 1]), "dim"))
            else:
                cards.append(
                    Bit(t("{card} ({points} points for {cost})", card=name, points=points, cost=cost), "bold red")
                )
    return [*_flowing(line), *_wrapped(Bit(t("Events:") + " "), cards or [Bit("–")], 8)]


def _name(seat: int, name: str) -> Bit:
    return Bit(name if len(name) <= NAME else name[: NAME - 1] + "…", f"bold {COLOURS[seat]}")


def _cell(r: Reader[OutliveState], area: int) -> list[list[Bit]]:
    """One area: its name and pool, what lies there, the heroes; lying ones in brackets."""
    s, t = r.state, r.t
    if area < 0:
        tiles = t("Equipment stack: {n}", n=s.stack_left)
        return [[Bit(t("— Convoy —").center(CELL), "dim")], [Bit(tiles.center(CELL), "dim")]]
    name = t(AREA_NAMES[area])
    lines = [[Bit(name, "bold")]]
    if box.POOL_RES[area] >= 0:
        pool = "  " + amount(box.POOL_RES[area], s.pool[area], t)
        if len(name) + len(pool) > CELL:
            lines.append([])
        lines[-1].append(Bit(pool, "green"))
    if area == box.Area.BASE:
        lines.append([Bit(t("algae: usable") if s.algae else t("algae: used"), "dim")])
    if box.STACK_OF[area] >= 0:
        lines.append([Bit(_animals(r, box.STACK_OF[area]))])
    if area == box.Area.CARGO:
        spaces = " ".join(f"{box.WEAKEST_SPACE + i}{'☺' if s.ship[i] else '·'}" for i in range(box.SPACES))
        lines.append([Bit(t("spaces: {spaces}", spaces=spaces))])
    if box.CITY_OF[area] >= 0:
        lines += _city(r, box.CITY_OF[area])
    return [*lines, _heroes(s, area)]


def _animals(r: Reader[OutliveState], stack: int) -> str:
    s = r.state
    n = s.prey_left[stack]
    if n == 0:
        return r.t("no animals")
    known = [str(s.prey[stack][i]) if s.prey[stack][i] else "?" for i in range(n - 1, -1, -1)]
    while len(known) > 1 and known[-1] == "?" and known[-2] == "?":
        known.pop()
    return r.t("animals ({n}): {top}", n=n, top=" ".join(known))


def _city(r: Reader[OutliveState], city: int) -> list[list[Bit]]:
    s, t = r.state, r.t
    lines = [[Bit(t(GEAR_NAMES[kind - 1]), "cyan")] for kind in s.display[city] if kind]
    lines.append([Bit(t("search tokens: {n}", n=s.search_left[city]))])
    if is_among(r.seat, s.peeked[city]) and s.search_left[city]:
        top = s.search[city][s.search_left[city] - 1]
        lines.append([Bit(t("on top: {token}", token=t(TOKEN_NAMES[top])), "dim")])
    return lines


def _heroes(s: OutliveState, area: int) -> list[Bit]:
    bits = []
    for seat in range(s.seats):
        for hero in range(box.HEROES):
            if s.place[seat][hero] == area:
                text = f"{SEATS[seat]}{box.HERO_IDS[hero]}"
                standing = s.standing[seat][hero]
                if standing and s.aboard[seat] and area == box.Area.CARGO:
                    text += f"→{box.WEAKEST_SPACE + s.aboard[seat] - 1}"
                bits.append(Bit((text if standing else f"({text})") + " ", f"bold {COLOURS[seat]}"))
    return bits


def _shelter(r: Reader[OutliveState], seat: int, name: str) -> list[str]:
    s, t = r.state, r.t
    gauge = box.GAUGE_POINTS[s.gauge[seat]]
    line = [
        Bit(f"{SEATS[seat]} ", f"bold {COLOURS[seat]}"),
        _name(seat, name),
        Bit("  " + t("points: {n}", n=score(s, seat))),
        Bit("  " + t("survivors: {n}", n=survivors(s, seat))),
        Bit("  " + t("airlock: {n}", n=s.airlock[seat])),
        Bit("  " + t("radiation: {points}", points=f"{gauge:+d}" if gauge else 0), "red" if gauge < 0 else "green"),
    ]
    if s.leader[seat]:
        line.append(Bit(f"  {t(LEADER_NAMES[s.leader[seat] - 1])}", "dim"))
    goods = amounts(s.store[seat], t)
    store = [Bit("  " + t("store:") + " "), Bit(goods or "–")]
    if s.day and s.phase <= Phase.FEED:
        need = t("needs tonight: {food} food, {water} water", food=room_need(s, seat), water=airlock_need(s, seat))
        store.append(Bit(f"  ({need})", "dim"))
    lines = [*_flowing(line), *_flowing(store)]
    lines += _wrapped(
        Bit("  " + t("rooms:") + " "), [_room(r, seat, i) for i in range(box.SLOTS) if s.room[seat][i]], 4
    )
    gear = [_gear(r, seat, kind) for kind in range(box.GEARS) if s.gear[seat][kind] != NONE]
    if gear:
        lines += _wrapped(Bit("  " + t("equipment:") + " "), gear, 4)
    kills = [f"{box.WEAKEST_PREY + k}×{s.kills[seat][k]}" for k in range(box.PREY) if s.kills[seat][k]]
    if kills:
        lines.append(marked([Bit("  " + t("hunted:") + " "), Bit(" ".join(kills))], WIDTH))
    return lines


def _room(r: Reader[OutliveState], seat: int, slot: int) -> Bit:
    s = r.state
    kind = s.room[seat][slot] - 1
    if not s.built[seat][slot]:
        return Bit(r.t(ROOM_NAMES[kind]), "dim")
    text = f"{r.t(ROOM_NAMES[kind])} {s.people[seat][slot]}/{box.PLACES[kind]}{'*' if s.used[seat][slot] else ''}"
    return Bit(text, "bold green" if is_active(s, seat, slot) else "")


def _gear(r: Reader[OutliveState], seat: int, kind: int) -> Bit:
    t = r.t
    name = t(GEAR_NAMES[kind])
    if r.state.gear[seat][kind] == BROKEN:
        return Bit(t("{tile} (broken: {cost})", tile=name, cost=amounts(list(box.REPAIR_COST[kind]), t)), "dim")
    return Bit(name + ("*" if r.state.gear[seat][kind] == USED else ""), "bold")


def _hand(r: Reader[OutliveState]) -> list[str]:
    t = r.t
    rooms = [Bit(t(ROOM_NAMES[kind - 1])) for kind in r.state.dealt[r.seat] if kind]
    leaders = [Bit(t(LEADER_NAMES[leader - 1])) for leader in r.state.offered[r.seat] if leader]
    lines = _wrapped(Bit(t("Your rooms to choose from:") + " "), rooms, 4) if rooms else []
    return lines + (_wrapped(Bit(t("Your leaders to choose from:") + " "), leaders, 4) if leaders else [])
