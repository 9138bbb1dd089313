"""A shuffle that the house and the players make together, at a table."""

from __future__ import annotations

import random

import msgspec
import pytest

from cardroom.cards import shuffled
from cardroom.events import Event
from cardroom.events.shuffle import (
    ContributionsClosed,
    Contributor,
    DiceOpened,
    OpenedContribution,
    ShoeCommitted,
    ShoeLoaded,
)
from cardroom.fairness import commit, contribution, mixing, verify_opening
from cardroom.fairness.commitment import open_card
from cardroom.play.inputs import Dice, Lapse, Proceed
from cardroom.play.round import Await, Chance, DealerStep, Refusal
from cardroom.table import Table, apply
from cardroom.table import commands as c
from cardroom.table.shoe import commitment
from cardroom.table.shuffle import committed_order, committed_position, next_dice
from tests.primes import PRIMES

SQUARINGS = 1000
SECRET = b"d" * 32
VALUE = "11" * 32


def primes(owner: str) -> tuple[int, int]:
    at = 2 * ("ann", "bob", "carl").index(owner)
    return PRIMES[at], PRIMES[at + 1]


def contributor(owner: str) -> Contributor:
    first, second = primes(owner)
    return Contributor(owner, f"{first * second:x}")


def opened(owner: str) -> OpenedContribution:
    first, second = primes(owner)
    value = contribution.opened(first * second, first, SQUARINGS)
    assert value is not None
    return OpenedContribution(owner, value.hex(), f"{first:x}")


