"""Records: a game as a text file that a person can read and the program can replay (grammar: docs/formats.md)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from . import positions
from .errors import BadText, LastRaftError
from .kernel import Emitted
from .protocol import WATCHER, Game, game, read_options

if TYPE_CHECKING:
    from .match import Match

FIRST_LINE = "Last Raft record 1"


def write(match: Match, seat: int | None = None) -> str:
    """The record of a match; for a seat, only what that seat may know while the game runs."""
    whole = seat is None or match.over
    reader = WATCHER if seat is None else seat
    if seat is not None:
        match.hidden(seat)
    head = [
        ("game", match.game.name),
        ("rules", str(match.game.version)),
        ("seats", str(match.seats)),
        ("names", " | ".join(match.names)),
    ]
    if chosen := match.game.chosen(match.state):
        head.append(("options", " ".join(f"{k}={v}" for k, v in chosen.items())))
    head.append(("seed-hash", match.seed_hash))
    if whole:
        head.append(("seed", f"{match.seed:032x}"))
    else:
        head.append(("knowledge", "watching" if seat == WATCHER else match.game.notation.seat_name(reader)))
    if outcome := match.outcome():
        head.append(("scores", " ".join(map(str, outcome.scores))))
        head.append(("ranks", " ".join(map(str, outcome.ranks))))
    lines = [FIRST_LINE, *(f"{key}: {value}" for key, value in head)]
    if match.from_position and whole:
        lines += ["", *(f"| {line}" for line in positions.write(match.game, match.at(0)).splitlines())]
    lines += ["", *_moves(match, whole, reader)]
    return "\n".join(lines) + "\n"


def _moves(match: Match, whole: bool, reader: int) -> list[str]:
    events: dict[int, list[Emitted]] = {}
    for happened in match.all_events():
        if whole or happened.event.reaches(reader):
            events.setdefault(happened.number, []).append(happened.event)
    listener = match.game.listener(WATCHER if whole else reader, match.names)
    sentences = {n: [line.said for line in match.game.speech.log(emitted, listener)] for n, emitted in events.items()}
    lines = [f"; {sentence}" for sentence in sentences.get(0, [])]
    state = match.at(0)
    for number, played in enumerate(match.history, 1):
        move = played.move
        known = whole or not match.game.notation.secret(state, move.seat, move.code, reader)
        match.game.rules.apply(state, move.seat, move.code)
        clock = " (clock)" if played.by_clock else ""
        if known:
            lines.append(f"{number}. {match.game.notation.seat_name(move.seat)}: {move.text}{clock}")
        elif sentences.get(number):
            lines.append(f"{number}. ?")
        lines += [f"    ; {sentence}" for sentence in sentences.get(number, [])]
    return lines if whole else _renumbered(lines)


def _renumbered(lines: list[str]) -> list[str]:
    """A seat's record counts what the seat saw: a gap would tell that something happened."""
    numbers = itertools.count(1)
    return [line if line.lstrip().startswith(";") else f"{next(numbers)}. {line.partition('. ')[2]}" for line in lines]


