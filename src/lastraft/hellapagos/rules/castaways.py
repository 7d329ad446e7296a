"""The castaways: sickness (HP-12), turns gained and lost (HP-7), death and the hands of the dead (HP-11)."""

from ...kernel import EVERYONE, emit, rule
from ..components import CARDS, KIND, KINDS, PERMANENTS, Card
from ..events import Event
from ..options import Choice
from ..state import BAD_FOOD, BITE, DISCARD, ENTRIES, EXTRA, IN_PLAY, Deed, HellapagosState, Window
from .cards import count, discard, pick_at_random, send, send_all, show
from .grudges import note
from .roles import chief, left_of, living, owner_of_turn, right_of
from .windows import close_window, drop_trades_with


@rule
def fall_sick(s: HellapagosState, seat: int, cause: int) -> None:
    """HP-12.1, HP-12.2, HP-12.9, HP-12.10: one status card; its round is the current one; turns to come stay."""
    s.causes[seat] = s.causes[seat] | cause
    s.sick_since[seat] = s.day
    emit(s, EVERYONE, Event.SICK, seat)


@rule
def bite(s: HellapagosState, seat: int, safe_wood: int) -> None:
    """HP-7.15, HP-12.1: a snake bite; the wood of its action is remembered for Anti-venom."""
    emit(s, EVERYONE, Event.BITTEN, seat)
    s.bite_wood[seat] = safe_wood
    fall_sick(s, seat, BITE)


@rule
def swallow(s: HellapagosState, seat: int, harmless: bool) -> None:
    """HP-14.3, HP-14.22: foul food or water makes sick whoever swallows it, unless Matches were used."""
    if harmless or s.matches_lit == 1:
        return
    fall_sick(s, seat, BAD_FOOD)


@rule
def get_well(s: HellapagosState, seat: int) -> None:
    """HP-12.6: the status card is returned."""
    s.causes[seat] = 0
    s.sick_since[seat] = 0
    s.bite_wood[seat] = 0


@rule
def recover(s: HellapagosState) -> None:
    """HP-12.6, HP-8.1: those who fell sick in the previous round recover after the last action."""
    for seat in range(s.seats):
        if s.causes[seat] != 0 and s.sick_since[seat] < s.day:
            get_well(s, seat)
            emit(s, EVERYONE, Event.RECOVERED, seat)


@rule
def banned(s: HellapagosState, seat: int) -> bool:
    """HP-12.5: no cards in the round after falling sick; with `from_onset` at once."""
    return s.causes[seat] != 0 and (s.sick_since[seat] < s.day or s.option[Choice.SICK_CARD_BAN] == 1)


@rule
def may_trade(s: HellapagosState, seat: int) -> bool:
    """HP-12.8: the sick trade like everybody, unless the option forbids it."""
    return s.causes[seat] == 0 or s.option[Choice.SICK_MAY_TRADE] == 0


@rule
def strike_entry(s: HellapagosState, i: int) -> None:
    """HP-7.4: one entry leaves the list."""
    for j in range(i, ENTRIES - 1):
        s.order[j] = s.order[j + 1]
    s.order[ENTRIES - 1] = 0


@rule
def strike_off(s: HellapagosState, seat: int) -> None:
    """HP-7.4, HP-13.27: a dead castaway loses all entries; if it was their turn, the turn ends."""
    if s.window == Window.TURN and owner_of_turn(s) == seat:
        close_window(s)
    for j in range(ENTRIES):
        i = ENTRIES - 1 - j
        if s.order[i] > 0 and (s.order[i] - 1) % EXTRA == seat:
            strike_entry(s, i)


@rule
def place_of(s: HellapagosState, seat: int) -> int:
    """HP-7.25: the number of seats from the first player's seat as Phase 3 began."""
    return (seat + s.seats - s.start) % s.seats


@rule
def place_is_past(s: HellapagosState, seat: int) -> bool:
    """HP-7.26: a castaway with a higher place has taken a regular action."""
    return s.reached > place_of(s, seat) + 1


@rule
def insert_entry(s: HellapagosState, i: int, entry: int) -> None:
    """HP-7.4, HP-7.25, HP-14.26: one entry is put into the list."""
    for j in range(ENTRIES - 1, i, -1):
        s.order[j] = s.order[j - 1]
    s.order[i] = entry


@rule
def gain_turn(s: HellapagosState, seat: int) -> None:
    """HP-7.25: in front of the first regular turn to come whose place is higher, or at the end."""
    at = 0
    while s.order[at] > 0 and (s.order[at] > EXTRA or place_of(s, s.order[at] - 1) < place_of(s, seat)):
        at += 1
    insert_entry(s, at, seat + 1)
    emit(s, EVERYONE, Event.TURN_GAINED, seat, 0)


@rule
def turn_to_come(s: HellapagosState, seat: int) -> int:
    """HP-14.26, HP-14.27: where the castaway's next entry is in the list; ENTRIES if there is none."""
    for i in range(ENTRIES):
        if s.order[i] > 0 and (s.order[i] - 1) % EXTRA == seat:
            return i
    return ENTRIES


