"""Every clause of the rules has code that carries it out and a test that fails without that code: `make prove`.

    python -m tools.prove_clauses [PREFIX...]    prove what changed, write docs/clauses.md
    python -m tools.prove_clauses --check        see that the table is complete and current, proving nothing

A function that names a clause in its docstring is blanked (it returns 0 at once), the tests that name the clause are
run, and at least one of them must fail. Run from the root of the repository. What was proven stays proven while neither
the function nor those tests change; docs/clauses.json remembers it.
"""

from __future__ import annotations

import argparse
import ast
import fcntl
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import multiprocessing.connection
import os
import re
import signal
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

BLANK = "LASTRAFT_BLANK"
"""The environment variable that names the function to blank, as module:function."""

TIMEOUT = 5
"""A blanked rule may loop for ever: a test times out after so many CPU seconds plus three times what it took."""

MEMORY = 4 << 30
START = r"^\s*(?:[-*|]\s*)?\**"
"""How a clause begins in the rules: as a paragraph, an item or a row of a table."""

CLAUSE = re.compile(r"(?<![A-Z])([A-Z]{2})[-_](\d+[._]\d+(?:(?:, | and )\d+\.\d+)*)")
RANGE = re.compile(r"(?<![A-Z])([A-Z]{2})-(\d+)\.(\d+) to (?:\1-)?\2\.(\d+)")
POSITION = re.compile(r"(?<![A-Za-z])T[-_]?(\d+)")


# -- what is there to prove ---------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A function or a test that names clauses: as module:function, or by pytest's id."""

    name: str
    source: str
    clauses: frozenset[str]


@dataclass
class Subject:
    """A game: where its rules stand, its code, its tests, and which clauses ask nothing of the program."""

    name: str
    rules: Path
    code: Sequence[Path]
    tests: Sequence[Path]
    idle: dict[str, str] = field(default_factory=dict)
    """Clauses without behaviour and why; `HP-2.*` stands for many."""

    def __post_init__(self) -> None:
        text = self.rules.read_text("utf-8")
        starts = re.findall(rf"{START}([A-Z]{{2}}-\d+\.\d+)\b", text, re.MULTILINE)
        self.prefix: str = max((start[:2] for start in starts), key=[start[:2] for start in starts].count)
        self.clauses = list(dict.fromkeys(start for start in starts if start.startswith(self.prefix)))
        positions = re.findall(rf"{START}(?:{self.prefix}-)?T-?(\d+)\b", text, re.MULTILINE)
        self.positions = list(dict.fromkeys(map(int, positions)))
        self.functions = [code for path in self.code for code in _code_in(path) if self._mine(code)]
        self.proofs = [test for path in self.tests for test in _tests_in(path) if self._mine(test)]

    def _mine(self, piece: Piece) -> bool:
        return any(clause.startswith(self.prefix) for clause in piece.clauses)

    def why_idle(self, clause: str) -> str | None:
        return next((why for pattern, why in self.idle.items() if fnmatchcase(clause, pattern)), None)

    def tests_of(self, clauses: frozenset[str]) -> list[Piece]:
        return [test for test in self.proofs if test.clauses & clauses]


def subjects(root: Path = Path()) -> list[Subject]:
    """The games with a rules file, in the repository at ``root``."""
    games = []
    for rules in sorted((root / "src/lastraft").glob("*/rulebook.md")):
        tests = root / "tests" / rules.parent.name
        idle_file = tests / "nobehaviour.toml"
        idle = tomllib.loads(idle_file.read_text("utf-8")) if idle_file.exists() else {}
        code = sorted(rules.parent.rglob("*.py"))
        games.append(Subject(rules.parent.name, rules, code, sorted(tests.rglob("test_*.py")), idle))
    return games


def named(text: str) -> frozenset[str]:
    """The clauses that a text names: HP-5.2, HP-5.2, 5.3 and 5.4, HP-5.2 to HP-5.4, test_HP_5_2."""
    text = text.replace("\\.", ".")
    clauses = {
        f"{prefix}-{number}"
        for prefix, numbers in CLAUSE.findall(text)
        for number in re.findall(r"\d+\.\d+", numbers.replace("_", "."))
    }
    for prefix, major, first, last in RANGE.findall(text):
        clauses |= {f"{prefix}-{major}.{minor}" for minor in range(int(first), int(last) + 1)}
    return frozenset(clauses)


