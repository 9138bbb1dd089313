"""Facts of a table in words, one line each, and those of its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.events import Event, office_words, shuffle, words
from cardroom.events import table as t
from cardroom.money import exact

DEALING: Final[Mapping[str, str]] = {
    "automatic": "automatically",
    "by-hand": "by hand",
    "physical": "from a physical shoe",
}


def tell(event: Event, felt: words.FeltWords = words.NO_FELT) -> str:
    """One line for one fact, in the words of the game's felt."""
    return (
        _people(event)
        or _house(event)
        or _money(event)
        or office_words.tell(event)
        or words.tell(event, felt)
    )


def limits_in_words(least: int, most: int | None) -> str:
    return f"{exact(least)} {'and up' if most is None else f'to {exact(most)}'}"


def _people(event: Event) -> str:  # noqa: C901
    match event:
        case t.PlayerSat():
            return f"{event.player} takes seat {event.seat}"
        case t.SeatLeft():
            return f"{event.player} leaves seat {event.seat}"
        case t.PlayerAway():
            return f"{event.player} sits out"
        case t.PlayerBack():
            return f"{event.player} is back"
        case t.BlindsAnswered():
            answer = "posts the blinds owed" if event.how == "post" else "waits for the big blind"
            return f"{event.player} {answer}"
        case t.ChipsBought():
            does = "takes" if event.practice else "buys"
            kind = "practice chips" if event.practice else "chips"
            return f"{event.player} {does} {exact(event.amount)} in {kind}"
        case t.ChipsCashed():
            does = "gives back practice chips of" if event.practice else "cashes out"
            return f"{event.player} {does} {exact(event.amount)}"
        case t.ChipsReturned():
            back = event.staked + event.banked + event.fees
            return f"{event.player} gets {exact(back)} back from the unfinished round"
        case t.WagerLaid():
            return f"{event.player} bets {exact(event.stake)} at box {event.box} ({event.spot})"
        case t.WagerWithdrawn():
            return f"{event.player} withdraws a bet at box {event.box} ({event.spot})"
        case t.BankOffered():
            return f"{event.player} is offered the bank"
        case t.BankAccepted():
            return f"{event.player} takes the bank with {exact(event.amount)}"
        case t.CompanyNoted():
            company = event.company or "no company"
            badge = f", badge {event.badge}" if event.badge else ""
            return f"{event.player} banks for {company}{badge}"
        case t.BankDeclined():
            return f"{event.player} declines the bank"
        case t.FreeCollectionReturned():
            used = f"covers {exact(event.waived)}" if event.waived else "expires unused"
            return f"{event.owner}'s free collection {used}"
        case t.GameBroken():
            return "nobody takes the bank: the game is broken"
        case _:
            return ""


