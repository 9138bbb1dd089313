"""Pay tables of the house's own for the bets of our rule books: which rows there may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardroom.cards import Deck
from cardroom.games.side_bets.bets import Options, declared_bets
from cardroom.games.side_bets.conditions import facts_in, parts_of
from cardroom.games.side_bets.custom import (
    ALWAYS_WON,
    is_countable,
    unpaid_rows,
    wins_the_meter_always,
)
from cardroom.games.side_bets.facts import HandPart, Makes
from cardroom.games.side_bets.files import Declared
from cardroom.games.side_bets.parser import parse
from cardroom.rules.options import OptionFaults, Value, show
from cardroom.rules.own_table import PayRows, PaysUnit, is_own, rows_in
from cardroom.rules.side_bet import SideBet, chances


def pay_rows(
    declared: Declared,
    names: tuple[Value, ...],
    pays: PaysUnit = "odds",
    only: Callable[[str], str] = lambda _: "",
) -> PayRows:
    """The posted pay tables of a bet, or rows of the house's own.

    A new row may look at the cards that the bet looks at anyway: they lie there when it is settled.
    `only` says why the game cannot pay by a condition that is valid otherwise.
    """
    file = declared.file

    def check(_: str, when: str) -> None:
        errors = [_wrong(declared, when, version) for version in file.version or [""]]
        says = errors[0] if all(errors) else only(when)
        if says:
            raise ValueError(says)

    rows = tuple(row.name for row in file.row)
    return PayRows(names, rows, pays, check, _posted(declared, names))


def named_rows(declared: Declared, names: tuple[Value, ...], pays: PaysUnit = "odds") -> PayRows:
    """The same for a bet on hands that the game itself recognizes: no new rows."""
    rows = tuple(row.name for row in declared.file.row)
    # Amounts in dollars are not in the file's rows, which have odds.
    posted = {} if pays == "dollars" else _posted(declared, names)
    return PayRows(names, rows, pays, posted=posted)


def _posted(declared: Declared, names: tuple[Value, ...]) -> dict[str, tuple[tuple[str, str], ...]]:
    """The pay tables in the file that the option names; a file without names has one table."""
    file = declared.file
    if file.pays:
        named = {show(name) for name in names}
        return {name: tuple(rows.items()) for name, rows in file.pays.items() if name in named}
    rows = tuple((row.name, row.pays) for row in file.row)
    return {show(name): rows for name in names if name}


def posted_bets(
    option: str, declared: Declared, options: Options, deck: Deck
) -> tuple[SideBet, ...]:
    """The bets as posted; `OptionFaults` names the rows of an own table that cannot be paid."""
    if not is_own(options.pay_table):
        return declared_bets(declared, options)
    wrong = [
        f"{option}, {row.name}: {says}"
        for row in rows_in(options.pay_table)
        if row.when and (says := _wrong(declared, row.when, options.version))
    ]
    if wrong:
        raise OptionFaults(tuple(wrong))
    bets = declared_bets(declared, options)
    wrong = [f"{option}, {row}: {says}" for bet in bets for row, says in _unpaid(bet, deck)]
    wrong += [f"{option}: {ALWAYS_WON}" for bet in bets if wins_the_meter_always(bet, deck)]
    if wrong:
        raise OptionFaults(tuple(wrong))
    return bets


def _unpaid(bet: SideBet, deck: Deck) -> Iterator[tuple[str, str]]:
    """Rows that no cards make, that earlier rows take, or that the shoe cannot deal."""
    if not is_countable(bet):
        return  # `cardroom check` counts these
    never = dict(unpaid_rows(bet))
    yield from never.items()
    for name, chance in chances(bet, deck).items():
        if not chance and name not in never:
            yield name, f"the shoe of {len(deck)} cards cannot deal it"


def _wrong(declared: Declared, when: str, version: str) -> str:
    """Why a condition is none of this version of the bet; empty if it is."""
    cards = declared.cards(version)
    try:
        condition = parse(when, cards)
    except ValueError as wrong:
        return str(wrong)
    if any(isinstance(fact.fact, Makes) for fact in facts_in(condition)):
        return "the game names no hands to make"
    posted = [parse(row.when, cards) for row in declared.file.row]
    seen: tuple[HandPart, ...] = parts_of(posted, cards)
    for fact in facts_in(condition):
        if not fact.subject:
            return "say which cards it is about"
        unknown = [part for part in fact.subject if part not in seen]
        if unknown:
            return f"the bet does not look at {unknown[0]!r}; it looks at {', '.join(seen)}"
    return ""
