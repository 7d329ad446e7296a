"""The rules of the moment, in plain words."""

from ...kernel import top
from ...protocol import Reader
from ...protocol.translations import N_
from ..components import ROOM_SCORE, ROUNDS, SLOTS, Res
from ..names import CARD_NAMES, card_effect
from ..rules.scoring import score
from ..rules.shelter import food, materials
from ..state import Ask, OutliveState, Phase
from .prompts import starving

_HELP: dict[tuple[Ask, ...], str] = {
    (Ask.KEEP,): N_("You keep four of the six rooms. Basic rooms are the same for everybody."),
    (Ask.FIRST_ROOM,): N_("One of your rooms is built from the start; the others cost three materials each."),
    (Ask.SPLIT,): N_("A room works only with a survivor on every place. The airlock stops radiation but drinks water."),
    (Ask.LEADER,): N_("A leader says where your heroes start and what you bring along. The oldest goes first."),
    (Ask.MARY_DRAW, Ask.MARY_THROW): N_("Mary draws four search tokens and throws one of them away."),
    (Ask.PLACE_HERO,): N_("One hero starts on each of the leader's areas; you choose which strength goes where."),
    (Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.LOSE_SURVIVOR): N_(
        "Every event that lies face up strikes at dawn until somebody ends it. You choose what you lose."
    ),
    (Ask.TURN,): N_(
        "A hero goes one or two steps along the ring, to an area without a hero of yours. It presses weaker active"
        " heroes there and then has as many actions as its strength."
    ),
    (Ask.VISIT,): N_(
        "Actions may be mixed in any order. What you gather goes into your store; unused actions are lost."
    ),
    (Ask.HUNT, Ask.LOOK): N_("A hunt costs the animal's toughness in actions; every ammo and every tool saves one."),
    (Ask.SPACE,): N_("A hero boards the space of its strength if it is free, takes its cans and perhaps a survivor."),
    (Ask.ARRIVAL, Ask.BAT, Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE, Ask.LOOT): N_(
        "A stronger hero that arrives presses weaker active ones by the difference. Each ammo cancels one point; for"
        " every point left one food or material is handed over, never ammo."
    ),
    (Ask.SURVIVOR,): N_("A survivor may join the airlock or a built room with a free place."),
    (Ask.END_EVENT, Ask.DISCOUNT, Ask.WAIVE, Ask.WAIVE_MORE): N_(
        "Whoever pays an event's cost gets its points, and it strikes no more. It goes round until all pass."
    ),
    (Ask.FEEDING,): N_(
        "Every room with survivors needs its upkeep in food. What cannot be paid costs a survivor for each unit."
    ),
    (Ask.RECRUIT,): N_("Each food you pay brings one survivor into the airlock, which holds seven."),
    (Ask.BUILD, Ask.PAY_ROOM): N_(
        "A room costs three materials of any kind. Survivors who move into a room stay there."
    ),
    (Ask.REPAIR, Ask.DISCOUNTED, Ask.SPARE, Ask.SINGLE): N_(
        "A tile costs exactly the three materials printed on it and works from now on."
    ),
}
_HUNGER = N_("Every food or water that is missing costs a survivor. You choose whether from the airlock or a room.")
_OVERFLOW = N_(
    "Your gauge is at its end: every further step costs a survivor. You choose whether from the airlock or a room."
)


def help(r: Reader[OutliveState]) -> str:
    """The rules of this moment in plain words, and what the face-up events do."""
    s, t = r.state, r.t
    if s.phase == Phase.OVER:
        return _decided(r)
    lines = [t(_help_moment(s))] if s.depth else []
    for slot in range(s.day):
        if s.card[slot] and not s.ended[slot]:
            card = s.card[slot] - 1
            lines.append(t("{card}: {effect}", card=t(CARD_NAMES[card]), effect=card_effect(card, s.seats, t)))
    return "\n".join([*lines, *_scoring(r)])


def _decided(r: Reader[OutliveState]) -> str:
    """OL-15.8: what decided the game: the points, or between those who are level food, then the other goods."""
    s, t = r.state, r.t
    most = max(score(s, who) for who in range(s.seats))
    level = [who for who in range(s.seats) if score(s, who) == most]
    eaten = [int(food(s, who)) for who in level]
    goods = [int(materials(s, who) + s.store[who][Res.AMMO]) for who in level]

    def each(counts: list[int]) -> str:
        return ", ".join(f"{r.names[who]} {n}" for who, n in zip(level, counts, strict=True))

    if len(level) == 1:
        return t("Most points win. Level on points, more food wins, then more of the other goods; else it is shared.")
    if len(set(eaten)) > 1 and eaten.count(max(eaten)) == 1:
        return t("Level on {n} points: more food left wins ({counts}).", n=most, counts=each(eaten))
    food_and_goods = t("food {food}; other goods {goods}", food=each(eaten), goods=each(goods))
    return t("Level on {n} points: more food left wins, then more goods ({counts}).", n=most, counts=food_and_goods)


def _help_moment(s: OutliveState) -> str:
    ask = Ask(top(s))
    if ask == Ask.LOSE_SURVIVOR and s.phase > Phase.DAY:
        return _HUNGER if starving(s) else _OVERFLOW
    return next(said for asks, said in _HELP.items() if ask in asks)


def _scoring(r: Reader[OutliveState]) -> list[str]:
    """OL-3.5, OL-15.2 to OL-15.7: when it ends, and what counts then."""
    t = r.t
    rooms = ", ".join(f"{n}: {ROOM_SCORE[n]}" for n in range(2, SLOTS + 1))
    return [
        t("It is day {n} of {most}; the game ends with the last night.", n=max(1, r.state.day), most=ROUNDS),
        t(
            "Every survivor is a point at the end, so is every repaired tile, and a completed symbol one more. Add the"
            " points of the events you ended and of your gauge."
        ),
        t("Rooms with every place taken count together (rooms: points): {rooms}.", rooms=rooms),
    ]
