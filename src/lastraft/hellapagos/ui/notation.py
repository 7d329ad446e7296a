"""Positions as text (docs/formats.md): the words of the rules file's test positions.

first: C            the first player; the turns are listed from there
round: 4            W: 8    F: 9    R: 2    disc: 3
weather: 0 1 2 h    the cards in order; those left out follow
dead: B             died: B (today)    sick: B 4 bite    conch: D    next first: E (the Alarm Clock)
hand A: sandwich    in play A: gun    deck: axe club (top first; - for none; after the hands)    discard: matches
order: E A B+       the turns to come, + for the extra turn of Coffee    acted: C D    imposed E: wood 3    passed: A
window: T, D, N, S water, V food C, Z trip_water, or - where none is open
provided: A         protected: B (by the plank)    exempt water: A    basket: water food
deeds A: wood 3     what everybody has seen A do    wronged A: B C    those who did A wrong
"""

from collections.abc import Callable, Sequence

from ...kernel import top
from .. import components as box
from .. import state
from ..codes import ACTIONS, CANCEL, DECLINE, FAMILIES, GIVE, PASS, RATIONS_BY_NAME, SPECIALS, WITHDRAW
from ..components import IDS, Card
from ..rules.cards import count, tidy
from ..rules.castaways import place_of
from ..rules.knowledge import in_secret
from ..rules.roles import living, right_of
from ..rules.setup import lay_out_wreckage
from ..state import Check, Deed, Draft, Frame, HellapagosState, Step, Window

LETTERS = "ABCDEFGHIJKL"
_WORDS: dict[str, tuple[str, Sequence[object]]] = {
    "ACT_WOOD": ("wood", range(6)),
    "PLAY_PERMANENT": ("lay", IDS[Card.GUN :]),
    "PLAY_COMMON": ("play", RATIONS_BY_NAME),
    "PLAY_FOR": ("feed", RATIONS_BY_NAME),
    "PLAY_SPECIAL": ("use", [IDS[kind] for kind in SPECIALS]),
    "IMPOSE": ("impose", ACTIONS),
    "PUSH": ("push", range(6)),
    "PICK": ("pick", range(1, 4)),
    "REACT": ("", ("sheet metal", "nothing")),
    "CARD": ("card", IDS),
    "SAY": ("say", IDS),
    "ASK": ("ask", range(4)),
    "DEPART": ("", ("leave", "stay")),
}
"""How moves are written that name something else than a seat: a verb, and what follows it."""


def move_text(s: HellapagosState, seat: int, move: int) -> str:
    """A move in the game's notation; the same at every moment."""
    family, i = FAMILIES[move]
    verb = family.lower().removeprefix("act_").replace("_", " ")
    if FAMILIES.all[FAMILIES.of[move]].size == 1:
        return verb
    verb, words = _WORDS.get(family, (verb, LETTERS))
    return f"{verb} {words[i]}".lstrip()


def secret(s: HellapagosState, seat: int, move: int, reader: int) -> bool:
    """HP-23.15, HP-23.19, HP-23.21, HP-23.22, HP-23.25: passes, votes and choices before the reveal, drafts and
    offers, a card picked."""
    if seat == reader:
        return False
    if s.depth:
        return in_secret(s) or top(s) == Frame.PICKING
    if s.draft[seat]:
        return not (move == CANCEL and s.draft[seat] == Draft.ACCEPTANCE and s.partner[seat] == reader)
    if DECLINE <= move < WITHDRAW:
        return move - DECLINE != reader
    if move == WITHDRAW:
        return s.offer_to[seat] != reader + 1
    return move == PASS or move >= GIVE


