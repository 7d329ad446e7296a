"""What is said at a table by a click, and what bots say and answer."""

from __future__ import annotations

import copy

import pytest

from lastraft.hellapagos import codes
from lastraft.hellapagos.events import Event
from lastraft.hellapagos.ui.phrases import PHRASES
from lastraft.kernel import EVERYONE, Emitted
from lastraft.match import Match, position
from lastraft.protocol import WATCHER
from lastraft.server.tables import actions, beats, messages
from lastraft.server.tables.actions import Refused
from tests.server.running import DEBATE, Clock, Running, seated, shown


def test_bots_speak_in_a_debate_and_people_by_a_click(clock: Clock) -> None:
    """Everybody reads a phrase in their own language; what is no phrase of the moment is refused."""
    table = seated("hellapagos", 2, bots=1, start=DEBATE)
    said = beats.says(table, 2)
    assert said >= 0
    again = copy.deepcopy(table)
    again.apply(actions.phrase(again, 2, said))
    assert beats.says(again, 2) == -1, "once, also for a server that was started again since"
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 1)["phrases"]}
    table.apply(actions.say_phrase(table, "p1", offered["Accuse", "A does too little for us."], ""))
    heard = {language: messages.news(table, 0, 0, language)[-1]["text"] for language in ("en", "pl")}
    assert heard == {"en": "You do too little for us.", "pl": "Robisz dla nas za mało."}
    assert messages.news(table, 1, 0, "en")[-1]["text"] == "A does too little for us."
    with pytest.raises(actions.Refused, match="no phrase"):
        actions.say_phrase(table, "p1", 999, "")


def test_what_bots_say_follows_from_what_they_know() -> None:
    """A kind one offers what it has, a hoarder hides it; whoever did least pleads, and is accused by others."""
    base = f"seats: 3; {DEBATE.replace('hand B: club; hand C: axe', 'hand C: {c}')}; deeds A: fish 9; deeds B: fish 4"
    game = position("hellapagos", base.format(c="club").replace("; ", "\n")).game

    def says(hand: str, character: int, drawn: int, seat: int = 2, said: dict[int, set[int]] | None = None) -> str:
        m = position("hellapagos", base.format(c=hand).replace("; ", "\n"))
        code = game.phrases.of_bot(m.hidden(seat), seat, character, drawn, said or {})
        return game.phrases.text(code, game.listener(-1, m.names))

    assert says("water_bottle", 1, 30) == "I have water."
    assert says("water_bottle", 2, 30) == "I have nothing that helps."
    assert says("club", 1, 61) == "Spare me!"
    sick = position("hellapagos", f"{base.format(c='club')}; sick: C 1 bite".replace("; ", "\n"))
    blamed = {game.phrases.answer(sick.hidden(-1), 2, PHRASES.all[0].first + 2)}
    assert blamed == {game.phrases.of_bot(sick.hidden(2), 2, 1, 61, {})}, "they promise no work for tomorrow"
    fed = position(
        "hellapagos",
        "seats: 3; W: 0; F: 9; hand A: axe; hand B: club; provided: A; window: Z water".replace("; ", "\n"),
    )
    asks = {
        PHRASES[code][0] for drawn in range(100) if (code := game.phrases.of_bot(fed.hidden(0), 0, 1, drawn, {})) >= 0
    }
    assert "ASK_WATER" not in asks, "they have had some"
    assert says("club", 1, 90, seat=0) == "C does too little for us."
    accused = PHRASES.all[0].first + 2
    assert says("club", 1, 90, seat=0, said={accused: {1}}) != "C does too little for us.", "one says it"
    peaceful = base
    for seen, said in (
        ("deeds C: shots 1", "C shoots at people!"),
        ("deeds C: shots 1; seats: 4; dead: D; wronged D: C", "C is a murderer!"),
        ("wronged A: C", "C was against me before."),
        ("in play C: gun", "C carries a Gun: we are all in danger."),
        ("field brought: 0 0 0 0 0 0 0 0 1" + 39 * " 0", "C, have you any water?"),
    ):
        base = f"{peaceful}; {seen}"
        assert says("club", 1, 90, seat=0) == said
    first = {family.name: family.first for family in PHRASES.all}
    base += "; hand B: axe"
    assert says("club", 1, 90, seat=0) == "B, have you any water?"
    none = {first["HAVE_NONE"]: {1}}
    assert says("club", 1, 90, seat=0, said=none) == "C, have you any water?", "B has said that they have none"
    assert says("club", 1, 90, seat=0, said=none | {first["ASK_WATER"] + 2: {1}}) == "", "and C has been asked"
    promise = next(each for each in range(0, 90, 2) if says("club", 1, each).startswith("I'll "))
    promised = {first[f"PROMISE_{what}"]: {2} for what in ("WATER", "FISH", "WOOD")}
    assert says("club", 1, promise, said=promised) == "Spare me!", "nobody promises the same twice"
    base = peaceful
    base += "; provided: C"
    assert says("club", 1, 90, seat=0) != "C does too little for us."  # they cannot be chosen any more
    assert says("club", 1, 61) != "Spare me!", "nor need they plead"


