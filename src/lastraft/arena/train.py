"""`lastraft train`: a net that learns a game by playing itself, past selves and `greedy`.

A large teacher of floats may first imitate `greedy`, then learns by PPO; then a small student of whole numbers, the
net that `learned` plays with, learns to answer as the teacher does, and may go on by PPO itself. Needs torch, which is
imported when it is used.
"""

import math
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ..bots.greedy import WISE
from ..bots.net import FIRST, MAGIC, PLACE, POINTS, WON, has_net, make_net, read_net, shapes, use_net, write_net
from ..errors import BadOption, require_extra
from ..folders import write_whole
from ..protocol import Game, game
from .batch import no_halt
from .executors import batches, stoppable, threads
from .files import CannotKeep, disk
from .intervals import Interval, wilson
from .matchup import LAST_SEED, matchup
from .nets import Features, make_student, make_teacher
from .self_play import Games, GpuGames
from .stepping import ENDED, EVALUATION, RANK, SCORE, SEAT

LEARNER, PAST, FIRST_SELF, GREEDY = 0, -1, -2, 1
"""Who sits in a seat; after `GREEDY` its characters, and with `WISE` added those that make no foolish move. The first
self is the teacher before it played, who may have imitated `greedy`: such strangers take no longer than oneself."""
DISCOUNT = 0.95
"""Lambda: how far a result reaches back beyond the next value."""
SHAPED = 0.6
"""The part of the training in which `evaluate` is a hint."""
REFRESHED = 12
"""How often the past self is replaced."""
CALIBRATED = 24
"""Rounds of play among equals that say how far off the student's values are."""
OPTION_SETS = 96
COARSEST = 16
DISTILLED_AT_ONCE = 8192
SHARES = ("unusual", "past", "strangers", "strangers_from", "helpful")
FROM_ZERO = ("imitate", "polish", "decisions", "shaping", "cost", "games", "entropy", "seed")
ABOVE_ZERO = ("seconds", "distil", "points", "steps", "epochs", "width", "rate")
"""What each number of the settings may be."""
SAVED_EVERY = 60.0
TOLD_EVERY = 20.0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All that decides what is learned, but for the machine's speed."""

    game: str
    imitate: float = 0.0
    """How many seconds the teacher first learns to play as `greedy` does, or the net that it begins with."""
    seconds: float = 600.0
    """How long it then learns by playing."""
    distil: float = 180.0
    """How long the student learns from the teacher."""
    polish: float = 0.0
    """How long the student then learns by playing, also against the teacher."""
    decisions: int = 0
    """The teacher learns from at most so many decisions, the student from half as many; 0: no limit."""
    sizes: tuple[int, ...] = ()
    """The numbers of seats that are played; left out, all."""
    options: tuple[tuple[str, str], ...] = ()
    """The options of most games;"""
    unusual: float = 0.25
    """this share has random ones."""
    past: float = 0.15
    """The share of games with past selves: in one half the newest, in the other the first."""
    strangers: float = 0.0
    """The share of games with `greedy` and its characters,"""
    strangers_from: float = 0.0
    """from this part of the time on."""
    shaping: float = 0.0
    """How much a change of `evaluate` is worth in the first part of the time, where a won game is 1."""
    helpful: float = 0.0
    """Which part of the reward is what the others get."""
    cost: float = 0.0
    """What a decision costs, where a won game is 1: moves that change nothing are then not made."""
    points: float = 60.0
    """A score that is worth the most that points alone can bring."""
    games: int = 0
    """How many are played side by side; 0: as many as suit the device."""
    steps: int = 64
    """Decisions in each game between two rounds of learning,"""
    epochs: int = 2
    """which goes over them so many times."""
    width: int = 512
    """The teacher's hidden units in each layer."""
    units: int = FIRST
    """The student's units in its first layer: fewer make a smaller file."""
    grain: int = 1
    """The weights of that layer are multiples of this: a coarser grain makes a smaller file."""
    rate: float = 1e-3
    """The learning rate at the beginning."""
    entropy: float = 0.01
    """The bonus for entropy at the beginning; at the end a tenth."""
    seed: int = 1

    def __post_init__(self) -> None:
        chosen = game(self.game)
        shapes(chosen)
        chosen.new_state(chosen.usual_size, dict(self.options))
        if wrong := set(self.sizes) - set(chosen.sizes):
            raise BadOption(f"{self.game} with {min(wrong)} seats: it is for {chosen.sizes[0]} to {chosen.sizes[-1]}")
        for name in SHARES:
            self._expect(0 <= getattr(self, name) <= 1, name, "a share is 0 to 1")
        for name in FROM_ZERO:
            self._expect(0 <= getattr(self, name) < math.inf, name, "expected is a finite number, 0 or more")
        for name in ABOVE_ZERO:
            self._expect(0 < getattr(self, name) < math.inf, name, "expected is a finite number, more than 0")
        if self.past + self.strangers > 1:
            raise BadOption("--past and --strangers: together at most 1")
        self._expect(self.rate <= 1, "rate", "at most 1")
        self._expect(self.seed <= LAST_SEED, "seed", "less than 2^62")
        self._expect(1 <= self.units <= FIRST, "units", f"1 to {FIRST}")
        self._expect(1 <= self.grain <= COARSEST, "grain", f"1 to {COARSEST}")

    def _expect(self, fits: bool, name: str, expected: str) -> None:
        """:raises BadOption: if a setting does not fit."""
        if not fits:
            raise BadOption(f"--{name.replace('_', '-')} {getattr(self, name):g}: {expected}")


