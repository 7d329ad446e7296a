"""Lint rules by their syntax tree: `lastraft lint [modules...]`, or `python -m lastraft.kernel.lint [modules...]`.

What it reports runs in one world and fails, or worse differs, in another. A module is given by name or by path, a
package with all that is in it; without modules every rule of this package is checked, games included.
"""

import ast
import importlib
import inspect
import itertools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import BadOption
from .rule import RULES, Lookup, Placeholder, constants, is_rule, names_used, signature
from .state import Buffer, Field, Row, State, States

BUILTINS = {"range": (1, 2, 3), "min": (2,), "max": (2,), "abs": (1,), "int": (1,), "bool": (1,)}
"""What a rule may call that is no rule, with how many arguments."""

NOT_IN_A_RULE: dict[type[ast.AST], str] = {
    ast.List: "a list: native code allocates nothing; use a field, a Lookup or a Buffer",
    ast.Tuple: "a tuple: use single numbers, or a Lookup outside the rule",
    ast.Dict: "a dict: use a Lookup outside the rule",
    ast.Set: "a set: use a mask of bits",
    ast.ListComp: "a comprehension: write the loop",
    ast.SetComp: "a comprehension: write the loop",
    ast.DictComp: "a comprehension: write the loop",
    ast.GeneratorExp: "a generator: write the loop",
    ast.JoinedStr: "a string: rules speak in numbers; words belong to the ui",
    ast.Slice: "a slice: it copies plain and aliases native; use single numbers",
    ast.Lambda: "a lambda: write a rule",
    ast.Try: "try: a rule raises nothing",
    ast.Raise: "raise: a rule raises nothing; `forbids` says what is not allowed",
    ast.Assert: "assert: native code drops it; assert in a test",
    ast.With: "with: no context managers in native code",
    ast.Global: "global: the state is all that changes",
    ast.Nonlocal: "nonlocal: the state is all that changes",
    ast.Import: "an import: names belong to the module",
    ast.ImportFrom: "an import: names belong to the module",
    ast.FunctionDef: "a function inside: write a rule",
    ast.ClassDef: "a class inside",
    ast.Delete: "del: fields stay",
    ast.Match: "match: use if",
    ast.Yield: "yield: a rule never waits; use a frame",
    ast.YieldFrom: "yield: a rule never waits; use a frame",
    ast.Starred: "a starred argument: name each",
}
NOT_AN_OPERATOR: dict[type[ast.AST], str] = {
    ast.Div: "'/' makes a float; use '//'",
    ast.Pow: "'**' may make a float; use '<<' or a Lookup",
    ast.MatMult: "'@' is for matrices",
    ast.Is: "'is' compares places in memory; use '=='",
    ast.IsNot: "'is not' compares places in memory; use '!='",
    ast.In: "'in' needs a container; compare single numbers",
    ast.NotIn: "'not in' needs a container; compare single numbers",
}


class Finding(NamedTuple):
    """A mistake: where, in which rule, what and why."""

    file: str
    line: int
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.rule}: {self.what}"


def check_rule(fn: Callable[..., Any]) -> list[Finding]:
    """The mistakes in one rule."""
    checker = _Checker(fn)
    checker.check()
    return sorted(checker.findings, key=lambda finding: finding.line)


def _definition(fn: Callable[..., Any]) -> tuple[Path, ast.FunctionDef]:
    path = Path(inspect.getsourcefile(fn) or "")
    first = fn.__code__.co_firstlineno
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef) and first in (node.lineno, *(d.lineno for d in node.decorator_list)):
            return path, node
    raise LookupError(f"{fn.__module__}.{fn.__qualname__}: its source is not in {path}")


_TREES: dict[Path, ast.Module] = {}


def parsed(path: Path) -> ast.Module:
    if path not in _TREES:
        _TREES[path] = ast.parse(path.read_text("utf-8"))
    return _TREES[path]


