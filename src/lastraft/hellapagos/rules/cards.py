"""Where the Wreckage cards are, and who is sure of it.

The copies of a kind lie side by side in `place`, ordered by place. `sure` holds for each card the seats that are
certain of it; copies being alike, a seat that is sure of two of a holder's bottles has its bit on the first two. So a
card taken away openly is always the first of its group, and what a seat still knows needs no further thought. Of what
goes from one place to another unseen, a seat stays sure only of what must be true whatever was taken.
"""

from ...kernel import randbelow, rule, shuffle
from ..components import CARDS, COPIES, COPIES_OF, FIRST, KIND, KINDS
from ..state import ALL, DECK, DISCARD, IN_PLAY, MAX_CASTAWAYS, HellapagosState


@rule
def count(s: HellapagosState, kind: int, place: int) -> int:
    """How many copies of a kind are at a place."""
    n = 0
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == place:
            n += 1
    return n


@rule
def holds(s: HellapagosState, seat: int, kind: int) -> bool:
    """HP-13.1: whether the card is in the seat's hand."""
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == seat:
            return True
    return False


@rule
def cards_at(s: HellapagosState, place: int) -> int:
    """All cards at a place, as a mask."""
    mask = 0
    for card in range(CARDS):
        if s.place[card] == place:
            mask |= 1 << card
    return mask


@rule
def has_in_play(s: HellapagosState, seat: int, kind: int) -> bool:
    """HP-13.7: whether a permanent card works for the seat."""
    return holds(s, IN_PLAY + seat, kind)


@rule
def first_at(s: HellapagosState, kind: int, place: int) -> int:
    """The first card of a kind at a place, the one that most are sure of; CARDS if there is none."""
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == place:
            return card
    return CARDS


@rule
def tidy(s: HellapagosState, kind: int) -> None:
    """Order the copies of a kind by place, and at one place those first that more are sure of."""
    first = FIRST[kind]
    for i in range(first + 1, first + COPIES[kind]):
        j = i
        while j > first and (
            s.place[j - 1] > s.place[j] or (s.place[j - 1] == s.place[j] and s.sure[j - 1] < s.sure[j])
        ):
            place = s.place[j]
            sure = s.sure[j]
            s.place[j] = s.place[j - 1]
            s.sure[j] = s.sure[j - 1]
            s.place[j - 1] = place
            s.sure[j - 1] = sure
            j -= 1


@rule
def show(s: HellapagosState, kind: int, source: int, target: int) -> None:
    """HP-13.2, HP-23.12: a card goes openly from one place to another."""
    card = first_at(s, kind, source)
    s.place[card] = target
    s.sure[card] = ALL
    if source < MAX_CASTAWAYS:
        s.hand_size[source] -= 1
    if target < MAX_CASTAWAYS:
        s.hand_size[target] += 1
    tidy(s, kind)


@rule
def discard(s: HellapagosState, seat: int, kind: int) -> None:
    """HP-13.2: a card is discarded after use."""
    show(s, kind, seat, DISCARD)


@rule
def known(s: HellapagosState, kind: int, place: int, observer: int) -> int:
    """HP-23.5: how many copies at a place the observer is sure of."""
    n = 0
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == place and s.sure[card] >> observer & 1:
            n += 1
    return n


@rule
def placed(s: HellapagosState, kind: int, observer: int) -> int:
    """HP-23.5: how many copies the observer is sure of at their positions in the deck."""
    n = 0
    for i in range(s.deck_size):
        if s.deck_sure[i] >> observer & 1 and s.deck[i] == kind:
            n += 1
    return n


@rule
def be_sure(s: HellapagosState, kind: int, place: int, observer: int, n: int) -> None:
    """HP-23.4, HP-23.14: the observer is sure of n copies at a place."""
    bit = 1 << observer
    left = n
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == place:
            if left > 0:
                s.sure[card] = s.sure[card] | bit
                left -= 1
            else:
                s.sure[card] = s.sure[card] & ~bit & ALL


@rule
def doubted(s: HellapagosState, source: int, seen: int) -> int:
    """The cards at the source of which somebody is sure who does not see what is taken, as a mask."""
    mask = 0
    for card in range(CARDS):
        if s.place[card] == source and s.sure[card] & ~seen != 0:
            mask |= 1 << card
    return mask


@rule
def sure_at(s: HellapagosState, kind: int, place: int) -> int:
    """Those who are sure of a copy at a place, as a mask."""
    mask = 0
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        if s.place[card] == place:
            mask |= s.sure[card]
    return mask


@rule
def send_kind(s: HellapagosState, kind: int, source: int, target: int, taken: int, stay: int, seen: int) -> None:
    """HP-23.13, HP-23.14: ``taken`` cards go and ``stay`` cards stay; what everybody is still sure of a kind."""
    going = s.parcel[kind]
    there = count(s, kind, source)
    arrived = count(s, kind, target)
    first = first_at(s, kind, source)
    for card in range(first + there - going, first + there):
        s.place[card] = target
    # Whoever does not see the cards and is sure of none here or there learns nothing.
    concerned = seen | sure_at(s, kind, source) | sure_at(s, kind, target)
    for i in range(s.seats + 1):
        observer = i if i < s.seats else MAX_CASTAWAYS
        if concerned >> observer & 1 == 0:
            continue
        before = 0
        for card in range(first, first + there):
            before += s.sure[card] >> observer & 1
        old = 0
        for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
            if s.place[card] == target and (card < first or card >= first + there):
                old += s.sure[card] >> observer & 1
        if seen >> observer & 1:
            left = max(0, before - going)
            new = going
        else:
            left = max(0, before - taken)
            if source == DECK and left < before:
                left = max(left, min(before, placed(s, kind, observer)))
            new = max(0, before - stay)
        be_sure(s, kind, source, observer, min(left, there - going))
        be_sure(s, kind, target, observer, min(old + new, arrived + going))
    tidy(s, kind)


