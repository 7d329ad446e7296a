"""What each reader is sent: the only place where a table's state leaves the server.

A message holds the numbered news since the last one and the current state. Numbers count per reader, so that a gap
reveals nothing; everything about the game is computed from what the reader knows (`Table.knowledge`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ...kernel.state import Emitted
from ...protocol import WATCHER, Game, LogLine, Reader, for_everybody
from ...protocol.translations import N_, Translator, translator
from . import beats, clock, entries, plans
from .entries import bit
from .message_types import BeatState, Clocks, GameState, LegalMove, Lobby, Message, News, Outcome, Summary
from .svg_diff import changes
from .table import Knowledge, LogItem, Table


def stream_name(table: Table, reader: int) -> str:
    """The stream that a number belongs to: each holder of a seat has one of their own."""
    return "watch" if reader == WATCHER else f"{reader}.{table.seats[reader].holder}"


class PageState(NamedTuple):
    """What a page has been sent already."""

    number: int
    """The number of the log entry up to which it has been sent everything."""
    arranged: tuple[int, str]
    drawing: list[str]
    game: dict[str, Any]
    """The rest of the game's state."""


def message(table: Table, person: str, after: int | None, language: str, most: int, draw: str = "whole") -> Message:
    """All that a person is sent: the news after a number (None: from the start) and the current state. ``draw`` is
    the `whole` drawing or `none`."""
    return _message(table, person, after, language, most, draw, lobby(table, person, language))


def changes_for_page(
    table: Table, person: str, after: int | None, language: str, most: int, had: PageState | None
) -> tuple[dict[str, Any], PageState]:
    """The same for a page, without what only programs read and what the page has already, and with only the changed
    pieces of the drawing; and the page's state afterwards."""
    arranged = (table.arranged, table.status)
    shown = None if had and had.arranged == arranged else lobby(table, person, language)
    page: dict[str, Any] = {**_message(table, person, after, language, most, "changes", shown)}
    drawing: list[str] = []
    game: dict[str, Any] = page["game"] or {}
    if game:
        drawing, known = game.pop("drawing"), had.game if had else {}
        changed = {name: value for name, value in game.items() if name == "beat" or known.get(name, _NEVER) != value}
        page["game"] = {**changed, "drawing": changes(had.drawing if had else [], drawing)}
    return page, PageState(table.number, arranged, drawing, game)


_NEVER = object()
"""What no field of a game's state is."""
MADE = 8192
"""So many moves are kept for a seat in a language."""


def _message(
    table: Table, person: str, after: int | None, language: str, most: int, draw: str, shown: Lobby | None
) -> Message:
    reader = table.seat_of(person)
    number = table.stream_number(reader)
    fresh = after is None or not 0 <= after <= number or number - after > most
    first = max(0, number - most) if after is None or fresh else after
    return {
        "type": "table",
        "stream": stream_name(table, reader),
        "number": number,
        "fresh": fresh,
        "news": news(table, reader, first, language, data=draw != "changes", staged=draw == "changes" and not fresh),
        "table": shown,  # type: ignore[typeddict-item]
        "game": game_state(table, reader, language, draw) if table.match else None,
        "clock": clocks(table, reader),
    }


def news(table: Table, reader: int, after: int, language: str, data: bool = True, staged: bool = False) -> list[News]:
    """A reader's numbered news after a number, with events as data for programs, in words only for a page; with how a
    page plays them, where it saw what was before."""
    return [
        {"number": number, "at": round(item.entry.at), **_news_of(table, reader, item, language, data, staged, index)}  # type: ignore[typeddict-item]
        for number, index in enumerate(table.streams.get(reader, [])[after:], after + 1)
        if _may_read(table, reader, item := table.log[index], index)
    ]


def _may_read(table: Table, reader: int, item: LogItem, index: int) -> bool:
    """A whisper is for the person who sat there then, not for a later holder of the seat."""
    whisper = isinstance(item.entry, entries.Said) and item.entry.to is not None
    return not whisper or index + 1 >= table.seats[reader].taken


