"""Outlive (Ocaleni): four heroes by day, a shelter to keep alive by night. Rules: rulebook.md."""

from ..protocol import register
from .game import GAME

register(GAME)

__all__ = ["GAME"]
