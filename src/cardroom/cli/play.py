"""`cardroom play GAME`: a table in the terminal, dealt by the same engine."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cardroom import games, places
from cardroom.cards import CardError, Stream, shuffled
from cardroom.cli._felt import felt
from cardroom.cli._keys import Leave, choice, line
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    SetOption,
    SideBetFileOption,
    console,
    money,
    posted,
)
from cardroom.games.felt import PLAY
from cardroom.money import MoneyError, cents, dollars
from cardroom.play.betting import Betting, place
from cardroom.play.inputs import Answer, Dice, Figure, Intervene, Lapse
from cardroom.play.round import Await, Chance, Reading, Refusal
from cardroom.play.views import view
from cardroom.rules.meter import seeded
from cardroom.scenario.report import result_of
from cardroom.scenario.results import hand_number, spot_name
from cardroom.table import commands
from cardroom.table.apply import apply
from cardroom.table.dealer import followed
from cardroom.table.meter import MeterBook
from cardroom.table.shoe import rack
from cardroom.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardroom.cards import Card
    from cardroom.play.round import Ask, Round, VerbOffer
    from cardroom.rules.ruleset import Ruleset
    from cardroom.table.meter import Shown

ME = "you"
FIRST_BET = 1000
"""Cents that Enter bets before there is a last bet."""

HELP = """\
Bets   an amount in dollars; Enter repeats the last bet; 0 leaves the box empty this round.
       Side bets follow by name: 25 dealer-bust=5
Keys   {keys}
       ? this help   q leave the table