def _house(event: Event) -> str:  # noqa: C901
    match event:
        case t.TableOpened():
            return f"table {event.table} opens with {event.game}, rules {event.rules[:12]}"
        case t.RulesNoticed():
            return (
                f"{event.game}, rules {event.rules[:12]}, will be posted after round {event.after}"
            )
        case t.RulesPosted():
            return f"the table posts {event.game}, rules {event.rules[:12]}"
        case t.LimitsPosted():
            return f"limits are {limits_in_words(event.least, event.most)}"
        case t.FigureNoted():
            return f"for the next round: {event.name} {event.value}"
        case t.TimeNoted():
            owing = f": time is due from {', '.join(event.owing)}" if event.owing else ""
            clock = f"{event.half_hour // 2 % 24:02}:{event.half_hour % 2 * 30:02}"
            return f"it is {clock} UTC{owing}"
        case t.DealingChanged():
            return f"cards are dealt {DEALING.get(event.dealing, event.dealing)}"
        case t.HelpPermitted():
            return f"help at the table: {event.help}"
        case t.RoundBegan():
            return f"round {event.round} begins, rules {event.rules[:12]}, shoe {event.shoe}"
        case t.RoundCleared():
            return f"round {event.round} is cleared"
        case shuffle.ShoeLoaded():
            root = f", root {event.root[:16]}" if event.root else ""
            discards = " from the discard rack" if event.how == "discards" else ""
            mixed = ", mixed by " + ", ".join(each.player for each in event.opened)
            return (
                f"shoe {event.shoe} is loaded with {event.size} cards{discards}{root}"
                f"{mixed if event.opened else ''}"
            )
        case shuffle.ShoeCommitted():
            return f"the house commits to the order of shoe {event.shoe}: root {event.root[:16]}"
        case shuffle.ContributionsClosed():
            players = ", ".join(each.player for each in event.contributors) or "nobody"
            return f"contributing to the shuffle of shoe {event.shoe}: {players}"
        case shuffle.DiceOpened():
            return f"the dice of shoe {event.shoe} can be checked: secret {event.secret[:16]}"
        case t.CutCardOut():
            return "the cut card is out"
        case t.ShuffleDue():
            return f"a shuffle is due: {event.why}"
        case t.ShoeRanOut():
            return f"the shoe is empty; {event.discards} discards can be shuffled"
        case t.CardReplacement():
            cards = "1 damaged card" if event.cards == 1 else f"{event.cards} damaged cards"
            return f"{cards}: replaced" if event.done else f"{cards}: to be replaced now"
        case t.BetReturned():
            bet = f"{event.player}'s {exact(event.stake)} on {event.spot}, box {event.box}"
            return f"{bet}, is no bet and is returned [{event.clause}]"
        case t.DealingStopped():
            return f"the dealer cannot continue: {event.why} [{event.clause}]"
        case t.TablePaused():
            return f"the table is paused: {event.why}"
        case t.TableResumed():
            return "play resumes"
        case t.TableSetAside():
            return f"table {event.table} is set aside: {event.why}"
        case t.TableClosed():
            return f"table {event.table} closes"
        case _:
            return ""


def _money(event: Event) -> str:
    match event:
        case t.MoneyDeposited():
            source = f" from table {event.table}" if event.table else ""
            return f"{event.player} deposits {exact(event.amount)}{source}"
        case t.MoneyWithdrawn():
            target = f" to table {event.table}" if event.table else ""
            return f"{event.player} withdraws {exact(event.amount)}{target}"
        case t.MeterReversed():
            return f"meter {event.meter}: the {event.what} is undone [{event.why}]"
        case t.AwardPaid():
            return f"{exact(event.amount)} from meter {event.meter} is paid"
        case t.MeterAgreed():
            return f"table {event.table} {'joins' if event.terms else 'leaves'} meter {event.meter}"
        case t.MeterSeeded():
            return f"meter {event.meter} is seeded with {exact(event.amount)} ({event.why})"
        case t.MeterFed():
            share = f"{event.share[0]}/{event.share[1]}"
            return f"meter {event.meter} gets {share} of a stake of {exact(event.stake)}"
        case t.MeterPaid():
            return f"meter {event.meter} pays {exact(event.amount)} [{event.clause}]"
        case t.ReserveMoved():
            return f"meter {event.meter} restarts with its reserve [{event.clause}]"
        case t.MeterRetired():
            return f"meter {event.meter} is retired; its money goes into meter {event.into}"
        case t.MeterReceived():
            return f"meter {event.meter} gets the money of meter {event.source}"
        case _:
            return _meter_change(event)


def _meter_change(event: Event) -> str:
    match event:
        case t.MeterChangePrepared():
            wish = f"for other terms ({event.terms})" if event.terms else "to retire it"
            return f"meter {event.meter}: {event.by} asks {wish}: {event.why}"
        case t.MeterChangeApproved():
            wish = f"new terms ({event.terms})" if event.terms else "it is to be retired"
            return f"meter {event.meter}: {wish}, signed by {' and '.join(event.by)}"
        case t.MeterChangeVoided():
            return f"meter {event.meter}: {event.by} voids the change: {event.why}"
        case t.MeterChanged():
            return f"meter {event.meter}: every table plays by the new terms ({event.terms})"
        case _:
            return ""
