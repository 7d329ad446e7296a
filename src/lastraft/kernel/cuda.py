"""The CUDA world: the same rules on a GPU. Needs the extra ``cuda``; numba-cuda is imported on first use.

Each rule becomes a device function over its compiled callees, as in `native`; a kernel that plays games calls them
(``arena.gpu``). No loop is unrolled: the code of a game is far larger than the GPU's instruction cache.
"""

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from ..errors import LastRaftError
from .native import native_value, rebind, signatures
from .rule import in_order
from .state import State

Rule = Callable[..., Any]
LARGE = 600
"""Lines of LLVM's code from which a rule with several callers stays a function of its own."""


class CudaMissing(LastRaftError):
    """No numba-cuda, or no GPU."""


def numba_cuda() -> Any:
    import numpy

    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # numba-cuda 0.30 still names it, NumPy 2.5 no longer has it
    try:
        from numba import cuda
        from numba.cuda import typing as _typing  # noqa: F401  (Numba alone carries a stub that knows no device)
    except ImportError as error:
        raise CudaMissing(f"CUDA needs the extra 'cuda': pip install 'lastraft[cuda]' ({error})") from error
    return cuda


class Cuda:
    """A game's rules as device functions."""

    def __init__(self, state: type[State], bindings: dict[str, Any]) -> None:
        self.state, self.bindings = state, bindings
        self._compiled: dict[Rule, Any] = {}
        self._replaced: dict[Any, Any] = {}

    def device(self, fn: Rule) -> Any:
        """A rule, and all that it calls, as device functions, each compiled once for its own signature."""
        cuda = numba_cuda()

        def replace(value: Any) -> Any:
            return native_value(value, self.bindings, self._compiled.get, self._replacement)

        with _lean():
            for each in in_order([fn], self.bindings):
                if each not in self._compiled:
                    self._compiled[each] = cuda.jit(signatures(each, self.state), device=True)(rebind(each, replace))
        return self._compiled[fn]

    def launch(self, kernel: Any, blocks: int, threads: int, *args: Any) -> None:
        """Run a kernel, made with `jit`, on blocks of so many threads; it is compiled the first time."""
        with _lean(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # records that begin as a generator does
            kernel[blocks, threads](*args)

    def _replacement(self, fn: Rule) -> Any:
        if fn not in self._replaced:
            self._replaced[fn] = numba_cuda().jit(device=True)(fn)
        return self._replaced[fn]

    def ptx(self, make: Callable[[], Any], arguments: tuple[Any, ...], capability: tuple[int, int] = (9, 0)) -> str:
        """A kernel as PTX, for a GPU that need not be present; ``make`` builds it from `device` functions."""
        with _pretend_gpu(capability), _lean():
            text, _ = numba_cuda().compile_ptx(make(), arguments, cc=capability)
        return str(text)

    def jit(self, kernel: Any, registers: int) -> Any:
        """Compile a kernel that calls `device` functions, to be run with `launch`, for so many registers per thread."""
        return numba_cuda().jit(kernel, lto=False, max_registers=registers)


@contextmanager
def _lean() -> Iterator[None]:
    """Have numba-cuda generate small code: no index counts from the end, and `_lean_code`."""
    numba_cuda()
    from numba.cuda.codegen import CUDACodeLibrary
    from numba.cuda.np import arrayobj
    from numba.types import intp

    before = arrayobj.fix_integer_index, CUDACodeLibrary.llvm_strs
    arrayobj.fix_integer_index = lambda context, builder, kind, index, size: context.cast(builder, index, kind, intp)
    CUDACodeLibrary.llvm_strs = property(lambda library: _lean_code(str(module) for module in library.modules))
    try:
        yield
    finally:
        arrayobj.fix_integer_index, CUDACodeLibrary.llvm_strs = before


def _lean_code(modules: Iterable[str]) -> list[str]:
    """Rewrite a kernel's LLVM modules, one rule each: duplicates dropped, no loop unrolled, tables in global memory.

    Constant memory, where numba-cuda puts tables, serves a warp one address at a time. A rule with one caller is
    inlined; a `LARGE` one with several is not.
    """
    texts = [_no_unrolling(text.replace("addrspace(4)", "addrspace(1)")) for text in dict.fromkeys(modules)]
    callers = Counter(name for text in texts for name in re.findall(r' call i32 @("[^"]*")', text))
    return [_inlined(text, callers) for text in texts]


def _inlined(text: str, callers: Counter[str]) -> str:
    rule = re.search(r'^define linkonce_odr i32 @("[^"]*")\(.*\)$', text, re.MULTILINE)
    if not rule or (callers[rule[1]] > 1 and text.count("\n") <= LARGE):
        return text
    return f"{text[: rule.end()]} {'noinline' if callers[rule[1]] > 1 else 'alwaysinline'}{text[rule.end() :]}"


def _no_unrolling(text: str) -> str:
    """Mark every branch back to an earlier block as a loop that is not unrolled."""
    lines, blocks, notes = text.split("\n"), set(), ['!9000 = !{ !"llvm.loop.unroll.disable" }']
    for at, line in enumerate(lines):
        if label := re.fullmatch(r'"?([\w.$]+)"?:', line):
            blocks.add(label[1])
        elif line.startswith("  br ") and blocks.intersection(re.findall(r'label %"([^"]+)"', line)):
            name = f"!{9000 + len(notes)}"
            lines[at] += f", !llvm.loop {name}"
            notes.append(f"{name} = distinct !{{ {name}, !9000 }}")
    return "\n".join([*lines, *notes, ""])


@contextmanager
def _pretend_gpu(capability: tuple[int, int]) -> Iterator[None]:
    """Let numba-cuda compile device functions as if a GPU of that capability were present."""
    from numba.cuda import dispatcher

    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before