@rule
def gain_extra_turn(s: HellapagosState, seat: int) -> None:
    """HP-14.26: it follows the turn to come at once, or else the current turn."""
    at = turn_to_come(s, seat)
    insert_entry(s, 1 if at == ENTRIES else at + 1, seat + 1 + EXTRA)


@rule
def fall_dead(s: HellapagosState, seat: int) -> None:
    """HP-11.1, HP-11.8: death ends sickness, turns, trades and the Conch."""
    s.alive = s.alive & ~(1 << seat)
    s.died = s.died | (1 << seat)
    note(s, seat, Deed.LEFT_BEHIND, s.hand_size[seat])
    get_well(s, seat)
    strike_off(s, seat)
    drop_trades_with(s, seat)
    s.imposed[seat] = 0
    s.imposed_push[seat] = 0
    if s.conch == seat + 1:
        s.conch = 0


@rule
def pass_on_card(s: HellapagosState) -> None:
    """HP-5.4: a dead first player's card passes at once to the right neighbour."""
    if not living(s, s.first_player) and s.alive != 0:
        s.first_player = right_of(s, s.first_player)
        s.card_moved = 1
        emit(s, EVERYONE, Event.FIRST_PLAYER, s.first_player)


@rule
def clear_front(s: HellapagosState, seat: int) -> None:
    """HP-11.2, HP-13.25: Guns in play join the hand, other permanent cards are discarded."""
    for kind in range(Card.GUN, Card.GUN + PERMANENTS):
        for _ in range(count(s, kind, IN_PLAY + seat)):
            if kind == Card.GUN:
                show(s, kind, IN_PLAY + seat, seat)
            else:
                show(s, kind, IN_PLAY + seat, DISCARD)
                emit(s, EVERYONE, Event.DISCARDED, seat, kind)


@rule
def leave_hand(s: HellapagosState, seat: int) -> None:
    """HP-11.3, HP-11.4: the hand is dealt to both neighbours alternately; the last survivor gets it all."""
    clear_front(s, seat)
    if s.alive == 0:
        throw_away(s, seat)
        return
    one = left_of(s, seat)
    other = right_of(s, seat)
    if s.option[Choice.HAND_DEAL_START] == 1:
        one = right_of(s, seat)
        other = left_of(s, seat)
    if one == other:
        inherit(s, seat, one, s.hand_size[seat])
    else:
        inherit(s, seat, one, (s.hand_size[seat] + 1) // 2)
        inherit(s, seat, other, s.hand_size[seat])


@rule
def inherit(s: HellapagosState, dead: int, heir: int, n: int) -> None:
    """HP-11.3, HP-23.17: so many random cards, which only the heir sees."""
    if n == 0:
        return
    emit(s, EVERYONE, Event.INHERITED, dead, heir, n)
    for _ in range(n):
        kind = pick_at_random(s, dead)
        emit(s, 1 << heir, Event.RECEIVED, dead, heir, kind)
    send(s, dead, heir, s.hand_size[dead], 1 << heir)


@rule
def throw_away(s: HellapagosState, seat: int) -> None:
    """HP-11.4: with no survivor the cards are discarded."""
    for card in range(CARDS):
        if s.place[card] == seat:
            emit(s, EVERYONE, Event.DISCARDED, seat, KIND[card])
    for kind in range(KINDS):
        for _ in range(count(s, kind, seat)):
            discard(s, seat, kind)
    s.revealed += 1


@rule
def die(s: HellapagosState, seat: int) -> None:
    """HP-10.1, HP-11.2, HP-16.10: the designated castaway is eliminated."""
    emit(s, EVERYONE, Event.DIED, seat, s.check)
    fall_dead(s, seat)
    leave_hand(s, seat)
    pass_on_card(s)


@rule
def die_together(s: HellapagosState, mask: int) -> None:
    """HP-11.5, HP-11.9: all are counted as dead, then the hands are dealt clockwise from the chief, then the card."""
    first = chief(s)
    for seat in range(s.seats):
        if mask >> seat & 1:
            emit(s, EVERYONE, Event.DIED, seat, s.check)
            fall_dead(s, seat)
    for i in range(s.seats):
        seat = (first + i) % s.seats
        if mask >> seat & 1:
            leave_hand(s, seat)
    pass_on_card(s)


@rule
def be_shot(s: HellapagosState, seat: int, shooter: int) -> None:
    """HP-13.25, HP-11.6, HP-23.18: the shooter takes the hand and the Guns; other permanent cards are discarded."""
    emit(s, EVERYONE, Event.KILLED, shooter, seat)
    fall_dead(s, seat)
    clear_front(s, seat)
    if s.hand_size[seat] > 0:
        for card in range(CARDS):
            if s.place[card] == seat:
                emit(s, 1 << shooter, Event.RECEIVED, seat, shooter, KIND[card])
        send_all(s, seat, shooter, s.hand_size[seat], (1 << shooter) | (1 << seat))
    pass_on_card(s)
