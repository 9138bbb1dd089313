"""What the law wants printed, and what this posted game says to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from cardroom import games
from cardroom.games.whole_round import section
from cardroom.money import exact
from cardroom.rules.fees import Schedule
from cardroom.rules.house_text import lines_of
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.sheet import Posting, posted_share, titled

EMPLOYEES: Final = "employees"
NOT_SAID: Final = (
    "Employees of the house may / may not play this game (house to complete):"
    " ______________________________________"
)
DISPUTES: Final = (
    "The floor decides disputes from the record of the round. A player who disagrees may ask for"
    " that record and for a written decision."
)
RULES_AND_CONTROLS: Final = (
    "The floor will show you all rules of play and the internal controls immediately on request."
)
NO_POSITION: Final = "This game has no player/dealer position."


def answers(posting: Posting) -> list[tuple[str, list[str], str]]:
    """Each requirement in words, what is printed about it, and the citation."""
    said = {name: answer(posting.rules) for name, answer in ANSWERS.items()}
    said[EMPLOYEES] = _employees(posting)
    return [(says, said[name], cite) for name, says, cite in posting.required if name in said]


def on_the_sign(posting: Posting) -> list[str]:
    """What the law wants in sight of the players, apart from limits, prizes, and fees."""
    rules = posting.rules
    wanted = {name for name, _, _ in posting.required}
    found = [line for line in jackpots(rules)[:1] if "jackpots" in wanted]
    found += disputes(rules) if "disputes" in wanted and not _own_disputes(rules) else []
    found += _employees(posting) if EMPLOYEES in wanted else []
    found += _first_round(rules) if "restrictions" in wanted else []
    if "controls" in wanted:
        return [*found, RULES_AND_CONTROLS]
    return found + (["Ask the floor for all rules of play."] if "rules" in wanted else [])


def _own_disputes(rules: Ruleset) -> bool:
    return bool(lines_of(rules.options, "disputes"))


def jackpots(rules: Ruleset) -> list[str]:
    """The prizes of a meter and how it grows; empty without one."""
    meter, bet = rules.meter, rules.progressive
    if meter is None or bet is None:
        return []
    terms = meter.terms
    fed, kept = (posted_share(Fraction(*part)) for part in (terms.share, terms.reserve_share))
    found = [
        f"The jackpot starts at {exact(terms.seed)}; the meter shows what it is now.",
        f"Of each {bet.title} bet, {fed} goes to the meter, {kept} to its reserve.",
    ]
    if terms.cap is not None:
        found.append(f"It grows to {exact(terms.cap)}; anything above that goes to the reserve.")
    titles = {spot.title for spot in rules.spots if spot.meter}
    for sign in games.felt_of(rules).pay_tables(rules):
        if sign.title in titles:
            found += [f"{titled(row[0])}: {' '.join(row[1:])}." for row in sign.rows]
    return [*found, *_needs(rules)]


def _needs(rules: Ruleset) -> list[str]:
    return [
        f"{spot.title}: {exact(spot.stake)} in every round, no more and no less."
        for spot in rules.spots
        if spot.stake is not None
    ]


def restrictions(rules: Ruleset) -> list[str]:
    """What may keep a player from winning, or from betting."""
    found = [
        f"{name}: {words}."
        for name, words in games.felt_of(rules).limits(rules)
        if name not in ("Wagers", "Stakes")
    ]
    side = [spot.group or spot.title for spot in rules.spots if spot.needs_main]
    if side:
        named = ", ".join(dict.fromkeys(side))
        found.append(f"Only with a main wager on the same box: {named}.")
    found += _first_round(rules)
    if rules.banking.limit != "none":
        found.append(
            "The bank pays and collects only as far as its money goes; a wager without action is"
            " returned."
        )
    return found or ["None apart from the rules of play."]


def _first_round(rules: Ruleset) -> list[str]:
    named = ", ".join(bet.title for bet in rules.side_bets if bet.first_round is not None)
    return [f"Only in the first round after a shuffle: {named}."] if named else []


def disputes(rules: Ruleset) -> list[str]:
    return list(lines_of(rules.options, "disputes")) or [DISPUTES]


def _of_banking_players(title: str) -> Callable[[Ruleset], list[str]]:
    def says(rules: Ruleset) -> list[str]:
        return [NO_POSITION] if rules.banking.limit == "none" else list(section(rules, title))

    return says


def _limits(rules: Ruleset) -> list[str]:
    found = [f"{name}: {words}." for name, words in games.felt_of(rules).limits(rules)]
    return found if _collects(rules.fees) else [*found, "There is no fee to play."]


def _collects(fees: Schedule) -> bool:
    return bool(fees.player or fees.bank or fees.pot or fees.half_hour)


def _prizes(rules: Ruleset) -> list[str]:
    if rules.deals_to_seats:
        return ["Players play for the pots; there are no fixed prizes."]
    return ["All prizes are printed under wagers and pay tables."]


def _payouts(rules: Ruleset) -> list[str]:
    if rules.banking.limit == "none":
        found = ["There is no aggregate payout limit; the posted odds are paid in full."]
    else:
        found = restrictions(rules)
    return [*found, "Nothing at this table differs from this sheet."]


def _employees(posting: Posting) -> list[str]:
    """The house's own sentence about employees, or a line to write one on."""
    return [posting.employees or NOT_SAID]


ANSWERS: Final[Mapping[str, Callable[[Ruleset], list[str]]]] = {
    "limits": _limits,
    "collection": lambda _: ["The collection is printed under wagers and pay tables."],
    "jackpots": lambda rules: jackpots(rules) or ["This game has no jackpot."],
    "prizes": _prizes,
    "disputes": disputes,
    "rules": lambda _: ["This sheet has the rules of play."],
    "controls": lambda _: ["The floor will show you the internal controls immediately on request."],
    "restrictions": restrictions,
    "payout-limits": _payouts,
    "rotation": _of_banking_players("Rotation of the bank"),
    "proposition-players": _of_banking_players("Proposition players"),
}
