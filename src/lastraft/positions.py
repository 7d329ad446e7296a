"""Positions as text, so that a test reads like the rulebook's example (grammar: docs/formats.md).

A position is lines ``key: value``. `game`, `seats`, `options` and `generator` belong to every game; the other keys are
the game's own (`Game.arrange`); ``field NAME: numbers`` sets a field of the state directly. What a game's own lines
leave out is written as fields, so that every position comes back to the last bit.
"""

from collections.abc import Mapping
from typing import Any

from .errors import BadOption, BadText
from .kernel.rng import WORD, seed_rng, seed_words
from .kernel.state import numbers_in, shaped
from .protocol import Game, read_options


def read(
    game: Game[Any], text: str, options: Mapping[str, str | bool] | None = None, seats: int | None = None, seed: int = 1
) -> Any:
    """The state that a position describes (see `lastraft.position`).

    :raises BadText: if a line cannot be read.
    :raises BadOption: if the game cannot be played so.
    """
    lines = _lines(text)
    given: dict[str, str | bool] = dict(options or {})
    for number, key, value in lines:
        if key == "game" and value != game.name:
            raise BadText(number, f"a position of {value!r}, not of {game.name!r}")
        if key == "seats":
            seats = _whole(number, value)
        if key == "options":
            given |= _options(number, value)
    s = _new_state(game, game.usual_size if seats is None else seats, given, lines)
    seed_rng(s, *seed_words(seed))
    game.notation.blank(s)
    _arrange(game, s, lines)
    return s


def _new_state(game: Game[Any], seats: int, given: dict[str, str | bool], lines: list[tuple[int, str, str]]) -> Any:
    where = {key: number for number, key, _ in lines}
    key = "seats"
    try:
        game.new_state(seats)
        key = "options"
        return game.new_state(seats, given)
    except BadOption as error:
        if key in where:
            raise BadText(where[key], str(error)) from error
        raise


def write(game: Game[Any], s: Any) -> str:
    """A state as text, to the last bit."""
    head = [("game", game.name), ("seats", str(s.seats))]
    if chosen := game.chosen(s):
        head.append(("options", " ".join(f"{k}={v}" for k, v in chosen.items())))
    head.append(("generator", " ".join(f"{word:08x}" for word in s.random)))
    body = game.notation.describe(s)
    text = "\n".join(f"{key}: {value}" for key, value in head + body)
    back = read(game, text)
    rest = []
    for name, field in game.state.layout.fields.items():
        value = getattr(s, name)
        if value != getattr(back, name):
            rest.append((f"field {name}", " ".join(map(str, map(int, numbers_in(value, field.shape))))))
    return "".join(f"{key}: {value}\n" for key, value in head + body + rest)


def _lines(text: str) -> list[tuple[int, str, str]]:
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if line:
            key, colon, value = line.partition(":")
            if not colon:
                raise BadText(number, f"{line!r}: expected 'key: value'")
            lines.append((number, " ".join(key.split()), value.strip()))
    return lines


def _arrange(game: Game[Any], s: Any, lines: list[tuple[int, str, str]]) -> None:
    for number, key, value in lines:
        try:
            if key == "generator":
                _generator(s, value)
            elif key.startswith("field "):
                _field(s, key[6:], value)
            elif key not in ("game", "seats", "options"):
                game.notation.arrange(s, key, value)
        except KeyError:
            raise BadText(number, f"{key!r} is no key of a position of {game.name}") from None
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
    words = [int(word, 16) for word in value.split()]
    if len(words) != 4 or not any(words) or not all(0 <= word <= WORD for word in words):
        raise ValueError("expected four words of eight hexadecimal digits, not all 0")
    s.random = words


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
