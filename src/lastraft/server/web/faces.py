"""The faces that people choose from, once for all their tables: the twelve castaways."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import Cookie

from ...protocol.translations import N_
from ..tables.actions import Refused
from .services import Request

COOKIE = "face"
NAMES = (
    N_("curls and a flower"),
    N_("a moustache"),
    N_("a straw hat"),
    N_("diving goggles"),
    N_("a braid and glasses"),
    N_("a red scarf"),
    N_("a headband"),
    N_("a cook's hat"),
    N_("a bun and reading glasses"),
    N_("green hair"),
    N_("a captain's beard"),
    N_("a turban and sunglasses"),
)


def remembered(request: Request) -> int:
    """The face that this browser chose; -1 for none."""
    chosen = request.cookies.get(COOKIE, "")
    return int(chosen) if chosen in _NUMBERS else -1


def chosen(request: Request, form: Mapping[str, str]) -> int:
    """The face that a form asks for, else the one that is remembered."""
    if not form.get("face"):
        return remembered(request)
    if form["face"] not in _NUMBERS:
        raise Refused("invalid", "A face is a number from 0 to {last}.", last=len(NAMES) - 1)
    return int(form["face"])


def cookie(request: Request, face: int) -> Cookie:
    """Keep a face for a year."""
    root = request.scope.get("root_path") or "/"
    return Cookie(COOKIE, value=str(face), path=root, max_age=31_536_000, samesite="lax")


_NUMBERS = {str(face) for face in range(len(NAMES))}
