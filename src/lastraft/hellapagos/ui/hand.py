"""The reader's own things: the hand, what can be done with it, and how far to push for wood."""

import functools
import textwrap
from collections.abc import Collection
from dataclasses import replace

from ...kernel import part, top
from ...protocol import Reader, seats_in
from ...protocol.drawing import safe, standing, titled
from ...protocol.translations import N_, Translator
from ..asking import playable_cards
from ..codes import ACT_WOOD, PLAY_COMMON, PLAY_PERMANENT, PLAY_SPECIAL, PUSH, REACT, SHOOT, SPECIALS, WOODING
from ..components import BALLS, IDS, KINDS, NO_RESOURCE, RATION_CARDS, RESOURCE, Card
from ..names import card_name
from ..options import Choice
from ..rules.actions import safe_wood
from ..rules.castaways import may_trade
from ..rules.legal import forbids
from ..rules.survival_check import resource
from ..rules.trade import cannot_trade, forbids_partner
from ..rules.windows import all_have_passed, owner
from ..state import IN_PLAY, Choosing, Draft, Frame, HellapagosState, Step, Window
from .ballot import strip
from .cards import WIDTH, card_line, counted, face, group
from .labels import label
from .outcomes import asks_to_swap, outcome
from .prompts import saves, unfed
from .reasons import REASONS
from .scenery import ROW, TALL_CAMP, WIDE, rows, top_of_deck
from .sky import hull, out_at_sea

SIDE, BROAD = 716, 112
"""Where the tray's buttons begin, beside the hand, and how much broader they are with the chips for wood."""
ACROSS, CARD_HIGH = 4, 140
"""On a phone: how many cards lie side by side, and how high a row of them is."""
NARROW = 92
"""Where less of a card is seen beside the next, its name is small and at the left."""
LOW = 63
"""The same where one row is not enough: names and pictures alone; a tap says what the card does."""

SHOOTS, TRADES = N_("Whom do you shoot?"), N_("What will you do with the {card}?")
"""What is asked with a card in hand."""

PLAYS = (
    {kind: PLAY_COMMON + kind for kind in range(RATION_CARDS)}
    | {Card.GUN + i: PLAY_PERMANENT + i for i in range(PLAY_COMMON - PLAY_PERMANENT)}
    | {kind: PLAY_SPECIAL + i for i, kind in enumerate(SPECIALS)}
)
"""The move that plays each kind of card, without Matches."""

NARROWED = ' lengthAdjust="spacingAndGlyphs" textLength="66"'
"""A name that is too broad for a small card."""
TICK = '<path class="tick" d="M84 54l8 8 14-17"/>'
"""On a card that is part of a gift or an offer."""


def below(s: HellapagosState, seat: int) -> int:
    """Where the tray begins on a phone: under the camp and the offers. The four actions are in the prompt."""
    return TALL_CAMP + rows(s.seats) * ROW + 10 + strip(s, seat) + out_at_sea(s)


def at_work(s: HellapagosState) -> bool:
    """Whether it is the time of the four actions: at night nobody works."""
    return s.step in (Step.ROUND, Step.TURNS) and not s.ended


