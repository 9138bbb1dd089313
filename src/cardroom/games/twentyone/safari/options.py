"""The options of Safari 21, and the ruleset they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.cards import Deck, decks_of
from cardroom.games.common import BONUS_MIN, FLAG, LEGAL_LIMIT, limits_of, rounding
from cardroom.games.side_bets.bets import Options, posted_rows
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows, posted_bets
from cardroom.games.twentyone import wording as texts
from cardroom.games.twentyone.blackjack.options import HOUSE_BANKED, boxes_each
from cardroom.games.twentyone.bonus_hands import bonus_hand, check_condition
from cardroom.games.twentyone.engine.procedure import with_custom_bets
from cardroom.games.twentyone.engine.steps import (
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    OpenFaceDown,
    PayNaturals,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.policies import (
    BankDraws,
    Hole,
    Insurance,
    MaxBet,
    Split,
    Surrender,
    TwentyOne,
)
from cardroom.games.twentyone.safari import clauses as c
from cardroom.hands.points import PointRule
from cardroom.money import EVEN, Odds, cents
from cardroom.rules.limits import GamesPerHand
from cardroom.rules.options import (
    Amount,
    Amounts,
    Catalogue,
    Choice,
    OptionFaults,
    OptionSpec,
    Value,
    Whole,
    document,
)
from cardroom.rules.own_table import PayRows, is_own, own_pay_table
from cardroom.rules.paytable import PayTable, Row
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.side_bet import SideBet
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Settle, Step
from cardroom.rules.wording import wording

HAND: Final[frozenset[Need]] = frozenset({"bank-final"})

MONTE_CARLO: Final = shipped_bet("monte-carlo")
"""Roulette-style bets on a box's first card (Appendix A)."""

SIZE_MAX: Final = 5
"""A hand of five cards is complete."""

PAY_TABLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "standard": (
        ("suited-big-5", "2:1"),
        ("suited-777", "2:1"),
        ("big-5", "3:2"),
        ("777", "3:2"),
        ("suited-678", "3:2"),
    ),
    "layout": (("suited-big-5", "3:1"), ("suited-777", "3:1"), ("big-5", "3:2")),
}
"""Payout Odds 1, and the other odds that the picture of the layout shows."""

BONUS_ROWS: Final = {
    "bonus_suited_big_5": "suited-big-5",
    "bonus_suited_777": "suited-777",
    "bonus_big_5": "big-5",
    "bonus_777": "777",
    "bonus_suited_678": "suited-678",
}

