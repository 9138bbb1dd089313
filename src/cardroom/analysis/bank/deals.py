"""Dealing against a bank: each family's rounds as claims in the order they are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from cardroom import model
from cardroom.analysis.bank.seats import Line, Seats, orders
from cardroom.analysis.families import NotComputed
from cardroom.analysis.kernels.pai_gow_tables import Row
from cardroom.analysis.pai_gow.hands import HANDS, seven_card_counts
from cardroom.analysis.pai_gow.rounds import fortune_pays
from cardroom.analysis.pai_gow.way_tables import WayTables, way_tables
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card.ante import policies_of
from cardroom.analysis.twentyone.odds import insurance
from cardroom.analysis.twentyone.simulator.automaton import Ints
from cardroom.analysis.twentyone.simulator.policy import ByCards
from cardroom.analysis.twentyone.simulator.simulate import Simulator
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.cards import CARDS
from cardroom.games.pai_gow.options import ENVY_STAKE, SEATS
from cardroom.games.pai_gow.state import faced, seat_of
from cardroom.games.three_card.resolution import Standing, forfeited, owed_on
from cardroom.games.twentyone.engine.bank import action_box
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.hands.house_way import way_named
from cardroom.hands.pai_gow import Face
from cardroom.money import Ratio, owed
from cardroom.rules.policies import PaiGow
from cardroom.rules.steps import Settle

DICE: Final = 6**3
FACES: Final = (Face.PLAYER, Face.BANK, Face.COPY)
"""As the kernel counts them."""
SPOTS: Final = ("ante", "play", "bonus")
PAI_GOW_SPOTS: Final = ("main", "fortune", "envy")
EVERY_VERB: Final = ("double", "split")
"""What a bet behind a box may follow."""


class Claims(NamedTuple):
    starts: Ints
    """[round + 1] where its claims begin."""
    rows: Ints
    """[claim] step of the settlement, box, code."""


class Deals(Protocol):
    """A table of a posted game; rounds are functions of a seed and their number."""

    lines: tuple[Line, ...]
    money: Ints
    """[stake, win, lose; line; code] in cents."""
    play: str
    means: tuple[Fraction | None, ...]
    """[line] what a round brings against an ample bank, in cents, where it is known exactly."""

    def deal(self, first: int, rounds: int) -> Claims: ...


def dealing(seats: Seats, seed: int) -> Deals:
    families: dict[str, Callable[[Seats, int], Deals]] = {
        "twentyone": TwentyOneDeals,
        "three-card": ThreeCardDeals,
        "pai-gow": PaiGowDeals,
    }
    family = seats.rules.family
    if family not in families:
        raise NotComputed(f"{seats.rules.title} has no bank that covers wagers")
    return families[family](seats, seed)


def lines_by(lines: Sequence[Line], boxes: int, spots: Sequence[str]) -> Ints:
    """[box, spot] the line, or -1."""
    found = np.full((boxes, len(spots)), -1, np.int64)
    for place, line in enumerate(lines):
        found[line.box, spots.index(line.spot)] = place
    return found


def _kernels() -> Any:
    from cardroom.analysis.kernels import banked  # noqa: PLC0415 - imports numba

    return banked


class TwentyOneDeals:
    """Games of 21: a fresh shoe for every round, perfect play for the cards of the hand."""

    def __init__(self, seats: Seats, seed: int, solution: exact.Solution | None = None) -> None:
        self.seats = seats
        rules = seats.rules
        tables = model.compile(rules)
        self.solution = solution or exact.solve(tables)
        self.script = ByCards(tables, self.solution.strategy)
        whole = Simulator(rules, tables, self.script, seed, len(seats.wagers))
        self.simulator = whole.shuffling_each_round()
        paths = self.simulator.automaton
        if paths.paid.any() or paths.insurance_stake:
            raise NotComputed("some bets are settled before the bank's hand is known")
        self.play = "perfect play for the cards of the hand"
        self.lines = self._lines()
        self.table = self._table()
        self.money = np.zeros((3, len(self.lines), paths.pay.size), np.int64)
        for place, line in enumerate(self.lines):
            insured = line.spot == "insurance"
            self.money[:, place] = self._insurance(line) if insured else self._hands(line)
        self.means = tuple(self._mean(place) for place in range(len(self.lines)))

    def _lines(self) -> tuple[Line, ...]:
        """Wagers, insurance, then bets behind: each box's own come first."""
        seats, found = self.seats, []
        for box, bets in enumerate(seats.wagers):
            found.append(Line(box, box, seats.main, bets[seats.main]))
            if box in seats.insured:
                chip = seats.limits.chip
                found.append(Line(box, box, "insurance", bets[seats.main] // 2 // chip * chip))
        for place, bet in enumerate(seats.behind):
            found.append(Line(len(seats.wagers) + place, bet.box, seats.main, bet.stake))
        return tuple(found)

    def _table(self) -> Any:
        seats, rules, paths = self.seats, self.seats.rules, self.simulator.automaton
        boxes = range(len(seats.wagers))
        at = {(line.owner, line.spot): place for place, line in enumerate(self.lines)}
        behind = [
            [(len(boxes) + n, bet) for n, bet in enumerate(seats.behind) if bet.box == box]
            for box in boxes
        ]
        rest = [each for some in behind for each in some]
        cards = [CARDS[card] for card in self._samples().tolist()]
        insured = paths.tables.insured
        return _kernels().Table(
            np.array([at[box, seats.main] for box in boxes], np.int64),
            np.array([at.get((box, "insurance"), -1) for box in boxes], np.int64),
            np.cumsum([0, *map(len, behind)]).astype(np.int64),
            np.array([at[owner, seats.main] for owner, _ in rest], np.int64),
            np.array(["split" in bet.follows for _, bet in rest], np.int64),
            np.array([action_box(rules, boxes, card) for card in cards], np.int64),
            orders(seats),
            np.array([paths.tables.ups.cls[card.rank] == insured for card in cards], np.uint8),
        )

    def _samples(self) -> Ints:
        """[code] one of its cards."""
        paths, cards = self.simulator.automaton, [card.index for card in self.seats.rules.deck]
        found = np.zeros(len(paths.up), np.int64)
        found[paths.codes[cards]] = cards
        return found

    @cached_property
    def _ranks(self) -> Ints:
        """[code] the rank of its cards."""
        found: Ints = self.simulator.automaton.tables.cards.rank[self._samples()]
        return found

    def _follows(self, line: Line) -> Sequence[str]:
        boxes = len(self.seats.wagers)
        return EVERY_VERB if line.owner < boxes else self.seats.behind[line.owner - boxes].follows

    def _hands(self, line: Line) -> Ints:
        """[stake, win, lose; code] each wager on a hand is paid and rounded by itself, as in play;
        who does not follow a double keeps one wager."""
        paths, rounding = self.simulator.automaton, policies(self.seats.rules).rounding
        found = np.zeros((3, paths.pay.size), np.int64)
        for end, (wagers, row) in enumerate(zip(paths.wagers.tolist(), paths.pay, strict=True)):
            made = wagers if "double" in self._follows(line) else 1
            for column, units in enumerate(row.tolist()):
                share = Fraction(units, paths.unit * wagers)
                net = made * owed(line.stake, Ratio(share.numerator, share.denominator), rounding)
                found[:, end * len(row) + column] = line.stake * made, max(net, 0), max(-net, 0)
        return found

    def _insurance(self, line: Line) -> Ints:
        """[stake, win, lose; code] it hangs on the bank's hand alone: the code's column."""
        own, paths = policies(self.seats.rules), self.simulator.automaton
        assert own.insurance is not None
        wins = own.rounding.winnings(line.stake, own.insurance.odds)
        natural = paths.tables.pays.natural_class
        one = [np.full(len(natural), line.stake), natural * wins, (1 - natural) * line.stake]
        return np.tile(np.array(one, np.int64), len(paths.pay))

    def _mean(self, place: int) -> Fraction | None:
        """Of who plays or follows everything the exact odds hold, if no payment is rounded."""
        line, paths = self.lines[place], self.simulator.automaton
        if line.spot == "insurance":
            return self._insurance_mean(line)
        exactly = (paths.pay.ravel() * line.stake / paths.unit).tolist()
        if (self.money[1, place] - self.money[2, place]).tolist() != exactly:
            return None
        whole = set(self._follows(line)) == set(EVERY_VERB)
        return Fraction(self.solution.value) * line.stake if whole else None

    def _insurance_mean(self, line: Line) -> Fraction:
        """Taken whenever it is offered, whatever the hand."""
        tables = self.simulator.automaton.tables
        (odds,) = insurance(tables)
        cards, up = full_shoe(tables), int(tables.ups.rank[tables.insured])
        assert odds.exact is not None
        return Fraction(cards[up], sum(cards)) * -odds.exact * line.stake

    def deal(self, first: int, rounds: int) -> Claims:
        marks, hands = self.simulator.hands_of(first, rounds)
        starts = np.zeros(len(marks) + 1, np.int64)
        written = int(marks[-1, 1]) if len(marks) else 0
        most = written * (2 + len(self.seats.behind))
        rows = np.empty((most, 3), np.int64)
        _kernels().from_hands(marks, hands, self.table, starts, rows)
        return Claims(starts, rows)

    def openings(self, first: int, rounds: int) -> Ints:
        """[round, 2] of the first box: the number of its pair among those that may be split, -1 for
        none, and the class of the up card."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        simulator, paths, boxes = self.simulator, self.simulator.automaton, len(self.seats.wagers)
        assert not paths.course.burn_each
        burn, seed = paths.course.burn, np.uint64(simulator.seed)
        dealt = np.empty((rounds, burn + 2 * boxes + 1), np.uint8)
        deals.deal(seed, np.uint64(first), simulator.deck, dealt)
        pairs = {pair.rank: place for place, pair in enumerate(self.solution.plan.pairs)}
        place_of = np.array([pairs.get(rank, -1) for rank in self._ranks], np.int64)
        own, up, other = dealt[:, burn], dealt[:, burn + boxes], dealt[:, burn + boxes + 1]
        same = self._ranks[own] == self._ranks[other]
        return np.stack([np.where(same, place_of[own], -1), paths.up[up]], axis=1)


class ThreeCardDeals:
    """Three Card Poker: every hand from the lowest that plays on plays."""

    def __init__(self, seats: Seats, seed: int) -> None:
        rules, kernels = seats.rules, _kernels()
        self.seats, self.seed = seats, np.uint64(seed)
        own, decks = policies_of(rules), rules.deck.packs
        values = three_card_odds.values()
        self.deck = np.array([card.index for card in rules.deck], np.uint8)
        self.lines = tuple(
            Line(box, box, spot, bets["ante" if spot == "play" else spot])
            for box, bets in enumerate(seats.wagers)
            for spot in SPOTS
            if spot != "bonus" or spot in bets
        )
        bets = lines_by(self.lines, len(seats.wagers), SPOTS)
        steps = [step for step in rules.procedure if isinstance(step, Settle)]
        settled = [[spot in step.spots for spot in SPOTS] for step in steps]
        self.table = kernels.Threes(
            three_card_odds.places(),
            three_card_odds.standings(),
            three_card_odds.play_table(own, decks),
            np.array([three_card_odds.bonus_row(value) for value in values], np.uint8),
            bets,
            np.ascontiguousarray(np.arange(len(bets), dtype=np.int64)[::-1]),
            np.ascontiguousarray(orders(seats)[0]),
            np.array(settled, np.int64),
        )
        self.play = "every hand from the lowest that plays on plays, the others fold"
        self.money = np.zeros((3, len(self.lines), kernels.ROWS * kernels.STANDS), np.int64)
        for place, row, stands in np.ndindex(len(self.lines), kernels.ROWS, kernels.STANDS):
            code = row * kernels.STANDS + stands
            self.money[:, place, code] = self._claim(self.lines[place], row, stands)
        self.means: tuple[Fraction | None, ...] = tuple(map(self._mean, self.lines))

    def _claim(self, line: Line, row: int, stands: int) -> tuple[int, int, int]:
        if stands == _kernels().FOLDED:
            found = forfeited(line.spot, line.stake)
        else:
            value = three_card_odds.first_of(three_card_odds.BonusRow(row))
            policies = policies_of(self.seats.rules)
            found = owed_on(line.spot, policies, value, Standing(stands), line.stake)
        return line.stake, found.win, found.lose

    def _mean(self, line: Line) -> Fraction:
        own, decks = policies_of(self.seats.rules), self.seats.rules.deck.packs
        total = Fraction(0)
        for ending, chance in three_card_odds.ante_play(own, decks).endings.items():
            row = three_card_odds.bonus_row(ending.value)
            stands = _kernels().FOLDED if ending.stands is None else ending.stands
            # The play wager of a hand that folds was never made.
            if ending.stands is not None or line.spot != "play":
                _, win, lose = self._claim(line, row, stands)
                total += chance * (win - lose)
        return total

    def deal(self, first: int, rounds: int) -> Claims:
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        dealt = np.empty((rounds, 3 * (len(self.seats.wagers) + 1)), np.uint8)
        deals.deal(self.seed, np.uint64(first), self.deck, dealt)
        starts = np.zeros(rounds + 1, np.int64)
        rows = np.empty((rounds * len(self.seats.wagers) * 3, 3), np.int64)
        _kernels().from_threes(dealt, self.table, starts, rows)
        return Claims(starts, rows)


class PaiGowDeals:
    """Pai gow poker with its Fortune bets and envy, everybody's hand set the house way."""

    def __init__(self, seats: Seats, seed: int) -> None:
        rules = seats.rules
        assert isinstance(rules.policies, PaiGow)
        self.seats, self.way = seats, way_named(rules.policies.way)
        self.seed, self.boxes = seed, len(seats.wagers)
        self.orders = orders(seats)
        self.deck = np.arange(53, dtype=np.uint8)
        self.play = f"everybody sets by the house way of {self.way.title}"
        self.lines = tuple(line for box in range(self.boxes) for line in self._lines(box))
        self.bets = lines_by(self.lines, self.boxes, PAI_GOW_SPOTS)
        self.money = np.zeros((3, len(self.lines), max(9, 2 * len(Row))), np.int64)
        for place, line in enumerate(self.lines):
            for code, claim in enumerate(self._claims(line)):
                self.money[:, place, code] = line.stake, *claim
        self.means = tuple(map(self._mean, self.lines))
        self.first = self._first()

    def _lines(self, box: int) -> Iterator[Line]:
        for spot, stake in self.seats.wagers[box].items():
            yield Line(box, box, spot, stake)
        if self.seats.wagers[box].get("fortune", 0) >= ENVY_STAKE:
            yield Line(box, box, "envy", 0)

    def _claims(self, line: Line) -> list[tuple[int, int]]:
        """[code] win and lose."""
        if line.spot == self.seats.main:
            assert isinstance(self.seats.rules.policies, PaiGow)
            rounding = self.seats.rules.policies.rounding
            results = [faced(FACES[code // 3], FACES[code % 3]) for code in range(9)]
            nets = [owed(line.stake, result.original, rounding) for result in results]
        else:
            fortune, envy = fortune_pays(self.seats.rules, line.stake)
            nets = (envy if line.spot == "envy" else fortune).ravel().tolist()
        return [(max(net, 0), max(-net, 0)) for net in nets]

    def _mean(self, line: Line) -> Fraction | None:
        """Fortune and envy look at a hand's seven cards alone, and those are counted."""
        if line.spot == self.seats.main:
            return None
        hands = [seven_card_counts().by_row[row][jokers] for jokers in (0, 1) for row in Row]
        total = sum(
            n * (win - lose) for n, (win, lose) in zip(hands, self._claims(line), strict=True)
        )
        return Fraction(total, HANDS) * (self.boxes - 1 if line.spot == "envy" else 1)

    @cached_property
    def tables(self) -> WayTables:
        """What the way does with every class of hands; built when it is first asked."""
        return way_tables(self.way)

    def _first(self) -> Ints:
        """[throw of three dice] the box that is settled first: the seat of the dice, or the next
        one with a wager; the bank sits behind the last seat."""
        found = []
        for throw in range(DICE):
            total = 3 + sum(throw // 6**die % 6 for die in range(3))
            seat = seat_of(SEATS, total) - 1
            found.append(seat if seat < self.boxes else 0)
        return np.array(found, np.int64)

    def throws(self, first: int, rounds: int) -> Ints:
        """Three dice as one number; from a stream of their own."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        thrown = np.empty((rounds, 1), np.uint8)
        every = np.arange(DICE, dtype=np.uint8)
        deals.deal(np.uint64(self.seed ^ (1 << 63)), np.uint64(first), every, thrown)
        return thrown[:, 0].astype(np.int64)

    def hands(self, first: int, rounds: int) -> Any:
        """[round, 7 * (boxes + 1)] the cards of every box and the bank, each seven in order."""
        from cardroom.analysis.kernels import deals  # noqa: PLC0415 - imports numba

        dealt = np.empty((rounds, 7 * (self.boxes + 1)), np.uint8)
        deals.deal(np.uint64(self.seed), np.uint64(first), self.deck, dealt)
        return np.ascontiguousarray(np.sort(dealt.reshape(-1, 7), axis=1).reshape(dealt.shape))

    def deal(self, first: int, rounds: int) -> Claims:
        starts = np.zeros(rounds + 1, np.int64)
        claims = self.boxes * (1 + 1 + self.boxes)
        rows = np.empty((rounds * claims, 3), np.int64)
        action = self.first[self.throws(first, rounds)]
        hands, worths = self.hands(first, rounds), self.tables.worths
        _kernels().from_sevens(hands, worths, action, self.orders, self.bets, starts, rows)
        return Claims(starts, rows)