def _news_of(
    table: Table, reader: int, item: LogItem, language: str, data: bool, staged: bool, index: int
) -> dict[str, Any]:
    entry, t = item.entry, translator("lastraft", language)
    match entry:
        case entries.Said():
            listener = table.game.listener(reader, table.names, language)
            text = table.game.phrases.text(entry.phrase, listener) or entry.text
            said = {"kind": "chat", "seat": entry.seat, "name": _name(table, entry.seat), "text": text}
            return said if entry.to is None else {**said, "to": entry.to}
        case (
            entries.Stepped() | entries.Ready() | entries.Asking() | entries.Planned() | entries.Delegated()
            | entries.Slept() | entries.Ordered()
        ):  # fmt: skip
            return {"kind": type(entry).__name__.lower()}
        case entries.Moved() | entries.Started():
            return _played(table, reader, item, _led(table, reader, index), language, data, staged)
        case entries.Undone(seat=seat):
            if entry.secret & bit(reader):
                return {"kind": "undo", "said": [t("A move was taken back.")]}
            line = t("You took a move back.") if seat == reader else _line(table, entry, t)
            return {"kind": "undo", "seat": seat, "said": [line]}
        case entries.Sat(person=person) if reader == table.seat_of(person) != WATCHER:
            if not isinstance(entry, entries.Linked):
                return {"kind": "sat", "said": [t("You sit down.")]}
        case entries.Rematched(table=other):
            asked = table.seat_of(entry.person)
            line = t("You asked for a rematch.") if asked == reader != WATCHER else _line(table, entry, t)
            return {"kind": "rematch", "seat": asked, "table": other, "said": [line]}
    return {"kind": type(entry).__name__.lower(), "said": [_line(table, entry, t)]}


def _reaching(reader: int, events: Sequence[Emitted]) -> tuple[Emitted, ...]:
    return tuple([event for event in events if event.reaches(reader)])


def _led(table: Table, reader: int, index: int) -> tuple[Emitted, ...]:
    """What was told in one with the entry before, from where that began."""
    led: tuple[Emitted, ...] = ()
    for at in range(index - 1, -1, -1):
        events = _reaching(reader, table.log[at].events)
        way = tuple(table.game.speech.joined(events, led)) if led else events
        if not way:
            break
        led = way
    return led


def _played(
    table: Table, reader: int, item: LogItem, led: Sequence[Emitted], language: str, data: bool, staged: bool
) -> dict[str, Any]:
    events = _reaching(reader, item.events)
    way = tuple(table.game.speech.joined(led, events))
    moved = item.entry if isinstance(item.entry, entries.Moved) else None
    told = reader if table.game.events.concern(events, reader, len(table.names)) else WATCHER
    key, shared = (told, events, way, moved is None, data, staged), table.shared(language)
    if key not in shared:
        shared[key] = _told(table, told, events, way, moved is not None, language, data, staged)
    played: dict[str, Any] = shared[key]
    if moved and not moved.secret & bit(reader):
        own: dict[str, Any] = {"ordered": True} if moved.ordered and moved.seat == reader else {}
        if staged and (placed := _placed(table, reader, moved, language)):
            own["placed"] = placed
        return {**played, "seat": moved.seat, "by_clock": moved.by_clock, **own}
    return played


def _placed(table: Table, reader: int, moved: entries.Moved, language: str) -> tuple[str, str, str] | None:
    """What a seat is told of a move that the table made for it, until it makes one itself; not a later holder of it."""
    if not moved.by_table or moved.seat != reader or moved.at < table.log[table.seats[reader].taken - 1].entry.at:
        return None
    since = itertools.takewhile(lambda move: move is not moved, reversed(table.moves))
    if any(move.seat == reader and not move.by_table for move in since):
        return None
    return table.game.together.placed(moved.code, translator(table.game.name, language))


def _told(
    table: Table,
    reader: int,
    events: Sequence[Emitted],
    way: Sequence[Emitted],
    moved: bool,
    language: str,
    data: bool,
    staged: bool,
) -> dict[str, Any]:
    """What a reader is told and shown of some events, in words of the whole `way` if they go on with the move before
    them; the same for all whom they do not concern."""
    game = table.game
    listener = game.listener(reader, table.names, language)
    told: dict[str, Any] = {
        "kind": "move" if moved else "started",
        **log_lines(game.speech.log(way or events, listener)),
    }
    if way:
        told["joins"] = True
    if data:
        told["events"] = [
            {"name": game.events(e.kind).name, "kind": e.kind, "a": e.a, "b": e.b, "c": e.c} for e in events
        ]
    if staged and moved and (steps := game.events.staging(events, listener)):
        told["staging"] = steps
    if staged and (fate := game.speech.fate(events, listener)):
        told["fate"] = [*filter(None, fate)]
    if staged and (befell := game.speech.befell(way or events, listener)):
        told["befell"] = [(line.symbol, line.said) for line in befell]
    return told


