"""What no bot for people does, and no hint names: to let people go thirsty for nothing, and to pester them with offers.

Only what the seat knows is used.
"""

from ..kernel import part, rule, top
from ..protocol import SELFISH
from . import codes
from .bots import CALM, WORTH, WORTHLESS, in_danger, rations_held, short_of, weigh_special, worth
from .codes import SPECIALS
from .components import COPIES, FIRST, FOUL, KINDS, RATION_CARDS, RESOURCE, WATER, WOOD_PER_RAFT, Card
from .rules.actions import rain_for, safe_wood
from .rules.card_effects import ration_kind, with_matches
from .rules.cards import count, has_in_play, holds, known
from .rules.castaways import may_trade
from .rules.departure import can_leave
from .rules.roles import living, members
from .rules.round import hurricane
from .rules.survival_check import shortage
from .rules.trade import cannot_give, drafted, filled
from .state import (
    BITE,
    CARDS_A_SIDE,
    DECK,
    ENTRIES,
    MAX_CASTAWAYS,
    UNSEEN,
    Check,
    Draft,
    Feeding,
    Frame,
    HellapagosState,
    Targets,
    Tie,
    Window,
)

MOST_PUSHED = 2
"""The balls that a bot for people draws for wood, unless one more makes a seat that decides."""

DEAR = 30
"""No bot for people offers a card of more worth for another, unless it has a ration to spare."""

UNNAMED = 15
"""What an offered card of which nothing is said is worth."""


@rule
def turns_left(s: HellapagosState) -> int:
    """How many turns of today are still to come, with the one that is being played."""
    n = 0
    for i in range(ENTRIES):
        n += 1 if s.order[i] > 0 else 0
    return n


@rule
def is_dry(s: HellapagosState, seat: int) -> bool:
    """Whether water is short tonight and the seat can fetch some."""
    return s.water < members(s.alive) and rain_for(s, seat) > 0


@rule
def is_parched(s: HellapagosState, seat: int) -> bool:
    """Whether tonight nobody drinks but from cards, and the seat has none with water: only the wreck may hold some."""
    return s.water == 0 and rain_for(s, seat) == 0 and rations_held(s, seat, WATER) == 0


@rule
def should_store(s: HellapagosState, seat: int) -> bool:
    """Whether much rain falls and half of the castaways would have none tomorrow, when it may be dry."""
    n = members(s.alive)
    return rain_for(s, seat) > 1 and s.water < n + n // 2 and not hurricane(s)


@rule
def turns_needed(s: HellapagosState, seat: int) -> int:
    """How many turns tonight's water and food take: a day's fishing brings 5 rations in 3 turns."""
    n = members(s.alive)
    turns = (3 * max(0, n - s.food) + 4) // 5
    if is_dry(s, seat):
        rain = rain_for(s, seat)
        turns += (n - s.water + rain - 1) // rain
    return turns


@rule
def decides(s: HellapagosState, seat: int, push: int) -> bool:
    """Whether so much wood, and not less, makes the last seat that is missing, or one in the hurricane."""
    wood = s.disc + safe_wood(s, seat)
    missing = members(s.alive) - s.rafts
    return wood + push == WOOD_PER_RAFT and (missing == 1 or (missing > 1 and hurricane(s)))


@rule
def foolish_action(s: HellapagosState, seat: int, move: int) -> int:
    """Whether an action leaves undone what is short tonight: whoever has the Fishing Rod fishes, whoever has the Flask
    fetches water, nobody fetches what there is enough of while the other is short, nor what fewer lack while not all
    can be brought: whoever dies of thirst does not eat. Nobody looks for cards while something is short tomorrow; but
    where only a card can save them, nobody fetches fish, nor wood for more seats than will be needed. Nobody fetches
    wood while much rain falls and little is stored, nor draws many balls for a seat that decides nothing."""
    n = members(s.alive)
    hungry = s.food < n
    dry = is_dry(s, seat)
    turns = turns_needed(s, seat)
    late = turns > turns_left(s)
    rod = hungry and has_in_play(s, seat, Card.FISHING_ROD)
    flask = dry and has_in_play(s, seat, Card.FLASK)
    push = move - codes.ACT_WOOD
    if is_parched(s, seat) and not hungry:
        if move == codes.ACT_SEARCH:
            return 0
        if move == codes.ACT_FISH or (2 * s.rafts >= n and not decides(s, seat, push)):
            return 1
    if move == codes.ACT_FISH:
        return 1 if dry and not rod and (not hungry or flask or (late and s.water < s.food)) else 0
    if move == codes.ACT_WATER:
        return 1 if hungry and not flask and (not dry or rod or (late and s.food < s.water)) else 0
    if rod or flask:
        return 1
    if move == codes.ACT_SEARCH:
        return 1 if s.food < 2 * n or (s.water < 2 * n and rain_for(s, seat) > 0) else 0
    if decides(s, seat, push):
        return 0
    if turns == 0 and should_store(s, seat):
        return 1
    return 1 if push > MOST_PUSHED or (turns > 0 and turns_left(s) <= turns + 1) else 0


