"""What a player adds to a shuffle: a number that its owner cannot choose late and cannot withhold.

The player's page draws two secret primes and sends their product, the modulus. The contribution is
fixed from that moment:

    y     = 2 ** (2 ** squarings) mod modulus
    value = SHA-256("cardroom contribution 1\\0" modulus:128 y:128)

With a prime of the modulus anybody computes `y` at once; without it, only by squaring again and
again, one squaring after the other, which no number of machines makes shorter. So the value stays
secret until the prime is shown, and a player who does not show it changes nothing: the house finds
the same value the long way. A page trusts a shuffle only if its modulus was accepted within
`ANSWER_SECONDS`, far less than the fastest known hardware needs for the squarings.

Numbers are big-endian. (R. Rivest, A. Shamir and D. Wagner, "Time-lock puzzles and timed-release
crypto", 1996.)
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from math import isqrt
from typing import Final

PRIME_BITS: Final = 512
MODULUS_BYTES: Final = PRIME_BITS * 2 // 8
SQUARINGS: Final = 1 << 25
"""Some minutes here; 0.84 seconds at 25 ns each, which only special hardware reaches."""
ANSWER_SECONDS: Final = 0.75
CHUNK: Final = 1 << 8
"""Squarings in one go, a millisecond: a service that squares must still answer its players."""
_TAG: Final = b"cardroom contribution 1\0"
_SMALL: Final = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73)


def acceptable(modulus: int) -> bool:
    """Whether a number can be the product of two such primes, as far as one can see."""
    return (
        modulus.bit_length() == 2 * PRIME_BITS
        and modulus % 2 == 1
        and all(modulus % small for small in _SMALL)
    )


def opened(modulus: int, prime: int, squarings: int) -> bytes | None:
    """The contribution, by means of a prime; None if this is not a prime of the modulus."""
    other, rest = divmod(modulus, prime) if prime > 1 else (0, 1)
    if rest or prime == other or not all(map(_is_large_prime, (prime, other))):
        return None
    return _value(modulus, pow(2, pow(2, squarings, (prime - 1) * (other - 1)), modulus))


def squared_out(modulus: int, squarings: int, progress: Callable[[int], None]) -> bytes:
    """The same contribution without a prime; `progress` gets the number of squarings done."""
    found = 2
    for done in range(0, squarings, CHUNK):
        found = pow(found, 1 << min(CHUNK, squarings - done), modulus)
        progress(min(done + CHUNK, squarings))
    return _value(modulus, found)


def _value(modulus: int, found: int) -> bytes:
    return sha256(_TAG + modulus.to_bytes(MODULUS_BYTES) + found.to_bytes(MODULUS_BYTES)).digest()


def _is_large_prime(number: int) -> bool:
    """The test of Baillie, Pomerance, Selfridge and Wagstaff: no composite is known to pass it.

    It draws no random numbers, so everybody who checks a contribution comes to the same answer.
    """
    if number.bit_length() != PRIME_BITS or not all(number % small for small in (2, *_SMALL)):
        return False
    return _passes_base_two(number) and _passes_lucas(number)


def _passes_base_two(number: int) -> bool:
    """Miller and Rabin's test with base 2."""
    odd, twos = _without_twos(number - 1)
    power = pow(2, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _passes_lucas(number: int) -> bool:
    """The strong Lucas test with Selfridge's parameters: P = 1, Q = (1 - D) / 4."""
    if isqrt(number) ** 2 == number:
        return False  # no D would be found
    size = 5
    while _jacobi(d := size if size % 4 == 1 else -size, number) != -1:
        size += 2
    q = (1 - d) // 4
    odd, twos = _without_twos(number + 1)
    u, v, power = _lucas(odd, d, q, number)
    if u == 0 or v == 0:
        return True
    for _ in range(twos - 1):
        v, power = (v * v - 2 * power) % number, power * power % number
        if v == 0:
            return True
    return False


def _lucas(index: int, d: int, q: int, number: int) -> tuple[int, int, int]:
    """U and V of Lucas's sequences with P = 1 at an index, and Q to its power, all modulo."""
    u, v, power = 1, 1, q
    for bit in bin(index)[3:]:
        u, v, power = u * v % number, (v * v - 2 * power) % number, power * power % number
        if bit == "1":
            u, v = u + v, d * u + v
            u = (u + number if u % 2 else u) // 2 % number
            v = (v + number if v % 2 else v) // 2 % number
            power = power * q % number
    return u, v, power % number


def _jacobi(top: int, bottom: int) -> int:
    """Jacobi's symbol; `bottom` is odd and positive."""
    top, sign = top % bottom, 1
    while top:
        top, twos = _without_twos(top)
        if twos % 2 and bottom % 8 in (3, 5):
            sign = -sign
        if top % 4 == bottom % 4 == 3:
            sign = -sign
        top, bottom = bottom % top, top
    return sign if bottom == 1 else 0


def _without_twos(number: int) -> tuple[int, int]:
    twos = (number & -number).bit_length() - 1
    return number >> twos, twos
