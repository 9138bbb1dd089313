"""Side bets on the box's own final hand, as perfect play or a chart makes it.

Rounds without a split are counted exactly: the same bag of cards is one hand, however it came. In a
split round several hands share the shoe, so such rounds are dealt. A bet that distinguishes too
many hands, or that looks at the bank's hand too, is dealt in every round. All follow the automaton
that the simulator runs, so no rule stands here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Final, Literal, NamedTuple

import numpy as np

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.notices import CARD_BY_CARD, DEALING_ROUNDS
from cardroom.analysis.odds import exact_wager
from cardroom.analysis.side_bets.dealt import LOST, DealtRows, dealt_wager
from cardroom.analysis.side_bets.prices import FRESH, payments, pays_at
from cardroom.analysis.twentyone.simulator.minimise import by_hand
from cardroom.analysis.twentyone.simulator.policy import Script
from cardroom.cards import CARDS, Card, Composition
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import add, over, start
from cardroom.model import Tables
from cardroom.progress import Tell, Watch, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet, SideRow, kinds

COUNTED: Final[frozenset[Look]] = frozenset({"own-hand", "own-first", "own-second", "bank-up"})
HANDS_MAX: Final = 150_000
"""Points of play that are counted; beyond that, all rounds are dealt."""
SPLIT_ROUNDS: Final = 20_000
ROUNDS: Final = 100_000
"""How many are dealt: a few seconds."""
Codes = tuple[int, ...]


class TooManyHands(ValueError):
    """The bet distinguishes too many hands to count them."""


class StartingCards(NamedTuple):
    """The up card and the box's two cards, as codes."""

    up: int
    one: int
    two: int


class RowCounts(NamedTuple):
    """How often each row is made; the rest is lost."""

    exact: Mapping[str, Fraction]
    split: Mapping[StartingCards, int]
    """Openings that are split, and their weights."""
    split_share: Fraction


def priced(
    rules: Ruleset, table: HandTable, play: str, stake: int | None = None, tell: Tell = silent
) -> WagerOdds:
    """A bet for which `side_bets.is_on_hand` holds; `play` says how the table plays the hand."""
    bet = table.bet
    try:
        counted = table.unsplit()
    except TooManyHands:
        counted = RowCounts({}, {}, Fraction(1))
    alive = () if bet.survives is None else (bet.survives.assumed,)
    known = (FRESH, play, *alive)
    if not counted.split_share:
        paid = payments(bet, counted.exact, pays=pays_at(rules, bet, stake))
        return exact_wager(bet.name, bet.title, paid, known)
    number = ROUNDS if counted.split_share == 1 else SPLIT_ROUNDS
    watch = Watch(f"{DEALING_ROUNDS} for {bet.title}", number, tell, CARD_BY_CARD)
    rounds = watch.over(table.dealt(counted.split, number), number)
    dealt = DealtRows(Counter(rounds), counted.split_share)
    return dealt_wager(rules, bet, counted.exact, dealt, known, stake)