class Point(NamedTuple):
    """How the training stood: seconds, decisions, the mean reward of the learner in games with others, and theirs."""

    seconds: float
    decisions: int
    learner: float
    others: float


@dataclass
class Progress:
    """How far a training is."""

    imitated: float = 0.0
    seconds: float = 0.0
    distilled: float = 0.0
    polished: float = 0.0
    decisions: int = 0
    distilled_decisions: int = 0
    refreshed: int = 0
    curve: list[Point] = field(default_factory=list)


def device_for(wanted: str) -> str:
    """The device that was asked for; `auto` is a GPU where there is one.

    :raises BadOption: if it is not there.
    :raises LastRaftError: if torch is missing.
    """
    if wanted not in ("auto", "cpu", "cuda"):
        raise BadOption(f"--device {wanted}: there are auto, cpu and cuda")
    require_extra("train", "learn", "torch")
    import torch

    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise BadOption("--device cuda: torch finds no GPU here")
    return wanted if wanted != "auto" else "cuda" if there else "cpu"


def set_rate(optimizer: Any, rate: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = rate


def draw(logits: Any) -> tuple[Any, Any]:
    """A choice by the softmax of logits, and the logarithm of how likely it was."""
    import torch

    noise = -torch.log(torch.empty_like(logits).exponential_().clamp(min=1e-9))
    chosen = (logits + noise).argmax(1)
    return chosen, torch.log_softmax(logits, 1).gather(1, chosen[:, None]).squeeze(1)


def clipped_gain(logits: Any, chosen: Any, likely: Any, advantages: Any) -> tuple[Any, Any, Any]:
    """What PPO raises, the entropy, and by how much the choices have become more or less likely."""
    import torch

    every = torch.log_softmax(logits, 1)
    ratio = torch.exp(every.gather(1, chosen[:, None]).squeeze(1) - likely)
    gain = torch.minimum(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
    entropy = -(every.exp() * every.clamp(min=-50)).sum(1).mean()
    return gain, entropy, (ratio - 1).abs().mean()


class Trainer:
    """One training: its games, teacher, past self and student."""

    def __init__(self, settings: Settings, device: str = "cpu") -> None:
        import numpy as np
        import torch

        torch.manual_seed(settings.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.settings, self.device, self.game = settings, device, game(settings.game)
        self.progress, self.rng = Progress(), np.random.default_rng(settings.seed)
        count = settings.games or (32768 if device == "cuda" else 256)
        sizes = settings.sizes or tuple(self.game.sizes)
        blanks, kinds = self._tables(sizes, count)
        seats = np.array([s.seats for s in blanks])[kinds]
        self.most = self.game.sizes[-1]
        self.games = (GpuGames if device == "cuda" else Games)(self.game, blanks, kinds, settings.steps, settings.seed)
        self.seats = torch.tensor(seats, dtype=torch.int64, device=device)
        self.others = torch.tensor(self._others(seats), dtype=torch.int64, device=device)
        """Who sits in each seat of each game, once strangers have come."""
        self.half = torch.tensor(np.sort(self.rng.permutation(count)[::2]), device=device)
        """The games in which another net may play beside the one that plays: of every size."""
        self.row, self.column = torch.arange(count, device=device), torch.arange(self.most, device=device)
        self.there = self.column < self.seats[:, None]
        self.features = Features(self.game.observed, device)
        self.teacher, self.past, self.first = (
            make_teacher(self.game, self.features.columns, settings.width).to(device) for _ in range(3)
        )
        self.past.load_state_dict(self.teacher.state_dict())
        self.first.load_state_dict(self.teacher.state_dict())
        self.student = make_student(self.game, self.features, settings.units, settings.grain).to(device)
        self.optimizer, self.tutor = (
            torch.optim.AdamW(net.parameters(), eps=1e-5, weight_decay=decay, fused=device == "cuda")
            for net, decay in ((self.teacher, 1e-4), (self.student, 1e-5))
        )
        self.model: Any = None
        """The net that the teacher imitates; without one `greedy`."""
        self.selves = [
            (who, net, torch.nonzero((self.others == who).any(1)).squeeze(1))
            for who, net in ((PAST, self.past), (FIRST_SELF, self.first))
        ]
        """The past selves, and the games in which they sit."""
        self.draw, self.clipped_gain = draw, clipped_gain
        if device == "cuda":  # what touches every code of every game is one kernel instead of ten
            self.draw, self.clipped_gain = (torch.compile(each, dynamic=False) for each in (draw, clipped_gain))
            self.teacher.compile(dynamic=False)
        self.tally = torch.zeros((2, 2), device=device)

    def _tables(self, sizes: Sequence[int], count: int) -> tuple[list[Any], Any]:
        """Tables that have not begun, and which of them each game is played at: some with random options."""
        import numpy as np

        blanks = [self.game.new_state(size, dict(self.settings.options)) for size in sizes]
        kinds = np.arange(count) % len(sizes)
        if self.game.options and self.settings.unusual:
            for _ in range(OPTION_SETS):
                drawn = [option for option in self.game.options if self.rng.random() < 0.3]
                options = {option.name: str(self.rng.choice(option.values)) for option in drawn}
                blanks.append(self.game.new_state(int(self.rng.choice(sizes)), options))
            unusual = self.rng.random(count) < self.settings.unusual
            kinds[unusual] = self.rng.integers(len(sizes), len(blanks), int(unusual.sum()))
        return blanks, kinds

    def _others(self, seats: Any) -> Any:
        """Who sits where: the learner alone, or with past selves or strangers in all other seats, half, or one."""
        import numpy as np

        players = np.full((len(seats), self.most), LEARNER)
        turns: Counter[int] = Counter()  # by size: else whom tables meet depends on how many seats they have
        for i, size in enumerate(seats.tolist()):
            drawn = i / len(seats)  # games with the same strangers side by side: a GPU then waits for them only
            if drawn >= self.settings.strangers + self.settings.past:
                continue
            turn, turns[size] = turns[size], turns[size] + 1
            others = np.full(size, FIRST_SELF if self.settings.imitate and turn // 3 % 2 else PAST)
            if drawn < self.settings.strangers:
                others = GREEDY + self.rng.integers(0, len(self.game.characters) + 1, size)
                others += WISE * self.rng.integers(0, 2, size)
            order = self.rng.permutation(size)
            chosen = order[: (size - 1, max(1, size // 2), 1)[turn % 3]]
            players[i, chosen] = others[chosen]
        return players

    # -- playing --------------------------------------------------------------------------------------------------

    def think(self, net: Any, views: Any, masks: Any) -> Any:
        """A net's logits and values."""
        import torch

        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            return net(self.features(views), masks)

    def collect(self, players: Any, net: Any, beside: Any = None) -> dict[str, Any]:
        """Play some steps of every game; what the net would choose, how likely, the moves made, and the values.
        Another net may play for it in half of the games."""
        import torch

        games, steps = self.games, self.settings.steps
        chosen, likely, made, values = [], [], [], []
        greedy = bool((players > 0).any())
        with torch.no_grad():
            for t in range(steps):
                logits, value = self.think(net, games.views[t], games.masks[t])
                if beside is not None:
                    logits[self.half] = self.think(beside, games.views[t][self.half], games.masks[t][self.half])[0]
                action, how_likely = self.draw(logits)
                chosen.append(action)
                likely.append(how_likely)
                values.append(value)
                who = players[self.row, games.notes[t, :, SEAT].long()]
                for one, past, rows in self.selves:
                    if len(rows):
                        theirs, _ = self.draw(self.think(past, games.views[t][rows], games.masks[t][rows])[0])
                        theirs = torch.where(who[rows] == one, theirs, action[rows])
                        action = action.index_copy(0, rows, theirs)
                games.actions.copy_(action)
                if greedy:
                    games.characters.copy_(who - GREEDY)
                    games.answer_greedily(t)
                made.append(games.actions.long())
                games.step(t)
            values.append(self.think(net, games.views[steps], games.masks[steps])[1])
        rows = {"chosen": chosen, "likely": likely, "made": made, "values": values}
        return {name: torch.stack(row) for name, row in rows.items()}

    def reward(self, notes: Any) -> Any:
        """What the end of each game is worth to each seat, from 0 to 1."""
        import torch

        rank, score = (notes[:, at : at + self.most].float() for at in (RANK, SCORE))
        won = (self.game.won(score, rank) & self.there).float()
        if self.game.won(0, 1):  # somebody always wins: places and points count a little too
            won = won / won.sum(1, keepdim=True).clamp(min=1)
            place = (self.seats[:, None] - rank) / (self.seats[:, None] - 1).clamp(min=1)
            won = WON * won + PLACE * place.clamp(0, 1) + POINTS * (score / self.settings.points).clamp(0, 1)
        won = torch.where(self.there, won, torch.zeros_like(won))
        others = (won.sum(1, keepdim=True) - won) / (self.seats[:, None] - 1).clamp(min=1)
        share = self.settings.helpful
        return torch.where(self.there, (1 - share) * won + share * others, torch.zeros_like(won))

    def returns(self, players: Any, played: dict[str, Any], shaping: float) -> tuple[Any, Any, Any]:
        """Of each step, walking back: the advantage (GAE over the own decisions of a seat), what the values of all
        seats should have been, and whether anything can be learned from it."""
        import torch

        notes, values = self.games.notes, played["values"]
        seats = notes[:, :, SEAT].long()
        apart = (self.column[None, None] - seats[..., None]) % self.seats[None, :, None]
        around = (self.column[None, None] + seats[..., None]) % self.seats[None, :, None]
        expected = values[-1].gather(1, apart[-1])
        value, advantage, known, looked = (torch.zeros_like(expected) for _ in range(4))
        advantages, targets, useful = [], [], []
        for t in reversed(range(self.settings.steps)):
            ended = notes[t + 1, :, ENDED, None] > 0
            reward = self.reward(notes[t + 1])
            expected, value, looked = (torch.where(ended, reward, each) for each in (expected, value, looked))
            advantage = torch.where(ended, torch.zeros_like(advantage), advantage)
            known = torch.where(ended, torch.ones_like(known), known)
            self._count(players, ended, reward)
            seat, now = seats[t], notes[t, :, EVALUATION].float() / 1000
            at = self.row, seat
            better = value[at] - values[t, :, 0] + shaping * (looked[at] - now) - self.settings.cost
            gained = better + DISCOUNT * advantage[at]
            useful.append((known[at] > 0) & (players[at] == LEARNER))
            advantages.append(gained)
            target = expected.gather(1, around[t])
            target[:, 0] = torch.where(known[at] > 0, gained + values[t, :, 0], target[:, 0])
            targets.append(target)
            advantage[at] = torch.where(known[at] > 0, gained, torch.zeros_like(gained))
            value[at], looked[at], known[at] = values[t, :, 0], now, 1.0
            expected = (1 - DISCOUNT) * values[t].gather(1, apart[t]) + DISCOUNT * expected
        return tuple(torch.stack(rows[::-1]) for rows in (advantages, targets, useful))

    def _count(self, players: Any, ended: Any, reward: Any) -> None:
        mixed = ended & self.there & ((players != LEARNER) & self.there).any(1, keepdim=True)
        for i, seats in enumerate((players == LEARNER, players != LEARNER)):
            self.tally[i, 0] += (reward * (mixed & seats)).sum()
            self.tally[i, 1] += (mixed & seats).sum()

    # -- learning -------------------------------------------------------------------------------------------------

    def imitated(self) -> float:
        """How much of the time in which the teacher imitates `greedy` is over."""
        return self.progress.imitated / self.settings.imitate if self.settings.imitate else 1.0

    def done(self) -> float:
        """How much of the teacher's time is over."""
        limit = self.settings.decisions
        return max(self.progress.seconds / self.settings.seconds, self.progress.decisions / limit if limit else 0.0)

    def distilled(self) -> float:
        """How much of the time in which the student learns from the teacher is over."""
        limit = self.settings.decisions // 2
        return max(
            self.progress.distilled / self.settings.distil, self.progress.distilled_decisions / limit if limit else 0.0
        )

    def polished(self) -> float:
        """How much of the time in which the student learns by playing is over."""
        return self.progress.polished / self.settings.polish if self.settings.polish else 1.0

    def imitate(self) -> dict[str, float]:
        """Let `greedy` or the model play on, and the teacher learn to answer as it does; the means of its losses."""
        import torch

        began, games = time.perf_counter(), self.games
        everybody = torch.full_like(self.others, LEARNER)
        games.again()
        if self.model:
            played = self.collect(self.others.clamp(min=LEARNER), self.model)
        else:
            played = self.collect(torch.full_like(self.others, GREEDY), self.teacher)
        _, targets, useful = self.returns(everybody, played, 0.0)
        rows = self._rows(played, targets)
        set_rate(self.optimizer, self.settings.rate)

        def loss(at: Any) -> tuple[Any, dict[str, Any]]:
            logits, values = self.think(self.teacher, rows["views"][at], rows["masks"][at])
            if self.model:
                apart, _ = self._apart(self.model, logits, rows["views"][at], rows["masks"][at])
            else:
                apart = torch.nn.functional.cross_entropy(logits, rows["made"][at])
            own, others = self._errors(values, rows["targets"][at], rows["there"][at])
            return apart + own + 0.25 * others, {"apart": apart, "value": own}

        losses = self._descend(self.teacher, self.optimizer, loss, torch.nonzero(useful.flatten()).squeeze(1), 2)
        self.progress.imitated += time.perf_counter() - began
        return losses

    def learn(self) -> dict[str, float]:
        """Play on, and let the teacher learn from it by PPO; the means of its losses."""
        began, settings = time.perf_counter(), self.settings
        done = min(self.done(), 1.0)
        set_rate(self.optimizer, settings.rate * max(0.03, 1 - done))
        if self.progress.refreshed < int(done * REFRESHED) or not self.progress.decisions:
            self.progress.refreshed = int(done * REFRESHED)
            self.past.load_state_dict(self.teacher.state_dict())
            if not self.progress.decisions:
                self.first.load_state_dict(self.teacher.state_dict())
        players = self.others if done >= settings.strangers_from else self.others.clamp(max=LEARNER)
        shaping = settings.shaping * max(0.0, 1 - done / SHAPED)
        bonus = settings.entropy * (0.1 + 0.9 * (1 - done))
        losses = self._improve(self.teacher, self.optimizer, players, shaping, bonus)
        self.progress.decisions += settings.steps * self.games.count
        self.progress.seconds += time.perf_counter() - began
        return losses

    def polish(self) -> dict[str, float]:
        """The same for the student, with the teacher in place of past selves."""
        began, settings = time.perf_counter(), self.settings
        if not self.progress.polished:
            self.past.load_state_dict(self.teacher.state_dict())
        set_rate(self.tutor, 0.3 * settings.rate * max(0.03, 1 - self.polished()))
        losses = self._improve(self.student, self.tutor, self.others, 0.0, 0.1 * settings.entropy)
        self.progress.polished += time.perf_counter() - began
        return losses

    def _improve(self, net: Any, optimizer: Any, players: Any, shaping: float, bonus: float) -> dict[str, float]:
        import torch

        self.games.again()
        played = self.collect(players, net)
        advantages, targets, useful = self.returns(players, played, shaping)
        rows, advantages = self._rows(played, targets), advantages.flatten(0, 1)
        pick = torch.nonzero(useful.flatten()).squeeze(1)
        if len(pick) > 1:
            advantages = (advantages - advantages[pick].mean()) / (advantages[pick].std() + 1e-6)

        def loss(at: Any) -> tuple[Any, dict[str, Any]]:
            logits, values = self.think(net, rows["views"][at], rows["masks"][at])
            gain, entropy, change = self.clipped_gain(logits, rows["chosen"][at], rows["likely"][at], advantages[at])
            own, others = self._errors(values, rows["targets"][at], rows["there"][at])
            return own + 0.25 * others - gain - bonus * entropy, {"value": own, "entropy": entropy, "change": change}

        return self._descend(net, optimizer, loss, pick, self.settings.epochs)

    def distil(self) -> dict[str, float]:
        """Play on, half of the games as the student does, and let the student learn to answer as the teacher."""
        import torch

        began, settings, games = time.perf_counter(), self.settings, self.games
        left = 1 - min(self.distilled(), 1.0)
        set_rate(self.tutor, 2e-3 * max(0.02, left))
        games.again()
        self.collect(self.others, self.teacher, self.student if left < 0.8 else None)
        views, masks = (row[:-1].flatten(0, 1) for row in (games.views, games.masks))
        asked = games.notes[:-1, :, SEAT].long()
        own = self.others[self.row, asked] == LEARNER

        def loss(at: Any) -> tuple[Any, dict[str, Any]]:
            logits, values = self.think(self.student, views[at], masks[at])
            apart, outlook = self._apart(self.teacher, logits, views[at], masks[at])
            error = (values - outlook).pow(2).mean()
            return apart + 4 * error, {"apart": apart, "value": error}

        pick = torch.nonzero(own.flatten()).squeeze(1)
        losses = self._descend(self.student, self.tutor, loss, pick, 2, DISTILLED_AT_ONCE)
        self.progress.distilled_decisions += settings.steps * games.count
        self.progress.distilled += time.perf_counter() - began
        return losses

    def calibrate(self) -> None:
        """Let the student play only itself, and shift its values by how far off they are in the mean: among strangers
        it learned to expect more than it can have among equals."""
        import torch

        everybody = torch.full_like(self.others, LEARNER)
        for _ in range(CALIBRATED):
            self.games.again()
            played = self.collect(everybody, self.student)
            _, targets, _ = self.returns(everybody, played, 0.0)
            off = ((targets - played["values"][:-1]) * self.there).sum((0, 1))
            self.student.outlook.bias.data += off / (self.there.sum(0) * self.settings.steps).clamp(min=1)

    def _apart(self, model: Any, logits: Any, views: Any, masks: Any) -> tuple[Any, Any]:
        """How far logits are from those of a model (the mean divergence), and the values that the model sees."""
        import torch

        with torch.no_grad():
            wanted, values = self.think(model, views, masks)
            taught = torch.log_softmax(wanted, 1)
        return (taught.exp() * (taught - torch.log_softmax(logits, 1)).clamp(-50, 50)).sum(1).mean(), values

    def _rows(self, played: dict[str, Any], targets: Any) -> dict[str, Any]:
        """What was seen, chosen and made, a row for each decision."""
        views, masks = (row[:-1].flatten(0, 1) for row in (self.games.views, self.games.masks))
        flat = {name: played[name].flatten(0, 1) for name in ("chosen", "likely", "made")}
        there = self.there.repeat(self.settings.steps, 1)
        return {**flat, "views": views, "masks": masks, "targets": targets.flatten(0, 1), "there": there}

    def _errors(self, values: Any, targets: Any, there: Any) -> tuple[Any, Any]:
        """How far off the own value is, and those of the others."""
        errors = (values - targets).pow(2) * there
        return errors[:, 0].mean(), errors[:, 1:].sum() / there[:, 1:].sum().clamp(min=1)

    def _descend(
        self, net: Any, optimizer: Any, loss: Any, pick: Any, epochs: int, most: int = 32768
    ) -> dict[str, float]:
        """Follow the gradients of a loss over the chosen rows in small batches; the means of what it reports."""
        import torch

        told, size = [], max(1, min(most, max(256, len(pick) // 4), len(pick)))
        for _ in range(epochs):
            for at in pick[torch.randperm(len(pick), device=self.device)].split(size):
                if len(at) < size:  # batches of one size need compiling once
                    continue
                total, reported = loss(at)
                optimizer.zero_grad(set_to_none=True)
                total.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5 if net is self.teacher else 1.0)
                optimizer.step()
                if net is self.student:
                    net.keep_in_range()
                told.append({name: each.detach() for name, each in reported.items()})
        names = told[0] if told else {}
        return {name: float(torch.stack([each[name] for each in told]).mean()) for name in names}

    def point(self) -> Point:
        """How it stands since the last time."""
        learner, others = (self.tally[:, 0] / self.tally[:, 1].clamp(min=1)).tolist()
        self.tally.zero_()
        self.progress.curve.append(Point(self.progress.seconds, self.progress.decisions, learner, others))
        return self.progress.curve[-1]

    def net(self) -> Any:
        """The student as the record that `learned` plays with."""
        return make_net(self.game, self.student.arrays())

    # -- checkpoints ----------------------------------------------------------------------------------------------

    PARTS = ("teacher", "past", "first", "student", "optimizer", "tutor")

    def save(self, path: Path) -> None:
        """Keep all that goes on after a kill; games begin anew.

        :raises CannotKeep: if the disk refuses.
        """
        import io

        import torch

        kept = {name: getattr(self, name).state_dict() for name in self.PARTS}
        progress = {**asdict(self.progress), "curve": [list(point) for point in self.progress.curve]}
        buffer = io.BytesIO()
        torch.save({**kept, "settings": asdict(self.settings), "progress": progress}, buffer)
        with disk(path):
            write_whole(path, buffer.getvalue())

    def _read(self, path: Path) -> dict[str, Any]:
        import torch

        try:
            kept: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
            kept["curve"] = [Point(*point) for point in kept["progress"].pop("curve")]
        except FileNotFoundError as error:
            raise CannotKeep(f"there is no checkpoint {path}") from error
        except Exception as error:  # whatever torch finds wrong with it
            raise CannotKeep(f"{path} is no checkpoint, or a damaged one") from error
        return kept

    def begin_with(self, path: Path) -> None:
        """Begin with the teacher of an earlier training, whatever it was rewarded for; or with a net, which the
        teacher then first imitates, and from which the student goes on.

        :raises BadOption: if the net does not fit, or there is no time to imitate it.
        :raises CannotKeep: if there is no such file, or it is of another game or width.
        """
        data = path.read_bytes() if path.is_file() else b""
        if data.startswith(MAGIC):
            if not self.settings.imitate:
                raise BadOption(f"--teacher {path} is a net: --imitate says for how many seconds it is imitated")
            self.model = self.student
            self.student.load_net(read_net(self.game, data, path)[0])
            return
        kept = self._read(path)
        try:
            self.teacher.load_state_dict(kept["teacher"])
        except RuntimeError as error:
            before = kept["settings"]
            raise CannotKeep(f"{path} is of {before['game']}, width {before['width']}: it does not fit") from error
        self.past.load_state_dict(kept["teacher"])

    def load(self, path: Path) -> None:
        """Go on from a checkpoint.

        :raises CannotKeep: if there is none, or it is of other settings than these (but for how long it runs).
        """
        kept = self._read(path)
        before = kept["settings"]
        for name, value in asdict(self.settings).items():
            if name not in before:
                raise CannotKeep(
                    f"{path} is of an earlier version, which did not have --{name.replace('_', '-')}: begin anew; "
                    f"--teacher {path} begins with what was learned"
                )
            if name not in ("imitate", "seconds", "distil", "polish", "decisions") and before[name] != value:
                raise CannotKeep(f"{path} is of another training: {name} was {before[name]!r}, now {value!r}")
        for name in self.PARTS:
            getattr(self, name).load_state_dict(kept[name])
        self.progress = Progress(**kept["progress"], curve=kept["curve"])


class Strength(NamedTuple):
    """How often `learned` wins among so many seats whose others are one bot; a shared first place counts in part."""

    other: str
    seats: int
    games: int
    wins: Interval

    def __str__(self) -> str:
        low, high = (round(100 * bound) for bound in self.wins[1:])
        return f"{self.seats} seats, others {self.other}: {self.wins.value:.1%} ({low}-{high}) of {self.games} games"


def _seats(chosen: Game[Any]) -> int:
    """Two where the game is for two."""
    return 2 if 2 in chosen.sizes else chosen.usual_size


def check_strength(name: str, others: Sequence[str], games: int, options: dict[str, str] | None = None) -> None:
    """Check what `strength` is to play, before a net is there.

    :raises BadOption: if it cannot be played so, or there is no such bot.
    """
    if games < 1:
        raise BadOption(f"--matches {games}: at least 1")
    chosen = game(name)
    for other in others:
        if has_net(chosen) or other.partition(":")[0] != "learned":
            matchup(name, _seats(chosen), [other], options)


def strength(
    name: str, others: Sequence[str], games: int, seats: int | None = None, options: dict[str, str] | None = None
) -> list[Strength]:
    """How strong `learned` is, alone among others, who change seats."""
    import numpy as np

    chosen, table = game(name), []
    size = seats or _seats(chosen)
    for other in others:
        wanted = matchup(name, size, ["learned", *[other] * (size - 1)], options)
        shares = []
        with threads(wanted) as executor:
            for batch in batches(executor, 1, games, no_halt()):
                won = chosen.won(batch.rows["score"], batch.rows["rank"]).astype(float)
                if chosen.won(0, 1):
                    won /= np.maximum(won.sum(axis=1, keepdims=True), 1)
                seat = -batch.rows["seed"] % size
                shares += won[np.arange(len(won)), seat].tolist()
        table.append(Strength(other, size, len(shares), wilson(sum(shares), len(shares))))
    return table


def check_out(out: Path) -> None:
    """:raises CannotKeep: if a net cannot be written there."""
    if out.is_dir():
        raise CannotKeep(f"cannot write {out}: it is a folder; name a file in it")
    if not out.parent.is_dir():
        raise CannotKeep(f"cannot write {out}: there is no folder {out.parent}; make it first")
    if not os.access(out.parent, os.W_OK):
        raise CannotKeep(f"cannot write {out}: nothing may be written into {out.parent}")


def train(
    settings: Settings,
    out: Path,
    resume: bool = False,
    teacher: Path | None = None,
    device: str = "auto",
    command: str = "",
    tell: Callable[[str], None] = print,
) -> bool:
    """Train a net and write it to a file, the curve beside it; whether it came to its end. While it learns, a
    checkpoint is kept in ``out`` with ``.checkpoint`` at its end.

    :param teacher: the checkpoint of an earlier training, whose teacher learns on, or a net to begin with

    :raises BadOption: if it cannot be trained so.
    :raises CannotKeep: if a file cannot be written, or the checkpoint is of another training.
    :raises LastRaftError: if torch is missing.
    """
    check_out(out)
    began = time.perf_counter()
    trainer, kept = Trainer(settings, device_for(device)), out.with_name(out.name + ".checkpoint")
    if teacher:
        trainer.begin_with(teacher)
    if resume:
        trainer.load(kept)
    count, observed = trainer.features.count, trainer.game.observation_size
    tell(f"{settings.game} on {trainer.device}: {trainer.games.count} games, {observed} numbers, {count} inputs, "
         f"{trainer.game.families.count} codes; ready in {time.perf_counter() - began:.0f} s")  # fmt: skip
    saved = told = time.perf_counter()
    phases: tuple[tuple[Callable[[], float], Callable[[], dict[str, float]]], ...] = (
        (trainer.imitated, trainer.imitate),
        (trainer.done, trainer.learn),
        (trainer.distilled, trainer.distil),
        (trainer.polished, trainer.polish),
    )
    with stoppable() as halt:
        for far, round_of in phases:
            while far() < 1 and not halt[0]:
                losses = round_of()
                now = time.perf_counter()
                if now - told > TOLD_EVERY or far() >= 1:
                    told = now
                    tell(_line(trainer, losses))
                if now - saved > SAVED_EVERY:
                    saved = now
                    trainer.save(kept)
        if halt[0]:
            trainer.save(kept)
            return False
    trainer.save(kept)
    trainer.calibrate()
    net = trainer.net()
    about = {"command": command, "settings": asdict(settings), "decisions": trainer.progress.decisions}
    with disk(out):
        write_whole(out, write_net(trainer.game, net, about))
    use_net(trainer.game, net)
    if find_spec("matplotlib") and trainer.progress.curve:
        from .charts import curve

        with disk(out):
            points = trainer.progress.curve
            write_whole(out.with_name(out.name + ".svg"), curve(settings.game, points).encode())
    return True


def _line(trainer: Trainer, losses: dict[str, float]) -> str:
    progress, shown = trainer.progress, ", ".join(f"{name} {loss:.4f}" for name, loss in losses.items())
    if progress.polished:
        return f"{progress.polished:6.0f} s of polishing: {shown}"
    if progress.distilled:
        return f"{progress.distilled:6.0f} s of distilling: {shown}"
    if not progress.seconds:
        return f"{progress.imitated:6.0f} s of imitating {'the net' if trainer.model else 'greedy'}: {shown}"
    point = trainer.point()
    pace = progress.decisions / max(1e-9, progress.seconds)
    mixed = f"; reward {point.learner:.3f}, of others {point.others:.3f}" if point.learner or point.others else ""
    return f"{progress.seconds:6.0f} s, {progress.decisions / 1e6:.1f} M decisions, {pace:,.0f}/s: {shown}{mixed}"
