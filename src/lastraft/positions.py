"""Positions as text, so that a test reads like the rulebook's example (grammar: docs/formats.md).

A position is lines ``key: value``. `game`, `seats`, `options` and `generator` belong to every game; the other keys are
the game's own (`Game.arrange`); ``field NAME: numbers`` sets a field of the state directly. What a game's own lines
leave out is written as fields, so that every position comes back to the last bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import BadOption, BadText
from .kernel.rng import seed_rng
from .kernel.state import numbers_in, shaped
from .match import Match, seed_words
from .protocol import Game, game, read_options


def position(
    which: str | Game[Any],
    text: str,
    options: Mapping[str, str | bool] | None = None,
    seats: int | None = None,
    seed: int = 1,
) -> Match:
    """A match that starts from a written position. ``options`` and ``seats`` may also stand in the text; chance is
    steered by ``seed`` or by the text's ``generator``.

    :raises BadText: if a line cannot be read.
    :raises UnknownGame: if there is no such game.
    :raises BadOption: if it cannot be played so.
    """
    found: Game[Any] = game(which) if isinstance(which, str) else which
    lines = _lines(text)
    given: dict[str, str | bool] = dict(options or {})
    for number, key, value in lines:
        if key == "game" and value != found.name:
            raise BadText(number, f"a position of {value!r}, not of {found.name!r}")
        if key == "seats":
            seats = _whole(number, value)
        if key == "options":
            given |= _options(number, value)
    s = _new_state(found, found.usual_size if seats is None else seats, given, lines)
    seed_rng(s, *seed_words(seed))
    found.notation.blank(s)
    _arrange(found, s, lines)
    return Match(found, seed=seed, start=s)


def _new_state(found: Game[Any], seats: int, given: dict[str, str | bool], lines: list[tuple[int, str, str]]) -> Any:
    where = {key: number for number, key, _ in lines}
    key = "seats"
    try:
        found.new_state(seats)
        key = "options"
        return found.new_state(seats, given)
    except BadOption as error:
        if key in where:
            raise BadText(where[key], str(error)) from error
        raise


def write(match: Match) -> str:
    """The match's position as text."""
    s = match.state
    found = match.game
    head = [("game", found.name), ("seats", str(s.seats))]
    if chosen := found.chosen(s):
        head.append(("options", " ".join(f"{k}={v}" for k, v in chosen.items())))
    head.append(("generator", " ".join(f"{word:08x}" for word in s.random)))
    body = found.notation.describe(s)
    text = "\n".join(f"{key}: {value}" for key, value in head + body)
    back = position(found, text).state
    rest = []
    for name, field in found.state.layout.fields.items():
        value = getattr(s, name)
        if value != getattr(back, name):
            rest.append((f"field {name}", " ".join(map(str, map(int, numbers_in(value, field.shape))))))
    return "".join(f"{key}: {value}\n" for key, value in head + body + rest)


def _lines(text: str) -> list[tuple[int, str, str]]:
    made = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if line:
            key, colon, value = line.partition(":")
            if not colon:
                raise BadText(number, f"{line!r}: expected 'key: value'")
            made.append((number, " ".join(key.split()), value.strip()))
    return made


def _arrange(found: Game[Any], s: Any, lines: list[tuple[int, str, str]]) -> None:
    for number, key, value in lines:
        try:
            if key == "generator":
                _generator(s, value)
            elif key.startswith("field "):
                _field(s, key[6:], value)
            elif key not in ("game", "seats", "options"):
                found.notation.arrange(s, key, value)
        except KeyError:
            raise BadText(number, f"{key!r} is no key of a position of {found.name}") from None
        except (ValueError, IndexError, OverflowError) as error:
            raise BadText(number, f"{key}: {error}") from error
    last = lines[-1][0] if lines else 1
    try:
        s.to_bytes()
    except Exception as error:
        raise BadText(last, f"a number of this position is out of range ({error})") from error
    if not 0 <= s.depth <= len(s.frame):
        raise BadText(last, f"a stack of {s.depth} frames: from 0 to {len(s.frame)} fit")


def _generator(s: Any, value: str) -> None:
    found = [int(word, 16) for word in value.split()]
    if len(found) != 4 or not any(found) or not all(0 <= word <= 0xFFFFFFFF for word in found):
        raise ValueError("expected four words of eight hexadecimal digits, not all 0")
    s.random = found


def _field(s: Any, name: str, value: str) -> None:
    field = s.layout.fields.get(name)
    if field is None:
        raise ValueError(f"there is no field {name!r}")
    if name in ("seats", "option", "random"):
        raise ValueError("seats, options and generator have lines of their own")
    numbers = tuple(int(word) for word in value.split())
    if len(numbers) != field.total:
        raise ValueError(f"expected {field.total} numbers, found {len(numbers)}")
    if not all(field.low <= n <= field.high for n in numbers):
        raise ValueError(f"numbers of this field go from {field.low} to {field.high}")
    setattr(s, name, shaped(numbers, 0, field.shape))


def _whole(number: int, value: str) -> int:
    if not value.isdecimal() or len(value) > 9:
        raise BadText(number, f"{value!r}: expected a whole number")
    return int(value)


def _options(number: int, value: str) -> dict[str, str]:
    try:
        return read_options(value.split())
    except BadOption as error:
        raise BadText(number, str(error)) from error
