"""Plays what is installed: `python tests/smoke.py` in an environment with the wheel, anywhere, needs nothing else.

With ``--bare`` the wheel was installed without extras: the commands that need one must say so.
"""

from __future__ import annotations

import http.cookiejar
import itertools
import json
import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROGRAM = str(Path(sysconfig.get_path("scripts"), "lastraft.exe" if os.name == "nt" else "lastraft"))
GAMES = ("survive", "hellapagos", "outlive")
TIMEOUT = 300


def lastraft(*args: str, code: int = 0) -> str:
    """What a command prints."""
    print("lastraft", *args, flush=True)
    done = subprocess.run([PROGRAM, *args], capture_output=True, encoding="utf-8", errors="replace", timeout=TIMEOUT)
    assert done.returncode == code, f"exit code {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout if code == 0 else done.stderr


def play_in_the_terminal() -> None:
    """Bots play each game; it is saved, shown again and drawn."""
    listed = lastraft("games")
    for game in GAMES:
        assert game in listed
        lastraft("play", game, "--people", "0", "--fast", "--seed", "7", "--save", f"{game}.txt")
        assert lastraft("replay", f"{game}.txt")
        lastraft("draw", f"{game}.txt", "--output", f"{game}.svg")
        assert Path(f"{game}.svg").read_text("utf-8").startswith("<svg")


def name_what_is_missing() -> None:
    for command, extra in (("serve", "server"), ("ladder survive", "arena"), ("report survive", "arena")):
        complaint = lastraft(*command.split(), code=2)
        assert complaint.count("\n") == 1, complaint
        assert f"lastraft[{extra}]" in complaint, complaint


def play_at_a_server() -> None:
    """A table of bots plays to its end, and the page and its scripts come as what they are."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def ask(path: str, **data: Any) -> Any:
        body = json.dumps(data).encode() if data else None
        request = urllib.request.Request(url + path, body, {"content-type": "application/json"})
        with browser.open(request, timeout=30) as answer:
            return json.load(answer)

    command = [PROGRAM, "serve", "--no-browser", "--port", str(port), "--database", "sqlite+aiosqlite:///smoke.sqlite"]
    print(*command, flush=True)
    with Path("server.log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        until(lambda: bool(browser.open(f"{url}/health", timeout=30)))
        page = browser.open(url).read().decode()
        static = page.partition("/drawing.css")[0].rpartition('"')[2]
        assert "javascript" in browser.open(f"{url}{static}/page.js").headers["content-type"]
        for rules, language in itertools.product(GAMES, ("en", "pl", "fr")):
            clauses = browser.open(f"{url}/rules/{rules}?lang={language}", timeout=30).read().decode()
            assert clauses.count(f'<p lang="{language}">') > 150, f"{rules} in {language}"
        ask("/api/me", name="Ola")
        table = ask("/api/tables", game="survive", bots=["random"] * 4, sit=False, start=True, pause=0)["id"]
        until(lambda: bool(ask(f"/api/tables/{table}")["status"] == "over"))
    except BaseException:
        print(Path("server.log").read_text("utf-8", "replace")[-4000:])
        raise
    finally:
        server.terminate()
        server.wait(TIMEOUT)


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        try:
            if happened():
                return
        except OSError:
            pass  # nobody listens there yet
        time.sleep(0.2)
    raise AssertionError("it took too long")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["LASTRAFT_DATA"] = folder
        os.chdir(folder)
        print(lastraft("--version").strip())
        play_in_the_terminal()
        lastraft("simulate", "survive", "--games", "20", "--out", "games.csv")
        if "--bare" in sys.argv:
            name_what_is_missing()
        else:
            play_at_a_server()
            lastraft("report", "survive", "--games", "20", "--bots", "random", "--compare", "none")
            lastraft("ladder", "survive", "--games", "20", "--bots", "random,greedy")
        os.chdir(Path(__file__).parent)
    print("all of it works")
