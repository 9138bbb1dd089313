"""One round: played by the rules with your decisions, or read from a scenario file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from cardroom import games, scenario
from cardroom.api.amounts import Amount, in_cents
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Frame, frame
from cardroom.api.game import Game, game
from cardroom.api.posting import shown
from cardroom.api.result import Result
from cardroom.cards import Card, Composition, Stream, parse_cards, shuffled
from cardroom.errors import CardroomError
from cardroom.money import exact
from cardroom.places import BANK, BOARD
from cardroom.places import box as audience
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Lapse, RoundInput
from cardroom.play.round import Ask, Facts, Refusal, Round, VerbOffer
from cardroom.play.views import view
from cardroom.replay.rounds import BANKER, STACK, Supply, at_seed, next_input
from cardroom.rules.banking import Bank
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.outcome import ScenarioOutcome
from cardroom.scenario.report import hands, places_of, report, result_of
from cardroom.scenario.results import spot_name

Bets = Amount | Mapping[int, Amount | Mapping[str, Amount]]
"""Dollars on the main wager of box 1; or by box; or by box and wager:
`{1: 25, 2: {"main": 25, "dealer-bust": 5}}`. In poker, the chips of each seat:
`{1: 200, 2: 150}`."""

BUY_IN: Final = 200
"""Dollars of each of two seats of a poker game where no chips are given."""
FIRST_BET: Final = 1000
"""Cents on the main wager where no bet is given."""


class Refused(CardroomError):
    """The rules do not allow it; the message names the clause."""

    def __init__(self, refusal: Refusal, what: str) -> None:
        super().__init__(f"{what}: {refusal}")
        self.clause = refusal.clause.id
        """The clause that forbids it."""


class Decision(NamedTuple):
    """What a box is asked, and what its player sees."""

    box: int
    hand: int
    """The hand of the box, in playing order; 0 is the whole box."""
    topic: str
    """play, insurance, surrender, set ..."""
    verbs: tuple[str, ...]
    """What may be answered."""
    cards: tuple[str, ...]
    """Of the hand, or of the box."""
    label: str
    """What the hand is called: "hard 16"."""
    bank: tuple[str, ...]
    """The bank's cards; a hidden one is "??"."""
    board: tuple[str, ...] = ()
    """The cards that all players share, in poker."""


class Choice(NamedTuple):
    """An answer that names an amount or cards; otherwise a verb is enough."""

    verb: str
    amount: Amount | None = None
    """Dollars; without them, as much as the rules allow."""
    cards: str = ""
    """The cards that are set in front."""


Decide = Callable[[Decision], str | Choice]


@dataclass(frozen=True, slots=True, repr=False)
class PlayedRound(Result):
    """A round that was played to its end, with what every bet was paid, and by which clause."""

    outcome: ScenarioOutcome
    """Every event and settlement, typed; money is in cents."""

    @property
    def problems(self) -> tuple[str, ...]:
        """What is not as the file expects; none for a round without a file."""
        return tuple(f"line {each.line}: {each.text}" for each in self.outcome.problems)

    @property
    def net(self) -> dict[int, Decimal]:
        """What each box won or lost, in dollars."""
        found: dict[int, int] = {}
        for each in self._round.settled:
            found[each.bet.box] = found.get(each.bet.box, 0) + each.net
        return {box: Decimal(net) / 100 for box, net in sorted(found.items())}

    @property
    def scenario(self) -> str:
        """The round as the text of a scenario file, which `cardroom.settle` accepts."""
        return scenario.write(self._round)

    @property
    def _round(self) -> Round:
        if self.outcome.round is None:
            raise CardroomError("the round was refused as a whole; nothing was played")
        return self.outcome.round

    @property
    def summary(self) -> str:
        title = self.outcome.scenario.title or self.outcome.rules.title
        if self.outcome.round is None:
            return f"{title}: refused"
        nets = ", ".join(f"box {box} {_signed(net)}" for box, net in self.net.items())
        return f"{title}: {nets}"

    @property
    def notes(self) -> Sequence[str]:
        refused = [f"{each.what}: {each.refusal}" for each in self.outcome.refusals]
        return [*self.problems, *refused, f"ruleset {self.outcome.rules.digest[:16]}"]

    @property
    def table(self) -> Frame:
        """Every bet: its stake, its result, and the clause that settled it."""
        settled = () if self.outcome.round is None else self.outcome.round.settled
        rows = [
            (
                each.bet.box,
                spot_name(self._round, each.bet),
                each.bet.stake / 100,
                result_of(each),
                each.net / 100,
                each.clause.id,
                each.clause.says,
            )
            for each in settled
        ]
        names = ("box", "bet", "stake:dollars", "result", "net:dollars", "clause", "rule")
        return frame(f"{self.outcome.rules.title}: bets", names, rows)

    @property
    def hands(self) -> dict[str, str]:
        """The cards of every hand, and of the bank or the board, at the end."""
        round = self._round
        found = {}
        for hand in hands(round):
            last = "board" if hand["player"] == BOARD else "bank"
            name = f"box {hand['box']}" if hand["box"] else last
            part = f", {hand['part']}" if hand["part"] else ""
            number = f", hand {hand['hand']}" if hand["hand"] > 1 and not part else ""
            found[name + part + number] = hand["cards"]
        return found

    def to_dict(self) -> dict[str, Any]:
        return report(self.outcome)

    def plot(self) -> Figure:
        """What each box won or lost."""
        nets = [PlottedBar(f"box {box}", float(net)) for box, net in self.net.items()]
        return bars(nets, self.outcome.rules.title, "net result", "$,.2f")