class _Checker(ast.NodeVisitor):
    """Checks one rule's body. A *place* is what holds numbers: a field, a Lookup, a Buffer, or a row of one."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        self.fn = fn
        self.path, self.node = _definition(fn)
        kinds, self.result = signature(fn)
        self.parameters = dict(zip((a.arg for a in self.node.args.args), kinds, strict=False))
        self.kinds: dict[str, type] = {n: k for n, k in self.parameters.items() if k in (int, bool)}
        self.locals = set(fn.__code__.co_varnames)
        self.findings: list[Finding] = []

    def report(self, node: ast.AST, what: str) -> None:
        line = getattr(node, "lineno", self.node.lineno)
        self.findings.append(Finding(shown(self.path), line, self.fn.__name__, what))

    def check(self) -> None:
        arguments = self.node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            self.report(self.node, "a default, keyword or starred argument: a rule's arguments are all given, in order")
        if self.fn.__closure__:
            self.report(self.node, "a closure: use module constants or `placeholder`")
        if self.fn in reached(self.fn):
            self.report(self.node, "it calls itself, perhaps through others: a rule never recurses; use a frame")
        body = self.node.body[1:] if ast.get_docstring(self.node) is not None else self.node.body
        for statement in body:
            self.visit(statement)
        self._returns()

    def _returns(self) -> None:
        returns = [node for node in ast.walk(self.node) if isinstance(node, ast.Return)]
        if self.result in (None, type(None)):
            for node in returns:
                if node.value is not None:
                    self.report(node, "a value is returned from a rule that returns None")
            return
        for node in returns:
            if node.value is None:
                self.report(node, "a bare return beside a value: native code makes an optional of it")
            else:
                kind = self.kind_of(node.value)
                if kind is not None and kind is not self.result:
                    self.report(node, f"returns {kind.__name__} where {self.result.__name__} is declared")
        if not _ends(self.node.body):
            self.report(self.node.body[-1], "the end can be reached without a return beside a value")

    # -- nodes ----------------------------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if type(node) in NOT_IN_A_RULE:
            self.report(node, NOT_IN_A_RULE[type(node)])
            return
        for operator in (getattr(node, "op", None), *getattr(node, "ops", ())):
            if type(operator) in NOT_AN_OPERATOR:
                self.report(node, NOT_AN_OPERATOR[type(operator)])
        if isinstance(node, (ast.Subscript, ast.Attribute, ast.Name)):
            self._place(node)
        else:
            super().visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self.report(node, f"{node.value}: a float; worlds round differently, rules count in ints")
        elif isinstance(node.value, str | bytes):
            self.report(node, "a string: rules speak in numbers; words belong to the ui")
        elif node.value is None or node.value is ...:
            self.report(node, f"{node.value}: a rule holds ints and bools only")
        elif abs(node.value) >= 1 << 63:
            self.report(node, f"{node.value}: more than 63 bits wrap in native code")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        shift = isinstance(node.op, ast.LShift | ast.RShift) and isinstance(node.right, ast.Constant)
        if shift and not 0 <= node.right.value < 63:  # type: ignore[attr-defined]
            self.report(node, "a shift by 63 or more differs between the worlds")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if node.keywords:
            self.report(node, "a keyword argument: native rules take theirs by place")
        called = self.fn.__globals__.get(node.func.id) if isinstance(node.func, ast.Name) else None
        kinds = signature(called)[0] if is_rule(called) else []  # type: ignore[arg-type]
        for argument, kind in itertools.zip_longest(node.args, kinds[: len(node.args)]):
            if kind == Row or self._kind(argument) == Row:
                self._row(argument, kind)
            elif self._kind(argument) is None and not self._of_states(argument):
                self.visit(argument)
        buffers = [ast.unparse(argument) for argument, kind in zip(node.args, kinds, strict=False) if kind is Buffer]
        if len(set(buffers)) < len(buffers):
            self.report(node, "one Buffer given twice: native code takes it that they do not overlap")
        if not isinstance(node.func, ast.Name):
            self.report(node, f"{ast.unparse(node.func)}(...): rules are called by plain name; there are no methods")
            return
        name = node.func.id
        if isinstance(called, Placeholder):
            return
        if is_rule(called) or hasattr(called, "__native__"):
            most, defaults = called.__code__.co_argcount, called.__defaults__ or ()  # type: ignore[union-attr]
            wanted: tuple[int, ...] = tuple(range(most - len(defaults), most + 1))
        elif called is None and name not in self.locals and name in BUILTINS:
            wanted = BUILTINS[name]
        else:
            allowed = ", ".join(BUILTINS)
            self.report(node, f"{name}(...) is neither a rule nor emit nor one of {allowed}")
            return
        if len(node.args) not in wanted:
            self.report(node, f"{name} takes {' or '.join(map(str, wanted))} arguments, not {len(node.args)}")

    def visit_For(self, node: ast.For) -> None:
        over = node.iter
        if not (isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"):
            self.report(node, "a for loop runs over a range only")
        if isinstance(node.target, ast.Name):
            self._holds(node.target, int)
        else:
            self.report(node, "a for loop counts in one local")
        self.visit(over)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self.visit(target)
            if isinstance(target, ast.Name):
                self._holds(target, self.kind_of(node.value))
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            if isinstance(node.target, ast.Name):
                self._holds(node.target, self.kind_of(node.value))
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.target)
        if isinstance(node.target, ast.Name):
            self._holds(node.target, self.kind_of(ast.BinOp(_loaded(node.target), node.op, node.value)))
        self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.visit(node.value)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        kinds = {self.kind_of(node.body), self.kind_of(node.orelse)} - {None}
        if len(kinds) == 2:
            self.report(node, "one branch is a bool and the other an int")
        self.generic_visit(node)

    # -- places ---------------------------------------------------------------------------------------------------

    def _place(self, node: ast.Subscript | ast.Attribute | ast.Name) -> None:
        base, indices = _indexed(node)
        for index in indices:
            if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
                self.report(node, "a negative index is out of bounds in native code")
            self.visit(index)
        depth = self._depth(base)
        if depth is None:
            return
        left, shown = depth - len(indices), ast.unparse(node)
        if left < 0:
            self.report(node, f"{shown}: one index too many")
        elif left > 0 and isinstance(node.ctx, ast.Store):
            self.report(node, f"{shown} = ...: assigning a row aliases plain and copies native; assign single numbers")
        elif left > 0:
            self.report(
                node, f"{shown} is a row: held as a value it aliases plain and may copy native; use its numbers"
            )

    def _row(self, node: ast.expr, wanted: Any) -> None:
        """Check what is passed as a `Row`: one row of an i8 field, or the rule's own parameter."""
        base, indices = _indexed(node)
        for index in indices:
            self.visit(index)
        if isinstance(base, ast.Attribute) and (field := self._field(base)):
            fits = field.kind == "i8" and len(field.shape) == len(indices) + 1
        else:
            fits = self._kind(base) == Row and not indices
        if not fits or wanted != Row:
            self.report(
                node, f"{ast.unparse(node)}: a Row is one row of an i8 field, passed to a rule that takes a Row"
            )

    def _kind(self, node: ast.expr) -> Any:
        """The class of an argument that is no number: a state, States, a Row, a Buffer."""
        kind = self.parameters.get(node.id) if isinstance(node, ast.Name) else None
        return None if kind in (int, bool) else kind

    def _of_states(self, node: ast.expr) -> bool:
        """Whether it is one of several states, ``states[i]``; its index is read on the way."""
        if not (isinstance(node, ast.Subscript) and self._kind(node.value) is States):
            return False
        self.visit(node.slice)
        return True

    def _depth(self, base: ast.expr) -> int | None:
        """How many indices lead to a number; None for what was reported or cannot be told (a placeholder)."""
        if isinstance(base, ast.Attribute):
            return self._attribute(base)
        if not isinstance(base, ast.Name):
            self.visit(base)
            self.report(base, f"{ast.unparse(base)} cannot be indexed in a rule")
            return None
        name = base.id
        if (kind := self._kind(base)) is not None:
            if kind in (Buffer, Row):
                return 1
            self.report(base, f"{name}: a state has no other name; pass it on or use its fields")
            return None
        if name in self.locals:
            return 0
        if name not in self.fn.__globals__:
            if name not in BUILTINS:
                self.report(base, f"{name} is neither a local nor a constant of the module")
            return None
        value = self.fn.__globals__[name]
        if isinstance(value, Lookup):
            return _table_depth(value)
        if isinstance(value, Placeholder):
            return None
        if isinstance(value, int):
            return 0
        self.report(
            base, f"{name} is a {type(value).__name__}: a rule reads int constants, Lookups, enums and Parts only"
        )
        return None

    def _field(self, node: ast.Attribute) -> Field | None:
        """The field of a state that is named."""
        kind = State if self._of_states(node.value) else self._kind(node.value)
        layout = _Any.layout if kind is State else getattr(kind, "layout", None)
        return layout.fields.get(node.attr) if layout else None

    def _attribute(self, node: ast.Attribute) -> int | None:
        owner = node.value
        name = owner.id if isinstance(owner, ast.Name) else ""
        if field := self._field(node):
            return len(field.shape)
        if self._kind(owner) is not None or self._of_states(owner):
            self.report(node, f"{name or 'a state'} has no field {node.attr}")
            return None
        value = self.fn.__globals__.get(name) if name not in self.locals else None
        named = constants(value)
        if named is None:
            self.report(
                node, f"{ast.unparse(node)}: a rule takes names behind a dot of states, enums, Parts and modules"
            )
        elif node.attr in named:
            return _table_depth(named[node.attr])
        else:
            self.report(node, f"{name} has no member {node.attr}")
        return None

    # -- bools and ints -------------------------------------------------------------------------------------------

    def _holds(self, target: ast.Name, kind: type | None) -> None:
        before = self.kinds.get(target.id)
        if kind is not None and before is not None and kind is not before:
            self.report(target, f"{target.id} holds both a bool and an int: native code gives it one type")
        elif kind is not None:
            self.kinds[target.id] = kind

    def kind_of(self, node: ast.expr) -> type | None:
        """bool or int where it is plain to see, else None."""
        match node:
            case ast.Constant(value=bool()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return bool
            case ast.Constant(value=int()):
                return int
            case ast.UnaryOp():
                return int
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor()):
                left, right = self.kind_of(node.left), self.kind_of(node.right)
                return left if left is right else int if left and right else None
            case ast.BinOp():
                return int
            case ast.BoolOp():
                kinds = {self.kind_of(value) for value in node.values}
                return kinds.pop() if len(kinds) == 1 else None
            case ast.IfExp():
                kinds = {self.kind_of(node.body), self.kind_of(node.orelse)}
                return kinds.pop() if len(kinds) == 1 else None
            case ast.Call(func=ast.Name(id=name)):
                called = self.fn.__globals__.get(name)
                if is_rule(called):
                    result = signature(called)[1]  # type: ignore[arg-type]
                    return result if result in (int, bool) else None
                return {"bool": bool, "int": int, "abs": int}.get(name) if called is None else None
            case ast.Name(id=name):
                return self.kinds.get(name)
            case ast.Subscript() | ast.Attribute():
                return int
        return None


