"""What a host arranges in the lobby: presets, and behind them every rule and the time, each kept when it is clicked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...protocol import Game, Option
from ...protocol.phrases import Phrases
from ...protocol.translations import LANGUAGES, N_, Translator, translator
from ..tables.actions import Refused, TermsChange
from ..tables.entries import Clock
from ..tables.table import Table

CLOCKS = {
    "none": (Clock(), N_("no clock")),
    "quick": (Clock("move", 20), N_("20 seconds for each move")),
    "minute": (Clock("move", 60), N_("a minute for each move")),
    "five": (Clock("move", 300), N_("five minutes for each move")),
    "bank": (Clock("bank", 1200, 5), N_("twenty minutes for the game, and 5 s for each move")),
    "half": (Clock("hours", 12, nights=True, vacation=7), N_("12 hours for each move, nights off, a week of vacation")),
    "reserve": (
        Clock("hours", 24, reserve=96, nights=True, vacation=7),
        N_("a day for each move and four in reserve, nights off, a week of vacation"),
    ),
    "days": (Clock("days", 2), N_("two days for each move")),
}
PACES = {
    "quick": (0.7, N_("quick")),
    "usual": (1.0, N_("usual")),
    "calm": (1.6, N_("calm")),
    "patient": (0.0, N_("wait for every answer")),
}
"""How fast a table keeps the time of windows."""
LATES = {
    "rules": N_("the usual move"),
    "bot": N_("a bot moves"),
    "fold": N_("they fold until they are back"),
    "back": N_("a bot plays until they are back"),
    "good": N_("a bot plays on for good"),
}
"""What happens when somebody's time is out."""
DEBATES = {str(seconds): float(seconds) for seconds in (20, 45, 90)}


class Preset(NamedTuple):
    """All that a host may choose, in one go; rules that are left out are as printed."""

    title: str
    about: str
    options: Mapping[str, str] = {}
    clock: str = "none"
    pace: str = "usual"
    debate: str = "45"
    late: str = "rules"
    pause: float = 1.2


CLASSIC = "classic"
BEFORE = {
    "first": Preset(N_("First game"), N_("as printed, calm, no clock"), pace="calm", debate="90", pause=1.6),
    CLASSIC: Preset(N_("Classic"), N_("the rulebook, as printed")),
}
AFTER = {
    "fast": Preset(N_("Fast"), N_("20 s a move, quick bots"), clock="quick", pace="quick", debate="20", pause=0.4),
    "days": Preset(N_("Over days"), N_("12 h a turn, nights off"), clock="half", late="bot"),
}


class Row(NamedTuple):
    """Something to choose: the name of its field, a sentence, its values in words, the one chosen, and the printed."""

    field: str
    about: str
    values: dict[str, str]
    value: str
    usual: str

    @property
    def changed(self) -> bool:
        return self.value != self.usual

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule of the game, and not only how long people have."""
        return self.field.startswith("option.")


def presets(game: Game[Any]) -> dict[str, Preset]:
    """The presets of a game by name: those of every game around its own."""
    own = {each.name: Preset(each.title, each.about, each.options) for each in game.presets}
    return BEFORE | own | AFTER


def described(game: Game[Any], language: str) -> dict[str, tuple[str, str]]:
    """By name: a preset's title and description in a language."""
    t, own = translator("lastraft", language), translator(game.name, language)
    words = {key: (own if key in {each.name for each in game.presets} else t) for key in presets(game)}
    return {key: (words[key](each.title), words[key](each.about)) for key, each in presets(game).items()}


def fields(preset: Preset) -> dict[str, str]:
    """What a preset chooses, by the name of its field."""
    time = {"clock": preset.clock, "pace": preset.pace, "debate": preset.debate, "late": preset.late}
    return _by_field(preset.options) | time


def nearest(table: Table) -> tuple[str, bool]:
    """The preset that the terms of a table come from, and whether something differs from it."""
    chosen = _by_field(_chosen(table)) | _time(table)
    printed = _by_field({each.name: each.default for each in table.game.options})

    def differences(preset: Preset) -> int:
        return sum(chosen[field] != value for field, value in (printed | fields(preset)).items())

    by_preset = {key: differences(preset) for key, preset in presets(table.game).items()}
    key = min(by_preset, key=lambda key: (by_preset[key], key != CLASSIC))
    return key, by_preset[key] > 0


