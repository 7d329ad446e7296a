"""The built-in players: what they do, how they differ, what they remember, and that they come home."""

from __future__ import annotations

import functools
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import lastraft
from lastraft.arena.batch import Worker, no_halt
from lastraft.arena.matchup import matchup
from lastraft.bots import LearnedBot, bot
from lastraft.bots.net import SILLY, choose_learned
from lastraft.hellapagos import GAME
from lastraft.hellapagos.codes import ACCEPT_FATE, ACT_WATER
from lastraft.hellapagos.state import Deed
from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.match import Match
from tests.hellapagos.helpers import at, close, do, everybody_votes
from tests.test_net import random_net

CHARACTERS = ("greedy", *(f"greedy:{name}" for name in GAME.characters))


def choice(m: Match, seat: str, spec: str = "greedy") -> str:
    """What a bot does, as text."""
    place = LETTERS.index(seat)
    return m.move(place, bot(spec, GAME, 1).choose(m.hidden(place), place)).text


def choices(m: Match, seat: str) -> dict[str, str]:
    """What each character does, by the part of its name after the colon."""
    return {spec.rpartition(":")[2]: choice(m, seat, spec) for spec in CHARACTERS}


# -- what they do -----------------------------------------------------------------------------------------------------


def test_nobody_fetches_water_where_no_rain_falls() -> None:
    m = at("seats: 3; W: 0; F: 9; weather: 0")
    for character in range(len(GAME.characters) + 1):
        assert GAME.rules.prefer(m.state, 0, ACT_WATER, character) == SILLY


def wise(m: Match, seat: int = 0) -> set[str]:
    """What a bot for people may do."""
    return {move.text for move in m.legal_moves(seat) if not GAME.rules.foolish(m.hidden(seat), seat, move.code)}


@pytest.mark.parametrize(
    ("stores", "searches"),
    [("W: 6; F: 6; weather: 1", True), ("W: 5; F: 6; weather: 1", False), ("W: 2; F: 6; weather: 0", True),
     ("W: 6; F: 5; weather: 0", False)],
)  # fmt: skip
def test_bots_for_people_search_the_wreck_where_nothing_is_short(stores: str, searches: bool) -> None:
    """For tonight and for tomorrow; without rain no water can be fetched."""
    assert ("search" in wise(at(f"seats: 3; {stores}; order: A B C"))) == searches


@pytest.mark.parametrize(
    ("there", "allowed"),
    [
        ("W: 9; F: 1; weather: 1; order: A B C; in play A: fishing_rod", {"fish"}),
        ("W: 3; F: 2; weather: 1; order: A B C", {"fish", "wood 0", "wood 1", "wood 2"}),
        ("W: 3; F: 2; weather: 1; order: C", {"fish"}),
        ("W: 3; F: 2; weather: 1; order: C; R: 2; disc: 3", {"fish", "wood 2"}),
        ("W: 1; F: 1; weather: 1; order: C", {"fish", "water"}),
        ("W: 1; F: 2; weather: 1; order: C", {"water"}),
        ("W: 2; F: 1; weather: 1; order: C", {"fish"}),
        ("W: 1; F: 2; weather: 1; order: A B C; in play A: flask", {"water"}),
        ("W: 1; F: 9; weather: 2; order: C", {"water"}),
        ("W: 1; F: 9; weather: 0; order: C", {"fish", "water", "wood 0", "wood 1", "wood 2", "search"}),
        ("W: 0; F: 9; weather: 0; order: C", {"water", "wood 0", "wood 1", "wood 2", "search"}),
        ("W: 0; F: 9; weather: 0; order: C; R: 2", {"search", "wood 5"}),
        ("W: 0; F: 9; weather: 0; order: C; hand C: water_bottle",
         {"fish", "water", "wood 0", "wood 1", "wood 2", "search"}),
        ("W: 3; F: 9; weather: 2; order: C", {"fish", "water"}),
        ("W: 3; F: 9; weather: 1; order: C", {"fish", "water", "wood 0", "wood 1", "wood 2"}),
        ("W: 9; F: 9; weather: 1; order: C; R: 2; disc: 1",
         {"fish", "water", "search", "wood 0", "wood 1", "wood 2", "wood 4"}),
    ],
)  # fmt: skip
def test_bots_for_people_fetch_what_is_short_tonight(there: str, allowed: set[str]) -> None:
    """Whoever has rod or flask at once, others when hardly anybody else is left to do so; nobody fetches more of the
    other. What most lack comes first where not all can be brought. Where only cards hold water, whoever has none looks
    for one, and much rain is stored. Many balls are drawn only for the last seat."""
    m = at(f"seats: 3; {there}")
    seat = m.asked or 0
    actions = {text for text in wise(m, seat) if text.partition(" ")[0] in ("fish", "water", "wood", "search")}
    assert actions == allowed


