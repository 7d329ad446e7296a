"""A finished game looked at again: everybody's chances, and the moves that cost most."""

from __future__ import annotations

import json

from ..bots.analysis import Analysis, analyse, in_words
from ..errors import BadOption
from ..match import Match
from .screen import Screen

BARS = " ▁▂▃▄▅▆▇█"
WIDE = 60


def analysis(match: Match) -> Analysis:
    """:raises BadOption: if the game is not over."""
    if not match.over:
        raise BadOption(
            "the game is not over: only a finished game is analysed; lastraft play --resume goes on with it"
        )
    return analyse(match)


def as_json(match: Match, found: Analysis, language: str) -> str:
    """The analysis as a JSON object: see docs/formats.md."""
    return json.dumps(in_words(match, found, language), ensure_ascii=False, indent=1)


def show(match: Match, found: Analysis, screen: Screen) -> None:
    """The chances as a line of bars for each seat, then by seat what cost most and where the chances fell."""
    t = screen.t
    screen.title(match)
    screen.headline(t("Who was going to win?"))
    shown = sorted({round(i * (len(found.numbers) - 1) / (WIDE - 1)) for i in range(WIDE)})
    width = max(map(len, match.names))
    for seat, name in enumerate(match.names):
        line = [found.chances[i][seat] for i in shown]
        bars = "".join(BARS[round(chance * (len(BARS) - 1) / 100)] for chance in line)
        screen.say(f"  {name:<{width}} {line[0]:3.0f} % {bars} {line[-1]:3.0f} %")
    words = in_words(match, found, t.language)
    for seat, name in enumerate(match.names):
        if words["downfalls"][seat]:
            screen.headline(t("What decided it for {name}", name=name))
            screen.say(f"  {words['downfalls'][seat]}")
        screen.headline(t("What {name} could have done", name=name))
        costly = [each for each in words["costly"] if each["seat"] == seat]
        if not costly:
            nothing = t("No single move cost much.")
            screen.say(f"  {nothing} {t('Well played.') if found.chances[-1][seat] else ''}".rstrip())
        for each in costly:
            figures = t("{less} % instead of {n} %", n=each["before"], less=each["after"])
            screen.say(f"  {' · '.join(filter(None, (each['stage'], figures)))}", "bold")
            screen.say(f"    {each['asked']}", "dim")
            screen.say(f"    {t('Played: {move}', move=each['played'])}")
            screen.say(f"    {t('Better: {move}', move=each['better'])}")
            if each["why"]:
                screen.say(f"    {each['why']}", "dim")
        falls = [each for each in words["falls"] if each["seat"] == seat]
        if falls:
            screen.headline(t("What happened to {name}", name=name))
        for each in falls:
            whose = "" if each["mover"] == seat else t("{name}'s turn", name=match.names[each["mover"]])
            figures = f"{each['before']} % → {each['after']} %"
            screen.say(f"  {' · '.join(filter(None, (each['stage'], whose, figures)))}", "bold")
            screen.say(f"    {each['said']}", "dim")
        if not (costly or falls) and words["sank"][seat]:
            screen.say(f"  {t('Little by little; no moment stands out.')}")
