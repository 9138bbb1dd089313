"""Events in words, for those who read what happened at a table."""

from __future__ import annotations

from cardroom.cards import show_cards
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
from cardroom.money import dollars
from cardroom.places import BANK, BURN, read_place


def tell(event: Event) -> str:
    """One line for one fact."""
    match event:
        case CardDealt() | CardShown() | CardsMoved() | DiceRolled() | Peeked():
            return _tell_cards(event)
        case Acted() | HandSplit() | HandEnded() | BankEnded() | ButtonPlaced():
            return _tell_play(event)
        case BetSettled() | BetReversed() | PotAwarded() | RoundEnded():
            return _tell_settlement(event)
        case Intervened() | Rewound() | FigureRead():
            return _tell_irregularity(event)
        case ProgressiveReversed():
            return f"taken back ({event.why}): {_tell_meter(event.fact)}"
        case _ if isinstance(event, ProgressiveFact):
            return _tell_meter(event)
        case _:
            return _tell_bet(event)


def _tell_meter(event: ProgressiveFact) -> str:
    match event:
        case ProgressiveBooked():
            return f"box {event.box}: a share of ${dollars(event.stake)} goes to the meter"
        case ProgressiveWon():
            short = f", ${dollars(event.house)} of it from the house" if event.house else ""
            return f"box {event.box} wins ${dollars(event.award)} of the meter{short}: {event.row}"
        case ProgressiveRestarted():
            return "the meter restarts"
        case ProgressivePaid():
            return f"box {event.box} is paid its ${dollars(event.award)}"


def _tell_bet(event: Event) -> str:
    match event:
        case BetPlaced():
            return f"box {event.box}: ${dollars(event.stake)} on {event.spot} ({event.owner})"
        case BetRaised():
            return f"box {event.box} adds ${dollars(event.added)}, now ${dollars(event.stake)}"
        case BetLowered():
            return f"box {event.box} takes back ${dollars(event.returned)}"
        case BetMoved():
            return f"box {event.box}: the bet goes with hand {event.hand}"
        case BankPosted():
            return f"{event.owner} banks with ${dollars(event.amount)}"
        case FeeTaken():
            return f"{event.owner} pays a collection of ${dollars(event.amount)}"
        case FreeCollectionGiven():
            return f"{event.owner} gets a free collection: {event.bracket}"
        case PotFeeTaken():
            return f"${dollars(event.amount)} are collected from the main pot"
        case PotFeeReturned():
            return f"the collection of ${dollars(event.amount)} goes back to the pot"
        case BetsClosed():
            return "no more bets"
        case BankReturned():
            return f"the bank returns ${dollars(event.amount)} to {event.owner}"
        case _:
            return type(event).__name__


def _tell_cards(event: CardDealt | CardShown | CardsMoved | DiceRolled | Peeked) -> str:
    match event:
        case CardDealt():
            hidden = "" if event.seen == "all" else ", face down"
            if event.place == BURN:
                return f"{event.card} is burnt{hidden}"
            return f"{event.card} to {place(event.place)}{hidden}"
        case CardShown():
            return f"{place(event.place)} turns {event.card}"
        case CardsMoved():
            return f"{show_cards(event.cards)} go from {place(event.place)} to {place(event.to)}"
        case DiceRolled():
            return f"dice: {' '.join(map(str, event.dice))}"
        case Peeked():
            return f"the dealer looks: {'a natural' if event.natural else 'no natural'}"


def _tell_play(event: Event) -> str:
    match event:
        case Acted(verb="choose"):
            return f"box {event.box} chooses pile {event.amount}"
        case Acted():
            amount = "" if event.amount is None else f" ${dollars(event.amount)}"
            why = f" ({event.forced})" if event.forced else ""
            return f"{_hand(event.box, event.hand)}: {event.verb}{amount}{why}"
        case HandSplit():
            return f"{_hand(event.box, event.hand)} is split, {event.card} makes hand {event.into}"
        case HandEnded():
            return f"{_hand(event.box, event.hand)} ends: {event.how} ({event.label})"
        case BankEnded():
            return f"the dealer has {event.label}"
        case ButtonPlaced():
            return f"the {event.button} button goes to box {event.box}"
        case _:
            return type(event).__name__


def _came(event: BetSettled) -> str:
    """What became of a bet, and how much of it had action."""
    part = f", ${dollars(event.action)} of it had action" if event.action < event.stake else ""
    if event.paid:
        return f"wins ${dollars(event.paid)}{part}"
    if event.taken:
        return f"loses ${dollars(event.taken)}{part}"
    return "has no action and goes back" if part else "goes back"


def _tell_settlement(event: BetSettled | BetReversed | PotAwarded | RoundEnded) -> str:
    match event:
        case BetSettled():
            owner = "" if event.owner == f"box {event.box}" else f" ({event.owner})"
            stake = f"${dollars(event.stake)} on {event.spot}{owner}"
            return f"box {event.box}: {stake} {_came(event)} [{event.clause}]"
        case BetReversed():
            return f"box {event.box}: the settlement of {event.spot} is reversed [{event.clause}]"
        case PotAwarded():
            return _tell_award(event)
        case RoundEnded():
            return "the round is void" if event.void else "the round is over"


def _tell_award(event: PotAwarded) -> str:
    pot = f"side pot {event.pot}" if event.pot else "the main pot"
    half = {"high": "the high half of ", "low": "the low half of "}.get(event.share, "")
    with_hand = f" with {event.cause}" if event.cause else ""
    return (
        f"box {event.box} wins ${dollars(event.amount)} of {half}{pot}{with_hand} [{event.clause}]"
    )


def _tell_irregularity(event: Intervened | Rewound | FigureRead) -> str:
    match event:
        case Intervened():
            concerns = f" box {event.box}" if event.box else ""
            card = f" {event.card}" if event.card is not None else ""
            front = f" {show_cards(event.cards)} in front" if event.cards else ""
            return f"floor: {event.kind}{concerns}{card}{front} [{event.clause}]"
        case Rewound():
            cards = "1 card" if event.cards == 1 else f"{event.cards} cards"
            return f"the round is taken back; {cards} will be dealt again"
        case FigureRead():
            return f"{event.name} reads {event.value}"


def _hand(box: int, hand: int) -> str:
    return f"box {box}, hand {hand}" if hand > 1 else f"box {box}"


def place(name: str) -> str:
    """`bank` is the dealer, `3.2` is box 3, hand 2."""
    if name == BANK:
        return "the dealer"
    box, hand = read_place(name)
    return _hand(box, hand) if box else f"the {name}"