WINDOWS = dict(zip("TDSVZN", list(Window)[1:], strict=True))
STEPS = {
    Window.TURN: Step.TURNS,
    Window.DUSK: Step.DUSK,
    Window.SHORTAGE: Step.CHECK,
    Window.SAVE: Step.CHECK,
    Window.ZERO: Step.CHECK,
    Window.NIGHT: Step.LEAVING,
}
NUMBERS = {
    "W": ("water", 0, box.FULL),
    "F": ("food", 0, box.FULL),
    "R": ("rafts", 0, box.RAFTS),
    "disc": ("disc", 0, box.WOOD_PER_RAFT - 1),
}
MASKS = ("passed", "provided", "protected")
CAUSES = {"bite": state.BITE, "food": state.BAD_FOOD, "both": state.BITE | state.BAD_FOOD}
CHECKS = {check.name.lower(): check for check in Check if check}
RESOURCES = {"water": Check.WATER, "food": Check.FOOD}


# -- words ------------------------------------------------------------------------------------------------------------


def seat_of(s: HellapagosState, name: str) -> int:
    if name not in LETTERS[: s.seats] or len(name) != 1:
        raise ValueError(f"{name!r} is no seat; the seats are {', '.join(LETTERS[: s.seats])}")
    return LETTERS.index(name)


def living_seat(s: HellapagosState, name: str) -> int:
    seat = seat_of(s, name)
    if not living(s, seat):
        raise ValueError(f"{name} is dead")
    return seat


def mask_of(s: HellapagosState, words: list[str]) -> int:
    mask = 0
    for word in words:
        mask |= 1 << seat_of(s, word)
    return mask


def letters(mask: int) -> str:
    return " ".join(letter for seat, letter in enumerate(LETTERS) if mask >> seat & 1)


def kind_of(word: str) -> int:
    if word not in IDS:
        raise ValueError(f"{word!r} is no card; the cards are {', '.join(IDS)}")
    return IDS.index(word)


def number_of(word: str, low: int, high: int) -> int:
    if not word.isdecimal() or not low <= int(word) <= high:
        raise ValueError(f"{word!r}: expected a number from {low} to {high}")
    return int(word)


def only(words: list[str]) -> str:
    if len(words) != 1:
        raise ValueError(f"{' '.join(words)!r}: expected one word")
    return words[0]


def cards_at(s: HellapagosState, place: int) -> list[str]:
    return [IDS[kind] for kind in range(box.KINDS) for _ in range(count(s, kind, place))]


# -- onto the table ---------------------------------------------------------------------------------------------------


def blank(s: HellapagosState) -> None:
    """Everybody alive and healthy, hands empty, all cards in the deck, round 1 and its first turn."""
    s.alive = (1 << s.seats) - 1
    s.day = 1
    lay_out_wreckage(s)
    set_weather(s, [])
    s.step, s.window = Step.TURNS, Window.TURN
    s.order = padded(listed(s))


def listed(s: HellapagosState) -> list[int]:
    """The turns of a round that begins now; none where the open window is no turn."""
    seats = [(s.first_player + i) % s.seats for i in range(s.seats)] if s.window == Window.TURN else []
    return [seat + 1 for seat in seats if acts(s, seat)]


def acts(s: HellapagosState, seat: int) -> bool:
    """Whether a castaway takes part in the turns: alive, and not sick since an earlier round."""
    return living(s, seat) and not (s.causes[seat] and s.sick_since[seat] < s.day)


def padded(entries: list[int]) -> list[int]:
    return entries + [state.NOBODY] * (state.ENTRIES - len(entries))


def arrange(s: HellapagosState, key: str, value: str) -> None:
    """One line of a position. Turns follow from round, first player, dead and sick as long as no `order` is given."""
    words, (name, _, rest) = value.split(), key.rpartition(" ")
    by_rule = s.order == padded(listed(s))
    if key in LINES:
        LINES[key](s, words)
    elif name in SEAT_LINES:
        SEAT_LINES[name](s, seat_of(s, rest), words)
    elif name == "exempt" and rest in RESOURCES:
        s.exempt[RESOURCES[rest]] = mask_of(s, words)
    elif key in NUMBERS:
        field, low, high = NUMBERS[key]
        setattr(s, field, number_of(value, low, high))
    elif key in MASKS:
        setattr(s, key, mask_of(s, words))
    else:
        raise KeyError(key)
    if by_rule and key != "order":
        s.order = padded(listed(s))
    elif key in ("dead", "died", "sick", "window", "round"):
        kept = [entry for entry in s.order if entry and s.window == Window.TURN and acts(s, (entry - 1) % state.EXTRA)]
        s.order = padded(kept)


