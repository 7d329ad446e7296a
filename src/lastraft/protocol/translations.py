"""What people read, in English, Polish and French.

``t = translator("hellapagos", "pl")`` turns English into the reader's language: ``t("Draw {n} balls", n=3)`` and, where
a number decides the form, ``t.plural("{n} card", "{n} cards", n)``. English sentences are the keys; translations are
in ``locale/<language>/<domain>.po``, those of a game in a folder ``locale`` beside it. `N_` marks a sentence that a
table holds and ``t`` translates later.
"""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadOption

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = {"en": "English", "pl": "Polski", "fr": "Français"}
LOCALE = Path(__file__).resolve().parents[1] / "locale"
_ELSEWHERE: dict[str, Path] = {}
MOST = 4096
"""So many sentences are remembered for a language: refusals may hold what somebody wrote."""


def N_(text: str) -> str:
    return text


class Translator:
    """One reader's language for one domain of sentences."""

    def __init__(self, domain: str, language: str, folder: Path = LOCALE) -> None:
        if language not in LANGUAGES:
            raise BadOption(f"language {language!r}: there are {', '.join(LANGUAGES)}")
        self.domain, self.language = domain, language
        self._catalog = _catalog(folder / language / f"{domain}.po", LOCALE / language / "lastraft.po")
        self._said = functools.lru_cache(MOST)(self._catalog.gettext)

    def __call__(self, text: str, /, **values: Any) -> str:
        said = self._said(text) if text else ""  # which is the key of a catalogue's head
        return said.format(**values) if values else said

    def plural(self, one: str, many: str, n: int, /, **values: Any) -> str:
        return self._catalog.ngettext(one, many, n).format(n=n, **values)


@functools.cache
def translator(domain: str, language: str) -> Translator:
    """The translator of a domain into a language.

    :raises BadOption: if there is no such language.
    """
    return Translator(domain, language, folder_of(domain))


def use_folder(domain: str, folder: Path) -> None:
    """Look for the translations of a domain in a folder of their own from now on."""
    _ELSEWHERE[domain] = folder
    translator.cache_clear()


def folder_of(domain: str) -> Path:
    """Where the translations of a domain are."""
    return _ELSEWHERE.get(domain, LOCALE)


def _unbroken(said: str) -> str:
    """French has spaces before some marks, at which no line may be broken."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", said)


@functools.cache
def _catalog(path: Path, shared: Path) -> NullTranslations:
    """The translations of a file; what it lacks is looked for among those that all games share."""
    from gettext import NullTranslations

    catalog = _read(path) if path.exists() else NullTranslations()
    if path != shared and shared.exists():
        catalog.add_fallback(_catalog(shared, shared))
    return catalog


def _read(path: Path) -> NullTranslations:
    from gettext import GNUTranslations

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        said: Any = message.string
        message.string = tuple(map(_unbroken, said)) if isinstance(said, tuple) else _unbroken(said)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)
