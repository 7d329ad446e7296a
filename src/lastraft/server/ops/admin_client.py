"""The command `lastraft admin`, a client of a running server."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

from ...errors import BadOption, LastRaftError
from .settings import Settings

LISTS = {
    "tables": ("id", "title", "status", "names", "connections", "updated"),
    "people": ("person", "name", "origin", "address", "seen"),
    "reports": ("id", "at", "table_id", "about", "text", "done"),
    "bans": ("subject", "kind", "until", "reason"),
    "audit": ("at", "action", "subject", "reason"),
    "load": ("at", "moves", "people", "tables", "memory", "slow", "errors", "restarts"),
}
MOST_DAYS = 36_500
TIMES = ("updated", "seen", "at", "until")


def administrate(
    settings: Settings, url: str | None, action: str, subject: str, reason: str, days: float, find: str = ""
) -> Iterator[str]:
    """Do what an administrator asks for; yield lines to print.

    :raises LastRaftError: if the server cannot be reached or refuses.
    """
    if not settings.admin_token:
        raise BadOption("admin_token is not set: set LASTRAFT_ADMIN_TOKEN, here and for the server")
    if not 0 < days <= MOST_DAYS:
        raise BadOption(f"--days: {days} cannot be used: expected more than 0 days and at most {MOST_DAYS}")
    at = (url or f"{settings.local_url}{settings.prefix}").rstrip("/")
    if action == "status":
        for name, value in _ask(settings, f"{at}/api/admin/status").items():
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
    elif action in LISTS:
        for row in _ask(settings, f"{at}/api/admin/{action}?{urllib.parse.urlencode({'find': find})}"):
            yield "\t".join(_cell(name, row[name]) for name in LISTS[action])
    else:
        order: dict[str, Any] = {"action": action, "subject": subject, "reason": reason, "days": days}
        if action == "announce":
            order |= {"subject": "", "texts": {"en": subject}}
        _ask(settings, f"{at}/api/admin/do", order)
        yield "done"


def _cell(name: str, value: Any) -> str:
    if name in TIMES:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _ask(settings: Settings, url: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Authorization": f"Bearer {settings.admin_token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        said = error.read(2000).decode(errors="replace")
        if said.startswith("{"):
            said = json.loads(said).get("said", said)
        raise LastRaftError(f"the server refused: {error.code} {said}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise LastRaftError(f"{url} cannot be reached: {getattr(error, 'reason', None) or error}") from error
