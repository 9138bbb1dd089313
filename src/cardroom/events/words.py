"""Events in words, one line each, for people who read what happened in a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from cardroom.cards import UNSEEN, show_cards
from cardroom.events import (
    Acted,
    BankEnded,
    BankPosted,
    BankReturned,
    BetLowered,
    BetMoved,
    BetPlaced,
    BetRaised,
    BetReversed,
    BetsClosed,
    BetSettled,
    ButtonPlaced,
    CardDealt,
    CardShown,
    CardsMoved,
    DiceRolled,
    Event,
    FeeTaken,
    FigureRead,
    FreeCollectionGiven,
    HandEnded,
    HandSplit,
    Intervened,
    Peeked,
    PotAwarded,
    PotFeeReturned,
    PotFeeTaken,
    ProgressiveBooked,
    ProgressiveFact,
    ProgressivePaid,
    ProgressiveRestarted,
    ProgressiveReversed,
    ProgressiveWon,
    Rewound,
    RoundEnded,
)
from cardroom.money import RESERVE, exact
from cardroom.places import BANK, BOARD, BURN, DISCARD, LEFT_OVER, read_pile, read_place


class VerbWords(Protocol):
    """The words of a verb."""

    @property
    def verb(self) -> str: ...

    @property
    def does(self) -> str:
        """What a box does; empty where the verb and an s say it."""

    @property
    def counts(self) -> str:
        """What the amount is the number of; empty for chips."""


class WordedEnding(Protocol):
    """The words of one way in which a hand ends."""

    @property
    def how(self) -> str: ...

    @property
    def says(self) -> str:
        """The word after the hand."""

    @property
    def does(self) -> str:
        """What a box does, before the name of its hand; empty where the name is not told."""

    @property
    def in_name(self) -> str:
        """What the name of such a hand ends with, and `does` says already."""


class FeltWords(Protocol):
    """The words of a game, as the felt of its family has them."""

    @property
    def verbs(self) -> Iterable[VerbWords]: ...

    @property
    def endings(self) -> Iterable[WordedEnding]: ...

    @property
    def hand_words(self) -> Mapping[str, str]:
        """Names of hands as they read in a sentence, where that differs: a natural."""

    @property
    def bank_title(self) -> str:
        """What the bank's hand is called: the dealer, or the bank where a player banks."""


class NoFelt(NamedTuple):
    """The words where no game is known: everything is called by its id."""

    verbs: tuple[VerbWords, ...] = ()
    endings: tuple[WordedEnding, ...] = ()
    hand_words: Mapping[str, str] = MappingProxyType({})
    bank_title: str = "Dealer"


NO_FELT: Final = NoFelt()
FORCED: Final[Mapping[str, str]] = {"only action": "no other choice"}
"""Why something was done without asking, in the words of a dealer."""


def names_hand(event: Event, felt: FeltWords) -> bool:
    """Whether its line names a hand, and so says what it counts."""
    match event:
        case BankEnded():
            return True
        case HandEnded():
            ending = _ending(event, felt)
            return bool(event.label and ending and ending.does)
        case _:
            return False


def tell(event: Event, felt: FeltWords = NO_FELT) -> str:
    """One line for one fact, in the words of the game's felt."""
    match event:
        case CardDealt() | CardShown() | CardsMoved() | DiceRolled() | Peeked():
            return _tell_cards(event, felt)
        case Acted():
            return _tell_act(event, felt.verbs)
        case HandSplit() | HandEnded() | BankEnded() | ButtonPlaced():
            return _tell_play(event, felt)
        case BetSettled() | BetReversed() | PotAwarded() | RoundEnded():
            return _tell_settlement(event)
        case Intervened() | Rewound() | FigureRead():
            return _tell_irregularity(event)
        case ProgressiveReversed():
            return f"undone ({event.why}): {_tell_meter(event.fact)}"
        case _ if isinstance(event, ProgressiveFact):
            return _tell_meter(event)
        case _:
            return _tell_bet(event)


