"""Executors of batches: threads or processes of this machine, or a Ray cluster (`gpu` has another). All give the same
results."""

import importlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import Any, Protocol

from ..bots.own import PYTHON
from ..errors import LastRaftError
from .batch import Batch, Worker, no_halt, warm_up
from .matchup import Matchup

MOVE_TIMEOUT = 10.0
"""Seconds that an external bot has for a move, by default."""
MOST_GAMES = 16384
WORTH_PROCESSES = 100
"""Games from which on processes outweigh the seconds that they take to begin."""


class Executor(Protocol):
    """Plays batches, several at a time."""

    workers: int
    seconds: float
    """How long a batch should take: long enough to outweigh its overhead, short enough to show progress."""
    smallest: int
    largest: int
    """The bounds of a batch's size."""

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]: ...


class ThreadExecutor:
    """Threads of this machine: native rules release the GIL."""

    seconds, smallest, largest = 0.2, 1, MOST_GAMES

    def __init__(
        self,
        matchup: Matchup,
        pool: ThreadPoolExecutor,
        workers: int,
        move_timeout: float,
        finals: bool,
        tolerant: bool,
    ) -> None:
        self.workers = workers
        self._pool = pool
        self._halt = no_halt()
        self._own = threading.local()
        self._new_worker: Callable[[], Worker] = lambda: Worker(matchup, move_timeout, finals, tolerant)

    def _play(self, first: int, count: int, halt: Any) -> Batch:
        if not hasattr(self._own, "worker"):
            self._own.worker = self._new_worker()
        worker: Worker = self._own.worker
        return worker.play(first, count, halt)

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        self._halt = halt
        return self._pool.submit(self._play, first, count, halt)

    def cancel(self) -> None:
        """Stop at once; the results are not needed."""
        self._halt[0] = 1
        self._pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def threads(
    matchup: Matchup,
    workers: int | None = None,
    move_timeout: float = MOVE_TIMEOUT,
    finals: bool = False,
    tolerant: bool = True,
) -> Iterator[Executor]:
    """An executor of so many threads, or as many as there are cores."""
    warm_up(matchup)
    workers = workers or cores()
    with ThreadPoolExecutor(workers) as pool:
        executor = ThreadExecutor(matchup, pool, workers, move_timeout, finals, tolerant)
        try:
            yield executor
        except BaseException:
            executor.cancel()
            raise


class ProcessExecutor:
    """Processes of this machine. They see a halt only between two batches."""

    seconds, smallest, largest = 0.2, 1, MOST_GAMES

    def __init__(self, pool: ProcessPoolExecutor, workers: int) -> None:
        self._pool, self.workers = pool, workers

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        return self._pool.submit(_play_here, first, count)


@contextmanager
def processes(
    matchup: Matchup, workers: int | None = None, move_timeout: float = MOVE_TIMEOUT, tolerant: bool = True
) -> Iterator[Executor]:
    """An executor of so many processes, or as many as there are cores: for bots in Python, whose threads share one."""
    warm_up(matchup)
    workers, home = workers or cores(), matchup.game.state.__module__
    names = replace(matchup)  # without the bots that it has made here
    spawn, arguments = multiprocessing.get_context("spawn"), (names, move_timeout, tolerant, home, list(sys.path))
    with ProcessPoolExecutor(workers, spawn, _be_a_worker, arguments) as pool:
        try:
            yield ProcessExecutor(pool, workers)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_OWN: list[Worker] = []


def local(
    matchup: Matchup, games: int, workers: int | None = None, move_timeout: float = MOVE_TIMEOUT, tolerant: bool = True
) -> AbstractContextManager[Executor]:
    """The executor of this machine that suits so many games of a match-up."""
    in_python = any(spec.startswith(PYTHON) for spec in matchup.external)
    here = any(spec.startswith(f"{PYTHON}__main__.") for spec in matchup.external)  # no other process has it
    if in_python and not here and games >= WORTH_PROCESSES and (workers or cores()) > 1:
        return processes(matchup, workers, move_timeout, tolerant)
    return threads(matchup, workers, move_timeout, tolerant=tolerant)


def _be_a_worker(matchup: Matchup, move_timeout: float, tolerant: bool, home: str, path: list[str]) -> None:
    """Begin in a process of the pool: find modules where the first process does; leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path[:] = path
    importlib.import_module(home)  # a game from outside registers itself
    _OWN[:] = [Worker(matchup, move_timeout, tolerant=tolerant)]


def _play_here(first: int, count: int) -> Batch:
    return _OWN[0].play(first, count, no_halt())


class ClusterMissing(LastRaftError):
    """No Ray, or no cluster at that address."""


class RayExecutor:
    """The machines of a Ray cluster. They see a halt only between two batches."""

    seconds, smallest, largest = 5.0, 1, 1 << 18

    def __init__(self, play: Any, workers: int) -> None:
        self._play, self.workers = play, workers

    def submit(self, first: int, count: int, halt: Any) -> Future[Batch]:
        future: Future[Batch] = self._play.remote(first, count).future()
        return future


@contextmanager
def cluster(matchup: Matchup, address: str, move_timeout: float = MOVE_TIMEOUT) -> Iterator[Executor]:
    """An executor on a Ray cluster: `local` starts one on this machine.

    :raises ClusterMissing: without Ray, or if there is nothing at the address.
    """
    try:
        import ray
    except ImportError as error:
        raise ClusterMissing("--cluster needs the extra 'cluster': pip install 'lastraft[cluster]'") from error
    if address != "local":
        _check_reachable(address)
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
            return _worker(matchup, move_timeout).play(first, count, no_halt())

        yield RayExecutor(ray.remote(num_cpus=1)(play), max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail fast where nothing listens: Ray itself waits for many minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    try:
        if not (colon and port.isdecimal()):
            raise OSError("expected host:port")
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ClusterMissing(f"no Ray cluster at {address!r}: {error}") from error


_WORKERS: dict[Matchup, Worker] = {}


def _worker(matchup: Matchup, move_timeout: float) -> Worker:
    """This process's worker; a process of a cluster plays many batches of one match-up."""
    if matchup not in _WORKERS:
        _WORKERS[matchup] = Worker(matchup, move_timeout)
    return _WORKERS[matchup]


def batches(executor: Executor, first: int, count: int, halt: Any) -> Iterator[Batch]:
    """The batches of ``count`` seeds in order, until ``halt[0]`` is set; they cover a range of seeds without gaps."""
    size, ahead, end = executor.smallest, first, first + count
    waiting: deque[tuple[int, Future[Batch]]] = deque()
    while True:
        while len(waiting) < 2 * executor.workers and ahead < end and not halt[0]:
            n = min(size, max(executor.smallest, (end - ahead) // executor.workers), end - ahead)
            waiting.append((n, executor.submit(ahead, n, halt)))
            ahead += n
        if not waiting:
            return
        asked, future = waiting.popleft()
        batch = future.result()
        if len(batch.rows):
            yield batch
        if len(batch.rows) < asked:
            break
        if batch.seconds < executor.seconds / 2:
            size = min(2 * size, executor.largest)
        elif batch.seconds > 2 * executor.seconds:
            size = max(size // 2, executor.smallest)
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
        with suppress(ValueError):  # not in the main thread, which alone gets signals
            before[number] = signal.signal(number, stop)
    try:
        yield halt
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
