"""The native world: every rule compiled by Numba, with the signature its annotations give.

A rule is rebound before it is compiled: the same code over other globals, in which rules are compiled rules and lookup
tables arrays. So rules call each other by name and the plain function stays as it is. Numba is imported on first use.

Numba makes LLVM's code of each rule once (it is lowered); the rules that Python calls (entries) are then linked with
all they reach into one module, which is optimised as a whole and becomes machine code. `linking` has the second half.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .rule import Lookup, Placeholder, constants, in_order, is_rule, module_of, names_used, signature
from .state import Buffer, Buffers, Flags, Rng, Row, State, States

if TYPE_CHECKING:
    import numpy as np

OPTIMISATION = 2
"""LLVM's level for rules: measured, see docs/performance.md. Higher levels compile longer and run no faster."""

LOWERING = 5
"""To be raised with every change to how rules are compiled, so that nothing older is taken from a cache."""

KEPT_DAYS = 30
FLAGS = {"nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}
Rule = Callable[..., Any]
Progress = Callable[[int, int, str], None]
_lock = threading.RLock()


def rebind(fn: Rule, replace: Callable[[Any], Any]) -> Rule:
    """The same code over other globals."""
    names: dict[str, Any] = {name: replace(value) for name, value in names_used(fn).items()}
    names["__builtins__"] = __builtins__
    names["__name__"] = fn.__module__
    rebound = types.FunctionType(fn.__code__, names, fn.__name__)
    return functools.update_wrapper(rebound, fn)


def bind(fn: Rule, bindings: dict[str, Any]) -> Rule:
    """A generic rule for one game in the plain world: its placeholders, and those of the rules it calls, bound."""
    bound: dict[Rule, Rule] = {}

    def fill(value: Any) -> Any:
        if isinstance(value, Placeholder):
            value = bindings[value.name]
        return bound.get(value, value) if is_rule(value) else value

    for each in in_order([fn], bindings):
        changes = any(fill(value) is not value for value in names_used(each).values())
        bound[each] = rebind(each, fill) if changes else each
    return bound[fn]


def cache_root() -> Path:
    """Where compiled rules are kept: `LASTRAFT_CACHE`, or the user's cache folder."""
    if named := os.environ.get("LASTRAFT_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lastraft"


def fingerprint(fn: Rule, bindings: dict[str, Any], known: dict[Rule, str]) -> str:
    """A hash of all that a compiled rule depends on: its code, constants, tables and the rules it calls, and of its
    name, by which those that call it know it.

    Numba's cache key covers only a rule's own file, so the name of the cache folder covers its callees.
    """
    if fn not in known:
        digest = hashlib.sha256(f"{fn.__module__}.{fn.__qualname__}\0".encode())
        digest.update(fn.__code__.co_code)
        digest.update(repr(fn.__code__.co_names).encode())
        digest.update(repr([c for c in fn.__code__.co_consts if not isinstance(c, str)]).encode())
        for name, value in sorted(names_used(fn).items()):
            if isinstance(value, Placeholder):
                value = bindings[value.name]
            if is_rule(value):
                value = fingerprint(value, bindings, known)
            elif (named := constants(value)) is not None:
                value = [(name, named[name]) for name in fn.__code__.co_names if name in named]
            digest.update(f"{name}={value if not callable(value) else name}\0".encode())
        known[fn] = digest.hexdigest()[:16]
    return known[fn]


def _cache_folder(state: type[State]) -> Path:
    """The cache folder of games with this state, for one set of library versions; those unused for a month go."""
    import llvmlite
    import numba

    bounds = "+" if numba.config.BOUNDSCHECK else ""
    settings = f"{OPTIMISATION}{bounds} {LOWERING}"
    of = f"{sys.version} {numba.__version__} {llvmlite.__version__} {settings} {state.layout.fields}"
    folder = cache_root() / f"{state.__name__}-{hashlib.sha256(of.encode()).hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "used").touch()
        for old in folder.parent.glob("*/used"):
            if time.time() - old.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(old.parent, ignore_errors=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="lastraft-"))
    return folder


def show_progress(done: int, total: int, name: str) -> None:
    """Show progress in one line of the terminal while rules compile the first time."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(
            f"\r\x1b[K  preparing fast rules: {done} of {total} {name if done < total else ''}",
            end=end,
            file=sys.stderr,
            flush=True,
        )


@contextmanager
def what_rules_keep_to() -> Iterator[None]:
    """Tell the compiler what holds for rules and not for Python at large: no index counts from the end (the conformance
    suite sees to that, with `State.checked` and `testing.strict`), and a `Buffer` called ``out`` or ``view`` overlaps
    nothing else that a rule is given (the lint sees to that)."""
    from numba import types
    from numba.core.callconv import CPUCallConv
    from numba.np import arrayobj

    fix_index, decorate = arrayobj.fix_integer_index, CPUCallConv.decorate_function

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def decorate_function(self: Any, function: Any, names: Any, kinds: Any, noalias: bool = False) -> None:
        decorate(self, function, names, kinds, noalias)
        arguments = iter(self.get_arguments(function))
        for name, kind in zip(names, kinds, strict=True):
            parts = [next(arguments) for _ in self._get_arg_packer([kind]).argument_types]
            if name in ("out", "view") and isinstance(kind, types.Array):
                pointers = [part for part in parts if part.type.is_pointer]
                pointers[-1].add_attribute("noalias")  # after those of its owner, the one to the numbers

    arrayobj.fix_integer_index, CPUCallConv.decorate_function = index_as_it_is, decorate_function
    try:
        yield
    finally:
        arrayobj.fix_integer_index, CPUCallConv.decorate_function = fix_index, decorate


@contextmanager
def _settings(folder: Path) -> Iterator[None]:
    """Compile with our cache folder and our settings, while nobody else compiles: they hold for the whole process."""
    from numba import NumbaExperimentalFeatureWarning, config
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        before = config.CACHE_DIR, config.OPT, config.SLP_VECTORIZE
        config.CACHE_DIR = str(folder)
        config.OPT = type(config.OPT)(OPTIMISATION)
        config.SLP_VECTORIZE = 1  # rows copied number by number, as `observe` does, become a few instructions
        try:
            with warnings.catch_warnings(), what_rules_keep_to():
                # A state's record begins as a generator's does, and Numba says that it noticed.
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                yield
        finally:
            config.CACHE_DIR, config.OPT, config.SLP_VECTORIZE = before


def signatures(fn: Rule, state: type[State]) -> list[Any]:
    """Numba's signatures of a rule for one game's state; two where it takes any `Rng`."""
    from numba import from_dtype, types

    kinds, result = signature(fn)
    game = from_dtype(state.dtype())

    def numba_type(kind: Any, rng: Any) -> Any:
        if kind is Rng:
            return rng
        if kind in plain:
            return plain[kind]
        return game if issubclass(kind, State) else from_dtype(kind.dtype())

    plain: dict[Any, Any] = {int: types.int64, bool: types.boolean, Buffer: types.int16[::1], States: game[::1]}
    plain |= {Buffers: types.int16[:, ::1], Flags: types.int8[:, ::1]}
    plain[Row] = types.int8[:]  # not [::1]: Numba has no cast from a field of a record to that
    back = plain.get(result, types.void)
    any_rng = [game, from_dtype(Rng.dtype())] if Rng in kinds else [game]
    return [back(*(numba_type(kind, rng) for kind in kinds)) for rng in any_rng]


def native_value(
    value: Any, bindings: dict[str, Any], compiled: Callable[[Rule], Any], replacement: Callable[[Rule], Any]
) -> Any:
    """The value of a rule's global in a compiled world: tables are arrays, rules compiled, `emit` nothing."""
    if isinstance(value, Placeholder):
        value = bindings[value.name]
    if isinstance(value, Lookup):
        return value.array()
    if hasattr(value, "__native__"):
        return replacement(value.__native__)
    if constants(value) is not None:
        return module_of(value)
    return compiled(value) if is_rule(value) else value


class Native:
    """A game's rules compiled for this processor.

    `native.rule(fn)` is the compiled form of a rule the game reaches; `native.states(n)` an array of records.
    """

    def __init__(self, state: type[State], bindings: dict[str, Any]) -> None:
        self.state = state
        self.bindings = bindings
        self.seconds: dict[str, float] = {}
        self._lowered: dict[Rule, Any] = {}
        self._entries: dict[Rule, Any] = {}
        self._fingerprints: dict[Rule, str] = {}
        self._cache = _cache_folder(state)

    def _fingerprint(self, fn: Rule) -> str:
        return fingerprint(fn, self.bindings, self._fingerprints)

    def states(self, n: int) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros(n, self.state.dtype())

    def rng(self) -> np.void:
        """A record for a generator beside the game's own: a bot's."""
        return Rng().to_record()

    def compile(self, roots: Iterable[Rule], progress: Progress = show_progress) -> None:
        """Compile the rules that ``roots`` reach, or take them from the cache."""
        from numba import njit

        from .linking import link, load

        with _lock:
            wanted = [fn for fn in dict.fromkeys(roots) if fn not in self._entries]
            names = " ".join(f"{fn.__module__}.{fn.__qualname__} {self._fingerprint(fn)}" for fn in wanted)
            if (results := load(self._cache, names)) is None:
                lowered = self._lower(wanted, progress)
                with _settings(self._cache):
                    results = link(self._cache, names, lowered[: len(wanted)], lowered[len(wanted) :])
            for fn, overloads in zip(wanted, results, strict=True):
                self._entries[fn] = njit(**FLAGS)(fn)
                for overload in overloads:
                    self._entries[fn].add_overload(overload)
                self._entries[fn].disable_compile()

    def _lower(self, wanted: list[Rule], progress: Progress) -> list[Any]:
        """LLVM's code of the rules that are wanted, then of those they reach, each before what it calls."""
        order, entries, began = in_order(wanted, self.bindings), {}, time.perf_counter()
        for i, fn in enumerate(order):
            started = time.perf_counter()
            if fn in wanted:
                entries[fn] = self._lower_one(fn, "entry")
            if fn not in self._lowered:
                self._lowered[fn] = entries.get(fn) or self._lower_one(fn, "inner")
            self.seconds[f"{fn.__module__}.{fn.__qualname__}"] = time.perf_counter() - started
            if time.perf_counter() - began > 1:
                progress(i + 1, len(order), fn.__name__)
        reached = [self._lowered[fn] for fn in reversed(order) if fn not in entries]
        return [list(each.overloads.values()) for each in [*(entries[fn] for fn in wanted), *reached]]

    def _lower_one(self, fn: Rule, kind: str) -> Any:
        """LLVM's code of one rule; only an ``entry``, which Python calls, needs Python's wrapper around it."""
        from numba import njit
        from numba.core.errors import NumbaError

        from .linking import Pipeline, code_of, lowering

        folder = self._cache / f"{fn.__name__}-{self._fingerprint(fn)}" / kind
        flags = {**FLAGS, "pipeline_class": Pipeline, "no_cpython_wrapper": kind == "inner"}
        compiler = njit(signatures(fn, self.state), cache=True, **flags)
        with _settings(folder), lowering(fn, self._fingerprint(fn)):
            rebound = rebind(fn, lambda value: native_value(value, self.bindings, self._lowered.get, _replacement))
            try:
                dispatcher = compiler(rebound)
            except NumbaError:
                raise
            except Exception:  # a file of the cache is damaged
                shutil.rmtree(folder, ignore_errors=True)
                dispatcher = compiler(rebound)
        for overload in dispatcher.overloads.values():
            code_of(overload).is_rule = True
        return dispatcher

    def has(self, fn: Rule) -> bool:
        """Whether a rule is compiled already, so that `rule` answers at once."""
        return fn in self._entries

    def rule(self, fn: Rule) -> Any:
        """The compiled form of a rule, compiled now if it was not yet."""
        if fn not in self._entries:
            self.compile([fn])
        return self._entries[fn]


@functools.cache
def _replacement(fn: Rule) -> Any:
    from numba import njit

    return njit(fn, inline="always")