class HandTable:
    """A box with the bet, which plays from a fresh shoe."""

    def __init__(
        self,
        rules: Ruleset,
        bet: SideBet,
        tables: Tables,
        script: Script,
        cards: Composition | None,
        bank: Literal["as-needed", "plays-out"] = "as-needed",
    ) -> None:
        """The bank draws if the bet needs its hand, or always, which the wager needs."""
        self.bet, self.at = bet, posted_game(rules)
        every = tuple(range(len(CARDS)))
        marks = list(zip(*(bet.kinds or (every,)), strict=True))
        told = np.array([marks.index(mark) for mark in marks], np.int64)
        self.automaton = automaton = by_hand(rules, tables, script, told)
        self.samples: dict[int, Card] = {}
        self.counts: dict[int, int] = {}
        for card, count in kinds(cards or rules.deck):
            code = int(automaton.codes[card.index])
            self.samples.setdefault(code, card)
            self.counts[code] = self.counts.get(code, 0) + count
        self.size = sum(self.counts.values())
        self.next: list[list[int]] = automaton.next.tolist()
        self.draws = len(self.next)
        self.splits = self.draws + len(automaton.paid)
        self.ends = [tables.keys.keys[key] for key in automaton.hands.tolist()]
        looks = set(bet.looks_at)
        self.plays_out = bank == "plays-out" or bool(looks & {"bank-hand", "bank-busts"})
        self.apart = 2 if looks & {"own-first", "own-second"} else 0
        self.makers = {up: self._makers(up) for up in self.counts}
        self.rows: dict[tuple[int, Codes, int], str] = {}

    def _makers(self, up: int) -> frozenset[int]:
        """Second cards with which the bank ends the round before anybody plays."""
        if not self.automaton.course.peeks:
            return frozenset()
        bank, natural = self.automaton.bank, self.automaton.tables.pays.natural_class
        draws = len(bank.next)
        ends = {code: int(bank.next[int(bank.first[up]), code]) - draws for code in self.counts}
        return frozenset(code for code, end in ends.items() if end >= 0 and natural[end])

    def _start(self, opening: StartingCards) -> int:
        a = self.automaton
        return int(a.start[a.up[opening.up], opening.one, opening.two])

    def _shown(self, opening: StartingCards) -> int:
        """The end of the hand if the bank shows a natural."""
        a = self.automaton
        return int(a.at_natural[a.up[opening.up], opening.one, opening.two])

    # --- counted ----------------------------------------------------------------------------------

    def unsplit(self) -> RowCounts:
        if not COUNTED.issuperset(self.bet.looks_at):
            raise TooManyHands
        self.visited = 0
        ways: Counter[tuple[str, int]] = Counter()
        split: dict[StartingCards, int] = {}
        for up in self.counts:
            hands: Counter[tuple[int, Codes]] = Counter()
            for opening, number in self._openings(up):
                seen, pair = (up, opening.one, opening.two), (opening.one, opening.two)
                bag = pair if self.apart else tuple(sorted(pair))
                makers = self._left(self.makers[up], seen)
                ways[self._row(up, bag, self._shown(opening)), 4] += number * makers
                state = self._start(opening)
                if state >= self.splits and self.automaton.limit[state - self.splits] >= 1:
                    split[opening] = number * (self.size - 3 - makers)
                else:
                    hands[self._unsplit(state), bag] += number
            self._played(up, hands, ways)
        rows: dict[str, Fraction] = {}
        for (name, size), number in ways.items():
            rows[name] = rows.get(name, Fraction(0)) + Fraction(number, perm(self.size, size))
        rows.pop(LOST, None)
        return RowCounts(rows, split, Fraction(sum(split.values()), perm(self.size, 4)))

    def _unsplit(self, state: int) -> int:
        return state if state < self.splits else int(self.automaton.other[state - self.splits])

    def _openings(self, up: int) -> Iterator[tuple[StartingCards, int]]:
        for one, first in self.counts.items():
            for two, second in self.counts.items():
                number = self.counts[up] * (first - (one == up))
                number *= second - (two == up) - (two == one)
                if number > 0:
                    yield StartingCards(up, one, two), number

    def _left(self, codes: frozenset[int], seen: Sequence[int]) -> int:
        return sum(self.counts[code] for code in codes) - sum(code in codes for code in seen)

    def _played(
        self, up: int, hands: Counter[tuple[int, Codes]], ways: Counter[tuple[str, int]]
    ) -> None:
        """Follow hands to their ends; the bank's hidden card is one of those that are left."""
        while hands:
            after: Counter[tuple[int, Codes]] = Counter()
            self.visited += len(hands)
            if self.visited > HANDS_MAX:
                raise TooManyHands
            for (state, bag), number in hands.items():
                seen = (up, *bag)
                if state >= self.draws:
                    left = self.size - len(seen) - self._left(self.makers[up], seen)
                    ways[self._row(up, bag, state - self.draws), len(seen) + 1] += number * left
                    continue
                for code, there in self.counts.items():
                    left = there - seen.count(code)
                    if left > 0:
                        drawn = (*bag[: self.apart], *sorted((*bag[self.apart :], code)))
                        after[self._unsplit(self.next[state][code]), drawn] += number * left
            hands = after

    def _row(self, up: int, bag: Codes, end: int) -> str:
        """The row that one hand makes."""
        place = (up if "bank-up" in self.bet.looks_at else -1, bag, end)
        if place not in self.rows:
            hand = FinalHand(tuple(self.samples[code] for code in bag), self.ends[end])
            seen: dict[Look, object] = {
                "own-hand": hand,
                "own-first": hand.cards[0],
                "own-second": hand.cards[1],
                "bank-up": self.samples[up],
            }
            row = self.bet.row(*(seen[look] for look in self.bet.looks_at))
            self.rows[place] = LOST if row is None or _lost(self.bet, [hand]) else row.name
        return self.rows[place]

    # --- dealt ------------------------------------------------------------------------------------

    def dealt(self, openings: Mapping[StartingCards, int], number: int) -> Iterator[str]:
        """The rows of a number of rounds with these openings, or with any if none are given."""
        dice = random.Random(1)
        shoe = [code for code, count in self.counts.items() for _ in range(count)]
        if not openings:
            for _ in range(number):
                draw = RestOfShoe(shoe.copy(), dice)
                yield self.played(StartingCards(draw(), draw(), draw()), draw(), draw)
            return
        for opening in dice.choices(list(openings), list(openings.values()), k=number):
            draw = RestOfShoe(shoe.copy(), dice)
            for code in opening:
                draw.rest.remove(code)
            second = draw()
            while second in self.makers[opening.up]:
                draw.rest.append(second)
                second = draw()
            yield self.played(opening, second, draw)

    def drawn(self, number: int) -> Iterator[tuple[str, list[int]]]:
        """The rows of rounds from fresh shoes, each with the codes of all its cards."""
        dice = random.Random(1)
        shoe = [code for code, count in self.counts.items() for _ in range(count)]
        for _ in range(number):
            draw = RestOfShoe(shoe.copy(), dice)
            taken: list[int] = []

            def card(draw: RestOfShoe = draw, taken: list[int] = taken) -> int:
                taken.append(draw())
                return taken[-1]

            yield self.played(StartingCards(card(), card(), card()), card(), card), taken

    def played(self, opening: StartingCards, second: int, draw: Callable[[], int]) -> str:
        paid = self._round(opening, second, draw).row(self.bet)
        return LOST if paid is None else paid.name

    def rounds(self, number: int) -> Iterator[DealtRound]:
        """Rounds from fresh shoes, of a table whose bank plays out."""
        dice = random.Random(1)
        shoe = [code for code, count in self.counts.items() for _ in range(count)]
        for _ in range(number):
            draw = RestOfShoe(shoe.copy(), dice)
            yield self._round(StartingCards(draw(), draw(), draw()), draw(), draw)

    def _round(self, opening: StartingCards, second: int, draw: Callable[[], int]) -> DealtRound:
        pair = [opening.one, opening.two]
        if second in self.makers[opening.up]:
            end = self._shown(opening)
            ends, hands = [end], [self._final(pair, end)]
        else:
            ends, hands = self._hands(opening, draw)
        codes, bank = self._bank(opening.up, second, draw)
        seen: dict[Look, object] = {
            "own-first": self.samples[opening.one],
            "own-second": self.samples[opening.two],
            "bank-up": bank.cards[0],
            "bank-second": bank.cards[1],
            "bank-hand": bank,
            "bank-busts": over(bank.key),
        }
        return DealtRound(hands, seen, self._won(ends, codes))

    def _won(self, ends: Sequence[int], bank: Sequence[int]) -> float:
        """What the hands bring together, in wagers."""
        a = self.automaton
        state, draws = int(a.bank.first[bank[0]]), len(a.bank.next)
        for code in bank[1:]:
            state = int(a.bank.next[state, code])
        # Where the bank has not played out, no hand needed it, or nobody asks.
        column = state - draws if state >= draws else int(a.bank.resting[state])
        return float(sum(a.paid[end] + a.pay[end, column] for end in ends)) / a.unit

    def _hands(
        self, opening: StartingCards, draw: Callable[[], int]
    ) -> tuple[list[int], list[FinalHand]]:
        """How the box's hands end, and the hands, each finished before the next one gets its
        second card."""
        a = self.automaton
        state, hand = self._start(opening), [opening.one, opening.two]
        waiting: list[tuple[int, list[int]]] = []
        ends: list[int] = []
        found: list[FinalHand] = []
        hands = 1
        while True:
            while state < self.draws:
                hand.append(draw())
                state = self.next[state][hand[-1]]
            if state >= self.splits:
                split = state - self.splits
                if hands <= a.limit[split]:
                    hands += 1
                    waiting.append((int(a.moved[split]), [hand[1]]))
                    state, hand = int(a.kept[split]), [hand[0]]
                else:
                    state = int(a.other[split])
                continue
            ends.append(state - self.draws)
            found.append(self._final(hand, ends[-1]))
            if not waiting:
                return ends, found
            state, hand = waiting.pop()

    def _final(self, codes: Sequence[int], end: int) -> FinalHand:
        return FinalHand(tuple(self.samples[code] for code in codes), self.ends[end])

    def _bank(self, up: int, second: int, draw: Callable[[], int]) -> tuple[list[int], FinalHand]:
        """The bank's hand; it plays out, as it does for every bet that looks at it."""
        codes, at = [up, second], self.at
        key = start(at.policies.points)
        for code in codes:
            key = add(at.policies.points, key, self.samples[code])
        while self.plays_out and not over(key) and at.game.bank_draws(at.policies, key):
            codes.append(draw())
            key = add(at.policies.points, key, self.samples[codes[-1]])
        return codes, FinalHand(tuple(self.samples[code] for code in codes), key)


class DealtRound(NamedTuple):
    hands: list[FinalHand]
    seen: Mapping[Look, object]
    """All but the box's own hands."""
    main: float
    """What the wager brought, in wagers."""

    def row(self, bet: SideBet) -> SideRow | None:
        if _lost(bet, self.hands):
            return None
        rows = []
        for hand in self.hands:
            own = (hand if look == "own-hand" else self.seen[look] for look in bet.looks_at)
            rows.append(bet.row(*own))
        return bet.of_hands(rows)


def _lost(bet: SideBet, hands: Sequence[FinalHand]) -> bool:
    """Whether no hand of the box keeps alive a bet that needs one."""
    if bet.survives is None:
        return False
    counted = hands[:1] if bet.survives.hands == "first" else hands
    return not any(bet.survives.when(hand.key) for hand in counted)


class RestOfShoe:
    """Cards from what is left of a shoe."""

    def __init__(self, rest: list[int], dice: random.Random) -> None:
        self.rest, self.random = rest, dice.random

    def __call__(self) -> int:
        rest = self.rest
        place = int(self.random() * len(rest))
        rest[place], rest[-1] = rest[-1], rest[place]
        return rest.pop()
