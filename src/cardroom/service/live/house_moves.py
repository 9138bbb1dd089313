"""What the house and its bots do next at a table, as functions of the table alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from cardroom import games
from cardroom.places import box as box_audience
from cardroom.play import views
from cardroom.play.clauses import NONE as NO_WAGER
from cardroom.play.inputs import Dice, Intervene, Lapse
from cardroom.play.irregularities import remedies
from cardroom.play.round import Await, Chance, Refusal, Round
from cardroom.play.views import AskView, View
from cardroom.rules.limits import Limits
from cardroom.service import families
from cardroom.service.coach.questions import FamilyQuestion
from cardroom.service.errors import refuse
from cardroom.service.live.bots import Hints
from cardroom.service.view.views import BOT, player_at
from cardroom.table import Actor, apply, commands
from cardroom.table.commands import Play, TableCommand
from cardroom.table.floor import HOUSE
from cardroom.table.seating import PRACTICE_STACK_MAX
from cardroom.table.shoe import rack
from cardroom.table.shuffle import next_dice
from cardroom.table.shuffler import committed_shoe
from cardroom.table.table import Table
from cardroom.table.time_collection import SECONDS as HALF_HOUR

CLEARS: Final = (
    commands.PlaceBet,
    commands.BackBet,
    commands.LeaveSeat,
    commands.CashOut,
    commands.BuyIn,
    commands.CloseBets,
    commands.PostBank,
    commands.DeclineBank,
    commands.AnswerBlinds,
)
"""Commands of the betting phase; they clear a finished round first."""
BOT_CHIPS: Final = 200_000
BOT_BETS: Final = 40
"""A bot buys in for this many of its smallest bets, if that is more."""
BOT_STAKES: Final = 4
"""A bot bets one to this many times the minimum, or five dollars where the minimum is lower."""


def before(table: Table, command: TableCommand, now: float) -> list[TableCommand]:
    """What comes before a command: the time, and clearing the table before a bet."""
    if table.paused:
        return []
    first: list[TableCommand] = [*_time(table, now)]
    if not isinstance(command, CLEARS):
        return first
    clears = table.dealing == "automatic" and table.round is not None and table.round.over
    if clears:
        first.append(commands.EndRound())
    if (clears or table.round is None) and notice_is_due(table, now):
        first.append(commands.PostNoticed(int(now)))
    return first


def notice_is_due(table: Table, now: float) -> bool:
    """Whether the time of a notice is over, and nothing on the layout belongs to the old rules."""
    notice = table.notice
    if notice is None or not notice.not_before or table.bets or table.bank is not None:
        return False
    return now >= notice.not_before and table.number >= notice.after


def owes_time(table: Table, now: float) -> bool:
    """Whether a half hour has ended since the journal's last, at a table with time collection."""
    return table.pays_time and int(now) // HALF_HOUR > table.hours.half_hour


