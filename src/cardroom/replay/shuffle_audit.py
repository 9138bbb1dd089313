"""Whether the recorded shuffles of a journal were fixed before the bets, and look random.

Every shoe is checked against its root as the journal is folded. What no single shoe can show is a
house that shuffles many times and deals the order it likes best. Two tests look for it over all
shoes: which ranks came first, and what the bank won compared with what it would have won, had the
same cards come in random orders.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from cardroom import games
from cardroom.analysis.rng.finding import RngFinding, Subject, chi_square, normal
from cardroom.cards import Card, shuffled
from cardroom.events.shuffle import ShoeLoaded
from cardroom.play.inputs import Lapse
from cardroom.play.round import Ask, Refusal, Round
from cardroom.replay.rounds import Supply, at_seed, next_input
from cardroom.store import Entry
from cardroom.table.journal import TableStep, fold

FIRST_CARDS: Final = 8
"""Cards after a shuffle whose ranks are counted: those that a house would choose."""
SHUFFLES_MIN: Final = 65
"""Fewer shuffles leave a rank with an expectation below five."""
ROUNDS_MAX: Final = 400
REDEALS: Final = 40
LEVEL: Final = 0.001
"""A fair house fails an audit once in a thousand times, however many tables are audited."""

Below = Callable[[int], int]


class TableShuffles(msgspec.Struct, frozen=True):
    """What the journal of a table has about its shuffles."""

    table: str
    orders: tuple[tuple[Card, ...], ...] = ()
    """Full shoes in the order in which they were dealt."""
    mixed: int = 0
    """Shuffles that players contributed to."""
    withheld: int = 0
    """Contributions that the house had to find by squaring."""
    late: tuple[int, ...] = ()
    """Shoes that were shuffled when bets had been made on them."""
    rounds: tuple[tuple[Round, tuple[Card, ...]], ...] = ()
    """Rounds that began with no card dealt, and the cards that lay in the shoe then."""


class TableVerdict(msgspec.Struct, frozen=True):
    table: str
    shuffles: int
    mixed: int
    withheld: int
    late: tuple[int, ...]
    findings: tuple[RngFinding, ...]


def read(table: str, entries: Iterable[Entry]) -> TableShuffles:
    orders: list[tuple[Card, ...]] = []
    rounds: list[tuple[Round, tuple[Card, ...]]] = []
    late: list[int] = []
    mixed = withheld = 0
    for step in fold(entries):
        for event in step.record.events:
            if isinstance(event, ShoeLoaded) and event.how == "full":
                if step.after.shoe.order:
                    orders.append(step.after.shoe.order)
                late += [event.shoe] * _bet_before(step)
                mixed += bool(event.opened)
                withheld += sum(not each.prime for each in event.opened)
        began = _began(step)
        if began is not None:
            rounds.append(began)
    return TableShuffles(table, tuple(orders), mixed, withheld, tuple(late), tuple(rounds))


def _bet_before(step: TableStep) -> bool:
    return step.before is not None and bool(step.before.bets or step.before.bank)


def _began(step: TableStep) -> tuple[Round, tuple[Card, ...]] | None:
    """A round at its first card, if this step began one at a table with a known order."""
    before, round = step.before, step.after.round
    if before is None or before.round is not None or round is None or round.origin is None:
        return None
    shoe = before.shoe
    return (round.origin, shoe.order[shoe.dealt :]) if shoe.order else None


def judge(found: TableShuffles, below: Below) -> TableVerdict:
    """The tests of one table; `below(n)` is an unbiased draw for the orders compared with."""
    findings = [*_first_cards(found), *_results(found, below)]
    return TableVerdict(
        found.table, len(found.orders), found.mixed, found.withheld, found.late, tuple(findings)
    )


def suspicious(verdicts: Sequence[TableVerdict]) -> list[tuple[str, RngFinding]]:
    """Findings beyond chance, given how many tests were made."""
    tests = sum(len(each.findings) for each in verdicts)
    return [
        (each.table, finding)
        for each in verdicts
        for finding in each.findings
        if finding.p < LEVEL / tests
    ]


def _first_cards(found: TableShuffles) -> Iterator[RngFinding]:
    orders = found.orders
    sizes = Counter(map(len, orders))
    orders = tuple(order for order in orders if len(order) == sizes.most_common(1)[0][0])
    if len(orders) < SHUFFLES_MIN:
        return
    deck = Counter(card.text[0] for card in orders[0])
    size, statistic, places = len(orders[0]), 0.0, min(FIRST_CARDS, len(orders[0]))
    common = [rank for rank, many in deck.items() if many * len(orders) >= 5 * size]
    for place in range(places):
        seen = Counter(order[place].text[0] for order in orders)
        for rank in common:
            expected = deck[rank] * len(orders) / size
            statistic += (seen[rank] - expected) ** 2 / expected
    subject = Subject("ranks of the first cards", f"table {found.table}", len(orders))
    yield chi_square(subject, statistic, places * (len(common) - 1))


def _results(found: TableShuffles, below: Below) -> Iterator[RngFinding]:
    """What the bank won, against random orders of the cards that lay in the shoe.

    Every box lets its time run out, in the recorded order as in the others: what players decided
    does not matter, only how the cards fell.
    """
    rounds = [each for each in found.rounds if not each[0].rules.deals_to_seats]
    rounds = rounds[:: max(1, len(rounds) // ROUNDS_MAX)]
    excess = variance = 0.0
    counted = 0
    for start, cards in rounds:
        won = bank_result(start, cards, below)
        other = [bank_result(start, shuffled(cards, below), below) for _ in range(REDEALS)]
        known = [each for each in other if each is not None]
        if won is None or len(known) < 2:
            continue
        mean = sum(known) / len(known)
        spread = sum((each - mean) ** 2 for each in known) / (len(known) - 1)
        excess += won - mean
        variance += spread * (1 + 1 / len(known))
        counted += 1
    if variance:
        subject = Subject("what the bank won", f"table {found.table}", counted)
        yield normal(subject, excess / math.sqrt(variance))


def bank_result(start: Round, cards: tuple[Card, ...], below: Below) -> int | None:
    """What the bank wins with these cards, in cents; None if the shoe runs out."""
    supply = Supply(
        iter(cards), lambda n: tuple(1 + below(6) for _ in range(n)), at_seed(start.rules)
    )
    round = start
    while not round.over:
        try:
            entry = next_input(round, supply, _lapse)
        except StopIteration:
            return None
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), f"{entry}: {applied}"
        round, _ = applied
    return -sum(settled.net for settled in round.settled)


def _lapse(round: Round, ask: Ask) -> Lapse:
    del round
    return Lapse(ask.box)
