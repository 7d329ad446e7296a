"""What people read: the log from the reader's point of view, reasons, and a table that fits a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.text import Text

import lastraft.hellapagos
from lastraft.bots.analysis import _advisable
from lastraft.hellapagos import GAME, codes
from lastraft.hellapagos.codes import PASS, VOTE
from lastraft.hellapagos.components import BLACK, IDS, WORDS
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.options import Choice
from lastraft.hellapagos.rules.cards import discards
from lastraft.hellapagos.state import Check, Window
from lastraft.hellapagos.ui.notation import LETTERS
from lastraft.hellapagos.ui.reasons import REASONS
from lastraft.hellapagos.ui.scenery import PICTURES
from lastraft.hellapagos.ui.strip import strip
from lastraft.kernel import Emitted
from lastraft.match import Match
from lastraft.protocol import WATCHER, Listener, Reader
from lastraft.protocol.drawing import symbols
from lastraft.protocol.translations import LANGUAGES, translator
from tests.hellapagos.helpers import at, close, do, everybody_votes

T = translator("hellapagos", "en")


def log_of(m: Match, seat: int, since: int = 0) -> list[str]:
    return [line.said for line in GAME.speech.log([h.event for h in m.events(seat, since)], Listener(seat, m.names, T))]


def test_the_log_speaks_to_its_reader() -> None:
    """HP-23.14, HP-23.16: you, they, and nothing one may not know."""
    m = do(at("seats: 3; hand A: gun bullet; hand B: axe"), "A: shoot B", "B: nothing")
    assert "You shoot at B!" in log_of(m, 0)
    assert "A shoots at you!" in log_of(m, 1)
    assert "A shoots at B!" in log_of(m, 2)
    assert "You get Axe from B." in log_of(m, 0)
    assert not any("Axe" in said for said in log_of(m, 2))


def test_a_card_is_too_late_while_all_decide() -> None:
    """HP-20.15: nobody is told that they may not abstain who clicks a card."""
    m = close(at("seats: 3; F: 2; hand A: conch; window: S food"))
    asked = Reader(m.hidden(0), 0, m.names, T)
    assert GAME.clause_name(GAME.picture.wrong(asked, ["card-conch"])) == "HP-20.15"
    assert GAME.picture.wrong(asked, ["seat-0"]) == 0


def test_what_others_do_to_a_reader_is_told_until_it_is_read() -> None:
    """A theft, a gift, what an exchange brought, an offer that lapsed; to nobody else, and not what one did oneself."""
    card = IDS.index("alarm_clock")
    for kind, said in (
        (Event.STOLEN, "A stole your Alarm Clock."),
        (Event.RECEIVED, "You get Alarm Clock from A."),
        (Event.LAPSED, "A's offer to you has lapsed."),
    ):
        happened = [Emitted(-1, kind, 0, 1, card)]
        told = {
            seat: [line.said for line in GAME.speech.befell(happened, Listener(seat, "ABC", T))] for seat in range(3)
        }
        assert told == {0: [], 1: [said], 2: []}
    fate = [
        (Emitted(-1, Event.DESIGNATED, 1, Check.WATER, 0), "The vote is against you."),
        (Emitted(-1, Event.SAVED, 1, Check.WATER, 0), "You are saved."),
        (Emitted(-1, Event.SHOT, 0, 1, 0), "A shoots at you!"),
        (Emitted(-1, Event.STOPPED, 1, 0, 0), "Your Sheet Metal stops the shot."),
        (Emitted(-1, Event.NAMED, 0, IDS.index("pendulum"), 1), "Pendulum: A chooses you."),
    ]
    for event, said in fate:
        assert [line.said for line in GAME.speech.befell([event], Listener(1, "ABC", T))] == [said]
        assert not GAME.speech.befell([event], Listener(2, "ABC", T))


def test_what_belongs_together_is_one_sentence() -> None:
    """HP-7.13 to HP-7.15, HP-23.14: an expedition for wood speaks of wood, a gift names its cards at once."""
    balls = [Emitted(-1, Event.BALL, 1, ball, 0) for ball in (2, 4)]
    wood, seats = Emitted(-1, Event.WOOD, 1, 1, 0), Emitted(-1, Event.BUILT, 3, 0, 0)
    names = ["Ann", "Ben", "Cid"]
    home = [wood, *balls, seats, Emitted(-1, Event.WOOD, 1, 2, 0)]
    said, points, *_ = zip(*GAME.speech.log(home, Listener(0, names, T)), strict=True)
    assert said == ("Ben pushes their luck with 2 more balls, all white: wood +3.", "The raft has 3 seats now.")
    assert points[0] == ("seat-1", "store-raft")
    played = Event.staging(home, Listener(0, names, T))
    counted = [beat["n"] for step in played for beat in step["beats"] if beat["kind"] == "count"]
    assert counted == [3], "the page shows the gain that the log tells of"
    said_of = [step.get("say") for step in played if step.get("say")]
    assert said_of[-2:] == ["Ben fetches wood: +3.", "The raft has 3 seats now."], "first the wood, then what it builds"
    assert "Ben goes for 2 more wood: 4 in 6 it is safe." in [step.get("stake") for step in played]
    assert "You go for 2 more wood: 4 in 6 it is safe." in [
        s.get("stake") for s in Event.staging(home, Listener(1, names, T))
    ]
    bitten = [wood, *balls, Emitted(-1, Event.BITTEN, 1, 0, 0), Emitted(-1, Event.SICK, 1, 1, 0)]
    assert [line.said for line in GAME.speech.log(bitten, Listener(1, names, T))] == [
        "You fetch wood: +1, push your luck with 2 more balls and draw the black one.",
        "A snake bites you: you are sick, no vote tonight, no action tomorrow!",
    ]
    for seat, start in ((1, "A snake bites you: you are"), (0, "A snake bites Ben:")):
        snake, card = Event.staging(bitten, Listener(seat, names, T))[-2:]
        assert snake["say"] == f"{start} sick, no vote tonight, no action tomorrow!"
        assert card["beats"][0]["kind"] == "card", "everybody reads what the bite does"
    fished = [balls[0], Emitted(-1, Event.FISHED, 1, 2, 0)]
    assert [line.said for line in GAME.speech.log(fished, Listener(0, names, T))] == ["Ben fishes: food +2."]
    caught = [beat for step in Event.staging(fished, Listener(0, names, T)) for beat in step["beats"]]
    assert caught[0]["faces"] == ["ball-2"], "so many fish are on the ball"
    black = [Emitted(-1, Event.BALL, 1, BLACK, 0), Emitted(-1, Event.FISHED, 1, 1, 0)]
    assert [line.said for line in GAME.speech.log(black, Listener(0, names, T))] == ["Ben fishes: food +1."]
    caught = [beat for step in Event.staging(black, Listener(0, names, T)) for beat in step["beats"]]
    assert (caught[0]["faces"], caught[0]["sound"]) == (["ball-black"], "ball"), "it is no snake"
    gun, fish = IDS.index("gun"), IDS.index("rotten_fish")
    left = [
        Emitted(-1, Event.INHERITED, 1, 2, 3),
        Emitted(-1, Event.INHERITED, 1, 0, 2),
        *(Emitted(-1, Event.RECEIVED, 1, 0, card) for card in (fish, gun)),
    ]
    assert [line.said for line in GAME.speech.log(left, Listener(0, names, T))] == [
        "Cid inherits 3 cards of Ben as a neighbour.",
        "You inherit from Ben: Rotten Fish and Gun.",
    ]
    shown = [step.get("say") for step in Event.staging(left, Listener(0, names, T))]
    assert shown == ["You inherit from Ben: Rotten Fish, Gun."], "what others inherit is told in the log alone"
    staked = Event.staging(fished, Listener(0, names, T))[0].get("stake")
    assert staked == "Ben fishes…"
    seen = [Emitted(-1, Event.SAW_DECK, i, IDS.index(card), 0) for i, card in enumerate(("axe", "gun"))]
    assert [step.get("say") for step in Event.staging(seen, Listener(0, names, T))] == [
        "On top of the wreck: Axe, Gun."
    ]

    m = at("seats: 3; hand A: gun bullet axe; hand B: club")
    before = len(m.history)
    do(m, "A: give B", "A: card axe", "A: card gun", "A: card bullet")
    assert log_of(m, 1, before + 1) == ["You get Axe, Gun and Bullet from A."]
    assert log_of(m, 2, before + 1) == ["A gives B 3 cards."]


def test_what_others_play_or_give_is_a_scene() -> None:
    """A question may be gone because somebody else has answered it: that is seen."""
    card = IDS.index("water_bottle")
    for kind, b, c, scene in ((Event.PLAYED, card, 0, True), (Event.FED, card, 2, True), (Event.FED, card, 1, False)):
        steps = Event.staging([Emitted(-1, kind, 1, b, c)], Listener(0, ["Ann", "Ben", "Cid"], T))
        assert steps
        assert all(step.get("scene", False) == scene for step in steps)


def test_every_event_has_a_sentence() -> None:
    """Whoever reads it, and whatever its numbers are."""
    names = ["Ann", "Ben", "Cid", "Dan"]
    for kind in Event:
        for reader in (-1, 0, 1, 2, 3):
            said = GAME.events.tell(Emitted(-1, kind, 1, 2, 3), Listener(reader, names, T))
            assert said, kind
            assert "{" not in said, said


def test_every_reason_that_is_given_is_explained() -> None:
    """All clauses that `forbids` can return."""
    source = "".join(p.read_text() for p in Path(lastraft.hellapagos.__file__).parent.rglob("*.py"))
    given = {int(a) * 100 + int(b) for a, b in re.findall(r"clause\((\d+), (\d+)\)", source)}
    assert given == set(REASONS)
    assert set(WORDS["families"]) == {family.name for family in GAME.families.all}


def test_the_table_fits_a_terminal() -> None:
    """80 columns, with every card in hand and twelve long names."""
    everything = " ".join(IDS)
    m = at(f"seats: 12; in play B: gun; hand A: {everything}; W: 3; window: S water")
    names = [f"Castaway number {n}" for n in range(12)]
    shown = Text.from_markup(GAME.speech.text(Reader(m.hidden(0), 0, names, T))).plain
    assert max(map(len, shown.splitlines())) <= 80
    assert all(name in shown for name in names)
    assert "Winning Lottery Ticket" in shown


def asked(m: Match, seat: int) -> str:
    return GAME.speech.prompt(m.reader(seat))


def detail(m: Match, move: str) -> str:
    """What stands under the button of 'B: vote C'."""
    who, _, text = move.partition(": ")
    seat = LETTERS.index(who)
    return GAME.speech.outcome(m.reader(seat), m.parse(text, seat).code)


def test_what_a_move_is_good_for() -> None:
    """What the day needs, what a trade that begins comes to, and why one points at somebody."""
    m = at("seats: 4; round: 2; hand A: axe coconut gun; hand B: sandwich; W: 2; F: 9; order: A B C D")
    r = m.reader(0)
    assert GAME.speech.purpose(r, (m.parse("water", 0).code,)).endswith("water is 2 short tonight")
    axe, club, bullet = (IDS.index(name) for name in ("axe", "club", "bullet"))
    offer = [codes.OFFER + 1, codes.CARD + axe, codes.DONE, codes.ASK + 1, codes.SAY + club, codes.SAY + bullet]
    said = "you offer B Axe for Bullet; and call it Club, which is not true; for your Gun"
    assert GAME.speech.purpose(r, offer) == said
    assert GAME.speech.purpose(r, [codes.GIVE + 1, codes.CARD + axe, codes.DONE]).startswith("B gets: Axe; ")
    m = at("seats: 3; hand A: flashlight; hand B: sandwich; deck: axe bullet")
    assert [GAME.speech.vain(m.reader(0), codes.OFFER + to) for to in (1, 2)] == [False, True]  # C has no card
    search = "A: search"
    assert detail(m, search) == "1 card (2 left)"
    do(m, "A: use flashlight")
    assert detail(m, search).startswith("next: ")
    assert "would save" not in GAME.speech.purpose(m.reader(0), (m.parse("search", 0).code,))
    m = close(at("seats: 4; W: 3; in play C: gun; window: S water; first: A"))
    assert "carries a Gun" in GAME.speech.purpose(m.reader(0), (m.parse("vote C", 0).code,))


ARMED = "hand A: gun bullet sandwich; hand B: axe club; hand C: coconut"


def test_no_hint_names_a_shot_in_the_first_turns() -> None:
    """Nor is anybody said to have done less than others before anybody has done anything."""
    for seed in range(40):
        m = at(f"seats: {3 + seed % 10}; W: 12; F: 10; {ARMED}; round: {1 + seed % 4}", seed)
        shots = [codes.SHOOT + to for to in range(1, m.seats)]
        assert set(shots) <= set(m.legal_moves(0).codes())
        assert all(GAME.speech.dubious(m.hidden(0), 0, shot) for shot in shots)
        assert not set(shots) & set(_advisable(GAME, m.hidden(0), 0, m.legal_moves(0).codes()))
        assert "less for all" not in GAME.speech.purpose(m.reader(0), shots[:1])


def test_a_shot_is_advised_where_it_saves_or_lets_the_raft_leave() -> None:
    """Where it decides nothing now, it is not; where it does, its words say so."""
    doomed = everybody_votes(close(at(f"seats: 3; {ARMED}; W: 2; window: S water; first: B")), "A")
    night = f"seats: 3; {ARMED}; rafts: 2; W: 2; F: 2; window: N"
    for there, said in ((doomed, "the vote is void"), (at(night.replace("rafts", "R")), "then the raft can leave")):
        shot = codes.SHOOT + 1
        assert shot in there.legal_moves(0).codes()
        assert not GAME.speech.dubious(there.hidden(0), 0, shot)
        assert said in GAME.speech.outcome(there.reader(0), shot)


def test_prompts_follow_the_moment() -> None:
    """A player who must act is told what to do: a question first, then what one should know."""
    m = at("seats: 3; W: 2; hand B: axe; window: S water")
    assert asked(m, 0) == "Do you end the debate?\nWater is 1 short. Others can act until you answer."
    assert asked(m, 1) == "Do you help, before a vote is held?\nWater is 1 short."
    assert asked(m, 2) == "The castaways debate.\nWater is 1 short."
    do(m, "A: close")
    assert "A wants to vote now." in asked(m, 1)
    do(m, "pass")
    assert asked(m, 2) == "Water is 1 short. Point at one castaway."
    everybody_votes(m, "A", "B")
    assert asked(m, 0).splitlines()[0] == "2 votes point at you."
    assert asked(m, 0).splitlines()[1] == "A water card would help. A friend may still save you."


def test_before_a_vote_it_is_said_who_can_shoot() -> None:
    """As far as everybody sees it: a Gun that is laid out, no Gun in a hand."""
    m = at("seats: 3; W: 2; hand B: gun bullet; hand A: gun; in play C: gun; window: S water")
    assert asked(m, 0).endswith("Others can act until you answer. C has a Gun.")
    assert asked(m, 1).endswith("C has a Gun.")
    assert "Gun" not in asked(at("seats: 3; W: 2; hand B: gun bullet; window: S water"), 0)


def test_what_a_snake_costs_is_said_where_wood_is_chosen() -> None:
    """And before the risk is taken; with the Axe two pieces are kept."""
    for tool, kept in (("flask", 1), ("axe", 2)):
        m = at(f"seats: 3; in play A: {tool}")
        place = m.draw(0).partition('id="place-wood"')[2].partition("</desc>")[0]
        assert f"then only {kept} wood, no vote tonight, no action tomorrow" in place
        assert f"only {kept} wood" in GAME.speech.careful(m.reader(0), codes.ACT_WOOD + 5)


def test_cards_have_fewer_words_for_a_phone() -> None:
    """Where no option of the table changes what they do."""
    m = at("seats: 3; hand A: gun flashlight; order: A B C")
    assert GAME.speech.brief(m.reader(0), m.parse("use flashlight", 0).code) == "see 3 cards"
    assert GAME.speech.brief(m.reader(0), codes.PLAY_PERMANENT) == "to shoot with"
    assert GAME.speech.brief(at("seats: 3; disc: 5").reader(0), codes.ACT_WOOD + 2) == "safe: 4 in 6"
    m = at("seats: 3; hand A: gun flashlight; order: A B C", flashlight="look_and_take")
    assert GAME.speech.brief(m.reader(0), m.parse("use flashlight", 0).code) == ""


def test_what_can_be_said_keeps_its_order() -> None:
    """Before a vote at whom to point comes first; the other kinds stand in one order, whatever is left out."""
    orders = []
    for window in ("window: S water", "window: T"):
        m = at(f"seats: 3; W: 2; in play C: gun; hand B: axe; {window}")
        orders.append(list(dict.fromkeys(each.menu for each in GAME.phrases.offered(m.reader(0)))))
    debate, turn = orders
    assert debate[:2] == ["Let's point at", "Accuse"]
    assert [each for each in turn if each in debate] == [each for each in debate if each in turn]


@pytest.mark.parametrize(("said", "lie"), [("axe", ""), ("club", "B lied: that should have been Club."), ("", "")])
def test_whoever_gets_another_card_than_was_said_is_told(said: str, lie: str) -> None:
    """They alone, as soon as they have it. Who claimed nothing told no lie, and a wish binds nobody."""
    m = at("seats: 3; order: B A C; hand A: flask; hand B: axe")
    do(m, "B: offer A", "B: card axe", "B: ask 1", *([f"B: say {said}"] if said else ["B: done"]))
    do(m, "B: say gun", "A: accept B")
    before, count = m.state.copy(), len(m.all_events())
    do(m, "A: card flask")
    after = GAME.speech.aftermath(before, m.state, 0, [h.event for h in m.all_events()][count:])
    assert [line.said for line in GAME.speech.befell(after, Listener(0, m.names, T))] == [lie] * bool(lie)
    assert all(e.reaches(0) and not e.reaches(1) and not e.reaches(-1) for e in after)
    assert (GAME.phrases.cheated(after, 0) >= 0) == bool(lie)


def test_a_vote_against_somebody_who_can_save_himself() -> None:
    """They are told to; on the page only the cards that can do it stand out."""
    m = at("seats: 3; W: 2; hand A: coconut conch axe sandwich; window: S water")
    do(m, "A: close")
    everybody_votes(m, "A", "B")
    assert "or you die tonight" in asked(m, 0)
    aside = re.findall(r'id="card-([a-z_]+)"[^>]*data-aside', m.draw(0))
    assert sorted(aside) == ["axe", "sandwich"]
    do(m, "A: offer B")
    assert 'data-aside="always"' not in m.draw(0).partition('id="hand"')[2].partition('id="chips"')[0], (
        "all can be given"
    )


def test_only_cards_that_can_be_played_now_stand_out() -> None:
    """By day and at night; what can only be given away is dim, until one gives or offers."""

    def dim(text: str) -> list[str]:
        return sorted(re.findall(r'id="card-([a-z_]+)"[^>]*data-aside="always"', at(text).draw(0)))

    hand = "hand A: voodoo_doll vegetable_mill cannibal_bbq_kit lottery_ticket gun sandwich; F: 1; W: 9"
    assert dim(f"seats: 3; {hand}") == ["cannibal_bbq_kit", "lottery_ticket", "vegetable_mill", "voodoo_doll"]
    assert dim(f"seats: 3; {hand}; dead: C") == ["cannibal_bbq_kit", "lottery_ticket", "vegetable_mill"]
    assert dim(f"seats: 3; {hand}; window: D") == [
        "cannibal_bbq_kit",
        "lottery_ticket",
        "vegetable_mill",
        "voodoo_doll",
    ]
    assert dim("seats: 3; hand A: axe bullet") == ["bullet"]
    assert dim("seats: 3; hand A: bullet; in play A: gun; round: 3") == []


@pytest.mark.parametrize("hand", ["axe", "gun bullet flashlight", "coconut sandwich axe matches coffee"])
def test_in_ones_own_turn_the_four_actions_have_the_prompt_for_themselves(hand: str) -> None:
    """Whatever the hand is: its cards are clicked, as they are in every turn. To give or to offer them they are
    buttons, too."""
    m = at(f"seats: 3; round: 2; hand A: {hand}; hand B: club; hand C: conch; order: A B C; passed: B C")
    aside = 'id="hand" data-aside="always"'
    assert aside in m.draw(0)
    assert aside not in m.draw(1)
    do(m, "A: give B")
    assert aside not in m.draw(0)


def test_the_moments_of_a_game_are_every_vote_against_its_reader_every_shot_and_the_last_day() -> None:
    def told(m: Match, seat: int) -> list[str]:  # to the reader, move by move
        by_move: dict[int, list[Emitted]] = {}
        for h in m.events(seat):
            by_move.setdefault(h.number, []).append(h.event)
        listener = GAME.listener(seat, m.names)
        return [line.said for each in by_move.values() for line in GAME.speech.turning_points(each, listener)]

    m = at("seats: 3; W: 2; hand A: water_bottle gun bullet; hand B: sheet_metal; hand C: club; window: S water")
    do(m, "A: shoot B", "B: sheet metal")
    assert told(m, 0) == told(m, 2) == ["B's Sheet Metal stops the shot."]
    close(m)
    everybody_votes(m, "A", "B")
    do(m, "A: feed water_bottle")
    assert told(m, 0)[1:] == ["B and C point at you.", "The vote is against you.", "You are saved."]
    assert told(m, 2)[1:] == ["B points at A.", "You point at A."], "one's own decision, and who shared it"
    events = [h.event for h in m.all_events()]
    assert [GAME.speech.at_the_end(GAME.reader(m.state, 2, m.names), seat, events) for seat in range(3)] == [
        ["Last pointed at by: B, you", "Last pointed at: B"],
        ["Last pointed at by: A", "Last pointed at: A"],
        ["Last pointed at: A", "In the hand: Club"],
    ]
    bite = [Emitted(-1, Event.BITTEN, 1, 0, 0)]
    assert [len(GAME.speech.turning_points(bite, GAME.listener(seat, m.names))) for seat in range(3)] == [0, 1, 0]
    rare = [Emitted(-1, Event.REVIVED, 1, 0, 0), Emitted(-1, Event.GRILLED, 2, 0, 0), Emitted(-1, Event.FED, 1, 0, 2)]
    assert [len(GAME.speech.turning_points(rare, GAME.listener(seat, m.names))) for seat in range(3)] == [2, 3, 3]
    last = at("seats: 3; W: 9; F: 9; round: 1; weather: 1 h; hand A: club; window: N")
    close(last)
    assert told(last, 1) == ["This is the last day!"]


def test_whoever_could_point_at_one_castaway_only_is_told_so() -> None:
    """Their vote was given for them."""
    for saved, told in (("A", True), ("", False)):
        m = close(at(f"seats: 3; W: 1; hand A: coconut; {'provided: C; ' if saved else ''}first: A; window: S water"))
        everybody_votes(m, "B", "A")
        do(m, *(["A: tiebreak B"] if not m.state.designated else []))
        assert ("You could only point at B: that is your vote." in asked(m, 0)) == told


def test_a_bullet_in_hand_says_that_a_click_shoots() -> None:
    """Also where the Gun has not been laid out yet."""
    for gun in ("hand A: gun bullet", "hand A: bullet; in play A: gun"):
        m = at(f"seats: 3; round: 2; {gun}; hand B: club; hand C: conch; order: A B C; passed: B C")
        bullet = m.draw(0).partition('id="card-bullet"')[2].partition("</desc>")[0]
        assert "Whom do you shoot?" in bullet
        assert "Whomever you choose is shot at" in bullet
        assert "To give or offer it, choose" not in bullet


@pytest.mark.parametrize(
    ("hand", "question"),
    [("gun bullet", "Do you shoot, before a vote is held?"), ("coconut", "Do you help, before a vote is held?"),
     ("club", "Do you play a card, before a vote is held?")],
)  # fmt: skip
def test_the_question_before_a_vote_fits_the_hand(hand: str, question: str) -> None:
    """Nobody helps with a Gun."""
    m = at(f"seats: 3; W: 2; hand A: axe; hand B: {hand}; hand C: conch; window: S water")
    assert asked(m, 1).splitlines()[0] == question


def test_whoever_accepts_an_offer_reads_that_a_wish_binds_nobody() -> None:
    for held, said in (("club", "You may give another card."), ("axe", "You have none: give any other card.")):
        m = at(f"seats: 3; round: 2; order: A B C; hand A: sandwich conch; hand B: {held}; hand C: coffee")
        do(m, "A: offer B", "A: card sandwich", "A: done", "A: ask 1", "A: say sandwich", "A: say club", "B: accept A")
        assert f"A would like: Club. {said}" in asked(m, 1)
        assert asked(m, 1).startswith("Which card do you give A?")


def test_food_is_not_offered_where_water_is_short() -> None:
    """Before a vote the page has no button for a card that cannot change it."""
    m = at("seats: 3; W: 2; hand A: coconut sandwich axe; window: S water")
    assert re.findall(r'id="card-([a-z_]+)"[^>]*data-aside', m.draw(0)) == ["sandwich"]


def test_accusations_with_a_reason_come_first_and_are_read_before_they_are_said() -> None:
    m = at("seats: 3; W: 2; in play C: gun; window: S water")
    accusations = [each.label for each in GAME.phrases.offered(m.reader(0)) if each.menu == "Accuse"]
    assert accusations[0] == "C carries a Gun: we are all in danger."
    assert accusations[1:] == ["B does too little for us.", "C does too little for us."]


def test_whoever_is_shot_at_sees_what_stops_the_shot() -> None:
    """Of all cards only that one stands out, also while they thirst; and who may die is told so."""
    m = at("seats: 3; W: 0; F: 9; hand A: sheet_metal vegetable_mill; hand B: bullet; in play B: gun; window: Z water")
    assert asked(m, 0).startswith("Without a ration you die!\nNo water is left. Save whom you can")
    do(m, "B: shoot A")
    aside = re.findall(r'id="card-([a-z_]+)"[^>]*data-aside', m.draw(0))
    assert aside == ["vegetable_mill"]
    assert asked(m, 0) == "B shoots at you!\nOnly Sheet Metal stops the shot."
    assert asked(m, 2) == "B shoots at A."
    m = do(at("seats: 3; hand A: axe; hand B: bullet; in play B: gun"), "B: shoot A")
    assert asked(m, 0) == "B shoots at you!\nYou hold nothing that stops the shot."


def test_who_decided_a_tied_vote_is_said() -> None:
    """To whoever the vote is against, to the chief and to the others; what all read alike calls nobody by name."""
    m = close(at("seats: 4; W: 3; first: D; hand A: axe; window: S water"))
    do(m, "A: vote B", "B: vote A", "C: vote A", "D: vote B", "D: tiebreak A")
    assert "The vote was tied: D decided as chief." in asked(m, 0)
    assert "The vote was tied: you decided as chief." in asked(m, 3)
    assert "tied" in asked(m, 2)
    assert "The vote was tied: the chief decided." in asked(m, WATCHER)
    m = close(at("seats: 4; W: 3; first: D; hand A: axe; window: S water"))
    do(m, "A: vote B", "B: vote A", "C: vote A", "D: vote A")
    assert "tied" not in asked(m, 0) + asked(m, 2)


def test_a_card_that_cannot_be_played_says_why() -> None:
    """With it in hand, where one may give it away."""
    m = at("seats: 3; hand A: fruit_basket axe")
    drawn = m.draw(0)
    assert "The Fruit Basket helps in the survival check, while something is short. To give or offer it" in drawn
    assert "You have no such card" not in drawn


def test_somebody_else_is_saved_by_a_card_and_a_click_on_them() -> None:
    """And who decides a vote that is level reads what it is about."""
    m = at("seats: 4; W: 2; hand A: water_bottle axe; window: V water B")
    r = m.reader(0)
    made = {GAME.picture.clicks(r, code): GAME.speech.label(r, code) for code in m.legal_moves(0).codes()}
    assert made["card-water_bottle", "seat-1"] == "Save B: Water Bottle"
    given = [shortcut.clicks[:2] for shortcut in GAME.picture.shortcuts(r)]
    assert ("card-water_bottle", "seat-1") not in given
    assert ("card-axe", "seat-1") in given
    m = at("seats: 4; W: 2; window: S water")
    do(m, "A: close")
    do(m, "A: vote B", "B: vote A", "C: vote B", "D: vote A")
    assert asked(m, 0).startswith("The vote is tied. Who goes without water?")
    assert asked(m, 1) == "The vote is tied. A decides.\nWater is 2 short."


def test_a_ration_that_saves_nobody_is_a_gift() -> None:
    """HP-10.3, HP-12.5, HP-12.8: food does not help against thirst, and the sick may only give."""
    for text, card in (
        ("seats: 4; W: 2; hand A: sandwich; window: V water B", "sandwich"),
        ("seats: 4; W: 2; hand A: water_bottle; round: 2; sick: A 1 bite; window: V water B", "water_bottle"),
    ):
        r = at(text).reader(0)
        given = [shortcut.clicks[:2] for shortcut in GAME.picture.shortcuts(r)]
        assert (f"card-{card}", "seat-1") in given, text


def test_the_sick_are_not_asked_for_cards() -> None:
    """HP-12.5, HP-12.8"""
    text = "seats: 3; hand C: axe; round: 2; sick: C 1 bite; order: A B"
    assert asked(at(text), 2).endswith("You are sick: trade, or pass.")
    assert asked(at(text, sick_may_trade=False), 2).endswith("You are sick: no cards, no trades.")


def test_prompts_say_who_cannot_be_chosen() -> None:
    """HP-9.5: and why."""
    m = close(at("seats: 5; W: 2; dead: E; hand B: conch; window: S water; conch: B; first: A"))
    assert asked(m, 0).splitlines()[1] == "Not to be chosen: B (conch)."


def test_whoever_would_die_is_warned() -> None:
    """HP-8.14: with nothing left a pass may be the last one."""
    m = at("seats: 3; W: 0; hand B: water_bottle; hand C: axe; window: Z water")
    assert asked(m, 1).startswith("Without a ration you die!")
    questions = [GAME.speech.careful(m.reader(seat), PASS) for seat in (1, 2)]
    assert [bool(question) for question in questions] == [True, False]
    do(m, "B: feed water_bottle", "B: target B")
    assert "you die" not in asked(m, 1)
    assert asked(m, 2).startswith("You die tonight: trade or ask for water.")
    assert asked(m, 0).startswith("You die tonight: ask for water.")


@pytest.mark.parametrize(
    ("hand", "said"),
    [("gun sardines", "A water card would help. Trade, or ask"), ("", "A friend may still save you."),
     ("gun bullet conch", "You hold Gun, Conch: that may save you"), ("coconut gun", "Drink something of your own")],
)  # fmt: skip
def test_the_designated_are_told_what_may_save_them(hand: str, said: str) -> None:
    m = at(f"seats: 3; W: 2; F: 9; hand A: {hand}; hand B: axe; field vote: 2 1 1 0 0 0 0 0 0 0 0 0; window: V water A")
    assert said in asked(m, 0)


def test_a_day_has_five_phases() -> None:
    """HP-4.1, HP-16.2: the checks for the trip belong to the last one."""

    def now(text: str) -> str:
        stage = GAME.speech.stage(Reader(at(text).hidden(0), -1, (), T))
        return f"{stage.heading}: {stage.phases[stage.now]}"

    assert now("seats: 3; round: 2; weather: 1 2") == "Day 2: Actions"
    assert now("seats: 3; round: 2; weather: 1 2; window: D") == "Day 2: Meal"
    assert now("seats: 3; round: 2; weather: 1 2; W: 1; window: S water") == "Day 2: Meal"
    assert now("seats: 3; round: 2; weather: 1 2; window: N") == "Day 2: Leave?"
    assert now("seats: 3; round: 7; weather: 0 1 2 3 0 1 h; R: 1; window: S seats") == "Day 7: Leave?"
    over = close(at("seats: 3; W: 9; F: 9; R: 3; window: N", departure="automatic"))
    assert GAME.speech.stage(Reader(over.hidden(0), -1, (), T)).now == -1


def test_nobody_is_named_where_all_answer_at_once() -> None:
    """HP-20.13, HP-23.19, HP-23.22: while passes or votes come in; afterwards it is plain whose move it is."""
    m = at("seats: 3; W: 2; hand B: axe; hand C: gun; window: S water")
    assert GAME.speech.anonymous(GAME.reader(m.hidden(0), -1))
    do(m, "pass")
    assert not GAME.speech.anonymous(GAME.reader(m.hidden(0), -1))
    do(m, "A: close")
    assert m.state.depth
    assert GAME.speech.anonymous(GAME.reader(m.hidden(0), -1))


def test_details_of_the_actions() -> None:
    """HP-7.6, HP-7.14, HP-14.10 to HP-14.12: what an action brings, with tools and under every option."""
    text = "seats: 3; round: 1; weather: 2; deck: axe gun; R: 3; disc: 4"
    m = at(text)
    brought = [detail(m, f"A: {move}") for move in ("fish", "water", "search")]
    assert brought == ["1 ball: 1–3; more than 1: 3 in 6", "rain: +2", "1 card (2 left)"]
    odds = ["safe", "safe: 5 in 6; builds seat 4", "safe: 1 in 6; builds seat 4"]
    assert [detail(m, f"A: wood {n}") for n in (0, 1, 5)] == odds
    tools = text.replace("deck: axe gun", "in play A: axe flask fishing_rod; deck: gun")
    m = at(tools)
    assert detail(m, "A: water") == "rain and Flask: +4"
    dry = at("seats: 3; weather: 0")
    assert detail(dry, "A: water") == "no rain: nothing today"
    assert GAME.speech.vain(dry.reader(0), codes.ACT_WATER)
    assert detail(m, "A: wood 0") == "safe; builds seat 4"
    fishing = {rod: detail(at(tools, fishing_rod=rod), "A: fish") for rod in GAME.options[Choice.FISHING_ROD].values}
    caught = [said.partition(";")[0] for said in fishing.values()]
    assert caught == ["2 balls: 2–5", "1 ball: 2–6", "3 balls: 1–3"]
    assert next(iter(fishing.values())) == "2 balls: 2–5; more than 2: 12 in 15"
    assert detail(at(text, black_ball_fish="none"), "A: fish").startswith("1 ball: 0–3")
    empty = at("seats: 3; deck: -", wreck_deck_empty="reshuffle_discard")
    assert detail(empty, "A: search") == f"1 card ({discards(empty.state)} left)"


def test_details_of_cards_and_votes() -> None:
    """HP-11.3, HP-13.3, HP-13.5, HP-14.14: what is gained, who is weighty, and who inherits."""
    m = at("seats: 3; F: 5; hand A: sandwich rotten_fish; hand B: axe")
    assert detail(m, "A: play sandwich") == "food 5 → 6"
    assert detail(m, "A: play rotten_fish") == "food 5 → 6; you fall sick"
    voting = (
        "seats: 5; W: 3; in play B: club; sick: D 1 bite; round: 1; first: C; hand A: sardines axe; window: S {}; F: 3"
    )
    m = close(at(voting.format("water")))
    votes = [detail(m, f"A: vote {seat}") for seat in "BCDE"]
    assert votes == ["Club: counts 2", "chief: breaks ties", "sick, no vote", "0 cards"]
    m = everybody_votes(close(at(voting.format("food"))), "A", "B")
    assert detail(m, "A: accept fate") == "your cards go to B and E"
    assert detail(m, "A: feed sardines") == "you live; nobody dies; food 3 → 5"
    other = everybody_votes(close(at(voting.format("food"), hand_deal_start="right", surplus_rations="lost")), "A", "B")
    assert detail(other, "A: accept fate") == "your cards go to E and B"
    assert detail(other, "A: feed sardines") == "you live; still 1 short"


def test_cards_say_what_they_do_at_this_table() -> None:
    """HP-14.14, HP-14.29, HP-14.28: on their faces, and among the signs."""
    text = "seats: 3; hand A: telescope club conch pendulum"
    changed: list[tuple[dict[str, str | bool], list[str]]] = [
        ({}, ["Secretly look at every hand.", "Your vote counts twice."]),
        ({"telescope": "one_hand", "club": "two_votes"}, ["Secretly look at one hand.", "You vote twice, for two"]),
        ({"conch_chief": "takes_card"}, ["Be first player and chief;"]),
        ({"pendulum_push": "imposer"}, ["Choose someone"]),
    ]
    for options, lines in changed:
        m = at(text, 1, **options)
        known = [sign.meaning for _, signs in GAME.speech.glossary(Reader(m.hidden(0), -1, (), T)) for sign in signs]
        for line in lines:
            assert line in m.draw(0)
            assert any(said.startswith(line) for said in known)


def test_the_log_has_signs_and_headings() -> None:
    """A day has a heading, losses are grave, and the hands that point at somebody are one line."""
    names = ["Ann", "Ben", "Cid", "Dan"]
    morning = [Emitted(-1, Event.FIRST_PLAYER, 1, 0, 0), Emitted(-1, Event.ROUND, 2, 3, 0)]
    assert [(line.said, line.symbol, line.tone) for line in GAME.speech.log(morning, Listener(0, names, T))] == [
        ("Day 2", "", "heading"),
        ("Ben is the first player.", "i-first", ""),
        ("The sky shows: rain 3.", "wx-3", ""),
    ]
    hands = [Emitted(-1, Event.VOTED, voter, at, 0) for voter, at in ((0, 1), (1, 2), (2, 1), (3, 2))]
    hands.append(Emitted(-1, Event.DESIGNATED, 2, Check.FOOD, 0))
    assert [(line.said, line.tone) for line in GAME.speech.log(hands, Listener(2, names, T))] == [
        ("Ann points at Ben.", ""),
        ("Ben and Dan point at you.", ""),
        ("You point at Ben.", ""),
        ("The vote is against you.", "grave"),
    ]
    assert not GAME.speech.log([Emitted(-1, Event.CALLED, 0, Window.DUSK, 0)], Listener(1, names, T))
    ration = IDS.index("sandwich")
    assert not GAME.speech.log([Emitted(-1, Event.PLAYED, 0, ration, 0)], Listener(0, names, T)), "one line each"
    fed = GAME.speech.log([Emitted(-1, Event.FED, 0, ration, 0)], Listener(0, names, T))
    assert [line.said for line in fed] == ["You eat the Sandwich."]
    art = symbols(PICTURES)
    for kind in Event:
        for line in GAME.speech.log([Emitted(-1, kind, 1, 0, 2)], Listener(0, names, T)):
            assert line.symbol in art or line.tone == "heading", kind


def test_what_makes_the_raft_ready_says_so() -> None:
    """At night, of what it lacks: whatever it is."""
    text = "seats: 3; W: {}; F: {}; R: {}; window: N; hand A: water_bottle coconut sandwich vegetable_mill wooden_plank"
    sails = "then the raft can leave"
    for stores, moves in (
        ((2, 5, 3), ("play water_bottle", "use vegetable_mill")),
        ((5, 2, 3), ("play sandwich",)),
        ((3, 3, 2), ("use wooden_plank",)),
    ):
        m = at(text.format(*stores))
        assert [detail(m, f"A: {move}").endswith(sails) for move in moves] == [True] * len(moves)
    assert sails not in detail(at(text.format(1, 5, 3)), "A: play water_bottle")
    assert sails not in detail(at(text.format(3, 3, 3)), "A: play sandwich")


def test_a_ration_says_whom_it_saves_where_that_is_certain() -> None:
    text = "seats: 4; W: 0; F: 9; hand A: water_bottle; hand B: axe; provided: A{}; window: Z water"
    assert detail(at(text.format(" B C")), "A: feed water_bottle") == "saves D"
    assert detail(at(text.format(" B")), "A: feed water_bottle") == "saves 1"


def test_what_is_left_over_is_told_once() -> None:
    """What goes back into the stores after a meal is among it."""
    m = at("seats: 3")
    events = [Emitted(-1, Event.PAID, Check.WATER, 0, 0), Emitted(-1, Event.SURPLUS, Check.WATER, 2, 0)]
    assert [line.said for line in GAME.speech.log(events, GAME.listener(0, m.names))] == [
        "Everybody drinks. Left over: water 2."
    ]
    events += [Emitted(-1, Event.PAID, Check.FOOD, 3, 6)]
    assert [line.said for line in GAME.speech.log(events, GAME.listener(0, m.names))] == [
        "Everybody drinks and eats. Left over: water 2, food 6."
    ]


def test_the_last_chance_of_a_day_is_called_so() -> None:
    m = at("seats: 3; hand A: coffee; hand B: axe; order: C; field acted: 3")
    assert GAME.windows.why(m.reader(0)).endswith("It is the last turn today.")


def test_odds_and_questions() -> None:
    """HP-7.14, HP-3.6: what a careful player could work out."""
    m = at("seats: 3; round: 8; weather: 0 1 2 3 0 1 2 3")
    odds = dict(GAME.speech.odds(m.reader(0)))
    assert odds["Hurricane tomorrow"] == "1/4"
    assert odds["Bitten with 3 balls"] == "3/6"
    wood = m.parse("wood 5", 0).code
    assert GAME.speech.careful(m.reader(0), wood)


def test_help_explains_the_hand() -> None:
    """What the reader's cards do, and the moment."""
    m = at("seats: 3; hand A: axe")
    assert "Axe" in GAME.speech.help(m.reader(0))
    assert "Axe" not in GAME.speech.help(m.reader(1))


