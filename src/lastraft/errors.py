"""Exceptions that a user can cause; each message says what was wrong, what was expected, and what to do."""

from importlib.util import find_spec


class LastRaftError(Exception):
    """Base class of all exceptions that a user can cause; the message is one line."""


class UnknownGame(LastRaftError):
    """There is no game of that name."""


class BadOption(LastRaftError):
    """No such option, no such value, or not that many seats."""


class BadText(LastRaftError):
    """A record or a position that cannot be read; `line` is the line where it fails."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class InvalidMove(LastRaftError):
    """Text that is no move of this game."""


class IllegalMove(LastRaftError):
    """A move, but not now; `clause` is the clause of the rules that forbids it."""

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(message)
        self.clause = clause


def require_extra(what: str, extra: str, *modules: str) -> None:
    """
    :raises LastRaftError: if one of the modules that the extra installs is missing.
    """
    if any(find_spec(module) is None for module in modules):
        raise LastRaftError(f'{what} needs the extra {extra!r}: pip install "lastraft[{extra}]"')
