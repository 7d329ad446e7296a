"""What a game is, in four parts: rules, notation, speech and picture. Nothing above it knows which game it runs.

A game's package makes one `Game` and hands it to `register`.
"""

from __future__ import annotations

from .codes import Families, Family
from .events import NUMBER, SEAT, Events, Forms, LogLine, Noun, Plural, event, plural
from .game import Game, seats_in
from .notation import Notation
from .observation import Observation, counts, names
from .options import Option, read_options
from .orders import Occasion, OrderChoice, Orders
from .picture import Picture, Shortcut
from .reader import WATCHER, Listener, Reader
from .registry import BUILT_IN, game, games, home_of, register
from .remember import for_everybody, made_of
from .rules import SELFISH, Rules
from .speech import Figure, Sign, Speech, Stage
from .staging import cue
from .teaching import Block, Card, Lesson, Step, Teaching
from .together import Together
from .windows import Beat, Windows

__all__ = [
    "BUILT_IN",
    "NUMBER",
    "SEAT",
    "SELFISH",
    "WATCHER",
    "Beat",
    "Block",
    "Card",
    "Events",
    "Families",
    "Family",
    "Figure",
    "Forms",
    "Game",
    "Lesson",
    "Listener",
    "LogLine",
    "Notation",
    "Noun",
    "Observation",
    "Occasion",
    "Option",
    "OrderChoice",
    "Orders",
    "Picture",
    "Plural",
    "Reader",
    "Rules",
    "Shortcut",
    "Sign",
    "Speech",
    "Stage",
    "Step",
    "Teaching",
    "Together",
    "Windows",
    "counts",
    "cue",
    "event",
    "for_everybody",
    "game",
    "games",
    "home_of",
    "made_of",
    "names",
    "plural",
    "read_options",
    "register",
    "seats_in",
]
