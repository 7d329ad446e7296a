"""A recorded game once more, move by move, as one seat saw it."""

from ..match import Match
from .screen import Leave, Screen


def replay(match: Match, seat: int, screen: Screen, step: bool) -> None:
    """Show the game from its start; with ``step`` the table after every move, and Enter leads on."""
    t, game = screen.t, match.game
    history = list(match.history)
    while match.history:
        match.pop()
    screen.title(match)
    screen.tell(screen.sentences(match, seat, 0))
    screen.table(match, seat)
    try:
        for number, (move, by_clock, _) in enumerate(history, 1):
            if step:
                screen.ask(t("Enter shows move {n} of {all}:", n=number, all=len(history)))
            known = not game.notation.secret(match.state, move.seat, move.code, seat)
            match.push(move, by_clock=by_clock)
            if known:
                screen.say(f"{number:>4} {match.names[move.seat]}: {move.text}", "bold")
            screen.tell(screen.sentences(match, seat, number))
            if step:
                screen.table(match, seat)
    except Leave:
        return
    if not step:
        screen.table(match, seat)
    if match.over:
        screen.result(match)
