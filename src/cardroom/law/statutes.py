"""The law of a day in sentences, as rule sheets print it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from cardroom.law import Law, in_force
from cardroom.money import exact

BANKED_BY: Final = {
    "house": "The house banks the games.",
    "player": "The house never banks: where a game has a bank, a player has it.",
}


def statutes(law: Law, day: date) -> tuple[tuple[str, str], ...]:
    """What the law says about the games of a house, with citations."""
    return tuple(_sentences(law, day))


def _sentences(law: Law, day: date) -> Iterator[tuple[str, str]]:
    yield BANKED_BY[law.banked_by], law.banked_by_cite
    if wager := in_force(law, law.wager, day):
        yield f"No single wager may exceed {exact(wager.row.most_cents)}.", wager.row.cite
    if games := in_force(law, law.games_per_hand, day):
        above = games.row.above_five_max
        more = f", and on at most {above} of them with more than $5" if above else ""
        yield (
            f"A player wagers on at most {_counted(games.row.most, 'game')} with one hand{more}.",
            (games.row.cite),
        )
    if rates := in_force(law, law.collection_rates, day):
        most = f"A table has at most {_counted(rates.row.most, 'collection rate')}"
        yield f"{most}, fixed before the hand and never a share of a wager.", rates.row.cite
    if banks := in_force(law, law.consecutive_banks, day):
        most = _counted(banks.row.most, "round")
        yield f"Nobody banks more than {most} in a row.", banks.row.cite
    if law.order_of_rules:
        order = ", then ".join(law.order_of_rules)
        yield f"Where rules disagree, they apply in this order: {order}.", law.order_cite


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def printed(law: Law, day: date) -> tuple[tuple[str, str, str], ...]:
    """What must be printed on that day: name, words, citation; a later row replaces an earlier."""
    found = {row.name: row for row in law.printed if row.since <= day}
    return tuple((row.name, row.says, row.cite) for row in found.values())
