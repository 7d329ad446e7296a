"""A game looked at again, and hints: chances that end at the true result, from what the seats knew."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import lastraft
from lastraft.bots import SearchBot, bot
from lastraft.bots import analysis as analysing
from lastraft.bots import net as nets
from lastraft.bots.analysis import (
    CostlyMove,
    Fall,
    advice_in_words,
    advise,
    analyse,
    chances,
    happened,
    in_words,
    reason,
    whose_turn,
)
from lastraft.cli import app
from lastraft.kernel import State, rule
from lastraft.protocol.events import LogLine, Tone
from lastraft.terminal.analyse import show
from lastraft.terminal.screen import Screen
from tests.driftwood import GAME
from tests.test_net import random_net


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(nets, "_USED", {("driftwood", ""): random_net(GAME)})
    return nets.net_of(GAME)


def played(seed: int = 3) -> lastraft.Match:
    m = lastraft.new("driftwood", seats=3, seed=seed)
    bots = [bot("natural", GAME, seat) for seat in range(3)]
    while (seat := m.asked) is not None:
        m.push(bots[seat].choose(m.hidden(seat), seat), seat)
    return m


def test_chances_add_up_and_end_at_the_true_result(net: Any) -> None:
    m = played()
    found = analyse(m)
    outcome = m.outcome()
    assert outcome is not None
    assert found.numbers == sorted(found.numbers)
    assert found.numbers[-1] == len(m.history)
    assert found.chances[-1] == tuple(100 / len(outcome.winners) if s in outcome.winners else 0 for s in range(3))
    assert all(abs(sum(line) - 100) < 0.01 for line in found.chances)
    assert found.costly, "a net of random weights finds that random moves cost something"
    for each in found.costly:
        move, _, _ = m.history[each.number]
        assert (move.seat, move.code) == (each.seat, each.played)
        assert each.better != each.played
        assert each.cost >= analysing.COSTLY
    assert found == analyse(lastraft.read(m.record())), "the record is enough"
    assert not analyse(m, unchosen=range(len(m.history))).costly, "nobody is blamed for what a table did"


@pytest.mark.parametrize("seed", range(1, 6))
def test_near_its_end_a_game_is_played_out_from_what_each_seat_knows(net: Any, seed: int) -> None:
    """There nobody is judged by what others think they hold, nor by what a net makes of it."""
    m = played(seed)
    outcome = m.outcome()
    assert outcome is not None
    hopes = analysing.prospects(GAME, net, m.at(len(m.history) - 1), seed, True)
    losers = [hope for seat, hope in enumerate(hopes) if seat not in outcome.winners]
    assert min(hopes[seat] for seat in outcome.winners) > max(losers, default=0)
    assert hopes == analysing.prospects(GAME, net, m.at(len(m.history) - 1), seed, True)


def test_a_running_game_is_not_analysed() -> None:
    with pytest.raises(lastraft.BadOption, match="not over"):
        analyse(lastraft.new("driftwood", seed=1))


def test_the_figures_of_a_costly_move_agree(net: Any) -> None:
    m = played()
    costly = CostlyMove(0, m.history[0].move.seat, m.history[0].move.code, m.history[0].move.code, 2.5, 3.5)
    words = in_words(m, analysing.Analysis([0, 5], [(40.0, 30.0, 30.0), (100.0, 0.0, 0.0)], [costly]), "en")
    assert (words["costly"][0]["before"], words["costly"][0]["after"]) == (4, 3), "a point apart never looks the same"
    assert words["costly"][0]["asked"]
    assert words["stages"][0][0] == 0
    assert words["movers"] == [each.move.seat for each in m.history]


def test_a_reason_says_what_the_better_move_brings(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = played()
    seat, code = m.history[0].move.seat, m.history[0].move.code
    better = next(each for each in GAME.legal(m.at(0), seat) if each != code)
    costly = CostlyMove(0, seat, code, better, 29.4, 41.2)
    speech = dataclasses.replace(GAME.speech, purpose=lambda r, moves: "wood" if moves[0] == better else "rope")
    monkeypatch.setattr(GAME, "speech", speech)
    assert reason(m, costly, "en").endswith("Why: wood.")
    assert reason(m, costly, "fr").endswith("wood.")
    same = dataclasses.replace(GAME.speech, purpose=lambda r, moves: "wood")
    monkeypatch.setattr(GAME, "speech", same)
    assert "wood" not in reason(m, costly, "en"), "what both bring is no reason"


def test_another_order_of_the_same_moves_is_no_mistake() -> None:
    """The better move was still there at the seat's next decision in the same turn."""
    m = played()
    for number, each in enumerate(m.history):
        seat, code = each.move.seat, each.move.code
        hidden = GAME.hidden(m.at(number), seat)
        for better in GAME.legal(hidden, seat):
            doubt = analysing._Doubt(5.0, number, seat, code, better, hidden, False)
            later = [i for i in range(number + 1, len(m.history)) if m.history[i].move.seat == seat][:1]
            soon = [i for i in later if i - number <= 1 + analysing.ANSWERS]
            if not any(better in GAME.legal(m.at(i), seat) for i in soon):
                continue
            still = analysing._could_still(m, doubt)
            assert still == (GAME.rules.timeout(hidden, seat) != better) or not still


