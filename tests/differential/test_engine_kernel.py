"""The kernel deals and settles as the engine does: same shoe, same script, every round's net."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.twentyone.simulator.policy import ByCards, Script
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.cards import Card
from cardroom.model.course import NotSimulated
from cardroom.model.ranks import RANK_NAMES
from cardroom.play.inputs import Answer, Draw
from cardroom.play.round import Chance, Refusal, Round
from cardroom.replay.rounds import next_input, opened
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from tests.differential.kernel import (
    Coverage,
    Pair,
    cover,
    random_options,
    random_script,
    rounds_from,
)
from tests.proofs import later, some_now

Record = Callable[[str, object], None]
QUIET = 300
"""Rounds without a new pay cell after which the search for more ends."""
ONE_UP: dict[str, dict[str, object]] = {"blackjack": {"dealer_cards_up": "1"}}
TWENTYONE = (
    "blackjack",
    "safari-21",
    "maxtime-21",
    "no-bust-joker",
    "no-bust-bonus-ace",
    "bet-the-set-21",
    "dealer-bust-21",
)


def compared(game: str, seed: int, shoes: int, rounds_max: int) -> int:
    """Random options, script, boxes and shoes; how many rounds were compared."""
    dice = random.Random(f"{game} {seed}")
    # The simulator plays by one dealer card, and refuses two.
    given = {**random_options(dice, game), **ONE_UP.get(game, {})}
    try:
        rules = games.ruleset(game, given)
    except OptionFaults:
        return 0
    tables = model.compile(rules)
    seats = rules.boxes - (rules.banking.limit != "none")
    pair = Pair.of(
        rules, random_script(tables, dice.randrange(1 << 30)), dice.randrange(1 << 62),
        dice.randint(1, min(7, seats)),
    )  # fmt: skip
    rounds = 0
    for shoe in range(1, shoes + 1):
        for kernel, played in pair.rounds(shoe):
            assert kernel == pair.net(played), f"{game} {given}, shoe {shoe}, round {rounds}"
            rounds += 1
            if rounds >= rounds_max:
                return rounds
    return rounds


@pytest.mark.parametrize("seed", some_now(range(12), range(4)))
def test_blackjack_of_any_options_and_any_play_wins_what_the_engine_pays(seed: int) -> None:
    assert compared("blackjack", seed, shoes=3, rounds_max=25)


@pytest.mark.parametrize("game", some_now(TWENTYONE[1:], {1, 2}))
def test_the_other_games_win_what_the_engine_pays(game: str) -> None:
    # Not all options that chance chooses go together.
    assert any(compared(game, seed, shoes=2, rounds_max=20) for seed in range(1, 7))


@pytest.mark.parametrize("chosen", ["best", later("any")])
def test_max_bets_on_one_card_jokers_and_suits_win_what_the_engine_pays(chosen: str) -> None:
    given = {"max_bet_before_second_card": True, "monte_carlo": "table-b", "decks": 1, "cut": 75}
    rules = games.ruleset("safari-21", given)
    tables = model.compile(rules)
    script: Script = random_script(tables, 5)
    if chosen == "best":
        script = ByCards(tables, suits.by_suit(tables, exact.solve(model.for_odds(rules))))
    pair, raised = Pair.of(rules, script, seed=3), 0
    for shoe in range(1, 6):
        for kernel, played in pair.rounds(shoe):
            assert kernel == pair.net(played), f"shoe {shoe}"
            raised += any(
                isinstance(each.entry, Answer) and each.entry.verb == "max-bet"
                and len(each.round.at("1.1")) == 1
                for each in played.entries
            )  # fmt: skip
    assert raised


@pytest.mark.prove
@pytest.mark.parametrize("game", TWENTYONE)
def test_thousands_of_rounds_of_many_options(game: str, record_property: Record) -> None:
    rounds = sum(compared(game, seed, shoes=8, rounds_max=80) for seed in range(100, 140))
    record_property("rounds", rounds)
    assert rounds > 1_000


@pytest.mark.parametrize("boxes", [6, 7])
def test_a_shoe_that_runs_out_is_dealt_on_from_the_discards(boxes: int) -> None:
    rules = games.ruleset("blackjack", {"decks": 1, "cut": 95, "boxes": 7})
    pair = Pair.of(rules, random_script(model.compile(rules), 3), seed=9, boxes=boxes)
    ran_out = 0
    for shoe in range(1, 9):
        for kernel, played in pair.rounds(shoe):
            assert kernel == pair.net(played)
        last = int(pair.simulator.rounds_of(shoe)[-1, 0])
        ran_out += last + len(played.round.drawn) > len(rules.deck)
    assert ran_out


# --- every cell -----------------------------------------------------------------------------------

SMALL: tuple[Mapping[str, object], ...] = (
    {"decks": 8, "hands_max": 3, "charlie": 5, "surrender": "late"},
    {"decks": 8, "hands_max": 2, "charlie": 5, "hole_card": "none", "natural_takes": "original"},
)
LARGE: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("blackjack", {"decks": 8}),
    ("blackjack", {"decks": 8, "surrender": "late", "double_sizes": "any", "hands_max": 3}),
    ("blackjack", {"decks": 8, "hole_card": "none", "surrender": "early", "split_aces": "hit",
                   "split_aces_again": "true", "double_totals": "9-11"}),
    ("no-bust-joker", {"decks": 8, "hands_max": 2}),
    ("no-bust-bonus-ace", {"decks": 8}),
)  # fmt: skip


def covered(game: str, given: Mapping[str, object], record: Record, quiet_max: int) -> None:
    coverage, wanted, rounds = cover(games.ruleset(game, given), scripts=36)
    pays = coverage.tables.pays
    record("cells", f"{len(wanted & coverage.asked)} of {len(wanted)} in {rounds} rounds")
    missed = [
        f"{level + 1} hands, {coverage.tables.keys.keys[key]}, up class {up}"
        for level, key, _, up in sorted(wanted - coverage.asked)
    ]
    assert not missed, f"{len(missed)} of {len(wanted)} cells were not visited: {missed[:5]}"
    rounds = used(coverage, games.ruleset(game, {**given, "boxes": 7}), quiet_max)
    columns = set(np.flatnonzero(pays.natural_class == 0).tolist())
    # A row that pays the same in all columns (a natural that waits) has shown it with any of them.
    alike = np.ptp(pays.original[:, list(columns)], axis=1) == 0
    rows = {row for row, _ in coverage.paid if not alike[row]}
    unpaid = {(row, column) for row in rows for column in columns} - coverage.paid
    record("pay cells", f"{len(coverage.paid)} of {len(rows) * len(columns)}, {rounds} rounds more")
    assert not unpaid, f"pay cells that no round used: {sorted(unpaid)}"


def used(coverage: Coverage, rules: Ruleset, quiet_max: int) -> int:
    """Rounds of several boxes until nothing new was paid for a while; how many."""
    pair = Pair.of(rules, random_script(coverage.tables, 11), seed=5, boxes=6)
    rounds, quiet = 0, 0
    for shoe in range(1, 1000):
        for kernel, played in pair.rounds(shoe):
            before = len(coverage.paid)
            assert kernel == pair.net(played)
            coverage.settled(played.round)
            quiet = 0 if len(coverage.paid) > before else quiet + 1
            rounds += 1
            if quiet > quiet_max:
                return rounds
    return rounds


@pytest.mark.parametrize("given", some_now(SMALL, {1}))
def test_every_cell_of_the_tables_is_played(
    given: Mapping[str, object], record_property: Record
) -> None:
    covered("blackjack", given, record_property, QUIET)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "given"), LARGE)
def test_every_cell_of_large_tables_is_played(
    game: str, given: Mapping[str, object], record_property: Record
) -> None:
    covered(game, given, record_property, 4 * QUIET)


# --- tiny decks, as fractions ---------------------------------------------------------------------

LOW = (1, 0, 1, 0, 1, 2, 0, 1, 0, 5, 0)
"""A few of many ranks; 56 points are what one hand and the bank may draw."""
TINY: tuple[Mapping[str, object], ...] = (
    {"hands_max": 1, "burn": 0},
    {"hands_max": 1, "burn": 0, "hole_card": "none", "surrender": "late"},
)


def leaves(
    pair: Pair, round: Round, shoe: tuple[int, ...], dealt: tuple[Card, ...], chance: Fraction
) -> Iterator[tuple[Round, tuple[Card, ...], Fraction]]:
    """Every way the cards can come, each with its chance and the engine's round at its end."""
    while not round.over:
        if isinstance(round.head, Chance):
            left = sum(shoe)
            for rank, count in enumerate(shoe):
                if count:
                    card = Card(f"{RANK_NAMES[rank]}{'cdhs'[len(dealt) % 4]}")
                    after = games.apply(round, Draw(card))
                    assert not isinstance(after, Refusal)
                    rest = shoe[:rank] + (count - 1,) + shoe[rank + 1 :]
                    more = chance * Fraction(count, left)
                    yield from leaves(pair, after[0], rest, (*dealt, card), more)
            return
        applied = games.apply(
            round, next_input(round, pair.player.supply(iter(())), pair.player.answer)
        )
        assert not isinstance(applied, Refusal)
        round = applied[0]
    yield round, dealt, chance


