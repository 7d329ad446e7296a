"""Positions as text (docs/formats.md): the words of the rules file's test positions.

first: C            the first player; the turns are listed from him
round: 4            W: 8    F: 9    R: 2    disc: 3
weather: 0 1 2 h    the cards in order; those left out follow
dead: B             sick: B 4 bite
hand A: sandwich    in play A: gun    deck: axe club (top first; - for none)    discard: matches
order: E A B+       the turns to come, + for the extra turn of Coffee
deeds A: wood 3     what everybody has seen A do    wronged A: B C    those who did A wrong
window: T, D, N, S water, V food C, Z trip_water; check water goes before it where nothing is open
"""

from __future__ import annotations

from .cards import count, tidy
from .components import CARDS, FIRST, HURRICANE, IDS, KIND, KINDS, WEATHER_COPIES
from .setup import lay_out_wreckage
from .state import (
    ALL,
    BAD_FOOD,
    BITE,
    DECK,
    DISCARD,
    ENTRIES,
    EXTRA,
    IN_PLAY,
    NOBODY,
    Check,
    Deed,
    HpState,
    Step,
    Window,
)

LETTERS = "ABCDEFGHIJKL"
WINDOWS = {"T": Window.TURN, "D": Window.DUSK, "S": Window.SHORTAGE, "V": Window.SAVE, "Z": Window.ZERO}
WINDOWS["N"] = Window.NIGHT
STEPS = {
    Window.TURN: Step.TURNS,
    Window.DUSK: Step.DUSK,
    Window.SHORTAGE: Step.CHECK,
    Window.SAVE: Step.CHECK,
    Window.ZERO: Step.CHECK,
    Window.NIGHT: Step.LEAVING,
}
NUMBERS = {"round": "day", "W": "water", "F": "food", "R": "rafts", "disc": "disc"}


def seat_of(s: HpState, name: str) -> int:
    if name not in LETTERS[: s.seats] or not name:
        raise ValueError(f"{name!r} is no seat; the seats are {', '.join(LETTERS[: s.seats])}")
    return LETTERS.index(name)


def kind_of(word: str) -> int:
    if word not in IDS:
        raise ValueError(f"{word!r} is no card; the cards are {', '.join(IDS)}")
    return IDS.index(word)


def blank(s: HpState) -> None:
    """Everybody alive and healthy, hands empty, all cards in the deck, round 1 and its first turn."""
    s.alive = (1 << s.seats) - 1
    s.day = 1
    lay_out_wreckage(s)
    set_weather(s, [])
    list_turns_from(s, 0)
    s.step, s.window = Step.TURNS, Window.TURN


def list_turns_from(s: HpState, first: int) -> None:
    s.first_player = s.start = first
    seats = [(first + i) % s.seats for i in range(s.seats)]
    entries = [seat + 1 for seat in seats if s.alive >> seat & 1]
    s.order = entries + [NOBODY] * (ENTRIES - len(entries))


def set_weather(s: HpState, given: list[int]) -> None:
    """The given cards first, the others after them, the Hurricane last."""
    left = [value for value in range(HURRICANE + 1) for _ in range(WEATHER_COPIES[value])]
    for value in given:
        if value not in left:
            raise ValueError("there are three Weather cards each of 0, 1 and 2, two of 3, and one h")
        left.remove(value)
    s.weather = given + left
    s.weather_sure = [ALL if i < s.day else 0 for i in range(len(s.weather))]


def take_from_deck(s: HpState, kind: int) -> None:
    """Take a card out of the deck, from the bottom."""
    cards = s.deck[: s.deck_size]
    if kind not in cards:
        raise ValueError(f"no {IDS[kind]} is left")
    cards.remove(kind)
    s.deck_size -= 1
    s.deck = cards + [0] * (CARDS - s.deck_size)


def put(s: HpState, word: str, place: int) -> None:
    """A card of the deck goes to another place; its holder knows it, and everybody what lies open."""
    kind = kind_of(word)
    take_from_deck(s, kind)
    card = next(c for c in range(FIRST[kind], CARDS) if s.place[c] == DECK and KIND[c] == kind)
    s.place[card] = place
    s.sure[card] = 1 << place if place < IN_PLAY else ALL
    if place < IN_PLAY:
        s.hand_size[place] += 1
    tidy(s, kind)


def set_deck(s: HpState, words: list[str]) -> None:
    """The named cards, the top one first, are all that is left of the deck; the others are discarded."""
    wanted = [kind_of(word) for word in reversed(words)]
    for kind in wanted:
        take_from_deck(s, kind)
    for kind in s.deck[: s.deck_size]:
        put(s, IDS[kind], DISCARD)
    s.deck_size = len(wanted)
    s.deck = wanted + [0] * (CARDS - s.deck_size)


def set_window(s: HpState, words: list[str]) -> None:
    if not words or words[0] not in WINDOWS:
        raise ValueError(f"a window is one of {', '.join(WINDOWS)}")
    s.window = WINDOWS[words[0]]
    s.step = STEPS[WINDOWS[words[0]]]
    if s.window != Window.TURN:
        s.order = [NOBODY] * ENTRIES
    if s.step == Step.CHECK:
        if len(words) != (3 if s.window == Window.SAVE else 2) or words[1].upper() not in Check.__members__:
            raise ValueError("expected the check too, as in 'S water', and who is designated, as in 'V food C'")
        s.check = Check[words[1].upper()]
        s.designated = seat_of(s, words[2]) + 1 if s.window == Window.SAVE else NOBODY