def test_help_speaks_of_the_table_as_it_is() -> None:
    """HP-15.6, HP-18.5, HP-14.14, HP-14.29: who decides about leaving, who votes, what cards do."""
    leaving = {
        rule: GAME.speech.help(close(at("seats: 3; W: 9; F: 9; R: 3; window: N", departure=rule)).reader(0))
        for rule in ("majority", "unanimous", "first_player")
    }
    assert "even split" in leaving["majority"]
    assert "everybody" in leaving["unanimous"]
    assert "chief alone" in leaving["first_player"]
    voting = close(at("seats: 3; dead: C; W: 1; window: S water", voice_of_the_dead=True))
    assert "The dead vote too." in GAME.speech.help(voting.reader(0))
    text = "seats: 3; hand A: telescope club conch"
    assert "Telescope: Secretly look at every hand." in GAME.speech.help(at(text).reader(0))
    changed = GAME.speech.help(at(text, telescope="one_hand", club="two_votes").reader(0))
    assert "Telescope: Secretly look at one hand." in changed
    assert "Club: You vote twice" in changed


def test_the_end() -> None:
    """HP-17.2: aboard, or left behind."""
    m = close(at("seats: 3; W: 9; F: 9; R: 3; dead: C; window: N", departure="automatic"))
    assert GAME.speech.score_lines(Reader(m.state, 0, (), T), 0) == [("Aboard the raft", 1)]
    assert GAME.speech.score_lines(Reader(m.state, 2, (), T), 2) == [("Died on the island", 0)]
    assert [GAME.rules.rank(m.state, seat) for seat in range(3)] == [1, 1, 3]
    assert [figure.note for figure in strip(m.reader(0))[1:3]] == ["", ""]  # nothing is short any more