def set_round(s: HellapagosState, words: list[str]) -> None:
    s.day = number_of(only(words), 1, box.ROUNDS)
    set_weather(s, s.weather)


def set_first(s: HellapagosState, words: list[str]) -> None:
    s.first_player = s.start = living_seat(s, only(words))


def weather_of(word: str) -> int:
    return box.HURRICANE if word == "h" else number_of(word, 0, box.HURRICANE - 1)


def set_weather(s: HellapagosState, given: list[int]) -> None:
    """The given cards first, the others after them, the Hurricane last."""
    left = [value for value in range(box.HURRICANE + 1) for _ in range(box.WEATHER_COPIES[value])]
    for value in given:
        if value not in left:
            raise ValueError("there are three Weather cards each of 0, 1 and 2, two of 3, and one h")
        left.remove(value)
    s.weather = given + left
    s.weather_sure = [state.ALL if i < s.day else 0 for i in range(box.ROUNDS)]


def set_dead(s: HellapagosState, words: list[str]) -> None:
    """Nobody alive is the end; a dead first player's card has passed on."""
    mask = mask_of(s, words)
    for seat in range(s.seats):
        if mask >> seat & 1 and (s.hand_size[seat] or cards_at(s, state.IN_PLAY + seat) or s.causes[seat]):
            raise ValueError(f"{LETTERS[seat]} is dead, but has cards or is sick")
        if mask >> seat & 1 and seat + 1 in (s.designated, s.conch):
            raise ValueError(f"{LETTERS[seat]} is dead, but designated or chief")
    s.alive &= ~mask
    if s.alive == 0:
        s.ended, s.window = 1, Window.NONE
    elif not living(s, s.first_player):
        s.first_player = s.start = right_of(s, s.first_player)


def set_died(s: HellapagosState, words: list[str]) -> None:
    set_dead(s, words)
    s.died = mask_of(s, words)


def set_sick(s: HellapagosState, words: list[str]) -> None:
    if len(words) != 3 or words[2] not in CAUSES:
        raise ValueError("expected seat, round and cause, as in 'B 4 bite' (or food, or both)")
    seat = living_seat(s, words[0])
    s.causes[seat], s.sick_since[seat] = CAUSES[words[2]], number_of(words[1], 1, box.ROUNDS)


def set_conch(s: HellapagosState, words: list[str]) -> None:
    s.conch = living_seat(s, only(words)) + 1


def set_nominee(s: HellapagosState, words: list[str]) -> None:
    s.nominee = seat_of(s, only(words)) + 1


def set_order(s: HellapagosState, words: list[str]) -> None:
    entries = [
        living_seat(s, word.removesuffix("+")) + 1 + state.EXTRA * word.endswith("+") for word in words if word != "-"
    ]
    if len(entries) > state.ENTRIES:
        raise ValueError(f"{len(entries)} turns: there is room for {state.ENTRIES}")
    if s.window == Window.TURN and not entries:
        raise ValueError("somebody has the turn whose window T is open")
    s.order = padded(entries)


def set_acted(s: HellapagosState, words: list[str]) -> None:
    s.acted = mask_of(s, words)
    s.reached = max((place_of(s, seat_of(s, word)) + 1 for word in words), default=0)


def set_imposed(s: HellapagosState, seat: int, words: list[str]) -> None:
    if not words or words[0] not in ACTIONS or len(words) > (2 if words[0] == "wood" else 1):
        raise ValueError(f"{' '.join(words)!r}: expected {', '.join(ACTIONS)}, or wood and how far to push on")
    s.imposed[seat] = ACTIONS.index(words[0]) + 1
    s.imposed_push[seat] = number_of(words[1], 0, 5) + 1 if len(words) == 2 else 0


