"""The pictures of a report, as SVG to put into a page. Without a screen, and the same figures give the same picture."""

import io
from collections.abc import Sequence
from typing import Any

from .intervals import Interval

INK, SEA, SAND, GRID = "#22313f", "#2a7f9e", "#d9a441", "#d5dde2"


def _svg(name: str, draw: Any, height: float) -> str:
    """What ``draw`` puts onto a pair of axes, as an SVG element."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    style: Any = {
        "text.parse_math": False,
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.family": "sans-serif",
        "text.color": INK,
        "axes.edgecolor": GRID,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(7.5, height), layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def bars(name: str, intervals: Sequence[tuple[str, Interval]], fair: float, label: str) -> str:
    """One bar with its interval for each name, and a line where all would be if they were equal."""

    def draw(axes: Any) -> None:
        names, values = [n for n, _ in intervals], [100 * i.value for _, i in intervals]
        axes.bar(names, values, color=SEA, width=0.6)
        axes.errorbar(names, values, yerr=_whiskers([i for _, i in intervals], 100), fmt="none", ecolor=INK, capsize=4)
        axes.axhline(100 * fair, color=SAND, linestyle="--")
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)

    return _svg(name, draw, 3.0)


def histogram(name: str, groups: Sequence[tuple[str, Any]], label: str) -> str:
    """How often each value comes up, as a part of each group; groups lie over each other."""
    import numpy as np

    def draw(axes: Any) -> None:
        low = min(int(values.min()) for _, values in groups)
        high = max(int(values.max()) for _, values in groups)
        step = max(1, -(-(high - low + 1) // 60))
        edges = np.arange(low, high + step + 1, step) - 0.5
        for (title, values), colour in zip(groups, (SEA, SAND), strict=False):
            weights = np.full(len(values), 100 / len(values))
            axes.hist(values, edges, weights=weights, color=colour, alpha=0.65, label=title)
        axes.set_xlabel(label)
        axes.set_ylabel("% of them")
        if len(groups) > 1:
            axes.legend(frameon=False)

    return _svg(name, draw, 3.0)


def forest(name: str, intervals: Sequence[tuple[str, Interval]], label: str) -> str:
    """A dot with its interval for each name, beside a line at nothing."""

    def draw(axes: Any) -> None:
        names = [n for n, _ in intervals]
        values, rows = [i.value for _, i in intervals], range(len(intervals))
        axes.axvline(0, color=SAND, linestyle="--")
        axes.errorbar(values, rows, xerr=_whiskers([i for _, i in intervals], 1), fmt="o", color=SEA, capsize=3)
        axes.set_yticks(rows, names)
        axes.set_ylim(len(intervals) - 0.5, -0.5)
        axes.set_xlabel(label)

    return _svg(name, draw, 1.0 + 0.28 * len(intervals))


def curve(name: str, points: Sequence[tuple[float, int, float, float]]) -> str:
    """How a training went: the mean reward of the learner and of the others at its tables, over millions of
    decisions."""

    def draw(axes: Any) -> None:
        decisions = [point[1] / 1e6 for point in points]
        axes.plot(decisions, [point[2] for point in points], color=SEA, label="learner")
        axes.plot(decisions, [point[3] for point in points], color=SAND, label="others")
        axes.set_xlabel("million decisions")
        axes.set_ylabel("reward")
        axes.set_ylim(0, 1)
        axes.legend(frameon=False)

    return _svg(name, draw, 3.0)


def _whiskers(intervals: Sequence[Interval], times: float) -> list[list[float]]:
    return [[times * (i.value - i.low) for i in intervals], [times * (i.high - i.value) for i in intervals]]
