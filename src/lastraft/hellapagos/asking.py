"""When a castaway is asked in a window (HP-20.3), and how long the window lasts.

A card is asked for in the last window in which it still does the same, not in each before it; and whatever helps one's
own action, or only looks, is asked for in one's own turn. Everything else stays possible by stepping in.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Buffer, Emitted, part, top
from ..protocol import Beat, Windows
from . import codes
from .codes import CODES, RATION_KIND, SPECIALS
from .components import COPIES, FIRST, FOOD, RATION_CARDS, RATIONS, RESOURCE, WATER, Card
from .events import Event
from .options import Choice
from .rules.cards import count, has_in_play, holds
from .rules.castaways import turn_to_come
from .rules.departure import can_leave
from .rules.legal import legal
from .rules.roles import members
from .rules.round import hurricane, next_first_player, nominated
from .rules.survival_check import resource, shortage
from .rules.timeout import timeout
from .rules.windows import all_have_passed, awaited, owner
from .state import (
    BITE,
    DECK,
    DISCARD,
    ENTRIES,
    IN_PLAY,
    TRADES_A_WINDOW,
    Check,
    Choosing,
    Draft,
    Frame,
    HellapagosState,
    Window,
)

LAST_WORDS, LIFE_AND_DEATH, SHOT_AT = 15, 20, 6
"""Seconds of `V`, of `Z`, and of whoever is shot at (HP-20.22)."""
TURN, OTHERS = 3, 5
"""Seconds of a `T`, and of a `D` or `N`."""
AFTER_WORDS = 10
"""Seconds that are left of `S`, `V` and `Z` after something happened in them."""
SOLITARY = 2
NEAR, OWN_NEAR = 9, 5
"""So many rations may be missing where leaving is near, and so many beside one's own."""


def beat(s: HellapagosState) -> Beat | None:
    """The open window. `s` is what a spectator knows: its length depends on no hand."""
    if s.ended:
        return None
    if s.depth:
        if top(s) != Frame.REACTION:
            return None
        player = part(s, Choosing.player)
        return Beat((s.day, -1, player, s.alive), SHOT_AT, seats=1 << player, urgent=1 << player)
    if s.window == Window.TURN and all_have_passed(s):
        return None
    if s.window == Window.SAVE and all_have_passed(s) and not s.called and s.hand_size[owner(s)]:
        return None
    window = (s.day, s.window, s.check, s.designated, s.alive, s.provided, *s.order)
    seconds, again, urgent = TURN if s.window == Window.TURN else OTHERS, TURN, 0
    if s.window == Window.SAVE:
        seconds, again, urgent = LAST_WORDS, AFTER_WORDS, 1 << owner(s)
    elif s.window in (Window.SHORTAGE, Window.ZERO):
        unfed = s.alive & ~s.provided if s.window == Window.ZERO else 0
        seconds, again, urgent = LIFE_AND_DEATH, AFTER_WORDS, unfed
    elif not stakes(s):
        seconds = 0
    return Beat(
        window,
        seconds,
        again,
        seats=s.alive,
        urgent=urgent,
        owner=owner(s),
        debate=s.window == Window.SHORTAGE,
        ready=s.window in (Window.SHORTAGE, Window.SAVE, Window.ZERO),
        settled=bool(s.called),
    )


def declines(s: HellapagosState, seat: int) -> int:
    """A pass; the closing of `D`, `S`, `Z` and `N`, and of `V` without a card. Whoever drafts a gift or an offer does
    nothing else first."""
    if s.depth:
        return timeout(s, seat) if top(s) == Frame.REACTION and part(s, Choosing.player) == seat else -1
    if s.draft[seat] != Draft.NONE:
        return -1
    if awaited(s, seat):
        return codes.PASS
    if seat != owner(s) or s.called or s.window == Window.TURN:
        return -1
    if s.window == Window.SAVE:
        return codes.ACCEPT_FATE if s.hand_size[seat] == 0 else -1
    return codes.CLOSE


