"""The learned bot: a small net in whole numbers, as rules.

Every number of an observation switches on at most one input, so that the first layer is a sum of rows. Weights are
8 bits wide, sums 32. A weight of 1 is `UNIT_FIRST` in the first layer and `UNIT` in the others, an activation of 1 is
`FULL` + 1; so all worlds choose the same move. The weights are a record that is passed in, never compiled in.
"""

from __future__ import annotations

import functools
import json
import math
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadOption
from ..kernel import MAX_SEATS, Buffer, Fields, Lookup, Rng, State, i8, i16, i32, placeholder, randbelow, rule
from ..protocol import SELFISH, Game, Observation

if TYPE_CHECKING:
    import numpy as np

legal = placeholder("legal")
observe = placeholder("observe")
own_code = placeholder("own_code")
prefer = placeholder("prefer")
foolish = placeholder("foolish")

INPUTS, FIRST, SECOND, THIRD = 12288, 256, 128, 64
LAST = SECOND + THIRD
"""What policy and value are made from: the third layer and the second."""
CODES = 2048
ENTRIES = 2048
"""The most numbers of an observation."""
UNIT_FIRST, UNIT, FULL = 128, 64, 127
SHIFT = 6
"""The units of a weight that `UNIT` stands for, as a shift."""
FINE, STEP = 16, 4
"""Amounts up to `FINE` have an input each; above, so many share one."""
MAGIC = b"lastraft net 1\n"
LIKING = 13
"""How much liking makes a move e times as likely, as a shift."""
PARTS = 6
"""Likings are looked up in parts of that, as a shift."""
EXPONENTIALS = Lookup([round(65536 * math.exp(-i / (1 << PARTS))) for i in range(12 << PARTS)])
"""How likely a move is that is liked less by so many parts, in 65536ths of the best."""
LOGARITHMS = Lookup([round(math.log(max(1, n)) * (1 << LIKING)) for n in range(1001)])
"""The liking that a preference stands for, up to a constant."""
LEAST = 3277
"""A move that is less likely than this, in 65536ths of the best, is never made by chance: 5 %."""
WORTHLESS, SILLY = 0, 2
"""A net makes no move that looks at most so natural (`Rules.prefer`) if there is another; with a temperature, as bots
for people play, no silly one either: they neither idle nor give things away nor shoot for the sake of a place."""
LAST_RESORT = 1 << 28
"""So much less such a move is liked: more than all likings differ."""
WON, PLACE, POINTS = 0.7, 0.2, 0.1
"""What a win, the place and the points are worth at the end where somebody always wins: the scale of `outlook`."""


class Net(Fields):
    """The weights, and which inputs each number of an observation has. A game uses as many rows as it needs."""

    low = i16(ENTRIES)  # the value that switches nothing on
    width = i16(ENTRIES)  # how many inputs
    offset = i16(ENTRIES)  # the first of them
    category = i8(ENTRIES)
    entries = i32()
    first = i8(INPUTS, FIRST)
    second = i8(SECOND, FIRST)
    third = i8(THIRD, SECOND)
    policy = i8(CODES, LAST)
    outlook = i8(MAX_SEATS, LAST)  # the value of each seat, the own one first
    first_bias = i32(FIRST)
    second_bias = i32(SECOND)
    third_bias = i32(THIRD)
    policy_bias = i32(CODES)
    outlook_bias = i32(MAX_SEATS)


class Layers(Fields):
    """The activations of one choice: each thread has its own."""

    sums = i32(FIRST)
    first = i8(FIRST)
    last = i8(LAST)  # the third layer, then the second
    moves = i16(CODES)
    liked = i32(CODES)  # of each of these moves


@rule
def input_of(net: Net, i: int, value: int) -> int:
    """The input that the i-th number of an observation switches on, or -1."""
    above = value - net.low[i]
    if above <= 0 or net.width[i] == 0:
        return -1
    if net.category[i] == 0 and above > FINE:
        above = FINE + (above - FINE + STEP - 1) // STEP
    return net.offset[i] + min(above, net.width[i]) - 1


@rule
def clipped(x: int) -> int:
    return min(max(x, 0), FULL)