def _tell_meter(event: ProgressiveFact) -> str:
    match event:
        case ProgressiveBooked():
            return f"box {event.box}: a share of {exact(event.stake)} goes to the meter"
        case ProgressiveWon():
            short = f", {exact(event.house)} of it paid by the house" if event.house else ""
            award = f"{exact(event.award)} from the meter ({event.row})"
            return f"box {event.box} wins {award}{short}"
        case ProgressiveRestarted():
            return "the meter restarts"
        case ProgressivePaid():
            return f"box {event.box} is paid {exact(event.award)} from the meter"


def _tell_bet(event: Event) -> str:
    match event:
        case BetPlaced():
            bettor = _owner(event.box, event.owner)
            return f"{bettor} bets {exact(event.stake)} ({event.spot})"
        case BetRaised():
            total = f"for a total of {exact(event.stake)}"
            return f"box {event.box} adds {exact(event.added)} {total}"
        case BetLowered():
            return f"{exact(event.returned)} goes back to box {event.box}"
        case BetMoved():
            return f"box {event.box}: the bet moves to hand {event.hand}"
        case BankPosted():
            return f"{event.owner} posts a bank of {exact(event.amount)}"
        case FeeTaken(owner=owner):
            paid = f"{owner} pays a collection of {exact(event.amount)}"
            free = f"{owner} uses a free collection worth {exact(event.waived)}"
            return free if event.waived else paid
        case FreeCollectionGiven():
            return f"{event.owner} gets a free collection button ({event.bracket})"
        case PotFeeTaken():
            return f"{exact(event.amount)} is collected from the pot"
        case PotFeeReturned():
            return f"the collection of {exact(event.amount)} goes back to the pot"
        case BetsClosed():
            return "no more bets"
        case BankReturned():
            left = f"{exact(event.amount)} of the bank goes back to {event.owner}"
            return left if event.amount else "nothing is left of the bank"
        case _:
            return type(event).__name__


def _tell_cards(
    event: CardDealt | CardShown | CardsMoved | DiceRolled | Peeked, felt: FeltWords
) -> str:
    match event:
        case CardDealt():
            hidden = "" if event.seen == "all" else ", face down"
            card = "a card" if event.card == UNSEEN else event.card
            if event.place == BURN:
                return f"{card} is burned{hidden}"
            return f"{card} to {place_words(event.place, felt.bank_title)}{hidden}"
        case CardShown() if event.seen != "all":
            card = "a card" if event.card == UNSEEN else event.card
            return f"{place_words(event.place, felt.bank_title)} has {card}, face down"
        case CardShown():
            return f"{place_words(event.place, felt.bank_title)} shows {event.card}"
        case CardsMoved():
            start, end = (place_words(each, felt.bank_title) for each in (event.place, event.to))
            return f"{show_cards(event.cards)} go from {start} to {end}"
        case DiceRolled():
            return f"the dice show {' '.join(map(str, event.dice))}"
        case Peeked():
            return f"the dealer peeks: {'a natural' if event.natural else 'no natural'}"


def _tell_act(event: Acted, verbs: Iterable[VerbWords]) -> str:
    known = next((each for each in verbs if each.verb == event.verb), None)
    does, counts = ("", "") if known is None else (known.does, known.counts)
    amount = ""
    if event.amount is not None:
        amount = f" {counts} {event.amount}" if counts else f" {exact(event.amount)}"
    why = f" ({FORCED.get(event.forced, event.forced)})" if event.forced else ""
    why += f" [{event.clause}]" if event.clause else ""
    return f"{_hand(event.box, event.hand)} {does or f'{event.verb}s'}{amount}{why}"


def _tell_play(event: Event, felt: FeltWords) -> str:
    match event:
        case HandSplit():
            return f"{_hand(event.box, event.hand)}: {event.card} becomes hand {event.into}"
        case HandEnded():
            return _tell_end(event, felt)
        case BankEnded():
            return f"{place_words(BANK, felt.bank_title)} has {in_sentence(event.label, felt)}"
        case ButtonPlaced():
            return f"the {event.button} button goes to box {event.box}"
        case _:
            return type(event).__name__


