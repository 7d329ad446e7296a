"""The rules of the moment, in plain words."""

from ...kernel import top
from ...protocol import Reader
from ..components import IDS
from ..names import card_name
from ..options import CHIEF_ALONE, UNANIMOUS, Choice
from ..rules.actions import can_search
from ..rules.cards import holds
from ..rules.castaways import banned
from ..state import Frame, HellapagosState, Window
from .cards import card_line
from .reasons import REASONS


def help(r: Reader[HellapagosState]) -> str:
    """The rules of this moment, and what the reader's cards do."""
    s = r.state
    lines = [_help_moment(r)]
    if r.seat >= 0 and not s.ended:
        if banned(s, r.seat):
            lines.append(r.t("You are sick: until you recover you may trade and save yourself, but play no cards."))
        held = [kind for kind in range(len(IDS)) if holds(s, r.seat, kind)]
        lines += [r.t("{card}: {about}", card=card_name(kind, r.t), about=card_line(r, kind)) for kind in held]
    return "\n".join(lines)


def _help_moment(r: Reader[HellapagosState]) -> str:
    s = r.state
    if s.ended:
        return r.t("Whoever gets away on the raft wins, nobody else does.")
    if s.depth:
        return _help_closed(r)
    if s.window == Window.TURN:
        said = r.t(
            "On a turn a castaway fishes, fetches water (as much as it rains), fetches wood (one safe piece, and more"
            " at the risk of a snake bite) or searches the wreck. Before that everybody may play cards, trade, shoot"
            " or pass."
        )
        return said if can_search(s) else f"{said} {r.t(REASONS[723])}"
    if s.window == Window.DUSK:
        return r.t("All have acted. Everybody may still play cards before water and food are shared out.")
    if s.window == Window.NIGHT:
        return r.t("If there are seats, water and food for all survivors, they may leave together after this.")
    if s.window == Window.SAVE:
        said = r.t(
            "The designated castaway dies unless a card of what is missing is played for them, the shortage goes away,"
            " or they blow the Conch."
        )
        void = r.t("If the designated castaway shoots somebody dead, the vote is void.")
        return f"{said} {void}" if s.option[Choice.DESIGNATED_KILL] == 0 else said
    if s.window == Window.ZERO:
        return r.t("Nothing is left, so nobody votes: whoever gets no ration from a card dies.")
    return r.t(
        "There is not enough for all. Cards may still help; when the chief ends the debate, one castaway is voted out."
    )


def _help_closed(r: Reader[HellapagosState]) -> str:
    s = r.state
    business = top(s)
    if business == Frame.BALLOT:
        said = r.t(
            "Everybody who is not sick votes for somebody else; the votes are shown together. The chief breaks ties."
        )
        return f"{said} {r.t('The dead vote too.')}" if s.option[Choice.VOICE_OF_THE_DEAD] else said
    if business == Frame.TIE:
        return r.t("The chief decides whom it is.")
    if business == Frame.DEPARTURE and s.option[Choice.DEPARTURE] == UNANIMOUS:
        return r.t("The raft leaves only if everybody wants to leave.")
    if business == Frame.DEPARTURE and s.option[Choice.DEPARTURE] == CHIEF_ALONE:
        return r.t("All leave together or nobody does. The chief alone decides it.")
    if business == Frame.DEPARTURE:
        return r.t("All leave together or nobody does. An even split is decided by the chief.")
    if business == Frame.REACTION:
        return r.t("Only Sheet Metal stops a shot. Otherwise the shooter takes the hand of the dead.")
    return r.t("A card has been announced; whoever plays it makes their choices before anything else happens.")
