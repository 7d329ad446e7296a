"""What the signs of the beach mean, and what every card does."""

from ...protocol import Reader, Sign
from ...protocol.translations import N_
from ..components import IDS
from ..names import card_name
from ..options import Choice
from ..state import HellapagosState
from .cards import card_line

SIGNS = {
    N_("On the beach"): (
        ("act-fish", N_("Fish"), N_("Draw a ball from the bag: 1 to 3 food.")),
        ("act-water", N_("Collect water"), N_("As much water as it rains today.")),
        ("act-wood", N_("Collect wood"), N_("One safe piece; every ball more may be the snake. Six make a seat.")),
        ("act-search", N_("Search"), N_("Take the top card of the wreck.")),
        ("i-water", N_("Water"), N_("Every castaway drinks 1 each night; the trip takes 1 more each.")),
        ("i-food", N_("Food"), N_("Every castaway eats 1 each night; the trip takes 1 more each.")),
        (
            "i-raft",
            N_("Raft"),
            N_("Six pieces of wood make a seat. Whoever has none when the raft leaves is left behind."),
        ),
        ("ball-white", N_("White ball"), N_("Safe: you keep what you push for.")),
        ("ball-black", N_("Black ball"), N_("The snake: you are bitten and fall sick.")),
    ),
    N_("The sky"): (
        ("wx-0", N_("Sun"), N_("No water falls today.")),
        ("wx-2", N_("Rain"), N_("The number is the water that one castaway fetches.")),
        ("wx-h", N_("Hurricane"), N_("The last day: leave now or never. It comes on day 7 at the earliest.")),
        ("wx-back", N_("A day to come"), N_("Nobody knows its weather yet, unless a Barometer showed it.")),
    ),
    N_("Beside a castaway"): (
        ("i-first", N_("First player"), N_("Begins the day; then it goes round the fire.")),
        ("i-chief", N_("Chief"), N_("Ends debates and breaks ties; usually the first player.")),
        ("i-snake", N_("Sick"), N_("Has no vote, and on the next day no action and no cards; then recovers.")),
        ("i-skull", N_("Dead"), N_("Takes no part any more, unless a Voodoo Doll is played.")),
        ("i-swap", N_("Trade"), N_("Offers you a trade, or waits for your answer.")),
        ("i-gift", N_("Gift"), N_("Cards for nothing.")),
        ("i-hand", N_("Votes"), N_("How many point at this castaway.")),
        ("card-back", N_("Cards"), N_("How many cards somebody holds.")),
    ),
    N_("Kinds of card"): (
        ("i-permanent", N_("Stays in play"), N_("Laid down before you, it works every day.")),
        ("i-single", N_("Once"), N_("Works once and is discarded.")),
        ("i-useless", N_("Useless"), N_("Does nothing, but the others do not know that.")),
    ),
}

MEANINGS = {symbol: meaning for signs in SIGNS.values() for symbol, _, meaning in signs}
AT_THIS_TABLE = {
    ("act-fish", Choice.BLACK_BALL_FISH, 1): N_("Draw a ball from the bag: up to 3 food, and none with the black one."),
    ("i-snake", Choice.SICK_CARD_BAN, 1): N_(
        "Has no vote, plays no cards, and on the next day no action; then recovers."
    ),
    ("i-skull", Choice.VOICE_OF_THE_DEAD, 1): N_("Only votes, unless a Voodoo Doll is played."),
    ("i-chief", Choice.CONCH_CHIEF, 1): N_("Ends debates and breaks ties; always the first player."),
}
"""What a sign means where an option changes it."""


def glossary(r: Reader[HellapagosState]) -> list[tuple[str, list[Sign]]]:
    """The signs, and every card with its line."""
    changed = {
        symbol: said for (symbol, option, value), said in AT_THIS_TABLE.items() if r.state.option[option] == value
    }
    groups = [
        (r.t(group), [Sign(symbol, r.t(name), r.t(changed.get(symbol, meaning))) for symbol, name, meaning in signs])
        for group, signs in SIGNS.items()
    ]
    cards = [Sign(f"art-{id}", card_name(kind, r.t), card_line(r, kind)) for kind, id in enumerate(IDS)]
    return [*groups, (r.t("All cards"), cards)]