@rule
def send(s: HellapagosState, source: int, target: int, size: int, seen: int) -> None:
    """HP-23.13, HP-23.14: the parcel goes from a place of ``size`` cards to another; only ``seen`` see what it is."""
    taken = 0
    for kind in range(KINDS):
        taken += s.parcel[kind]
    doubts = doubted(s, source, seen)
    for kind in range(KINDS):
        if s.parcel[kind] > 0 or doubts & COPIES_OF[kind] != 0:
            send_kind(s, kind, source, target, taken, size - taken, seen)
            s.parcel[kind] = 0
    if source < MAX_CASTAWAYS:
        s.hand_size[source] -= taken
    if target < MAX_CASTAWAYS:
        s.hand_size[target] += taken
    s.revealed += 1


@rule
def send_all(s: HellapagosState, source: int, target: int, size: int, seen: int) -> None:
    """HP-13.25: everything at a place goes to another."""
    for card in range(CARDS):
        if s.place[card] == source:
            s.parcel[KIND[card]] += 1
    send(s, source, target, size, seen)


@rule
def pick_at_random(s: HellapagosState, seat: int) -> int:
    """HP-11.3, HP-14.24: a random card of a hand that is not in the parcel yet is put there; its kind."""
    left = s.hand_size[seat]
    for kind in range(KINDS):
        left -= s.parcel[kind]
    nth = randbelow(s, left)
    for kind in range(KINDS):
        here = count(s, kind, seat) - s.parcel[kind]
        if nth < here:
            s.parcel[kind] += 1
            return kind
        nth -= here
    return KINDS


@rule
def draw(s: HellapagosState, seat: int) -> int:
    """HP-7.21, HP-23.9: the top card of the deck goes into a hand, unseen by all but those who knew it; its kind."""
    seen = s.deck_sure[s.deck_size - 1] | (1 << seat)
    return take(s, seat, 0, seen)


@rule
def pick(s: HellapagosState, seat: int, depth: int) -> int:
    """HP-14.30: one of the top three cards, nobody else sees which, goes into a hand; its kind."""
    forget_top(s, seat)
    return take(s, seat, depth, 1 << seat)


@rule
def take(s: HellapagosState, seat: int, depth: int, seen: int) -> int:
    """HP-7.21, HP-14.30: a card of the deck, so far from the top, goes into a hand; the others stay in order."""
    at = s.deck_size - 1 - depth
    kind = s.deck[at]
    s.deck_sure[at] = 0
    s.parcel[kind] = 1
    send(s, DECK, seat, s.deck_size, seen)
    for i in range(at, s.deck_size - 1):
        s.deck[i] = s.deck[i + 1]
        s.deck_sure[i] = s.deck_sure[i + 1]
    s.deck_size -= 1
    s.deck[s.deck_size] = 0
    s.deck_sure[s.deck_size] = 0
    return kind


@rule
def forget_top(s: HellapagosState, seat: int) -> None:
    """HP-23.5: one of the top three goes unseen: only its taker still knows what lies there."""
    for i in range(max(0, s.deck_size - 3), s.deck_size):
        s.deck_sure[i] = s.deck_sure[i] & (1 << seat)


@rule
def look_at_deck(s: HellapagosState, seat: int, depth: int) -> int:
    """HP-14.30, HP-23.5: a seat sees a card of the deck; its kind."""
    at = s.deck_size - 1 - depth
    kind = s.deck[at]
    s.deck_sure[at] = s.deck_sure[at] | (1 << seat)
    be_sure(s, kind, DECK, seat, max(known(s, kind, DECK, seat), placed(s, kind, seat)))
    tidy(s, kind)
    s.revealed += 1
    return kind


@rule
def look_at_hand(s: HellapagosState, seat: int, holder: int) -> None:
    """HP-14.29, HP-23.4: a seat sees a hand."""
    for card in range(CARDS):
        if s.place[card] == holder:
            s.sure[card] = s.sure[card] | (1 << seat)
    for kind in range(KINDS):
        tidy(s, kind)
    s.revealed += 1


@rule
def reshuffle(s: HellapagosState) -> None:
    """HP-7.24: the discards become the deck; everybody knows what is in it, nobody in which order."""
    for card in range(CARDS):
        if s.place[card] == DISCARD:
            s.place[card] = DECK
            s.deck[s.deck_size] = KIND[card]
            s.deck_size += 1
    for kind in range(KINDS):
        tidy(s, kind)
    shuffle(s, s.deck, s.deck_size)


@rule
def discards(s: HellapagosState) -> int:
    """HP-7.24: how many cards lie on the discard pile."""
    n = 0
    for card in range(CARDS):
        if s.place[card] == DISCARD:
            n += 1
    return n
