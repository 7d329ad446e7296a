"""What the API answers with, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, TypedDict

from litestar import MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec


class _Refusal(TypedDict):
    code: str
    said: str


class Refusal(_Refusal, total=False):
    """What was not done: a code for programs, a sentence for people, the clause of the rules if one forbids it."""

    clause: str


class Named(TypedDict):
    name: str


class SeatInList(TypedDict):
    name: str
    kind: str


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


class MyTable(Summary):
    you: int | None
    your_turn: bool


class Me(TypedDict):
    name: str
    tables: list[MyTable]


class Sizes(TypedDict):
    least: int
    most: int
    usual: int


class Option(TypedDict):
    values: list[str]
    about: str


class GameAbout(TypedDict):
    game: str
    title: str
    rules: int
    seats: Sizes
    options: dict[str, Option]


class Seat(TypedDict):
    seat: int
    name: str
    kind: str
    bot: str
    invited: str


class OptionSet(Option):
    value: str


class Timing(TypedDict):
    kind: str
    amount: float
    extra: float
    grace: float
    pause: float


class Standing(TypedDict):
    """A series: how many games, which one this is, each seat's points from those before."""

    games: int
    game: int
    points: list[int]


class Lobby(_Table):
    """A table apart from its game."""

    seats: list[Seat]
    you: int | None
    host: int | None
    hosting: bool
    listed: bool
    options: dict[str, OptionSet]
    timing: Timing
    series: Standing | None
    rematch: str | None
    seed_hash: str | None


class LegalMove(TypedDict):
    code: int
    label: str
    clicks: list[str]
    careful: str
    detail: str
    text: str
    family: str
    kind: str


class Legal(TypedDict):
    question: int
    legal: list[LegalMove]


class Event(TypedDict):
    name: str
    kind: int
    a: int
    b: int
    c: int


class _News(TypedDict):
    number: int
    at: float
    kind: str


class News(_News, total=False):
    """One numbered news; what else it has depends on its kind."""

    said: list[str]
    things: list[list[str]]
    looks: list[list[str]]
    events: list[Event]
    seat: int
    by_clock: bool
    name: str
    text: str
    to: int
    table: str


class Outcome(TypedDict):
    said: str
    why: str
    scores: list[int]
    ranks: list[int]
    winners: list[int]
    lines: list[list[list[Any]]]


class Stage(TypedDict):
    heading: str
    phases: list[str]
    now: int
    left: int
    of: int


class GameState(TypedDict):
    prompt: str
    stage: Stage
    question: int
    legal: list[LegalMove]
    awaited: list[int]
    kinds: list[Any]
    waiting: str
    window: bool
    usual: int | None
    raised: bool
    undo: bool
    view: Any
    drawing: str
    outcome: Outcome | None


class Clocks(TypedDict):
    left: dict[str, float]


class Message(TypedDict):
    """Everything that one may know; the message `table` of streams is the same."""

    type: str
    stream: str
    number: int
    fresh: bool
    news: list[News]
    table: Lobby
    game: GameState | None
    clock: Clocks | None


class Done(TypedDict):
    """An act was done; the number that it has in one's stream."""

    type: str
    id: str
    number: int


class Link(TypedDict):
    token: str
    path: str


class Rematch(TypedDict):
    table: str


REFUSALS = {
    400: "It cannot be read, or cannot be so.",
    401: "Nobody has said who asks: POST /api/me.",
    403: "That is not yours to do or to see.",
    404: "There is no such thing.",
    409: "Not as things stand: the code says why.",
    413: "It is too long.",
    429: "It comes too fast.",
    503: "It is too much, or the database does not answer.",
}


def document(handler: HTTPRouteHandler, answer: Any) -> None:
    """Say what a request is answered with, if all goes well or not."""
    well = ResponseSpec(answer, False, "It was done.", handler.media_type or MediaType.JSON)
    refused = {code: ResponseSpec(Refusal, False, said) for code, said in REFUSALS.items()}
    handler.responses = {handler.status_code: well, **refused}
