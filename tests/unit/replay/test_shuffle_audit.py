"""A house that shuffles many times and deals the order it likes best."""

from __future__ import annotations

import random
from copy import copy
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from cardroom import games
from cardroom.cards import Card, shuffled
from cardroom.cli.app import build
from cardroom.events.shuffle import Contributor, OpenedContribution
from cardroom.fairness import commit, contribution
from cardroom.places import hand_place
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.round import Ask, Await, Refusal, Round
from cardroom.replay import shuffle_audit
from cardroom.replay.rounds import Answers
from cardroom.replay.shuffle_audit import (
    TableShuffles,
    TableVerdict,
    bank_result,
    contribution_faults,
    judge,
    ranks_around_zero,
    read,
    suspicious,
)
from cardroom.store import Store
from cardroom.store.memory import MemoryStore
from cardroom.store.sqlite import SqliteStore
from cardroom.table import Envelope, Table, apply
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.journal import stream_of
from tests.floor_calls import do, do_cashier
from tests.primes import PRIMES
from tests.proofs import later

ROUNDS = 59
FEW = 24
TRIES = 300
STAKE = 10_000
SQUARINGS = 100
SECRET = b"d" * 32
MODULUS = PRIMES[0] * PRIMES[1]


def never_draws(_round: Round, ask: Ask) -> Lapse:
    return Lapse(ask.box)


def draws_to_17(round: Round, ask: Ask) -> Answer | Lapse:
    """Plays as the dealer does, and takes no offer."""
    place = hand_place(ask.box, ask.hand)
    called = games.family(round.rules).labels(round, {place: round.at(place)})
    total = int("".join(filter(str.isdigit, called.get(place, ""))) or 17)
    hits = ask.topic == "play" and total < 17
    return Answer(ask.box, "hit") if hits else Lapse(ask.box)


class Casino:
    """One player at a table whose cards are shuffled for every round."""

    def __init__(self, store: Store, seed: int = 1, answers: Answers = draws_to_17) -> None:
        self.draw, self.answers = random.Random(seed), answers
        self.store, self.floor = store, Floor(store)
        self.commands = self.house_wins = 0
        self.do(c.OpenTable("t", "blackjack", {"shoe": "each-round", "decks": 1, "burn": 0}))
        do_cashier(self.floor, "money", HOUSE, Deposit("ann", 10_000_000))
        self.do(c.SitDown("ann", 1), c.BuyIn("ann", 10_000_000))

    def do(self, *commands: c.TableCommand) -> None:
        for command in commands:
            self.commands += 1
            answer = do(self.floor, "t", Envelope(f"key-{self.commands}", HOUSE, command))
            assert not isinstance(answer, Refusal), f"{command}: {answer}"

    @property
    def table(self) -> Table:
        table = self.floor.table("t")
        assert table is not None
        return table

    @property
    def bet(self) -> c.PlaceBet:
        return c.PlaceBet("ann", 1, self.table.rules.spots[0].name, STAKE)

    def play(self) -> None:
        before = self.table.stack("ann")
        self.do(self.bet, c.CloseBets())
        while (round := self.table.round) is not None and isinstance(round.head, Await):
            self.do(c.Play(self.answers(round, round.head.asks[0])))
        self.do(c.EndRound())
        self.house_wins += self.table.stack("ann") < before

    def fair_order(self) -> tuple[Card, ...]:
        return shuffled(tuple(self.table.rules.deck), self.draw.randrange)

    def best_order(self) -> tuple[Card, ...]:
        """The best of 300 orders for a house that knows how its player plays."""
        start, best, won = self.round_to_come(), self.fair_order(), -STAKE
        for order in (self.fair_order() for _ in range(TRIES)):
            wins = bank_result(start, order, self.draw.randrange, self.answers) or 0
            if wins > won:
                best, won = order, wins
            if won == STAKE:
                break  # The player never doubles: nothing is better.
        return best

    def round_to_come(self) -> Round:
        table = self.table
        for command in (c.LoadShoe(self.fair_order()), self.bet, c.CloseBets()):
            outcome = apply(table, command)
            assert not isinstance(outcome, Refusal), outcome
            table, _ = outcome
        assert table.round is not None
        assert table.round.origin is not None
        return table.round.origin

    def load(self, order: tuple[Card, ...]) -> None:
        self.do(c.LoadShoe(order, *self.salted(order)))

    def load_mixed(self, order: tuple[Card, ...]) -> None:
        # The number of squarings makes another value from the same primes.
        squarings = SQUARINGS + self.commands
        value = contribution.opened(MODULUS, PRIMES[0], squarings)
        assert value is not None
        self.mix(order, squarings, OpenedContribution("ann", value.hex(), f"{PRIMES[0]:x}"))

    def mix(self, order: tuple[Card, ...], squarings: int, opened: OpenedContribution) -> None:
        self.do(
            c.CommitShoe(order, *self.salted(order), SECRET),
            c.CloseContributions((Contributor("ann", f"{MODULUS:x}"),), squarings),
            c.LoadShoe(opened=(opened,)),
        )

    def salted(self, order: tuple[Card, ...]) -> tuple[str, bytes]:
        salts = [self.draw.randbytes(32) for _ in order]
        return commit(order, salts).root.hex(), b"".join(salts)

    def verdict(self) -> TableVerdict:
        return judge(read("t", self.store.read(stream_of("t"))), self.draw.randrange)


