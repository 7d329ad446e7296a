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
from ..protocol import WATCHER, Game, LogLine, Reader
from ..protocol.translations import translator
from . import LearnedBot, SearchBot, native_buffer, records, seeded
from .net import PLACE, POINTS, SILLY, WON, Layers, choose_learned, net_of
from .prospects import WARM

HINT, THEN, STEP = 400, 12, 16
"""Iterations for a hint; how many moves after it are looked at, and the iterations for each."""
HARDLY, POINTLESS = 2.0, 10
"""Points of chance that make hardly a difference: then a move so many times as natural is advised."""
WORST = 1
"""A move that looks no more natural is not advised: it throws something away."""
GLANCE, MOST_GLANCES = 48, 16_000
"""Iterations for each decision of a game, and for all of them together, so that a long game takes no longer."""
CLOSER, CANDIDATES, PLAIN, MOST_DOUBTS = 300, 5, 10, 60
"""Iterations for each of two moves that are compared; how many of a seat's most doubtful moves are looked at so, and
how many of those that can be told in words, among the so many most doubtful."""
LISTED = 3
"""How many moves of a seat are listed at most, and how many falls."""
SLIGHT = 3.0
"""So many points of chance make what put a place at stake worth listing."""
COSTLY = 4.0
"""So many points of chance a move must cost to be listed: fewer are no more than chance."""
ANSWERS = 2
"""How many moves of others, such as answers to an offer, may lie between two moves of one turn; where all are in one
boat and everybody may step in at any time, so many of each."""
FELL, ALL_FELL, FALLS = 7.0, 10.0, 12
"""Points of chance that make a fall worth listing, for two looks at one position may lie 5 apart; those after which a
seat sank in all, and how many are looked at."""
ROSE, RISES = 10.0, 2
"""Where all are in one boat: points of chance gained after an own move that make it a good one, and how many are."""
TRUST, TRUSTED_FROM, MOST_TRUST = 0.3, 0.5, 0.95
"""How much of a judgement counts at the first move, the rest being what anybody may hope for; the part of a game after
which most of it counts, and how much that is: the net judges as if all played like it, people do not, and while a game
is open nobody is at 0 or 100 % (the figures are in docs/arena.md)."""
ESCAPES = 25.0
"""What anybody may hope for where everybody can win or lose; where somebody always wins it is an equal share."""
PLAYED_FROM, AHEAD, PLAYED_ON, TO_THE_END = 60, 60, 400, 2000
"""From how many turns of a game (half as many in its first half) bots play on to see what a seat may hope for: so
many moves far and so many in all, and to the end and so many in all. What a person has built may be unlike all that the
net knows, so that it misjudges it for days: what comes out counts more and more, from the middle on nothing else."""
PLAYED_OUT, MOST_MOVES = 8, 60
"""How often a question of life and death is played out, and with how many moves at most."""
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
    the decision before which ``number`` moves were made and the one before which there were ``until``. Of whoever won
    also where they gained most: there less than nothing was lost."""

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
    """Where chances fell most, of each seat the deepest first; of whoever won also where they rose most."""

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
    """What a search says of all seats, or `prospects`, as the chances of each to win in percent."""
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


def prospects(game: Game[Any], net: Any, state: Any, seed: int, to_the_end: bool) -> list[int]:
    """What each seat may hope for in thousandths, from what it knows itself, if bots play on from there."""
    import numpy as np

    from .prospects import LONGEST, prospect

    look_ahead, layers, out = game.native.rule(prospect), np.zeros(1, Layers.dtype())[0], native_buffer(game)
    rng = seeded(seed).to_record()
    views = (records(game, game.hidden(state, seat)) for seat in range(state.seats))
    ahead, budget = (LONGEST, TO_THE_END) if to_the_end else (AHEAD, PLAYED_ON)
    return [int(look_ahead(view, i, ahead, budget, net, layers, rng, out)) for i, view in enumerate(views)]


def _hopes(game: Game[Any], judge: SearchBot, state: Any, seed: int, certain: float) -> tuple[float, ...]:
    """Everybody's chances if bots play on, as the net sees a while later and as it ends: the latter counts so much."""
    ended = chances(game, judge, prospects(game, judge.net, state, seed, True))
    if certain == 1:
        return ended
    seen = chances(game, judge, prospects(game, judge.net, state, seed, False))
    return tuple(certain * end + (1 - certain) * now for end, now in zip(ended, seen, strict=True))


