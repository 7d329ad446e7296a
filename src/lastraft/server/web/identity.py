"""Identity: guests with a name in a signed cookie, and private links to seats.

The token of a link has 128 bits; only its hash is stored, and compared in constant time.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import time

import msgspec

from ...errors import BadOption

COOKIE = "lastraft"
NOT_IN_NAMES = "<>|[]{}&"
"""Characters that could be taken for markup."""


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """A person with a name; the id is 128 random bits that are never shown to others."""

    person: str
    name: str
    since: float


def new_guest(name: str, longest: int, person: str = "") -> Guest:
    """Create a guest, or rename one.

    :raises BadOption: if the name is not allowed.
    """
    return Guest(person or secrets.token_urlsafe(16), clean_name(name, longest), time.time())


def clean_name(name: str, longest: int) -> str:
    """Normalize a name.

    :raises BadOption: if it is empty, too long, or holds characters that could be taken for markup.
    """
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > longest or not cleaned.isprintable() or set(cleaned) & set(NOT_IN_NAMES):
        raise BadOption(f"a name has 1 to {longest} visible characters, and none of these: {' '.join(NOT_IN_NAMES)}")
    return cleaned


class Cookies:
    """Signs and reads the cookie."""

    def __init__(self, secret: str, days: float) -> None:
        self._key = hashlib.sha256(b"lastraft cookie " + secret.encode()).digest()
        self.seconds = days * 86_400

    def write(self, guest: Guest) -> str:
        body = base64.urlsafe_b64encode(msgspec.json.encode(guest)).rstrip(b"=")
        return f"{body.decode()}.{self._sign(body)}"

    def read(self, cookie: str | None) -> Guest | None:
        """Return the guest, or None if the cookie is missing, forged or expired."""
        body, dot, signature = (cookie or "")[:1000].partition(".")
        if not dot or not hmac.compare_digest(self._sign(body.encode()).encode(), signature.encode()):
            return None
        try:
            guest = msgspec.json.decode(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), type=Guest)
        except (ValueError, binascii.Error, msgspec.MsgspecError):
            return None
        return guest if guest.since + self.seconds > time.time() else None

    def _sign(self, body: bytes) -> str:
        signed = hmac.new(self._key, body, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(signed).rstrip(b"=").decode()


def new_token() -> str:
    """Generate the token of a private link: 128 bits."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    return hashlib.sha256(b"lastraft link " + token.encode()).hexdigest()


def matches(token: str, hash: str) -> bool:
    """Whether a token has this hash, in constant time."""
    return hmac.compare_digest(hashed(token), hash) and bool(hash)
