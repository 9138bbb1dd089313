"""Side bets, three ways: played by the engine, counted by the kernel, as fractions."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import pytest

from cardroom import games, model
from cardroom.analysis.executor import Threads
from cardroom.analysis.odds import game_odds
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import Totals
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.replay.twentyone import comparable, counted
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from tests.differential.kernel import Pair, random_options, random_script
from tests.proofs import some_now

Record = Callable[[str, object], None]
Given = Mapping[str, object]
SIGMAS = 4
FRESH = {"shoe": "each-round", "burn": 0}

WITH_BETS: tuple[tuple[str, Given], ...] = (
    ("bet-the-set-21", {"blazing_7s": 1}),
    ("bet-the-set-21", {"blazing_7s": 2, "blazing_third_card": "player"}),
    ("dealer-bust-21", {}),
    ("maxtime-21", {}),
    ("safari-21", {"monte_carlo": "table-b", "games_max": 4, "games_above_five": 3}),
)


def side_bets(rules: Ruleset, dice: random.Random) -> list[str]:
    """Bets that one box may make together: with wager and Max Bet at most four games."""
    spots = [spot.name for spot in rules.spots if spot.opens == "before-deal"]
    return dice.sample(spots[1:], min(2, len(spots) - 1))


def compared(game: str, fixed: Given, seed: int, rounds_max: int) -> int:
    """Random options, script, boxes and shoes; how many rounds were compared."""
    dice = random.Random(f"{game} {fixed} {seed}")
    try:
        rules = games.ruleset(game, {**random_options(dice, game), **fixed})
    except OptionFaults:
        return 0
    script = random_script(model.compile(rules), dice.randrange(1 << 30))
    bets, boxes = side_bets(rules, dice), dice.randint(1, min(4, rules.boxes))
    pair = Pair.of(rules, script, dice.randrange(1 << 62), boxes, bets)
    rounds = 0
    for shoe in range(1, 9):
        told = counted(pair.simulator, shoe)
        for boxes_told, (_, played) in zip(told, pair.rounds(shoe), strict=True):
            where = f"{game} {dict(rules.changed)}, {bets}, shoe {shoe}, round {rounds}"
            one, other = comparable(rules, boxes_told, pair.player.results(played.round, boxes))
            assert one == other, where
            rounds += 1
            if rounds >= rounds_max:
                return rounds
    return rounds


@pytest.mark.parametrize(("game", "given"), some_now(WITH_BETS, {0, 3}))
def test_side_bets_win_what_the_engine_pays(game: str, given: Given) -> None:
    assert compared(game, given, 0, rounds_max=15) or compared(game, given, 1, rounds_max=15)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "given"), WITH_BETS)
def test_side_bets_in_thousands_of_rounds(game: str, given: Given, record_property: Record) -> None:
    rounds = sum(compared(game, given, seed, rounds_max=60) for seed in range(100, 140))
    record_property("rounds", rounds)
    assert rounds > 1_000


def anyhow(rules: Ruleset, bets: Sequence[str], rounds: int, boxes: int = 1) -> Totals:
    """Counted by any legal play."""
    tables = model.compile(rules)
    found = TwentyOneSimulator(rules, tables, random_script(tables, 1), 2024, boxes, bets)
    return found.run(Goal(rounds=rounds), Threads())


def agree(game: str, given: Given, rounds: int, record: Record) -> None:
    """Every bet of the game at once: edge, deviation and how it varies with the wager."""
    rules = games.ruleset(game, {**given, **FRESH})
    bets = [spot.name for spot in rules.spots if spot.opens == "before-deal"][1:]
    tables = model.compile(rules)
    script = ByCards(tables, suits.by_suit(tables, exact.solve(model.for_odds(rules))))
    totals = TwentyOneSimulator(rules, tables, script, 2024, 1, bets).run(
        Goal(rounds=rounds), Threads()
    )
    document = game_odds(rules)
    prices = {wager.spot: wager for wager in document.wagers}
    assert [side.spot for side in totals.sides] == bets
    for side in totals.sides:
        sigmas = (side.edge - prices[side.spot].edge) / side.error(totals.shoes)
        record("sigmas", f"{side.spot}: {sigmas:.2f}")
        assert abs(sigmas) < SIGMAS, side.spot
        assert side.made == totals.games
        # As if hits were drawn apart: the error of their frequency.
        hits = prices[side.spot].hit_frequency
        assert hits is not None
        off = side.hit_frequency - hits
        assert abs(off) < SIGMAS * (hits * (1 - hits) / side.made) ** 0.5, side.spot
    for bet in document.paired:
        for side in totals.sides:
            if side.spot == bet.spot:
                # What two figures vary together is known about as well as their product.
                spread = bet.deviation * totals.deviation * (2 / totals.games) ** 0.5
                off = totals.covariance(side) - bet.covariance
                assert abs(off) < 2 * SIGMAS * spread, side.spot


@pytest.mark.parametrize(("game", "given"), some_now(WITH_BETS, {2}))
def test_side_bets_cost_the_same_computed_and_simulated(
    game: str, given: Given, record_property: Record
) -> None:
    agree(game, given, 500_000, record_property)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "given"), WITH_BETS)
def test_side_bets_in_fifty_million_rounds(
    game: str, given: Given, record_property: Record
) -> None:
    agree(game, given, 50_000_000, record_property)


def test_boxes_that_bet_on_one_bank_hand_make_the_error_no_smaller() -> None:
    """Four Dealer Bust bets win or lose together, all but those of hands above 29."""
    rules = games.ruleset("dealer-bust-21", FRESH)
    one, four = (anyhow(rules, ["dealer-bust"], 100_000, boxes) for boxes in (1, 4))
    assert four.sides[0].made == 4 * one.sides[0].made
    assert four.sides[0].error(four.shoes) > 0.9 * one.sides[0].error(one.shoes)


def test_maxtyme_is_bet_in_the_first_round_of_a_shoe_only() -> None:
    rules = games.ruleset("maxtime-21", {"shoe": "cut-card"})
    found = anyhow(rules, ["maxtyme"], 2_000)
    assert found.rounds > found.shoes
    assert found.sides[0].made == found.shoes


def test_side_bets_do_not_change_the_wager() -> None:
    """The bank draws on for a Dealer Bust bet, and on from a fresh shoe: no hand is paid less."""
    rules = games.ruleset("dealer-bust-21", FRESH)
    without, taken = (anyhow(rules, bets, 20_000) for bets in ([], ["dealer-bust"]))
    assert without.nets == taken.nets
