"""Blazing 7's: a progressive bet on sevens, beside Bet the Set 21."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from cardroom.cards import SUITS, Card
from cardroom.events import ProgressivePaid, ProgressiveRestarted, ProgressiveWon
from cardroom.games.twentyone.engine.game_type import BetBar, SideBet
from cardroom.games.twentyone.engine.state import Draft
from cardroom.games.twentyone.engine.steps import Award, BankPlays, Peek, Turns
from cardroom.money import Odds, ratio
from cardroom.places import BANK, hand_place
from cardroom.play.round import Bet, Facts
from cardroom.play.settle import Claim
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.limits import Limits
from cardroom.rules.meter import Meter, Terms, seeded
from cardroom.rules.options import Amount, Choice, OptionSpec, Whole
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Read, Settle, Step

SPOT: Final = "blazing-7s"
METER: Final = "blazing-7s"
RESERVE: Final = "blazing-7s/reserve"
"""Figures that a round reads when it judges: whole cents, this round's contributions included.

The meter's amount, and what it would show beyond its seed if all of that were won.
"""
FIGURES: Final = (METER, RESERVE)

STAKE: Final = Clause("blazing.stake", "Blazing 7's 1", "the progressive bet is the posted stake")
ROW: Final = Clause(
    "blazing.row", "Blazing 7's pay tables", "sevens are paid the best row they make"
)
SHARE: Final = Clause(
    "blazing.share",
    "Blazing 7's pay tables",
    "a percentage of the meter is paid for its row and does not return the stake",
)
NONE: Final = Clause(
    "blazing.no-seven",
    "Blazing 7's pay tables",
    "without a seven in the first two cards the bet loses",
)
RESTART: Final = Clause(
    "blazing.restart",
    "Progressive systems",
    "after a 100% award the meter restarts at seed plus reserve",
)
CLAUSES: Final = Clauses((STAKE, ROW, SHARE, NONE, RESTART))

TABLES: Final[Mapping[int, Mapping[str, str]]] = {
    1: {
        "777-suited": "100%",
        "777-colour": "10%",
        "777": "200 for 1",
        "77": "25 for 1",
        "7": "2 for 1",
    },
    2: {
        "777-diamonds": "100%",
        "777-suited": "10%",
        "777-colour": "500 for 1",
        "777": "200 for 1",
        "77": "25 for 1",
        "7": "2 for 1",
    },
}

THIRD: Final[Mapping[str, Need]] = {"dealer-up": "bank-up", "player": "own-third"}
"""Whose card is the third, and what the bet looks at."""

OPTIONS: Final = (
    OptionSpec(
        "blazing_7s", Choice((None, 1, 2)), None, "the progressive bet and its pay table", ROW.id
    ),
    OptionSpec("blazing_stake", Amount(), 100, "stake of the progressive bet", STAKE.id),
    OptionSpec(
        "blazing_third_card",
        Choice(tuple(THIRD)),
        "dealer-up",
        "the third card: the dealer's up card, or the player's own next one",
        ROW.id,
    ),
    OptionSpec(
        "blazing_contribution", Whole(0, 100), 24, "percent of each stake to the meter", SHARE.id
    ),
    OptionSpec(
        "blazing_reserve", Whole(0, 100), 0, "percent of each stake to the reserve", RESTART.id
    ),
    OptionSpec(
        "blazing_seed", Whole(0, 1_000_000), 2000, "seed of the meter, in stakes", RESTART.id
    ),
    OptionSpec(
        "blazing_meter_pays",
        Choice(("percentages", "all")),
        "percentages",
        "which awards come off the meter",
        SHARE.id,
    ),
    OptionSpec(
        "simultaneous",
        Choice(("in-order", "shared")),
        "in-order",
        "two 100% awards in one round: the second from the restarted meter, or shared",
        RESTART.id,
    ),
)


def terms(o: Mapping[str, Any]) -> Terms | None:
    """What the tables on one meter have to agree in; None where no such bet is offered."""
    if o.get("blazing_7s") is None:
        return None
    off = {"all": "all awards", "percentages": "percentages"}[o["blazing_meter_pays"]]
    return Terms(
        f"Blazing 7's {o['blazing_7s']}, {off} off the meter, two jackpots {o['simultaneous']}",
        o["blazing_stake"],
        ratio(Fraction(o["blazing_contribution"], 100)),
        ratio(Fraction(o["blazing_reserve"], 100)),
        o["blazing_seed"] * o["blazing_stake"],
    )


def reading(figure: str, meter: Meter) -> int | None:
    """What a round is told when it asks for a figure; None if it is none of the meter's."""
    return {METER: meter.whole, RESERVE: meter.beyond_seed}.get(figure)


def spots(o: Mapping[str, Any]) -> tuple[Spot, ...]:
    if o["blazing_7s"] is None:
        return ()
    return (
        Spot(
            SPOT,
            "Blazing 7's",
            needs=frozenset({"own-first-two", THIRD[o["blazing_third_card"]]}),
            # The table's minimum is for the game, not for the posted stake of this bet.
            limits=Limits(o["smallest_chip"], None, o["smallest_chip"]),
            stake=o["blazing_stake"],
            beside_main=True,
            meter=METER,
            rows=rows(o),
        ),
    )


