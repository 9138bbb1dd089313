"""Omaha Hi-Lo, no limit, in small: blinds, betting, board, side pots, two ways to win.

Left out: fixed limit, the half-hour collection, a live small blind that is short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec

from cardroom.cards import Card, Deck
from cardroom.events import Acted, BetPlaced, BetRaised, HandEnded
from cardroom.hands.low import low_omaha
from cardroom.hands.poker import best_omaha
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.middle import BARE, Front, Middle
from cardroom.play.pots import Won, pots, return_uncalled, settle_pots, share, take_fee
from cardroom.play.round import (
    Ask,
    Await,
    Barred,
    Bet,
    DealerStep,
    Draft,
    Facts,
    Head,
    Option,
    Refusal,
    Round,
)
from cardroom.play.settle import Claim, clockwise
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.limits import Limits
from cardroom.rules.options import document
from cardroom.rules.ruleset import Ruleset, ShoeRule, digest_of
from cardroom.rules.spots import Spot
from cardroom.rules.steps import BOARD, BURN, NOBODY, Deal, Settle, Step, Turn, box, hand_place

HOLE_CARDS: Final = 4
SMALL_BLIND, BIG_BLIND, FEE = 100, 200, 100

REOPENED: Final = Clause(
    "raise.reopened",
    "Omaha Hi-Lo / Betting",
    "an all-in of less than a full raise does not reopen the betting to those who have acted",
)
RAISE: Final = Clause(
    "raise.range", "Omaha Hi-Lo / Betting", "a raise is at least the last one, or all in"
)
HIGH: Final = Clause("pot.high", "Omaha Hi-Lo", "the highest hand wins half, or all without a low")
LOW: Final = Clause("pot.low", "Omaha Hi-Lo", "the lowest hand of eight or better wins half")
FOLDED: Final = Clause("pot.folded", "Omaha Hi-Lo", "the last player in wins the pot")
LOST: Final = Clause("pot.lost", "Omaha Hi-Lo", "other players won the pots")
CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))


class Blinds(Step, frozen=True):
    """The two seats after the button put in forced bets before the deal."""


class HoleCards(Step, frozen=True):
    """Four cards to each, one at a time, face down."""


class Betting(Step, frozen=True):
    """A round of betting; `first` is the street that the blinds began."""

    street: str


class ToBoard(Step, frozen=True):
    """A burn, and so many cards face up; nothing if the hand is over."""

    cards: int


class Collect(Step, frozen=True):
    """The collection, right after the flop; no flop, no fee."""


class Showdown(Step, frozen=True):
    """Hands are opened, the last aggressor's first; then the pots are given out."""


class GivePots(Step, frozen=True):
    pass


class State(msgspec.Struct, frozen=True):
    folded: frozenset[int] = frozenset()
    street: str = ""
    put: Mapping[int, int] = {}
    """In this round of betting, by seat."""
    level: int = 0
    """What must be called."""
    full: int = BIG_BLIND
    """The size of the last full bet or raise."""
    waiting: tuple[int, ...] = ()
    """Who is still to act, in order."""
    acted: frozenset[int] = frozenset()
    """Who has acted since the last full raise: he may call, and not raise again."""
    aggressor: int = 0