class _Any(State):
    """The fields of every state, for rules over `State`."""


def _indexed(node: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """What is indexed, and its indices."""
    indices = []
    while isinstance(node, ast.Subscript):
        indices.append(node.slice)
        node = node.value
    return node, indices


def _loaded(target: ast.Name) -> ast.Name:
    return ast.Name(target.id, ast.Load())


def _table_depth(value: Any) -> int:
    return 1 + _table_depth(value[0]) if isinstance(value, tuple) else 0


def _ends(body: list[ast.stmt]) -> bool:
    """Whether a body never runs on behind its last statement."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    forever = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value
    return isinstance(last, ast.Return) or bool(forever and not any(isinstance(n, ast.Break) for n in ast.walk(last)))


def reached(fn: Callable[..., Any]) -> set[Callable[..., Any]]:
    """The rules that a rule calls, directly or through others."""
    seen: set[Callable[..., Any]] = set()
    waiting = [fn]
    while waiting:
        for value in names_used(waiting.pop()).values():
            if is_rule(value) and value not in seen:
                seen.add(value)
                waiting.append(value)
    return seen


def shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def rules_of(name: str) -> list[Callable[..., Any]]:
    """The rules of a module, or of all modules of a package, given by name or by path.

    :raises BadOption: if it cannot be imported or has no rules.
    """
    module = _by_path(Path(name)) if name.endswith(".py") or Path(name).is_dir() else name
    imported = _imported(module)
    for folder in map(Path, getattr(imported, "__path__", ())):
        for path in sorted(folder.rglob("*.py")):
            if "@rule\n" in path.read_text("utf-8"):
                _imported(".".join((module, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"))
    rules = [fn for fn in RULES.values() if f"{fn.__module__}.".startswith(f"{module}.")]
    if not rules:
        raise BadOption(f"{name} has no rules: functions marked with @rule")
    return rules


def _by_path(path: Path) -> str:
    """The name of the module in a file or folder, which can then be imported."""
    if not path.exists():
        raise BadOption(f"there is no file {path}")
    if path.is_dir() and not (path / "__init__.py").exists():
        raise BadOption(f"{path} is no package: it has no __init__.py; name its modules or files")
    parts = [(path := path.resolve()).stem]
    while (path.parent / "__init__.py").exists():
        parts.insert(0, (path := path.parent).name)
    sys.path.insert(0, str(path.parent))
    return ".".join(parts).removesuffix(".__init__")


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:  # whatever the module does
        hint = "; name a module or its file" if isinstance(error, ModuleNotFoundError) and error.name == name else ""
        raise BadOption(f"{name} cannot be imported: {error}{hint}") from error


def main(modules: Sequence[str]) -> int:
    """Print the findings in the rules of the modules; 1 if there are any, else 0.

    :raises BadOption: if a module cannot be imported or has no rules.
    """
    sys.path.insert(0, "")  # as `python -m` does: modules of the current folder
    rules = dict.fromkeys(fn for name in modules or [__package__.partition(".")[0]] for fn in rules_of(name))
    findings = [finding for fn in rules for finding in check_rule(fn)]
    for finding in findings:
        print(finding)
    print(f"{len(rules)} rules, {len(findings)} findings", file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
