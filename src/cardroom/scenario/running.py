"""A scenario played through the engine, entry by entry.

An irregularity happens when the table next waits for a player after `after` `[[do]]` entries. If it
no longer waits for anybody, it happens before the dealer continues; a void round or a rewind then
comes after the settlement. `at_input` names the point exactly, for files that `write` has written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, assert_never

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Event, encode
from cardroom.events.words import place_words
from cardroom.games.felt import DECLINE
from cardroom.play.betting import close, lacking
from cardroom.play.collection import fees
from cardroom.play.heads import waiting_for
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Intervene, Lapse, Proceed, RoundInput
from cardroom.play.irregularities import draws_from_shoe, is_about_a_dealt_card
from cardroom.play.round import Await, Chance, DealerStep, Over, Reading, Refusal, Round
from cardroom.scenario import banks
from cardroom.scenario.checks import check_facts, check_refusals
from cardroom.scenario.document import Do, Irregularity, Scenario
from cardroom.scenario.entries import (
    AFTER_THE_END,
    TIME_OUT,
    answer_of,
    done_without_asking,
    is_about,
    is_awaited,
    is_for_hand,
    lacks_front,
    unless_given_up,
    what,
)
from cardroom.scenario.facts import notation_of
from cardroom.scenario.meters import FollowedMeter
from cardroom.scenario.opening import all_cards, betting_of, check_shoe, posted
from cardroom.scenario.outcome import (
    Notes,
    PostingRefused,
    RoundRefused,
    ScenarioOutcome,
    compared,
    posting_refused,
)
from cardroom.scenario.results import Results, nothing_for_refused, results
from cardroom.scenario.source import ScenarioError


class CardsRanOut(Exception):
    """A card is needed and none is left."""


def run(scenario: Scenario) -> ScenarioOutcome:
    """Play it. `ScenarioError`: it cannot be played; `problems` of the outcome: not as expected."""
    try:
        play = ScenarioRun(scenario)
    except PostingRefused as refused:
        return posting_refused(scenario, games.ruleset(scenario.game), refused.faults)
    return play.outcome()


class ScenarioRun:
    """One scenario, played through the engine."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules = posted(scenario)
        self.shoe = all_cards(scenario, self.rules)
        self.family = games.family(self.rules)
        self.notation = notation_of(self.rules.game)
        self.round: Round | None = None
        self.events: list[Event] = []
        self.meter = FollowedMeter(self.rules, scenario.meter)
        self.notes = Notes(scenario, games.clauses(self.rules))
        self.cards_out = 0
        self.done = 0
        """`[[do]]` entries that have been used."""
        self.pending = list(scenario.irregularities)
        self.marks: dict[int, int] = {}
        """By number of used entries: the inputs of the round when it first waited after them."""

    def outcome(self) -> ScenarioOutcome:
        check_refusals(self.scenario, self.notes.clauses)
        check_facts(self.scenario, self.rules)
        check_shoe(self.scenario, self.rules)
        try:
            self._play(self._open())
        except RoundRefused:
            pass
        else:
            if self.scenario.refused is not None:
                self.notes.problem(
                    self.scenario.line("refused"),
                    f"the round was played; it must be refused ({self.scenario.refused})",
                )
        found = {} if self.round is None else self._results(self.round)
        if self.rules.banking.limit != "none":
            found = {**found, "broken": self._broken()}
        over = self.round is not None and self.round.over
        self.notes.problems += compared(self.scenario, found, "over" if over else "not played")
        return ScenarioOutcome(
            self.scenario,
            self.rules,
            self.round,
            tuple(self.events),
            found,
            tuple(self.notes.refusals),
            tuple(sorted(self.notes.problems, key=lambda problem: problem.line)),
        )

    def _broken(self) -> bool:
        if self.round is None:
            return banks.broken(self.scenario, "", 0)
        return banks.broken(self.scenario, self.round.bank.owner, 0 if self.round.void else 1)

    def _results(self, round: Round) -> Results:
        found = dict(results(round, self.events))
        found.update(nothing_for_refused(self.scenario, found))
        if self.scenario.meter:
            held = self.meter.now
            found["meter"] = {"amount": held.whole, "reserve": held.reserve // 1}
        return found

    def _open(self) -> Round:
        betting = betting_of(self.scenario, self.rules, self.notes)
        owed = fees(betting)
        closed = owed if isinstance(owed, Refusal) else close(betting, self.family, owed)
        if isinstance(closed, Refusal):
            short = None if isinstance(owed, Refusal) else lacking(betting, owed)
            line = self.scenario.line("game") if short is None else self.scenario.laid_by(short[0])
            self._refuse_round(line, closed)
        round, events = closed
        self._record(events, len(round.inputs))
        return round

    def _record(self, events: tuple[Event, ...], inputs: int) -> None:
        self.events.extend(events)
        self.meter.follow(events, inputs)

    def _refuse_round(self, line: int, refusal: Refusal) -> NoReturn:
        wanted = self.scenario.refused
        if wanted is None:
            raise self.notes.error(line, str(refusal))
        self.notes.refused(self.scenario.line("refused"), "the round", wanted, refusal)
        raise RoundRefused

    def _must_refuse(self, round: Round, entry: RoundInput, of: Do | Irregularity) -> None:
        """It must be refused and change nothing."""
        assert of.refused is not None
        tried = what(of)
        before = encode(round)
        applied = games.apply(round, entry)
        if not isinstance(applied, Refusal):
            self.notes.accepted(of.line, tried, of.refused)
            return
        if encode(round) != before:
            self.notes.problem(of.line, f"{tried}: it was refused, but changed the round")
        self.notes.refused(of.line, tried, of.refused, applied, round)

    # --- the round --------------------------------------------------------------------------------

    def _play(self, round: Round) -> None:
        while True:
            self.round = round
            if isinstance(round.head, (Await, Over)):
                self.marks.setdefault(self.done, len(round.inputs))
            entry = self._due(round)
            if entry is not None:
                self.pending.remove(entry)
                round = self._intervene(round, entry)
                continue
            match round.head:
                case Await():
                    round = self._decide(round, round.head)
                case Over():
                    if not self._left_over(round):
                        return
                case _:
                    round = self._deal(round)

    def _apply(self, round: Round, entry: RoundInput, line: int) -> Round:
        applied = games.apply(round, entry)
        if isinstance(applied, Refusal):
            raise self.notes.error(line, str(applied))
        round, events = applied
        self._record(events, len(round.inputs))
        return round

    def _deal(self, round: Round) -> Round:
        """One step of the dealer."""
        if not isinstance(round.head, Chance) or round.head.dice:
            line = self.scenario.line("dice")
            return self._apply(round, self._step(round, self._next_card), line)
        if round.head.turned is not None:
            place = place_words(round.head.place, round.rules.banking.title)
            done = "looked at" if round.head.named else "turned over"
            raise self.notes.error(
                self.scenario.line("shoe"),
                f"the card of {place} is {done}; ?? is a card that is never seen",
            )
        from_shoe = not round.returned
        try:
            entry = self._step(round, self._next_card)
        except CardsRanOut:
            waits = waiting_for(round.head, round.rules.banking.title)
            raise self.notes.error(
                self.scenario.line("shoe"),
                f"the shoe has run out: the round is waiting for {waits}, and all"
                f" {len(self.shoe)} cards have been dealt",
            ) from None
        line = self.scenario.card_line(self.cards_out) if from_shoe else self.scenario.line("shoe")
        applied = games.apply(round, entry)
        if isinstance(applied, Refusal):
            self._refuse_round(line, applied)
        self.cards_out += from_shoe
        round, events = applied
        self._record(events, len(round.inputs))
        return round

    def _step(self, round: Round, draw: Callable[[], Card]) -> RoundInput:
        """What the dealer does next at this head."""
        head = round.head
        match head:
            case Chance(dice=dice) if dice:
                if not self.scenario.dice:
                    line = self.scenario.line("game")
                    raise self.notes.error(line, f"{dice} dice are thrown: write dice = [1, 2, 3]")
                return Dice(self.scenario.dice)
            case Chance():
                back = round.returned if head.turned is None else ()
                return Draw(back[0] if back else draw())
            case DealerStep():
                return Proceed()
            case Reading():
                return Figure(
                    head.name, {**self.meter.figures(), **self.notation.readings}[head.name]
                )
            case Await() | Over():
                raise AssertionError("the dealer has nothing to do here")
            case _:
                assert_never(head)

    def _next_card(self) -> Card:
        if self.cards_out >= len(self.shoe):
            raise CardsRanOut
        return self.shoe[self.cards_out]

    # --- decisions --------------------------------------------------------------------------------

    def _decide(self, round: Round, head: Await) -> Round:
        default = self._default_input(head)
        if default is not None:
            return self._apply(round, default, self.scenario.line("game"))
        entry = self._next_decision()
        if entry is None:
            raise self._nobody_decides(head)
        ask = head.ask(entry.box)
        self.done += 1
        if lacks_front(entry, ask):
            raise self.notes.error(
                entry.line, f'{entry.verb} needs the front hand, like front = "As Kd"'
            )
        answer = Lapse(entry.box) if entry.verb == TIME_OUT else answer_of(entry, ask)
        if entry.refused is not None:
            self._must_refuse(round, answer, entry)
            return round
        if entry.if_asked and not is_awaited(entry, ask):
            return round
        return self._apply(round, answer, entry.line)

    def _default_input(self, head: Await) -> RoundInput | None:
        """What happens without a `[[do]]`: an offer lapses, or what the family's notation says."""
        entry, first = self._next_decision(), head.asks[0]
        if first.topic == self.notation.pile_topic:
            return Answer(first.box, first.options[0].verb, amount=self.scenario.pile or 1)
        by_family = self.notation.declined_by.get(first.topic)
        declined = DECLINE.verb if first.option(DECLINE.verb) else by_family
        if declined is not None:
            about = entry is not None and is_about(entry, head, self.notation)
            return None if about else Answer(first.box, declined)
        alone = unless_given_up(first, self.notation)
        if alone is not None:
            about = entry is not None and is_for_hand(entry, first)
            return None if about else Answer(first.box, alone, first.number)
        counted = bool(self.pending) and self.pending[0].at_input is not None
        if counted and entry is not None and head.ask(entry.box) is not None:
            return None  # nothing comes before the inputs that are counted
        later = {entry.box for entry in self.scenario.decisions[self.done :]}
        lapsing = [ask.box for ask in head.asks if ask.topic in self.notation.lapsing]
        return next((Lapse(box) for box in lapsing if box not in later), None)

    def _next_decision(self) -> Do | None:
        decisions = self.scenario.decisions
        return decisions[self.done] if self.done < len(decisions) else None

    def _nobody_decides(self, head: Await) -> ScenarioError:
        ask = head.asks[0]
        may = ", ".join(option.verb for option in ask.options)
        last = self.scenario.decisions[-1].line if self.scenario.decisions else 0
        return self.notes.error(
            last or self.scenario.line("box"),
            f"box {ask.box} must decide ({may}), and no [[do]] is left",
        )

    def _left_over(self, round: Round) -> bool:
        """The round is over: entries that must be refused are tried, others are an error."""
        if self.pending:
            late = self.pending[0]
            raise self.notes.error(late.line, f"{late.kind} comes too late: the round is over")
        entry = self._next_decision()
        if entry is None:
            return False
        self.done += 1
        if entry.refused is not None:
            self._must_refuse(round, Answer(entry.box, entry.verb, 0, entry.amount), entry)
        elif not entry.if_asked:
            said = done_without_asking(self.events, games.felt_of(round.rules))
            raise self.notes.error(entry.line, f"the round is over before {what(entry)}{said}")
        return True

    # --- irregularities ---------------------------------------------------------------------------

    def _due(self, round: Round) -> Irregularity | None:
        if not self.pending:
            return None
        entry = self.pending[0]
        if entry.at_input is not None:
            return entry if len(round.inputs) >= entry.at_input else None
        if entry.settled:
            return entry if isinstance(round.head, Over) else None
        if entry.after > self.done:
            return None
        if isinstance(round.head, (Await, Over)):
            return entry
        if is_about_a_dealt_card(self.family, entry.kind):
            fallen = {dealt.card for pile in round.cards.values() for dealt in pile}
            return entry if entry.card in fallen else None
        last_chance = entry.kind not in AFTER_THE_END and self._nobody_is_asked_again(round)
        return entry if last_chance else None

    def _nobody_is_asked_again(self, round: Round) -> bool:
        """Whether the dealer finishes the round on the cards that are left, without a decision."""
        rest = iter(self.shoe[self.cards_out :])

        def draw() -> Card:
            card = next(rest, None)
            if card is None:
                raise CardsRanOut
            return card

        while not isinstance(round.head, (Await, Over)):
            try:
                applied = games.apply(round, self._step(round, draw))
            except CardsRanOut:
                return True
            if isinstance(applied, Refusal):
                return True
            round = applied[0]
        return isinstance(round.head, Over)

    def _intervene(self, round: Round, entry: Irregularity) -> Round:
        card = entry.card
        taken = draws_from_shoe(self.family, entry.kind, round)
        if taken:
            card = self._card_of(entry)
        to = self._back_to(round, entry) if entry.kind == "rewind" else 0
        what = (entry.kind, entry.box, entry.hand, card, entry.boxes, to, entry.note, entry.front)
        act = Intervene(*what, side_bets=entry.side_bets)
        if entry.refused is not None:
            self._must_refuse(round, act, entry)
            return round
        round = self._apply(round, act, entry.line)
        self.cards_out += taken
        self.meter.moved(entry.meter)
        return round

    def _back_to(self, round: Round, entry: Irregularity) -> int:
        if entry.to_input is not None:
            return entry.to_input
        # The round has no input after entries that were not used.
        return self.marks.get(entry.to, len(round.inputs) if entry.to else 0)

    def _card_of(self, entry: Irregularity) -> Card:
        try:
            card = self._next_card()
        except CardsRanOut:
            raise self.notes.error(
                entry.line, f"the shoe has no card left for {entry.kind}"
            ) from None
        if entry.card not in (None, card):
            raise self.notes.error(
                entry.line, f"the next card of the shoe is {card}, not {entry.card} as it says here"
            )
        return card
