"""`lastraft report`: what many games tell the people who balance one, as a page of HTML that needs nothing else."""

from __future__ import annotations

import dataclasses
import math
import shlex
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BadOption
from ..folders import write_whole
from .executors import MOVE_TIMEOUT, batches, stoppable, threads
from .files import disk
from .intervals import Interval, Mean
from .matchup import Matchup
from .simulate import check_games, check_limits, progress
from .stats import Statistics, failure_lines, figure, who_won

if TYPE_CHECKING:
    from rich.console import Console

    from .batch import Rows

MOST_FACTS = 40
"""Facts in the list of what wins, those with the largest effect first."""
QUANTILES = {"least": 0, "a tenth below": 0.1, "half below": 0.5, "nine tenths below": 0.9, "most": 1}
STANDING = ("wins, %", "share of wins, %", "score", "place")
"""The titles of `Standing.cells`."""


class TableRow(NamedTuple):
    """A line of a table; ``clear`` if chance does not explain it."""

    cells: tuple[str, ...]
    clear: bool = False


class Chart(NamedTuple):
    """A picture and what it shows, in words."""

    label: str
    svg: str


@dataclasses.dataclass
class Section:
    """A part of the page."""

    title: str
    lines: list[str] = dataclasses.field(default_factory=list)
    charts: list[Chart] = dataclasses.field(default_factory=list)
    head: Sequence[str] = ()
    rows: list[TableRow] = dataclasses.field(default_factory=list)


class Sample:
    """The games of one match-up, with what a designer asks of their ends."""

    def __init__(self, matchup: Matchup, with_facts: bool) -> None:
        self.matchup, self.with_facts = matchup, with_facts
        self.stats = Statistics(matchup)
        self._rows: list[Rows] = []
        self.facts: dict[str, list[list[int]]] = defaultdict(list)
        """By name: a row for each game, a number for each seat."""

    def add(self, rows: Rows, finals: Any) -> None:
        self.stats.add(rows)
        self._rows.append(rows)
        for final in finals if self.with_facts else ():
            self._add_facts(self.matchup.game.state.from_record(final))

    def _add_facts(self, s: Any) -> None:
        game = self.matchup.game
        known = len(next(iter(self.facts.values()), ()))
        for seat in range(self.matchup.seats):
            lines = game.speech.score_lines(game.reader(game.hidden(s, seat), seat), seat)
            for name, value in {**dict(lines), **game.speech.facts(s, seat)}.items():
                values = self.facts[name]
                while len(values) <= known:
                    values.append([0] * self.matchup.seats)
                values[known][seat] = int(value)
        for values in self.facts.values():
            if len(values) <= known:
                values.append([0] * self.matchup.seats)

    @property
    def rows(self) -> Rows:
        import numpy as np

        return np.concatenate(self._rows)


def compared_options(matchup: Matchup, names: Sequence[str] | None) -> list[tuple[str, str, Matchup]]:
    """Each option of the game with each other value it could have: the match-up under it.

    :raises BadOption: if there is no such option.
    """
    game = matchup.game
    known = {option.name: option for option in game.options}
    for name in names or ():
        if name not in known:
            raise BadOption(
                f"--compare {name}: {game.name} has no such option; there are: {', '.join(known) or 'none'}"
            )
    variants = []
    for name in known if names is None else names:
        now = dict(matchup.options).get(name, known[name].default)
        for value in known[name].values:
            if value != now:
                chosen = game.chosen(game.new_state(matchup.seats, {**dict(matchup.options), name: value}))
                options = tuple(sorted(chosen.items()))
                variants.append((f"{name}: {now}", value, dataclasses.replace(matchup, options=options)))
    return variants


def report(
    matchup: Matchup,
    games: int,
    out: Path,
    compare: Sequence[str] | None = None,
    seed: int = 1,
    workers: int | None = None,
    move_timeout: float = MOVE_TIMEOUT,
    console: Console | None = None,
) -> bool:
    """Play, and write the page; whether it was interrupted (the page then tells of what was played, if anything).

    :raises BadOption: if it cannot be played so.
    :raises CannotKeep: if the page cannot be written.
    """
    check_games(games, seed)
    check_limits(workers, move_timeout)
    others = compared_options(matchup, compare)
    with disk(out):
        out.open("ab").close()
    samples = [Sample(matchup, True), *(Sample(other, False) for _, _, other in others)]
    try:
        stopped = _play(samples, games, seed, workers, move_timeout, console)
        base = samples[0]
        if base.stats.games:
            named = [(now, value, sample) for (now, value, _), sample in zip(others, samples[1:], strict=True)]
            sections = [seats(base), scores(base), lengths(base), what_wins(base), options(base, named), bots(base)]
            made_by = _command(matchup, games, compare, seed)
            page = _page(base, [each for each in sections if each.lines or each.rows], seed, stopped, made_by)
            with disk(out):
                write_whole(out, page.encode())
    finally:
        if out.is_file() and not out.stat().st_size:
            out.unlink()
    return stopped


