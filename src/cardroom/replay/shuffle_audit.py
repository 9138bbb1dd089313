"""Whether the recorded shuffles of a journal were committed before the bets, and look random.

Every shoe is checked against its root as the journal is folded. What no single shoe can show is a
house that shuffles many times and deals the order it likes best. Two tests look for it over all
shoes: which ranks came first, and what the bank won compared with what it would have won, had the
same cards come in random orders. Such a house knows how its players play, so both are played as
the players of the table played.
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
from cardroom.fairness import contribution
from cardroom.fairness.document import Squarer
from cardroom.play.round import Refusal, Round
from cardroom.replay.habits import Habits, PlayerDecision, decision
from cardroom.replay.rounds import Answers, Supply, at_seed, next_input
from cardroom.store import Entry
from cardroom.table.commands import Play
from cardroom.table.journal import TableStep, fold
from cardroom.table.shoe import Shoe

FIRST_CARDS: Final = 8
"""Cards after a shuffle whose ranks are counted: those that a house would choose."""
SHUFFLES_MIN: Final = 65
"""Fewer shuffles leave a rank with an expectation below five."""
ROUNDS_MIN: Final = 12
"""Fewer rounds convict nobody, whatever their results are."""
ROUNDS_MAX: Final = 400
REDEALS: Final = 40
LEVEL: Final = 0.001
"""A fair house fails an audit once in a thousand times, however many tables are audited."""

Below = Callable[[int], int]


class Withheld(msgspec.Struct, frozen=True):
    """A contribution that was not opened, and the value that the house says it has."""

    shoe: int
    player: str
    modulus: str
    squarings: int
    value: str


class TableShuffles(msgspec.Struct, frozen=True):
    """What the journal of a table has about its shuffles."""

    table: str
    orders: tuple[tuple[Card, ...], ...] = ()
    """Full shoes in the order in which they were dealt."""
    mixed: int = 0
    """Shuffles that players contributed to."""
    easy: int = 0
    """Of these, shuffles whose contributions the house could compute before the list was closed."""
    withheld: tuple[Withheld, ...] = ()
    """Contributions that the house had to find by squaring."""
    late: tuple[int, ...] = ()
    """Shoes that were shuffled when bets had been made on them."""
    rounds: tuple[tuple[Round, tuple[Card, ...]], ...] = ()
    """Rounds that began with no card dealt, and the cards that lay in the shoe then."""
    decisions: tuple[PlayerDecision, ...] = ()
    """What was decided in these rounds."""


class TableVerdict(msgspec.Struct, frozen=True):
    table: str
    shuffles: int
    mixed: int
    easy: int
    withheld: int
    late: tuple[int, ...]
    findings: tuple[RngFinding, ...]


def read(table: str, entries: Iterable[Entry]) -> TableShuffles:
    orders: list[tuple[Card, ...]] = []
    rounds: list[tuple[Round, tuple[Card, ...]]] = []
    late: list[int] = []
    decisions: list[PlayerDecision] = []
    withheld: list[Withheld] = []
    mixed = easy = 0
    for step in fold(entries):
        for event in step.record.events:
            if isinstance(event, ShoeLoaded) and event.how == "full":
                if step.after.shoe.order:
                    orders.append(step.after.shoe.order)
                late += [event.shoe] * _bet_before(step)
                mixed += bool(event.opened)
                shoe = step.after.shoe
                easy += bool(event.opened) and shoe.squarings < contribution.SQUARINGS
                withheld += _withheld(shoe)
        began = _began(step)
        if began is not None:
            rounds.append(began)
        decisions += _decided(step, len(rounds) - 1)
    return TableShuffles(
        table,
        tuple(orders),
        mixed,
        easy,
        tuple(withheld),
        tuple(late),
        tuple(rounds),
        tuple(decisions),
    )


def _withheld(shoe: Shoe) -> Iterator[Withheld]:
    for by, opened in zip(shoe.contributors, shoe.opened, strict=True):
        if not opened.prime:
            yield Withheld(shoe.number, by.player, by.modulus, shoe.squarings, opened.value)


def _bet_before(step: TableStep) -> bool:
    return step.before is not None and bool(step.before.bets or step.before.bank)


def _began(step: TableStep) -> tuple[Round, tuple[Card, ...]] | None:
    """A round at its first card, if this step began one at a table with a known order."""
    before, round = step.before, step.after.round
    if before is None or before.round is not None or round is None or round.origin is None:
        return None
    shoe = before.shoe
    return (round.origin, shoe.order[shoe.dealt :]) if shoe.order else None


def _decided(step: TableStep, number: int) -> Iterator[PlayerDecision]:
    command, round = step.record.command, None if step.before is None else step.before.round
    if round is not None and isinstance(command, Play):
        decided = decision(number, round, command.input)
        if decided is not None:
            yield decided


def judge(found: TableShuffles, below: Below) -> TableVerdict:
    """The tests of one table; `below(n)` is an unbiased draw for the orders compared with."""
    findings = [*_first_cards(found), *_results(found, below)]
    return TableVerdict(
        found.table,
        len(found.orders),
        found.mixed,
        found.easy,
        len(found.withheld),
        found.late,
        tuple(findings),
    )


def contribution_faults(found: TableShuffles, square: Squarer | None) -> Iterator[str]:
    """Contributions that were easy to predict, or that the house made up.

    Where a contribution was not opened, only `square` can tell; without it, it is taken as given.
    """
    if found.easy:
        yield (
            f"table {found.table}: in {found.easy} of {found.mixed} mixed shuffles the house could"
            " compute every contribution before it closed the list"
        )
    for each in found.withheld if square is not None else ():
        assert square is not None
        if square(int(each.modulus, 16), each.squarings).hex() != each.value:
            yield (
                f"table {found.table}: shoe {each.shoe} was mixed with another contribution of"
                f" {each.player} than the one committed to"
            )


def late_faults(found: TableShuffles) -> Iterator[str]:
    """Cards that the house could still choose when it knew who had bet how much."""
    if found.late:
        shoes = ", ".join(map(str, found.late))
        yield (
            f"table {found.table}: {'shoe' if len(found.late) == 1 else 'shoes'} {shoes}: shuffled"
            " after the first bet"
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

    The recorded order and the others are played the same way: as the players of the table played
    in its other rounds. So only how the cards fell makes a difference. Results are compared by
    rank, because a jackpot is worth more than all that a fair house wins in a year.
    """
    habits = Habits(found.decisions)
    rounds = [each for each in enumerate(found.rounds) if not each[1][0].rules.deals_to_seats]
    rounds = rounds[:: max(1, len(rounds) // ROUNDS_MAX)]
    excess = variance = 0.0
    counted = 0
    for number, (start, cards) in rounds:
        answers = habits.without(number)
        orders = [cards, *(shuffled(cards, below) for _ in range(REDEALS))]
        results = [bank_result(start, order, below, answers) for order in orders]
        known = [each for each in results if each is not None]
        if results[0] is None or len(known) < 2:
            continue
        ranks = ranks_around_zero(known)
        excess += ranks[0]
        variance += sum(rank * rank for rank in ranks) / len(ranks)
        counted += 1
    if variance and counted >= ROUNDS_MIN:
        subject = Subject("what the bank won", f"table {found.table}", counted)
        yield normal(subject, excess / math.sqrt(variance))


def ranks_around_zero(results: Sequence[int]) -> list[float]:
    """Where each lies among all, around zero. If chance alone chose the first one, its rank is any
    of these with the same probability."""
    size, times = len(results), Counter(results)
    middle, below = {}, 0
    for result in sorted(times):
        middle[result] = below + (times[result] - size) / 2
        below += times[result]
    return [middle[result] for result in results]


def bank_result(
    start: Round, cards: tuple[Card, ...], below: Below, answers: Answers
) -> int | None:
    """What the bank wins with these cards, in cents; None if the shoe runs out."""
    supply = Supply(
        iter(cards), lambda n: tuple(1 + below(6) for _ in range(n)), at_seed(start.rules)
    )
    round = start
    while not round.over:
        try:
            entry = next_input(round, supply, answers)
        except StopIteration:
            return None
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), f"{entry}: {applied}"
        round, _ = applied
    return -sum(settled.net for settled in round.settled)
