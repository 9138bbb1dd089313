"""One ante of Three Card Poker, with its play wager and bonus, against a short bank: a fraction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from cardroom.analysis.bank.odds import AMPLE, Mean
from cardroom.analysis.bank.one_wager import (
    Knowing,
    ShortBank,
    WagerClaim,
    first_seat,
    settle_alone,
)
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.three_card import odds
from cardroom.analysis.three_card.chart import flags, read_lowest
from cardroom.analysis.three_card.deals import SPOTS, played
from cardroom.analysis.three_card.odds import ComparedHand
from cardroom.analysis.three_card.pack import pack_of
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import AgainstBank, forfeited, owed_on
from cardroom.hands.three_card import ThreeCardValue
from cardroom.rules.steps import Settle


def against_banks(seats: Seats, amounts: Sequence[int]) -> list[ShortBank]:
    """The first seat alone against a bank that covers everything, and against these amounts."""
    alone = first_seat(seats)
    return [_against(alone, amount) for amount in (AMPLE, *amounts)]


def _against(seats: Seats, posted: int) -> ShortBank:
    rules = seats.rules
    own, pack, bets = policies_of(rules), pack_of(rules), seats.wagers[0]
    spots = _spots(seats, posted)

    def worth(value: ThreeCardValue, stands: AgainstBank | None) -> int:
        return sum(spots(ComparedHand(value, stands)).values())

    parts: dict[str, Fraction] = defaultdict(Fraction)
    payments: dict[int, Fraction] = defaultdict(Fraction)
    for ending, chance in played(seats)[0].endings.items():
        brought = spots(ending)
        payments[sum(brought.values())] += chance
        for spot, amount in brought.items():
            parts[spot] += amount * chance
    net = sum(parts.values(), Fraction(0))
    best = odds.best_plays(own, pack, worth)
    known = sum(
        (sum(spots(ending).values()) * chance
         for ending, chance in odds.endings_of(own, best, pack).items()),
        Fraction(0),
    )  # fmt: skip
    usual = odds.plays(own, pack, bets["ante"])
    if seats.chart is not None:
        usual = flags(own, pack, read_lowest(seats.chart.document, own))
    changed = odds.unlike(usual, best, pack)
    return ShortBank(
        None if posted == AMPLE else posted,
        Mean(float(net), 0.0),
        net,
        dict(parts),
        {amount: float(payments[amount]) for amount in sorted(payments)},
        Knowing(Mean(float(known), 0.0), known, float(changed), "exact"),
    )


def _spots(seats: Seats, posted: int) -> Callable[[ComparedHand], Mapping[str, int]]:
    """The result of each spot by the hand's ending, limited to what the bank covers."""
    rules, bets = seats.rules, seats.wagers[0]
    own, ante = policies_of(rules), bets["ante"]
    stakes = {"ante": ante, "play": ante, "bonus": bets.get("bonus", 0)}
    steps = [step.spots for step in rules.procedure if isinstance(step, Settle)]

    def spots(ending: ComparedHand) -> Mapping[str, int]:
        if ending.stands is None:
            given_up = [spot for spot in SPOTS if spot != "play" and stakes[spot]]
            claims = [[WagerClaim(s, stakes[s], *forfeited(s, stakes[s])[:2]) for s in given_up]]
        else:
            owed = {
                s: owed_on(s, own, ending.value, ending.stands, stakes[s])
                for s in SPOTS
                if stakes[s]
            }
            claims = [
                [WagerClaim(s, stakes[s], *owed[s][:2]) for s in paid if s in owed]
                for paid in steps
            ]
        return settle_alone(claims, posted, rules.banking)

    return spots