def stakes_of(s: HellapagosState, seat: int) -> tuple[int, ...]:
    """What is there and missing, who is safe, how many cards the seat has, and before whom a Gun lies."""
    guns = sum(1 << other for other in range(s.seats) if has_in_play(s, other, Card.GUN))
    return s.water, s.food, s.rafts, s.basket, s.conch, s.acted, s.hand_size[seat], guns


def lapses(s: HellapagosState, seat: int) -> int:
    """A draft is given up, an offer declined."""
    if s.depth or not s.alive >> seat & 1:
        return -1
    if s.draft[seat] != Draft.NONE:
        return codes.CANCEL
    return next((codes.DECLINE + giver for giver in range(s.seats) if s.offer_to[giver] == seat + 1), -1)


def free(s: HellapagosState, seat: int) -> bool:
    """Others than the owner, once they have passed, may still step in."""
    return s.depth == 0 and seat != owner(s) and s.draft[seat] == Draft.NONE


def _moves(s: HellapagosState, seat: int) -> list[int]:
    out = Buffer(CODES)
    return out[: legal(s, seat, out)]


def matters(s: HellapagosState, seat: int) -> bool:
    """Whether the seat holds something that could matter in this window; `s` is what it knows."""
    moves = _moves(s, seat)
    if s.depth:
        return len(moves) > 1
    if seat == owner(s) and s.window in (Window.SAVE, Window.ZERO):
        return True
    return bool(_useful_among(s, seat, moves))


def useful_cards(s: HellapagosState, seat: int) -> list[int]:
    """The kinds of card by which the seat could change something in this window; `s` is what it knows."""
    return _useful_among(s, seat, _moves(s, seat))


def playable_cards(s: HellapagosState, seat: int) -> list[int]:
    """The kinds of card that the seat could play now; `s` is what it knows."""
    moves = _moves(s, seat)
    shots = {int(Card.GUN)} if any(codes.SHOOT <= move < codes.REACT for move in moves) else set()
    return sorted(({_card_of(move) for move in moves} | shots) - {-1})


def _useful_among(s: HellapagosState, seat: int, moves: list[int]) -> list[int]:
    """What the moves play that is useful; whoever may not play cards may still hand the designated castaway one."""
    cards = {Card.GUN if _card_of(move) < 0 else _card_of(move) for move in moves if _useful(s, seat, move)}
    if s.window == Window.SAVE and any(codes.GIVE <= move < codes.OFFER for move in moves):
        cards |= {card for card in range(RATION_CARDS) if RESOURCE[card] == resource(s) and holds(s, seat, card)}
    return sorted(cards)


def offers(s: HellapagosState, seat: int) -> list[int]:
    """The answers to offers that others have made to the seat."""
    return [move for move in _moves(s, seat) if codes.ACCEPT <= move < codes.WITHDRAW]


def waits(s: HellapagosState, seat: int) -> bool:
    """Whether an offer of the seat is open."""
    return s.offer_to[seat] > 0


def discourage(s: HellapagosState, seat: int, people: int, events: Sequence[Emitted]) -> None:
    """A bot whose offer somebody among the people has refused or let lapse makes none on that day and the next."""
    days = 0
    for event in reversed(events):
        days += event.kind == Event.ROUND
        if days > 1:
            return
        if event.kind in (Event.DECLINED, Event.LAPSED) and event.a == seat and people >> event.b & 1:
            s.offers[seat] = TRADES_A_WINDOW
            return


def is_out(s: HellapagosState, seat: int) -> bool:
    """The dead only look on, unless they vote."""
    return not s.alive >> seat & 1 and not s.option[Choice.VOICE_OF_THE_DEAD]


