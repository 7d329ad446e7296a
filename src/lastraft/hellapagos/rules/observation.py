"""What a seat sees, as numbers for a learner, and moves as it sees them; seats count clockwise from the observer."""

from __future__ import annotations

from ...kernel import Buffer, Lookup, distance, part, rule, seat_after, top
from ...protocol import Observation, counts, names
from .. import state
from ..codes import ACCEPT, CODES, DECLINE, GIVE, OFFER, RATIONS_BY_NAME, SHOOT, TARGET, TIEBREAK, VOTE
from ..components import CARDS, COPIES, FIRST, KIND, KINDS, PERMANENTS, ROUNDS, WEATHER_COPIES, Card
from ..options import OPTIONS, Choice
from ..state import Check, Choosing, Draft, Feeding, Frame, HellapagosState, Reaction, Step, Targets, Tie, Window
from .knowledge import in_secret
from .roles import chief
from .votes import voters
from .windows import all_awaited, owner

MOST = 40
"""More rations look like so many; and more deeds like"""
MOST_DEEDS = 4
SEEN_OF_DECK = 3
ROLES = 7

OBSERVED = Observation(
    seats=counts(1, state.MAX_CASTAWAYS),
    option=names(len(OPTIONS), max(len(option.values) for option in OPTIONS) - 1),
    day=counts(1, ROUNDS),
    weather=names(ROUNDS, len(WEATHER_COPIES) - 1, low=-1),
    water=counts(1, MOST),
    food=counts(1, MOST),
    rafts=counts(1, state.MAX_CASTAWAYS),
    disc=counts(1, 12),
    deck_size=counts(1, CARDS),
    deck=names(SEEN_OF_DECK, KINDS - 1, low=-1),
    discarded=counts(KINDS, max(COPIES)),
    step=names(1, max(Step)),
    check=names(1, max(Check)),
    window=names(1, max(Window)),
    called=counts(1, 1),
    waiting=counts(1, state.MAX_CASTAWAYS),
    surplus=counts(1, MOST),
    basket=counts(len(Check), 1),
    matches_lit=counts(1, 1),
    card_moved=counts(1, 1),
    reached=counts(1, state.ENTRIES),
    order=names(state.ENTRIES, state.MAX_CASTAWAYS),
    extra=counts(state.ENTRIES, 1),
    frame=names(1, max(Frame)),
    alone=counts(1, 1),
    card=names(1, max(KINDS, len(RATIONS_BY_NAME))),
    rations=counts(1, state.MAX_CASTAWAYS),
    gifts=counts(1, state.TRADES_A_WINDOW),
    offers=counts(1, state.TRADES_A_WINDOW),
    draft=names(1, max(Draft)),
    partner=names(1, state.MAX_CASTAWAYS),
    chosen=names(state.CARDS_A_SIDE, state.FACE_DOWN),
    own_offer=names(state.CARDS_A_SIDE, state.FACE_DOWN),
    own_claim=names(state.CARDS_A_SIDE, state.FACE_DOWN),
    own_wish=names(state.CARDS_A_SIDE, state.FACE_DOWN),
    alive=counts(state.MAX_CASTAWAYS, 1),
    died=counts(state.MAX_CASTAWAYS, 1),
    causes=names(state.MAX_CASTAWAYS, 3),
    sick_for=counts(state.MAX_CASTAWAYS, ROUNDS),
    bite_wood=counts(state.MAX_CASTAWAYS, 12),
    hand_size=counts(state.MAX_CASTAWAYS, 16),
    hand=counts(KINDS, max(COPIES)),
    known=counts(state.MAX_CASTAWAYS * KINDS, 1),
    in_play=counts(state.MAX_CASTAWAYS * PERMANENTS, 1),
    turn=names(state.MAX_CASTAWAYS, state.ENTRIES),
    acted=counts(state.MAX_CASTAWAYS, 1),
    imposed=names(state.MAX_CASTAWAYS, 5),
    pushed=names(state.MAX_CASTAWAYS, 7),
    role=counts(state.MAX_CASTAWAYS * ROLES, 1),
    awaited=counts(1, 1),
    named=counts(state.MAX_CASTAWAYS, 1),
    provided=counts(state.MAX_CASTAWAYS, 1),
    exempt=counts(state.MAX_CASTAWAYS * 3, 1),
    protected=counts(state.MAX_CASTAWAYS, 1),
    owes=counts(state.MAX_CASTAWAYS, 1),
    vote=names(state.MAX_CASTAWAYS, state.NO_VOTE_GIVEN),
    second_vote=names(state.MAX_CASTAWAYS, state.NO_VOTE_GIVEN),
    saying=names(state.MAX_CASTAWAYS, 2),
    aboard=counts(state.MAX_CASTAWAYS, 1),
    offer_to=names(state.MAX_CASTAWAYS, state.MAX_CASTAWAYS),
    wanted=counts(state.MAX_CASTAWAYS, state.CARDS_A_SIDE),
    offered=names(state.MAX_CASTAWAYS, state.CARDS_A_SIDE),
    shown=counts(KINDS, state.CARDS_A_SIDE),
    claimed=counts(KINDS, state.CARDS_A_SIDE),
    wished=counts(KINDS, state.CARDS_A_SIDE),
    deeds=counts(state.MAX_CASTAWAYS * state.DEEDS, MOST_DEEDS),
    brought=counts(state.MAX_CASTAWAYS * state.CHORES, MOST_DEEDS),
    wronged=counts(state.MAX_CASTAWAYS * 2, 1),
)
(
    SEATS, OPTION, DAY, WEATHER, WATER, FOOD, RAFTS, DISC, DECK_SIZE, DECK_TOP, DISCARDED, STEP, CHECK, WINDOW, CALLED,
    WAITING, SURPLUS, BASKET, LIT, CARD_MOVED, REACHED, ORDER, IS_EXTRA, FRAME, ALONE, NAMED_CARD, RATIONS_LEFT, GIFTS,
    OFFERS, DRAFT, PARTNER, CHOSEN, OWN_OFFER, OWN_CLAIM, OWN_WISH, ALIVE, DIED, CAUSES, SICK_FOR, BITE_WOOD, HAND_SIZE,
    HAND, KNOWN, PLAYED, TURN, ACTED, IMPOSED, PUSHED, ROLE, AWAITED, NAMED, PROVIDED, EXEMPT, PROTECTED, OWES, VOTED,
    SECOND_VOTE, SAYING, ABOARD, OFFER_TO, WANTED, OFFERED, SHOWN, CLAIMED, WISHED, DEED, BROUGHT, WRONGED,
) = OBSERVED.firsts.values()  # fmt: skip
SIZE = OBSERVED.size
CHOICES, CHECKS = len(OPTIONS), len(Check)
PERMANENTS_BEGIN, PERMANENTS_END = int(FIRST[Card.GUN]), int(FIRST[Card.GUN + PERMANENTS])
_SEATED = (TARGET, SHOOT, GIVE, OFFER, ACCEPT, DECLINE, VOTE, TIEBREAK)
SEAT_NAMED = Lookup([next((f for f in _SEATED if f <= code < f + state.MAX_CASTAWAYS), -1) for code in range(CODES)])
"""The first code of the family, where a move names a seat."""


