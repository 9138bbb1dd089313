"""Risk of ruin of a bank that plays the same round again and again.

A round has finitely many possible results, and rounds are independent. The bank posts the same
amount each time; it is ruined when it no longer has that amount and the collection. For a number of
rounds, the distribution of what is left is computed round by round. In the long run, ruin depends
on the lowest point that the bank's fortune reaches: on the distribution of its new lows, which
follows from that of a round by factoring its Fourier series (Wiener and Hopf; Spitzer).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.progress import ProgressNotice, Tell, silent

Floats = NDArray[np.float64]

WORK_MAX: Final = 1 << 28
"""Amounts of money times rounds; more would take minutes."""
SIZE_MAX: Final = 1 << 24
"""Amounts that a number of rounds may end with; more would take minutes."""
SERIES_MAX: Final = 1 << 22
"""Terms of the Fourier series; a bank that is hardly worth anything would need more."""
WITHIN: Final = "computing the risk of ruin within {:,} rounds"
FOREVER: Final = "computing the risk of ruin in the long run"
NOTICES: Final = 200
"""Notices of one computation, at most."""


class RuinFault(ValueError):
    """A question about ruin that is not computed; the message says why."""


class Steps(NamedTuple):
    """The possible results of a round, in units of a common divisor."""

    unit: int
    """Cents."""
    least: int
    """The lowest amount, in units."""
    chances: Floats
    """From the lowest amount on."""

    @property
    def mean(self) -> float:
        return float(self.chances @ self.amounts)

    @property
    def variance(self) -> float:
        return float(self.chances @ self.amounts**2) - self.mean**2

    @property
    def amounts(self) -> Floats:
        return np.arange(self.least, self.least + len(self.chances), dtype=np.float64)


def steps_of(nets: Mapping[int, float], mean: float | None = None) -> Steps:
    """Amounts in cents with their weights, reweighted to have the given mean, if there is one.

    A sample of rounds estimates its spread well and its mean poorly. Where a better mean is known,
    the weights are tilted to it exponentially, which is the smallest change that does it.
    """
    amounts = [amount for amount, weight in nets.items() if weight]
    unit = reduce(math.gcd, (abs(amount) for amount in amounts), 0) or 1
    low, high = min(amounts) // unit, max(amounts) // unit
    chances = np.zeros(high - low + 1)
    for amount in amounts:
        chances[amount // unit - low] = nets[amount]
    found = Steps(unit, low, chances / chances.sum())
    return found if mean is None else _tilted(found, mean / unit)


def _tilted(steps: Steps, mean: float) -> Steps:
    """Newton's method: the remaining error of the mean divided by the variance."""
    found = steps
    for _ in range(50):
        lacks = mean - found.mean
        if abs(lacks) < 1e-12 * max(1.0, math.sqrt(found.variance)):
            break
        weights = found.chances * np.exp(lacks / found.variance * found.amounts)
        found = found._replace(chances=weights / weights.sum())
    return found


def summed(steps: Steps, rounds: int) -> tuple[Floats, Floats]:
    """Cents that a number of rounds may bring together, ascending, and their chances."""
    size = rounds * (len(steps.chances) - 1) + 1
    if size > SIZE_MAX:
        raise RuinFault(f"{rounds:,} rounds are too many to add up; ask for fewer")
    length = 1 << (size - 1).bit_length()
    series = np.fft.rfft(steps.chances, length) ** rounds
    chances = np.clip(np.fft.irfft(series, length)[:size], 0.0, None)
    amounts: Floats = (np.arange(size, dtype=np.float64) + rounds * steps.least) * steps.unit
    shares: Floats = chances / chances.sum()
    return amounts, shares


def quantiles(amounts: Floats, chances: Floats, shares: Sequence[float]) -> list[int]:
    """[share] the result that this share of all sessions does not exceed."""
    below = np.cumsum(chances)
    places = np.minimum(np.searchsorted(below, shares), len(below) - 1)
    return [int(amounts[place]) for place in places]


def spare(bankroll: int, needed: int, unit: int) -> int:
    """Units that may be lost while the bank can still post; -1 where it cannot begin."""
    return (bankroll - needed) // unit if bankroll >= needed else -1


