"""The covariance of every two wagers: counted, and dealt."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from cardroom import games
from cardroom.analysis.odds import game_odds
from cardroom.analysis.pai_gow import fortune_pairs
from cardroom.analysis.pai_gow.rounds import PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.side_bets.pairs import counted_pair
from cardroom.analysis.twentyone import dealt_pairs
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
    monkeypatch.setattr(dealt_pairs, "ROUNDS", 1 << 16)
    monkeypatch.setattr(dealt_pairs, "HANDS", 3_000)
    exact = game_odds(games.ruleset("dealer-bust-21", {}))
    assert {bet.spot for bet in exact.paired} == {"insurance", "dealer-bust"}
    rules = games.ruleset("dealer-bust-21", {"side_bets": [TOO_MANY]})
    spots = {"insurance", "dealer-bust", "too-many"}
    pairs = {frozenset(pair) for pair in combinations(spots, 2)}
    alone = {frozenset({spot}) for spot in spots - {"insurance"}}
    dealt = dealt_pairs._dealt(rules, exact, None, pairs | alone)
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


def test_fortune_varies_with_the_wager_as_round_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 200
    monkeypatch.setattr(fortune_pairs, "CHUNK", rounds)
    monkeypatch.setattr(fortune_pairs, "DEALS", rounds)
    rules = games.ruleset("fortune-pai-gow", {})
    tables, least = way_tables(policies(rules).way), policies(rules).envy_stake
    table = PaiGowSimulator(rules, (tables, tables), Seating(2, least, least), fortune_pairs.SEED)
    won = np.array([table.won(number) for number in range(1, 1 + rounds)]) / least
    nets = fortune_pairs._nets(rules)
    for place, spot in enumerate(("main", "fortune", "envy")):
        assert nets[spot].tolist() == won[:, :, place].T.ravel().tolist()


def test_a_covered_wager_alone_is_counted_as_it_is_settled() -> None:
    """With a bank that covers everything, settling says no more than the results do."""
    rules = games.ruleset("double-hand-poker", {})
    tables = way_tables(policies(rules).way)
    rounds = 5_000
    covered, settled = (
        PaiGowSimulator(rules, (tables, tables), Seating(posted=posted)).deal(1, rounds)
        for posted in (None, 10**9)
    )
    assert covered == settled
