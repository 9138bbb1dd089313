"""The Fortune bet and its envy bonus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardroom.events import ButtonPlaced
from cardroom.games.pai_gow import clauses as c
from cardroom.games.pai_gow.state import (
    Draft,
    is_open,
    players,
    policies,
    seven,
    without_action,
)
from cardroom.hands.pai_gow import FortuneRow, RoyalMatch, also, fortune_rows
from cardroom.play.round import Bet
from cardroom.play.settle import Claim, claim, clockwise, plain
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, SideBet, SideRow


def row_of(draft: Draft, seat: int) -> tuple[FortuneRow, SideRow | None]:
    """What a hand is, and the row of the pay table that pays it; None pays nothing."""
    rule = policies(draft.rules)
    match = RoyalMatch.JOKER_ALLOWED if rule.royal_match == "joker" else RoyalMatch.NATURAL_ONLY
    rows = fortune_rows(seven(draft, seat), match)
    return paid_row(posted(draft.rules), rows_paid(draft.rules, rows))


def posted(rules: Ruleset) -> SideBet:
    bet = rules.side_bet("fortune")
    assert bet is not None
    return bet


def rows_paid(rules: Ruleset, rows: Sequence[FortuneRow]) -> Sequence[FortuneRow]:
    """Of the rows that a hand makes, those that may pay it: all of them, or the highest."""
    return rows if rules.options["fortune_conflict"] == "best-pay" else rows[:1]


def paid_row(bet: SideBet, rows: Sequence[FortuneRow]) -> tuple[FortuneRow, SideRow | None]:
    """Of the rows that a hand makes, the highest first, the one that pays it."""
    paid = bet.row(FinalHand((), makes=tuple(each.label for row in rows for each in also(row))))
    made = (row for row in rows if paid and any(each.label == paid.name for each in also(row)))
    return next(made, rows[0]), paid


def order(draft: Draft) -> list[int]:
    state = draft.state
    return clockwise(players(draft), state.action)


def claims(draft: Draft) -> list[Claim]:
    found = []
    for seat in order(draft):
        for bet in draft.bets_on(seat, "fortune"):
            if not is_open(draft, seat):
                found.append(without_action(bet))
                continue
            row, paid = row_of(draft, seat)
            name = row.label if paid is None else paid.name
            result = plain(*posted(draft.rules).owes(paid))
            found.append(claim(bet, result, policies(draft.rules).rounding, name))
    return found


def has_button(draft: Draft, seat: int) -> bool:
    if draft.rules.spot("envy") is None:
        return False
    placed = [*draft.bets.values(), *(one.bet for one in draft.settled)]
    least = policies(draft.rules).envy_stake
    return any(bet.box == seat and bet.spot == "fortune" and bet.stake >= least for bet in placed)


def envy_buttons(draft: Draft) -> None:
    for seat in sorted(draft.players):
        if has_button(draft, seat):
            draft.record(ButtonPlaced("envy", seat))


def envy(draft: Draft) -> list[Claim]:
    """For each button, the others' hands that earn envy; never the player's own or the bank's."""
    seats = order(draft)
    owed = []
    for seat in seats:
        if not has_button(draft, seat):
            continue
        for other in filter(partial(is_open, draft), seats):
            row, _ = row_of(draft, other)
            amount = policies(draft.rules).envy_for(row)
            if draft.players[other] == draft.players[seat] or not amount:
                continue
            bet = Bet(draft.next_bet, "envy", seat, draft.players[seat], 0)
            draft.place_bet(bet)
            cause = f"box {other}: {row.label}"
            owed.append(Claim(bet, amount, 0, c.ENVY_PAYS, cause, row.label))
    return owed