@cache
def cheating(answers: Answers, rounds: int) -> tuple[Casino, TableShuffles]:
    """A house that chooses the best order for every round, and what it recorded."""
    casino = Casino(MemoryStore(), answers=answers)
    for _ in range(rounds):
        casino.load(casino.best_order())
        casino.play()
    return casino, read("t", casino.store.read(stream_of("t")))


@pytest.mark.parametrize(
    ("answers", "rounds"),
    [later(never_draws, ROUNDS), later(draws_to_17, ROUNDS), (draws_to_17, FEW)],
)
def test_a_house_that_chooses_the_best_order_is_caught(answers: Answers, rounds: int) -> None:
    casino, recorded = cheating(answers, rounds)
    assert casino.house_wins == rounds
    verdict = judge(recorded, copy(casino.draw).randrange)
    assert verdict.mixed == 0
    assert [finding.test for _, finding in suspicious([verdict])] == ["what the bank won"]


def test_the_audit_plays_as_the_players_of_the_table_did() -> None:
    """The house chooses orders in which a player who draws to 17 loses. With those cards a player
    who never draws would not do so badly, and 24 rounds would not be enough to be sure."""
    casino, recorded = cheating(draws_to_17, FEW)
    draw = copy(casino.draw)
    assert suspicious([judge(recorded, draw.randrange)])
    forgotten = msgspec.structs.replace(recorded, decisions=())
    assert not suspicious([judge(forgotten, draw.randrange)])


@pytest.mark.prove
def test_chosen_shuffles_are_noticed_and_fair_ones_are_not() -> None:
    """100 houses of each kind; a fair one fails once in a thousand audits."""
    noticed = {True: 0, False: 0}
    for seed, cheats in product(range(100), noticed):
        casino = Casino(MemoryStore(), seed)
        for _ in range(ROUNDS):
            casino.load(casino.best_order() if cheats else casino.fair_order())
            casino.play()
        noticed[cheats] += bool(suspicious([casino.verdict()]))
    assert noticed[True] == 100
    assert noticed[False] <= 1


def test_choosing_is_useless_where_a_player_contributes() -> None:
    """The house still chooses the best order, but commits to it before it is mixed."""
    casino = Casino(MemoryStore())
    for _ in range(24):
        casino.load_mixed(casino.best_order())
        casino.play()
    assert casino.house_wins < 18
    verdict = casino.verdict()
    assert verdict.mixed == 24
    assert not suspicious([verdict])


def square(modulus: int, squarings: int) -> bytes:
    return contribution.squared_out(modulus, squarings, lambda _: None)


