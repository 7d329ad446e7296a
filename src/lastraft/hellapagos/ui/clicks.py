"""What one clicks: the elements of the drawing that make up a move, and moves made in one go."""

import functools

from ...kernel import clause, top
from ...protocol import Reader, Shortcut
from ...protocol.translations import Translator
from ..codes import (
    ACT_SEARCH,
    ACT_WOOD,
    ACTIONS,
    ASK,
    CARD,
    DONE,
    FAMILIES,
    GIVE,
    MILL_FOR,
    OFFER,
    PLAY_FOR,
    PLAY_SPECIAL,
    RATIONS_BY_NAME,
    SHOOT,
    SPECIALS,
    TARGET,
)
from ..components import IDS, KIND, RESOURCE, WATER, Card
from ..names import card_name
from ..rules.card_effects import ration_kind
from ..rules.castaways import banned
from ..rules.legal import forbids
from ..state import Frame, HellapagosState, Window
from .labels import careful, label, label_own
from .outcomes import fed_oneself, sickens
from .prompts import unfed


def clicks(r: Reader[HellapagosState], move: int) -> tuple[str, ...]:
    """The elements that make up a move: places, cards, castaways; none for what is only a button."""
    family, i = FAMILIES[move]
    if family in ("ACT_FISH", "ACT_WATER", "ACT_SEARCH"):
        return (f"place-{family[4:].lower()}",)
    if family == "ACT_WOOD":
        return "place-wood", f"push-{i}"
    if family == "IMPOSE":
        return (f"place-{ACTIONS[i]}",)
    if family == "PUSH":
        return (f"push-{i}",)
    if family == "PICK":
        return (f"deck-{i}",)
    if family in ("VOTE", "TIEBREAK"):
        return f"seat-{i}", f"seat-{i}"  # the same: it may kill somebody
    if family == "TARGET":
        return (f"seat-{i}",)
    if family in ("GIVE", "OFFER"):
        return f"act-{family.lower()}", f"seat-{i}"
    if family == "SHOOT":
        return "card-bullet", f"seat-{i}"
    if family == "REACT":
        return ("card-sheet_metal",) if i == 0 else ()
    if family == "CARD":
        return (f"card-{IDS[i]}",)
    if family == "SAY":
        return (f"kind-{IDS[i]}",)
    return _plays(r, family, i)


def wrong(r: Reader[HellapagosState], clicked: list[str]) -> int:
    """HP-20.15: a card comes too late where all decide at once."""
    closed = r.state.depth > 0 and top(r.state) in (Frame.BALLOT, Frame.TIE, Frame.DEPARTURE)
    return clause(20, 15) if closed and clicked and clicked[0].startswith("card-") else 0


def _saved(r: Reader[HellapagosState]) -> int:
    """Whom a ration would save from a vote: against whom it is; or -1."""
    return r.state.designated - 1 if r.state.window == Window.SAVE else -1


def _plays(r: Reader[HellapagosState], family: str, i: int) -> tuple[str, ...]:
    """A card for everybody goes to its store, a card for one castaway to the fire or to whom it saves, any other is
    just played."""
    if family == "PLAY_PERMANENT":
        return (f"card-{IDS[Card.GUN + i]}",)
    if family in ("PLAY_COMMON", "PLAY_FOR"):
        names = RATIONS_BY_NAME[i].split("+")
        store = "water" if RESOURCE[IDS.index(names[0])] == WATER else "food"
        fed = f"seat-{saved}" if (saved := _saved(r)) >= 0 else "fire"
        return *(f"card-{name}" for name in names), f"store-{store}" if family == "PLAY_COMMON" else fed
    if family == "PLAY_SPECIAL":
        name = IDS[SPECIALS[i]]
        gain = {"vegetable_mill": "store-water", "cannibal_bbq_kit": "store-food"}
        return (f"card-{name}", gain[name]) if name in gain else (f"card-{name}",)
    return ()


def shortcuts(r: Reader[HellapagosState]) -> list[Shortcut]:
    return [*_own_rations(r), *_trades(r), *_pushes(r)] if r.seat >= 0 else []


def _own_rations(r: Reader[HellapagosState]) -> list[Shortcut]:
    """Whoever dies without a ration may take their own at once, rather one that does not make them sick."""
    s = r.state
    if not unfed(s, r.seat) or banned(s, r.seat):
        return []
    own = [i for i in range(MILL_FOR) if forbids(s, r.seat, PLAY_FOR + i) == 0]
    best = sorted(own, key=lambda i: sickens(s, i))
    return [
        Shortcut(
            (PLAY_FOR + i, TARGET + r.seat),
            label_own(i, card_name(ration_kind(i), r.t), r.t),
            (),
            careful(r, PLAY_FOR + i),
            fed_oneself(r, i),
            i == best[0],
        )
        for i in best
    ]


def _pushes(r: Reader[HellapagosState]) -> list[Shortcut]:
    """A chip alone says that it is wood, and how far."""
    codes = [code for code in range(ACT_WOOD, ACT_SEARCH) if forbids(r.state, r.seat, code) == 0]
    return [Shortcut((code,), label(r, code), (f"push-{code - ACT_WOOD}",), careful(r, code)) for code in codes]


def _trades(r: Reader[HellapagosState]) -> list[Shortcut]:
    """A card, then a castaway: given, or offered for one of theirs, with nothing said of it or with more steps."""
    s = r.state
    kinds = sorted({kind for kind, place in zip(KIND, s.place) if place == r.seat})
    partners = [to for to in range(s.seats) if forbids(s, r.seat, GIVE + to) == 0] if kinds else []
    if not partners:
        return []
    saving = {clicks(r, code) for code in range(PLAY_FOR, PLAY_SPECIAL) if not forbids(s, r.seat, code)}
    pairs = [
        (kind, to)
        for kind in kinds
        for to in partners
        if kind != Card.BULLET or forbids(s, r.seat, SHOOT + to)  # else these clicks are a shot
        if (f"card-{IDS[kind]}", f"seat-{to}") not in saving
    ]
    open_to = tuple([to for to in partners if not forbids(s, r.seat, OFFER + to) and s.hand_size[to]])
    return _given_or_offered(r.t, tuple(r.names), tuple(pairs), open_to, s.hand_size[r.seat] > 1)


@functools.lru_cache(1024)
def _given_or_offered(
    t: Translator, names: tuple[str, ...], pairs: tuple[tuple[int, int], ...], open_to: tuple[int, ...], more_left: bool
) -> list[Shortcut]:
    """``pairs`` of a card and who may get it; to whom something may be offered; whether one is left in the hand."""
    gifts = [
        Shortcut(
            (GIVE + to, CARD + kind, DONE),
            t("Give it to {name}", name=names[to]),
            (f"card-{IDS[kind]}", f"seat-{to}", "as-gift"),
        )
        for kind, to in pairs
    ]
    no_more = (DONE,) if more_left else ()
    steps = (
        ("as-swap", t("Offer it for one card"), (ASK + 1, DONE, DONE)),
        ("as-offer", t("Offer it, and say more…"), ()),
    )
    offers = [
        Shortcut((OFFER + to, CARD + kind, *no_more, *more), said, (f"card-{IDS[kind]}", f"seat-{to}", step))
        for kind, to in pairs
        if to in open_to
        for step, said, more in steps
    ]
    return gifts + offers
