"""What the built-in players think: how good a position looks, and how natural a move is to whom.

`prefer` uses only what its seat knows: its own hand, what lies open, and what everybody remembers (`grudges`).
"""

from ..kernel import Lookup, part, rule, top
from . import codes
from .codes import ACTION_OF, SPECIALS
from .components import BALLS, FOOD, FOUL, KINDS, RATION_CARDS, RATIONS, RESOURCE, WATER, WOOD_PER_RAFT, Card
from .rules.actions import rain_for, safe_wood
from .rules.card_effects import ration_kind, with_matches
from .rules.cards import count, has_in_play, holds
from .rules.departure import can_leave
from .rules.roles import living, members
from .rules.round import hurricane
from .rules.survival_check import marker, resource, shortage
from .rules.windows import owner
from .state import CARDS_A_SIDE, Check, Deed, Draft, Frame, HellapagosState, Targets, Window

CHARACTERS = ("helpful", "hoarder", "gunslinger", "grudge")
HELPFUL, HOARDER, GUNSLINGER, GRUDGE = 1, 2, 3, 4

SILLY, CALM, FAIR, WISE, VITAL = 2, 150, 720, 820, 970
"""How natural moves are. Passing is `CALM`: a card that is of no use now is kept, one that is of use is played. To die
with a ration in hand is worth nothing."""
WORTH = Lookup(
    [
        *[50, 90, 25, 50, 90, 25],  # rations
        *[35, 40, 40, 40, 15, 25],  # Gun, Axe, Flask, Fishing Rod, Crystal Ball, Club
        *[20, 40, 25, 8, 8, 45, 10, 30, 12, 60, 12, 10, 10],  # Bullet to Barometer
        *[30, 60, 60, 25],  # Mill, plank, Basket, BBQ Kit
        *[1, 1, 1, 1, 1],
    ]
)
"""What a card in the hand is worth, by kind."""
WORTHLESS = 1
FIRST_RATION = 25
"""What the only ration of a resource is worth more: it saves a life."""

# -- what a seat has and thinks ---------------------------------------------------------------------------------------


@rule
def rations_held(s: HellapagosState, seat: int, eaten: int) -> int:
    """The ration cards of a resource in the seat's own hand."""
    n = 0
    for kind in range(RATION_CARDS):
        if RESOURCE[kind] == eaten:
            n += count(s, kind, seat)
    return n


@rule
def worth(s: HellapagosState, seat: int, kind: int, without: int) -> int:
    """What a card is worth to the seat; ``without`` is 1 for one that it has and would lose, 0 for one it would get."""
    value: int = WORTH[kind]
    if kind < RATION_CARDS and rations_held(s, seat, RESOURCE[kind]) == without:
        value += FIRST_RATION
    if kind == Card.BULLET and armed(s, seat):
        value += 40
    if kind == Card.GUN and holds(s, seat, Card.BULLET):
        value += 40
    return value


@rule
def merit(s: HellapagosState, seat: int) -> int:
    """What a castaway has done for all, as everybody has seen it."""
    done = s.deeds[seat][Deed.FISH] + s.deeds[seat][Deed.WATER] + s.deeds[seat][Deed.WOOD]
    return done + s.deeds[seat][Deed.SHARED] - 8 * s.deeds[seat][Deed.SHOTS]


@rule
def merits(s: HellapagosState) -> int:
    """What all who are left have done together."""
    total = 0
    for seat in range(s.seats):
        if living(s, seat):
            total += merit(s, seat)
    return total


@rule
def dislike(s: HellapagosState, seat: int, target: int, character: int) -> int:
    """From 1 to 400: how gladly the seat would see a castaway go; the same for all but for old wrongs."""
    value = 150 + 6 * (2 * s.day - merit(s, target))
    if s.causes[target] != 0:
        value += 30
    if has_in_play(s, target, Card.GUN):
        value += 25
    if s.wronged[seat] >> target & 1:
        value += 200 if character == GRUDGE else 10
    return max(1, min(400, value))


@rule
def is_friend(s: HellapagosState, seat: int, target: int) -> bool:
    """Somebody who has done their share and the seat no wrong."""
    return merit(s, target) * members(s.alive) >= merits(s) and s.wronged[seat] >> target & 1 == 0


