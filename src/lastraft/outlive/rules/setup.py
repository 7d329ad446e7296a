"""Setup (section 2): what is laid out and dealt before the first choice."""

from ...kernel import randbelow, rule, sort_descending
from .. import components as box
from ..state import OutliveState, Phase
from .advance import advance
from .dawn import shuffle_tokens


@rule
def setup(s: OutliveState) -> None:
    """Section 2: lay out, then ask the first seat."""
    lay_out(s)
    advance(s)


@rule
def lay_out(s: OutliveState) -> None:
    """OL-1.3, OL-2.1 to OL-2.3, OL-2.14, OL-2.16, OL-2.18: shelters, deals and shuffles."""
    for seat in range(s.seats):
        s.gauge[seat] = box.GAUGE_START
        for slot in range(box.BASIC_ROOMS):
            s.room[seat][slot] = slot + 1
        for hero in range(box.HEROES):
            s.place[seat][hero] = -1
    deal_rooms(s)
    deal_leaders(s)
    lay_cards(s)
    stack_animals(s)
    for city in range(2):
        shuffle_tokens(s, city)
    s.algae = 1
    s.phase = Phase.SETUP


@rule
def draw_from_heap(s: OutliveState, n: int) -> int:
    """One of the first ``n`` things in the field of the equipment stack, which serves as a heap until it is formed; the
    last one takes its place."""
    i = randbelow(s, n)
    drawn = s.stack[i]
    s.stack[i] = s.stack[n - 1]
    s.stack[n - 1] = 0
    return drawn


@rule
def clear_heap(s: OutliveState, n: int) -> None:
    """What is left of the heap leaves the game unseen."""
    for i in range(n):
        s.stack[i] = 0


@rule
def draw_unseen(s: OutliveState, kinds: int, seen: int) -> int:
    """A random kind that is not in the mask."""
    kind = randbelow(s, kinds)
    while seen >> kind & 1:
        kind = randbelow(s, kinds)
    return kind


@rule
def deal_rooms(s: OutliveState) -> None:
    """OL-2.3: six advanced rooms each, two copies of a kind in the pile. A hand has no order: the largest kinds first,
    empty places last."""
    n = 0
    for kind in range(box.ADVANCED_ROOMS):
        for _ in range(box.ADVANCED_COPIES):
            s.stack[n] = box.BASIC_ROOMS + kind + 1
            n += 1
    for seat in range(s.seats):
        for i in range(box.DEALT_ROOMS):
            s.dealt[seat][i] = draw_from_heap(s, n)
            n -= 1
        sort_descending(s.dealt[seat], box.DEALT_ROOMS)
    clear_heap(s, n)
    s.revealed += 1


@rule
def deal_leaders(s: OutliveState) -> None:
    """OL-2.3: two leaders each."""
    taken = 0
    for seat in range(s.seats):
        for i in range(box.DEALT_LEADERS):
            leader = draw_unseen(s, box.LEADERS, taken)
            taken |= 1 << leader
            s.offered[seat][i] = leader + 1
        sort_descending(s.offered[seat], box.DEALT_LEADERS)


@rule
def lay_cards(s: OutliveState) -> None:
    """OL-2.14: six of the twelve events face down; the others leave the game unseen."""
    taken = 0
    for slot in range(box.ROUNDS):
        card = draw_unseen(s, box.CARDS, taken)
        taken |= 1 << card
        s.card[slot] = card + 1


@rule
def stack_animals(s: OutliveState) -> None:
    """OL-2.16: three stacks of shuffled animals."""
    n = 0
    for kind in range(box.PREY):
        for _ in range(box.PREY_COUNT[kind]):
            s.stack[n] = box.WEAKEST_PREY + kind
            n += 1
    for stack in range(box.STACKS):
        s.prey_left[stack] = box.PREY_STACK[s.seats - 2]
        for i in range(s.prey_left[stack]):
            s.prey[stack][i] = draw_from_heap(s, n)
            n -= 1
    clear_heap(s, n)
