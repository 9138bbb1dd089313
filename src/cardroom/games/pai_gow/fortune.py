"""The Fortune bet and its envy bonus."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.events import BetPlaced, ButtonPlaced
from cardroom.games.pai_gow import clauses as c
from cardroom.games.pai_gow.options import ENVY, ENVY_STAKE, FORTUNE_TABLE
from cardroom.games.pai_gow.state import Draft, players, policies, seven
from cardroom.hands.pai_gow import FortuneRow, RoyalMatch, fortune_rows
from cardroom.money import Odds
from cardroom.play.round import Bet
from cardroom.play.settle import LOSE, Claim, claim, clockwise, pays, plain
from cardroom.rules.policies import PaiGow


def row_of(draft: Draft, seat: int) -> tuple[FortuneRow, Odds | None]:
    """The row a hand is paid by, and its odds; None pays nothing."""
    rule = policies(draft.rules)
    match = RoyalMatch.JOKER_ALLOWED if rule.royal_match == "joker" else RoyalMatch.NATURAL_ONLY
    rows = fortune_rows(seven(draft, seat), match)
    return paid_row(rule, rows)


def paid_row(rule: PaiGow, rows: Sequence[FortuneRow]) -> tuple[FortuneRow, Odds | None]:
    """Of the rows a hand has, highest first, the one that `fortune_conflict` takes."""
    priced = [(row, FORTUNE_TABLE.odds(row.label)) for row in rows]
    if rule.conflict == "best-pay":
        priced.sort(key=lambda each: each[1].pays if each[1] else 0, reverse=True)
    return priced[0]


def order(draft: Draft) -> list[int]:
    state = draft.state
    return clockwise(players(draft), state.action)


def claims(draft: Draft) -> list[Claim]:
    found = []
    for seat in order(draft):
        for bet in draft.bets_on(seat, "fortune"):
            row, odds = row_of(draft, seat)
            ratio = LOSE if odds is None else pays(odds)
            clause = c.FORTUNE_LOSES if odds is None else c.FORTUNE_PAYS
            result = plain(ratio, clause)
            found.append(claim(bet, result, policies(draft.rules).rounding, row.label))
    return found


def has_button(draft: Draft, seat: int) -> bool:
    placed = [*draft.bets.values(), *(one.bet for one in draft.settled)]
    return any(
        bet.box == seat and bet.spot == "fortune" and bet.stake >= ENVY_STAKE for bet in placed
    )


def envy_buttons(draft: Draft) -> None:
    for seat in sorted(draft.players):
        if has_button(draft, seat):
            draft.record(ButtonPlaced("envy", seat))


def envy(draft: Draft) -> list[Claim]:
    """For each button, each other player's hand that earns envy; never one's own or the bank's."""
    seats = order(draft)
    owed = []
    for seat in seats:
        if not has_button(draft, seat):
            continue
        for other in seats:
            row, _ = row_of(draft, other)
            amount = ENVY.get(row, 0)
            if draft.players[other] == draft.players[seat] or not amount:
                continue
            bet = Bet(draft.next_bet, "envy", seat, draft.players[seat], 0)
            draft.next_bet += 1
            draft.bets[bet.id] = bet
            draft.record(BetPlaced(bet.id, bet.spot, seat, bet.owner, 0))
            owed.append(Claim(bet, amount, 0, c.ENVY_PAYS, f"box {other}: {row.label}"))
    return owed
