"""What a strong bot thinks: a hint with its chances, and a whole game looked at again.

Chances come from a search guided by the game's net; without a net, from a search by `Rules.evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from ..errors import BadOption
from ..kernel.rng import seed_rng, seed_words
from ..match import Match
from ..protocol import WATCHER, Game, Reader
from ..protocol.translations import translator
from . import SearchBot
from .net import PLACE, POINTS, SILLY, WON, net_of

HINT, THEN, STEP = 400, 12, 16
"""Iterations for a hint; how many moves after it are looked at, and the iterations for each."""
HARDLY, POINTLESS = 2.0, 10
"""Points of chance that make hardly a difference: then a move so many times as natural is advised."""
WORST = 1
"""A move that looks no more natural is not advised: it throws something away."""
GLANCE, MOST_GLANCES = 48, 16_000
"""Iterations for each decision of a game, and for all of them together, so that a long game takes no longer."""
CLOSER, CANDIDATES = 300, 6
"""Iterations for each of two moves that are compared; how many of a seat's most doubtful moves are looked at so."""
LISTED = 3
"""How many moves of a seat are listed at most, and how many falls."""
FELL, ALL_FELL = 5.0, 10.0
"""Points of chance that make a fall worth listing, and those after which a seat sank in all."""
LAST_TURNS, BEFORE_FALL = 6, 4
"""How many turns at the end are one fall of who lost, and how many decisions before a fall may have caused it."""
POINTS_SHOWN = 240
DEAD = 10
"""Where everybody can win or lose, whoever is evaluated below this has lost."""
LEAD = 6
"""How much a better evaluation is worth where there is no net: e times the chances for each 1/6 of the scale."""


class Advice(NamedTuple):
    """A move, the mover's chances with it in percent, and the same of the next best (-1: there is no other); and what
    the mover would do right after it."""

    move: int
    chance: float
    other: int
    other_chance: float
    then: tuple[int, ...] = ()


class CostlyMove(NamedTuple):
    """A decision that cost its seat chances: the number of moves before it, and in percent where the chances stood with
    the move that was played and where they would have stood with the better one."""

    number: int
    seat: int
    played: int
    better: int
    played_chance: float
    better_chance: float
    then: tuple[int, ...] = ()
    """What the seat would have done right after the better move."""

    @property
    def cost(self) -> float:
        return self.better_chance - self.played_chance


class Fall(NamedTuple):
    """Chances that a seat lost, in percent, from one of its turns to the next (or to the end): most of them between
    the decision before which ``number`` moves were made and the one before which there were ``until``."""

    number: int
    until: int
    seat: int
    before: tuple[float, ...]
    """The chances of all seats."""
    after: tuple[float, ...]

    @property
    def lost(self) -> float:
        return self.before[self.seat] - self.after[self.seat]


class Analysis(NamedTuple):
    """A finished game: after how many moves the chances stood how, in percent by seat; the last are the result."""

    numbers: list[int]
    chances: list[tuple[float, ...]]
    costly: list[CostlyMove]
    """The moves that cost most, the worst first, at most so many of a seat as are listed."""
    falls: tuple[Fall, ...] = ()
    """Where chances fell most, in the order of the game, at most so many of a seat as are listed."""

    def sank(self, seat: int) -> bool:
        """Whether a seat lost a good part of its chances on the way."""
        line = [chances[seat] for chances in self.chances]
        return max(line) - line[-1] >= ALL_FELL

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
    best = _choose(game, judge, hidden, seat)
    needed = _advisable(game, hidden, seat, game.legal(hidden, seat))
    folly = {each: game.rules.foolish(hidden, seat, each) for each in needed}
    wise = [each for each in needed if folly[each] == min(folly.values())]
    liking = {each: game.rules.prefer(hidden, seat, each, 0) for each in wise}
    natural = max(liking, key=liking.__getitem__)
    tried = [each.move for each in judge.considered if each.visits > 1 and each.move in liking and each.move != best]
    # A search thinks too well of what only puts off bad news, such as a trade that brings nothing.
    sensible = (
        each
        for each in (best, *tried, natural)
        if each == natural
        or liking.get(each, 0) > SILLY
        or (liking.get(each, 0) > WORST and next(following(game, hidden, seat, each, seed), -1) < 0)
    )
    move = next(sensible)
    other = next((each for each in sensible if each != move), -1)
    if liking[natural] > POINTLESS * liking[move]:
        other = natural
    chance = other_chance = 0.0
    if other >= 0:
        chance, other_chance = compared(game, hidden, seat, move, other, seed)
        if other == natural and chance - other_chance < HARDLY:
            move, chance, other, other_chance = other, other_chance, move, chance
    return Advice(move, chance, other, other_chance, tuple(following(game, hidden, seat, move, seed)))


