"""What the signs of the board mean."""

from collections.abc import Sequence

from ...protocol import Reader, Sign
from ...protocol.drawing import safe
from ...protocol.translations import N_, Translator
from ..options import Choice
from ..state import SurviveState

Parts = tuple[str | tuple[Choice, tuple[str, ...]], ...]
"""What a sign means, sentence by sentence; some are said only where the table has chosen so."""
RAFT: Parts = (
    N_("Three seats, no owner."),
    (
        Choice.RAFT_CONTROL,
        (
            N_("Whoever has as many aboard as any other steers it."),
            N_("Whoever has as many aboard as all others together steers it."),
            N_("Whoever has more aboard than any other steers it."),
        ),
    ),
    (Choice.RAFT_DESTINATION, ("", N_("It goes only to empty spaces."))),
    (Choice.ELIMINATED_RAFTS, ("", N_("Once destroyed, it does not come back."))),
)
KAIJU: Parts = (
    N_("Walks over land too, breaks rafts and pushes people away. Moves up to two."),
    (Choice.ENTER_KAIJU_SPACE, ("", N_("Whoever enters its space is pushed on at once."))),
    (Choice.KAIJU_SAFE_LAND, ("", N_("It may enter a safe land."))),
    (Choice.PUSH_TO_SAFE_LAND, ("", N_("It pushes nobody onto a safe land."))),
)
ADVENTURER: Parts = (
    N_("Yours have your colour and hat."),
    (Choice.VALUE_VISIBILITY, (N_("What one is worth stays hidden."), N_("What yours are worth, only you see."))),
)
SAFE_LAND: Parts = (
    (
        Choice.LEAVE_SAFE_LAND,
        (
            N_("Whoever gets here is saved and counts at the end."),
            N_("Whoever is here at the end counts. One may leave again."),
        ),
    ),
    N_("One gets ashore only from the two spaces with a jetty."),
)
BEACH: Parts = (
    N_("The thinnest tiles: they sink first."),
    N_("Whoever stands there falls into the water."),
    N_("Underneath: a shark, a kaiju, a raft, or oars, a dolphin, a creature die or a repellent to keep."),
)
FOREST: Parts = (
    N_("Sinks when no beach is left."),
    N_("Whoever stands there falls into the water."),
    N_("Underneath: a shark, a kaiju, a raft, a whirlpool, or a dolphin, dive, a creature die or a repellent to keep."),
)
SIGNS: dict[str, tuple[tuple[str, str, str | Parts], ...]] = {
    N_("On the board"): (
        ("meeple-0", N_("Adventurer"), ADVENTURER),
        ("swimmer-0", N_("Swimmer"), N_("An adventurer in the water swims one space a turn.")),
        ("raft", N_("Raft"), RAFT),
        ("serpent", N_("Sea serpent"), N_("Destroys rafts and takes everybody on its space. Moves one space.")),
        ("shark", N_("Shark"), N_("Takes swimmers, never people on a raft. Moves up to two spaces.")),
        ("kaiju", N_("Kaiju"), KAIJU),
        ("tile-beach-a", N_("Beach"), BEACH),
        ("tile-forest-a", N_("Forest"), FOREST),
        (
            "tile-mountain-a",
            N_("Mountain"),
            N_("Sinks last. A volcano or a whirlpool lies beneath: nobody on it survives."),
        ),
        ("lm-flag", N_("Safe land"), SAFE_LAND),
    ),
    N_("Where somebody can go"): (
        ("b-walk", N_("On foot"), N_("To a tile or a safe land, as often as there are moves.")),
        ("b-swim", N_("Swimming"), N_("Into the water or out of it: each adventurer once a turn.")),
        ("b-board", N_("Aboard"), N_("To a free seat on a raft. From land that is no swimming.")),
        ("b-bite", N_("Prey"), N_("A shark or sea serpent that comes here takes somebody or wrecks a raft.")),
        ("b-push", N_("Driven away"), N_("A kaiju that comes here pushes people away and breaks rafts.")),
    ),
    N_("Under the tiles"): (
        ("ab-shark", N_("Shark"), N_("A shark comes to this space at once.")),
        ("ab-kaiju", N_("Kaiju"), N_("A kaiju comes to this space at once.")),
        ("ab-raft", N_("Raft"), N_("A raft comes to this space; whoever was on the tile boards, up to three.")),
        ("ab-whirlpool", N_("Whirlpool"), N_("Swallows everything on this space and beside it in the water.")),
        ("ab-volcano", N_("Volcano"), N_("Takes whoever is there. The third one ends the game.")),
        ("ab-oars", N_("Oars"), N_("Yours to keep: row a raft up to two spaces, without a move.")),
        ("ab-dolphin", N_("Dolphin"), N_("Yours to keep: it carries one of your swimmers up to two spaces.")),
        ("ab-dive", N_("Dive"), N_("Yours to keep: put a creature on any empty sea space.")),
        ("ab-creature_die", N_("Creature die"), N_("Yours to keep: roll the die once more and move a creature.")),
        (
            "ab-repellent",
            N_("Repellent"),
            N_("Yours to keep: drives away a shark or kaiju that meets your people, not a sea serpent."),
        ),
    ),
    N_("Beside the board"): (
        ("i-flag", N_("Saved"), N_("How many of a player's adventurers have reached safe land.")),
        ("i-people", N_("Left to save"), N_("How many of them are still on the board.")),
        ("i-tile", N_("Tiles held"), N_("How many ability tiles a player keeps, face down.")),
        ("mini-volcano", N_("Volcanoes"), N_("How many have erupted. With the third the game is over.")),
        ("face-none", N_("The die"), N_("At the end of a turn it says which kind of creature moves.")),
    ),
}


def glossary(r: Reader[SurviveState]) -> list[tuple[str, list[Sign]]]:
    """The signs in groups, under the table's options."""
    return [
        (r.t(group), [Sign(symbol, r.t(name), meaning(symbol, r.state.option, r.t)) for symbol, name, _ in signs])
        for group, signs in SIGNS.items()
    ]


_MEANING = {symbol: (said,) if isinstance(said, str) else said for signs in SIGNS.values() for symbol, _, said in signs}


def meaning(symbol: str, option: Sequence[int], t: Translator) -> str:
    """What one sign means at a table with these options."""
    parts = (part if isinstance(part, str) else part[1][option[part[0]]] for part in _MEANING[symbol])
    return " ".join(t(part) for part in parts if part)


def desc(what: str, asks: str = "") -> str:
    """What a thing of the drawing is, after what is asked with it in hand."""
    text = f"{asks}\n\n{what}" if asks else what
    return f"<desc>{safe(text)}</desc>"
