"""People at a table for the tests: what a random but lively floor would ask next."""

from __future__ import annotations

from random import Random

from cardroom.cards import Card, shuffled
from cardroom.events import Event
from cardroom.fairness import SALT_BYTES
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Intervene, Lapse, Proceed
from cardroom.play.round import Ask, Await, Chance, DealerStep, Reading, Refusal, Round
from cardroom.table import Table, apply
from cardroom.table import commands as c
from cardroom.table.shoe import commitment, rack


def must(table: Table | None, *given: c.TableCommand) -> Table:
    """The table after commands that nobody may refuse."""
    for command in given:
        outcome = apply(table, command)
        assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
        table = outcome[0]
    assert table is not None
    return table


def facts(table: Table | None, command: c.TableCommand) -> tuple[Event, ...]:
    outcome = apply(table, command)
    assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
    return outcome[1]


def refused(table: Table | None, command: c.TableCommand) -> str:
    outcome = apply(table, command)
    assert isinstance(outcome, Refusal), f"{command} was not refused"
    return outcome.clause.id


def new_order(table: Table, chance: Random) -> tuple[Card, ...]:
    cards = tuple(table.rules.deck) if table.round is None else rack(table.shoe, table.round)
    return shuffled(cards, chance.randrange)


def load(table: Table, chance: Random) -> c.LoadShoe:
    if table.dealing == "physical":
        return c.LoadShoe()
    order = new_order(table, chance)
    salts = chance.randbytes(SALT_BYTES * len(order))
    root = commitment(order, salts).root.hex() if order else ""
    return c.LoadShoe(order, root, salts)


def between_rounds(table: Table, players: list[str], chance: Random) -> c.TableCommand:
    player = chance.choice(players)
    seats = table.seats_of(player)
    if not seats:
        return c.SitDown(player, chance.randint(1, table.rules.boxes))
    if table.free(player) < 1000 and chance.random() < 0.8:
        return c.BuyIn(player, 100 * chance.randint(50, 500))
    asked = table.rotation.asked
    if asked and chance.random() < 0.5:
        if chance.random() < 0.2:
            return c.DeclineBank(asked)
        return c.PostBank(asked, max(1, table.free(asked) // 100 * 50))
    match chance.randrange(14):
        case 0:
            return c.LeaveSeat(player)
        case 1:
            return c.CashOut(player, chance.choice([None, 500, 10**9]))
        case 2:
            return c.WithdrawBet(player, chance.choice(seats))
        case 3 | 4 if (table.bets or len(table.dealt_in) > 1) and not table.shoe.due:
            return c.CloseBets()
        case 5 | 6 if table.shoe.due:
            return load(table, chance)
        case 7 if table.bets and table.rules.options.get("backline"):
            follows = chance.choice([(), ("double",), ("double", "split")])
            box = chance.choice(table.bets).box
            return c.BackBet(player, box, 100 * chance.randint(1, 20), follows)
        case 8 if table.player_banked:
            return c.PostBank(player, 100 * chance.randint(1, 50))
        case _:
            return wager(table, player, seats, chance)


def wager(table: Table, player: str, seats: list[int], chance: Random) -> c.TableCommand:
    if table.rules.deals_to_seats:
        return c.SitIn(player) if player in table.away else c.SitOut(player)
    open_spots = [spot for spot in table.rules.spots if spot.opens == "before-deal"]
    spot = chance.choice([open_spots[0], *open_spots])
    limits = spot.limits or table.betting.limits
    box = chance.choice([*seats, *seats, chance.randint(1, table.rules.boxes)])
    stake = max(limits.least, 100 * chance.randint(1, 40))
    stake = stake if limits.most is None else min(stake, limits.most)
    if chance.random() < 0.2:
        stake = 100
    return c.PlaceBet(player, box, spot.name, stake)


def answer(ask: Ask, chance: Random) -> c.Play:
    if chance.random() < 0.1:
        return c.Play(Lapse(ask.box))
    option = chance.choice(ask.options)
    amount = None
    if option.least is not None and option.most is not None:
        steps = (option.most - option.least) // option.step
        amount = option.least + option.step * chance.randint(0, steps)
        amount -= amount % option.step
    return c.Play(Answer(ask.box, option.verb, amount=amount))


def irregularity(round: Round, chance: Random) -> c.Play:
    box = chance.choice(list(round.players))
    kind = chance.choice(
        ["void-hand", "void-hand", "absent-player", "void-round", "rewind", "rewind", "rewind"]
        + ["card-in-error", "exposed-card", "face-up-card", "missed-insurance", "missed-surrender"]
    )
    to = chance.randint(0, len(round.inputs))
    return c.Play(Intervene(kind, box, chance.randint(0, 2), to=to, note="as the floor says"))


def in_round(table: Table, chance: Random, irregularities: int) -> c.TableCommand:
    """What moves the round on, and in `irregularities` cases of a hundred an irregularity."""
    round = table.round
    assert round is not None
    if chance.randrange(100) < irregularities:
        return irregularity(round, chance)
    match round.head:
        case Await(asks):
            return answer(chance.choice(asks), chance)
        case DealerStep():
            return c.Play(Proceed())
        case Reading(name):
            return c.Play(Figure(name, chance.randint(0, 1)))
        case Chance(dice=dice) if dice:
            return c.Play(Dice(tuple(chance.randint(1, 6) for _ in range(dice))))
        case Chance() if table.dealing == "physical":
            # A real shoe: whatever comes; what cannot come is refused and another card is said.
            card = round.returned[0] if round.returned else chance.choice(tuple(table.rules.deck))
            return c.Play(Draw(card))
        case Chance() if table.shoe.next is None and not round.returned:
            return load(table, chance)
        case Chance():
            return c.DealCard()
        case _:
            return c.EndRound()


def anything(
    table: Table, players: list[str], chance: Random, irregularities: int = 5
) -> c.TableCommand:
    if table.paused:
        return c.Resume()
    if chance.randrange(60) == 0:
        return c.Pause("a moment, please")
    if table.round is None:
        return between_rounds(table, players, chance)
    return in_round(table, chance, irregularities)
