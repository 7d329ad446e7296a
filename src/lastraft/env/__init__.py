"""Environments for learners, over native rules.

`vector` plays many games side by side, NumPy arrays in and out. `pettingzoo`, `gymnasium` and `openspiel` are modules
with what those libraries expect; each needs the extra of its name.
"""

from __future__ import annotations

from .vector import Step, Vector, vector

__all__ = ["Step", "Vector", "vector"]
