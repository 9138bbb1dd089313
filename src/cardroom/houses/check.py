"""What is wrong with a house's posted games: all of it at once, each with its citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple

import msgspec

from cardroom import games
from cardroom.games import registry
from cardroom.games.approval import Approval, Level
from cardroom.houses import House, Posted
from cardroom.money import dollars
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong with a posted game, or that its house should know."""

    game: str
    level: Level
    says: str
    clause: str
    cite: str


class Case(NamedTuple):
    """One posted game under examination."""

    house: House
    posted: Posted
    rules: Ruleset

    @property
    def o(self) -> dict[str, Any]:
        return dict(self.rules.options)


Check = Callable[[Case], Iterator[Finding]]


def check(house: House) -> tuple[Finding, ...]:
    """Every finding of every posted game, in the order of the file."""
    found: list[Finding] = []
    cases: list[Case] = []
    for posted in house.game:
        try:
            rules = posted.ruleset(house.name)
        except OptionFaults as wrong:
            found += [
                Finding(posted.game, "fault", says, "options", "the game's option catalogue")
                for says in wrong.faults
            ]
            continue
        case = Case(house, posted, rules)
        cases.append(case)
        for one in CHECKS:
            found += one(case)
    return (*found, *_shared(cases))


def _finding(case: Case, level: Level, says: str, clause: str, cite: str = "") -> Finding:
    known = games.game(case.rules.game).clauses
    if not cite:
        cite = known[clause].cite if clause in known else "All games"
    return Finding(case.rules.game, level, says, clause, cite)


# --- the law, by date ---------------------------------------------------------------------------

WASHINGTON_WAGERS: Final = (
    (date(2004, 1, 1), 20000),
    (date(2009, 1, 1), 30000),
    (date(2023, 1, 1), 40000),
)
"""The most that may be wagered at a house-banked game, from a day on (WAC 230-15-140)."""

WASHINGTON_GAMES: Final = ((date(2004, 1, 1), 2), (date(2008, 1, 1), 3), (date(2009, 1, 1), 6))
"""Separate games that may be wagered on with one hand, from a day on (WAC 230-15-040)."""


def _in_force(rows: tuple[tuple[date, int], ...], day: date) -> int:
    return [value for since, value in rows if since <= day][-1]


def _washington(case: Case) -> Iterator[Finding]:
    if case.house.state != "washington":
        return
    if case.rules.banking.limit != "none":
        yield _finding(
            case, "fault", "a player's bank is not a Washington game", "bet.bank", "WAC 230-15"
        )
        return
    most = _in_force(WASHINGTON_WAGERS, case.house.day)
    posted = case.rules.limits.most
    if posted is None or posted > most:
        shown = "none" if posted is None else f"${dollars(posted)}"
        says = f"posted maximum {shown}; the law of {case.house.day} allows ${dollars(most)}"
        yield _finding(case, "fault", says, "bet.most", "WAC 230-15-140")
    allowed = _in_force(WASHINGTON_GAMES, case.house.day)
    if case.o.get("games_max", 0) > allowed:
        says = f"{case.o['games_max']} games a hand; the law of {case.house.day} allows {allowed}"
        yield _finding(case, "fault", says, "games.four", "WAC 230-15-040")


def _california(case: Case) -> Iterator[Finding]:
    if case.house.state != "california":
        return
    if case.rules.house_banked:
        says = "the house may not bank a game in California"
        yield _finding(case, "fault", says, "bet.bank", "Penal Code 330.11")
    for fault in case.rules.fees.faults():
        yield _finding(case, "fault", fault, "fee.rates", "Penal Code 337j; Game Rules 14")
    yield from _above_the_rows(case)


def _above_the_rows(case: Case) -> Iterator[Finding]:
    """A collection is approved for the wagers of its rows, and for none above them."""
    rows, most = case.rules.fees.player, case.rules.limits.most
    top = rows[-1].upto if rows else None
    if top is not None and (most is None or most > top):
        shown = "no posted maximum" if most is None else f"posted maximum ${dollars(most)}"
        says = f"{shown}; the approved collection is for wagers up to ${dollars(top)}"
        yield _finding(case, "deviation", says, "fee.row", "Collection Rates")


# --- meters -------------------------------------------------------------------------------------


def _named(case: Case) -> Iterator[Finding]:
    if case.posted.meter and case.rules.meter is None:
        says = f"meter {case.posted.meter}: as posted, the game has no bet on a meter"
        yield _finding(case, "fault", says, "table.meter", "Progressive systems")


def _shared(cases: list[Case]) -> Iterator[Finding]:
    """Tables on one meter post the same bet; with other odds for the same prize it is a warning."""
    first: dict[str, Case] = {}
    for case in cases:
        bet, mine = case.rules.progressive, case.rules.meter
        if not case.posted.meter or bet is None or mine is None:
            continue
        other = first.setdefault(case.posted.meter, case)
        theirs = other.rules.meter
        assert theirs is not None
        for says in mine.terms.against(theirs.terms):
            said = f"meter {case.posted.meter} is shared: {says}"
            yield _finding(case, "fault", said, "table.meter", "Progressive systems")
        for name in mine.chance_options:
            if case.o[name] != other.o[name]:
                said = f"meter {case.posted.meter} is shared: {name} = {case.o[name]}"
                said += f" beside {other.o[name]}, so the same prize has two chances"
                yield _finding(case, "warning", said, bet.rows[-1].clause.id)


# --- what the approved rules fix, and what must be posted ---------------------------------------


def _approval(case: Case) -> Approval:
    return registry.package(case.rules).approvals.get(case.rules.game, Approval())


def _remarks(case: Case) -> Iterator[Finding]:
    approval = _approval(case)
    in_state = approval.remarks_in.get(case.house.state)
    for remark in (*approval.remarks(case.rules), *(in_state(case.rules) if in_state else ())):
        yield _finding(case, *remark)


def _approved(case: Case) -> Iterator[Finding]:
    for name, values in _approval(case).values.items():
        if case.o[name] not in values:
            spec = next(spec for spec in games.game(case.rules.game).catalogue if spec.name == name)
            says = f"{name} = {spec.show(case.o[name])} departs from the approved rules"
            yield _finding(case, "deviation", says, spec.clause)


POSTINGS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "washington": (
        ("rules", "WAC 230-15-060"),
        ("limits", "WAC 230-15-060"),
        ("pay-tables", "WAC 230-15-060"),
    ),
    "california": (
        ("limits", "Game Rules 14"),
        ("collection", "Game Rules 14"),
        ("pay-tables", "Bonus bet paytable options"),
    ),
}


def _postings(case: Case) -> Iterator[Finding]:
    for name, cite in (*POSTINGS.get(case.house.state, ()), *_approval(case).postings):
        if name == "pay-tables" and case.rules.deals_to_seats:
            continue  # players play for what they put in
        if name not in case.posted.postings:
            yield _finding(case, "fault", f"{name} must be posted", "posting", cite)


CHECKS: Final[tuple[Check, ...]] = (
    _washington,
    _california,
    _remarks,
    _named,
    _approved,
    _postings,
)
