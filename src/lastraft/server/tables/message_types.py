"""The types of what is sent to readers; `messages` builds them, and the OpenAPI document describes them."""

from typing import Any, NotRequired, TypedDict

from ...protocol.staging import StagedStep
from .entries import SeriesStanding


class SeatInList(TypedDict):
    name: str
    kind: str
    face: int


class _Table(TypedDict):
    id: str
    game: str
    title: str
    status: str
    size: int
    watchers: bool


class Summary(_Table):
    """What lists show of a table."""

    seats: list[SeatInList]


class Seat(SeatInList):
    seat: int
    bot: str
    invited: str


class SeatRequest(TypedDict):
    """Somebody who asks to play on for a seat of a running game, and the seats that must still agree."""

    seat: int
    name: str
    must_agree: list[int]


class Option(TypedDict):
    values: list[str]
    about: str


class OptionSet(Option):
    value: str


class Timing(TypedDict):
    kind: str
    amount: float
    extra: float
    grace: float
    pause: float
    pace: float
    debate: float
    reserve: float
    nights: bool
    vacation: int
    late: str


class Lobby(_Table):
    """A table apart from its game."""

    seats: list[Seat]
    requests: list[SeatRequest]
    you: int | None
    host: int | None
    hosting: bool
    listed: bool
    options: dict[str, OptionSet]
    timing: Timing
    series: SeriesStanding | None
    rematch: str | None
    seed_hash: str | None


class LegalMove(TypedDict):
    code: int
    label: str
    clicks: list[str]
    careful: str
    detail: str
    vain: NotRequired[bool]
    brief: NotRequired[str]
    needless: NotRequired[bool]
    text: str
    family: str
    kind: str
    passes: NotRequired[bool]


class Event(TypedDict):
    name: str
    kind: int
    a: int
    b: int
    c: int


class News(TypedDict):
    """One numbered item of a stream; which of the optional fields it has depends on its kind."""

    number: int
    at: float
    kind: str
    said: NotRequired[list[str]]
    things: NotRequired[list[list[str]]]
    looks: NotRequired[list[list[str]]]
    abouts: NotRequired[list[str]]
    joins: NotRequired[bool]
    events: NotRequired[list[Event]]
    staging: NotRequired[list[StagedStep]]
    fate: NotRequired[list[str]]
    befell: NotRequired[list[tuple[str, str]]]
    seat: NotRequired[int]
    by_clock: NotRequired[bool]
    ordered: NotRequired[bool]
    placed: NotRequired[tuple[str, str, str]]
    name: NotRequired[str]
    text: NotRequired[str]
    to: NotRequired[int]
    table: NotRequired[str]


class Outcome(TypedDict):
    said: str
    why: str
    scores: list[int]
    ranks: list[int]
    winners: list[int]
    lines: list[list[list[Any]]]
    points: bool


class Stage(TypedDict):
    heading: str
    phases: list[str]
    now: int
    left: int
    of: int
    thrown: str


class Phrase(TypedDict):
    code: int
    menu: str
    label: str


class BeatState(TypedDict):
    """What one may do about windows; and in an open one, how long it lasts and who is ready."""

    left: float
    of: float
    step: bool
    offers: list[LegalMove]
    could: NotRequired[str]
    asked: NotRequired[bool]
    holding: NotRequired[bool]
    held: NotRequired[bool]
    done: NotRequired[bool]
    ready: NotRequired[list[int]]
    people: NotRequired[list[int]]
    debate: NotRequired[bool]
    urgent: NotRequired[bool]


class Figure(TypedDict):
    symbol: str
    value: str
    note: str
    said: str
    urgent: bool
    element: str


class GameState(TypedDict):
    prompt: str
    stage: Stage
    strip: list[Figure]
    question: int
    legal: list[LegalMove]
    awaited: list[int]
    kinds: list[Any]
    waiting: str
    window: bool
    usual: int | None
    raised: bool
    undo: bool
    beat: BeatState | None
    asks: str
    speed: str
    answers: bool
    phrases: list[Phrase]
    rest: tuple[str, bool] | None
    ahead: bool
    zone: str
    view: Any
    drawing: str
    outcome: Outcome | None


class Clocks(TypedDict):
    """By seat: the seconds left; -1 is the window that is open for everybody."""

    left: dict[str, float]
    until: NotRequired[float]
    nights: NotRequired[bool]


class Message(TypedDict):
    """All that a reader may know; streams send the same as their message `table`."""

    type: str
    stream: str
    number: int
    fresh: bool
    news: list[News]
    table: Lobby
    game: GameState | None
    clock: Clocks | None


class Done(TypedDict):
    """An action that was done, with its number in the reader's stream."""

    type: str
    id: str
    number: int


class Refusal(TypedDict):
    """An action that was not done: a code for programs, a sentence for people, the clause of the rules if any."""

    code: str
    said: str
    clause: NotRequired[str]
