"""The felt of the 21 games: what a natural pays, which hands must draw, what a wager can win."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from cardroom.games import signs
from cardroom.games.felt import (
    DECLINE,
    PLAY,
    Ending,
    Felt,
    Topic,
    Verb,
    described,
    highest,
    winnings,
)
from cardroom.games.felt import best_odds as posted_odds
from cardroom.games.signs import Rows, Sign
from cardroom.games.twentyone.bonus_hands import bonus_hand
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.posted_chart import NATURAL, ChartRow, posted_chart
from cardroom.games.twentyone.felt_drawing import drawing
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import OVER
from cardroom.money import EVEN, Odds
from cardroom.play.round import Bet, Round
from cardroom.play.side_bets import rows_left
from cardroom.play.views import PlaceView
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

VERBS: Final = (
    Verb("hit", "Hit", "h", means="take another card"),
    Verb("stand", "Stand", "s", means="keep the hand as it is"),
    Verb(
        "double",
        "Double",
        "d",
        costs="wager",
        means="put up an equal bet",
        before_amount="for",
    ),
    Verb("split", "Split", "p", costs="wager", means="play two equal cards as two hands"),
    Verb("surrender", "Surrender", "r", means="give up the hand and lose half of the wager"),
    Verb(
        "max-bet",
        "Max Bet",
        "m",
        means="put up more on this hand",
        may="make a Max Bet",
        before_amount="of",
        does="makes a Max Bet of",
    ),
    Verb(
        "insure",
        "Insurance",
        "i",
        means="bet that the dealer has a natural",
        may="take insurance",
        before_amount="of",
        does="takes insurance for",
    ),
    Verb(
        "even-money",
        "Even money",
        "e",
        means="take 1 to 1 now",
        may="take even money",
        does="takes even money",
    ),
    DECLINE,
)
TOPICS: Final = (
    PLAY,
    Topic(
        "natural",
        "Stand and be paid now, or double down as 11?",
        "to take a natural's pay or double",
        "takes its natural's pay or doubles",
    ),
    Topic("insurance", "Insurance?", "about insurance", "is offered insurance"),
    Topic("surrender", "Surrender?", "about surrender", "is offered surrender"),
    Topic("max-bet", "Max Bet?", "about a Max Bet", "is asked for a Max Bet", offer="a Max Bet"),
)
ENDINGS: Final = (
    Ending("stood", "has"),
    Ending("over", "busts with", in_name=OVER),
    Ending("surrendered", "gives up"),
    Ending("paid", "is settled:"),
    Ending("void"),
)
DEALER_STEPS: Final = {"pay naturals": "pays the naturals", "peek": "checks for a natural"}
NATURALS: Final = {
    "no-bust-joker": "Natural 22",
    "no-bust-bonus-ace": "Natural 21½",
    "safari-21": "Natural 21",
}
"""What the felt calls the two cards that beat all other hands; elsewhere it is a blackjack."""
DUTIES: Final = {"draw": "must draw", "stand": "must stand", "either": "may do either"}
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


def natural_word(rules: Ruleset) -> str:
    return NATURALS.get(rules.game, "Blackjack")


def lettering(rules: Ruleset) -> tuple[str, str]:
    """What a natural pays; below it how the bank draws, and what insurance pays."""
    posted = policies(rules)
    then = "hit soft 17" if posted.bank.soft_17 == "hit" else "stand on all 17s"
    says = [f"{rules.banking.title} must draw to 16 and {then}"]
    if posted.insurance:
        says.append(f"Insurance pays {posted.insurance.odds}")
    pays = f"{natural_word(rules)} pays {posted.natural}"
    if posted.natural_suited:
        suit, odds = posted.natural_suited
        pays += f", in {SUITS[suit]} {odds}"
    return pays, " · ".join(says)


def limits(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    games = rules.games_per_hand
    if games is None:
        return signs.limits(rules)
    words = f"at most {games.most}, at most {games.above_five_max} of them above $5"
    return (*signs.limits(rules), ("Games on one hand", words))


def pay_tables(rules: Ruleset) -> Iterator[Sign]:
    yield Sign(rules.spots[0].title, ("Hand", "Pays"), _winning_hands(rules))
    yield from signs.pay_tables(rules)


def _odds_panels(rules: Ruleset) -> Iterator[Sign]:
    """The tables that are printed on the felt; bets of a field have their odds in its cells."""
    grouped = {spot.group for spot in rules.spots if spot.group}
    singles = {spot.title for spot in rules.spots if spot.odds}
    for table in pay_tables(rules):
        rows = tuple(row for row in table.rows if row[0] not in singles)
        if table.title not in grouped and rows:
            yield Sign(table.title, table.head, rows)


def _winning_hands(rules: Ruleset) -> Rows:
    posted, natural = policies(rules), natural_word(rules)
    found = [(natural, str(posted.natural))]
    if posted.natural_suited:
        suit, odds = posted.natural_suited
        found.insert(0, (f"{natural} in {SUITS[suit]}", str(odds)))
    rows = () if posted.bonus is None else posted.bonus.rows
    words = {row.name: bonus_hand(row).says for row in rows if not row.when}
    found += signs.worded(signs.table_rows(posted.bonus), words)
    if posted.long_21:
        found.append(("five or more cards of 21", str(posted.long_21)))
    if posted.six_card_win:
        found.append(("six cards of 20 or less", str(posted.six_cards)))
    return (*found, ("every other winning hand", "1 to 1"))


def duties(rules: Ruleset) -> Iterator[Sign]:
    rows = posted_chart(rules)
    if rows:
        head = ("Hand", "Player", rules.banking.title)
        yield Sign("Must draw, must stand", head, _in_words(natural_word(rules), rows))


def _in_words(natural: str, chart: tuple[ChartRow, ...]) -> Rows:
    """Totals that are treated alike are one row: hard 12 to 16."""
    found = []
    for (kind, player, bank), alike in groupby(
        chart, lambda row: (row.hand.split()[0], row.player, row.bank)
    ):
        totals = [row.hand.split()[-1] for row in alike]
        span = totals[0] if len(totals) == 1 else f"{totals[0]} to {totals[-1]}"
        hand = natural if kind == NATURAL else f"{kind} {span}"
        found.append((hand, DUTIES[player], DUTIES[bank]))
    return tuple(found)


def best_odds(rules: Ruleset, spot: Spot) -> Odds:
    insurance = policies(rules).insurance
    return insurance.odds if spot.name == "insurance" and insurance else posted_odds(rules, spot)


def _undrawn_odds(rules: Ruleset, spot: Spot, row_left: str | None) -> Odds:
    """The best for a bet on two cards; `row_left` is the one row that the up card leaves of it."""
    posted = policies(rules)
    rows = () if spot.pays is None else spot.pays.rows
    odds = [row.odds for row in rows if row_left in (None, row.name)]
    if spot.name == rules.spots[0].name:
        odds += [posted.natural, _drawn_odds(posted, 0)]
        odds += [posted.natural_suited[1]] if posted.natural_suited else []
    return highest(odds) if odds else best_odds(rules, spot)


def _drawn_odds(posted: TwentyOne, added: int) -> Odds:
    """The best for a wager that can no longer be a natural: long hands and bonus rows.

    A long hand of 21 wins nothing extra once chips were added to its wager.
    """
    odds = [EVEN] if posted.bonus is None else [EVEN, *(row.odds for row in posted.bonus.rows)]
    odds += [posted.long_21, posted.six_cards] if posted.long_21 and not added else []
    return highest(odds)


def can_win(rules: Ruleset, round: Round | None, bet: Bet, hand: PlaceView | None) -> int:
    """Only the wager of the first two cards can win as a natural.

    By what the viewer sees: a hand that lies face down may be one.
    """
    spot = rules.spot(bet.spot)
    drawn = described(hand) and hand is not None and hand.label != NATURAL
    if spot is None or bet.added or bet.hand > 1 or drawn:
        return winnings(bet, _drawn_odds(policies(rules), bet.added))
    left = {} if round is None else rows_left(round)
    return winnings(bet, _undrawn_odds(rules, spot, left.get(bet.spot)))


def restrictions(rules: Ruleset) -> tuple[str, ...]:
    """What must be posted on the layout itself (safari-21, addendum of 2013)."""
    games = rules.games_per_hand
    if games is None:
        return ()
    above = f"no more than {games.above_five_max} of them above $5"
    return (f"No more than {games.most} games on one hand, {above}",)


FELT: Final = Felt(
    verbs=VERBS,
    topics=TOPICS,
    endings=ENDINGS,
    hand_words={NATURAL: f"a {NATURAL}"},
    dealer_steps=DEALER_STEPS,
    lettering=lettering,
    drawing=lambda rules: drawing(
        rules, lettering(rules), restrictions(rules), tuple(_odds_panels(rules))
    ),
    limits=limits,
    pay_tables=pay_tables,
    duties=duties,
    best_odds=best_odds,
    can_win=can_win,
)
