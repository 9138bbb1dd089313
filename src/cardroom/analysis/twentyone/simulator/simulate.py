"""Simulated play: whole shoes, in any number of threads, with the same result for all of them.

A shoe is a function of seed and number, and results are sums of integers, so the order in which
shoes are dealt changes nothing. The goal (a number of rounds, or a standard error) is met at the
same shoe, however the work was divided, interrupted, or resumed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.executor import Executor, apart
from cardroom.analysis.kernels.simulate_tables import (
    CountTables,
    RoundCounts,
    ShoeBuffer,
    ShoeRange,
)
from cardroom.analysis.stopping import Goal, until_met
from cardroom.analysis.totals import SideTotals, Totals
from cardroom.analysis.twentyone.bet_tables import TabulatedBet, tabulated
from cardroom.analysis.twentyone.simulator.automaton import HandAutomaton
from cardroom.analysis.twentyone.simulator.minimise import minimised
from cardroom.analysis.twentyone.simulator.policy import Script
from cardroom.analysis.twentyone.simulator.program import CARDS_A_BOX, deck_of, loaded, sides_of
from cardroom.cards import Composition, Deck
from cardroom.model import Tables
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]

CHUNK_ROUNDS: Final = 1 << 19
"""Rounds in one piece of work, about: tens of milliseconds."""
CHUNKS: Final = 8
"""Pieces of work in a short run, at least."""
SAMPLE: Final = 16
"""Shoes whose rounds are counted before a run is divided."""
ERRORS: Final = 3
"""Standard errors by which a run in pieces stops short of its end, which one call then finds."""
SHOE_MAX: Final = 1 << 62


@lru_cache(maxsize=2)
def _played(
    rules: Ruleset, tables: Tables, script: Script, bets: tuple[str, ...], stake: int | None
) -> tuple[tuple[TabulatedBet, ...], HandAutomaton]:
    """Kept, because other seeds, boxes and numbers of rounds are played alike."""
    found = tabulated(rules, bets, stake)
    return found, minimised(rules, tables, script, found)


class TwentyOneSimulator:
    """One posted game, one script, one seed."""

    def __init__(
        self,
        rules: Ruleset,
        tables: Tables,
        script: Script,
        seed: int,
        boxes: int = 1,
        bets: Sequence[str] = (),
        stake: int | None = None,
    ) -> None:
        """`bets` are the side bets that every box makes, whenever it can, next to a wager of
        `stake` cents; None rounds nothing."""
        from cardroom.analysis.kernels import simulate as kernels  # noqa: PLC0415 - where it runs

        self.kernels, self.rules, self.seed, self.boxes = kernels, rules, seed, boxes
        self.stake = stake
        self._seed = np.uint64(seed & (1 << 64) - 1)
        self.script = script
        self.bets, self.automaton = _played(rules, tables, script, tuple(bets), stake)
        self.script_digest = ", with ".join([script.digest, *(bet.spot for bet in self.bets)])
        self.program, self.house = loaded(self.automaton, boxes)
        self.sides = sides_of(self.automaton, self.bets)
        self.cards: Deck | Composition = rules.deck
        self.deck = deck_of(self.cards, self.automaton)
        self.chunk = self._shoes_of(CHUNK_ROUNDS)
        self._offset = self._most()

    def shuffling_each_round(self) -> TwentyOneSimulator:
        """The same game from a fresh shoe for every round, as the exact odds are computed."""
        other = copy(self)
        usual = CARDS_A_BOX * (self.boxes + 1)
        other.house = self.house._replace(cut=0, ahead=self.house.burn + usual)
        other.chunk = CHUNK_ROUNDS
        return other

    def dealing(self, cards: Composition) -> TwentyOneSimulator:
        """The same game from a shoe of these cards, all of them in it for every round."""
        other = self.shuffling_each_round()
        other.cards, other.deck = cards, deck_of(cards, self.automaton)
        other.script_digest += ", from " + " ".join(map(str, cards.counts))
        return other

    def _shoes_of(self, rounds: int) -> int:
        """A fixed number of shoes with about that many rounds."""
        usual: int = max(1, self.house.cut // (CARDS_A_BOX * (self.boxes + 1)))
        return int(max(1, rounds // usual))

    def _most(self) -> int:
        """More than a box can win or lose in a round."""
        paths = self.automaton
        each = max(int(np.abs(paths.pay).max()), int(np.abs(paths.paid).max()), paths.unit)
        hands: int = paths.tables.hands_max or self.kernels.HANDS_MAX
        return hands * each + int(np.abs(paths.insurance).max()) + paths.unit

    def empty(self) -> Totals:
        return Totals(
            digest=self.automaton.tables.digest,
            script=self.script_digest,
            seed=self.seed,
            boxes=self.boxes,
            unit=self.automaton.unit,
            sides=tuple(SideTotals(bet.spot, bet.title, bet.unit) for bet in self.bets),
        )

    def shoe(self) -> ShoeBuffer:
        size = len(self.deck)
        gauge, stream = apart(8, np.int64), apart(1, np.uint64)
        view, swaps = apart(size + 1, np.uint16), apart(size, np.uint16)
        return ShoeBuffer(self.deck, apart(size, np.uint8), view, swaps, gauge, stream)

    def deal(self, first: int, shoes: int, rounds_max: int = SHOE_MAX, fixed: int = 0) -> Totals:
        """Shoes from number `first` on, until there are that many rounds.

        With `fixed`, sums over shoes are of the difference from that number of rounds.
        """
        kernels = self.kernels
        tally = self._tally(0)
        work = ShoeRange(self._seed, first, shoes, self.boxes, rounds_max, -1, fixed)
        kernels.deal(self.program, self.house, self.sides, None, self.shoe(), tally, work)
        sums = [int(one) for one in tally.sums]
        counts = tally.nets.reshape(len(self.automaton.side_bets.won), -1)
        whole = counts.sum(axis=0)
        together = self._together(tally.together)
        nets = {int(place) - self._offset: int(whole[place]) for place in np.flatnonzero(whole)}
        return self.empty()._replace(
            rounds=sums[kernels.ROUNDS],
            wagered=sums[kernels.WAGERED],
            voids=sums[kernels.VOIDS],
            shoes=sums[kernels.SHOES],
            squares=sum(net * net * count for net, count in together.items()),
            together=together,
            net=sums[kernels.NET],
            net_net=sums[kernels.NET_NET],
            net_rounds=sums[kernels.NET_ROUNDS],
            rounds_rounds=sums[kernels.ROUNDS_ROUNDS],
            nets=nets,
            sides=tuple(
                self._side(place, counts, tally.sides[place]) for place in range(len(self.bets))
            ),
        )

    def playing(self, automaton: HandAutomaton) -> TwentyOneSimulator:
        """The same table with another automaton of the same cards and bets."""
        other = copy(self)
        other.automaton = automaton
        other.program, other.house = loaded(automaton, self.boxes)
        other._offset = other._most()
        return other

    def cut_at(self, card: int) -> TwentyOneSimulator:
        """The same table with the cut card behind that many cards."""
        other = copy(self)
        usual = CARDS_A_BOX * (self.boxes + 1)
        other.house = self.house._replace(cut=card, ahead=card + usual)
        other.chunk = other._shoes_of(CHUNK_ROUNDS)
        return other

    def count(self, first: int, shoes: int, tables: CountTables) -> None:
        """Deal shoes from number `first` on, and add up what counts see in `tables.cells`."""
        work = ShoeRange(self._seed, first, shoes, self.boxes, SHOE_MAX, -1)
        self.kernels.deal(
            self.program, self.house, self.sides, tables, self.shoe(), self._tally(0), work
        )

    def joint(self, shoes: int) -> dict[tuple[int, ...], int]:
        """How often a box won each amount on its wager together with each result of its side bets,
        all in their own units; from the first shoes."""
        tally = self._tally(0)
        work = ShoeRange(self._seed, 1, shoes, self.boxes, SHOE_MAX, -1)
        self.kernels.deal(self.program, self.house, self.sides, None, self.shoe(), tally, work)
        counts = tally.nets.reshape(len(self.automaton.side_bets.won), -1)
        found: dict[tuple[int, ...], int] = {}
        for kind, place in zip(*np.nonzero(counts), strict=True):
            won = (int(place) - self._offset, *self.automaton.side_bets.won[kind].tolist())
            found[won] = found.get(won, 0) + int(counts[kind, place])
        return found

    def _together(self, counted: Ints) -> dict[int, int]:
        middle = len(counted) // 2
        return {int(net) - middle: int(counted[net]) for net in np.flatnonzero(counted)}

    def _side(self, place: int, by_class: Ints, sums: Ints) -> SideTotals:
        """The totals of one side bet."""
        bet, classes = self.bets[place], self.automaton.side_bets
        net, net_net, net_made, made_made, made = (int(one) for one in sums)
        nets: dict[int, int] = {}
        product = 0
        for kind in np.flatnonzero(classes.made[:, place]).tolist():
            counts, brought = by_class[kind], int(classes.won[kind, place])
            there = np.flatnonzero(counts)
            nets[brought] = nets.get(brought, 0) + int(counts.sum())
            product += brought * int(((there - self._offset) * counts[there]).sum())
        return SideTotals(
            bet.spot, bet.title, bet.unit, made, net, net_net, net_made, made_made, product,
            {amount: count for amount, count in sorted(nets.items()) if count},
        )  # fmt: skip

    def run(
        self,
        goal: Goal,
        executor: Executor,
        before: Totals | None = None,
        watch: Callable[[Totals], None] = lambda _: None,
    ) -> Totals:
        """Continue from the earlier counts until the goal is met."""
        totals = self.empty() if before is None else before
        if goal.rounds:
            rounds = goal.rounds
            return until_met(
                goal, totals, lambda: self._sums(totals, rounds, executor), _latest, watch
            )
        work = self._chunks(totals.shoes)
        return until_met(
            goal, totals, lambda: executor.map(lambda at: self.deal(*at), work), Totals.plus, watch
        )

    def compared(self, fixed: int, shoes: int, executor: Executor, tell: Tell = silent) -> Totals:
        """Shoes whose sums are of the difference from a fixed number of rounds."""
        boxes = f"{self.boxes} box{'es' * (self.boxes > 1)}"
        doing = f"dealing shoes to {boxes}{', with side bets' * bool(self.bets)}"
        size = max(1, min(self.chunk, shoes // CHUNKS))
        work = [(first, min(size, shoes + 1 - first)) for first in range(1, shoes + 1, size)]
        found = self.empty()
        for part in executor.map(lambda at: self.deal(*at, fixed=fixed), iter(work)):
            found = found.plus(part)
            tell(ProgressNotice(doing, found.shoes, shoes))
        return found

    def _chunks(self, done: int) -> Iterator[tuple[int, int]]:
        """First shoe and number of shoes of each chunk; chunks end at multiples of their size."""
        while True:
            end = (done // self.chunk + 1) * self.chunk
            yield done + 1, end - done
            done = end

    def _sums(self, known: Totals, rounds: int, executor: Executor) -> Iterator[Totals]:
        """All counts so far, after each piece of work, until there are that many rounds."""
        seen = known if known.shoes else self.deal(1, SAMPLE)

        def pieces() -> Iterator[tuple[int, int]]:
            """First shoe and number of shoes of each piece, almost to the end.

            Each is an equal share of what is left, by all that is known when it is taken, so that
            no worker waits long for another.
            """
            done = known.shoes
            shares = CHUNKS * -(-_shoes_before(rounds, known, seen) // (CHUNKS * self.chunk))
            for left in range(shares, 0, -1):
                latest = known if known.shoes > seen.shoes else seen
                size = (known.shoes + _shoes_before(rounds, known, latest) - done) // left
                if size > 0:
                    yield done + 1, size
                    done += size

        # Many workers take all pieces before the first result is known, and then more is left.
        while _shoes_before(rounds, known, seen) > self.chunk // CHUNKS:
            for part in executor.map(lambda at: self.deal(*at), pieces()):
                missing = rounds - known.rounds
                over = part.rounds >= missing
                last = self.deal(known.shoes + 1, part.shoes, missing) if over else part
                known = known.plus(last)
                yield known
            seen = known
        yield known.plus(self.deal(known.shoes + 1, SHOE_MAX, rounds - known.rounds))

    def rounds_of(self, shoe: int) -> Ints:
        """[round, 1 + boxes] of one shoe: where each round begins, and what every box won."""
        return self._shoe_of(shoe)[:, : 1 + self.boxes]

    def sides_of(self, shoe: int) -> list[list[dict[str, Fraction]]]:
        """[round, box] the results of the side bets that were made, by spot, in their stakes."""
        kinds = self._shoe_of(shoe)[:, 1 + self.boxes :].tolist()
        return [[self._brought(kind) for kind in round] for round in kinds]

    def _shoe_of(self, shoe: int) -> Ints:
        work = ShoeRange(self._seed, shoe, 1, self.boxes, SHOE_MAX, -1)
        return self.logged(self.shoe(), work)

    def _brought(self, kind: int) -> dict[str, Fraction]:
        won, made = (table[kind] for table in self.automaton.side_bets[2:4])
        return {
            bet.spot: Fraction(int(won[place]), bet.unit)
            for place, bet in enumerate(self.bets)
            if made[place]
        }

    def logged(self, cards: ShoeBuffer, work: ShoeRange) -> Ints:
        """[round] where it began in the shoe, what each box won, and the kinds of its side bets."""
        tally = self._tally(len(self.deck))
        self.kernels.deal(self.program, self.house, self.sides, None, cards, tally, work)
        log: Ints = tally.log[: tally.sums[self.kernels.ROUNDS]]
        return log

    def hands_of(self, first: int, shoes: int) -> tuple[Ints, Ints]:
        """Of shoes with a round each: where a round's hands stand and the bank's second card and
        first, and the hands, each with its box, how it ended, and which split made it."""
        # Pages of the log that no hand needs are never touched.
        hands = np.empty((shoes * self.boxes * self.kernels.HANDS_MAX, 3), np.int64)
        tally = self._tally(0)._replace(marks=np.zeros((shoes, 4), np.int64), hands=hands)
        work = ShoeRange(self._seed, first, shoes, self.boxes, SHOE_MAX, -1)
        self.kernels.deal(self.program, self.house, self.sides, None, self.shoe(), tally, work)
        marks: Ints = tally.marks[: tally.sums[self.kernels.ROUNDS]]
        return marks, hands

    def _tally(self, rounds: int) -> RoundCounts:
        log = np.zeros((rounds, 1 + 2 * self.boxes), np.int64)
        classes = len(self.automaton.side_bets.won)
        nets = apart(classes * (2 * self._offset + 1), np.int64)
        sides = apart((len(self.bets), 5), np.int64)
        marks, hands = np.zeros((0, 4), np.int64), np.zeros((0, 3), np.int64)
        together = apart(2 * self.boxes * self._offset + 1, np.int64)
        return RoundCounts(nets, apart(16, np.int64), sides, log, marks, together, hands)


def _shoes_before(rounds: int, known: Totals, seen: Totals) -> int:
    """How many shoes after the known ones are almost certain to end before that many rounds, given
    the rounds of the shoes that were seen."""
    each = max(1, seen.rounds) / seen.shoes
    variance = seen.rounds_rounds / seen.shoes - each**2
    shoes = (rounds - known.rounds) / each
    error = math.sqrt(max(0.0, variance * (shoes + shoes**2 / seen.shoes))) / each
    return max(0, math.ceil(shoes - ERRORS * error) - 1)


def _latest(_: Totals, found: Totals) -> Totals:
    return found
