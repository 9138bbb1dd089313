"""PHH, the Poker Hand History file format: TOML with one action a line.

Of our games it has fixed-limit and no-limit hold'em and fixed-limit Omaha Hi-Lo; it has no dead
chips. The collection goes into a field of our own, which the format allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from cardroom.cards import UNSEEN, show_cards
from cardroom.data_file import quoted
from cardroom.games.poker.state import state_of
from cardroom.histories.hand import Action, HistoryError, PokerHand, left_out, retold
from cardroom.money import dollars
from cardroom.play.round import Round

BettingStructure = Literal["limit", "no-limit"]
VARIANTS: Final[Mapping[tuple[str, BettingStructure], str]] = {
    ("texas-holdem", "limit"): "FT",
    ("texas-holdem", "no-limit"): "NT",
    ("omaha-hi-lo", "limit"): "FO/8",
}


def phh(round: Round, audiences: frozenset[str], number: str = "") -> str:
    """The text of a `.phh` file; `HistoryError` where the format cannot hold the hand."""
    hand = retold(round, audiences)
    variant = VARIANTS.get((round.rules.game, hand.posted.betting))
    if variant is None:
        raise HistoryError(f"PHH has no variant for {round.rules.title}, {hand.posted.betting}")
    actions = [action for street in hand.streets for action in street.actions]
    if any(action.verb in ("dead-blind", "extra-blind") for action in actions):
        raise HistoryError("PHH cannot express that a missed blind was posted")
    if not state_of(round).small and hand.posted.small_blind:
        raise HistoryError("PHH cannot express a dead small blind")
    for lost in left_out(hand):
        raise HistoryError(f"PHH cannot express that {lost}")
    place = {seat: f"p{n}" for n, seat in enumerate(hand.order, start=1)}
    lines = [f'variant = "{variant}"', *_forced(hand), *_bets(hand)]
    lines.append(f"starting_stacks = {_amounts(hand.stacks[seat] for seat in hand.order)}")
    lines += ["actions = [", *(f'  "{told}",' for told in _actions(hand, place)), "]"]
    owners = [round.players[seat] for seat in hand.order]
    lines.append(f"seats = {list(hand.order)}")
    lines.append(f"players = [{', '.join(quoted(owner) for owner in owners)}]")
    lines.append(f"finishing_stacks = {_amounts(round.stacks[owner] for owner in owners)}")
    lines.append('currency = "USD"')
    if number:
        lines.append(f"hand = {quoted(number)}")
    if state_of(round).fee:
        lines.append(f"_collection = {dollars(state_of(round).fee)}")
    return "\n".join(lines) + "\n"


def _forced(hand: PokerHand) -> list[str]:
    """Antes and blinds by position; of two players the format names the button's first."""
    posted, seats = hand.posted, len(hand.order)
    if posted.small_blind:
        blinds = [posted.small_blind, posted.big_blind]
    else:
        blinds = [posted.big_blind, 0] if seats > 2 else [0, posted.big_blind]
    antes, trimmed = [posted.ante] * seats, []
    if posted.ante and posted.ante_from == "big-blind":
        big = state_of(hand.round).big
        antes = [posted.ante if seat == big else 0 for seat in hand.order]
        trimmed = ["ante_trimming_status = false"]
    return [
        *trimmed,
        f"antes = {_amounts(antes)}",
        f"blinds_or_straddles = {_amounts([*blinds, *[0] * (seats - 2)])}",
    ]


def _bets(hand: PokerHand) -> list[str]:
    posted = hand.posted
    if posted.betting == "no-limit":
        return [f"min_bet = {dollars(posted.big_blind)}"]
    return [f"small_bet = {dollars(posted.small_bet)}", f"big_bet = {dollars(posted.big_bet)}"]


def _actions(hand: PokerHand, place: dict[int, str]) -> Iterator[str]:
    for street in hand.streets:
        if street.board:
            yield f"d db {show_cards(street.board).replace(' ', '')}"
        dealt = {action.seat: action for action in street.actions if action.verb == "dealt"}
        for seat, player in place.items():
            if seat in dealt:
                yield f"d dh {player} {_cards(dealt[seat])}"
        for action in street.actions:
            told = _action(action)
            if told:
                yield f"{place[action.seat]} {told}"


def _action(action: Action) -> str:
    match action.verb:
        case "fold":
            return "f"
        case "check" | "call":
            return "cc"
        case "bet" | "raise":
            return f"cbr {dollars(action.to)}"
        case "show":
            return f"sm {_cards(action)}"
        case "muck":
            return "sm"
        case _:
            return ""


def _cards(action: Action) -> str:
    return "".join(card.text if card is not UNSEEN else "??" for card in action.cards)


def _amounts(amounts: Iterable[int]) -> str:
    return "[" + ", ".join(dollars(amount) for amount in amounts) + "]"
