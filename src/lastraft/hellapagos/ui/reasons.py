"""Why a move is refused: clauses in one short sentence."""

from __future__ import annotations

from ...protocol.translations import N_, Translator

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
    1427: N_("A Pendulum is played while turns are taken; whoever it names does what it says."),
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


def reason(clause: int, t: Translator) -> str:
    return t(REASONS.get(clause, N_("That cannot be done now.")))