def set_window(s: HellapagosState, words: list[str]) -> None:
    if not words or words[0] not in (*WINDOWS, "-"):
        raise ValueError(f"a window is one of {', '.join(WINDOWS)}, or -")
    if words == ["-"]:
        s.window = Window.NONE
        return
    window = WINDOWS[words[0]]
    if STEPS[window] == Step.CHECK:
        if len(words) != (3 if window == Window.SAVE else 2) or words[1] not in CHECKS:
            raise ValueError("expected the check too, as in 'S water', and who is designated, as in 'V food C'")
        s.check = CHECKS[words[1]]
        s.designated = living_seat(s, words[2]) + 1 if window == Window.SAVE else state.NOBODY
        if s.check == Check.SEATS and window == Window.ZERO:
            raise ValueError("for seats there is no Z")
    elif len(words) > 1:
        raise ValueError(f"{words[0]} stands alone")
    s.window, s.step = window, STEPS[window]


def set_basket(s: HellapagosState, words: list[str]) -> None:
    for word in words:
        if word not in RESOURCES:
            raise ValueError(f"{word!r}: the Fruit Basket covers water or food")
        s.basket |= 1 << RESOURCES[word]


def take_from_deck(s: HellapagosState, kind: int) -> None:
    """Take a card out of the deck, from the bottom."""
    cards = s.deck[: s.deck_size]
    if kind not in cards:
        raise ValueError(f"no {IDS[kind]} is left in the deck")
    cards.remove(kind)
    s.deck_size -= 1
    s.deck = cards + [0] * (box.CARDS - s.deck_size)


def put(s: HellapagosState, words: list[str], place: int) -> None:
    """Cards of the deck go to another place; their holder knows them, and everybody what lies open."""
    for word in words:
        kind = kind_of(word)
        take_from_deck(s, kind)
        card = next(c for c in range(box.FIRST[kind], box.CARDS) if s.place[c] == state.DECK and box.KIND[c] == kind)
        s.place[card] = place
        s.sure[card] = 1 << place if place < state.IN_PLAY else state.ALL
        if place < state.IN_PLAY:
            s.hand_size[place] += 1
        tidy(s, kind)


def set_hand(s: HellapagosState, seat: int, words: list[str]) -> None:
    put(s, words, living_seat(s, LETTERS[seat]))


def set_in_play(s: HellapagosState, seat: int, words: list[str]) -> None:
    permanent = IDS[Card.GUN : Card.GUN + box.PERMANENTS]
    for word in words:
        if kind_of(word) not in range(Card.GUN, Card.GUN + box.PERMANENTS):
            raise ValueError(f"{word} does not stay in play; {', '.join(permanent)} do")
    put(s, words, state.IN_PLAY + living_seat(s, LETTERS[seat]))


def set_deck(s: HellapagosState, words: list[str]) -> None:
    """The named cards, the top one first, are all that is left of the deck; the others are discarded."""
    wanted = [kind_of(word) for word in reversed(words) if word != "-"]
    for kind in wanted:
        take_from_deck(s, kind)
    put(s, [IDS[kind] for kind in s.deck[: s.deck_size]], state.DISCARD)
    s.deck_size = len(wanted)
    s.deck = wanted + [0] * (box.CARDS - s.deck_size)


def set_deeds(s: HellapagosState, seat: int, words: list[str]) -> None:
    if len(words) % 2:
        raise ValueError("expected deeds and their numbers, as in 'wood 3 shots 1'")
    for word, number in zip(words[::2], words[1::2], strict=True):
        if word.upper() not in Deed.__members__:
            raise ValueError(f"{word!r} is no deed; the deeds are {', '.join(deed.name.lower() for deed in Deed)}")
        s.deeds[seat][Deed[word.upper()]] = number_of(number, 0, state.MOST_NOTED)


