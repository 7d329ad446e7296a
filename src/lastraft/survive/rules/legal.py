"""Who may move, which moves are legal, and the clause that forbids each of the others (section 17)."""

from ...kernel import Buffer, clause, part, rule, top
from .. import codes
from .. import components as box
from ..components import Face, Ground
from ..options import Choice
from ..state import (
    End,
    Fetch,
    Frame,
    Phase,
    Rolled,
    SurviveState,
    holding,
    is_empty,
    is_tile,
    own,
    own_count,
    tiles_held,
)
from .action import (
    forbids_ability,
    forbids_carried,
    forbids_dive,
    forbids_dive_to,
    forbids_entry,
    forbids_raft,
    forbids_raft_way,
    forbids_step,
    forbids_walker,
    forbids_way,
    is_swim,
    some_dive_ends,
)
from .creatures import forbids_creature, kaiju_around, ways_out
from .encounters import forbids_answer, forbids_boarding, forbids_repel, window_seat
from .kaiju import chosen, forbids_displace, forbids_push, under_kaiju
from .setup import forbids_launch, forbids_place, some_tile_is_free
from .sinking import can_be_fetched, forbids_sink, thinnest


@rule
def asked(s: SurviveState) -> int:
    """SV-4.5: everything is the active player's choice, except a repellent in a window."""
    if s.ended != End.NOT_YET:
        return -1
    return window_seat(s) if top(s) == Frame.WINDOW else s.turn