@rule
def own_code(s: HellapagosState, seat: int, move: int) -> int:
    """A move that names a castaway names how far clockwise they sit."""
    first = SEAT_NAMED[move]
    if first < 0 or move - first >= s.seats:
        return move
    code: int = first + distance(s, seat, move - first)
    return code


@rule
def code_of(s: HellapagosState, seat: int, own: int) -> int:
    """`own_code` the other way."""
    first = SEAT_NAMED[own]
    if first < 0 or own - first >= s.seats:
        return own
    code: int = first + (own - first + seat) % s.seats
    return code


@rule
def pointed(s: HellapagosState, seat: int, named: int) -> int:
    """A field that holds a seat plus 1, counted from here; 0 is nobody, 13 a vote that came too late."""
    return 1 + distance(s, seat, named - 1) if 0 < named < state.NO_VOTE_GIVEN else named


@rule
def observe(s: HellapagosState, seat: int, out: Buffer) -> int:
    """HP-23.30: what the seat knows as numbers: the table, what is asked, the own trades, then the castaways. Of the
    true state no more is read than what `hide` leaves."""
    for i in range(SIZE):
        out[i] = 0
    own = max(seat, 0)
    bits = state.PUBLIC if seat < 0 else state.PUBLIC | 1 << seat
    observe_table(s, own, bits, out)
    observe_question(s, own, out)
    observe_cards(s, own, bits, out)
    observe_roles(s, own, out)
    if seat >= 0:
        observe_own(s, seat, out)
    unseen = unseen_answers(s, own)
    for i in range(s.seats):
        other = seat_after(s, own, i)
        observe_castaway(s, other, i, out)
        observe_answers(s, own, other, i, unseen >> other & 1 == 1, out)
        if sees_offer(s, own, other):
            observe_offer(s, own, other, i, out)
        observe_deeds(s, own, other, i, out)
    return SIZE


@rule
def unseen_answers(s: HellapagosState, own: int) -> int:
    """The mask of those whose votes, or leave or stay, nobody else sees yet."""
    if not in_secret(s):
        return 0
    return (voters(s) if top(s) == Frame.BALLOT else s.alive) & ~(1 << own)