def stakes(s: HellapagosState) -> bool:
    """Whether, by what everybody knows, the window could matter to anybody; in a turn: to anybody but its owner."""
    holders = [seat for seat in range(s.seats) if s.alive >> seat & 1 and s.hand_size[seat]]
    if not holders or (s.window == Window.TURN and holders == [owner(s)]):
        return False
    cure = not _all_open(s, Card.ANTI_VENOM)
    if s.window == Window.TURN:
        dead = s.alive != (1 << s.seats) - 1
        named = not _all_open(s, Card.PENDULUM) or (dead and not _all_open(s, Card.VOODOO_DOLL))
        if s.acted == 0 and (named or (cure and _skipped(s))):
            return True
        return s.order[1] == 0 and s.acted != 0 and not _all_open(s, Card.COFFEE)
    if s.window == Window.DUSK:
        return s.water == 0 or s.food == 0 or (cure and _bitten_today(s))
    if s.window == Window.NIGHT:
        near = s.rafts + 1 >= members(s.alive) and _missing(s) <= NEAR
        if s.option[Choice.TOURNAMENT] == SOLITARY and near:
            return True
        if hurricane(s):
            return False
        kit = s.died != 0 and not _all_open(s, Card.CANNIBAL_BBQ_KIT)
        return near or kit or (cure and _bitten_today(s)) or not _all_open(s, Card.ALARM_CLOCK)
    return True


def _useful(s: HellapagosState, seat: int, move: int) -> bool:
    shot = codes.SHOOT <= move < codes.REACT
    card = _card_of(move)
    if not shot and card < 0:
        return False
    match s.window:
        case Window.TURN:
            return not shot and _in_turn(s, seat, card)
        case Window.DUSK:
            return not shot and _at_dusk(s, card)
        case Window.SHORTAGE:
            return shot or _in_debate(s, seat, card)
        case Window.SAVE:
            return shot or _could_save(s, card)
        case Window.ZERO:
            if codes.PLAY_FOR <= move < codes.PLAY_SPECIAL or card == Card.FRUIT_BASKET:
                return True
            return not s.provided >> seat & 1 and (shot or card == Card.SLEEPING_PILLS)
        case Window.NIGHT:
            return _one_mouth_too_many(s) if shot else _at_night(s, seat, card)
    return False


def _card_of(move: int) -> int:
    """The card that a move plays; -1 for everything else."""
    if codes.PLAY_PERMANENT <= move < codes.PLAY_COMMON:
        return Card.GUN + move - codes.PLAY_PERMANENT
    if codes.PLAY_COMMON <= move < codes.PLAY_FOR:
        return int(RATION_KIND[move - codes.PLAY_COMMON])
    if codes.PLAY_FOR <= move < codes.PLAY_SPECIAL:
        return int(RATION_KIND[move - codes.PLAY_FOR])
    return int(SPECIALS[move - codes.PLAY_SPECIAL]) if codes.PLAY_SPECIAL <= move < codes.TARGET else -1


def _in_turn(s: HellapagosState, seat: int, card: int) -> bool:
    """In the turn of another: what names somebody to come, before the first; Coffee, after the last."""
    if card in (Card.VOODOO_DOLL, Card.PENDULUM):
        return s.acted == 0
    if card == Card.ANTI_VENOM:
        return s.acted == 0 and _skipped(s)
    last = s.order[1] == 0 and s.acted >> seat & 1 == 1
    return card == Card.COFFEE and last and turn_to_come(s, seat) >= ENTRIES


def _at_dusk(s: HellapagosState, card: int) -> bool:
    """An empty marker means `Z` instead of a debate: the last chance for a vote. A bite costs the vote."""
    if card < RATION_CARDS:
        return (s.water if RESOURCE[card] == WATER else s.food) == 0
    if card == Card.VEGETABLE_MILL:
        return s.water == 0
    if card == Card.CANNIBAL_BBQ_KIT:
        return s.food == 0
    short = min(s.water, s.food) < members(s.alive)
    return card == Card.ANTI_VENOM and short and _bitten_today(s)