def rows(o: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The posted pay table, best row first."""
    return tuple(TABLES[o["blazing_7s"]].items())


def procedure(o: Mapping[str, Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """With the dealer's card before the peek, with the player's own after the turns."""
    if o["blazing_7s"] is None:
        return steps
    settle = Settle((SPOT,), order="right-to-left")
    pay: tuple[Step, ...] = (Read(METER), Read(RESERVE), Award(settle), settle)
    found: list[Step] = []
    before = (Peek, Turns) if o["blazing_third_card"] == "dealer-up" else (BankPlays,)
    done = False
    for step in steps:
        if isinstance(step, before) and not done:
            found += pay
            done = True
        found.append(step)
    return tuple(found)


def best_row(table: int, first: Card, second: Card, third: Card | None) -> str | None:
    sevens = (first.rank == 7) + (second.rank == 7)
    if sevens == 2 and third is not None and third.rank == 7:
        cards = (first, second, third)
        found = ["777"]
        if len({card.red for card in cards}) == 1:
            found.insert(0, "777-colour")
        if len({card.suit for card in cards}) == 1:
            found.insert(0, "777-suited")
            if first.suit == SUITS.index("d"):
                found.insert(0, "777-diamonds")
        return next(row for row in found if row in TABLES[table])
    return {2: "77", 1: "7"}.get(sevens)


def _third(draft: Draft, box: int) -> Card | None:
    if draft.rules.options["blazing_third_card"] == "dealer-up":
        return draft.at(BANK)[0]
    # The first card the box drew: to its only hand, or to the first hand of a split pair.
    own = draft.at(hand_place(box))
    order = [hand.id for hand in draft.state.hands[box]]
    if 3 in order and order.index(3) < order.index(2):
        # The first hand was split again: that card is the first of the hand it made.
        return draft.at(hand_place(box, 3))[0]
    position = 1 if len(order) > 1 else 2
    return own[position] if len(own) > position else None


def _first_two(draft: Draft, box: int) -> tuple[Card, Card]:
    own = draft.at(hand_place(box))
    if hand_place(box, 2) in draft.cards:
        return own[0], draft.at(hand_place(box, 2))[0]
    return own[0], own[1]


class _Award(NamedTuple):
    bet: Bet
    row: str | None
    pays: str


def judge(draft: Draft, bets: Sequence[Bet]) -> dict[int, Claim]:
    """Awards as they come, 100% ones after all others, each off what is left."""
    table = int(str(draft.rules.options["blazing_7s"]))
    awards = []
    for bet in bets:
        row = best_row(table, *_first_two(draft, bet.box), _third(draft, bet.box))
        awards.append(_Award(bet, row, TABLES[table][row] if row else ""))
    figures, posted = draft.state.figures, terms(draft.rules.options)
    assert posted is not None
    now = seeded(posted)._replace(
        amount=Fraction(figures[METER]), reserve=Fraction(figures[RESERVE])
    )
    owed: dict[int, Claim] = {}
    jackpots = [award for award in awards if award.pays == "100%"]
    for award in awards:
        if award.pays == "100%":
            continue
        owed[award.bet.id], now = _pay(draft, award, now)
    _pay_jackpots(draft, jackpots, now, owed)
    return owed


def paid(draft: Draft, claim: Claim) -> None:
    """An award out of the meter reaches its winner."""
    award = _off_meter(draft.rules.options, claim)
    if award is not None:
        draft.record(ProgressivePaid(METER, claim.bet.box, award, claim.bet.id))


def _off_meter(o: Mapping[str, Any], claim: Claim) -> int | None:
    """The award that came off the meter, if one did; a fixed one includes the stake."""
    if claim.clause is SHARE:
        return claim.win
    fixed = claim.clause is ROW and o["blazing_meter_pays"] == "all"
    return claim.win + claim.bet.stake if fixed else None


def _pay(draft: Draft, award: _Award, now: Meter) -> tuple[Claim, Meter]:
    bet = award.bet
    if award.row is None:
        return Claim(bet, 0, bet.stake, NONE), now
    if award.pays == "10%":
        share = now.whole // 10
        _won(draft, bet, share, award.row)
        return Claim(bet, share, bet.stake, SHARE, award.row), now.paid(share)
    odds = Odds.parse(award.pays)
    win = bet.stake * odds.pays // odds.per
    if draft.rules.options["blazing_meter_pays"] == "all":
        # "25 for 1" is an award of 25: the stake was fed and dropped, it comes back off the meter.
        whole = win + bet.stake
        short = max(0, whole - now.whole)
        _won(draft, bet, whole, award.row, short)
        now = now.paid(whole)
    return Claim(bet, win, 0, ROW, award.row), now


def _won(draft: Draft, bet: Bet, award: int, row: str, house: int = 0) -> None:
    draft.record(ProgressiveWon(METER, bet.box, award, row, house, bet.id))


def _pay_jackpots(draft: Draft, jackpots: list[_Award], now: Meter, owed: dict[int, Claim]) -> None:
    shared = draft.rules.options["simultaneous"] == "shared"
    together = now.whole // len(jackpots) if jackpots else 0
    for number, award in enumerate(jackpots):
        amount = together if shared else now.whole
        assert award.row is not None
        _won(draft, award.bet, amount, award.row)
        now = now.paid(amount)
        if not shared or number == len(jackpots) - 1:
            now = now.restarted()
            draft.record(ProgressiveRestarted(METER, award.bet.box, award.bet.id))
        owed[award.bet.id] = Claim(award.bet, amount, award.bet.stake, SHARE, award.row)


def _wrong_stake(rules: Ruleset, _: Facts, __: Sequence[Bet], bet: Bet) -> bool:
    spot = rules.spot(bet.spot)
    return spot is not None and spot.name == SPOT and bet.stake != spot.stake


STAKE_BAR: Final = BetBar(STAKE, _wrong_stake)
SIDE_BET: Final = SideBet(SPOT, judge=judge, paid=paid, feeds=METER)
