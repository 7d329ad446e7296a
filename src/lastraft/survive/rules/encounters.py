"""Where pieces come together: boarding, the repellent window and the interaction, in this order (SV-4.6)."""

from ...kernel import EVERYONE, clause, emit, part, pop, push, rule, set_part
from ..components import ADVENTURERS, CREATURES, FIRST_KAIJU, FIRST_SHARK, KIND, SEATS_ABOARD, Face, Ground, Kind
from ..events import Event
from ..state import (
    Arrival,
    Boarding,
    Cause,
    Frame,
    SurviveState,
    Window,
    creature_on,
    first_on,
    holding,
    is_swimmer,
    own_on,
    passengers,
    swimmers,
    tiles_held,
)
from .pieces import eliminate, eliminate_all_on, eliminate_raft, end_if_nobody_left, take_seat


@rule
def board(s: SurviveState, space: int) -> None:
    """SV-6.8, SV-6.11: swimmers take the free seats at once, whoever owns them. SV-6.9: if there are too few seats, the
    active player picks who boards (D-11)."""
    raft = s.raft_at[space] - 1
    if raft < 0 or passengers(s, raft) == SEATS_ABOARD or swimmers(s, space) == 0:
        return
    if s.crowd[space] > SEATS_ABOARD:
        push(s, Frame.BOARDING, space, 0, 0, 0)
        return
    for adventurer in range(ADVENTURERS):
        if s.adventurer[adventurer] == space and is_swimmer(s, adventurer):
            take_seat(s, adventurer)


@rule
def forbids_boarding(s: SurviveState, adventurer: int) -> int:
    """SV-6.9: somebody who swims there."""
    return 0 if s.adventurer[adventurer] == part(s, Boarding.space) and is_swimmer(s, adventurer) else clause(6, 9)


@rule
def pick_passenger(s: SurviveState, adventurer: int) -> None:
    """SV-6.9: one more boards, until the raft is full."""
    take_seat(s, adventurer)
    if passengers(s, s.raft_at[part(s, Boarding.space)] - 1) == SEATS_ABOARD:
        pop(s)


@rule
def pieces_arrive(s: SurviveState, space: int) -> None:
    """SV-4.6: adventurers or a raft have come to a space. SV-12.12: those who come together make one arrival."""
    push(s, Frame.ARRIVAL, space, 1, 0, 0)
    board(s, space)


@rule
def creature_arrives(s: SurviveState, creature: int, space: int) -> None:
    """SV-10.1, SV-12.11: a creature has stopped on a space. SV-12.5: no repellent helps against a serpent."""
    push(s, Frame.ARRIVAL, space, 0 if KIND[creature] == Kind.SERPENT else 1, 0, creature + 1)


@rule
def resolve_arrival(s: SurviveState) -> None:
    """SV-4.6: first the window, if a shark or kaiju and an adventurer have met (SV-12.7), then the interaction."""
    space = part(s, Arrival.space)
    if part(s, Arrival.asked) == 0:
        set_part(s, Arrival.asked, 1)
        if part(s, Arrival.repellable) == 1 and s.crowd[space] > 0 and repellable_on(s, space):
            push(s, Frame.WINDOW, space, 0, 0, 0)
    else:
        newcomer = part(s, Arrival.newcomer) - 1
        pop(s)
        interact(s, space, newcomer)


@rule
def interact(s: SurviveState, space: int, newcomer: int) -> None:
    """SV-10.1, SV-10.5, SV-5.14: what a creature does on the space, whether it came or was come upon. SV-10.4, SV-11.8:
    a kaiju alone acts, no shark eats those whose raft it destroys."""
    kaiju = acting_kaiju(s, space, newcomer)
    if kaiju >= 0:
        eliminate_raft(s, space, Cause.KAIJU)
        push(s, Frame.KAIJU, kaiju, space, 0, 0)
        return
    if creature_on(s, Kind.SERPENT, space):
        devour(s, space)
    elif creature_on(s, Kind.SHARK, space):
        attack_swimmers(s, space)
    end_if_nobody_left(s)