def test_the_strip_is_said_without_signs() -> None:
    """HP-8.2, HP-16.5: a screen reader hears whether it is enough."""
    for last, said in (
        ("", ["enough for tomorrow", "2 short tomorrow"]),
        ("round: 7; weather: 0 1 2 3 0 1 h", ["enough for the trip", "2 short for the trip"]),
    ):
        figures = strip(at(f"seats: 3; W: 6; F: 4; {last}").reader(0))[1:3]
        assert [figure.said.split(", ")[-1] for figure in figures] == said


def test_what_the_raft_lacks_is_said_in_numbers() -> None:
    """HP-15.1: seats, water and food, for those who live."""
    m = at("seats: 5; dead: E; W: 1; F: 9; R: 2; disc: 3; window: N")
    question, more = GAME.speech.prompt(m.reader(m.state.first_player)).split("\n")
    assert question == "Do you end the day?"
    assert more == "The raft cannot leave yet. 4 castaways still need: 2 seats, 3 rations of water. You are chief."
    raft = strip(m.reader(0))[-1]
    assert (raft.value, raft.note) == ("2/4", "3 of 6 wood")
    assert "Seats on the raft: 2 for 4; wood for the next: 3 of 6." in m.draw(0)
    assert strip(at("seats: 3; dead: C; R: 3").reader(0))[-1].value == "3", "more seats than people are no fraction"