@rule
def spares_all(s: HellapagosState, move: int) -> bool:
    """Whether a move plays a ration, and none that makes sick, for everybody."""
    if move < codes.PLAY_COMMON or move >= codes.PLAY_FOR:
        return False
    i = move - codes.PLAY_COMMON
    return RESOURCE[ration_kind(i)] == short_of(s) and (FOUL[ration_kind(i)] == 0 or with_matches(i))


@rule
def could_spare_all(s: HellapagosState, seat: int) -> bool:
    """Whether one ration spares everybody a vote, and the seat has two."""
    if s.window != Window.SHORTAGE or s.check >= Check.SEATS or shortage(s) != 1:
        return False
    good = 0
    for kind in range(RATION_CARDS):
        if RESOURCE[kind] == short_of(s) and FOUL[kind] == 0:
            good += count(s, kind, seat)
    return good > 1


@rule
def saving_kind(s: HellapagosState) -> int:
    """The usual card of what is being checked, which saves one castaway; -1 where no card does."""
    if s.check == Check.NONE or s.check == Check.SEATS:
        return -1
    return Card.WATER_BOTTLE if short_of(s) == WATER else Card.SANDWICH


@rule
def is_doomed(s: HellapagosState, seat: int) -> bool:
    """Whether the seat was voted to die and can still speak."""
    return s.window == Window.SAVE and s.designated == seat + 1


@rule
def may_be_begged(s: HellapagosState, seat: int, to: int) -> bool:
    """Whether a doomed seat could ask somebody for a ration: they have cards and did not vote for it."""
    return living(s, to) and to != seat and s.hand_size[to] > 0 and s.vote[to] != seat + 1


@rule
def has_bait(s: HellapagosState, seat: int) -> bool:
    """Whether the seat has a card that somebody might want, beside those that its draft names already."""
    for kind in range(KINDS):
        if WORTH[kind] > WORTHLESS and count(s, kind, seat) > drafted(s, seat, kind):
            return True
    return False


@rule
def may_beg(s: HellapagosState, seat: int) -> bool:
    """Whether a doomed seat can still make the one offer for its life."""
    if s.offers[seat] > 0 or saving_kind(s) < 0 or not has_bait(s, seat) or not may_trade(s, seat):
        return False
    for to in range(s.seats):
        if may_be_begged(s, seat, to) and may_trade(s, to):
            return True
    return False


@rule
def may_inherit(s: HellapagosState, seat: int, to: int) -> bool:
    """Whether a doomed seat would leave its cards to somebody: they neither voted for its death nor wronged it."""
    return living(s, to) and to != seat and s.vote[to] != seat + 1 and s.wronged[seat] >> to & 1 == 0


@rule
def has_heir(s: HellapagosState, seat: int) -> bool:
    """Whether a doomed seat has made no will yet, and could."""
    if s.gifts[seat] > 0 or cannot_give(s, seat) != 0:
        return False
    for to in range(s.seats):
        if may_inherit(s, seat, to) and may_trade(s, to):
            return True
    return False


@rule
def would_be_saved(s: HellapagosState, giver: int) -> bool:
    """Whether an offer names a ration of what is short."""
    for i in range(CARDS_A_SIDE):
        kind = s.claim[giver][i] - 1
        if kind >= 0 and kind < RATION_CARDS and RESOURCE[kind] == short_of(s):
            return True
    return False


