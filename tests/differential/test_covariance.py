"""Side bets with the wager: against every order of tiny shoes, and simulated."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec
import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.executor import Threads
from cardroom.analysis.side_bets.progressive import progressive
from cardroom.analysis.stopping import Goal
from cardroom.analysis.twentyone.covariance import Rounds
from cardroom.analysis.twentyone.side_bets import side_bets
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model import Tables
from cardroom.rules.ruleset import Ruleset
from tests.differential.naive_round import ACE, TEN, Cards, Hand, Round, Shoe, Up, best
from tests.proofs import later

SEVEN, HIT, DOUBLE = 6, 0, 2
SMALL: Shoe = (2, 0, 1, 0, 1, 2, 1, 1, 0, 5, 0)
EIGHTS: Shoe = (1, 0, 1, 0, 0, 1, 0, 4, 0, 6, 0)
SEVENS: Shoe = (1, 0, 1, 0, 1, 0, 5, 0, 0, 9, 0)


class Counted:
    """Blackjack in the words of a reader, with every hand waiting for the bank's."""

    looks = True
    aces_again = False

    def __init__(self, only_over: bool) -> None:
        self.only_over = only_over

    def natural(self, cards: Cards) -> bool:
        return sorted(cards) == [ACE, TEN]

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        return []

    def at_once(self, hand: Hand) -> Fraction | None:
        return None

    def draws(self, bank: Cards) -> bool:
        total, soft = best(bank)
        return total < 17 or (total == 17 and soft)

    def owed(self, hand: Hand, bank: Cards) -> Fraction:
        theirs = best(bank)[0]
        counts = theirs > 21 or not self.only_over
        return self._won(hand, bank) if counts else Fraction(0)

    def _won(self, hand: Hand, bank: Cards) -> Fraction:
        mine, theirs = best(hand.cards)[0], best(bank)[0]
        own = len(hand.cards) == 2 and hand.pair < 0 and self.natural(hand.cards)
        others = len(bank) == 2 and self.natural(bank)
        if own:
            return Fraction(0) if others else Fraction(3, 2)
        if others:
            return Fraction(-1)
        if mine > 21:
            return Fraction(-hand.money)
        if theirs > 21 or mine > theirs:
            return Fraction(hand.money)
        return Fraction(0 if mine == theirs else -hand.money)


def ruleset(game: str, given: Mapping[str, object], hands_max: int) -> Ruleset:
    rules = games.ruleset(game, given)
    split = policies(rules).split
    assert split is not None
    fewer = msgspec.structs.replace(split, hands_max=hands_max)
    own = msgspec.structs.replace(policies(rules), split=fewer)
    return msgspec.structs.replace(rules, policies=own, stored=rules.stored + b"/%d" % hands_max)


@pytest.mark.parametrize(("shoe", "hands_max"), [later(SMALL, 1), (EIGHTS, 2)])
def test_what_hands_win_if_the_bank_busts(shoe: Shoe, hands_max: int) -> None:
    rules = ruleset("dealer-bust-21", {}, hands_max)
    work = ShoeSolver(plan_of(model.compile(rules)), shoe)
    solved = work.best("pair")
    rounds = Rounds(rules, solved, work)
    _, brought = rounds._busts()
    tables = model.with_ends(model.compile(rules))
    again = exact.solve(tables, shoe)
    assert again.value == pytest.approx(solved.value, abs=1e-13)
    naive = Round(Counted(only_over=True), tables, again.strategy, hands_max).value(shoe)
    assert float((solved.chance * brought).sum()) == pytest.approx(float(naive), abs=1e-13)
    whole = Round(Counted(only_over=False), tables, again.strategy, hands_max).value(shoe)
    assert solved.value == pytest.approx(float(whole), abs=1e-13)


class ThirdSeven(Round):
    """Two sevens only, and only with a third."""

    def opening(self, cards: Cards, up: Up, hole: int | None, shoe: Shoe) -> Fraction:
        assert hole is not None
        if cards != (SEVEN, SEVEN) or self.words.natural((up[0], hole)) or not shoe[SEVEN]:
            return Fraction(0)
        nodes = self.tables.nodes
        chance = Fraction(shoe[SEVEN], sum(shoe))
        rest = shoe[:SEVEN] + (shoe[SEVEN] - 1,) + shoe[SEVEN + 1 :]
        node = int(nodes.child[nodes.child[nodes.dealt, SEVEN], SEVEN])
        if self.splits(SEVEN, up):
            child = int(nodes.child[nodes.from_pair[SEVEN], SEVEN])
            hand = Hand(cards, SEVEN)
            return chance * self.turn(hand, child, True, (), 1, up, hole, rest)
        verb = self.verb(Hand(cards), node, up, True)
        if verb not in (HIT, DOUBLE):
            return Fraction(0)
        child = int(nodes.child[nodes.pinned[node] if verb == DOUBLE else node, SEVEN])
        hand = Hand((*cards, SEVEN), doubled=int(verb == DOUBLE))
        return chance * self.turn(hand, child, True, (), 0, up, hole, rest)


