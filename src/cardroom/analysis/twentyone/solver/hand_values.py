"""What each verb is worth for one hand of a 21 game in its turn, exactly.

Computed by backward induction over the hands that can grow from this one: best play after the verb,
from a full shoe less the hand's cards and the bank's up card (both of its cards, where both are
face up); of a split box also less the pair cards that its other hands began with. Where the bank
has looked for a natural, it has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.both_up import after_first_card, both_up_tables
from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.analysis.twentyone.solver.induction import HandWalk, InductionResults
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, PairPlan, plan_of
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.analysis.twentyone.solver.split_hands import Moneys
from cardroom.analysis.twentyone.solver.starting_hands import Played, Raises
from cardroom.cards import JOKER, Card
from cardroom.games.twentyone.bonus_hands import SPADES
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.hands.points import over
from cardroom.model.keys import OPENING
from cardroom.model.verbs import MAX_BET, SPLIT, VERBS, Stance
from cardroom.rules.ruleset import Ruleset

KEPT: Final = 4
"""Games whose values are kept in memory."""


class AskedHand(NamedTuple):
    """A hand as its player sees it."""

    cards: tuple[Card, ...]
    up: Card
    hands: int = 1
    """Hands of the box; from two on, this one comes from a split."""
    first: int = 1
    """0 for a later hand of a split: its wager may count as added money."""
    stance: Stance = Stance()
    bets: float = 0.0
    """Max Bets made so far, in wagers."""
    bet_max: float = 1.0
    """The largest Max Bet that may be made now, in wagers."""


class VerbValues(NamedTuple):
    """Values in wagers: what the hand will have won or lost in the end."""

    verbs: dict[str, float]
    bank_over: float
    """The chance that the bank busts."""
    card_over: float
    """How often one more card takes the hand over 21."""


@lru_cache(maxsize=KEPT)
def hand_values(rules: Ruleset, first: Card | None = None) -> HandValues:
    """`first` is the dealer's first card, where both are face up; the second is the up card."""
    return HandValues(rules, first)