def log_lines(lines: Sequence[LogLine]) -> dict[str, Any]:
    """Lines of the game's log as they are sent: the sentences, what each points at, and how each looks."""
    sent: dict[str, Any] = {
        "said": [line.said for line in lines],
        "things": [line.things for line in lines],
        "looks": [(line.symbol, line.tone) for line in lines],
    }
    return sent | {"abouts": [line.about for line in lines]} if any(line.about for line in lines) else sent


def _name(table: Table, seat: int) -> str:
    return table.seats[seat].name or table.game.notation.seat_name(seat) if seat < len(table.seats) else ""


_SENTENCES: dict[type[entries.LogEntry], str] = {
    entries.Opened: N_("The table is open."),
    entries.Changed: N_("The host changed the table."),
    entries.Sat: N_("{name} sits down."),
    entries.Renamed: N_("Somebody is called {name} now."),
    entries.Linked: N_("{name} sits down."),
    entries.Asked: N_("{name} asks to play on for a seat. Everybody who sits here must agree."),
    entries.Agreed: N_("{name} agrees."),
    entries.Declined: N_("{name} was not let in."),
    entries.Left: N_("{name} left."),
    entries.Hosted: N_("The table has a new host."),
    entries.Linkable: N_("There is a private link to a seat."),
    entries.Unlinked: N_("A private link was revoked."),
    entries.Botted: N_("A bot plays for {name}."),
    entries.Unbotted: N_("The bot of {name} has left."),
    entries.Undone: N_("{name} took a move back."),
    entries.Raised: N_("You raised your hand: there is no hurry."),
    entries.Vacationed: N_("{name} is back from vacation."),
    entries.Paused: N_("The clocks stood while the server was away."),
    entries.Ended: N_("The host ended the table."),
    entries.Rematched: N_("{name} asks for a rematch."),
}


def _line(table: Table, entry: entries.LogEntry, t: Translator) -> str:
    name = getattr(entry, "name", "")
    match entry:
        case entries.Asked(shared=True):
            return t("{name} asks to play for your seat too, on another device. Answer under Seats.", name=name)
        case entries.Linked(shared=True):
            return t("{name} now plays for your seat too, on another device.", name=name)
        case entries.Botted(late=True, bot="fold"):
            return t("The time of {name} is out: they fold until they are back.", name=_name(table, entry.seat))
        case entries.Botted(late=True):
            return t("The time of {name} is out: a bot plays until they are back.", name=_name(table, entry.seat))
        case entries.Left(late=True):
            return t("The time of {name} is out: a bot plays on for good.", name=name)
        case entries.Vacationed(seat=seat, days=days):
            name = _name(table, seat)
            if days:
                return t.plural("{name} takes {n} day off.", "{name} takes {n} days off.", days, name=name)
        case entries.Left(bot=bot) if bot:
            left = N_("{name} was removed; a bot plays on.") if entry.removed else N_("{name} left; a bot plays on.")
            return t(left, name=name)
        case entries.Left(removed=True):
            return t("{name} was removed.", name=name)
        case entries.Paused() if table.terms.clock == entries.Clock():
            return t("The server was away for a moment.")
        case entries.Agreed(by=seat):
            name = _name(table, seat)
        case entries.Rematched(person=person):
            seat = table.seat_of(person)
            if seat == WATCHER:
                return t("There is a rematch.")
            name = _name(table, seat)
        case entries.Ended(administrator=True):
            return t("An administrator ended the table.")
        case entries.Ended(forgotten=True):
            return t("Nothing happened here for a long time, so the table closed.")
        case entries.Botted(seat=seat) | entries.Unbotted(seat=seat) | entries.Undone(seat=seat):
            name = _name(table, seat) or name
    return t(_SENTENCES[type(entry)], name=name)


def ended(table: Table, language: str) -> str:
    """Why a table ended before its game did."""
    return _line(table, table.ended, translator("lastraft", language)) if table.ended else ""


def summary(table: Table, language: str = "en") -> Summary:
    """What lists show of a table: only what everybody may know."""
    return {
        "id": table.id,
        "game": table.game.name,
        "title": table.game.called(language),
        "status": table.status,
        "size": len(table.seats),
        "seats": [
            {"name": seat.name, "kind": seat.kind, "face": face}
            for seat, face in zip(table.seats, table.faces(), strict=True)
        ],
        "watchers": table.terms.watchers,
    }


