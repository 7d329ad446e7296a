"""Playing Wreckage cards (HP-13, HP-14)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part, top
from .. import components as box
from .. import state
from ..codes import BBQ_FOR, MILL_FOR, RATION_KIND, SEARCHING, WITH_MATCHES, WOODING
from ..components import Card
from ..events import Event
from ..options import Choice
from ..state import Check, Choosing, Deed, Feeding, Frame, HellapagosState, Targets, Window
from .actions import add, can_search
from .cards import discard, holds, look_at_deck, look_at_hand, pick, pick_at_random, send, show
from .castaways import banned, gain_extra_turn, gain_turn, get_well, place_is_past, swallow, turn_to_come
from .grudges import note, wrong
from .roles import living, members
from .survival_check import resource, save, save_by_plank, void_vote
from .windows import effective

# -- permanent cards --------------------------------------------------------------------------------------------------


@rule
def forbids_permanent(s: HellapagosState, seat: int, i: int) -> int:
    """HP-13.7, HP-22.3: a permanent card in hand."""
    if banned(s, seat):
        return clause(12, 5)
    return 0 if holds(s, seat, Card.GUN + i) else clause(13, 7)


@rule
def lay_down(s: HellapagosState, seat: int, kind: int) -> None:
    """HP-13.7, HP-13.10, HP-13.21: a permanent card lies face up before its owner from now on."""
    show(s, kind, seat, state.IN_PLAY + seat)
    emit(s, EVERYONE, Event.LAID, seat, kind)


@rule
def play_permanent(s: HellapagosState, seat: int, i: int) -> None:
    """HP-13.7: laying it down is playing it."""
    effective(s)
    lay_down(s, seat, Card.GUN + i)


# -- rations ----------------------------------------------------------------------------------------------------------


@rule
def ration_kind(i: int) -> int:
    """HP-14.41, HP-22.30: the card that a code of `PLAY_COMMON` or `PLAY_FOR` names."""
    kind: int = RATION_KIND[i]
    return kind


@rule
def with_matches(i: int) -> bool:
    """HP-14.22: whether Matches go with the card."""
    return bool(WITH_MATCHES[i])


@rule
def lacks_ration(s: HellapagosState, seat: int, i: int) -> int:
    """HP-14.22: the card must be in hand, and the Matches with it."""
    if with_matches(i) and s.option[Choice.MATCHES] == 1:
        return clause(14, 22)
    held = holds(s, seat, ration_kind(i)) and (not with_matches(i) or holds(s, seat, Card.MATCHES))
    return 0 if held else clause(13, 1)


@rule
def spend_ration(s: HellapagosState, seat: int, i: int) -> None:
    """HP-13.2, HP-14.22: the card is discarded, and the Matches with it."""
    discard(s, seat, ration_kind(i))
    if with_matches(i):
        discard(s, seat, Card.MATCHES)
        emit(s, EVERYONE, Event.WITH_MATCHES, seat)


@rule
def forbids_common(s: HellapagosState, seat: int, i: int) -> int:
    """HP-22.4, HP-8.14: any window but the `Z` of that resource."""
    lacking = lacks_ration(s, seat, i)
    if lacking != 0:
        return lacking
    if banned(s, seat):
        return clause(12, 5)
    if s.window == Window.ZERO and box.RESOURCE[ration_kind(i)] == resource(s):
        return clause(8, 14)
    return 0


@rule
def play_common(s: HellapagosState, seat: int, i: int) -> None:
    """HP-13.3, HP-10.13, HP-14.1, HP-14.2, HP-14.3: for everybody; foul cards make their player sick."""
    effective(s)
    kind = ration_kind(i)
    gain = add(s, box.RESOURCE[kind], box.RATIONS[kind])
    note(s, seat, Deed.SHARED, gain)
    emit(s, EVERYONE, Event.COMMON, seat, kind, gain)
    spend_ration(s, seat, i)
    if box.FOUL[kind]:
        swallow(s, seat, with_matches(i))


@rule
def forbids_ration(s: HellapagosState, seat: int, i: int) -> int:
    """HP-22.5, HP-22.6, HP-14.41: a personal ration in the `V` or `Z` of its resource."""
    kind = ration_kind(i)
    wanted = box.RESOURCE[kind]
    if i == MILL_FOR:
        wanted = box.WATER
    elif i == BBQ_FOR:
        wanted = box.FOOD
    if (s.window != Window.SAVE and s.window != Window.ZERO) or wanted != resource(s):
        return clause(14, 41)
    if i >= MILL_FOR and s.window == Window.SAVE:
        return clause(14, 41)
    lacking = lacks_ration(s, seat, i)
    if lacking != 0:
        return lacking
    if i == MILL_FOR and s.food < 2:
        return clause(14, 32)
    if i == BBQ_FOR and s.died == 0:
        return clause(14, 35)
    return 0 if not banned(s, seat) or saves_self(s, seat, i) else clause(12, 5)


@rule
def saves_self(s: HellapagosState, seat: int, i: int) -> bool:
    """HP-10.2, HP-12.7, HP-14.41: whatever the ban, a ration card for oneself, without Matches."""
    if i >= box.RATION_CARDS:
        return False
    if s.window == Window.SAVE:
        return s.designated == seat + 1
    return s.provided >> seat & 1 == 0


@rule
def play_ration(s: HellapagosState, seat: int, i: int) -> None:
    """HP-22.31: in `V` it feeds the designated castaway; in `Z` its player names those it feeds."""
    effective(s)
    emit(s, EVERYONE, Event.PLAYED, seat, ration_kind(i))
    if s.window == Window.ZERO:
        rations = rations_of(s, i)
        spend_ration(s, seat, i)
        push(s, Frame.FEEDING, seat, i, 0, rations)
    else:
        spend_ration(s, seat, i)
        rescue(s, seat, i)


@rule
def rations_of(s: HellapagosState, i: int) -> int:
    """HP-8.9, HP-14.32, HP-14.35: how many castaways the card can feed."""
    if i == MILL_FOR:
        return 2
    return 2 * members(s.died) if i == BBQ_FOR else box.RATIONS[ration_kind(i)]


@rule
def rescue(s: HellapagosState, seat: int, i: int) -> None:
    """HP-10.3, HP-10.5, HP-13.5: one ration is theirs, the others of the card go onto the marker at once."""
    kind = ration_kind(i)
    target = s.designated - 1
    note(s, seat, Deed.SHARED, 0 if target == seat else 1)
    emit(s, EVERYONE, Event.FED, seat, kind, target)
    save(s, target)
    if s.option[Choice.SURPLUS_RATIONS] == 0 and box.RATIONS[kind] > 1:
        emit(s, EVERYONE, Event.SURPLUS, s.check, add(s, box.RESOURCE[kind], box.RATIONS[kind] - 1))
    if box.FOUL[kind]:
        swallow(s, target, with_matches(i))


@rule
def may_be_fed(s: HellapagosState, seat: int, target: int) -> bool:
    """HP-8.9, HP-12.7: a survivor once per check; under the ban only oneself."""
    if (s.alive & ~s.provided & ~part(s, Feeding.named)) >> target & 1 == 0:
        return False
    return target == seat or not banned(s, seat)


@rule
def name_fed(s: HellapagosState, seat: int, target: int) -> None:
    """HP-8.9, HP-22.33: one more is named; the list ends at the last ration or when nobody is left to name."""
    set_part(s, Feeding.named, part(s, Feeding.named) | (1 << target))
    set_part(s, Feeding.left, part(s, Feeding.left) - 1)
    note(s, seat, Deed.SHARED, 0 if target == seat else 1)
    emit(s, EVERYONE, Event.FED, seat, ration_kind(part(s, Feeding.ration)), target)
    if part(s, Feeding.left) == 0 or no_more_targets(s, seat):
        feed(s)


@rule
def feed(s: HellapagosState) -> None:
    """HP-8.9, HP-8.10, HP-13.5: all named are fed at once; what is left over waits for the end of the check."""
    i = part(s, Feeding.ration)
    named = part(s, Feeding.named)
    left = part(s, Feeding.left)
    pop(s)
    s.provided = s.provided | named
    s.surplus += left
    if i == MILL_FOR:
        s.food -= 2
        emit(s, EVERYONE, Event.MILLED, -1)
    if box.FOUL[ration_kind(i)]:
        for target in range(s.seats):
            if named >> target & 1:
                swallow(s, target, with_matches(i))


# -- special cards ----------------------------------------------------------------------------------------------------


@rule
def forbids_special(s: HellapagosState, seat: int, kind: int) -> int:
    """HP-22.7, HP-22.8, HP-14.42: the card in hand, no ban, its own moment, and a target where it needs one."""
    if not holds(s, seat, kind):
        return clause(13, 1)
    if banned(s, seat) and not (kind == Card.ANTI_VENOM and may_cure_self(s, seat)):
        return clause(12, 5)
    if kind == Card.MATCHES:
        return 0 if s.option[Choice.MATCHES] == 1 else clause(14, 22)
    if kind == Card.VOODOO_DOLL or kind == Card.COFFEE or kind == Card.PENDULUM:
        return forbids_in_turns(s, seat, kind)
    if kind >= Card.VEGETABLE_MILL:
        return forbids_supply(s, kind)
    if kind == Card.FLASHLIGHT or kind == Card.BAROMETER:
        empty = s.deck_size == 0 if kind == Card.FLASHLIGHT else s.day == box.ROUNDS
        return clause(14, 42) if empty else 0
    if kind == Card.ALARM_CLOCK or kind == Card.CONCH:
        return 0
    if kind == Card.TELESCOPE:
        return 0 if s.alive & ~(1 << seat) != 0 else clause(14, 42)
    return 0 if targets(s, seat, kind, 0) != 0 else clause(14, 42)


@rule
def may_cure_self(s: HellapagosState, seat: int) -> bool:
    """HP-14.21: a castaway bitten this round may always play Anti-venom on themselves."""
    return s.causes[seat] & state.BITE != 0 and s.sick_since[seat] == s.day


@rule
def forbids_in_turns(s: HellapagosState, seat: int, kind: int) -> int:
    """HP-14.23, HP-14.26, HP-14.27: cards of the `T` windows; the Voodoo Doll before any action (HP-20.9)."""
    if kind == Card.VOODOO_DOLL and (s.window != Window.TURN or s.acted != 0):
        return clause(14, 23)
    if s.window != Window.TURN:
        return clause(14, 26) if kind == Card.COFFEE else clause(14, 27)
    return 0 if kind == Card.COFFEE or targets(s, seat, kind, 0) != 0 else clause(14, 42)


@rule
def forbids_supply(s: HellapagosState, kind: int) -> int:
    """HP-14.32 to HP-14.35: Mill, plank, Basket and BBQ Kit; in the `Z` of their resource the first and last feed."""
    if kind == Card.VEGETABLE_MILL:
        if s.food < 2:
            return clause(14, 32)
        return clause(8, 14) if s.window == Window.ZERO and resource(s) == box.WATER else 0
    if kind == Card.WOODEN_PLANK:
        return 0 if s.rafts < box.RAFTS else clause(14, 33)
    if kind == Card.FRUIT_BASKET:
        checking = s.check == Check.WATER or s.check == Check.FOOD
        return 0 if checking and s.window >= Window.SHORTAGE and s.window <= Window.ZERO else clause(14, 34)
    if s.died == 0 or (s.window == Window.TURN and s.option[Choice.BBQ_TIMING] == 0):
        return clause(14, 35)
    return clause(8, 14) if s.window == Window.ZERO and resource(s) == box.FOOD else 0


@rule
def targets(s: HellapagosState, seat: int, kind: int, named: int) -> int:
    """HP-22.8, HP-22.24: the seats a card can name next."""
    others = s.alive & ~(1 << seat) & ~named
    if kind == Card.ALARM_CLOCK:
        return s.alive
    if kind == Card.TELESCOPE:
        return others
    if kind == Card.VOODOO_DOLL:
        return ((1 << s.seats) - 1) & ~s.alive
    mask = 0
    for target in range(s.seats):
        if kind == Card.ANTI_VENOM:
            fits = may_be_cured(s, seat, target)
        elif kind == Card.SLEEPING_PILLS:
            fits = others >> target & 1 == 1 and s.hand_size[target] > 0
        else:
            fits = others >> target & 1 == 1 and may_be_bound(s, target)
        if fits:
            mask |= 1 << target
    return mask


@rule
def may_be_cured(s: HellapagosState, seat: int, target: int) -> bool:
    """HP-14.21: a living castaway sick from a snake; with the option, or under the ban, only oneself."""
    if not living(s, target) or s.causes[target] & state.BITE == 0:
        return False
    return target == seat or (s.option[Choice.ANTIVENOM_TARGET] == 0 and not banned(s, seat))


@rule
def may_be_bound(s: HellapagosState, target: int) -> bool:
    """HP-14.27: they have not acted this round and have a turn to come."""
    return s.acted >> target & 1 == 0 and turn_to_come(s, target) < state.ENTRIES


@rule
def play_special(s: HellapagosState, seat: int, kind: int) -> None:
    """HP-20.24, HP-22.31: the card is announced; where it needs choices only its player moves until they are made."""
    effective(s)
    emit(s, EVERYONE, Event.PLAYED, seat, kind)
    discard(s, seat, kind)
    if kind == Card.FLASHLIGHT:
        flash(s, seat)
    elif kind == Card.TELESCOPE and s.option[Choice.TELESCOPE] == 0:
        look_at_all(s, seat)
    elif kind == Card.BAROMETER:
        read_barometer(s, seat)
    elif kind == Card.COFFEE:
        gain_extra_turn(s, seat)
        emit(s, EVERYONE, Event.TURN_GAINED, seat, 1)
    elif kind == Card.CONCH:
        blow_conch(s, seat)
    elif kind == Card.MATCHES:
        s.matches_lit = 1
    elif kind >= Card.VEGETABLE_MILL:
        play_supply(s, kind)
    else:
        push(s, Frame.TARGETS, seat, kind, 0, 0)


@rule
def play_supply(s: HellapagosState, kind: int) -> None:
    """HP-14.32 to HP-14.35: Mill, plank, Basket and BBQ Kit for everybody."""
    if kind == Card.VEGETABLE_MILL:
        s.food -= 2
        emit(s, EVERYONE, Event.MILLED, add(s, box.WATER, 2))
    elif kind == Card.WOODEN_PLANK:
        s.rafts += 1
        emit(s, EVERYONE, Event.BUILT, s.rafts)
        if s.window == Window.SAVE and s.check == Check.SEATS:
            save_by_plank(s)
    elif kind == Card.FRUIT_BASKET:
        s.basket = s.basket | (1 << s.check)
        if s.option[Choice.FRUIT_BASKET] == 0:
            s.basket = s.basket | (1 << Check.FOOD)
    else:
        emit(s, EVERYONE, Event.GRILLED, add(s, box.FOOD, 2 * members(s.died)))


@rule
def blow_conch(s: HellapagosState, seat: int) -> None:
    """HP-14.28, HP-10.11: chief for the rest of the round, and safe from votes; `takes_card` moves the card too."""
    s.conch = seat + 1
    if s.option[Choice.CONCH_CHIEF] == 1 and s.first_player != seat:
        s.first_player = seat
        emit(s, EVERYONE, Event.FIRST_PLAYER, seat)
    emit(s, EVERYONE, Event.CHIEF, seat)
    if s.window == Window.SAVE and s.designated == seat + 1:
        void_vote(s)


@rule
def look_at_all(s: HellapagosState, seat: int) -> None:
    """HP-14.29, HP-23.4: the hands of all other living castaways."""
    for other in range(s.seats):
        if other != seat and living(s, other):
            look_at_one(s, seat, other)


@rule
def look_at_one(s: HellapagosState, seat: int, holder: int) -> None:
    """HP-14.29: one hand, for the player of the Telescope alone."""
    for card in range(box.CARDS):
        if s.place[card] == holder:
            emit(s, 1 << seat, Event.SAW_HAND, holder, box.KIND[card])
    look_at_hand(s, seat, holder)


@rule
def flash(s: HellapagosState, seat: int) -> None:
    """HP-14.30: the top three cards; with `look_and_take` one of them is picked."""
    for depth in range(min(3, s.deck_size)):
        emit(s, 1 << seat, Event.SAW_DECK, depth + 1, look_at_deck(s, seat, depth))
    if s.option[Choice.FLASHLIGHT] == 1:
        push(s, Frame.PICKING, seat, 0, 0, 0)


@rule
def pick_card(s: HellapagosState, seat: int, depth: int) -> None:
    """HP-14.30, HP-22.23: one of the cards seen goes into the hand; nobody else sees which."""
    pop(s)
    emit(s, EVERYONE, Event.PICKED, seat)
    kind = pick(s, seat, depth)
    emit(s, 1 << seat, Event.TOOK, seat, kind)


@rule
def read_barometer(s: HellapagosState, seat: int) -> None:
    """HP-14.31, HP-23.7: the next two Weather cards, for the player alone."""
    s.revealed += 1
    for i in range(s.day, min(s.day + 2, box.ROUNDS)):
        s.weather_sure[i] = s.weather_sure[i] | (1 << seat)
        emit(s, 1 << seat, Event.SAW_WEATHER, i + 1, s.weather[i])


# -- the choices inside a card ----------------------------------------------------------------------------------------


@rule
def may_name(s: HellapagosState, seat: int, target: int) -> bool:
    """HP-22.24: a seat that the announced card can name next."""
    if top(s) == Frame.FEEDING:
        return may_be_fed(s, seat, target)
    return targets(s, seat, part(s, Targets.card), part(s, Targets.named)) >> target & 1 == 1


@rule
def no_more_targets(s: HellapagosState, seat: int) -> bool:
    """HP-22.33: a list ends by itself when nothing more can be added."""
    for target in range(s.seats):
        if may_name(s, seat, target):
            return False
    return True


@rule
def name_target(s: HellapagosState, seat: int, target: int) -> None:
    """HP-22.31: a target of the announced card."""
    kind = part(s, Targets.card)
    emit(s, EVERYONE, Event.NAMED, seat, kind, target)
    if kind == Card.SLEEPING_PILLS:
        name_victim(s, seat, target)
    elif kind == Card.PENDULUM:
        pop(s)
        push(s, Frame.IMPOSING, seat, target, 0, 0)
    else:
        pop(s)
        if kind == Card.ANTI_VENOM:
            cure(s, target)
        elif kind == Card.VOODOO_DOLL:
            revive(s, target)
        elif kind == Card.ALARM_CLOCK:
            s.nominee = target + 1
        else:
            look_at_one(s, seat, target)


@rule
def name_victim(s: HellapagosState, seat: int, target: int) -> None:
    """HP-14.24, HP-22.33: up to three; the list ends by itself when nobody else has cards."""
    set_part(s, Targets.order, part(s, Targets.order) * (state.MAX_CASTAWAYS + 1) + target + 1)
    set_part(s, Targets.named, part(s, Targets.named) | (1 << target))
    if members(part(s, Targets.named)) == 3 or no_more_targets(s, seat):
        rob(s)


@rule
def rob(s: HellapagosState) -> None:
    """HP-14.24, HP-23.16: one random hand card of each, in the order named."""
    thief = part(s, Targets.player)
    named = part(s, Targets.order)
    n = members(part(s, Targets.named))
    pop(s)
    for i in range(n):
        code = named
        for _ in range(n - 1 - i):
            code = code // (state.MAX_CASTAWAYS + 1)
        steal(s, thief, code % (state.MAX_CASTAWAYS + 1) - 1)


@rule
def steal(s: HellapagosState, thief: int, victim: int) -> None:
    """HP-14.24, HP-23.16: a random card; thief and victim know which."""
    kind = pick_at_random(s, victim)
    both = (1 << thief) | (1 << victim)
    wrong(s, victim, thief)
    emit(s, EVERYONE, Event.STOLE, thief, victim)
    emit(s, both, Event.STOLEN, thief, victim, kind)
    send(s, victim, thief, s.hand_size[victim], both)


@rule
def cure(s: HellapagosState, seat: int) -> None:
    """HP-14.21, HP-12.12: the bite is gone; if it was the only cause they are healthy, and act if they still can."""
    if s.option[Choice.ANTIVENOM_FREE_WOOD] == 1:
        lose_wood(s, s.bite_wood[seat])
    s.bite_wood[seat] = 0
    s.causes[seat] = s.causes[seat] & ~state.BITE
    if s.causes[seat] != 0:
        emit(s, EVERYONE, Event.BITE_CURED, seat)
        return
    skipped = s.sick_since[seat] < s.day
    get_well(s, seat)
    emit(s, EVERYONE, Event.CURED, seat)
    if skipped and s.window == Window.TURN and not place_is_past(s, seat):
        gain_turn(s, seat)


@rule
def lose_wood(s: HellapagosState, steps: int) -> None:
    """HP-14.21: with `lost` the wood falls by the safe steps, a Raft card being taken down if need be."""
    wood = s.rafts * box.WOOD_PER_RAFT + s.disc - steps
    s.rafts = wood // box.WOOD_PER_RAFT
    s.disc = wood % box.WOOD_PER_RAFT
    emit(s, EVERYONE, Event.WOOD_LOST, steps)


@rule
def revive(s: HellapagosState, seat: int) -> None:
    """HP-14.23: back to life, healthy and with nothing, and with a turn this round."""
    s.alive = s.alive | (1 << seat)
    s.died = s.died & ~(1 << seat)
    emit(s, EVERYONE, Event.REVIVED, seat)
    gain_turn(s, seat)


@rule
def forbids_imposing(s: HellapagosState, action: int) -> int:
    """HP-22.25, HP-7.23: a search cannot be imposed while the deck is empty."""
    return clause(7, 23) if action == SEARCHING and not can_search(s) else 0


@rule
def impose(s: HellapagosState, action: int) -> None:
    """HP-14.27: the action they must take; with `imposer` the push for wood is named too."""
    seat = part(s, Choosing.player)
    target = part(s, Choosing.target)
    pop(s)
    s.imposed[target] = action + 1
    s.imposed_push[target] = 0
    if action == WOODING and s.option[Choice.PENDULUM_PUSH] == 1:
        push(s, Frame.PUSHING, seat, target, 0, 0)
    else:
        emit(s, EVERYONE, Event.IMPOSED, target, action, -1)


@rule
def impose_push(s: HellapagosState, k: int) -> None:
    """HP-14.27, HP-22.26: how far they must push on."""
    target = part(s, Choosing.target)
    pop(s)
    s.imposed_push[target] = k + 1
    emit(s, EVERYONE, Event.IMPOSED, target, WOODING, k)
