"""Collect the sentences of the sources into translation files (gettext).

    python -m lastraft.testing.update_translations my_game      # a game that LASTRAFT_GAMES registers
    python -m lastraft.testing.update_translations              # lastraft itself: `make words`

A game's translations are in a folder `locale` beside its module; its tables of words may stand in a `words.json`. New
sentences are added with no translation, unused ones are dropped, translations stay. The files are sorted and hold
neither dates nor places, so that a diff shows words only. Of lastraft itself, a domain is a game or, for everything
else, `lastraft`; a new one is named once.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import LastRaftError
from ..protocol import BUILT_IN, game, home_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

SOURCES = Path(__file__).resolve().parents[1]
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
    by_domain: dict[str, set[Message]] = {}
    for path in sorted(folder.rglob("*")):
        top = path.relative_to(folder).parts[0]
        domain = top if top in BUILT_IN else "lastraft"
        if path.suffix == ".py":
            by_domain.setdefault(domain, set()).update(_in_module(path))
        elif path.name == "words.json":
            by_domain.setdefault(domain, set()).update(_in_table(json.loads(path.read_text("utf-8"))))
        elif path.suffix == ".html":
            by_domain.setdefault(domain, set()).update(_in_page(path))
    return by_domain


def sentences_beside(home: Path) -> set[Message]:
    """The sentences of a game from outside: of its package, or of its only file."""
    files = home.parent.rglob("*.py") if home.stem in ("__init__", "game") else [home]
    tables = (_in_table(json.loads(path.read_text("utf-8"))) for path in home.parent.glob("words.json"))
    return {message for path in files for message in _in_module(path)}.union(*tables)


def locale_folder(domain: str, package: Path = SOURCES) -> Path:
    """Where the translations of one of our domains are: a game's in its own folder."""
    return package / domain / "locale" if domain in BUILT_IN else package / "locale"


def _in_module(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("t", "plural") and node.args and isinstance(node.args[0], (ast.JoinedStr, ast.BinOp)):
                raise SyntaxError(f"{path}, line {node.lineno}: a sentence is translated whole: t('... {{x}}', x=...)")
            yield from _in_call(name, [_texts(each) for each in node.args])


def _in_table(words: Any) -> Iterator[str]:
    """All texts of a table of words."""
    if isinstance(words, dict):
        for value in words.values():
            yield from _in_table(value)
    else:
        yield words


def _in_page(path: Path) -> Iterator[Message]:
    from jinja2 import Environment, nodes

    def texts(node: nodes.Node) -> list[str]:
        if isinstance(node, nodes.CondExpr):
            return texts(node.expr1) + (texts(node.expr2) if node.expr2 else [])
        return [node.value] if isinstance(node, nodes.Const) and isinstance(node.value, str) else []

    for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
        name = call.node.attr if isinstance(call.node, nodes.Getattr) else getattr(call.node, "name", "")
        yield from _in_call(name, [texts(each) for each in call.args])


def _in_call(name: str, args: list[list[str]]) -> Iterator[Message]:
    """What a call says, given the texts that each of its arguments can be."""
    if name in ("t", "N_") and args:
        yield from args[0]
    elif name == "Option" and len(args) == 3:
        yield from args[2]
    elif name == "Refused" and len(args) == 2:
        yield from args[1]
    elif name == "plural" and len(args) >= 2:
        yield from zip(args[0], args[1], strict=True)


def _texts(node: ast.expr) -> list[str]:
    """The texts that an argument can be; none where it is a variable, which holds something marked elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return []


def catalog(language: str, domain: str, folder: Path | None = None) -> Catalog | None:
    """The translations as they are; None where there are none yet."""
    from babel.messages.pofile import read_po

    path = (folder or locale_folder(domain)) / language / f"{domain}.po"
    if not path.exists():
        return None
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, domain: str, wanted: set[Message], folder: Path | None = None) -> int:
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
    path = (folder or locale_folder(domain)) / language / f"{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("\n".join(lines).encode() + body.getvalue().lstrip(b"\n").rstrip(b"\n") + b"\n")
    return waiting


def main(named: list[str]) -> None:
    """Update the domains named; without any, all of ours that have a translation already.

    :raises LastRaftError: if there is no such game, or it has no file of its own.
    """
    ours = sentences()
    begun = [name for name in ours if any((locale_folder(name) / lang / f"{name}.po").exists() for lang in PLURALS)]
    for domain in named or begun:
        if domain in ours:
            _update(domain, ours[domain], locale_folder(domain))
        elif home := home_of(game(domain)):
            _update(domain, sentences_beside(home), home.with_name("locale"))
        else:
            raise LastRaftError(f"{domain} has no file, and so no folder for its translations")


def _update(domain: str, wanted: set[Message], folder: Path) -> None:
    for language in PLURALS:
        waiting = update(language, domain, wanted, folder)
        print(f"{language} {domain}: {len(wanted)} sentences, {waiting} without a translation")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (LastRaftError, SyntaxError) as error:
        sys.exit(str(error))