def _play(
    samples: Sequence[Sample], games: int, seed: int, workers: int | None, move_timeout: float, console: Console | None
) -> bool:
    """Fill the samples; whether it was interrupted."""
    with stoppable() as halt, progress(console, 0, games * len(samples)) as advance:
        for sample in samples:
            with threads(sample.matchup, workers, move_timeout, sample.with_facts) as executor:
                for batch in batches(executor, seed, games, halt):
                    sample.add(batch.rows, batch.finals)
                    sample.stats.note(batch.failures)
                    advance(len(batch.rows))
        return bool(halt[0])


def seats(base: Sample) -> Section:
    """Whether it matters where one sits."""
    from .charts import bars

    game, standings = base.matchup.game, base.stats.seats
    shares = [(game.notation.seat_name(seat), standing.shares.share()) for seat, standing in enumerate(standings)]
    fair = sum(i.value for _, i in shares) / len(shares)
    section = Section("Seats", head=("seat", *STANDING))
    better = [name for name, interval in shares if interval.low > fair]
    worse = [name for name, interval in shares if interval.high < fair]
    judged = [f"Clearly {how}: {', '.join(names)}." for how, names in (("better", better), ("worse", worse)) if names]
    equal = f"If all seats were equal, each would have {100 * fair:.1f} % of the wins."
    section.lines = [" ".join([equal, *(judged or ["No seat clearly has more or less."])])]
    section.charts = [
        Chart(
            "The share of wins by seat; the broken line is an equal share.",
            bars("seats", shares, fair, "share of wins, %"),
        )
    ]
    for (name, share), standing in zip(shares, standings, strict=True):
        section.rows.append(TableRow((name, *standing.cells()), share.excludes(fair)))
    return section


def scores(base: Sample) -> Section:
    """How high games end."""
    from .charts import histogram

    rows = base.rows
    first = who_won(base.matchup, rows)
    groups = [(n, v) for n, v in (("winners", rows["score"][first]), ("the others", rows["score"][~first])) if len(v)]
    section = Section("Scores", head=("who", "mean", *QUANTILES))
    section.charts = [Chart("Final scores.", histogram("scores", groups, "score"))]
    for name, values in [("everybody", rows["score"].ravel()), *groups]:
        section.rows.append(TableRow((name, f"{values.mean():.2f}", *_quantiles(values))))
    winners, nobody = first.sum(axis=1), (~first.any(axis=1)).mean()
    shared = f"{100 * (winners > 1).mean():.1f} % of the games have several winners"
    section.lines = [f"{shared}{f', {100 * nobody:.1f} % none' if nobody else ''}."]
    return section


def lengths(base: Sample) -> Section:
    """How long games are."""
    from .charts import histogram

    moves = base.rows["moves"]
    section = Section("Length", head=("", "mean", *QUANTILES))
    section.charts = [Chart("Moves per game.", histogram("lengths", [("moves", moves)], "moves"))]
    section.rows = [TableRow(("moves", figure(base.stats.lengths.interval()), *_quantiles(moves)))]
    return section


def what_wins(base: Sample) -> Section:
    """What winners have that the others of the same game have not."""
    import numpy as np

    from .charts import forest

    section = Section("What wins", head=("", "winners", "the others", "difference", "in standard deviations"))
    first = who_won(base.matchup, base.rows)
    both = first.any(axis=1) & ~first.all(axis=1)
    first = first[both]
    effects: list[tuple[str, Interval, float, TableRow]] = []
    for name, listed in base.facts.items() if both.sum() > 1 else ():
        values = np.array(listed, dtype=float)[both]
        if values.any(axis=0).sum() < 2 or np.array_equal(values, base.rows["score"][both]):
            continue  # only one seat can have it (a piece of its colour), or it is the score itself
        winners = (values * first).sum(axis=1) / first.sum(axis=1)
        others = (values * ~first).sum(axis=1) / (~first).sum(axis=1)
        gap, spread = Mean(), float(values.std())
        gap.add(winners - others)
        if spread > 0:
            interval = gap.interval()
            effect = Interval(*(figure / spread for figure in interval))
            cells = (name, f"{winners.mean():.2f}", f"{others.mean():.2f}", figure(interval), figure(effect))
            effects.append((name, effect, abs(effect.value), TableRow(cells, interval.excludes(0))))
    effects.sort(key=lambda item: (-item[2], item[0]))
    if effects := effects[:MOST_FACTS]:
        section.lines = ["Winners beside the others of the same game. It goes with winning; it need not be why."]
        section.charts = [
            Chart(
                "How much more of it winners have, in standard deviations.",
                forest("wins", [(name, effect) for name, effect, _, _ in effects], "standard deviations"),
            )
        ]
        section.rows = [row for *_, row in effects]
    return section


