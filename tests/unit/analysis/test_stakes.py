"""Figures for a wager in money: rounded as play rounds it, and said so."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from cardroom import games, model
from cardroom.analysis.bank.odds import BankSimulator
from cardroom.analysis.bank.seats import table_of
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stakes import side_stake, stake_of
from cardroom.analysis.twentyone.deals import TwentyOneDeals
from cardroom.analysis.twentyone.one_wager import against_banks
from cardroom.analysis.twentyone.simulation import simulator_of
from cardroom.analysis.twentyone.solver import exact
from cardroom.cli import main
from cardroom.games.twentyone.game import posted_game
from cardroom.money import Ratio, Rounding, owed_together
from cardroom.progress import silent
from cardroom.replay.twentyone import ScriptPlayer, counted
from cardroom.rules.ruleset import Ruleset
from tests.proofs import later

POSTED = {"payout_rounding": "1.00", "smallest_chip": "1", "wager_min": "5"}


def posted(game: str = "blackjack", **more: str) -> Ruleset:
    return games.ruleset(game, {**POSTED, **more})


def test_the_default_stake_is_the_minimum_where_rounding_is_posted() -> None:
    assert stake_of(games.ruleset("blackjack", {})) is None
    assert stake_of(posted()) == 500
    assert stake_of(games.ruleset("blackjack", {"payout_rounding": "1.00"})) == 500, (
        "no minimum is posted"
    )
    assert stake_of(posted(), 1500) == 1500


@pytest.mark.parametrize(
    ("asked", "says"), [(300, "minimum"), (90_000, "maximum"), (550, "multiple of")]
)
def test_a_stake_that_the_table_does_not_take_is_refused(asked: int, says: str) -> None:
    with pytest.raises(NotComputed, match=says):
        stake_of(posted(wager_max="500"), asked)


def test_a_side_bet_is_staked_like_the_wager_within_its_own_limits() -> None:
    rules = games.ruleset("three-card-poker", {**POSTED, "bonus_min": "20"})
    bonus = rules.spot("bonus")
    assert bonus is not None
    assert side_stake(rules, bonus, 500) == 2000
    assert side_stake(rules, bonus, 3000) == 3000
    assert side_stake(rules, bonus, None) is None


class TestRoundingDown:
    """A natural on $5 pays $7, not $7.50; nothing else of this game is rounded."""

    def test_costs_a_tenth_of_a_wager_for_every_natural_that_is_paid(self) -> None:
        tables = model.compile(posted())
        plain = exact.solve(tables).value
        rounded = exact.solve(model.at_stake(tables, posted(), 500)).value
        aces, tens, cards = 24, 96, 312
        natural = Fraction(2 * aces * tens, cards * (cards - 1))
        met = Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
        assert plain - rounded == pytest.approx(float(natural * (1 - met) / 10), abs=1e-12)
        assert -rounded == pytest.approx(0.010686, abs=5e-7)

    def test_changes_nothing_at_an_even_wager(self) -> None:
        tables = model.compile(posted())
        assert model.at_stake(tables, posted(), 1000) is tables

    def test_is_in_the_odds_and_said_there(self) -> None:
        found = game_odds(posted())
        assert found.stake == 500
        assert found.paid == "for a wager of $5: payouts rounded down to $1, chips of $1"
        assert found.wagers[0].edge == pytest.approx(0.010686, abs=5e-7)
        assert Fraction(7, 5) in {paid.net for paid in found.wagers[0].payments}
        assert game_odds(posted(), OddsRequest(stake=1000)).wagers[0].edge < 0.0062

    def test_of_a_surrender_keeps_two_of_five_dollars(self) -> None:
        rules = posted(surrender="late")
        found = model.at_stake(model.compile(rules), rules, 500)
        given_up = {int(row) for row in found.pays.given_up.ravel() if row >= 0}
        nets = {Fraction(int(found.pays.first[row, 0, 0]), found.pays.unit) for row in given_up}
        assert nets == {Fraction(-3, 5)}


def test_tables_at_a_stake_are_what_play_claims_for_every_end() -> None:
    """Row by row against the function that settles bets."""
    rules = posted("bet-the-set-21", surrender="late")
    tables, rounding = model.compile(rules), Rounding(100, 100)
    found = model.at_stake(tables, rules, 700)
    assert posted_game(rules).policies.rounding == rounding
    plain, stake = tables.pays, 700
    for row, number, column in zip(*found.pays.first.nonzero(), strict=True):
        parts = (plain.original[row, column], plain.added[row, column])
        ratios = [Fraction(int(part), plain.unit) for part in parts]
        both = (
            Ratio(ratios[0].numerator, ratios[0].denominator),
            Ratio(ratios[1].numerator, ratios[1].denominator),
        )
        added = stake * int(tables.keys.added[number])
        cents = owed_together(stake + added, added, both, rounding)
        assert found.pays.first[row, number, column] * stake == cents * found.pays.unit


@pytest.mark.parametrize(
    ("game", "stake", "more"),
    [
        ("blackjack", 750, {"surrender": "late", "even_money": "true"}),
        later("safari-21", 300, {}),
        later("no-bust-joker", 750, {}),
    ],
)
def test_simulated_rounds_at_a_stake_pay_what_the_engine_pays(
    game: str, stake: int, more: dict[str, str]
) -> None:
    own = set(games.game(game).catalogue.read({}))
    given = {"payout_rounding": "1.00", "smallest_chip": "0.50", **more}
    rules = games.ruleset(game, {name: value for name, value in given.items() if name in own})
    request = SimulationRequest(stake=stake, boxes=2)
    simulator, _ = simulator_of(rules, request, silent)
    assert simulator.automaton.tables.stake == stake
    player = ScriptPlayer.of(simulator)
    assert player.stake == stake
    for shoe in (1, 2):
        began = simulator.rounds_of(shoe)[:, 0].tolist()
        for number, (told, at) in enumerate(zip(counted(simulator, shoe), began, strict=True), 1):
            played = player.replayed_round(simulator, shoe, number, at)
            assert player.results(played.round, 2) == told


def test_the_odds_document_names_its_stake(capsys: pytest.CaptureFixture[str]) -> None:
    options = [text for name, value in POSTED.items() for text in ("--set", f"{name}={value}")]
    assert main(["odds", "three-card-poker", "--stake", "7", *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["stake"] == 700
    assert main(["odds", "three-card-poker", *options]) == 0
    text = capsys.readouterr().out
    assert "wager_min=5," in text
    assert "Figures are for a wager of $5" in text


@pytest.mark.parametrize(
    ("stake", "more"), [(750, {"hands_max": "1"}), later(500, {}), later(750, {})]
)
def test_the_bank_and_the_odds_agree_when_payouts_are_rounded(
    stake: int, more: dict[str, str]
) -> None:
    given = {"payout_rounding": "1.00", "smallest_chip": "0.50", **more}
    rules = games.ruleset("no-bust-joker", given)
    seats = table_of(rules, [stake] * 2, [], [], [])
    deals = TwentyOneDeals(seats, 3)
    edge = game_odds(rules, OddsRequest(stake=stake)).wagers[0].edge
    assert [float(mean or 0) for mean in deals.means] == pytest.approx([-edge * stake] * 2)
    (ample,) = against_banks(seats, [], 3)
    assert -ample.net.value / stake == pytest.approx(edge)
    dealt = BankSimulator(seats, deals, []).tally(1, 60_000)
    mean, square = (each / dealt.rounds for each in dealt.bank[0][:2])
    error = ((square - mean**2) / dealt.rounds) ** 0.5
    assert abs(mean - 2 * edge * stake) < 4 * error