@pytest.mark.parametrize("hands_max", [1, 3])
def test_two_sevens_that_take_a_third(hands_max: int) -> None:
    given = {"blazing_7s": 1, "blazing_third_card": "player"}
    rules = ruleset("bet-the-set-21", given, hands_max)
    tables = model.with_ends(model.compile(rules))
    work = ShoeSolver(plan_of(tables), SEVENS)
    solved = work.best("pair")
    assert solved.strategy.splits.any() == (hands_max > 1)
    rounds = Rounds(rules, solved, work)
    naive = ThirdSeven(Counted(only_over=False), tables, solved.strategy, hands_max).value(SEVENS)
    pair = rounds.cards.openings[SEVEN, SEVEN]
    assert rounds.cards.third.worth(pair, SEVEN) == pytest.approx(float(naive), abs=1e-13)


def full(game: str, given: Mapping[str, object]) -> tuple[Ruleset, Tables, Rounds]:
    rules = games.ruleset(game, {**given, "shoe": "each-round", "burn": 0})
    tables = model.for_odds(rules)
    work = ShoeSolver(plan_of(tables), None)
    return rules, tables, Rounds(rules, work.best("pair"), work)


def test_the_bank_busts_as_often_as_the_bets_own_odds_say() -> None:
    rules, _, rounds = full("dealer-bust-21", {})
    bust = next(bet for bet in rounds.bets(Fraction(0)) if bet.spot == "dealer-bust")
    (own,) = side_bets(rules)
    assert bust.deviation == pytest.approx(own.deviation, abs=1e-9)
    assert bust.covariance == pytest.approx(0.739481, abs=5e-7)


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("blackjack", {"decks": 1}),
        later("maxtime-21", {}),
        later("safari-21", {"insurance_on_ten": "push", "monte_carlo": "table-b"}),
    ],
)
def test_wager_and_insurance_together_vary_as_they_are_simulated(
    game: str, given: Mapping[str, object]
) -> None:
    rules, _, rounds = full(game, given)
    insurance = next(bet for bet in rounds.bets(Fraction(0)) if bet.spot == "insurance")
    tables = model.compile(rules)
    by_suit = suits.by_suit(tables, rounds.solution)
    hands = len(plan_of(model.compile(model.by_rank(rules))).openings)
    always = np.ones((hands, len(tables.ups.names)), bool)
    spreads = []
    for insures in (None, always):
        script = ByCards(tables, by_suit, insures)
        found = TwentyOneSimulator(rules, tables, script, seed=7).run(
            Goal(rounds=1_000_000), Threads()
        )
        spreads.append(found.deviation**2)
    more = insurance.covariance + insurance.deviation**2 / 4
    # The mean of a million products of at most a few units.
    assert spreads[1] - spreads[0] == pytest.approx(more, abs=4 * 1.0 / 1000)


def test_a_natural_of_the_suit_that_both_pay_counts_for_both() -> None:
    """MaxTyme wins 300 to 1, and the wager 2 to 1, on a natural in diamonds: four tens and an ace,
    in either order. So the covariance can be worked out by hand."""
    _, _, rounds = full("maxtime-21", {})
    (bet,) = (bet for bet in rounds.bets(Fraction(0)) if bet.spot != "insurance")
    chance = 2 * 4 / (52 * 51)
    by_hand = 301 * chance * (2 - rounds.solution.value)
    assert bet.covariance == pytest.approx(by_hand, abs=1e-12)


def test_a_player_who_never_draws_to_sevens_makes_no_three_of_them() -> None:
    _, _, rounds = full("bet-the-set-21", {"blazing_7s": 1, "blazing_third_card": "player"})
    bet = rounds.rules.progressive
    assert bet is not None
    own = progressive(rounds.rules, rounds.cards.rows(bet))
    dealers = progressive(rounds.rules)
    assert own is not None
    assert dealers is not None
    assert sum(own.rows.values()) == sum(dealers.rows.values())
    assert 0 < own.jackpot < dealers.jackpot
    rounds.cards.third.takes = lambda *_: False  # type: ignore[method-assign]
    nothing = progressive(rounds.rules, rounds.cards.rows(bet))
    assert nothing is not None
    assert nothing.jackpot == 0
    assert nothing.bets_between_jackpots is None