def test_an_offer_is_asked_about_once() -> None:
    """HP-20.33: who offers what stands in the question, not under the answers too; two offers are told apart there."""
    m = at("seats: 4; hand A: axe flask; hand B: gun club; hand D: bullet coffee; order: C A B D")
    do(m, "A: offer B", "A: card axe", "A: done", "A: ask 1", "A: say gun", "A: done")
    question = "A offers you cards: “Gun” for 1. Do you swap?"
    assert GAME.speech.prompt(m.reader(1)) == question
    accept = codes.ACCEPT
    assert (GAME.speech.label(m.reader(1), accept), GAME.speech.outcome(m.reader(1), accept)) == ("Swap", "")
    assert GAME.speech.needless(m.hidden(1), 1, PASS), "it is taken or declined first"
    assert not GAME.speech.needless(m.hidden(3), 3, PASS)
    gift = do(at("seats: 3; order: A B C; hand A: axe; hand B: club"), "A: offer B", "A: card axe")
    assert GAME.speech.needless(gift.hidden(0), 0, codes.ASK), "given, not offered for nothing"
    assert not GAME.speech.needless(gift.hidden(0), 0, codes.ASK + 1)
    assert 'id="bubble-0" class="at bubble urgent" data-look=""' in m.draw(1)
    said = GAME.picture.look(m.reader(1), "bubble-0")
    assert "<title>Gun</title>" in said
    assert "Axe" not in said, "what is really given is a secret"
    assert GAME.picture.look(m.reader(2), "bubble-0") == "", "it concerns two of them"
    do(m, "D: offer B", "D: card bullet", "D: done", "D: ask 0", "D: done")
    assert GAME.speech.prompt(m.reader(1)) == "Whose offer do you take?"
    assert GAME.speech.outcome(m.reader(1), accept) == "you get “Gun”, you give 1"
    assert GAME.speech.outcome(m.reader(1), accept + 3) == "you get 1, you give nothing"