class OmahaFamily:
    def clauses(self, rules: Ruleset) -> Clauses:
        return CLAUSES

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def begin(self, draft: Draft) -> None:
        draft.state = State()
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        match step:
            case Betting():
                return _betting_head(draft, step)
            case Showdown():
                draft.pop()
                draft.push(*_openings(draft), GivePots())
                return None
            case GivePots():
                return DealerStep("give out the pots", step)
            case _:
                draft.pop()
                _do(draft, step)
                return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        pass

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("poker has no dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        raise AssertionError("nothing is read")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        _act(draft, ask.box, answer)
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return None

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        return Answer(ask.box, "check" if ask.option("check") else "fold")

    def proceed(self, draft: Draft, step: Step) -> None:
        draft.pop()
        _give_pots(draft)

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        raise AssertionError("pots are no claims on a bank")

    def interventions(self) -> Mapping[str, Callable[[Draft, Intervene], Refusal | None]]:
        return {}

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        board = cards.get(BOARD, ())
        if len(board) < 3:
            return {}
        return {
            place: best_omaha(pile, board).label
            for place, pile in cards.items()
            if len(pile) == HOLE_CARDS and place != BOARD
        }

    def middle(self, round: Round) -> Middle:
        return BARE

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def live(draft: Draft) -> list[int]:
    """Still in, clockwise from the button."""
    state: State = draft.state
    return [seat for seat in _order(draft) if seat not in state.folded]


def _order(draft: Draft) -> list[int]:
    return clockwise(draft.players, draft.facts.button + 1)


def _stack(draft: Draft, seat: int) -> int:
    return draft.stacks[draft.players[seat]]


def _do(draft: Draft, step: Step) -> None:
    match step:
        case Blinds():
            small, big = _order(draft)[:2]
            put_in(draft, small, min(SMALL_BLIND, _stack(draft, small)))
            put_in(draft, big, min(BIG_BLIND, _stack(draft, big)))
        case HoleCards():
            hands = [Deal(hand_place(seat), box(seat)) for seat in _order(draft)]
            draft.push(*hands * HOLE_CARDS)
        case ToBoard():
            if len(live(draft)) > 1:
                draft.push(Deal(BURN, NOBODY), *[Deal(BOARD)] * step.cards)
        case Collect():
            if len(live(draft)) > 1:
                take_fee(draft, FEE)
        case _:
            raise AssertionError(f"no step of this family: {step}")


def put_in(draft: Draft, seat: int, amount: int) -> None:
    """Chips from the stack to the seat's money in the pot, which is one bet that grows."""
    state: State = draft.state
    owner = draft.players[seat]
    draft.stacks[owner] -= amount
    bet = next((bet for bet in draft.bets.values() if bet.box == seat), None)
    if bet is None:
        bet = Bet(draft.next_bet, "pot", seat, owner, amount)
        draft.next_bet += 1
        draft.record(BetPlaced(bet.id, "pot", seat, owner, amount))
    else:
        bet = msgspec.structs.replace(bet, stake=bet.stake + amount)
        draft.record(BetRaised(bet.id, seat, owner, amount, bet.stake))
    draft.bets[bet.id] = bet
    put = {**state.put, seat: state.put.get(seat, 0) + amount}
    draft.state = msgspec.structs.replace(state, put=put, level=max(state.level, put[seat]))


def _betting_head(draft: Draft, step: Betting) -> Head | None:
    state: State = draft.state
    if state.street != step.street:
        state = _open_street(draft, step.street)
    able = [seat for seat in live(draft) if _stack(draft, seat)]
    waiting = [seat for seat in state.waiting if seat in able]
    alone = len(able) == 1 and state.put.get(able[0], 0) >= state.level
    if not waiting or alone or len(live(draft)) == 1:
        draft.pop()
        return_uncalled(draft)
        return None
    return Await((_ask(draft, state, waiting[0]),))


def _open_street(draft: Draft, street: str) -> State:
    old: State = draft.state
    order = _order(draft)
    if street == "first":
        # The blinds are bets: the seat after them begins, and the big blind speaks last.
        opened = State(put=old.put, level=BIG_BLIND, waiting=tuple(order[2:] + order[:2]))
    else:
        opened = State(folded=old.folded, waiting=tuple(order), aggressor=old.aggressor)
    draft.state = msgspec.structs.replace(opened, street=street)
    return cast(State, draft.state)


def _ask(draft: Draft, state: State, seat: int) -> Ask:
    stack, mine = _stack(draft, seat), state.put.get(seat, 0)
    owes = state.level - mine
    options = [Option("fold"), Option("call")] if owes else [Option("check")]
    barred: list[Barred] = []
    most = mine + stack
    least = min(state.level + state.full, most)
    verb = "raise" if state.level else "bet"
    if stack <= owes:
        barred.append(Barred(verb, table_clauses.STACK))
    elif seat in state.acted:
        barred.append(Barred(verb, REOPENED))
    else:
        chip = draft.rules.limits.chip
        options.append(Option(verb, least, most, chip, RAISE))
    return Ask(seat, "bet", tuple(options), tuple(barred))


def _act(draft: Draft, seat: int, answer: Answer) -> None:
    state: State = draft.state
    draft.record(Acted(seat, answer.verb, amount=answer.amount))
    match answer.verb:
        case "fold":
            state = msgspec.structs.replace(state, folded=state.folded | {seat})
            draft.record(HandEnded(seat, 1, "folded", ""))
        case "call":
            owes = state.level - state.put.get(seat, 0)
            put_in(draft, seat, min(owes, _stack(draft, seat)))
            state = draft.state
        case "bet" | "raise":
            state = _raise(draft, seat, answer.amount or 0)
        case _:
            assert answer.verb == "check"
    waiting = tuple(other for other in state.waiting if other != seat)
    draft.state = msgspec.structs.replace(state, waiting=waiting, acted=state.acted | {seat})


def _raise(draft: Draft, seat: int, to: int) -> State:
    before: State = draft.state
    put_in(draft, seat, to - before.put.get(seat, 0))
    by = to - before.level
    others = [other for other in clockwise(draft.players, seat + 1) if other != seat]
    waiting = tuple(other for other in others if other not in before.folded)
    state: State = msgspec.structs.replace(draft.state, waiting=waiting, aggressor=seat)
    if by >= before.full:
        return msgspec.structs.replace(state, full=by, acted=frozenset())
    return state


def _openings(draft: Draft) -> list[Turn]:
    """Nobody shows a hand that won without a showdown."""
    state: State = draft.state
    showing = live(draft)
    if len(showing) == 1:
        return []
    first = clockwise(showing, state.aggressor or draft.facts.button + 1)
    return [Turn(hand_place(seat), n) for seat in first for n in range(HOLE_CARDS)]


def _give_pots(draft: Draft) -> None:
    seats = live(draft)
    made = list(pots({bet.box: bet.stake for bet in draft.bets.values()}, seats))
    # The collection came off the main pot, right after the flop.
    made[0] = made[0]._replace(amount=made[0].amount - draft.drop)
    chip = draft.rules.limits.chip
    if len(seats) == 1:
        shares = share(made, {seats[0]: 1}, None, seats, chip)
        settle_pots(draft, [Won(each, FOLDED) for each in shares], LOST)
        return
    board = draft.at(BOARD)
    hands = {seat: draft.at(hand_place(seat)) for seat in seats}
    high = {seat: best_omaha(hand, board) for seat, hand in hands.items()}
    low = {seat: low_omaha(hand, board) for seat, hand in hands.items()}
    won = [
        Won(each, LOW, str(low[each.box]))
        if each.side == "low"
        else Won(each, HIGH, str(high[each.box]))
        for each in share(made, high, low, seats, chip)
    ]
    settle_pots(draft, won, LOST)


def ruleset() -> Ruleset:
    return Ruleset(
        game="omaha-hi-lo-small",
        title="Omaha Hi-Lo, in small",
        family="poker",
        house="",
        edition="1",
        source="Napa Valley Casino, Omaha Hi-Low Split",
        options={},
        changed={},
        deck=Deck(1),
        shoe=ShoeRule("each-round", burn=0),
        policies=cast(Any, None),
        procedure=(
            Blinds(),
            HoleCards(),
            Betting("first"),
            ToBoard(3),
            Collect(),
            Betting("flop"),
            ToBoard(1),
            Betting("turn"),
            ToBoard(1),
            Betting("river"),
            Showdown(),
        ),
        spots=(Spot("pot", "Pot", "in-turn"),),
        boxes=10,
        limits=Limits(chip=100),
        digest=digest_of(document("omaha-hi-lo-small", "", "1", {})),
    )
