"""Day, part 2: turns and movement (section 7), boarding the ship included (OL-9.31, OL-9.32, OL-9.36, OL-9.39)."""

from ...kernel import EVERYONE, clause, emit, pop, push, rule
from .. import components as box
from ..components import Area, Card, Gear, Room
from ..events import Event
from ..options import Choice
from ..state import Ask, OutliveState
from .choices import is_placed
from .equipment import is_ready, use_gear
from .event_cards import suffers
from .shelter import seat_at, unused_room, use_room


@rule
def ship_strength(s: OutliveState, seat: int, hero: int) -> int:
    """OL-9.31, OL-6.10: the hero's own space, counted from 0; that of strength 3 under Sandstorm."""
    strength = box.SANDSTORM_LIMIT if suffers(s, seat, Card.SANDSTORM) else box.STRENGTH[hero]
    return strength - box.WEAKEST_SPACE


@rule
def is_taken(s: OutliveState, seat: int, space: int) -> bool:
    """OL-9.31, OL-9.32: another active hero stands there; or, with `cargo_lying_blocks`, one lies on the ship whose
    strength it is."""
    for other in range(s.seats):
        if other == seat:
            continue
        if s.aboard[other] == space + 1:
            return True
        if s.option[Choice.CARGO_LYING_BLOCKS] == 1:
            for hero in range(box.HEROES):
                lying = s.standing[other][hero] == 0 and s.place[other][hero] == Area.CARGO
                if lying and box.STRENGTH[hero] - box.WEAKEST_SPACE == space:
                    return True
    return False


@rule
def is_open(s: OutliveState, seat: int, space: int) -> bool:
    """OL-9.36, OL-9.39: a free space, or any fitting one with an active `cargo_plus2_open`."""
    return not is_taken(s, seat, space) or unused_room(s, seat, Room.CARGO_PLUS2_OPEN) >= 0


@rule
def hook_opens(s: OutliveState, seat: int, space: int) -> bool:
    """OL-10.21: with a usable hook the space one higher is open."""
    return is_ready(s, seat, Gear.GRAPPLING_HOOK) and space + 1 < box.SPACES and is_open(s, seat, space + 1)


@rule
def forbids_move(s: OutliveState, seat: int, hero: int, area: int) -> int:
    """OL-7.2 to OL-7.6, OL-9.58, OL-10.29: one or two steps (more with the exoskeleton), not onto an own hero."""
    here = s.place[seat][hero]
    if here < 0 or s.standing[seat][hero] == 1:
        return clause(7, 1)
    if area == here:
        return clause(7, 3)
    if is_placed(s, seat, area):
        return clause(7, 4)
    if box.DISTANCE[here][area] > box.STEPS and not is_ready(s, seat, Gear.EXOSKELETON):
        return clause(7, 2)
    if area == Area.CARGO:
        space = ship_strength(s, seat, hero)
        if not is_open(s, seat, space) and not hook_opens(s, seat, space):
            return clause(9, 31)
    return 0


@rule
def own_areas(s: OutliveState, seat: int) -> int:
    """The areas in which the seat has a hero, as a mask."""
    mask = 0
    for hero in range(box.HEROES):
        if s.place[seat][hero] >= 0:
            mask |= 1 << s.place[seat][hero]
    return mask


@rule
def hero_moves(s: OutliveState, seat: int) -> int:
    """What `forbids_move` allows, as a mask: for each hero in turn the areas."""
    own = own_areas(s, seat)
    far = is_ready(s, seat, Gear.EXOSKELETON)
    mask = 0
    for hero in range(box.HEROES):
        here = s.place[seat][hero]
        if here >= 0 and s.standing[seat][hero] == 0:
            areas = (box.ANYWHERE if far else box.NEAR[here]) & ~own
            if areas >> Area.CARGO & 1:
                space = ship_strength(s, seat, hero)
                if not is_open(s, seat, space) and not hook_opens(s, seat, space):
                    areas ^= 1 << Area.CARGO
            mask |= areas << hero * box.AREAS
    return mask


@rule
def can_move(s: OutliveState, seat: int) -> bool:
    """OL-7.8, OL-7.11: whether the player has a legal move now."""
    return hero_moves(s, seat) != 0