def test_the_stronger_a_bot_for_people_the_more_often_it_thinks_of_itself() -> None:
    """Weak ones always fetch what is short, `normal` half of the time, for the net likes something else."""
    m = at("seats: 6; W: 6; F: 0; weather: 0; order: A B C; R: 1; disc: 4")
    helped = [sum(choice_of(m, f"learned:{t}t", seed) == "fish" for seed in range(40)) for t in (2, 0.75, 0.5, 0.1)]
    assert helped[0] == 40 > helped[1] > helped[2] > helped[3]


def choice_of(m: Match, spec: str, seed: int) -> str:
    seat = m.asked or 0
    return m.move(seat, bot(spec, GAME, seed).choose(m.hidden(seat), seat)).text


@pytest.mark.parametrize(
    ("there", "hand", "shares"),
    [("W: 2", "water_bottle coconut gun", True), ("W: 2", "water_bottle gun", False),
     ("W: 2", "water_bottle filthy_water", False), ("W: 1", "water_bottle water_bottle", False)],
)  # fmt: skip
def test_bots_for_people_spare_all_a_vote_by_one_ration_of_two(there: str, hand: str, shares: bool) -> None:
    m = at(f"seats: 3; {there}; F: 9; round: 2; window: S water; hand A: axe; hand B: {hand}")
    played = {text for text in wise(m, 1) if text.startswith("play ")}
    assert (wise(m, 1) == played) == shares
    assert played >= {"play water_bottle"}


def test_bots_for_people_ask_for_rations_or_what_they_have_seen() -> None:
    """No food for food, nothing that makes sick, nothing that is worth more."""
    m = at("seats: 3; round: 2; order: A B C; hand A: sandwich sandwich axe bullet; hand B: gun")
    do(m, "A: give B", "A: card bullet", "A: done", "A: offer B", "A: card sandwich", "A: done", "A: ask 1")
    do(m, "A: say sandwich")
    wishes = {text.removeprefix("say ") for text in wise(m) if text.startswith("say ")}
    assert wishes == {"water_bottle", "bullet"}


def test_bots_for_people_wish_for_nothing_that_everybody_has_seen_go() -> None:
    """The last bottle was drunk, or lies in the own hand, or the other's whole hand is known."""
    start = "seats: 3; round: 2; order: A B C; hand A: sandwich sandwich; hand B: gun; hand C: axe"
    offer = ("A: offer B", "A: card sandwich", "A: done", "A: ask 1", "A: say sandwich")
    assert "say water_bottle" in wise(do(at(start), *offer))
    gone = f"{start}; discard: {'water_bottle ' * 7}"
    assert "say water_bottle" not in wise(do(at(gone), *offer))
    shown = start.replace("sandwich sandwich", "sandwich sandwich bullet").replace("hand B: gun", "hand B:")
    m = do(at(shown), "A: give B", "A: card bullet", "A: done", *offer)
    assert {text for text in wise(m) if text.startswith("say ")} == {"say bullet"}


@pytest.mark.parametrize(
    ("hand", "seen", "offers"),
    [("club bullet old_undies", False, False), ("club bullet old_undies", True, True),
     ("old_undies matches bullet", True, False),
     ("sandwich sandwich bullet", False, True)],
)  # fmt: skip
def test_bots_for_people_offer_nothing_that_nobody_wants(hand: str, seen: bool, offers: bool) -> None:
    """For what they have seen in a hand anything that is of use, else a ration to spare."""
    m = at(f"seats: 3; round: 2; order: A B C; hand A: {hand}; hand B: gun")
    if seen:
        do(m, "A: give B", "A: card bullet", "A: done")
    assert ("offer B" in wise(m)) == offers


