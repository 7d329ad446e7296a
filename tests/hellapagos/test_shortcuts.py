"""What takes several moves and two clicks."""

import random

import lastraft
from lastraft.hellapagos import GAME
from lastraft.words import words

T = words("hellapagos", "en")


def test_a_card_given_in_one_go() -> None:
    """Each shortcut is a row of legal moves, after which somebody else holds the card and no draft is open."""
    rnd, made = random.Random(4), 0
    match = lastraft.new("hellapagos", seats=5, seed=4)
    for _ in range(120):
        seat = rnd.choice(match.actors)
        shortcuts = GAME.shortcuts(GAME.hidden(match.state, seat), seat, match.names, T)
        if shortcuts and rnd.random() < 0.2:
            made += 1
            shortcut = rnd.choice(shortcuts)
            to, held = int(shortcut.clicks[1].removeprefix("seat-")), list(match.state.hand_size)
            for code in shortcut.codes:
                match.push(code, seat)
            assert not match.state.draft[seat]
            assert match.state.hand_size[seat] == held[seat] - 1
            assert match.state.hand_size[to] == held[to] + 1
        else:
            match.push(rnd.choice(match.legal_moves(seat).codes()), seat)
    assert made > 5
    assert GAME.shortcuts(GAME.hidden(match.state, -1), -1, match.names, T) == []