def lobby(table: Table, person: str, language: str) -> Lobby:
    """The table apart from its game."""
    own = table.seat_of(person)
    host = table.seat_of(table.host)
    t, terms = translator(table.game.name, language), table.terms
    return {
        **summary(table, language),
        "seats": [
            {
                "seat": i,
                "name": seat.name,
                "kind": seat.kind,
                "bot": seat.bot,
                "invited": table.guest_of(i),
                "face": face,
            }
            for i, (seat, face) in enumerate(zip(table.seats, table.faces(), strict=True))
        ],
        "requests": [
            {"seat": i, "name": request.name, "must_agree": table.must_agree(i)}
            for i, request in table.requests.items()
            if not table.seats[i].people or i == own or request.person == person
        ],
        "you": None if own == WATCHER else own,
        "host": None if host == WATCHER else host,
        "hosting": person == table.host,
        "listed": terms.listed,
        "options": {
            option.name: {
                "value": terms.options.get(option.name, option.default),
                "values": list(option.values),
                "about": t(option.about),
            }
            for option in table.game.options
        },
        "timing": {
            **msgspec.to_builtins(terms.clock),  # type: ignore[typeddict-item]
            "grace": terms.grace,
            "pause": terms.pause,
            "pace": terms.pace,
            "debate": terms.debate,
            "late": terms.late,
        },
        "series": table.series,
        "rematch": table.rematch.table if table.rematch else None,
        "seed_hash": table.match.seed_hash if table.match else None,
    }


def game_state(table: Table, reader: int, language: str, draw: str) -> GameState:
    """The game as one reader sees it."""
    assert table.match is not None
    game, ahead = table.game, plans.ahead(table, reader)
    planned = ahead or plans.foreseen(table, reader)
    known = planned or table.knowledge(reader)
    r = game.reader(known.hidden, reader, table.names, language, None if planned else table.shared(language))
    running = table.status == "running"
    asked = ahead is not None or (running and bool(known.legal) and beats.asked(table, reader))
    window = asked and not table.terms.pace and bool(game.is_window(known.hidden, reader))
    urgent = reader != WATCHER and beats.is_urgent(table, reader)
    quiet = running and not asked and bool(known.legal) and not urgent and not beats.awaits_owner(table, reader)
    quiet = quiet and not game.windows.offers(known.hidden, reader)
    quiet = quiet and (table.window is not None or len(known.legal) > 1)  # what the table answers for one is one's own
    t = translator("lastraft", language)
    rests = quiet and table.window is None and table.seats[reader].rest
    asks = game.reader(known.hidden, WATCHER, table.names, language) if quiet else r
    if planned and not ahead and reader not in table.actors:  # whom one waits for
        asks = game.reader(table.knowledge(reader).hidden, reader, table.names, language)
    drawing: Any = {"whole": game.picture.draw, "changes": game.picture.pieces}.get(draw)
    awaited = table.awaited(reader) if running else []
    return {
        "prompt": ended(table, language)
        or (t("The table chooses for you.") if rests else "")
        or _prompt(table, asks, asked, "" if quiet else known.prompt),
        "stage": _stage(r, game),
        "strip": [*map(_as_dict, game.speech.strip(r))],
        "question": table.seats[reader].question if reader != WATCHER else 0,
        "legal": _relabelled(table, r, legal_moves(table, r, known.legal, data=draw != "changes"))
        if asked
        else _at_once(table, r)
        if running and draw == "changes"
        else [],
        "awaited": awaited,
        "kinds": kinds(table, known, language) if asked and draw == "changes" else [],
        "waiting": waiting(table, reader, awaited, language),
        "window": window,
        "usual": int(game.rules.timeout(known.hidden, reader)) if window else None,
        "raised": reader != WATCHER and table.seats[reader].raised,
        "undo": reader != WATCHER and ((running and plans.may_undo(table, reader)) or table.may_undo(reader)),
        "view": None if draw == "changes" else game.speech.view(r),
        "drawing": drawing(r) if drawing else "",
        "beat": beat_state(table, reader, r) if table.terms.pace and running else None,
        "asks": table.seats[reader].asks if reader != WATCHER else "",
        "speed": table.seats[reader].speed if reader != WATCHER else "",
        "answers": reader == WATCHER or table.seats[reader].answers,
        "phrases": [
            _as_dict(each) for each in beats.phrases_offered(table, r) if running or each.code in game.phrases.parting
        ],
        "rest": _rest(table, reader, r),
        "ahead": reader != WATCHER and table.seats[reader].ahead,
        "zone": _zone(table, reader),
        "outcome": None if running else outcome(table, reader, known, language),
    }


