"""Identity: guests with a name in a signed cookie, their language, and private links to seats.

The token of a link has 128 bits; only its hash is stored, and compared in constant time.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qs

import msgspec

from ...protocol.translations import LANGUAGES

COOKIE = "lastraft"
BESIDE = 5
"""How many other people may play on one device."""
COOKIES = [COOKIE, *(f"{COOKIE}-{number}" for number in range(1, BESIDE + 1))]
"""The cookies of a device's owner and of the others."""
IN_HAND = "in-hand"
"""The cookie of a table that says which of them has the device in hand."""
NOT_IN_NAMES = "<>|[]{}&"
"""Characters that could be taken for markup."""


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """A person with a name; the id is 128 random bits that are never shown to others."""

    person: str
    name: str
    since: float
    """When the cookie was last renewed."""
    made: float = 0
    """When they first came; 0 if that is not known."""
    device: str = ""
    """The device on which they are signed in; empty for those who cannot sign in elsewhere."""


NOBODY = Guest("", "", 0)
"""Who has given no name."""


def new_guest(name: str, longest: int, known: Guest | None = None) -> Guest | None:
    """Create a guest, or rename one; None if the name is empty, too long, or could be taken for markup."""
    name = " ".join(name.split())
    if not name or len(name) > longest or not name.isprintable() or set(name) & set(NOT_IN_NAMES):
        return None
    now = time.time()
    if known is None:
        return Guest(secrets.token_urlsafe(16), name, now, now)
    return msgspec.structs.replace(known, name=name, since=now)


def cookie_in_hand(cookies: Mapping[str, str]) -> str:
    """The name of the cookie of the person who has the device in hand: its owner, if nobody else took it."""
    name = f"{COOKIE}-{cookies.get(IN_HAND)}"
    return name if name in COOKIES and name in cookies else COOKIE


def language(scope: Mapping[str, Any]) -> str:
    """The reader's language: from the query (`lang`), the cookie, or the Accept-Language header."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    wanted = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [])
    wanted += [each.strip()[5:] for each in headers.get(b"cookie", "").split(";") if each.strip().startswith("lang=")]
    wanted += [each.strip() for each in headers.get(b"accept-language", "").split(",")]
    return next((code for text in wanted if (code := text[:2].lower()) in LANGUAGES), "en")


class Cookies:
    """Signs and reads the cookie."""

    def __init__(self, secret: str, days: float, also: Iterable[str] = ()) -> None:
        """Sign with a secret; accept what was signed with others ``also``, such as those of imported tables."""
        self._keys = [hashlib.sha256(b"lastraft cookie " + each.encode()).digest() for each in (secret, *also)]
        self.seconds = days * 86_400

    def write(self, guest: Guest) -> str:
        body = base64.urlsafe_b64encode(msgspec.json.encode(guest)).rstrip(b"=")
        return f"{body.decode()}.{_sign(self._keys[0], body)}"

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest, or None if the cookie is missing, forged or expired."""
        body, dot, signature = (cookie or "")[:1000].partition(".")
        signed = [hmac.compare_digest(_sign(key, body.encode()).encode(), signature.encode()) for key in self._keys]
        if not dot or not any(signed):
            return None
        try:
            guest = msgspec.json.decode(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), type=Guest)
        except (ValueError, binascii.Error, msgspec.MsgspecError):
            return None
        return guest if guest.since + self.seconds > time.time() else None

    def renewed(self, guest: Guest) -> Guest | None:
        """The guest with a new date if a tenth of the cookie's time is over: whoever comes now and then stays known."""
        old = guest.since + self.seconds / 10 < time.time()
        return msgspec.structs.replace(guest, since=time.time()) if old else None


def _sign(key: bytes, body: bytes) -> str:
    return base64.urlsafe_b64encode(hmac.new(key, body, hashlib.sha256).digest()).rstrip(b"=").decode()


def hashed(token: str) -> str:
    return hashlib.sha256(b"lastraft link " + token.encode()).hexdigest()


def matches(token: str, hash: str) -> bool:
    """Whether a token has this hash, in constant time."""
    return hmac.compare_digest(hashed(token), hash) and bool(hash)