def within(steps: Steps, room: int, rounds: Sequence[int], tell: Tell = silent) -> list[float]:
    """The chance of ruin within each number of rounds, the numbers ascending.

    A fortune from which ruin is less likely than 2e-16 (Bernstein) counts as safe.
    """
    if room < 0:
        return [1.0] * len(rounds)
    number_max = max(rounds)
    size = _carried(steps, room, number_max)
    from cardroom.analysis.kernels.fortunes import carry  # noqa: PLC0415 - where it runs

    places = np.flatnonzero(steps.chances)
    amounts, chances = steps.least + places, steps.chances[places]
    each = zip(amounts.tolist(), chances.tolist(), strict=True)
    falls = [(-amount, chance) for amount, chance in each if amount < 0]
    # Around the amounts that are followed, others that nobody has.
    rise = max(0, int(amounts[-1]))
    padded, moved = np.zeros(rise + size + max(0, -steps.least)), np.zeros(size)
    left = padded[rise : rise + size]
    left[room] = 1.0
    found, ruined, often = [], 0.0, -(-number_max // NOTICES)
    for number in range(1, number_max + 1):
        for fall, chance in falls:
            ruined += chance * float(left[:fall].sum())
        carry(padded, rise - amounts, chances, moved)
        left[:] = moved
        if number in rounds:
            found.append(min(1.0, ruined))
        if number % often == 0 or number == number_max:
            tell(ProgressNotice(WITHIN.format(number_max), number, number_max))
    return found


def within_by_room(steps: Steps, room_max: int, rounds: int, tell: Tell = silent) -> Floats:
    """[room] the chance of ruin within the rounds, for every room up to the one given.

    Computed backward, from the last round to the first: it serves all rooms at once.
    """
    size = _carried(steps, room_max, rounds)
    from cardroom.analysis.kernels.fortunes import carry  # noqa: PLC0415 - where it runs

    fall = max(0, -steps.least)
    places = np.flatnonzero(steps.chances)
    starts, chances = fall + steps.least + places, steps.chances[places]
    highest = steps.least + len(steps.chances)
    ruined = np.zeros(fall + size + max(0, highest))
    ruined[:fall] = 1.0
    after, often = np.zeros(size), -(-rounds // NOTICES)
    for number in range(1, rounds + 1):
        carry(ruined, starts, chances, after)
        ruined[fall : fall + size] = after
        if number % often == 0 or number == rounds:
            tell(ProgressNotice(WITHIN.format(rounds), number, rounds))
    return np.asarray(ruined[fall : fall + room_max + 1].clip(max=1.0))


def _carried(steps: Steps, room: int, rounds: int) -> int:
    """Up to which amount a fortune is followed: from a larger one, ruin is practically excluded."""
    fall = max(0, -steps.least)
    spread = math.sqrt(144.0 * fall**2 + 72.0 * rounds * steps.variance)
    drift = rounds * max(0.0, -steps.mean)
    size = room + 1 + int(min(fall * rounds, 12.0 * fall + spread + drift)) + fall
    if size * rounds > WORK_MAX:
        raise RuinFault(
            f"the risk of ruin is not computed for {rounds:,} rounds with this bankroll;"
            " ask for fewer rounds, or a smaller bankroll"
        )
    return size


def forever(steps: Steps, room_max: int, tell: Tell = silent) -> Floats:
    """[room] the chance that the bank is ever ruined, for every room up to the one given."""
    if steps.mean <= 0:
        return np.ones(room_max + 1)
    if steps.least >= 0:
        return np.zeros(room_max + 1)
    lows = _new_lows(steps)
    # The lowest point is a sum of new lows, each of which may be the last.
    last = 1.0 - float(lows.sum())
    reached = np.zeros(room_max + 1)
    reached[0] = 1.0
    back = lows[::-1]
    width, often = len(lows), -(-room_max // NOTICES)
    for depth in range(1, room_max + 1):
        some = min(depth, width)
        reached[depth] = back[width - some :] @ reached[depth - some : depth]
        if depth % often == 0 or depth == room_max:
            tell(ProgressNotice(FOREVER, depth, room_max))
    return np.clip(1.0 - last * np.cumsum(reached), 0.0, 1.0)


def _new_lows(steps: Steps) -> Floats:
    """[depth - 1] the chance that the bank's fortune ever falls below its present level, by its
    first new low.
    """
    tilt = adjustment(steps) / 2
    # The logarithm of the tilted series has no pole, and its terms die out by the tilt.
    weights = steps.chances * np.exp(-tilt * steps.amounts)
    length = 1 << (int(80 / tilt) + 2 * len(weights)).bit_length()
    if length > SERIES_MAX:
        raise RuinFault("the bank gains so little that ruin in the long run is not computed")
    turned = np.zeros(length)
    for place, weight in enumerate(weights):
        turned[(steps.least + place) % length] += weight
    terms = np.fft.irfft(np.log(1.0 - np.fft.rfft(turned)), length)
    terms[: length // 2] = 0.0
    lows = -np.fft.irfft(np.exp(np.fft.rfft(terms)), length)
    depth = -steps.least
    found = lows[length - 1 : length - 1 - depth : -1]
    return np.asarray((found * np.exp(-tilt * np.arange(1, depth + 1))).clip(min=0))


def adjustment(steps: Steps) -> float:
    """The root R > 0 of E[exp(-R X)] = 1: ruin from room r is at most exp(-R r) (Lundberg)."""
    amounts, chances = steps.amounts, steps.chances

    def excess(rate: float) -> float:
        return float(chances @ np.exp(np.minimum(-rate * amounts, 700.0))) - 1.0

    high = 2 * steps.mean / steps.variance
    while excess(high) < 0:
        high *= 2
    low = high
    while excess(low) >= 0:
        low /= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2


def diffusion(steps: Steps, room: int, rounds: int | None) -> float:
    """The same for a Brownian motion of this mean and variance: an approximation."""
    if room < 0:
        return 1.0
    mean, variance, start = steps.mean, steps.variance, room + 1.0
    if rounds is None:
        return math.exp(-2 * mean * start / variance) if mean > 0 else 1.0
    deviation = math.sqrt(variance * rounds)
    direct = _normal((-start - mean * rounds) / deviation)
    exponent = -2 * mean * start / variance
    mirrored = _normal((-start + mean * rounds) / deviation)
    if mirrored <= 0.0:
        return direct
    return min(1.0, direct + math.exp(min(700.0, exponent + math.log(mirrored))))


def _normal(x: float) -> float:
    return 0.5 * math.erfc(-x / math.sqrt(2))