def rows(table: Table, language: str) -> dict[str, list[Row]]:
    """All that can be chosen, by the heading over it."""
    t, own = translator("lastraft", language), translator(table.game.name, language)
    chosen, time = _chosen(table), _time(table)
    groups: dict[str, list[Row]] = {}
    for option in table.game.options:
        values = {value: option.in_words(value, own) for value in option.values}
        row = Row(f"option.{option.name}", own(option.about), values, chosen[option.name], option.default)
        groups.setdefault(own(option.group) if option.group else t("Rules"), []).append(row)
    classic = BEFORE[CLASSIC]
    clocks, paces = ({key: t(name) for key, (_, name) in each.items()} for each in (CLOCKS, PACES))
    lates = {key: t(name) for key, name in LATES.items()}
    debates = {key: t("{n} seconds", n=key) for key in DEBATES}
    groups[t("Time")] = [
        Row("clock", t("How long one may think."), clocks, time["clock"], classic.clock),
        Row("late", t("When somebody's time is out."), lates, time["late"], classic.late),
        Row("pace", t("How long the table waits for those who could step in."), paces, time["pace"], classic.pace),
    ]
    if table.game.phrases.of_bot is not Phrases().of_bot:  # bots speak in debates
        about = t("How long a debate before a vote takes.")
        groups[t("Time")].append(Row("debate", about, debates, time["debate"], classic.debate))
    return groups


def wanted(table: Table, form: Mapping[str, str]) -> TermsChange:
    """What a form of the lobby asks for: a preset, all rules as printed, or single things; the rest stays."""
    game, options = table.game, _chosen(table)
    for field, known in (("preset", presets(game)), ("clock", CLOCKS), ("pace", PACES), ("debate", DEBATES)):
        if field in form and form[field] not in known:
            wrong = {"value": repr(form[field][:30]), "field": field, "values": ", ".join(known)}
            raise Refused("invalid", "{value} is no {field} here; choose one of: {values}.", **wrong)
    if "preset" in form:
        preset = presets(game)[form["preset"]]
        return TermsChange(
            options=dict(preset.options),
            clock=CLOCKS[preset.clock][0],
            pace=PACES[preset.pace][0],
            debate=DEBATES[preset.debate],
            late=preset.late,
            pause=preset.pause,
        )
    given = {key.removeprefix("option."): value for key, value in form.items() if key.startswith("option.")}
    options = {} if "printed" in form else _without_defaults(game.options, options | given)
    size = _size(game, form["seats"]) if "seats" in form else None
    clock, _ = CLOCKS.get(form.get("clock", ""), (None, ""))
    pace, _ = PACES.get(form.get("pace", ""), (None, ""))
    debate = DEBATES.get(form.get("debate", ""))
    late = form.get("late") if form.get("late") in LATES else None
    changed = given or "printed" in form
    return TermsChange(
        size=size, options=options if changed else None, clock=clock, pace=pace, debate=debate, late=late
    )


def _size(game: Game[Any], seats: str) -> int:
    if not seats.isdecimal() or len(seats) > 2:
        sizes = {"least": game.sizes[0], "most": game.sizes[-1]}
        raise Refused("invalid", "{value} is no number of chairs: {least} to {most}.", value=repr(seats[:30]), **sizes)
    return int(seats)


def is_named(name: str) -> bool:
    """Whether somebody chose this name, and was not given it for want of one."""
    return name not in {translator("lastraft", language)("Castaway") for language in LANGUAGES}


def seated(table: Table, t: Translator) -> str:
    """Who sits at a table, in figures."""
    kinds = [chair.kind for chair in table.seats]
    people, bots = kinds.count("person"), kinds.count("bot")
    said = [t.plural("{n} person", "{n} people", people)]
    if bots:
        said.append(t.plural("{n} bot", "{n} bots", bots))
    chairs = t.plural("{n} chair", "{n} chairs", len(kinds))
    return t("{chairs}: {who}", chairs=chairs, who=", ".join(said))


def _by_field(options: Mapping[str, str]) -> dict[str, str]:
    return {f"option.{name}": value for name, value in options.items()}


def _chosen(table: Table) -> dict[str, str]:
    """The value of every option."""
    return {each.name: table.terms.options.get(each.name, each.default) for each in table.game.options}


def _without_defaults(options: tuple[Option, ...], chosen: Mapping[str, str]) -> dict[str, str]:
    """Only what differs from the printed rules; what no option knows is left for the game to refuse."""
    defaults = {each.name: each.default for each in options}
    return {name: value for name, value in chosen.items() if defaults.get(name) != value}


def _time(table: Table) -> dict[str, str]:
    """The names of the clock, the pace, the debate and what follows when time is out; empty where the lobby offers no
    such thing."""
    terms = table.terms
    return {
        "clock": next((key for key, (clock, _) in CLOCKS.items() if clock == terms.clock), ""),
        "pace": next((key for key, (pace, _) in PACES.items() if pace == terms.pace), ""),
        "late": terms.late,
        "debate": next((key for key, seconds in DEBATES.items() if seconds == terms.debate), ""),
    }