def hand_height(s: HellapagosState, seat: int) -> int:
    """How high the hand is on a phone."""
    rows_of_cards = -(-len(counted(s, seat)) // ACROSS)
    return max(CARD_HIGH, rows_of_cards * LOW + 14)


def pushed(s: HellapagosState, seat: int) -> bool:
    """Whether the reader may be asked how far to push for wood."""
    if top(s) == Frame.PUSHING:
        return part(s, Choosing.player) == seat
    free = seat >= 0 and s.depth == 0 and s.imposed[seat] in (0, WOODING + 1) and not s.draft[seat]
    return free and s.window == Window.TURN and owner(s) == seat and all_have_passed(s)


def acts(s: HellapagosState, seat: int) -> bool:
    """Whether the reader takes their action now: then the prompt has the four actions alone, always the same."""
    own = s.window == Window.TURN and owner(s) == seat and s.depth == 0
    return own and all_have_passed(s) and s.draft[seat] == Draft.NONE


def tray(r: Reader[HellapagosState]) -> list[str]:
    s = r.state
    if r.seat < 0:
        return []
    low = below(s, r.seat) + 8
    if s.ended:
        home = r.t("You got away!") if s.aboard >> r.seat & 1 else r.t("You stay behind on the island.")
        said = home if s.alive >> r.seat & 1 else r.t("You died on the island.")
        others = (1 << s.seats) - 1 & ~(1 << r.seat)
        saved, lost, dead = _named(r, s.aboard), _named(r, s.alive & ~s.aboard & others), _named(r, ~s.alive & others)
        more = (
            r.t("Aboard: {names}.", names=saved) if saved else "",
            r.t("Left behind: {names}.", names=lost) if lost else "",
            r.t("Dead: {names}.", names=dead) if dead else "",
        )
        return [_ending(said, more, bool(s.aboard >> r.seat & 1), low)]
    if not s.alive >> r.seat & 1:
        return [_plain(r.t("You are dead. Watch who gets away."), low)]
    hand = counted(s, r.seat)
    n = len(hand)
    pushes = pushed(s, r.seat)
    side = SIDE - BROAD if pushes else SIDE
    step = min(118.0, (side - 22 - WIDTH) / max(1, n - 1))
    picked = [kind - 1 for kind in (*s.chosen[r.seat], *s.offered[r.seat]) if 0 < kind <= KINDS]
    shot = Card.BULLET if any(not forbids(s, r.seat, code) for code in range(SHOOT, REACT)) else -1
    trades = s.depth == 0 and may_trade(s, r.seat)
    played = [*playable_cards(s, r.seat), shot]
    parts = []
    for i, (kind, many) in enumerate(hand):
        place = standing(10 + i * step, 461, 6 + i % ACROSS * 96, low + i // ACROSS * LOW, 1, 0.82)
        dim = is_useless(s, r.seat, kind, played)
        asked = SHOOTS if kind == shot else TRADES if trades else ""
        why_not = _why_not(r, kind) if asked == TRADES else ""
        parts.append(
            _card(
                r.t,
                kind,
                card_line(r, kind),
                many,
                place,
                kind in picked,
                dim or asks_to_swap(s, r.seat) >= 0,
                asked,
                why_not,
                n > ACROSS,
                i < n - 1 and step < NARROW,
            )
        )
    if not hand:
        parts.append(_empty(r.t, low))
    laid = counted(s, IN_PLAY + r.seat)
    left = 26 + int(step * n if n else 330)
    if laid and left + 112 * len(laid) < side:
        parts.append(_laid(r.t, left, tuple((kind, many, card_line(r, kind)) for kind, many in laid)))
    foot = low + hand_height(s, r.seat) + 8
    talk = s.draft[r.seat] in (Draft.OFFER_CLAIM, Draft.OFFER_WISH)
    if top(s) in (Frame.BALLOT, Frame.DEPARTURE):
        beside = _aside(r.t, top(s) == Frame.BALLOT, foot)
    else:
        ways = trades_with(s, r.seat) if s.depth == 0 and not s.draft[r.seat] else (False, False)
        beside = _chips(r.t, side, foot, *ways)
    return [
        f'<g id="hand" data-aside="{"always" if acts(s, r.seat) else ""}" data-listed="">',
        *parts,
        "</g>",
        beside,
        _chips_for_wood(r, side, low) if pushes else "",
        _deck(r),
        _palette(r.t, tuple(card_line(r, kind) for kind in range(KINDS))) if talk else "",
    ]


def trades_with(s: HellapagosState, seat: int) -> tuple[bool, bool]:
    """Whether there is anybody to whom the seat could give a card, and anybody to whom it could offer one."""
    trades = cannot_trade(s, seat) == 0 and any(forbids_partner(s, seat, to) == 0 for to in range(s.seats))
    return trades and not s.option[Choice.GIFT_NEEDS_CONSENT], trades


def is_useless(s: HellapagosState, seat: int, kind: int, played: Collection[int]) -> bool:
    """Whether a card cannot help: it is none of those that can be `played` now, food where water is short, or does not
    save a seat that is about to die, of a shot first of all. Any card can be given for another."""
    if s.draft[seat]:
        return False
    if top(s) == Frame.REACTION and part(s, Choosing.player) == seat:
        return kind != Card.SHEET_METAL
    if s.window and not s.depth and kind not in played:
        return True
    if s.window in (Window.SHORTAGE, Window.SAVE, Window.ZERO) and resource(s):
        if RESOURCE[kind] not in (NO_RESOURCE, resource(s)):
            return True
    doomed = s.window == Window.SAVE and s.designated == seat + 1
    return (doomed or unfed(s, seat)) and not saves(s, seat, kind)


def _why_not(r: Reader[HellapagosState], kind: int) -> str:
    """Why a card cannot be played now, if it ever can."""
    reason = forbids(r.state, r.seat, PLAYS[kind]) if kind in PLAYS else 0
    return r.t(REASONS[reason]) if reason in REASONS else ""


@functools.lru_cache(64)
def _empty(t: Translator, low: int) -> str:
    return (
        f'<g class="at" {standing(14, 470, 12, low, 0.94, 0.8)}><rect class="ghost" width="112" height="150" rx="10"/>'
        '<use opacity=".35" href="#card-back" x="26" y="37" width="60" height="76"/>'
        f'<text class="hd" x="132" y="70">{safe(t("Your hand is empty."))}</text>'
        f'<text class="say soft" x="132" y="94">{safe(t("Search the wreck for cards."))}</text></g>'
    )


@functools.lru_cache(64)
def _aside(t: Translator, ballot: bool, foot: int) -> str:
    """Beside the hand, while nothing can be done with it."""
    head = t("The vote is on") if ballot else t("Leave or stay?")
    said = t("No cards until all hands are shown.") if ballot else t("No cards until all have answered.")
    lines = "".join(
        f'<text class="say soft" y="{22 + 18 * i}">{safe(line)}</text>'
        for i, line in enumerate(textwrap.wrap(said, 32))
    )
    place = standing(SIDE, 500, 14, foot + 20)
    return f'<g id="chips"><g class="at" {place}><text class="hd">{safe(head)}</text>{lines}</g></g>'


def _named(r: Reader[HellapagosState], seats: int) -> str:
    own = [r.t("you")] if r.seat >= 0 and seats >> r.seat & 1 else []
    return ", ".join([*own, *(r.names[seat] for seat in seats_in(seats) if seat != r.seat)])


@functools.lru_cache(64)
def _ending(said: str, more: tuple[str, ...], saved: bool, low: int) -> str:
    """How it ended for the reader, across the tray; on a phone where they sat, so that all of it is in sight."""
    art = hull(104) if saved else '<use href="#p-grave"/>'
    parts = []
    for cls, wide, high, size, head, step, letters in (
        ("wide", WIDE[0] - 48, 124, 1.0, 50, 22, 96),
        ("tall", 366, 92, 0.62, 28, 18, 36),
    ):
        lines = [line for part in more for line in textwrap.wrap(part, letters)][:3]
        x = 140 * size + 8
        words = "".join(
            f'<text class="say" x="{x:g}" y="{head + step * (i + 1) + 3}">{safe(line)}</text>'
            for i, line in enumerate(lines)
        )
        parts.append(
            f'<g class="{cls}"><rect width="{wide}" height="{high}" rx="20"/>'
            f'<g transform="translate({74 * size:g} {high * 0.74:g}) scale({size})">{art}</g>'
            f'<text class="ended" x="{x:g}" y="{head}">{safe(said)}</text>{words}</g>'
        )
    place = standing(24, 482, 12, low - 98)  # where they sat
    return f'<g class="at ending{" saved" if saved else ""}" {place}>{"".join(parts)}</g>'


@functools.lru_cache(64)
def _plain(said: str, low: int) -> str:
    return f'<g class="at" {standing(24, 500, 14, low + 30)}><text class="say soft">{safe(said)}</text></g>'


def _copies(many: int) -> str:
    if many < 2:
        return ""
    return (
        '<g class="copies"><rect x="82" y="-16" width="32" height="20" rx="10"/>'
        f'<text x="98" y="-1">&#215;{many}</text></g>'
    )


@functools.lru_cache(2048)
def _card(
    t: Translator,
    kind: int,
    line: str,
    many: int,
    place: str,
    picked: bool,
    useless: bool,
    asked: str,
    why_not: str,
    low: bool,
    crowded: bool,
) -> str:
    mark = ' data-aside="always"' if useless else ""
    drawn = face(t, kind, line, low, crowded)
    if asked:  # with it in hand
        shoots = t("Whomever you choose is shot at. To give the Bullet away, use Give or Offer.")
        trade = shoots if asked == SHOOTS else t("To give or offer it, choose a castaway.")
        more = " ".join(filter(None, (why_not or line, trade)))
        if why_not:  # whoever holds a finger on it reads more than the card itself says
            drawn = drawn.replace("</desc>", f"\n{safe(why_not)}</desc>", 1)
        drawn = drawn.replace("<desc>", f"<desc>{safe(t(asked, card=card_name(kind, t)))}\n{safe(more)}\n\n", 1)
    return (
        f'<g id="card-{IDS[kind]}" class="at card cat-{group(kind)}{" picked" if picked else ""}" {place}{mark}>'
        f"{drawn}{_copies(many)}{TICK if picked else ''}</g>"
    )


@functools.lru_cache(256)
def _laid(t: Translator, left: int, cards: tuple[tuple[int, int, str], ...]) -> str:
    """Where there is room beside the hand: what lies before the reader, with its words."""
    shown = "".join(
        f'<g class="card cat-{group(kind)}" transform="translate({112 * i} 0) scale(.94)">'
        f"{face(t, kind, line)}{_copies(many)}</g>"
        for i, (kind, many, line) in enumerate(cards)
    )
    return (
        f'<g class="wide laid"><g transform="translate({left} 476)"><path d="M-11-16v150"/>'
        f'<text class="soft" x="2" y="-6">{safe(t("in play:"))}</text>{shown}</g></g>'
    )


@functools.lru_cache(64)
def _chips(t: Translator, side: int, foot: int, gives: bool, offers: bool) -> str:
    """Giving and offering, where there is somebody for it; whoever is not asked steps in by it."""
    parts = []
    wide = (WIDE[0] - 12 - side) / 2
    ways = (
        ("give", "gift", t("Give"), t("Give: to whom?"), t("Hand cards to another castaway, for nothing.")),
        ("offer", "swap", t("Offer"), t("Offer: to whom?"), t("Offer cards for cards: the other may refuse.")),
    )
    for i, (name, icon, said, asked, about) in enumerate(ways):
        if not (gives, offers)[i]:
            continue
        parts.append(
            f'<g id="act-{name}" class="at button" data-steps="" '
            f"{standing(side + wide * i, 462, 8 + 190 * i, foot + 6)}>"
            f"<title>{safe(said)}</title>"
            f"<desc>{safe(asked)}\n{safe(about)}\n\n{safe(about)}</desc>"
            + "".join(
                f'<g class="{cls}"><rect width="{w - 8:g}" height="{h}" rx="{h / 2:g}"/>'
                f'<use class="icon" href="#i-{icon}" x="{w / 2 - 17 - 4.2 * len(said):g}" y="{h / 2 - 9:g}" '
                f'width="18" height="18"/><text x="{w / 2 + 9:g}" y="{h / 2 + 5:g}">{safe(said)}</text></g>'
                for cls, w, h in (("wide", wide, 44), ("tall", 190, 48))
            )
            + "</g>"
        )
    return f'<g id="chips" data-aside="always">{"".join(parts)}</g>'


def _chips_for_wood(r: Reader[HellapagosState], side: int, high: int) -> str:
    """For the reader's own wood, or for that of a castaway whom their Pendulum binds."""
    s = r.state
    who, first = (part(s, Choosing.target), PUSH) if s.depth else (r.seat, ACT_WOOD)
    mover = replace(r, seat=who)
    titles = tuple(f"{label(mover, code)}, {outcome(mover, code)}" for code in range(first, first + BALLS))
    return _pushing(r.t, side, high, bool(s.depth), safe_wood(s, who), titles)


@functools.lru_cache(64)
def _pushing(t: Translator, side: int, high: int, asked: bool, sure: int, titles: tuple[str, ...]) -> str:
    """How far to push for wood: six chips with six balls each; on a phone in the place of the hand, if asked."""
    said = t.plural("{n} is safe, each more risks a snake:", "{n} are safe, each more risks a snake:", sure)
    parts = [
        f'<g class="at" {standing(side + 2, 533, 12, high + 12)}><text class="say">'
        f'<tspan class="b">{safe(t("Wood"))}</tspan> <tspan class="soft">{safe(said)}</tspan></text></g>'
    ]
    for push in range(BALLS):
        balls = "".join(
            f'<circle class="{"white" if ball < BALLS - push else "black"}" cx="{6.5 + ball * 7.8:g}" cy="26.5" r="3"/>'
            for ball in range(BALLS)
        )
        place = standing(side + push * 55, 542, 6 + push * 63.5, high + 22, 1, 1.15)
        odds = t("{n} in {balls}", n=BALLS - push, balls=BALLS) if push else t("safe")
        chip = (
            '<rect width="52" height="54" rx="9"/>'
            f'<text class="l" x="26" y="18">{sure + push}</text>{balls}'
            f'<text x="26" y="46">{safe(odds)}</text>'
        )
        parts.append(titled(f"push-{push}", titles[push], chip, f'class="at chip" {place}'))
    look = ' class="asked"' if asked else ""
    return f'<g id="pushing"{look} data-aside="">{"".join(parts)}</g>'


def _deck(r: Reader[HellapagosState]) -> str:
    """The cards on top of the wreckage deck, for those who have seen them or are picking one."""
    s = r.state
    parts = []
    for i in range(min(3, s.deck_size)):
        card = s.deck_size - 1 - i
        kind = s.deck[card] if s.deck_sure[card] >> r.seat & 1 else -1
        if kind >= 0 or top(s) == Frame.PICKING:
            parts.append(_top_card(r.t, i, kind, *top_of_deck(s.seats)))
    return f'<g id="deck">{"".join(parts)}</g>'


@functools.lru_cache(256)
def _top_card(t: Translator, i: int, kind: int, px: float, py: float) -> str:
    place = standing(864 + 24 * i, 244, px + 30 * i, py, 1, 1.1)
    art = '<use href="#card-back" width="24" height="32"/>'
    title = t("cards of the wreck")
    if kind >= 0:
        title = card_name(kind, t)
        art = (
            '<use href="#mini-frame" width="25" height="32"/>'
            f'<use href="#art-{IDS[kind]}" x="2" y="7" width="21" height="23"/>'
        )
    return titled(f"deck-{i}", title, art, f'class="at mini" {place}')


@functools.lru_cache(64)
def _palette(t: Translator, does: tuple[str, ...]) -> str:
    """All kinds by name, to say which card one offers or wants, and what each does."""
    parts = [
        f'<g id="kinds" class="at" {standing(160, 150, 4, 6)}>'
        '<rect class="sheet wide" width="678" height="328" rx="14"/>'
        '<rect class="sheet tall" width="382" height="472" rx="14"/>'
    ]
    for kind in range(KINDS):
        place = standing(12 + kind % 9 * 73, 10 + kind // 9 * 78, 6 + kind % 5 * 75, 8 + kind // 5 * 65, 1, 0.9)
        art = f'<use href="#art-{IDS[kind]}" x="14" y="3" width="42" height="40"/>'
        name = card_name(kind, t)
        wrapped = (textwrap.wrap(name, room, break_long_words=False) for room in (10, 12, 16))
        lines = next(lines for lines in wrapped if len(lines) < 3)
        long = ' class="long"' if max(map(len, lines)) > 9 else ""
        words = "".join(
            f'<text{long} x="35" y="{52 + 11 * i}"{NARROWED if len(line) > 12 else ""}>{safe(line)}</text>'
            for i, line in enumerate(lines)
        )
        face = f'<desc>{safe(does[kind])}</desc><rect class="face" width="70" height="68" rx="7"/>{art}{words}'
        look = f'class="at mini card cat-{group(kind)}" {place}'
        parts.append(titled(f"kind-{IDS[kind]}", name, face, look))
    return "".join(parts) + "</g>"