def options(base: Sample, others: Sequence[tuple[str, str, Sample]]) -> Section:
    """One rule against another: what changes."""
    from .charts import forest

    section = Section("Rules to choose", head=("option", "instead", "measure", "before", "after", "change"))
    measures: dict[str, list[tuple[str, Interval]]] = {"moves per game": [], "mean score": []}
    for now, value, other in others:
        if not other.stats.games:
            continue
        for (measure, before), after in zip(_measures(base).items(), _measures(other).values(), strict=True):
            played, gap = min(len(before), len(after)), Mean()
            gap.add(after[:played] - before[:played])
            change, was = gap.interval(), before[:played].mean()
            sign = "+" if change.value > 0 else ""
            cells = (now, value, measure, f"{was:.2f}", f"{after[:played].mean():.2f}", f"{sign}{figure(change)}")
            section.rows.append(TableRow(cells, change.excludes(0)))
            if measure in measures and was and math.isfinite(change.low):
                measures[measure].append((f"{now} → {value}", Interval(*(100 * each / abs(was) for each in change))))
    for measure, changes in measures.items():
        if changes:
            svg = forest(f"options {measure}", changes, "change, %")
            section.charts.append(Chart(f"Change of {measure}, in % of what it was.", svg))
    if section.rows:
        section.lines = ["Each rule alone, all else as above; each game beside the one of the same seed."]
    return section


def _measures(sample: Sample) -> dict[str, Any]:
    """What is compared between two samples: by name, a value for each game."""
    rows = sample.rows
    first, first_seat = who_won(sample.matchup, rows), sample.matchup.game.notation.seat_name(0)
    return {
        "moves per game": rows["moves"],
        "mean score": rows["score"].mean(axis=1),
        "best score": rows["score"].max(axis=1),
        "winners per game": first.sum(axis=1),
        f"share of wins of seat {first_seat}, %": 100 * first[:, 0] / first.sum(axis=1).clip(1),
    }


def bots(base: Sample) -> Section:
    """Who played how, where different bots play."""
    section = Section("Bots", head=("bot", *STANDING))
    if len(base.stats.bots) > 1:
        section.rows = [TableRow((spec, *standing.cells())) for spec, standing in base.stats.bots.items()]
    section.lines = [f"{line}." for line in failure_lines(base.stats.failures)]
    return section


def _quantiles(values: Any) -> list[str]:
    import numpy as np

    return [f"{np.quantile(values, part, method='inverted_cdf'):g}" for part in QUANTILES.values()]


def _command(matchup: Matchup, games: int, compare: Sequence[str] | None, seed: int) -> str:
    """What makes the page again."""
    command = ["lastraft", "report", matchup.game_name, "--seats", str(matchup.seats), "--games", str(games)]
    command += ["--bots", ",".join(matchup.bots), "--seed", str(seed)]
    for name, value in matchup.options:
        command += ["--option", f"{name}={value}"]
    for name in ["none"] if compare == [] else compare or ():
        command += ["--compare", name]
    return shlex.join(command)


def _page(base: Sample, sections: list[Section], seed: int, stopped: bool, command: str) -> str:
    from jinja2 import Environment

    matchup, game = base.matchup, base.matchup.game
    template = Environment(autoescape=True).from_string(Path(__file__).with_name("report.html").read_text("utf-8"))
    return template.render(
        title=game.title,
        games=f"{base.stats.games:,}",
        seats=matchup.seats,
        bots=", ".join(matchup.bots),
        options=", ".join(f"{name}={value}" for name, value in matchup.options),
        version=game.version,
        seed=seed,
        stopped=stopped,
        sections=sections,
        command=command,
    )