@rule
def forbids(s: SurviveState, seat: int, move: int) -> int:
    """SV-4.1, SV-4.2: the clause that forbids the move now, or 0."""
    if asked(s) != seat:
        return clause(4, 1) if s.ended == End.NOT_YET else clause(13, s.ended)
    if s.depth > 0:
        return forbids_in_business(s, seat, move, top(s))
    if s.phase == Phase.ACTION:
        return forbids_action(s, seat, move)
    if s.phase == Phase.PLACING:
        if move >= codes.SPACE:
            return clause(3, 8)
        return forbids_place(s, seat, move // box.TILES + 1, box.TILE_SPACE[move % box.TILES])
    return forbids_space(s, move - codes.SPACE + 1)


@rule
def forbids_space(s: SurviveState, space: int) -> int:
    """SV-3.13, SV-4.2: a space is named where a raft is placed and where a tile sinks."""
    if s.phase == Phase.LAUNCHING:
        return forbids_launch(s, space) if 0 < space <= box.SPACES else clause(3, 13)
    return forbids_sink(s, space, thinnest(s)) if 0 < space <= box.SPACES else clause(4, 2)


@rule
def forbids_action(s: SurviveState, seat: int, move: int) -> int:
    """SV-5.18, SV-7.1: one act of the action phase (D-03)."""
    if move == codes.END:
        return 0
    if move == codes.ROLL:
        return forbids_ability(s, seat, Face.DIE)
    if codes.REPEL <= move < codes.ROLL:
        return forbids_repel(s, seat, codes.FIRST_REPELLABLE + move - codes.REPEL)
    if codes.DIVE <= move < codes.REPEL:
        return forbids_dive(s, seat, move - codes.DIVE)
    if codes.MOVE <= move < codes.RAFT:
        return forbids_adventurer_move(s, seat, move - codes.MOVE)
    if codes.RAFT <= move < codes.OARS:
        return forbids_raft_move(s, seat, move - codes.RAFT)
    if codes.OARS <= move < codes.DOLPHIN:
        return forbids_oars(s, seat, move - codes.OARS)
    if codes.DOLPHIN <= move < codes.STEP:
        return forbids_dolphin(s, seat, move - codes.DOLPHIN)
    return clause(4, 2)


@rule
def forbids_adventurer_move(s: SurviveState, seat: int, way: int) -> int:
    """SV-5.2: an own adventurer, one space. A way is a piece and a direction in one number, as codes have it."""
    reason = forbids_walker(s, seat, way // box.DIRECTIONS)
    return reason if reason else forbids_way(s, own(s, seat, way // box.DIRECTIONS), way % box.DIRECTIONS)


@rule
def forbids_raft_move(s: SurviveState, seat: int, way: int) -> int:
    """SV-5.1, SV-6.4: a raft, one space, while moves are left."""
    if s.moves == 0:
        return clause(5, 1)
    reason = forbids_raft(s, seat, way // box.DIRECTIONS)
    return reason if reason else forbids_raft_way(s, way // box.DIRECTIONS, way % box.DIRECTIONS)


@rule
def forbids_oars(s: SurviveState, seat: int, way: int) -> int:
    """SV-7.5, SV-7.6, SV-7.15: a raft that could be moved, whether or not moves are left."""
    if forbids_ability(s, seat, Face.OARS):
        return clause(7, 1)
    reason = forbids_raft(s, seat, way // box.DIRECTIONS)
    return reason if reason else forbids_raft_way(s, way // box.DIRECTIONS, way % box.DIRECTIONS)


@rule
def forbids_dolphin(s: SurviveState, seat: int, way: int) -> int:
    """SV-7.8, SV-7.15: an own swimmer."""
    if forbids_ability(s, seat, Face.DOLPHIN):
        return clause(7, 1)
    place = way // box.DIRECTIONS
    reason = forbids_carried(s, seat, place)
    return reason if reason else forbids_entry(s, box.NEXT_TO[s.adventurer[own(s, seat, place)]][way % box.DIRECTIONS])


@rule
def forbids_in_business(s: SurviveState, seat: int, move: int, business: int) -> int:
    """SV-4.6: what is pending comes first."""
    if business == Frame.WINDOW:
        if codes.REPEL <= move < codes.ROLL:
            return forbids_answer(s, seat, codes.FIRST_REPELLABLE + move - codes.REPEL)
        return 0 if move == codes.DECLINE else clause(12, 8)
    if business == Frame.KAIJU:
        return forbids_kaiju_act(s, move)
    if business == Frame.DIE:
        if not codes.CREATURE <= move < codes.DIVE:
            return clause(9, 2)
        return forbids_rolled(s, (move - codes.CREATURE) // box.OFFSETS, (move - codes.CREATURE) % box.OFFSETS)
    if business == Frame.DIVE:
        return forbids_dive_to(s, move - codes.SPACE + 1) if codes.SPACE <= move < codes.MOVE else clause(7, 11)
    if business == Frame.OARS or business == Frame.DOLPHIN:
        if codes.STEP <= move < codes.PIECE:
            return forbids_step(s, business, move - codes.STEP)
        return 0 if move == codes.STOP else clause(4, 6)
    return forbids_piece(s, move, business)


@rule
def forbids_piece(s: SurviveState, move: int, business: int) -> int:
    """SV-6.9, SV-8.11, SV-8.13, SV-8.16: a piece is named: who boards, or what comes to the sunk space."""
    piece = move - codes.PIECE
    if business == Frame.BOARDING:
        return forbids_boarding(s, piece) if 0 <= piece < box.ADVENTURERS else clause(6, 9)
    if codes.PIECE <= move < codes.PUSH and can_be_fetched(s, piece, part(s, Fetch.face), part(s, Fetch.space)):
        return 0
    if part(s, Fetch.face) == Face.RAFT:
        return clause(8, 16)
    return clause(8, 11) if part(s, Fetch.face) == Face.SHARK else clause(8, 13)


@rule
def forbids_rolled(s: SurviveState, creature: int, offset: int) -> int:
    """SV-9.2: a creature of the rolled kind."""
    kind = part(s, Rolled.kind)
    if not box.FIRST[kind] <= creature < box.FIRST[kind + 1]:
        return clause(9, 2)
    return forbids_creature(s, creature, offset)


@rule
def forbids_kaiju_act(s: SurviveState, move: int) -> int:
    """SV-11.2: who is next, where an adventurer goes, where a creature goes."""
    if chosen(s) < 0:
        return 0 if codes.PIECE <= move < codes.PUSH and under_kaiju(s, move - codes.PIECE) else clause(11, 2)
    if chosen(s) < box.ADVENTURERS:
        return forbids_push(s, move - codes.PUSH) if codes.PUSH <= move < codes.CREATURE else clause(11, 4)
    if not codes.CREATURE <= move < codes.DIVE:
        return clause(11, 10)
    return forbids_displace(s, (move - codes.CREATURE) // box.OFFSETS, (move - codes.CREATURE) % box.OFFSETS)


@rule
def legal(s: SurviveState, seat: int, out: Buffer) -> int:
    """SV-17.2: the codes of all legal moves, in rising order."""
    if asked(s) != seat:
        return 0
    if s.depth > 0:
        return list_business(s, seat, top(s), out)
    if s.phase == Phase.ACTION:
        return list_actions(s, seat, out)
    if s.phase == Phase.PLACING:
        return list_placings(s, seat, out)
    return list_launches(s, out) if s.phase == Phase.LAUNCHING else list_sinkings(s, out)


@rule
def list_placings(s: SurviveState, seat: int, out: Buffer) -> int:
    """What `forbids_tile` allows: the same tiles for every value in hand."""
    n = 0
    tiles = 0
    first = 0
    alone = 0 if some_tile_is_free(s) else 1
    for value in range(1, box.VALUES + 1):
        if s.stock[seat][value] > 0 and tiles == 0:
            first = value
            for tile in range(box.TILES):
                ground = s.ground[box.TILE_SPACE[tile]]
                crowd = s.crowd[box.TILE_SPACE[tile]]
                out[n] = codes.PLACE + (value - 1) * box.TILES + tile
                n += 1 if crowd == alone and is_tile(ground) else 0
            tiles = n
        elif s.stock[seat][value] > 0:
            for i in range(tiles):
                out[n] = out[i] + (value - first) * box.TILES
                n += 1
    return n


@rule
def list_launches(s: SurviveState, out: Buffer) -> int:
    n = 0
    for i in range(box.SHORES):
        if forbids_launch(s, box.SHORE[i]) == 0:
            out[n] = codes.SPACE + box.SHORE[i] - 1
            n += 1
    return n


@rule
def list_sinkings(s: SurviveState, out: Buffer) -> int:
    """What `forbids_sink` allows."""
    n = 0
    kind = thinnest(s)
    if kind > 0:
        for tile in range(box.TILES):
            out[n] = codes.SPACE + box.TILE_SPACE[tile] - 1
            n += 1 if s.ground[box.TILE_SPACE[tile]] == kind else 0
    return n


@rule
def list_range(s: SurviveState, seat: int, business: int, first: int, end: int, n: int, out: Buffer) -> int:
    """What nothing forbids of a range of moves, in pending business."""
    for move in range(first, end):
        if forbids_in_business(s, seat, move, business) == 0:
            out[n] = move
            n += 1
    return n


@rule
def list_actions(s: SurviveState, seat: int, out: Buffer) -> int:
    n = 0
    if s.moves > 0:
        n = list_adventurer_moves(s, seat, out)
        n = list_rafts(s, seat, codes.RAFT, n, out)
    if tiles_held(s, seat) > 0:
        n = list_abilities(s, seat, n, out)
    out[n] = codes.END
    return n + 1


@rule
def list_abilities(s: SurviveState, seat: int, n: int, out: Buffer) -> int:
    if holding(s, seat, Face.OARS) > 0:
        n = list_rafts(s, seat, codes.OARS, n, out)
    if holding(s, seat, Face.DOLPHIN) > 0:
        n = list_carried(s, seat, n, out)
    if holding(s, seat, Face.DIVE) > 0 and some_dive_ends(s):
        for creature in range(box.CREATURES):
            out[n] = codes.DIVE + creature
            n += 1 if s.creature[creature] > 0 else 0
    if holding(s, seat, Face.REPELLENT) > 0:
        for creature in range(codes.FIRST_REPELLABLE, box.CREATURES):
            if forbids_repel(s, seat, creature) == 0:
                out[n] = codes.REPEL + creature - codes.FIRST_REPELLABLE
                n += 1
    if holding(s, seat, Face.DIE) > 0:
        out[n] = codes.ROLL
        n += 1
    return n


@rule
def ways_in(s: SurviveState, space: int) -> int:
    """What `forbids_entry` allows from a space, as a mask of directions."""
    ways: int = box.INSIDE[space]
    if s.option[Choice.ENTER_KAIJU_SPACE] == 0:
        ways &= ~kaiju_around(s, space)
    if s.volcanoes > 0:
        for direction in range(box.DIRECTIONS):
            if s.ground[box.NEXT_TO[space][direction]] == Ground.VOLCANO:
                ways &= ~(1 << direction)
    return ways


@rule
def ways_by_sea(s: SurviveState, space: int) -> int:
    """What `forbids_raft_way` allows from a space, as a mask of directions."""
    ways = 0
    for direction in range(box.DIRECTIONS):
        to = box.NEXT_TO[space][direction]
        ways |= (1 if s.ground[to] == box.SEA else 0) << direction
        ways &= ~((1 if s.raft_at[to] > 0 else 0) << direction)
    if s.option[Choice.ENTER_KAIJU_SPACE] == 0:
        ways &= ~kaiju_around(s, space)
    if s.option[Choice.RAFT_DESTINATION] == 1:
        for direction in range(box.DIRECTIONS):
            if not is_empty(s, box.NEXT_TO[space][direction]):
                ways &= ~(1 << direction)
    return ways


@rule
def list_ways(ways: int, first: int, n: int, out: Buffer) -> int:
    """Put a piece's moves in the directions of a mask behind the n already listed. All places are written, those that
    are too many once more by what follows: this takes no branches."""
    for i in range(box.LISTED):
        out[n + i] = first + box.DIRECTIONS_IN[ways][i]
    end: int = n + box.HOW_MANY_IN[ways]
    return end


@rule
def list_carried(s: SurviveState, seat: int, n: int, out: Buffer) -> int:
    """What `forbids_dolphin` allows."""
    for place in range(own_count(s)):
        if forbids_carried(s, seat, place) == 0:
            ways = ways_in(s, s.adventurer[own(s, seat, place)])
            n = list_ways(ways, codes.DOLPHIN + place * box.DIRECTIONS, n, out)
    return n


@rule
def list_adventurer_moves(s: SurviveState, seat: int, out: Buffer) -> int:
    """What `forbids_walker` and `forbids_way` allow."""
    n = 0
    stays = s.option[Choice.LEAVE_SAFE_LAND] == 0
    for place in range(own_count(s)):
        adventurer = own(s, seat, place)
        space = s.adventurer[adventurer]
        if stays and s.ground[space] == box.SAFE:
            continue
        ways = ways_in(s, space)
        if s.swum >> place & 1:
            for direction in range(box.DIRECTIONS):
                if is_swim(s, adventurer, box.NEXT_TO[space][direction]):
                    ways &= ~(1 << direction)
        n = list_ways(ways, codes.MOVE + place * box.DIRECTIONS, n, out)
    return n


@rule
def list_rafts(s: SurviveState, seat: int, first: int, n: int, out: Buffer) -> int:
    """What `forbids_raft` and `forbids_raft_way` allow."""
    for raft in range(box.RAFTS):
        if forbids_raft(s, seat, raft) == 0:
            n = list_ways(ways_by_sea(s, s.raft[raft]), first + raft * box.DIRECTIONS, n, out)
    return n


@rule
def list_dives(s: SurviveState, out: Buffer) -> int:
    n = 0
    for space in range(1, box.SPACES + 1):
        if forbids_dive_to(s, space) == 0:
            out[n] = codes.SPACE + space - 1
            n += 1
    return n


@rule
def list_creature(s: SurviveState, creature: int, n: int, out: Buffer) -> int:
    ways = ways_out(s, creature)
    first = codes.CREATURE + creature * box.OFFSETS
    while ways > 0:  # so many offsets at a time as there are directions
        n = list_ways(ways % (1 << box.DIRECTIONS), first, n, out)
        ways >>= box.DIRECTIONS
        first += box.DIRECTIONS
    return n


@rule
def list_business(s: SurviveState, seat: int, business: int, out: Buffer) -> int:
    if business == Frame.WINDOW:
        return list_range(s, seat, business, codes.REPEL, codes.END, 0, out)
    if business == Frame.DIE:
        n = 0
        for creature in range(box.FIRST[part(s, Rolled.kind)], box.FIRST[part(s, Rolled.kind) + 1]):
            n = list_creature(s, creature, n, out)
        return n
    if business == Frame.DIVE:
        return list_dives(s, out)
    if business == Frame.OARS or business == Frame.DOLPHIN:
        n = list_range(s, seat, business, codes.STEP, codes.PIECE, 0, out)
        out[n] = codes.STOP
        return n + 1
    if business != Frame.KAIJU or chosen(s) < 0:
        return list_range(s, seat, business, codes.PIECE, codes.PUSH, 0, out)
    if chosen(s) < box.ADVENTURERS:
        return list_range(s, seat, business, codes.PUSH, codes.CREATURE, 0, out)
    return list_creature(s, chosen(s) - box.FIRST_CREATURE, 0, out)
