"""Survive the Island: bring your adventurers to safety before the volcano erupts for the third time."""

from ..protocol import register
from .game import SurviveTheIsland

GAME = register(SurviveTheIsland())

__all__ = ["GAME"]
