"""Games kept in a file, one row each, in the order of their seeds: CSV, JSON lines or Parquet.

Rows are only ever appended, so that a run that was killed loses at most a torn last row, and `--resume` goes on. What
the run was is in a second file beside it, `FILE.run.json`. A Parquet file gets its end last: while games are played,
their rows are in `FILE.part`.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..errors import BadOption, LastRaftError
from ..folders import write_whole
from .batch import row_type
from .matchup import Matchup

if TYPE_CHECKING:
    from .batch import Rows

GROUP = 1 << 18
"""Rows in one group of a Parquet file."""


class CannotKeep(LastRaftError):
    """The disk refuses, or the file is of another run."""


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """Turn an OSError into a one-line error.

    :raises CannotKeep: with the reason.
    """
    try:
        yield
    except OSError as error:
        raise CannotKeep(f"cannot write {path}: {error.strerror or error}") from error


def columns(matchup: Matchup, rows: Rows) -> dict[str, list[Any]]:
    """Rows as named columns, the same in every format."""
    names = [matchup.game.notation.seat_name(seat) for seat in range(matchup.seats)]
    seeds = rows["seed"].tolist()
    by_name: dict[str, list[Any]] = {
        "seed": seeds,
        "seats": [matchup.seats] * len(rows),
        "moves": rows["moves"].tolist(),
    }
    for seat, name in enumerate(names):
        by_turn = [matchup.bots[matchup.player_at(seat, turn)] for turn in range(len(matchup.bots))]
        by_name[f"bot_{name}"] = [by_turn[seed % len(by_turn)] for seed in seeds]
    for what in ("score", "rank"):
        for seat, name in enumerate(names):
            by_name[f"{what}_{name}"] = rows[what][:, seat].tolist()
    return by_name


def rows_of(matchup: Matchup, by_name: dict[str, Any]) -> Rows:
    """Columns as rows: `columns` the other way."""
    import numpy as np

    rows = np.zeros(len(by_name["seed"]), row_type(matchup.seats))
    rows["seed"], rows["moves"] = by_name["seed"], by_name["moves"]
    for what in ("score", "rank"):
        for seat in range(matchup.seats):
            rows[what][:, seat] = by_name[f"{what}_{matchup.game.notation.seat_name(seat)}"]
    return rows


class Csv:
    """Comma-separated text with a line of names."""

    def begin(self, matchup: Matchup) -> bytes:
        return (",".join(columns(matchup, rows_of(matchup, _Nothing()))) + "\n").encode()

    def encode(self, matchup: Matchup, rows: Rows) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(zip(*columns(matchup, rows).values()))
        return text.getvalue().encode()

    def whole(self, matchup: Matchup, data: bytes) -> int:
        return data.rfind(b"\n") + 1

    def decode(self, matchup: Matchup, data: bytes) -> Rows:
        names, *lines = csv.reader(io.StringIO(data.decode()))
        by_name = dict(zip(names, zip(*lines) if lines else ((),) * len(names)))
        return rows_of(matchup, by_name)


class Json(Csv):
    """A JSON object in each line."""

    def begin(self, matchup: Matchup) -> bytes:
        return b""

    def encode(self, matchup: Matchup, rows: Rows) -> bytes:
        by_name = columns(matchup, rows)
        return "".join(json.dumps(dict(zip(by_name, row))) + "\n" for row in zip(*by_name.values())).encode()

    def decode(self, matchup: Matchup, data: bytes) -> Rows:
        lines = [json.loads(line) for line in data.splitlines()]
        return rows_of(matchup, {name: [line[name] for line in lines] for name in lines[0]} if lines else _Nothing())


class Raw:
    """Rows as they are in memory: what a Parquet file is made of in the end."""

    def begin(self, matchup: Matchup) -> bytes:
        return b""

    def encode(self, matchup: Matchup, rows: Rows) -> bytes:
        return bytes(rows.tobytes())

    def whole(self, matchup: Matchup, data: bytes) -> int:
        return len(data) - len(data) % row_type(matchup.seats).itemsize

    def decode(self, matchup: Matchup, data: bytes) -> Rows:
        import numpy as np

        return np.frombuffer(data, row_type(matchup.seats))


class _Nothing(dict[str, Any]):
    """Columns of no rows."""

    def __missing__(self, key: str) -> tuple[()]:
        return ()


FORMATS: dict[str, type[Csv] | type[Raw]] = {".parquet": Raw, ".csv": Csv, ".json": Json, ".jsonl": Json}


class GameFile:
    """The file of a run, open for more rows; ``rows`` are those that are in it already."""

    def __init__(self, path: Path, matchup: Matchup, seed: int, resume: bool) -> None:
        """
        :raises BadOption: if the file's kind is unknown, or it is there already and not to be resumed.
        :raises CannotKeep: if it cannot be written, or is of another run; then it stays as it was.
        """
        import numpy as np

        if path.suffix not in FORMATS:
            raise BadOption(f"--out {path}: the name must end in {', '.join(FORMATS)}")
        self.path, self._matchup, self._format = path, matchup, FORMATS[path.suffix]()
        self._parquet: Any = _parquet() if path.suffix == ".parquet" else None
        self._work = path.with_name(path.name + ".part") if self._parquet else path
        self._about = path.with_name(path.name + ".run.json")
        self._settings = {**matchup.settings(), "seed": seed}
        self.failures: dict[tuple[str, str], int] = {}
        """How often each bot failed in those games, and how."""
        exists = path.exists() or self._work.exists()
        if exists and not resume:
            raise BadOption(f"{path} is there already; --resume goes on with it, or choose another name")
        if exists:
            self._check_same()
        with disk(path), self._sound():
            if self._parquet and path.exists() and not self._work.exists():
                self._unpack()
            self._file: BinaryIO = self._work.open("r+b" if self._work.exists() else "w+b")
            data = self._file.read()
            whole = self._format.whole(matchup, data)
            self.rows = self._format.decode(matchup, data[:whole] or self._format.begin(matchup))
        if not np.array_equal(self.rows["seed"], np.arange(seed, seed + len(self.rows))):
            raise CannotKeep(f"{path} cannot be resumed: its games are not those of consecutive seeds")
        with disk(path):
            self._file.seek(whole)
            self._file.truncate()
            if not whole:
                self._file.write(self._format.begin(matchup))
        self._write_about()

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """:raises CannotKeep: if what is read within cannot be what a run wrote."""
        try:
            yield
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
            raise CannotKeep(f"{self.path} cannot be resumed: it is damaged ({error})") from error

    def _check_same(self) -> None:
        try:
            kept = json.loads(self._about.read_bytes())
        except (OSError, ValueError) as error:
            raise CannotKeep(
                f"{self.path} cannot be resumed: {self._about.name} beside it is missing or damaged"
            ) from error
        with self._sound():
            for name, value in self._settings.items():
                if kept.get(name) != value:
                    raise CannotKeep(f"{self.path} is of another run: {name} was {kept.get(name)!r}, now {value!r}")
            self.failures = {(bot, what): times for bot, what, times in kept["failures"]}

    def _write_about(self) -> None:
        failures = [[bot, what, times] for (bot, what), times in self.failures.items()]
        with disk(self._about):
            write_whole(self._about, json.dumps({**self._settings, "failures": failures}, indent=1).encode())

    def append(self, rows: Rows) -> None:
        """:raises CannotKeep: if the disk refuses."""
        with disk(self.path):
            self._file.write(self._format.encode(self._matchup, rows))
            self._file.flush()

    def close(self, failures: Mapping[tuple[str, str], int]) -> None:
        """Bring the file into its final form, and say beside it which bots failed. Without a game there is no file.

        :raises CannotKeep: if the disk refuses.
        """
        self.failures = dict(failures)
        self._write_about()
        with disk(self.path):
            empty = self._file.tell() == len(self._format.begin(self._matchup))
            self._file.close()
            if empty:
                self._work.unlink()
                self._about.unlink()
            elif self._parquet:
                self._pack()

    def _pack(self) -> None:
        import numpy as np

        kind = row_type(self._matchup.seats)
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        nothing = columns(self._matchup, np.zeros(0, kind))
        text, number = self._parquet.string(), self._parquet.int64()
        schema = self._parquet.schema(
            [(name, text if name.startswith("bot_") else number) for name in nothing],
            {"lastraft": json.dumps(self._settings)},
        )
        with self._work.open("rb") as file, self._parquet.parquet.ParquetWriter(beside, schema) as writer:
            while data := file.read(GROUP * kind.itemsize):
                rows = np.frombuffer(data, kind)
                writer.write_table(self._parquet.table(columns(self._matchup, rows), schema))
        os.replace(beside, self.path)
        self._work.unlink()

    def _unpack(self) -> None:
        by_name = self._parquet.parquet.read_table(self.path).to_pydict()
        write_whole(self._work, self._format.encode(self._matchup, rows_of(self._matchup, by_name)))


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise BadOption(
            "Parquet needs the extra 'data': pip install 'lastraft[data]'; .csv and .json do not"
        ) from error
    return pyarrow