def set_wronged(s: HellapagosState, seat: int, words: list[str]) -> None:
    s.wronged[seat] = mask_of(s, words)


LINES: dict[str, Callable[[HellapagosState, list[str]], None]] = {
    "round": set_round,
    "first": set_first,
    "weather": lambda s, words: set_weather(s, [weather_of(word) for word in words]),
    "dead": set_dead,
    "died": set_died,
    "sick": set_sick,
    "conch": set_conch,
    "next first": set_nominee,
    "order": set_order,
    "acted": set_acted,
    "window": set_window,
    "basket": set_basket,
    "discard": lambda s, words: put(s, words, state.DISCARD),
    "deck": set_deck,
}
SEAT_LINES: dict[str, Callable[[HellapagosState, int, list[str]], None]] = {
    "hand": set_hand,
    "in play": set_in_play,
    "imposed": set_imposed,
    "deeds": set_deeds,
    "wronged": set_wronged,
}


# -- from the table ---------------------------------------------------------------------------------------------------


def describe(s: HellapagosState) -> list[tuple[str, str]]:
    lines = [("round", str(s.day)), ("first", LETTERS[s.first_player])]
    lines.append(("weather", " ".join("h" if value == box.HURRICANE else str(value) for value in s.weather)))
    lines += [(key, str(getattr(s, field))) for key, (field, _, _) in NUMBERS.items()]
    lines += [("dead", letters(~s.alive & ((1 << s.seats) - 1))), ("died", letters(s.died))]
    for seat in range(s.seats):
        if s.causes[seat]:
            cause = next(word for word, causes in CAUSES.items() if causes == s.causes[seat])
            lines.append(("sick", f"{LETTERS[seat]} {s.sick_since[seat]} {cause}"))
    lines += [("conch", LETTERS[s.conch - 1] if s.conch else "")]
    lines += [("next first", LETTERS[s.nominee - 1] if s.nominee else "")]
    for seat in range(s.seats):
        lines += _describe_seat(s, seat)
    lines.append(("discard", " ".join(cards_at(s, state.DISCARD))))
    lines.append(("deck", " ".join(IDS[s.deck[i]] for i in reversed(range(s.deck_size))) or "-"))
    lines.append(("window", _window_words(s)))
    entries = [LETTERS[(entry - 1) % state.EXTRA] + "+" * (entry > state.EXTRA) for entry in s.order if entry]
    lines += [("order", " ".join(entries) or "-"), ("acted", letters(s.acted))]
    lines += [(key, letters(getattr(s, key))) for key in MASKS]
    lines += [(f"exempt {word}", letters(s.exempt[check])) for word, check in RESOURCES.items()]
    lines.append(("basket", " ".join(word for word, check in RESOURCES.items() if s.basket >> check & 1)))
    return [(key, value) for key, value in lines if value]


def _describe_seat(s: HellapagosState, seat: int) -> list[tuple[str, str]]:
    noted = [f"{deed.name.lower()} {s.deeds[seat][deed]}" for deed in Deed if s.deeds[seat][deed]]
    action = ACTIONS[s.imposed[seat] - 1] if s.imposed[seat] else ""
    push = f" {s.imposed_push[seat] - 1}" if s.imposed_push[seat] else ""
    lines = {
        "hand": " ".join(cards_at(s, seat)),
        "in play": " ".join(cards_at(s, state.IN_PLAY + seat)),
        "imposed": action + push,
        "deeds": " ".join(noted),
        "wronged": letters(s.wronged[seat]),
    }
    return [(f"{key} {LETTERS[seat]}", value) for key, value in lines.items()]


def _window_words(s: HellapagosState) -> str:
    if s.window == Window.NONE:
        return "-"
    words = [next(letter for letter, window in WINDOWS.items() if window == s.window)]
    if STEPS[Window(s.window)] == Step.CHECK:
        words.append(Check(s.check).name.lower())
    if s.window == Window.SAVE:
        words.append(LETTERS[s.designated - 1])
    return " ".join(words)
