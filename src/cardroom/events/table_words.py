"""Facts of a table in words, beside those of its rounds."""

from __future__ import annotations

from cardroom.events import Event, words
from cardroom.events import table as t
from cardroom.money import dollars


def tell(event: Event) -> str:
    """One line for one fact."""
    return _people(event) or _house(event) or _money(event) or words.tell(event)


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
            posts = "posts the blinds he owes" if event.how == "post" else "waits for the big blind"
            return f"{event.player} {posts}"
        case t.ChipsBought():
            return f"{event.player} buys ${dollars(event.amount)} of chips"
        case t.ChipsCashed():
            return f"{event.player} cashes ${dollars(event.amount)}"
        case t.WagerLaid():
            return f"{event.player} lays ${dollars(event.stake)} on {event.spot}, box {event.box}"
        case t.WagerWithdrawn():
            return f"{event.player} withdraws {event.spot}, box {event.box}"
        case t.BankOffered():
            return f"{event.player} is asked to bank"
        case t.BankAccepted():
            return f"{event.player} takes the bank with ${dollars(event.amount)}"
        case t.BankDeclined():
            return f"{event.player} declines the bank"
        case t.FreeCollectionReturned():
            used = f"paid ${dollars(event.waived)}" if event.waived else "expires unused"
            return f"{event.owner}'s free collection {used}"
        case t.GameBroken():
            return "nobody banks: the game waits"
        case _:
            return ""


def _house(event: Event) -> str:  # noqa: C901
    match event:
        case t.TableOpened():
            return f"table {event.table} opens: {event.game}, rules {event.rules[:12]}"
        case t.RulesNoticed():
            return (
                f"{event.game}, rules {event.rules[:12]}, will be posted after round {event.after}"
            )
        case t.RulesPosted():
            return f"posted: {event.game}, rules {event.rules[:12]}"
        case t.LimitsPosted():
            most = "no maximum" if event.most is None else f"${dollars(event.most)}"
            return f"limits are ${dollars(event.least)} to {most}"
        case t.FigureNoted():
            return f"for the next round: {event.name} {event.value}"
        case t.TimeNoted():
            owing = f": time is due from {', '.join(event.owing)}" if event.owing else ""
            clock = f"{event.half_hour // 2 % 24:02}:{event.half_hour % 2 * 30:02}"
            return f"it is {clock} UTC{owing}"
        case t.DealingChanged():
            return f"cards are dealt {event.dealing}"
        case t.HelpPermitted():
            return f"help at the table: {event.help}"
        case t.RoundBegan():
            return f"round {event.round} begins, rules {event.rules[:12]}, shoe {event.shoe}"
        case t.RoundCleared():
            return f"round {event.round} is cleared"
        case t.ShoeLoaded():
            root = f", root {event.root[:16]}" if event.root else ""
            return f"shoe {event.shoe} is loaded with {event.size} cards ({event.how}){root}"
        case t.CutCardOut():
            return "the cut card is out"
        case t.ShuffleDue():
            return f"all is to be shuffled: {event.why}"
        case t.ShoeRanOut():
            return f"the shoe has run out; {event.discards} discards can be shuffled"
        case t.DealingStopped():
            return f"the dealer cannot go on: {event.why} [{event.clause}]"
        case t.TablePaused():
            return f"paused: {event.why}"
        case t.TableResumed():
            return "play goes on"
        case t.TableClosed():
            return f"table {event.table} closes"
        case _:
            return ""


def _money(event: Event) -> str:
    match event:
        case t.MoneyDeposited():
            source = f" from table {event.table}" if event.table else ""
            return f"{event.player} deposits ${dollars(event.amount)}{source}"
        case t.MoneyWithdrawn():
            target = f" to table {event.table}" if event.table else ""
            return f"{event.player} withdraws ${dollars(event.amount)}{target}"
        case t.MeterReversed():
            return f"meter {event.meter}: the {event.what} is taken back [{event.why}]"
        case t.AwardPaid():
            return f"${dollars(event.amount)} of meter {event.meter} are paid"
        case t.MeterAgreed():
            return f"table {event.table} is {'on' if event.terms else 'off'} meter {event.meter}"
        case t.MeterSeeded():
            return f"meter {event.meter}: ${dollars(event.amount)} ({event.why})"
        case t.MeterFed():
            return f"meter {event.meter} gets {event.share[0]}/{event.share[1]} of a stake"
        case t.MeterPaid():
            return f"meter {event.meter} pays ${dollars(event.amount)} [{event.clause}]"
        case t.ReserveMoved():
            return f"meter {event.meter} restarts with its reserve [{event.clause}]"
        case _:
            return ""
