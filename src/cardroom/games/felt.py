"""The felt of a family: what its table looks like, and the words on it.

The browser, the terminal, the rule page and the printed sheets read it. A family's own `felt.py`
says what differs from `Felt()`; a family without one gets boxes, wagers and pay tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from cardroom.games import signs
from cardroom.games.felt_drawing import Drawing, Printed, Theme, drawn, hand_of_bank, side_by_side
from cardroom.games.signs import Sign
from cardroom.money import EVEN, Odds
from cardroom.play.round import Bet, Round, VerbOffer
from cardroom.play.views import PlaceView
from cardroom.rules.clauses import Clause
from cardroom.rules.paytable import parse_pays
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot


class Verb(NamedTuple):
    """A verb with the words on its button, its key, and its words in sentences."""

    verb: str
    title: str
    key: str
    instead: str = ""
    """The verb whose place it takes: only one of the two can be answered."""
    control: str = ""
    """The control of the page that gives the answer, where a button is not enough."""
    costs: str = ""
    """`wager`: as much again as the hand's wager, where the answer takes no amount."""
    to: bool = False
    """Its amount is what the whole bet comes to, and not what is added: raise to $4."""
    means: str = ""
    """What it does, in a few words for a newcomer: take another card."""
    may: str = ""
    """What a box may do: take insurance. Where it is empty, the verb itself says enough."""
    before_amount: str = ""
    """The word between what a box may do and the amount: double for $5."""
    does: str = ""
    """What a box does, before the amount: takes insurance for. The verb and an s if it is empty."""
    counts: str = ""
    """What its amount is the number of, if it is not chips: pile. An offer is made from it."""

    def offer(self, least: int, most: int, clause: Clause | None = None) -> VerbOffer:
        """The verb with a range; what its amount counts is said only here."""
        return VerbOffer(self.verb, least, most, clause=clause, counts=self.counts)


class Ending(NamedTuple):
    """A way in which a hand ends, as the event names it, and its words."""

    how: str
    does: str = ""
    """What a box does, before the name of its hand: busts with. Without one, only
    the ending is said: the hand is folded."""
    in_name: str = ""
    """What the names of such hands end with, and so need not be said again: 24, over."""
    gone: bool = False
    """The cards leave the felt at once, and not with the others."""
    title: str = ""
    """The word after the hand or its name, if it is not `how`: soft 18, stood."""

    @property
    def says(self) -> str:
        return self.title or self.how


class Topic(NamedTuple):
    """A question to a player, in the words of everybody who reads it."""

    topic: str
    asks: str
    """The question to the player: Insurance? Set your hand."""
    waits: str
    """What the dealer waits for, after the box: to set the hand, about insurance."""
    decides: str
    """What a box does then, as dealers learn it: sets its hand, is offered insurance."""
    offer: str = ""
    """What a box is offered, where the topic is not its name: a Max Bet."""


PLAY: Final = Topic("play", "Your hand", "to play", "decides how to play its hand")
"""Of every game in which the players play their hands one after the other."""
DECLINE: Final = Verb("decline", "No, thanks", "n", means="go on without it")
"""Of every game that offers something."""
FOLDED: Final = Ending("folded", gone=True)
"""Of every game in which a player may give up the hand and its wager."""


class Button(NamedTuple):
    """A button that lies on the felt, such as the dealer button."""

    name: str
    title: str


class EarnedButton(NamedTuple):
    """A button that a player is given for a bet, and that a spot of the same name pays."""

    name: str
    least: Callable[[Ruleset], int]
    """The stake that earns it, in cents."""


FREE_COLLECTION = "free-collection"
BANK_BUTTONS = (
    Button("bank", "Bank"),
    Button("action", "Action"),
    Button(FREE_COLLECTION, "Free collection"),
)
"""The buttons of games in which players bank."""


def title_and_limits(rules: Ruleset) -> tuple[str, str]:
    (_, wagers), *_ = signs.limits(rules)
    return rules.title, f"Wagers {wagers}"


def main_alone(rules: Ruleset) -> tuple[str, ...]:
    return (rules.spots[0].name,)


def bank_buttons(rules: Ruleset) -> tuple[Button, ...]:
    return () if rules.banking.limit == "none" else BANK_BUTTONS


def banking(rules: Ruleset) -> str:
    order = rules.banking.order.replace("-", " ").replace("from action", "from the action")
    match rules.banking.limit:
        case "none":
            return "The house banks and covers every wager."
        case "combined":
            most = "what the bank pays and collects together may not exceed the amount it posted"
            return f"A player banks. Wagers are settled {order}; {most}."
        case "each-way":
            most = "the bank pays at most, and collects at most, the amount it posted"
            return f"A player banks. Wagers are settled {order}; {most}."


def best_odds(_: Ruleset, spot: Spot) -> Odds:
    """The best row of the pay table, or the spot's only odds."""
    rows = () if spot.pays is None else spot.pays.rows
    if rows:
        return highest(row.odds for row in rows)
    only = parse_pays(spot.odds) if spot.odds else EVEN
    assert isinstance(only, Odds), f"{spot.name} is on a meter, and posted by its rows"
    return only


