"""The server behind a reverse proxy: under a path prefix, with the proxy's word for who asks and how."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import Person, Server, TableSocket, free_port, serving

PREFIX = "/static/raft"
"""Also where it resembles a path of ours: what browsers may keep, and what is logged, goes by the route."""
NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location /static/raft/ {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection "upgrade";
      proxy_read_timeout 120s;
      proxy_buffering off;
    }}
  }}
}}
"""
"""As in docs/server.md."""


@pytest.fixture(scope="module")
def prefixed(folder: Path) -> Iterator[Server]:
    database = f"sqlite+aiosqlite:///{folder / 'prefixed.sqlite'}"
    with serving(database, folder, LASTRAFT_PREFIX=PREFIX) as server:
        yield server


async def play(address: str) -> None:
    """Say one's name, open a table, move over the socket, read pages: all of it below the prefix."""
    ada = Person(f"{address}{PREFIX}")
    answer = await ada.http.post("/api/me", json={"name": "Ada"})
    assert answer.status_code == 200
    assert f"path={PREFIX}" in answer.headers["set-cookie"].lower()
    table = await ada.table(seats=2, bots=["random"], start=True)
    async with TableSocket(ada, table, {}) as connection:
        await connection.until(lambda: connection.game["legal"])
        assert (await connection.move(connection.game["legal"][0]["code"]))["type"] == "done"
    answer = await ada.http.get(f"/table/{table}")
    assert answer.headers["cache-control"] == "no-store"
    page = answer.text
    for link in re.findall(r'(?:href|src|action)="(/[^"]*)"', page):
        assert link.startswith(f"{PREFIX}/"), link
    script = re.search(r'src="([^"]*page\.js[^"]*)"', page)
    assert script
    assert "max-age" in (await ada.http.get(f"{address}{script[1]}")).headers["cache-control"]
    sent = await ada.http.post("/new", data={"game": "driftwood", "how": "now"})
    assert sent.status_code == 303
    assert sent.headers["location"].startswith(f"{PREFIX}/table/")


def test_a_proxy_that_keeps_the_prefix(prefixed: Server) -> None:
    asyncio.run(play(prefixed.url))
    assert '"route": "/table/{table}"' in prefixed.log.read_text()


def test_a_proxy_that_takes_the_prefix_away(prefixed: Server) -> None:
    """Then the server puts it before its links all the same."""
    answer = httpx.post(f"{prefixed.url}/api/me", json={"name": "Ada"})
    assert f"path={PREFIX}" in answer.headers["set-cookie"].lower()
    assert f'"{PREFIX}/static/' in httpx.get(f"{prefixed.url}/").text


def test_a_proxy_that_speaks_https(prefixed: Server) -> None:
    """X-Forwarded-Proto of a proxy that is known makes the cookie one that never travels in the clear."""
    plain = httpx.post(f"{prefixed.url}{PREFIX}/api/me", json={"name": "Ada"})
    assert "secure" not in plain.headers["set-cookie"].lower()
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    secret = httpx.post(f"{prefixed.url}{PREFIX}/api/me", json={"name": "Ada"}, headers=forwarded)
    assert "secure" in secret.headers["set-cookie"].lower()


def test_behind_nginx(prefixed: Server, tmp_path: Path) -> None:
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("nginx is not installed here (Debian: apt install nginx)")
    port = free_port()
    (tmp_path / "nginx.conf").write_text(NGINX.format(folder=tmp_path, port=port, behind=prefixed.port))
    process = subprocess.Popen([program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")])
    try:
        for _ in range(200):
            try:
                httpx.get(f"http://127.0.0.1:{port}{PREFIX}/")
                break
            except httpx.TransportError:
                assert process.poll() is None
        asyncio.run(play(f"http://127.0.0.1:{port}"))
    finally:
        process.terminate()
        process.wait()