def test_stepping_in_names_what_one_could_play() -> None:
    """HP-20.3: the cards that could be played now; without any, cards can still be given."""
    m = at("seats: 3; hand A: club flask axe telescope; hand B: car_keys; order: C A B")
    assert GAME.windows.could(m.reader(0)) == "for example Axe, Flask, Club…"
    assert GAME.windows.could(m.reader(1)) == "to give or trade cards"
    assert GAME.speech.outcome(m.reader(0), codes.OFFER + 2) == "has no card to give for it"


def test_stepping_in_names_nothing_that_cannot_help() -> None:
    m = at("seats: 3; W: 1; F: 9; round: 2; window: S water; hand A: axe; hand B: sardines water_bottle")
    assert "Sardines" not in GAME.windows.could(m.reader(1))


@pytest.mark.parametrize(
    ("there", "chips"),
    [("hand A: axe; hand B: club", {"give", "offer"}), ("hand A: axe", {"give", "offer"}), ("hand B: club", set()),
     ("hand A: axe; dead: B C", set())],
)  # fmt: skip
def test_trades_are_drawn_where_somebody_is_there_for_them(there: str, chips: set[str]) -> None:
    drawn = at(f"seats: 3; {there}").draw(0)
    assert {each for each in ("give", "offer") if f'id="act-{each}"' in drawn} == chips


