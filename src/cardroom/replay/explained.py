"""A simulated round as the engine deals it, for people and programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.analysis.families import NotComputed
from cardroom.events import Event
from cardroom.play.round import Round
from cardroom.replay.rounds import won
from cardroom.rules.ruleset import Ruleset


class RoundDocument(msgspec.Struct, frozen=True):
    """Fields that a family does not fill are left out of what is written."""

    game: str
    digest: str
    seed: int
    round: int
    net: tuple[float | int, ...]
    """[box] in wagers, or in cents where all is money."""
    events: tuple[Event, ...]
    shoe: int | UnsetType = UNSET
    play: str | UnsetType = UNSET
    bets: tuple[Mapping[str, float], ...] | UnsetType = UNSET
    """[box] what its side bets brought, in their stakes."""


class Explained(NamedTuple):
    place: str
    """Which round it is, in words."""
    play: str
    won: str
    """What every box won, in words."""
    document: RoundDocument


class BoxResult(NamedTuple):
    """What one box won in a round."""

    net: Fraction
    """In wagers."""
    bets: Mapping[str, Fraction]
    """By its side bets, in their stakes."""


def results(round: Round, boxes: int, stakes: Mapping[str, int]) -> list[BoxResult]:
    """[box] `stakes` are the wager, first, and the side bets; what else is settled belongs to the
    wager."""
    main, *side_bets = stakes
    found = []
    for spots in won(round, boxes):
        net = sum(cents for spot, cents in spots.items() if spot not in side_bets)
        bets = {s: Fraction(cents, stakes[s]) for s, cents in spots.items() if s in side_bets}
        found.append(BoxResult(Fraction(net, stakes[main]), bets))
    return found


class RoundPlace(NamedTuple):
    """Which round of a simulation it is."""

    seed: int
    round: int
    shoe: int | None = None
    """Where several rounds come from a shoe."""

    def __str__(self) -> str:
        shoe = "" if self.shoe is None else f"shoe {self.shoe}, "
        return f"seed {self.seed}, {shoe}round {self.round}"


def explained(
    rules: Ruleset,
    place: RoundPlace,
    play: str,
    found: Sequence[BoxResult],
    events: Iterable[Event],
) -> Explained:
    """A round whose boxes won wagers and side bets."""
    document = RoundDocument(
        game=rules.game,
        digest=rules.digest,
        seed=place.seed,
        round=place.round,
        net=tuple(float(box.net) for box in found),
        events=tuple(events),
        shoe=UNSET if place.shoe is None else place.shoe,
        play=UNSET if place.shoe is None else play,
        bets=tuple({spot: float(net) for spot, net in box.bets.items()} for box in found),
    )
    nets = ", ".join(f"box {n} {_signed(box.net)}" for n, box in enumerate(found, start=1))
    bets = "; ".join(
        f"{_title(rules, spot)} of box {n} {_signed(net)}"
        for n, box in enumerate(found, start=1)
        for spot, net in box.bets.items()
    )
    stakes = f" In stakes: {bets}." if bets else ""
    return Explained(str(place), play, f"Net in wagers: {nets}.{stakes}", document)


def _signed(amount: Fraction) -> str:
    return f"{float(amount):+g}" if amount else "0"


def _title(rules: Ruleset, name: str) -> str:
    spot = rules.spot(name)
    assert spot is not None
    return spot.title


def agree(counted: object, played: object) -> None:
    """The simulator and the engine settle the same round alike."""
    if counted != played:
        raise AssertionError(f"the simulator has {counted}, the engine {played}")


def only_round(shoe: int, number: int) -> None:
    """Where every round has a deal of its own."""
    if number != 1:
        raise NotComputed(f"--round {shoe}:{number}: each deal has one round: {shoe}:1")
