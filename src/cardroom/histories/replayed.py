"""A recorded hand, played again under our rules.

Cards that the record does not have are filled in: any for a hand that folded, and the lowest for a
hand that was mucked at the end, since it did not win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from msgspec import structs

from cardroom import games
from cardroom.cards import UNSEEN, Card, Deck
from cardroom.events import BetLowered, Event, PotAwarded
from cardroom.games.poker.forced import BIG, POSTS_BIG, POSTS_SMALL, SMALL
from cardroom.games.poker.state import state_of
from cardroom.games.poker.values import high
from cardroom.histories.hand import poker_of
from cardroom.histories.recorded import NotOurs, RecordedAction, RecordedHand, Unreadable
from cardroom.money import dollars, exact
from cardroom.places import BOARD, BURN, read_place
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Answer, Draw, Proceed
from cardroom.play.round import Ask, Await, Chance, DealerStep, Facts, Refusal, Round
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset


class Departed(Exception):
    """The record has something that our rules do not allow or do not ask for."""


class Incomplete(Exception):
    """What the record leaves out decides the hand."""


class ReplayedHand(NamedTuple):
    round: Round
    awards: Mapping[int, int]
    """From the pots, by seat."""
    paid: Mapping[int, int]
    """What every seat put in, less what came back because nobody called it."""
    uncalled: Mapping[int, int]
    """What came back."""


def replay(hand: RecordedHand) -> ReplayedHand:
    return _Replay(hand).play()


class Forced(NamedTuple):
    """What a hand was posted with, in the words of our options and of the table."""

    blinds: str
    ante: int
    ante_from: str
    figures: dict[str, int]


def forced(hand: RecordedHand) -> Forced:
    """Blinds, the ante, and what players posted who missed their blinds."""
    size = len(hand.stacks)
    if not 2 <= size <= 10 or len(hand.blinds) != size or len(hand.antes) != size:
        raise NotOurs("a hand has 2 to 10 players, each with an ante and a blind")
    small_seat, big_seat, figures = _blind_seats(hand.blinds)
    small, big = hand.blinds[small_seat - 1], hand.blinds[big_seat - 1]
    if not 0 <= small <= big or not big:
        raise NotOurs(f"the blinds are {exact(small)} and {exact(big)}")
    for seat in range(3, size + 1):  # those who missed a blind, or came late
        blind = abs(hand.blinds[seat - 1])
        if blind == big:
            figures[f"{POSTS_BIG}{seat}"] = 1
        elif blind:
            raise NotOurs(f"seat {seat} straddles or posts {exact(blind)}")
    ante, source, dead = _antes(hand.antes, big_seat)
    for seat, amount in dead.items():
        if amount != small or seat in (small_seat, big_seat):
            raise NotOurs(f"seat {seat} puts {exact(amount)} more in before the deal")
        figures[f"{POSTS_SMALL}{seat}"] = 1
    if small:
        return Forced(f"{dollars(small)}/{dollars(big)}", ante, source, figures)
    if big_seat == 1:
        return Forced(dollars(big), ante, source, figures)
    # Nobody has the small blind: half the big one is posted, at no seat.
    figures |= {SMALL: 0, BIG: big_seat}
    return Forced(f"{dollars(max(1, big // 2))}/{dollars(big)}", ante, source, figures)


def _blind_seats(blinds: tuple[int, ...]) -> tuple[int, int, dict[str, int]]:
    """The seats of the small and the big blind; figures of the table where they are not usual."""
    if len(blinds) == 2:
        if blinds[1] <= blinds[0]:
            return 2, 1, {}
        # The big blind is at the button, because the other player came in just now.
        return 1, 2, {SMALL: 1, BIG: 2}
    if blinds[0] and not blinds[1]:
        return 2, 1, {}  # a single blind
    return 1, 2, {}


def _antes(antes: tuple[int, ...], big_seat: int) -> tuple[int, str, dict[int, int]]:
    if antes[big_seat - 1] and not any(antes[: big_seat - 1] + antes[big_seat:]):
        return antes[big_seat - 1], "big-blind", {}
    # Short stacks post less than the ante; dead blinds come on top of it.
    usual = max(set(antes), key=lambda amount: (antes.count(amount), amount))
    return usual, "everyone", {n: a - usual for n, a in enumerate(antes, 1) if a > usual}


@lru_cache(maxsize=256)
def rules_of(
    game: str, betting: str, posted: str, bets: tuple[int, int], ante: str, source: str
) -> Ruleset:
    options = {
        "betting": betting, "blinds": posted, "ante": ante, "ante_from": source,
        "collection": "none", "short_all_ins": "together",
    }  # fmt: skip
    if betting == "no-limit":
        return games.ruleset(game, options)
    # Tournament chips may be millions: the limits that a house may post are for money.
    rules = games.ruleset(game, {**options, "betting": "no-limit"})
    sized = structs.replace(poker_of(rules), betting="limit", small_bet=bets[0], big_bet=bets[1])
    return structs.replace(rules, policies=sized)


class _Replay:
    def __init__(self, hand: RecordedHand) -> None:
        self.hand = hand
        posts = forced(hand)
        ante = dollars(posts.ante) if posts.ante else "none"
        try:
            rules = rules_of(
                hand.game, hand.betting, posts.blinds, hand.bets, ante, posts.ante_from
            )
        except OptionFaults as wrong:
            raise NotOurs(str(wrong)) from None
        self.posted = poker_of(rules)
        seats = {seat: f"p{seat}" for seat in range(1, len(hand.stacks) + 1)}
        stacks = {f"p{seat}": stack for seat, stack in enumerate(hand.stacks, start=1)}
        facts = Facts(button=len(seats), figures=posts.figures)
        closed = close(Betting(rules, stacks, facts, seats=seats), games.family(rules))
        if isinstance(closed, Refusal):
            raise NotOurs(str(closed))
        self.round: Round = closed[0]
        self.events: list[Event] = list(closed[1])
        self.actions = list(reversed(hand.actions))
        self.holes = self._holes()
        self.board = iter(hand.board)
        self.dealt: dict[int, int] = {}

    def play(self) -> ReplayedHand:
        while not self.round.over:
            match self.round.head:
                case Chance(place=place):
                    self._step(Draw(self._card(place)))
                case Await(asks=asks):
                    self._step(self._answer(asks[0]))
                case DealerStep():
                    self._step(Proceed())
                case head:
                    raise Departed(f"our rules wait for {head}")
        left = [each for each in self.actions if each.verb != "call"]
        if left:
            raise Departed(f"the hand is over, but {_told(left[-1])} follows")
        awards: dict[int, int] = {}
        uncalled: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, PotAwarded):
                awards[event.box] = awards.get(event.box, 0) + event.amount
            elif isinstance(event, BetLowered):
                uncalled[event.box] = uncalled.get(event.box, 0) + event.returned
        paid = {
            seat: before + awards.get(seat, 0) - self.round.stacks[f"p{seat}"]
            for seat, before in enumerate(self.hand.stacks, start=1)
        }
        return ReplayedHand(self.round, awards, paid, uncalled)

    def _step(self, entry: Answer | Draw | Proceed) -> None:
        applied = games.apply(self.round, entry)
        if isinstance(applied, Refusal):
            raise Departed(str(applied))
        self.round, events = applied
        self.events.extend(events)

    def _answer(self, ask: Ask) -> Answer:
        if ask.topic == "show":
            verb = "muck" if ask.box in self.hand.mucked and ask.option("muck") else "show"
            return Answer(ask.box, verb)
        street = self._street()
        while self.actions and self.actions[-1].street < street and self.actions[-1].verb == "call":
            # A check that decides nothing, because everybody else is all in.
            self.actions.pop()
        if not self.actions:
            raise Incomplete(f"seat {ask.box} is asked, but the record ends")
        action = self.actions.pop()
        if action.seat != ask.box or action.street != street:
            raise Departed(f"seat {ask.box} is asked, but the record has {_told(action)}")
        return self._decided(ask, action)

    def _decided(self, ask: Ask, action: RecordedAction) -> Answer:
        if action.verb == "fold":
            return Answer(ask.box, "fold")
        raising = ask.option("raise") or ask.option("bet")
        if action.verb == "call" or action.to <= state_of(self.round).level:
            return Answer(ask.box, "check" if ask.option("check") else "call")
        if raising is None or raising.least is None or raising.most is None:
            raise Departed(f"{_told(action)}, but no raise is allowed")
        if not raising.least <= action.to <= raising.most:
            allowed = f"from {exact(raising.least)} to {exact(raising.most)}"
            raise Departed(f"{_told(action)}, but a raise goes {allowed}")
        return Answer(ask.box, raising.verb, amount=action.to)

    def _street(self) -> int:
        return len(self.round.at(BOARD)) if BOARD in self.round.cards else 0

    def _card(self, place: str) -> Card:
        if place == BURN:
            return next(self.spare)
        if place == BOARD:
            card = next(self.board, None)
            if card is None or card is UNSEEN:
                raise Incomplete("the board is not recorded to its end")
            return card
        seat, _ = read_place(place)
        number = self.dealt.get(seat, 0)
        self.dealt[seat] = number + 1
        return self.holes[seat][number]

    def _holes(self) -> dict[int, tuple[Card, ...]]:
        hand, size = self.hand, self.posted.hole_cards
        known = {
            seat: cards
            for seat, cards in hand.holes.items()
            if len(cards) == size and UNSEEN not in cards
        }
        used = {card for cards in known.values() for card in cards} | set(hand.board)
        if len(used) < sum(map(len, known.values())) + len(set(hand.board)):
            raise Unreadable("a card is there twice")
        free = [card for card in Deck(1) if card not in used]
        folded = {each.seat for each in hand.actions if each.verb == "fold"}
        filled = dict(known)
        every = range(1, len(hand.stacks) + 1)
        shown = [seat for seat in every if seat in known and seat not in folded]
        hidden = [seat for seat in every if seat not in known and seat not in folded]
        if hidden and len(folded) < len(hand.stacks) - 1:
            self._only_losers(hidden, shown)
            for seat in hidden:
                filled[seat] = self._lowest(free)
                free = [card for card in free if card not in filled[seat]]
        spare: Iterator[Card] = iter(free)
        for seat in every:
            if seat not in filled:
                filled[seat] = tuple(next(spare) for _ in range(size))
        self.spare = spare
        return filled

    def _only_losers(self, hidden: list[int], shown: list[int]) -> None:
        """Hands that nobody saw must be those that lost."""
        if not shown:
            raise Incomplete("no hand of the showdown is recorded")
        if self.posted.low != "none":
            raise Incomplete("a hand of the showdown is not recorded")
        won = self.hand.won or {}
        if any(won.get(seat) for seat in hidden):
            raise Incomplete("the winning hand is not recorded")
        if len(self.hand.board) < 5 or UNSEEN in self.hand.board:
            raise Incomplete("the board is not recorded to its end")

    def _lowest(self, free: list[Card]) -> tuple[Card, ...]:
        """The hand that is worth the least with this board."""
        size = self.posted.hole_cards
        few = free if size == 2 else sorted(free, key=lambda card: card.rank)[:8]
        return min(
            combinations(few, size), key=lambda hole: high(self.posted, hole, self.hand.board)
        )


def _told(action: RecordedAction) -> str:
    """An action in words."""
    words = {"fold": "folds", "call": "checks or calls", "raise": "raises"}
    amount = f" to {exact(action.to)}" if action.verb == "raise" else ""
    return f"seat {action.seat} {words[action.verb]}{amount}"