def _signed(amount: Decimal) -> str:
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}{exact(int(abs(amount) * 100))}"


# --- from a file --------------------------------------------------------------------------------


def settle(source: str | Path) -> PlayedRound:
    """Play a round from a scenario file, or from its text, and settle it.

    `PlayedRound.problems` lists what is not as the file expects.

    Examples:
        >>> import cardroom as cr
        >>> cr.settle('''
        ... game = "blackjack"
        ... shoe = "?? Ts 7h 9s Tc"
        ... [[box]]
        ... box = 1
        ... bets = { main = "10" }
        ... [[do]]
        ... box = 1
        ... verb = "stand"
        ... ''')
        <PlayedRound: Blackjack: box 1 +$10>
    """
    return PlayedRound(scenario.run(_read(source)))


def settle_under(rules: Ruleset, source: str | Path) -> PlayedRound:
    """The same, under the options of a posted game."""
    told = _read(source)
    if told.game != rules.game:
        raise CardroomError(f"the file is a round of {told.game}, not of {rules.game}")
    return PlayedRound(scenario.run(msgspec.structs.replace(told, options=shown(rules), house="")))


def _read(source: str | Path) -> scenario.Scenario:
    if isinstance(source, str) and "\n" in source:
        return scenario.parse(source)
    return scenario.read(str(source))


# --- from bets and decisions --------------------------------------------------------------------


def play(
    name: str | Game,
    bets: Bets | None = None,
    *,
    decide: Decide | None = None,
    seed: int = 1,
    cards: str = "",
    bank: Amount | None = None,
) -> PlayedRound:
    """Play one round by the rules, and settle it.

    Parameters:
        name: A game, or the name of one.
        bets: Dollars on box 1, or bets by box and wager:
            `{1: 25, 2: {"main": 25, "dealer-bust": 5}}`. In poker, the chips of each seat; the
            lowest seat has the button.
        decide: Called with each `Decision`; returns a verb, or a `Choice`. Without it, every box
            lets its time run out, and the rules decide for it.
        seed: The seed of the shuffle.
        cards: Cards that are dealt first, in order, a burn card included; the shuffle follows.
        bank: What the bank posts, in a game that players bank; by default always enough.

    Examples:
        >>> import cardroom as cr
        >>> cr.play("blackjack", 25, cards="2c As 9h Kd 8c")
        <PlayedRound: Blackjack: box 1 +$37.50>
    """
    posted = name if isinstance(name, Game) else game(name)
    return posted.play(bets, decide=decide, seed=seed, cards=cards, bank=bank)


def play_round(
    rules: Ruleset,
    bets: Bets | None,
    decide: Decide | None,
    seed: int,
    cards: str,
    bank: int | None,
) -> PlayedRound:
    if rules.deals_to_seats:
        layout = _seated(rules, bets, bank)
    else:
        layout = _layout(rules, _stakes(rules, bets), bank)
    family = games.family(rules)
    closed = close(layout, family)
    if isinstance(closed, Refusal):
        raise Refused(closed, "the round")
    stream = Stream(seed)
    shoe = _shoe(rules, parse_cards(cards) if cards else (), stream)
    supply = Supply(
        shoe, lambda many: tuple(1 + stream.below(6) for _ in range(many)), at_seed(rules)
    )
    answers = _lapses if decide is None else _answers(decide)
    round, _ = closed
    while not round.over:
        try:
            entry = next_input(round, supply, answers)
        except StopIteration:
            raise CardroomError(f"the shoe is empty; {rules.title} shuffles earlier") from None
        round = _applied(round, entry)
    return PlayedRound(scenario.run(scenario.parse(scenario.write(round))))


