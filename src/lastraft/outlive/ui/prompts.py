"""What is asked, and how far the game has come."""

from collections.abc import Sequence

from ...kernel import clause, part, part_at, top
from ...protocol import Reader, Stage
from ...protocol.translations import N_
from ..components import (
    AIRLOCK,
    ANYWHERE,
    BASIC_ROOMS,
    BUILD_COST,
    CARD_COST,
    CITY_OF,
    FOODS,
    GOODS,
    HERO_IDS,
    HEROES,
    NEAR,
    PLACES,
    ROOM_SCORE,
    ROUNDS,
    SANDSTORM_LIMIT,
    SLOTS,
    START_SURVIVORS,
    STRENGTH,
    UPKEEP,
    WEAKEST_PREY,
    Area,
    Card,
    Gear,
    Res,
    Room,
)
from ..names import (
    AREA_NAMES,
    AREA_THERE,
    CARD_NAMES,
    GEAR_NAMES,
    PREY_HUNTED,
    ROOM_NAMES,
    amount,
    amounts,
    card_effect,
    room_effect,
)
from ..options import Choice
from ..rules.areas import is_visiting
from ..rules.building import price_of_room, rooms_to_build
from ..rules.equipment import is_ready
from ..rules.event_cards import is_face_up, suffers
from ..rules.hunting import actions_left, forbids_hunting, hunted, tools_announced, toughness, unused_tools
from ..rules.legal import asked
from ..rules.movement import forbids_move
from ..rules.night import NOTHING, airlock_need, group, has_discount, missing, most_waived, room_need
from ..rules.repair import can_repair, forbids_repair_room
from ..rules.scoring import completed_rooms, repaired_gear
from ..rules.shelter import food, materials, unused_room
from ..state import (
    BROKEN,
    NONE,
    Ask,
    Count,
    Ending,
    Feeding,
    Loot,
    OutliveState,
    Paying,
    Phase,
    Placing,
    Pressure,
    Question,
    Visit,
)
from .labels import hunted_first, still_to_fill
from .outcomes import event_price, meal_lacks, tomorrow_lacks

