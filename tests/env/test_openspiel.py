"""OpenSpiel's own checks: random games with serialization, a playthrough, its IS-MCTS."""

from __future__ import annotations

import pytest

import lastraft
from tests.driftwood import GAME

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import lastraft.env.openspiel

SHORT = "lastraft_driftwood(options=rounds:five;votes:no,players=3)"


def begun(name: str, seed: int) -> pyspiel.State:
    state, rng = pyspiel.load_game(name).new_initial_state(), np.random.RandomState(seed)
    while state.is_chance_node():
        state.apply_action(int(rng.randint(256)))
    return state


@pytest.mark.parametrize("name", [SHORT, "lastraft_hellapagos(players=3)", "lastraft_outlive(players=2)"])
def test_random_games_with_serialization(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_a_long_game_is_serialized() -> None:
    """OpenSpiel's own test takes half a minute for a game of Survive: it writes and reads all moves at every move."""
    state, rng = begun("lastraft_survive(players=2)", 3), np.random.RandomState(1)
    for _ in range(40):
        state.apply_action(int(rng.choice(state.legal_actions())))
    _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for _ in range(20):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(0) == state.information_state_string(0)
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        other.apply_action(action)


def test_a_playthrough_plays_again() -> None:
    text = generate_playthrough.playthrough(SHORT, action_sequence=None, seed=3)
    lines = text.splitlines()
    assert "IsTerminal() = True" in lines
    assert any(line.startswith("Rewards() = [") and line != "Rewards() = [0, 0, 0]" for line in lines)
    assert any("InformationStateString(0)" in line for line in lines)
    actions = [int(line.removeprefix("action: ")) for line in lines if line.startswith("action: ")]
    again = generate_playthrough.playthrough(SHORT, action_sequence=actions, seed=4)
    assert again.splitlines()[-20:] == lines[-20:]


def test_information_set_search_on_outlive() -> None:
    state, rng = begun("lastraft_outlive(players=2)", 3), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game=state.get_game(), uct_c=1.0, evaluator=evaluator, max_simulations=2, random_state=rng)
    action = bot.step(state)
    assert action in state.legal_actions()
    assert state.action_to_string(state.current_player(), action)


def test_what_a_seat_cannot_tell_apart_is_one_information_state() -> None:
    state = begun(SHORT, 5)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    seat, rng = state.current_player(), np.random.RandomState(2)
    others = [state.resample_from_infostate(seat, rng.uniform) for _ in range(6)]
    strings = {other.information_state_string(seat) for other in others}
    assert strings == {state.information_state_string(seat)}
    assert all(other.legal_actions() == state.legal_actions() for other in others)
    another = (seat + 1) % 3
    assert len({other.information_state_string(another) for other in others}) > 1
    observer = state.get_game().make_py_observer()
    observer.set_from(state, seat)
    assert observer.tensor.shape == (GAME.observation_size,)
    with pytest.raises(lastraft.BadOption, match="no option"):
        pyspiel.load_game("lastraft_driftwood(options=sharks:yes)")
