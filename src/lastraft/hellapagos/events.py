"""What happens: the kinds of events."""

from __future__ import annotations

from ..protocol.events import Events


class Event(Events):
    ROUND = 1  # round, weather
    FIRST_PLAYER = 2  # seat
    DEALT = 3  # seat, card (private)
    BALL = 4  # seat, ball
    FISHED = 5  # seat, fish
    WATERED = 6  # seat, water
    WOOD = 7  # seat, steps
    BUILT = 8  # raft cards in all
    BITTEN = 9  # seat
    SEARCHED = 10  # seat
    FOUND = 11  # seat, card (private)
    RESHUFFLED = 12  # cards in the new deck
    LAID = 13  # seat, card
    COMMON = 14  # seat, card, gain
    WITH_MATCHES = 15  # seat
    PLAYED = 16  # seat, card
    NAMED = 17  # seat, card, target
    FED = 18  # seat, card, target
    SICK = 19  # seat
    CURED = 20  # seat
    BITE_CURED = 21  # seat, who stays sick from something he ate
    RECOVERED = 22  # seat
    WOOD_LOST = 23  # steps
    REVIVED = 24  # seat
    TURN_GAINED = 25  # seat
    IMPOSED = 26  # target, action, push or -1
    CHIEF = 27  # seat
    STOLE = 28  # thief, victim
    STOLEN = 29  # thief, victim, card (private)
    SAW_HAND = 30  # holder, card (private)
    SAW_DECK = 31  # position from the top, card (private)
    SAW_WEATHER = 32  # round, weather (private)
    PICKED = 33  # seat
    MILLED = 34  # water gained, or -1: for named castaways
    GRILLED = 35  # food gained
    SHOT = 36  # shooter, target
    STOPPED = 37  # target
    KILLED = 38  # shooter, target
    DIED = 39  # seat, check
    INHERITED = 40  # from, to, cards
    RECEIVED = 41  # from, to, card (private)
    DISCARDED = 42  # seat, card
    GAVE = 43  # from, to, cards
    OFFERED = 44  # from, to, cards and cards wanted as 10 * cards + wanted (private)
    CLAIMED = 45  # from, to, card (private)
    WISHED = 46  # from, to, card (private)
    SHOWN = 47  # from, to, card (private)
    DECLINED = 48  # from, to (private)
    WITHDREW = 49  # from, to (private)
    LAPSED = 50  # from, to (private)
    EXCHANGED = 51  # from, to, cards each way as 10 * one + other
    CALLED = 52  # seat
    SHORT = 53  # check, shortage
    EMPTY = 54  # check
    VOTED = 55  # seat, target
    NOT_VOTED = 56  # seat
    TIED = 57  # chief
    DESIGNATED = 58  # seat, check
    SAVED = 59  # seat, check
    LET_OFF = 60  # seat
    PAID = 61  # check, rations, left
    BASKET = 62  # check
    SURPLUS = 63  # check, rations
    SAID = 64  # seat, leave or stay
    STAYED = 65  #
    LEFT = 66  # castaways aboard
    LOST = 67  #
    TOOK = 68  # seat, card (private)
