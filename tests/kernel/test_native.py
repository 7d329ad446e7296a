"""The native world: what is compiled is kept, found again, and never mistaken for something else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lastraft.kernel import Lookup, Parts, State, emit, i8, part, push, rule
from lastraft.kernel.native import Native, fingerprint

RUN = """
import sys
import numpy
from numba import from_dtype
for i in range(int(sys.argv[1])):
    from_dtype(numpy.dtype([("x", "i1", (i + 1,))]))
from lastraft.kernel.native import Native
from tests.kernel.test_native import Beach, outer

native, record = Native(Beach, {}), Beach().to_record()
native.rule(outer)(record, 3)
lowered = [fn for fn in native._lowered.values() if sum(fn.stats.cache_misses.values())]
print(record["water"], len(lowered))
"""


def run(cache: Path, records: int = 0) -> tuple[int, int]:
    """In a process of its own, which knows some other ``records``: what the rules do, and how many were lowered."""
    environment = {**os.environ, "LASTRAFT_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(records)], env=environment, capture_output=True, text=True, check=True
    )
    water, lowered = map(int, done.stdout.split())
    return water, lowered


def test_the_cache_is_found_again_and_mends_itself(tmp_path: Path) -> None:
    assert run(tmp_path) == (15, 2)
    assert run(tmp_path) == (15, 0)
    for damaged, lowered in (("*.linked", 0), ("*.*", 2)):
        files = list(tmp_path.rglob(damaged))
        assert files
        for file in files:
            file.write_bytes(b"damaged")
        assert run(tmp_path) == (15, lowered)
    assert run(tmp_path) == (15, 0)


def test_rules_lowered_by_different_processes_fit_together(tmp_path: Path) -> None:
    assert run(tmp_path) == (15, 2)
    for file in tmp_path.rglob("*.linked"):
        file.unlink()
    for folder in tmp_path.rglob("outer-*"):
        shutil.rmtree(folder)
    assert run(tmp_path, records=3) == (15, 1)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("LASTRAFT_CACHE", str(file / "below"))
    native = Native(Beach, {})
    record = Beach().to_record()
    native.rule(outer)(record, 3)
    assert Beach.from_record(record).water == 15


class Beach(State):
    water = i8()
    food = i8()


PRICE = Lookup([5, 6])


@rule
def inner(s: Beach, n: int) -> None:
    s.water += PRICE[0] * n


@rule
def outer(s: Beach, n: int) -> None:
    inner(s, n)


@pytest.mark.parametrize(
    "changed",
    [
        "s.food += PRICE[0] * n",
        "s.water += PRICE[1] * n",
        "s.water -= PRICE[0] * n",
        "s.water += OTHER[0] * n",
        "s.water += PRICE[0]",
    ],
)
def test_a_changed_callee_is_another_rule(changed: str) -> None:
    """Numba does not notice; the name of the cache folder does."""
    before = fingerprint(outer, {}, {})
    names = {**globals(), "OTHER": Lookup([7, 8])}
    exec(f"@rule\ndef inner(s: Beach, n: int) -> None:\n    {changed}", names)
    exec("@rule\ndef outer(s: Beach, n: int) -> None:\n    inner(s, n)", names)
    assert fingerprint(names["outer"], {}, {}) != before


def test_a_moved_callee_is_another_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kept caller calls it by its full name, which nothing would have any more."""
    before = fingerprint(outer, {}, {})
    monkeypatch.setattr(inner, "__module__", "elsewhere")
    assert fingerprint(outer, {}, {}) != before


def test_a_changed_lookup_is_another_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(outer, {}, {})
    monkeypatch.setitem(globals(), "PRICE", Lookup([5, 7]))
    assert fingerprint(outer, {}, {}) != before


class Arrival(Parts):
    space, raft = range(2)


@rule
def arrive(s: Beach) -> None:
    push(s, 1, 5, 7, 0, 0)
    emit(s, 1, 2)
    emit(s, 1, 2, s.water, 4)
    s.water = part(s, Arrival.raft)


def test_a_frames_parts_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRAFT_CACHE", str(tmp_path))
    before, record = fingerprint(arrive, {}, {}), Beach().to_record()
    Native(Beach, {}).rule(arrive)(record)
    assert Beach.from_record(record).water == 7
    monkeypatch.setattr(Arrival, "raft", 2)
    assert fingerprint(arrive, {}, {}) != before


box: Any = ModuleType("box")
box.PRICE, box.LIMIT, box.OTHER = Lookup([[5, 7], [8, 9]]), 3, 1


@rule
def buy(s: Beach) -> None:
    s.water = box.PRICE[1][0] + box.LIMIT


def test_numbers_and_lookups_stand_behind_a_modules_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTRAFT_CACHE", str(tmp_path))
    before, record = fingerprint(buy, {}, {}), Beach().to_record()
    Native(Beach, {}).rule(buy)(record)
    assert Beach.from_record(record).water == 11
    monkeypatch.setattr(box, "OTHER", 2)
    assert fingerprint(buy, {}, {}) == before
    monkeypatch.setattr(box, "PRICE", Lookup([[5, 7], [6, 9]]))
    assert fingerprint(buy, {}, {}) != before


def test_importing_the_package_imports_no_numba() -> None:
    code = "import sys, lastraft, tests.driftwood; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
