"""The round: a frozen value with an agenda of steps, and the draft that an input works on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import BetPlaced, CardsMoved, Event, FeeTaken
from cardroom.places import ALL
from cardroom.play.inputs import RoundInput
from cardroom.rules.banking import Bank
from cardroom.rules.clauses import Clause
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Step


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Nothing changed, because of this clause; `why` adds the figures of the case."""

    clause: Clause
    why: str = ""

    def __str__(self) -> str:
        return f"{self.why}: {self.clause}" if self.why else str(self.clause)


class Bet(msgspec.Struct, frozen=True, gc=False):
    """Money on a spot. `added` is the part of the stake that was added after the deal."""

    id: int
    spot: str
    box: int
    owner: str
    stake: int
    hand: int = 0
    added: int = 0
    backline: bool = False
    follows: tuple[str, ...] = ()


class VerbOffer(msgspec.Struct, frozen=True, gc=False):
    """A verb on offer, with its range if it takes an amount."""

    verb: str
    least: int | None = None
    most: int | None = None
    step: int = 1
    clause: Clause | None = None
    """The clause that limits the amount; an amount out of range is refused with it."""
    cards: bool = False
    """The verb names cards of the box: those that are set in front."""
    counts: str = ""
    """What the amount counts, if it is not money: the number of a pile. It is part of the words of
    the verb, so a family makes such an offer from them (`games/felt.py:Verb.offer`)."""
    costs: int | None = None
    """The chips it costs without a choice of amount: a call."""


class Barred(msgspec.Struct, frozen=True, gc=False):
    """A verb that is not allowed here, and the clause that forbids it."""

    verb: str
    clause: Clause


class Ask(msgspec.Struct, frozen=True, gc=False):
    """What one box is asked. `topic` is the subject: play, insurance, surrender, set, bet ..."""

    box: int
    topic: str
    options: tuple[VerbOffer, ...]
    barred: tuple[Barred, ...] = ()
    hand: int = 0
    """The hand's id; 0 is the whole box."""
    number: int = 0
    """The hand's number in playing order at this moment; 0 is the whole box."""

    def option(self, verb: str) -> VerbOffer | None:
        for option in self.options:
            if option.verb == verb:
                return option
        return None


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A card to a place (`turned`: the face-down card there at that position), or dice.

    A face-down card that only `seen` may see is named, and stays face down.
    """

    place: str
    seen: str = "all"
    turned: int | None = None
    dice: int = 0
    named: bool = False


class Await(msgspec.Struct, frozen=True, gc=False):
    """One box, or several at once."""

    asks: tuple[Ask, ...]

    def ask(self, box: int) -> Ask | None:
        for ask in self.asks:
            if ask.box == box:
                return ask
        return None


class DealerStep(msgspec.Struct, frozen=True, gc=False):
    """Something the dealer does; at an automatic table it is done at once."""

    does: str
    step: Step


class Reading(msgspec.Struct, frozen=True, gc=False):
    name: str


class Over(msgspec.Struct, frozen=True, gc=False):
    pass


Head = Chance | Await | DealerStep | Reading | Over
"""What a round waits for."""


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """A card on the table, and its audience."""

    card: Card
    seen: str


class Facts(msgspec.Struct, frozen=True, gc=False):
    """Facts from the table that a round starts with."""

    rounds_since_shuffle: int = 0
    limits: Limits | None = None
    """The posted limits, if they differ from the ruleset's."""
    bank_box: int = 0
    button: int = 0
    """The seat of the dealer button, if the game has one."""
    figures: Mapping[str, int] = {}
    free_collection: Mapping[str, tuple[str, ...]] = {}
    """The holders of free collection buttons, with their brackets; one button per wager."""


class Fee(msgspec.Struct, frozen=True, gc=False):
    """What is collected from one owner before the first card; `waived` by a button."""

    owner: str
    amount: int
    box: int = 0
    waived: int = 0
    bracket: str = ""


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """What became of a bet; `stake` = `taken` + `returned`."""

    bet: Bet
    action: int
    paid: int
    taken: int
    returned: int
    clause: Clause
    cause: str = ""
    row: str = ""
    """The row of a pay table that paid it, where there is one."""

    @property
    def net(self) -> int:
        return self.paid - self.taken


S_co = TypeVar("S_co", covariant=True)
"""The type of a family's own state."""


class RoundOf(msgspec.Struct, Generic[S_co], frozen=True, gc=False):
    """A round of a family whose state is an `S_co`."""

    rules: Ruleset
    facts: Facts
    players: Mapping[int, str]
    """Box to player."""
    stacks: Mapping[str, int]
    bets: tuple[Bet, ...]
    """The open bets."""
    settled: tuple[Settlement, ...]
    bank: Bank
    cards: Mapping[str, tuple[Dealt, ...]]
    state: S_co
    """The family's own state."""
    agenda: tuple[Step, ...]
    head: Head
    drop: int = 0
    """Collection fees taken."""
    fees: tuple[Fee, ...] = ()
    """The same by owner and box; a fee from a pot has no owner."""
    returned: tuple[Card, ...] = ()
    """Cards to be dealt before the shoe's next one."""
    drawn: tuple[Card, ...] = ()
    """Every card that left the shoe in this round and stays out, in order."""
    racked: frozenset[str] = frozenset()
    """Places whose cards were collected to the discard rack before the end of the round."""
    reshuffled: frozenset[str] = frozenset()
    """Racked places whose cards were reshuffled because the shoe ran out."""
    void: bool = False
    next_bet: int = 1
    origin: RoundOf[S_co] | None = None
    """The round before its first input; None for that round itself."""
    inputs: tuple[RoundInput, ...] = ()

    @property
    def over(self) -> bool:
        return isinstance(self.head, Over)

    def at(self, place: str) -> tuple[Card, ...]:
        return tuple(dealt.card for dealt in self.cards.get(place, ()))


