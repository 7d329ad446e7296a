"""Survive the Island: bring your adventurers to safety before the volcano erupts for the third time."""

from ..protocol import register
from .game import GAME

register(GAME)

__all__ = ["GAME"]
