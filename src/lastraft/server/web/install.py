"""The page as an app: its manifest, its service worker, and what it shows without a connection."""

from __future__ import annotations

import functools
from typing import Any

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Template

from ...protocol.translations import translator
from .pages import AT_TABLES, STATIC, _page, _stamp, _static
from .services import Request, services_of

SHELL = (".css", ".js", ".woff2", ".png", ".svg")
"""The files that a device keeps."""
ICONS = (("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("icon-mask", "512x512", "maskable"))
LIGHT = "#fbf8f1"


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Request) -> Response[bytes]:
    """What a device needs to know to install the page. Browsers ask without cookies, so the query has the language."""
    root, language = request.scope.get("root_path") or "", services_of(request).language(request)
    t, static = translator("lastraft", language), f"{root}/static/{_stamp()}"
    icons = [
        {"src": f"{static}/{name}.png", "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    icons.append({"src": f"{static}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    described: dict[str, Any] = {
        "id": f"{root}/",
        "name": "Last Raft",
        "short_name": "Last Raft",
        "description": t("Three games about getting out alive. Mostly."),
        "lang": language,
        "dir": "ltr",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": LIGHT,
        "theme_color": LIGHT,
        "categories": ["games"],
        "icons": icons,
    }
    return Response(msgspec.json.encode(described), media_type="application/manifest+json")


@functools.cache
def _kept() -> list[str]:
    """The names of the files that a device keeps: all that pages need but the pictures of the home page."""
    apart = ("home-", "admin", "worker", *(f"{room}.css" for room in AT_TABLES if room != "table"))
    return [n for n in sorted(_static()) if n.endswith(SHELL) and not n.startswith(apart)]


@get("/worker.js", include_in_schema=False)
async def worker(request: Request) -> Response[str]:
    """The service worker, after where it is and which files it keeps: with each version of those it is another."""
    root = request.scope.get("root_path") or ""
    known = {"ROOT": root, "STAMP": _stamp(), "FILES": [f"{root}/static/{_stamp()}/{name}" for name in _kept()]}
    stated = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in known.items())
    return Response(stated + (STATIC / "worker.js").read_text("utf-8"), media_type="text/javascript")


@get("/offline", include_in_schema=False)
async def offline_page(request: Request) -> Template:
    """What a device shows without a connection: the games that it keeps. It is kept, so it says nothing of today, and
    nothing of a person."""
    return _page(request, "offline.html", announcement="")


HANDLERS = [handler for handler in list(globals().values()) if isinstance(handler, HTTPRouteHandler)]
