"""The table as one viewer may see it: the round and everything around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal

import msgspec

from cardroom import games
from cardroom.events import SURVEILLANCE, Intervened
from cardroom.events.office import RulingMade
from cardroom.games.signs import row_words, words_of
from cardroom.money import exact
from cardroom.places import box as box_audience
from cardroom.places import read_place
from cardroom.play import views as rounds
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.play.felt_state import EMPTY_FELT, FeltState
from cardroom.play.round import Bet, Fee, Round, Settlement
from cardroom.play.views import PlaceView, fee_view
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.service.view import banks
from cardroom.service.view.pots import blinds, out, pots
from cardroom.service.view.standing import Permissions
from cardroom.service.view.standing import see as desk_view
from cardroom.service.view.view_types import (
    BetView,
    BoxView,
    ChangeView,
    ClockView,
    LimitsView,
    MendedView,
    MeterView,
    MeView,
    NoticeView,
    ResultView,
    ShoeView,
    TableHeading,
    TableView,
    ViewPhase,
    WinView,
)
from cardroom.table.clauses import RULING
from cardroom.table.commands import Help
from cardroom.table.meter import MeterBook
from cardroom.table.seating import PRACTICE_STACK_MAX
from cardroom.table.table import Table

BOT: Final = "bot-"


class LastRound(msgspec.Struct, frozen=True):
    """What views still show after the table has cleared it."""

    settled: tuple[Settlement, ...] = ()
    """How the last cleared round was settled."""
    fees: tuple[Fee, ...] = ()
    """What was collected before it."""
    mended: tuple[Intervened | RulingMade, ...] = ()
    """Floor interventions in the current or last round, and rulings since."""


class Moment(msgspec.Struct, frozen=True):
    """A table after a step of its journal."""

    seq: int
    table: Table
    last: LastRound = LastRound()


def short(name: str) -> str:
    """Ada for bot-Ada-1f3c, Guest 1f3c for guest-1f3c...; other people chose their names."""
    if name.startswith(BOT):
        return name.split("-")[1]
    return f"Guest {name[6:10]}" if name.startswith("guest-") else name


class ViewContext(msgspec.Struct, frozen=True):
    """What a view shows that is not in the table's journal."""

    title: str
    away: Callable[[str], bool]
    wallet: Callable[[str], int]
    meter: Callable[[str], MeterBook | None]
    meter_set_aside: Callable[[str], str]
    clock: Callable[[Moment], ClockView | None] = lambda _: None
    help: Callable[[Table], Help] = lambda table: table.help
    """The permitted help: the table's, up to the operator's cap."""
    stopped: str = ""
    """Why nothing can be saved at the moment; empty if everything can."""
    closing: str = ""
    """Why the table closes after the round in play; empty if it does not."""
    absence_seconds: float | None = None
    called: Callable[[str], str] = short
    """What a player is called at the table."""


def audiences(table: Table, standing: Permissions) -> frozenset[str]:
    """What a viewer may see: the cards of their own boxes, or everything for surveillance."""
    if standing.oversees:
        return frozenset({SURVEILLANCE})
    return eyes(table, standing.name)


def eyes(table: Table, name: str) -> frozenset[str]:
    """The cards of the viewer's own boxes."""
    boxes = () if table.round is None else boxes_in(table.round, name)
    return frozenset(map(box_audience, boxes))


def boxes_in(round: Round, name: str) -> list[int]:
    """The boxes a person plays in a round, the bank's included."""
    boxes = [box for box, player in round.players.items() if player == name]
    bank = round.facts.bank_box
    return boxes + [bank] if bank and bank not in boxes and round.bank.owner == name else boxes


def player_at(round: Round, box: int) -> str:
    """The player who answers for a box."""
    banks = box == round.facts.bank_box
    return round.players.get(box, round.bank.owner if banks else "")