def _in_debate(s: HellapagosState, seat: int, card: int) -> bool:
    if card < RATION_CARDS:
        return bool(RESOURCE[card] == resource(s))
    if card in (Card.CRYSTAL_BALL, Card.CLUB):
        return s.causes[seat] == 0
    if card == Card.ANTI_VENOM:
        return _bitten_today(s)
    if card in (Card.VEGETABLE_MILL, Card.CANNIBAL_BBQ_KIT):
        return resource(s) == (WATER if card == Card.VEGETABLE_MILL else FOOD)
    if card == Card.WOODEN_PLANK:
        return s.check == Check.SEATS
    return card in (Card.FRUIT_BASKET, Card.CONCH, Card.SLEEPING_PILLS, Card.TELESCOPE)


def _could_save(s: HellapagosState, card: int) -> bool:
    if card < RATION_CARDS:
        return bool(RESOURCE[card] == resource(s))
    if card == Card.VEGETABLE_MILL:
        return resource(s) == WATER and shortage(s) <= 2
    if card == Card.CANNIBAL_BBQ_KIT:
        return resource(s) == FOOD and shortage(s) <= 2 * members(s.died)
    return card == Card.FRUIT_BASKET or (card == Card.WOODEN_PLANK and s.check == Check.SEATS)


def _at_night(s: HellapagosState, seat: int, card: int) -> bool:
    if hurricane(s):
        return False
    if card == Card.ALARM_CLOCK:
        return min(s.water, s.food) < members(s.alive) and _begins_tomorrow(s) != seat
    if card == Card.ANTI_VENOM:
        return _bitten_today(s)
    if card == Card.BAROMETER:
        return can_leave(s)
    if card < RATION_CARDS or card in (Card.VEGETABLE_MILL, Card.WOODEN_PLANK):
        return not can_leave(s) and _leaves_with(s, seat)
    return card == Card.CANNIBAL_BBQ_KIT


def _begins_tomorrow(s: HellapagosState) -> int:
    """Who will be chief then: a chief gains most where something is short."""
    return nominated(s) if s.nominee else next_first_player(s)


def _leaves_with(s: HellapagosState, seat: int) -> bool:
    """Whether the seats suffice, or do with one's plank, and few rations are missing beside one's own."""
    own = sum(RATIONS[card] * count(s, card, seat) for card in range(RATION_CARDS))
    seats = s.rafts + holds(s, seat, Card.WOODEN_PLANK)
    return bool(seats >= members(s.alive) and _missing(s) <= NEAR and _missing(s) - own <= OWN_NEAR)


def _one_mouth_too_many(s: HellapagosState) -> bool:
    if can_leave(s):
        return s.option[Choice.TOURNAMENT] == SOLITARY
    return min(s.rafts, s.water, s.food) >= members(s.alive) - 1


def _missing(s: HellapagosState) -> int:
    """The rations that all survivors lack to leave."""
    n = members(s.alive)
    return max(0, n - s.water) + max(0, n - s.food)


def _bitten_today(s: HellapagosState) -> bool:
    return any(s.causes[seat] & BITE and s.sick_since[seat] == s.day for seat in range(s.seats))


def _skipped(s: HellapagosState) -> bool:
    """Whether a bite of the day before keeps somebody from acting today."""
    return any(s.causes[seat] & BITE and s.sick_since[seat] < s.day for seat in range(s.seats))


def _all_open(s: HellapagosState, card: int) -> bool:
    """Whether everybody can see that nobody holds the card: every copy is discarded or lies before somebody."""
    places = [s.place[FIRST[card] + i] for i in range(COPIES[card])]
    return all(place == DISCARD or IN_PLAY <= place < DECK for place in places)


WINDOWS: Windows[HellapagosState] = Windows(
    beat=beat,
    matters=matters,
    declines=declines,
    stakes=stakes_of,
    lapses=lapses,
    free=free,
    offers=offers,
    waits=waits,
    out=is_out,
    discourage=discourage,
)
