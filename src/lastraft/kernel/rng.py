"""Random numbers: xoshiro128** in masked 32-bit arithmetic, equal bit for bit in every world."""

from .rule import rule
from .state import Rng

WORD = 0xFFFFFFFF


@rule
def mixed(x: int) -> int:
    """A word mixed so that similar seeds give unrelated generators."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & WORD
    x = ((x ^ (x >> 15)) * 0x846CA68B) & WORD
    return x ^ (x >> 16)


@rule
def is_blank(rng: Rng) -> bool:
    """Whether the generator gives nothing but zeros: no seed makes such a one."""
    return rng.random[0] == 0 and rng.random[1] == 0 and rng.random[2] == 0 and rng.random[3] == 0


@rule
def seed_rng(rng: Rng, a: int, b: int, c: int, e: int) -> None:
    """Set the generator from a seed of 128 bits, given as four words."""
    x = 0x9E3779B9
    for _ in range(2):
        x = mixed(x ^ (a & WORD))
        rng.random[0] = x
        x = mixed((x + (b & WORD) + 1) & WORD)
        rng.random[1] = x
        x = mixed((x + (c & WORD) + 2) & WORD)
        rng.random[2] = x
        x = mixed((x + (e & WORD) + 3) & WORD)
        rng.random[3] = x
    if is_blank(rng):
        rng.random[0] = 1


def seed_words(seed: int) -> tuple[int, int, int, int]:
    """A seed of up to 128 bits as the four words that `seed_rng` takes."""
    return seed & WORD, seed >> 32 & WORD, seed >> 64 & WORD, seed >> 96 & WORD


@rule
def next32(rng: Rng) -> int:
    """The next 32 random bits."""
    a = rng.random[0] & WORD
    b = rng.random[1] & WORD
    c = rng.random[2] & WORD
    e = rng.random[3] & WORD
    x = (b * 5) & WORD
    x = ((x << 7) & WORD) | (x >> 25)
    result = (x * 9) & WORD
    t = (b << 9) & WORD
    c = c ^ a
    e = e ^ b
    b = b ^ c
    a = a ^ e
    c = c ^ t
    e = ((e << 11) & WORD) | (e >> 21)
    rng.random[0] = a
    rng.random[1] = b
    rng.random[2] = c
    rng.random[3] = e
    return result


@rule
def randbelow(rng: Rng, n: int) -> int:
    """A random number from 0 to n-1, all equally likely; n is at most 2**31. A generator that `hide` has blanked gives
    0, so that rules end on what a seat knows too."""
    while True:
        product = next32(rng) * n
        low = product & WORD
        if low > n or low >= (WORD + 1) % n or is_blank(rng):  # as a rule the first says so, and nothing is divided
            return product >> 32