def test_bots_for_people_do_not_repeat_an_offer_that_was_answered() -> None:
    start = "seats: 3; round: 2; order: A B C; hand A: sandwich sandwich bullet; hand B: gun"
    m = do(at(start), "A: offer B", "A: card sandwich", "A: done", "A: ask 1", "A: say sandwich", "A: done")
    do(m, "B: decline A")
    assert "offer B" in {move.text for move in m.legal_moves(0)}
    assert "offer B" not in wise(m)


def test_bots_for_people_give_nothing_to_who_wronged_them() -> None:
    hands = "hand A: car_keys old_undies; hand B: club; hand C: gun"
    m = at(f"seats: 3; W: 2; F: 9; round: 2; window: V water A; {hands}; wronged A: B")
    assert {"give B", "give C"} <= {move.text for move in m.legal_moves(0)}
    assert "give B" not in wise(m)
    assert "give C" in wise(m)


DOOMED = "seats: 4; W: 2; F: 9; round: 2; field vote: 2 0 2 0 0 0 0 0 0 0 0 0; window: V water B; hand D: sandwich"


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("water_bottle axe gun bullet", {"feed water_bottle"}),
        ("conch axe", {"use conch", "offer D"}),
        ("gun bullet", {"shoot A", "shoot C", "shoot D", "offer D"}),
        ("axe old_undies", {"offer D"}),
        ("old_undies", {"give D"}),
    ],
)
def test_the_doomed_save_themselves_then_beg_then_leave_a_will(hand: str, allowed: set[str]) -> None:
    """They beg, and leave cards to, somebody who did not point at them; who has nothing of worth does not beg."""
    m = at(f"{DOOMED}; hand B: {hand}; hand A: club; hand C: coffee")
    assert least_foolish(m, 1) == allowed


def test_the_doomed_make_one_plain_offer_then_a_will_then_accept() -> None:
    m = at(f"{DOOMED}; hand B: axe sandwich old_undies; hand A: club; hand C: coffee")
    plea = ("offer D", "card axe", "card sandwich", "done", "ask 1", "say axe", "say sandwich", "say water_bottle")
    for step in plea:
        assert step in least_foolish(m, 1)
        assert len(least_foolish(m, 1)) <= 2, "two cards, in any order"
        do(m, f"B: {step}")
    do(m, "D: decline B")
    assert least_foolish(m, 1) == {"give D"}
    do(m, "B: give D", "B: card axe", "B: done")
    assert least_foolish(m, 1) == {"accept fate"}


def test_the_doomed_take_what_would_save_them() -> None:
    m = at(f"{DOOMED}; hand B: axe; hand A: water_bottle; hand C: coffee")
    do(m, "A: offer B", "A: card water_bottle", "A: ask 1", "A: say water_bottle", "A: done")
    assert "accept A" in least_foolish(m, 1)
    assert "decline A" not in least_foolish(m, 1)


def least_foolish(m: Match, seat: int) -> set[str]:
    """What a bot for people does: of the least foolish."""
    hidden = m.hidden(seat)
    folly = {move.text: GAME.rules.foolish(hidden, seat, move.code) for move in m.legal_moves(seat)}
    return {text for text, number in folly.items() if number == min(folly.values())}


def test_the_sick_cure_themselves_first() -> None:
    m = at("seats: 3; round: 2; hand A: anti_venom; sick: A 2 bite; sick: B 2 bite; window: D")
    do(m, "A: use anti_venom")
    assert wise(m) == {"target A"}