@rule
def activate(s: State, seat: int, net: Net, layers: Layers, out: Buffer) -> None:
    """Compute the layers for what the seat sees in a hidden state. ``out`` has room for an observation."""
    observe(s, seat, out)
    for k in range(FIRST):
        layers.sums[k] = net.first_bias[k]
    for i in range(net.entries):
        row = input_of(net, i, out[i] + 0)
        if row >= 0:
            for k in range(FIRST):
                layers.sums[k] += net.first[row][k]
    for k in range(FIRST):
        layers.first[k] = clipped(layers.sums[k] + 0)
    for j in range(SECOND):
        total = net.second_bias[j] + 0
        for k in range(FIRST):
            total += net.second[j][k] * layers.first[k]
        layers.last[THIRD + j] = clipped(total >> SHIFT)
    for j in range(THIRD):
        total = net.third_bias[j] + 0
        for k in range(SECOND):
            total += net.third[j][k] * layers.last[THIRD + k]
        layers.last[j] = clipped(total >> SHIFT)


@rule
def liking(net: Net, layers: Layers, own: int) -> int:
    """How much the policy likes a code as its seat sees it, for the layers as they stand."""
    total = net.policy_bias[own] + 0
    for k in range(LAST):
        total += net.policy[own][k] * layers.last[k]
    return total


@rule
def outlook(net: Net, layers: Layers, distance: int) -> int:
    """The value of the seat so far from the own one, from 0 (lost) to 1000 (won), for the layers as they stand."""
    total = net.outlook_bias[distance] + 0
    for k in range(LAST):
        total += net.outlook[distance][k] * layers.last[k]
    return min(max((total * 1000) >> (SHIFT + 7), 0), 1000)


@rule
def like(s: State, seat: int, character: int, net: Net, layers: Layers, n: int, out: Buffer) -> int:
    """Note how much the policy likes each of the n moves in ``layers.moves``, from what the seat knows; the most. A
    character adds what it prefers to what anybody would."""
    activate(s, seat, net, layers, out)
    most = -1 << 31
    for i in range(n):
        move = layers.moves[i] + 0
        liked = liking(net, layers, own_code(s, seat, move))
        if character > 0:
            liked += LOGARITHMS[prefer(s, seat, move, character)] - LOGARITHMS[prefer(s, seat, move, 0)]
        layers.liked[i] = liked
        most = max(most, liked)
    return most