@rule
def acting_kaiju(s: SurviveState, space: int, newcomer: int) -> int:
    """SV-11.12: the kaiju that came acts on the one that was there; without one, -1."""
    if newcomer >= 0 and KIND[newcomer] == Kind.KAIJU and s.creature[newcomer] == space:
        return newcomer
    return first_on(s, FIRST_KAIJU, CREATURES, space)


@rule
def devour(s: SurviveState, space: int) -> None:
    """SV-10.2: a serpent eliminates every adventurer, swimming or aboard, and the raft."""
    eliminate_all_on(s, space, Cause.SERPENT)
    eliminate_raft(s, space, Cause.SERPENT)


@rule
def attack_swimmers(s: SurviveState, space: int) -> None:
    """SV-10.3: a shark eliminates every swimmer; the raft and those aboard are untouched."""
    if s.crowd[space] > 0:
        for adventurer in range(ADVENTURERS):
            if s.adventurer[adventurer] == space and is_swimmer(s, adventurer):
                eliminate(s, adventurer, Cause.SHARK)


@rule
def repellable_on(s: SurviveState, space: int) -> bool:
    """SV-12.1: whether a shark or kaiju is there."""
    return first_on(s, FIRST_SHARK, CREATURES, space) >= 0


@rule
def window_seat(s: SurviveState) -> int:
    """The seat that is asked in the window on top."""
    return (s.turn + part(s, Window.place)) % s.seats


@rule
def somebody_is_asked(s: SurviveState) -> bool:
    """SV-12.6, SV-12.8: from the active player clockwise. SV-18.6: everybody alike with an adventurer there who holds
    a tile, so that being asked gives nothing away; whoever has no repellent can only decline."""
    while part(s, Window.place) < s.seats:
        seat = window_seat(s)
        if tiles_held(s, seat) > 0 and own_on(s, seat, part(s, Window.space)) > 0:
            return True
        set_part(s, Window.place, part(s, Window.place) + 1)
    pop(s)
    return False


@rule
def decline(s: SurviveState) -> None:
    """SV-12.8: the next one is asked."""
    set_part(s, Window.place, part(s, Window.place) + 1)


@rule
def forbids_repel(s: SurviveState, seat: int, creature: int) -> int:
    """SV-12.1, SV-12.9, SV-12.10: any shark or kaiju on a space with one of the seat's adventurers, swimming or not."""
    space = s.creature[creature]
    if holding(s, seat, Face.REPELLENT) == 0:
        return clause(12, 1)
    return 0 if space > 0 and own_on(s, seat, space) > 0 else clause(12, 7)


@rule
def forbids_answer(s: SurviveState, seat: int, creature: int) -> int:
    """SV-12.7 (a): in a window, a creature of that space."""
    return clause(12, 10) if s.creature[creature] != part(s, Window.space) else forbids_repel(s, seat, creature)


@rule
def repel(s: SurviveState, seat: int, creature: int) -> None:
    """SV-12.2: the creature goes to the supply; SV-12.4: one repellent, one creature."""
    spend(s, seat, Face.REPELLENT)
    emit(s, EVERYONE, Event.REPELLED, seat, creature, s.creature[creature])
    s.creature[creature] = 0


@rule
def answer(s: SurviveState, seat: int, creature: int) -> None:
    """SV-12.3: its interaction does not happen. SV-12.8: if another one is still there, all are asked again."""
    space = part(s, Window.space)
    repel(s, seat, creature)
    if repellable_on(s, space):
        set_part(s, Window.place, 0)
    else:
        pop(s)


@rule
def spend(s: SurviveState, seat: int, face: int) -> None:
    """SV-7.3: a tile is revealed and goes to the box. (Of two alike the one from the beach.)"""
    terrain = 0 if s.held[seat][0][face] > 0 else 1
    s.held[seat][terrain][face] -= 1
    s.gone[Ground.BEACH + terrain][face] += 1
    s.revealed += 1
    emit(s, EVERYONE, Event.USED, seat, face)
