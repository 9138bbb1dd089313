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
from typing import Final

PRIME_BITS: Final = 512
MODULUS_BYTES: Final = PRIME_BITS * 2 // 8
SQUARINGS: Final = 1 << 26
"""At 25 ns each, which only special hardware reaches, this takes 1.7 seconds."""
ANSWER_SECONDS: Final = 1.0
CHUNK: Final = 1 << 12
"""Squarings between two reports of progress."""
_TAG: Final = b"cardroom contribution 1\0"
_WITNESSES: Final = 32
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
    """The same contribution without a prime; `progress` is told the squarings done so far."""
    found = 2
    for done in range(0, squarings, CHUNK):
        found = pow(found, 1 << min(CHUNK, squarings - done), modulus)
        progress(min(done + CHUNK, squarings))
    return _value(modulus, found)


def fresh_prime(below: Callable[[int], int]) -> int:
    """A secret prime; `below(n)` is an unbiased draw from 0 to n-1."""
    while True:
        # The two highest bits are set, so that a product of two has its full length.
        number = below(1 << (PRIME_BITS - 2)) | 3 << (PRIME_BITS - 2) | 1
        if _is_large_prime(number):
            return number


def _value(modulus: int, found: int) -> bytes:
    return sha256(_TAG + modulus.to_bytes(MODULUS_BYTES) + found.to_bytes(MODULUS_BYTES)).digest()


def _is_large_prime(number: int) -> bool:
    """Miller and Rabin's test. Its bases come from the number itself, so that everybody who checks
    a contribution comes to the same answer."""
    if number.bit_length() != PRIME_BITS or not all(number % small for small in (2, *_SMALL)):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in _bases(number))


def _bases(number: int) -> list[int]:
    text = number.to_bytes(PRIME_BITS // 8)
    drawn = (sha256(text + bytes([count])).digest() for count in range(_WITNESSES))
    return [2 + int.from_bytes(digest) for digest in drawn]


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False