@rule
def likelihood(less: int, temperature: int) -> int:
    """How likely a move is that is liked so much less than the best, in 65536ths of it; temperature in hundredths."""
    part = (less * 100 // temperature) >> (LIKING - PARTS)
    return EXPONENTIALS[part] if part < 12 << PARTS else 0


@rule
def choose_learned(
    s: State, seat: int, character: int, temperature: int, net: Net, layers: Layers, rng: Rng, out: Buffer
) -> int:
    """The legal move that the policy likes best, from what the seat knows. With a temperature (in hundredths) one by
    chance: at 100 as likely as the policy says, above that more evenly; but none far less likely than the best. A silly
    or foolish move (with a temperature), or one that is worth nothing, is made only if there is no other; a selfish one
    at a temperature under 100 now and then."""
    n: int = legal(s, seat, out)
    if n == 1:
        return out[0] + 0
    for i in range(n):
        layers.moves[i] = out[i]
    liked_most = like(s, seat, character, net, layers, n, out)
    shunned = SILLY if temperature > 0 else WORTHLESS
    most = -1 << 31
    helps = -1  # whether it does what others need, once that matters
    for i in range(n):
        looked_at = temperature > 0 or layers.liked[i] == liked_most
        move = layers.moves[i] + 0
        silly = looked_at and prefer(s, seat, move, character) <= shunned
        if silly:
            layers.liked[i] -= LAST_RESORT
        if temperature > 0:
            folly = foolish(s, seat, move)
            if folly >= SELFISH:
                if helps < 0:
                    helps = 1 if randbelow(rng, 100) < temperature else 0
                folly = helps
            layers.liked[i] -= LAST_RESORT * folly
        most = max(most, layers.liked[i] + 0)
    total = 0
    for i in range(n):
        if temperature == 0:
            likely = 1 if layers.liked[i] == most and total == 0 else 0
        else:
            likely = likelihood(most - layers.liked[i], temperature)
            if likely < LEAST:
                likely = 0
        layers.liked[i] = likely
        total += layers.liked[i]
    left = randbelow(rng, total) if total > 1 else 0
    for i in range(n):
        left -= layers.liked[i]
        if left < 0:
            return layers.moves[i] + 0
    return layers.moves[0] + 0


# -- nets as files ----------------------------------------------------------------------------------------------------

WEIGHTS = ("first", "second", "third", "policy", "outlook")


def inputs(observation: Observation) -> tuple[list[int], list[int], list[int], list[int]]:
    """Of each entry: its lowest value, how many inputs it has, the first of them, and whether it is a category."""
    lows, widths, offsets, categories = [], [], [], []
    total = 0
    for entry in observation.entries:
        above = entry.high - entry.low
        width = above if entry.category or above <= FINE else FINE + (above - FINE + STEP - 1) // STEP
        lows.append(entry.low)
        widths.append(width)
        offsets.append(total)
        categories.append(int(entry.category))
        total += width
    return lows, widths, offsets, categories


def shapes(game: Game[Any], units: int = FIRST) -> dict[str, tuple[int, int]]:
    """The part of each weight matrix that a game uses, with so many units in the first layer.

    :raises BadOption: if it does not say what it observes, or is too large.
    """
    if game.observed is None:
        raise BadOption(f"{game.name} does not describe what it observes (Game.observed), so nothing can learn it")
    count = sum(inputs(game.observed)[1])
    if count > INPUTS or game.observed.size > ENTRIES or game.families.count > CODES:
        raise BadOption(
            f"{game.name} has {count} inputs, {game.observed.size} numbers and {game.families.count} moves; "
            f"a net has at most {INPUTS}, {ENTRIES} and {CODES}"
        )
    rows = (count, SECOND, THIRD, game.families.count, game.sizes[-1])
    return dict(zip(WEIGHTS, zip(rows, (units, units, SECOND, LAST, LAST)), strict=True))


def make_net(game: Game[Any], arrays: Mapping[str, Any]) -> np.void:
    """The record of a game's net from its matrices and biases, each as large as the game uses it; the first layer may
    have fewer units than there is room for."""
    import numpy as np

    net = np.zeros(1, Net.dtype())
    assert game.observed is not None
    size = game.observed.size
    for name, row in zip(("low", "width", "offset", "category"), inputs(game.observed), strict=True):
        net[name][0, :size] = row
    net["entries"] = size
    for name, (rows, columns) in shapes(game, arrays["first"].shape[1]).items():
        net[name][0, :rows, :columns] = arrays[name]
        bias = _biases(name, rows, columns)
        net[f"{name}_bias"][0, :bias] = arrays[f"{name}_bias"]
    return net[0]  # type: ignore[no-any-return]


def _header(game: Game[Any]) -> dict[str, Any]:
    assert game.observed is not None
    return {
        "game": game.name,
        "rules": game.version,
        "observation": game.observed.fingerprint,
        "codes": game.families.count,
        "seats": game.sizes[-1],
    }


def write_net(game: Game[Any], net: np.void, about: Mapping[str, Any]) -> bytes:
    """A net as a file: a line that says what it is, a line of JSON, and the numbers, compressed."""
    import numpy as np

    units = int(np.flatnonzero(net["second"].any(axis=0)).max(initial=0)) + 1
    parts = []
    for name, (rows, columns) in shapes(game, units).items():
        bias = _biases(name, rows, columns)
        parts += [net[name][:rows, :columns].tobytes(), net[f"{name}_bias"][:bias].tobytes()]
    header = json.dumps({**_header(game), "units": units, **about}).encode()
    packer = zlib.compressobj(9, strategy=zlib.Z_FILTERED)  # small numbers that repeat seldom
    return MAGIC + header + b"\n" + packer.compress(b"".join(parts)) + packer.flush()


def read_net(game: Game[Any], data: bytes, source: object = "the file") -> tuple[np.void, dict[str, Any]]:
    """The net of a file, and what its header says.

    :raises BadOption: if it is no net, or one of another game, version or layout.
    """
    import numpy as np

    shapes(game)
    try:
        header, units, numbers = _parts(data)
    except (ValueError, RecursionError, zlib.error) as error:
        raise _damaged(source, error) from error
    for name, value in _header(game).items():
        given = header.get(name)
        if given != value and not (name == "rules" and isinstance(given, int) and given in game.earlier):
            raise BadOption(
                f"{source} does not fit {game.name}: its {name} is {given!r}, needed is {value!r}; "
                f"lastraft train {game.name} makes another"
            )
    parts = {
        name: (rows, columns, _biases(name, rows, columns)) for name, (rows, columns) in shapes(game, units).items()
    }
    size = sum(rows * columns + 4 * biases for rows, columns, biases in parts.values())
    if len(numbers) != size:
        raise _damaged(source, f"it has {len(numbers)} bytes of weights, with {units} units expected are {size}")
    arrays, at = {}, 0
    for name, (rows, columns, biases) in parts.items():
        arrays[name] = np.frombuffer(numbers, np.int8, rows * columns, at).reshape(rows, columns)
        at += rows * columns
        arrays[f"{name}_bias"] = np.frombuffer(numbers, "<i4", biases, at)
        at += 4 * biases
    return make_net(game, arrays), header


def _damaged(source: object, why: object) -> BadOption:
    return BadOption(f"{source} is no net, or a damaged one: {why}")


def _biases(name: str, rows: int, columns: int) -> int:
    """How many biases a layer has: the rows of the first one are its inputs."""
    return columns if name == "first" else rows


def _parts(data: bytes) -> tuple[dict[str, Any], int, bytes]:
    """The header of a file, the units of its first layer, and its numbers.

    :raises ValueError: if it is no net; also RecursionError and `zlib.error`.
    """
    if not data.startswith(MAGIC):
        raise ValueError("it does not begin as one")
    line, _, packed = data[len(MAGIC) :].partition(b"\n")
    header = json.loads(line)
    if not isinstance(header, dict):
        raise ValueError("its second line is no object in JSON")
    units = header.get("units", FIRST)
    if type(units) is not int or not 1 <= units <= FIRST:
        raise ValueError(f"its units are {units!r}, expected are 1 to {FIRST}")
    unpacker = zlib.decompressobj()
    numbers = unpacker.decompress(packed, Net.dtype().itemsize)  # no file makes us unpack gigabytes
    if unpacker.unused_data or unpacker.unconsumed_tail:
        raise ValueError("more follows where it should end")
    if not unpacker.eof:
        raise ValueError("it ends too early")
    return header, units, numbers


def nets_folder() -> Path | None:
    """The folder that ``LASTRAFT_NETS`` names, if any.

    :raises BadOption: if it is none.
    """
    named = os.environ.get("LASTRAFT_NETS")
    if named and not Path(named).is_dir():
        raise BadOption(f"LASTRAFT_NETS names {named!r}, which is no folder: name the one in which GAME.net is")
    return Path(named) if named else None


def net_file(game: Game[Any], variant: str = "") -> Path | None:
    """The file of a game's net: in the folder that ``LASTRAFT_NETS`` names, or among those of the package.

    :raises BadOption: if it names no folder.
    """
    name = f"{game.name}-{variant}.net" if variant else f"{game.name}.net"
    paths = (folder / name for folder in (nets_folder(), Path(__file__).with_name("nets")) if folder)
    return next((path for path in paths if path.is_file()), None)


_USED: dict[tuple[str, str], np.void] = {}


def use_net(game: Game[Any], net: np.void, variant: str = "") -> None:
    """Have `learned` play with this net from now on, whatever files there are."""
    _USED[game.name, variant] = net


def has_net(game: Game[Any], variant: str = "") -> bool:
    """Whether there is a net of that name, fitting or not."""
    return (game.name, variant) in _USED or net_file(game, variant) is not None


class NoNet(BadOption):
    """There is no net of that name."""


def net_of(game: Game[Any], variant: str = "") -> np.void:
    """A game's net.

    :raises NoNet: if there is none.
    :raises BadOption: if it does not fit, or ``LASTRAFT_NETS`` names no folder.
    """
    if (game.name, variant) in _USED:
        return _USED[game.name, variant]
    path = net_file(game, variant)
    if path is None:
        if not variant:
            raise NoNet(f"no net for {game.name}: lastraft train {game.name} makes one")
        characters = ", ".join(game.characters) or "none"
        raise NoNet(
            f"no net for {game.name}:{variant}, and no such character either (there are: {characters}); "
            f"lastraft train {game.name} --out {game.name}-{variant}.net makes such a net"
        )
    return _read(game, path, path.stat().st_mtime_ns)


_PLAIN: list[tuple[np.void, Net]] = []


def plain_net(record: np.void) -> Net:
    """A net for plain rules. The last one is kept: it takes tens of megabytes and a moment to make."""
    if not _PLAIN or _PLAIN[0][0] is not record:
        _PLAIN[:] = [(record, Net.from_record(record))]
    return _PLAIN[0][1]


@functools.lru_cache(8)
def _read(game: Game[Any], path: Path, changed: int) -> np.void:
    return read_net(game, path.read_bytes(), path)[0]
