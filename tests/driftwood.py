"""Driftwood: the test game, a hundred lines of rules that need everything the frame offers.

TG-1.1 Two to four castaways. Twelve sticks (worth 1), eight planks (worth 2) and five tarps are shuffled; three cards
are dealt to each.
TG-1.2 Nobody sees the cards of others, the deck's order, or a vote before all are shown. How many cards somebody holds
is no secret.
TG-2.1 Castaways take turns from the first seat on; nobody acts out of turn unless asked.
TG-2.2 On a turn a castaway draws the top card, as long as there is one,
TG-2.3 or builds with a stick or a plank of their hand: its worth is theirs,
TG-2.4 or blows a storm at somebody else.
TG-3.1 A castaway hit by a storm is asked at once, whatever they hold.
TG-3.2 A tarp of theirs stops it. Otherwise a die is rolled, 1 or 2: so many cards they throw away, as far as they go.
TG-3.3 They choose which, one after the other.
TG-4.1 After everybody's turn all vote at the same time, each for somebody else.
TG-4.2 The votes are shown together; the castaway with the most, on a tie the one nearest to the first seat, gets 2.
TG-4.3 The option `votes` leaves the voting out.
TG-5.1 The game ends after three rounds; with the option `rounds` after five.
TG-5.2 Most points win; of equals, whoever holds more cards.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from lastraft.kernel import (
    EVERYONE,
    Buffer,
    Emitted,
    Lookup,
    State,
    clause,
    emit,
    i8,
    part,
    pop,
    push,
    randbelow,
    rule,
    set_part,
    top,
)
from lastraft.protocol import (
    Events,
    Families,
    Game,
    Listener,
    LogLine,
    Notation,
    Observation,
    Option,
    Picture,
    Reader,
    Rules,
    Speech,
    Stage,
    counts,
    names,
    register,
)
from lastraft.protocol.translations import Translator

STICK, PLANK, TARP = 0, 1, 2
KINDS = ("stick", "plank", "tarp")
COPIES = Lookup([12, 8, 5])
WORTH = Lookup([1, 2, 0])
DECK = 25
ROUNDS = Lookup([3, 5])

FAMILIES = Families(DRAW=1, BUILD=3, STORM=4, REACT=2, PAY=3, VOTE=4)
DRAW, BUILD, STORM, REACT, PAY, VOTE = (family.first for family in FAMILIES.all)
OPTIONS = (
    Option("rounds", ("three", "five"), "How many rounds are played."),
    Option("votes", ("yes", "no"), "Whether the castaways vote after every round."),
)


class Frame(enum.IntEnum):
    REACTION = 1  # target, attacker
    PAYMENT = 2  # who, how many
    BALLOT = 3


class Event(Events):
    DREW = 1  # seat
    FOUND = 2  # seat, kind (private)
    BUILT = 3  # seat, kind
    STORM = 4  # seat, target
    STOPPED = 5  # target
    ROLLED = 6  # target, die
    LOST = 7  # seat, kind
    VOTED = 8  # seat, target
    HONOURED = 9  # seat


class Driftwood(State, options=2, frames=4):
    deck = i8(DECK)
    deck_size = i8()
    hand = i8(4, 3)
    gone = i8(3)  # built or thrown away, for everybody to see
    points = i8(4)
    vote = i8(4)  # seat + 1, or 0
    voted = i8(4)
    turn = i8()
    day = i8()


@rule
def setup(s: Driftwood) -> None:
    """TG-1.1: a shuffled deck, three cards each."""
    for kind in range(3):
        for _ in range(COPIES[kind]):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
    shuffle(s)
    for _ in range(3):
        for seat in range(s.seats):
            take_card(s, seat)


@rule
def shuffle(s: Driftwood) -> None:
    for i in range(s.deck_size - 1, 0, -1):
        j = randbelow(s, i + 1)
        kind = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = kind


@rule
def take_card(s: Driftwood, seat: int) -> int:
    s.deck_size -= 1
    kind = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    s.hand[seat][kind] += 1
    s.revealed += 1
    return kind


@rule
def cards(s: Driftwood, seat: int) -> int:
    return s.hand[seat][STICK] + s.hand[seat][PLANK] + s.hand[seat][TARP]


@rule
def over(s: Driftwood) -> int:
    """TG-5.1: after the last round."""
    return 1 if s.day >= ROUNDS[s.option[0]] else 0


@rule
def actors(s: Driftwood) -> int:
    """TG-2.1, TG-4.1: all vote at the same time; otherwise one castaway decides."""
    if over(s):
        return 0
    if top(s) == Frame.BALLOT:
        mask = 0
        for seat in range(s.seats):
            if s.voted[seat] == 0:
                mask |= 1 << seat
        return mask
    return 1 << (part(s, 0) if s.depth > 0 else s.turn)


@rule
def asked(s: Driftwood) -> int:
    """TG-2.1: the first of those who may act."""
    mask = actors(s)
    for seat in range(s.seats):
        if mask >> seat & 1:
            return seat
    return -1


@rule
def forbids(s: Driftwood, seat: int, move: int) -> int:
    """TG-2.1, TG-2.2, TG-2.3, TG-2.4, TG-3.2, TG-3.3, TG-4.1: what each asks for."""
    if not actors(s) >> seat & 1:
        return clause(5, 1) if over(s) else clause(2, 1)
    business = top(s)
    if move >= VOTE:
        return 0 if business == Frame.BALLOT and move - VOTE != seat and move - VOTE < s.seats else clause(4, 1)
    if move >= PAY:
        return 0 if business == Frame.PAYMENT and s.hand[seat][move - PAY] > 0 else clause(3, 3)
    if move >= REACT:
        return 0 if business == Frame.REACTION and (move == REACT or s.hand[seat][TARP] > 0) else clause(3, 2)
    if business != 0:
        return clause(2, 1)
    if move >= STORM:
        return 0 if move - STORM != seat and move - STORM < s.seats else clause(2, 4)
    if move >= BUILD:
        return 0 if s.hand[seat][move - BUILD] > 0 and WORTH[move - BUILD] > 0 else clause(2, 3)
    return 0 if s.deck_size > 0 else clause(2, 2)


@rule
def legal(s: Driftwood, seat: int, out: Buffer) -> int:
    n = 0
    for move in range(FAMILIES_COUNT):
        if forbids(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


FAMILIES_COUNT = FAMILIES.count


@rule
def apply(s: Driftwood, seat: int, move: int) -> None:
    if move >= VOTE:
        cast_vote(s, seat, move - VOTE)
    elif move >= PAY:
        pay(s, seat, move - PAY)
    elif move >= REACT:
        react(s, seat, move - REACT)
    elif move >= STORM:
        blow(s, seat, move - STORM)
    elif move >= BUILD:
        build(s, seat, move - BUILD)
    else:
        draw_card(s, seat)
    advance(s)


@rule
def draw_card(s: Driftwood, seat: int) -> None:
    """TG-2.2: the top card, unseen by the others."""
    emit(s, EVERYONE, Event.DREW, seat, 0, 0)
    kind = take_card(s, seat)
    emit(s, 1 << seat, Event.FOUND, seat, kind, 0)
    s.turn += 1


@rule
def build(s: Driftwood, seat: int, kind: int) -> None:
    """TG-2.3: a card's worth becomes points."""
    s.hand[seat][kind] -= 1
    s.gone[kind] += 1
    s.points[seat] += WORTH[kind]
    emit(s, EVERYONE, Event.BUILT, seat, kind, 0)
    s.turn += 1