def fractions(pair: Pair, shoe: tuple[int, ...]) -> tuple[Fraction, Fraction, int]:
    """What a round is worth by the engine and by the kernel, and over how many ways."""
    opening, _ = opened(pair.rules, pair.player.wagers(1, 0))
    engine, kernel, ways, whole = Fraction(0), Fraction(0), 0, Fraction(0)
    unit = pair.simulator.automaton.unit
    for round, dealt, chance in leaves(pair, opening, shoe, (), Fraction(1)):
        (box,) = pair.player.results(round, 1)
        codes = pair.simulator.automaton.codes[[card.index for card in dealt]]
        # A round ends with its last card: the kernel must want no more than the engine.
        (row,) = rounds_from(pair.simulator, codes.astype(np.uint8), 0).tolist()
        engine += chance * box.net
        kernel += chance * Fraction(row[1], unit)
        whole += chance
        ways += 1
    assert whole == 1
    return engine, kernel, ways


@pytest.mark.parametrize("given", some_now(TINY, {1}))
def test_a_tiny_deck_in_every_order_is_worth_the_same_fraction(
    given: Mapping[str, object], record_property: Record
) -> None:
    rules = games.ruleset("blackjack", {"decks": 8, "shoe": "each-round", **given})
    tables = model.compile(rules)
    solved = exact.solve(tables, LOW)
    strategy: Script = ByCards(tables, solved.strategy)
    engine, kernel, ways = fractions(Pair.of(rules, strategy), LOW)
    record_property("ways", ways)
    assert engine == kernel
    assert float(engine) == pytest.approx(solved.value, abs=1e-12)


def test_an_unknown_order_of_dealing_is_refused() -> None:
    import msgspec

    from cardroom.model.course import course_of

    rules = games.ruleset("blackjack")
    other = msgspec.structs.replace(rules, procedure=rules.procedure[2:])
    with pytest.raises(NotSimulated):
        course_of(other)
