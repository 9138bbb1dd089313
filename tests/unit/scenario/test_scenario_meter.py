"""Scenarios with a progressive meter: fed before the deal, paid from, and restarted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom import houses, scenario

ROUND = """
game = "bet-the-set-21"
options = {{ blazing_7s = 1 }}
shoe = "2c {first} {up} {second} Tc"
meter = {{ amount = "5000", seed = "2000", reserve = "100", contribution = "24%", {reserve} }}
[[box]]
box = 1
bets = {{ main = "100", "blazing-7s" = "1" }}
[[do]]
box = 1
verb = "stand"
[expect]
bets = {{ 1 = {{ main = "-100", "blazing-7s" = "{net}" }} }}
meter = {meter}
"""


def played(**parts: str) -> scenario.ScenarioOutcome:
    return scenario.run(scenario.parse(ROUND.format(**parts), "m.toml"))


@pytest.mark.parametrize(
    ("cards", "net", "meter"),
    [
        # No seven but the dealer's: the stake is lost, 24 cents of it feed the meter.
        (("9h", "7d", "5c"), "-1", '"5000.24"'),
        # Three sevens of mixed colors: 200 for 1 from the house.
        (("7h", "7s", "7d"), "199", '"5000.24"'),
        # Three red ones: a tenth of $5,000.24, rounded down; the stake is not returned.
        (("7h", "7d", "7d"), "499.02", '{ amount = "4500.22", reserve = "100.10" }'),
        # Three hearts: all of it; the meter restarts at seed and reserve, the reserve at zero.
        (("7h", "7h", "7h"), "4999.24", '{ amount = "2100.10", reserve = "0" }'),
    ],
)
def test_a_meter_is_fed_then_paid_from(cards: tuple[str, str, str], net: str, meter: str) -> None:
    first, up, second = cards
    outcome = played(
        first=first,
        up=up,
        second=second,
        net=net,
        meter=meter,
        reserve='reserve_contribution = "10%"',
    )
    assert outcome.problems == ()
    assert outcome.round is not None
    again = scenario.run(scenario.parse(scenario.write(outcome.round)))
    assert again.problems == ()
    assert again.results["meter"]["amount"] == outcome.results["meter"]["amount"]


@pytest.mark.parametrize("share", ['"much"', "1.5", '"-3%"', '"101%"', "true"])
def test_a_share_is_a_percentage(share: str) -> None:
    with pytest.raises(scenario.ScenarioError, match=r"^m\.toml:5: reserve_contribution is a part"):
        played(
            first="9h",
            up="7d",
            second="5c",
            net="-1",
            meter='"0"',
            reserve=f"reserve_contribution = {share}",
        )


PAIRS = """name = "pairs"
title = "Pairs"
cards = ["first", "second"]
stake = "1"
[[row]]
name = "pair"
when = "pair"
pays = "100%"
[meter]
contribution = 10
seed = 500
"""
TWO_PAIRS = """
game = "blackjack"
house = "room.toml"
shoe = "2c 9h 8h Td 9s 8d 8c"
meter = { amount = "1000", seed = "2000", contribution = "0%" }
[[box]]
box = 1
bets = { main = "10", pairs = "1" }
[[box]]
box = 2
bets = { main = "10", pairs = "1" }
[[do]]
box = 1
verb = "stand"
[[do]]
box = 2
verb = "stand"
[expect]
bets = { 1 = { pairs = "999" }, 2 = { pairs = "1999" } }
meter = "2000"
"""


def test_the_seed_of_a_houses_own_bet_is_posted(tmp_path: Path) -> None:
    """Two pairs win all of the meter: the second one from the seed that the scenario names."""
    (tmp_path / "pairs.toml").write_text(PAIRS, encoding="utf-8")
    (tmp_path / "room.toml").write_text(
        'title = "Room"\n[[game]]\ngame = "blackjack"\nside_bets = ["pairs.toml"]\n',
        encoding="utf-8",
    )
    file = tmp_path / "pairs-twice.toml"
    file.write_text(TWO_PAIRS, encoding="utf-8")
    outcome = scenario.run(scenario.read(str(file)))
    assert outcome.problems == ()
    assert outcome.round is not None
    again = scenario.run(scenario.parse(scenario.write(outcome.round)))
    assert again.problems == ()
    file.write_text(TWO_PAIRS.replace(', seed = "2000"', ', seed = "500"'), encoding="utf-8")
    told = scenario.run(scenario.read(str(file)))
    assert told.rules.digest == houses.ruleset("blackjack", name=str(tmp_path / "room.toml")).digest