@rule
def sees_offer(s: HellapagosState, own: int, other: int) -> bool:
    """The own offer, and those of others to the seat once they are made."""
    return other == own or (s.offer_to[other] == own + 1 and s.draft[other] < Draft.OFFER_CARDS)


@rule
def observe_table(s: HellapagosState, own: int, bits: int, out: Buffer) -> None:
    """The island, the stores, the round."""
    out[SEATS] = s.seats
    for i in range(CHOICES):
        out[OPTION + i] = s.option[i]
    out[DAY] = s.day
    for i in range(ROUNDS):
        out[WEATHER + i] = s.weather[i] if i < s.day or s.weather_sure[i] & bits != 0 else -1
    out[WATER] = min(s.water, MOST)
    out[FOOD] = min(s.food, MOST)
    out[RAFTS] = s.rafts
    out[DISC] = s.disc
    out[STEP] = s.step
    out[CHECK] = s.check
    out[WINDOW] = s.window
    out[CALLED] = s.called
    out[SURPLUS] = min(s.surplus, MOST)
    out[LIT] = s.matches_lit
    out[CARD_MOVED] = s.card_moved
    out[REACHED] = s.reached
    for i in range(CHECKS):
        out[BASKET + i] = s.basket >> i & 1
    for i in range(s.seats):
        out[TURN + i] = state.ENTRIES
    for i in range(state.ENTRIES - 1, -1, -1):
        if s.order[i] > 0:
            whose = distance(s, own, (s.order[i] - 1) % state.EXTRA)
            out[ORDER + i] = 1 + whose
            out[IS_EXTRA + i] = 1 if s.order[i] > state.EXTRA else 0
            out[TURN + whose] = i


@rule
def observe_question(s: HellapagosState, own: int, out: Buffer) -> None:
    """What is asked in a closed moment; in a window how many are still awaited."""
    business = top(s)
    out[FRAME] = business
    named = 0
    if business == Frame.TARGETS:
        out[NAMED_CARD] = 1 + part(s, Targets.card)
        named = part(s, Targets.named)
    elif business == Frame.FEEDING:
        out[NAMED_CARD] = 1 + part(s, Feeding.ration)
        out[RATIONS_LEFT] = part(s, Feeding.left)
        named = part(s, Feeding.named)
    elif business == Frame.REACTION:
        named = 1 << part(s, Reaction.shooter)
    elif business == Frame.IMPOSING or business == Frame.PUSHING:
        named = 1 << part(s, Choosing.target)
    elif business == Frame.TIE:
        named = part(s, Tie.level)
    elif business == Frame.BALLOT or business == Frame.DEPARTURE:
        out[ALONE] = part(s, 0)
    for i in range(s.seats):
        out[NAMED + i] = named >> seat_after(s, own, i) & 1
    if s.window != Window.NONE and s.ended == 0:
        waiting = all_awaited(s)
        out[AWAITED] = waiting >> own & 1
        others = 0
        for i in range(1, s.seats):
            others += waiting >> seat_after(s, own, i) & 1
        out[WAITING] = others


@rule
def observe_cards(s: HellapagosState, own: int, bits: int, out: Buffer) -> None:
    """Where the cards are that the seat, one of these bits, is sure of: first as a mask of cards, which is quicker than
    to ask of each, for few are."""
    out[DECK_SIZE] = s.deck_size
    for i in range(SEEN_OF_DECK):
        at = max(s.deck_size - 1 - i, 0)
        out[DECK_TOP + i] = s.deck[at] if i < s.deck_size and s.deck_sure[at] & bits != 0 else -1
    known = 0
    for card in range(CARDS):
        out[DISCARDED + KIND[card]] += 1 if s.place[card] == state.DISCARD else 0
        known |= (1 if (s.place[card] < state.IN_PLAY) & (s.sure[card] & bits != 0) else 0) << card
    card = 0
    while known != 0:
        while known & 255 == 0:
            known >>= 8
            card += 8
        if known & 1:
            place = s.place[card]
            if place == own:
                out[HAND + KIND[card]] += 1
            else:
                out[KNOWN + distance(s, own, place) * KINDS + KIND[card]] = 1
        known >>= 1
        card += 1
    for card in range(PERMANENTS_BEGIN, PERMANENTS_END):
        place = s.place[card] - state.IN_PLAY
        if 0 <= place < state.MAX_CASTAWAYS:
            out[PLAYED + distance(s, own, place) * PERMANENTS + KIND[card] - Card.GUN] = 1


