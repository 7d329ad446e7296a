"""The rules that a table may choose."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import BadOption
from .translations import N_, Translator

YES_OR_NO = {"true": N_("yes"), "false": N_("no")}


@dataclass(frozen=True)
class Option:
    """A rule that a table may choose: its name, its values (the first is the default), one sentence on it, and the
    values in words where the value itself would not do."""

    name: str
    values: tuple[str, ...]
    about: str
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    group: str = ""
    """What it is about, as the heading over several; left out, it stands among the others."""

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or len(self.values) < 2 or len(set(self.values)) != len(self.values):
            raise TypeError(f"option {self.name!r}: needs a name and at least two different values")
        if len(self.values) > 127:
            raise TypeError(f"option {self.name!r}: at most 127 values")

    @property
    def default(self) -> str:
        return self.values[0]

    def in_words(self, value: str, t: Translator) -> str:
        """A value as people read it."""
        words = self.words.get(value) or YES_OR_NO.get(value)
        return t(words) if words else value.replace("_", " ")


@dataclass(frozen=True)
class Preset:
    """Options that a table chooses in one go: a name, a title, a few words on it, and those that it sets."""

    name: str
    title: str
    about: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)


def declared_options(
    data: Mapping[str, Any], about: Mapping[str, str], words: Mapping[str, str], groups: Mapping[str, str] | None = None
) -> tuple[Option, ...]:
    """The options of a game's data file, with a sentence on each, the words of their values and their groups."""

    def text(value: object) -> str:
        return "-".join(map(str, value)) if isinstance(value, list) else str(value).lower()

    return tuple(
        Option(name, tuple(map(text, each["values"])), about[name], words, (groups or {}).get(name, ""))
        for name, each in data.items()
    )


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Options as people write them, each as name=value.

    :raises BadOption: if one is not written so.
    """
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(f"option {word!r}: expected name=value")
        options[name] = value
    return options