def see(moment: Moment, standing: Permissions, context: ViewContext) -> TableView:
    table = moment.table
    round = table.round
    seen = None
    if round is not None:
        seen = rounds.view(round, audiences(table, standing), games.family(table.rules))
    settled = moment.last.settled if round is None else round.settled
    fees = moment.last.fees if round is None else round.fees
    free = _purses(table)
    return TableView(
        table=TableHeading(
            table.id,
            context.title,
            table.rules.game,
            table.rules.digest,
            table.dealing,
            table.number,
            moment.seq,
            context.help(table),
            table.chips,
            context.absence_seconds if table.dealing == "automatic" else None,
        ),
        phase=phase(table, context.stopped),
        why=context.stopped or table.paused,
        me=_me(table, standing, context, free),
        limits=_limits(table),
        boxes=_boxes(table, context, free, EMPTY_FELT if seen is None else seen.middle),
        bets=_bets(table, seen, context),
        places={} if seen is None else seen.places,
        turn=() if seen is None else seen.turn,
        # Surveillance sees everyone's decisions and has none of its own.
        asks=() if seen is None or standing.oversees else seen.asks,
        bank=banks.bank(table, seen),
        buttons=banks.buttons(table, seen),
        fees=banks.fees(table, seen),
        results=tuple(_result(table.rules, settlement) for settlement in settled),
        round_fees=tuple(map(fee_view, fees)),
        floor=tuple(_mended(table.rules, event) for event in moment.last.mended),
        shoe=_shoe(table),
        meters=meters(table, context),
        pots=() if seen is None else pots(seen.middle.pots),
        dice=() if seen is None else seen.dice,
        collected=0 if seen is None else seen.collected,
        clock=context.clock(moment),
        setup=banks.setup(table, standing.name),
        time=banks.time(table),
        notice=notice_view(table),
        dealer=desk_view(table, seen, standing),
        closed=_closed(table),
        closing=context.closing,
        set_aside=table.set_aside,
    )


def _closed(table: Table) -> dict[str, Clause]:
    """Side bets that are open only in the first round after a shuffle, in a later one."""
    if not table.shoe.rounds_since_shuffle:
        return {}
    rules = table.rules
    sides = ((spot.name, rules.side_bet(spot.name)) for spot in rules.spots)
    return {
        name: rules.worded(side.first_round)
        for name, side in sides
        if side is not None and side.first_round is not None
    }


def notice_view(table: Table) -> NoticeView | None:
    if table.notice is None:
        return None
    rules, before, when = table.notice.rules, table.rules.options, table.notice.not_before
    rounds = max(0, table.notice.after - table.number + (table.round is not None))
    if rules.game != table.rules.game:
        return NoticeView(rules.title, rounds, (), when)
    changes = (
        ChangeView(spec.name, spec.words(before[spec.name]), spec.words(value), spec.about)
        for spec in games.game(rules.game).catalogue
        if (value := rules.options[spec.name]) != before[spec.name]
    )
    return NoticeView(rules.title, rounds, tuple(changes), when)


def phase(table: Table, stopped: str = "") -> ViewPhase:
    """A finished round stays on the table; placing a bet clears it.

    At a table with a human dealer, the dealer clears it, and bets wait for that.
    """
    if stopped or table.paused:
        return "paused"
    if table.round is not None and table.round.over and table.dealing != "automatic":
        return "over"
    if table.round is not None and not table.round.over:
        return "round"
    return "broken" if table.player_banked and table.rotation.broken else "betting"


def _purses(table: Table) -> Callable[[str], int]:
    """`Table.free` for all players at once: chips neither wagered nor posted as a bank."""
    held = dict(table.stacks)
    if table.round is not None:
        held.update(table.round.stacks)
    for bet in table.bets:
        held[bet.owner] = held.get(bet.owner, 0) - bet.stake
    if table.bank is not None:
        held[table.bank.owner] = held.get(table.bank.owner, 0) - table.bank.posted
    return lambda name: held.get(name, 0)


def me_at(table: Table, context: ViewContext) -> Callable[[Permissions], MeView]:
    """What each viewer of one moment is shown about themselves."""
    free = _purses(table)
    return lambda standing: _me(table, standing, context, free)


def _me(
    table: Table, standing: Permissions, context: ViewContext, free: Callable[[str], int]
) -> MeView:
    name = standing.name
    boxes = set(table.seats_of(name))
    if table.round is not None:
        boxes |= set(boxes_in(table.round, name))
    boxes |= {bet.box for bet in table.bets if bet.owner == name}
    seats = tuple(sorted(boxes))
    practice = PRACTICE_STACK_MAX - table.stack(name)
    wallet = practice if table.chips == "practice" else context.wallet(name)
    return MeView(name, standing.role, seats, free(name), wallet, blinds(table, name))


def _limits(table: Table) -> LimitsView:
    limits = table.limits or table.rules.limits
    return LimitsView(limits.least, limits.most, limits.chip)