_QUESTIONS: dict[Ask, str] = {
    Ask.KEEP: N_("Which rooms do you keep?"),
    Ask.FIRST_ROOM: N_("Which room is built from the start?"),
    Ask.SPLIT: N_("How many of your four survivors go into that room?"),
    Ask.LEADER: N_("Who leads your people?"),
    Ask.MARY_DRAW: N_("From which city does Mary draw a token?"),
    Ask.MARY_THROW: N_("Which token does Mary throw away?"),
    Ask.LOSE_FOOD: N_("Which food do the rats get?"),
    Ask.LOSE_GOODS: N_("Which material or ammo does the hostile clan get?"),
    Ask.SPACE: N_("Which space of the ship do you board?"),
    Ask.BAT: N_("Do you swing the baseball bat?"),
    Ask.GUARD: N_("Does your Guard Post send them away?"),
    Ask.ARMOUR: N_("Do you use the body armour?"),
    Ask.DEFENCE: N_("How much ammo do you spend?"),
    Ask.SURVIVOR: N_("Where does the survivor go?"),
    Ask.HUNT: N_("How much ammo does this hunt get?"),
    Ask.LOOK: N_("Which animal do you hunt?"),
    Ask.END_EVENT: N_("Do you end an event?"),
    Ask.DISCOUNT: N_("Does the Crisis Desk help you pay?"),
    Ask.WAIVE: N_("What does the Crisis Desk spare you?"),
    Ask.WAIVE_MORE: N_("What else does the Crisis Desk spare you?"),
    Ask.FEEDING: N_("What will your people eat?"),
    Ask.RECRUIT: N_("Do you take more survivors in?"),
    Ask.BUILD: N_("Which rooms do you build and staff?"),
    Ask.REPAIR: N_("What do you repair?"),
    Ask.DISCOUNTED: N_("Which tile do you repair at the lower price?"),
    Ask.SPARE: N_("Which material does the room spare you?"),
    Ask.SINGLE: N_("Which material do you pay?"),
}
_SITUATIONS: dict[Ask, str] = {
    Ask.SPLIT: N_("The others wait in the airlock: each stops a step of radiation, each row drinks 1 water a night."),
    Ask.PLACE_HERO: N_("On the first day it walks 1 or 2 places from there."),
    Ask.LEADER: N_("A leader says what you bring along and where your heroes start. The oldest goes first."),
    Ask.MARY_THROW: N_("She keeps the other three."),
    Ask.SPACE: N_("Your own, or with the grappling hook the next one."),
    Ask.BAT: N_("This arrival would press as if your hero were 1 stronger."),
    Ask.SURVIVOR: N_("Into the airlock, or straight into a built room."),
    Ask.END_EVENT: N_("Whoever pays its price gets its points."),
    Ask.REPAIR: N_("It works from now on and is worth a point."),
}
"""What one should know for the answer, where it is always the same."""
_FIRST_GAME: dict[Ask, str] = {
    Ask.LEADER: N_("Any is good for a first game: food helps tonight, the rest later."),
    Ask.PLACE_HERO: N_("Its strength is the number of its actions: the strongest go near what you need most."),
}
"""What beginners do well to choose."""
LOSSES = (Ask.LOSE_FOOD, Ask.LOSE_GOODS, Ask.LOSE_SURVIVOR)
LAST_HEROES = 2
"""So many heroes before the night, one is told what it will take."""
PRICES = 2
"""So many events are told with their prices beside a question."""
SPARE_WATER = N_("Water left over is food too.")
_OTHERS: dict[tuple[Ask, ...], str] = {
    (Ask.KEEP,): N_("{name} is choosing rooms."),
    (Ask.FIRST_ROOM,): N_("{name} is choosing the first room."),
    (Ask.SPLIT,): N_("{name} is settling the first survivors."),
    (Ask.LEADER,): N_("{name} is choosing a leader."),
    (Ask.MARY_DRAW, Ask.MARY_THROW): N_("{name} is choosing search tokens."),
    (Ask.PLACE_HERO,): N_("{name} is placing heroes."),
    (Ask.LOSE_FOOD, Ask.LOSE_GOODS): N_("{name} is choosing what the event takes."),
    (Ask.LOSE_SURVIVOR,): N_("{name} is choosing who is lost."),
    (Ask.TURN,): N_("{name} is about to move a hero."),
    (Ask.SPACE,): N_("{name} is boarding the ship."),
    (Ask.ARRIVAL,): N_("{name} is arriving."),
    (Ask.BAT,): N_("{name} is arriving, perhaps with a baseball bat."),
    (Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE): N_("{name} is pressed and thinks about the defence."),
    (Ask.LOOT,): N_("{name} is choosing what is handed over."),
    (Ask.SURVIVOR,): N_("{name} may take a survivor in."),
    (Ask.VISIT,): N_("A hero of {name} is at work."),
    (Ask.HUNT, Ask.LOOK): N_("{name} is hunting."),
    (Ask.END_EVENT,): N_("Night, step 1: {name} may end an event."),
    (Ask.DISCOUNT, Ask.WAIVE, Ask.WAIVE_MORE): N_("Night, step 1: {name} is ending an event."),
    (Ask.FEEDING,): N_("Night, step 2: {name} is feeding the shelter."),
    (Ask.RECRUIT,): N_("Night, step 4: {name} may recruit survivors."),
    (Ask.BUILD,): N_("Night, step 5: {name} may build and staff rooms."),
    (Ask.PAY_ROOM,): N_("Night, step 5: {name} is paying for a room."),
    (Ask.REPAIR,): N_("Night, step 6: {name} may repair equipment."),
    (Ask.DISCOUNTED, Ask.SPARE, Ask.SINGLE): N_("Night, step 6: {name} is repairing equipment."),
}
"""What the others read meanwhile."""


def prompt(r: Reader[OutliveState]) -> str:
    """What is asked of the seat, and under it what one should know for the answer; or who is thinking about what."""
    s = r.state
    if s.phase == Phase.OVER:
        return r.t("The game is over.")
    ask = Ask(top(s))
    if asked(s) != r.seat:
        said = r.t(next(said for asks, said in _OTHERS.items() if ask in asks), name=r.names[asked(s)])
        return f"{said}\n{_news(r)}".rstrip()
    told = [_situation(r, ask), _news(r) if ask in (Ask.TURN, Ask.FEEDING, Ask.RECRUIT) else ""]
    if ask == Ask.TURN and not any(meal_lacks(s, r.seat)):
        told.append(_offered_first(r))
    lying = lying_heroes(s, r.seat)
    if ask == Ask.TURN and len(lying) == 1:
        told.insert(0, closed(r, lying[0]))
    return f"{_question(r, ask)}\n{' '.join(filter(None, told))}".rstrip()


