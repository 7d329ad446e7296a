"""Recovery phrases: six random words, 66 bits, of which only a slow hash is stored.

The words (`words.txt`, with a licence of its own) are the English list of BIP-39: 2048 words that differ in their first
four letters.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import re
import secrets
from pathlib import Path

from ...protocol.translations import N_
from ..tables.actions import Refused

LENGTH = 6
PREFIX = 4
"""So many letters tell the words apart."""
SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26, "dklen": 32}
"""32 MiB and about a tenth of a second for one guess."""


@functools.cache
def words() -> tuple[str, ...]:
    return tuple((Path(__file__).parent / "words.txt").read_text("ascii").split())


@functools.cache
def _by_prefix() -> dict[str, str]:
    return {word[:PREFIX]: word for word in words()}


def new_phrase() -> str:
    return " ".join(secrets.choice(words()) for _ in range(LENGTH))


def read_phrase(text: str) -> str:
    """A phrase as it was shown, from what somebody typed: in any case, with anything between the words, each at least
    by its first four letters.

    :raises Refused: if it is not six words of the list; this says nothing about any person's phrase.
    """
    typed = re.findall(r"[a-z]+", text[:400].lower())
    if len(typed) != LENGTH:
        said = N_("A recovery phrase has {n} words; these are {given}.")
        raise Refused("invalid", said, n=LENGTH, given=len(typed))
    found = []
    for word in typed:
        known = _by_prefix().get(word[:PREFIX], "")
        if not known or not (known.startswith(word) or word == known):
            near = difflib.get_close_matches(word, words(), 1)
            said = N_("“{word}” is not one of the words; perhaps “{near}”?")
            raise Refused("invalid", said, word=word, near=near[0] if near else "…")
        found.append(known)
    return " ".join(found)


def hash_phrase(phrase: str, salt: str) -> str:
    """The hash by which a person is found; the salt is this server's own. All phrases are random and long, so one salt
    for all of them gives an attacker who has the database nothing to prepare."""
    return hashlib.scrypt(phrase.encode(), salt=salt.encode(), **SCRYPT).hex()
