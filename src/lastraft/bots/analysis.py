"""What a strong bot thinks: a hint with its chances, and a whole game looked at again.

Chances come from a search guided by the game's net; without a net, from a search by `Rules.evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..errors import BadOption
from ..kernel.state import Buffer
from ..match import Match
from ..protocol import WATCHER, Game, Reader
from ..protocol.translations import translator
from . import SearchBot
from .net import PLACE, POINTS, WON, net_of

HINT = 400
"""Iterations for a hint."""
GLANCE, MOST_GLANCES = 48, 16_000
"""Iterations for each decision of a game, and for all of them together, so that a long game takes no longer."""
CLOSER, CANDIDATES = 300, 6
"""Iterations for each of a seat's most doubtful moves, and how many of them are looked at so."""
LISTED, LEAST_COST = 3, 2.0
"""How many moves of a seat are listed at most, and from how many points of chance on."""
POINTS_SHOWN = 240
LEAD = 6
"""How much a better evaluation is worth where there is no net: e times the chances for each 1/6 of the scale."""


class Advice(NamedTuple):
    """A move, the mover's chances with it in percent, and the same of the next best (-1: there is no other)."""

    move: int
    chance: float
    other: int
    other_chance: float


class CostlyMove(NamedTuple):
    """A decision that cost its seat chances: the number of moves before it, and in percent what was left with the move
    that was played and what would have been with the better one."""

    number: int
    seat: int
    played: int
    better: int
    played_chance: float
    better_chance: float

    @property
    def cost(self) -> float:
        return self.better_chance - self.played_chance


class Analysis(NamedTuple):
    """A finished game: after how many moves the chances stood how, in percent by seat; the last are the result."""

    numbers: list[int]
    chances: list[tuple[float, ...]]
    costly: list[CostlyMove]
    """The moves that cost most, the worst first, at most so many of a seat as are listed."""

    def of(self, seat: int) -> list[CostlyMove]:
        """The moves that cost a seat most, the worst first."""
        return [each for each in self.costly if each.seat == seat]


def judge_of(game: Game[Any], iterations: int, seed: int = 1) -> SearchBot:
    """A bot to ask for chances."""
    try:
        net = net_of(game)
    except BadOption:
        net = None
    return SearchBot(game, seed, iterations=iterations if net is not None else 4 * iterations, net=net)


def chances(game: Game[Any], judge: SearchBot, values: Sequence[int]) -> tuple[float, ...]:
    """What a search says of all seats, as the chances of each to win in percent."""
    if not game.won(0, 1):  # everybody can win or lose
        return tuple(value / 10 for value in values)
    if judge.net is None:
        shares = [math.exp(LEAD * value / 1000) for value in values]
    else:
        # The values are those of a win, the place and the points together; see `outlook`.
        seats = len(values)
        behind = (seats - 2) / (2 * (seats - 1)) if seats > 1 else 0.0
        least, most = POINTS / 2 + PLACE * behind, WON + PLACE * (1 - behind)
        shares = [min(1.0, max(0.002, (value / 1000 - least) / most)) for value in values]
    return tuple(100 * share / sum(shares) for share in shares)


def advise(game: Game[Any], hidden: Any, seat: int, seed: int) -> Advice:
    """The move that a strong bot would make, from what the seat knows."""
    judge = judge_of(game, HINT, seed)
    move = judge.choose(hidden, seat)
    considered = judge.considered
    chance = {each.move: chances(game, judge, each.values)[seat] for each in considered}
    other = next((each.move for each in considered if each.move != move and each.visits > 1), -1)
    return Advice(move, chance.get(move, 0.0), other, chance.get(other, 0.0))


def advice_in_words(game: Game[Any], r: Reader[Any], advice: Advice) -> str:
    """The move, what it brings, and how much better it is than the next best."""
    t = translator("lastraft", r.t.language)
    brings = game.speech.outcome(r, advice.move).rstrip(".")
    label = game.speech.label(r, advice.move)
    said = t("I would do this: {move} ({brings}).", move=label, brings=brings) if brings else ""
    said = said or t("I would do this: {move}.", move=label)
    if advice.other < 0:
        return said
    chance, other_chance = round(advice.chance), round(advice.other_chance)
    other = game.speech.label(r, advice.other)
    if chance - other_chance < 1:
        more = t("Your chances: {n} %. As good: {other}.", n=chance, other=other)
    else:
        more = t("Your chances: {n} % instead of {less} % with: {other}.", n=chance, less=other_chance, other=other)
    return f"{said} {more}"


class _Doubt(NamedTuple):
    """A decision that may have cost something: as far as a glance can tell, so much."""

    cost: float
    number: int
    seat: int
    played: int
    better: int
    hidden: Any


