"""Read Open Hand History: one JSON object for a hand; a file has one, several, or one per line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Literal

from cardroom import games
from cardroom.cards import UNSEEN, Card
from cardroom.histories.hand import poker_of
from cardroom.histories.open_hand import GAMES
from cardroom.histories.recorded import (
    NotOurs,
    RecordedAction,
    RecordedHand,
    RecordedVerb,
    Unreadable,
    cards_of,
    cents_of,
)
from cardroom.play.settle import clockwise

IDS: Final = {name: game for game, name in GAMES.items()}
BETTING: Final[Mapping[str, Literal["limit", "no-limit"]]] = {"FL": "limit", "NL": "no-limit"}
VERBS: Final[Mapping[str, RecordedVerb]] = {
    "Fold": "fold", "Check": "call", "Call": "call", "Bet": "raise", "Raise": "raise",
}  # fmt: skip
POSTED: Final = {"Post SB": "small_blind_amount", "Post BB": "big_blind_amount"}
FLOP, TURN = 3, 4
"""Cards on the board."""
WRITTEN: Final = re.compile(r"\S")
SILENT: Final = ("Dealt Cards", "Shows Cards", "Mucks Cards", "Sits Down", "Stands Up")


def open_hands(file: Path) -> Iterator[tuple[str, Any]]:
    """Every hand of a file, with its number in it."""
    text, place, number = file.read_text(encoding="utf-8-sig"), 0, 0
    decoder = json.JSONDecoder(parse_float=Decimal)
    while begin := WRITTEN.search(text, place):
        try:
            value, place = decoder.raw_decode(text, begin.start())
        except json.JSONDecodeError as wrong:
            raise Unreadable(f"line {wrong.lineno}: this is not JSON: {wrong.msg}") from None
        for each in value if isinstance(value, list) else [value]:
            number += 1
            yield f"{file.stem}:{number}", each


def read_open_hand(told: Any, id: str) -> RecordedHand:
    hand = told.get("ohh", told) if isinstance(told, dict) else None
    if not isinstance(hand, dict) or "rounds" not in hand:
        raise Unreadable("this is not an Open Hand History")
    game = IDS.get(str(hand.get("game_type")))
    limit = BETTING.get(str(hand.get("bet_limit", {}).get("bet_type")))
    if game is None or limit is None:
        kind = hand.get("bet_limit", {}).get("bet_type")
        raise NotOurs(f"{hand.get('game_type')} {kind} is not one of our games")
    try:
        return _Reader(hand, game).hand(limit, str(hand.get("game_number") or id))
    except (KeyError, TypeError, AttributeError) as wrong:
        raise Unreadable(f"a field is missing or has another type: {wrong}") from None


class _Reader:
    def __init__(self, hand: dict[str, Any], game: str) -> None:
        self.told, self.game = hand, game
        self.steps = [
            (round, action) for round in hand["rounds"] for action in round.get("actions", ())
        ]
        playing = {action["player_id"] for _, action in self.steps}
        at = {p["seat"]: p for p in hand["players"] if p["id"] in playing}
        around = clockwise(at, int(hand["dealer_seat"]) + 1)
        self.players = [at[seat] for seat in around]
        self.seat = {player["id"]: n for n, player in enumerate(self.players, start=1)}
        size = len(self.players)
        self.antes, self.blinds = [0] * size, [0] * size
        self.size = poker_of(games.ruleset(game)).hole_cards
        unknown = (UNSEEN,) * self.size
        self.holes: dict[int, tuple[Card, ...]] = dict.fromkeys(self.seat.values(), unknown)
        self.board: list[Card] = []
        self.actions: list[RecordedAction] = []
        self.mucked: set[int] = set()
        self.bets: dict[int, int] = {}
        """Fixed limit: the first bet that was not all in, on the flop and after it."""

    def hand(self, limit: Literal["limit", "no-limit"], id: str) -> RecordedHand:
        for round in self.told["rounds"]:
            self.board += [cards_of(card)[0] for card in round.get("cards") or ()]
            put = dict.fromkeys(self.seat.values(), 0)
            if round["street"] == "Preflop":
                put = self._posts(round)
            for action in round.get("actions", ()):
                self._act(action, put)
        won: dict[int, int] = {}
        for pot in self.told.get("pots", ()):
            for win in pot.get("player_wins", ()):
                seat = self.seat[win["player_id"]]
                won[seat] = won.get(seat, 0) + cents_of(win["win_amount"])
        small = self.bets.get(FLOP, cents_of(self.told["big_blind_amount"]))
        return RecordedHand(
            id=id,
            game=self.game,
            betting=limit,
            stacks=tuple(cents_of(player["starting_stack"]) for player in self.players),
            antes=tuple(self.antes),
            blinds=tuple(self.blinds),
            bets=(small, self.bets.get(TURN, 2 * small)),
            holes=self.holes,
            board=tuple(self.board),
            actions=tuple(self.actions),
            mucked=frozenset(self.mucked),
            won=won if self.told.get("pots") else None,
            rake=sum(cents_of(pot.get("rake", 0)) for pot in self.told.get("pots", ())),
        )

    def _posts(self, round: Mapping[str, Any]) -> dict[int, int]:
        """What was put in before the deal; the live part of it, by seat."""
        put = dict.fromkeys(self.seat.values(), 0)
        for action in round.get("actions", ()):
            seat, amount = self.seat[action["player_id"]], cents_of(action.get("amount", 0))
            match action["action"]:
                case "Post Ante" | "Post Dead":
                    self.antes[seat - 1] += amount
                case "Post SB" | "Post BB" | "Post Extra Blind" | "Straddle" as what:
                    # A short stack posts less than the blind, which is still the blind.
                    posted = self.told[POSTED[what]] if what in POSTED else 0
                    self.blinds[seat - 1] += max(amount, cents_of(posted))
                    put[seat] += amount
                case _:
                    pass
        return put

    def _act(self, action: Mapping[str, Any], put: dict[int, int]) -> None:
        seat, what = self.seat[action["player_id"]], str(action["action"])
        cards = tuple(cards_of(card)[0] for card in action.get("cards") or ())
        if len(cards) == self.size and UNSEEN not in cards:
            self.holes[seat] = cards
        if what == "Mucks Cards":
            self.mucked.add(seat)
        verb = VERBS.get(what)
        if verb is None:
            if what not in SILENT and not what.startswith(("Post", "Straddle")):
                raise NotOurs(f"the action {what!r} has no place in our games")
            return
        put[seat] += cents_of(action.get("amount", 0))
        if what == "Bet" and not action.get("is_allin"):
            self.bets.setdefault(min(len(self.board), TURN), put[seat])
        to = put[seat] if verb == "raise" else 0
        self.actions.append(RecordedAction(seat, verb, len(self.board), to))
