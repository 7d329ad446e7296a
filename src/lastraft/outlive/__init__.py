"""Outlive (Ocaleni): four heroes by day, a shelter to keep alive by night. Rules: docs/rules/outlive.md."""

from ..protocol import register
from .game import GAME

register(GAME)

__all__ = ["GAME"]
