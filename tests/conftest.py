"""What holds for all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background: the programs under test would inherit deafness to Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if named := os.environ.get("LASTRAFT_BLANK"):
    from tools import prove_clauses as prove  # needs what Windows has not

    prove.blank(*named.split(":"))

# The same examples in every run, and none that fails for being slow.
settings.register_profile("lastraft", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("lastraft")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try tests of real browsers, servers and clocks twice: a machine that stands still for a while fails them."""
    for item in items:
        if item.path.parent.name in ("browser", "server"):
            item.add_marker(pytest.mark.flaky(reruns=1))