def _boxes(
    table: Table, context: ViewContext, free: Callable[[str], int], felt: FeltState
) -> tuple[BoxView, ...]:
    playing = dict(table.seats)
    if table.round is not None:
        playing |= {box: name for box, name in table.round.players.items() if box not in playing}
    for bet in table.bets:
        playing.setdefault(bet.box, bet.owner)
    return tuple(
        BoxView(
            box,
            name,
            context.called(name),
            free(name),
            name.startswith(BOT),
            context.away(name),
            felt.front.get(box, 0),
            out(table, name),
            felt.said.get(box, ""),
        )
        if (name := playing.get(box))
        else _empty(box)
        for box in range(1, table.rules.boxes + 1)
    )


@cache
def _empty(box: int) -> BoxView:
    return BoxView(box)


def _bets(table: Table, seen: rounds.View | None, context: ViewContext) -> tuple[BetView, ...]:
    round = table.round
    bets = table.bets if round is None else round.bets
    places = {} if seen is None else {read_place(at): it for at, it in seen.places.items()}
    award = sum(meter.amount for meter in meters(table, context))
    found = (_bet(table, bet, places.get((bet.box, bet.hand)), award) for bet in bets)
    bank = table.bank if round is None else round.bank
    reach = None if bank is None else bank.can_pay()
    return tuple(bet if reach is None else _reached(bet, reach) for bet in found)


def _reached(bet: BetView, left: int) -> BetView:
    """A player's bank pays at most what is left of it, whatever the pay table says."""
    if bet.can_win is None:
        return bet
    return msgspec.structs.replace(bet, can_win=min(bet.can_win, left))


def _bet(table: Table, bet: Bet, hand: PlaceView | None, award: int) -> BetView:
    rules = table.rules
    spot = rules.spot(bet.spot)
    on_meter = spot is not None and bool(spot.meter)
    best = games.felt_of(rules).can_win(rules, table.round, bet, hand)
    return BetView(
        bet.id,
        bet.spot,
        bet.box,
        bet.hand,
        bet.owner,
        bet.stake,
        award if on_meter else best,
        bet.backline,
        bet.follows,
    )


def _result(rules: Ruleset, settlement: Settlement) -> ResultView:
    bet = settlement.bet
    result = ResultView(
        bet.box,
        bet.spot,
        bet.hand,
        bet.owner,
        bet.stake,
        settlement.net,
        settlement.action,
        settlement.clause,
        settlement.cause,
        backline=bet.backline,
        row=settlement.row,
        row_title=row_words(settlement.row, words_of(rules, bet.spot)),
    )
    if settlement.action == bet.stake:
        return result
    named = map(games.clauses(rules).named, games.governing(rules, "cover"))
    clause = next((found for each in named for found in each), None)
    part: Literal["partial", "none"] = "partial" if settlement.action else "none"
    return msgspec.structs.replace(result, coverage=part, covered_by=clause)


def _mended(rules: Ruleset, event: Intervened | RulingMade) -> MendedView:
    known = (*games.clauses(rules), *TABLE_CLAUSES)
    # A ruling may cite the clause of a game that was posted before.
    clause = next((clause for clause in known if clause.id == event.clause), RULING)
    if isinstance(event, RulingMade):
        moved = ", ".join(f"{name} {exact(amount)}" for name, amount in event.changes.items())
        note = f"round {event.round}: {moved or 'nothing changes'}; {event.why}"
        return MendedView(f"ruling: {event.ruling}", clause, event.box, event.hand, note)
    return MendedView(event.kind, clause, event.box, event.hand, event.note)


def _shoe(table: Table) -> ShoeView:
    shoe, shuffle = table.shoe, table.shuffle
    next_root = shuffle.root if shuffle is not None and shuffle.contributors is None else ""
    return ShoeView(shoe.number, shoe.size, shoe.dealt, shoe.cut, shoe.root, shoe.due, next_root)


def meters(table: Table, context: ViewContext) -> tuple[MeterView, ...]:
    """The sign of the table's meter, if its game has a progressive bet."""
    if table.rules.progressive is None:
        return ()
    spot = next((spot for spot in table.rules.spots if spot.meter), None)
    book = None if spot is None else context.meter(table.meter)
    if spot is None or book is None:
        return ()
    wins = (WinView(win.table, win.won.box, win.won.row, win.won.award) for win in book.wins)
    why = context.meter_set_aside(table.meter)
    return (MeterView(book.id, spot.title, book.meter.whole, tuple(wins), why),)