def _at_once(table: Table, r: Reader[Any]) -> list[Any]:
    """What a page may offer that goes on from the only answer, before the table has given that; a coach goes step by
    step."""
    only = beats.only_answer(table, r.seat) if r.seat in table.actors and not (table.window or table.lesson) else None
    shortcuts = table.game.picture.shortcuts(r) if only else []
    return [_as_dict(each) for each in shortcuts if only and each.codes[0] == only.code]


@functools.lru_cache(8192)
def _as_dict(named: Any) -> Any:
    """What is sent of a named tuple; most are sent again and again."""
    return named._asdict()


@for_everybody
def _stage(r: Reader[Any], game: Game[Any]) -> Any:
    return game.speech.stage(r)._asdict()


def _zone(table: Table, reader: int) -> str:
    """The reader's time zone, where it counts and they have said it."""
    night = table.seats[reader].night if reader != WATCHER else None
    return night.zone if night else ""


def _rest(table: Table, reader: int, r: Reader[Any]) -> tuple[str, bool] | None:
    """What leaving the rest of the setup to the table is called, and whether the reader does; None if they cannot."""
    if not plans.may_leave_rest(table, reader):
        return None
    return r.t(table.game.together.rest_label), table.seats[reader].rest


def _prompt(table: Table, r: Reader[Any], asked: bool, english: str) -> str:
    """What is asked, and for whoever is asked in an open window why; if they have let it pass already, what happened
    since."""
    prompt = english if english and r.t.language == "en" else table.game.speech.prompt(r)
    why = table.game.windows.why(r) if asked and table.window else ""
    if asked and _is_asked_again(table, r.seat):
        last = next((item for item in reversed(table.log) if isinstance(item.entry, entries.Moved)), None)
        events = [event for event in last.events if event.reaches(r.seat)] if last else []
        lines = table.game.speech.log(events, table.game.listener(r.seat, table.names, r.t.language))
        question, *more = prompt.split("\n")
        prompt = "\n".join([question, *(line.said for line in lines[-1:]), *more])
    return f"{prompt}\n{why}" if why else prompt


def _is_asked_again(table: Table, seat: int) -> bool:
    """Whether a seat has let the open window pass, and then something happened that matters to it."""
    return table.window is not None and seat in table.window.stakes


def _relabelled(table: Table, r: Reader[Any], moves: list[LegalMove]) -> list[LegalMove]:
    """In an open window, the move that lets it pass says so; the owner's says what it ends."""
    if table.window:
        t, passes = translator("lastraft", r.t.language), beats.declines(table, r.seat)
        said: Any = {"passes": True}
        beat = table.window.beat
        if beat.seats != 1 << r.seat and (beat.ready or r.seat != beat.owner):  # who is asked alone answers the game
            again = _is_asked_again(table, r.seat)
            said["label"] = t("Let's vote") if beat.debate else t("Still do nothing") if again else t("Do nothing")
            if beats.is_urgent(table, r.seat):
                said["label"] = t("Accept your fate")
        return [move | said if move.get("code") == passes else move for move in moves]
    return moves


def beat_state(table: Table, reader: int, r: Reader[Any]) -> BeatState:
    """The open window as a reader sees it, and what they may do in it or before the next one. That somebody holds it is
    public, who does is not."""
    window, known, offers = table.window, table.knowledge(reader), list[LegalMove]()
    inside = reader != WATCHER and (window is None or bool(window.beat.seats >> reader & 1))
    if inside and known.legal and not beats.asked(table, reader):
        offers = legal_moves(table, r, table.game.windows.offers(known.hidden, reader))
    state: BeatState = {"left": 0.0, "of": 0.0, "step": inside and beats.may_step_in(table, reader), "offers": offers}
    if state["step"] and (could := table.game.windows.could(r)):
        state["could"] = could
    if window:
        ready = window.beat.ready
        ends = max(window.ends, beats.over_at(table)) if window.offered and inside else window.ends
        ends = 0.0 if beats.waits(table) else ends
        state |= {
            "left": round(max(0.0, ends - clock.now()), 1),
            "of": round(max(0.0, ends - window.begins), 1),
            "asked": inside and beats.asked(table, reader),
            "holding": inside and reader in window.holds,
            "held": bool(window.holds),
            "done": inside and (reader in window.ready or (window.beat.settled and reader == window.beat.owner)),
            "ready": sorted(window.ready) if ready else [],
            "people": beats.people(table, window.beat.seats) if ready else [],
            "debate": window.beat.debate,
            "urgent": inside and beats.is_urgent(table, reader),
        }
    return state