@pytest.mark.parametrize(("votes", "named"), [("B C B C D", {"B"}), ("C C B B D", {"C"}), ("D C B B C", {"B", "C"})])
def test_a_bot_for_people_breaks_a_tie_as_it_voted(votes: str, named: set[str]) -> None:
    """If it voted for one of the tied."""
    m = close(at("seats: 5; first: A; F: 4; window: S food"))
    do(m, *(f"{voter}: vote {target}" for voter, target in zip("ABCDE", votes.split(), strict=True)))
    assert wise(m) == {f"tiebreak {name}" for name in named}


def test_bots_for_people_keep_what_is_worth_more_than_what_they_get() -> None:
    m = at("seats: 3; order: A B C; hand A: flask flashlight water_bottle; hand B: gun car_keys")
    do(m, "A: offer B")
    assert "card flask" not in wise(m)
    assert "card water_bottle" not in wise(m), "the only one"
    do(m, "A: card flashlight", "A: done", "A: ask 1", "A: say flashlight", "A: done", "B: accept A")
    assert {"card car_keys"} == {text for text in wise(m, 1) if text.startswith("card")}


def test_bots_for_people_sell_nothing_good_for_any_card() -> None:
    m = at("seats: 3; order: A B C; hand A: water_bottle water_bottle; hand B: gun")
    do(m, "A: offer B", "A: card water_bottle", "A: done", "A: ask 1", "A: say water_bottle")
    assert "done" not in wise(m)
    assert "say sandwich" in wise(m)


def test_bots_for_people_play_no_card_when_the_raft_leaves() -> None:
    hands = "hand A: alarm_clock; hand B: club; hand C: axe"
    for rafts, plays in ((2, True), (3, False)):
        m = at(f"seats: 3; W: 9; F: 9; R: {rafts}; round: 6; weather: 1 1 1 2 2 2; window: N; {hands}")
        assert ("use alarm_clock" in wise(m)) == plays


def test_nobody_throws_his_hand_away_in_the_first_round() -> None:
    """A person waits for passes and actions, for tools laid down, and for nothing else."""
    m = lastraft.new(GAME.name, 6, seed=4)
    players = [bot(spec, GAME, 7) for spec in (*CHARACTERS, "greedy")]
    seen = set()
    while m.state.day == 1:
        seat = m.asked
        assert seat is not None
        move = m.move(seat, players[seat].choose(m.hidden(seat), seat))
        seen.add(move.text.partition(" ")[0])
        m.push(move.text, seat)
    drafts = {"offer", "card", "ask", "say", "done", "accept", "decline"}
    assert seen <= {"pass", "close", "fish", "water", "wood", "search", "lay"} | drafts
    assert sum(m.state.hand_size[:6]) >= 18


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("water_bottle coconut filthy_water", "feed water_bottle"),
        ("filthy_water matches", "feed filthy_water+matches"),
        ("conch gun bullet", "use conch"),
        ("fruit_basket sandwich", "use fruit_basket"),
        ("sandwich", "accept fate"),
    ],
)
def test_the_designated_castaway_saves_himself_with_what_he_has(hand: str, expected: str) -> None:
    m = at(f"seats: 4; W: 2; hand B: {hand}; field vote: 2 0 2 2 0 0 0 0 0 0 0 0; window: V water B")
    assert choice(m, "B") == expected


@pytest.mark.parametrize("temperature", [0, 150])
def test_no_net_lets_die_who_can_save_themselves(temperature: int) -> None:
    """Not even one that likes nothing better."""
    net = random_net(GAME)
    net["policy_bias"][ACCEPT_FATE] = 1 << 20
    player = LearnedBot(GAME, 1, net, temperature=temperature)
    for hand, dies in (("water_bottle sandwich", False), ("sandwich", True)):
        m = at(f"seats: 4; W: 2; hand B: {hand}; field vote: 2 0 2 2 0 0 0 0 0 0 0 0; window: V water B")
        assert (player.choose(m.hidden(1), 1) == ACCEPT_FATE) == dies


def test_the_designated_castaway_shoots_when_nothing_else_saves_him() -> None:
    m = at("seats: 4; W: 2; hand B: gun bullet; wronged B: C; deeds C: shots 1; window: V water B")
    assert choice(m, "B") == "shoot C"


