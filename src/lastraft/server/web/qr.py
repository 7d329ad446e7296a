"""QR codes of links (ISO/IEC 18004): bytes, error correction L, versions 1 to 5, which have a single block."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

DATA_BYTES = (19, 34, 55, 80, 108)
CHECK_BYTES = (7, 10, 15, 20, 26)
LEVEL_L = 0b01
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
"""A module is inverted where its mask is 0."""

Matrix = list[list[int]]


@functools.lru_cache(1000)
def svg(text: str) -> str:
    """The code as a drawing with a quiet zone of four modules; nothing for a text that is too long."""
    modules = matrix(text)
    if not modules:
        return ""
    size = len(modules) + 8
    path = "".join(f"M{c + 4} {r + 4}h1v1h-1z" for r, row in enumerate(modules) for c, dark in enumerate(row) if dark)
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" width="132" height="132" aria-hidden="true" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
    )


def matrix(text: str) -> Matrix:
    """The modules row by row, 1 for dark; empty for a text of more than 106 bytes."""
    data = text.encode()
    version = next((v for v, room in enumerate(DATA_BYTES, 1) if len(data) + 2 <= room), 0)
    if not version:
        return []
    free = _patterns(version)
    bits = [byte >> i & 1 for byte in _codewords(data, version) for i in range(7, -1, -1)]
    codes = [_masked(free, bits, mask) for mask in range(8)]
    return min(codes, key=_penalty)


def _codewords(data: bytes, version: int) -> list[int]:
    """Mode, length, bytes and padding, then the check bytes."""
    room = DATA_BYTES[version - 1]
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    filled = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    filled += [pad for pad, _ in zip(itertools.cycle((0xEC, 0x11)), range(room - len(filled)))]
    return filled + _check_bytes(filled, CHECK_BYTES[version - 1])


def _check_bytes(data: list[int], count: int) -> list[int]:
    """The remainder of the data by the Reed-Solomon generator, over GF(256) with 0x11D."""
    exp = [1]
    for _ in range(254):
        exp.append(exp[-1] << 1 ^ (0x11D if exp[-1] & 0x80 else 0))
    log = {value: i for i, value in enumerate(exp)}
    generator = [1]
    for i in range(count):
        shifted = [exp[(log[each] + i) % 255] for each in generator]
        generator = [a ^ b for a, b in zip([*generator, 0], [0, *shifted])]
    rest = [*data, *[0] * count]
    for i in range(len(data)):
        if first := rest[i]:
            for j, each in enumerate(generator):
                rest[i + j] ^= exp[(log[first] + log[each]) % 255]
    return rest[len(data) :]


def _patterns(version: int) -> Matrix:
    """Finders, timing, alignment and the dark module; -1 where data goes, -2 where the format goes."""
    size = 17 + 4 * version
    code = [[-1] * size for _ in range(size)]
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for r, c in itertools.product(range(-1, 8), repeat=2):
            if 0 <= top + r < size and 0 <= left + c < size:
                ring = max(abs(r - 3), abs(c - 3))
                code[top + r][left + c] = int(ring in (0, 1, 3))
    if version > 1:
        for r, c in itertools.product(range(-2, 3), repeat=2):
            code[size - 7 + r][size - 7 + c] = int(max(abs(r), abs(c)) != 1)
    for i in range(8, size - 8):
        code[6][i] = code[i][6] = (i + 1) % 2
    for r, c in (place for both in _format_places(size) for place in both):
        code[r][c] = -2
    code[size - 8][8] = 1
    return code


def _format_places(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each of the 15 bits of the format stands twice, the lowest first."""
    near = [*range(6), 7, 8]
    first = [(r, 8) for r in near] + [(8, c) for c in (7, *range(5, -1, -1))]
    second = [(8, size - 1 - i) for i in range(8)] + [(size - 7 + i, 8) for i in range(7)]
    return list(zip(first, second, strict=True))


def _masked(patterns: Matrix, bits: list[int], mask: int) -> Matrix:
    """The data in columns of two from the right, up and down; then the format."""
    code, size = [row[:] for row in patterns], len(patterns)
    at, upwards = iter(bits), True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for r in range(size - 1, -1, -1) if upwards else range(size):
            for c in (right, right - 1):
                if code[r][c] == -1:
                    code[r][c] = next(at, 0) ^ int(MASKS[mask](r, c) == 0)
        upwards = not upwards
    said = LEVEL_L << 3 | mask
    rest = said << 10
    for i in range(14, 9, -1):
        if rest >> i & 1:
            rest ^= 0b10100110111 << i - 10
    said = (said << 10 | rest) ^ 0b101010000010010
    for i, places in enumerate(_format_places(size)):
        for r, c in places:
            code[r][c] = said >> i & 1
    return code


def _penalty(code: Matrix) -> int:
    """How hard the code is to read: runs, blocks, what looks like a finder, and too much of one colour."""
    size, total = len(code), 0
    for line in (*code, *map(list, zip(*code))):
        total += sum(length - 2 for _, run in itertools.groupby(line) if (length := len(list(run))) >= 5)
        text = "".join(map(str, line))
        for finder in ("10111010000", "00001011101"):
            total += 40 * sum(text.startswith(finder, i) for i in range(size - 10))
    for r, c in itertools.product(range(size - 1), repeat=2):
        total += 3 * (code[r][c] == code[r][c + 1] == code[r + 1][c] == code[r + 1][c + 1])
    dark = 100 * sum(map(sum, code)) // size**2
    return total + 10 * (abs(dark - 50) // 5)