def analyse(match: Match, cancelled: Callable[[], bool] = lambda: False) -> Analysis:
    """Look at a finished game again. Each decision is judged by what its seat knew then.

    :raises BadOption: if the game is not over.
    """
    outcome, game = match.outcome(), match.game
    if outcome is None:
        raise BadOption("the game is not over: only a finished game is analysed")
    judge = judge_of(game, max(12, min(GLANCE, MOST_GLANCES // max(1, len(match.history)))))
    state, out = match.at(0), Buffer(game.families.count)
    views: dict[int, tuple[float, ...]] = {}
    numbers: list[int] = []
    lines: list[tuple[float, ...]] = []
    doubts: list[_Doubt] = []
    for number, played in enumerate(match.history):
        seat, code = played.move.seat, played.move.code
        if cancelled():
            break
        if game.rules.legal(state, seat, out) > 1:
            hidden = game.hidden(state, seat)
            better = judge.choose(hidden, seat)
            views[seat] = chances(game, judge, judge.values)
            numbers.append(number)
            lines.append(tuple(sum(column) / len(views) for column in zip(*views.values(), strict=True)))
            if better != code and not played.by_clock:
                chance = {each.move: chances(game, judge, each.values)[seat] for each in judge.considered}
                worst = min(chance.values(), default=0.0)
                doubts.append(_Doubt(chance[better] - chance.get(code, worst), number, seat, code, better, hidden))
        game.rules.apply(state, seat, code)
    result = tuple(
        100.0 / (1 if not game.won(0, 1) else len(outcome.winners)) if seat in outcome.winners else 0.0
        for seat in range(match.seats)
    )
    costly = [each for seat in range(match.seats) for each in _costly(game, doubts, seat, cancelled)]
    shown = _thinned(len(numbers))
    return Analysis(
        [*(numbers[i] for i in shown), len(match.history)],
        [*(lines[i] for i in shown), result],
        sorted(costly, key=lambda each: -each.cost),
    )


def _costly(game: Game[Any], doubts: list[_Doubt], seat: int, cancelled: Callable[[], bool]) -> list[CostlyMove]:
    """The most doubtful moves of a seat, looked at closer: both moves in the same worlds."""
    own = sorted((each for each in doubts if each.seat == seat), key=lambda each: -each.cost)[:CANDIDATES]
    costly = []
    for doubt in own:
        if cancelled():
            break
        brought = []
        for move in (doubt.played, doubt.better):
            judge = judge_of(game, CLOSER, doubt.number)
            brought.append(chances(game, judge, judge.judge(doubt.hidden, seat, move))[seat])
        costly.append(CostlyMove(doubt.number, seat, doubt.played, doubt.better, *brought))
    worst = sorted(costly, key=lambda each: -each.cost)[:LISTED]
    return [each for each in worst if each.cost >= LEAST_COST]


def _thinned(count: int) -> list[int]:
    """Which of so many points are shown."""
    if count <= POINTS_SHOWN:
        return list(range(count))
    return sorted({round(i * (count - 1) / (POINTS_SHOWN - 1)) for i in range(POINTS_SHOWN)})


def reader_before(match: Match, costly: CostlyMove, language: str) -> Reader[Any]:
    """The mover as they stood before the move."""
    hidden = match.game.hidden(match.at(costly.number), costly.seat)
    return match.game.reader(hidden, costly.seat, match.names, language)


def reason(match: Match, costly: CostlyMove, language: str) -> str:
    """Why a move cost something: the chances, what the better one would have brought, and what happened to the seat
    before it moved again."""
    t, game, r = translator("lastraft", language), match.game, reader_before(match, costly, language)
    said = [t("{n} % became {less} %.", n=round(costly.better_chance), less=round(costly.played_chance))]
    if brings := game.speech.outcome(r, costly.better):
        said.append(t("The better move: {brings}.", brings=brings.rstrip(".")))
    own_later = (i for i, each in enumerate(match.history) if i > costly.number + 1 and each.move.seat == costly.seat)
    until = next(own_later, len(match.history))
    events = [h.event for h in match.events(costly.seat, costly.number + 1) if h.number <= until]
    own, all_ = (game.speech.log(events, game.listener(each, match.names, language)) for each in (costly.seat, WATCHER))
    told = {line.said for line in all_}
    grave = [line.said for line in own if line.tone == "grave" and line.said not in told]
    return " ".join((*said, *grave[:1]))


def in_words(match: Match, analysis: Analysis, language: str) -> dict[str, Any]:
    """An analysis as plain data in a language: the chances, and each costly move with its labels and its reason."""
    game, costly = match.game, []
    for each in analysis.costly:
        r = reader_before(match, each, language)
        costly.append(
            {
                "number": each.number,
                "seat": each.seat,
                "stage": game.speech.stage(r).heading,
                "played": game.speech.label(r, each.played),
                "better": game.speech.label(r, each.better),
                "played_things": list(game.picture.clicks(r, each.played)),
                "better_things": list(game.picture.clicks(r, each.better)),
                "cost": round(each.cost),
                "why": reason(match, each, language),
            }
        )
    return {
        "names": list(match.names),
        "win": game.won(0, 1),
        "numbers": analysis.numbers,
        "stages": _stages(match, analysis.numbers, language),
        "chances": [[round(chance, 1) for chance in line] for line in analysis.chances],
        "costly": costly,
    }


def _stages(match: Match, numbers: Sequence[int], language: str) -> list[tuple[int, str]]:
    """Where the heading of the game changes: after how many moves, and to what."""
    game, state = match.game, match.at(0)
    wanted, stages = set(numbers), list[tuple[int, str]]()
    for number, played in enumerate(match.history):
        if number in wanted:
            r = game.reader(game.hidden(state, WATCHER, to_look_at=True), WATCHER, match.names, language)
            heading = game.speech.stage(r).heading
            if heading and (not stages or stages[-1][1] != heading):
                stages.append((number, heading))
            state = state.copy()
        game.rules.apply(state, played.move.seat, played.move.code)
    return stages
