"""The house's commands for a table: open it, post games and limits, pause it, close it."""

from __future__ import annotations

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.table import (
    CompanyNoted,
    DealingChanged,
    FigureNoted,
    HelpPermitted,
    LimitsPosted,
    RulesNoticed,
    ShuffleDue,
    TableClosed,
    TableOpened,
    TablePaused,
    TableResumed,
    TimeNoted,
)
from cardroom.money import exact
from cardroom.play import clauses as play_clauses
from cardroom.play.round import Refusal
from cardroom.play.time_fee import bars_half_hours
from cardroom.rules.limits import Limits
from cardroom.rules.meter import STREAM_NAME
from cardroom.table import clauses, dealer, wagering
from cardroom.table import shoe as shoes
from cardroom.table.commands import (
    AskSetup,
    ChangeDealing,
    ChangeRules,
    CloseTable,
    NoteCompany,
    NoteFigure,
    NoteTime,
    OpenTable,
    Pause,
    PermitHelp,
    PostLimits,
    PostNoticed,
    Resume,
)
from cardroom.table.meter import meter_of
from cardroom.table.posting import post, posted
from cardroom.table.shoe import Shoe
from cardroom.table.table import CommandOutcome, Notice, Table


def open_table(table: Table | None, command: OpenTable) -> CommandOutcome:
    if table is not None:
        return Refusal(clauses.OPEN, f"table {table.id} is already open")
    if not STREAM_NAME.fullmatch(command.table):
        return Refusal(
            clauses.OPEN, f"{command.table!r}: a table's id has letters, digits, and . _ -"
        )
    rules = posted(command)
    if isinstance(rules, Refusal):
        return rules
    if command.meter and not STREAM_NAME.fullmatch(command.meter):
        return Refusal(
            clauses.OPEN, f"{command.meter!r}: a meter's id has letters, digits, and . _ -"
        )
    meter = meter_of(command.table, command.meter, rules)
    title = command.title or rules.title
    opened = Table(
        command.table, rules, title, command.dealing, command.help, command.chips, meter=meter
    )
    if command.meter and not opened.meter_terms:
        return Refusal(clauses.METER, f"{rules.title} as posted has no bet on a meter")
    facts = TableOpened(
        opened.id,
        rules.game,
        rules.digest,
        opened.dealing,
        rules.house,
        opened.title,
        command.meter,
        opened.help,
        opened.chips,
    )
    opened, asked = wagering.seek_bank(opened)
    return opened, (facts, ShuffleDue(opened.shoe.due), *asked)


def change_rules(table: Table, command: ChangeRules) -> CommandOutcome:
    rules = posted(command)
    if isinstance(rules, Refusal):
        return rules
    if command.rounds > 0 or command.not_before > 0:
        after = table.number + max(1, command.rounds) - (0 if table.round is None else 1)
        meter, when = meter_of(table.id, table.meter, rules), command.not_before
        noticed = msgspec.structs.replace(table, notice=Notice(rules, after, when), meter=meter)
        return noticed, (RulesNoticed(rules.game, rules.digest, after, when),)
    if table.round is not None or table.bets or table.bank is not None:
        return Refusal(clauses.BETWEEN, "give notice of at least one round")
    return post(table, rules)


def post_noticed(table: Table, command: PostNoticed) -> CommandOutcome:
    """What a notice with a time has announced, between rounds."""
    notice = table.notice
    if notice is None or not notice.not_before:
        return Refusal(clauses.BETWEEN, "no announced change of rules is waiting for its time")
    if command.at < notice.not_before or table.number < notice.after:
        return Refusal(clauses.BETWEEN, "the notice period is not over")
    if table.round is not None or table.bets or table.bank is not None:
        return Refusal(clauses.BETWEEN, "finish the round first")
    return post(table, notice.rules)


def post_limits(table: Table, command: PostLimits) -> CommandOutcome:
    if (lies := _on_the_layout(table)) is not None:
        return Refusal(clauses.BETWEEN, f"{lies}; change the limits between rounds")
    chip = table.rules.limits.chip
    if command.least <= 0 or (command.most is not None and command.most < command.least):
        return Refusal(
            clauses.BETWEEN,
            "the minimum must be above zero, and the maximum no less than the minimum",
        )
    if table.rules.as_read and (wrong := _bars_limits(table, command)) is not None:
        return wrong
    limits = Limits(command.least, command.most, chip)
    return (
        msgspec.structs.replace(table, limits=limits),
        (LimitsPosted(command.least, command.most),),
    )


def _on_the_layout(table: Table) -> str | None:
    """What has been begun with the limits in force, in words."""
    if table.round is not None:
        return table.round_status
    if table.bets:
        return "there are bets on the layout"
    return None if table.bank is None else f"{table.bank.owner} has posted a bank"


def _bars_limits(table: Table, command: PostLimits) -> Refusal | None:
    """Limits are multiples of the chip, and within the law."""
    chip, legal = table.rules.limits.chip, table.rules.legal_limit
    for name, amount in (("minimum", command.least), ("maximum", command.most or 0)):
        if amount % chip:
            made = f"{exact(amount)} is not a multiple of the smallest chip, {exact(chip)}"
            return Refusal(play_clauses.CHIP, f"the {name} of {made}")
    if legal is not None and (command.most is None or command.most > legal):
        shown = "none" if command.most is None else f"{exact(command.most)}"
        says = f"the maximum would be {shown}, and the legal limit is {exact(legal)}"
        return Refusal(play_clauses.LEGAL, says)
    return None


