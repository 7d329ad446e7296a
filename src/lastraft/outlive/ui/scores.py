"""Final scores line by line, facts for designers, and the odds."""

from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import Reader
from ...protocol.translations import N_
from ..components import CARDS, GAUGE_POINTS, PREY_COUNT, ROOM_SCORE, ROUNDS, SLOTS, TOKEN_COUNT, TOKENS, WEAKEST_PREY
from ..names import CARD_NAMES, CITY_NAMES, GEAR_NAMES, LEADER_NAMES, ROOM_NAMES, TOKEN_NAMES
from ..rules.knowledge import unseen_animals
from ..rules.scoring import completed_rooms, event_score, rank, repaired_gear, symbols
from ..rules.shelter import is_active, survivors
from ..state import BROKEN, READY, OutliveState


def score_lines(r: Reader[OutliveState], seat: int) -> list[tuple[str, int]]:
    """OL-15.2 to OL-15.7, line by line."""
    s, t = r.state, r.t
    return [
        (t("Ended events"), event_score(s, seat)),
        (t("Completed rooms"), ROOM_SCORE[completed_rooms(s, seat)]),
        (t("Radiation"), GAUGE_POINTS[s.gauge[seat]]),
        (t("Survivors"), survivors(s, seat)),
        (t("Repaired equipment"), repaired_gear(s, seat)),
        (t("Completed symbols"), symbols(s, seat)),
    ]


def own_end(r: Reader[OutliveState]) -> str:
    """How many survivors the reader's shelter has, and where it lacks most to the winner."""
    t, people = r.t, survivors(r.state, r.seat)
    if people:
        said = t.plural(
            "The convoy leaves {n} survivor of yours behind.",
            "The convoy leaves {n} survivors of yours behind.",
            people,
        )
    else:
        said = t("The convoy leaves without you: nobody is left in your shelter.")
    winner = next(seat for seat in range(r.state.seats) if rank(r.state, seat) == 1)
    lines = zip(score_lines(r, r.seat), score_lines(r, winner), strict=True)
    (what, n), (_, m) = max(lines, key=lambda pair: pair[1][1] - pair[0][1])
    return (
        f"{said} {t('The biggest difference: {what}, {n} to {m} points.', what=what[:1].lower() + what[1:], n=n, m=m)}"
    )


def downfall(r: Reader[OutliveState], events: Sequence[Emitted]) -> str:
    """Of what the winner has more at the end, and of what the reader."""
    winner = next(seat for seat in range(r.state.seats) if rank(r.state, seat) == 1)
    if winner == r.seat:
        return ""
    pairs = zip(score_lines(r, winner), score_lines(r, r.seat), strict=True)
    lines = sorted(((n - m, what[:1].lower() + what[1:], n, m) for (what, n), (_, m) in pairs), reverse=True)
    more = [r.t("{what} {n} to {m}", what=what, n=n, m=m) for by, what, n, m in lines if by > 0]
    less = [r.t("{what} {n} to {m}", what=what, n=m, m=n) for by, what, n, m in reversed(lines) if by < 0]
    said = [r.t("{name} has more points: {lines}.", name=r.names[winner], lines=", ".join(more))] if more else []
    return " ".join([*said, *([r.t("You have more points: {lines}.", lines=", ".join(less))] if less else [])])


def told_lines(r: Reader[OutliveState], seat: int) -> list[tuple[str, int]]:
    """The score line by line, with the number of completed rooms: their points are another."""
    n = completed_rooms(r.state, seat)
    lines = score_lines(r, seat)
    lines[1] = (r.t.plural("{n} completed room", "{n} completed rooms", n), lines[1][1])
    return lines


def facts(s: OutliveState, seat: int) -> dict[str, int]:
    """What may have won: some figures, and by name the leader, completed rooms, repaired tiles and ended events."""
    figures = {
        N_("rooms built"): sum(s.built[seat]),
        N_("rooms completed"): completed_rooms(s, seat),
        N_("survivors in rooms"): sum(s.people[seat]),
        N_("survivors in the airlock"): s.airlock[seat],
        N_("animals hunted"): sum(s.kills[seat]),
        N_("tiles left broken"): s.gear[seat].count(BROKEN),
        N_("goods left over"): sum(s.store[seat]),
        N_("first player at the end"): int(s.marker == seat),
    }
    names = [LEADER_NAMES[s.leader[seat] - 1]] if s.leader[seat] else []
    names += [ROOM_NAMES[s.room[seat][slot] - 1] for slot in range(SLOTS) if is_active(s, seat, slot)]
    names += [name for name, state in zip(GEAR_NAMES, s.gear[seat], strict=True) if state >= READY]
    names += [CARD_NAMES[card - 1] for card, by in zip(s.card, s.ended, strict=True) if by == seat + 1]
    return figures | {name: names.count(name) for name in names}


def odds(r: Reader[OutliveState]) -> list[tuple[str, str]]:
    """What is left of search tokens, animals and events: public, but tedious to count."""
    s, t = r.state, r.t
    lines: list[tuple[str, str]] = []
    for city in range(2):
        left = s.search[city][: s.search_left[city]]
        counts = [(token, left.count(token)) for token in range(TOKENS) if token in left]
        shown = ", ".join(f"{t(TOKEN_NAMES[token])} {n}/{TOKEN_COUNT[token]}" for token, n in counts)
        if shown:
            lines.append((t("Tokens left in {city}", city=t(CITY_NAMES[city])), shown))
    animals = ", ".join(f"{WEAKEST_PREY + kind}: {unseen_animals(s, kind)}/{n}" for kind, n in enumerate(PREY_COUNT))
    lines.append((t("Animals nobody has seen, by toughness"), animals))
    if s.day < ROUNDS:
        unturned = [t(CARD_NAMES[card]) for card in range(CARDS) if card + 1 not in s.card[: s.day]]
        lines.append((t("Events that may still come"), ", ".join(unturned)))
    return lines
