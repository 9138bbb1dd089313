"""A finished hand as a history tells it: forced bets, streets with their actions, pots.

Everything comes from the inputs of the round, played again. Cards that the reader may not see are
`??`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

import msgspec

from cardroom import games
from cardroom.cards import Card
from cardroom.errors import CardroomError
from cardroom.events import (
    Acted,
    BetLowered,
    BetPlaced,
    BetRaised,
    BetsClosed,
    CardDealt,
    CardShown,
    Event,
    HandEnded,
    Intervened,
    PotAwarded,
    PotFeeTaken,
    visible,
)
from cardroom.games.poker.forced import POSTS_BIG, POSTS_SMALL
from cardroom.games.poker.policies import Poker
from cardroom.games.poker.state import state_of
from cardroom.places import BOARD, read_place
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Intervene, RoundInput
from cardroom.play.round import Refusal, Round
from cardroom.play.settle import clockwise
from cardroom.play.time_fee import time_paid
from cardroom.rules.ruleset import Ruleset

STREETS = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}
SHOWDOWN = "Showdown"


class HistoryError(CardroomError):
    """A round that cannot be written as a history; the message says why."""


class Action(msgspec.Struct):
    """An action of a seat; `put` are the chips it puts in, `to` its total in the betting round."""

    seat: int
    verb: str
    put: int = 0
    to: int = 0
    all_in: bool = False
    cards: tuple[Card, ...] = ()


class Street(msgspec.Struct):
    name: str
    board: list[Card] = []
    """The cards that were dealt for it."""
    actions: list[Action] = []


class PotTold(NamedTuple):
    amount: int
    fee: int
    wins: Mapping[int, int]


class PokerHand(NamedTuple):
    round: Round
    posted: Poker
    order: list[int]
    """Seats from the left of the button."""
    stacks: Mapping[int, int]
    """Before the first chip went in."""
    streets: list[Street]
    pots: list[PotTold]


def amount(cents: int) -> Decimal:
    return Decimal(cents) / 100


def left_out(hand: PokerHand) -> list[str]:
    """What no hand history can say."""
    dead = [
        action.seat for street in hand.streets for action in street.actions if action.verb == "dead"
    ]
    return [f"the floor declared the hand of seat {seat} dead" for seat in dead]


def has_history(rules: Ruleset) -> bool:
    """Whether hands of this game can be written as hand histories."""
    return isinstance(rules.policies, Poker)


def poker_of(rules: Ruleset) -> Poker:
    """The policies of a poker game."""
    posted = rules.policies
    if not isinstance(posted, Poker):
        raise HistoryError(f"hand histories are for poker; {rules.title} is not a poker game")
    return posted


def retold(round: Round, audiences: frozenset[str]) -> PokerHand:
    """The hand as these audiences may know it."""
    posted = poker_of(round.rules)
    if not round.over or round.void:
        raise HistoryError("a hand that is void or not over has no history")
    stacks, events = _played(round)
    hand = PokerHand(round, posted, clockwise(stacks, round.facts.button + 1), stacks, [], [])
    teller = _Teller(hand)
    for event in events:
        teller.tell(visible(event, audiences))
    return hand


def _played(round: Round) -> tuple[dict[int, int], list[Event]]:
    """The stacks before the hand, and its events from the first card on, without what was undone.

    What a rewind took back is not part of the history.
    """
    origin = round.origin
    assert origin is not None
    paid = time_paid(origin)
    before = {player: chips + paid.get(player, 0) for player, chips in origin.stacks.items()}
    for bet in origin.bets:
        before[bet.owner] += bet.stake
    closed = close(
        Betting(round.rules, before, origin.facts, seats=origin.players),
        games.family(round.rules),
    )
    assert not isinstance(closed, Refusal), f"it was accepted once: {closed}"
    first, events = closed[0], list(closed[1])
    for move in games.moves(first, _standing(round.inputs)):
        events.extend(move.events)
    dealt_in = {seat: before[who] - paid.get(who, 0) for seat, who in origin.players.items()}
    return dealt_in, events


def _standing(inputs: tuple[RoundInput, ...]) -> tuple[RoundInput, ...]:
    for place in range(len(inputs) - 1, -1, -1):
        entry = inputs[place]
        if isinstance(entry, Intervene) and entry.kind == "rewind":
            return _standing(inputs[: entry.to]) + inputs[place + 1 :]
    return inputs


class _Teller:
    def __init__(self, hand: PokerHand) -> None:
        self.hand = hand
        self.left = dict(hand.stacks)
        self.put: dict[int, int] = {}
        self.holes: dict[int, list[Card]] = {}
        self.shown: dict[int, list[Card]] = {}
        self.board = 0
        self.fee = 0
        self.side_fees: tuple[int, ...] = ()
        self.awards: dict[int, list[PotAwarded]] = {}
        self.action: Action | None = None

    @property
    def street(self) -> Street:
        return self.hand.streets[-1]

    def tell(self, event: Event) -> None:
        match event:
            case BetsClosed():
                self._open("Preflop")
                self._post()
            case BetPlaced() | BetRaised() | BetLowered():
                self._money(event)
            case CardDealt():
                self._dealt(event)
            case Acted():
                self._acted(event)
            case HandEnded(how="folded") if self.action is None or self.action.seat != event.box:
                self.street.actions.append(Action(event.box, "dead"))
            case Intervened():
                self.action = None
            case CardShown():
                self._shown(event)
            case PotFeeTaken():
                self.fee += event.amount - sum(event.side)
                self.side_fees = event.side
            case PotAwarded():
                self.awards.setdefault(event.pot, []).append(event)
                self._pots()
            case _:
                pass

    def _open(self, name: str) -> None:
        self.hand.streets.append(Street(name, [], []))
        self.put = {}
        self.action = None

    def _post(self) -> None:
        """Antes and blinds, in the order in which they are posted."""
        state = state_of(self.hand.round)
        posted, seats = self.hand.posted, self.hand.order
        told = self.hand.round.facts.figures
        for seat in seats if posted.ante_from == "everyone" else ():
            self._forced(seat, "ante", posted.ante)
        self._forced(state.small, "small-blind", posted.small_blind)
        self._forced(state.big, "big-blind", posted.big_blind)
        if posted.ante_from == "big-blind":
            self._forced(state.big, "ante", posted.ante)
        others = [seat for seat in seats if seat not in (state.small, state.big)]
        for which, verb, blind in (
            (POSTS_SMALL, "dead-blind", posted.small_blind),
            (POSTS_BIG, "extra-blind", posted.big_blind),
        ):
            for seat in others:
                if told.get(f"{which}{seat}"):
                    self._forced(seat, verb, blind)

    def _forced(self, seat: int, verb: str, amount: int) -> None:
        put = min(amount, self.left.get(seat, 0))
        if put:
            self.left[seat] -= put
            live = 0 if verb in ("ante", "dead-blind") else put
            self.put[seat] = self.put.get(seat, 0) + live
            all_in = not self.left[seat]
            self.street.actions.append(Action(seat, verb, put, self.put[seat], all_in))

    def _money(self, event: BetPlaced | BetRaised | BetLowered) -> None:
        match event:
            case BetLowered():
                self.left[event.box] += event.returned
                return
            case BetPlaced():
                added = event.stake
            case BetRaised():
                added = event.added
        if self.action is None or self.action.seat != event.box:
            return  # a forced bet, which is in the history already
        self.left[event.box] -= added
        self.put[event.box] = self.put.get(event.box, 0) + added
        self.action.put, self.action.to = added, self.put[event.box]
        self.action.all_in = not self.left[event.box]

    def _dealt(self, event: CardDealt) -> None:
        seat, _ = read_place(event.place)
        if event.place == BOARD:
            self.board += 1
            if self.board == 1 or self.board > 3:
                self._open(STREETS[max(self.board, 3)])
            self.street.board.append(event.card)
        elif seat:
            hole = self.holes.setdefault(seat, [])
            hole.append(event.card)
            if len(hole) == self.hand.posted.hole_cards:
                self.street.actions.append(Action(seat, "dealt", cards=tuple(hole)))

    def _acted(self, event: Acted) -> None:
        if event.verb in ("show", "muck"):
            self._showdown()
        if event.verb != "show":
            self.action = Action(event.box, event.verb)
            self.street.actions.append(self.action)

    def _showdown(self) -> None:
        if self.street.name != SHOWDOWN:
            self._open(SHOWDOWN)

    def _shown(self, event: CardShown) -> None:
        self._showdown()
        seat, _ = read_place(event.place)
        cards = self.shown.setdefault(seat, [])
        cards.append(event.card)
        if len(cards) == self.hand.posted.hole_cards:
            self.street.actions.append(Action(seat, "show", cards=tuple(cards)))

    def _pots(self) -> None:
        self.hand.pots.clear()
        for number in sorted(self.awards):
            wins: dict[int, int] = {}
            for award in self.awards[number]:
                wins[award.box] = wins.get(award.box, 0) + award.amount
            side = dict(enumerate(self.side_fees, 1))
            fee = side.get(number, 0) if number else self.fee
            self.hand.pots.append(PotTold(sum(wins.values()) + fee, fee, wins))
