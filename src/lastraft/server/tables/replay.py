"""Replays of a game, move by move. Of a finished game everything is shown; while it runs, readers see only the steps
that they noticed, because even the number of moves may be a secret."""

from __future__ import annotations

import functools
import itertools
from typing import Any, NamedTuple

from ...kernel import Emitted
from ...match import Match
from ...protocol import Game, Listener, LogLine, Reader
from ...protocol.translations import translator
from .actions import Refused
from .entries import bit
from .messages import log_lines
from .svg_diff import changes
from .table import Table

BEFORE = 20
"""How many earlier moves are told with the current one."""
FEW = 60
"""A timeline of so many steps takes no time to speak of."""


def playing(table: Table) -> Match:
    """Raise `Refused` if the game has not begun."""
    if table.match is None:
        raise Refused("lobby", "The game has not begun.")
    return table.match


def steps(table: Table, reader: int) -> list[int]:
    """The numbers of moves after which a reader may see the table: all, or in a running game those they noticed."""
    match = playing(table)
    if match.over:
        return list(range(len(match.history) + 1))
    return [0, *(number for number, moved in enumerate(table.moves, 1) if moved.seen & bit(reader))]


def _check_may_see(match: Match, reader: int, seat: int) -> None:
    if not -1 <= seat < match.seats:
        raise Refused("not-found", "There is no such move or seat in this game.")
    if seat != reader and not match.over:
        raise Refused("running", "A game lies open when it is over.")


class Visible(NamedTuple):
    """What a reader may see of a game: the match, the numbers of moves of the steps, and whose move led to each step
    (-1: the setup, or a secret)."""

    match: Match
    numbers: tuple[int, ...]
    movers: tuple[int, ...]


def visible(table: Table, reader: int, seat: int) -> Visible:
    """What a reader may see of a game with the eyes of a seat, as it stands now.

    :raises Refused: if the reader may not see what that seat saw yet.
    """
    match, numbers = playing(table), steps(table, reader)
    _check_may_see(match, reader, seat)
    if match.over:
        return Visible(match, tuple(numbers), (-1, *(played.move.seat for played in match.history)))
    moves = [table.moves[number - 1] for number in numbers[1:]]
    movers = (-1 if moved.secret & bit(reader) else moved.seat for moved in moves)
    return Visible(match.copy(), tuple(numbers), (-1, *movers))


def timeline(seen: Visible, seat: int, language: str, after: int) -> dict[str, Any]:
    """Where a seat's days, turns and events lie among the steps after a given one: the steps that tell something and
    whose moves they are, the steps at which the heading of the game changes, and the lines of the log that tell of
    something grave, that turned the game for the seat or that are shown as a card, each under the heading it happened
    under: a move may end a round or day."""
    return (_finished if seen.match.over else _timeline)(seen, seat, language, max(-1, after))


def _timeline(seen: Visible, seat: int, language: str, after: int) -> dict[str, Any]:
    match, numbers, movers = seen
    game, listener = match.game, match.game.listener(seat, match.names, language)
    happened = itertools.groupby(match.events(seat), lambda h: h.number)
    events = {number: [h.event for h in some] for number, some in happened}
    told, days, marked = list[tuple[int, int]](), list[tuple[int, str]](), list[dict[str, Any]]()
    first = min(max(after, 0), len(numbers) - 1)
    reached = numbers[first]
    state, heading = match.at(reached), ""
    for step in range(first, len(numbers)):
        for played in match.history[reached : numbers[step]]:
            game.rules.apply(state, played.move.seat, played.move.code)
        reached = numbers[step]
        lines = game.speech.log(brought := events.get(reached, []), listener)
        if not lines and step > first:
            continue
        r = game.reader(game.hidden(state, seat), seat, match.names, language)
        before, heading = heading, game.speech.stage(r).heading
        if step <= after:
            continue
        if heading != before:
            days.append((step, heading))
        if lines:
            told.append((step, movers[step]))
        turning = {line.said for line in game.speech.turning_points(brought, listener)}
        grave = [line for line in lines if line.tone in ("grave", "heading") or line.said in turning]
        if all(line.tone == "heading" for line in grave):
            grave = _cards(game, brought, listener)
        own = {line.said for line in game.speech.befell(brought, listener)}
        day = before or heading
        for line in grave:
            if line.tone == "heading":
                day = heading or day
            else:
                marked.append(
                    {
                        "step": step,
                        "own": line.said in own,
                        "turning": line.said in turning,
                        "day": day,
                        **log_lines([line]),
                    }
                )
    return {"count": len(numbers) - 1, "over": match.over, "told": told, "days": days, "events": marked}


