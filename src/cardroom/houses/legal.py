"""What the law of the house's state says about its posted games, on the house's day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardroom.houses.finding import Case, Finding
from cardroom.law import Law, WagerLimit, in_force
from cardroom.money import exact
from cardroom.play.rotation import ROUNDS_MAX
from cardroom.rules.collection_option import is_own_collection
from cardroom.rules.limits import FIVE_DOLLARS
from cardroom.rules.ruleset import Ruleset

GAMES: Final = "games.per-hand"
"""What a finding cites where the game has no clause about it."""


def legal_findings(law: Law, cases: Sequence[Case]) -> Iterator[Finding]:
    """Everything that the law has to say, game by game."""
    for case in cases:
        yield from _bank(law, case)
        if case.house.room in law.elsewhere:
            where = law.elsewhere[case.house.room]
            says = f"the limits of a {case.house.room} casino are those of {where}: not checked"
            yield case.finding("warning", says, "bet.most", law.banked_by_cite)
            continue
        yield from _wagers(law, case, cases)
        yield from _games_per_hand(law, case)
        yield from _rates(law, case)
        yield from _consecutive_banks(law, case)
        yield from _postings(law, case)


def _bank(law: Law, case: Case) -> Iterator[Finding]:
    banked = case.rules.banking.limit != "none"
    if law.banked_by == "house" and banked:
        says = "a player may not bank a game here"
    elif law.banked_by == "player" and case.rules.house_banked:
        says = "the house may not bank a game here"
    else:
        return
    yield case.finding("fault", says, "bet.bank", law.banked_by_cite)


def _wagers(law: Law, case: Case, cases: Sequence[Case]) -> Iterator[Finding]:
    """No wager may be above the limit: neither the main one, nor a side bet, nor a fixed stake."""
    found = in_force(law, law.wager, case.house.day)
    if found is None or case.rules.banking.limit != "none":
        return
    for title, most in _maxima(case):
        shown = f"{title} {'none' if most is None else exact(most)}"
        if (limit := _limit(found.row, cases, most)) is not None:
            says = f"{shown}; the law as of {case.house.day} allows {exact(limit)}"
            yield case.finding("fault", says, "bet.most", found.row.cite)
        elif found.or_before and _limit(found.or_before, cases, most) is not None:
            says = (
                f"{shown}; the limit rose to ${found.row.most} on a day between {found.row.since}"
                f" and {found.row.certain_from} that is not on file, perhaps after"
                f" {case.house.day}"
            )
            yield case.finding("warning", says, "bet.most", found.row.cite)


def _maxima(case: Case) -> Iterator[tuple[str, int | None]]:
    """The most that may be staked on each spot that has a limit of its own, and in general."""
    rules = case.rules
    yield "posted maximum", rules.limits.most
    for spot in rules.spots:
        own = spot.stake or (spot.limits.most if spot.limits else None)
        if own is not None and own != rules.limits.most:
            yield f"{spot.title}, stake" if spot.stake else f"{spot.title}, maximum", own
    if rules.legal_limit is not None:
        yield "legal_limit", rules.legal_limit


def _limit(row: WagerLimit, cases: Sequence[Case], most: int | None) -> int | None:
    """The limit that this maximum is above, or None. Some tables may have a higher one."""
    usual = row.most_cents
    if most is not None and most <= usual:
        return None
    raised = row.raised_in(sum(each.posted.tables for each in cases))
    if raised is None or most is None or most > raised.most_cents:
        return usual if raised is None else raised.most_cents
    high = (each for each in cases if (each.rules.limits.most or usual + 1) > usual)
    return None if sum(each.posted.tables for each in high) <= raised.tables else usual


def _games_per_hand(law: Law, case: Case) -> Iterator[Finding]:
    found = in_force(law, law.games_per_hand, case.house.day)
    if found is None or case.rules.banking.limit != "none":
        return
    own = case.rules.games_per_hand
    games, above = (own.most, own.above_five_max) if own else _all_spots(case.rules)
    if games > found.row.most:
        says = f"{games} games per hand; the law as of {case.house.day} allows {found.row.most}"
        yield case.finding("fault", says, own.clause.id if own else GAMES, found.row.cite)
    most = found.row.above_five_max
    if most is not None and above > most:
        says = f"{above} games above $5; the law as of {case.house.day} allows {most}"
        yield case.finding(
            "fault", says, own.above_five_clause.id if own else GAMES, found.row.cite
        )


def _all_spots(rules: Ruleset) -> tuple[int, int]:
    """How many games a hand has, and how many above $5: each wager that a player chooses to make is
    a game of its own; insurance is not."""
    spots = [spot for spot in rules.spots if spot.opens != "offered"]
    large = [spot for spot in spots if spot.stake is None or spot.stake > FIVE_DOLLARS]
    return len(spots), len(large)


def _rates(law: Law, case: Case) -> Iterator[Finding]:
    """More rates than the law allows are a fault. Where only a later row of the law, which is not
    certain, allows them, the book's schedule gets a note, and a house's own a warning."""
    found = in_force(law, law.collection_rates, case.house.day)
    if found is None:
        return
    for fault in case.rules.fees.faults():
        yield case.finding("fault", fault, "fee.rates", found.row.cite)
    for payer, rates in case.rules.fees.rates().items():
        sure = found.or_before or found.row
        if rates > found.row.most:
            says = f"{rates} {payer} collection rates; the law as of {case.house.day} allows"
            yield case.finding("fault", f"{says} {found.row.most}", "fee.rates", found.row.cite)
        elif rates > sure.most:
            says = (
                f"{rates} {payer} collection rates; the book names {sure.most} as the most that the"
                f" law allows, and the law now allows {found.row.most}"
            )
            own = is_own_collection(case.options.get("collection"))
            yield case.finding("warning" if own else "note", says, "fee.rates", sure.cite)


def _consecutive_banks(law: Law, case: Case) -> Iterator[Finding]:
    found = in_force(law, law.consecutive_banks, case.house.day)
    if case.rules.banking.limit != "none" and found is not None and found.row.most < ROUNDS_MAX:
        says = f"one person may bank {ROUNDS_MAX} rounds in a row; the law allows {found.row.most}"
        yield case.finding("fault", says, "bet.bank", found.row.cite)


def _postings(law: Law, case: Case) -> Iterator[Finding]:
    for posting in law.posting:
        if posting.since > case.house.day:
            continue
        if posting.name == "pay-tables" and case.rules.deals_to_seats:
            continue  # players play for what they put in
        if posting.name not in case.posted.postings:
            says = f"{posting.name} must be posted"
            yield case.finding("fault", says, "posting", posting.cite)