SAFARI: Final = Catalogue(
    "safari-21",
    (
        OptionSpec(
            "decks",
            Whole(1, 8),
            6,
            "decks in the shoe; the rule book has four to eight",
            "cards.decks",
            group="deal",
        ),
        OptionSpec(
            "dealer_hits_soft_17", FLAG, True, "the dealer hits soft 17", "bank.draws", group="bank"
        ),
        OptionSpec(
            "pay_table",
            PayRows(
                tuple(PAY_TABLES),
                tuple(row for row, _ in PAY_TABLES["standard"]),
                check=check_condition(SIZE_MAX),
                posted=PAY_TABLES,
                winning=True,
            ),
            "standard",
            "bonus pay table for winning hands",
            "pay.bonus",
            group="pay",
        ),
        *(
            OptionSpec(
                name, FLAG, True, f"the bonus row {row} is offered", "pay.bonus", group="pay"
            )
            for name, row in BONUS_ROWS.items()
        ),
        OptionSpec(
            "bonus_natural",
            FLAG,
            True,
            "a natural is paid 3 to 2, or else 1 to 1",
            "natural.at-once",
            group="pay",
        ),
        OptionSpec(
            "all_even_money",
            FLAG,
            False,
            "every winning wager pays 1 to 1, naturals included",
            "pay.all-even",
            group="pay",
        ),
        OptionSpec(
            "max_bet_resume",
            Amounts(("least", "most"), 2, optional=True, between="-"),
            None,
            "a waived Max Bet may be resumed within this increment, such as 5-100",
            "max-bet.resumed",
        ),
        OptionSpec(
            "max_bet_before_second_card",
            FLAG,
            False,
            "a Max Bet may be made on the first card",
            "max-bet.before-second",
        ),
        OptionSpec(
            "max_bet_earns_bonus",
            FLAG,
            False,
            "Max Bets earn the bonus odds too",
            "pay.max-bet",
            group="pay",
        ),
        OptionSpec(
            "pin_split_second_card",
            FLAG,
            False,
            "a Max Bet also fixes at 1 an ace dealt as the second card of a split hand",
            "max-bet.pins-aces",
        ),
        OptionSpec(
            "five_card_equal_total",
            Choice(("lose", "push")),
            "lose",
            "equal totals against a five-card dealer hand",
            "pay.bank-big-5-equal",
            group="pay",
        ),
        OptionSpec(
            "fifth_card",
            Choice(("face-up", "face-down")),
            "face-up",
            "the fifth card is dealt face up, or face down until settlement",
            "deal.fifth-face-down",
            group="deal",
        ),
        OptionSpec(
            "insurance_on_ten",
            Choice(("win", "push")),
            "win",
            "insurance result if the dealer's second card is a plain 10",
            "insurance.ten",
        ),
        OptionSpec(
            "surrender_on_ten",
            FLAG,
            False,
            "surrender is also offered against a plain ten",
            "surrender.up-card",
        ),
        OptionSpec(
            "missed_surrender",
            Choice(("strict", "literal")),
            "strict",
            "a missed surrender offer is made up while the player has no further card and the"
            " dealer no second card, or while either is so",
            "irregularity.12",
            group="procedure",
        ),
        OptionSpec(
            "monte_carlo",
            pay_rows(MONTE_CARLO, (None, *MONTE_CARLO.file.pays)),
            None,
            "Monte Carlo bets; a table with the row joker puts jokers into the shoe",
            "monte-carlo.pays",
            group="side-bet",
        ),
        OptionSpec(
            "monte_carlo_burn",
            FLAG,
            True,
            "a card is burned before each box's first card",
            "monte-carlo.burn",
            group="side-bet",
        ),
        OptionSpec(
            "jokers",
            Choice(("per-deck", "one")),
            "per-deck",
            "jokers with table-b: one per deck, or one in the shoe",
            "cards.decks",
            group="deal",
        ),
        OptionSpec(
            "games_max",
            Whole(2, 15),
            4,
            "most games that may be wagered on with one hand",
            "games.four",
        ),
        OptionSpec(
            "games_above_five",
            Whole(1, 15),
            3,
            "most games on one hand with more than $5",
            "games.three-above",
        ),
        OptionSpec(
            "max_bets_count",
            Choice(("together", "each")),
            "together",
            "the Max Bets of a box are compared with $5 together, or each by itself",
            "games.max-bet",
            base="each",
        ),
        BONUS_MIN,
        *(spec for spec in HOUSE_BANKED if spec is not LEGAL_LIMIT),
        OptionSpec(
            "legal_limit",
            Amount(),
            30000,
            "legal limit for a single wager ($300 in the rule book)",
            "bet.legal",
            group="limits",
        ),
    ),
)


def safari_policies(o: Mapping[str, Any], pay_table: PayTable | None) -> TwentyOne:
    hands = [bonus_hand(row) for row in pay_table.rows] if pay_table else []
    resume = None
    if o["max_bet_resume"] is not None:
        least, most = o["max_bet_resume"].split("-")
        resume = (cents(least), cents(most))
    ups = (1, 11, 12, 13) + ((10,) if o["surrender_on_ten"] else ())
    return TwentyOne(
        points=PointRule(
            joker="ten" if has_jokers(o["monte_carlo"]) else None,
            pins_aces=True,
            pins_split_second_card=o["pin_split_second_card"],
            tracks_suits=any(hand.looks_at_suits for hand in hands),
            tracks_runs=any(hand.run for hand in hands),
        ),
        natural=Odds(3, 2) if o["bonus_natural"] and not o["all_even_money"] else EVEN,
        naturals="at-once",
        double=None,
        split=Split(3),
        surrender=Surrender("early", ups=ups, missed=o["missed_surrender"]),
        insurance=Insurance(on_ten=o["insurance_on_ten"]),
        hole=Hole("none"),
        bank=BankDraws("hit" if o["dealer_hits_soft_17"] else "stand", 5, "no-effect"),
        rounding=rounding(o),
        draws_to=11,
        size_max=SIZE_MAX,
        fifth_card=o["fifth_card"],
        bonus=pay_table,
        five_card_equal=o["five_card_equal_total"],
        max_bet=MaxBet(
            resume,
            o["max_bet_before_second_card"],
            o["max_bet_earns_bonus"],
            o["max_bets_count"],
        ),
    )


