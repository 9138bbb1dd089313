"""A 21 game examined for card counting: every wager, every count, every known card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from cardroom import model
from cardroom.analysis.counting.card_bet import CardBet, is_card_bet
from cardroom.analysis.counting.depths import SAMPLES, Floats, Samples, ShoePace, sampled
from cardroom.analysis.counting.documents import (
    CountingResult,
    Index,
    KnownCard,
    Protection,
    WagerProtection,
)
from cardroom.analysis.counting.question import CountingRequest, CountingSystem, ProtectionRequest
from cardroom.analysis.counting.wager import (
    LEVELED,
    CountedWager,
    CountingTables,
    PlayedCount,
    linear,
    valued,
)
from cardroom.analysis.documents import game_fields
from cardroom.analysis.notices import COMPILING, COMPILING_SIMULATOR
from cardroom.analysis.result_cache import compiled
from cardroom.analysis.stakes import stake_of
from cardroom.analysis.twentyone.bet_tables import fits
from cardroom.analysis.twentyone.chart.chart import layout_of
from cardroom.analysis.twentyone.chart.strategy import charted
from cardroom.analysis.twentyone.protection import indices, information
from cardroom.analysis.twentyone.protection.counter import Cells, rounds_per_shoe
from cardroom.analysis.twentyone.protection.dealt_bet import dealt_effects
from cardroom.analysis.twentyone.protection.examined import BetLimit, ExaminedWager
from cardroom.analysis.twentyone.protection.main_wager import frequencies
from cardroom.analysis.twentyone.protection.removals import (
    MainWager,
    WagerEffects,
    card_effects,
    card_table,
    group_ranks,
    insurance_effects,
    on_meter,
    played_effects,
)
from cardroom.analysis.twentyone.protection.table_play import CountingTable, counted
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.program import CARDS_A_BOX
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import suits
from cardroom.model.course import NotSimulated, open_rounds
from cardroom.progress import PartsBar, Tell
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

ASSUMED_MAX: Final = 10_000
"""Cents; the bet that figures are for where the house posts no maximum."""
LARGE_TABLE: Final = 20_000
FEW: Final = 512
"""Samples at each depth of a bet whose table is large."""
PILOT: Final = 1 << 10
LINEAR: Final = "estimated from the effects of removal for every sample of the cards that are left"
WORKING: Final = "examining"
EFFECTS, INSURED, SIDE_BET, INDICES, INFORMED = 8, 2, 4, 48, 16
"""About how long these parts take, in the time in which a run deals `DEALT` rounds."""
DEALT: Final = 1 << 21
RUNS: Final = 3
"""In which a wager is simulated: with one box, with all, and leaving poor shoes."""


class ProtectionAnalysis:
    """One posted game, wager by wager."""

    def __init__(
        self, rules: Ruleset, asked: ProtectionRequest, counts: Sequence[CountingSystem], tell: Tell
    ) -> None:
        self.rules, self.asked, self.tell = rules, asked, tell
        self.given = {each.name: each.by_card for each in counts}
        self.stake = stake_of(rules)
        if not compiled("exact"):
            tell(COMPILING)
        self.main = MainWager(rules, self.stake)
        self.boxes = rules.boxes - (rules.banking.limit != "none")
        self.unprotected: list[str] = []
        self.simulators = self._simulators()
        self.tables = self._tables()

    # --- the tables -----------------------------------------------------------------------------

    def _simulators(self) -> tuple[TwentyOneSimulator, TwentyOneSimulator] | None:
        """With one box and with all; None where the game cannot be simulated."""
        if self.main.both_up:
            return None
        if not compiled("simulate"):
            self.tell(COMPILING_SIMULATOR)
        tables = model.at_stake(model.compile(self.rules), self.rules, self.stake)
        bets = [bet.name for bet in self.rules.side_bets if fits(bet) and not is_card_bet(bet)]
        try:
            script = script_of(self.rules, tables, None)
            one, full = (
                TwentyOneSimulator(self.rules, tables, script, self.asked.seed, boxes, bets)
                for boxes in (1, self.boxes)
            )
        except (NotSimulated, IllegalScript):
            return None
        return one, full

    def _tables(self) -> CountingTables:
        cards = sum(self.main.shoe)
        dealt = 0.0
        if self.rules.shoe.kind == "cut-card":
            dealt = 1 - self.rules.shoe.behind / cards
        tables = [self._table(place, boxes, dealt) for place, boxes in enumerate((1, self.boxes))]
        pace = [self.asked.hands_per_hour / (boxes + 1) for boxes in (1, self.boxes)]
        return CountingTables(
            tables[0], tables[1], self.boxes, pace[0], pace[1], dealt, self.asked.minutes_away
        )

    def _table(self, place: int, boxes: int, dealt: float) -> ShoePace:
        burned = float(self.rules.shoe.burn)
        if self.simulators is None or not dealt:
            return ShoePace(burned, 2.7 * (boxes + 1))
        simulator = self.simulators[place]
        # The last round of a shoe goes on behind the cut card, half a round on average.
        rounds = max(1.0, rounds_per_shoe(simulator, PILOT) - 0.5)
        return ShoePace(burned, max(CARDS_A_BOX, (simulator.house.cut - burned) / rounds))

    def _bet_max(self, posted: int | None) -> int:
        return self.asked.bet_max or posted or ASSUMED_MAX

    # --- the document ---------------------------------------------------------------------------

    def document(self) -> Protection:
        bets = self.rules.side_bets
        run = max(1, self.asked.rounds // DEALT)
        main_runs = RUNS + 1 if self.simulators and self.tables.dealt else 0
        by_bet = [SIDE_BET + RUNS * run * self._is_simulated(bet) for bet in bets]
        solving = INDICES if main_runs else 0
        informed = 0 if self.main.both_up else INFORMED
        parts = [EFFECTS, main_runs * run, INSURED, *by_bet, solving, informed]
        bar = PartsBar(WORKING, parts, self.tell)
        effects = self.main.effects(bar.within)
        bar.finish()
        main, results, cells = self._main(effects, bar.within)
        bar.finish()
        wagers = [main, *self._insurance()]
        bar.finish()
        for bet in bets:
            wagers += self._side_bet(bet, bar.within)
            bar.finish()
        index_count, insurance_index, listed = self._indices(cells, bar.within)
        bar.finish()
        known = tuple(self._information())
        bar.finish()
        return Protection(
            **game_fields(self.rules),
            dealt=self.tables.dealt,
            boxes=self.boxes,
            rounds_per_hour=self.tables.alone_pace,
            team_rounds_per_hour=self.tables.full_pace,
            wagers=tuple(wagers),
            index_count=index_count,
            insurance_index=insurance_index,
            indices=listed,
            information=known,
            simulated=results,
            unprotected=tuple(self.unprotected),
            assumptions=tuple(self._assumptions(wagers)),
        )

    def _assumptions(self, wagers: Sequence[WagerProtection]) -> Iterator[str]:
        yield "the player sees every card but burned ones, counts without error, and is not noticed"
        yield (
            "side bets are made at the trigger only; what the main wager costs meanwhile is not"
            " subtracted"
        )
        yield "a team bets on every box from the count from which one player bets"
        pace = self.asked.hands_per_hour
        yield f"a dealer deals {pace:g} hands an hour, including the bank's; shuffles included"
        if any(each.leaving for each in wagers):
            minutes = self.asked.minutes_away
            yield f"a player who leaves a shoe sees the next one begin {minutes:g} minutes later"
        if self.rules.shoe.kind != "cut-card":
            yield "every round is dealt from all the cards: counting shows nothing"

    # --- the main wager -------------------------------------------------------------------------

    def _main(
        self, effects: WagerEffects, tell: Tell
    ) -> tuple[WagerProtection, CountingResult | None, tuple[str, Cells] | None]:
        wager = self._linear(effects)
        played = wager.played(self.given)
        limit = BetLimit(self._bet_max(self.rules.limits.most), self.rules.limits.most)
        known = () if self.main.both_up else tuple(information.first_cards(self.main))
        examined = ExaminedWager("main", "Wager", effects, wager, played, limit, known)
        if self.simulators is None or not self.tables.dealt:
            found = examined.sampled()
            return msgspec.structs.replace(found, method=LINEAR), None, None
        bar = PartsBar(WORKING, (RUNS, 1), tell)
        found, cells = examined.simulated(self.simulators, self.asked.rounds, -1, bar.within)
        bar.finish()
        notes = suits.notes(self.rules, self.main.tables)
        found = msgspec.structs.replace(found, assumptions=(*found.assumptions, *notes))
        result = self._spread(found, played, limit[0], bar.within)
        balanced = [
            (each.system.name, cell)
            for each, cell in zip(
                [each for each in played if each.system.name != LEVELED], cells.alone, strict=True
            )
            if each.system.trigger_by == "true count"
        ]
        chosen = next((each for each in balanced if each[0] in self.given), None)
        return found, result, chosen or next(iter(balanced), None)

    def _spread(
        self, found: WagerProtection, played: Sequence[PlayedCount], most: int, tell: Tell
    ) -> CountingResult | None:
        """From the minimum to the maximum bet, by the best count."""
        best = next(each for each in found.counts if each.name == found.best)
        if best.trigger is None:
            return None
        by_card = next(each.by_card for each in played if each.system.name == best.name)
        least = max(self.rules.limits.least, self.rules.limits.chip, 100)
        asked = CountingRequest(
            bets=((-10_000, least), (best.trigger, most)),
            rounds=self.asked.rounds,
            seed=self.asked.seed,
            hands_per_hour=self.asked.hands_per_hour,
        )
        table = CountingTable(self.rules, asked, CountingSystem(best.name, {}), tell, by_card)
        return counted(table)

    def _linear(self, effects: WagerEffects) -> CountedWager:
        """A wager whose value is estimated from the effects of removal."""
        groups = effects.groups
        return CountedWager(
            groups, sampled(groups.whole), lambda samples: linear(groups, samples, effects.value),
            self.tables, self.asked.level,
        )  # fmt: skip

    # --- other wagers ---------------------------------------------------------------------------

    def _insurance(self) -> Iterator[WagerProtection]:
        effects = insurance_effects(self.rules, self.main.tables)
        if effects is None:
            return
        samples = sampled(effects.groups.whole)
        tables, ranks = self.main.tables, group_ranks(effects)
        up = int(tables.ups.rank[tables.insured])

        def worth(samples: Samples) -> Floats:
            """It is offered when the bank shows that card."""
            shoes = (samples.left @ ranks).astype(np.float64)
            values = np.where(shoes[..., up] > 0, indices.insurance_values(tables, shoes), 0.0)
            found: Floats = values * shoes[..., up] / shoes.sum(axis=2)
            return found

        shown = int(np.flatnonzero(ranks[:, up])[0])
        wager = CountedWager(effects.groups, samples, worth, self.tables, self.asked.level, shown)
        over, under = tables.insurance_share
        posted = self.rules.limits.most
        most = self._bet_max(posted) * over // under
        known = tuple(information.shared_insurance(self.main, self.boxes))
        limit = BetLimit(most, None if posted is None else posted * over // under)
        played = wager.played(self.given)
        found = ExaminedWager(
            "insurance", "Insurance", effects, wager, played, limit, known
        ).sampled()
        advice = found.verdict.advice.replace("maximum bet", "maximum insurance bet")
        yield msgspec.structs.replace(
            found,
            verdict=msgspec.structs.replace(found.verdict, advice=advice),
            assumptions=(
                "a share of the maximum wager, whenever it is offered and the count says so",
                "advantages are per round, the rounds without an offer among them",
            ),
        )

    def _is_simulated(self, bet: SideBet) -> bool:
        """Whether rounds with the bet are dealt by count."""
        if self.simulators is None or not self.tables.dealt or bet.meter is not None:
            return False
        return bet.name in [each.spot for each in self.simulators[0].bets]

    def _side_bet(self, bet: SideBet, tell: Tell) -> Iterator[WagerProtection]:
        limits = self.rules.limits_at(bet.spot, self.rules.limits)
        posted = bet.stake or limits.most
        limit = BetLimit(bet.stake or self._bet_max(posted), posted)
        meter = on_meter(bet, self.asked.meter)
        if is_card_bet(bet):
            table = card_table(self.rules, bet, self.stake, meter)
            effects = card_effects(self.rules, table)
            known = tuple(information.known_cards(self.rules, bet, table))
            yield self._on_cards(bet, table, effects, limit, known)
            return
        found = played_effects(self.main, bet, self.stake, meter)
        found = found or dealt_effects(self.main, bet, self.stake, meter)
        if found is None:
            self.unprotected.append(f"{bet.title}: it depends on too many final hands to count")
            return
        wager = self._linear(found)
        played = wager.played(self.given)
        examined = ExaminedWager(bet.name, bet.title, found, wager, played, limit)
        if self.simulators and self._is_simulated(bet):
            place = [each.spot for each in self.simulators[0].bets].index(bet.name)
            yield examined.simulated(self.simulators, self.asked.rounds, place, tell)[0]
            return
        yield msgspec.structs.replace(examined.sampled(), method=LINEAR)

    def _on_cards(
        self, bet: SideBet, table: CardBet, effects: WagerEffects, limit: BetLimit,
        known: tuple[KnownCard, ...],
    ) -> WagerProtection:  # fmt: skip
        groups = effects.groups
        kinds = np.zeros((len(groups.whole), table.pays.shape[0]), np.int64)
        for card, group in enumerate(groups.group):
            kinds[group, table.kinds[0][card]] = 1
        samples = sampled(groups.whole, SAMPLES if table.pays.size < LARGE_TABLE else FEW)
        first, later = open_rounds(self.rules, bet.spot)
        tables = self.tables if later else self.tables._replace(dealt=0.0)

        def worth(samples: Samples) -> Floats:
            return valued(samples, lambda left: table.values(left @ kinds))

        wager = CountedWager(groups, samples, worth, tables, self.asked.level)
        played = wager.played(self.given)
        examined = ExaminedWager(bet.name, bet.title, effects, wager, played, limit, known)
        found = examined.sampled()
        if first and not later:
            notes = ("open only in the first round after a shuffle: nothing has been seen",)
            found = msgspec.structs.replace(found, assumptions=notes, penetrations=())
        return found

    # --- play -----------------------------------------------------------------------------------

    def _indices(
        self, cells: tuple[str, Cells] | None, tell: Tell
    ) -> tuple[str, float | None, tuple[Index, ...]]:
        """By the first count that was asked for and is balanced, else by the best balanced one."""
        if cells is None or self.main.both_up or cells[0] not in self.given:
            return "", None, ()
        name, found = cells
        shoe = indices.tilted(self.main.shoe, self.given[name])
        chart, _ = charted(self.main.work, layout_of(self.main.tables), self.main.solution)
        solved = indices.solved(self.rules, chart, shoe, self.stake, tell)
        often = frequencies(found, self.tables.dealt)
        return (
            name,
            indices.insurance_index(self.main.tables, shoe),
            indices.indices(solved, often),
        )

    def _information(self) -> Iterator[KnownCard]:
        if not self.main.both_up:
            yield from information.hole_card(self.main)
            yield from information.shared_play(self.main, self.boxes)