@rule
def blow(s: Driftwood, seat: int, target: int) -> None:
    """TG-2.4, TG-3.1: a storm asks its target at once, whatever they hold."""
    emit(s, EVERYONE, Event.STORM, seat, target, 0)
    push(s, Frame.REACTION, target, seat, 0, 0)


@rule
def react(s: Driftwood, seat: int, stopped: int) -> None:
    """TG-3.2: a tarp stops it; otherwise a die says how many cards are lost."""
    pop(s)
    s.turn += 1
    if stopped:
        s.hand[seat][TARP] -= 1
        s.gone[TARP] += 1
        emit(s, EVERYONE, Event.STOPPED, seat, 0, 0)
        return
    die = 1 + randbelow(s, 2)
    s.revealed += 1
    emit(s, EVERYONE, Event.ROLLED, seat, die, 0)
    push(s, Frame.PAYMENT, seat, min(die, cards(s, seat)), 0, 0)


@rule
def pay(s: Driftwood, seat: int, kind: int) -> None:
    """TG-3.3: the castaway chooses what to throw away."""
    s.hand[seat][kind] -= 1
    s.gone[kind] += 1
    emit(s, EVERYONE, Event.LOST, seat, kind, 0)
    set_part(s, 1, part(s, 1) - 1)


@rule
def cast_vote(s: Driftwood, seat: int, target: int) -> None:
    """TG-4.1: a vote nobody sees until all are in."""
    s.vote[seat] = target + 1
    s.voted[seat] = 1