def _pay_table(o: Mapping[str, Any]) -> PayTable | None:
    if o["all_even_money"]:
        return None
    offered = {row for name, row in BONUS_ROWS.items() if o[name]}
    if is_own(o["pay_table"]):
        posted = own_pay_table(o["pay_table"])
    else:
        rows = PAY_TABLES[o["pay_table"]]
        posted = PayTable(o["pay_table"], tuple(Row(name, Odds.parse(odds)) for name, odds in rows))
    kept = tuple(row for row in posted.rows if row.when or row.name in offered)
    if is_own(o["pay_table"]) and o["decks"] < 3 and posted.odds("suited-777") is not None:
        says = f"three sevens of one suit cannot occur in {decks_of(o['decks'])}; leave the row out"
        raise OptionFaults((f"pay_table, suited-777: {says}",))
    return PayTable(posted.name, kept)


def _procedure(o: Mapping[str, Any], outcomes: tuple[str, ...]) -> tuple[Step, ...]:
    steps: list[Step] = [BurnCards()]
    if outcomes:
        steps.append(FirstCardToEach(outcomes, int(o["monte_carlo_burn"])))
    else:
        steps.append(CardToEach())
    steps += [
        CardToBank(),
        SecondCardToEach() if o["max_bet_before_second_card"] else CardToEach(),
        PayNaturals(),
        OfferInsurance(),
        Turns(),
        BankPlays(),
        BankDone(),
        OpenFaceDown(),
        Settle(("main", "max-bet")),
    ]
    return tuple(steps)


def has_jokers(table: Value) -> bool:
    """Whether a Monte Carlo table has a bet on jokers: they are in the shoe for it alone."""
    if table is None:
        return False
    return any(row.name == "joker" for row in posted_rows(MONTE_CARLO.file, str(table)))


def _monte_carlo(o: Mapping[str, Any], deck: Deck) -> tuple[SideBet, ...]:
    table = o["monte_carlo"]
    if table is None:
        return ()
    return posted_bets("monte_carlo", MONTE_CARLO, Options(pay_table=table), deck)


def safari_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = SAFARI.read(given)
    changed = SAFARI.changed(o)
    stored = document("safari-21", house, edition, SAFARI.pinned(o))
    jokers = 0
    if has_jokers(o["monte_carlo"]):
        jokers = o["decks"] if o["jokers"] == "per-deck" else 1
    deck = Deck(o["decks"], jokers)
    bonus = _monte_carlo(o, deck)
    return with_custom_bets(
        Ruleset(
            game="safari-21",
            title="Safari 21",
            family="twentyone",
            house=house,
            edition=edition,
            source="Safari 21 official rules, with the addendum of June 3, 2013",
            options=o,
            changed=changed,
            deck=deck,
            shoe=ShoeRule(o["shoe"], o["burn"], len(deck) - len(deck) * o["cut"] // 100),
            policies=safari_policies(o, _pay_table(o)),
            procedure=_procedure(o, tuple(bet.name for bet in bonus)),
            spots=(
                Spot("main", "Safari 21", needs=HAND),
                Spot("max-bet", "Max Bet", "in-turn", HAND),
                Spot(
                    "insurance", "Insurance", "offered", frozenset({"bank-second"}), odds="2 to 1"
                ),
                *(bet.spot for bet in bonus),
            ),
            boxes=o["boxes"],
            boxes_each=boxes_each(o),
            limits=limits_of(o),
            games_per_hand=GamesPerHand(
                o["games_max"], o["games_above_five"], c.FOUR_GAMES, c.THREE_ABOVE
            ),
            stored=stored,
            side_bets=bonus,
            wording=wording(texts.SAFARI, o, changed),
        )
    )
