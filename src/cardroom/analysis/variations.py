"""Other options of a posted game, priced: one at a time, or over a grid.

Every price is kept between runs by itself, so that a sweep that was interrupted goes on where it
stopped, and shares its prices with `odds` and `compare`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from cardroom import games
from cardroom.analysis.documents import GameOdds, game_fields
from cardroom.analysis.executor import Executor, Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import ProgressNotice, Tell, silent
from cardroom.analysis.odds import OddsAsked, game_odds
from cardroom.analysis.variation_documents import Variation, Variations, WagerEdge
from cardroom.rules.options import Choice, OptionFaults, OptionSpec, PostedOdds, Whole
from cardroom.rules.own_table import PayRows
from cardroom.rules.ruleset import Ruleset

VALUES_MAX: Final = 12
"""Values of a whole number that are all tried; of more, the least, the most, and a few between."""
POINTS_MAX: Final = 100_000
PRICING: Final = "pricing"


class VariationsAsked(NamedTuple):
    options: tuple[str, ...] = ()
    """Only these options; all of them if there are none."""
    stake: int | None = None
    """The wager in cents; None is the table's minimum where payouts are rounded."""


ALL: Final = VariationsAsked()


def variations(
    rules: Ruleset,
    asked: VariationsAsked = ALL,
    tell: Tell = silent,
    executor: Executor | None = None,
) -> Variations:
    """Every option changed, one at a time, to every other value that can be listed."""
    points = single_changes(rules, asked.options)
    found = VariationPrices(rules, asked.stake, tell).document(points, executor or Threads())
    first = found.wagers[0].spot if found.wagers else ""
    return _sorted(found, first)


def single_changes(rules: Ruleset, options: Sequence[str] = ()) -> list[dict[str, str]]:
    """Every option, or every one of these, with every other value that can be listed."""
    return [
        {spec.name: value}
        for spec in _chosen(rules, options)
        for value in values_of(spec)
        if value != spec.show(rules.options[spec.name])
    ]


def sweep(
    rules: Ruleset,
    grid: Mapping[str, Sequence[str]],
    stake: int | None = None,
    tell: Tell = silent,
    executor: Executor | None = None,
) -> Variations:
    """Every combination of these values of these options, in order."""
    known = {spec.name for spec in games.game(rules.game).catalogue}
    for name in grid:
        if name not in known:
            raise NotComputed(f"{rules.title} has no option {name!r}")
    size = prod(len(values) for values in grid.values())
    if size > POINTS_MAX:
        raise NotComputed(f"a grid of {size:,} points; at most {POINTS_MAX:,} are priced at once")
    points = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return VariationPrices(rules, stake, tell).document(points, executor or Threads())


def values_of(spec: OptionSpec) -> tuple[str, ...]:
    """The values of an option that can be listed, as they are written."""
    match spec.kind:
        case Choice(values=values) | PayRows(values=values):
            return tuple(spec.show(value) for value in values)
        case PostedOdds(values=texts):
            return texts
        case Whole(least=least, most=most):
            step = -(-(most - least) // (VALUES_MAX - 1)) or 1
            return tuple(str(value) for value in (*range(least, most, step), most))
        case _:
            return ()


def _chosen(rules: Ruleset, names: Sequence[str]) -> Iterator[OptionSpec]:
    catalogue = {spec.name: spec for spec in games.game(rules.game).catalogue}
    for name in names:
        if name not in catalogue:
            known = ", ".join(name for name, spec in catalogue.items() if values_of(spec))
            raise NotComputed(f"{rules.title} has no option {name!r}; options are {known}")
    yield from (spec for name, spec in catalogue.items() if not names or name in names)


def _sorted(found: Variations, spot: str) -> Variations:
    ranked = sorted(
        found.variations,
        key=lambda each: (-abs(each.changes.get(spot, 0.0)), -sum(map(abs, each.changes.values()))),
    )
    return Variations(
        **{name: getattr(found, name) for name in found.__struct_fields__ if name != "variations"},
        variations=tuple(ranked),
    )


class VariationPrices:
    """A posted game, and what other options make of its wagers."""

    def __init__(self, rules: Ruleset, stake: int | None = None, tell: Tell = silent) -> None:
        self.rules, self.tell, self.asked = rules, tell, OddsAsked(stake=stake)
        self.base = game_odds(rules, self.asked, tell)
        self.given = {
            spec.name: spec.show(rules.changed[spec.name])
            for spec in games.game(rules.game).catalogue
            if spec.name in rules.changed
        }

    def __getstate__(self) -> dict[str, object]:
        """A worker on another machine has nobody to tell."""
        return {**vars(self), "tell": silent}

    def document(self, points: Sequence[Mapping[str, str]], executor: Executor) -> Variations:
        found: list[Variation] = []
        unchanged: dict[str, None] = {}
        self.tell(ProgressNotice(PRICING, 0, len(points)))
        for number, each in enumerate(executor.map(self.variation, points)):
            self.tell(ProgressNotice(PRICING, number + 1, len(points)))
            if each is None:
                unchanged.update(dict.fromkeys(points[number]))
            else:
                found.append(each)
        effective = {option for each in found for option in each.options if not each.unpriced}
        return Variations(
            **game_fields(self.rules),
            wagers=self.wagers,
            variations=tuple(found),
            unchanged=tuple(name for name in unchanged if name not in effective),
            stake=self.base.stake,
            paid=self.base.paid,
        )

    @property
    def wagers(self) -> tuple[WagerEdge, ...]:
        return tuple(
            WagerEdge(each.spot, each.title, each.edge, each.deviation) for each in self.base.wagers
        )

    def variation(self, options: Mapping[str, str]) -> Variation | None:
        """None where a single option changes no wager."""
        try:
            rules = games.ruleset(self.rules.game, {**self.given, **options}, self.rules.house)
            if len(options) == 1 and _same_odds(rules, self.rules):
                return None
            odds = game_odds(rules, self.asked)
        except (NotComputed, OptionFaults) as reason:
            return Variation(options, {}, {}, str(reason))
        found = self._compared(options, odds)
        same = set(found.edges) == {each.spot for each in self.base.wagers}
        if len(options) == 1 and same and not any(found.changes.values()):
            return None
        return found

    def _compared(self, options: Mapping[str, str], odds: GameOdds) -> Variation:
        before = {each.spot: each.edge for each in self.base.wagers}
        edges = {each.spot: each.edge for each in odds.wagers}
        changes = {spot: edge - before[spot] for spot, edge in edges.items() if spot in before}
        paid = odds.paid if odds.paid != self.base.paid else ""
        return Variation(options, edges, changes, paid=paid)


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
