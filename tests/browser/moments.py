"""Strips of frames of staged events for the docs: ``python -m tests.browser.moments [MOMENT ...] [--folder FOLDER]``.

With ``--count`` it says instead how many frames a second the browser draws while they play. A game is played at random,
the same every time, until a move brings the event; the page is sent the table before and after it, plays it very
slowly, and is photographed at even distances.
"""

from __future__ import annotations

import argparse
import io
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

import lastraft
from lastraft.kernel import Emitted
from lastraft.protocol.staging import duration
from lastraft.server.tables import actions, messages
from lastraft.server.tables.table import Table
from lastraft.survive.components import PRINTED, Face, Ground
from tests.browser.conftest import DESKTOP, launch
from tests.browser.player import Player
from tests.browser.screenshots import NAMES, PLAIN
from tests.server.helpers import serving

SLOWER, FRAMES, COLUMNS, WIDTH, QUALITY = 8, 6, 3, 480, 72


class Moment(NamedTuple):
    game: str
    seats: int
    wanted: Callable[[Sequence[Emitted], Any], bool]


def _has(*names: str) -> Callable[[Sequence[Emitted], Any], bool]:
    """Whether the events of a move are of all these kinds."""
    return lambda events, kinds: {*names} <= {kinds(e.kind).name for e in events}


def _whirlpool(events: Sequence[Emitted], kinds: Any) -> bool:
    showed = any(e.kind == kinds.SHOWED and e.b == Face.WHIRLPOOL for e in events)
    return showed and sum(e.kind == kinds.ELIMINATED for e in events) >= 2


def _rescue(events: Sequence[Emitted], kinds: Any) -> bool:
    return any(e.kind in (kinds.WALKED, kinds.SWAM) and PRINTED[e.c] == Ground.SAFE for e in events)


MOMENTS = {
    "whirlpool": Moment("survive", 4, _whirlpool),
    "rescue": Moment("survive", 4, _rescue),
    "bite": Moment("hellapagos", 6, _has("BALL", "BITTEN")),
    "death": Moment("hellapagos", 6, _has("DIED")),
    "dawn": Moment("outlive", 4, _has("DAWN", "TURNED")),
}


class Staged(NamedTuple):
    before: dict[str, Any]
    after: dict[str, Any]
    ms: int


def staged(moment: Moment, language: str = "en") -> Staged:
    """What the first seat's page is sent before and after the first move that brings what is wanted."""
    game = moment.game
    for seed in range(1000):
        match, rng = lastraft.new(game, seats=moment.seats, seed=seed), random.Random(seed)
        while not match.over:
            seat = rng.choice(match.actors)
            codes = match.legal_moves(seat).codes()
            plain = [code for code in codes if game == "hellapagos" and match.move(seat, code).text.startswith(PLAIN)]
            match.push(rng.choice(plain if plain and rng.random() < 0.8 else codes), seat)
            events = [h.event for h in match.events(0, len(match.history)) if h.number == len(match.history)]
            if moment.wanted(events, match.game.events):
                return _sent(match, moment, seed, language)
    raise AssertionError(f"no game of {game} comes to this")


def _sent(match: lastraft.Match, moment: Moment, seed: int, language: str) -> Staged:
    table = Table("staged", actions.opened("p0", moment.game, actions.TermsChange(size=moment.seats)))
    for seat in range(moment.seats):
        table.apply(actions.sit(table, f"p{seat}", NAMES[seat]))
    table.apply(actions.start(table, "p0", seed))
    *earlier, (last, _, _) = match.history
    for move, _, _ in earlier:
        table.apply(actions.checked_move(table, move.seat, move.code))
    before, had = messages.changes_for_page(table, "p0", None, language, 400, None)
    table.apply(actions.checked_move(table, last.seat, last.code))
    after, _ = messages.changes_for_page(table, "p0", before["number"], language, 400, had)
    return Staged(before, after, sum(duration(news.get("staging", [])) for news in after["news"]))


def put_on(player: Player, moment: Moment, staged: Staged) -> None:
    """A table of that game as it was before the move."""
    player.sit_with_bots(moment.game, moment.seats)
    player.unplug()
    player.does("take(given)", staged.before)
    player.page.wait_for_timeout(600)


def strip(player: Player, name: str, folder: Path) -> None:
    moment = MOMENTS[name]
    shown = staged(moment)
    put_on(player, moment, shown)
    player.does("take(given)", shown.after)
    frames = []
    page, began = player.page, player.page.evaluate("performance.now()")
    for k in range(FRAMES):
        due = began + shown.ms * SLOWER * (k + 0.5) / FRAMES
        page.wait_for_timeout(max(1, due - page.evaluate("performance.now()")))
        shot = Image.open(io.BytesIO(page.screenshot(clip={"x": 0, "y": 40, "width": 948, "height": 760})))
        frames.append(shot.convert("RGB").resize((WIDTH, WIDTH * 760 // 948)))
    player.does("skip()")
    high = frames[0].height
    sheet = Image.new("RGB", (COLUMNS * (WIDTH + 8) - 8, FRAMES // COLUMNS * (high + 8) - 8), "white")
    for k, frame in enumerate(frames):
        sheet.paste(frame, (k % COLUMNS * (WIDTH + 8), k // COLUMNS * (high + 8)))
    path = folder / f"moment-{name}.webp"
    sheet.save(path, quality=QUALITY, method=6)
    print(f"{path.name}: {shown.ms / 1000} s, {path.stat().st_size // 1000} kB", flush=True)


COUNT = """async (message) => {
  const times = [];
  let playing = true;
  const note = (time) => [times.push(time), playing && requestAnimationFrame(note)];
  requestAnimationFrame(note);
  take(message);
  const isPlaying = () => document.querySelector(".lifted, .stage > *") || !document.querySelector(".playing").hidden;
  do await new Promise((go) => setTimeout(go, 50));
  while (isPlaying());
  playing = false;
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  return [(1000 * gaps.length) / (times.at(-1) - times[0]), Math.max(...gaps)];
}"""


def count_frames(wanted: Sequence[str]) -> None:
    """How many frames a second are drawn while each moment plays at its usual speed, and the longest pause."""
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            player = Player(browser, server.url, "Ola", DESKTOP, speed="normal")
            for name in wanted or MOMENTS:
                shown = staged(MOMENTS[name])
                put_on(player, MOMENTS[name], shown)
                frames, longest = player.does(f"({COUNT})(given)", shown.after)
                print(f"{name}: {frames:.0f} frames a second, none longer than {longest:.0f} ms", flush=True)
            player.close()


def main(folder: Path, wanted: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        database = f"sqlite+aiosqlite:///{kept}/tables.sqlite"
        with serving(database, Path(kept)) as server, launch() as browser:
            player = Player(browser, server.url, "Ola", DESKTOP, speed=str(SLOWER), color_scheme="light", locale="en")
            for name in wanted or MOMENTS:
                strip(player, name, folder)
            player.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moments", nargs="*", metavar="MOMENT", help=f"all if none is named: {', '.join(MOMENTS)}")
    parser.add_argument("--folder", type=Path, default=Path("docs/screenshots"), help="where the strips go")
    parser.add_argument("--count", action="store_true", help="count frames instead")
    given = parser.parse_args()
    if unknown := {*given.moments} - {*MOMENTS}:
        parser.error(f"no moment is called {', '.join(sorted(unknown))}; there are {', '.join(MOMENTS)}")
    if given.count:
        count_frames(given.moments)
    else:
        main(given.folder, given.moments)
