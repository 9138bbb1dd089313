"""The covariance of two bets of a 21 game where the play of the hand matters in a way that the
solver does not follow: rounds are dealt by the simulator, or card by card if a bet looks at whole
hands. These figures have a standard error; `bet_pairs` has those that are exact.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom import model
from cardroom.analysis.documents import BetPair, GameOdds, PairedBet, StrategyChart
from cardroom.analysis.notices import CARD_BY_CARD, COMPILING_SIMULATOR, DEALING_ROUNDS
from cardroom.analysis.result_cache import cached, compiled
from cardroom.analysis.side_bets.errors import NoSuchBet
from cardroom.analysis.side_bets.pairs import both
from cardroom.analysis.side_bets.prices import pays_at
from cardroom.analysis.twentyone.bet_tables import fits
from cardroom.analysis.twentyone.hand_bets import HandTable
from cardroom.analysis.twentyone.insurance_bet import INSURANCE, insurance_bet
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.policy import Script
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver.shoes import cards_of
from cardroom.cards import Composition
from cardroom.model import Tables
from cardroom.model.course import NotSimulated
from cardroom.progress import Tell, Watch, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, net

Floats = NDArray[np.float64]
ROUNDS: Final = 1 << 21
"""Dealt by the simulator; a second or so."""
HANDS: Final = 50_000
"""Dealt card by card, where a bet looks at whole hands; some seconds."""
SEED: Final = 1
DEALING_PAIRS: Final = f"{DEALING_ROUNDS} for pairs of bets"
DEALT: Final = "simulated, a fresh shoe for every round"


def with_pairs(
    rules: Ruleset, found: GameOdds, chart: StrategyChart | None, tell: Tell
) -> GameOdds:
    """The odds, completed with the covariances that are not known exactly."""
    priced = {wager.spot for wager in found.wagers}
    bets = [bet.name for bet in rules.side_bets if bet.name in priced]
    offered = [INSURANCE] if bets and INSURANCE in priced else []
    alone = {frozenset({name}) for name in {*bets} - {bet.spot for bet in found.paired}}
    missing = {frozenset(pair) for pair in combinations([*offered, *bets], 2)}
    missing -= {frozenset(pair.spots) for pair in found.pairs}
    if not alone and not missing:
        return found

    def build() -> DealtPairs:
        if not compiled("simulate"):
            tell(COMPILING_SIMULATOR)
        try:
            return _dealt(rules, found, chart, alone | missing, tell)
        except (NotSimulated, IllegalScript, NoSuchBet):
            return DealtPairs()

    shown = None if found.progressive is None else found.progressive.meter
    wanted = sorted(map(sorted, alone | missing))
    asked = [ROUNDS, HANDS, found.stake, found.shoe, chart, shown, wanted]
    dealt = cached("pairs", rules.digest, asked, DealtPairs, build)
    known = {wager.spot: wager.deviation for wager in found.wagers}
    paired = (
        # The deviation of a bet over all rounds is known better than the sample has it.
        msgspec.structs.replace(bet, deviation=known.get(bet.spot) or bet.deviation)
        for bet in dealt.paired
    )
    main = found.wagers[0].deviation
    return msgspec.structs.replace(
        found,
        paired=(*found.paired, *(bet.with_wager(main) for bet in paired)),
        pairs=(*found.pairs, *dealt.pairs),
    )


class DealtPairs(msgspec.Struct, frozen=True):
    paired: tuple[PairedBet, ...] = ()
    pairs: tuple[BetPair, ...] = ()


class DealtResults(NamedTuple):
    bets: list[SideBet]
    results: Floats
    """[result, wager or bet] in stakes."""
    times: Floats
    """[result] how often."""


def _dealt(
    rules: Ruleset,
    found: GameOdds,
    chart: StrategyChart | None,
    wanted: set[frozenset[str]],
    tell: Tell = silent,
) -> DealtPairs:
    """The simulator deals far more rounds, so it deals for the bets that it can take."""
    tables = model.at_stake(model.compile(rules), rules, found.stake)
    shoe = None if found.shoe is None else cards_of(found.shoe)
    script = script_of(rules, tables, chart, found.shoe)
    names = {name for pair in wanted for name in pair}
    bets = [bet for bet in rules.side_bets if bet.name in names]
    fitting = [bet for bet in bets if fits(bet)]
    if INSURANCE in names:
        bets.insert(0, insurance_bet(rules, tables))
    paired: list[PairedBet] = []
    pairs: list[BetPair] = []
    for some, deal in ((fitting, _counted), (bets, partial(_played, tell))):
        there = {bet.name for bet in some}
        now = {pair for pair in wanted if pair <= there}
        if not now:
            continue
        wanted = wanted - now
        sample = DealtResults(some, *deal(rules, tables, script, some, found, shoe))
        for place, bet in enumerate(some, 1):
            if frozenset({bet.name}) in now:
                paired.append(_with_main(sample, place))
        pairs += [
            _of_two(sample, places)
            for places in combinations(range(1, 1 + len(some)), 2)
            if frozenset(some[place - 1].name for place in places) in now
        ]
    return DealtPairs(tuple(paired), tuple(pairs))


def _counted(
    rules: Ruleset, tables: Tables, script: Script, bets: list[SideBet], found: GameOdds,
    shoe: Composition | None,
) -> tuple[Floats, Floats]:  # fmt: skip
    """[result, wager or bet] in stakes, and how often; dealt by the simulator."""
    names = [bet.name for bet in bets]
    simulator = TwentyOneSimulator(rules, tables, script, SEED, 1, names, found.stake)
    fresh = simulator.shuffling_each_round() if shoe is None else simulator.dealing(shoe)
    joint = fresh.joint(ROUNDS)
    units = [simulator.automaton.unit, *(bet.unit for bet in simulator.bets)]
    return np.array(list(joint), float) / units, np.array(list(joint.values()), float)


def _played(
    tell: Tell, rules: Ruleset, tables: Tables, script: Script, bets: list[SideBet],
    found: GameOdds, shoe: Composition | None,
) -> tuple[Floats, Floats]:  # fmt: skip
    """The same, dealt card by card."""
    every = bets[0]
    for bet in bets[1:]:
        every = both(every, bet)
    table = HandTable(rules, every, tables, script, shoe, "plays-out")
    pays = [net if bet.name == INSURANCE else pays_at(rules, bet, found.stake) for bet in bets]
    meter = Fraction(0) if found.progressive is None else found.progressive.meter_stakes
    rows: list[list[float]] = []
    watch = Watch(DEALING_PAIRS, HANDS, tell, CARD_BY_CARD)
    for played in watch.over(table.rounds(HANDS), HANDS):
        brought = [float(pay(played.row(bet), meter)) for bet, pay in zip(bets, pays, strict=True)]
        rows.append([played.main, *brought])
    return np.array(rows), np.ones(len(rows))


def covariance(one: Floats, other: Floats, times: Floats) -> tuple[float, float]:
    """The covariance of two columns, and its standard error."""
    rounds = times.sum()
    apart = [each - (each * times).sum() / rounds for each in (one, other)]
    product = apart[0] * apart[1]
    mean = float((product * times).sum() / rounds)
    square = float((product**2 * times).sum() / rounds)
    return mean, math.sqrt(max(0.0, square - mean**2) / rounds)


def _with_main(sample: DealtResults, place: int) -> PairedBet:
    bet, column = sample.bets[place - 1], sample.results[:, place]
    found, error = covariance(sample.results[:, 0], column, sample.times)
    variance, _ = covariance(column, column, sample.times)
    return PairedBet(bet.name, bet.title, 1.0, found, math.sqrt(variance), DEALT, error=error)


def _of_two(sample: DealtResults, places: tuple[int, int]) -> BetPair:
    one, other = (sample.results[:, place] for place in places)
    found, error = covariance(one, other, sample.times)
    spread = math.prod(math.sqrt(covariance(each, each, sample.times)[0]) for each in (one, other))
    first, second = (sample.bets[place - 1] for place in places)
    return BetPair(
        spots=(first.name, second.name),
        titles=(first.title, second.title),
        covariance=found,
        correlation=found / spread if spread else 0.0,
        method="simulated",
        error=error,
    )
