"""Side bets that a house posts from its own files: what a game has to say about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from cardroom.cards import CARDS, Deck
from cardroom.games.side_bets.bets import Options, declared_bets
from cardroom.games.side_bets.conditions import (
    CompiledCondition,
    Condition,
    facts_in,
    parts_of,
)
from cardroom.games.side_bets.facts import HandPart, Makes
from cardroom.games.side_bets.files import Declared, SideBetFile
from cardroom.games.side_bets.option import SideBets, declared
from cardroom.games.side_bets.words import describe
from cardroom.hands.points import PointRule
from cardroom.rules.banking import SettlementOrder
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import OptionFaults
from cardroom.rules.paytable import Share
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import CARD_LOOKS, Settled, SideBet, deals

TRIED_MAX: Final = 500_000
"""Facts that are tried on cards, for all bets together: half a second. Rows are checked for being
possible only where this is enough; `cardroom check` counts exactly."""


class Support(NamedTuple):
    """What a game can do with a bet."""

    settled: Mapping[Settled, Collection[HandPart]]
    """When it can settle one, and what everybody has seen by then."""
    lacks: tuple[str, ...] = ()
    """Settings of a file that it does not know."""
    orders: tuple[SettlementOrder, ...] = ()
    """In which order it can settle one; none where it has an order of its own for all bets."""
    names: tuple[str, ...] = ()
    """Wagers that it knows by name, whether they are posted or not."""


WHOLE_METER: Final = Share(100)
PLAIN: Final = SideBetFile("", "", ())


def custom_bets(
    rules: Ruleset, points: PointRule, parts: Collection[HandPart], support: Support
) -> tuple[SideBet, ...]:
    """The house's own bets at a game; `OptionFaults` says why one cannot be posted there.

    `parts` are the cards and hands that the game deals, `support` what else it can do with a bet.
    """
    found: list[SideBet] = []
    faults: list[str] = []
    posted = declared(rules.options.get("side_bets"))
    others = SideBets().read([each for each in posted if each.file.meter is None])
    off = (("side_bets", str(others or "none")),)
    options = Options(points, chip=rules.limits.chip, author="house", off=off)
    for each in posted:
        wrong = list(_faults(each, rules, parts, support))
        faults += wrong
        if not wrong:
            found += declared_bets(each, options)
    faults += [
        f"side_bets: {bet.name}: {rules.title} has its own use for that name; choose another"
        for bet in found
        if bet.name in support.names and rules.spot(bet.name) is None
    ]
    names = [*(spot.name for spot in rules.spots), *(bet.name for bet in found)]
    faults += [
        f"side_bets: {bet.name}: {rules.title} has a spot of that name already; choose another"
        for bet in found
        if names.count(bet.name) > 1
    ]
    meters = [bet.title for bet in (*rules.side_bets, *found) if bet.meter is not None]
    if len(meters) > 1:
        faults.append(f"side_bets: a table is on one meter; {' and '.join(meters)} are on two")
    left = TRIED_MAX
    for bet in found:
        if wins_the_meter_always(bet, rules.deck):
            faults.append(f"side_bets: {bet.name}: {ALWAYS_WON}")
        if (tries := tried(bet)) is None or tries > left:
            continue
        left -= tries
        faults += [f"side_bets: {bet.name}, row {row!r}: {says}" for row, says in unpaid_rows(bet)]
    if faults:
        raise OptionFaults(tuple(faults))
    return tuple(found)


def _faults(
    each: Declared, rules: Ruleset, parts: Collection[HandPart], support: Support
) -> Iterator[str]:
    file = each.file
    for name in support.lacks:
        if getattr(file, name) != getattr(PLAIN, name):
            yield f"side_bets: {file.name}: {rules.title} has no side bets with {name!r}"
    if file.version:
        yield f"side_bets: {file.name}: a house's own bet has no [version]; write one file for each"
        return
    if file.pays and not file.pay_table:
        known = ", ".join(file.pays)
        yield f"side_bets: {file.name}: say which pay table is posted: pay_table = one of {known}"
    yield from _settlement_faults(each, rules, support)
    if file.envy is not None:
        yield f"side_bets: {file.name}: {rules.title} pays no envy"
    for row in file.row:
        for fact in facts_in(each.condition(row.name)):
            unknown = [part for part in fact.subject if part not in parts]
            if unknown:
                yield (
                    f"side_bets: {file.name}, {row.name}: {rules.title} has no {unknown[0]!r};"
                    f" a bet there may look at {', '.join(parts)}"
                )
            if isinstance(fact.fact, Makes):
                yield f"side_bets: {file.name}, {row.name}: {rules.title} names no hands to make"


def _settlement_faults(each: Declared, rules: Ruleset, support: Support) -> Iterator[str]:
    file = each.file
    if file.settled is not None and file.settled not in support.settled:
        yield f"side_bets: {file.name}: {rules.title} cannot settle it at {file.settled!r}"
    elif file.settled is not None:
        yield from _unseen(each, file.settled, rules, support)
    if support.orders and file.order not in support.orders:
        yield (
            f"side_bets: {file.name}: {rules.title} cannot settle it in the order {file.order!r};"
            f" write {' or '.join(support.orders)}"
        )
    if file.meter is not None and file.settled == "turn":
        yield f"side_bets: {file.name}: a bet on a meter is settled for all boxes, not in turn"


def _unseen(each: Declared, settled: Settled, rules: Ruleset, support: Support) -> Iterator[str]:
    """A bet that would be settled before everybody has seen what it looks at."""
    conditions = [each.condition(row.name) for row in each.file.row]
    looks_at = parts_of(conditions, each.cards())
    unseen = [part for part in looks_at if part not in support.settled[settled]]
    right = [when for when, seen in support.settled.items() if set(looks_at) <= set(seen)]
    if unseen and right:
        yield (
            f"side_bets: {each.file.name}: {rules.title} cannot settle it at {settled!r}:"
            f" it looks at {unseen[0]!r}, which is not known by then; write {' or '.join(right)},"
            " or leave settled out"
        )


ALWAYS_WON: Final = (
    "every bet on it would win the whole meter; let the row that pays 100% ask for more"
)


def wins_the_meter_always(bet: SideBet, deck: Deck) -> bool:
    """Whether every deal wins all of the meter. A third card does not always come."""
    if bet.meter is None or not is_countable(bet) or "own-third" in bet.looks_at:
        return False
    rows = (deal.row for deal in deals(bet, deck))
    return all(row is not None and row.pays == WHOLE_METER for row in rows)


def tried(bet: SideBet) -> int | None:
    """How many facts are tried if all rows are checked; None if it looks at more than cards."""
    if not CARD_LOOKS.issuperset(bet.looks_at):
        return None
    combinations = prod(len(set(each)) for each in bet.kinds)
    return combinations * sum(len(list(facts_in(_condition(row.when)))) for row in bet.rows)


def is_countable(bet: SideBet) -> bool:
    """Whether all that the bet looks at are cards, of few enough kinds to try them all."""
    tries = tried(bet)
    return tries is not None and tries <= TRIED_MAX


def unpaid_rows(bet: SideBet) -> Iterator[tuple[str, str]]:
    """Rows that no cards make, and rows that an earlier one always takes; each with the reason."""
    if not is_countable(bet):
        return
    kinds = [[CARDS[each.index(kind)] for kind in dict.fromkeys(each)] for each in bet.kinds]
    paid: set[str] = set()
    made: set[str] = set()
    for cards in product(*kinds):
        if len(paid) == len(bet.rows):
            break
        rows = [row.name for row in bet.rows if row.when(*cards)]
        paid.update(rows[:1])
        made.update(rows)
    for row in bet.rows:
        if row.name not in made:
            yield row.name, f"no cards make it ({_text(row.when)})"
        elif row.name not in paid:
            yield row.name, "earlier rows take all of its cards; put it before them"


def _text(when: object) -> str:
    return describe(_condition(when))


def _condition(when: object) -> Condition:
    assert isinstance(when, CompiledCondition)
    return when.condition


def with_side_bet_clauses(known: Clauses, bets: Sequence[SideBet]) -> Clauses:
    """A game's clauses, and those of the house's own bets."""
    new: dict[str, Clause] = {}
    for bet in bets:
        named = [bet.loses, bet.stake_clause, bet.first_round, bet.main_clause, bet.late]
        named += [row.clause for row in bet.rows]
        named += [bet.survives.lost] if bet.survives is not None else []
        for clause in named:
            if clause is not None and clause.id not in known:
                new[clause.id] = clause
    return Clauses((*known, *new.values())) if new else known