@rule
def armed(s: HellapagosState, seat: int) -> bool:
    """Whether the seat has a Gun; its own hand is looked into."""
    return holds(s, seat, Card.GUN) or has_in_play(s, seat, Card.GUN)


@rule
def short_of(s: HellapagosState) -> int:
    """The resource that is short; 0 where none is being checked."""
    return resource(s) if s.check != Check.NONE else 0


@rule
def own_turn(s: HellapagosState, seat: int) -> bool:
    """Whether it is the seat's turn to act."""
    return s.window == Window.TURN and owner(s) == seat


@rule
def in_danger(s: HellapagosState, seat: int) -> bool:
    """Whether the seat dies if this window ends as it is."""
    if s.window == Window.SAVE:
        return s.designated == seat + 1
    return s.window == Window.ZERO and s.provided >> seat & 1 == 0


@rule
def would_save(s: HellapagosState, seat: int, target: int, character: int) -> bool:
    """Whether the seat gives a ration to somebody who dies without: the last one if it is kind, else a spare one to a
    friend."""
    held = rations_held(s, seat, short_of(s))
    if character == HELPFUL:
        return held > 0 and s.wronged[seat] >> target & 1 == 0
    return character != HOARDER and held > 1 and is_friend(s, seat, target)


@rule
def near_leaving(s: HellapagosState) -> bool:
    """At night, with a raft for all: whether the hands may well hold the rations that are missing."""
    n = members(s.alive)
    cards = 0
    for seat in range(s.seats):
        if living(s, seat):
            cards += s.hand_size[seat]
    missing = max(0, n - s.water) + max(0, n - s.food)
    return s.window == Window.NIGHT and s.rafts >= n and missing > 0 and 3 * missing <= cards + 3


# -- the four actions -------------------------------------------------------------------------------------------------


@rule
def need_for(s: HellapagosState, there: int, more: int) -> int:
    """What so many rations more are worth to all: for tonight, for the next day or the trip, for later."""
    n = members(s.alive)
    ready = hurricane(s) or s.rafts >= n
    value = 0
    for ration in range(there, there + more):
        if ration < n:
            value += 60
        elif ration < 2 * n:
            value += 36 if ready else 30
        elif not ready:
            value += 14 if ration < 3 * n else 4
    return value


