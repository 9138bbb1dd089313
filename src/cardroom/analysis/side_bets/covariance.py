"""Bets beside the hand together with the wager: how they vary with it under perfect play.

All of it is exact, splits included: a bet beside the hand hangs on the first cards or on the bank's
hand, so the mean of what the hands bring against that is enough, and means of hands add up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from cardroom import model
from cardroom.analysis.side_bets.blazing import Progressive, progressive
from cardroom.analysis.twentyone.solver.exact import Solution, Work
from cardroom.analysis.twentyone.solver.plan import Floats, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import Fixed
from cardroom.games.twentyone.blackjack import dealer_bust
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.model.course import course_of
from cardroom.model.ranks import TEN_RANK
from cardroom.model.verbs import DOUBLE, HIT
from cardroom.rules.ruleset import Ruleset

SEVEN = 6
INSURANCE_STAKE = 0.5


class Together(NamedTuple):
    """A bet in the same rounds as a wager of one unit."""

    spot: str
    title: str
    stake: float
    """What is staked on it in the sum, of the wager."""
    covariance: float
    """Of a unit on each, over all rounds, whether the bet can be made in them or not."""
    deviation: float
    """Of a unit on the bet, over all rounds."""
    assumption: str

    def document(self, wager_deviation: float | None) -> dict[str, Any]:
        """With the figures that the deviation of the wager makes of it."""
        found: dict[str, Any] = self._asdict() | {"correlation": None, "sum_deviation": None}
        return found if wager_deviation is None else found | summed(found, wager_deviation)


def summed(bet: Mapping[str, Any], wager_deviation: float) -> dict[str, float]:
    """Correlation with the wager, and the deviation of wager and bet together."""
    product = wager_deviation * bet["deviation"]
    square = wager_deviation**2 + (bet["stake"] * bet["deviation"]) ** 2
    square += 2 * bet["stake"] * bet["covariance"]
    return {
        "correlation": bet["covariance"] / product if product else 0.0,
        "sum_deviation": math.sqrt(max(0.0, square)),
    }


class Rounds:
    """Perfect play of a posted game from a full shoe, and the bets beside it."""

    def __init__(self, rules: Ruleset, solution: Solution, shoe: Sequence[int] | None) -> None:
        self.work = work = Work(solution.plan, shoe)
        self.rules, self.solution = rules, work.given(solution.strategy)
        self.tables, self.plan = work.tables, work.plan
        self.chance = solution.chance
        self.worth = np.where(self.chance > 0, solution.opening, 0.0)
        self.natural = work.root.natural(work.chances)
        """[opening hand, up class] the chance of the bank's natural."""

    def bets(self, meter: Fraction) -> list[Together]:
        """`meter` is that of Blazing 7's, in its stakes."""
        found = []
        if self.tables.insured >= 0:
            found.append(self._insurance())
        for spot in self.rules.spots:
            if spot.name == "dealer-bust":
                found.append(self._dealer_bust(spot.title))
            if spot.name == blazing.SPOT and self._third_is_known():
                found.append(self._blazing(spot.title, meter))
        return found

    def _made(
        self, spot: str, title: str, stake: float, mean: float, square: float, product: float,
        assumption: str,
    ) -> Together:  # fmt: skip
        covariance = float(product - mean * self.solution.value)
        deviation = math.sqrt(square - mean**2)
        return Together(spot, title, stake, covariance, deviation, assumption)

    # --- insurance ------------------------------------------------------------------------------

    def _insurance(self) -> Together:
        """Taken whenever it is offered, of half the wager in the sum."""
        tables = self.tables
        own = tables.keys.natural[tables.nodes.key[self.plan.openings[:, 2]]] > 0
        offered = np.ones(len(own), bool) if course_of(self.rules).insures_paid else ~own
        against = tables.ups.base == tables.insured
        weight = np.where(offered[:, None] & against, self.chance, 0.0)
        pays, per = tables.insurance_pays
        shoe = self.work.shoe
        plain = (shoe.counts - shoe.suitless)[TEN_RANK] / 4 / shoe.counts[TEN_RANK]
        wins = 1 - plain * tables.insurance_ten_pushes
        lost = 1 - self.natural
        mean = (weight * (wins * pays / per * self.natural - lost)).sum()
        square = (weight * (wins * (pays / per) ** 2 * self.natural + lost)).sum()
        with_natural = self._with_natural(own)
        without = self.worth - with_natural
        product = (weight * (wins * pays / per * with_natural - without)).sum()
        return self._made(
            "insurance", "Insurance", INSURANCE_STAKE, mean, square, product,
            "taken whenever it is offered, of half the wager",
        )  # fmt: skip

    def _with_natural(self, own: np.ndarray[Any, np.dtype[np.bool]]) -> Floats:
        """[opening hand, up class] the mean of what it brings if the bank has a natural."""
        plan, tables, strategy = self.plan, self.tables, self.solution.strategy
        if not tables.peeks:
            # What remains if a natural brought nothing, and ended the round as a look does.
            natural = tables.pays.natural_class.astype(bool)
            first, later, wagered = (np.where(natural, 0.0, money) for money in plan.money)
            looked = plan._replace(ends=plan.natural_seconds, money=(first, later, wagered))
            without = Work(looked, self.work.written).given(strategy).opening
            return np.where(self.chance > 0, self.worth - without, 0.0)
        keys = tables.nodes.key[plan.openings[:, 2]]
        half = plan.money[0][tables.pays.given_up[keys, 0], 0, 0][:, None]
        taken = np.broadcast_to(self.work.root.taken(plan.money[0]), self.worth.shape)
        taken = np.where(strategy.early, half, np.where(strategy.even_money, 1.0, taken))
        if tables.naturals_paid:
            taken = np.where(own[:, None], self.worth, taken)
        found: Floats = self.natural * taken
        return found

    # --- Dealer Bust ----------------------------------------------------------------------------

    def _dealer_bust(self, title: str) -> Together:
        table = dealer_bust.pay_table(int(str(self.rules.options["pay_table"])))
        odds = [table.odds(dealer_bust.row_of(rank + 1)) for rank in self.tables.ups.rank.tolist()]
        pays = np.array([0.0 if each is None else each.pays / each.per for each in odds])
        won = np.array([each is not None for each in odds]) * 1.0
        bust, product_bust = self._busts()
        chance_bust = (self.chance * bust).sum(axis=0) * won
        both = (self.chance * product_bust).sum(axis=0) * won
        mean = ((pays + 1) * chance_bust).sum() - 1
        square = ((pays**2 - 1) * chance_bust).sum() + 1
        product = ((pays + 1) * both).sum() - self.solution.value
        return self._made(
            "dealer-bust", title, 1.0, mean, square, product, "the dealer always plays out"
        )

    def _busts(self) -> tuple[Floats, Floats]:
        """[opening hand, up class] the chance that the bank goes over, and the mean of what the
        hand brings, counted if it does."""
        tables = model.with_ends(self.tables)
        pays, plan = tables.pays, plan_of(tables)
        work = Work(plan, self.work.written)
        strategy = work.best("pair").strategy
        over = np.zeros(len(pays.natural_class))
        over[pays.bank_class[np.flatnonzero(tables.bank.over)]] = 1.0
        counted = plan.money[0] * over
        brought = work.reckon(strategy, counted, Fixed(0.0, 0.0), splits_count=True)
        bags = tables.nodes.bag[plan.openings[:, 2]]
        chances = work.chances[bags].reshape(len(bags), -1, len(over))[:, tables.ups.rank]
        bust: Floats = (chances * over).sum(axis=2)
        keys = tables.nodes.key[plan.openings[:, 2]]
        half = plan.money[0][pays.given_up[keys, 0], 0, 0][:, None]
        brought = np.where(strategy.early, half * bust, brought)
        brought = np.where(strategy.even_money, bust, brought)
        return bust, np.where(self.chance > 0, brought, 0.0)

    # --- Blazing 7's ----------------------------------------------------------------------------

    def third_seven(self) -> Fraction | None:
        """The chance of three sevens with the player's own third card; None with the dealer's."""
        if self.rules.options.get("blazing_third_card") != "player":
            return None
        total = Fraction(0)
        for up, takes in self._takes().items():
            if takes:
                total += self._dealt(up) * self._third(up)
        return total

    def _third_is_known(self) -> bool:
        """A pair of sevens that is split once only keeps a third seven: that is not reckoned."""
        place, _ = self._sevens()
        dealers = self.rules.options["blazing_third_card"] == "dealer-up"
        return dealers or place < 0 or self.plan.pairs[place].hands > 2

    def _takes(self) -> dict[int, bool]:
        """[up rank] whether a pair of sevens takes a card."""
        place, pair = self._sevens()
        strategy, node = self.solution.strategy, self.plan.openings[pair, 2]
        found = {}
        for up, rank in enumerate(self.tables.ups.rank.tolist()):
            verb = int(strategy.choice[node, 0, up])
            takes = (place >= 0 and bool(strategy.splits[place, up])) or verb in (HIT, DOUBLE)
            found[rank] = takes and not strategy.early[pair, up]
        return found

    def _sevens(self) -> tuple[int, int]:
        """The pair of sevens among the pairs, -1 if none is split, and among the opening hands."""
        place = [pair.rank for pair in self.plan.pairs]
        opening = (self.plan.openings[:, :2] == SEVEN).all(axis=1)
        return place.index(SEVEN) if SEVEN in place else -1, int(np.flatnonzero(opening)[0])

    def _dealt(self, up: int) -> Fraction:
        """Two sevens and that up card."""
        counts = [int(count) for count in self.work.shoe.counts]
        whole = sum(counts)
        seven, shown = counts[SEVEN], counts[up] - 2 * (up == SEVEN)
        return Fraction(seven * (seven - 1) * shown, whole * (whole - 1) * (whole - 2))

    def _third(self, up: int) -> Fraction:
        """A third seven, if the bank's natural does not end the round first."""
        counts = [int(count) for count in self.work.shoe.counts]
        left = sum(counts) - 3
        makers = sum(
            counts[rank] for rank in np.flatnonzero(self.plan.ends[up]).tolist() if rank != SEVEN
        )
        sevens = counts[SEVEN] - 2 - (up == SEVEN)
        return Fraction(sevens, left) * (1 - Fraction(makers, left - 1))

    def _blazing(self, title: str, meter: Fraction) -> Together:
        found = progressive(self.rules, self.third_seven())
        assert found is not None
        one, two, three = self._grosses(found, meter)
        low, high, _ = self.plan.openings.T
        sevens = (low == SEVEN).astype(np.int64) + (high == SEVEN)
        gross = np.array([0.0, one, two])[sevens][:, None] * np.ones(len(self.tables.ups.rank))
        product = (self.chance * self.worth * gross).sum()
        if self.rules.options["blazing_third_card"] == "dealer-up":
            again = (sevens == 2)[:, None] & (self.tables.ups.rank == SEVEN)
            product += (three - two) * (self.chance * self.worth * again).sum()
        else:
            product += (three - two) * self._with_third_seven()
        returned = float(found.returned(meter))
        covariance = float(product - self.solution.value * returned)
        return Together(
            blazing.SPOT, title, 1.0, covariance, found.deviation(meter),
            f"a meter of {float(meter):,.0f} stakes",
        )  # fmt: skip

    def _grosses(self, found: Progressive, meter: Fraction) -> tuple[float, float, float]:
        """What one seven, two and three return; three of them in the mean over their suits."""
        three = {row: chance for row, chance in found.rows.items() if row.startswith("777")}
        whole = sum(three.values(), Fraction(0))
        parts = (chance * found.gross(row, meter) for row, chance in three.items())
        mean = sum(parts, Fraction(0)) / whole if whole else Fraction(0)
        one, two = (found.gross(row, meter) for row in ("7", "77"))
        return float(one), float(two), float(mean)

    def _with_third_seven(self) -> float:
        """The mean of what two sevens bring, counted if they take a third."""
        place, hand = self._sevens()
        strategy, work = self.solution.strategy, self.work
        ups = np.arange(len(self.tables.ups.rank))
        node = self.plan.openings[hand, 2]
        nodes, keys = self.tables.nodes, self.tables.keys
        split = np.zeros(len(ups))
        if place >= 0 and strategy.splits[place].any():
            split = work.split_hands.paired(place, strategy.later, work.money, work.money_later)
        total = 0.0
        for up in ups.tolist():
            verb = int(strategy.choice[node, 0, up])
            if strategy.early[hand, up]:
                continue
            if place >= 0 and strategy.splits[place, up]:
                worth = split[up]
            elif verb in (HIT, DOUBLE):
                child = nodes.child[node if verb == HIT else nodes.pinned[node], SEVEN]
                worth = self._three(int(child), int(keys.stance_after[verb, 0]), node, verb, up)
            else:
                continue
            counts = work.shoe.counts
            rank = int(self.tables.ups.rank[up])
            sevens = counts[SEVEN] - 2 - (rank == SEVEN)
            total += self.chance[hand, up] * sevens / (counts.sum() - 3) * worth
        return float(total)

    def _three(self, child: int, stance: int, node: int, verb: int, up: int) -> float:
        """Three sevens, 21: what they are worth against an up card."""
        if child >= 0:
            return float(self.solution.worth[child, stance, up])
        # Paid at once, if no natural of the bank has ended the round.
        nodes, pays = self.tables.nodes, self.tables.pays
        key = nodes.key_child[node if verb == HIT else nodes.pinned[node], SEVEN]
        rank = int(self.tables.ups.rank[up])
        free = self._third(rank) * (int(self.work.shoe.counts.sum()) - 3)
        free /= int(self.work.shoe.counts[SEVEN]) - 2 - (rank == SEVEN)
        return float(self.plan.money[0][pays.final[key, stance], stance, 0] * float(free))