@pytest.mark.parametrize("honest", [True, False])
def test_a_contribution_that_nobody_opened_is_computed_again(honest: bool) -> None:
    """Otherwise a player acting for the house says nothing, and the house says what it likes."""
    casino = Casino(MemoryStore())
    value = square(MODULUS, SQUARINGS) if honest else b"?" * 32
    casino.mix(casino.fair_order(), SQUARINGS, OpenedContribution("ann", value.hex()))
    recorded = read("t", casino.store.read(stream_of("t")))
    few, *wrong = contribution_faults(recorded, square)
    assert few.endswith("compute every contribution before it closed the list")
    made_up = "table t: shoe 1 was mixed with another contribution of ann than the one committed to"
    assert wrong == ([] if honest else [made_up])


def test_contributions_that_nobody_could_compute_in_time_are_no_fault() -> None:
    casino = Casino(MemoryStore())
    value = contribution.opened(MODULUS, PRIMES[0], contribution.SQUARINGS)
    assert value is not None
    opened = OpenedContribution("ann", value.hex(), f"{PRIMES[0]:x}")
    casino.mix(casino.fair_order(), contribution.SQUARINGS, opened)
    recorded = read("t", casino.store.read(stream_of("t")))
    assert list(contribution_faults(recorded, square)) == []


def test_a_fair_house_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle_audit, "REDEALS", 10)
    casino = Casino(MemoryStore(), seed=2)
    for _ in range(66):
        casino.load(casino.fair_order())
        casino.play()
    verdict = casino.verdict()
    assert [finding.test for finding in verdict.findings] == [
        "ranks of the first cards",
        "what the bank won",
    ]
    assert not suspicious([verdict])


def test_a_jackpot_weighs_no_more_than_any_other_loss_of_the_house() -> None:
    assert ranks_around_zero([-123_456_789, -100, 100, 100]) == [-1.5, -0.5, 1.0, 1.0]
    assert ranks_around_zero([-101, -100, 100, 100]) == [-1.5, -0.5, 1.0, 1.0]


def test_a_few_rounds_convict_nobody() -> None:
    casino = Casino(MemoryStore())
    for _ in range(11):
        casino.load(casino.best_order())
        casino.play()
    assert casino.verdict().findings == ()


def test_a_stacked_top_of_the_shoe_is_caught_by_its_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle_audit, "REDEALS", 1)
    casino = Casino(MemoryStore())
    for _ in range(66):
        order = sorted(casino.fair_order(), key=lambda card: card.text[0] in "AK")
        casino.load((*order[:20], *casino.draw.sample(order[20:], 32)))
        casino.play()
    tests = {finding.test for _, finding in suspicious([casino.verdict()])}
    assert "ranks of the first cards" in tests


def test_a_shuffle_after_the_bets_is_reported() -> None:
    casino = Casino(MemoryStore())
    casino.do(casino.bet)
    casino.load(casino.fair_order())
    assert casino.verdict().late == (1,)


def test_the_command_fails_a_house_that_shuffles_after_the_bets(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    store = SqliteStore(file)
    casino = Casino(store)
    casino.do(casino.bet)
    casino.load(casino.fair_order())
    store.close()
    command = ["audit", "fairness", "--all", str(file)]
    result = CliRunner().invoke(build(command), command)
    assert result.exit_code == 1
    assert "table t: shoe 1: shuffled after the first bet" in result.output


@pytest.mark.parametrize(("cheats", "rounds"), [(False, 24), (True, ROUNDS)])
def test_the_command_tells_a_cheating_house_from_a_fair_one(
    tmp_path: Path, cheats: bool, rounds: int
) -> None:
    file = tmp_path / "journal.db"
    store = SqliteStore(file)
    casino = Casino(store)
    for _ in range(rounds):
        casino.load(casino.best_order() if cheats else casino.fair_order())
        casino.play()
    store.close()
    command = ["audit", "fairness", "--all", str(file)]
    result = CliRunner().invoke(build(command), command)
    assert result.exit_code == (1 if cheats else 0), result.output
    assert (
        f"table t: {rounds} shuffles, 0 mixed by players, 0 shuffles after the first bet"
        in result.output
    )
    assert ("look chosen" in result.output) is cheats
