"""One wager against a bank that covers so much of it, in the usual play and in the best.

The usual play is the best one against a bank that covers everything. Who knows how far the bank
reaches may do better: nothing is won by a double that nobody covers.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from cardroom.analysis.bank.deals import SPOTS
from cardroom.analysis.bank.odds import AMPLE, Mean
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.three_card.ante import policies_of
from cardroom.analysis.three_card.odds import BonusRow, Ending
from cardroom.analysis.twentyone.one_wager import HandAlone
from cardroom.games.three_card.resolution import Standing, forfeited, owed_on
from cardroom.rules.banking import Banking
from cardroom.rules.coverage import cover, later, losers_first, reach
from cardroom.rules.steps import Settle


class Claim(NamedTuple):
    spot: str
    stake: int
    win: int
    lose: int


Bound = Literal["exact", "at-least"]


class Knowing(NamedTuple):
    """The best play of who knows how far the bank reaches."""

    net: Mean
    exact: Fraction | None
    changed: float
    """How often the first decision is another one than usual."""
    bound: Bound
    """Whether it is the best there is, or what it brings at least."""


class ShortBank(NamedTuple):
    """A wager against a bank of some amount; cents."""

    posted: int | None
    net: Mean
    exact: Fraction | None
    """The net as a fraction, where it is one."""
    parts: Mapping[str, Fraction]
    """The same by spot, where there are several."""
    payments: Mapping[int, float]
    """What the wager brings, and how often; rounds with a split left out."""
    knowing: Knowing


def settled(steps: Sequence[Sequence[Claim]], posted: int, banking: Banking) -> Mapping[str, int]:
    """What each spot of a seat brings, step by step of the settlement, with nobody else there."""
    paid = collected = 0
    losers = losers_first(banking.order)
    found: dict[str, int] = {}
    for step in steps:
        for spot, stake, win, lose in sorted(step, key=lambda each: later(losers, each.lose)):
            can_pay = reach(posted, paid, collected, banking.together)
            can_collect = reach(posted, collected, paid, banking.together)
            covered = cover(stake, win, lose, can_pay, can_collect)
            paid, collected = paid + covered.paid, collected + covered.taken
            found[spot] = covered.paid - covered.taken
    return found


def one_wager(seats: Seats, amounts: Sequence[int], seed: int = 1) -> list[ShortBank]:
    """The first seat alone against an ample bank, and against each of these amounts."""
    alone = seats._replace(wagers=seats.wagers[:1], behind=(), insured=frozenset())
    every = (AMPLE, *amounts)
    if seats.rules.family == "three-card":
        return [_three_card(alone, amount) for amount in every]
    return _twentyone(alone, every, seed)


# --- Three Card Poker: a fraction -----------------------------------------------------------------


def _three_card(seats: Seats, posted: int) -> ShortBank:
    rules = seats.rules
    own, decks = policies_of(rules), rules.deck.packs
    spots = _three_card_spots(seats, posted)

    def worth(row: BonusRow, stands: Standing | None) -> int:
        return sum(spots(Ending(three_card_odds.first_of(row), stands)).values())

    usual = three_card_odds.ante_play(own, decks).endings
    parts: dict[str, Fraction] = defaultdict(Fraction)
    payments: dict[int, Fraction] = defaultdict(Fraction)
    for ending, chance in usual.items():
        brought = spots(ending)
        payments[sum(brought.values())] += chance
        for spot, amount in brought.items():
            parts[spot] += amount * chance
    net = sum(parts.values(), Fraction(0))
    best = three_card_odds.best_plays(own, decks, worth)
    known = sum(
        (sum(spots(ending).values()) * chance
         for ending, chance in three_card_odds.endings_of(best, decks).items()),
        Fraction(0),
    )  # fmt: skip
    return ShortBank(
        None if posted == AMPLE else posted,
        Mean(float(net), 0.0),
        net,
        dict(parts),
        {amount: float(payments[amount]) for amount in sorted(payments)},
        Knowing(
            Mean(float(known), 0.0),
            known,
            float(three_card_odds.unlike(three_card_odds.plays(own, decks), best, decks)),
            "exact",
        ),
    )


def _three_card_spots(seats: Seats, posted: int) -> Callable[[Ending], Mapping[str, int]]:
    """What each spot brings as the hand ends, cut to what the bank covers."""
    rules, bets = seats.rules, seats.wagers[0]
    own, ante = policies_of(rules), bets["ante"]
    stakes = {"ante": ante, "play": ante, "bonus": bets.get("bonus", 0)}
    steps = [step.spots for step in rules.procedure if isinstance(step, Settle)]

    def spots(ending: Ending) -> Mapping[str, int]:
        if ending.stands is None:
            given_up = [spot for spot in SPOTS if spot != "play" and stakes[spot]]
            claims = [[Claim(s, stakes[s], *forfeited(s, stakes[s])[:2]) for s in given_up]]
        else:
            owed = {
                s: owed_on(s, own, ending.value, ending.stands, stakes[s])
                for s in SPOTS
                if stakes[s]
            }
            claims = [
                [Claim(s, stakes[s], *owed[s][:2]) for s in paid if s in owed] for paid in steps
            ]
        return settled(claims, posted, rules.banking)

    return spots


# --- games of 21 ----------------------------------------------------------------------------------


def _twentyone(seats: Seats, amounts: Sequence[int], seed: int) -> list[ShortBank]:
    alone = HandAlone(seats, seed, amounts)
    found = []
    for place, amount in enumerate(amounts):
        cut = partial(reached, posted=amount, banking=seats.rules.banking)
        payments: dict[int, float] = defaultdict(float)
        for net, chance in alone.unsplit.items():
            payments[cut(net)] += chance
        rest = sum(net * chance for net, chance in payments.items())
        split = alone.split(place)
        usual = Mean(rest + split.value, split.error)
        ample = amount == AMPLE
        gain, changed = (Mean(0.0, 0.0), 0.0) if ample else alone.knowing(place, cut)
        known = Mean(usual.value + gain.value, math.hypot(usual.error, gain.error))
        found.append(
            ShortBank(
                None if ample else amount,
                usual,
                None,
                {},
                dict(sorted(payments.items())),
                Knowing(known, None, changed, "at-least" if alone.cells else "exact"),
            )
        )
    return found


def reached(net: int, posted: int, banking: Banking) -> int:
    """What one claim brings: the bank pays or collects it as far as its amount goes."""
    return settled([[Claim("main", abs(net), max(net, 0), max(-net, 0))]], posted, banking)["main"]


# --- pai gow --------------------------------------------------------------------------------------


def covered(nets: Iterable[int], posted: int, banking: Banking) -> Fraction | None:
    """What part of one wager alone has action, if it is one part of all that the wager may bring.

    Then the wager is only smaller: whoever knows it plays as against a bank that covers everything.
    """
    parts = {Fraction(reached(net, posted, banking), net) for net in nets if net}
    return parts.pop() if len(parts) == 1 else None
