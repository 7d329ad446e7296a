"""What is wrong with the settings of a server, before it runs (`lastraft serve --check`)."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import shutil
from pathlib import Path

from ...errors import LastRaftError
from ...protocol import games
from ..tables.own_bots import check_own_bots
from ..tables.store import Store
from . import mail, push
from .process import check_port
from .settings import Settings

LITTLE_ROOM = 500_000_000


def check_settings(settings: Settings) -> list[str]:
    """Return a line for everything that is wrong ("error: ...") or that one should look at ("warning: ...")."""
    found: list[str] = []
    for check in (check_port, lambda _: games(), check_own_bots, _open_database):
        try:
            check(settings)
        except LastRaftError as error:
            found.append(f"error: {error}")
    for proxy in settings.proxies.split(","):
        try:
            ipaddress.ip_network(proxy.strip(), strict=False)
        except ValueError:
            if proxy.strip() != "*":
                found.append(f"error: proxies: {proxy.strip()!r} is no address and no network")
    if settings.proxies.strip() == "*":
        found.append("warning: proxies: with * everybody may claim any address; name your proxy's")
    loopback = settings.host in ("127.0.0.1", "::1", "localhost")
    if not settings.hosts and not loopback:
        found.append("warning: hosts: nobody can reach it by a name; name it with --hosts raft.example")
    if settings.secret and len(settings.secret) < 20:
        found.append("warning: secret: it is short; leave it out, and one is kept in the database")
    if settings.admin_token and len(settings.admin_token) < 20:
        found.append("error: admin_token: whoever guesses it rules the server; use at least 20 characters")
    found += _check_calls(settings)
    if not Store(settings.url).postgres:
        found += _check_file(Path(str(Store(settings.url).url.database)))
    return found


def _check_calls(settings: Settings) -> list[str]:
    found = []
    if not push.available():
        found.append("warning: nobody is told that it is their turn: pip install 'lastraft[push]'")
    if settings.smtp:
        missing = [name for name in ("address", "contact") if not getattr(settings, name)]
        found += [f"error: smtp: no e-mail is sent without {name}" for name in missing]
        try:
            mail.connect(settings.smtp).quit()
        except LastRaftError as error:
            found.append(f"error: {error}")
        except OSError as error:
            found.append(f"error: smtp: the server for e-mails does not take any: {error}")
    if settings.push_anywhere:
        found.append("warning: push_anywhere: whoever plays here can make the server speak to others in its network")
    return found


def _check_file(file: Path) -> list[str]:
    found = []
    if file.exists() and os.name == "posix" and file.stat().st_mode & 0o077:
        found.append(f"warning: {file} holds secrets and is readable for others; chmod 600 {file}")
    folder = next(each for each in (file.parent, *file.parent.parents) if each.exists())
    free = shutil.disk_usage(folder).free
    if free < LITTLE_ROOM:
        found.append(f"warning: {folder} has only {free // 1_000_000} MB left")
    return found


def _open_database(settings: Settings) -> None:
    async def look() -> None:
        store = Store(settings.url, settings.database_timeout)
        store.claim()
        async with store:
            await store.alive()

    asyncio.run(look())