def _question(r: Reader[OutliveState], ask: Ask) -> str:
    s, seat, t = r.state, r.seat, r.t
    if ask == Ask.PLACE_HERO:
        return t("Where does your hero of strength {n} start?", n=STRENGTH[part(s, Placing.hero)])
    if ask == Ask.TURN:
        lying = lying_heroes(s, seat)
        return t("Which hero goes where?") if len(lying) > 1 else _going(r, lying[0])
    if ask == Ask.VISIT:
        hero = part(s, Visit.hero)
        return t("What does your {n} do {there}?", n=HERO_IDS[hero], there=t(AREA_THERE[s.place[seat][hero]]))
    if ask == Ask.LOOT:
        return t("What do you hand over?") if part(s, Loot.victim) == seat else t("What do you take?")
    if ask == Ask.LOSE_SURVIVOR:
        return _losing(r)
    if ask == Ask.PAY_ROOM:
        return t("What do you pay for the {room}?", room=t(ROOM_NAMES[s.room[seat][part(s, Paying.slot)] - 1]))
    return t(_QUESTIONS[ask])


def lying_heroes(s: OutliveState, seat: int) -> list[int]:
    """Those who have not moved today."""
    return [hero for hero in range(HEROES) if s.place[seat][hero] >= 0 and s.standing[seat][hero] == 0]


def _going(r: Reader[OutliveState], hero: int) -> str:
    return r.t("Where does your {n} go?", n=HERO_IDS[hero])


def closed(r: Reader[OutliveState], hero: int) -> str:
    """Where a hero may not go although it could walk there, and why."""
    s, seat, t = r.state, r.seat, r.t
    reach = ANYWHERE if is_ready(s, seat, Gear.EXOSKELETON) else NEAR[s.place[seat][hero]]
    others = [(place, HERO_IDS[other]) for other, place in enumerate(s.place[seat]) if other != hero and place >= 0]
    taken = [f"{t(AREA_NAMES[place])} ({called})" for place, called in others if reach >> place & 1]
    own = t("Not to where another of yours is: {places}.", places=", ".join(taken)) if taken else ""
    full = forbids_move(s, seat, hero, Area.CARGO) == clause(9, 31)
    return f"{own} {t('Its space of the ship is taken.') if full else ''}".strip()


def in_hand(r: Reader[OutliveState], hero: int) -> str:
    """What is asked with a hero in hand: where to, and where it may not go."""
    walks = N_("It walks 1 or 2 places along the ring.")
    if is_ready(r.state, r.seat, Gear.EXOSKELETON):
        walks = N_("With the exoskeleton it goes anywhere.")
    told = f"{r.t(walks)} {closed(r, hero)}".strip()
    return f"{_going(r, hero)}\n{told}\n\n{told}"


