"""Training: the test game is learned on a processor until the net beats `greedy`; a killed training goes on."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft.arena.files import CannotKeep
from lastraft.arena.nets import Features
from lastraft.arena.self_play import Games
from lastraft.arena.stepping import ENDED, RANK, SALT, SEAT
from lastraft.arena.train import FIRST_SELF, LEARNER, PAST, Settings, Trainer, strength, train
from lastraft.bots.net import _USED, UNIT_FIRST, Net, input_of, net_of, read_net, write_net
from lastraft.kernel import Buffer, seed_rng
from tests.driftwood import GAME

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="the extra 'learn' is not installed")
FIVE = {"votes": "no", "rounds": "five"}
SMALL: dict[str, Any] = {"game": "driftwood", "games": 32, "steps": 8, "width": 16, "units": 8}


@pytest.fixture(autouse=True)
def no_net_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastraft.bots.net._USED", {})
    assert not _USED


def test_it_learns_to_beat_greedy(tmp_path: Path) -> None:
    settings = Settings(
        game="driftwood", decisions=220_000, sizes=(2,), options=tuple(FIVE.items()), unusual=0.0, past=0.0,
        strangers=0.6, points=15.0, games=128, steps=24, width=64, units=64, rate=3e-3, entropy=0.02,
    )  # fmt: skip
    out, lines = tmp_path / "driftwood.net", list[str]()
    assert train(settings, out, device="cpu", command="lastraft train driftwood", tell=lines.append)
    net, header = read_net(GAME, out.read_bytes())
    assert net.tobytes() == net_of(GAME).tobytes()
    assert (header["command"], header["settings"]["seed"]) == ("lastraft train driftwood", 1)
    assert "128 games" in lines[0]
    assert any("distilling" in line for line in lines)
    assert ElementTree.parse(f"{out}.svg").getroot().tag.endswith("svg")
    (against,) = strength("driftwood", ["greedy"], 3000, 2, FIVE)
    assert against.wins.low > 0.5, against


def test_a_killed_training_goes_on(tmp_path: Path) -> None:
    settings = Settings(**SMALL, decisions=1024, past=0.5, strangers=0.3, unusual=0.5)
    path = tmp_path / "net.checkpoint"
    trainer = Trainer(settings)
    trainer.imitate()
    trainer.learn()
    trainer.distil()
    trainer.polish()
    trainer.point()
    trainer.save(path)
    other = Trainer(settings)
    other.load(path)
    assert other.progress == trainer.progress
    assert other.net().tobytes() == trainer.net().tobytes()
    assert train(settings, tmp_path / "net", resume=True, device="cpu", tell=lambda line: None)
    wider = Trainer(Settings(**{**SMALL, "width": 32}, past=0.5, strangers=0.3, unusual=0.5))
    with pytest.raises(CannotKeep, match="another training: width was 16, now 32"):
        wider.load(path)
    import torch

    kept = torch.load(path, weights_only=True)
    del kept["settings"]["epochs"]
    torch.save(kept, path)
    with pytest.raises(CannotKeep, match="earlier version, which did not have --epochs: begin anew; --teacher"):
        other.load(path)
    path.write_bytes(b"no checkpoint")
    with pytest.raises(CannotKeep, match="no checkpoint"):
        other.load(path)
    with pytest.raises(CannotKeep, match="there is no"):
        other.load(tmp_path / "nowhere")


def test_a_teacher_learns_on_for_another_reward(tmp_path: Path) -> None:
    path, first = tmp_path / "net.checkpoint", Trainer(Settings(**SMALL))
    first.learn()
    first.save(path)
    other = Trainer(Settings(**SMALL, helpful=0.5, cost=0.01, seed=2))
    other.begin_with(path)
    for name, weights in other.teacher.state_dict().items():
        assert weights.equal(first.teacher.state_dict()[name])
    assert other.progress.decisions == 0
    assert other.learn()
    with pytest.raises(CannotKeep, match="of driftwood, width 16"):
        Trainer(Settings(**{**SMALL, "width": 32})).begin_with(path)


def test_a_training_goes_on_from_a_net(tmp_path: Path) -> None:
    """A new teacher imitates it, and its weights are where the student goes on."""
    import torch

    path, first = tmp_path / "first.net", Trainer(Settings(**SMALL))
    first.learn()
    first.distil()
    path.write_bytes(write_net(first.game, first.net(), {}))
    other = Trainer(Settings(**SMALL, imitate=60, seed=2))
    other.begin_with(path)
    assert other.net().tobytes() == first.net().tobytes()
    began = [each.clone() for each in other.student.parameters()]
    apart = [other.imitate()["apart"] for _ in range(12)]
    assert sum(apart[-3:]) < sum(apart[:3])
    assert all(map(torch.equal, other.student.parameters(), began)), "only the teacher has learned"
    with pytest.raises(lastraft.LastRaftError, match="--imitate says"):
        Trainer(Settings(**SMALL)).begin_with(path)


def test_the_first_self_stays_a_stranger() -> None:
    """It is the teacher that imitated `greedy`; the newest past self is another."""
    import torch

    assert FIRST_SELF not in Trainer(Settings(**SMALL, past=0.5)).others
    trainer = Trainer(Settings(**SMALL, past=0.5, imitate=60, epochs=1, seconds=1e-6))
    assert {PAST, FIRST_SELF} <= set(trainer.others.flatten().tolist())
    trainer.imitate()
    imitation = [each.clone() for each in trainer.teacher.parameters()]
    for _ in range(2):
        trainer.learn()
    assert all(map(torch.equal, trainer.first.parameters(), imitation))
    assert not all(map(torch.equal, trainer.past.parameters(), imitation))


@pytest.mark.parametrize("sizes", [(2, 4), (2, 3, 4), (2, 4, 2, 4, 3, 4)])
@pytest.mark.parametrize("strangers", [0.0, 0.9])
def test_tables_of_every_size_meet_everybody(sizes: tuple[int, ...], strangers: float) -> None:
    """Who sits at a table depends on its number of seats only in that no more can sit there."""
    settings = {**SMALL, "games": 96, "sizes": sizes, "strangers": strangers, "past": 0.9 - strangers}
    trainer = Trainer(Settings(**settings, unusual=0.0, imitate=60))
    assert trainer.others.equal(Trainer(Settings(**settings, unusual=0.0, imitate=60)).others), "the same seed"
    met: dict[int, set[int]] = {size: set() for size in sizes}
    numbers: dict[int, set[int]] = {size: set() for size in sizes}
    for size, row in zip(trainer.seats.tolist(), trainer.others.tolist()):
        if others := [who for who in row if who != LEARNER]:
            met[size].update(others)
            numbers[size].add(len(others))
    for size in met:
        assert numbers[size] == {size - 1, max(1, size // 2), 1}
        assert strangers or met[size] == {PAST, FIRST_SELF}
    assert set(trainer.seats[trainer.half].tolist()) == set(sizes)
    assert len(trainer.half) == 48


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"sizes": (2, 9)}, "with 9 seats"),
        ({"past": 0.7, "strangers": 0.7}, "together at most 1"),
        ({"helpful": 2.0}, "--helpful 2"),
        ({"units": 1000}, "--units"),
        ({"epochs": 0}, "--epochs"),
        ({"grain": 99}, "--grain 99"),
        ({"polish": -1}, "--polish"),
        ({"cost": -1}, "--cost"),
        ({"seconds": 0}, "more than 0"),
        ({"points": 0}, "more than 0"),
        ({"seed": 1 << 62}, "--seed .*: less than"),
        ({"options": (("votes", "maybe"),)}, "votes cannot be"),
        ({"game": "chess"}, "no game is called"),
    ],
)
def test_nonsense_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    with pytest.raises(lastraft.LastRaftError, match=complaint):
        Settings(**{**SMALL, **wrong})


def test_games_go_on_as_the_rules_say() -> None:
    """Each stop is what a game played by hand shows there; forced moves are made, and ended games begin anew."""
    import torch

    blanks = [GAME.new_state(2), GAME.new_state(3, FIVE)]
    games = Games(GAME, blanks, np.array([0, 1, 0, 1]), 40, 5)
    games.again()
    rules, out = GAME.rules, Buffer(GAME.families.count)
    states = [blanks[i % 2].copy() for i in range(4)]
    begun, ends = [0] * 4, 0
    for i, s in enumerate(states):
        begin(s, i, 0)
        begun[i] = 1
    for t in range(40):
        for i, s in enumerate(states):
            seat = int(games.notes[t, i, SEAT])
            assert seat == rules.asked(s)
            n = rules.legal(s, seat, out)
            own = sorted(rules.own_code(s, seat, code) for code in out[:n])
            assert torch.nonzero(games.masks[t, i]).flatten().tolist() == own
            view = Buffer(GAME.observation_size)
            rules.observe(GAME.hidden(s, seat), seat, view)
            assert games.views[t, i].tolist() == view
            games.actions[i] = own[(t + i) % n]
        games.step(t)
        for i, s in enumerate(states):
            seat = rules.asked(s)
            rules.apply(s, seat, rules.code_of(s, seat, int(games.actions[i])))
            while (seat := rules.asked(s)) < 0 or rules.legal(s, seat, out) == 1:
                if seat >= 0:
                    rules.apply(s, seat, out[0])
                    continue
                ends += 1
                assert games.notes[t + 1, i, ENDED] == 1
                ranks = [rules.rank(s, k) for k in range(s.seats)]
                assert games.notes[t + 1, i, RANK : RANK + s.seats].tolist() == ranks
                s.become(blanks[i % 2])
                begin(s, i, begun[i])
                begun[i] += 1
    assert ends > 4


def begin(s: Any, number: int, begun: int) -> None:
    seed_rng(s, number, begun, SALT, 5)
    GAME.rules.setup(s)


def test_features_are_the_inputs_of_the_net() -> None:
    import torch

    trainer = Trainer(Settings(**SMALL))
    features, net = Features(GAME.observed, "cpu"), Net.from_record(trainer.net())
    views = trainer.games.views[0][:8]
    for view, hot in zip(views.tolist(), features(views), strict=True):
        expected = {row for i, value in enumerate(view) if (row := input_of(net, i, value)) >= 0}
        assert set(torch.nonzero(hot).flatten().tolist()) == expected


def test_the_student_is_the_net_it_becomes() -> None:
    """Policy and values in floats are those of the whole numbers, but for what is cut off between the layers."""
    import torch

    from lastraft.bots.net import Layers, activate, liking, outlook
    from lastraft.kernel.native import bind

    trainer = Trainer(Settings(**{**SMALL, "units": 256, "grain": 4}))
    for _ in range(6):
        trainer.distil()
    trainer.student.seen[:] = True
    net, layers, bindings = Net.from_record(trainer.net()), Layers(), GAME.bindings()
    assert not (trainer.net()["first"] % 4).any()
    s = GAME.new_state(3)
    seed_rng(s, 1, 2, 3, 4)
    GAME.rules.setup(s)
    hidden, view = GAME.hidden(s, 0), Buffer(64)
    bind(activate, bindings)(hidden, 0, net, layers, view)
    views = torch.tensor([view[: GAME.observation_size]], dtype=torch.int16)
    logits, values = trainer.think(trainer.student.eval(), views, torch.ones((1, GAME.families.count)))
    numbers = [4 * liking(net, layers, code) / 8192 for code in range(GAME.families.count)]
    assert logits[0].tolist() == pytest.approx(numbers, abs=0.15)
    assert values[0, :3].clamp(0, 1).tolist() == pytest.approx(
        [outlook(net, layers, i) / 1000 for i in range(3)], abs=0.05
    )


def test_weights_that_decide_next_to_nothing_are_left_out() -> None:
    student = Trainer(Settings(**SMALL)).student
    student.first.weight.data.fill_(6 / UNIT_FIRST)
    student.first.weight.data[0].fill_(7 / UNIT_FIRST)
    student.seen[:-1], student.seen[-1] = 100, 1e6
    student.seen[3] = 1000
    kept = student.arrays()["first"]
    assert (kept[:, 0] == 7).all(), "their square is 49 ten-thousandths of that"
    assert (kept[3] != 0).all(), "this input comes up often"
    assert not np.delete(kept[:, 1:], 3, axis=0).any()


def test_values_are_calibrated_among_equals() -> None:
    """Whatever a student expects, after some games against itself it expects what they brought in the mean."""
    shifted = []
    for shift in (-0.3, 0.3):
        trainer = Trainer(Settings(**SMALL))
        trainer.student.outlook.bias.data += shift
        trainer.calibrate()
        shifted.append(trainer.student.outlook.bias.data)
    assert shifted[0].tolist() == pytest.approx(shifted[1].tolist(), abs=0.1)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from lastraft.cli import app

    monkeypatch.chdir(tmp_path)
    small = "--decisions 512 --games 16 --steps 8 --width 16 --units 8 --device cpu --against random --matches 10"
    with pytest.raises(SystemExit) as left:
        app(f"train driftwood --sizes 2,3 --option votes=no {small}".split())
    assert not left.value.code
    shown = capsys.readouterr().out
    assert "driftwood.net is written" in shown
    assert "2 seats, others random" in shown
    assert (tmp_path / "driftwood.net").stat().st_size < 100_000
    with pytest.raises(SystemExit) as left:
        app(f"train driftwood --sizes two {small}".split())
    assert left.value.code == 2
    assert "--sizes 'two': expected numbers" in capsys.readouterr().err