def test_who_must_die_leaves_his_cards_to_somebody_who_did_not_vote_for_that() -> None:
    m = at("seats: 4; W: 2; hand B: axe club; field vote: 2 3 1 2 0 0 0 0 0 0 0 0; window: V water B")
    seen = choices(m, "B")
    assert seen.pop("hoarder") == "accept fate"
    assert set(seen.values()) == {"give C"}


def test_all_that_is_missing_is_played_at_night_to_leave() -> None:
    m = at("seats: 3; W: 3; F: 3; R: 2; hand B: wooden_plank axe; window: N")
    assert choice(m, "B") == "use wooden_plank"
    m = at("seats: 3; W: 2; F: 3; R: 3; hand B: water_bottle sandwich; window: N")
    assert choice(m, "B") == "play water_bottle"
    m = at("seats: 3; W: 9; F: 9; R: 3; window: N")
    close(m)
    assert choice(m, "A") == "leave"


def test_what_is_needed_is_brought() -> None:
    turn = "seats: 4; weather: 2 1 0; "
    assert choice(at(f"{turn} W: 1; F: 12; R: 2"), "A") == "water"
    assert choice(at(f"{turn} W: 12; F: 1; R: 2"), "A") == "fish"
    assert choice(at(f"{turn} W: 14; F: 14; R: 2"), "A").startswith("wood")
    assert choice(at(f"{turn} W: 20; F: 20; R: 4"), "A") == "search"
    assert choice(at("seats: 4; weather: 0 1 2; W: 3; F: 9; R: 2"), "A") != "water"


def test_a_fair_offer_is_taken_and_a_bad_one_is_not() -> None:
    def offered(claim: str, wish: str, spec: str = "greedy") -> str:
        m = at("seats: 3; hand A: water_bottle water_bottle; hand B: sandwich sandwich old_undies")
        do(m, "A: offer B", "A: card water_bottle", "A: done", "A: ask 1", f"A: say {claim}", f"A: say {wish}")
        return choice(m, "B", spec)

    assert offered("water_bottle", "sandwich") == "accept A"
    assert offered("car_keys", "sandwich") == "decline A"
    assert offered("water_bottle", "conch") == "decline A"
    assert offered("water_bottle", "conch", "greedy:hoarder") == "accept A", "a hoarder gives something else"


def test_an_offer_says_what_it_gives_unless_a_hoarder_makes_it() -> None:
    for spec, claim in (("greedy", "water_bottle"), ("greedy:hoarder", "sardines")):
        m = at("seats: 3; hand A: water_bottle water_bottle; hand B: sandwich axe; hand C: flask")
        do(m, "pass")
        assert choice(m, "A", spec) in ("offer B", "offer C")
        do(m, "A: offer B", "A: card water_bottle", "A: done", "A: ask 1")
        assert choice(m, "A", spec) == f"say {claim}"
        do(m, f"A: say {claim}")
        assert choice(m, "A", spec) == "say sandwich"


def test_prefer_is_told_nothing_that_the_seat_cannot_know() -> None:
    """The frame asks this of random games; here of a sensible one, and of every character."""
    m = lastraft.new(GAME.name, 4, seed=2)
    players = [bot(spec, GAME, 3) for spec in ("greedy", "greedy:gunslinger", "greedy:hoarder", "greedy:helpful")]
    while (seat := m.asked) is not None:
        hidden = m.hidden(seat)
        for code in m.legal_moves(seat).codes():
            for character in range(len(GAME.characters) + 1):
                known = GAME.rules.prefer(hidden, seat, code, character)
                assert GAME.rules.prefer(m.state, seat, code, character) == known
        m.push(players[seat].choose(hidden, seat), seat)
    assert m.over


# -- how they differ --------------------------------------------------------------------------------------------------


def test_only_a_hoarder_lets_a_friend_die_with_two_rations_in_hand() -> None:
    m = at("seats: 4; W: 2; deeds B: wood 9; hand A: water_bottle water_bottle; window: V water B")
    do(m, "B: accept fate")
    seen = choices(m, "A")
    assert seen.pop("hoarder") == "pass"
    assert set(seen.values()) == {"give B"}
    do(m, "A: give B", "A: card water_bottle", "A: done")
    assert choice(m, "B") == "feed water_bottle"