def _situation(r: Reader[OutliveState], ask: Ask) -> str:
    s, seat, t = r.state, r.seat, r.t
    if ask == Ask.REPAIR:
        said = t("It is worth a point.") if s.day == ROUNDS else t(_SITUATIONS[ask])
        click = t("Choose a tile above to repair it.") if can_repair(s, seat, 0) else ""
        return " ".join(filter(None, (click, said, _idle_workshop(r))))
    if ask == Ask.END_EVENT:
        water, n = amount(Res.WATER, airlock_need(s, seat), t), room_need(s, seat)
        meal = t("The meal after it: {water}, {food}.", water=water, food=t.plural("{n} food", "{n} food", n))
        return f"{t(_SITUATIONS[ask])} {meal}"
    if ask == Ask.SPLIT and _is_good_start(s.room[seat][list(s.built[seat]).index(1)]):
        return f"{t('Good to begin with: fill the room, it works at once.')} {t(_SITUATIONS[ask])}"
    if ask in _SITUATIONS:
        return " ".join(t(said) for said in (_SITUATIONS[ask], _FIRST_GAME.get(ask)) if said)
    if ask == Ask.KEEP:
        said = N_(
            "Bowls are what a room with people eats each night; each one missing costs a survivor. {n} still to choose."
        )
        if any(s.dealt[seat].count(kind) > 1 for kind in s.dealt[seat] if kind):
            said = N_("Bowls are what a room with people eats each night. ×2: you may keep both. {n} still to choose.")
        return t(said, n=part(s, Count.left))
    if ask == Ask.FIRST_ROOM:
        return _good_start(r, [*s.room[seat][BASIC_ROOMS:], *s.room[seat][:BASIC_ROOMS]])
    if ask in LOSSES and s.phase == Phase.EVENTS and s.card[s.slot] > 0:
        card, n = s.card[s.slot] - 1, part(s, Count.left)
        said = t("{card}: {effect}", card=t(CARD_NAMES[card]), effect=card_effect(card, s.seats, t))
        return f"{said} {t('{n} still to lose.', n=n)}" if n > 1 else said
    if ask == Ask.TURN and not any(s.standing[seat]):
        return _tonight(r) if any(meal_lacks(s, seat)) else _repaired(r)
    if ask == Ask.TURN:
        n = len(lying_heroes(s, seat))
        if n <= LAST_HEROES or any(meal_lacks(s, seat)):
            return _tonight(r)
        return t.plural("{n} hero is still to move today.", "{n} heroes are still to move today.", n)
    if ask in (Ask.GUARD, Ask.ARMOUR, Ask.DEFENCE):
        said = t(
            "{who} presses you: pressure {n}.", who=r.names[part(s, Pressure.attacker)], n=part(s, Pressure.points)
        )
        saves = (
            t("Each ammo you spend lowers it by 1; you have {n}.", n=s.store[seat][Res.AMMO])
            if ask == Ask.DEFENCE
            else ""
        )
        return f"{said} {saves}".rstrip()
    if ask == Ask.LOOT:
        return _loot(r)
    if ask == Ask.VISIT:
        if part(s, Visit.actions) == 0:
            hunts = N_("No actions left: you can still hunt, or end the turn.")
            others = N_("No actions left: what costs none is still possible, or end the turn.")
            return t(hunts if forbids_hunting(s, seat) == 0 else others)
        actions = t.plural("{n} action left.", "{n} actions left.", part(s, Visit.actions))
        lacks, why = _tonight(r) if any(meal_lacks(s, seat)) else "", _too_tough(r) or _owned(r)
        last = sum(s.standing[seat]) > HEROES - LAST_HEROES
        return f"{actions} {lacks or why if last else why or lacks}".rstrip()
    if ask == Ask.HUNT:
        tough, left = toughness(s, seat, hunted(s)) - tools_announced(s), actions_left(s)
        said = t(
            "It takes {n}: an action or an ammo is 1 each. Actions left: {left}, ammo: {ammo}.",
            n=max(0, tough),
            left=left,
            ammo=s.store[seat][Res.AMMO],
        )
        return f"{said} {t('Tools come before ammo.')}" if unused_tools(s, seat) else said
    if ask in (Ask.DISCOUNT, Ask.WAIVE, Ask.WAIVE_MORE):
        card = s.card[part(s, Ending.slot)] - 1
        said = t("{card} costs {cost}.", card=t(CARD_NAMES[card]), cost=amounts(list(CARD_COST[card]), t))
        return f"{said} {room_effect(Room.EVENT_DISCOUNT, s.option, t)}"
    if ask == Ask.RECRUIT:
        left = AIRLOCK - s.airlock[seat]
        said = t.plural(
            "1 food each; room for {n} more in your airlock.", "1 food each; room for {n} more in your airlock.", left
        )
        n = tomorrow_lacks(s, seat)
        lacks = t.plural("Tomorrow's meal lacks {n} ration.", "Tomorrow's meal lacks {n} rations.", n)
        later = lacks if n else t("Tomorrow's meal is safe.")
        return f"{said} {_full_rooms(r) if s.day == ROUNDS else later}".rstrip()
    if ask == Ask.BUILD and s.day == ROUNDS and still_to_fill(s, seat)[0] < 0:
        return t("Too few wait in the airlock to fill another room: {n}.", n=s.airlock[seat])
    if ask == Ask.BUILD:
        price, have = price_of_room(s, seat), materials(s, seat)
        said = t("Price of a room: {price}. Your materials: {have}.", price=price, have=have)
        if rooms_to_build(s, seat):
            said = t("Choose a plan above to build it: {price} of your {have} materials.", price=price, have=have)
        if price < BUILD_COST:
            said = f"{said} {t('Only the first room tonight; the next one costs {n}.', n=BUILD_COST)}"
        return f"{said} {t('In the airlock: {n}.', n=s.airlock[seat])} {_full_rooms(r)}".rstrip()
    if ask in (Ask.FEEDING, Ask.PAY_ROOM):
        return _due(r, ask)
    return ""