def test_whoever_accuses_somebody_points_at_them(clock: Clock) -> None:
    table = seated("hellapagos", 1, bots=2, start=DEBATE)
    accused = PHRASES.all[0].first
    table.apply(actions.phrase(table, 2, accused + 1))
    assert beats.kept(table, 2) == -1, "nothing is voted on yet"
    table.apply(actions.be_ready(table, "p0", ""))
    Running(table, clock).to_the_end()
    assert beats.kept(table, 2) == codes.VOTE + 1
    assert beats.kept(table, 1) == -1


def test_bots_cry_out_and_thank_for_what_everybody_saw() -> None:
    """A murder, a theft, and the ration that the night lacked; the doer says nothing."""
    m = position("hellapagos", "seats: 3; W: 3; F: 3; weather: 1".replace("; ", "\n"))
    after, text = m.game.phrases.after, m.game.phrases.text

    def said(kind: int, a: int, b: int, seat: int = 2) -> str:
        return text(after(m.state, [Emitted(EVERYONE, kind, a, b, 0)], seat), m.game.listener(-1, m.names))

    assert said(Event.KILLED, 0, 1) == "A is a murderer!"
    assert said(Event.KILLED, 2, 1) == ""
    assert said(Event.STOLE, 0, 2) == "A is a thief!"
    assert said(Event.STOLE, 0, 1) == "A is a thief!", "whoever is robbed may be a person"
    assert said(Event.STOLE, 2, 1) == ""
    assert said(Event.FISHED, 0, 1) == "Thank you, A."
    m.state.food = 6
    assert said(Event.FISHED, 0, 1) == "", "there was enough"


