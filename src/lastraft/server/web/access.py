"""Access control: host names, path prefix, origins, rate limits, and the security headers of every response."""

from __future__ import annotations

import functools
import hmac
import ipaddress
import logging
import time
from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ...protocol.translations import N_, translator
from ..ops.metrics import REFUSED, REQUESTS
from ..ops.settings import Settings
from .identity import language

log = logging.getLogger("lastraft.requests")
Scope = MutableMapping[str, Any]

SAFE = frozenset(["GET", "HEAD", "OPTIONS"])
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-forwarded-proto", b"x-real-ip", b"via"}
"""Headers that a proxy adds."""
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), interest-cohort=()"),
]
PART_HEADERS = [each for each in HEADERS if each[0] in (b"x-content-type-options", b"cross-origin-resource-policy")]
"""For scripts, styles, fonts and bitmaps: the other headers say what a document may do."""
PARTS = (b"application/javascript", b"text/javascript", b"text/css", b"font/", b"image/png")


class TokenBucket:
    """A rate limit: ``most`` at once, ``rate`` per second."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left, self._at = most, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if the limit is reached."""
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self.rate >= self.most


class RateLimits:
    """A token bucket for each address or person; full ones are dropped."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str) -> bool:
        if len(self._buckets) > 10_000:
            self.tidy()
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._most)
        return self._buckets[key].take()

    def tidy(self) -> None:
        """Forget whom nothing is counted of any more."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}


class AccessMiddleware:
    """ASGI middleware that refuses requests, adds headers, and logs and counts what passes."""

    def __init__(self, app: Any, settings: Settings, requests: RateLimits) -> None:
        self.app, self.settings, self._requests = app, settings, requests

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        method, status = scope.get("method"), 0
        if method == "HEAD":  # answered as GET is, by headers alone: the HTTP server leaves the body out
            scope = {**scope, "method": "GET"}

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = dict(message.get("headers", ()))
                static = str(scope.get("path_template", "")).startswith("/static/")
                caching = (b"cache-control", b"public, max-age=3600" if static else b"no-store")
                part = static and given.get(b"content-type", b"").startswith(PARTS)
                message["headers"] = [*message.get("headers", ()), *(PART_HEADERS if part else HEADERS), caching]
            await send(message)

        started = time.monotonic()
        if refused := self._refuses(scope):
            REFUSED.labels(refused[1]).inc()
            await _refuse(scope, send_with_headers, *refused)
        else:
            await self.app(scope, receive, send_with_headers)
        if scope["type"] == "http":
            # Only the route is logged: the path may hold a private link.
            route = str(scope.get("path_template", "-"))
            REQUESTS.labels(route, str(status)).inc()
            took = round(1000 * (time.monotonic() - started))
            log.info("request", extra={"route": route, "method": method, "status": status, "ms": took})

    def _refuses(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not known_host(host, self.settings.hosts):
            return 421, "host", N_("This server is not known by that name; start it with --hosts to add one.")
        if not self._requests.take(address(scope)):
            return 429, "too-fast", N_("That is too many requests; wait a moment.")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and not same_origin(headers, host):
            return 403, "origin", N_("This comes from another site and is refused.")
        return None


class PrefixMiddleware:
    """ASGI middleware for a path prefix, whether the proxy keeps the prefix or strips it."""

    def __init__(self, app: Any, prefix: str) -> None:
        self.app = app
        self.prefix = "/" + prefix.strip("/")

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            path = str(scope["path"])
            kept = path == self.prefix or path.startswith(self.prefix + "/")
            scope["root_path"], scope["path"] = self.prefix, path if kept else self.prefix + path
        await self.app(scope, receive, send)


def address(scope: Mapping[str, Any]) -> str:
    """The client's address; of IPv6 only the network (/64), because clients choose the rest."""
    client = scope.get("client")
    return network(str(client[0])) if client else "local"


@functools.lru_cache(4096)
def network(host: str) -> str:
    """An address as limits know it."""
    try:
        ipv6 = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(ipv6.ipv4_mapped or ipaddress.IPv6Network((int(ipv6), 64), strict=False))


def from_this_machine(scope: Mapping[str, Any]) -> bool:
    """Whether a request comes from a program on this machine, and not through a proxy."""
    names = {name for name, _ in scope["headers"]}
    client = scope.get("client")
    try:
        return not names & FORWARDED and ipaddress.ip_address(str(client[0]) if client else "").is_loopback
    except ValueError:
        return False


def has_token(headers: Mapping[str, str], token: str) -> bool:
    """Whether a request has a secret token (``Authorization: Bearer ...``); none has an empty one."""
    given = headers.get("authorization", "").removeprefix("Bearer ")
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def known_host(host: str, named: tuple[str, ...]) -> bool:
    """Whether a Host header is one of ours; plain addresses are, because no DNS rebinding is possible with them."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name in ("localhost", *named) or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def same_origin(headers: dict[bytes, str], host: str) -> bool:
    """Whether a request comes from our own page, or not from a browser."""
    origin = headers.get(b"origin")
    if origin is not None:
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
    return headers.get(b"sec-fetch-site", "none") in ("none", "same-origin")


async def _refuse(scope: Scope, send: Any, status: int, code: str, sentence: str) -> None:
    said = translator("lastraft", language(scope))(sentence)
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": said})
        return
    headers = [(b"content-type", b"application/json")]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode({"code": code, "said": said})})
