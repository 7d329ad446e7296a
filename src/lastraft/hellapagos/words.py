"""What people read, in English: buttons, reasons, odds and help. Prompts are in `asking`, the log in `log`."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import top
from ..words import N_, Words
from .actions import can_search
from .asking import unfed
from .cards import count, has_in_play, holds
from .castaways import banned
from .codes import FAMILIES, PLAY_FOR, PLAY_SPECIAL
from .components import BALLS, HURRICANE, IDS, PERMANENTS, RESOURCE, ROUNDS, SPECIALS, WATER, Card
from .departure import score
from .faces import CARDS as FACES
from .faces import card_line, card_name
from .knowledge import weather_left
from .legal import forbids
from .state import CHIEF_ALONE, IN_PLAY, UNANIMOUS, Check, Deed, Draft, Frame, HpState, Opt, Window
from .windows import owner
from .wreckage import ration_kind, with_matches

CHECK_NAMES = {
    Check.NONE: "",
    Check.WATER: N_("water"),
    Check.FOOD: N_("food"),
    Check.SEATS: N_("seats on the raft"),
    Check.TRIP_WATER: N_("water for the trip"),
    Check.TRIP_FOOD: N_("food for the trip"),
}
ACTION_NAMES = (N_("fish"), N_("collect water"), N_("collect wood"), N_("search the wreckage"))
FAMILY_NAMES = {
    "PASS": N_("pass"),
    "CLOSE": N_("end the debate"),
    "ACCEPT_FATE": N_("accept your fate"),
    "ACT_FISH": N_("fish"),
    "ACT_WATER": N_("collect water"),
    "ACT_WOOD": N_("collect wood"),
    "ACT_SEARCH": N_("search the wreckage"),
    "PLAY_PERMANENT": N_("lay a card down"),
    "PLAY_COMMON": N_("play rations for everybody"),
    "PLAY_FOR": N_("feed somebody"),
    "PLAY_SPECIAL": N_("play a special card"),
    "TARGET": N_("choose a castaway"),
    "IMPOSE": N_("impose an action"),
    "PUSH": N_("impose how far to push on"),
    "PICK": N_("pick a card"),
    "SHOOT": N_("shoot"),
    "REACT": N_("answer a shot"),
    "GIVE": N_("give cards"),
    "OFFER": N_("offer a trade"),
    "CARD": N_("choose a card"),
    "ASK": N_("say how many cards you want"),
    "SAY": N_("claim or wish"),
    "DONE": N_("enough"),
    "CANCEL": N_("cancel"),
    "ACCEPT": N_("accept an offer"),
    "DECLINE": N_("decline an offer"),
    "WITHDRAW": N_("withdraw your offer"),
    "VOTE": N_("vote"),
    "NO_VOTE": N_("no vote in time"),
    "TIEBREAK": N_("name one of the level castaways"),
    "DEPART": N_("leave or stay"),
}

DEED_NAMES = {
    Deed.FISH: N_("food caught"),
    Deed.WATER: N_("water collected"),
    Deed.WOOD: N_("wood collected"),
    Deed.SEARCHES: N_("searches of the wreckage"),
    Deed.SHARED: N_("rations shared"),
    Deed.GIFTS: N_("cards given away"),
    Deed.EXCHANGES: N_("exchanges"),
    Deed.SHOTS: N_("shots fired"),
    Deed.ACCUSED: N_("votes against"),
    Deed.PAID_BACK: N_("votes paid back"),
    Deed.LEFT_BEHIND: N_("cards left behind in death"),
}


def weather_name(value: int, t: Words) -> str:
    if value == HURRICANE:
        return t("hurricane")
    return t("rain {n}", n=value) if value else t("no rain")


# -- buttons ----------------------------------------------------------------------------------------------------------


def label(s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
    family, i = FAMILIES[move]
    name = names[i] if i < len(names) else "?"
    if family in ("PLAY_PERMANENT", "PLAY_COMMON", "PLAY_FOR", "PLAY_SPECIAL"):
        return _label_card(s, seat, family, i, t)
    if family in ("CARD", "SAY"):
        return card_name(i, t)
    if family == "CLOSE":
        if s.window == Window.DUSK:
            return t("Share out")
        return t("End the day") if s.window == Window.NIGHT else t("End the debate")
    if family == "ACT_WOOD":
        return t("Wood +{n}", n=(2 if has_in_play(s, seat, Card.AXE) else 1) + i)
    if family == "PUSH":
        return t.plural("{n} ball", "{n} balls", i)
    if family == "PICK":
        return card_name(s.deck[s.deck_size - 1 - i], t) if s.deck[s.deck_size - 1 - i] >= 0 else str(i + 1)
    if family == "ASK":
        return t.plural("{n} card", "{n} cards", i)
    seated = {
        "TARGET": N_("{name}"),
        "SHOOT": N_("Shoot {name}"),
        "GIVE": N_("Give {name} cards"),
        "OFFER": N_("Offer {name} a trade"),
        "ACCEPT": N_("Accept {name}'s offer"),
        "DECLINE": N_("Decline {name}'s offer"),
        "VOTE": N_("{name}"),
        "TIEBREAK": N_("{name}"),
    }
    if family in seated:
        return t(seated[family], name=name)
    fixed = {
        "PASS": N_("Pass"),
        "ACCEPT_FATE": N_("Accept your fate"),
        "ACT_FISH": N_("Fish"),
        "ACT_WATER": N_("Water"),
        "ACT_SEARCH": N_("Search"),
        "CANCEL": N_("Cancel"),
        "WITHDRAW": N_("Withdraw your offer"),
        "NO_VOTE": N_("No vote"),
    }
    if family == "DONE":
        return _label_done(s, seat, t)
    if family == "IMPOSE":
        return t(ACTION_NAMES[i]).capitalize()
    if family == "REACT":
        return t("Use Sheet Metal") if i == 0 else t("Do nothing")
    if family == "DEPART":
        return t("Leave") if i == 0 else t("Stay")
    return t(fixed[family])


def _label_done(s: HpState, seat: int, t: Words) -> str:
    """What ends a step of a trade; nothing need be said about it."""
    if s.draft[seat] == Draft.OFFER_CLAIM and not any(s.claim[seat]):
        return t("Say nothing")
    if s.draft[seat] == Draft.OFFER_WISH and not any(s.wish[seat]):
        return t("No wish")
    return t("That is all")


def _label_card(s: HpState, seat: int, family: str, i: int, t: Words) -> str:
    if family == "PLAY_PERMANENT":
        return t("Lay down: {card}", card=card_name(Card.GUN + i, t))
    if family == "PLAY_SPECIAL":
        return t("Play: {card}", card=card_name(SPECIALS[i], t))
    card = card_name(ration_kind(i), t)
    if family == "PLAY_COMMON":
        if with_matches(i):
            return t("{card} with Matches for everybody", card=card)
        return t("{card} for everybody", card=card)
    if s.window == Window.SAVE and s.designated == seat + 1:
        return _label_own(i, card, t)
    if with_matches(i):
        return t("Feed with {card} and Matches", card=card)
    return t("Feed with {card}", card=card)


def _label_own(i: int, card: str, t: Words) -> str:
    """A ration for oneself."""
    if RESOURCE[ration_kind(i)] == WATER:
        return t("Drink the {card}, with Matches", card=card) if with_matches(i) else t("Drink the {card}", card=card)
    return t("Eat the {card}, with Matches", card=card) if with_matches(i) else t("Eat the {card}", card=card)


def careful(s: HpState, seat: int, move: int, names: Sequence[str], t: Words) -> str:
    """A question before what costs the mover something."""
    family, i = FAMILIES[move]
    if family == "SHOOT":
        return t("Really shoot {name}?", name=names[i])
    if family == "ACCEPT_FATE":
        return t("Really give up?")
    if family in ("PASS", "CLOSE") and unfed(s, seat):
        saving = any(not forbids(s, seat, code) for code in range(PLAY_FOR, PLAY_SPECIAL))
        return t("Without a ration you die. Do you really keep yours?") if saving else ""
    if family == "ACT_WOOD" and i >= 4:
        return t("The snake bites in {n} cases of 6. Push on?", n=i)
    foul = family in ("PLAY_COMMON", "PLAY_FOR") and i in (Card.FILTHY_WATER, Card.ROTTEN_FISH)
    if foul and not s.matches_lit:
        return t("Whoever swallows this falls sick. Play it?")
    return ""


# -- reasons ----------------------------------------------------------------------------------------------------------

REASONS = {
    701: N_("It is not your turn to act."),
    723: N_("There is nothing left to search."),
    814: N_("While nothing is left, rations go to named castaways."),
    904: N_("Vote for somebody else; nobody abstains."),
    905: N_("This castaway cannot be eliminated by this vote."),
    908: N_("The chief names one of those who are level."),
    910: N_("Without any vote the chief names somebody who can be eliminated."),
    1107: N_("The dead take no part."),
    1205: N_("You are sick and may not play cards."),
    1208: N_("The sick may not trade at this table."),
    1301: N_("You do not have this card."),
    1307: N_("You have no such card to lay down."),
    1311: N_("Cards pass between living players who have them."),
    1320: N_("To shoot you need a Gun and a Bullet."),
    1324: N_("Whoever is shot at can only use Sheet Metal."),
    1326: N_("You can shoot another living castaway only."),
    1420: N_("You have no Sheet Metal."),
    1422: N_("At this table Matches are not played like that."),
    1423: N_("The Voodoo Doll works before the first action of a day."),
    1426: N_("Coffee is drunk while turns are taken."),
    1427: N_("The Pendulum decides what is done, and while turns are taken."),
    1432: N_("The Vegetable Mill needs 2 rations of food."),
    1433: N_("The raft is as large as it can be."),
    1434: N_("The Fruit Basket helps in the survival check, while something is short."),
    1435: N_("The BBQ Kit needs somebody who died today, and the turns to be over."),
    1441: N_("Personal rations save a designated or starving castaway, with a card of what is missing."),
    1442: N_("This card has nobody and nothing to work on."),
    1504: N_("Say leave or stay."),
    1701: N_("The game is over."),
    2004: N_("That cannot be done in this window."),
    2006: N_("The others have not passed yet."),
    2012: N_("You have begun three of these in this window already."),
    2015: N_("Somebody else must answer first."),
    2018: N_("You cannot pass or close now."),
    2019: N_("With an empty hand you count as having passed."),
    2024: N_("The card you announced must be finished first."),
    2030: N_("At this table a gift is an offer that asks for nothing."),
    2031: N_("The other does not have so many cards."),
    2032: N_("There is no such offer."),
    2035: N_("Finish or cancel what you are putting together first."),
    2036: N_("You have an open offer already."),
    2037: N_("You do not have as many cards as are wanted."),
    2224: N_("This castaway cannot be chosen."),
    2227: N_("You have no such card left to name."),
    2228: N_("The offer is not at this point."),
    2232: N_("The trade is not at this point."),
    2233: N_("Choose at least one first."),
}


def reason(clause: int, t: Words) -> str:
    return t(REASONS.get(clause, N_("That cannot be done now.")))


# -- scores, odds, help -----------------------------------------------------------------------------------------------


def score_lines(s: HpState, seat: int, t: Words) -> list[tuple[str, int]]:
    if not s.ended:
        return []
    if not s.aboard >> seat & 1:
        return [(t("Left on the island") if s.alive >> seat & 1 else t("Died on the island"), 0)]
    return [(t("Aboard the raft"), score(s, seat))]


def facts(s: HpState, seat: int) -> dict[str, int]:
    """What may have saved somebody: what he did and suffered, and what lay before him at the end."""
    noted = {name: s.deeds[seat][deed] for deed, name in DEED_NAMES.items()}
    office = {N_("first player at the end"): int(s.first_player == seat)}
    tools = {FACES[IDS[kind]][1]: count(s, kind, IN_PLAY + seat) for kind in range(Card.GUN, Card.GUN + PERMANENTS)}
    return noted | {N_("cards in hand at the end"): s.hand_size[seat]} | office | tools


def odds(s: HpState, seat: int, t: Words) -> list[tuple[str, str]]:
    """The hurricane's chance tomorrow, and the snake's by how far one pushes on."""
    if s.ended:
        return []
    made = []
    if s.day < ROUNDS and weather_left(s, HURRICANE):
        first = max(6, s.day)
        free = sum(s.weather[i] < 0 for i in range(first, ROUNDS))
        next_one = s.weather[s.day] < 0 and s.day >= 6
        made.append((t("Hurricane tomorrow"), f"1/{free}" if next_one else "0"))
    if seat >= 0 and s.window == Window.TURN and owner(s) == seat:
        made += [(t.plural("Bitten with {n} ball", "Bitten with {n} balls", k), f"{k}/{BALLS}") for k in range(1, 6)]
    return made


def help_text(s: HpState, seat: int, t: Words) -> str:
    """The rules of this moment, and what the reader's cards do."""
    lines = [_help_moment(s, t)]
    if seat >= 0 and not s.ended:
        if banned(s, seat):
            lines.append(t("You are sick: until you recover you may trade and save yourself, but play no cards."))
        held = [kind for kind in range(len(IDS)) if holds(s, seat, kind)]
        lines += [t("{card}: {about}", card=card_name(kind, t), about=card_line(s, kind, t)) for kind in held]
    return "\n".join(lines)


