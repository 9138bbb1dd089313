"""Effects of removal in a 21 game: what one card less in the shoe does to each wager, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom import model
from cardroom.analysis.counting.card_bet import CardBet, card_bet
from cardroom.analysis.counting.shoe_groups import ShoeGroups, rank_of, shoe_groups
from cardroom.analysis.side_bets.prices import pays_at
from cardroom.analysis.twentyone.both_up import both_up_edge
from cardroom.analysis.twentyone.card_bets import CardBets, is_on_third
from cardroom.analysis.twentyone.hand_bets import SPLIT_ROUNDS, HandTable, TooManyHands
from cardroom.analysis.twentyone.odds import insurance
from cardroom.analysis.twentyone.side_bets import decided_by_cards, is_on_hand
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.cards import CARDS, Composition
from cardroom.model import Tables
from cardroom.model.course import NotSimulated
from cardroom.model.ranks import RANKS
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

Ints = NDArray[np.int64]

REMOVING: Final = "removing a card of each rank"


class WagerEffects(NamedTuple):
    """A wager from the full shoe, and the effects of removal."""

    value: float
    """The player's, from the full shoe."""
    groups: ShoeGroups
    assumptions: tuple[str, ...] = ()


def cards_in(rules: Ruleset) -> tuple[int, ...]:
    """[card] how many the posted shoe has."""
    return Composition.of(rules.deck).counts


def without(shoe: Sequence[int], rank: int) -> list[int]:
    return [count - (place == rank) for place, count in enumerate(shoe)]


class MainWager:
    """The main wager by the play that is perfect for a full shoe, from any shoe."""

    def __init__(self, rules: Ruleset, stake: int | None) -> None:
        """Rows for suited hands are left out: a shoe with a card less has no even suits."""
        self.rules, self.stake = rules, stake
        self.both_up = suits.both_cards_up(rules)
        plain = model.compile(model.by_rank(rules))
        self.tables: Tables = model.at_stake(plain, rules, stake)
        self.shoe = full_shoe(self.tables)
        if self.both_up:
            self.value = self._both_up(self.shoe)
            return
        self.plan = plan_of(self.tables)
        self.work = ShoeSolver(self.plan, None)
        self.solution: Solution = self.work.best("pair")
        self.value = self.solution.value

    def from_shoe(self, shoe: Sequence[int]) -> float:
        """The player's expected value."""
        if self.both_up:
            return self._both_up(shoe)
        return ShoeSolver(self.plan, shoe).value(self.solution.strategy)

    def _both_up(self, shoe: Sequence[int]) -> float:
        return -both_up_edge(self.rules, self.stake, shoe)

    def effects(self, tell: Tell = silent) -> WagerEffects:
        ranks = [rank for rank, count in enumerate(self.shoe) if count]
        found: dict[int, float] = {}
        for rank in ranks:
            found[rank] = self.from_shoe(without(self.shoe, rank)) - self.value
            tell(ProgressNotice(REMOVING, len(found), len(ranks)))
        groups = shoe_groups(cards_in(self.rules), [0] * len(CARDS), lambda c: found[rank_of(c)])
        return WagerEffects(self.value, groups)


def insurance_effects(rules: Ruleset, tables: Tables) -> WagerEffects | None:
    """Insurance to a player who sees the up card and nothing else; None where none is offered."""
    shoe = full_shoe(tables)
    offered = insurance(tables, shoe)
    if not offered or offered[0].exact is None:
        return None
    value = -offered[0].exact

    def effect(card: int) -> Fraction:
        (other,) = insurance(tables, without(shoe, rank_of(card)))
        assert other.exact is not None
        return -other.exact - value

    found = {rank_of(card.index): effect(card.index) for card in rules.deck}
    groups = shoe_groups(cards_in(rules), [0] * len(CARDS), lambda card: found[rank_of(card)])
    return WagerEffects(float(value), groups)


def group_ranks(effects: WagerEffects) -> Ints:
    """[group, rank] 1 where the cards of a group are of that rank."""
    found = np.zeros((len(effects.groups.whole), RANKS), np.int64)
    for card, group in enumerate(effects.groups.group):
        found[group, rank_of(card)] = 1
    return found


def card_table(rules: Ruleset, bet: SideBet, stake: int | None, meter: Fraction) -> CardBet:
    pays = pays_at(rules, bet, stake)
    return card_bet(bet, lambda row: pays(row, meter))


