"""Collect the sentences of the sources into the translations: ``make words``, or ``python -m lastraft.words_update``
followed by the domains that begin to be translated.

A domain is a game's package, and `lastraft` everything else. New sentences are added with no translation, unused ones
are dropped, translations stay. The files are sorted and hold neither dates nor places, so that a diff shows words only.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .protocol import BUILT_IN
from .words import LOCALE

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

SOURCES = Path(__file__).parent
PLURALS = {
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "fr": "nplurals=2; plural=(n > 1);",
}
Message = str | tuple[str, str]
"""A sentence, or one and many."""


def sentences(folder: Path = SOURCES) -> dict[str, set[Message]]:
    """The sentences of each domain.

    :raises SyntaxError: if a sentence is put together before it is translated.
    """
    found: dict[str, set[Message]] = {}
    for path in sorted(folder.rglob("*.py")):
        room = path.relative_to(folder).parts[0]
        domain = room if room in BUILT_IN else "lastraft"
        found.setdefault(domain, set()).update(_in_file(path))
    return found


def _in_file(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("t", "N_") and node.args:
                yield from _constants(node.args[0], path)
            elif name == "Option" and len(node.args) == 3:
                yield from _constants(node.args[2], path)
            elif name == "plural" and len(node.args) >= 2:
                (one,), (many,) = _constants(node.args[0], path), _constants(node.args[1], path)
                yield one, many


def _constants(node: ast.expr, path: Path) -> list[str]:
    """The texts that an argument can be; none where it is a variable, which holds something marked elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _constants(node.body, path) + _constants(node.orelse, path)
    if isinstance(node, (ast.JoinedStr, ast.BinOp)):
        raise SyntaxError(f"{path}, line {node.lineno}: a sentence is translated whole: write t('... {{x}}', x=...)")
    return []


def catalog(language: str, domain: str, folder: Path = LOCALE) -> Catalog | None:
    """The translations as they are; None where there are none yet."""
    from babel.messages.pofile import read_po

    path = folder / language / f"{domain}.po"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, domain: str, wanted: set[Message], folder: Path = LOCALE) -> int:
    """Bring one file up to date; how many sentences wait for a translation."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    before = catalog(language, domain, folder)
    after = Catalog(language)
    waiting = 0
    for message in wanted:
        old = before.get(message if isinstance(message, str) else message[0]) if before else None
        kept = old.string if old is not None and old.id == message and not old.fuzzy else ""
        after.add(message, kept)
        waiting += not kept or not all(kept)
    body = io.BytesIO()
    write_po(body, after, width=120, no_location=True, omit_header=True, sort_output=True)
    head = (f"Language: {language}", "Content-Type: text/plain; charset=utf-8", f"Plural-Forms: {PLURALS[language]}")
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head), "", ""]
    path = folder / language / f"{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("\n".join(lines).encode() + body.getvalue().lstrip(b"\n").rstrip(b"\n") + b"\n")
    return waiting


def main(named: list[str]) -> None:
    """Update the domains named, and all that have begun to be translated."""
    for domain, wanted in sentences().items():
        begun = any((LOCALE / language / f"{domain}.po").exists() for language in PLURALS)
        if begun or domain in named:
            for language in PLURALS:
                waiting = update(language, domain, wanted)
                print(f"{language} {domain}: {len(wanted)} sentences, {waiting} without a translation")


if __name__ == "__main__":
    main(sys.argv[1:])
