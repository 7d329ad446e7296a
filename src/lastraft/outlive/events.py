"""What happens: the kinds of events."""

from __future__ import annotations

from ..protocol.events import Events


class Event(Events):
    """What people are told, with its three numbers."""

    KEPT = 1  # seat, room kind
    BUILT = 2  # seat, room kind
    SPLIT = 3  # seat, survivors in the room, in the airlock
    LED = 4  # seat, leader
    MARY_DREW = 5  # seat, city, token
    MARY_THREW = 6  # seat, token
    FIRST = 7  # seat
    PLACED = 8  # seat, hero, area
    DAWN = 9  # day
    TURNED = 10  # card, day
    STRIKES = 11  # card
    SPARED = 12  # seat, card
    LOST = 13  # seat, resource, amount
    LOST_SURVIVOR = 14  # seat, place, 1 + room kind
    GAUGE = 15  # seat, new step, 1 if it got worse
    MOVED = 16  # seat, hero, area
    BOARDED = 17  # seat, space, 1 with the hook
    MARKER = 18  # seat
    PEEKED = 19  # seat, city
    SAW_TOKEN = 20  # city, token, place from the top (private)
    PRESSED = 21  # attacker, victim, points
    GUARDED = 22  # victim
    ARMOUR = 23  # victim, points left
    DEFENDED = 24  # victim, ammo
    HANDED = 25  # victim, attacker, resource
    GAINED = 26  # seat, resource, amount
    ALGAE = 27  # seat
    PURIFIED = 28  # seat, 1 with the access card
    TOOK = 29  # seat, equipment
    SEARCHED = 30  # seat, city, token
    HUNTED = 31  # seat, toughness, meat
    USED = 32  # seat, equipment
    LOOKED = 33  # seat, area
    SAW_ANIMAL = 34  # area, toughness, place from the top (private)
    BROKE_OFF = 35  # seat
    JOINED = 36  # seat, place, 1 + room kind
    LEFT_ABOARD = 37  # seat
    NIGHT = 38  # day
    ENDED = 39  # seat, card
    PAID = 40  # seat, resource, amount
    WAIVED = 41  # seat, resource
    HUNGER = 42  # seat, units missing
    RECRUITED = 43  # seat
    STAFFED = 44  # seat, room kind
    ROOM_USED = 45  # seat, room kind
    SCRAPPED = 46  # seat, equipment
    DREW = 47  # seat, equipment
    REFUSED = 48  # seat, equipment
    REPAIRED = 49  # seat, equipment
    SPOILT = 50  # seat, resource, amount
    PASSED = 51  # seat
    SHOWN = 52  # city, equipment
    SET_ASIDE = 53  # city, token
    TOP_ANIMAL = 54  # area, toughness
    RESHUFFLED = 55
    OVER = 56
    RESERVE = 57  # seat
    IDLE = 58  # seat, area, actions lost
    DRY = 59  # seat, actions lost at the dam
