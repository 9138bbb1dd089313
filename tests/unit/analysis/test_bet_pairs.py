"""The covariance of every two wagers: counted, and dealt."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.odds import exact_wager, game_odds
from cardroom.analysis.pai_gow.odds import STAKE, with_fortune
from cardroom.analysis.pai_gow.rounds import Figures, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.side_bets.pairs import counted_pair
from cardroom.analysis.twentyone import bet_pairs
from cardroom.cards import Card, Composition, parse_cards
from cardroom.games.pai_gow.state import policies
from cardroom.rules.side_bet import SideBet, net

METER = Fraction(2000)
TOO_MANY = {
    "name": "too-many",
    "title": "Too Many",
    "cards": ["player"],
    "row": [{"name": "bust", "when": "busts", "pays": "2 to 1"}],
}
ERRORS = 5


def deal_by_deal(bets: tuple[SideBet, SideBet], deck: list[Card]) -> float:
    """Every order of the first three cards of a tiny deck."""
    nets = []
    for first, second, up in permutations(deck, 3):
        seen = {"own-first": first, "own-second": second, "bank-up": up}
        nets.append([net(bet.row(*(seen[look] for look in bet.looks_at)), METER) for bet in bets])
    one, other = (sum(column, Fraction(0)) / len(nets) for column in zip(*nets, strict=True))
    return float(sum((a * b for a, b in nets), Fraction(0)) / len(nets) - one * other)


def test_two_bets_on_a_tiny_deck_one_deal_at_a_time() -> None:
    pairs, sevens = games.ruleset("bet-the-set-21", {"blazing_7s": 1}).side_bets
    deck = list(parse_cards("7s 7s 7h 7d Ks Kh 2c"))
    found = counted_pair(pairs, sevens, Composition.of(deck), [net, net], METER)
    assert found is not None
    assert found.covariance == pytest.approx(deal_by_deal((pairs, sevens), deck), rel=1e-12)


def test_rounds_that_are_dealt_agree_with_what_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one bet that the simulator takes, and one that is dealt card by card."""
    monkeypatch.setattr(bet_pairs, "ROUNDS", 1 << 16)
    monkeypatch.setattr(bet_pairs, "HANDS", 3_000)
    exact = game_odds(games.ruleset("dealer-bust-21", {}))
    assert {bet.spot for bet in exact.paired} == {"insurance", "dealer-bust"}
    rules = games.ruleset("dealer-bust-21", {"side_bets": [TOO_MANY]})
    spots = {"insurance", "dealer-bust", "too-many"}
    pairs = {frozenset(pair) for pair in combinations(spots, 2)}
    alone = {frozenset({spot}) for spot in spots - {"insurance"}}
    dealt = bet_pairs._dealt(rules, exact, None, pairs | alone)
    known = {bet.spot: bet.covariance for bet in exact.paired}
    bust, other = dealt.paired
    assert bust.error
    assert abs(bust.covariance - known["dealer-bust"]) < ERRORS * bust.error
    assert other.error
    assert other.covariance < -ERRORS * other.error, "a hand that busts has lost"
    assert {frozenset(pair.spots) for pair in dealt.pairs} == pairs
    # Insurance that wins is a natural, and a natural is no bust.
    found = {pair.spots: pair for pair in dealt.pairs}
    assert found["insurance", "dealer-bust"].covariance < 0


def test_fortune_varies_with_the_wager_as_round_by_round() -> None:
    rules = games.ruleset("fortune-pai-gow", {})
    tables = way_tables(policies(rules).way)
    seating = Seating(1, STAKE, STAKE)
    simulator = PaiGowSimulator(rules, (tables, tables), seating, seed=7)
    rounds = 200
    won = np.array([simulator.won(number)[0][:2] for number in range(1, 1 + rounds)]) / STAKE
    fortune = exact_wager("fortune", "Fortune", {Fraction(-1): Fraction(1)}, ())
    found = with_fortune(Figures(seating, simulator.deal(1, rounds)), fortune)
    assert found.covariance == pytest.approx(np.cov(won.T, bias=True)[0, 1], rel=1e-9)
