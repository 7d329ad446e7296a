"""How Outlive is taught: the card, the coached game, the headings of the rules."""

from __future__ import annotations

from pathlib import Path

from ...protocol import Block, Card, Lesson, Step, Teaching
from ...protocol.translations import N_

CARD = Card(
    N_("Six days until the convoy"),
    N_("It has room for one shelter only. Make yours the one worth saving."),
    (
        Block(
            N_("By day"),
            (
                N_(
                    "Each of your four heroes walks 1 or 2 steps along the ring, then acts: a 5 has five "
                    "actions, a 3 three."
                ),
                N_("Gather, hunt, search the cities, board the ship."),
                N_("Whoever arrives presses weaker heroes that stand there: they hand over food or materials."),
            ),
            ("sun",),
        ),
        Block(
            N_("By night"),
            (
                N_("Pay to end an event, feed everybody, let the radiation in, recruit, build, repair."),
                N_("Feeding: 1 to 3 food for each room with people, 1 water for each row of the airlock."),
                N_("Meat spoils at dawn, and only 2 water keep."),
            ),
            ("moon",),
        ),
        Block(
            N_("What kills"),
            (
                N_("Hunger: every missing food or water costs a survivor."),
                N_("Radiation: it climbs each night, one step less for each survivor in the airlock."),
                N_("Events: a new one every dawn, and it strikes each day until someone pays."),
            ),
            ("bowl-e", "trefoil", "storm"),
        ),
        Block(
            N_("What scores"),
            (
                N_("Each survivor 1, each repaired tile 1, each symbol that two of them complete 1."),
                N_("Each event you end: 3 to 5."),
                N_("Full rooms: 2 count 1, 4 count 4, all 7 count 17. The radiation gauge: +3 to \u221211."),
            ),
            ("star", "person", "wrench", "hammer"),
        ),
        Block(
            N_("Before the first day"),
            (
                N_("Keep four of six rooms and build one: the fewer bowls, the easier it is to feed."),
                N_("Your leader says where your heroes start and what they bring."),
                N_(
                    "For the first meal fetch water or cans: spare water feeds rooms too. Whoever boards the ship "
                    "first in a day is first player from that night on."
                ),
            ),
            ("door", "first", "res-water", "res-can"),
        ),
        Block(
            N_("How it ends"),
            (N_("After the sixth night. The shelter with the most points leaves with the convoy and wins."),),
            ("truck-art",),
        ),
    ),
)
LESSON = Lesson(
    """
seats: 2
generator: 2265b1f3 d8f16ad9 c386bbc2 414c3424
day: 6
first: A
now: A turn
events: hostile_clan by A, sandstorm by B, rats by B, looters by A, mutation by A, wildfire
pools: forest 4, dam 5, base 6, mine 6, carnival 6
algae: usable
ship: 3 4 5
display blackwood: axe purifier crowbar
search blackwood: plank cartridges rations
display silent_peak: chainsaw bow bear_trap
search silent_peak: scrap_heap plank empty_cupboard
animals forest: 4 6 7
animals mine: 7 6 4
animals carnival: 7 4 3
stack: hacksaw shotgun access_card
A leader: kooper_froste
A store: 1 chip, 2 wood, 2 metal, 3 ammo
A airlock: 2
A gauge: +1
A rooms: event_discount 3, scrap_equipment 3, nursery, draw2_equipment, peek_search
A heroes: 3a silent_peak standing, 3b carnival, 4 base, 5 blackwood
B leader: lily_rose_wely
B store: 1 water, 4 can
B airlock: 4
B gauge: +1
B rooms: build_discount 3, cargo_plus1, hunt_plus1, hunt_plus1, cargo_plus2_open
B equipment: backpack
B heroes: 3a forest standing, 3b dam standing, 4 mine standing, 5 cargo
""",
    (
        Step(
            N_(
                "By day your heroes fetch food and materials, by night your people eat and you build: six times. This "
                "is your shelter on the last day. After its night the convoy takes the one with the most points."
            ),
            point=("own-shelter",),
        ),
        Step(
            N_(
                "Every survivor is a point, and whoever gets nothing to eat tonight dies: the airlock drinks water, "
                "each room eats its bowls in any food. What is missing there, today's heroes fetch."
            ),
            point=("own-shelter",),
        ),
        Step(
            N_(
                "The ship asks for no action: a hero gets the cans on the space of its strength, and who waits there, "
                "if no hero stands on it. Who boards first in a day goes first from that night on."
            ),
            point=("area-cargo",),
        ),
        Step(
            N_(
                "Three of your heroes still lie down: they have not moved. A hero goes 1 or 2 places along the ring, "
                "never to where another of yours is. Take the 4 to the dam for water."
            ),
            "hero 4 dam",
        ),
        Step(
            N_(
                "A weaker hero stood there, so you pressed it and got a can; who still lies is never pressed. Now pay "
                "a chip to let the dam run: then an action brings water."
            ),
            "activate dam",
        ),
        Step(N_("A 4 has four actions. Take four water, in one go or one by one."), "gather"),
        Step(N_("Again."), "gather"),
        Step(N_("And again."), "gather"),
        Step(N_("The last of the four."), "gather"),
        Step(
            N_(
                "Now their 5 comes to Silent Peak and presses your 3 there: 5 less 3 is a pressure of 2. Each ammo you "
                "spend saves one food or material: spend two and keep everything."
            ),
            "ammo 2",
            point=("area-silent_peak",),
        ),
        Step(
            N_("Now the 5, to the forest: a 3 stands there, two weaker, so it must hand over two food or materials."),
            "hero 5 forest",
        ),
        Step(
            N_("An animal of toughness 4 is in sight. Hunting it takes 4 actions, and meat feeds people. Hunt."), "hunt"
        ),
        Step(N_("Each ammo would save an action. Keep it: spend none."), "ammo 0"),
        Step(N_("One action is left: take wood."), "gather"),
        Step(
            N_(
                "The last one, a 3, goes to Blackwood. In the two cities tiles of equipment lie open, and face-down "
                "tokens can be searched for."
            ),
            "hero 3b blackwood",
        ),
        Step(N_("Take the axe: a tile is one action. It is broken until you repair it at night."), "take axe"),
        Step(
            N_(
                "Search with the other two: a token brings food, a material or ammo, and sometimes nothing. The "
                "crossed-out ones are gone for today."
            ),
            "search",
        ),
        Step(N_("Once more."), "search"),
        Step(
            N_(
                "Night. First, events: the wildfire burns until somebody pays 3 water. It is worth 3 points to "
                "whoever does. Pay: enough is left for the airlock."
            ),
            "end wildfire",
        ),
        Step(
            N_(
                "Then the meal. The airlock has had its water; the rooms want 3 of any food. Meat would "
                "spoil: serve meat first."
            ),
            "pay meat",
        ),
        Step(
            N_("Serve the other meat, too. The third food is a can: it serves itself, only cans are left."), "pay meat"
        ),
        Step(
            N_(
                "Everybody is fed; the others lost two people. Then radiation: 3 tonight, one less for each of the two "
                "in your airlock. So your gauge went one step, from +1 point to 0, towards the \u221211 at its end."
            ),
            point=("gauge",),
        ),
        Step(N_("Now recruit: every can left brings a survivor, and every survivor is a point."), "recruit for can"),
        Step(N_("And another."), "recruit for can"),
        Step(
            N_("Move somebody from the airlock into the Crisis Desk: with its last place filled, the room counts."),
            "staff crisis desk",
        ),
        Step(
            N_("Now build the Dormitory. A room costs 3 materials of any kind: wood, metal or chips."),
            "build dormitory",
        ),
        Step(N_("Pay 3 wood, in one go or one by one: the rest is what the axe costs."), "pay wood"),
        Step(N_("Another wood."), "pay wood"),
        Step(N_("And the last."), "pay wood"),
        Step(
            N_("A new room is empty, and empty it counts nothing. Move the three from the airlock in."),
            "staff dormitory",
        ),
        Step(N_("The second."), "staff dormitory"),
        Step(N_("And the third."), "staff dormitory"),
        Step(
            N_(
                "Full rooms count together: 2 only 1 point, yours are 3 and count 2, all 7 would count 17. The rest is "
                "for the axe: pass."
            ),
            "pass",
            point=("ladder",),
        ),
        Step(
            N_(
                "Then the repairs. The axe costs 1 wood and 2 metal; repaired, it is worth a point, and one more with "
                "the tile that carries the other half of its symbol. Repair it."
            ),
            "repair axe",
        ),
        Step(
            N_(
                "The convoy takes your shelter. Over a whole game most points come from survivors, then from repairs "
                "and events; full rooms bring much only from the fourth on."
            )
        ),
        Step(
            N_(
                "A whole game begins with your rooms and your leader. On the first days fetch food at the dam and on "
                "the ship; take a tile or two each day: the night repairs them."
            )
        ),
    ),
    ("B: hero 5 silent_peak", "B: take bow", "B: take chainsaw", "B: search", "B: pass"),
)
SECTIONS = {
    1: N_("The words and the box"),
    2: N_("Setup"),
    3: N_("The round"),
    4: N_("Dawn"),
    5: N_("Events by day"),
    6: N_("The twelve events"),
    7: N_("Turns and moving"),
    8: N_("Pressure"),
    9: N_("The places"),
    10: N_("Equipment"),
    11: N_("The night"),
    12: N_("Rooms"),
    13: N_("The radiation gauge"),
    14: N_("Survivors and airlock"),
    15: N_("End and scoring"),
    17: N_("Time limits"),
}
TEACHING = Teaching(card=CARD, lesson=LESSON, rulebook=Path(__file__).parents[1] / "rulebook.md", sections=SECTIONS)