def arrange(s: HpState, key: str, value: str) -> None:
    first, _, rest = key.rpartition(" ")
    words = value.split()
    if key in NUMBERS:
        setattr(s, NUMBERS[key], int(value))
        if key == "round":
            set_weather(s, [])
    elif key == "first":
        list_turns_from(s, seat_of(s, value))
    elif key == "weather":
        set_weather(s, [HURRICANE if word == "h" else int(word) for word in words])
    elif key == "dead":
        for word in words:
            s.alive &= ~(1 << seat_of(s, word))
        s.order = [entry for entry in s.order if entry == NOBODY or s.alive >> (entry - 1) % EXTRA & 1]
        s.order += [NOBODY] * (ENTRIES - len(s.order))
    elif key == "sick":
        set_sick(s, words)
    elif first == "hand":
        for word in words:
            put(s, word, seat_of(s, rest))
    elif first == "in play":
        for word in words:
            put(s, word, IN_PLAY + seat_of(s, rest))
    elif key == "discard":
        for word in words:
            put(s, word, DISCARD)
    elif key == "deck":
        set_deck(s, [] if value == "-" else words)
    elif key == "order":
        entries = [seat_of(s, word.rstrip("+")) + 1 + EXTRA * word.endswith("+") for word in words if word != "-"]
        s.order = entries + [NOBODY] * (ENTRIES - len(entries))
    elif first == "deeds":
        set_deeds(s, seat_of(s, rest), words)
    elif first == "wronged":
        s.wronged[seat_of(s, rest)] = sum(1 << seat_of(s, word) for word in words)
    elif key == "window":
        set_window(s, words)
    else:
        raise KeyError(key)


def set_sick(s: HpState, words: list[str]) -> None:
    causes = {"bite": BITE, "food": BAD_FOOD, "both": BITE | BAD_FOOD}
    if len(words) != 3 or words[2] not in causes:
        raise ValueError("expected seat, round and cause, as in 'B 4 bite' (or food, or both)")
    seat = seat_of(s, words[0])
    s.causes[seat], s.sick_since[seat] = causes[words[2]], int(words[1])
    s.order = [entry for entry in s.order if (entry - 1) % EXTRA != seat or s.sick_since[seat] == s.day]
    s.order += [NOBODY] * (ENTRIES - len(s.order))


def set_deeds(s: HpState, seat: int, words: list[str]) -> None:
    for word, number in zip(words[::2], words[1::2], strict=True):
        if word.upper() not in Deed.__members__:
            raise ValueError(f"{word!r} is no deed; the deeds are {', '.join(deed.name.lower() for deed in Deed)}")
        s.deeds[seat][Deed[word.upper()]] = int(number)


def describe(s: HpState) -> list[tuple[str, str]]:
    lines = [("round", str(s.day)), ("first", LETTERS[s.first_player])]
    lines.append(("weather", " ".join("h" if value == HURRICANE else str(value) for value in s.weather)))
    lines += [(key, str(getattr(s, NUMBERS[key]))) for key in ("W", "F", "R", "disc")]
    if dead := [LETTERS[seat] for seat in range(s.seats) if not s.alive >> seat & 1]:
        lines.append(("dead", " ".join(dead)))
    causes = {BITE: "bite", BAD_FOOD: "food", BITE | BAD_FOOD: "both"}
    for seat in range(s.seats):
        if s.causes[seat]:
            lines.append(("sick", f"{LETTERS[seat]} {s.sick_since[seat]} {causes[s.causes[seat]]}"))
    for seat in range(s.seats):
        for key, place in (("hand", seat), ("in play", IN_PLAY + seat)):
            if words := cards_at(s, place):
                lines.append((f"{key} {LETTERS[seat]}", " ".join(words)))
    for seat in range(s.seats):
        if words := [f"{deed.name.lower()} {s.deeds[seat][deed]}" for deed in Deed if s.deeds[seat][deed]]:
            lines.append((f"deeds {LETTERS[seat]}", " ".join(words)))
        if words := [LETTERS[other] for other in range(s.seats) if s.wronged[seat] >> other & 1]:
            lines.append((f"wronged {LETTERS[seat]}", " ".join(words)))
    if words := cards_at(s, DISCARD):
        lines.append(("discard", " ".join(words)))
    lines.append(("deck", " ".join(IDS[s.deck[i]] for i in reversed(range(s.deck_size))) or "-"))
    entries = [LETTERS[(entry - 1) % EXTRA] + "+" * (entry > EXTRA) for entry in s.order if entry]
    if s.window:
        letter = next(letter for letter, window in WINDOWS.items() if window == s.window)
        check = Check(s.check).name.lower() if STEPS[Window(s.window)] == Step.CHECK else ""
        who = LETTERS[s.designated - 1] if s.window == Window.SAVE and s.designated else ""
        lines.append(("window", " ".join(word for word in (letter, check, who) if word)))
    lines.append(("order", " ".join(entries) or "-"))
    return lines


def cards_at(s: HpState, place: int) -> list[str]:
    return [IDS[kind] for kind in range(KINDS) for _ in range(count(s, kind, place))]