def test_choosing_oneself_is_asked_twice() -> None:
    m = at("seats: 3; W: 0; hand B: water_bottle; hand C: axe; window: Z water")
    assert [bool(GAME.speech.careful(m.reader(1), VOTE + seat)) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_the_stores_fits_there(language: str) -> None:
    """With the store's name on a desktop, alone and larger on a phone."""
    t = translator("hellapagos", language)
    longest = max(len(t("Water")), len(t("Food")))
    for note in (
        t("everybody drank"),
        t("everybody ate"),
        t("enough for the trip"),
        t("{n} left after tonight", n=12),
        t("{n} of {most} for tomorrow", n=11, most=12),
        t("enough for tomorrow"),
        t("{n} short for the trip", n=12),
        t("{n} short tonight", n=12),
    ):
        assert len(note) <= min(21, 27 - longest)
    assert len(t("next: {n} of {most} wood", n=3, most=6)) <= 27 - len(t("Seats"))


@pytest.mark.parametrize(("short", "food"), [("water", 9), ("food", 0)])
def test_the_unfed_are_told_what_they_lack(short: str, food: int) -> None:
    m = at(f"seats: 3; W: {0 if short == 'water' else 9}; F: {food}; window: Z {short}; provided: A; first: B")
    assert GAME.speech.prompt(m.reader(0)).split("\n")[0] == f"Whoever gets no {short} dies."


def test_an_offer_says_how_far_it_is_made() -> None:
    m = do(
        at("seats: 3; hand A: axe flask; hand B: gun"), "A: offer B", "A: card axe", "A: done", "A: ask 1", "A: say gun"
    )
    assert "You give: Axe. You say: Gun." in GAME.speech.prompt(m.reader(0))


def test_who_offered_is_shown_that_it_is_declined() -> None:
    m = do(at("seats: 3; hand A: axe flask; hand B: gun"), "A: offer B", "A: card axe", "A: done", "A: ask 1")
    do(m, *["A: done" for _ in range(2) if m.state.draft[0]])
    do(m, "B: decline A")
    shown = [Event.staging([h.event for h in m.events(seat)][-1:], Listener(seat, "ABC", T)) for seat in range(3)]
    assert [[step.get("say") for step in steps] for steps in shown] == [["B declines your offer."], [], []]


def test_a_ration_that_one_eats_is_not_played_before() -> None:
    """Else the same is said twice in a row."""
    voting = "seats: 3; W: 9; F: 2; round: 1; first: C; hand A: sandwich; window: S food"
    m = everybody_votes(close(at(voting)), "A", "B")
    do(m, "A: feed sandwich")
    events = [h.event for h in m.events(0)]
    said = [step.get("say", "") for step in m.game.events.staging(events, m.game.listener(0, m.names))]
    assert "You eat the Sandwich." in said
    assert not any("You play Sandwich" in each for each in said)


def test_what_a_card_does_is_told_with_it() -> None:
    """In the log, and where it is shown large; several cards by their names."""
    m = do(at("seats: 3; hand B: flashlight; deck: axe gun club; order: B C A"), "B: use flashlight")
    events = [h.event for h in m.events(0)]
    [line] = [line for line in m.game.speech.log(events, m.game.listener(0, m.names)) if "Flashlight" in line.said]
    assert line.about == "They secretly see the next 3 cards of the wreck.", "it is another's"
    steps = m.game.events.staging(events, m.game.listener(0, m.names))
    assert line.about in [step.get("about") for step in steps]
    seen = m.game.speech.log([h.event for h in m.events(1)], m.game.listener(1, m.names))[-1]
    assert len(seen.about.splitlines()) == 3


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ("W: 6; F: 6", ""),
        ("W: 6; F: 5", "Tomorrow still needs: 1 ration of food."),
        ("W: 3; F: 4", "Tomorrow still needs: 3 rations of water, 2 rations of food."),
        ("W: 2; F: 4", "Water is 1 short tonight."),
    ],
)
def test_by_day_the_question_says_what_tomorrow_needs(there: str, said: str) -> None:
    question, _, more = GAME.speech.prompt(at(f"seats: 3; {there}; order: A B C").reader(0)).partition("\n")
    assert (question, more) == ("Your turn: one action before dark", said)