_finished = functools.lru_cache(20)(_timeline)


def _cards(game: Game[Any], events: list[Emitted], listener: Listener) -> list[LogLine]:
    """The lines of the events that a page shows as a card, and headings."""
    lines = []
    for event in events:
        beats = [beat for step in game.events.staging([event], listener) for beat in step["beats"]]
        line = game.events.line([event], listener)
        if line.said and (line.tone == "heading" or any(beat["kind"] == "card" for beat in beats)):
            lines.append(line)
    return lines


def moment(table: Table, reader: int, step: int, seat: int, language: str) -> dict[str, Any]:
    """The table as a seat saw it after a step, and the lines of the log for it.

    :raises Refused: if there is no such step, or the reader may not see what that seat saw yet.
    """
    match, numbers = playing(table), steps(table, reader)
    if not 0 <= step < len(numbers):
        raise Refused("not-found", "There is no such move or seat in this game.")
    _check_may_see(match, reader, seat)
    game, number = match.game, numbers[step]
    listener = game.listener(seat, match.names, language)
    happened = [h for h in match.events(seat, max(0, number - BEFORE)) if h.number <= number]
    moves = {h.number: [other.event for other in happened if other.number == h.number] for h in happened}
    events = moves.pop(number, [])
    before = [line for events in moves.values() for line in game.speech.log(events, listener)]
    r = game.reader(game.hidden(match.at(number), seat), seat, match.names, language, again=match.over)
    shown = _shown(game, r, events, step, len(numbers) - 1)
    return {"drawing": game.picture.draw(r), **shown, "before": log_lines(before)}


def _shown(game: Game[Any], r: Reader[Any], events: list[Emitted], step: int, count: int) -> dict[str, Any]:
    """What a step brought, apart from the drawing."""
    listener, t = Listener(r.seat, r.names, r.t), translator("lastraft", r.t.language)
    return {
        "title": t("Move {n} of {count}", n=step, count=count),
        "stage": game.speech.stage(r)._asdict(),
        "strip": [figure._asdict() for figure in game.speech.strip(r)],
        **log_lines(game.speech.log(events, listener)),
        "staging": game.events.staging(events, listener),
    }


def whole(seen: Visible, seat: int, language: str) -> dict[str, Any]:
    """A finished game in one piece, for a device without a connection: the timeline, a drawing to begin with, and each
    step as a seat saw it, with the changes of the drawing since the one before."""
    match, game = seen.match, seen.match.game
    happened = itertools.groupby(match.events(seat), lambda h: h.number)
    events = {number: [h.event for h in some] for number, some in happened}
    state, drawn, frame, moments = match.at(0), list[str](), "", list[dict[str, Any]]()
    for step in seen.numbers:
        if step:
            move = match.history[step - 1].move
            game.rules.apply(state, move.seat, move.code)
        r = game.reader(game.hidden(state, seat), seat, match.names, language, again=match.over)
        frame, before, drawn = frame or game.picture.draw(r), drawn, game.picture.pieces(r)
        shown = _shown(game, r, events.get(step, []), step, len(seen.numbers) - 1)
        moments.append({"drawing": changes(before, drawn), **shown})
    return {
        "seat": seat,
        "title": game.called(language),
        "names": list(match.names),
        "frame": frame,
        "timeline": timeline(seen, seat, language, -1),
        "moments": moments,
    }
