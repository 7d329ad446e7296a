"""A push service of our own: takes encrypted messages, and checks who sent them as real ones do."""

from __future__ import annotations

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.helpers import TIMEOUT


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A server on this machine; `answers` says with which status each path is answered, 201 if it is not named."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: dict[str, int] = {}
        self.hangs: set[str] = set()
        self.released = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.received.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                if self.path in service.hangs:
                    service.released.wait()
                self.send_response(service.answers.get(self.path, 201))
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def await_messages(self, path: str, count: int, seconds: float = TIMEOUT) -> list[Received]:
        """The messages to a path, once there are so many."""
        end = time.monotonic() + seconds
        while len(came := [each for each in self.received if each.path == path]) < count:
            assert time.monotonic() < end, f"{len(came)} of {count} messages came to {path}"
            time.sleep(0.02)
        return came


class Browser:
    """What a browser does with a subscription: its keys, and reading what comes."""

    def __init__(self, service: PushService, path: str) -> None:
        self.endpoint, self._private = service.url + path, ec.generate_private_key(ec.SECP256R1())
        self.public = _point(self._private.public_key())
        self.auth = bytes(range(16))

    def subscription(self, key: str, zone: str = "Europe/Warsaw") -> dict[str, str]:
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, **keys, "key": key, "zone": zone}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message as RFC 8188 and RFC 8291 say."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        assert len(body) - 21 - length <= size
        theirs, text = body[21 : 21 + length], body[21 + length :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        secret = self._private.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self.public + theirs
        shared = HKDF(SHA256(), 32, self.auth, info).derive(secret)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain[-1] == 2, "the last record ends with 2"
        read: dict[str, Any] = json.loads(plain[:-1])
        return read


def check_signed(message: Received, key: str, service: PushService) -> dict[str, Any]:
    """Check that a message is signed with a server's key for this service (RFC 8292); return what it claims."""
    scheme, _, rest = message.headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert fields["k"] == key
    head, claims, signature = fields["t"].split(".")
    raw = decoded(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    claimed: dict[str, Any] = json.loads(decoded(claims))
    assert json.loads(decoded(head))["alg"] == "ES256"
    assert claimed["aud"] == service.url
    assert time.time() < claimed["exp"] <= time.time() + 86_400
    return claimed


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