def test_nobody_is_blamed_for_what_a_table_would_place(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = played()
    made = iter([each.move.code for each in m.history if len(GAME.legal(m.at(0), 0)) > 0])
    assert analyse(m).costly
    together = dataclasses.replace(GAME.together, now=lambda s: True, rest=lambda s, seat: next(made, -1))
    numbers = [i for i, each in enumerate(m.history) if len(GAME.legal(m.at(i), each.move.seat)) > 1]
    made = iter([m.history[i].move.code for i in numbers])
    monkeypatch.setattr(GAME, "together", together)
    assert not analyse(m).costly


def test_chances_begin_near_equal_and_are_trusted_later(net: Any) -> None:
    assert [analysing.trust(number, 100) for number in (0, 50, 99)] == pytest.approx([0.285, 0.95, 0.95])
    first = analyse(played()).chances[0]
    assert max(first) - min(first) <= 30


def test_nobody_is_at_nothing_or_certain_while_the_game_is_open(net: Any) -> None:
    found = analyse(played())
    assert all(1 < chance < 99 for line in found.chances[:-1] for chance in line)
    assert sorted(found.chances[-1]) == [0, 0, 100], "the curve ends at the true result"


def test_whoever_won_is_told_where_they_gained_most(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = played()
    found, [winner] = analyse(m), m.outcome().winners  # type: ignore[union-attr]
    [rise] = [each for each in found.falls if each.lost < 0]
    assert rise.seat == winner

    def log(events: Any, listener: Any) -> list[LogLine]:
        return [LogLine("A shark took a rival.", tone="grave"), LogLine("You rowed.", symbol="raft")]

    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, log=log))
    [told] = [each for each in in_words(m, found, "en")["falls"] if each["after"] > each["before"]]
    assert (told["seat"], told["said"]) == (winner, "A shark took a rival.")


def test_an_answer_belongs_to_the_turn_in_which_it_was_given() -> None:
    """Whoever lets a shark bite in somebody else's turn is not on turn; where no turns are announced, the mover is."""
    m, rng = lastraft.new("survive", seats=3, seed=4), random.Random(4)
    while not m.over:
        m.push(rng.choice(m.legal_moves().codes()), m.asked)
    begun = next(n for n in range(len(m.history)) if m.at(n).turns)
    turns = [m.at(n).turn for n in range(begun, len(m.history))]
    assert [whose_turn(m, n + 1) for n in range(begun, len(m.history))] == turns
    assert turns != [each.move.seat for each in m.history[begun:]], "somebody was asked in another's turn"
    other = played()
    assert [whose_turn(other, n + 1) for n, _ in enumerate(other.history)] == [e.move.seat for e in other.history]


def test_where_everybody_can_win_a_value_is_a_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = SearchBot(GAME, 1, iterations=1)
    assert sum(chances(GAME, judge, (500, 500, 400))) == pytest.approx(100)
    monkeypatch.setattr(GAME, "won", lambda score, rank: score > 0)
    assert chances(GAME, judge, (700, 600, 0)) == (70, 60, 0)


def test_the_dead_have_no_chances(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "won", lambda score, rank: score > 0)
    m = played()
    found = analyse(m)
    for number, line in zip(found.numbers[:-1], found.chances, strict=False):
        dead = [GAME.rules.evaluate(m.at(number), seat) < analysing.DEAD for seat in range(3)]
        assert [not chance for chance in line] == dead


