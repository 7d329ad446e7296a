"""Addresses to give to others."""

from __future__ import annotations

import ipaddress
import socket

from .access import from_this_machine
from .services import Request, services_of


def address(request: Request, path: str) -> str:
    """The full address of a path, as others reach it where that can be told."""
    url = request.url.with_replacements(path=(request.scope.get("root_path") or "") + path, query="")
    if reaches_others(request) and _is_own(url.hostname or ""):
        port = f":{url.port}" if url.port else ""
        url = url.with_replacements(netloc=network_address() + port)
    return str(url)


def reaches_others(request: Request) -> bool:
    """Whether the addresses lead here from other devices. Whoever opened the page as localhost reads an address that
    means their own device everywhere else; the machine's own in its network helps, if the server listens on it."""
    if not _is_own(request.url.hostname or ""):
        return True
    everywhere = services_of(request).settings.host in ("0.0.0.0", "::")
    return everywhere and from_this_machine(request.scope) and bool(network_address())


def network_address() -> str:
    """This machine's address in its network; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a datagram socket sends nothing here
        except OSError:
            return ""
        found: str = probe.getsockname()[0]
    return "" if _is_own(found) else found


def _is_own(name: str) -> bool:
    """Whether a host name means the machine that reads it."""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