def done(table: Table | None, *commands: c.TableCommand) -> tuple[Table, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for command in commands:
        outcome = apply(table, command)
        assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
        table, more = outcome
        events += more
    assert table is not None
    return table, events


def refused(table: Table, command: c.TableCommand) -> str:
    outcome = apply(table, command)
    assert isinstance(outcome, Refusal), f"{command} was not refused"
    return outcome.clause.id


def seated(game: str = "blackjack", dealing: c.Dealing = "automatic") -> Table:
    table, _ = done(
        None,
        c.OpenTable("t", game, dealing=dealing),
        c.SitDown("ann", 1),
        c.SitDown("bob", 2),
        c.BuyIn("ann", 100_000),
        c.BuyIn("bob", 100_000),
    )
    return table


def committing(table: Table, seed: int = 1) -> c.CommitShoe:
    draw = random.Random(seed)
    order = shuffled(tuple(table.rules.deck), draw.randrange)
    salts = [draw.randbytes(32) for _ in order]
    return c.CommitShoe(order, commit(order, salts).root.hex(), b"".join(salts), SECRET)


def closing(*owners: str) -> c.CloseContributions:
    return c.CloseContributions(tuple(map(contributor, owners)), SQUARINGS)


def loading(*owners: str) -> c.LoadShoe:
    return c.LoadShoe(opened=tuple(map(opened, owners)))


def test_the_order_dealt_is_the_committed_one_mixed_by_the_players() -> None:
    table = seated()
    command = committing(table)
    table, events = done(table, command, closing("ann", "bob"), loading("ann", "bob"))
    told = [type(event) for event in events]
    assert told == [ShoeCommitted, ContributionsClosed, ShoeLoaded]
    dice = mixing.dice_commitment(SECRET).hex()
    assert events[0] == ShoeCommitted(1, len(command.order), command.root, dice)
    loaded = events[-1]
    assert isinstance(loaded, ShoeLoaded)
    places = mixing.permutation(bytes.fromhex(loaded.seed), len(command.order))
    assert table.shoe.order == tuple(command.order[place] for place in places)
    assert table.shoe.order != command.order
    assert loaded.root == command.root
    assert table.shuffle is None


def test_each_card_opens_at_its_place_in_the_committed_order() -> None:
    table = seated()
    table, _ = done(table, committing(table), closing("ann"), loading("ann"))
    shoe = table.shoe
    committed = commitment(committed_order(shoe), shoe.salts)
    assert committed.root.hex() == shoe.root
    for dealt in (0, 1, shoe.size - 1):
        opening = open_card(committed, committed_position(shoe, dealt))
        assert opening.card is shoe.order[dealt]
        assert verify_opening(bytes.fromhex(shoe.root), shoe.size, opening)


def test_without_contributions_the_committed_order_is_dealt() -> None:
    table = seated()
    command = committing(table)
    table, _ = done(table, command, closing(), loading())
    assert table.shoe.order == command.order


def test_a_shoe_that_the_house_loads_alone_is_opened_in_its_own_order() -> None:
    table = seated()
    command = committing(table)
    table, _ = done(table, c.LoadShoe(command.order, command.root, command.salts))
    assert committed_order(table.shoe) == command.order
    assert [committed_position(table.shoe, dealt) for dealt in (0, 1, 51)] == [0, 1, 51]


def test_nobody_bets_on_cards_that_are_not_fixed() -> None:
    table = seated()
    bet = c.PlaceBet("ann", 1, table.rules.spots[0].name, 1000)
    for step in (committing(table), closing("ann")):
        table, _ = done(table, step)
        assert refused(table, bet) == "shoe.contributions"
        assert refused(table, c.CloseBets()) == "shoe.contributions"
    table, _ = done(table, loading("ann"), bet)


def test_the_house_cannot_commit_twice_or_load_another_order() -> None:
    table = seated()
    table, _ = done(table, committing(table))
    other = committing(table, seed=2)
    assert refused(table, other) == "shoe.contributions"
    assert refused(table, c.LoadShoe(other.order, other.root, other.salts)) == "shoe.contributions"
    table, _ = done(table, closing("ann"))
    assert refused(table, other) == "shoe.contributions"
    also = msgspec.structs.replace(loading("ann"), order=other.order)
    assert refused(table, also) == "shoe.contributions"
    assert refused(table, c.LoadShoe(other.order, other.root, other.salts)) == "shoe.contributions"


@pytest.mark.parametrize(
    "command",
    [
        c.ChangeRules("maxtime-21", rounds=0),
        c.ChangeDealing("physical"),
    ],
)
def test_an_order_committed_to_cannot_be_got_rid_of(command: c.TableCommand) -> None:
    table = seated()
    table, _ = done(table, committing(table), closing("ann"))
    assert refused(table, command) == "shoe.contributions"


def test_contributions_are_closed_once_and_before_they_are_opened() -> None:
    table = seated()
    assert refused(table, closing("ann")) == "shoe.contributions"
    assert refused(table, loading("ann")) == "shoe.contributions"
    table, _ = done(table, committing(table))
    assert refused(table, loading("ann")) == "shoe.contributions"
    table, _ = done(table, closing("ann"))
    assert refused(table, closing("ann", "bob")) == "shoe.contributions"


def test_no_contribution_can_be_left_out_or_changed() -> None:
    table = seated()
    table, _ = done(table, committing(table), closing("ann", "bob"))
    ann, bob = opened("ann"), opened("bob")
    for given in (
        (),
        (ann,),
        (bob, ann),
        (ann, bob, bob),
        (ann, msgspec.structs.replace(bob, value=VALUE)),
        (ann, msgspec.structs.replace(bob, prime=ann.prime)),
        (ann, msgspec.structs.replace(bob, prime="no number")),
        (ann, OpenedContribution("bob", "short")),
        (ann, OpenedContribution("bob", "1234")),
    ):
        assert refused(table, c.LoadShoe(opened=given)) == "shoe.contributions"


def test_a_prime_that_is_not_shown_changes_nothing() -> None:
    """The house squares the modulus out, and comes to the same cards."""
    table = seated()
    table, _ = done(table, committing(table), closing("ann", "bob"))
    shown, _ = done(table, loading("ann", "bob"))
    first, second = primes("bob")
    found = contribution.squared_out(first * second, SQUARINGS, lambda _: None)
    withheld, _ = done(
        table, c.LoadShoe(opened=(opened("ann"), OpenedContribution("bob", found.hex())))
    )
    assert withheld.shoe.order == shown.shoe.order


@pytest.mark.parametrize(
    ("contributors", "why"),
    [
        ((contributor("carl"),), "each seated player contributes once, not carl"),
        (
            (contributor("ann"), contributor("ann")),
            "each seated player contributes once, not a player named twice",
        ),
        ((Contributor("ann", "17"),), "ann sent no acceptable modulus"),
        ((Contributor("ann", "no number"),), "ann sent no acceptable modulus"),
    ],
    ids=["stranger", "twice", "small", "text"],
)
def test_only_seated_players_contribute_once_each(
    contributors: tuple[Contributor, ...], why: str
) -> None:
    table = seated()
    table, _ = done(table, committing(table))
    refusal = apply(table, c.CloseContributions(contributors, SQUARINGS))
    assert isinstance(refusal, Refusal)
    assert (refusal.clause.id, refusal.why) == ("shoe.contributions", why)


def test_a_contribution_is_squared_at_least_once() -> None:
    table = seated()
    table, _ = done(table, committing(table))
    never, once = (c.CloseContributions((contributor("ann"),), times) for times in (0, 1))
    assert refused(table, never) == "shoe.contributions"
    _, events = done(table, once)
    assert events == (ContributionsClosed(table.shoe.number + 1, once.contributors, 1),)


def test_an_order_must_be_the_deck_and_match_its_root() -> None:
    table = seated()
    command = committing(table)
    swapped = (command.order[1], command.order[0], *command.order[2:])
    assert refused(table, msgspec.structs.replace(command, order=swapped)) == "shoe.root"
    assert refused(table, msgspec.structs.replace(command, root="")) == "shoe.root"
    assert refused(table, c.LoadShoe(command.order, "", command.salts)) == "shoe.root"
    order = (command.order[0],) * len(command.order)
    salts = [bytes([n // 256, n % 256]) * 16 for n in range(len(order))]
    stacked = c.CommitShoe(order, commit(order, salts).root.hex(), b"".join(salts), SECRET)
    assert refused(table, stacked) == "shoe.cards"
    assert refused(table, msgspec.structs.replace(command, dice=b"")) == "shoe.dice"
    assert refused(seated(dealing="physical"), command) == "table.dealing"


def up_to_the_dice(table: Table) -> Table:
    while table.round is not None:
        match table.round.head:
            case Await(asks=(ask, *_)):
                table, _ = done(table, c.Play(Lapse(ask.box)))
            case DealerStep():
                table, _ = done(table, c.Play(Proceed()))
            case _:
                break
    return table


def test_dice_are_those_that_were_committed_to() -> None:
    table = seated("double-hand-poker")
    table, events = done(table, committing(table), closing("ann"), loading("ann"))
    committed = events[0]
    assert isinstance(committed, ShoeCommitted)
    asked = table.rotation.asked
    other = "bob" if asked == "ann" else "ann"
    seat = table.seats_of(other)[0]
    table, _ = done(
        table,
        c.PostBank(asked, 50_000),
        c.PlaceBet(other, seat, table.rules.spots[0].name, table.rules.limits.least),
        c.CloseBets(),
    )
    assert refused(table, c.Play(Dice((1, 2, 3)))) == "round.waits"
    table = up_to_the_dice(table)
    assert table.round is not None
    head = table.round.head
    assert isinstance(head, Chance)
    assert head.dice
    dice = next_dice(table.shoe, head.dice)
    wrong = tuple(1 + face % 6 for face in dice)
    assert refused(table, c.Play(Dice(wrong))) == "shoe.dice"
    _, by_hand = done(table, c.ChangeDealing("by-hand"), c.Play(Dice(wrong)))
    assert not any(isinstance(event, DiceOpened) for event in by_hand), "a dealer throws real ones"
    table, events = done(table, c.Play(Dice(dice)))
    proof = next(event for event in events if isinstance(event, DiceOpened))
    assert (proof.throw, table.shoe.throws) == (0, 1), "the first of this shoe"
    secret = bytes.fromhex(proof.secret)
    assert mixing.dice_commitment(secret).hex() == committed.dice
    assert mixing.dice(secret, table.shoe.seed, proof.throw, head.dice) == dice