def _choose(game: Game[Any], judge: SearchBot, hidden: Any, seat: int) -> int:
    """What a bot would do; instead of a needless, dubious or foolish move the next best."""
    best = judge.choose(hidden, seat)
    tried = (each.move for each in judge.considered)
    needed = _advisable(game, hidden, seat, (best, *tried))
    return next((each for each in needed if not game.rules.foolish(hidden, seat, each)), (*needed, best)[0])


def _advisable(game: Game[Any], hidden: Any, seat: int, moves: Sequence[int]) -> list[int]:
    """The moves that are not needless; no dubious one if there is another."""
    needed = [each for each in moves if not game.speech.needless(hidden, seat, each)]
    return [each for each in needed if not game.speech.dubious(hidden, seat, each)] or needed


def compared(game: Game[Any], hidden: Any, seat: int, move: int, other: int, seed: int) -> tuple[float, float]:
    """The seat's chances after each of two moves, on the same guesses at what is hidden."""
    one, two = judge_of(game, CLOSER, seed), judge_of(game, CLOSER, seed)
    chance = chances(game, one, one.judge(hidden, seat, move))[seat]
    return chance, chances(game, two, two.judge(hidden, seat, other))[seat]


def following(game: Game[Any], hidden: Any, seat: int, move: int, seed: int) -> Iterator[int]:
    """What the seat would do right after a move, as long as it is asked and nothing comes to light."""
    state, judge = hidden.copy(), judge_of(game, STEP, seed)
    seed_rng(state, *seed_words(seed))
    game.rules.determinize(state, seat)
    known = state.revealed
    for _ in range(THEN):
        game.rules.apply(state, seat, move)
        if not game.rules.actors(state) >> seat & 1 or state.revealed != known:
            return
        move = _choose(game, judge, game.hidden(state, seat), seat)
        yield move


def brings(game: Game[Any], r: Reader[Any], moves: Sequence[int]) -> str:
    """What a move is good for, with those that would follow it."""
    return (game.speech.purpose(r, moves) or game.speech.outcome(r, moves[0])).rstrip(".")


def advice_in_words(game: Game[Any], r: Reader[Any], advice: Advice) -> str:
    """The move, what it is good for, and how much better it is than the next best."""
    t = translator("lastraft", r.t.language)
    why = brings(game, r, (advice.move, *advice.then))
    label = game.speech.label(r, advice.move)
    said = t("I would do this: {move} ({brings}).", move=label, brings=why) if why else ""
    said = said or t("I would do this: {move}.", move=label)
    if advice.other < 0:
        return said
    better, other = round(advice.chance - advice.other_chance), game.speech.label(r, advice.other)
    if better < HARDLY:
        return f"{said} {t('It makes hardly a difference; as good: {other}.', other=other)}"
    return f"{said} {t('Your chance is {n} % better than with: {other}.', n=better, other=other)}"


class _Decision(NamedTuple):
    """A decision of a seat: how many moves were made before, and the chances of all seats on the curve."""

    number: int
    chances: tuple[float, ...]


class _Doubt(NamedTuple):
    """A decision that may have cost something: as far as a glance can tell, so much."""

    cost: float
    number: int
    seat: int
    played: int
    better: int
    hidden: Any
    foolish: bool