def advise(game: Game[Any], hidden: Any, seat: int, seed: int, made: int) -> Advice:
    """The move that a strong bot would make, from what the seat knows, after so many moves of the game were made."""
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
        anybody, sure = _anybody(game, int(hidden.seats)), trust(made, game.usual_moves)
        chance, other_chance = (sure * each + (1 - sure) * anybody for each in (chance, other_chance))
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
        return f"{said} {t('Nearly as good: {other}.', other=other)}"
    more = t.plural(
        "Your chance is {n} percentage point higher than with “{other}”.",
        "Your chance is {n} percentage points higher than with “{other}”.",
        better,
        other=other,
    )
    return f"{said} {more}"


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


def _anybody(game: Game[Any], seats: int) -> float:
    """The chances in percent that anybody may hope for."""
    return 100 / seats if game.won(0, 1) else ESCAPES


def trust(number: int, moves: int) -> float:
    """How much of a judgement counts after so many of a game's moves; see `TRUST`."""
    return MOST_TRUST * min(1.0, TRUST + (1 - TRUST) * number / max(1.0, TRUSTED_FROM * moves))


def analyse(match: Match, cancelled: Callable[[], bool] = lambda: False, unchosen: Container[int] = ()) -> Analysis:
    """Look at a finished game again. Each decision is judged by what its seat knew then; ``unchosen`` are the numbers
    of moves that nobody decided, such as a pass when a window closed. What a table would have placed for the seat is
    no mistake either: a record does not say who placed it.

    :raises BadOption: if the game is not over.
    """
    outcome, game = match.outcome(), match.game
    if outcome is None:
        raise BadOption("the game is not over: only a finished game is analysed")
    judge = judge_of(game, max(12, min(GLANCE, MOST_GLANCES // max(1, len(match.history)))))
    plays_on = game.won(0, 1) and judge.net is not None
    movers = [played.move.seat for played in match.history]
    turn = due = 0
    pace = max(1, sum(one != other for one, other in pairwise(movers)) // PLAYED_FROM)
    anybody = _anybody(game, match.seats)
    state = match.at(0)
    views: dict[int, tuple[float, ...]] = {}
    curve: dict[int, tuple[float, ...]] = {}
    points: dict[int, tuple[float, ...]] = {}
    doubts: list[_Doubt] = []
    decisions: list[list[_Decision]] = [[] for _ in range(match.seats)]
    died = [len(match.history)] * match.seats
    saved: dict[int, float] = {}
    for number, played in enumerate(match.history):
        seat, code = played.move.seat, played.move.code
        if cancelled():
            break
        turn += number > 0 and movers[number - 1] != seat
        if len(game.legal(state, seat)) > 1:
            hidden = game.hidden(state, seat)
            better = _choose(game, judge, hidden, seat)
            is_new = True
            if not plays_on:
                views[seat] = chances(game, judge, judge.values)
            elif turn >= due and not game.together.now(state):
                certain = min(1.0, 2 * number / len(match.history))
                due = turn + (pace if certain == 1 else 2 * pace)
                hopes = _hopes(game, judge, state, number, certain)
                views = dict.fromkeys(range(match.seats), hopes)
            else:
                is_new = not views
                views.setdefault(seat, chances(game, judge, judge.values))
            lost = [_has_lost(game, state, i) for i in range(match.seats)]
            died = [min(each, number) if lost[i] else each for i, each in enumerate(died)]
            heard = [view for each, view in views.items() if not lost[each]] or [*views.values()]
            seen = [sum(column) / len(heard) for column in zip(*heard, strict=True)]
            at_stake = game.speech.at_stake(state)
            if at_stake not in saved:
                saved = {at_stake: _saved(game, judge, hidden, seat, at_stake, number)}
            seen = [chance * (saved[at_stake] if at_stake >> i & 1 else 1.0) for i, chance in enumerate(seen)]
            sure = trust(number, len(match.history))
            seen = [sure * chance + (1 - sure) * anybody for chance in seen]
            curve[number] = tuple(0.0 if lost[i] else chance for i, chance in enumerate(seen))
            if is_new:
                points[number] = curve[number]
            if is_new and len(views) == match.seats:  # before, each seat that is heard for the first time moves it
                for i in range(match.seats) if plays_on else (seat,):
                    decisions[i].append(_Decision(number, curve[number]))
            placed = game.together.now(state) and game.together.rest(hidden, seat) == code
            doomed = at_stake >> seat & 1  # only others help then: a search that thinks of more days is no judge
            if better != code and not (played.by_clock or placed or doomed or number in unchosen):
                chance = {each.move: each.values[seat] / 10 for each in judge.considered}
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
    for seat in range(match.seats):
        if not cancelled():
            fallen = _falls(game, decisions[seat], seat, died[seat], result)
            costly += _costly(match, doubts, seat, fallen, curve, cancelled)
            falls += [*fallen, *_rise(game, decisions[seat], seat, died[seat], result)]
    shown = [[*points][i] for i in _thinned(len(points))]
    return Analysis(
        [*shown, len(match.history)],
        [*(points[number] for number in shown), result],
        sorted(costly, key=lambda each: -each.cost),
        tuple(falls),
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
    falls += [_fall(decisions, points, span, seat, end) for span in spans[:FALLS]]
    return [each for each in falls if each.lost >= FELL][:FALLS]


def _rise(game: Game[Any], decisions: list[_Decision], seat: int, end: int, result: tuple[float, ...]) -> list[Fall]:
    """Where the chances of whoever won rose most from one of their decisions to the next, or at last; where everybody
    can win or lose, anybody's largest jumps from one decision to the next."""
    if not decisions or (game.won(0, 1) and not result[seat]):
        return []
    points = [*(each.chances for each in decisions), result]
    rises = [points[i + 1][seat] - points[i][seat] for i in range(len(decisions))]
    if not game.won(0, 1):
        jumps = sorted((i for i in range(len(decisions) - 1) if rises[i] >= ROSE), key=rises.__getitem__)[-RISES:]
        return [_fall(decisions, points, (i, i + 1), seat, end) for i in jumps]
    most = max(range(len(rises)), key=lambda i: (i < len(rises) - 1 and rises[i] >= FELL, rises[i]))
    return [_fall(decisions, points, (most, most + 1), seat, end)] if rises[most] >= FELL else []


def _fall(
    decisions: list[_Decision], points: list[tuple[float, ...]], span: tuple[int, int], seat: int, end: int
) -> Fall:
    first, last = span
    worst = max(range(first, last), key=lambda i: points[i][seat] - points[i + 1][seat])
    until = decisions[worst + 1].number if worst + 1 < len(decisions) else end
    return Fall(decisions[worst].number, until, seat, points[first], points[last])


def _on(chance: float, costly: CostlyMove, trust: float) -> CostlyMove:
    """A costly move with its figures moved to where the curve stood."""
    cost = trust * costly.cost
    better = min(100.0, chance + cost)
    return costly._replace(played_chance=max(0.0, better - cost), better_chance=max(cost, better))


def _has_lost(game: Game[Any], state: Any, seat: int) -> bool:
    return not game.won(0, 1) and game.rules.evaluate(state, seat) < DEAD


def _saved(game: Game[Any], judge: SearchBot, hidden: Any, seat: int, at_stake: int, seed: int) -> float:
    """How often whoever is at stake comes off, if bots play on from what the seat knows until it is decided."""
    if not at_stake or judge.net is None:
        return 1.0
    game.native.rule(choose_learned)
    player, lost, whose = LearnedBot(game, seed, judge.net, temperature=WARM), 0, at_stake.bit_length() - 1
    for i in range(PLAYED_OUT):
        state = hidden.copy()
        seed_rng(state, *seed_words(seed * PLAYED_OUT + i))
        game.rules.determinize(state, seat)
        for _ in range(MOST_MOVES):
            mover = game.rules.asked(state)
            if mover < 0 or game.speech.at_stake(state) != at_stake:
                break
            game.rules.apply(state, mover, player.choose(game.hidden(state, mover), mover))
        lost += _has_lost(game, state, whose)
    return 1 - lost / PLAYED_OUT


def _costly(
    match: Match,
    doubts: list[_Doubt],
    seat: int,
    falls: list[Fall],
    curve: dict[int, tuple[float, ...]],
    cancelled: Callable[[], bool],
) -> list[CostlyMove]:
    """The most doubtful moves of a seat, its foolish ones and those before its falls, looked at closer: both moves in
    the same worlds, twice, for of many differences the largest are so by chance."""
    game = match.game
    own = sorted((each for each in doubts if each.seat == seat), key=lambda each: -each.cost)
    told = [each for each in own[:MOST_DOUBTS] if each.cost > 0 and _is_plain(match, each)]
    foolish = [each for each in own[CANDIDATES:] if each.foolish][:CANDIDATES]
    tried = {each.number: each for each in (*own[:CANDIDATES], *foolish, *told[:PLAIN])}
    for fall in falls[:LISTED]:
        before = sorted(each.number for each in own if each.number < fall.until)[-BEFORE_FALL:]
        tried |= {each.number: each for each in own if each.number in before}
    costly: list[CostlyMove] = []
    for doubt in tried.values():
        if cancelled():
            break
        if not _is_sensible(game, doubt.hidden, seat, doubt.better) or _could_still(match, doubt):
            continue
        found = _closer(game, doubt, doubt.number)
        if found.cost > 0:
            again = _closer(game, doubt, len(doubts) + doubt.number)
            found = found._replace(
                played_chance=(found.played_chance + again.played_chance) / 2,
                better_chance=(found.better_chance + again.better_chance) / 2,
            )
        costly.append(_on(curve[doubt.number][seat], found, trust(doubt.number, len(match.history))))
    worst = [*{(each.played, each.better): each for each in sorted(costly, key=lambda each: each.cost)}.values()]
    worst.sort(key=lambda each: -each.cost)
    plain = {each.number for each in told}
    worst = [each for each in worst if each.cost >= (COSTLY if each.number in plain else COSTLY + HARDLY)]
    return [
        each._replace(then=tuple(following(game, tried[each.number].hidden, seat, each.better, each.number)))
        for each in worst[:LISTED]
    ]


def _closer(game: Game[Any], doubt: _Doubt, seed: int) -> CostlyMove:
    """What a move cost, as far as a longer search from each of both on the same guesses can tell."""
    judges = judge_of(game, CLOSER, seed), judge_of(game, CLOSER, seed)
    moves = doubt.played, doubt.better
    values = [judge.judge(doubt.hidden, doubt.seat, move) for judge, move in zip(judges, moves, strict=True)]
    less, more = (chances(game, judge, each)[doubt.seat] for judge, each in zip(judges, values, strict=True))
    return CostlyMove(doubt.number, doubt.seat, *moves, less, more)


def _is_plain(match: Match, doubt: _Doubt) -> bool:
    """Whether even a small mistake can be told: words say why, and the better move looks at least as natural. Of small
    differences a search alone is no proof."""
    game, seat, moves = match.game, doubt.seat, (doubt.played, doubt.better)
    played, better = (game.rules.prefer(doubt.hidden, seat, each, 0) for each in moves)
    r = game.reader(doubt.hidden, seat, match.names)
    return not game.together.now(doubt.hidden) and better >= played and bool(_reasons(game, r, doubt.played, moves[1:]))


def _could_still(match: Match, doubt: _Doubt) -> bool:
    """Whether the better move could still be made later in the same turn: then only the order was another. To do
    nothing more is no such move."""
    game, seat, better = match.game, doubt.seat, doubt.better
    if game.rules.timeout(doubt.hidden, seat) == better:
        return False
    label = _label(match, doubt.hidden, seat, better)
    state, others, most = match.at(doubt.number + 1), 0, ANSWERS * (1 if game.won(0, 1) else match.seats)
    for played in match.history[doubt.number + 1 :]:
        others = others + 1 if played.move.seat != seat else 0
        if others > most:
            return False
        if not others and better in game.legal(state, seat):
            return _label(match, game.hidden(state, seat), seat, better) == label
        game.rules.apply(state, played.move.seat, played.move.code)
    return False


def _label(match: Match, hidden: Any, seat: int, move: int) -> str:
    return match.game.speech.label(match.game.reader(hidden, seat, match.names, "en"), move)


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


def _reasons(game: Game[Any], r: Reader[Any], played: int, moves: Sequence[int]) -> str:
    """What moves are good for that the one that was played is not."""
    shared = brings(game, r, (played,)).split("; ")
    return "; ".join(each for each in brings(game, r, moves).split("; ") if each not in shared)


def reason(match: Match, costly: CostlyMove, language: str) -> str:
    """What speaks for the better move and did not speak for the one that was played."""
    t, game, r = translator("lastraft", language), match.game, reader_before(match, costly, language)
    better = _reasons(game, r, costly.played, (costly.better, *costly.then))
    said = [t("Why: {brings}.", brings=better)] if better else []
    if game.families[costly.better][0] == "PASS":
        label = game.speech.label(r, costly.played)
        said.insert(0, t("Just here this takes more than it brings: {move}.", move=label))
    return " ".join(said)


def happened(match: Match, fall: Fall, language: str) -> tuple[int, str]:
    """What happened where chances fell: after how many moves, and in words. What befell the seat itself; else, where
    all are in one boat, what is grave for others. Where chances rose, what is grave for others, else what the seat did;
    in one boat what the seat did, with what came of it. Nothing if it was none of these."""
    game, seat = match.game, fall.seat
    own: list[tuple[int, str]] = []
    grave: list[tuple[int, str]] = []
    done: list[tuple[int, str]] = []
    events = [h for h in match.events(seat, fall.number + 1) if h.number <= fall.until]
    for number, group in groupby(events, key=lambda h: h.number):
        told_of = [h.event for h in group]
        mine, all_ = (game.speech.log(told_of, game.listener(each, match.names, language)) for each in (seat, WATCHER))
        told = {line.said for line in all_}
        for line in mine:
            if line.tone == "grave" and line.said:
                (grave if line.said in told else own).append((number, line.said))
            elif line.said and line.tone != "heading" and match.history[number - 1].move.seat == seat:
                done.append((number, line.said))
    if fall.lost < 0 and not game.won(0, 1):
        lines = [line for line in done if line[0] == fall.number + 1][:1]
        lines += [line for line in grave if lines and line[0] <= fall.number + 2][:1]
    elif fall.lost < 0:
        lines = grave[:2] or done[-1:]
    else:
        lines = own[:2] or ([] if game.won(0, 1) else grave[:1])
    return (lines[0][0] if lines else fall.until), " ".join(dict.fromkeys(line for _, line in lines))


def whose_turn(match: Match, number: int) -> int:
    """In whose turn the move of a number, from 1, was made: an answer belongs to the turn of who is answered. Where the
    game announces no turns, whose move it was."""
    for before, event in reversed(match.events(WATCHER)):
        kind = match.game.events(event.kind)
        if before < number and kind.tone(event) == "heading":
            things = kind.things(event, WATCHER, match.seats)
            if seats := [each for each in things if each.startswith("seat-")]:
                return int(seats[0].removeprefix("seat-"))
    return match.history[number - 1].move.seat


def downfalls(match: Match, language: str) -> list[str]:
    """By seat, how it lost, where that comes to pass at one move or by points; see `Speech.downfall`."""
    game, state, ended = match.game, match.at(0), dict[int, tuple[int, Any]]()
    outcome = match.outcome()
    if outcome is not None and game.won(0, 1):
        readers = [game.reader(match.state, seat, match.names, language) for seat in range(match.seats)]
        return ["" if r.seat in outcome.winners else game.speech.downfall(r, ()) for r in readers]
    alive = [True] * match.seats
    for number, played in enumerate(match.history, 1):
        before = state.copy()
        game.rules.apply(state, played.move.seat, played.move.code)
        for seat in range(match.seats):
            lost = _has_lost(game, state, seat)
            if lost and alive[seat]:
                ended[seat] = number, before
            alive[seat] = not lost
    said = [""] * match.seats
    for seat, (number, before) in ended.items():
        if not alive[seat]:
            events = [h.event for h in match.all_events() if h.number <= number]
            said[seat] = game.speech.downfall(game.reader(before, seat, match.names, language), events)
    return said


def rounded(chance: float) -> int:
    """So that chances a point apart never look the same."""
    return math.floor(chance + 0.5)


def in_words(match: Match, analysis: Analysis, language: str) -> dict[str, Any]:
    """An analysis as plain data in a language: the chances, and each costly move with its labels and its reason."""
    game, costly, decided = match.game, [], downfalls(match, language)
    t = translator("lastraft", language)
    for each in analysis.costly:
        if game.won(0, 1) and decided[each.seat] and each.cost < HARDLY:
            continue  # that did not decide it
        r = reader_before(match, each, language)
        costly.append(
            {
                "number": each.number,
                "seat": each.seat,
                "stage": game.speech.stage(r).heading,
                "asked": game.speech.prompt(r).partition("\n")[0],
                "played": game.speech.label(r, each.played),
                "better": game.speech.label(r, each.better),
                "played_things": list(game.picture.clicks(r, each.played)),
                "better_things": list(game.picture.clicks(r, each.better)),
                "before": rounded(each.better_chance),
                "after": rounded(each.played_chance),
                "why": reason(match, each, language),
            }
        )
    falls: list[dict[str, Any]] = []
    for fall in analysis.falls:
        number, said = happened(match, fall, language)
        if not said or (fall.lost > 0 and sum(each["seat"] == fall.seat for each in falls) == LISTED):
            continue
        stage = _heading(match, number, fall.seat, language)
        if fall.lost < 0 and not game.won(0, 1):
            stage = f"{stage} \u00b7 {t('a good move')}"
        falls.append(
            {
                "number": number,
                "seat": fall.seat,
                "stage": stage,
                "mover": whose_turn(match, number) if game.won(0, 1) else fall.seat,
                "before": rounded(fall.before[fall.seat]),
                "after": rounded(fall.after[fall.seat]),
                "said": said,
            }
        )
    listed = [] if game.won(0, 1) else falls
    turned = [each for seat in range(match.seats) for each in _turning_points(match, analysis, seat, listed, language)]
    figures = {(each["seat"], each["before"], each["after"]) for each in turned}
    falls = [each for each in falls if (each["seat"], each["before"], each["after"]) not in figures] + turned
    return {
        "names": list(match.names),
        "win": game.won(0, 1),
        "numbers": analysis.numbers,
        "stages": _stages(match, analysis.numbers, language),
        "chances": [[round(chance, 1) for chance in line] for line in analysis.chances],
        "costly": costly,
        "falls": sorted(falls, key=lambda each: each["number"]),
        "downfalls": decided,
        "movers": [played.move.seat for played in match.history],
        "sank": [analysis.sank(seat) for seat in range(match.seats)],
    }


def _heading(match: Match, number: int, seat: int, language: str) -> str:
    """Under which heading of the game a seat made or saw a move, by its number from 1."""
    hidden = match.game.hidden(match.at(number - 1), seat)
    return match.game.speech.stage(match.game.reader(hidden, seat, match.names, language)).heading


def _turning_points(
    match: Match, analysis: Analysis, seat: int, listed: Sequence[dict[str, Any]], language: str
) -> Iterator[dict[str, Any]]:
    """What put a seat's place at stake, as far as it is not listed yet, with the chances before and after it; where
    somebody always wins, what changed them: all that lies between two figures, but no good news where they fell and no
    loss of the seat's own where they rose."""
    game, wins = match.game, match.game.won(0, 1)
    seen = tuple(game.listener(each, match.names, language) for each in (seat, WATCHER))
    turning: dict[tuple[int, int], list[tuple[int, LogLine, bool]]] = {}
    for number, group in groupby(match.events(seat), key=lambda h: h.number):
        events = [h.event for h in group]
        lines, told = (game.speech.turning_points(events, each) for each in seen)
        before = sum(each < number for each in analysis.numbers) - 1
        for line in lines if before >= 0 else ():
            is_own = line.said not in {each.said for each in told}
            turning.setdefault((before, 0 if wins else number), []).append((number, line, is_own))
    for (before, _), found in turning.items():
        chances = [rounded(analysis.chances[i][seat]) for i in (before, before + 1)]
        fits = found
        if wins and chances[1] < chances[0]:
            fits = [each for each in found if each[1].tone == "grave"]
        elif wins:
            fits = [each for each in found if each[1].tone != "grave" or not each[2]]
        if not fits or abs(chances[1] - chances[0]) < (FELL if wins else SLIGHT):
            continue
        number = fits[0][0]
        stage = _heading(match, number, seat, language)
        known = [each["said"] for each in listed if each["seat"] == seat and each["stage"].startswith(stage)]
        said = [line.said for _, line, _ in fits if not any(line.said in each for each in known)]
        if said:
            yield {
                "number": number,
                "seat": seat,
                "stage": stage,
                "mover": whose_turn(match, number) if wins else seat,
                "before": chances[0],
                "after": chances[1],
                "said": " ".join(dict.fromkeys(said)),
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
