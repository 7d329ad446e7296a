"""The table as text for a terminal."""

from ...protocol import Reader
from ...protocol.speech import flowing
from .. import components as c
from ..names import COLOUR_NAMES, FACE_NAMES
from ..rules.legal import asked
from ..rules.scoring import score
from ..state import End, SurviveState, own, own_count, tiles_held
from .notation import held_faces
from .view import count, rafts_in_supply, shown_value

WIDTH = 6
INSIDE = WIDTH - 2
SEAT_STYLES = ("bright_red", "bright_blue", "bright_yellow", "bright_green", "bright_magenta")
GROUND_STYLES = (
    "",
    "white on rgb(20,60,110)",
    "black on rgb(230,205,140)",
    "black on rgb(70,140,70)",
    "white on rgb(120,110,100)",
    "black on rgb(170,220,170)",
    "white on rgb(170,40,20)",
)
GROUND_SIGNS = (" ", " ", ".", "♣", "^", "@", "▲")
CREATURE_SIGNS = ("S", "F", "K")
CREATURE_STYLE = "bold black on bright_white"
_DARK = "rgb(30,30,30)"


def text(r: Reader[SurviveState]) -> str:
    """The board of hexes in colour, then what each player has."""
    s, t = r.state, r.t
    lines = [*_board(s), ""]
    legend = t("S sea serpent  F shark  K kaiju  <R..> raft  ~ swimmer beside it  . beach  ♣ forest  ^ mountain")
    lines += flowing(legend.split("  "), "  ")
    lines.append(
        t(
            "Turn {turn}   volcanoes {open} of {last}   rafts in the supply: {rafts}",
            turn=s.turns,
            open=s.volcanoes,
            last=c.LAST_VOLCANO,
            rafts=rafts_in_supply(s),
        )
    )
    lines += [line for other in range(s.seats) for line in _seat_lines(r, other)]
    lines += _crowded(s)
    return "\n".join(lines + _own_lines(r))


def _board(s: SurviveState) -> list[str]:
    """Two lines for each row of hexes; a row is shifted by half a hex as the axial coordinates say."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for space in range(1, c.SPACES + 1):
        q, r = c.AXIAL[space]
        rows.setdefault(r, []).append((2 * q + r, space))
    west = min(x for row in rows.values() for x, _ in row)
    lines = []
    for _, row in sorted(rows.items()):
        upper, lower, at = "", "", 0
        for x, space in sorted(row):
            start = (x - west) * WIDTH // 2
            gap = " " * (start - at)
            style = GROUND_STYLES[s.ground[space]]
            upper += f"{gap}[{style}]╱{_upper(s, space)}╲[/]"
            lower += f"{gap}[{style}]{_lower(s, space)}[/]"
            at = start + WIDTH
        lines += [upper.rstrip(), lower.rstrip()]
    return lines


def _upper(s: SurviveState, space: int) -> str:
    """The space's name and the creatures there."""
    signs = [CREATURE_SIGNS[c.KIND[i]] for i in range(c.CREATURES) if s.creature[i] == space]
    name = c.SPACE_NAMES[space]
    room = INSIDE - len(name)
    shown = "".join(signs) if len(signs) <= room else f"{len(signs)}"
    return f"{name}{' ' * (room - len(shown))}{_styled(shown, CREATURE_STYLE)}"


def _lower(s: SurviveState, space: int) -> str:
    """The raft from edge to edge, or the people there: by name if there is room, else as their colours' letters."""
    there = [i for i in range(c.ADVENTURERS) if s.adventurer[i] == space]
    raft = s.raft_at[space] - 1
    if raft >= 0:
        seats = "".join(_letter(p - 1) if p else "." for p in s.passenger[raft])
        wet = len(there) > sum(p > 0 for p in s.passenger[raft])
        return f"<{seats}>{'~' if wet else '╱'}"
    fill = GROUND_SIGNS[s.ground[space]]
    names = [c.adventurer_name(i) for i in there]
    if names and sum(map(len, names)) + len(names) - 1 <= INSIDE:
        shown = " ".join(_styled(name, _style(i)) for name, i in zip(names, there, strict=True))
        return f"╲{shown}{fill * (INSIDE - sum(map(len, names)) - len(names) + 1)}╱"
    if len(there) <= INSIDE:
        return f"╲{''.join(map(_letter, there))}{fill * (INSIDE - len(there))}╱"
    return f"╲{''.join(map(_letter, there[: INSIDE - 2]))}+{min(len(there) - INSIDE + 2, 9)}╱"


def _styled(shown: str, style: str) -> str:
    return f"[{style}]{shown}[/]" if shown else ""


def _style(adventurer: int) -> str:
    return f"bold {SEAT_STYLES[adventurer // c.PER_COLOUR]} on {_DARK}"


def _letter(adventurer: int) -> str:
    return _styled(c.LETTERS[adventurer // c.PER_COLOUR], _style(adventurer))


def _seat_lines(r: Reader[SurviveState], seat: int) -> list[str]:
    s, t = r.state, r.t
    colours = ", ".join(t(COLOUR_NAMES[seat + s.seats * k]) for k in range(c.COLOURS_EACH[s.seats]))
    mark = "▶" if asked(s) == seat else " "
    who = f"{mark} [bold {SEAT_STYLES[seat]}]{r.names[seat]}[/] ({colours})"
    saved = t("saved {n}", n=count(s, seat, True))
    left = t("left to save {n}", n=count(s, seat, False) + own_count(s) - s.placed[seat])
    tiles = t.plural("{n} tile", "{n} tiles", tiles_held(s, seat))
    ended = [t("{n} points", n=score(s, seat))] if s.ended != End.NOT_YET else []
    return flowing([who, saved, left, tiles, *ended])


def _crowded(s: SurviveState) -> list[str]:
    """Spaces whose people did not fit into their hex by name, several to a line."""
    shown = []
    for space in range(1, c.SPACES + 1):
        there = [c.adventurer_name(i) for i in range(c.ADVENTURERS) if s.adventurer[i] == space]
        if there and (s.raft_at[space] or len(" ".join(there)) > INSIDE):
            shown.append(f"{c.SPACE_NAMES[space]}: {' '.join(there)}")
    return flowing(shown, indent="")


def _own_lines(r: Reader[SurviveState]) -> list[str]:
    """The reader's tiles, unplaced values and, where the option shows them, the values on the board."""
    s, seat, t = r.state, r.seat, r.t
    if seat < 0:
        return []
    lines = []
    if held := held_faces(s, seat):
        lines.append(t("Your tiles: {tiles}", tiles=", ".join(t(FACE_NAMES[face]) for face in held)))
    if hand := [str(v) for v in range(1, c.VALUES + 1) for _ in range(s.stock[seat][v])]:
        lines.append(t("Values in your hand: {values}", values=" ".join(hand)))
    mine = [own(s, seat, k) for k in range(s.placed[seat])]
    worth = [f"{c.adventurer_name(i)}={v}" for i in mine if s.adventurer[i] and (v := shown_value(s, seat, i))]
    if worth:
        lines.append(t("Your adventurers' values: {values}", values=" ".join(worth)))
    return lines