@rule
def foolish_last_words(s: HellapagosState, seat: int, move: int) -> int:
    """Whether the doomed leave out what comes first: to play what saves them, to shoot for their life, to offer cards
    for a ration, once, to leave cards to a friend, to accept. Who has accepted does no more."""
    if move >= codes.ACCEPT and move < codes.WITHDRAW:
        giver = move - codes.ACCEPT if move < codes.DECLINE else move - codes.DECLINE
        return 2 if move >= codes.DECLINE and would_be_saved(s, giver) else 0
    if move >= codes.PLAY_FOR and move < codes.PLAY_SPECIAL:
        return 0
    if move >= codes.PLAY_SPECIAL and move < codes.TARGET:
        return 0 if weigh_special(s, seat, SPECIALS[move - codes.PLAY_SPECIAL], 0) > CALM else 3
    if rations_held(s, seat, short_of(s)) > 0 or s.called == 1 or s.offer_to[seat] > 0 or move == codes.WITHDRAW:
        return 3
    if move >= codes.SHOOT and move < codes.REACT:
        return 0
    if may_beg(s, seat):
        return 0 if move >= codes.OFFER and move < codes.CARD and may_be_begged(s, seat, move - codes.OFFER) else 2
    if has_heir(s, seat):
        return 0 if move >= codes.GIVE and move < codes.OFFER and may_inherit(s, seat, move - codes.GIVE) else 1
    return 0 if move == codes.ACCEPT_FATE else 3


@rule
def foolish_plea(s: HellapagosState, seat: int, move: int) -> int:
    """Whether a step of an offer for one's life is not the plain one: all that is worth something, called by its name,
    for one card of what is short."""
    if s.draft[seat] == Draft.OFFER_CARDS:
        if move < codes.ASK:
            kind = move - codes.CARD
            return 2 if WORTH[kind] <= WORTHLESS or RESOURCE[kind] == short_of(s) else 0
        return 3 if move == codes.CANCEL or has_bait(s, seat) else 0
    if s.draft[seat] == Draft.OFFER_ASK:
        return 0 if move == codes.ASK + 1 else 2
    said = saving_kind(s)
    if s.draft[seat] == Draft.OFFER_CLAIM:
        said = s.offered[seat][filled(s.claim[seat])] - 1
    return 0 if move == codes.SAY + said else 2


@rule
def dear(s: HellapagosState, seat: int, kind: int) -> bool:
    """Whether a card is too good for an exchange of one for one: a tool, a shield, what saves a life."""
    spare = kind < RATION_CARDS and rations_held(s, seat, RESOURCE[kind]) > 1
    return worth(s, seat, kind, 1) > DEAR and not spare


@rule
def foolish_price(s: HellapagosState, seat: int, kind: int) -> int:
    """Whether a card is worth more than what the offer that is being accepted claims to give, and another is not."""
    giver = s.partner[seat]
    gain = 0
    for i in range(CARDS_A_SIDE):
        if s.offered[giver][i] > 0:
            gain += worth(s, seat, s.claim[giver][i] - 1, 0) if s.claim[giver][i] > 0 else UNNAMED
    return 1 if worth(s, seat, kind, 1) > gain else 0


@rule
def is_junk(s: HellapagosState, seat: int, kind: int) -> bool:
    """Whether nobody would give anything for a card, or it is too good for an exchange."""
    return WORTH[kind] <= UNNAMED or (kind < RATION_CARDS and FOUL[kind] == 1) or dear(s, seat, kind)


@rule
def has_seen_a_card(s: HellapagosState, seat: int, to: int) -> bool:
    """Whether the seat knows of something in another's hand that is worth a wish."""
    for kind in range(RATION_CARDS, KINDS):
        if WORTH[kind] > UNNAMED and known(s, kind, to, seat) > 0:
            return True
    return False


@rule
def may_hold(s: HellapagosState, seat: int, to: int, kind: int) -> bool:
    """Whether a castaway may hold a card of a kind, as far as the seat knows: one has not been seen elsewhere, nor has
    the whole hand."""
    seen = 0
    for each in range(KINDS):
        seen += known(s, each, to, seat)
    if known(s, kind, to, seat) > 0 or seen >= s.hand_size[to]:
        return known(s, kind, to, seat) > 0
    for card in range(FIRST[kind], FIRST[kind] + COPIES[kind]):
        place = s.place[card]
        hidden = (place < MAX_CASTAWAYS and place != seat) or place == DECK
        if place == UNSEEN or (hidden and s.sure[card] >> seat & 1 == 0):
            return True
    return False


@rule
def foolish_offer(s: HellapagosState, seat: int, to: int) -> int:
    """Whether the seat has offered something just now, and was answered; or has nothing to spare that somebody might
    want: a ration, or, for what it has seen, any card."""
    if s.offers[seat] > 0:
        return 1
    kinds = KINDS if has_seen_a_card(s, seat, to) else RATION_CARDS
    for kind in range(kinds):
        if holds(s, seat, kind) and not is_junk(s, seat, kind):
            return 0
    return 1


