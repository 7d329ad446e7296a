"""The board is data: another grid can be put in its place without touching a rule."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lastraft.survive.codes import FAMILIES
from lastraft.survive.components import LISTED

OTHER_BOARD = """
import json, random
from pathlib import Path

read_text = Path.read_text

def other(self, *args, **kwargs):
    text = read_text(self, *args, **kwargs)
    if self.name != "data.json" or self.parent.name != "survive":
        return text
    data = json.loads(text)
    board = data["board"]
    board["spaces"] = [space for space in board["spaces"] if not space["name"].endswith("13")]
    for space in board["spaces"]:
        if space["name"] in ("E4", "F7"):
            space["kind"] = {"E4": "sea", "F7": "island"}[space["name"]]
    board["serpent_starts"][2] = "E4"
    return json.dumps(data)

Path.read_text = other

from lastraft.kernel import seed_rng
from lastraft.kernel import seed_words
from lastraft.survive import GAME
from lastraft.testing.random_play import random_move

assert GAME.families.count == 1067 - 7
for number in range(4):
    rnd = random.Random(number)
    s = GAME.state.checked(GAME.new_state(2 + number))
    seed_rng(s, *seed_words(number))
    GAME.rules.setup(s)
    while not GAME.rules.over(s):
        GAME.rules.apply(s, *random_move(GAME, s, rnd))
print("played")
"""


def test_another_grid() -> None:
    """SV-2.1: a board without its last row and without a lagoon is played to the end."""
    done = subprocess.run([sys.executable, "-c", OTHER_BOARD], capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.parametrize("together", [("MOVE", "RAFT", "OARS", "DOLPHIN"), ("CREATURE",)])
def test_no_list_of_moves_comes_near_the_end_of_its_buffer(together: tuple[str, ...]) -> None:
    """`list_ways` writes up to `LISTED` places behind a list. A buffer has a place for every move there is, and these
    are all that are ever listed together with it."""
    sizes = {family.name: family.size for family in FAMILIES.all}
    assert sum(sizes[name] for name in together) + LISTED <= FAMILIES.count
