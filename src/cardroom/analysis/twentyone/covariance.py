"""The covariance of side bets with the wager, under perfect play.

It is exact, splits included: a side bet depends on the first cards, on the third, or on the bank's
hand, so the conditional mean of what the hands win is enough, and means of hands add up.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np

from cardroom import model
from cardroom.analysis.documents import PairedBet, StrategyChart
from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.analysis.twentyone.card_bets import CardBets
from cardroom.analysis.twentyone.chart.chart import strategy_of
from cardroom.analysis.twentyone.side_bets import PLAYS_OUT
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.plan import Floats, plan_of
from cardroom.analysis.twentyone.solver.starting_hands import SUITED_NATURALS, Fixed
from cardroom.cards import Card, Composition
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model.course import course_of
from cardroom.model.ranks import TEN_RANK
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import Look, SideBet, SideRow, kinds

CARDS: Final[frozenset[Look]] = frozenset({"own-first", "own-second", "bank-up", "own-third"})
ON_BANK: Final[frozenset[Look]] = frozenset({"bank-busts", "bank-up"})
"""A bet that looks at anything else is not followed through the play of the hand."""


class Rounds:
    """Perfect play of a posted game from a full shoe, and its side bets."""

    def __init__(
        self,
        rules: Ruleset,
        solution: Solution,
        work: ShoeSolver,
        stake: int | None = None,
        cards: Composition | None = None,
        chart: StrategyChart | None = None,
    ) -> None:
        """`work` found the solution; `cards` are other ones than the posted decks, card by card;
        `stake` is the wager in cents that side bets are rounded next to."""
        self.work = work
        self.deck, self.chart = cards or rules.deck, chart
        self.rules, self.stake, self.solution = rules, stake, solution
        self.tables, self.plan = work.tables, work.plan
        self.chance = solution.chance
        self.worth = np.where(self.chance > 0, solution.opening, 0.0)
        self.natural = work.root.natural(work.chances)
        """[opening hand, up class] the chance of the bank's natural."""
        self.even = work.root.fixed.even
        """What a natural settled at even money brings."""
        self.cards = CardBets(rules, work, self.solution, stake, cards)

    def bets(self, meter: Fraction) -> list[PairedBet]:
        """`meter` is the amount of a progressive bet's meter, in its stakes."""
        found = [self._insurance()] if self.tables.insured >= 0 else []
        for bet in self.rules.side_bets:
            if "bank-busts" in bet.looks_at and ON_BANK.issuperset(bet.looks_at):
                found.append(self._on_bank(bet, meter))
            elif CARDS.issuperset(bet.looks_at) and self.cards.is_known(bet):
                found.append(self._on_cards(bet, meter))
        return found

    def _made(
        self, spot: str, title: str, stake: float, mean: float, square: float, product: float,
        assumption: str,
    ) -> PairedBet:  # fmt: skip
        covariance = float(product - mean * self.solution.value)
        deviation = math.sqrt(square - mean**2)
        return PairedBet(spot, title, stake, covariance, deviation, assumption)

    # --- insurance ------------------------------------------------------------------------------

    def _insurance(self) -> PairedBet:
        """Insurance, taken whenever it is offered, for half the wager."""
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
        over, under = tables.insurance_share
        return self._made(
            "insurance", "Insurance", over / under, mean, square, product,
            "taken whenever it is offered, of half the wager",
        )  # fmt: skip

    def _with_natural(self, own: np.ndarray[Any, np.dtype[np.bool]]) -> Floats:
        """[opening hand, up class] the hand's mean result if the bank has a natural."""
        plan, tables, strategy = self.plan, self.tables, self.solution.strategy
        if not tables.peeks:
            # What remains if a natural brought nothing, and ended the round as a look does.
            natural = tables.pays.natural_class.astype(bool)
            first, later, wagered = (np.where(natural, 0.0, money) for money in plan.money)
            looked = plan._replace(ends=plan.natural_seconds, money=(first, later, wagered))
            solver = ShoeSolver(looked, self.work.written, self.work.bank)
            without = solver.opening(strategy)
            return np.where(self.chance > 0, self.worth - without, 0.0)
        keys = tables.nodes.key[plan.openings[:, 2]]
        half = plan.money[0][tables.pays.given_up[keys, 0], 0, 0][:, None]
        taken = np.broadcast_to(self.work.root.taken(plan.money[0]), self.worth.shape)
        taken = np.where(strategy.early, half, np.where(strategy.even_money, self.even, taken))
        if tables.naturals_paid:
            taken = np.where(own[:, None], self.worth, taken)
        found: Floats = self.natural * taken
        return found

    # --- bets on the bank's hand ----------------------------------------------------------------

    def _on_bank(self, bet: SideBet, meter: Fraction) -> PairedBet:
        bust, product_bust = self._busts()
        busted = (self.chance * bust).sum(axis=0)
        stood = self.chance.sum(axis=0) - busted
        with_bust = (self.chance * product_bust).sum(axis=0)
        without = (self.chance * self.worth).sum(axis=0) - with_bust
        mean, square, product = -1.0, 1.0, -self.solution.value
        for busts, chance, both in ((True, busted, with_bust), (False, stood, without)):
            gross, squares = self._by_up(bet, "busts" if busts else "stands", meter)
            mean += (gross * chance).sum()
            square += ((squares - 1) * chance).sum()
            product += (gross * both).sum()
        return self._made(
            bet.name, bet.title, 1.0, mean, square, product, _at(bet, meter, PLAYS_OUT)
        )

    def _by_up(
        self, bet: SideBet, bank: Literal["busts", "stands"], meter: Fraction
    ) -> tuple[Floats, Floats]:
        """[up class] what the bet returns of a stake, and the square of what it wins or loses."""
        found, pays = [], pays_at(self.rules, bet, self.stake)

        def row(up: Card) -> SideRow | None:
            seen: dict[Look, object] = {"bank-up": up, "bank-busts": bank == "busts"}
            return bet.row(*(seen[look] for look in bet.looks_at))

        for rank in self.tables.ups.rank.tolist():
            nets = [
                (pays(row(card), meter), count)
                for card, count in kinds(self.deck)
                if self.tables.cards.rank[card.index] == rank
            ]
            cards = sum(count for _, count in nets)
            mean = sum((count * (1 + each) for each, count in nets), Fraction(0)) / cards
            square = sum((count * each**2 for each, count in nets), Fraction(0)) / cards
            found.append((float(mean), float(square)))
        gross, squares = np.array(found).T
        return gross, squares

    def _busts(self) -> tuple[Floats, Floats]:
        """[opening hand, up class] the chance that the bank busts, and the hand's mean result
        counted only if it does."""
        tables = model.with_ends(self.tables)
        pays, plan = tables.pays, plan_of(tables)
        work = ShoeSolver(plan, self.work.written)
        if self.chart is None:
            strategy = work.best("pair").strategy
        else:
            strategy = strategy_of(self.rules, tables, self.chart)
        over = np.zeros(len(pays.natural_class))
        over[pays.bank_class[np.flatnonzero(tables.bank.over)]] = 1.0
        counted = plan.money[0] * over
        brought = work.expectation(strategy, counted, Fixed(0.0, 0.0), splits_count=True)
        bags = tables.nodes.bag[plan.openings[:, 2]]
        chances = work.chances[bags].reshape(len(bags), -1, len(over))[:, tables.ups.rank]
        bust: Floats = (chances * over).sum(axis=2)
        keys = tables.nodes.key[plan.openings[:, 2]]
        half = plan.money[0][pays.given_up[keys, 0], 0, 0][:, None]
        brought = np.where(strategy.early, half * bust, brought)
        brought = np.where(strategy.even_money, self.even * bust, brought)
        return bust, np.where(self.chance > 0, brought, 0.0)

    # --- bets on cards --------------------------------------------------------------------------

    def _on_cards(self, bet: SideBet, meter: Fraction) -> PairedBet:
        paid = pays_at(self.rules, bet, self.stake)
        rows = payments(bet, self.cards.rows(bet), meter, paid)
        found = PricedBet(bet.name, bet.title, rows, (FRESH,))
        product = self.cards.product(bet, meter, self.chance * self.worth)
        product += self._by_suit(bet, meter)
        return PairedBet(
            bet.name,
            bet.title,
            1.0,
            float(product - self.solution.value * float(1 - found.edge)),
            found.deviation,
            _at(bet, meter, FRESH),
        )

    def _by_suit(self, bet: SideBet, meter: Fraction) -> float:
        """How much greater the product is because wager and bet both look at a natural's suit."""
        suited = policies(self.rules).natural_suited
        if suited is None:
            return 0.0
        strategy, share = self.solution.strategy, SUITED_NATURALS
        if strategy.natural_doubled is not None:
            paid, _ = strategy.natural_doubled
            strategy = strategy._replace(natural_doubled=(paid, np.zeros_like(paid)))
        # Naturals of other suits alone: those of this one bring nothing.
        others = self.work.expectation(
            strategy, self.plan.money[0], Fixed(self.even, 0.0), splits_count=True
        )
        own = self.work.root.naturals
        more = (self.worth[own] - others[own]) / share - others[own] / (1 - share)
        returned, usual = self.cards.of_naturals(bet, meter, suited[0])
        found = self.chance[own] * share * (1 - share) * more * (returned - usual)
        return float(np.where(self.chance[own] > 0, found, 0.0).sum())


def _at(bet: SideBet, meter: Fraction, plain: str) -> str:
    """What the figures of a bet assume: its meter, or something else where it has none."""
    return plain if bet.meter is None else f"a meter of {float(meter):,.0f} stakes"
