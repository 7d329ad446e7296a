"""Outlive (Ocaleni): four heroes by day, a shelter to keep alive by night. Rules: docs/rules/outlive.md."""

from __future__ import annotations

from ..protocol import register
from .game import Outlive

GAME = register(Outlive())

__all__ = ["GAME", "Outlive"]