def legal_moves(table: Table, r: Reader[Any], codes: Sequence[int], data: bool = True) -> list[LegalMove]:
    """A seat's legal moves, in words and as clicks; for programs also in notation and with their kinds (which a page
    has in `kinds`), for a page also shortcuts for several moves."""
    game, moves = table.game, list[Any]()
    if data:
        kinds = _kind_names(game, r.t.language)
        for code in codes:
            text = game.notation.move_text(r.state, r.seat, code)
            move = {"careful": "", "detail": "", **_move(game, r, code)}
            moves.append(move | {"text": text, "family": game.families[code][0], "kind": kinds[code]})
        return moves
    made, depends_on = _made_moves(game, r.t.language, r.seat), game.speech.depends_on
    if len(made) > MADE:
        made.clear()
    for code in codes:
        depends = depends_on(r, code)
        known = made.get((code, depends))
        if known is None:
            known = _move(game, r, code)
            if depends is not None:
                made[code, depends] = known
        moves.append(known)
    moves += map(_as_dict, game.picture.shortcuts(r))
    return moves


def _move(game: Game[Any], r: Reader[Any], code: int) -> dict[str, Any]:
    """A legal move for a page; without what is empty."""
    move = {"code": code, "label": game.speech.label(r, code), "clicks": game.picture.clicks(r, code)}
    if careful := game.speech.careful(r, code):
        move["careful"] = careful
    if detail := game.speech.outcome(r, code):
        move["detail"] = detail
    if game.speech.vain(r, code):
        move["vain"] = True
    if brief := game.speech.brief(r, code):
        move["brief"] = brief
    if game.speech.needless(r.state, r.seat, code):
        move["needless"] = True
    return move


@functools.cache
def _made_moves(game: Game[Any], language: str, seat: int) -> dict[Any, dict[str, Any]]:
    """By code and what they depend on (see `Speech.depends_on`): the moves that were made."""
    return {}


def kinds(table: Table, known: Knowledge, language: str) -> list[tuple[str, int]]:
    """The kinds of a seat's legal moves in the same order, and how many there are of each."""
    names = _kind_names(table.game, language)
    groups = itertools.groupby([names[code] for code in known.legal])
    return [(name, len(list(moves))) for name, moves in groups]


@functools.cache
def _kind_names(game: Game[Any], language: str) -> list[str]:
    """By code."""
    t = translator(game.name, language)
    return [game.speech.family_name(family.name, t) for family in game.families.all for _ in range(family.size)]


def why(table: Table, reader: int, clicks: list[str], language: str) -> tuple[str, str]:
    """Why no move begins with what was clicked: a sentence and its clause, or two empty strings."""
    known, game = plans.ahead(table, reader) or table.knowledge(reader), table.game
    t = translator(game.name, language)
    r = game.reader(known.hidden, reader, table.names, language)
    spelled = [list(game.picture.clicks(r, code)) for code in range(game.families.count)]
    family = [game.families[code][0] for code in range(game.families.count)]
    if reason := game.picture.wrong(r, clicks):
        return game.speech.reason(reason, t), game.clause_name(reason)
    offered = {family[code] for code in known.legal}
    later = {each for code, path in enumerate(spelled) if family[code] in offered for each in path[1:]}
    for code, path in enumerate(spelled):
        if code in known.legal or path[: len(clicks)] != clicks:
            continue
        if (
            family[code] in offered or len(clicks) > 1 or not later & {*clicks}
        ):  # otherwise something else is chosen first
            reason = game.rules.forbids(known.hidden, reader, code)
            if reason:
                return game.speech.reason(reason, t), game.clause_name(reason)
    return "", ""


