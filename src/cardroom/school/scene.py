"""The scene of a question: the table as the trainee sees it, without the answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from cardroom import games
from cardroom.cards import UNSEEN, Card
from cardroom.events import (
    Acted,
    BankEnded,
    BankPosted,
    BetLowered,
    BetMoved,
    BetRaised,
    ButtonPlaced,
    DiceRolled,
    Event,
    FeeTaken,
    FigureRead,
    HandEnded,
    HandSplit,
    Intervened,
    Peeked,
    PotFeeReturned,
    PotFeeTaken,
    Rewound,
)
from cardroom.events.words import names_hand, place_words, tell
from cardroom.money import exact
from cardroom.places import ALL, BANK, BOARD, BURN, in_nobodys_hand, part_of, read_place
from cardroom.places import box as audience
from cardroom.play.round import Await, Bet, Chance, Round, Settlement
from cardroom.rules.ruleset import Ruleset
from cardroom.school.question import Scene, SceneBet, SceneHand

TOLD: Final = (
    Acted, BankEnded, BankPosted, BetLowered, BetMoved, BetRaised, DiceRolled, FeeTaken,
    FigureRead, HandEnded, HandSplit, Intervened, Peeked, PotFeeReturned, PotFeeTaken, Rewound,
    ButtonPlaced,
)  # fmt: skip
"""The events that a scene tells; cards and wagers lie on the table anyway."""
PLENTY: Final = 10**8
"""A stack of at least this much never limits a bet."""
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_TAG: Final = re.compile(r"\s*\[[^\]]*\]$")
_CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def pictured(card: Card) -> str:
    """A card in a sentence: 9♦."""
    return pictured_text(card.text)


def pictured_text(card: str) -> str:
    if card[1:] not in SUITS:
        return card
    return card[0].replace("T", "10") + SUITS[card[1]]


def pictured_in(text: str) -> str:
    """A sentence with its cards pictured."""
    return _CARD.sub(lambda card: pictured_text(card[0]), text)


def posted(rules: Ruleset) -> tuple[str, ...]:
    """The options that differ from the game's defaults, as the house posts them."""
    return tuple(
        f"{spec.name.replace('_', ' ')}: {spec.words(rules.changed[spec.name])}"
        for spec in games.game(rules.game).catalogue
        if spec.name in rules.changed
    )


def said(event: Event, rules: Ruleset) -> str:
    """An event in a sentence: cards pictured, wagers by their titles, and no clause."""
    words = pictured_in(_TAG.sub("", tell(event, games.felt_of(rules))))
    for spot in rules.spots:
        words = words.replace(f"({spot.name})", f"({spot.title})")
        words = words.replace(f"settlement of {spot.name} ", f"settlement of {spot.title} ")
    return words


def aside(round: Round) -> tuple[str, ...]:
    """How many cards lie in nobody's hand, for a question about the next one."""
    piles = {
        where: len(pile) for where, pile in round.cards.items() if pile and in_nobodys_hand(where)
    }
    felt = games.felt_of(round.rules)
    words = ", ".join(
        f"{'burned cards' if where == BURN else place_words(where, felt.bank_title)}: {count}"
        for where, count in piles.items()
    )
    return (f"Face down on the table: {words}.",) if words else ()


def hands(round: Round, open_boxes: Collection[int] = ()) -> tuple[SceneHand, ...]:
    """The cards on the table; a hand is named only where all of its cards are seen."""
    seen = {ALL, *map(audience, open_boxes)}
    shown: dict[str, tuple[Card, ...]] = {
        where: tuple(dealt.card if dealt.seen in seen else UNSEEN for dealt in pile)
        for where, pile in round.cards.items()
        if pile and not in_nobodys_hand(where)
    }
    known = {where: cards for where, cards in shown.items() if UNSEEN not in cards}
    labels = games.family(round.rules).labels(round, known)
    last = {BANK: 10**6, BOARD: 10**6}
    order = sorted(shown, key=lambda where: (last.get(where, read_place(where)[0]), where))
    return tuple(
        SceneHand(
            named(round, where), tuple(card.text for card in shown[where]), labels.get(where, "")
        )
        for where in order
    )