@rule
def count_votes(s: Driftwood) -> None:
    """TG-4.2: the votes are shown together; the first of the leaders gets 2 points."""
    best = 0
    winner = 0
    for target in range(s.seats):
        votes = 0
        for seat in range(s.seats):
            if s.vote[seat] == target + 1:
                votes += 1
        if votes > best:
            best = votes
            winner = target
    for seat in range(s.seats):
        emit(s, EVERYONE, Event.VOTED, seat, s.vote[seat] - 1, 0)
        s.vote[seat] = 0
        s.voted[seat] = 0
    s.points[winner] += 2
    s.revealed += 1
    emit(s, EVERYONE, Event.HONOURED, winner, 0, 0)


@rule
def advance(s: Driftwood) -> None:
    """TG-4.1, TG-4.3: run on until somebody must decide; after everybody's turn comes the vote, or the next round."""
    while not over(s):
        business = top(s)
        if business == Frame.PAYMENT and part(s, 1) == 0:
            pop(s)
        elif business == Frame.BALLOT and actors(s) == 0:
            pop(s)
            count_votes(s)
            s.day += 1
            s.turn = 0
        elif business == 0 and s.turn == s.seats:
            if s.option[1] == 0:
                push(s, Frame.BALLOT, 0, 0, 0, 0)
            else:
                s.day += 1
                s.turn = 0
        else:
            return


@rule
def score(s: Driftwood, seat: int) -> int:
    return s.points[seat]


@rule
def rank(s: Driftwood, seat: int) -> int:
    """TG-5.2: points, then cards in hand."""
    place = 1
    for other in range(s.seats):
        if s.points[other] * 100 + cards(s, other) > s.points[seat] * 100 + cards(s, seat):
            place += 1
    return place


class Invariant(enum.IntEnum):
    CARDS = 1  # in deck, hands and heap: as many of a kind as the box has
    POINTS = 2


@rule
def violated(s: Driftwood) -> int:
    for kind in range(3):
        n = s.gone[kind]
        for seat in range(s.seats):
            n += s.hand[seat][kind]
        for i in range(s.deck_size):
            if s.deck[i] == kind:
                n += 1
        if n != COPIES[kind]:
            return Invariant.CARDS
    for seat in range(s.seats):
        if not 0 <= s.points[seat] <= 40:
            return Invariant.POINTS
    return 0


@rule
def hide(s: Driftwood, seat: int) -> None:
    """TG-1.2: the deck, others' hands (their sizes stay) and votes are secret."""
    for i in range(4):
        s.random[i] = 0
    for i in range(DECK):
        s.deck[i] = 0
    for other in range(s.seats):
        if other != seat:
            s.hand[other][STICK] = cards(s, other)
            s.hand[other][PLANK] = 0
            s.hand[other][TARP] = 0
            s.vote[other] = 0
            if top(s) == Frame.BALLOT:
                s.voted[other] = 0


@rule
def determinize(s: Driftwood, seat: int) -> None:
    """TG-1.2, the other way: shuffle the unseen cards, deal the others' hands, guess the votes that are in."""
    s.deck_size = 0
    for kind in range(3):
        mine = s.hand[seat][kind] if seat >= 0 else 0
        for _ in range(COPIES[kind] - s.gone[kind] - mine):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
    shuffle(s)
    for other in range(s.seats):
        if other != seat:
            n = cards(s, other)
            s.hand[other][STICK] = 0
            for _ in range(n):
                take_card(s, other)
                s.revealed -= 1
    if top(s) == Frame.BALLOT:
        guess_votes(s, seat)


@rule
def guess_votes(s: Driftwood, seat: int) -> None:
    """TG-1.2: any votes may be in, except that one is still awaited."""
    others = s.seats if seat < 0 else s.seats - 1
    awaited = randbelow(s, others) if seat < 0 or s.voted[seat] else -1
    place = 0
    for other in range(s.seats):
        if other != seat:
            if place != awaited and randbelow(s, 2) == 1:
                s.voted[other] = 1
                target = randbelow(s, s.seats - 1)
                s.vote[other] = 1 + target + (1 if target >= other else 0)
            place += 1


OBSERVED = Observation(
    points=counts(4, 40),
    cards=counts(4, DECK),
    hand=counts(3, 12),
    gone=counts(3, 12),
    day=counts(1, 5),
    deck=counts(1, DECK),
    question=names(1, len(Frame)),
    asked=names(1, 4),
    due=counts(1, 2),
    seats=names(1, 4),
    place=names(1, 3),
    option=names(2, 1),
)
POINTS, CARDS, HAND, GONE, DAY, DECK_SIZE, QUESTION, ASKED, DUE, SEATED, PLACE, OPTION = OBSERVED.firsts.values()


