"""What is wrong with a house's posted games: all of it at once, each with its citation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from cardroom import games
from cardroom.data_file import FileError
from cardroom.games import registry
from cardroom.games.approval import NOTHING_APPROVED, ApprovedRules, approved_rules
from cardroom.houses import House, HouseError, Posted
from cardroom.houses.finding import Case, Finding, cited
from cardroom.houses.legal import legal_findings
from cardroom.law import Law, LawError, RoomKind, law
from cardroom.rules.meter import STREAM_NAME
from cardroom.rules.options import OptionFaults, Value

CATALOGUE: Final = "the game's option catalogue"


def check(house: House) -> tuple[Finding, ...]:
    """Every finding of every posted game, in the order of the file."""
    state = house_law(house)
    found: list[Finding] = []
    cases: list[Case] = []
    for posted in house.game:
        case, wrong = _case(house, posted)
        found += wrong
        if registry.package_of(posted.game) is None:
            continue  # there is no such game
        if case is None:
            found += _departures(house, posted, _readable(posted))
            continue
        cases.append(case)
        found += _departures(house, posted, case.rules.options)
        found += _remarks(case)
        found += _meter_named(case)
        found += _postings(case)
        found += _conditions(case)
    found += _shared_meters(cases)
    if state is None:
        found += [
            Finding(posted.game, "warning", UNKNOWN_LAW, "bet.most", "the house's file")
            for posted in house.game
        ]
    else:
        try:
            found += legal_findings(state, cases)
        except LawError as wrong:
            raise HouseError(f"{_at(house, 'day')}: {wrong}") from None
    order = [posted.game for posted in house.game]
    return tuple(sorted(found, key=lambda finding: order.index(finding.game)))


def faults(house: House) -> tuple[Finding, ...]:
    """What forbids posting a game of this house."""
    return tuple(finding for finding in check(house) if finding.level == "fault")


UNLESS_UNCHECKED: Final = "; --unchecked posts it anyway, marked as not checked"


def refuse_faults(house: House, unless: str = UNLESS_UNCHECKED) -> None:
    """Raise an error that names the first faults, and the command that lists them all."""
    if found := faults(house):
        named = "; ".join(f"{fault.game}: {fault.says}" for fault in found[:3])
        more = f" (and {len(found) - 3} more)" if len(found) > 3 else ""
        raise HouseError(
            f"{house.name} may not be posted: {named}{more}; run: cardroom check"
            f" {house.file or house.name}{unless}"
        )


UNKNOWN_LAW: Final = "the house names no state, so no law was checked"


def house_law(house: House) -> Law | None:
    """The law of the house's state; None if it names no state."""
    if not house.state:
        return None
    try:
        return law(house.state, Path(house.file).parent)
    except (LawError, FileError) as wrong:
        said = f"{_at(house, 'state')}: state = {house.state[:60]!r}: {wrong}"
        raise HouseError(said) from None


def _at(house: House, setting: str) -> str:
    """The line of a setting, or the house if its file does not have it."""
    line = house.lines.get((setting,), 0)
    return f"{house.file}:{line}" if line else house.name


# --- options: every fault, and what can be said in spite of it ----------------------------------


def _readable(posted: Posted) -> dict[str, Value]:
    """The posted options that can be read by themselves."""
    known = {spec.name: spec for spec in games.game(posted.game).catalogue}
    found = {}
    for name, value in posted.given().items():
        try:
            found[name] = known[name].kind.read(value)
        except (KeyError, ValueError):
            continue
    return found


def _case(house: House, posted: Posted) -> tuple[Case | None, list[Finding]]:
    """The posted game, and the faults of its options.

    The game is without options that cannot be read; None if it cannot be built.
    """
    try:
        return Case(house, posted, posted.ruleset(house.name)), []
    except OptionFaults as wrong:
        faults = [
            Finding(
                posted.game,
                "fault",
                says,
                "options",
                _option_cite(posted, says),
                house.line_of(posted, says),
            )
            for says in wrong.faults
        ]
    if registry.package_of(posted.game) is None:
        return None, faults
    readable = _readable(posted)
    given = {name: value for name, value in posted.given().items() if name in readable}
    try:
        rules = games.game(posted.game).ruleset(given, house.name, posted.edition)
    except OptionFaults:
        return None, faults
    return Case(house, posted, rules), faults


def _option_cite(posted: Posted, fault: str) -> str:
    """The house's own citation of an option that the fault names, or else the catalogue."""
    named = (cite for option, cite in posted.cites.items() if f"{option} =" in fault)
    return next(named, CATALOGUE)


# --- what the approved rules say ----------------------------------------------------------------


def _approved(game: str) -> ApprovedRules:
    package = registry.package_of(game)
    if package is None or package.approval is None:
        return NOTHING_APPROVED
    return approved_rules(package.approval).get(game, NOTHING_APPROVED)


def _departures(house: House, posted: Posted, values: Mapping[str, Value]) -> Iterator[Finding]:
    game = games.game(posted.game)
    for remark in _approved(game.id).departures(game.catalogue, values, house.state):
        cite = remark.cite or cited(game.id, remark.clause)
        yield Finding(game.id, remark.level, remark.says, remark.clause, cite)


def _remarks(case: Case) -> Iterator[Finding]:
    remarks = registry.package(case.rules).remarks.get(case.rules.game)
    for remark in remarks(case.rules) if remarks else ():
        yield case.finding(remark.level, remark.says, remark.clause, remark.cite)


def _postings(case: Case) -> Iterator[Finding]:
    for name, cite in _approved(case.rules.game).postings.items():
        if name not in case.posted.postings:
            yield case.finding("fault", f"{name} must be posted", "posting", cite)


def _conditions(case: Case) -> Iterator[Finding]:
    for says, cite in approval_conditions(case.house.room, case.rules.game):
        yield case.finding("condition", says, "posting", cite)


def approval_conditions(room: RoomKind, game: str) -> tuple[tuple[str, str], ...]:
    """What the letter of approval asks of this kind of room before the first hand, and its date."""
    approved = _approved(game)
    return tuple((says, approved.conditions_cite) for says in approved.conditions.get(room, ()))


# --- meters -------------------------------------------------------------------------------------


def _meter_named(case: Case) -> Iterator[Finding]:
    if case.posted.meter and case.rules.meter is None:
        says = f"meter {case.posted.meter}: as posted, the game has no bet on a meter"
        yield case.finding("fault", says, "table.meter", "Progressive systems")
    elif case.posted.meter and not STREAM_NAME.fullmatch(case.posted.meter):
        says = f"meter {case.posted.meter!r}: its name has letters, digits, and . _ - only"
        yield case.finding("fault", says, "table.meter", "Progressive systems")


def _shared_meters(cases: Sequence[Case]) -> Iterator[Finding]:
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
            yield case.finding("fault", said, "table.meter", "Progressive systems")
        for name in mine.chance_options:
            if case.options[name] != other.options[name]:
                said = f"meter {case.posted.meter} is shared: {name} = {case.options[name]}"
                said += (
                    f"; elsewhere it is {other.options[name]}, so the same prize has two chances"
                )
                yield case.finding("warning", said, bet.rows[-1].clause.id)
