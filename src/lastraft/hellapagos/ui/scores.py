"""Final scores line by line, facts for designers, and the odds."""

from collections.abc import Sequence

from ...kernel import Emitted
from ...protocol import Reader
from ...protocol.translations import N_
from ..components import BALLS, CALM, HURRICANE, IDS, KINDS, PERMANENTS, ROUNDS, WORDS, Card
from ..events import Event
from ..names import DEED_NAMES, card_name
from ..rules.cards import count
from ..rules.knowledge import weather_left
from ..rules.scoring import score
from ..rules.windows import owner
from ..state import IN_PLAY, HellapagosState, Window


def score_lines(r: Reader[HellapagosState], seat: int) -> list[tuple[str, int]]:
    s = r.state
    if not s.ended:
        return []
    if not s.aboard >> seat & 1:
        return [(r.t("Left on the island") if s.alive >> seat & 1 else r.t("Died on the island"), 0)]
    return [(r.t("Aboard the raft"), score(s, seat))]


def at_the_end(r: Reader[HellapagosState], seat: int, events: Sequence[Emitted]) -> list[str]:
    """Who pointed at a castaway in the last vote in which anybody did, at whom they pointed last, and their cards."""
    s, t = r.state, r.t
    called = [t("you") if i == r.seat else name for i, name in enumerate(r.names)]
    said, against, own = list[str](), list[int](), -1
    anew = True  # whether no vote of the newest ballot is told yet
    for e in events:
        if e.kind == Event.SHORT:
            anew = True
        elif e.kind == Event.VOTED:
            own = e.b if e.a == seat else own
            if e.b == seat:
                against, anew = [*([] if anew else against), e.a], False
    if against:
        said.append(t("Last pointed at by: {names}", names=", ".join(called[i] for i in dict.fromkeys(against))))
    if own >= 0:
        said.append(t("Last pointed at: {name}", name=called[own]))
    if s.hand_size[seat]:
        held = [(card_name(kind, t), count(s, kind, seat)) for kind in range(KINDS)]
        cards = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in held if n)
        said.append(t("In the hand: {cards}", cards=cards))
    return said


def facts(s: HellapagosState, seat: int) -> dict[str, int]:
    """What may have saved a castaway: what they did and suffered, and what lay before them at the end."""
    noted = {name: s.deeds[seat][deed] for deed, name in DEED_NAMES.items()}
    office = {N_("first player at the end"): int(s.first_player == seat)}
    kinds = range(Card.GUN, Card.GUN + PERMANENTS)
    tools = {WORDS["cards"][IDS[kind]]["name"]: count(s, kind, IN_PLAY + seat) for kind in kinds}
    return noted | {N_("cards in hand at the end"): s.hand_size[seat]} | office | tools


def odds(r: Reader[HellapagosState]) -> list[tuple[str, str]]:
    """The hurricane's chance tomorrow, and the snake's by how far one pushes on."""
    s = r.state
    if s.ended:
        return []
    lines = []
    if s.day < ROUNDS and weather_left(s, HURRICANE):
        first = max(CALM, s.day)
        free = sum(s.weather[i] < 0 for i in range(first, ROUNDS))
        next_one = s.weather[s.day] < 0 and s.day >= CALM
        lines.append((r.t("Hurricane tomorrow"), f"1/{free}" if next_one else "0"))
    if r.seat >= 0 and s.window == Window.TURN and owner(s) == r.seat:
        lines += [(r.t.plural("Bitten with {n} ball", "Bitten with {n} balls", k), f"{k}/{BALLS}") for k in range(1, 6)]
    return lines
