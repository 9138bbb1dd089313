"""Other options of a posted game, priced: one at a time, with each value of another, or in a grid.

Every price is kept between runs by itself, so that a sweep that was interrupted goes on where it
stopped, and shares its prices with `check`. Odds that were computed before are not solved
again; the other way round they are, because the edges are only a part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from msgspec.structs import replace

from cardroom import games
from cardroom.analysis.documents import game_fields
from cardroom.analysis.executor import Executor, Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.price_documents import Prices
from cardroom.analysis.pricing import edges, prices_of
from cardroom.analysis.result_cache import cached_for
from cardroom.analysis.variation_documents import Variation, Variations, WagerEdge
from cardroom.data_file import suggested
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.options import OptionFaults, OptionSpec, Whole
from cardroom.rules.ruleset import Ruleset

VALUES_MAX: Final = 12
"""Values of a whole number that are all tried; of more, the least, the most, and a few between."""
POINTS_MAX: Final = 100_000
PRICING: Final = "pricing"
SIMULATED: Final = "simulated"
PERMITS: Final = "allow_"
"""Options named so permit to post what the rules otherwise refuse, and change nothing else."""


class VariationsRequest(NamedTuple):
    options: tuple[str, ...] = ()
    """Only these options; all of them if there are none."""
    stake: int | None = None
    """The wager in cents; None is the table's minimum where payouts are rounded."""


ALL: Final = VariationsRequest()


class Point(NamedTuple):
    options: Mapping[str, str]
    against: Mapping[str, str] = {}
    """Other options of this game, and of the one that it is compared with."""
    shown: bool = False
    """Also if it changes no wager."""


def variations(
    rules: Ruleset,
    asked: VariationsRequest = ALL,
    tell: Tell = silent,
    executor: Executor | None = None,
) -> Variations:
    """Every option changed, one at a time, to every other value that can be listed."""
    points = [Point(each) for each in single_changes(rules, asked.options)]

    def priced() -> Variations:
        found = VariationPrices(rules, asked.stake, tell).document(points, executor or Threads())
        return replace(found, variations=tuple(sorted(found.variations, key=_size(found))))

    return _cached_variations(rules, ("changes", asked), priced)


def variations_by(
    rules: Ruleset,
    by: str,
    values: Sequence[str] = (),
    asked: VariationsRequest = ALL,
    tell: Tell = silent,
    executor: Executor | None = None,
) -> Variations:
    """Every option changed, one at a time, with each of these values of another one, or with all
    that can be listed."""
    listed = tuple(values) or values_of(_spec(rules, by))
    if not listed:
        raise NotComputed(f"name the values of {by}, as in {by}=1,2: they cannot all be listed")
    changes = [each for each in single_changes(rules, asked.options) if by not in each]
    points = [Point({by: value}, shown=True) for value in listed]
    points += [Point(each, {by: value}) for each in changes for value in listed]

    def priced() -> Variations:
        found = VariationPrices(rules, asked.stake, tell).document(points, executor or Threads())
        rows = replace(found, by=by).rows()
        alone = rows.pop("")
        size = _size(found)
        ranked = sorted(rows.values(), key=lambda row: min(map(size, row.values())))
        every = tuple(each for row in (alone, *ranked) for each in row.values())
        return replace(found, variations=every, by=by)

    return _cached_variations(rules, ("by", by, listed, asked), priced)


def sweep(
    rules: Ruleset,
    grid: Mapping[str, Sequence[str]],
    stake: int | None = None,
    tell: Tell = silent,
    executor: Executor | None = None,
) -> Variations:
    """Every combination of these values of these options, in order."""
    for name in grid:
        _spec(rules, name)
    size = prod(len(values) for values in grid.values())
    if size > POINTS_MAX:
        raise NotComputed(f"a grid of {size:,} points; at most {POINTS_MAX:,} are priced at once")
    combined = (dict(zip(grid, values, strict=True)) for values in product(*grid.values()))
    points = [Point(each, shown=True) for each in combined]

    def priced() -> Variations:
        return VariationPrices(rules, stake, tell).document(points, executor or Threads())

    return _cached_variations(rules, ("grid", list(grid.items()), stake), priced)


def _cached_variations(
    rules: Ruleset, asked: object, priced: Callable[[], Variations]
) -> Variations:
    """The whole answer of an earlier run, or a new one."""
    return cached_for(rules, "variations", asked, Variations, priced)


def single_changes(rules: Ruleset, options: Sequence[str] = ()) -> list[dict[str, str]]:
    """Every option, or every one of these, with every other value that can be listed."""
    chosen = [_spec(rules, name) for name in options] or games.game(rules.game).catalogue
    for spec in chosen if options else ():
        if not values_of(spec):
            raise NotComputed(
                f"the values of {spec.name} cannot all be listed; sweep over some, as in"
                f' --sweep "{spec.name}=A,B"'
            )
    return [
        {spec.name: value}
        for spec in chosen
        for value in values_of(spec)
        if value != spec.show(rules.options[spec.name])
    ]


