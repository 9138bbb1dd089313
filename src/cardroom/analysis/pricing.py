"""The house edge of every posted wager, and a warning if one favors the player.

The figures are those of `odds`, side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Protocol

from cardroom import games
from cardroom.analysis.documents import GameOdds, Unpriced, WagerOdds
from cardroom.analysis.families import NoAnswer, NotComputed, analysis_of
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.price_documents import Price, Prices
from cardroom.analysis.result_cache import cached_for
from cardroom.analysis.side_bets.rows import row_chances
from cardroom.houses.finding import Finding
from cardroom.money import percent
from cardroom.progress import Tell, silent
from cardroom.rules.paytable import Share
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideRow, net
from cardroom.rules.spots import group_of

LEAST: Final = 0.00005
"""A smaller share is 0.00% with two decimals."""


class PricingPart(Protocol):
    def __call__(self, wagers: Sequence[Price]) -> Iterable[tuple[Price, float]]:
        """The wagers that a house is warned about, each with the edge that decides."""


class EdgesPart(Protocol):
    def __call__(self, rules: Ruleset, stake: int | None, tell: Tell) -> Prices:
        """The edges that `odds` gives for the same game, to the last bit. A family raises
        `NotComputed` for a game without odds.
        """


def prices(rules: Ruleset, tell: Tell = silent) -> Prices:
    """The edge of every wager that can be computed, by perfect play, or why the game has none."""
    part = analysis_of(rules).pricing
    if isinstance(part, NoAnswer):
        return _unpriced(rules, part.why)
    try:
        return edges(rules, None, tell)
    except NotComputed as reason:
        return _unpriced(rules, f"not priced: {reason}")


def edges(rules: Ruleset, stake: int | None = None, tell: Tell = silent) -> Prices:
    """The edge of every wager, kept between runs; raises `NotComputed` for a game without odds.
    `stake` is the wager in cents that payouts are rounded for; None is the table's minimum where
    they are rounded."""
    part = analysis_of(rules).edges
    if part is None:
        return prices_of(game_odds(rules, OddsRequest(stake=stake), tell))
    return cached_for(rules, "edges", stake, Prices, lambda: part(rules, stake, tell))


def _unpriced(rules: Ruleset, why: str) -> Prices:
    return Prices(rules.game, rules.digest, (), None, None, why)


def prices_of(found: GameOdds) -> Prices:
    """The edges among all the odds of a game."""
    meter = found.progressive
    return Prices(
        game=found.game,
        digest=found.digest,
        wagers=tuple(map(price_of, found.wagers)),
        hold=None if meter is None else meter.hold,
        fair_meter=None if meter is None else meter.break_even,
        unpriced=why_unpriced(found.unpriced),
        paid=found.paid,
    )


def price_of(wager: WagerOdds) -> Price:
    return Price(wager.spot, wager.title, wager.edge, wager.method)


def why_unpriced(found: Iterable[Unpriced]) -> str:
    return "; ".join(f"{each.title} not priced: {each.why}" for each in found)


def edges_line(found: Prices) -> str:
    """Every wager and its edge; the bets of one group are shown as one range."""
    together: dict[str, list[float]] = {}
    for price in found.wagers:
        together.setdefault(group_of(price.spot) or price.title, []).append(price.edge)
    shown = [f"{title}: {_range(each)}" for title, each in together.items()]
    if found.hold is not None:
        shown.append(f"its hold in the long run: {_percent(found.hold)}")
    if found.fair_meter is not None:
        shown.append(f"fair at a meter of ${found.fair_meter:,.2f}")
    return "; ".join(shown + [words for words in (found.unpriced, found.paid) if words])


def warnings(rules: Ruleset, found: Prices) -> Iterator[Finding]:
    """A warning for every wager that is better for the player than for the bank."""
    part = analysis_of(rules).pricing
    alone = [(price, price.edge) for price in found.wagers]
    judged = alone if part is None or isinstance(part, NoAnswer) else part(found.wagers)
    for price, edge in judged:
        if edge < 0:
            how = price.method.partition(":")[0]
            says = f"{price.title} favors the player by {_percent(-edge)} ({how})"
            yield _warning(rules, price.spot, says)
    yield from _doubtful_rows(rules)
    bet = rules.progressive
    if bet is not None and found.hold is not None and found.hold < 0:
        says = f"the meter gives away more than it takes: a hold of {_percent(found.hold)}"
        yield _warning(rules, bet.name, says)


def _doubtful_rows(rules: Ruleset) -> Iterator[Finding]:
    """Rows of the house's own side bets and pay tables that the shoe in use cannot deal, or that
    lose cards to a row before them that pays less."""
    for bet in rules.side_bets:
        if bet.author == "book":
            continue
        try:
            chances = row_chances(rules, bet)
        except NotComputed:
            continue
        best = bet._replace(rows=tuple(sorted(bet.rows, key=_worth, reverse=True)))
        best_first = chances if best.rows == bet.rows else row_chances(rules, best)
        for row in bet.rows:
            says = ""
            if not chances[row.name]:
                says = "cannot occur with the posted cards"
            elif best_first[row.name] > chances[row.name]:
                says = f"pays {row.pays}, but a row before it pays less and takes some of its cards"
            if says:
                called = f"{bet.title}: {row.words or row.name} {says}"
                yield Finding(rules.game, "warning", called, row.clause.id, row.clause.cite)


def _worth(row: SideRow) -> tuple[int, Fraction]:
    """What a row pays, to compare it with others: any share of a meter comes before odds."""
    return (1, row.pays.part) if isinstance(row.pays, Share) else (0, net(row))


def _warning(rules: Ruleset, spot: str, says: str) -> Finding:
    """Where the rule book itself speaks of the edge, it is cited."""
    clause, known = f"{spot}.edge", games.game(rules.game).clauses
    if clause in known:
        return Finding(rules.game, "warning", says, clause, known[clause].cite)
    return Finding(rules.game, "warning", says, "odds", f"cardroom odds {rules.game}")


def _range(shares: list[float]) -> str:
    least, most = _percent(min(shares)), _percent(max(shares))
    return least if least == most else f"{least} to {most}"


def _percent(share: float) -> str:
    """Two decimals, or more where two would round to nothing."""
    shows = share == 0 or abs(share) >= LEAST
    return percent(Fraction(share)) if shows else f"{share:.5%}"
