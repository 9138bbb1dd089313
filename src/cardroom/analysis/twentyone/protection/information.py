"""What it is worth to know a card before its time, or the cards of other players."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from math import comb
from statistics import fmean, stdev
from typing import Final

import numpy as np

from cardroom import model
from cardroom.analysis.counting.card_bet import CardBet
from cardroom.analysis.counting.card_groups import grouped
from cardroom.analysis.counting.documents import KnownCard
from cardroom.analysis.twentyone.protection.removals import MainWager, cards_in
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.model.ranks import JOKER_RANK, RANK_NAMES, TEN_RANK
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import Look, SideBet

SHARED: Final = 6
"""Sets of cards of other boxes that are tried."""
WHOSE: dict[Look, str] = {
    "own-first": "the player's first card is",
    "own-second": "the player's second card is",
    "bank-up": "the dealer's up card is",
    "bank-second": "the dealer's second card is",
}


def first_cards(main: MainWager) -> Iterator[KnownCard]:
    """The main wager by the player's first card, and by the dealer's up card."""
    solution = main.solution
    chance = np.where(solution.chance > 0, solution.chance, 0.0)
    won = np.where(chance > 0, chance * solution.opening, 0.0)
    low, high, _ = main.plan.openings.T
    for rank in np.unique(main.plan.openings[:, :2]).tolist():
        share = ((low == rank).astype(np.float64) + (high == rank)) / 2
        comes = float((share[:, None] * chance).sum())
        if comes > 0:
            value = float((share[:, None] * won).sum()) / comes
            yield KnownCard(f"the player's first card is {RANK_NAMES[rank]}", comes, value)
    for rank in np.unique(main.tables.ups.rank).tolist():
        there = main.tables.ups.rank == rank
        comes = float(chance[:, there].sum())
        if comes > 0:
            value = float(won[:, there].sum()) / comes
            yield KnownCard(f"the dealer's up card is {RANK_NAMES[rank]}", comes, value)


def hole_card(main: MainWager) -> Iterator[KnownCard]:
    """The main wager, played perfectly by somebody who sees the dealer's second card; nothing in a
    game whose dealer takes that card after the players."""
    if policies(main.rules).hole.card == "none":
        return
    shoe, cards = main.shoe, sum(main.shoe)
    value = insured = 0.0
    for rank in range(TEN_RANK + 1):
        if not shoe[rank]:
            continue
        rest = [count - (place == rank) for place, count in enumerate(shoe)]
        work = ShoeSolver(plan_of(model.after_bank_card(main.tables, rank)), rest)
        with np.errstate(invalid="ignore"):
            value += shoe[rank] / cards * work.best("pair").value
        insured += _insured(main, rank, rest) * shoe[rank] / cards
    if not np.isfinite(value):  # a hand that can do nothing against a known natural
        return
    yield KnownCard("the dealer's second card, in play", 1.0, value)
    if insured:
        yield KnownCard("the dealer's second card, in play and insurance", 1.0, value + insured)


def _insured(main: MainWager, rank: int, rest: list[int]) -> float:
    """What insurance adds that is taken only if it wins, per unit of the wager."""
    tables = main.tables
    if tables.insured < 0:
        return 0.0
    up = int(tables.ups.rank[tables.insured])
    if not plan_of(tables).natural_seconds[up, rank]:
        return 0.0
    over, under = tables.insurance_share
    pays, per = tables.insurance_pays
    pushed = tables.insurance_ten_pushes / 4 if rank == TEN_RANK else 0.0
    return rest[up] / sum(rest) * over / under * pays / per * (1 - pushed)


def shared_insurance(main: MainWager, boxes: int) -> Iterator[KnownCard]:
    """Insurance to players who show each other their first two cards, by the number of boxes."""
    tables = main.tables
    if tables.insured < 0:
        return
    up = int(tables.ups.rank[tables.insured])
    makers = plan_of(tables).natural_seconds[up].copy()
    makers[JOKER_RANK] = makers[int(tables.cards.rank[-1])]
    left = [count - (rank == up) for rank, count in enumerate(main.shoe)]
    cards = sum(left)
    wins = sum(count for count, makes in zip(left, makers, strict=True) if makes)
    pays = tables.insurance_pays[0] / tables.insurance_pays[1]
    pushed = tables.insurance_ten_pushes / 4
    for number in range(1, boxes + 1):
        seen = 2 * number
        taken = worth = 0.0
        for tens in range(min(seen, wins) + 1):
            if seen - tens > cards - wins:
                continue
            chance = comb(wins, tens) * comb(cards - wins, seen - tens) / comb(cards, seen)
            share = (wins - tens) / (cards - seen)
            value = share * (1 - pushed) * pays - (1 - share)
            if value > 0:
                taken, worth = taken + chance, worth + chance * value
        mean = worth / taken if taken else 0.0
        boxes_known = "box" if number == 1 else "boxes"
        yield KnownCard(f"insurance, the cards of {number} {boxes_known} seen", taken, mean)


def shared_play(main: MainWager, boxes: int) -> Iterator[KnownCard]:
    """The main wager to a player who sees the first two cards of all other boxes.

    Whichever cards these are, the usual play is worth the same on average. So only what better play
    adds is sampled, which varies little.
    """
    if boxes < 2:
        return
    dice, gains = random.Random(1), []
    cards = [rank for rank, count in enumerate(main.shoe) for _ in range(count)]
    for _ in range(SHARED):
        left = list(main.shoe)
        for rank in dice.sample(cards, 2 * (boxes - 1)):
            left[rank] -= 1
        work = ShoeSolver(main.plan, left)
        usual = work.value(main.solution.strategy)
        gains.append(work.best("pair").value - usual)
    error = stdev(gains) / math.sqrt(SHARED)
    what = f"the first cards of {boxes - 1} other boxes, in play (estimated, ± {error:.3%})"
    yield KnownCard(what, 1.0, main.value + fmean(gains))


def known_cards(rules: Ruleset, bet: SideBet, table: CardBet) -> Iterator[KnownCard]:
    """A side bet by each card that it looks at, if that card is known in advance."""
    cards = cards_in(rules)
    for place, look in enumerate(bet.looks_at):
        values = [round(value, 12) for value in table.known(place, cards)]
        for name, number, value in grouped(values, cards):
            if number < sum(cards):  # otherwise it tells nothing
                yield KnownCard(f"{WHOSE[look]} {name}", number / sum(cards), value)
