"""The wagers of pai gow poker: the base game counted, Fortune and envy as fractions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.executor import Threads
from cardroom.analysis.kernels.pai_gow_tables import Measure
from cardroom.analysis.notices import COMPILING_SIMULATOR, DEALING_ROUNDS
from cardroom.analysis.odds import payment
from cardroom.analysis.pai_gow.hands import HANDS, seven_card_counts
from cardroom.analysis.pai_gow.rounds import PaiGowFigures, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.side_bets.prices import FRESH, PricedBet, payments, pays_at
from cardroom.analysis.stakes import rounded
from cardroom.analysis.stopping import Goal
from cardroom.games.pai_gow.state import policies
from cardroom.hands.pai_gow import also
from cardroom.money import exact
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

DEALS: Final = 1 << 23
SEED: Final = 1
STAKE: Final = 1_000
"""Cents of the wager in simulated rounds; no payment on it is rounded."""
FORTUNE: Final = "fortune"
PLAYED: Final[dict[tuple[int, bytes], PaiGowFigures]] = {}
"""By the number of deals and the house way."""
PLAYED_MAX: Final = 8


def one_player(rules: Ruleset, tell: Tell = silent) -> PaiGowFigures:
    """One player against the bank, both following a house way.

    Nothing else that is posted changes the wager, so games with the same way share the rounds.
    """
    way = policies(rules).way
    key = DEALS, msgspec.json.encode(way)
    found = PLAYED.get(key)
    if found is None:
        if len(PLAYED) >= PLAYED_MAX:
            PLAYED.clear()
        tables = way_tables(way, tell)
        if not compiled("pai_gow_rounds"):
            tell(COMPILING_SIMULATOR)
        simulator = PaiGowSimulator(rules, (tables, tables), Seating(1, STAKE), SEED)
        found = PLAYED[key] = simulator.run(
            Goal(rounds=DEALS),
            Threads(),
            watch=lambda dealt: tell(ProgressNotice(DEALING_ROUNDS, dealt.rounds, DEALS)),
        )
    return found


def base_odds(rules: Ruleset, found: PaiGowFigures, stake: int | None = None) -> WagerOdds:
    """The wager without commission, from rounds of one player.

    It is of `stake` cents; None rounds nothing.
    """
    way = policies(rules).way
    won, pushed, lost = (
        found.share(kind).value for kind in (Measure.WON, Measure.PUSHED, Measure.LOST)
    )
    copies = (found.share(kind).value for kind in (Measure.FRONT_COPIES, Measure.BACK_COPIES))
    player, win = found.player, rounded(rules, Fraction(1), stake)
    edge = -player.value + won * float(1 - win)
    return WagerOdds(
        spot="main",
        title="Wager",
        edge=edge,
        exact=None,
        deviation=math.sqrt(won * float(win) ** 2 + lost - edge**2),
        hit_frequency=won,
        push_frequency=pushed,
        wagered=1.0,
        element_of_risk=edge,
        payments=(
            payment(Fraction(-1), lost),
            payment(Fraction(0), pushed),
            payment(win, won),
        ),
        split_frequency=0.0,
        method=f"simulated: {DEALS:,} deals, edge ± {player.error:.4%} (one standard error)",
        assumptions=(
            f"player and bank set their hands by the house way of {way.title}",
            "the bank wins copies: {:.3%} in front, {:.3%} behind".format(*copies),
            "the bank covers every wager; collections are not in the edge",
        ),
        missing="",
        deviation_method="simulated",
        edge_error=player.error,
    )


def fortune_bets(rules: Ruleset, stake: int | None = None) -> tuple[PricedBet, ...]:
    """The Fortune bet on the player's own hand, and the envy bonus from each other hand."""
    return tuple(
        priced for bet in rules.side_bets for priced in _fortune_and_envy(rules, bet, stake)
    )


def _fortune_and_envy(rules: Ruleset, bet: SideBet, stake: int | None) -> Iterator[PricedBet]:
    counts = seven_card_counts().fortune(rules)
    paid = {row.name for row in bet.rows}
    rows: dict[str, Fraction] = {}
    for row, hands in counts.items():
        name = next((each.label for each in also(row) if each.label in paid), "")
        if name:
            rows[name] = rows.get(name, Fraction(0)) + Fraction(hands, HANDS)
    own = (FRESH, "the player's own hand, without envy")
    yield PricedBet(bet.name, bet.title, payments(bet, rows, pays=pays_at(rules, bet, stake)), own)
    if rules.spot("envy") is None:
        return
    envy, least = dict[Fraction, Fraction](), policies(rules).envy_stake
    for row, hands in counts.items():
        award = Fraction(policies(rules).envy_for(row), least)
        envy[award] = envy.get(award, Fraction(0)) + Fraction(hands, HANDS)
    unit = f"per unit of a Fortune bet of {exact(least)}; a larger one earns no more"
    yield PricedBet("envy", "Envy, each other player", envy, (FRESH, unit))
