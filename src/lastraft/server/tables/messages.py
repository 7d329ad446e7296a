"""What each reader is sent. The one place where a table becomes something that leaves the server.

A message is numbered news since the last one and the table as it stands. News have the reader's own numbers, so that
a gap tells nothing; everything about the game is computed from what that reader knows (`Table.knowledge`).
"""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ...protocol import WATCHER, Game, LogLine, Reader
from ...protocol.translations import Translator, translator
from .entries import (
    Botted,
    Changed,
    Ended,
    Hosted,
    Left,
    Linkable,
    Linked,
    Moved,
    Opened,
    Paused,
    Raised,
    Rematched,
    Said,
    Sat,
    Started,
    Unbotted,
    Undone,
    Unlinked,
    bit,
)
from .svg_diff import changes
from .table import Heard, Knowledge, Table

_encode = msgspec.json.Encoder().encode


def stream_name(table: Table, reader: int) -> str:
    """Which stream a number belongs to: another seat or another holder of a seat begins anew."""
    return "watch" if reader == WATCHER else f"{reader}.{table.seats[reader].holder}"


class Had(NamedTuple):
    """What a page has been sent already: which arrangement of the table, and the drawing."""

    number: int
    """The number of the log's line at which that was."""
    arranged: tuple[int, str]
    drawing: list[str]


def message(
    table: Table, person: str, after: int | None, language: str, most: int, draw: str = "whole"
) -> dict[str, Any]:
    """All that somebody is sent: the news after a number (None: a fresh start) and the table as it stands. ``draw`` is
    the `whole` drawing or `none`."""
    return _message(table, person, after, language, most, draw, lobby(table, person, language))


def changes_for_page(
    table: Table, person: str, after: int | None, language: str, most: int, had: Had | None
) -> tuple[dict[str, Any], Had]:
    """The same for a page: what only programs read and what the page has already is left out, and of the drawing's
    pieces only those that changed are sent. And what it has then."""
    arranged = (table.arranged, table.status)
    shown = None if had and had.arranged == arranged else lobby(table, person, language)
    made = _message(table, person, after, language, most, "changes", shown)
    drawing: list[str] = []
    if made["game"]:
        drawing = made["game"]["drawing"]
        made["game"]["drawing"] = changes(had.drawing if had else [], drawing)
    return made, Had(table.number, arranged, drawing)


def _message(
    table: Table, person: str, after: int | None, language: str, most: int, draw: str, shown: dict[str, Any] | None
) -> dict[str, Any]:
    reader = table.seat_of(person)
    number = table.stream_number(reader)
    fresh = after is None or not 0 <= after <= number or number - after > most
    first = max(0, number - most) if after is None or fresh else after
    return {
        "type": "table",
        "stream": stream_name(table, reader),
        "number": number,
        "fresh": fresh,
        "news": news(table, reader, first, language, data=draw != "changes"),
        "table": shown,
        "game": game_state(table, reader, language, draw) if table.match else None,
        "clock": clocks(table, reader),
    }


# -- news ---------------------------------------------------------------------------------------------------------


def news(table: Table, reader: int, after: int, language: str, data: bool = True) -> list[dict[str, Any]]:
    """A reader's numbered news after a number; for programs with the events as data, for a page only in words."""
    made = []
    places = table.streams.get(reader, [])
    for number, place in enumerate(places[after:], after + 1):
        heard = table.log[place]
        if _theirs(table, reader, heard, place):
            told = _told(table, reader, heard, language, data)
            made.append({"number": number, "at": round(heard.entry.at), **told})
    return made


def _theirs(table: Table, reader: int, heard: Heard, place: int) -> bool:
    """A whisper belongs to the person who sat there, not to whoever takes the seat later."""
    whisper = isinstance(heard.entry, Said) and heard.entry.to is not None
    return not whisper or place + 1 >= table.seats[reader].taken


def _told(table: Table, reader: int, heard: Heard, language: str, data: bool) -> dict[str, Any]:
    entry, t = heard.entry, translator("lastraft", language)
    match entry:
        case Said():
            said = {"kind": "chat", "seat": entry.seat, "name": _name(table, entry.seat), "text": entry.text}
            return said if entry.to is None else {**said, "to": entry.to}
        case Moved() | Started():
            return _played(table, reader, heard, language, data)
        case Undone(seat=seat):
            if entry.secret & bit(reader):
                return {"kind": "undo", "said": [t("A move was taken back.")]}
            line = t("You took a move back.") if seat == reader else _line(table, entry, t)
            return {"kind": "undo", "seat": seat, "said": [line]}
        case Rematched(table=other):
            return {"kind": "rematch", "table": other, "said": [_line(table, entry, t)]}
    return {"kind": type(entry).__name__.lower(), "said": [_line(table, entry, t)]}