def _tonight(r: Reader[OutliveState]) -> str:
    """What tonight's meal takes, and what it lacks: what the day's last heroes can still fetch."""
    s, seat, t = r.state, r.seat, r.t
    water, food_ = meal_lacks(s, seat)
    if water + food_:
        return t.plural(
            "Tonight's meal lacks {goods}: {n} survivor would starve.",
            "Tonight's meal lacks {goods}: {n} survivors would starve.",
            water + food_,
            goods=_eaten(r, water, food_),
        )
    eaten = _eaten(r, airlock_need(s, seat), room_need(s, seat))
    return t("Tonight's meal is covered: {goods}.", goods=eaten) if eaten else ""


def _eaten(r: Reader[OutliveState], water: int, food_: int) -> str:
    """So much water and food."""
    goods = [amount(Res.WATER, water, r.t)] if water else []
    return ", ".join([*goods, *([r.t.plural("{n} food", "{n} food", food_)] if food_ else [])])


def _repaired(r: Reader[OutliveState]) -> str:
    """How the reader stands beside whoever has repaired most, while that one is ahead; on the last day in any case."""
    s = r.state
    best = max((who for who in range(s.seats) if who != r.seat), key=lambda who: repaired_gear(s, who))
    n, m = repaired_gear(s, r.seat), repaired_gear(s, best)
    if s.day == ROUNDS:
        said = N_("The last day. Repaired: you {n}, {name} {m}; tonight's still score, and full rooms.")
    else:
        said = N_("Repaired: you {n}, {name} {m}; each tile is a point at the end.") if m > n else ""
    return r.t(said, n=n, name=r.names[best], m=m) if said else ""


def _idle_workshop(r: Reader[OutliveState]) -> str:
    """Why a room that repairs for one material is not offered."""
    s, seat = r.state, r.seat
    idle = [
        forbids_repair_room(s, seat, slot, 0) for slot in range(SLOTS) if s.room[seat][slot] == 1 + Room.REPAIR_MINUS2
    ]
    if clause(11, 38) not in idle or BROKEN not in s.gear[seat]:
        return ""
    said = N_("{room}: you have none of your tiles' own materials.")
    return r.t(said, room=r.t(ROOM_NAMES[Room.REPAIR_MINUS2]))


def _is_good_start(room: int) -> bool:
    """Whether a beginner does well to start with a room (1 + kind): it eats little, and the first survivors fill it."""
    return bool(room and UPKEEP[room - 1] == 1 and PLACES[room - 1] == START_SURVIVORS)


def _good_start(r: Reader[OutliveState], rooms: Sequence[int]) -> str:
    """The first of these rooms with which one does well to start."""
    name = next((r.t(ROOM_NAMES[room - 1]) for room in rooms if _is_good_start(room)), "")
    return r.t("Good to begin with: {room} (4 places, eats 1).", room=name) if name else ""


def _news(r: Reader[OutliveState]) -> str:
    """What one should not have missed: today's event until one's own first move, and at night why one's step to end
    events was passed."""
    s, seat, t = r.state, r.seat, r.t
    if seat < 0:
        return ""
    if s.phase in (Phase.END_EVENTS, Phase.FEED, Phase.RECRUIT):
        return _not_ended(r)
    if s.phase != Phase.DAY or any(s.standing[seat]) or not is_face_up(s, s.day - 1):
        return ""
    card = s.card[s.day - 1] - 1
    said = t("New today: {card}. {effect}", card=t(CARD_NAMES[card]), effect=card_effect(card, s.seats, t))
    if not any(meal_lacks(s, seat)):
        return said  # the prices of all events follow
    return f"{said} {t('To end it: {price}', price=event_price(t, card, list(CARD_COST[card])))}."


