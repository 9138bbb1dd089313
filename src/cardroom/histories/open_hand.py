"""Open Hand History, version 1.4.7: one JSON object for a hand. Amounts are exact decimals."""

from __future__ import annotations

from typing import Any, Final

from cardroom.cards import UNSEEN
from cardroom.histories.hand import Action, PokerHand, Street, amount, retold
from cardroom.play.round import Round

VERSION: Final = "1.4.7"
GAMES: Final = {"texas-holdem": "Holdem", "omaha": "Omaha", "omaha-hi-lo": "OmahaHiLo"}
LIMITS: Final = {"limit": "FL", "no-limit": "NL"}
ACTIONS: Final = {
    "ante": "Post Ante",
    "small-blind": "Post SB",
    "big-blind": "Post BB",
    "dead-blind": "Post Dead",
    "extra-blind": "Post Extra Blind",
    "dealt": "Dealt Cards",
    "fold": "Fold",
    "dead": "Fold",
    "check": "Check",
    "bet": "Bet",
    "call": "Call",
    "raise": "Raise",
    "show": "Shows Cards",
    "muck": "Mucks Cards",
}
"""The amount of an action is what it puts in, for a raise as for a call."""


def open_hand_history(
    round: Round,
    audiences: frozenset[str],
    *,
    number: str = "",
    table: str = "",
    started: str | None = None,
) -> dict[str, Any]:
    """The hand as these audiences may know it; `started` is a time in UTC, like the format's."""
    hand = retold(round, audiences)
    rules, posted = round.rules, hand.posted
    return {
        "ohh": {
            "spec_version": VERSION,
            "site_name": rules.house or "cardroom",
            "network_name": "cardroom",
            "internal_version": VERSION,
            "tournament": False,
            "game_number": number,
            "start_date_utc": started,
            "table_name": table,
            "game_type": GAMES[rules.game],
            "bet_limit": {"bet_type": LIMITS[posted.betting], "bet_cap": amount(0)},
            "table_size": rules.boxes,
            "currency": "USD",
            "dealer_seat": round.facts.button,
            "small_blind_amount": amount(posted.small_blind),
            "big_blind_amount": amount(posted.big_blind),
            "ante_amount": amount(posted.ante),
            "players": [
                {
                    "id": seat,
                    "seat": seat,
                    "name": _name(round, seat),
                    "starting_stack": amount(stack),
                }
                for seat, stack in sorted(hand.stacks.items())
            ],
            "rounds": [_street(id, street) for id, street in enumerate(hand.streets)],
            "pots": _pots(hand),
        }
    }


def _name(round: Round, seat: int) -> str:
    return round.players[seat]


def _street(id: int, street: Street) -> dict[str, Any]:
    return {
        "id": id,
        "street": street.name,
        "cards": [card.text for card in street.board],
        "actions": [
            _action(number, action) for number, action in enumerate(street.actions, start=1)
        ],
    }


def _action(number: int, action: Action) -> dict[str, Any]:
    told: dict[str, Any] = {
        "action_number": number,
        "player_id": action.seat,
        "action": ACTIONS[action.verb],
        "amount": amount(action.put),
        "is_allin": action.all_in,
    }
    if action.cards and UNSEEN not in action.cards:
        told["cards"] = [card.text for card in action.cards]
    return told


def _pots(hand: PokerHand) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "amount": amount(pot.amount),
            "rake": amount(pot.fee),
            "player_wins": [
                {"player_id": seat, "win_amount": amount(won)} for seat, won in pot.wins.items()
            ],
        }
        for number, pot in enumerate(hand.pots)
    ]
