"""Who plays the batches: the cores of this machine, a cluster, a GPU. Which of them never changes a result."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from ..errors import LastRaftError
from .batch import Batch, Worker, no_halt, warm_up
from .matchup import Matchup

MOVE_SECONDS = 10.0
"""What somebody else's bot has for a move, if nothing else is said."""
MOST_GAMES = 16384


class Crew(Protocol):
    """Plays batches, several at a time."""

    workers: int
    seconds: float
    """How long a batch should take: long enough to be worth the errand, short enough to be told of."""
    smallest: int
    largest: int
    """How many games a batch has."""

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]: ...


class Threads:
    """The cores of this machine: native rules let go of Python's lock."""

    seconds, smallest, largest = 0.2, 1, MOST_GAMES

    def __init__(self, matchup: Matchup, pool: ThreadPoolExecutor, workers: int, move_seconds: float, finals: bool):
        self.workers = workers
        self._pool = pool
        self._halt = no_halt()
        self._own = threading.local()
        self._hire: Callable[[], Worker] = lambda: Worker(matchup, move_seconds, finals)

    def _play(self, first: int, count: int, halt: Any) -> Batch:
        if not hasattr(self._own, "worker"):
            self._own.worker = self._hire()
        worker: Worker = self._own.worker
        return worker.play(first, count, halt)

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        self._halt = halt
        return self._pool.submit(self._play, first, count, halt)

    def leave(self) -> None:
        """Stop at once: nobody waits for the results."""
        self._halt[0] = 1
        self._pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def threads(
    matchup: Matchup, workers: int | None = None, move_seconds: float = MOVE_SECONDS, finals: bool = False
) -> Iterator[Crew]:
    """So many threads, or as many as there are cores."""
    warm_up(matchup)
    workers = workers or cores()
    with ThreadPoolExecutor(workers) as pool:
        hands = Threads(matchup, pool, workers, move_seconds, finals)
        try:
            yield hands
        except BaseException:
            hands.leave()
            raise


class ClusterMissing(LastRaftError):
    """No Ray, or no cluster at that address."""


class Cluster:
    """Machines that Ray brings together. They learn of a halt only between two batches."""

    seconds, smallest, largest = 5.0, 1, 1 << 18

    def __init__(self, play: Any, workers: int) -> None:
        self._play, self.workers = play, workers

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        future: Future[Batch] = self._play.remote(first, count).future()
        return future


@contextmanager
def cluster(matchup: Matchup, address: str, move_seconds: float = MOVE_SECONDS) -> Iterator[Crew]:
    """A Ray cluster: `local` starts one on this machine.

    :raises ClusterMissing: without Ray, or if there is nothing at the address.
    """
    try:
        import ray
    except ImportError as error:
        raise ClusterMissing("--cluster needs the extra 'cluster': pip install 'lastraft[cluster]'") from error
    if address != "local":
        _knock(address)
    passed = {name: value for name, value in os.environ.items() if name.startswith("LASTRAFT_")}
    passed["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    try:
        ray.init(
            address=None if address == "local" else address,
            runtime_env={"env_vars": passed},
            include_dashboard=False if address == "local" else None,
            logging_level="ERROR",
            log_to_driver=False,
        )
    except Exception as error:
        raise ClusterMissing(f"no Ray cluster at {address!r}: {' '.join(str(error).split())[:200]}") from error
    try:
        warm_up(matchup)  # into the disk cache, where workers of this machine find it

        def play(first: int, count: int) -> Batch:
            return _worker(matchup, move_seconds).play(first, count, no_halt())

        yield Cluster(ray.remote(num_cpus=1)(play), max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself waits for many minutes before it says that nobody is there."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    try:
        if not (colon and port.isdecimal()):
            raise OSError("expected host:port")
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ClusterMissing(f"no Ray cluster at {address!r}: {error}") from error


_WORKERS: dict[Matchup, Worker] = {}


def _worker(matchup: Matchup, move_seconds: float) -> Worker:
    """This process's worker; a process of a cluster plays many batches of one match-up."""
    if matchup not in _WORKERS:
        _WORKERS[matchup] = Worker(matchup, move_seconds)
    return _WORKERS[matchup]


def batches(crew: Crew, first: int, count: int, halt: Any) -> Iterator[Batch]:
    """The batches of ``count`` seeds in their order, whoever was faster, until ``halt[0]`` is set.

    What was played up to then is a run of seeds without gaps.
    """
    size, ahead, end = crew.smallest, first, first + count
    waiting: deque[tuple[int, Future[Batch]]] = deque()
    while True:
        while len(waiting) < 2 * crew.workers and ahead < end and not halt[0]:
            n = min(size, max(crew.smallest, (end - ahead) // crew.workers), end - ahead)
            waiting.append((n, crew.submit(ahead, n, halt)))
            ahead += n
        if not waiting:
            return
        asked, future = waiting.popleft()
        batch = future.result()
        if len(batch.rows):
            yield batch
        if len(batch.rows) < asked:
            break
        if batch.seconds < crew.seconds / 2:
            size = min(2 * size, crew.largest)
        elif batch.seconds > 2 * crew.seconds:
            size = max(size // 2, crew.smallest)
    for _, future in waiting:
        future.cancel()


@contextmanager
def stoppable() -> Iterator[Any]:
    """A flag that Ctrl-C or SIGTERM sets, so that workers finish in order; a second Ctrl-C ends it at once."""
    halt, before = no_halt(), {}

    def stop(number: int, frame: object) -> None:
        if halt[0]:
            raise KeyboardInterrupt
        halt[0] = number

    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError):  # not in the main thread: then nobody can interrupt us
            before[number] = signal.signal(number, stop)
    try:
        yield halt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