def _offered_first(r: Reader[OutliveState]) -> str:
    """Who may end an event first tonight, unless somebody else is the first to board the ship (OL-3.3, OL-11.3); and
    what it costs, of several those that one is nearest to."""
    s, t = r.state, r.t
    cards = [s.card[slot] - 1 for slot in range(s.day) if is_face_up(s, slot)]
    if not cards:
        return ""
    said = t("Tonight you may end events first.")
    if s.marker != r.seat:
        said = t("Tonight {name} may end events first.", name=r.names[s.marker])
    cards.sort(key=lambda card: sum(lacking_for(s, r.seat, card)))
    prices = {t(CARD_NAMES[card]): event_price(t, card, list(CARD_COST[card])) for card in cards[:PRICES]}
    return " ".join([said, *(t("{card} costs {cost}.", card=card, cost=cost) for card, cost in prices.items())])


def _not_ended(r: Reader[OutliveState]) -> str:
    """What is missing for the event that one is nearest to ending, until the first food of the meal is served; and
    afterwards for events that cost none."""
    s, seat, t = r.state, r.seat, r.t
    water = 0
    if s.phase == Phase.FEED:
        begun = asked(s) == seat and top(s) == Ask.FEEDING
        fed = not begun and (seat - s.first) % s.seats < s.turn
        if fed or s.depth == 0 or (begun and part(s, Feeding.rooms) < room_need(s, seat)):
            return ""
        water = airlock_need(s, seat) - part(s, Feeding.rows) if begun else 0  # the airlock has drunk already
    cards = [s.card[slot] - 1 for slot in range(s.day) if is_face_up(s, slot)]
    if s.phase == Phase.RECRUIT:
        cards = [card for card in cards if not any(CARD_COST[card][:FOODS])]
    short = [(sum(lacking), card, lacking) for card in cards if (lacking := lacking_for(s, seat, card, water))]
    if not short or len(short) < len(cards):
        return ""
    _, card, lacking = min(short)
    told = {"card": t(CARD_NAMES[card]), "goods": amounts(lacking, t)}
    if unused_room(s, seat, Room.EVENT_DISCOUNT) >= 0:
        room = t(ROOM_NAMES[Room.EVENT_DISCOUNT])
        return t("You cannot end {card}: you lack {goods}, even with the {room}.", room=room, **told)
    return t("You cannot end {card}: you lack {goods}.", **told)


def lacking_for(s: OutliveState, seat: int, card: int, water: int = 0) -> list[int]:
    """What a seat lacks to end an event, after the best help of its Crisis Desk and with so much water more; empty if
    it can."""
    lacking = [missing(s, seat, card, res) for res in range(GOODS)]
    lacking[Res.WATER] = max(0, lacking[Res.WATER] - water)
    if has_discount(s, seat, card):
        sums = [sum(n for res, n in enumerate(lacking) if group(res) == which) for which in range(NOTHING)]
        spared, which = max((min(n, most_waived(s, which)), which) for which, n in enumerate(sums))
        for _ in range(spared):
            most = max((res for res in range(GOODS) if group(res) == which), key=lambda res: lacking[res])
            lacking[most] -= 1
    return lacking if any(lacking) else []


def _full_rooms(r: Reader[OutliveState]) -> str:
    """What full rooms count, and what one more would add."""
    n = completed_rooms(r.state, r.seat)
    if n == SLOTS:
        return ""
    more = ROOM_SCORE[n + 1] - ROOM_SCORE[n]
    points = r.t.plural("{n} point", "{n} points", ROOM_SCORE[n])
    return r.t("Full rooms: {n} ({points}); one more: +{more}.", n=n, points=points, more=more)


def _owned(r: Reader[OutliveState]) -> str:
    """Why a tile that lies open is not offered: one of its kind is there already."""
    s, seat, t = r.state, r.seat, r.t
    city = CITY_OF[s.place[seat][part(s, Visit.hero)]]
    shown = [tile - 1 for tile in s.display[city] if tile] if city >= 0 else []
    owned = [t(GEAR_NAMES[kind]) for kind in dict.fromkeys(shown) if s.gear[seat][kind] != NONE]
    return t("You own one already: {tiles}.", tiles=", ".join(owned)) if owned else ""


def _too_tough(r: Reader[OutliveState]) -> str:
    """Why no hunt is offered where an animal lies open: what it lacks."""
    s, seat, t = r.state, r.seat, r.t
    if forbids_hunting(s, seat) != clause(9, 29):
        return ""
    printed = hunted_first(s, seat)
    have = part(s, Visit.actions) + s.store[seat][Res.AMMO] + unused_tools(s, seat)
    lacking = max(1, toughness(s, seat, printed) - have)
    return t.plural(
        "To hunt {animal} you lack {n} action or ammo.",
        "To hunt {animal} you lack {n} actions or ammo.",
        lacking,
        animal=t(PREY_HUNTED[printed - WEAKEST_PREY]),
    )


