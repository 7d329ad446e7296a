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
from ..tables.schema import HEAD
from ..tables.store import NoDatabase, Store
from . import mail, push
from .process import check_port
from .settings import Settings

LITTLE_ROOM = 500_000_000


def check_settings(settings: Settings) -> list[str]:
    """Return a line for everything that is wrong ("error: ...") or that one should look at ("warning: ...")."""
    found: list[str] = []
    for check in (check_port, lambda _: games(), check_own_bots):
        try:
            check(settings)
        except LastRaftError as error:
            found.append(f"error: {error}")
    found += _check_database(settings)
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
    if settings.metrics_token and len(settings.metrics_token) < 20:
        found.append("warning: metrics_token: whoever guesses it reads the metrics; use at least 20 characters")
    return found + _check_calls(settings)


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
        except OSError as error:  # it may be back soon; people can play meanwhile
            found.append(f"warning: smtp: the server for e-mails does not take any: {error}")
    if settings.push_anywhere:
        found.append("warning: push_anywhere: whoever plays here can make the server speak to others in its network")
    return found


def _check_database(settings: Settings) -> list[str]:
    """Look at the database as a server would find it; nothing is created or migrated."""
    try:
        store = Store(settings.url, settings.database_timeout)
    except LastRaftError as error:
        return [f"error: {error}"]
    file = None if store.postgres else Path(str(store.url.database))
    found = []
    try:
        if file is None or os.path.exists(file):  # the server creates one
            found = asyncio.run(_open_database(store))
    except NoDatabase:  # the one that is there is empty
        pass
    except LastRaftError as error:
        found.append(f"error: {error}")
    return found + (_check_file(file) if file else [])


async def _open_database(store: Store) -> list[str]:
    store.claim()
    async with store.opened_to_read() as version:
        if not await store.is_writable():
            return [f"error: the database {store.shown} cannot be written"]
    if version < HEAD:
        return [f"warning: the database is of version {version}; the server brings it to {HEAD} when it starts"]
    return []


def _check_file(file: Path) -> list[str]:
    found = []
    if os.path.exists(file) and os.name == "posix" and file.stat().st_mode & 0o077:
        found.append(f"warning: {file} holds secrets and is readable for others; chmod 600 {file}")
    folder = next(each for each in (file.parent, *file.parent.parents) if os.path.exists(each))
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        found.append(f"error: database: {file} cannot be created: {folder} cannot be written")
    free = shutil.disk_usage(folder).free
    if free < LITTLE_ROOM:
        found.append(f"warning: {folder} has only {free // 1_000_000} MB left")
    return found
