"""What is wrong with a house's posted games: all of it at once, each with its citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from cardroom import games
from cardroom.games.twentyone.blackjack import bet_the_set
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.houses import House, Posted
from cardroom.money import Odds, dollars
from cardroom.rules.options import OptionFaults
from cardroom.rules.policies import Poker
from cardroom.rules.ruleset import Ruleset

Level = Literal["fault", "warning", "deviation"]


class Finding(NamedTuple):
    """`fault`: may not be posted; `warning`: the house should know; `deviation`: marked as such."""

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
    if case.o.get("games_max", 0) > 4 or case.o.get("games_above_five", 0) > 3:
        says = "more than four games a hand, or three above $5: the approval of 2013 allows fewer"
        yield _finding(case, "deviation", says, "games.four")


CALIFORNIA_REFUSED: Final = (
    "option_1_bank_wins_17",
    "option_2_joker_2_or_12",
    "option_4_aces_natural",
    "option_5_over_ties_push",
)


def _california(case: Case) -> Iterator[Finding]:
    if case.house.state != "california":
        return
    if case.rules.family != "poker" and case.rules.banking.limit == "none":
        says = "the house may not bank a game in California"
        yield _finding(case, "fault", says, "bet.bank", "Penal Code 330.11")
    for name in CALIFORNIA_REFUSED:
        if case.o.get(name):
            says = f"{name} is listed for patent purposes and is not available for play"
            yield _finding(case, "fault", says, "option", "No Bust / Options & Variations")
    if case.o.get("jokers_per_deck", 1) != 1:
        says = "more than one joker a deck is listed for patent purposes only"
        yield _finding(case, "fault", says, "option", "No Bust / Options & Variations")
    for fault in case.rules.fees.faults():
        yield _finding(case, "fault", fault, "fee.rates", "Penal Code 337j; Game Rules 14")
    yield from _above_the_rows(case)


def _above_the_rows(case: Case) -> Iterator[Finding]:
    """A collection is approved for the wagers of its rows; none that stand above them has one."""
    rows, most = case.rules.fees.player, case.rules.limits.most
    top = rows[-1].upto if rows else None
    if top is not None and (most is None or most > top):
        shown = "no posted maximum" if most is None else f"posted maximum ${dollars(most)}"
        says = f"{shown}; the approved collection is for wagers up to ${dollars(top)}"
        yield _finding(case, "deviation", says, "fee.row", "Collection Rates")


# --- pay tables and meters ----------------------------------------------------------------------

DESIGNED: Final = {
    "BTS-01": (1,),
    "BTS-02": (2,),
    "BTS-03": (4, 5, 6, 7, 8),
    "BTS-04": (4, 5, 6, 7, 8),
    "BTS-05": (1,),
    "BTS-06": (2, 4, 5, 6, 8),
}
"""Decks that the print of each pay table is for."""


def _pair_bet(case: Case) -> Iterator[Finding]:
    if case.rules.game != "bet-the-set-21":
        return
    table, decks = case.o["pay_table"], case.rules.deck.packs
    if decks not in DESIGNED[table]:
        says = (
            f"{table} is designed for {' or '.join(map(str, DESIGNED[table]))} decks, not {decks}"
        )
        yield _finding(case, "warning", says, "bet-the-set.edge")
    suited = dict(bet_the_set.TABLES[table]).get("suited-pair")
    if suited and decks == 1:
        says = "a suited pair cannot occur in one deck"
        yield _finding(case, "warning", says, "bet-the-set.suited-pair")


def _meter(case: Case) -> Iterator[Finding]:
    table = case.o.get("blazing_7s")
    if table is None:
        return
    rows = blazing.TABLES[table]
    all_off = case.o["blazing_meter_pays"] == "all"
    if all_off and case.o["blazing_contribution"] < 70:
        share = case.o["blazing_contribution"]
        says = f"{share}% goes to a meter that pays all awards: below 70% it may run dry"
        yield _finding(case, "warning", says, "blazing.share", "Progressive systems")
    fixed = max(Odds.parse(pays).pays + 1 for pays in rows.values() if pays.endswith("for 1"))
    seed = case.o["blazing_seed"]
    if seed == 0:
        yield _finding(
            case, "warning", "the seed is zero", "blazing.restart", "Progressive systems"
        )
    elif seed < fixed:
        says = f"the seed of {seed} stakes is below the largest fixed award, {fixed} stakes"
        yield _finding(case, "warning", says, "blazing.restart", "Progressive systems")
    if case.rules.deck.packs < 3:
        says = f"three suited sevens cannot occur in {case.rules.deck.packs} decks"
        yield _finding(case, "warning", says, "blazing.row")
    if case.rules.deck.packs < 2:
        # A deck has two red sevens and two black ones.
        yield _finding(
            case, "warning", "three sevens of a colour cannot occur in 1 deck", "blazing.row"
        )


def _named(case: Case) -> Iterator[Finding]:
    if case.posted.meter and blazing.terms(case.o) is None:
        says = f"meter {case.posted.meter}: as posted, the game has no bet on a meter"
        yield _finding(case, "fault", says, "table.meter", "Progressive systems")


ALIKE: Final = ("decks", "blazing_third_card")
"""Options on which the chance of a jackpot hangs."""


def _shared(cases: list[Case]) -> Iterator[Finding]:
    """Tables on one meter post the same bet; with other odds for the same prize it is a warning."""
    first: dict[str, Case] = {}
    for case in cases:
        terms = blazing.terms(case.o)
        if not case.posted.meter or terms is None:
            continue
        other = first.setdefault(case.posted.meter, case)
        theirs = blazing.terms(other.o)
        assert theirs is not None
        for says in terms.against(theirs):
            said = f"meter {case.posted.meter} is shared: {says}"
            yield _finding(case, "fault", said, "table.meter", "Progressive systems")
        for name in ALIKE:
            if case.o[name] != other.o[name]:
                said = f"meter {case.posted.meter} is shared: {name} = {case.o[name]}"
                said += f" beside {other.o[name]}, so the same prize has two chances"
                yield _finding(case, "warning", said, "blazing.row")


def _safari(case: Case) -> Iterator[Finding]:
    if case.rules.game != "safari-21":
        return
    decks = case.rules.deck.packs
    if decks < 4:
        says = f"{decks} decks; the book has four to eight"
        yield _finding(case, "warning", says, "cards.decks")
    if decks < 3 and case.o["bonus_suited_777"]:
        says = f"three suited sevens cannot occur in {decks} decks"
        yield _finding(case, "warning", says, "pay.bonus")
    if case.o["monte_carlo"] == "table-b" and case.o["jokers"] == "one" and decks > 1:
        says = f"one joker in {52 * decks + 1} cards at 45 to 1: nobody should make that bet"
        yield _finding(case, "warning", says, "monte-carlo.pays")


# --- what the approved rules fix, and what must be posted ---------------------------------------

APPROVED: Final[dict[str, dict[str, tuple[object, ...]]]] = {
    "maxtime-21": {
        "decks": (1,),
        "dealer_hits_soft_17": (True,),
        "six_card_win": ("compulsory",),
        "maxtyme": (True,),
    },
    "safari-21": {"decks": (4, 5, 6, 7, 8), "games_max": (4,), "games_above_five": (3,)},
    "no-bust-joker": {"hands_max": (4,), "player_chart": ("posted",)},
    "no-bust-bonus-ace": {
        "natural_pays": ("6:5",),
        "hands_max": (None,),
        "double_sizes": (2,),
        "insurance": (True,),
        "hole_card": ("no-peek",),
        "split_aces_again": (True,),
        "surrender": (True,),
        "three_card_push": ("23-25", "25"),
    },
    "three-card-poker": {"ante_bonus": (None,), "bank_shows": (1,), "bonus_table": ("1.3",)},
}
"""Options whose other values depart from the words of an approved rule book."""


def _approved(case: Case) -> Iterator[Finding]:
    for name, values in APPROVED.get(case.rules.game, {}).items():
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
FOUR_SPOTS: Final = "four-wager-restriction"


def _postings(case: Case) -> Iterator[Finding]:
    needed = list(POSTINGS.get(case.house.state, ()))
    if case.rules.game == "safari-21":
        needed.append((FOUR_SPOTS, "Addendum"))
    for name, cite in needed:
        if name == "pay-tables" and isinstance(case.rules.policies, Poker):
            continue  # players play for what they put in
        if name not in case.posted.postings:
            yield _finding(case, "fault", f"{name} is not among what is posted", "posting", cite)


CHECKS: Final[tuple[Check, ...]] = (
    _washington,
    _california,
    _pair_bet,
    _meter,
    _named,
    _safari,
    _approved,
    _postings,
)