@rule
def foolish_draft(s: HellapagosState, seat: int, move: int) -> int:
    """Whether a step of a draft asks for nothing, or for what nobody has seen or would give, or gives what is worth
    more."""
    draft = s.draft[seat]
    if draft >= Draft.OFFER_CARDS and is_doomed(s, seat):
        return foolish_plea(s, seat, move)
    if move >= codes.CARD and move < codes.ASK:
        kind = move - codes.CARD
        if draft == Draft.OFFER_CARDS:
            return 1 if is_junk(s, seat, kind) else 0
        return foolish_price(s, seat, kind) if draft == Draft.ACCEPTANCE else 0
    if draft == Draft.OFFER_WISH:
        if move == codes.DONE:
            return 1 if s.wish[seat][0] == 0 else 0
        return 1 if move >= codes.SAY and move < codes.DONE and foolish_wish(s, seat, move - codes.SAY) else 0
    return 0


@rule
def foolish_wish(s: HellapagosState, seat: int, kind: int) -> bool:
    """Whether a wish is neither a ration nor a card that the seat has seen in that hand: it would look like peeking.
    Nobody wishes for what makes sick, is of the kind that they give, or is worth more."""
    given = s.offered[seat][0] - 1
    if kind >= RATION_CARDS or not may_hold(s, seat, s.partner[seat], kind):
        return known(s, kind, s.partner[seat], seat) == 0
    if FOUL[kind] == 1 or WORTH[kind] > WORTH[given]:
        return True
    return given < RATION_CARDS and RESOURCE[given] == RESOURCE[kind]


@rule
def foolish_answer(s: HellapagosState, seat: int, move: int) -> int:
    """Whether a chief names somebody else of the tied than they voted for, somebody sick cures another, or somebody
    hungry feeds another before themselves."""
    if top(s) == Frame.TIE:
        own = 1 << s.vote[seat] | 1 << s.second_vote[seat]
        return 1 if part(s, Tie.level) << 1 & own != 0 and own >> (move - codes.TIEBREAK + 1) & 1 == 0 else 0
    if move < codes.TARGET or move >= codes.IMPOSE or move == codes.TARGET + seat:
        return 0
    if top(s) == Frame.FEEDING:
        return 1 if in_danger(s, seat) and part(s, Feeding.named) >> seat & 1 == 0 else 0
    cure = top(s) == Frame.TARGETS and part(s, Targets.card) == Card.ANTI_VENOM
    return 1 if cure and s.causes[seat] & BITE != 0 else 0


@rule
def comes_late(s: HellapagosState, move: int) -> bool:
    """Whether a move plays a card though the raft leaves tonight whatever it does."""
    if move < codes.PLAY_PERMANENT or move >= codes.TARGET:
        return False
    if s.window == Window.NIGHT and can_leave(s):
        return True
    return hurricane(s) and move >= codes.PLAY_SPECIAL and SPECIALS[move - codes.PLAY_SPECIAL] == Card.ALARM_CLOCK


@rule
def foolish(s: HellapagosState, seat: int, move: int) -> int:
    """Whether a move leaves undone what is short, keeps a second ration where one spares everybody a vote, gives cards
    to somebody who has wronged the seat and is not about to die, offers what nobody wants, asks for what nobody has
    seen, sells cheap, comes too late, or forgets what saves the seat itself."""
    if s.depth > 0:
        return foolish_answer(s, seat, move)
    if s.draft[seat] != Draft.NONE:
        return foolish_draft(s, seat, move)
    if is_doomed(s, seat):
        return foolish_last_words(s, seat, move)
    if move >= codes.ACT_FISH and move < codes.PLAY_PERMANENT:
        return SELFISH * foolish_action(s, seat, move)
    if could_spare_all(s, seat):
        return 0 if spares_all(s, move) else 1
    if move >= codes.GIVE and move < codes.OFFER:
        to = move - codes.GIVE
        return 1 if s.wronged[seat] >> to & 1 and (in_danger(s, seat) or not in_danger(s, to)) else 0
    if move >= codes.OFFER and move < codes.ACCEPT:
        return foolish_offer(s, seat, move - codes.OFFER)
    return 1 if move == codes.WITHDRAW or comes_late(s, move) else 0