def waiting(table: Table, reader: int, awaited: list[int], language: str) -> str:
    """A sentence that says whom the game waits for, as far as the reader can know."""
    t = translator("lastraft", language)
    if table.plans.get(reader) and reader not in table.actors:
        return t("Your answers are kept until it is your turn.")
    if table.window and table.status == "running":
        return t("Somebody steps in.") if table.window.holds else t("Anybody may step in now.")
    others = [table.names[seat] for seat in awaited if seat != reader]
    if not others:
        return ""
    if _anonymous(table, reader):
        return t.plural("Waiting for {n} answer.", "Waiting for {n} answers.", len(awaited))
    return t("Waiting for {names}.", names=", ".join(others))


def _anonymous(table: Table, reader: int) -> bool:
    """Whether the reader may know only how many are awaited, not whom."""
    return table.game.speech.anonymous(table.game.reader(table.knowledge(reader).hidden, reader, table.names))


def outcome(table: Table, reader: int, known: Knowledge, language: str) -> Outcome | None:
    """How the game ended, with each seat's points line by line."""
    assert table.match is not None
    ended = table.match.outcome()
    if ended is None:
        return None
    t, game = translator("lastraft", language), table.game
    r = game.reader(known.hidden, WATCHER, table.names, language)
    seats = range(table.match.seats)
    opened = game.reader(table.match.state, reader, table.names, language)
    events = [h.event for h in table.match.all_events()]
    told = [[[said, 0] for said in game.speech.at_the_end(opened, seat, events)] for seat in seats]
    return {
        "said": _won(table, reader, ended.winners, t),
        "why": _lost(table, reader, known, language) or game.speech.help(r),
        "scores": list(ended.scores),
        "ranks": list(ended.ranks),
        "winners": list(ended.winners),
        "lines": [[*map(list, game.speech.score_lines(r, seat)), *told[seat]] for seat in seats],
        "points": game.speech.shows_points,
    }


def _lost(table: Table, reader: int, known: Knowledge, language: str) -> str:
    """What became of a reader who has not won, and how many points they lack. Nothing for others, and where points
    alone do not decide."""
    assert table.match is not None
    ended, speech = table.match.outcome(), table.game.speech
    if ended is None or reader < 0 or not speech.shows_points:
        return ""
    behind = max(ended.scores) - ended.scores[reader]
    if reader in ended.winners or not behind:
        return ""
    points = translator("lastraft", language).plural("You are {n} point behind.", "You are {n} points behind.", behind)
    own = speech.own_end(table.game.reader(known.hidden, reader, table.names, language))
    return f"{own} {points}".lstrip()


def _listed(names: Sequence[str], t: Translator) -> str:
    """Names as one says them."""
    if len(names) < 2:
        return "".join(names)
    return t("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def _won(table: Table, reader: int, winners: Sequence[int], t: Translator) -> str:
    others, n = _listed([table.names[seat] for seat in winners if seat != reader], t), len(winners) - 1
    if reader not in winners:
        won = t.plural("{names} has won.", "{names} have won.", len(winners), names=others)
        return won if others else t("Nobody has won.")
    if not others:
        return t("You have won.")
    if len(winners) == len(table.seats):
        return t("All of you have won.")
    return t.plural("You have won, and so has {names}.", "You have won, and so have {names}.", n, names=others)


def clocks(table: Table, reader: int) -> Clocks | None:
    """The time left to the reader and to the only seat the game waits for. More would reveal who has answered. Over
    days it is the time that counts, with when it ends on the wall; in a window for everybody, until that ends."""
    if table.status != "running" or not table.driven:
        return None
    now, nights = clock.now(), table.terms.clock.nights
    if table.terms.slow and table.window and table.window.ends > now:
        end = table.window.ends
        return {"left": {"-1": round(end - now, 1)}, "until": round(end), "nights": nights}
    awaited = table.awaited(reader)
    named = len(awaited) == 1 and not _anonymous(table, reader)
    shown = awaited if named else [seat for seat in awaited if seat == reader]
    ends = {seat: table.deadline(seat) if seat == reader else table.time_limit(seat) for seat in shown}
    left = {
        str(seat): round(max(0.0, table.counted(seat, now, end)), 1)
        for seat, end in ends.items()
        if end is not None and not table.seats[seat].bot
    }
    if not left or not table.terms.slow:
        return {"left": left} if left else None
    return {"left": left, "until": round(min(end for end in ends.values() if end is not None)), "nights": nights}
