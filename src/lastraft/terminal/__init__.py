"""The table in a terminal: people at one keyboard, bots, saved games. It knows no game by name."""

from __future__ import annotations

import sys


def can_ask() -> bool:
    """Whether somebody may be typing."""
    return sys.stdin is not None and sys.stdin.isatty()


def can_show() -> bool:
    """Whether somebody may be looking at a screen."""
    return sys.stdout is not None and sys.stdout.isatty()