def _seated(rules: Ruleset, bets: Bets | None, bank: int | None) -> Betting:
    """A game of poker: the chips of every seat; the first seat has the button."""
    if bank is not None:
        raise CardroomError(f"bank: nobody banks {rules.title}")
    chips = {1: BUY_IN, 2: BUY_IN} if bets is None else bets
    if not isinstance(chips, Mapping) or len(chips) < 2:
        raise CardroomError(
            f"bets: {rules.title} is played by two seats or more; write the chips of each in"
            " dollars, like {1: 200, 2: 150, 3: 200}"
        )
    stacks: dict[str, int] = {}
    for seat, amount in chips.items():
        if isinstance(amount, Mapping):
            raise CardroomError(f"bets, seat {seat}: write its chips in dollars, like 200")
        if not 1 <= seat <= rules.boxes:
            raise CardroomError(f"bets, seat {seat}: {rules.title} has seats 1 to {rules.boxes}")
        stacks[f"player {seat}"] = in_cents(amount, f"bets, seat {seat}")
    seats = {seat: f"player {seat}" for seat in sorted(chips)}
    return Betting(rules, stacks, Facts(button=min(chips)), seats=seats)


def _stakes(rules: Ruleset, bets: Bets | None) -> Iterator[tuple[int, str, int]]:
    """Box, wager, and cents of every bet."""
    main = rules.spots[0].name
    if bets is None:
        least, most = rules.limits.least, rules.limits.most or FIRST_BET
        yield 1, main, max(least, min(FIRST_BET, most))
        return
    by_box = bets if isinstance(bets, Mapping) else {1: bets}
    for box, given in by_box.items():
        on = given if isinstance(given, Mapping) else {main: given}
        for spot, amount in on.items():
            yield box, spot, in_cents(amount, f"bets, box {box}, {spot}")


def _layout(rules: Ruleset, stakes: Iterator[tuple[int, str, int]], bank: int | None) -> Betting:
    banked = rules.banking.limit != "none"
    if bank is not None and not banked:
        raise CardroomError(f"bank: the house banks {rules.title}")
    laid = list(stakes)
    owners = {f"player {box}" for box, _, _ in laid}
    layout = Betting(
        rules,
        dict.fromkeys([*sorted(owners), BANKER], STACK),
        Facts(bank_box=rules.boxes if banked else 0),
        bank=Bank(rules.banking, BANKER, bank or STACK // 2) if banked else None,
    )
    for box, spot, stake in laid:
        placed = place(layout, games.family(rules), box, spot, f"player {box}", stake)
        if isinstance(placed, Refusal):
            raise Refused(placed, f"a bet of {exact(stake)} on {spot} of box {box}")
        layout = placed
    return layout


def _shoe(rules: Ruleset, first: tuple[Card, ...], stream: Stream) -> Iterator[Card]:
    """The cards that were asked for, then all others, shuffled."""
    extra = rules.deck.excess(first)
    if extra is not None:
        raise CardroomError(f"cards: the shoe of {rules.title} holds fewer {extra.text}")
    yield from first
    rest = Composition.of(rules.deck).without(first)
    yield from shuffled(tuple(rest), stream.below)


def _applied(round: Round, entry: RoundInput) -> Round:
    applied = games.apply(round, entry)
    if isinstance(applied, Refusal):
        what = f"{entry.verb} of box {entry.box}" if isinstance(entry, Answer) else "the round"
        raise Refused(applied, what)
    return applied[0]


def _lapses(round: Round, ask: Ask) -> Lapse:
    del round
    return Lapse(ask.box)


def _answers(decide: Decide) -> Callable[[Round, Ask], Answer]:
    def answer(round: Round, ask: Ask) -> Answer:
        said = decide(_decision(round, ask))
        choice = said if isinstance(said, Choice) else Choice(said)
        option = ask.option(choice.verb)
        return Answer(
            ask.box,
            choice.verb,
            amount=_amount(choice, option),
            cards=parse_cards(choice.cards) if choice.cards else (),
        )

    return answer


def _amount(choice: Choice, option: VerbOffer | None) -> int | None:
    if choice.amount is not None:
        return in_cents(choice.amount, choice.verb)
    return None if option is None else option.most


def _decision(round: Round, ask: Ask) -> Decision:
    seen = view(round, frozenset({audience(ask.box)}), games.family(round.rules))
    lies = places_of(round, ask.box)
    own = seen.places.get(lies[max(ask.number, 1) - 1]) if lies else None
    bank, board = seen.places.get(BANK), seen.places.get(BOARD)
    return Decision(
        box=ask.box,
        hand=ask.number,
        topic=ask.topic,
        verbs=tuple(option.verb for option in ask.options),
        cards=() if own is None else own.cards,
        label="" if own is None else own.label,
        bank=() if bank is None else bank.cards,
        board=() if board is None else board.cards,
    )
