"""How many small mistakes in the rules their tests notice: `python -m tools.mutate_rules [GAME ...] --sample 60`.

A mutation changes one place of a rule: a comparison, a constant by one, `and` to `or`, plus to minus, a statement that
is left out. The tests of the game's rules run until one fails, with plain rules; nothing is compiled. A mutation that
no test notices is listed with its line; `tools/equivalent.toml` says which of them change nothing, and why. The same
places are chosen in every run of one seed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import prove_clauses as prove

SLOW = ("test_bots.py", "test_conformance.py", "test_drawing.py")
"""Not about the rules, or random games in native code."""
NOT_PLAY = ("__init__.py", "observation.py", "invariants.py")
"""Files of `rules/` that no game is played by."""
EQUIVALENT = Path("tools/equivalent.toml")
SWAPS: dict[type[ast.AST], type[Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


class Mutation(NamedTuple):
    """One change: the module, its number there, the line and its text, the rule, and both texts of the place."""

    module: str
    number: int
    line: int
    text: str
    rule: str
    before: str
    after: str

    @property
    def name(self) -> str:
        return f"{self.module}:@{self.number}"

    @property
    def key(self) -> str:
        """The mutation without its line, for the list of those that change nothing."""
        return f"{self.rule}: {self.text}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.key}"


class _Mutator(ast.NodeTransformer):
    """Lists all mutations of a module, and makes the one of a number."""

    def __init__(self, module: str, source: str, wanted: int = -1) -> None:
        self.module, self.lines, self.wanted, self.rule = module, source.splitlines(), wanted, ""
        self.mutations: list[Mutation] = []

    def _offer(self, node: Any, changed: ast.AST) -> Any:
        """Note a change of a node; what then stands there."""
        number, text = len(self.mutations), self.lines[node.lineno - 1].strip()
        after = "left out" if isinstance(changed, ast.Pass) else ast.unparse(changed)
        place = Mutation(self.module, number, node.lineno, text, self.rule, ast.unparse(node), after)
        self.mutations.append(place)
        return ast.copy_location(changed, node) if number == self.wanted else node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and any(ast.unparse(d) == "rule" for d in each.decorator_list):
                self.rule = each.name
                documented = 0 if ast.get_docstring(each) is None else 1
                each.body[documented:] = [self.visit(statement) for statement in each.body[documented:]]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = self.visit(node.value) if node.value is not None else None
        return node

    def _leave_out(self, node: ast.stmt) -> ast.AST:
        return self.generic_visit(self._offer(node, ast.Pass()))

    visit_Assign = visit_AugAssign = visit_Expr = _leave_out

    def _swap(self, node: ast.BoolOp | ast.BinOp) -> ast.AST:
        if type(node.op) in SWAPS:
            changed = copy.deepcopy(node)
            changed.op = SWAPS[type(node.op)]()
            node = self._offer(node, changed)
        return self.generic_visit(node)

    visit_BoolOp = visit_BinOp = _swap

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for i, op in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[i] = SWAPS[type(op)]()
            node = self._offer(node, changed)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int:
            for value in (node.value + 1, node.value - 1):
                node = self._offer(node, ast.Constant(value))
        return node


def mutated(module: str, source: str, number: int) -> ast.Module:
    """The module with one of its mutations made."""
    changed: ast.Module = _Mutator(module, source, number).visit(ast.parse(source))
    return ast.fix_missing_locations(changed)


def mutations(path: Path) -> list[Mutation]:
    """All mutations of a file."""
    module = ".".join(path.with_suffix("").parts[path.parts.index("src") + 1 :])
    source = path.read_text("utf-8")
    mutator = _Mutator(module, source)
    mutator.visit(ast.parse(source))
    return mutator.mutations


def chosen(game: str, sample: int, seed: int) -> list[Mutation]:
    """Some mutations of a game's rules."""
    files = sorted(Path(f"src/lastraft/{game}/rules").glob("*.py"))
    every = [each for path in files if path.name not in NOT_PLAY for each in mutations(path)]
    return random.Random(f"{game} {seed}").sample(every, min(sample, len(every)))


def tests_of(game: str) -> list[str]:
    """The tests of a game's rules, the recorded games first: they notice most, soonest."""
    tests = [path for path in Path(f"tests/{game}").glob("test_*.py") if path.name not in SLOW]
    return [str(path) for path in sorted(tests, key=lambda path: (path.name != "test_golden.py", path))]


def survivors(game: str, sample: int, seed: int, jobs: int) -> Iterator[tuple[Mutation, bool]]:
    """Each mutation, and whether no test noticed it."""
    tests = tests_of(game)
    ((_, ran, code),) = prove.run({"": tests}, 1, {})
    if broken := sorted(each.test for each in ran if each.failed) or ([] if code == 0 else ["pytest gave up"]):
        raise SystemExit(f"the tests of {game} fail before anything is changed: {', '.join(broken)}")
    took = {each.test: each.seconds for each in sorted(ran, key=lambda each: each.seconds)}
    by_name = {each.name: each for each in chosen(game, sample, seed)}
    for name, ran, code in prove.run({name: ["-x", *tests] for name in by_name}, jobs, took):
        yield by_name[name], code == 0 and not any(each.failed for each in ran)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate_rules", description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="which games; left out: all")
    parser.add_argument("--sample", type=int, default=60, help="how many mutations of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="how many processes at once")
    given = parser.parse_args(arguments)
    known = tomllib.loads(EQUIVALENT.read_text("utf-8")) if EQUIVALENT.exists() else {}
    names = [subject.name for subject in prove.subjects()]
    if unknown := set(given.games) - set(names):
        parser.error(f"no game is called {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    enough = True
    for game in given.games or names:
        caught = same = total = 0
        for mutation, survived in survivors(game, given.sample, given.seed, given.jobs):
            total += 1
            caught += not survived
            print(f"\r{game}: {caught} of {total} caught", end="", file=sys.stderr, flush=True)
            if survived and mutation.key in known:
                same += 1
                print(f"  equivalent: {mutation}: {known[mutation.key]}", flush=True)
            elif survived:
                print(f"  survived: {mutation}", flush=True)
        share = caught / max(1, total - same)
        print(f"{game}: {caught} of {total - same} caught ({share:.0%}), {same} change nothing", flush=True)
        enough = enough and share >= 0.9
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