@rule
def observe(s: Driftwood, seat: int, out: Buffer) -> int:
    """The table, the own hand, the question; seats count from the observer."""
    own = max(seat, 0)
    for i in range(4):
        out[POINTS + i] = s.points[(own + i) % s.seats] if i < s.seats else 0
        out[CARDS + i] = cards(s, (own + i) % s.seats) if i < s.seats else 0
    for kind in range(3):
        out[HAND + kind] = s.hand[seat][kind] if seat >= 0 else 0
        out[GONE + kind] = s.gone[kind]
    out[DAY] = s.day
    out[DECK_SIZE] = s.deck_size
    out[QUESTION] = top(s)
    if top(s) == Frame.BALLOT:
        out[ASKED] = 1 if s.voted[own] == 0 else 0
    else:
        out[ASKED] = 0 if over(s) else 1 + (asked(s) - own + s.seats) % s.seats
    out[DUE] = part(s, 1) if top(s) == Frame.PAYMENT else 0
    out[SEATED] = s.seats
    out[PLACE] = own
    for i in range(2):
        out[OPTION + i] = s.option[i]
    return OBSERVATION


OBSERVATION = OBSERVED.size


@rule
def own_code(s: Driftwood, seat: int, move: int) -> int:
    """Storms and votes name their target by its distance."""
    first = VOTE if move >= VOTE else STORM
    target = move - first
    if not 0 <= target < 4 or target >= s.seats:
        return move
    return first + (target - seat + s.seats) % s.seats


@rule
def code_of(s: Driftwood, seat: int, own: int) -> int:
    first = VOTE if own >= VOTE else STORM
    distance = own - first
    if not 0 <= distance < 4 or distance >= s.seats:
        return own
    return first + (distance + seat) % s.seats


@rule
def evaluate(s: Driftwood, seat: int) -> int:
    return s.points[seat] * 10 + cards(s, seat)


@rule
def timeout(s: Driftwood, seat: int) -> int:
    for move in range(FAMILIES_COUNT):
        if forbids(s, seat, move) == 0:
            return move
    return -1


SEATS = "ABCDEFGHIJKL"


def move_text(s: Driftwood, seat: int, move: int) -> str:
    family, i = FAMILIES[move]
    if family == "REACT":
        return ("take it", "tarp")[i]
    if family in ("BUILD", "PAY"):
        return f"{family.lower()} {KINDS[i]}"
    return "draw" if family == "DRAW" else f"{family.lower()} {SEATS[i]}"


def secret(s: Driftwood, seat: int, move: int, reader: int) -> bool:
    return move >= VOTE and seat != reader


def describe(s: Driftwood) -> list[tuple[str, str]]:
    lines = [("points", " ".join(str(s.points[seat]) for seat in range(s.seats)))]
    for seat in range(s.seats):
        held = " ".join(kind for i, kind in enumerate(KINDS) for _ in range(s.hand[seat][i]))
        if held:
            lines.append((f"hand {SEATS[seat]}", held))
    if s.deck_size:
        lines.append(("deck", " ".join(KINDS[s.deck[i]] for i in range(s.deck_size))))
    lines.append(("turn", SEATS[s.turn] if s.turn < s.seats else "-"))
    return lines


def arrange(s: Driftwood, key: str, value: str) -> None:
    first, _, rest = key.partition(" ")
    if first == "points":
        for seat, number in enumerate(value.split()):
            s.points[seat] = int(number)
    elif first == "turn":
        s.turn = s.seats if value == "-" else NOTATION.seat_number(value, s.seats)
    elif first in ("hand", "deck"):
        for word in value.split():
            if word not in KINDS:
                raise ValueError(f"{word!r} is no card; the cards are {', '.join(KINDS)}")
            if first == "hand":
                s.hand[NOTATION.seat_number(rest, s.seats)][KINDS.index(word)] += 1
            else:
                s.deck[s.deck_size] = KINDS.index(word)
                s.deck_size += 1
    else:
        raise KeyError(key)


def view(r: Reader[Driftwood]) -> dict[str, Any]:
    s, seat = r.state, r.seat
    return {
        "day": s.day + 1,
        "deck": s.deck_size,
        "points": s.points[: s.seats],
        "cards": [cards(s, other) for other in range(s.seats)],
        "hand": {kind: s.hand[seat][i] for i, kind in enumerate(KINDS)} if seat >= 0 else None,
    }


