"""PPO in NumPy on the vector environment: `python examples/ppo.py outlive --seats 2 --updates 100`.

One net plays all games from the first seat against `random`; what it learns is how to beat that. In the manner of
CleanRL: everything is in this file, to be read from top to bottom and changed.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

import lastraft.env

HIDDEN, EPOCHS, BATCHES, CLIP, ENTROPY, DISCOUNT, LAMBDA = 64, 4, 4, 0.2, 0.01, 0.997, 0.95


class Net:
    """One hidden layer; policy and value. Inputs are switched on one by one: a number is one of a few values."""

    def __init__(self, envs, rng, values=8):
        size, codes = envs.observations.shape[1], envs.masks.shape[1]
        self.size, self.values = size, values
        low = [entry.low for entry in envs.game.observed.entries] if envs.game.observed else [0] * size
        self.low, self.offset = np.array(low), np.arange(size) * values
        shapes = {"w": (size * values, HIDDEN), "b": (HIDDEN,), "policy": (HIDDEN, codes), "value": (HIDDEN, 1)}
        scale = {"w": size**-0.5, "b": 0, "policy": 0.01, "value": 0.01}
        self.weights = {name: np.float32(rng.normal(0, 1, shape) * scale[name]) for name, shape in shapes.items()}
        self.moments = {name: np.zeros((2, *shape), np.float32) for name, shape in shapes.items()}
        self.updates = 0

    def inputs(self, observations):
        """1 for the inputs that are on: one for each number."""
        on = np.clip(observations - self.low, 0, self.values - 1) + self.offset
        inputs = np.zeros((len(on), self.size * self.values), np.float32)
        np.put_along_axis(inputs, on, 1, 1)
        return inputs

    def forward(self, inputs, masks):
        """Hidden units, probabilities and values."""
        h = np.tanh(inputs @ self.weights["w"] + self.weights["b"])
        logits = np.where(masks, h @ self.weights["policy"], -1e9)
        p = np.exp(logits - logits.max(1, keepdims=True))
        return h, p / p.sum(1, keepdims=True), (h @ self.weights["value"])[:, 0]

    def learn(self, inputs, masks, actions, likely, advantage, target, rate):
        """One step of Adam down the gradient of PPO's loss."""
        n, rows = len(actions), np.arange(len(actions))
        h, p, value = self.forward(inputs, masks)
        ratio = p[rows, actions] / likely
        clipped = ((advantage > 0) & (ratio > 1 + CLIP)) | ((advantage < 0) & (ratio < 1 - CLIP))
        pull = np.where(clipped, 0, advantage * ratio)[:, None]
        chosen = np.zeros_like(p)
        chosen[rows, actions] = 1
        log = np.log(p + 1e-12)
        entropy = -(p * log).sum(1, keepdims=True)
        d_logits = (-pull * (chosen - p) + ENTROPY * p * (log + entropy)) / n
        d_value = (value - target)[:, None] * 0.5 / n
        d_h = (d_logits @ self.weights["policy"].T + d_value @ self.weights["value"].T) * (1 - h * h)
        gradients = {"w": inputs.T @ d_h, "b": d_h.sum(0), "policy": h.T @ d_logits, "value": h.T @ d_value}
        norm = np.sqrt(sum((g * g).sum() for g in gradients.values()))
        self.updates += 1
        for name, g in gradients.items():
            g = g * min(1, 0.5 / (norm + 1e-8))
            first, second = self.moments[name]
            first += 0.1 * (g - first)
            second += 0.001 * (g * g - second)
            step = first / (1 - 0.9**self.updates)
            self.weights[name] -= rate * step / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="which game")
    parser.add_argument("--seats", type=int, default=None, help="how many play")
    parser.add_argument("--option", action="append", default=[], help="a rule, as name=value")
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each between two updates")
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    options = dict(option.split("=") for option in given.option)
    rng, n = np.random.default_rng(given.seed), given.games
    envs = lastraft.env.vector(given.game, n, seats=given.seats, options=options, seed=given.seed, windows="skip")
    now = envs.play("random", where=list(range(1, envs.seats)))
    net, rows, recent = Net(envs, rng), np.arange(n), []
    for update in range(given.updates):
        kept = {name: [] for name in ("inputs", "masks", "actions", "likely", "values", "rewards", "ended")}
        for _ in range(given.steps):
            inputs, masks = net.inputs(now.observations), now.masks != 0
            _, p, values = net.forward(inputs, masks)
            actions = np.minimum((p.cumsum(1) < rng.random((n, 1)) * 0.999999).sum(1), p.shape[1] - 1)
            actions = np.where(masks[rows, actions], actions, p.argmax(1))
            now = envs.step(actions)
            seen = (inputs, masks, actions, p[rows, actions], values, now.rewards[:, 0].copy(), now.ended.copy())
            for name, value in zip(kept, seen):
                kept[name].append(value)
            recent += now.rewards[now.ended, 0].tolist()
        following = net.forward(net.inputs(now.observations), now.masks != 0)[2]
        advantage, advantages = np.zeros(n), []
        for t in reversed(range(given.steps)):  # generalized advantage estimation
            goes_on = ~kept["ended"][t]
            delta = kept["rewards"][t] + DISCOUNT * following * goes_on - kept["values"][t]
            advantage = delta + DISCOUNT * LAMBDA * goes_on * advantage
            following = kept["values"][t]
            advantages.append(advantage)
        advantages = np.concatenate(advantages[::-1])
        flat = {name: np.concatenate(values) for name, values in kept.items()}
        targets = advantages + flat["values"]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(advantages)), BATCHES):
                four = (flat[name][part] for name in ("inputs", "masks", "actions", "likely"))
                net.learn(*four, advantages[part], targets[part], given.rate * (1 - update / given.updates))
        recent = recent[-500:]
        if update % 10 == 9 or update == given.updates - 1:
            print(f"update {update + 1}: mean reward of the last {len(recent)} games {np.mean(recent or [0]):+.3f}")
    return float(np.mean(recent or [0]))


if __name__ == "__main__":
    main(sys.argv[1:])
