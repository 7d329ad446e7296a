"""Hellapagos: build a raft for everybody before the hurricane, or at least for yourself."""

from ..protocol import register
from .game import GAME

register(GAME)

__all__ = ["GAME"]
