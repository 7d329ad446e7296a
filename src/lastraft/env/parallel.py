"""The vector environment in which all who are asked in a window answer at once."""

from __future__ import annotations

from typing import Any

from ..arena.stepping import step_all_at_once
from ..errors import BadOption, IllegalMove
from .vector import Step, Vector


class ParallelVector(Vector):
    """`Vector` with a row for each game and seat: in a window all whom it is for are asked, else one seat. Answers of
    seats that are not asked count for nothing. Moves are made in the order of asking, until somebody steps in: those
    who come after are asked again."""

    def _open(self) -> None:
        self._allocate(self.n * self.seats, step_all_at_once)
        self.observations = self._views.reshape(self.n, self.seats, -1)
        self.masks = self._masks.reshape(self.n, self.seats, -1)

    def play(self, bot: str, where: Any) -> Step:
        """Bots take no seats here.

        :raises BadOption: always.
        """
        raise BadOption("windows = 'parallel': bots take seats only where windows are asked one by one, or skipped")

    def sample(self) -> Any:
        """A random legal move for every seat that is asked."""
        return super().sample().reshape(self.n, self.seats)

    def _act(self, actions: Any) -> None:
        import numpy as np

        chosen = np.asarray(actions)
        if chosen.shape != (self.n, self.seats) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"actions: {self.n} rows of {self.seats} whole numbers, one for each game and seat", "")
        if (row := self._illegal(chosen.ravel())) >= 0:
            i, seat = divmod(row, self.seats)
            raise IllegalMove(f"game {i}: {int(chosen[i, seat])} is not legal for seat {seat} now", "")
        self._play()

    def _done(self) -> Step:
        asked = (self._counts > 0).reshape(self.n, self.seats)
        observations, masks, _, rewards, ended = super()._done()
        return Step(observations, masks, asked, rewards, ended)