def analyse(match: Match, cancelled: Callable[[], bool] = lambda: False, unchosen: Container[int] = ()) -> Analysis:
    """Look at a finished game again. Each decision is judged by what its seat knew then; ``unchosen`` are the numbers
    of moves that nobody decided, such as a pass when a window closed.

    :raises BadOption: if the game is not over.
    """
    outcome, game = match.outcome(), match.game
    if outcome is None:
        raise BadOption("the game is not over: only a finished game is analysed")
    judge = judge_of(game, max(12, min(GLANCE, MOST_GLANCES // max(1, len(match.history)))))
    state = match.at(0)
    views: dict[int, tuple[float, ...]] = {}
    numbers: list[int] = []
    lines: list[tuple[float, ...]] = []
    doubts: list[_Doubt] = []
    decisions: list[list[_Decision]] = [[] for _ in range(match.seats)]
    died = [len(match.history)] * match.seats
    for number, played in enumerate(match.history):
        seat, code = played.move.seat, played.move.code
        if cancelled():
            break
        if len(game.legal(state, seat)) > 1:
            hidden = game.hidden(state, seat)
            better = _choose(game, judge, hidden, seat)
            views[seat] = chances(game, judge, judge.values)
            numbers.append(number)
            lost = [_has_lost(game, state, i) for i in range(match.seats)]
            died = [min(each, number) if lost[i] else each for i, each in enumerate(died)]
            heard = [view for each, view in views.items() if not lost[each]] or [*views.values()]
            seen = [sum(column) / len(heard) for column in zip(*heard, strict=True)]
            lines.append(tuple(0.0 if lost[i] else chance for i, chance in enumerate(seen)))
            if len(views) == match.seats:  # before, the curve swings with every seat that is heard for the first time
                decisions[seat].append(_Decision(number, lines[-1]))
            if better != code and not played.by_clock and number not in unchosen:
                chance = {each.move: chances(game, judge, each.values)[seat] for each in judge.considered}
                worst = min(chance.values(), default=0.0)
                cost = chance.get(better, worst) - chance.get(code, worst)
                foolish = game.rules.foolish(hidden, seat, code) != 0
                doubts.append(_Doubt(cost, number, seat, code, better, hidden, foolish))
        game.rules.apply(state, seat, code)
    result = tuple(
        100.0 / (1 if not game.won(0, 1) else len(outcome.winners)) if seat in outcome.winners else 0.0
        for seat in range(match.seats)
    )
    costly: list[CostlyMove] = []
    falls: list[Fall] = []
    curve = dict(zip(numbers, lines, strict=True))
    for seat in range(match.seats):
        if not cancelled():
            fallen = _falls(game, decisions[seat], seat, died[seat], result)
            costly += [_on(curve[each.number][seat], each) for each in _costly(game, doubts, seat, fallen, cancelled)]
            falls += fallen
    shown = _thinned(len(numbers))
    return Analysis(
        [*(numbers[i] for i in shown), len(match.history)],
        [*(lines[i] for i in shown), result],
        sorted(costly, key=lambda each: -each.cost),
        tuple(sorted(falls, key=lambda each: each.number)),
    )


def _falls(game: Game[Any], decisions: list[_Decision], seat: int, end: int, result: tuple[float, ...]) -> list[Fall]:
    """Where a seat's chances fell most from one of its turns to the next, and at last to what came out. How somebody
    lost who could have won with the others is always among them."""
    points = [*(each.chances for each in decisions), result]
    line = [each[seat] for each in points]
    turns = [i for i, each in enumerate(decisions) if i == 0 or each.number > decisions[i - 1].number + 1]
    spans = [*pairwise([*turns, len(decisions)])]
    falls: list[Fall] = []
    if spans and not game.won(0, 1) and not result[seat]:
        first = max((span[0] for span in spans[-LAST_TURNS:]), key=line.__getitem__)
        falls.append(_fall(decisions, points, (first, len(decisions)), seat, end))
        spans = [span for span in spans if span[1] <= first]
    spans.sort(key=lambda span: line[span[1]] - line[span[0]])
    falls += [_fall(decisions, points, span, seat, end) for span in spans[:LISTED]]
    return [each for each in falls if each.lost >= FELL][:LISTED]


def _fall(
    decisions: list[_Decision], points: list[tuple[float, ...]], span: tuple[int, int], seat: int, end: int
) -> Fall:
    first, last = span
    worst = max(range(first, last), key=lambda i: points[i][seat] - points[i + 1][seat])
    until = decisions[worst + 1].number if worst + 1 < len(decisions) else end
    return Fall(decisions[worst].number, until, seat, points[first], points[last])


def _on(chance: float, costly: CostlyMove) -> CostlyMove:
    """A costly move with its figures moved to where the curve stood."""
    better = min(100.0, chance + costly.cost)
    return costly._replace(played_chance=better - costly.cost, better_chance=better)


def _has_lost(game: Game[Any], state: Any, seat: int) -> bool:
    return not game.won(0, 1) and game.rules.evaluate(state, seat) < DEAD


def _costly(
    game: Game[Any], doubts: list[_Doubt], seat: int, falls: list[Fall], cancelled: Callable[[], bool]
) -> list[CostlyMove]:
    """The most doubtful moves of a seat, its foolish ones and those before its falls, looked at closer: both moves in
    the same worlds, twice, for of many differences the largest are so by chance."""
    own = sorted((each for each in doubts if each.seat == seat), key=lambda each: -each.cost)
    foolish = [each for each in own[CANDIDATES:] if each.foolish][:CANDIDATES]
    tried = {each.number: each for each in (*own[:CANDIDATES], *foolish)}
    for fall in falls:
        before = sorted(each.number for each in own if each.number <= fall.number)[-BEFORE_FALL:]
        tried |= {each.number: each for each in own if each.number in before}
    costly: list[tuple[CostlyMove, Any]] = []
    for doubt in tried.values():
        if cancelled():
            break
        number, played, better, hidden = doubt.number, doubt.played, doubt.better, doubt.hidden
        if not _is_sensible(game, hidden, seat, better):
            continue
        brought = compared(game, hidden, seat, played, better, number)
        if brought[1] - brought[0] >= HARDLY:
            again = compared(game, hidden, seat, played, better, len(doubts) + number)
            brought = (brought[0] + again[0]) / 2, (brought[1] + again[1]) / 2
        costly.append((CostlyMove(number, seat, played, better, *brought), hidden))
    worst = sorted(costly, key=lambda each: -each[0].cost)[:LISTED]
    return [
        each._replace(then=tuple(following(game, hidden, seat, each.better, each.number)))
        for each, hidden in worst
        if each.cost >= HARDLY
    ]


def _is_sensible(game: Game[Any], hidden: Any, seat: int, move: int) -> bool:
    """Whether a hint could name the move: nobody is told to have done better with what looks silly."""
    dubious = game.speech.dubious(hidden, seat, move) or game.rules.foolish(hidden, seat, move)
    return not dubious and game.rules.prefer(hidden, seat, move, 0) > SILLY


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
    said = [t("{less} % instead of {n} %.", n=round(costly.better_chance), less=round(costly.played_chance))]
    if why := brings(game, r, (costly.better, *costly.then)):
        said.append(t("The better move: {brings}.", brings=why))
    own_later = (i for i, each in enumerate(match.history) if i > costly.number + 1 and each.move.seat == costly.seat)
    until = next(own_later, len(match.history))
    events = [h.event for h in match.events(costly.seat, costly.number + 1) if h.number <= until]
    own, all_ = (game.speech.log(events, game.listener(each, match.names, language)) for each in (costly.seat, WATCHER))
    told = {line.said for line in all_}
    grave = [line.said for line in own if line.tone == "grave" and line.said not in told]
    return " ".join((*said, *grave[:1]))


def happened(match: Match, fall: Fall, language: str) -> tuple[int, str]:
    """What happened where chances fell: after how many moves, and in words. Best what befell the seat itself; else its
    own move, what is grave for others, or what came last; and who gained by it."""
    t, game, seat = translator("lastraft", language), match.game, fall.seat
    own: list[tuple[int, str]] = []
    grave: list[tuple[int, str]] = []
    named: list[tuple[int, str]] = []
    rest: list[tuple[int, str]] = []
    events = [h for h in match.events(seat, fall.number + 1) if h.number <= fall.until]
    for number, group in groupby(events, key=lambda h: h.number):
        told_of = [h.event for h in group]
        mine, all_ = (game.speech.log(told_of, game.listener(each, match.names, language)) for each in (seat, WATCHER))
        told = {line.said for line in all_}
        for line in mine:
            kinds = (grave, own) if line.tone == "grave" else (rest, named)
            kinds[line.said not in told].append((number, line.said))
    if not own and fall.until == fall.number + 1:
        r = game.reader(game.hidden(match.at(fall.number), seat), seat, match.names, language)
        label = game.speech.label(r, match.history[fall.number].move.code)
        own.append((fall.until, t("After this move: {move}.", move=label)))
    lines = own[:2] or grave[:1] or named[-1:] or rest[-1:] or [(fall.until, "")]
    said = [*dict.fromkeys(line for _, line in lines if line)]
    rises = [after - before for before, after in zip(fall.before, fall.after, strict=True)]
    rival = max(range(match.seats), key=rises.__getitem__)
    if game.won(0, 1) and rises[rival] >= HARDLY:
        name, (n, more) = match.names[rival], (round(each[rival]) for each in (fall.before, fall.after))
        said.append(t("{name}: from {n} % to {more} %.", name=name, n=n, more=more))
    return lines[0][0], " ".join(said)


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
    falls = []
    for fall in analysis.falls:
        number, said = happened(match, fall, language)
        hidden = game.hidden(match.at(fall.number), fall.seat)
        falls.append(
            {
                "number": number,
                "seat": fall.seat,
                "stage": game.speech.stage(game.reader(hidden, fall.seat, match.names, language)).heading,
                "before": round(fall.before[fall.seat]),
                "after": round(fall.after[fall.seat]),
                "said": said,
            }
        )
    return {
        "names": list(match.names),
        "win": game.won(0, 1),
        "numbers": analysis.numbers,
        "stages": _stages(match, analysis.numbers, language),
        "chances": [[round(chance, 1) for chance in line] for line in analysis.chances],
        "costly": costly,
        "falls": falls,
        "sank": [analysis.sank(seat) for seat in range(match.seats)],
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