def _help_moment(s: HpState, t: Words) -> str:
    if s.ended and not s.aboard:
        return t("Nobody got away, so everybody has lost.")
    if s.ended:
        return t("The castaways aboard have won; everybody else has lost.")
    if s.depth:
        return _help_closed(s, t)
    if s.window == Window.TURN:
        said = t(
            "On a turn a castaway fishes, collects water (as much as it rains), collects wood (one safe piece, and more"
            " at the risk of a snake bite) or searches the wreckage. Before that everybody may play cards, trade, shoot"
            " or pass."
        )
        return said if can_search(s) else f"{said} {t(REASONS[723])}"
    if s.window == Window.DUSK:
        return t("All have acted. Everybody may still play cards before water and food are shared out.")
    if s.window == Window.NIGHT:
        return t("If there are seats, water and food for all survivors, they may leave together after this.")
    if s.window == Window.SAVE:
        said = t(
            "The designated castaway dies unless a card of what is missing is played for him, the shortage goes away,"
            " or he blows the Conch."
        )
        void = t("If he shoots somebody dead himself, the vote is void.")
        return f"{said} {void}" if s.option[Opt.DESIGNATED_KILL] == 0 else said
    if s.window == Window.ZERO:
        return t("Nothing is left, so nobody votes: whoever is not fed by a card dies.")
    return t(
        "There is not enough for all. Cards may still help; when the chief ends the debate, one castaway is voted out."
    )


def _help_closed(s: HpState, t: Words) -> str:
    business = top(s)
    if business == Frame.BALLOT:
        said = t(
            "Everybody who is not sick votes for somebody else; the votes are shown together. The chief breaks ties."
        )
        return f"{said} {t('The dead vote too.')}" if s.option[Opt.VOICE_OF_THE_DEAD] else said
    if business == Frame.TIE:
        return t("The chief decides whom it is.")
    if business == Frame.DEPARTURE and s.option[Opt.DEPARTURE] == UNANIMOUS:
        return t("The raft leaves only if everybody wants to leave.")
    if business == Frame.DEPARTURE and s.option[Opt.DEPARTURE] == CHIEF_ALONE:
        return t("All leave together or nobody does. The chief alone decides it.")
    if business == Frame.DEPARTURE:
        return t("All leave together or nobody does. An even split is decided by the chief.")
    if business == Frame.REACTION:
        return t("Only Sheet Metal stops a shot. Otherwise the shooter takes the hand of the dead.")
    return t("A card has been announced; its player makes his choices before anything else happens.")