def read(text: str, new: type[Match]) -> Match:
    """The match that a record holds, made by ``new`` and replayed to its end (see `lastraft.read`).

    :raises BadText: if a line is damaged or does not fit the game; the exception says which and why.
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadText(1, f"a record begins with {FIRST_LINE!r}")
    head, where, position_lines, moves = _parts(lines)
    match = _opened(head, where, position_lines, new)
    for number, line in moves:
        _play(match, number, line)
    _compare(match, head, where)
    return match


Numbered = list[tuple[int, str]]


def _parts(lines: list[str]) -> tuple[dict[str, str], dict[str, int], Numbered, Numbered]:
    head: dict[str, str] = {}
    where: dict[str, int] = {}
    position_lines: Numbered = []
    moves: Numbered = []
    in_head = True
    for number, line in enumerate(lines[1:], 2):
        bare = line.strip()
        if in_head and bare:
            key, colon, value = bare.partition(":")
            if not colon:
                raise BadText(number, f"{bare!r}: expected a header 'key: value' or an empty line before the moves")
            if key in head:
                raise BadText(number, f"the header {key!r} stands twice")
            head[key], where[key] = value.strip(), number
        elif in_head:
            in_head = False
        elif bare.startswith("|"):
            position_lines.append((number, bare[1:].strip()))
        elif bare and not bare.startswith(";"):
            moves.append((number, bare.partition("  ;")[0].strip()))
    return head, where, position_lines, moves


def _opened(head: dict[str, str], where: dict[str, int], position_lines: Numbered, new: type[Match]) -> Match:
    end = max(where.values(), default=1)
    for key in ("game", "rules", "seats"):
        if key not in head:
            raise BadText(end, f"the header {key!r} is missing")
    if "knowledge" in head:
        raise BadText(
            where["knowledge"], "this record holds one seat's knowledge of a running game; only a whole record replays"
        )
    if "seed" not in head:
        raise BadText(end, "the header 'seed' is missing: only a record with its seed replays")
    key = "game"
    try:
        which = game(head["game"])
        key = "rules"
        rules = int(head["rules"])
        earlier = which.options_under(rules, {})
        key = "seed"
        seed = int(head["seed"], 16)
        key = "seats"
        seats = int(head["seats"])
        which.new_state(seats)
        key = "options"
        options: dict[str, str | bool] = {**earlier, **read_options(head.get("options", "").split())}
        which.new_state(seats, options)
        key = "names"
        names = [name.strip() for name in head["names"].split("|")] if "names" in head else None
        if position_lines:
            start = _positioned(which, position_lines, earlier, seed)
            key = "seats"
            if start.seats != seats:
                raise ValueError(f"{seats}, but the position has {start.seats}")
            key = "options"
            if which.chosen(start) != which.chosen(which.new_state(seats, options)):
                raise ValueError("not those of the position")
            key = "names"
            return new(which, seed=seed, names=names, start=start)
        return new(which, seats, seed, options, names)
    except BadText:
        raise
    except (LastRaftError, ValueError) as error:
        raise BadText(where.get(key, end), f"{key}: {error}") from error


def _positioned(which: Game[Any], position_lines: Numbered, options: dict[str, str | bool], seed: int) -> Any:
    try:
        return positions.read(which, "\n".join(line for _, line in position_lines), options, seed=seed)
    except BadText as error:
        raise BadText(position_lines[error.line - 1][0], error.reason) from error


def _play(match: Match, line_number: int, line: str) -> None:
    number, dot, rest = line.partition(". ")
    seat, colon, text = rest.partition(": ")
    if not dot or not colon or not number.isdecimal():
        raise BadText(line_number, f"{line!r}: expected 'number. seat: move'")
    if number != str(len(match.history) + 1):
        raise BadText(line_number, f"move {number} where move {len(match.history) + 1} was expected")
    by_clock = text.endswith(" (clock)")
    try:
        match.push(text.removesuffix(" (clock)"), match.game.notation.seat_number(seat, match.seats), by_clock)
    except (LastRaftError, ValueError) as error:
        raise BadText(line_number, str(error)) from error
    except Exception as error:  # only a written position that no game can reach gets here
        raise BadText(line_number, f"this cannot be played from the record's position: {error!r}") from error


def _compare(match: Match, head: dict[str, str], where: dict[str, int]) -> None:
    if "seed-hash" in head and head["seed-hash"] != match.seed_hash:
        raise BadText(where["seed-hash"], "the seed is not the one that was promised")
    outcome = match.outcome()
    for key in ("scores", "ranks"):
        if key in head and (outcome is None or " ".join(map(str, getattr(outcome, key))) != head[key]):
            raise BadText(where[key], f"the moves do not lead to these {key}")
