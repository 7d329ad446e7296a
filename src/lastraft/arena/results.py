"""The games of a simulation in memory, a row each, for notebooks and data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .files import columns
from .matchup import Matchup
from .stats import Statistics

if TYPE_CHECKING:
    from .batch import Rows


class Results:
    """Games that were played: ``rows`` has seed, moves, and by seat scores and ranks; `stats` sums them up."""

    def __init__(self, matchup: Matchup, rows: Rows, stats: Statistics) -> None:
        self.matchup, self.rows, self.stats = matchup, rows, stats

    def __len__(self) -> int:
        return len(self.rows)

    def columns(self) -> dict[str, list[Any]]:
        """By name: seed, seats, moves, and for each seat its bot, score and rank, as in the files of `simulate`."""
        return columns(self.matchup, self.rows)

    def to_pandas(self) -> Any:
        """A data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.columns())

    def to_polars(self) -> Any:
        """A data frame of polars."""
        import polars

        return polars.DataFrame(self.columns())

    def to_arrow(self) -> Any:
        """A table of Arrow; needs the extra `data`."""
        import pyarrow

        return pyarrow.table(self.columns())

    def __repr__(self) -> str:
        return f"<Results: {len(self)} games of {self.matchup.game_name} between {', '.join(self.matchup.bots)}>"

    def _repr_html_(self) -> str:
        import io

        from rich.console import Console

        console = Console(record=True, file=io.StringIO(), width=100)
        self.stats.show(console)
        return console.export_html(inline_styles=True, code_format='<pre style="font-family:monospace">{code}</pre>')


def play(matchup: Matchup, games: int, seed: int = 1, workers: int | None = None) -> Results:
    """Play the games of the seeds from ``seed`` on.

    :raises BadOption: if they cannot be played so.
    :raises BotFailed: if a bot of your own fails.
    """
    import numpy as np

    from .batch import row_type
    from .executors import batches, local, stoppable
    from .simulate import check_games

    check_games(games, seed)
    stats, rows = Statistics(matchup), [np.zeros(0, row_type(matchup.seats))]
    with local(matchup, games, workers, tolerant=False) as executor, stoppable() as halt:
        for batch in batches(executor, seed, games, halt):
            stats.add(batch.rows)
            rows.append(batch.rows)
    return Results(matchup, np.concatenate(rows), stats)
