"""What a seat knows (section 18): hiding, and filling again."""

from ...kernel import randbelow, rule, shuffle, sort, sort_descending
from .. import components as box
from ..state import OutliveState, Phase
from .setup import draw_unseen


@rule
def is_among(seat: int, mask: int) -> bool:
    """Whether a seat is in a mask; a watcher (-1) never is."""
    return seat >= 0 and mask >> max(seat, 0) & 1 == 1


@rule
def hide(s: OutliveState, seat: int) -> None:
    """Section 18: blank what the seat cannot know. Stacks whose set of tokens anybody can work out are sorted; what
    nobody can work out becomes 0."""
    for i in range(4):
        s.random[i] = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(box.DEALT_ROOMS):
                s.dealt[other][i] = 0
            for i in range(box.DEALT_LEADERS):
                s.offered[other][i] = 0
    for slot in range(s.day, box.ROUNDS):
        s.card[slot] = 0
    for stack in range(box.STACKS):
        if not is_among(seat, s.looked[stack]):
            for i in range(s.prey_left[stack] - 1):
                s.prey[stack][i] = 0
    for city in range(2):
        if not is_among(seat, s.peeked[city]):
            sort(s.search[city], s.search_left[city])
    sort(s.stack, s.stack_left)


BITS = 5
"""Enough for the animals of a kind."""


@rule
def determinize(s: OutliveState, seat: int) -> None:
    """Section 18, the other way: something that the seat cannot tell from the truth."""
    if s.phase == Phase.SETUP:
        guess_rooms(s, seat)
        guess_leaders(s, seat)
    guess_cards(s)
    guess_animals(s, seat)
    for city in range(2):
        if not is_among(seat, s.peeked[city]):
            shuffle(s, s.search[city], s.search_left[city])
    shuffle(s, s.stack, s.stack_left)


@rule
def rooms_held(s: OutliveState, other: int) -> int:
    """How many dealt rooms a seat still holds or has refused: all but the kept ones."""
    kept = 0
    for slot in range(box.BASIC_ROOMS, box.SLOTS):
        if s.room[other][slot] > 0:
            kept += 1
    return box.DEALT_ROOMS - kept


@rule
def unseen_copies(s: OutliveState, kind: int) -> int:
    """Copies of an advanced room that lie nowhere in sight."""
    n = box.ADVANCED_COPIES
    for seat in range(s.seats):
        for slot in range(box.BASIC_ROOMS, box.SLOTS):
            if s.room[seat][slot] == kind + 1:
                n -= 1
        for i in range(box.DEALT_ROOMS):
            if s.dealt[seat][i] == kind + 1:
                n -= 1
    return n


@rule
def guess_rooms(s: OutliveState, seat: int) -> None:
    """The others' dealt rooms: any that are out of sight."""
    unseen = 0
    for kind in range(box.BASIC_ROOMS, box.BASIC_ROOMS + box.ADVANCED_ROOMS):
        unseen += unseen_copies(s, kind)
    for other in range(s.seats):
        if other != seat:
            for i in range(rooms_held(s, other)):
                s.dealt[other][i] = guess_room(s, unseen) + 1
                unseen -= 1
            sort_descending(s.dealt[other], box.DEALT_ROOMS)


@rule
def guess_room(s: OutliveState, unseen: int) -> int:
    """One of the tiles out of sight."""
    choice = randbelow(s, unseen)
    for kind in range(box.BASIC_ROOMS, box.BASIC_ROOMS + box.ADVANCED_ROOMS):
        choice -= unseen_copies(s, kind)
        if choice < 0:
            return kind
    return box.BASIC_ROOMS


@rule
def guess_leaders(s: OutliveState, seat: int) -> None:
    """The others' leaders: any that are out of sight."""
    seen = 0
    for other in range(s.seats):
        if s.leader[other] > 0:
            seen |= 1 << s.leader[other] - 1
        for i in range(box.DEALT_LEADERS):
            if s.offered[other][i] > 0:
                seen |= 1 << s.offered[other][i] - 1
    for other in range(s.seats):
        if other != seat:
            for i in range(box.DEALT_LEADERS - (1 if s.leader[other] > 0 else 0)):
                leader = draw_unseen(s, box.LEADERS, seen)
                seen |= 1 << leader
                s.offered[other][i] = leader + 1
            sort_descending(s.offered[other], box.DEALT_LEADERS)


@rule
def guess_cards(s: OutliveState) -> None:
    """Face-down events: any that have not been turned up."""
    seen = 0
    for slot in range(s.day):
        if s.card[slot] > 0:
            seen |= 1 << s.card[slot] - 1
    for slot in range(s.day, box.ROUNDS):
        card = draw_unseen(s, box.CARDS, seen)
        seen |= 1 << card
        s.card[slot] = card + 1


@rule
def unseen_animals(s: OutliveState, kind: int) -> int:
    """Tokens of a kind that are neither hunted nor seen in a stack."""
    n: int = box.PREY_COUNT[kind]
    for seat in range(s.seats):
        n -= s.kills[seat][kind]
    for stack in range(box.STACKS):
        for i in range(s.prey_left[stack]):
            if s.prey[stack][i] == box.WEAKEST_PREY + kind:
                n -= 1
    return max(0, n)


@rule
def guess_animals(s: OutliveState, seat: int) -> None:
    """Animals under the top: any tokens that have not been seen, counted once, `BITS` bits for each kind."""
    unseen = 0
    counts = 0
    for kind in range(box.PREY):
        n = unseen_animals(s, kind)
        unseen += n
        counts += n << BITS * kind
    for stack in range(box.STACKS):
        if not is_among(seat, s.looked[stack]):
            for i in range(s.prey_left[stack] - 1):
                kind = kind_at(counts, randbelow(s, max(1, unseen)))
                s.prey[stack][i] = box.WEAKEST_PREY + kind
                if unseen > 0:
                    unseen -= 1
                    counts -= 1 << BITS * kind


@rule
def kind_at(counts: int, place: int) -> int:
    """The kind of the animal at a place of all that are counted, laid out by kind."""
    for kind in range(box.PREY):
        place -= counts >> BITS * kind & (1 << BITS) - 1
        if place < 0:
            return kind
    return box.PREY - 1