def named(round: Round, where: str) -> str:
    """Whose hand it is: "box 3, hand 2", "box 1, front", "the bank (box 4)"."""
    box, hand = read_place(where)
    if not box:
        return place_words(where, round.rules.banking.title)
    part = part_of(where) or (f"hand {hand}" if hand > 1 else "")
    hand_name = f"box {box}{f', {part}' if part else ''}"
    return f"{hand_name} (bank)" if box == round.facts.bank_box else hand_name


def title_of(rules: Ruleset, bet: Bet) -> str:
    return spot_title(rules, bet.spot)


def spot_title(rules: Ruleset, name: str) -> str:
    spot = rules.spot(name)
    return spot.title if spot is not None else name


def bet_name(rules: Ruleset, bet: Bet) -> str:
    """ "box 3, Insurance"; the owner, too, where somebody else owns the box."""
    title = title_of(rules, bet)
    hand = f", hand {bet.hand}" if bet.hand > 1 else ""
    owner = f" ({bet.owner}, backline)" if bet.backline else ""
    return f"box {bet.box}{hand}, {title}{owner}"


def bets(round: Round, settled: Iterable[Settlement] = ()) -> tuple[SceneBet, ...]:
    """The wagers on the layout: those that are open, and those that are about to be settled."""
    every = [*round.bets, *(each.bet for each in settled)]
    unique = {bet.id: bet for bet in every if bet.stake}
    ordered = sorted(unique.values(), key=lambda bet: (bet.box, bet.id))
    return tuple(SceneBet(bet_name(round.rules, bet), bet.stake) for bet in ordered)


def facts(round: Round) -> tuple[str, ...]:
    """What else lies on the table."""
    found = []
    if round.bank.banking.limit != "none":
        how = {"combined": "wins and losses together", "each-way": "each way"}
        limit = how.get(round.bank.banking.limit, round.bank.banking.limit)
        found.append(
            f"The bank (box {round.facts.bank_box}) posted {exact(round.bank.posted)},"
            f" which limits {limit}."
        )
    limits = round.facts.limits or round.rules.limits
    if round.rules.fees.basis == "table-limit":
        span = "has no maximum" if limits.most is None else f"maximum is {exact(limits.most)}"
        which = "This table" if limits.most is None else "The table's"
        found.append(f"{which} {span}; the collection goes by the table's limits.")
    stakes = games.felt_of(round.rules).stakes(round.rules)
    if stakes:
        found.append(f"{stakes}.")
    if round.facts.button:
        found.append(f"The dealer button is at box {round.facts.button}.")
    # Where nobody has anything left to decide, what a player has tells what the player has won.
    deciding = isinstance(round.head, (Await, Chance))
    for owner, left in round.stacks.items() if deciding else ():
        if left < PLENTY and owner in round.players.values():
            found.append(f"{owner[0].upper()}{owner[1:]} has {exact(left)} more in front.")
    for owner, brackets in round.facts.free_collection.items():
        found.append(f"{owner} holds a free collection button ({', '.join(brackets)}).")
    return tuple(found)


def scene(
    round: Round,
    events: Iterable[Event],
    *,
    settled: Iterable[Settlement] = (),
    hide: tuple[type[Event], ...] = (),
    open_boxes: Collection[int] = (),
) -> Scene:
    """The table at one moment, and how it came about, without amounts and clauses that answer the
    question."""
    told = [each for each in events if isinstance(each, TOLD) and not isinstance(each, hide)]
    felt = games.felt_of(round.rules)
    return Scene(
        posted(round.rules),
        facts(round),
        hands(round, open_boxes),
        bets(round, settled),
        tuple(said(event, round.rules) for event in told),
        tuple(number for number, event in enumerate(told) if names_hand(event, felt)),
    )