def _tell_end(event: HandEnded, felt: FeltWords) -> str:
    hand, ending = _hand(event.box, event.hand), _ending(event, felt)
    if ending is None:
        return f"{hand}: the hand is {event.how}"
    if not names_hand(event, felt):
        return f"{hand}: the hand is {ending.says}"
    name = event.label.removesuffix(ending.in_name)
    return f"{hand} {ending.does} {in_sentence(name, felt)}"


def _ending(event: HandEnded, felt: FeltWords) -> WordedEnding | None:
    return next((each for each in felt.endings if each.how == event.how), None)


def in_sentence(name: str, felt: FeltWords) -> str:
    """The name of a hand, as it reads in a sentence: a natural."""
    return felt.hand_words.get(name, name)


def _came(event: BetSettled) -> str:
    """What became of a bet, and how much of it had action."""
    part = f", with action on {exact(event.action)}" if event.action < event.stake else ""
    if event.paid:
        return f"wins {exact(event.paid)}{part}"
    if event.taken:
        return f"loses {exact(event.taken)}{part}"
    return "has no action and is returned" if part else "is returned"


def _tell_settlement(event: BetSettled | BetReversed | PotAwarded | RoundEnded) -> str:
    match event:
        case BetSettled():
            owner = _owner(event.box, event.owner)
            stake = f"{exact(event.stake)} ({event.spot})"
            row = f" by the row {event.row}" if event.row else ""
            return f"{owner}: {stake} {_came(event)}{row} [{event.clause}]"
        case BetReversed():
            return f"box {event.box}: the settlement of {event.spot} is reversed [{event.clause}]"
        case PotAwarded():
            return _tell_award(event)
        case RoundEnded():
            return "the round is void" if event.void else "the round is over"


def _tell_award(event: PotAwarded) -> str:
    pot = f"side pot {event.pot}" if event.pot else "the main pot"
    half = {"high": "the high half of ", "low": "the low half of "}.get(event.share, "")
    hand = f" ({event.cause})" if event.cause else ""
    return f"box {event.box} wins {exact(event.amount)} of {half}{pot}{hand} [{event.clause}]"


def _tell_irregularity(event: Intervened | Rewound | FigureRead) -> str:
    match event:
        case Intervened():
            said = [event.kind.replace("-", " ")]
            said += [f"box {event.box}"] if event.box else []
            said += [str(event.card)] if event.card is not None else []
            said += [f"{show_cards(event.cards)} in front"] if event.cards else []
            return f"floor: {', '.join(said)} [{event.clause}]"
        case Rewound():
            cards = "1 card" if event.cards == 1 else f"{event.cards} cards"
            return f"the round is rewound; {cards} will be dealt again"
        case FigureRead():
            reserve = "'s reserve" if event.name.endswith(RESERVE) else ""
            return f"the meter{reserve} shows {exact(event.value)}"


def _owner(box: int, owner: str) -> str:
    """The box, with the name of its player where it has one."""
    return f"box {box}" if owner == f"box {box}" else f"{owner} at box {box}"


def _hand(box: int, hand: int) -> str:
    return f"box {box}, hand {hand}" if hand > 1 else f"box {box}"


PLACES: Final[Mapping[str, str]] = {
    BOARD: "the board",
    DISCARD: "the discard rack",
    LEFT_OVER: "the leftover cards",
    "shuffled": "the shuffled discards",
}


def place_words(name: str, bank: str = NO_FELT.bank_title) -> str:
    """`bank` is the dealer, or what it is called; `3.2` is box 3, hand 2, `pile4` is pile 4."""
    if name == BANK:
        return f"the {bank.lower()}"
    if name in PLACES:
        return PLACES[name]
    box, hand = read_place(name)
    if box:
        return _hand(box, hand)
    pile = read_pile(name)
    return f"pile {pile}" if pile else f"the {name}"