Round = RoundOf[object]
"""A round of any family, for code that does not look into the state."""


class DraftOf(Generic[S_co]):
    """A round that is being changed inside a `LiveRound`, which it never leaves.

    Families change the draft and record events; the frozen round is made where somebody looks at
    it. (A new frozen value for every small change cost half of the speed and read worse.) Only the
    family itself sets the state, so a draft of its state is also a `Draft` to all other code.
    """

    __slots__ = (
        "agenda",
        "bank",
        "bets",
        "cards",
        "drawn",
        "drop",
        "events",
        "facts",
        "fees",
        "inputs",
        "next_bet",
        "origin",
        "players",
        "racked",
        "record",
        "reshuffled",
        "returned",
        "rules",
        "settled",
        "stacks",
        "state",
        "void",
    )

    def __init__(self, round: RoundOf[S_co]) -> None:
        self.rules: Ruleset = round.rules
        self.facts: Facts = round.facts
        # Never changed in place: who plays a round does not change while it lasts.
        self.players: Mapping[int, str] = round.players
        self.stacks: dict[str, int] = dict(round.stacks)
        self.bets: dict[int, Bet] = {bet.id: bet for bet in round.bets}
        self.settled: list[Settlement] = list(round.settled)
        self.bank: Bank = round.bank
        self.cards: dict[str, tuple[Dealt, ...]] = dict(round.cards)
        self.state: S_co = round.state
        self.agenda: list[Step] = list(round.agenda)
        self.drop: int = round.drop
        self.fees: tuple[Fee, ...] = round.fees
        self.returned: tuple[Card, ...] = round.returned
        self.drawn: tuple[Card, ...] = round.drawn
        self.racked: frozenset[str] = round.racked
        self.reshuffled: frozenset[str] = round.reshuffled
        self.void: bool = round.void
        self.next_bet: int = round.next_bet
        self.origin: RoundOf[S_co] | None = round.origin
        self.inputs: tuple[RoundInput, ...] = round.inputs
        self.events: list[Event] = []
        self.record: Callable[[Event], None] = self.events.append

    def freeze(self, head: Head) -> RoundOf[S_co]:
        """The round as it is now; the draft may be changed further."""
        return RoundOf(
            self.rules,
            self.facts,
            self.players,
            dict(self.stacks),
            tuple(self.bets.values()),
            tuple(self.settled),
            self.bank,
            dict(self.cards),
            self.state,
            tuple(self.agenda),
            head,
            self.drop,
            self.fees,
            self.returned,
            self.drawn,
            self.racked,
            self.reshuffled,
            self.void,
            self.next_bet,
            self.origin,
            self.inputs,
        )

    def place_bet(self, bet: Bet) -> None:
        """A bet made during the round, from its owner's stack; its id is `next_bet`."""
        self.stacks[bet.owner] -= bet.stake
        self.bets[bet.id] = bet
        self.next_bet += 1
        self.record(BetPlaced(bet.id, bet.spot, bet.box, bet.owner, bet.stake, bet.hand))

    def collect(self, fee: Fee) -> None:
        """From the owner's stack to the drop box."""
        self.stacks[fee.owner] -= fee.amount
        self.drop += fee.amount
        self.fees += (fee,)
        self.record(FeeTaken(fee.owner, fee.amount, fee.box, fee.waived, fee.bracket))

    def pop(self) -> Step:
        return self.agenda.pop(0)

    def push(self, *steps: Step) -> None:
        """Put steps before all others, in this order."""
        self.agenda[:0] = steps

    def at(self, place: str) -> tuple[Card, ...]:
        return tuple(dealt.card for dealt in self.cards.get(place, ()))

    def left(self, card: Card) -> int:
        """How many of a card the shoe can hold, given the cards on the table and put back."""
        left = self.rules.deck.holds(card) - self.returned.count(card)
        for place, pile in self.cards.items():
            if place not in self.reshuffled:
                for dealt in pile:
                    left -= dealt.card is card
        return left

    def holds_another(self, card: Card) -> bool:
        """Whether the shoe can hold one more of a card; it need rarely be counted on the table.

        What lies there was drawn, and a card that nobody has seen may have been named since.
        """
        drawn, holds = self.drawn, self.rules.deck.holds(card)
        if len(drawn) + len(self.returned) < holds:
            return True
        out = drawn.count(card) + drawn.count(UNSEEN) + self.returned.count(card)
        return out < holds or self.left(card) > 0

    def lay(self, place: str, card: Card, seen: str) -> None:
        self.cards[place] = self.cards.get(place, ()) + (Dealt(card, seen),)

    def move(self, place: str, to: str, seen: str) -> None:
        """Move all cards of a place to another, where the audience is `seen`."""
        cards = self.at(place)
        del self.cards[place]
        self.cards[to] = self.cards.get(to, ()) + tuple(Dealt(card, seen) for card in cards)
        self.record(CardsMoved(place, to, cards, seen))

    def show(self, place: str, position: int, card: Card | None = None, seen: str = ALL) -> Card:
        """Turn up a card for everybody, or for `seen`; `card` names it if nobody knew."""
        pile = list(self.cards[place])
        known = pile[position].card if card is None else card
        assert known is not UNSEEN, f"the card at {place}, {position} has not been named"
        pile[position] = Dealt(known, seen)
        self.cards[place] = tuple(pile)
        return known

    def bets_on(self, box: int, spot: str = "main") -> list[Bet]:
        return [bet for bet in self.bets.values() if bet.box == box and bet.spot == spot]


Draft = DraftOf[object]
"""A draft of any family, for code that does not touch the state."""