def test_bots_answer_people_and_say_why_they_give(clock: Clock) -> None:
    """Once, and nobody else of a bot; whoever has done something says so, whoever has not promises."""
    start = DEBATE.replace("hand C: axe", "hand C: axe flask") + "; deeds C: fish 4"
    table, phrases = seated("hellapagos", 2, bots=1, start=start), seated("hellapagos", 2, bots=1).game.phrases
    accuse = {each["label"]: each["code"] for each in shown(table, 1)["phrases"] if each["menu"] == "Accuse"}

    def said() -> str:
        reply = beats.reply(table, (), clock.now)
        return phrases.text(reply.code, table.game.listener(0, table.names)) if reply else ""

    table.apply(actions.phrase(table, 2, accuse["A does too little for us."]))
    table.apply(actions.say_phrase(table, "p1", accuse["A does too little for us."], ""))
    assert said() == "", "people answer for themselves"
    table.apply(actions.say_phrase(table, "p1", accuse["C does too little for us."], ""))
    assert said() == "I do my share: look at the others."
    reply = beats.reply(table, (), clock.now)
    assert reply
    assert reply.at > clock.now
    assert beats.reply(table, {(table.id, "reply", reply.number, 2)}, clock.now) is None
    assert beats.reply(table, (), clock.now + 60) is None
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 1)["phrases"]}
    for asked, answered in (("Ask for water", "Make me an offer."), ("You broke your promise", "Plans change.")):
        clock.now += 60
        table.apply(actions.say_phrase(table, "p1", offered[asked, "C"], ""))
        assert said() == answered
    first = {family.name: family.first for family in PHRASES.all}
    known = table.knowledge(WATCHER).hidden
    shrugged = {phrases.answer(known, 2, first[name] + 2) for name in ("MURDERER", "WRONGED", "LIAR")}
    assert shrugged == {first["NOTHING_PERSONAL"]}
    assert phrases.answer(known, 2, first["THIEF"] + 2) == phrases.answer(known, 2, first["ARMED"] + 2) >= 0
    table.apply(actions.phrase(table, 2, first["PLANS"]))
    table.apply(actions.say_phrase(table, "p1", offered["You broke your promise", "C"], ""))
    assert said() == "", "it has said so today"
    clock.now += 60
    for move in ("give A", "card axe", "done"):
        table.apply(actions.checked_move(table, 2, actions.read_move(table, 2, move, table.knowledge(2))))
    assert said() == "You need it more than I do."


def test_before_a_vote_people_and_bots_agree_whom_to_point_at(clock: Clock) -> None:
    """Nobody speaks of tomorrow on the last day, and nobody asks for an offer that cannot be made."""
    start = "round: 3; weather: 1 1 h; W: 2; F: 9; hand A: axe; hand C: club; deeds C: fish 4; window: S water"
    table = seated("hellapagos", 1, bots=2, start=start)
    phrases, first = table.game.phrases, {family.name: family.first for family in PHRASES.all}
    offered = {(each["menu"], each["label"]): each["code"] for each in shown(table, 0)["phrases"]}
    assert [label for menu, label in offered if menu == "Promise"] == [
        "I will not point at B.",
        "I will not point at C.",
    ]
    known = table.knowledge(WATCHER).hidden
    at_b = offered["Let's point at", "B"]
    assert phrases.answer(known, 1, at_b) == first["WORK_TOO"], "each in other words"
    assert phrases.answer(known, 2, at_b) == first["AGREED"] + 1, "B has done least"
    assert phrases.answer(known, 1, first["POINT_AT"] + 2) == -1
    assert phrases.answer(known, 2, first["NOT_YOU"] + 2) == first["HOLD_TO_IT"]
    assert phrases.answer(known, 1, first["ACCUSE"] + 1) == first["SPARE_ME"]
    said = {phrases.of_bot(table.knowledge(1).hidden, 1, 0, drawn, {}) for drawn in range(100)}
    assert not said & {first[f"PROMISE_{what}"] for what in ("WATER", "FISH", "WOOD")}
    doomed = position("hellapagos", "W: 2\nF: 9\nhand B: axe\nwindow: V water A", seats=3)
    assert phrases.answer(doomed.state, 1, first["ASK_WATER"] + 1) == first["KEEP_MINE"], "A has nothing to offer"


def test_a_bot_says_why_it_refuses_where_nobody_else_hears(clock: Clock) -> None:
    """By what is said of the cards, whatever it holds; others, who do not know of the offer, hear nothing."""
    for people, given, wished, wronged, said in (
        (1, "bullet", "coconut", "", "That is too little for me: add something."),
        (1, "coconut", "bullet", "", "I would rather keep what I have."),
        (1, "coconut", "bullet", "; wronged C: A", "You were against me before."),
        (2, "bullet", "coconut", "", ""),
    ):
        start = f"order: A B C; hand A: bullet; hand B: club; hand C: axe{wronged}"
        table = seated("hellapagos", people, 3 - people, start=start)
        for move in ("offer C", "card bullet", "ask 1", f"say {given}", f"say {wished}"):
            table.apply(actions.checked_move(table, 0, actions.read_move(table, 0, move, table.knowledge(0))))
        code = beats.refuses(table, 2, codes.DECLINE)
        assert table.game.phrases.text(code, table.game.listener(0, table.names)) == said
        assert beats.refuses(table, 2, codes.ACCEPT) == -1
        table.apply(actions.checked_move(table, 2, codes.DECLINE))
        if code >= 0:
            actions.phrase(table, 2, code)