def note_figure(table: Table, command: NoteFigure) -> CommandOutcome:
    if table.round is not None:
        return Refusal(clauses.BETWEEN, table.round_status)
    if (wrong := bars_half_hours(command.name, command.value)) is not None:
        return Refusal(clauses.TIME, wrong)
    seated = games.seated(table.rules)
    if seated is not None:
        barred = seated.bars_figure(command.name, command.value, table.seats)
        if barred is not None:
            return barred
    figures = {**table.figures, command.name: command.value}
    return msgspec.structs.replace(table, figures=figures), (
        FigureNoted(command.name, command.value),
    )


def note_company(table: Table, command: NoteCompany) -> CommandOutcome:
    if table.round is not None:
        return Refusal(clauses.BETWEEN, table.round_status)
    others = {
        player: company for player, company in table.companies.items() if player != command.player
    }
    noted = {**others, command.player: command.company} if command.company else others
    changed = msgspec.structs.replace(table, companies=noted)
    event = CompanyNoted(command.player, command.company, command.badge)
    if table.bank is not None:
        return changed, (event,)
    changed, asked = wagering.seek_bank(changed)
    return changed, (event, *asked)


def note_time(table: Table, command: NoteTime) -> CommandOutcome:
    """At any time: the current hand has been paid for, and the next one has not."""
    if not table.pays_time:
        return Refusal(clauses.TIME, f"{table.rules.title} as posted has no time collection")
    if command.half_hour <= table.hours.half_hour:
        return Refusal(clauses.TIME, f"the clock already shows half hour {table.hours.half_hour}")
    before, seated = table.hours, sorted(set(table.seats.values()))
    if table.rules.fees.paid == "in-advance":
        hours = before.began(command.half_hour, table.number, seated)
        owing = tuple(seated)
    else:
        hours = before.ended(command.half_hour, table.number, seated)
        owing = tuple(one for one in seated if hours.due.get(one) != before.due.get(one))
    return msgspec.structs.replace(table, hours=hours), (TimeNoted(command.half_hour, owing),)


def knows_setups(table: Table) -> bool:
    """Whether players may ask for a new set-up: they bank, and every round has a new shuffle."""
    return table.player_banked and table.rules.shoe.kind == "each-round"


def bars_setup(table: Table, player: str) -> Refusal | None:
    """Why a player may not ask for a new set-up now."""
    if not knows_setups(table):
        return Refusal(
            clauses.SETUP, f"{table.rules.title} as posted takes no requests for a new set-up"
        )
    if table.round is not None:
        return Refusal(clauses.BETWEEN, table.round_status)
    if player not in table.seats.values():
        return Refusal(clauses.SEATED, f"{player} has no seat")
    if table.bets and table.dealing != "physical" and table.rules.as_read:
        # Cards are fixed before the first bet on them: the house shuffles without knowing the bets.
        return Refusal(clauses.NOT_DUE, "bets have been placed; ask before the first one")
    rotation = table.rotation
    second = rotation.rounds == 1 and rotation.holder in (rotation.banker, rotation.asked)
    if second and player != rotation.holder:
        return Refusal(clauses.SETUP, f"before the second round, only {rotation.holder} may ask")
    return None


def ask_setup(table: Table, command: AskSetup) -> CommandOutcome:
    """The cards that are ready are not dealt; others are shuffled."""
    if (barred := bars_setup(table, command.player)) is not None:
        return barred
    shoe = Shoe(number=table.shoe.number, due=shoes.SETUP)
    return msgspec.structs.replace(table, shoe=shoe), (ShuffleDue(shoe.due),)


def change_dealing(table: Table, command: ChangeDealing) -> CommandOutcome:
    """To and from real cards only between rounds; automatic or by hand at any time."""
    real = {table.dealing, command.dealing} & {"physical"}
    if table.dealing != command.dealing and real and table.round is not None:
        return Refusal(clauses.BETWEEN, "the cards on the table came from another shoe")
    changed = msgspec.structs.replace(table, dealing=command.dealing)
    events: tuple[Event, ...] = (DealingChanged(command.dealing),)
    if real and table.dealing != command.dealing:
        changed = msgspec.structs.replace(changed, shoe=Shoe(number=table.shoe.number))
        events += (ShuffleDue(shoes.NEW),)
    changed, more = dealer.run(changed)
    return changed, events + more


def permit_help(table: Table, command: PermitHelp) -> CommandOutcome:
    """Help neither starts nor stops in the middle of a round."""
    if table.round is not None and not table.round.over:
        return Refusal(clauses.HELP, f"round {table.number} is not over yet")
    permitted = msgspec.structs.replace(table, help=command.help)
    return permitted, (HelpPermitted(command.help),)


def pause(table: Table, command: Pause) -> CommandOutcome:
    return msgspec.structs.replace(table, paused=command.why or "paused"), (
        TablePaused(command.why),
    )


def resume(table: Table, _: Resume) -> CommandOutcome:
    if not table.paused:
        return Refusal(clauses.PAUSED, "the table is not paused")
    resumed, events = dealer.run(msgspec.structs.replace(table, paused=""))
    return resumed, (TableResumed(), *events)


def close_table(table: Table, _: CloseTable) -> CommandOutcome:
    if table.round is not None:
        return Refusal(clauses.CLOSED, table.round_status)
    if table.stacks:
        owners = ", ".join(sorted(table.stacks))
        return Refusal(clauses.CLOSED, f"there are still chips on the table: {owners}")
    if table.office.tray is not None:
        return Refusal(clauses.TRAY, "the tray is open; the closing count comes first")
    return msgspec.structs.replace(table, closed=True), (TableClosed(table.id),)