def card_effects(rules: Ruleset, table: CardBet) -> WagerEffects:
    """A side bet on the first cards: fractions."""
    cards = cards_in(rules)
    whole, kinds = table.counts(cards), table.kinds[0]
    value = table.exact(whole)
    every = np.arange(len(whole))
    found = {
        kind: table.exact(whole - (every == kind)) - value
        for kind in np.flatnonzero(whole).tolist()
    }
    groups = shoe_groups(cards, kinds.tolist(), lambda card: found[int(kinds[card])])
    return WagerEffects(float(value), groups)


class FinalHands:
    """The rows of a bet on the box's final hand, from any shoe, by the play that is perfect for the
    full one."""

    assumption = "a round with a split ends as from the full shoe"

    def __init__(self, main: MainWager, bet: SideBet) -> None:
        """`TooManyHands` where there are too many, or where the dealer's hand counts, too."""
        self.rules, self.bet = main.rules, bet
        self.tables = model.at_stake(model.compile(main.rules), main.rules, main.stake)
        self.script = script_of(main.rules, self.tables, None)
        whole = self._table(None)
        counted = whole.unsplit()
        dealt = Counter(whole.dealt(counted.split, SPLIT_ROUNDS) if counted.split else ())
        self.split = {
            row.name: Fraction(dealt[row.name], max(1, dealt.total())) for row in bet.rows
        }

    def _table(self, cards: Composition | None) -> HandTable:
        return HandTable(self.rules, self.bet, self.tables, self.script, cards)

    def rows(self, cards: Composition) -> dict[str, Fraction]:
        found = self._table(cards).unsplit()
        return {
            row.name: found.exact.get(row.name, Fraction(0))
            + found.split_share * self.split[row.name]
            for row in self.bet.rows
        }


class PlayedBet:
    """A side bet on a final hand, or on a card that is drawn: play decides it, too."""

    def __init__(self, main: MainWager, bet: SideBet, stake: int | None, meter: Fraction) -> None:
        self.main, self.bet, self.rules = main, bet, main.rules
        pays = pays_at(main.rules, bet, stake)
        self.pays = {row.name: pays(row, meter) for row in bet.rows}
        self.lost = pays(None, meter)
        self.marks = list(zip(*bet.kinds, strict=True)) if bet.kinds else list(range(len(CARDS)))
        self.hands = FinalHands(main, bet) if is_on_hand(bet) else None

    def rows(self, cards: Composition, shoe: Sequence[int]) -> Mapping[str, Fraction] | None:
        if self.hands is not None:
            return self.hands.rows(cards)
        found = decided_by_cards(self.rules, self.bet, cards)
        if found is not None or not is_on_third(self.bet):
            return found
        work = ShoeSolver(self.main.plan, shoe)
        solution = work.given(self.main.solution.strategy)
        return CardBets(self.rules, work, solution, None, cards).rows(self.bet)

    def value(self, cards: Composition, shoe: Sequence[int]) -> Fraction | None:
        rows = self.rows(cards, shoe)
        if rows is None:
            return None
        won = sum((chance * self.pays[name] for name, chance in rows.items()), Fraction(0))
        return won + self.lost * (1 - sum(rows.values(), Fraction(0)))

    def effects(self) -> WagerEffects | None:
        """None where the play decides it in a way that the solver does not follow."""
        cards = Composition.of(self.rules.deck)
        value = self.value(cards, self.main.shoe)
        if value is None:
            return None
        found: dict[object, Fraction] = {}
        for card in CARDS:
            mark = (rank_of(card.index), self.marks[card.index])
            if cards.counts[card.index] and mark not in found:
                shoe = without(self.main.shoe, rank_of(card.index))
                other = self.value(cards.without([card]), shoe)
                assert other is not None
                found[mark] = other - value
        groups = shoe_groups(
            cards.counts, self.marks, lambda card: found[rank_of(card), self.marks[card]]
        )
        assumed = () if self.hands is None else (self.hands.assumption,)
        return WagerEffects(float(value), groups, assumed)


def played_effects(
    main: MainWager, bet: SideBet, stake: int | None, meter: Fraction
) -> WagerEffects | None:
    """None where the play decides the bet in a way that the solver does not follow."""
    try:
        return None if main.both_up else PlayedBet(main, bet, stake, meter).effects()
    except (TooManyHands, NotSimulated, IllegalScript):
        return None


def on_meter(bet: SideBet, shown: int | None) -> Fraction:
    """What the meter of a bet shows, in bets; by default its seed."""
    if bet.meter is None:
        return Fraction(0)
    terms = bet.meter.terms
    return Fraction(terms.seed if shown is None else shown, terms.stake)