class HandValues:
    """One posted game, from a full shoe."""

    def __init__(self, rules: Ruleset, first: Card | None = None) -> None:
        self.rules = rules
        if first is None:
            self.work = ShoeSolver(plan_of(suits.tables_for(rules, None)), None)
        else:
            tables = both_up_tables(rules)
            rank = int(tables.cards.rank[first.index])
            self.work = after_first_card(tables, full_shoe(tables), rank)
        self.tables = self.work.plan.tables

    # --- a hand in its turn ---------------------------------------------------------------------

    def of(self, asked: AskedHand, verbs: Iterable[str]) -> VerbValues:
        """Each of these verbs, which the rules offer this hand."""
        spot = self._spot(asked)
        worth = self._grown(spot)
        none = 1 - self._natural(spot)
        found = {
            verb: self._split(spot) / none if verb == VERBS[SPLIT]
            else self._verb(spot, worth, VERBS.index(verb)) / none
            for verb in verbs
        }  # fmt: skip
        return VerbValues(found, self._bank_over(spot), self._card_over(spot))

    def before_looking(self, asked: AskedHand) -> float:
        """A dealt hand that plays on before the bank peeks for a natural."""
        spot = self._spot(asked)
        worth = self._grown(spot)
        played = [self._verb(spot, worth, verb) for verb in self._legal(spot) if verb != SPLIT]
        if SPLIT in self._legal(spot):
            played.append(self._split(spot))
        return max(played) + self._natural(spot) * self._taken(spot)

    def given_up(self, asked: AskedHand) -> float:
        """A dealt hand that surrenders."""
        key = self.tables.nodes.key[self._spot(asked).node]
        return float(self.work.plan.money[0][self.tables.pays.given_up[key, 0], 0, 0])

    def natural_paid(self, asked: AskedHand) -> float:
        """What a natural is paid; one in a certain suit may be paid more."""
        suited = policies(self.rules).natural_suited
        if suited is not None and all(card.suit == suited[0] for card in asked.cards):
            return suited[1].pays / suited[1].per
        pays, key = self.tables.pays, self.tables.nodes.key[self._spot(asked).node]
        column = int(np.flatnonzero(pays.natural_class == 0)[0])
        return float(self.work.plan.money[0][pays.final[key, 0], 0, column])

    def natural_kept(self, asked: AskedHand) -> float:
        """A natural that waits for the bank to peek."""
        chance = self.natural_chance(asked)
        return (1 - chance) * self.natural_paid(asked) + chance * self._taken(self._spot(asked))

    def natural_doubled(self, asked: AskedHand) -> float:
        """A natural that is doubled as 11 instead of being paid, before the bank peeks."""
        spot = self._spot(asked)
        place = next(n for n, row in enumerate(self.work.plan.openings) if row[2] == spot.node)
        nothing = self.work.split_hands.none()
        played = Played(self._grown(spot), nothing.worth, nothing.raised, self.work.chances)
        return float(self.work.root.doubled(place, played, self.work.plan.money[0])[spot.up])

    def natural_chance(self, asked: AskedHand) -> float:
        """The chance that the bank has a natural, before it peeks."""
        spot = self._spot(asked)
        self.work.bank.need(np.array([spot.row]))
        return self._chance_of(spot, self.tables.pays.natural_class)

    def first_card(self, card: Card, up: Card) -> tuple[float, float]:
        """A first card that waits for the second, with a Max Bet on it and without.

        Over all second cards, whatever their suits.
        """
        solved = self._solved
        rank = int(self.tables.cards.rank[card.index])
        ups = np.flatnonzero(self.tables.ups.base == self.tables.ups.cls[up.rank])
        low, high, _ = self.work.plan.openings.T
        # Of two unlike cards either came first as often.
        share = ((low == rank) * 0.5 + (high == rank) * 0.5)[:, None]
        chance = (solved.chance * share)[:, ups]
        bet, plain = (
            float(np.where(chance > 0, opening[:, ups] * chance, 0).sum() / chance.sum())
            for opening in self._raised
        )
        return bet, plain

    @cached_property
    def _solved(self) -> Solution:
        return self.work.best("pair")

    @cached_property
    def _raised(self) -> tuple[Floats, Floats]:
        """[opening hand, up class] after a Max Bet on the first card, and without."""
        strategy = self._solved.strategy
        raises = strategy.raises
        assert raises is not None, "this game has no bet on the first card"
        bet, plain = (
            self.work.given(strategy._replace(raises=Raises(bets, raises.splits))).opening
            for bets in (np.ones_like(raises.bets), np.zeros_like(raises.bets))
        )
        return bet, plain

    # --- where a hand is in the tables ----------------------------------------------------------

    def _spot(self, asked: AskedHand) -> _Spot:
        tables, nodes = self.tables, self.tables.nodes
        ranks = [int(tables.cards.rank[card.index]) for card in asked.cards]
        own = [card is not JOKER and card.suit == asked.cards[0].suit for card in asked.cards]
        split, pins = asked.hands > 1, self._pins(asked)
        roots = (nodes.from_pair, nodes.from_other)
        node = nodes.dealt
        for place, (rank, like) in enumerate(zip(ranks, own, strict=True)):
            if place == pins:
                node = int(nodes.pinned[node])
            if not place and asked.cards[0].suit == SPADES and nodes.certain[rank] >= 0:
                node = int((nodes.certain_pair if split else nodes.certain)[rank])
            elif split and not place:
                node = int(roots[0 if like else 1][rank])
            else:
                node = int((nodes.child if like else nodes.child_other)[node, rank])
            if node < 0:
                raise NotComputed("the tables have no such hand")
        if len(ranks) == pins:
            node = int(nodes.pinned[node])
        if asked.stance not in tables.keys.stances:
            raise NotComputed("the tables have no hand after such bets")
        pair = next((p for p in self.work.plan.pairs if split and p.rank == ranks[0]), None)
        up = int(tables.ups.cls[asked.up.rank])
        if all(own) and asked.up is not JOKER and asked.up.suit == asked.cards[0].suit:
            same = np.flatnonzero((tables.ups.base == up) & (tables.ups.own > 0))
            up = int(same[0]) if len(same) else up
        walk = self._walk(node, pair, asked.hands - 1)
        row = int(walk.where[np.flatnonzero(walk.order == node)[0]])
        stance = tables.keys.stances.index(asked.stance)
        return _Spot(asked, node, up, stance, row, walk, pair, self._money(asked))

    def _pins(self, asked: AskedHand) -> int:
        """With how many cards its aces were pinned to 1; -1 if they were not.

        A Max Bet pins the initial aces whenever it is made; a double on two cards pins them where
        the tables say that it pins such a hand.
        """
        if asked.stance.bets:
            return 1 if self.tables.bets_on_one else OPENING
        return OPENING if asked.stance.doubled and len(asked.cards) == OPENING + 1 else -1

    def _walk(self, node: int, pair: PairPlan | None, extra: int) -> HandWalk:
        """The hands that grow from this one, children first."""
        nodes = self.tables.nodes
        found = level = np.array([node], np.int64)
        while len(level):
            starts = np.concatenate([level, nodes.pinned[level]])
            more = np.concatenate([nodes.child[starts].ravel(), nodes.child_other[starts].ravel()])
            level = np.setdiff1d(more[more >= 0], found)
            found = np.concatenate([found, level])
        order: Ints = np.sort(found)[::-1].copy()
        if pair is None:
            return HandWalk(order, nodes.bag[order])
        places = np.array([int(np.flatnonzero(pair.order == each)[0]) for each in order])
        return HandWalk(order, pair.where[extra - 1][places], pair.rank, extra)

    def _money(self, asked: AskedHand) -> Floats:
        """[row, stance, class] with Max Bets as large as they were and may be."""
        first, later, _ = self.work.plan.money
        money = first if asked.first else later
        keys, pays, made = self.tables.keys, self.tables.pays, asked.stance.bets
        if keys.stance_after[MAX_BET, 0] >= 0:
            more = np.array(
                [
                    asked.bets + (each.bets - made) * asked.bet_max if each.bets >= made else 0.0
                    for each in keys.stances
                ]
            )
            added = pays.added[:, None, :] / pays.unit
            money = pays.original[:, None, :] / pays.unit + more[None, :, None] * added
        looks = pays.natural_class.astype(bool) & bool(self.tables.peeks)
        return np.ascontiguousarray(np.where(looks, 0.0, money))

    # --- what it is worth -----------------------------------------------------------------------

    def _grown(self, spot: _Spot) -> Floats:
        """[node, stance, up class] of all hands that grow from it, played best."""
        choice, worth = np.full(self.work.shape, -1, np.int8), np.zeros(self.work.shape)
        self.work.induce(spot.walk, spot.money, InductionResults(choice, worth), optimise=1)
        return worth

    def _verb(self, spot: _Spot, worth: Floats, verb: int) -> float:
        choice = np.full(self.work.shape, -1, np.int8)
        choice[spot.node, spot.stance] = verb
        own, (pair, extra) = worth.copy(), spot.walk[2:]
        walk = HandWalk(np.array([spot.node]), np.array([spot.row]), pair, extra)
        self.work.induce(walk, spot.money, InductionResults(choice, own))
        return float(own[spot.node, spot.stance, spot.up])

    def _split(self, spot: _Spot) -> float:
        work = self.work
        rank = int(self.tables.cards.rank[spot.asked.cards[0].index])
        place = next(n for n, pair in enumerate(work.plan.pairs) if pair.rank == rank)
        blank = np.full(work.shape, -1, np.int8)
        money = work.money if spot.asked.first else work.money_later
        first = work.regrow(work.plan.pairs[place], money, blank)
        second = first
        if money is not work.money_later:
            second = work.regrow(work.plan.pairs[place], work.money_later, blank)
        moneys, asked = Moneys(money, work.money_later), spot.asked
        play = (first, second)
        worth = work.split_hands.apart(place, play, moneys, asked.hands, asked.stance.bets)
        return float(worth[spot.up])

    def _legal(self, spot: _Spot) -> list[int]:
        key = self.tables.nodes.key[spot.node]
        bits = int(self.work.plan.legal[key, spot.stance, spot.up])
        return [verb for verb in range(len(VERBS)) if bits >> verb & 1]

    # --- the bank -------------------------------------------------------------------------------

    def _natural(self, spot: _Spot) -> float:
        """The chance of a natural that the bank has already ruled out by peeking."""
        natural = self.tables.pays.natural_class
        return self._chance_of(spot, natural) if self.tables.peeks else 0.0

    def _taken(self, spot: _Spot) -> float:
        """What happens to a hand when the bank peeks and has a natural; nothing is added then."""
        if not self.tables.peeks:
            return 0.0
        pays, key = self.tables.pays, self.tables.nodes.key[spot.node]
        column = int(np.flatnonzero(pays.natural_class)[0])
        return float(self.work.plan.money[0][pays.final[key, 0], 0, column])

    def _bank_over(self, spot: _Spot) -> float:
        tables = self.tables
        overs = np.zeros(len(tables.pays.natural_class), np.int64)
        for key, column in zip(tables.bank.keys, tables.pays.bank_class.tolist(), strict=True):
            if column >= 0 and over(key):
                overs[column] = 1
        return self._chance_of(spot, overs) / (1 - self._natural(spot))

    def _chance_of(self, spot: _Spot, columns: Ints) -> float:
        classes = len(self.tables.pays.natural_class)
        start = int(self.tables.ups.rank[spot.up]) * classes
        chances = self.work.chances[self.work.bank.place[spot.row], start : start + classes]
        return float(chances[columns > 0].sum())

    def _card_over(self, spot: _Spot) -> float:
        tables, nodes = self.tables, self.tables.nodes
        left = self.work.shoe.counts - nodes.counts[nodes.bag[spot.node]]
        left[int(tables.ups.rank[spot.up])] -= 1
        if spot.pair is not None:
            left[spot.pair.rank] -= spot.walk.extra
        keys = nodes.key_child[spot.node]
        overs = (keys >= 0) & (tables.keys.over[keys] > 0)
        return float(left[overs].sum() / left.sum())


class _Spot(NamedTuple):
    """Where a hand is in the tables, and what can grow from it."""

    asked: AskedHand
    node: int
    up: int
    stance: int
    row: int
    """Of the bank's chances."""
    walk: HandWalk
    pair: PairPlan | None
    """The pair it was split from."""
    money: Floats
