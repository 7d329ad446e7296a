"""Hellapagos: build a raft for everybody before the hurricane, or at least for yourself."""

from ..protocol import register
from .game import Hellapagos

GAME = register(Hellapagos())

__all__ = ["GAME"]