def text(r: Reader[Driftwood]) -> str:
    s, seat, names, t = r.state, r.seat, r.names, r.t
    lines = [t("Day {day}, {deck} cards in the deck", day=s.day + 1, deck=s.deck_size)]
    for other in range(s.seats):
        held = t.plural("{n} card", "{n} cards", cards(s, other))
        lines.append(f"{names[other]}: {s.points[other]}, {held}")
    if seat >= 0:
        lines.append(", ".join(f"{s.hand[seat][i]} {kind}" for i, kind in enumerate(KINDS)))
    return "\n".join(lines)


def stage(r: Reader[Driftwood]) -> Stage:
    return Stage(f"Day {r.state.day + 1}", ("Turns", "Vote"), int(top(r.state) == Frame.BALLOT))


def anonymous(r: Reader[Driftwood]) -> bool:
    return top(r.state) == Frame.BALLOT


def prompt(r: Reader[Driftwood]) -> str:
    s, seat, names, t = r.state, r.seat, r.names, r.t
    if s.depth == 0 and s.turn == seat:
        return t("Your turn: draw, build, or blow a storm.")
    business = top(s)
    if business == Frame.BALLOT:
        return t("Vote for somebody.")
    if business == Frame.REACTION and part(s, 0) == seat:
        return t("A storm comes at you.")
    if business == Frame.PAYMENT and part(s, 0) == seat:
        return t("Throw away a card.")
    return t("{name} is thinking.", name=names[asked(s)])


def label(r: Reader[Driftwood], move: int) -> str:
    family, i = FAMILIES[move]
    return f"{r.t('storm at')} {r.names[i]}" if family == "STORM" else move_text(r.state, r.seat, move)


def log(events: Sequence[Emitted], listener: Listener) -> list[LogLine]:
    return [LogLine(tell(event, listener)) for event in events]


def tell(event: Emitted, listener: Listener) -> str:
    who = listener.t("You") if event.a == listener.seat else listener.names[event.a]
    return f"{who}: {Event(event.kind).name.lower()} {event.b}"


def reason(clause: int, t: Translator) -> str:
    return t("It is not your turn.") if clause == 201 else t("That cannot be done now.")


def clicks(r: Reader[Driftwood], move: int) -> tuple[str, ...]:
    family, i = FAMILIES[move]
    if family in ("BUILD", "PAY"):
        return (f"card-{KINDS[i]}",)
    return (f"seat-{i}",) if family in ("STORM", "VOTE") else ("deck",) if family == "DRAW" else ()


@rule
def is_window(s: Driftwood, seat: int) -> bool:
    return top(s) == Frame.REACTION and part(s, 0) == seat


def draw(r: Reader[Driftwood]) -> str:
    s, seat = r.state, r.seat
    parts = [f'<rect id="deck" x="5" y="5" width="30" height="40"/><text x="8" y="28">{s.deck_size}</text>']
    for other in range(s.seats):
        parts.append(f'<circle id="seat-{other}" cx="{60 + 50 * other}" cy="25" r="18"/>')
        parts.append(f'<text x="{52 + 50 * other}" y="28">{s.points[other]}/{cards(s, other)}</text>')
    for i, kind in enumerate(KINDS if seat >= 0 else ()):
        parts.append(f'<g id="card-{kind}"><rect x="{5 + 40 * i}" y="55" width="34" height="40"/>')
        parts.append(f'<text x="{8 + 40 * i}" y="78">{s.hand[seat][i]} {kind}</text></g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 100">{"".join(parts)}</svg>'


NOTATION = Notation(move_text=move_text, secret=secret, describe=describe, arrange=arrange)
GAME = register(
    Game(
        name="driftwood",
        title="Driftwood",
        prefix="TG",
        sizes=range(2, 5),
        usual_size=3,
        state=Driftwood,
        events=Event,
        rules=Rules(
            setup=setup,
            actors=actors,
            asked=asked,
            legal=legal,
            apply=apply,
            forbids=forbids,
            over=over,
            score=score,
            rank=rank,
            hide=hide,
            determinize=determinize,
            observe=observe,
            evaluate=evaluate,
            timeout=timeout,
            own_code=own_code,
            code_of=code_of,
        ),
        families=FAMILIES,
        options=OPTIONS,
        most_moves=400,
        observed=OBSERVED,
        violated=violated,
        invariants=Invariant,
        notation=NOTATION,
        speech=Speech(
            prompt=prompt, label=label, text=text, view=view, log=log, reason=reason, stage=stage, anonymous=anonymous
        ),
        picture=Picture(draw=draw, clicks=clicks),
        is_window=is_window,
    )
)