def _due(r: Reader[OutliveState], ask: Ask) -> str:
    """What is still to be paid; whether there is anything to choose."""
    s, t = r.state, r.t
    if ask == Ask.FEEDING:
        due, have = part(s, Feeding.rooms), food(s, r.seat)
        if have <= due:  # whatever comes first, everything goes
            return t.plural(
                "Your rooms need {n} food and you have {have}: all of it is eaten, in any order.",
                "Your rooms need {n} food and you have {have}: all of it is eaten, in any order.",
                due,
                have=have,
            )
        said = t.plural("Your rooms need {n} more food.", "Your rooms need {n} more food.", due)
        return f"{said} {t(SPARE_WATER)}" if s.store[r.seat][Res.WATER] else said
    due = part(s, Paying.due)
    if materials(s, r.seat) <= due:
        return t.plural("The last {n} material you have.", "The last {n} materials you have, in any order.", due)
    return t.plural("{n} material still due.", "{n} materials still due.", due)


def starving(s: OutliveState) -> bool:
    """Whether a player chooses who is lost for want of food; the phase has gone on if it was the last to feed."""
    if not s.depth or top(s) != Ask.LOSE_SURVIVOR:
        return False
    fed = s.phase == Phase.RADIATION and (s.turn == 0 or s.option[Choice.NIGHT_ORDER] == 1)
    return bool(s.phase == Phase.FEED or fed)


def _losing(r: Reader[OutliveState]) -> str:
    """From where a survivor is lost, and to what: hunger, radiation or an event."""
    s, t = r.state, r.t
    n = part(s, Count.left)
    if starving(s):
        return t.plural("Hunger takes {n} survivor: from where?", "Hunger takes {n} survivors: from where?", n)
    if s.phase > Phase.DAY:
        return t.plural("Radiation takes {n} survivor: from where?", "Radiation takes {n} survivors: from where?", n)
    return t.plural("The event takes {n} survivor: from where?", "The event takes {n} survivors: from where?", n)


def paid_now(s: OutliveState, whose: int) -> tuple[int, int]:
    """The room that somebody is paying for, and what is still due for it; -1 and 0 where there is none."""
    if not s.depth or top(s) != Ask.PAY_ROOM or part(s, Question.seat) != whose:
        return -1, 0
    return part(s, Paying.slot), part(s, Paying.due)


def _loot(r: Reader[OutliveState]) -> str:
    s = r.state
    n = part(s, Loot.tokens)
    if part(s, Loot.victim) == r.seat:
        return r.t.plural(
            "{n} food or material for {name}.",
            "{n} food or materials for {name}.",
            n,
            name=r.names[part(s, Loot.attacker)],
        )
    return r.t.plural(
        "{n} food or material from {name}.", "{n} food or materials from {name}.", n, name=r.names[part(s, Loot.victim)]
    )


def stage(r: Reader[OutliveState]) -> Stage:
    """The day and its parts, and the actions of the hero whose owner is asked; before the first day, what is chosen."""
    s, t = r.state, r.t
    if s.day == 0:
        now = {Ask.LEADER: 1, Ask.MARY_DRAW: 1, Ask.MARY_THROW: 1, Ask.PLACE_HERO: 2}.get(Ask(top(s)), 0)
        return Stage(t("Setup"), (t("Rooms"), t("Leader"), t("Heroes")), now)
    heading = t("Day {n} of {most}", n=s.day, most=ROUNDS)
    phases = (t("Dawn"), t("Day"), t("Night"))
    if s.phase == Phase.OVER:
        return Stage(heading, phases)
    now = 0 if s.phase < Phase.DAY else 1 if s.phase == Phase.DAY else 2
    if is_visiting(s) and part_at(s, 0, Visit.seat) == asked(s):
        seat, hero, left = (part_at(s, 0, i) for i in (Visit.seat, Visit.hero, Visit.actions))
        of = SANDSTORM_LIMIT if suffers(s, seat, Card.SANDSTORM) else STRENGTH[hero]
        return Stage(heading, phases, now, left, 0 if s.place[seat][hero] == Area.CARGO else max(of, left))
    return Stage(heading, phases, now)