def _time(table: Table, now: float) -> list[TableCommand]:
    return [commands.NoteTime(int(now) // HALF_HOUR)] if owes_time(table, now) else []


def after(table: Table, hints: Hints, now: float) -> tuple[Actor, TableCommand] | None:
    """The next automatic move; None if a person must act."""
    if table.paused or table.shuffle is not None:
        return None
    for note in _time(table, now):
        return HOUSE, note
    if table.round is None:
        due = notice_is_due(table, now)
        return (HOUSE, commands.PostNoticed(int(now))) if due else between_rounds(table)
    head = table.round.head
    if isinstance(head, Await):
        return _bot_answer(table, hints)
    if isinstance(head, Chance) and not head.dice and _ran_out(table, table.round):
        return HOUSE, shuffle(table)
    if table.dealing == "automatic" and isinstance(head, Chance) and head.dice:
        return HOUSE, Play(Dice(_dice(table, head.dice)))
    return None


def _ran_out(table: Table, round: Round) -> bool:
    """Whether the house must shuffle; a dealer of real cards shuffles them by hand."""
    empty = table.shoe.next is None and not round.returned
    by_hand = table.dealing == "by-hand" and not rack(table.shoe, round)
    return empty and table.dealing != "physical" and not by_hand


def due_shuffle(table: Table) -> TableCommand | None:
    """The shuffle that has to come before anyone bets."""
    free = table.round is None and table.shuffle is None and table.dealing != "physical"
    return shuffle(table) if free and table.shoe.due else None


def cards_change(table: Table, first: Sequence[TableCommand]) -> bool:
    """Whether the cards are not fixed yet once these commands are carried out."""
    for command in first:
        outcome = apply(table, command)
        if isinstance(outcome, Refusal):
            return True
        table = outcome[0]
    return bool(table.shoe.due) or table.shuffle is not None


def shuffle(table: Table) -> TableCommand:
    """A new order; without any discards the table says what is to be done."""
    if table.round is not None and not rack(table.shoe, table.round):
        return commands.LoadShoe()
    return committed_shoe(table)


def _dice(table: Table, count: int) -> tuple[int, ...]:
    """The dice committed to with the shoe; a shoe from an older version has none."""
    if table.shoe.dice:
        return next_dice(table.shoe, count)
    return tuple(secrets.randbelow(6) + 1 for _ in range(count))


def between_rounds(table: Table) -> tuple[Actor, TableCommand] | None:
    """Shuffle, buy chips, take the bank, bet: in this order, one at a time."""
    if table.round is not None or table.shuffle is not None:
        return None
    if (shuffling := due_shuffle(table)) is not None:
        return HOUSE, shuffling
    if table.damaged and table.dealing != "physical":
        return HOUSE, commands.ReplaceCards()
    buy_in = _buy_in(table)
    if buy_in is not None:
        return HOUSE, buy_in
    owing = _owing_bot(table)
    if owing is not None:
        return Actor(owing), commands.AnswerBlinds(owing, "post")
    asked = table.rotation.asked
    if table.player_banked and asked.startswith(BOT):
        return Actor(asked), _bank(table, asked)
    if table.player_banked and table.bank is None:
        # A bot that bets before the bank is taken could no longer take it.
        return None
    # Bots bet against a person, or when a person deals.
    if (engaged(table) or table.dealing != "automatic") and not table.rules.deals_to_seats:
        move = bet(table)
        if move is not None:
            return Actor(move.player), move
    return None


def lapse(table: Table) -> tuple[Actor, TableCommand] | None:
    """What the clock does while bets are open: it passes the bank on, or closes the bets."""
    asked = table.rotation.asked
    if table.player_banked and table.bank is None:
        return (HOUSE, commands.DeclineBank(asked)) if asked else None
    return (HOUSE, commands.CloseBets()) if engaged(table) else None


def engaged(table: Table) -> set[str]:
    """The people, bots left out, who have chips on the layout, the bank, or a seat at poker."""
    names = {bet.owner for bet in table.bets} | set(table.dealt_in.values())
    # A player waiting for the big blind does not hold up the hands.
    names |= set(table.answers) - table.away
    if table.bank is not None:
        names.add(table.bank.owner)
    return {name for name in names if not name.startswith(BOT)}


def waits_for(
    table: Table, player: str, ready: set[str], away: Callable[[str], bool]
) -> tuple[str, ...]:
    """The players, with bets or able to bet, who have not asked for the deal as this one has."""
    betting = engaged(table)
    if player not in betting:
        raise refuse(409, NO_WAGER, f"{player} has no wager on the layout")
    humans = {name for name in table.seats.values() if not name.startswith(BOT)}
    seated = {name for name in humans if not away(name) and table.free(name)}
    return tuple(sorted((betting | seated) - ready))


def _bank(table: Table, bot: str) -> commands.PostBank | commands.DeclineBank:
    chip = table.rules.limits.chip
    # The other half stays for collections, and for the next round's bank if this one loses.
    post = commands.PostBank(bot, table.free(bot) // 2 // chip * chip)
    return post if _accepted(table, post) else commands.DeclineBank(bot)


def _accepted(table: Table, command: TableCommand) -> bool:
    """A bot whose chips do not cover the collection does without: it would only be refused."""
    return not isinstance(apply(table, command), Refusal)


def _buy_in(table: Table) -> commands.BuyIn | None:
    """A bot that cannot play on buys in again: the room's money is play money."""
    unit, chip = _unit(table), table.rules.limits.chip
    amount = -(-max(BOT_CHIPS, BOT_BETS * unit) // chip) * chip
    for name in table.seats.values():
        if not name.startswith(BOT) or table.stack(name) >= 10 * unit:
            continue
        left = PRACTICE_STACK_MAX - table.stack(name)
        most = left - left % chip if table.chips == "practice" else amount
        if most > 0:
            return commands.BuyIn(name, min(amount, most))
    return None


def _unit(table: Table) -> int:
    """The smallest bet of a bot."""
    return _limits(table).nearest(500)


def _limits(table: Table) -> Limits:
    rules = table.rules
    return rules.limits_at(rules.spots[0], table.limits or rules.limits)


def _owing_bot(table: Table) -> str | None:
    """A bot that owes blinds posts them."""
    names = (name for name in table.seats.values() if name.startswith(BOT))
    owing = (name for name in names if any(table.owes(name)) and name not in table.answers)
    return next((name for name in owing if name not in table.dealt_in.values()), None)


def bet(table: Table) -> commands.PlaceBet | None:
    """The wager of the next bot that has none and can make one."""
    laid = {bet.box for bet in table.bets}
    for box, name in sorted(table.seats.items()):
        if not name.startswith(BOT) or box in laid or name == table.rotation.banker:
            continue
        # Some number of units, or one where the bot cannot afford them.
        for units in (1 + secrets.randbelow(BOT_STAKES), 1):
            stake = _limits(table).nearest(_unit(table) * units)
            wager = commands.PlaceBet(name, box, table.rules.spots[0].name, stake)
            if table.free(name) >= 3 * stake and _accepted(table, wager):
                return wager
    return None


def _bot_answer(table: Table, hints: Hints) -> tuple[Actor, TableCommand] | None:
    asked = _bot_asked(table)
    if asked is None:
        return None
    name, view, ask = asked
    said = families.of(table.rules).bot.decide(view, ask, table.rules, hints)
    assert table.round is not None
    return answering(table.round, name, ask.box), Play(said)


def _bot_asked(table: Table) -> tuple[str, View, AskView] | None:
    """The next bot with a decision, its view, and its question."""
    round = table.round
    if round is None or not isinstance(round.head, Await):
        return None
    for ask in round.head.asks:
        name = player_at(round, ask.box)
        if name.startswith(BOT):
            eyes = frozenset({box_audience(ask.box)})
            view = views.view(round, eyes, games.family(table.rules))
            return name, view, next(mine for mine in view.asks if mine.box == ask.box)
    return None


def bot_question(table: Table) -> FamilyQuestion | None:
    """The estimate that the next bot needs."""
    figure = families.of(table.rules).bot.estimate
    asked = None if figure is None else _bot_asked(table)
    if figure is None or asked is None:
        return None
    _, view, ask = asked
    decision = figure.read(view, ask, table.rules)
    return None if decision is None else FamilyQuestion.of(table.rules, decision)


def answering(round: Round, name: str, box: int) -> Actor:
    """The actor who answers for a box: its player, or the player/dealer for the bank's."""
    return Actor(name, "player" if round.players.get(box) == name else "dealer")


def absent(table: Table, box: int) -> TableCommand:
    """The command for a box whose player has left or is disconnected and has a decision to make.

    The rule for absent players, if the game has one; otherwise the same as when time runs out.
    """
    round = table.round
    assert round is not None, "there are no decisions between rounds"
    for kind, remedy in remedies(games.family(table.rules)).items():
        away = Intervene(kind, box, note="the player is away")
        if remedy.called_by != "absence" or away in round.inputs:
            continue
        if not isinstance(games.apply(round, away), Refusal):
            return Play(away)
    return Play(Lapse(box))
