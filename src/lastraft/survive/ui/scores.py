"""Final scores line by line, facts for designers, and the odds."""

from ...protocol import Reader
from ...protocol.translations import N_
from ..components import ADVENTURERS, COPIES, FACES, VALUES, Ground
from ..names import FACE_NAMES, space_name
from ..rules.scoring import score
from ..rules.sinking import thinnest
from ..state import End, SurviveState, own, own_count, owner, tiles_held

SAVED = (N_("saved: worth 1"), N_("saved: worth 2"), N_("saved: worth 3"), N_("saved: worth 4"), N_("saved: worth 5"))

CHANCES = N_("Whoever moves first has better chances from the start.")


def facts(s: SurviveState, seat: int) -> dict[str, int]:
    """What may have won: how many were saved, of each value and in all, where the others ended, tiles never used."""
    pieces = [own(s, seat, place) for place in range(own_count(s))]
    ground = {piece: s.ground[s.adventurer[piece]] for piece in pieces}
    saved = [s.value[piece] for piece in pieces if ground[piece] == Ground.SAFE]
    by_value = {SAVED[value - 1]: saved.count(value) for value in range(1, VALUES + 1)}
    return by_value | {
        N_("saved"): len(saved),
        N_("eliminated"): sum(s.adventurer[piece] == 0 for piece in pieces),
        N_("left in the sea"): sum(there == Ground.SEA for there in ground.values()),
        N_("left on the island"): sum(Ground.BEACH <= there <= Ground.MOUNTAIN for there in ground.values()),
        N_("tiles never used"): tiles_held(s, seat),
        N_("first player"): int(s.first == seat),
    }


def unseen(s: SurviveState, seat: int, terrain: int) -> dict[int, int]:
    """Of each face of a terrain's tiles how many a seat has not seen: they lie there, or others hold them."""
    left = {}
    for face in range(1, FACES):
        mine = s.held[seat][terrain - Ground.BEACH][face] if seat >= 0 and terrain < Ground.MOUNTAIN else 0
        left[face] = COPIES[terrain][face] - s.gone[terrain][face] - mine
    return {face: n for face, n in left.items() if n > 0}


def odds(r: Reader[SurviveState]) -> list[tuple[str, str]]:
    """What the tiles that sink next may hide, as far as the seat can know."""
    terrain = thinnest(r.state)
    left = unseen(r.state, r.seat, terrain) if terrain else {}
    total = sum(left.values())
    return [(r.t(FACE_NAMES[face]), r.t("{n} of {total} unseen", n=n, total=total)) for face, n in left.items()]


def own_end(r: Reader[SurviveState]) -> str:
    """How many of their adventurers the reader saved."""
    s, count = r.state, own_count(r.state)
    saved = sum(s.ground[s.adventurer[own(s, r.seat, place)]] == Ground.SAFE for place in range(count))
    if not saved:
        return r.t("None of your people came home.")
    return r.t.plural(
        "You brought {n} of your {count} people home.",
        "You brought {n} of your {count} people home.",
        saved,
        count=count,
    )


def score_lines(r: Reader[SurviveState], seat: int) -> list[tuple[str, int]]:
    """SV-13.7: at the end, the saved and what they are worth, land by land."""
    s = r.state
    if s.ended == End.NOT_YET:
        return []
    saved = [i for i in range(ADVENTURERS) if owner(s, i) == seat and s.ground[s.adventurer[i]] == Ground.SAFE]
    lines = []
    for land in sorted({s.adventurer[i] for i in saved}):
        worth = sorted((s.value[i] for i in saved if s.adventurer[i] == land), reverse=True)
        said = r.t("On {space}: {worth}", space=space_name(land, r.t), worth=" + ".join(map(str, worth)))
        lines.append((said if len(worth) > 1 else r.t("On {space}", space=space_name(land, r.t)), sum(worth)))
    return [*lines, (r.t("Total"), score(s, seat))]