def _functions(path: Path) -> Iterator[tuple[str, ast.FunctionDef, str]]:
    """The functions and methods of a file with their names and sources, decorators included."""
    text = path.read_text("utf-8")
    lines = text.splitlines()

    def inside(body: list[ast.stmt], above: str) -> Iterator[tuple[str, ast.FunctionDef, str]]:
        for node in body:
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                yield above + node.name, node, "\n".join(lines[first - 1 : node.end_lineno])
            elif isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{above}{node.name}.")

    yield from inside(ast.parse(text).body, "")


def _code_in(path: Path) -> Iterator[Piece]:
    parts = path.with_suffix("").parts
    parts = parts[parts.index("src") + 1 :] if "src" in parts else parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    for name, node, source in _functions(path):
        if clauses := named(ast.get_docstring(node) or ""):
            yield Piece(f"{module}:{name}", source, clauses)


def _tests_in(path: Path) -> Iterator[Piece]:
    for name, node, source in _functions(path):
        if node.name.startswith("test") and (clauses := named(source)):
            yield Piece(f"{path}::{name.replace('.', '::')}", source, clauses)


# -- blanking one function ----------------------------------------------------------------------------------------

_NOTHING = {"int": "0", "bool": "False", "str": "''"}


class _Blanking(importlib.machinery.SourceFileLoader):
    """Loads a module with one function that returns at once, or with a mutation: ``@`` and its number."""

    function = ""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        if self.function.startswith("@"):
            from tools.mutate_rules import mutated

            source = self.get_data(path).decode()
            return compile(mutated(fullname, source, int(self.function[1:])), path, "exec", dont_inherit=True)
        tree = ast.parse(self.get_data(path))
        body: list[ast.stmt] = tree.body
        *classes, name = self.function.split(".")
        for each in classes:
            body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == each)
        node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)
        nothing = _NOTHING.get(ast.unparse(node.returns) if node.returns else "", "None")
        node.body = ast.parse(f"def f():\n    return {nothing}").body[0].body  # type: ignore[attr-defined]
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, module: str, function: str) -> None:
        self.module, self.function = module, function

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return None
        loader = _Blanking(fullname, spec.origin)
        loader.function = self.function
        return importlib.util.spec_from_file_location(fullname, spec.origin, loader=loader)


def blank(module: str, function: str) -> None:
    """From now on, ``module`` is imported with ``function`` blanked, and nothing is compiled: a test that wants native
    rules is skipped, as they would be those of the blanked function."""
    import pytest

    from lastraft.kernel.native import Native

    def skip(*_: Any) -> None:
        pytest.skip("native rules are not compiled while a function is blanked")

    assert module not in sys.modules, f"{module} was imported before it could be blanked"
    sys.meta_path.insert(0, _Finder(module, function))
    Native.compile = skip  # type: ignore[method-assign,assignment]


# -- running the tests --------------------------------------------------------------------------------------------


class Ran(NamedTuple):
    """What came of a test, by its id without parameters."""

    test: str
    failed: bool
    seconds: float


class _Listener:
    """A plugin of pytest: sends what came of each test, and ends one that computes too long."""

    def __init__(self, pipe: multiprocessing.connection.Connection, took: dict[str, float]) -> None:
        self.pipe, self.took = pipe, took

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.pipe.send(Ran(report.nodeid.partition("[")[0], report.failed, report.duration))

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.pipe.send(Ran(report.nodeid, True, 0))

    def pytest_runtest_setup(self, item: Any) -> None:
        if self.took:
            signal.setitimer(signal.ITIMER_VIRTUAL, TIMEOUT + 3 * self.took.get(item.nodeid.partition("[")[0], 0))

    def pytest_runtest_teardown(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_long(*_: Any) -> None:
    raise TimeoutError("a test computes too long")


def _child(pipe: multiprocessing.connection.Connection, what: str, tests: list[str], took: dict[str, float]) -> None:
    """One run of pytest in a process of its own."""
    import resource

    import pytest

    if what:
        os.environ[BLANK] = what
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _too_long)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-o", "addopts=", "--import-mode=importlib", "--assert=plain", "--tb=no", "-p", "no:cacheprovider"]
    code = pytest.main([*options, *tests], [_Listener(pipe, took)])
    pipe.send(int(code))
    pipe.close()
    os._exit(0)