@rule
def must_move(s: OutliveState, seat: int) -> bool:
    """OL-7.7, OL-7.9: moving is compulsory unless every legal move needs equipment. OL-7.12: two steps and an open
    space do not."""
    own = own_areas(s, seat)
    for hero in range(box.HEROES):
        here = s.place[seat][hero]
        if here >= 0 and s.standing[seat][hero] == 0:
            areas = box.NEAR[here] & ~own
            if areas & ~(1 << Area.CARGO) != 0:
                return True
            if areas != 0 and is_open(s, seat, ship_strength(s, seat, hero)):
                return True
    return False


@rule
def next_turn(s: OutliveState) -> bool:
    """OL-7.1, OL-7.11, OL-14.7: the next player in turn order who has not passed and can move, with or without
    survivors; False if there is none."""
    for _ in range(s.seats):
        seat = seat_at(s, s.turn)
        s.turn = (s.turn + 1) % s.seats
        if not s.passed >> seat & 1 and can_move(s, seat):
            push(s, Ask.TURN, seat, 0, 0, 0)
            return True
    return False


@rule
def pass_turn(s: OutliveState, seat: int) -> None:
    """OL-7.9, OL-7.11: final for the day."""
    s.passed |= 1 << seat
    emit(s, EVERYONE, Event.PASSED, seat)
    pop(s)


@rule
def move_hero(s: OutliveState, seat: int, hero: int, area: int) -> None:
    """OL-7.2, OL-9.38, OL-6.10: stand up, move, then pressure and actions (none on the ship). Sandstorm is judged
    here, before the move (OL-5.10)."""
    pop(s)
    space = ship_strength(s, seat, hero)
    actions = box.SANDSTORM_LIMIT if suffers(s, seat, Card.SANDSTORM) else box.STRENGTH[hero]
    if box.DISTANCE[s.place[seat][hero]][area] > box.STEPS:
        use_gear(s, seat, Gear.EXOSKELETON)
    s.place[seat][hero] = area
    s.standing[seat][hero] = 1
    emit(s, EVERYONE, Event.MOVED, seat, hero, area)
    push(s, Ask.VISIT, seat, hero, 0 if area == Area.CARGO else actions, 0)
    push(s, Ask.ARRIVAL, seat, hero, 0, 0)
    if area == Area.CARGO:
        if not hook_opens(s, seat, space):
            board(s, seat, space)
        elif not is_open(s, seat, space):
            hook(s, seat, space)
        else:
            push(s, Ask.SPACE, seat, space, 0, 0)


@rule
def board(s: OutliveState, seat: int, space: int) -> None:
    """OL-9.34, OL-3.3: the first hero of the round to board brings its owner the marker."""
    somebody = False
    for other in range(s.seats):
        if s.aboard[other] > 0:
            somebody = True
    s.aboard[seat] = space + 1
    emit(s, EVERYONE, Event.BOARDED, seat, space)
    if not somebody and s.marker != seat:
        s.marker = seat
        emit(s, EVERYONE, Event.MARKER, seat)


@rule
def hook(s: OutliveState, seat: int, space: int) -> None:
    """OL-10.21: one space higher than the hero's strength."""
    use_gear(s, seat, Gear.GRAPPLING_HOOK)
    board(s, seat, space + 1)


@rule
def forbids_peeking(s: OutliveState, seat: int, city: int) -> int:
    """OL-12.26: once per round, on an own turn, into a stack that holds a token."""
    if unused_room(s, seat, Room.PEEK_SEARCH) < 0 or s.search_left[city] == 0:
        return clause(12, 26)
    return 0


@rule
def peek(s: OutliveState, seat: int, city: int) -> None:
    """OL-12.26: the looker alone knows the order until the next dawn."""
    use_room(s, seat, unused_room(s, seat, Room.PEEK_SEARCH))
    s.peeked[city] |= 1 << seat
    s.revealed += 1
    emit(s, EVERYONE, Event.PEEKED, seat, city)
    for i in range(s.search_left[city]):
        emit(s, 1 << seat, Event.SAW_TOKEN, city, s.search[city][s.search_left[city] - 1 - i], i)