def test_only_the_helpful_give_their_last_ration() -> None:
    m = at("seats: 4; W: 2; deeds B: wood 9; hand A: water_bottle axe; window: V water B")
    do(m, "B: accept fate")
    seen = choices(m, "A")
    assert seen.pop("helpful") == "give B"
    assert set(seen.values()) == {"pass"}
    do(m, "A: give B")
    assert choice(m, "A", "greedy:helpful") == "card water_bottle"


def test_only_a_gunslinger_shoots_for_no_reason() -> None:
    """And not before the third day."""
    assert not choice(at("seats: 3; W: 9; F: 9; hand A: gun bullet"), "A", "greedy:gunslinger").startswith("shoot")
    m = at("seats: 3; W: 9; F: 9; hand A: gun bullet; round: 3")
    seen = choices(m, "A")
    assert seen.pop("gunslinger").startswith("shoot")
    assert not any(text.startswith("shoot") for text in seen.values())


def test_a_grudge_is_borne_in_votes() -> None:
    m = close(at("seats: 4; F: 3; deeds B: wood 5; deeds C: wood 5; wronged A: B; sick: D 1 bite; window: S food"))
    seen = choices(m, "A")
    assert seen.pop("grudge") == "vote B"
    assert set(seen.values()) == {"vote D"}


