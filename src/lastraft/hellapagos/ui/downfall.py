"""How a castaway lost, told after the game, when all cards are open."""

from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import Reader
from ...protocol.reader import Listener
from ..bots import rations_held
from ..components import FOOD, PRECIPITATION, RATION_CARDS, RESOURCE, WATER
from ..events import Event
from ..names import card_name
from ..rules.cards import count
from ..rules.roles import living
from ..state import Check, Deed, HellapagosState, Window

DRINKS = (Check.WATER, Check.TRIP_WATER)


def at_stake(s: HellapagosState) -> int:
    """Whom a vote is against, until somebody helps or all pass."""
    return 1 << (s.designated - 1) if s.window == Window.SAVE and s.designated else 0


def downfall(r: Reader[HellapagosState], events: Sequence[Emitted]) -> str:
    """The day, what was short, who voted against them or shot, who held rations, and who had fetched any."""
    s, t = r.state, r.t
    today = events[max((i for i, e in enumerate(events) if e.kind == Event.ROUND), default=0) :]
    lost = [e for e in today if _is_loss(e, r.seat)][-1:]
    if not lost:
        return ""
    said = [f"{t('Day {n}', n=s.day)}."]
    short = [e for e in today if e.kind == Event.SHORT and e.a == s.check]
    said += [Event.SHORT.sentence(e, Listener(r.seat, r.names, t)) for e in short[-1:]]
    if lost[0].kind == Event.KILLED:
        said.append(t("{name} shot you and took your cards.", name=r.names[lost[0].a]))
        return " ".join(said)
    voters = [r.names[i] for i in range(s.seats) if s.designated == r.seat + 1 and r.seat + 1 in _votes(s, i)]
    if voters:
        said.append(t("Against you: {names}.", names=", ".join(voters)))
    if s.check == Check.SEATS:
        return " ".join(said)
    return " ".join((*said, *_rations(r, WATER if s.check in DRINKS else FOOD)))


def _is_loss(e: Emitted, seat: int) -> bool:
    return (e.kind == Event.KILLED and e.b == seat) or (e.kind == Event.DIED and e.a == seat)


def _votes(s: HellapagosState, voter: int) -> tuple[int, int]:
    return s.vote[voter], s.second_vote[voter]


def _rations(r: Reader[HellapagosState], short: int) -> list[str]:
    """Who held what would have saved somebody, and who had fetched any that day."""
    s, t = r.state, r.t
    said = []
    if not rations_held(s, r.seat, short):
        said.append(t("You held no water card.") if short == WATER else t("You held no food card."))
    for other in range(s.seats):
        kinds = [kind for kind in range(RATION_CARDS) if RESOURCE[kind] == short for _ in range(count(s, kind, other))]
        if other != r.seat and kinds and living(s, other):
            cards = ", ".join(card_name(kind, t) for kind in kinds)
            said.append(t("{name} held: {cards}.", name=r.names[other], cards=cards))
    deed = Deed.WATER if short == WATER else Deed.FISH
    names = ", ".join(t("you") if i == r.seat else r.names[i] for i in range(s.seats) if s.brought[i][deed])
    rain = PRECIPITATION[s.weather[s.day - 1]] if s.day > 0 else 0
    if short == WATER and not names and not rain:
        fetched = t("It did not rain that day.")
    elif short == WATER:
        fetched = t("Water that day came from: {names}.", names=names) if names else t("Nobody fetched water that day.")
    else:
        fetched = t("Food that day came from: {names}.", names=names) if names else t("Nobody fished that day.")
    return [*said, fetched]
