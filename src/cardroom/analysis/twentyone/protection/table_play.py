"""A table at which one player counts, bets by a spread, and departs from the chart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from cardroom import model
from cardroom.analysis.counting.documents import CountingResult, Trigger
from cardroom.analysis.counting.question import CountingRequest, CountingSystem
from cardroom.analysis.counting.spread import spread, stepped
from cardroom.analysis.counting.wager import named_tags
from cardroom.analysis.executor import Executor, Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.notices import COMPILING, COMPILING_SIMULATOR
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.stakes import stake_of
from cardroom.analysis.twentyone.protection import indices
from cardroom.analysis.twentyone.protection.counter import Counter, playing
from cardroom.analysis.twentyone.protection.main_wager import card_count
from cardroom.analysis.twentyone.protection.removals import cards_in
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.policy import ByCards, Insuring, Script
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import suits
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import full_shoe
from cardroom.model.course import NotSimulated
from cardroom.progress import ProgressNotice, Tell
from cardroom.rules.ruleset import Ruleset

HALF: Final = 0.5
"""A count that is rounded down is half a count more on average."""


class CountingTable:
    def __init__(
        self,
        rules: Ruleset,
        asked: CountingRequest,
        count: CountingSystem,
        tell: Tell,
        by_card: Sequence[int] | None = None,
    ) -> None:
        """`by_card` is [card] the tags of a count that has none by rank."""
        self.rules, self.asked, self.name, self.tell = rules, asked, count.name, tell
        self.by_card = tuple(by_card or count.by_card)
        self.cards = cards_in(rules)
        summed = sum(tag * each for tag, each in zip(self.by_card, self.cards, strict=True))
        self.by: Trigger = "running count" if summed else "true count"
        if asked.departures == "all" and self.by == "running count":
            raise NotComputed("departures from the chart go by a true count: name a balanced count")
        if suits.both_cards_up(rules):
            raise NotComputed("both dealer cards are face up, and the simulator does not play that")
        for kernel, notice in (("exact", COMPILING), ("simulate", COMPILING_SIMULATOR)):
            if not compiled(kernel):
                tell(notice)
        self.stake = stake_of(rules)
        self.tables = model.at_stake(model.compile(rules), rules, self.stake)
        self.simulator, self.counter = self._counter()

    def _counter(self) -> tuple[TwentyOneSimulator, Counter]:
        asked, count = self.asked, card_count(self.by_card, self.by, self.cards)
        try:
            script = script_of(self.rules, self.tables, None)
            table = TwentyOneSimulator(self.rules, self.tables, script, asked.seed, asked.boxes)
        except (NotSimulated, IllegalScript) as reason:
            raise NotComputed(str(reason)) from None
        if self.rules.shoe.kind != "cut-card":
            raise NotComputed("every round is dealt from all the cards: there is nothing to count")
        if asked.dealt is not None:
            table = table.cut_at(int(asked.dealt * len(table.deck)))
        if asked.departures == "none":
            return table, Counter(table, [count], leave=asked.leave)
        play = [
            1 + indices.COUNTS.index(min(max(each, indices.COUNTS[0]), indices.COUNTS[-1]))
            for each in range(count.low, count.high + 1)
        ]
        table_of_scripts = playing(table, self.tables, self._scripts(script))
        return table, Counter(table_of_scripts, [count], play, asked.leave)

    def _scripts(self, usual: Script) -> Iterator[Script]:
        """The play from a full shoe, then [whole true count] the play that is best for the cards as
        the count expects them. What the caller does with a play belongs to its step of the work."""
        plain = model.at_stake(model.compile(model.by_rank(self.rules)), self.rules, self.stake)
        shoe = indices.tilted(full_shoe(plain), self.by_card)
        yield usual
        for done, count in enumerate(indices.COUNTS):
            self.tell(ProgressNotice(indices.SOLVING, done, len(indices.COUNTS)))
            left = shoe.at(count + HALF)
            solution = ShoeSolver(plan_of(plain), left).best("pair")  # type: ignore[arg-type]
            script: Script = ByCards(self.tables, suits.by_suit(self.tables, solution))
            if plain.insured >= 0 and indices.insurance_value(plain, left) > 0:
                script = Insuring(script)
            yield script
        self.tell(ProgressNotice(indices.SOLVING, len(indices.COUNTS), len(indices.COUNTS)))

    @property
    def dealt(self) -> float:
        found: float = self.simulator.house.cut / len(self.simulator.deck)
        return found


def counted(table: CountingTable, executor: Executor | None = None) -> CountingResult:
    asked, simulator = table.asked, table.simulator
    usual = max(1, simulator.house.cut // (4 * (simulator.boxes + 1)))
    shoes = max(1, asked.rounds // usual // simulator.boxes)
    (cells,) = table.counter.run(shoes, executor or Threads(), table.tell)
    every = cells.until(1.0)
    if not asked.bets:
        raise NotComputed("say what is bet: from each count on, an amount")
    bets = stepped(asked.bets, cells.low, len(every))
    pace = asked.hands_per_hour / (asked.boxes + 1)
    away = cells.left * cells.boxes * asked.minutes_away / 60 * pace
    found = spread(every, cells.unit, cells.low, bets, away)
    return CountingResult(
        count=table.name,
        tags=named_tags(table.by_card, table.cards),
        departures=asked.departures,
        boxes=asked.boxes,
        dealt=table.dealt,
        rounds=int(every[:, 0].sum()),
        rounds_per_hour=pace,
        bins=found.bins,
        played=found.played,
        mean_bet=found.mean_bet,
        per_round=found.mean,
        error=found.error,
        deviation=found.deviation,
        per_hour=found.mean * pace,
        hourly_deviation=found.deviation * math.sqrt(pace),
        score=found.score,
        n0=found.n0,
        bankroll=asked.bankroll,
        ruin=None if asked.bankroll is None else found.ruin(asked.bankroll),
        method="simulated",
        assumptions=(
            f"by the {table.by}, rounded down; every card is seen but burned ones",
            "rounds that are not played are watched; they count as rounds",
            "risk of ruin and SCORE treat the result of a round as normal, and the bets as fixed",
            *_leaving(asked),
        ),
        leave=asked.leave,
        left=cells.left / cells.shoes,
        minutes_away=0.0 if asked.leave is None else asked.minutes_away,
        per_hour_error=found.error * pace,
        score_error=found.score * found.doubled_error,
        n0_error=(found.n0 or 0.0) * found.doubled_error,
    )


def _leaving(asked: CountingRequest) -> tuple[str, ...]:
    if asked.leave is None:
        return ()
    away = f"whose next shoe begins {asked.minutes_away:g} minutes later"
    return (
        f"below {asked.leave:+d} the player leaves for another table, {away}",
        "rounds missed on the way count as rounds",
    )