def test_falls_say_what_befell_the_seat_and_nothing_else(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = played()
    found = analyse(m)
    assert all(abs(each.lost) >= 5 for each in found.falls)
    seat = m.history[4].move.seat
    before, after = (
        tuple(own if i == seat else others for i in range(3)) for own, others in ((60.0, 20.0), (10.0, 45.0))
    )
    fall = Fall(4, len(m.history), seat, before, after)

    def log(events: Any, listener: Any) -> list[LogLine]:
        return [LogLine("A wave took your plank." if listener.seat == seat else "A wave.", tone=tone)]

    tone: Tone = "grave"
    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, log=log))
    number, said = happened(m, fall, "en")
    assert 4 < number <= len(m.history)
    assert said == "A wave took your plank."
    words = in_words(m, analysing.Analysis([0, 5], [before, after], [], (fall,)), "fr")
    assert (words["falls"][0]["before"], words["falls"][0]["after"]) == (60, 10)
    assert words["falls"][0]["mover"] == m.history[number - 1].move.seat
    assert words["sank"] == [i == seat for i in range(3)]
    tone = ""
    assert happened(m, fall, "en")[1] == "", "what others do is no lesson"
    assert not in_words(m, analysing.Analysis([0, 5], [before, after], [], (fall,)), "fr")["falls"]


def test_a_seat_falls_from_one_of_its_turns_to_the_next_and_to_the_result(net: Any) -> None:
    m = played()
    number = next(i for i, each in enumerate(m.history) if len(GAME.legal(m.at(i), each.move.seat)) > 1)
    seat = m.history[number].move.seat
    last = analysing._Decision(number, (60.0, 60.0, 60.0))
    result = tuple(0.0 if i == seat else 50.0 for i in range(3))
    [fall] = analysing._falls(GAME, [last], seat, len(m.history), result)
    assert (fall.number, fall.until, fall.after) == (number, len(m.history), result)
    assert analysing._falls(GAME, [last], seat, len(m.history), (100.0, 100.0, 100.0)) == []


def test_how_somebody_lost_is_always_among_the_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even after deeper falls; it begins where their last chances were best."""
    monkeypatch.setattr(GAME, "won", lambda score, rank: score > 0)
    lines = [90.0, 75.0, 95.0, 75.0, 95.0, 75.0, 95.0, 75.0, 5.0, 4.0, 12.0, 4.0, 3.0, 1.0]
    turns = [analysing._Decision(10 * i, (chance, 50.0)) for i, chance in enumerate(lines)]
    falls = analysing._falls(GAME, turns, 0, 200, (0.0, 100.0))
    assert [(each.number, round(each.lost)) for each in falls][:3] == [(100, 12), (70, 70), (20, 20)]


def test_in_one_boat_jumps_after_own_moves_are_good_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest, of whoever has not won as well."""
    monkeypatch.setattr(GAME, "won", lambda score, rank: score > 0)
    lines = [30.0, 32.0, 55.0, 40.0, 51.0, 70.0, 60.0]
    turns = [analysing._Decision(10 * i, (chance, 50.0)) for i, chance in enumerate(lines)]
    rises = analysing._rise(GAME, turns, 0, 200, (0.0, 100.0))
    assert sorted((each.number, round(-each.lost)) for each in rises) == [(10, 23), (40, 19)]


