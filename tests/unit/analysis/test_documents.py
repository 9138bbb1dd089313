"""Documents of odds and strategies: what programs read of them never changes by accident."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec

from cardroom import games
from cardroom.analysis.documents import (
    GameDocument,
    GameOdds,
    PairedBet,
    Payment,
    ProgressiveOdds,
    SplitPlay,
    StrategyChart,
    Unpriced,
    WagerOdds,
    builtins,
    game_fields,
    typed,
)
from cardroom.analysis.meter_documents import MeterEdge, MeterRow

HEADING = ["game", "title", "house", "edition", "options", "digest", "decks", "shoe", "edge_of"]
WAGER = WagerOdds(
    spot="main",
    title="Wager",
    edge=0.1,
    exact=Fraction(1, 10),
    deviation=None,
    hit_frequency=None,
    push_frequency=None,
    wagered=1.0,
    element_of_risk=0.1,
    payments=(Payment(Fraction(-1), 0.6), Payment(Fraction(3, 2), 0.3, Fraction(3, 10))),
    split_frequency=0.1,
    method="exact",
    assumptions=("a fresh shoe",),
    missing="the rest",
)
PROGRESSIVE = ProgressiveOdds(
    stake=1.0,
    meter=2000.0,
    edge=0.4,
    hit_frequency=0.1,
    jackpot=Fraction(1, 60_000),
    bets_between_jackpots=60_000.0,
    break_even=None,
    hold=0.2,
    growth=0.1,
    all_off=0,
    contribution=0.24,
    reserve=0.0,
    seed=2000.0,
    edges=(MeterEdge(2000.0, 0.4),),
    rows=(MeterRow("777", "100%", Fraction(1, 60_000)),),
)
ODDS = GameOdds(
    **game_fields(games.ruleset("blackjack", {"decks": 2}), (8,) * 9 + (32, 0)),
    wagers=(WAGER,),
    paired=(PairedBet("insurance", "Insurance", 0.5, -0.1, 0.4, "whenever it is offered"),),
    progressive=PROGRESSIVE,
    after_split=(SplitPlay(0.1, "as computed"),),
    truncation=0,
    unpriced=(Unpriced("Envy", "it needs the simulator"),),
)


def test_odds_are_the_same_after_they_were_written_and_read() -> None:
    written = json.dumps(builtins(ODDS))
    assert typed(json.loads(written), GameOdds) == ODDS
    assert json.dumps(builtins(typed(json.loads(written), GameOdds))) == written


def test_the_keys_of_odds_and_their_order_stay() -> None:
    found = builtins(ODDS)
    more = ["wagers", "together", "progressive", "after_split", "truncation", "not_reckoned"]
    assert list(found) == [*HEADING, *more, "stake", "paid", "real_shoe", "pairs"]
    assert list(found["wagers"][0]) == [
        "spot", "title", "edge", "exact", "deviation", "hit_frequency", "push_frequency",
        "wagered", "element_of_risk", "payments", "split_frequency", "method", "assumptions",
        "missing",
    ]  # fmt: skip
    assert found["wagers"][0]["payments"] == (
        {"net": "-1", "chance": 0.6, "exact": None},
        {"net": "3/2", "chance": 0.3, "exact": "3/10"},
    )
    assert list(found["together"][0])[-3:] == ["correlation", "sum_deviation", "error"]
    assert found["not_reckoned"] == ({"title": "Envy", "why": "it needs the simulator"},)


def test_what_was_simulated_and_a_pace_are_written_only_where_they_are_known() -> None:
    counted = msgspec.structs.replace(
        WAGER, deviation_method="simulated", deviation_error=0.1, simulated_rounds=8
    )
    assert list(builtins(counted))[-3:] == [
        "deviation_method",
        "deviation_error",
        "simulated_rounds",
    ]
    assert "bets_an_hour" not in builtins(PROGRESSIVE)
    paced = msgspec.structs.replace(PROGRESSIVE, bets_per_hour=60.0)
    assert list(builtins(paced))[-1] == "bets_an_hour"
    assert paced.hours_between_jackpots == 1000


def test_a_chart_has_the_blocks_that_its_game_needs() -> None:
    chart = StrategyChart(("2",), False, {"16": ("S",)}, {}, {})
    assert list(builtins(chart)) == ["ups", "even_money", "hard", "soft", "pair"]
    more = msgspec.structs.replace(chart, doubled={"16": ("Rs",)})
    assert list(builtins(more))[-1] == "doubled"
    assert list(more.blocks) == ["hard", "soft", "pair", "doubled"]


def test_the_shares_of_the_edge_add_up_to_it() -> None:
    assert [payment.net for payment, _ in WAGER.edge_shares] == [Fraction(3, 2), Fraction(-1)]
    # By hand: 0.1 = 0.6 - 0.45 + what splits make up.
    assert round(WAGER.split_edge_share, 12) == round(0.1 - 0.6 + 0.45, 12)
    assert round(WAGER.total_chance, 12) == 1


def test_wager_and_bet_together_vary_by_their_covariance() -> None:
    (bet,) = ODDS.paired
    found = bet.with_wager(1.0)
    # By hand: 1 + (0.5 * 0.4)^2 + 2 * 0.5 * -0.1 = 0.94.
    assert found.sum_deviation is not None
    assert round(found.sum_deviation**2, 12) == 0.94
    assert found.correlation is not None
    assert round(found.correlation, 12) == -0.25
    assert bet.with_wager(None) == bet


def test_the_edge_is_named_after_the_one_that_has_it() -> None:
    names = [
        GameDocument(**game_fields(games.ruleset(game, {}))).edge_name
        for game in ("blackjack", "no-bust-joker")
    ]
    assert names == ["house edge", "bank's edge"]