@rule
def observe_roles(s: HellapagosState, own: int, out: Buffer) -> None:
    """The offices, and who owns the open window."""
    observe_role(s, own, s.first_player + 0, 0, out)
    observe_role(s, own, chief(s), 1, out)
    if s.window != Window.NONE and s.ended == 0:
        observe_role(s, own, owner(s), 2, out)
    observe_role(s, own, s.designated - 1, 3, out)
    observe_role(s, own, s.conch - 1, 4, out)
    observe_role(s, own, s.nominee - 1, 5, out)
    observe_role(s, own, s.start + 0, 6, out)


@rule
def observe_role(s: HellapagosState, own: int, holder: int, role: int, out: Buffer) -> None:
    """One office of one castaway, or of nobody."""
    if 0 <= holder < s.seats:
        out[ROLE + distance(s, own, holder) * ROLES + role] = 1


@rule
def observe_own(s: HellapagosState, seat: int, out: Buffer) -> None:
    """The own gifts, offers and drafts, and what is offered to the seat."""
    out[GIFTS] = s.gifts[seat]
    out[OFFERS] = s.offers[seat]
    out[DRAFT] = s.draft[seat]
    if s.draft[seat] != Draft.NONE:
        out[PARTNER] = 1 + distance(s, seat, s.partner[seat])
    for i in range(state.CARDS_A_SIDE):
        out[CHOSEN + i] = s.chosen[seat][i]
        out[OWN_OFFER + i] = s.offered[seat][i]
        out[OWN_CLAIM + i] = s.claim[seat][i]
        out[OWN_WISH + i] = s.wish[seat][i]
    shown = s.option[Choice.BLIND_TRADES] != 0
    for other in range(s.seats):
        if other != seat and sees_offer(s, seat, other):
            for i in range(state.CARDS_A_SIDE):
                if shown:
                    note_kind(s.offered[other][i] + 0, SHOWN, out)
                note_kind(s.claim[other][i] + 0, CLAIMED, out)
                note_kind(s.wish[other][i] + 0, WISHED, out)


@rule
def note_kind(named: int, first: int, out: Buffer) -> None:
    """Count a kind, given plus 1, that lies face up."""
    if 0 < named < state.FACE_DOWN:
        out[first + named - 1] = min(out[first + named - 1] + 1, state.CARDS_A_SIDE)


@rule
def observe_castaway(s: HellapagosState, other: int, i: int, out: Buffer) -> None:
    """How a castaway is."""
    out[ALIVE + i] = s.alive >> other & 1
    out[DIED + i] = s.died >> other & 1
    out[CAUSES + i] = s.causes[other]
    out[SICK_FOR + i] = s.day - s.sick_since[other] if s.causes[other] != 0 else 0
    out[BITE_WOOD + i] = s.bite_wood[other]
    out[HAND_SIZE + i] = min(s.hand_size[other], 16)
    out[ACTED + i] = s.acted >> other & 1
    out[IMPOSED + i] = s.imposed[other]
    out[PUSHED + i] = s.imposed_push[other]
    out[PROVIDED + i] = s.provided >> other & 1
    for resource in range(3):
        out[EXEMPT + i * 3 + resource] = s.exempt[resource] >> other & 1
    out[PROTECTED + i] = s.protected >> other & 1
    out[ABOARD + i] = s.aboard >> other & 1


@rule
def observe_answers(s: HellapagosState, own: int, other: int, i: int, unseen: bool, out: Buffer) -> None:
    """A castaway's votes, and what they say of leaving; unseen, only that they are asked."""
    if unseen:
        out[OWES + i] = 1
        return
    out[OWES + i] = s.owes >> other & 1
    out[VOTED + i] = pointed(s, own, s.vote[other] + 0)
    out[SECOND_VOTE + i] = pointed(s, own, s.second_vote[other] + 0)
    out[SAYING + i] = s.saying[other]


@rule
def observe_offer(s: HellapagosState, own: int, other: int, i: int, out: Buffer) -> None:
    """An offer: to whom, how many cards for how many."""
    out[OFFER_TO + i] = pointed(s, own, s.offer_to[other] + 0)
    out[WANTED + i] = s.wanted[other]
    for k in range(state.CARDS_A_SIDE):
        if s.offered[other][k] > 0:
            out[OFFERED + i] += 1


@rule
def observe_deeds(s: HellapagosState, own: int, other: int, i: int, out: Buffer) -> None:
    """What everybody remembers of a castaway, and grudges between them and the observer."""
    for deed in range(state.DEEDS):
        out[DEED + i * state.DEEDS + deed] = min(s.deeds[other][deed], MOST_DEEDS)
    for chore in range(state.CHORES):
        out[BROUGHT + i * state.CHORES + chore] = min(s.brought[other][chore], MOST_DEEDS)
    out[WRONGED + i * 2] = s.wronged[other] >> own & 1
    out[WRONGED + i * 2 + 1] = s.wronged[own] >> other & 1