@rule
def wood_worth(s: HellapagosState, seat: int, push: int) -> int:
    """What wood with a push is worth: the expected pieces, less what a bite costs."""
    n = members(s.alive)
    missing = WOOD_PER_RAFT * (n - s.rafts) - s.disc
    if missing <= 0:
        return 0
    safe = safe_wood(s, seat)
    if hurricane(s):
        to_seat = WOOD_PER_RAFT - s.disc
        sure = 150 if safe >= to_seat else 12
        lucky = 150 if safe + push >= to_seat else 12 + push
        return (sure * push + lucky * (BALLS - push)) // BALLS
    piece = 22 if s.day < 6 else 26
    pieces = safe * BALLS + min(push, max(0, missing - safe)) * (BALLS - push)
    bite = 10 if holds(s, seat, Card.ANTI_VENOM) else 45
    return max(0, (piece * pieces - bite * push) // BALLS)


@rule
def action_worth(s: HellapagosState, seat: int, action: int, push: int) -> int:
    """What an action of the seat is worth, to all or to itself."""
    if action == codes.WATERING:
        return need_for(s, s.water, rain_for(s, seat))
    if action == codes.WOODING:
        return wood_worth(s, seat, push)
    if action == codes.SEARCHING:
        if s.deck_size > 0 and s.deck_sure[s.deck_size - 1] >> seat & 1:
            value: int = WORTH[s.deck[s.deck_size - 1]]
            return value
        return 0 if hurricane(s) else 30
    if has_in_play(s, seat, Card.FISHING_ROD):
        return need_for(s, s.food, 3)
    return (3 * need_for(s, s.food, 1) + 2 * need_for(s, s.food, 2) + need_for(s, s.food, 3)) // BALLS


@rule
def weigh_action(s: HellapagosState, seat: int, move: int, character: int) -> int:
    """An action on one's turn; one that brings nothing is silly."""
    value = action_worth(s, seat, ACTION_OF[move - codes.ACT_FISH], move - codes.ACT_WOOD)
    if move == codes.ACT_SEARCH:
        if character == HOARDER or (character == GUNSLINGER and not (armed(s, seat) and holds(s, seat, Card.BULLET))):
            value += 25
    return min(600, 20 + 4 * value) if value > 0 else SILLY


# -- cards ------------------------------------------------------------------------------------------------------------


@rule
def weigh_permanent(s: HellapagosState, seat: int, kind: int) -> int:
    """Tools on one's own turn, what counts in votes before a vote; a Gun only to shoot."""
    if kind == Card.GUN:
        return SILLY
    if kind >= Card.CRYSTAL_BALL:
        return WISE if s.window == Window.SHORTAGE else SILLY
    return WISE if own_turn(s, seat) else SILLY


@rule
def weigh_common(s: HellapagosState, seat: int, i: int, character: int) -> int:
    """A ration for all: to leave at once, or, if one is kind, to spare everybody a vote."""
    kind = ration_kind(i)
    eaten: int = RESOURCE[kind]
    foul = FOUL[kind] == 1 and not with_matches(i)
    if near_leaving(s):
        missing = (s.water if eaten == WATER else s.food) < members(s.alive)
        return WISE - (10 if foul else 0) if missing else SILLY
    if s.window != Window.SHORTAGE or short_of(s) != eaten or character != HELPFUL or foul:
        return SILLY
    return WISE if shortage(s) <= 2 else SILLY


@rule
def weigh_ration(s: HellapagosState, seat: int, i: int, character: int) -> int:
    """A ration for oneself in danger, or for another; but that is rather given (see `weigh_gift`)."""
    kind = ration_kind(i)
    cost: int = RATIONS[kind] * 3
    if FOUL[kind]:
        cost = 2 if with_matches(i) else 30
    if in_danger(s, seat):
        return VITAL - cost
    if s.window == Window.ZERO:
        return FAIR - cost if character == HELPFUL else SILLY
    return FAIR - cost if would_save(s, seat, s.designated - 1, character) else SILLY


@rule
def weigh_special(s: HellapagosState, seat: int, kind: int, character: int) -> int:
    """Special cards are kept until they help."""
    danger = in_danger(s, seat)
    if kind == Card.ANTI_VENOM:
        return WISE if s.causes[seat] != 0 or character == HELPFUL else SILLY
    if kind == Card.CONCH:
        return VITAL - 40 if danger and s.window == Window.SAVE else SILLY
    if kind >= Card.VEGETABLE_MILL:
        return weigh_supply(s, kind, character, danger)
    if kind == Card.ALARM_CLOCK:
        return FAIR if s.window == Window.NIGHT and s.day > 5 else SILLY
    if kind == Card.VOODOO_DOLL:
        return FAIR if character == HELPFUL and min(s.water, s.food) >= 2 * members(s.alive) else SILLY
    if not own_turn(s, seat) or s.day < 3:
        return SILLY
    if kind == Card.PENDULUM:
        return FAIR if min(s.water, s.food) < members(s.alive) else SILLY
    return SILLY if kind == Card.SLEEPING_PILLS and character == HELPFUL else FAIR


@rule
def weigh_supply(s: HellapagosState, kind: int, character: int, danger: bool) -> int:
    """Mill, plank, Basket and BBQ Kit: in a shortage, or to leave."""
    n = members(s.alive)
    night = s.window == Window.NIGHT
    lack = shortage(s) if s.check != Check.NONE else 0
    if kind == Card.WOODEN_PLANK:
        if s.check == Check.SEATS:
            return VITAL if danger or s.rafts == 0 else WISE if lack == 1 or character == HELPFUL else SILLY
        return WISE if night and s.rafts + 1 == n and min(s.water, s.food) >= n else SILLY
    if kind == Card.FRUIT_BASKET:
        if danger:
            return VITAL - 50
        if s.window == Window.ZERO:
            return SILLY if character == HOARDER else FAIR
        return FAIR if s.window == Window.SHORTAGE and lack > 1 and marker(s) < 3 else SILLY
    if kind == Card.VEGETABLE_MILL:
        if night:
            return WISE if s.rafts >= n and s.food >= n + 2 and s.water < n and s.water + 2 >= n else SILLY
        return WISE if short_of(s) == WATER and lack <= 2 and s.food > n else SILLY
    return WISE if short_of(s) == FOOD or (night and s.food < 2 * n) else SILLY


@rule
def weigh_shot(s: HellapagosState, seat: int, target: int, character: int) -> int:
    """A shot for one's life, for a place on the raft, against those who shoot; some like to shoot, after two days."""
    hate = dislike(s, seat, target, character) // 8
    n = members(s.alive) - 1
    if in_danger(s, seat):
        return VITAL - 100 + hate
    if character == HELPFUL:
        return SILLY
    if s.window == Window.NIGHT and not can_leave(s) and s.rafts >= n and min(s.water, s.food) >= n:
        return WISE + hate
    if s.window == Window.SHORTAGE and s.check >= Check.SEATS and shortage(s) == 1:
        return FAIR + hate
    if character == GUNSLINGER and s.day > 2 and (own_turn(s, seat) or s.window == Window.SHORTAGE):
        return FAIR + hate
    hated = character == GRUDGE or has_in_play(s, target, Card.GUN)
    return FAIR + hate if hated and s.wronged[seat] >> target & 1 else SILLY


# -- gifts and exchanges ----------------------------------------------------------------------------------------------


@rule
def wished(s: HellapagosState, seat: int, character: int) -> int:
    """The kind of card the seat would like for a ration that it has twice: the other ration, or what goes with its Gun
    or Bullet; -1 for none."""
    water = rations_held(s, seat, WATER)
    food = rations_held(s, seat, FOOD)
    if character != GUNSLINGER:
        if max(water, food) < 2:
            return -1
        if min(water, food) == 0:
            return Card.SANDWICH if food == 0 else Card.WATER_BOTTLE
    if holds(s, seat, Card.BULLET) == armed(s, seat):
        return -1
    return Card.BULLET if armed(s, seat) else Card.GUN


@rule
def weigh_gift(s: HellapagosState, seat: int, to: int, character: int) -> int:
    """A ration to somebody about to die, or to a friend without cards; whoever must die leaves what they have to
    somebody who did not vote for that."""
    if character == HOARDER or s.gifts[seat] > 0:
        return SILLY
    if in_danger(s, to) and not in_danger(s, seat):
        return FAIR + 30 if would_save(s, seat, to, character) else SILLY
    if s.designated == seat + 1:
        return FAIR - dislike(s, seat, to, character) // 4 if s.vote[to] != seat + 1 else SILLY
    if not own_turn(s, seat) or s.hand_size[to] > (1 if character == HELPFUL else 0):
        return SILLY
    spare = max(rations_held(s, seat, WATER), rations_held(s, seat, FOOD)) > 1
    return FAIR if spare and is_friend(s, seat, to) else SILLY


@rule
def weigh_offer(s: HellapagosState, seat: int, to: int, character: int) -> int:
    """On one's turn: what one has twice for what one lacks."""
    if not own_turn(s, seat) or s.hand_size[to] == 0 or (character == GRUDGE and s.wronged[seat] >> to & 1):
        return SILLY
    return FAIR if wished(s, seat, character) >= 0 else SILLY


@rule
def weigh_card(s: HellapagosState, seat: int, kind: int) -> int:
    """A card for a draft: what was asked for, what one has to spare, or what one needs least; beside one card for one
    only what is worth nothing."""
    left = 300 - worth(s, seat, kind, 1)
    if s.draft[seat] == Draft.OFFER_CARDS and s.offered[seat][0] > 0 and WORTH[kind] > WORTHLESS:
        return SILLY
    if s.draft[seat] == Draft.ACCEPTANCE:
        for i in range(CARDS_A_SIDE):
            if s.wish[s.partner[seat]][i] == kind + 1:
                return 300 + left
        return left
    if s.designated == seat + 1:
        return 600 - left
    if s.draft[seat] == Draft.GIFT and in_danger(s, s.partner[seat]):
        return 600 + left if kind < RATION_CARDS and RESOURCE[kind] == short_of(s) else SILLY
    return 300 + left if kind < RATION_CARDS and rations_held(s, seat, RESOURCE[kind]) > 1 else left


@rule
def weigh_draft(s: HellapagosState, seat: int, move: int, character: int) -> int:
    """The steps of a draft: one card for one, and honest words from all but hoarders; the last will takes more."""
    if move < codes.ASK:
        return weigh_card(s, seat, move - codes.CARD)
    if move < codes.SAY:
        return WISE if move == codes.ASK + 1 else SILLY
    if move < codes.DONE:
        said = wished(s, seat, character)
        if s.draft[seat] == Draft.OFFER_CLAIM:
            said = Card.SARDINES if character == HOARDER else s.offered[seat][0] - 1
        return WISE if said == move - codes.SAY else SILLY
    if move == codes.DONE and s.designated != seat + 1:
        return WISE if s.draft[seat] < Draft.OFFER_ASK else CALM
    return SILLY


@rule
def weigh_bargain(s: HellapagosState, seat: int, giver: int, character: int) -> int:
    """An offer is taken if what it claims to give is worth what it asks for, and one has that."""
    gain = 0
    loss = 0
    cheapest = 200
    for kind in range(KINDS):
        if holds(s, seat, kind):
            cheapest = min(cheapest, worth(s, seat, kind, 1))
    for i in range(CARDS_A_SIDE):
        if s.offered[giver][i] > 0:
            gain += worth(s, seat, s.claim[giver][i] - 1, 0) if s.claim[giver][i] > 0 else 15
        if i < s.wanted[giver]:
            kind = s.wish[giver][i] - 1
            if kind < 0 or (character == HOARDER and not holds(s, seat, kind)):
                loss += cheapest
            else:
                loss += worth(s, seat, kind, 1) if holds(s, seat, kind) else 1000
    if character == GRUDGE and s.wronged[seat] >> giver & 1:
        gain = 0
    return WISE if gain >= loss else SILLY


# -- answers in closed moments ----------------------------------------------------------------------------------------


@rule
def weigh_target(s: HellapagosState, seat: int, target: int, character: int) -> int:
    """Whom a card names: oneself for what helps, friends before others; whom one likes least for what harms."""
    hate = dislike(s, seat, target, character)
    kind = part(s, Targets.card)
    if top(s) == Frame.FEEDING:
        if character == HOARDER and target != seat:
            return SILLY
    elif kind == Card.SLEEPING_PILLS:
        return 300 + hate // 4 + 30 * min(5, s.hand_size[target])
    elif kind == Card.PENDULUM or kind == Card.TELESCOPE:
        return 300 + 10 * min(9, s.hand_size[target])
    return VITAL if target == seat else 600 - hate


@rule
def weigh_answer(s: HellapagosState, seat: int, move: int, character: int) -> int:
    """What is owed in a closed moment: votes against whom one likes least, Sheet Metal, and away from here."""
    if move >= codes.DEPART:
        return VITAL if move == codes.DEPART else SILLY
    if move >= codes.VOTE:
        target = move - codes.TIEBREAK if move >= codes.TIEBREAK else move - codes.VOTE
        return SILLY if target == seat else 100 + 2 * dislike(s, seat, target, character)
    if move >= codes.REACT and move < codes.GIVE:
        return VITAL if move == codes.REACT else CALM
    if move == codes.DONE:
        return CALM // 3
    if move >= codes.PICK:
        return 300 + worth(s, seat, max(0, s.deck[max(0, s.deck_size - 1 - (move - codes.PICK))]), 0)
    if move >= codes.PUSH:
        return 300 if move == codes.PUSH + 2 else 100
    if move >= codes.IMPOSE:
        return min(1000, 20 + action_worth(s, seat, move - codes.IMPOSE, 1))
    return weigh_target(s, seat, move - codes.TARGET, character)


# -- how natural, how good --------------------------------------------------------------------------------------------


@rule
def prefer(s: HellapagosState, seat: int, move: int, character: int) -> int:
    """How natural a move looks to a seat of that character; see `Rules.prefer`."""
    if s.depth > 0:
        return weigh_answer(s, seat, move, character)
    if s.draft[seat] != Draft.NONE:
        return weigh_draft(s, seat, move, character)
    if move < codes.ACT_FISH:
        return 0 if in_danger(s, seat) and rations_held(s, seat, short_of(s)) > 0 else CALM
    if move < codes.PLAY_PERMANENT:
        return weigh_action(s, seat, move, character)
    if move < codes.PLAY_COMMON:
        return weigh_permanent(s, seat, Card.GUN + move - codes.PLAY_PERMANENT)
    if move < codes.PLAY_FOR:
        return weigh_common(s, seat, move - codes.PLAY_COMMON, character)
    if move < codes.PLAY_SPECIAL:
        return weigh_ration(s, seat, move - codes.PLAY_FOR, character)
    if move < codes.TARGET:
        return weigh_special(s, seat, SPECIALS[move - codes.PLAY_SPECIAL], character)
    if move < codes.GIVE:
        return weigh_shot(s, seat, move - codes.SHOOT, character)
    if move < codes.OFFER:
        return weigh_gift(s, seat, move - codes.GIVE, character)
    if move < codes.ACCEPT:
        return weigh_offer(s, seat, move - codes.OFFER, character)
    if move < codes.DECLINE:
        return weigh_bargain(s, seat, move - codes.ACCEPT, character)
    return SILLY if move == codes.WITHDRAW else CALM + 20


# How likely a castaway is to get home, in thousandths: fitted to the ends of games between greedy players.
START = -70
LIVING = 17  # each who is left
DAY = -31
RAFT = 306  # a raft for all who are left
RAFT_DAY = 51  # so much more on every day
TODAY = 83  # water or food for all, for a day
TOMORROW = 71
FIRST = 117  # the only ration of a resource in the hand
SPARE = 32  # another one
ARMED = 163  # a Bullet with a Gun
SHIELD = 100  # Sheet Metal, or the Conch
SICK = -100
DESIGNATED = -400
STANDING = 60  # each deed more than the others did on average: they vote for whom they like least
NOTICED = 6  # so many of them


@rule
def evaluate(s: HellapagosState, seat: int) -> int:
    """From 0 (lost) to 1000 (won): how near the raft is for all, how the castaway stands with the others, and what they
    could save themselves with."""
    if s.ended == 1:
        return 1000 if s.aboard >> seat & 1 else 0
    if not living(s, seat):
        return 5
    value = START + common_worth(s) + own_worth(s, seat) + standing(s, seat)
    if s.causes[seat] != 0:
        value += SICK
    if s.designated == seat + 1:
        value += DESIGNATED
    return max(10, min(990, value))


@rule
def supplies(there: int, n: int) -> int:
    """Water or food for n castaways, today and tomorrow."""
    return (TODAY * min(n, there) + TOMORROW * max(0, min(n, there - n))) // n


@rule
def common_worth(s: HellapagosState) -> int:
    """How far the castaways are with raft and stores, and how late it is."""
    n = members(s.alive)
    wood = min(WOOD_PER_RAFT * n, WOOD_PER_RAFT * s.rafts + s.disc)
    raft = wood * (RAFT + RAFT_DAY * s.day) // (WOOD_PER_RAFT * n)
    return LIVING * n + DAY * s.day + raft + supplies(s.water, n) + supplies(s.food, n)


@rule
def standing(s: HellapagosState, seat: int) -> int:
    """What a castaway has done for all, beside the others who are left."""
    n = members(s.alive)
    more = merit(s, seat) * n - merits(s)
    value = STANDING * min(NOTICED * n, abs(more)) // n
    return value if more > 0 else -value


@rule
def own_worth(s: HellapagosState, seat: int) -> int:
    """What the hand is good for."""
    value = 0
    for eaten in range(WATER, FOOD + 1):
        held = rations_held(s, seat, eaten)
        if held > 0:
            value += FIRST + SPARE * (held - 1)
    if armed(s, seat):
        value += ARMED * count(s, Card.BULLET, seat)
    if holds(s, seat, Card.SHEET_METAL):
        value += SHIELD
    if holds(s, seat, Card.CONCH):
        value += SHIELD
    return value