def test_turning_points_are_listed_beside_the_falls(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, with the chances before and after it; where somebody wins, if it changed them."""
    m = played()
    found = analyse(m)
    at = [h.number for h in m.events(0)][3]

    def turning_points(events: Any, listener: Any) -> list[LogLine]:
        return [LogLine("You were pointed at.")] if events[0] in [h.event for h in m.events(0, at)][:1] else []

    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, turning_points=turning_points))
    monkeypatch.setattr(analysing, "FELL", 101.0)
    assert not [each for each in in_words(m, found, "en")["falls"] if each["said"] == "You were pointed at."]
    monkeypatch.setattr(analysing, "FELL", 0.0)
    listed = [each for each in in_words(m, found, "en")["falls"] if each["said"] == "You were pointed at."]
    assert [(each["seat"], each["mover"]) for each in listed][:1] == [(0, analysing.whose_turn(m, at))]
    assert all(0 <= each[when] <= 100 for each in listed for when in ("before", "after"))


@pytest.mark.parametrize(("after", "told"), [(10.0, "Two of yours are lost."), (70.0, "You are home.")])
def test_a_change_is_told_with_what_fits_it_of_all_that_lies_between(
    net: Any, monkeypatch: pytest.MonkeyPatch, after: float, told: str
) -> None:
    """Figures of the curve lie several moves apart: the last of these did not make all the difference."""
    m = played()
    first = m.events(0)[0].event

    def turning_points(events: Any, listener: Any) -> list[LogLine]:
        grave = first in events
        line = LogLine("Two of yours are lost." if grave else "You are home.", tone="grave" if grave else "")
        return [line] if listener.seat == 0 else []

    monkeypatch.setattr(GAME, "speech", dataclasses.replace(GAME.speech, turning_points=turning_points))
    found = analysing.Analysis([0, len(m.history)], [(40.0, 30.0, 30.0), (after, 30.0, 30.0)], [])
    assert [each["said"] for each in in_words(m, found, "en")["falls"] if each["seat"] == 0] == [told]


def test_a_reason_is_only_what_the_played_move_lacks(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = played()
    seat, code = m.history[0].move.seat, m.history[0].move.code
    better = next(each for each in GAME.legal(m.at(0), seat) if each != code)
    brings = {code: "dry; far from home", better: "dry; near home"}
    monkeypatch.setattr(
        GAME, "speech", dataclasses.replace(GAME.speech, purpose=lambda r, moves: brings.get(moves[0], ""))
    )
    assert reason(m, CostlyMove(0, seat, code, better, 29.4, 41.2), "en").endswith("Why: near home.")


def test_figures_of_costly_moves_and_falls_stand_on_the_curve(net: Any) -> None:
    found = analyse(played())
    assert found.costly
    assert all(0 <= each.played_chance < each.better_chance <= 100 for each in found.costly)
    assert all(each.before in found.chances and each.after in found.chances for each in found.falls)


def test_only_winners_are_praised(net: Any, capsys: pytest.CaptureFixture[str]) -> None:
    m = played()
    won = [seat in m.outcome().winners for seat in range(3)]  # type: ignore[union-attr]
    lines = [(40.0, 30.0, 30.0), tuple(100.0 if each else 0.0 for each in won)]
    show(m, analysing.Analysis([0, len(m.history)], lines, []), Screen(GAME, "en"))
    said = capsys.readouterr().out
    assert said.count("No single move cost much.") == 3
    assert said.count("Well played.") == sum(won)
    assert said.count("Little by little") == 3 - sum(won)


def test_a_hint_names_the_chances_and_the_next_best(net: Any) -> None:
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    advice = advise(GAME, m.hidden(0), 0, seed=5, made=500)
    assert advice.move in m.legal_moves(0).codes()
    assert advice.other not in (-1, advice.move)
    said = advice_in_words(GAME, m.reader(0), advice)
    assert said.startswith("I would do this: ")
    better = round(advice.chance - advice.other_chance)
    assert (
        f"Your chance is {better} percentage points higher than with “" if better >= 2 else "Nearly as good: "
    ) in said
    assert advice == advise(GAME, m.hidden(0), 0, seed=5, made=500)
    early = advise(GAME, m.hidden(0), 0, seed=5, made=0)
    assert 0 < early.chance - early.other_chance < 0.4 * (advice.chance - advice.other_chance), "it may come otherwise"


@rule
def foolish_but_one(s: State, seat: int, move: int) -> int:
    """Every move lets somebody starve; the second only wastes something."""
    return 1 if move == 1 else 2


def test_a_hint_names_the_least_foolish_move(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    assert len(m.legal_moves(0)) > 2
    monkeypatch.setattr(GAME, "rules", dataclasses.replace(GAME.rules, foolish=foolish_but_one))
    assert advise(GAME, m.hidden(0), 0, seed=5, made=500)[:1] == (1,)


def test_a_hint_names_nothing_dubious(net: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    m = lastraft.position("driftwood", "hand A: stick plank\ndeck: tarp tarp\nseats: 4")
    speech = dataclasses.replace(GAME.speech, dubious=lambda s, seat, move: move != 1)
    monkeypatch.setattr(GAME, "speech", speech)
    assert advise(GAME, m.hidden(0), 0, seed=5, made=500).move == 1


def test_the_command(net: Any, tmp_path: Path) -> None:
    m, file, out = played(), tmp_path / "game.txt", tmp_path / "analysis.json"
    file.write_text(m.record())
    shown = CliRunner().invoke(app, ["analyse", str(file)])
    assert "Who was going to win?" in shown.output
    assert "100 %" in shown.output
    CliRunner().invoke(app, ["analyse", str(file), "--out", str(out)])
    assert json.loads(out.read_text())["numbers"][-1] == len(m.history)
