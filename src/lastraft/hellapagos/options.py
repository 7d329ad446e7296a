"""The rules that a table may choose, in words."""

import enum

from ..protocol.options import declared_options
from ..protocol.translations import N_
from .components import DATA


class Choice(enum.IntEnum):
    """The options, in the order of the data file; value 0 is the default."""

    FIRST_PLAYER_CHOICE, FIRST_PLAYER_PASS, PASS_AFTER_FIRST_PLAYER_DEATH, BLACK_BALL_FISH = range(4)
    WRECK_DECK_EMPTY, SURPLUS_RATIONS, DESIGNATED_KILL, TRIP_IMMUNITY, HAND_DEAL_START, SICK_CARD_BAN = range(4, 10)
    SICK_MAY_TRADE, SHEET_METAL_WHILE_BANNED, FISHING_ROD, CLUB, ANTIVENOM_TARGET, ANTIVENOM_FREE_WOOD = range(10, 16)
    MATCHES, PENDULUM_PUSH, CONCH_CHIEF, TELESCOPE, FLASHLIGHT, FRUIT_BASKET, BBQ_TIMING, DEPARTURE = range(16, 24)
    BLIND_TRADES, GIFT_NEEDS_CONSENT, VOTE_TIMEOUT, VOICE_OF_THE_DEAD, TOURNAMENT = range(24, 29)


MAJORITY, UNANIMOUS, CHIEF_ALONE, AUTOMATIC = 0, 1, 2, 3
"""The values of the option `departure`."""
_ABOUT = {
    "first_player_choice": N_("Who is the first player at the start: drawn at random, or seat A."),
    "first_player_pass": N_("Which way the First Player card goes from day to day."),
    "pass_after_first_player_death": N_("Whether the card passes on the next day too after its holder has died."),
    "black_ball_fish": N_("Whether the black ball has fish on it."),
    "wreck_deck_empty": N_("Whether an empty wreckage deck is made anew from the discarded cards."),
    "surplus_rations": N_("Where the rations go that a rescue with a card of three leaves over."),
    "designated_kill": N_("Whether a deadly shot of the designated castaway annuls the vote."),
    "trip_immunity": N_("Whether a rescue in the survival check still protects in the votes for the trip."),
    "hand_deal_start": N_("Which neighbour of a dead castaway is dealt the first card."),
    "sick_card_ban": N_("From when a sick castaway may not play cards."),
    "sick_may_trade": N_("Whether the sick may give, receive and exchange cards."),
    "sheet_metal_while_banned": N_("Whether Sheet Metal works for those who may not play cards."),
    "fishing_rod": N_("What the Fishing Rod does."),
    "club": N_("Whether the Club doubles a vote or gives two votes."),
    "antivenom_target": N_("Whom Anti-venom may cure."),
    "antivenom_free_wood": N_("Whether a cured castaway keeps the safe wood of the action that led to the bite."),
    "matches": N_("Whether Matches make one card harmless or all of the day."),
    "pendulum_push": N_("Who decides how far an imposed castaway pushes on for wood."),
    "conch_chief": N_("Whether the Conch takes the First Player card too."),
    "telescope": N_("Whether the Telescope shows all hands or one."),
    "flashlight": N_("Whether the Flashlight lets its player take one of the cards it shows."),
    "fruit_basket": N_("Whether the Fruit Basket covers the whole survival check or one resource."),
    "bbq_timing": N_("From when the Cannibal BBQ Kit may be played."),
    "departure": N_("Who decides whether the raft leaves."),
    "blind_trades": N_("Whether offered cards stay hidden until the exchange."),
    "gift_needs_consent": N_("Whether a gift can be refused."),
    "vote_timeout": N_("What a vote that does not come in time counts."),
    "voice_of_the_dead": N_("Whether the dead vote too."),
    "tournament": N_("How the castaways aboard score."),
}
WORDS = {
    "random": N_("at random"),
    "seat_0": N_("seat A"),
    "right": N_("to the right"),
    "left": N_("to the left"),
    "always": N_("always"),
    "skip_once": N_("not the next time"),
    "counts": N_("it has"),
    "none": N_("none"),
    "no_search": N_("no, nothing is left to search"),
    "reshuffle_discard": N_("yes, from the discards"),
    "to_marker": N_("into the stores"),
    "lost": N_("lost"),
    "annuls_vote": N_("annuls the vote"),
    "recount_only": N_("the votes are counted again"),
    "carries": N_("still protects"),
    "separate": N_("each check for itself"),
    "next_round": N_("from the next day on"),
    "from_onset": N_("at once"),
    "two_balls": N_("two balls, added up"),
    "double": N_("twice the fish"),
    "best_of_three": N_("the best of three balls"),
    "double_weight": N_("a vote that counts twice"),
    "two_votes": N_("two votes"),
    "any": N_("anybody"),
    "self": N_("only oneself"),
    "kept": N_("kept"),
    "one_card": N_("one card"),
    "whole_round": N_("the whole day"),
    "target": N_("whoever collects"),
    "imposer": N_("whoever imposes it"),
    "role_this_round": N_("only the role, for one day"),
    "takes_card": N_("the card too"),
    "all_hands": N_("all hands"),
    "one_hand": N_("one hand"),
    "look": N_("only look"),
    "look_and_take": N_("look and take one"),
    "whole_check": N_("the whole check"),
    "one_resource": N_("one resource"),
    "from_phase_4": N_("when the turns are over"),
    "any_time": N_("at any time"),
    "majority": N_("the majority"),
    "unanimous": N_("all together"),
    "first_player": N_("the first player"),
    "automatic": N_("nobody: it leaves when it can"),
    "abstain": N_("nothing"),
    "cooperative": N_("all together"),
    "solitary": N_("each alone"),
}
"""The values in words."""
OPTIONS = declared_options(DATA["options"], _ABOUT, WORDS)
assert [option.name.upper() for option in OPTIONS] == [option.name for option in Choice]