def _played(table: Table, reader: int, heard: Heard, language: str, data: bool) -> dict[str, Any]:
    game = table.game
    events = [event for event in heard.told if event.reaches(reader)]
    lines = game.speech.log(events, game.listener(reader, table.names, language))
    told: dict[str, Any] = {"kind": "move" if isinstance(heard.entry, Moved) else "started", **told_lines(lines)}
    if data:
        told["events"] = [
            {"name": game.events(e.kind).name, "kind": e.kind, "a": e.a, "b": e.b, "c": e.c} for e in events
        ]
    if isinstance(heard.entry, Moved) and not heard.entry.secret & bit(reader):
        told |= {"seat": heard.entry.seat, "by_clock": heard.entry.by_clock}
    return told


def told_lines(lines: Sequence[LogLine]) -> dict[str, Any]:
    """Lines of the log as they are sent: what is said, what each points at, and how each looks."""
    return {
        "said": [line.said for line in lines],
        "things": [line.things for line in lines],
        "looks": [(line.symbol, line.tone) for line in lines],
    }


def _name(table: Table, seat: int) -> str:
    return table.seats[seat].name or table.game.notation.seat_name(seat) if seat < len(table.seats) else ""


def _line(table: Table, entry: Any, t: Translator) -> str:
    who = _name(table, entry.seat) if hasattr(entry, "seat") else ""
    match entry:
        case Opened():
            return t("The table is open.")
        case Changed():
            return t("The host changed the table.")
        case Sat() | Linked():
            return t("{name} sits down.", name=entry.name)
        case Left(removed=removed, name=name):
            return t("{name} was removed.", name=name) if removed else t("{name} left.", name=name)
        case Hosted():
            return t("The table has a new host.")
        case Linkable():
            return t("There is a private link to a seat.")
        case Unlinked():
            return t("A private link was revoked.")
        case Botted():
            return t("A bot plays for {name}.", name=who or entry.name)
        case Unbotted():
            return t("The bot of {name} has left.", name=who)
        case Undone():
            return t("{name} took a move back.", name=who)
        case Raised():
            return t("You raised your hand: there is no hurry.")
        case Paused():
            return t("The clocks stood while the server was away.")
        case Ended(forgotten=True):
            return t("Nothing happened here for a long time, so the table closed.")
        case Ended():
            return t("The host ended the table.")
        case Rematched():
            return t("There is a rematch.")
    return ""


def ended(table: Table, language: str) -> str:
    """Why a table ended before its game did."""
    return _line(table, table.ended, translator("lastraft", language)) if table.ended else ""


# -- the table as it stands ---------------------------------------------------------------------------------------


def summary(table: Table) -> dict[str, Any]:
    """What lists show of a table: nothing that not everybody may know."""
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.game.title,
        "status": table.status,
        "size": len(table.seats),
        "seats": [{"name": seat.name, "kind": seat.kind} for seat in table.seats],
        "watchers": table.watchers,
    }


def lobby(table: Table, person: str, language: str) -> dict[str, Any]:
    """The table apart from the game."""
    own = table.seat_of(person)
    host = table.seat_of(table.host)
    t = translator(table.game.name, language)
    return {
        **summary(table),
        "seats": [
            {"seat": i, "name": seat.name, "kind": seat.kind, "bot": seat.bot, "invited": table.guest_of(i)}
            for i, seat in enumerate(table.seats)
        ],
        "you": None if own == WATCHER else own,
        "host": None if host == WATCHER else host,
        "hosting": person == table.host,
        "listed": table.listed,
        "options": {
            option.name: {
                "value": table.options.get(option.name, option.default),
                "values": list(option.values),
                "about": t(option.about),
            }
            for option in table.game.options
        },
        "timing": {
            "kind": table.clock.kind,
            "amount": table.clock.amount,
            "extra": table.clock.extra,
            "grace": table.grace,
            "pause": table.pause,
        },
        "series": None if table.series is None else msgspec.to_builtins(table.series),
        "rematch": table.rematch.table if table.rematch else None,
        "seed_hash": table.match.seed_hash if table.match else None,
    }


def game_state(table: Table, reader: int, language: str, draw: str) -> dict[str, Any]:
    """The game as one reader sees it."""
    assert table.match is not None
    game, known = table.game, table.knowledge(reader)
    r = game.reader(known.hidden, reader, table.names, language)
    running = table.status == "running"
    asked = running and bool(known.legal)
    window = asked and bool(game.is_window(known.hidden, reader))
    drawing = {"whole": game.picture.draw, "changes": game.picture.pieces}.get(draw)
    awaited = table.awaited(reader) if running else []
    return {
        "prompt": ended(table, language) or game.speech.prompt(r),
        "stage": game.speech.stage(r)._asdict(),
        "question": table.seats[reader].question if reader != WATCHER else 0,
        "legal": legal_moves(table, r, known.legal, data=draw != "changes") if asked else [],
        "awaited": awaited,
        "kinds": kinds(table, known, language) if asked and draw == "changes" else [],
        "waiting": waiting(table, reader, awaited, language),
        "window": window,
        "usual": int(game.rules.timeout(known.hidden, reader)) if window else None,
        "raised": reader != WATCHER and table.seats[reader].raised,
        "undo": reader != WATCHER and table.may_undo(reader),
        "view": None if draw == "changes" else game.speech.view(r),
        "drawing": drawing(r) if drawing else "",
        "outcome": outcome(table, reader, known, language),
    }