def values_of(spec: OptionSpec) -> tuple[str, ...]:
    """The values of an option that can be listed, as they are written."""
    if isinstance(spec.kind, Whole):
        least, most = spec.kind.least, spec.kind.most
        step = -(-(most - least) // (VALUES_MAX - 1)) or 1
        return tuple(str(value) for value in (*range(least, most, step), most))
    return tuple(spec.show(value) for value in getattr(spec.kind, "values", ()))


def _spec(rules: Ruleset, name: str) -> OptionSpec:
    catalogue = {spec.name: spec for spec in games.game(rules.game).catalogue}
    if name not in catalogue:
        raise NotComputed(f"{rules.title} has no option {name!r}; {suggested(name, catalogue)}")
    return catalogue[name]


def _size(found: Variations) -> Callable[[Variation], tuple[float, float]]:
    """How much a variation changes the first wager, then all of them; the greatest change first."""
    first = found.wagers[0].spot if found.wagers else ""

    def size(each: Variation) -> tuple[float, float]:
        return -abs(each.changes.get(first, 0.0)), -sum(map(abs, each.changes.values()))

    return size


class PricedPoint(NamedTuple):
    variation: Variation
    effective: bool
    """Whether it changes a wager, or which wagers there are; or cannot be priced."""


class PermittedRules(NamedTuple):
    rules: Ruleset
    needs: str = ""


class VariationPrices:
    """A posted game, and what other options make of its wagers."""

    def __init__(self, rules: Ruleset, stake: int | None = None, tell: Tell = silent) -> None:
        self.rules, self.tell, self.stake = rules, tell, stake
        self.base = game_odds(rules, OddsRequest(stake=stake), tell)
        self.given = {
            spec.name: spec.show(rules.changed[spec.name])
            for spec in games.game(rules.game).catalogue
            if spec.name in rules.changed
        }

    def __getstate__(self) -> dict[str, object]:
        """A worker on another machine has nobody to tell."""
        return {**vars(self), "tell": silent}

    def document(self, points: Sequence[Point], executor: Executor) -> Variations:
        """In the order of the points, without changes that change nothing."""
        priced: list[PricedPoint] = []
        self.tell(ProgressNotice(PRICING, 0, len(points)))
        for each in executor.map(self.priced, points):
            priced.append(each)
            self.tell(ProgressNotice(PRICING, len(priced), len(points)))
        pairs = list(zip(points, priced, strict=True))
        effective = {_change(point) for point, each in pairs if each.effective}
        changing = {name for change in effective for name, _ in change}
        tried = dict.fromkeys(name for point in points if not point.shown for name in point.options)
        return Variations(
            **game_fields(self.rules),
            wagers=self.wagers,
            variations=tuple(
                each.variation
                for point, each in pairs
                if point.shown or _change(point) in effective
            ),
            unchanged=tuple(name for name in tried if name not in changing),
            stake=self.base.stake,
            paid=self.base.paid,
        )

    @property
    def wagers(self) -> tuple[WagerEdge, ...]:
        return tuple(
            WagerEdge(
                each.spot,
                each.title,
                each.edge,
                each.deviation,
                each.method if each.method.startswith(SIMULATED) else "",
            )
            for each in self.base.wagers
        )

    def variation(self, options: Mapping[str, str]) -> Variation | None:
        """None where a single option changes no wager."""
        found = self.priced(Point(options))
        return found.variation if found.effective or len(options) > 1 else None

    def priced(self, point: Point) -> PricedPoint:
        options = {**point.against, **point.options}
        try:
            base = self._posted(point.against).rules if point.against else self.rules
            posted = self._posted(options)
            before = edges(base, self.stake) if point.against else prices_of(self.base)
            same = _same_odds(posted.rules, base)
            found = before if same else edges(posted.rules, self.stake)
        except (NotComputed, OptionFaults) as reason:
            return PricedPoint(Variation(options, {}, {}, str(reason)), effective=True)
        variation = replace(_compared(options, found, before), needs=posted.needs)
        spots = {each.spot for each in before.wagers}
        effective = set(variation.edges) != spots or any(variation.changes.values())
        return PricedPoint(variation, effective)

    def _posted(self, options: Mapping[str, str]) -> PermittedRules:
        """These rules, where need be with everything permitted that can be."""
        written = {**self.given, **options}
        try:
            return PermittedRules(games.ruleset(self.rules.game, written, self.rules.house))
        except OptionFaults as faults:
            catalogue = games.game(self.rules.game).catalogue
            permits = [spec.name for spec in catalogue if spec.name.startswith(PERMITS)]
            try:
                rules = games.ruleset(
                    self.rules.game, written | dict.fromkeys(permits, "true"), self.rules.house
                )
            except OptionFaults:
                raise faults from None
            return PermittedRules(rules, ", ".join(f"{name} = true" for name in permits))


def _compared(options: Mapping[str, str], found: Prices, before: Prices) -> Variation:
    was = {each.spot: each.edge for each in before.wagers}
    now = {each.spot: each.edge for each in found.wagers}
    changes = {spot: edge - was[spot] for spot, edge in now.items() if spot in was}
    return Variation(options, now, changes, paid=found.paid if found.paid != before.paid else "")


def _change(point: Point) -> tuple[tuple[str, str], ...]:
    return tuple(point.options.items())


def _same_odds(one: Ruleset, other: Ruleset) -> bool:
    """Whether nothing differs that a wager's odds depend on."""
    return _decides(one) == _decides(other)


def _decides(rules: Ruleset) -> tuple[object, ...]:
    bets = [
        (bet.name, bet.looks_at, bet.table, [(row.name, str(row.pays)) for row in bet.rows])
        for bet in rules.side_bets
    ]
    pays = [(spot.name, spot.pays, spot.rows, spot.odds) for spot in rules.spots]
    # Not the shoe's cut card and burn cards: these odds are those of the first round of a shoe.
    return rules.deck, rules.policies, rules.procedure, bets, pays, rules.limits