A key that is not offered shows which rule bars it."""


def play(
    game: GameArgument = "blackjack",
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    stack: Annotated[str, typer.Option("--stack", help="Your buy-in, in dollars.")] = "1000",
    boxes: Annotated[int, typer.Option("--boxes", min=1, help="Boxes you play.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Shuffle seed, for tests; the same seed deals the same cards."),
    ] = None,
) -> None:
    """Open a table in the terminal and play."""
    rules = posted(game, settings, house, side_bet)
    if boxes > rules.boxes:
        raise CommandError(f"--boxes {boxes}: the table has {rules.boxes}")
    if not rules.house_banked:
        raise CommandError(
            f"{game} needs other players; play it in the browser, with cardroom run."
            " The terminal deals only house-banked games"
        )
    chips = cents(stack)
    if chips < rules.limits.least:
        raise CommandError(f"--stack {stack}: the minimum wager is {money(rules.limits.least)}")
    TerminalTable(rules, chips, boxes, seed).open()


class TerminalTable:
    """One player, some boxes, one shoe after another."""

    def __init__(self, rules: Ruleset, stack: int, boxes: int, seed: int | None) -> None:
        self.rules, self.boxes, self.seed = rules, boxes, seed
        self.table = Table("terminal", rules, stacks={ME: stack})
        self.meter: Shown | None = None
        if rules.meter is not None:
            self.meter = MeterBook(rules.meter.name, seeded(rules.meter.terms))
        self.below: Callable[[int], int] = secrets.randbelow
        self.family = games.family(rules)
        self.verbs = games.felt_of(rules).verbs
        self.bank = rules.banking.title.lower()
        self.terminal = console()
        usual = max(rules.limits.least, min(FIRST_BET, rules.limits.most or FIRST_BET))
        self.last: dict[int, str] = dict.fromkeys(range(1, boxes + 1), dollars(usual))
        self.leaving = False

    @property
    def stack(self) -> int:
        return self.table.stack(ME)

    def say(self, text: str = "", style: str = "") -> None:
        self.terminal.print(text, style=style or None, markup=False)

    def open(self) -> None:
        limits = self.rules.limits
        most = "no maximum" if limits.most is None else f"maximum {money(limits.most)}"
        self.say(self.rules.title, "bold")
        self.say(f"minimum {money(limits.least)}, {most}; ? for help, q to leave", "dim")
        start = self.stack
        try:
            while self.stack >= limits.least:
                self._round()
            self.say("You are out of chips.", "bold")
        except Leave:
            self.say()
        gone = self.stack - start
        result = "even" if not gone else f"{money(abs(gone))} {'up' if gone > 0 else 'down'}"
        self.say(f"You leave with {money(self.stack)}, {result}.", "bold")

    # --- the shoe -------------------------------------------------------------------------------

    def _shuffle_if_due(self) -> None:
        if not self.table.shoe.due:
            return
        self._load(self.rules.deck)
        if self.rules.shoe.kind == "cut-card":
            self.say(f"The dealer shuffles {len(self.rules.deck)} cards.", "dim")

    def _refill(self, round: Round) -> None:
        """The shoe is empty: the discards are shuffled, and the round continues."""
        discards = rack(self.table.shoe, round)
        if not discards:
            self.say("The shoe is empty, and there are no discards: the round is void.", "dim")
            return self._do(commands.Play(Intervene("void-round")))
        self.say("The shoe is empty: the discards are shuffled.", "dim")
        return self._load(sorted(discards, key=lambda card: card.index))

    def _load(self, cards: Iterable[Card]) -> None:
        """By the operating system's entropy, unless a seed was given."""
        if self.seed is not None:
            self.below = Stream(self.seed, self.table.shoe.number + 1).below
        self._do(commands.LoadShoe(shuffled(tuple(cards), self.below)))

    # --- one round ------------------------------------------------------------------------------

    def _round(self) -> None:
        self._shuffle_if_due()
        self.say()
        self.say(f"You have {money(self.stack)}.")
        before, betting = self.table, self.table.betting
        for box in range(1, self.boxes + 1):
            betting = self._bets(betting, box)
        self.table = msgspec.structs.replace(before, bets=betting.bets, next_bet=betting.next_bet)
        refused = self._try(commands.CloseBets())
        if refused is not None:
            self.table = before
            self.say(str(refused), "yellow")
            return
        while (round := self.table.round) is not None and not round.over:
            self._next(round)
        assert round is not None
        self._do(commands.EndRound())
        self._show(round)
        self._show_results(round)
        if self.leaving:
            raise Leave

    def _bets(self, betting: Betting, box: int) -> Betting:
        """Ask until the bets of a box are legal; the last bets are the default."""
        while True:
            last = self.last.get(box, "")
            text = line(f"Bet on box {box}{f' [{last}]' if last else ''}: ") or last
            if text == "?":
                self._help()
                continue
            if text in ("", "0"):
                return betting
            try:
                placed = self._place(betting, box, text)
            except (MoneyError, CardError) as wrong:
                self.say(str(wrong), "yellow")
                continue
            if isinstance(placed, Refusal):
                self.say(f"Refused: {placed}", "yellow")
                continue
            self.last[box] = text
            return placed

    def _place(self, betting: Betting, box: int, text: str) -> Betting | Refusal:
        main = self.rules.spots[0].name
        placed: Betting | Refusal = betting
        for word in text.split():
            spot, equals, amount = word.rpartition("=")
            placed = place(betting, self.family, box, spot if equals else main, ME, cents(amount))
            if isinstance(placed, Refusal):
                return placed
            betting = placed
        return placed

    def _next(self, round: Round) -> None:
        """What the automatic dealer waits for: cards, dice, or a decision of the player."""
        match round.head:
            case Chance(dice=0):
                self._refill(round)
            case Chance(dice=dice):
                thrown = tuple(1 + self.below(6) for _ in range(dice))
                self._do(commands.Play(Dice(thrown)))
            case Reading(name=name):
                self._do(commands.Play(Figure(name, 0)))
            case Await(asks=asks) if self.leaving:
                self._do(commands.Play(Lapse(asks[0].box)))
            case Await(asks=asks):
                self._decide(round, asks[0])
            case head:
                raise AssertionError(f"the dealer stopped at {head}")

    def _do(self, command: commands.TableCommand) -> None:
        refused = self._try(command)
        assert refused is None, str(refused)

    def _try(self, command: commands.TableCommand) -> Refusal | None:
        applied = apply(self.table, command, self.meter)
        if isinstance(applied, Refusal):
            return applied
        self.table, events = applied
        self.meter = followed(self.meter, self.table, self.table.number, events)
        return None

    def _decide(self, round: Round, ask: Ask) -> None:
        self._show(round)
        while True:
            try:
                verb = choice(self._prompt(ask), {verb.key: verb.verb for verb in self.verbs})
                option = ask.option(verb)
                amount = self._amount(option) if option and option.least is not None else None
            except Leave:
                # The hand is played as if time had run out, and then the player leaves.
                self.leaving = True
                return
            if verb == "?":
                self._help()
                continue
            if not verb:
                continue
            refused = self._try(commands.Play(Answer(ask.box, verb, amount=amount)))
            if refused is None:
                return
            self.say(f"Refused: {refused}", "yellow")

    def _amount(self, option: VerbOffer) -> int:
        """The maximum is the default: pressing Enter must not insure for a cent."""
        assert option.least is not None
        assert option.most is not None
        if option.least == option.most:
            return option.most
        bounds = f"{money(option.least)} to {money(option.most)}"
        while True:
            text = line(f"{option.verb}, {bounds} [{dollars(option.most)}]: ")
            try:
                return cents(text) if text else option.most
            except MoneyError as wrong:
                self.say(str(wrong), "yellow")

    def _prompt(self, ask: Ask) -> str:
        """The options, each with its key."""
        keys = {verb.verb: f"[{verb.key}] " for verb in self.verbs}
        offered = "  ".join(f"{keys.get(each.verb, '')}{each.verb}" for each in ask.options)
        topic = "" if ask.topic == PLAY.topic else f"{ask.topic}? "
        hand = f", hand {ask.number}" if ask.number > 1 else ""
        return f"box {ask.box}{hand}: {topic}{offered}  > "

    # --- what is shown --------------------------------------------------------------------------

    def _help(self) -> None:
        keys = "   ".join(f"{verb.key} {verb.title.lower()}" for verb in self.verbs)
        self.say(HELP.format(keys=keys), "dim")
        spots = [spot.name for spot in self.rules.spots if spot.opens == "before-deal"]
        self.say(f"Spots  {', '.join(spots)}", "dim")

    def _show(self, round: Round) -> None:
        seen = view(round, frozenset(places.box(number) for number in round.players), self.family)
        self.terminal.print()
        self.terminal.print(felt(seen, _hands(round), self.bank), end="")

    def _show_results(self, round: Round) -> None:
        names = [f"box {each.bet.box} {spot_name(round, each.bet)}" for each in round.settled]
        width = max(map(len, names), default=0) + 2
        for name, each in zip(names, round.settled, strict=True):
            word = result_of(each)
            color = {"wins": "green", "loses": "red"}.get(word, "yellow")
            amount = f" {money(abs(each.net))}" if each.net else ""
            self.terminal.print(f"{name:<{width}}", end="", markup=False)
            self.terminal.print(f"{word}{amount}", style=color, end="  ", markup=False)
            self.say(each.clause.says, "dim")


def _hands(round: Round) -> Iterator[tuple[int, int, int]]:
    for box in sorted(round.players):
        for hand in games.family(round.rules).hands(round, box):
            yield box, hand, hand_number(round, box, hand)
