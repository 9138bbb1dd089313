"""What a hand of poker keeps, and how chips go to the pot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from cardroom.events import BetRaised
from cardroom.games.poker.game import POT
from cardroom.games.poker.policies import Poker
from cardroom.play.family import RemedyOf
from cardroom.play.pots import Pot, Won, less, pots
from cardroom.play.round import Bet, DraftOf, RoundOf
from cardroom.play.settle import clockwise
from cardroom.rules.ruleset import Ruleset


class PokerState(msgspec.Struct, frozen=True, gc=False):
    small: int = 0
    """The seat with the small blind; 0 if there is none."""
    big: int = 0
    folded: frozenset[int] = frozenset()
    dead: Mapping[int, int] = {}
    """Chips in the main pot that do not count as a bet: missed small blinds, by seat."""
    fee: int = 0
    """The collection that was taken from the pots."""
    street: str = ""
    put: Mapping[int, int] = {}
    """In this round of betting, by seat; antes and dead chips are not in it."""
    level: int = 0
    """What must be called."""
    base: int = 0
    """The last level that was a full bet or raise; in fixed limit the next one is a bet above."""
    full: int = 0
    """The size of the last full bet or raise."""
    bets: int = 0
    """Full bets and raises in this round of betting, the big blind included."""
    capped: bool = True
    """Whether this round of betting has a cap."""
    waiting: tuple[int, ...] = ()
    """The seats still to act, in order."""
    acted: frozenset[int] = frozenset()
    """Seats that have acted since the last full raise: they may call but not raise again."""
    answers: int = 0
    """The number of actions in this hand."""
    aggressor: int = 0
    """Of this round of betting."""
    last_aggressor: int = 0
    """Of the whole hand."""
    shown: tuple[int, ...] = ()
    mucked: frozenset[int] = frozenset()
    given: tuple[Pot, ...] = ()
    """The pots as they were awarded, and who won them."""
    won: tuple[Won, ...] = ()


Draft = DraftOf[PokerState]
Round = RoundOf[PokerState]
Remedy = RemedyOf[PokerState]


def state_of(round: RoundOf[object]) -> PokerState:
    """The state of a round that is known to be of this family."""
    assert isinstance(round.state, PokerState)
    return round.state


def policies(rules: Ruleset) -> Poker:
    assert isinstance(rules.policies, Poker)
    return rules.policies


Seats = tuple[int, ...]
"""Clockwise from the left of the button."""


def order(draft: Draft) -> Seats:
    """The seats dealt in."""
    return _still_in(tuple(draft.players), draft.facts.button + 1, frozenset())


def live(draft: Draft) -> Seats:
    """The seats still in."""
    return _still_in(tuple(draft.players), draft.facts.button + 1, draft.state.folded)


@lru_cache(maxsize=1024)
def _still_in(seats: Seats, first: int, folded: frozenset[int]) -> Seats:
    """Asked several times at each decision, always for the same seats."""
    return tuple(seat for seat in clockwise(seats, first) if seat not in folded)


def stack(draft: Draft, seat: int) -> int:
    return draft.stacks[draft.players[seat]]


def put_in(draft: Draft, seat: int, amount: int) -> int:
    """Chips from the stack to the seat's money in the pot, which is one bet that grows.

    No more than the stack holds; what went in.
    """
    owner = draft.players[seat]
    amount = min(amount, draft.stacks[owner])
    if not amount:
        return 0
    for bet in draft.bets.values():
        if bet.box == seat:
            _more_chips(draft, bet, amount)
            return amount
    _first_chips(draft, seat, amount)
    return amount


def _more_chips(draft: Draft, bet: Bet, amount: int) -> None:
    draft.stacks[bet.owner] -= amount
    more = msgspec.structs.replace(bet, stake=bet.stake + amount)
    draft.record(BetRaised(bet.id, bet.box, bet.owner, amount, more.stake))
    draft.bets[bet.id] = more


def in_for_nothing(draft: Draft, seat: int) -> None:
    """A player who wins a pot without a chip in it gets a bet of nothing, for the pot to be paid
    on: the others' hands were declared dead before the player had to act."""
    if all(bet.box != seat for bet in draft.bets.values()):
        _first_chips(draft, seat, 0)


def _first_chips(draft: Draft, seat: int, amount: int) -> None:
    draft.place_bet(Bet(draft.next_bet, POT, seat, draft.players[seat], amount))


def put_live(draft: Draft, seat: int, amount: int) -> None:
    """Chips that count for the betting."""
    amount = put_in(draft, seat, amount)
    state = draft.state
    put = {**state.put, seat: state.put.get(seat, 0) + amount}
    draft.state = msgspec.structs.replace(state, put=put, level=max(state.level, put[seat]))


def put_dead(draft: Draft, seat: int, amount: int) -> None:
    amount = put_in(draft, seat, amount)
    state = draft.state
    dead = {**state.dead, seat: state.dead.get(seat, 0) + amount}
    draft.state = msgspec.structs.replace(state, dead=dead)


def made_pots(draft: Draft, front: Mapping[int, int] | None = None) -> tuple[Pot, ...]:
    """The main pot and the side pots, less what was collected from them; without the chips that
    still lie in front of the seats, as `front` counts them."""
    state = draft.state
    before = front or {}
    chips = {
        bet.box: bet.stake - state.dead.get(bet.box, 0) - before.get(bet.box, 0)
        for bet in draft.bets.values()
    }
    counted = {box: stake for box, stake in chips.items() if stake > 0}
    # A single blind that nobody called was returned: the pot is empty, and still has a winner.
    everybody = Pot(0, frozenset(live(draft)))
    made = _pots(tuple(counted.items()), everybody.boxes) or (everybody,)
    if any(_only_dead(draft, seat, counted) for seat in everybody.boxes - made[0].boxes):
        # Everybody still in plays for dead chips; a seat with no others plays for nothing more.
        made = (everybody, *made)
    main, *side = made
    main = main._replace(amount=main.amount + sum(state.dead.values()))
    return less((main, *side), state.fee)


@lru_cache(maxsize=8)
def _pots(counted: tuple[tuple[int, int], ...], boxes: frozenset[int]) -> tuple[Pot, ...]:
    """Asked of the same chips at every hand that is shown."""
    return pots(dict(counted), boxes)


def _only_dead(draft: Draft, seat: int, counted: Mapping[int, int]) -> bool:
    return bool(draft.state.dead.get(seat)) and seat not in counted and not stack(draft, seat)
