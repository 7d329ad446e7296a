"""Who somebody is: a guest with a name in a signed cookie, and private links to seats.

A link's token has 128 bits; only its hash is kept, and it is compared in constant time.
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
"""What could pass for markup somewhere."""


class Guest(msgspec.Struct, frozen=True, array_like=True):
    """Somebody with a name; the id is 128 random bits that nobody else is ever shown."""

    person: str
    name: str
    since: float


def new_guest(name: str, longest: int, person: str = "") -> Guest:
    """A guest, new or under another name.

    :raises BadOption: if that cannot be a name.
    """
    return Guest(person or secrets.token_urlsafe(16), clean_name(name, longest), time.time())


def clean_name(name: str, longest: int) -> str:
    """A name as it is shown.

    :raises BadOption: if it is empty, too long, or holds what could pass for markup.
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
        """The guest, or None if there is no cookie, or a forged or an expired one."""
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
    """A private link's secret: 128 bits."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    return hashlib.sha256(b"lastraft link " + token.encode()).hexdigest()


def matches(token: str, hash: str) -> bool:
    """Whether a token belongs to a kept hash, in a time that tells nothing."""
    return hmac.compare_digest(hashed(token), hash) and bool(hash)
