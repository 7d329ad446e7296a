"""How a game is taught: one card, a lesson of real moves, and its rules clause by clause."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Block(NamedTuple):
    """A part of the card: a title, what it says line by line, and symbols of the drawing."""

    title: str
    lines: tuple[str, ...]
    symbols: tuple[str, ...] = ()


class Card(NamedTuple):
    """What one must know before a first game: a title, one sentence, and a few blocks."""

    title: str
    about: str
    blocks: tuple[Block, ...]


class Step(NamedTuple):
    """A step of a lesson: what the coach says, and the move that is awaited, in the game's notation; without one the
    reader reads on. ``point`` has the ids of what is lit (left out: what makes up the move)."""

    say: str
    move: str = ""
    point: tuple[str, ...] = ()


class Lesson(NamedTuple):
    """A coached game: seat 0 is the learner's. The other seats make the first of ``replies`` that is legal."""

    position: str
    steps: tuple[Step, ...]
    replies: tuple[str, ...] = ()


class Clause(NamedTuple):
    """A clause of the rules. ``house`` is the reason of a ruling of ours where the rulebook is silent."""

    name: str
    text: str
    is_house: bool
    house: str
    words: tuple[str, ...]
    """The names in it, among them those of options that change it."""
    table: tuple[tuple[str, ...], ...] = ()
    language: str = "en"

    @property
    def section(self) -> int:
        return int(self.name.partition("-")[2].partition(".")[0])


@dataclass(frozen=True, kw_only=True)
class Teaching:
    """How a game is taught; a game without all this is only played."""

    card: Card | None = None
    lesson: Lesson | None = None
    rulebook: Path | None = None
    """Its clauses in English; a file beside it, such as `rulebook.pl.md`, has them in another language."""
    sections: Mapping[int, str] = field(default_factory=dict)
    """The headings of the rulebook by number."""

    def clauses(self, language: str = "en") -> tuple[Clause, ...]:
        """The clauses of the rulebook in their order, in English where a language does not have one."""
        if self.rulebook is None:
            return ()
        own = {clause.name: clause for clause in _read(self.rulebook.with_suffix(f".{language}.md"))}
        return tuple(
            clause._replace(text=found.text, house=found.house, table=found.table, language=language)
            if (found := own.get(clause.name))
            else clause
            for clause in _read(self.rulebook)
        )


@functools.cache
def _read(path: Path) -> tuple[Clause, ...]:
    return read_rulebook(path.read_text("utf-8")) if path.exists() else ()


CLAUSE = re.compile(r"(?:[-*] )?\*\*([A-Z]{2,}-\d+\.\d+)\*\* (.*)")
ROW = re.compile(r"\| \*\*([A-Z]{2,}-\d+\.\d+)\*\* \| (.*)")
TAG = re.compile(r"\s*\[([^\[\]]*)\]\s*$")


def read_rulebook(text: str) -> tuple[Clause, ...]:
    """Read the clauses of a rulebook in Markdown, each with its source in brackets at the end. The rows of a table
    are clauses where they begin with a number; another table belongs to the clause just before it. A column ``id`` is
    for programs."""
    clauses: list[Clause] = []
    head: list[str] = []
    owned = False
    for line in text.splitlines():
        if found := CLAUSE.match(line):
            clauses.append(_clause(found[1], found[2]))
            owned, head = True, []
        elif found := ROW.match(line):
            what, *cells, source = _cells(found[2])
            named = [f"{name}: {cell}" for name, cell in zip(head[2:], cells) if cell]
            clauses.append(_clause(found[1], f"{what}. {'; '.join(named)}. {source}"))
        elif line.startswith("|"):
            cells = _cells(line)
            head = head or cells
            if owned and not set("".join(cells)) <= set("-: "):
                shown = tuple(_plain(cell) for name, cell in zip(head, cells) if name != "id")
                clauses[-1] = clauses[-1]._replace(table=(*clauses[-1].table, shown))
        elif line.strip():
            owned, head = False, []
    return tuple(clauses)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _clause(name: str, text: str) -> Clause:
    tag = TAG.search(text)
    sources = [part.strip() for part in tag[1].split(";")] if tag else []
    house = [part.partition(":")[2].strip() for part in sources if part.startswith("house")]
    is_house = any("house" in part for part in sources)
    body = text[: tag.start()] if tag else text
    words = tuple(re.findall(r"`(\w+)", body))
    return Clause(name, _plain(body), is_house, _plain("; ".join(filter(None, house))), words)


def _plain(text: str) -> str:
    """A text without its marks: emphasis, code, and what only names an option or a conflict of sources."""
    text = re.sub(r" ?\((?:option `\w+`|see C-?\d+(?: and C-?\d+)*)\)", "", text)
    text = re.sub(r"[,;] see C-?\d+(?: and C-?\d+)*", "", text)
    return re.sub(r"[`*]", "", text).replace("_", " ").strip()