def run(
    jobs: dict[str, list[str]], at_once: int, took: dict[str, float]
) -> Iterator[tuple[str, list[Ran], int | None]]:
    """Run the tests of each job (its name is the function to blank, or nothing): what came of them, pytest's code.

    The processes are forked from this one, which has imported what takes long and no game. ``took`` tells how long each
    test takes when all is well; empty, they have all the time they need.
    """
    for slow in ("hypothesis", "numpy", "pytest", "rich.text"):
        importlib.import_module(slow)
    fork = multiprocessing.get_context("fork")
    waiting = list(jobs.items())
    running: dict[Any, tuple[str, Any, list[Ran]]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            what, tests = waiting.pop(0)
            ours, theirs = fork.Pipe(duplex=False)
            process = fork.Process(target=_child, args=(theirs, what, tests, took))
            process.start()
            theirs.close()
            running[ours] = what, process, []
        pipe: Any
        for pipe in multiprocessing.connection.wait(list(running)):
            what, process, ran = running[pipe]
            try:
                message = pipe.recv()
            except EOFError:
                message = None  # it died: killed for its memory, or a crash
            if isinstance(message, Ran):
                ran.append(message)
                continue
            process.join()
            del running[pipe]
            yield what, ran, message


def fingerprint(subject: Subject, code: Piece) -> str:
    """What a proof depends on: the function and the tests that name its clauses."""
    parts = [code.source, *sorted(test.source for test in subject.tests_of(code.clauses))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


Proofs = dict[str, dict[str, Any]]
"""By function: the fingerprint, and the clauses whose tests failed without it."""


def prove(subject: Subject, proofs: Proofs, at_once: int = 2) -> list[str]:
    """Prove what is new, has changed or was not proven yet; ``proofs`` is brought up to date.

    Returns the tests that fail before anything is blanked: they prove nothing.
    """
    for gone in [name for name in proofs if name not in {code.name for code in subject.functions}]:
        del proofs[gone]
    todo = {code.name: code for code in subject.functions if not _is_proven(subject, code, proofs)}
    jobs = {name: [test.name for test in subject.tests_of(code.clauses)] for name, code in todo.items()}
    jobs = {name: tests for name, tests in jobs.items() if tests}
    if not jobs:
        return []
    ((_, ran, exit_code),) = run({"": sorted({test for tests in jobs.values() for test in tests})}, 1, {})
    broken = {each.test for each in ran if each.failed}
    if exit_code not in (0, 1):
        return [f"the tests of {subject.name} cannot be run: {', '.join(sorted(broken)) or 'pytest gave up'}"]
    took = {each.test: each.seconds for each in sorted(ran, key=lambda each: each.seconds)}
    for what, ran, exit_code in run(jobs, at_once, took):
        code, failed = todo[what], {each.test for each in ran if each.failed} - broken
        nothing_runs = exit_code in (None, 2) and not any("::" in test for test in failed)
        clauses = {
            clause
            for test in subject.tests_of(code.clauses)
            if test.name in failed or (nothing_runs and test.name not in broken)
            for clause in test.clauses & code.clauses
        }
        proofs[what] = {"from": fingerprint(subject, code), "proves": sorted(clauses, key=_order)}
        print(f"  {what}: {', '.join(proofs[what]['proves']) or 'nothing fails without it'}", file=sys.stderr)
    return [f"{test} fails before anything is blanked" for test in sorted(broken)]


def _is_proven(subject: Subject, code: Piece, proofs: Proofs) -> bool:
    known = proofs.get(code.name, {})
    return known.get("from") == fingerprint(subject, code) and code.clauses <= {*known["proves"]}


# -- the table ----------------------------------------------------------------------------------------------------


def _order(clause: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", clause))


def gaps(subject: Subject, proofs: Proofs) -> list[str]:
    """What is missing: clauses without code, tests or proof, proofs that are out of date, names of no clause."""
    missing = []
    for clause in subject.clauses:
        code = [each for each in subject.functions if clause in each.clauses]
        tests = subject.tests_of(frozenset({clause}))
        idle = subject.why_idle(clause) is not None
        if idle and clause in subject.idle and code:
            missing.append(f"{clause} is listed as without behaviour, yet {code[0].name} names it")
        if not code and not idle:
            missing.append(f"{clause} is named in no function's docstring")
        if code and not tests:
            missing.append(f"{clause} is named in no test")
        for each in code if tests else ():
            proof = proofs.get(each.name, {})
            if proof.get("from") != fingerprint(subject, each):
                missing.append(f"{clause}: {each.name} or its tests changed since it was proven; run `make prove`")
            elif clause not in proof["proves"]:
                missing.append(f"{clause}: no test that names it fails when {each.name} is blanked")
    for what in (*subject.functions, *subject.proofs):
        for clause in sorted(what.clauses - set(subject.clauses), key=_order):
            if clause.startswith(subject.prefix):
                missing.append(f"{what.name} names {clause}, which the rules do not have")
    for pattern in subject.idle:
        if not any(fnmatchcase(clause, pattern) for clause in subject.clauses):
            missing.append(f"{pattern} is listed as without behaviour, and the rules do not have it")
    tested = {int(n) for path in subject.tests for _, _, source in _functions(path) for n in POSITION.findall(source)}
    missing += [f"the test position T{number} has no test" for number in subject.positions if number not in tested]
    return missing


def table(subject: Subject, proofs: Proofs) -> str:
    """The clauses of a game with their code, their tests and whether that is proven."""
    missing = gaps(subject, proofs)
    lines = [f"## {subject.name} ({subject.prefix})", "", "| clause | code | tests | proven |", "|---|---|---|---|"]
    for clause in subject.clauses:
        code = [each.name for each in subject.functions if clause in each.clauses]
        tests = [test.name.rpartition("::")[2] for test in subject.tests_of(frozenset({clause}))]
        idle = None if code else subject.why_idle(clause)
        open_points = any(gap.startswith((f"{clause}:", f"{clause} ")) for gap in missing)
        proven = idle or ("**no**" if open_points else "yes")
        shown = ", ".join(f"`{name.rpartition('.')[2] if '.' in name else name}`" for name in code)
        lines.append(f"| {clause} | {shown} | {', '.join(dict.fromkeys(tests))} | {proven} |")
    return "\n".join(lines) + "\n"


HEAD = """# The clauses, their code and their tests

Written by `make prove`; do not edit. A clause is proven when, for each function that names it, a test that names it
fails once that function is blanked. A clause that asks nothing of the program says why instead.
"""


def document(all_subjects: Sequence[Subject], proofs: dict[str, Proofs]) -> str:
    return "\n".join([HEAD, *(table(subject, proofs.get(subject.prefix, {})) for subject in all_subjects)])


PAGE, KEPT = Path("docs/clauses.md"), Path("docs/clauses.json")


def remembered() -> dict[str, Proofs]:
    """What was proven so far, by prefix."""
    return json.loads(KEPT.read_text("utf-8") or "{}") if KEPT.exists() else {}


def keep(prefix: str, proofs: Proofs) -> None:
    """Write down the proofs of one game. Others may be proving others: theirs stay as they are by now."""
    with KEPT.open("a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        every = {**remembered(), prefix: proofs}
        KEPT.write_text(json.dumps(every, indent=1, sort_keys=True) + "\n", "utf-8")
        PAGE.write_text(document(subjects(), every), "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.prove_clauses", description=__doc__.partition("\n")[0])
    parser.add_argument("prefix", nargs="*", help="prove only these games, such as HP; left out: all")
    parser.add_argument("--check", action="store_true", help="only see that docs/clauses.md is complete and current")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at once")
    given = parser.parse_args(arguments)
    every, proofs = subjects(), remembered()
    wanted = [subject for subject in every if not given.prefix or subject.prefix in given.prefix]
    problems = []
    for subject in wanted:
        mine = proofs.setdefault(subject.prefix, {})
        if not given.check:
            print(f"{subject.name}: {len(subject.functions)} functions name clauses", file=sys.stderr)
            try:
                problems += prove(subject, mine, given.jobs)
            finally:  # what was proven before an interruption is kept
                keep(subject.prefix, mine)
        problems += gaps(subject, mine)
    if given.check and (not PAGE.exists() or PAGE.read_text("utf-8") != document(every, proofs)):
        problems.append(f"{PAGE} is not current; run `make prove`")
    for line in problems:
        print(line)
    print(f"{sum(len(subject.clauses) for subject in wanted)} clauses, {len(problems)} gaps", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
