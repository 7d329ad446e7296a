"""From LLVM's code of single rules to machine code: linked with all they reach, optimised once, as a whole.

Numba by itself optimises each function together with all that it calls, and again in each of its callers. Here a rule
is only lowered, and an entry's module holds one copy of each rule, which nothing outside calls: so LLVM compiles it
once, and may inline it, drop arguments and specialise it. Rules have the same names in every process, so that what one
has lowered and kept can be linked by another.

This reaches into Numba: pyproject.toml names the versions it was tried with.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba.core.types
from numba.core import serialize, typed_passes, untyped_passes
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, compile_result
from numba.core.compiler_machinery import PassManager
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig

types: Any = numba.core.types
code_of = attrgetter("library")
"""What Numba made of a function: LLVM's code, or machine code."""
WRAPPER = "_ZN7cpython"
"""How the names of Python's wrappers begin."""


class Lowered(JITCodeLibrary):  # type: ignore[misc]
    """A function as Numba has lowered it, with the helpers of Numba's that it needs; without the rules it calls, and
    without machine code."""

    is_rule = False

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            if not getattr(library, "is_rule", False):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
            elif not function.is_declaration and not function.name.startswith(WRAPPER):
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return self._final_module

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, _, bitcode = state
        self = codegen.create_library(name)
        self._final_module, self._finalized = llvm.parse_bitcode(bitcode), True
        return self


class Pipeline(CompilerBase):  # type: ignore[misc]
    """What Numba does to a function, without what no rule needs: closures, `with`, literals, generators, arrays in
    expressions."""

    def define_pipelines(self) -> list[Any]:
        passes = PassManager("rule")
        for each in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.GenericRewrites,
            untyped_passes.InlineInlinables,
            untyped_passes.DeadBranchPrune,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


@contextmanager
def quick_typing() -> Iterator[None]:
    """Let Numba ask once which version of an operator fits some numbers, and compare its flags by what was set."""
    resolve, hashed, equal = types.Function.get_call_type, TargetConfig.__hash__, TargetConfig.__eq__

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(each, types.Integer | types.Boolean) for each in args):
            return resolve(self, context, args, kws)
        if (self, args) not in _resolved:
            _resolved[self, args] = resolve(self, context, args, kws)
        return _resolved[self, args]

    types.Function.get_call_type = get_call_type
    TargetConfig.__hash__ = lambda self: hash(type(self))
    TargetConfig.__eq__ = lambda a, b: (type(a) is type(b) and a._values == b._values) or equal(a, b)
    try:
        yield
    finally:
        types.Function.get_call_type, TargetConfig.__hash__, TargetConfig.__eq__ = resolve, hashed, equal


_resolved: dict[Any, Any] = {}


@contextmanager
def lowering(fn: Callable[..., Any], fingerprint: str) -> Iterator[None]:
    """Let Numba lower, and no more; name ``fn`` by its fingerprint and records by their layout, instead of counting
    them, whatever the flags. It makes so many objects that looking for unused ones takes a tenth of the time."""
    codegen = cpu_target.target_context.codegen()
    from_function = FunctionIdentity.__dict__["from_function"]

    def named(pyfunc: Any) -> Any:
        identity = from_function.__get__(None, FunctionIdentity)(pyfunc)
        if identity.code is fn.__code__:
            identity.unique_id = int(fingerprint, 16)
            identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return identity

    record_names, flag_names = types.Record.mangling_args, TargetConfig.get_mangle_string
    TargetConfig.get_mangle_string = lambda self: "rule"
    types.Record.mangling_args = property(lambda self: ("Record", (zlib.crc32(self.name.encode()),)))
    FunctionIdentity.from_function = staticmethod(named)
    codegen._library_class, codegen.set_env = Lowered, lambda name, environment: None
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000)
    try:
        with quick_typing():
            yield
    finally:
        types.Record.mangling_args, TargetConfig.get_mangle_string = record_names, flag_names
        FunctionIdentity.from_function = from_function
        del codegen._library_class, codegen.set_env
        gc.set_threshold(*thresholds)


def link(cache: Path, names: str, entries: list[Any], reached: list[Any]) -> list[list[Any]]:
    """Machine code of the entries, lists of what Numba has compiled, with the rules they reach, callers first; for
    each entry a list again. ``names`` says what it is, for `load`."""
    codegen = cpu_target.target_context.codegen()
    library = codegen.create_library(names)
    library.enable_object_caching()
    module = library._final_module
    for lowered in [*entries, *reached]:
        for each in lowered:
            module.link_in(code_of(each)._get_module_for_linking(), preserve=True)
    if missing := [part.name for part in module.functions if part.is_declaration and part.name.startswith("_ZN")]:
        raise RuntimeError(f"rules that were not lowered: {missing}")
    kept = {each.fndesc.llvm_cpython_wrapper_name for lowered in entries for each in lowered}
    kept |= {each.fndesc.env_name for lowered in entries for each in lowered}
    for part in [*module.functions, *module.global_variables]:
        if not part.is_declaration and part.name not in kept:
            part.linkage = "internal"
    passes, builder = codegen._module_pass_manager()
    passes.run(module, builder)
    module.verify()
    library._finalize_final_module()
    told = [[(each.fndesc, each.environment, each.signature) for each in lowered] for lowered in entries]
    if not library.has_dynamic_globals:
        with suppress(OSError):
            written, name = tempfile.mkstemp(dir=cache)
            with open(written, "wb") as file:
                file.write(serialize.dumps((library._compiled_object, told)))
            os.replace(name, _file(cache, names))
    return _results(library, told)


def load(cache: Path, names: str) -> list[list[Any]] | None:
    """What `link` made in this or another process, if it was kept."""
    codegen = cpu_target.target_context.codegen()
    try:
        code, told = pickle.loads(_file(cache, names).read_bytes())
    except Exception:  # not there, or damaged
        return None
    library = codegen.create_library(names)
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._finalize_final_module()
    defined = codegen._engine._defined_symbols
    defined |= {each.llvm_cpython_wrapper_name for entry in told for each, _, _ in entry}
    return _results(library, told)


def _file(cache: Path, names: str) -> Path:
    machine = cpu_target.target_context.codegen().magic_tuple()
    return cache / f"{hashlib.sha256(f'{names} {machine}'.encode()).hexdigest()[:16]}.linked"


def _results(library: Any, told: Any) -> list[list[Any]]:
    context = cpu_target.target_context

    def result(described: Any, environment: Any, signature: Any) -> Any:
        return compile_result(
            typing_context=context.typing_context,
            target_context=context,
            signature=signature,
            environment=environment,
            entry_point=context.get_executable(library, described, environment),
            fndesc=described,
            library=library,
            objectmode=False,
            lifted=(),
            reload_init=(),
            referenced_envs=(),
        )

    return [[result(*each) for each in entry] for entry in told]