def highest(odds: Iterable[Odds]) -> Odds:
    return max(odds, key=lambda each: each.pays / each.per)


def can_win(rules: Ruleset, _: Round | None, bet: Bet, hand: PlaceView | None) -> int | None:
    """The best row until the cards of the hand are seen; what was added is paid even money."""
    spot = rules.spot(bet.spot)
    if spot is None or bet.added or bet.hand > 1 or described(hand):
        return winnings(bet, EVEN)
    return winnings(bet, best_odds(rules, spot))


def described(hand: PlaceView | None) -> bool:
    """Whether the viewer has seen what the hand is worth."""
    return hand is not None and len(hand.cards) > 1 and bool(hand.label)


def winnings(bet: Bet, odds: Odds) -> int:
    """What a bet wins at these odds; what was added to it is paid even money."""
    return (bet.stake - bet.added) * odds.pays // odds.per + bet.added


def lettered(clause: Clause) -> str:
    """A clause as a line on the felt."""
    return clause.says[0].upper() + clause.says[1:]


def drawing(rules: Ruleset) -> Drawing:
    """Boxes with every bet side by side, the bank's two cards, and what any felt says."""
    title, limits = title_and_limits(rules)
    box, tables = side_by_side(rules), tuple(signs.pay_tables(rules))
    return drawn(rules, Printed(Theme(), box, hand_of_bank(), "", title, limits, panels=tables))


class Felt(NamedTuple):
    verbs: tuple[Verb, ...] = ()
    """In the order of their buttons. The page names a verb that is not listed after itself."""
    topics: tuple[Topic, ...] = ()
    """What players are asked. A topic that is not listed is named after itself."""
    endings: tuple[Ending, ...] = ()
    """How hands end. An ending that is not listed is named after itself."""
    hand_words: Mapping[str, str] = MappingProxyType({})
    """Names of hands as they read in a sentence, where that differs: natural is "a natural"."""
    bank_title: str = "Dealer"
    """What the bank's hand is called, by the banking of the posted game (`games.felt_of`)."""
    dealer_steps: Mapping[str, str] = MappingProxyType({})
    """What the dealer does at each step of the family's own: peek is "checks for a natural"."""
    position: str = "Box"
    """What a place at the table is called, with its number after it."""
    board: int | None = None
    """Cards of the board, where there is one."""
    piles: int = 0
    """Piles that the cards are dealt into, where players choose one."""
    lettering: Callable[[Ruleset], tuple[str, str]] = title_and_limits
    """What is printed on the felt: what decides the game, and below it how the bank plays."""
    drawing: Callable[[Ruleset], Drawing] = drawing
    """Everything that is printed on the felt, to scale."""
    buttons: Callable[[Ruleset], tuple[Button, ...]] = bank_buttons
    main_spots: Callable[[Ruleset], tuple[str, ...]] = main_alone
    """The spots whose bets are one wager to the player: the main bet, and what is added to it."""
    earned: tuple[EarnedButton, ...] = ()
    """Buttons that players hold for a round; each is used when its spot pays."""
    stakes: Callable[[Ruleset], str] = lambda _: ""
    """What is played for, where limits of a wager do not say it."""
    notice: Callable[[Ruleset], tuple[str, ...]] = lambda _: ()
    """Sentences that are posted at the table next to the felt."""
    banking: Callable[[Ruleset], str] = banking
    """The banker and the limit, in a sentence."""
    limits: Callable[[Ruleset], tuple[tuple[str, str], ...]] = signs.limits
    """What may be wagered: each kind of limit, and its words."""
    pay_tables: Callable[[Ruleset], Iterable[Sign]] = signs.pay_tables
    """What winning hands of the main wager are paid, and every side bet."""
    duties: Callable[[Ruleset], Iterable[Sign]] = lambda _: ()
    """Which hands must draw and which must stand, where any must."""
    guides: Callable[[Ruleset], Iterable[Sign]] = lambda _: ()
    """What the rule page has in addition, too long for a sign: the house way."""
    collection: Callable[[Ruleset], Iterable[Sign]] = signs.collection
    """The collection and who pays it."""
    best_odds: Callable[[Ruleset, Spot], Odds] = best_odds
    """The best odds posted for a spot."""
    can_win: Callable[[Ruleset, Round | None, Bet, PlaceView | None], int | None] = can_win
    """The most that a bet can win as far as its viewer sees the hand; None for a part of a pot."""

    @property
    def totals(self) -> frozenset[str]:
        """The verbs whose amount is what the whole bet comes to."""
        return frozenset(verb.verb for verb in self.verbs if verb.to)

    def verb(self, name: str) -> Verb:
        """A verb with its words; one that is not listed has none."""
        return next((each for each in self.verbs if each.verb == name), Verb(name, name, ""))

    def topic(self, name: str) -> Topic:
        """A topic with its words; one that is not listed is named after itself."""
        own = (each for each in self.topics if each.topic == name)
        return next(own, Topic(name, "", "", f"decides ({name})"))

    def signs(self, rules: Ruleset) -> tuple[Sign, ...]:
        """Everything that is posted at the table as tables of words."""
        return (*self.pay_tables(rules), *self.duties(rules), *self.collection(rules))
