"""A real browser at a real server: the distribution's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lastraft.protocol import games
from tests.browser.player import TIMEOUT
from tests.server.helpers import Server, serving

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def _played_before(context: Any) -> Any:
    """A browser that knows the games: their cards have been read."""
    read = [f"localStorage.setItem('card-{name}', '1')" for name in games()]
    context.add_init_script(f"try {{ {'; '.join(read)} }} catch {{}}")
    context.set_default_timeout(TIMEOUT)
    return context


@contextmanager
def launch() -> Iterator[Any]:
    """The distribution's Chromium; nothing where none is installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=quiet)
        fresh = browser.new_context
        # A service worker would answer for files that tests hold back or count.
        usual = {"service_workers": "block"}
        browser.new_context = lambda **given: _played_before(fresh(**{**usual, **given}))  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """One for this folder: while it runs, so does its event loop, and tests of another folder could have none."""
    with launch() as browser:
        if browser is None:
            pytest.skip("no Chromium is installed here (Debian: apt install chromium)")
        yield browser


@pytest.fixture(autouse=True)
def _closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test leaves a page open to the next."""
    yield
    if "chromium" in request.fixturenames:
        for context in request.getfixturevalue("chromium").contexts:
            context.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("page")
    with serving(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}", folder) as running:
        yield running
