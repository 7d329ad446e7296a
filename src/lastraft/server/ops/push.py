"""Web Push: messages to a browser through the push service that it names (RFC 8030), encrypted for that browser (RFC
8291) and signed with this server's key (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import http.client
import importlib.util
import ipaddress
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

TIMEOUT, LONGEST = 10, 20
"""Seconds that a push service may be silent, and that it may take in all."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
RECORD = 4096
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
DAY = 86_400


class Device(NamedTuple):
    """A browser's subscription."""

    endpoint: str
    p256dh: str
    """The browser's public key."""
    auth: str
    """What it shares with us besides."""
    key: str
    """The public key of the server to which it subscribed."""


class PushFailed(Exception):
    """A message was not taken: the subscription has ended (``gone``), or one may try ``again`` later."""

    def __init__(self, why: str, gone: bool = False, again: bool = False) -> None:
        super().__init__(why)
        self.gone, self.again = gone, again


def available() -> bool:
    """Whether the library is installed that encrypts messages."""
    return importlib.util.find_spec("cryptography") is not None


class PushKeys:
    """The keys that sign messages: this server's own, and those that came with imported tables."""

    def __init__(self, secrets: Iterable[str]) -> None:
        keys = [_private_key(secret) for secret in secrets]
        self._keys = {encoded(_point(key.public_key())): key for key in keys}
        self.public = next(iter(self._keys))
        """What a browser needs to subscribe."""

    def authorization(self, device: Device, contact: str) -> str:
        """The header that proves to a push service who sends.

        :raises PushFailed: if the device subscribed to a server whose key is not here.
        """
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        if device.key not in self._keys:
            raise PushFailed("it subscribed to another server", gone=True)
        url = urlsplit(device.endpoint)
        claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + DAY // 2, "sub": contact}
        parts = (msgspec.json.encode(each) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        signed = ".".join(map(encoded, parts))
        r, s = decode_dss_signature(self._keys[device.key].sign(signed.encode(), ECDSA(SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={device.key}"


def encrypt(device: Device, text: bytes, private: int = 0, salt: bytes = b"") -> bytes:
    """Encrypt a message so that only the device can read it, in one record (``aes128gcm``).

    :raises ValueError: if the device's keys are not what they should be.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(secret)

    theirs, auth = decoded(device.p256dh), decoded(device.auth)
    if len(auth) != 16:
        raise ValueError("auth has 16 bytes")
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    once = ec.derive_private_key(private, ec.SECP256R1()) if private else ec.generate_private_key(ec.SECP256R1())
    salt, ours = salt or os.urandom(16), _point(once.public_key())
    shared = derived(auth, once.exchange(ec.ECDH(), browser), b"WebPush: info\0" + theirs + ours, 32)
    key = derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, text + b"\2", None)


def send(device: Device, text: bytes, keys: PushKeys, contact: str, topic: str, seconds: float, anywhere: bool) -> None:
    """Hand a message in; a later one on the same ``topic`` replaces it. This blocks, for about `LONGEST` at most.

    :raises PushFailed: if it was not taken.
    """
    url = urlsplit(device.endpoint)
    headers = {
        "Authorization": keys.authorization(device, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(seconds)),
        "Topic": topic,
        "Urgency": "normal",
    }
    try:
        connection = _Connection(url.scheme, url.hostname or "", url.port, anywhere)
        limit = threading.Timer(LONGEST, connection.abort)  # one that answers byte by byte is never silent
        limit.start()
        try:
            path = f"{url.path or '/'}{'?' if url.query else ''}{url.query}"
            connection.request("POST", path, encrypt(device, text), headers)
            status = connection.getresponse().status
        finally:
            limit.cancel()
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise PushFailed(f"{type(error).__name__}: {error}"[:200], again=True) from error
    if status not in (200, 201, 202, 204):
        raise PushFailed(f"status {status}", gone=status in (404, 410), again=status == 429 or status >= 500)


def is_endpoint(endpoint: str, anywhere: bool) -> bool:
    """Whether an address can be one of a push service: over TLS, and not inside a network; ``anywhere``: any address.
    What its name leads to is looked at before each message."""
    try:
        url = urlsplit(endpoint)
        host, _ = url.hostname or "", url.port
    except ValueError:
        return False
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint or not host or url.username:
        return False
    if anywhere:
        return url.scheme in ("http", "https")
    try:
        inside = not _is_public(host)
    except ValueError:
        inside = host == "localhost" or "." not in host
    return url.scheme == "https" and not inside


class _Connection(http.client.HTTPConnection):
    """A connection to an address of a host that was looked at first: a name may lead into the server's own network, or
    first elsewhere and then there."""

    def __init__(self, scheme: str, host: str, port: int | None, anywhere: bool) -> None:
        super().__init__(host, port or (443 if scheme == "https" else 80), timeout=TIMEOUT)
        self._tls, self._anywhere = scheme == "https", anywhere

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(place[0]) for *_, place in found]
        allowed = [each for each in addresses if self._anywhere or _is_public(each)]
        if not allowed:
            raise OSError("its address is inside a network")
        self.sock: Any = socket.create_connection((allowed[0], self.port), self.timeout)
        if self._tls:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, do_handshake_on_connect=False, server_hostname=self.host)
            self.sock.do_handshake()

    def abort(self) -> None:
        """End what another thread waits for."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    ip = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None) or ip
    if ip in NAT64:
        ip = ipaddress.ip_address(int(ip) & 0xFFFFFFFF)
    return ip.is_global and not ip.is_multicast


def _private_key(secret: str) -> Any:
    """The key of a secret: the same for every process, and in every backup."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hashlib.sha512(b"lastraft push " + secret.encode()).digest(), "big")
    return ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1())


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def encoded(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """
    :raises ValueError: if that is no such text.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