@functools.cache
def played(bots: str, games: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """By bot: who came home, and all deeds; a row for each seat of each game."""
    players = matchup(GAME.name, 6, bots)
    batch = Worker(players, 10, True).play(1, games, no_halt())
    assert batch.finals is not None
    home, deeds = defaultdict(list), defaultdict(list)
    for i in range(games):
        for seat in range(6):
            who = players.bots[players.player_at(seat, 1 + i)]
            home[who].append(batch.rows[i]["score"][seat])
            deeds[who].append(batch.finals[i]["deeds"][seat].astype(int))
    return {who: np.array(rows) for who, rows in home.items()}, {who: np.array(rows) for who, rows in deeds.items()}


def test_characters_at_one_table_differ_in_what_they_do() -> None:
    _, deeds = played(",".join((*CHARACTERS, "greedy")), 600)
    mean = {spec.rpartition(":")[2]: rows.mean(axis=0) for spec, rows in deeds.items()}
    plain = mean["greedy"]

    def given(who: str) -> float:
        return float(mean[who][Deed.SHARED] + mean[who][Deed.GIFTS])

    assert given("helpful") > 1.5 * given("greedy") > 3 * given("hoarder")
    assert mean["hoarder"][Deed.LEFT_BEHIND] > 1.2 * plain[Deed.LEFT_BEHIND]
    assert mean["hoarder"][Deed.SEARCHES] > 5 * plain[Deed.SEARCHES]
    assert mean["gunslinger"][Deed.SHOTS] > 3 * plain[Deed.SHOTS]


def test_a_grudge_is_paid_back() -> None:
    _, deeds = played("greedy,greedy:grudge", 150)
    plain, grudge = (deeds[who][:, Deed.PAID_BACK].mean() for who in ("greedy", "greedy:grudge"))
    assert grudge > 1.1 * plain


# -- how well they do -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("some", [1, 2, 3])
def test_among_random_players_they_escape_at_least_twice_as_often(some: int) -> None:
    home, _ = played(",".join(["greedy"] * some + ["random"] * (6 - some)), 150)
    assert home["greedy"].mean() >= 2 * home["random"].mean() > 0


def test_six_of_them_bring_two_home_and_trade() -> None:
    home, deeds = played("greedy", 100)
    assert home["greedy"].sum() >= 2 * 100
    assert (deeds["greedy"][:, Deed.GIFTS] > 0).sum() + deeds["greedy"][:, Deed.EXCHANGES].sum() / 2 >= 100


# -- what everybody remembers -----------------------------------------------------------------------------------------


def deeds(m: Match, seat: str) -> dict[str, int]:
    row = m.state.deeds[LETTERS.index(seat)]
    return {deed.name.lower(): row[deed] for deed in Deed if row[deed]}


def wronged(m: Match, seat: str) -> str:
    return "".join(LETTERS[other] for other in range(m.seats) if m.state.wronged[LETTERS.index(seat)] >> other & 1)


def test_actions_and_gifts_are_noted() -> None:
    m = at("seats: 3; weather: 2 1 0; hand A: axe club; hand B: sandwich; deck: conch matches")
    do(m, "A: give B", "A: card axe", "A: done", "B: play sandwich", "pass", "A: water", "pass", "B: search", "pass")
    do(m, "C: wood 0")
    assert deeds(m, "A") == {"water": 2, "gifts": 1}
    assert deeds(m, "B") == {"searches": 1, "shared": 1}
    assert deeds(m, "C") == {"wood": 1}


def test_levels_for_people_are_silly_only_where_there_is_no_other_way() -> None:
    """They shoot nobody without a reason and give no cards away, however much the net likes it."""
    GAME.native.compile([choose_learned])
    for seed in (1, 2):
        m = lastraft.new("hellapagos", seed=seed)
        bots = [bot("normal", GAME, seed * 10 + seat) for seat in range(m.state.seats)]
        while not m.over and m.state.day < 3:
            assert m.asked is not None
            hidden = m.hidden(m.asked)
            moves = {code: GAME.rules.prefer(hidden, m.asked, code, 0) for code in GAME.legal(hidden, m.asked)}
            move = bots[m.asked].choose(hidden, m.asked)
            sound = [code for code in moves if not GAME.rules.foolish(hidden, m.asked, code)]
            others = [code for code in sound if moves[code] > SILLY]
            assert moves[move] > SILLY or not others, m.move(m.asked, move).text
            m.push(move, m.asked)


def test_an_exchange_is_noted_for_both() -> None:
    m = at("seats: 3; hand A: axe club; hand B: sandwich")
    do(m, "A: offer B", "A: card axe", "A: done", "A: ask 1", "A: done", "A: done", "B: accept A", "B: card sandwich")
    assert deeds(m, "A") == deeds(m, "B") == {"exchanges": 1}


def test_votes_shots_and_thefts_are_wrongs() -> None:
    m = everybody_votes(close(at("seats: 4; F: 3; wronged A: B; window: S food")), "B", "A")
    assert (wronged(m, "B"), wronged(m, "A")) == ("ACD", "B")
    assert deeds(m, "A") == {"accused": 1, "paid_back": 1}
    assert deeds(m, "B") == {"accused": 3}
    m = do(at("seats: 3; hand A: gun bullet; hand B: axe club"), "A: shoot B", "B: nothing")
    assert (deeds(m, "A"), deeds(m, "B"), wronged(m, "B")) == ({"shots": 1}, {"left_behind": 2}, "A")
    m = do(at("seats: 3; hand A: sleeping_pills; hand B: axe"), "A: use sleeping_pills", "A: target B")
    assert wronged(m, "B") == "A"


def test_a_vote_is_remembered_only_when_it_is_shown() -> None:
    m = do(close(at("seats: 4; F: 3; window: S food")), "A: vote B", "C: vote B")
    assert (wronged(m, "B"), deeds(m, "B")) == ("", {})


def test_what_is_remembered_is_public_and_can_be_written() -> None:
    m = at("seats: 3; deeds B: wood 3 shots 1; wronged A: B C")
    for seat in (-1, 0, 1):
        assert GAME.hidden(m.state, seat).deeds == m.state.deeds
        assert GAME.hidden(m.state, seat).wronged == m.state.wronged
    assert "wronged A: B C\ndeeds B: wood 3 shots 1\n" in m.position()


def test_facts_tell_what_a_castaway_did_and_has() -> None:
    m = at("seats: 3; deeds B: wood 3 shots 1; in play B: gun; hand B: axe")
    facts = GAME.speech.facts(m.state, 1)
    assert (facts["wood fetched"], facts["shots fired"], facts["Gun"], facts["Axe"]) == (3, 1, 1, 0)
    assert facts["cards in hand at the end"] == 1