@pytest.mark.parametrize("gave", ["bullet", "axe"])
def test_a_bot_that_was_told_a_lie_says_so(clock: Clock, gave: str) -> None:
    """Where the cards that it got are not those that the offer said, once they changed hands."""
    table = seated("hellapagos", 1, 2, start="order: A B C; hand A: bullet axe; hand B: club; hand C: flask")
    moves = [(0, "offer C"), (0, f"card {gave}"), (0, "done"), (0, "ask 1"), (0, "say bullet"), (0, "done")]
    for seat, move in (*moves, (2, "accept A"), (2, "card flask")):
        table.apply(actions.checked_move(table, seat, actions.read_move(table, seat, move, table.knowledge(seat))))
    reply = beats.reply(table, (), clock.now)
    assert (reply is not None) == (gave == "axe")
    r = table.game.reader(table.knowledge(2).hidden, 2, table.names)
    may_say = {each.label for each in beats.phrases_offered(table, r)}
    assert any("lied" in label for label in may_say) == (gave == "axe"), "nobody accuses without ground"
    if reply:
        said = table.game.phrases.text(reply.code, table.game.listener(0, table.names))
        assert said == "You lied to me about a card."
        actions.phrase(table, reply.seat, reply.code)


@pytest.mark.parametrize("refused", [True, False])
def test_a_bot_whom_a_person_refused_offers_nothing_for_a_day(clock: Clock, refused: bool) -> None:
    table = seated("hellapagos", 1, 2, start="order: B A C; hand A: axe; hand B: club gun; hand C: flask")
    offer = ("offer A" if refused else "offer C", "card club", "done", "ask 0", "done")
    who = 0 if refused else 2
    for seat, move in (*((1, each) for each in offer), (who, "decline B")):
        table.apply(actions.checked_move(table, seat, actions.read_move(table, seat, move, table.knowledge(seat))))

    def offers(*since: Emitted) -> bool:
        hidden, learnt = beats.when_asked(table, 1), [*table.log[-1].events, *since]
        assert any(codes.OFFER <= move < codes.CARD for move in table.game.legal(hidden, 1)) != refused
        known = table.knowledge(1).hidden.copy()
        table.game.windows.discourage(known, 1, 1, learnt)
        return any(codes.OFFER <= move < codes.CARD for move in table.game.legal(known, 1))

    morning = Emitted(EVERYONE, Event.ROUND, 3, 0, 0)
    assert [offers(), offers(morning), offers(morning, morning)] == [not refused, not refused, True]


@pytest.mark.parametrize("game", ["survive", "outlive"])
def test_one_bot_answers_words_of_courtesy(clock: Clock, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moved last first, and after the end too."""
    table = seated(game, 1, bots=2)
    offered = {each["label"]: each["code"] for each in shown(table, 0)["phrases"]}

    def answers(text: str) -> list[str]:
        clock.now += 60
        table.apply(actions.say_phrase(table, "p0", offered[text], ""))
        said = list[str]()
        while reply := beats.reply(table, (), clock.now):
            entry = actions.phrase(table, reply.seat, reply.code)
            table.apply(entry)
            said.append(entry.text)
        return said

    assert answers("Good luck!") == answers("Well played!") == ["Thank you."]
    assert answers("Good game!") == ["Good game!"]
    assert answers("Ouch!") == []
    monkeypatch.setattr(Match, "over", True)
    table.status = "over"
    assert {each["label"] for each in shown(table, 0)["phrases"]} == {"Well played!", "Thank you.", "Good game!"}
    assert answers("Good game!") == ["Good game!"]
    with pytest.raises(Refused):
        answers("Hurry up, please.")