def legal_moves(table: Table, r: Reader[Any], codes: Sequence[int], data: bool = True) -> list[dict[str, Any]]:
    """What a seat may do now, in words and as clicks; for programs also in the game's notation and with its kind, of
    which a page is told in `kinds`; for a page also what takes several moves in one go."""
    game = table.game
    made = []
    for code in codes:
        move = {"code": code, "label": game.speech.label(r, code), "clicks": game.picture.clicks(r, code)}
        careful = game.speech.careful(r, code)
        if careful or data:
            move["careful"] = careful
        detail = game.speech.outcome(r, code)
        if detail or data:
            move["detail"] = detail
        if data:
            family = game.families[code][0]
            move |= {
                "text": game.notation.move_text(r.state, r.seat, code),
                "family": family,
                "kind": _kind_names(game, r.t.language)[family],
            }
        made.append(move)
    if not data:
        made += [shortcut._asdict() for shortcut in game.picture.shortcuts(r)]
    return made


def kinds(table: Table, known: Knowledge, language: str) -> list[tuple[str, int]]:
    """The kinds of what a seat may do, in the same order, and how many moves of each there are."""
    families, names = table.game.families, _kind_names(table.game, language)
    groups = itertools.groupby([names[families[code][0]] for code in known.legal])
    return [(name, len(list(moves))) for name, moves in groups]


@functools.cache
def _kind_names(game: Game[Any], language: str) -> dict[str, str]:
    t = translator(game.name, language)
    return {family.name: game.speech.family_name(family.name, t) for family in game.families.all}


def why(table: Table, reader: int, clicks: list[str], language: str) -> tuple[str, str]:
    """Why nothing can be done with what somebody clicked: a sentence and the clause, or nothing to say."""
    known, game, t = table.knowledge(reader), table.game, translator(table.game.name, language)
    r = game.reader(known.hidden, reader, table.names, language)
    spelled = [list(game.picture.clicks(r, code)) for code in range(game.families.count)]
    family = [game.families[code][0] for code in range(game.families.count)]
    offered = {family[code] for code in known.legal}
    later = {each for code, path in enumerate(spelled) if family[code] in offered for each in path[1:]}
    for code, path in enumerate(spelled):
        if code in known.legal or path[: len(clicks)] != clicks:
            continue
        if family[code] in offered or len(clicks) > 1 or not later & {*clicks}:  # else something is to be chosen first
            reason = game.rules.forbids(known.hidden, reader, code)
            if reason:
                return game.speech.reason(reason, t), game.clause_name(reason)
    return "", ""


def waiting(table: Table, reader: int, awaited: list[int], language: str) -> str:
    """Whom the table waits for, as far as the reader can know."""
    t = translator("lastraft", language)
    others = [table.names[seat] for seat in awaited if seat != reader]
    if _anonymous(table, reader):
        return t.plural("Waiting for {n} answer.", "Waiting for {n} answers.", len(awaited)) if others else ""
    return t("Waiting for {names}.", names=", ".join(others)) if others else ""


def _anonymous(table: Table, reader: int) -> bool:
    """Whether the reader may know only how many are awaited, not whom."""
    return table.game.speech.anonymous(table.game.reader(table.knowledge(reader).hidden, reader, table.names))


def outcome(table: Table, reader: int, known: Knowledge, language: str) -> dict[str, Any] | None:
    """How the game ended, explained line by line."""
    assert table.match is not None
    ended = table.match.outcome()
    if ended is None:
        return None
    t, game = translator("lastraft", language), table.game
    r = game.reader(known.hidden, WATCHER, table.names, language)
    seats = range(table.match.seats)
    return {
        "said": _won(table, reader, ended.winners, t),
        "why": game.speech.help(r),
        "scores": list(ended.scores),
        "ranks": list(ended.ranks),
        "winners": list(ended.winners),
        "lines": [[list(line) for line in game.speech.score_lines(r, seat)] for seat in seats],
    }


def _won(table: Table, reader: int, winners: Sequence[int], t: Translator) -> str:
    others = ", ".join(table.names[seat] for seat in winners if seat != reader)
    if reader not in winners:
        return t("Won: {names}.", names=others) if others else t("Nobody has won.")
    return t("You have won, and so has: {names}.", names=others) if others else t("You have won.")


def clocks(table: Table, reader: int) -> dict[str, Any] | None:
    """The time left: one's own, and that of the only one the table waits for. More would tell who has answered."""
    if table.status != "running" or not table.driven:
        return None
    awaited = table.awaited(reader)
    named = len(awaited) == 1 and not _anonymous(table, reader)
    shown = awaited if named else [seat for seat in awaited if seat == reader]
    ends = {seat: table.deadline(seat) if seat == reader else table.time_limit(seat) for seat in shown}
    left = {
        str(seat): round(max(0.0, end - time.time()), 1)
        for seat, end in ends.items()
        if end is not None and not table.seats[seat].bot
    }
    return {"left": left} if left else None


def encode(made: dict[str, Any]) -> bytes:
    return _encode(made)
