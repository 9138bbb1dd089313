"""The nights that are recorded: one of each game, and one of each kind of irregularity.

Each is a function of a `Session`. What it must have in it is asserted by the recorder, over all of
them together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from tests.journals.opened import GAMES, UNSEEN, Await, Card, Value, c, house, inputs, names
from tests.journals.session import CHIPS, EYE, PLAYERS, Session
from tests.meter_tables import JACKPOT, NOTHING, TENTH, MeterTables

Answer, Draw, Figure = inputs.Answer, inputs.Draw, inputs.Figure
Intervene, Lapse, Proceed = inputs.Intervene, inputs.Lapse, inputs.Proceed

VARIANTS: Final[Mapping[str, dict[str, Value]]] = {
    "blackjack": {"decks": 1, "surrender": "late", "even_money": True, "shoe": "continuous"},
    "safari-21": {"monte_carlo": "table-b", "pay_table": "layout", "five_card_equal_total": "push"},
    "maxtime-21": {"decks": 2, "shoe": "each-round", "six_card_win": "compulsory"},
    "bet-the-set-21": {"decks": 2, "dealing": "face-down", "blazing_7s": 2, "surrender": "early"},
    "dealer-bust-21": {"decks": 2, "hole_card": "none", "charlie": "5", "pay_table": 2},
    "no-bust-joker": {"decks": 2, "backline": True, "option_1_bank_wins_17": True},
    "no-bust-bonus-ace": {"decks": 2, "backline": True, "hole_card": "peek", "fee_basis": "wager"},
    "double-hand-poker": {"house_way": "trump-plaza", "bank_limit": "each-way"},
    "fortune-pai-gow": {"house_way": "trump-plaza", "bank_limit": "each-way"},
    "three-card-poker": {"bank_shows": 0, "ante_bonus": "5-4-1", "order": "from-action-seat"},
    "texas-holdem": {"betting": "no-limit", "blinds": "1/2", "collection": "option-3"},
    "omaha": {"betting": "no-limit", "blinds": "1/2", "button": "dead"},
    "omaha-hi-lo": {"bets": "4/8", "collection": "none", "winner_shows": "may"},
}
"""Other options than the defaults, so that these are in the journals too."""


def game(session: Session, name: str) -> None:
    """One game, dealt in every way: as a house posts it, by default, and with other options."""
    posting = next(h for h in map(house, names()) if any(p.game == name for p in h.game))
    posted = posting.posted(name)
    given = cast("dict[str, Value]", posted.given())
    openings = {
        "posted": c.OpenTable("posted", name, given, house=posting.name, edition=posted.edition),
        "by-hand": c.OpenTable("by-hand", name, dealing="by-hand"),
        "physical": c.OpenTable("physical", name, dealing="physical"),
        "variant": c.OpenTable("variant", name, VARIANTS[name], title="The other table"),
    }
    for id, opening in openings.items():
        session.do(id, opening)
        session.welcome(id, *PLAYERS)
        rounds = 7 if opening.dealing == "automatic" else 3
        for number in range(rounds):
            session.round(id, irregularities=3 if number % 2 else 0)
        session.sign()
    # One table is closed, and one stands in the middle of a round.
    session.until_clear("posted")
    session.go_home("posted")
    session.begin("variant")


def banks(session: Session) -> None:
    """Banks accepted, declined and short, and their collections."""
    options: dict[str, Value] = {"decks": 2, "backline": True}
    session.do("bank", c.OpenTable("bank", "no-bust-joker", options))
    for seat, player in ((1, "ann"), (3, "bob"), (5, "cid")):
        session.deposit(player, 5 * CHIPS)
        session.do("bank", c.SitDown(player, seat), c.BuyIn(player, CHIPS))
    session.refused("bank", c.PostBank("bob", 100_00))
    session.do("bank", c.DeclineBank("ann"), c.PostBank("bob", 300_00))
    session.do("bank", c.LeaveSeat("bob"), c.SitDown("bob", 3))
    session.do("bank", c.DeclineBank("cid"), c.DeclineBank("bob"))
    assert session.table("bank").rotation.broken
    session.do("bank", c.PostBank("ann", 1_00))
    # A bank of a dollar: one of two wagers has no action at all.
    session.do("bank", c.PlaceBet("bob", 3, "main", 20_00), c.PlaceBet("cid", 5, "main", 20_00))
    session.shoe("bank", "Tc Td Th Ts 9c 8d")
    session.do("bank", c.CloseBets())
    session.finish("bank")
    assert session.table("bank").free_collection
    session.do("bank", c.PostBank("ann", 300_00))
    session.deposit("rail", 100_00)
    session.do("bank", c.BuyIn("rail", 60_00))
    for player, seat in (("bob", 3), ("cid", 5)):
        session.do("bank", c.PlaceBet(player, seat, "main", 20_00))
    session.do(
        "bank", c.BackBet("rail", 3, 10_00), c.BackBet("rail", 5, 10_00, ("double", "split"))
    )
    session.do("bank", c.WithdrawBet("rail", 3), c.BackBet("cid", 3, 5_00, ("double",)))
    session.do("bank", c.CloseBets(), c.Play(Intervene("void-round", note="a fire alarm")))
    session.do("bank", c.EndRound())
    assert session.table("bank").carried
    for _ in range(12):
        session.round("bank", irregularities=4)
    session.sign()
    _set_ups(session)


def _set_ups(session: Session) -> None:
    """Two hands each: other cards are asked for, and what goes wrong with seven of them."""
    session.do("pai-gow", c.OpenTable("pai-gow", "double-hand-poker", {}, dealing="by-hand"))
    session.welcome("pai-gow", *PLAYERS)
    remedies = ["misread-hand", "void-hand", "identical-cards", "wrong-spot", "misdeal"]
    for kind in ["exposed-card", "boxed-card", *remedies, "reset-bank"]:
        session.before_round("pai-gow")
        if kind == "exposed-card":
            asked = session.table("pai-gow").rotation.banker
            session.do("pai-gow", c.AskSetup(asked))
            session.shoe("pai-gow")
        if not session.ask("pai-gow", c.CloseBets()):
            continue
        assert session.mend("pai-gow", kind), kind
        session.finish("pai-gow")
    session.until_clear("pai-gow")


def meters(session: Session) -> None:
    """Two tables on one meter: fed, won, won back, shared, restarted, left."""
    meter_tables = MeterTables(session.store, "meters")
    meter_tables.floor = session.floor
    for id in ("a", "b"):
        meter_tables.open(id, "blaze", {"blazing_reserve": 10, "blazing_contribution": 33})
    meter_tables.open("own", "", {"blazing_stake": "1.01", "blazing_contribution": 33})
    for id in ("a", "b", "own"):
        stake = 1_01 if id == "own" else 1_00
        meter_tables.close(id, NOTHING, stake)
        meter_tables.deal(id)
        meter_tables.finish(id)
    # A tenth of the meter, then all of it; and one that is taken back by a rewind.
    meter_tables.won("a", TENTH)
    meter_tables.finish("a")
    meter_tables.close("b", JACKPOT)
    meter_tables.won("a", JACKPOT)
    meter_tables.deal("b")
    session.sign()
    meter_tables.do("a", c.Play(Intervene("void-round", note="the wrong shoe")))
    meter_tables.do("a", c.EndRound())
    meter_tables.finish("b")
    meter_tables.won("b", JACKPOT)
    inputs_ = len(session.inputs("b"))
    meter_tables.do("b", c.Play(Proceed()))
    meter_tables.do("b", c.Play(Intervene("rewind", to=inputs_)))
    meter_tables.do("b", c.Play(Intervene("rewind", to=inputs_ - 3)), c.DealCard())
    meter_tables.finish("b")
    meter_tables.close("a", JACKPOT)
    meter_tables.do("a", c.Play(Intervene("void-hand", 1)))
    meter_tables.finish("a")
    # Off the meter: by other rules, and for good.
    meter_tables.do("a", c.ChangeRules("bet-the-set-21", {"burn": 0}, rounds=0))
    meter_tables.do("b", c.LeaveSeat("b-ann"), c.CashOut("b-ann"), c.CloseTable())
    # Won and not paid yet when the session ends.
    meter_tables.close("own", TENTH, 1_01)
    meter_tables.deal("own")


def time(session: Session) -> None:
    """Half hours that are paid for, blinds that were missed, hands that did not count."""
    options: dict[str, Value] = {"betting": "no-limit", "blinds": "1/2", "collection": "option-3"}
    session.do("timed", c.OpenTable("timed", "texas-holdem", options))
    session.welcome("timed", *PLAYERS, "dot")
    session.do("timed", c.NoteTime(session.half_hour))
    session.round("timed")
    session.do("timed", c.SitOut("dot"))
    session.sleep()
    session.do("timed", c.NoteTime(session.half_hour))
    assert session.table("timed").hours.due
    session.deposit("eli", CHIPS)
    session.do("timed", c.SitDown("eli", 7), c.BuyIn("eli", 200_00), c.AnswerBlinds("eli", "wait"))
    for _ in range(3):
        session.round("timed")
    session.do("timed", c.SitIn("dot"))
    if any(session.table("timed").owes("dot")):
        session.do("timed", c.AnswerBlinds("dot", "post"))
    session.sleep()
    session.before_round("timed")
    session.do("timed", c.CloseBets(), c.NoteTime(session.half_hour))
    session.do("timed", c.Play(Intervene("misdeal", note="two cards were boxed")), c.EndRound())
    session.do("timed", c.NoteFigure("half-hours", 2))
    session.round("timed")
    session.sleep()
    session.do("timed", c.NoteTime(session.half_hour))
    session.do("timed", c.LeaveSeat("cid"), c.CashOut("cid"))
    session.sign()
    _pots(session)


def _pots(session: Session) -> None:
    """A collection out of the pot, given back; a dead hand; a raise that nobody called."""
    session.do("pots", c.OpenTable("pots", "texas-holdem", dealing="by-hand"))
    session.welcome("pots", *PLAYERS)
    for end in ("void-round", "dead-hand", "rewind"):
        session.before_round("pots")
        session.do("pots", c.CloseBets())
        session.until("pots", lambda table: _flop(session, "pots"))
        if end == "dead-hand":
            assert session.mend("pots", end)
        else:
            session.do("pots", c.Play(Intervene(end, to=2, note="as the floor says")))
        session.finish("pots")


def _flop(session: Session, id: str) -> bool:
    """The board lies there and somebody is asked."""
    round = session.table(id).round
    assert round is not None
    if round.over:
        return True
    called = isinstance(round.head, Await) and len(round.at("board")) >= 3
    if isinstance(round.head, Await) and not called:
        ask = round.head.asks[0]
        verbs = [option.verb for option in ask.options]
        session.do(id, c.Play(Answer(ask.box, "call" if "call" in verbs else "check")))
    return called


def floor(session: Session) -> None:
    """What the house does around the rounds, and every irregularity of a 21 table."""
    posted: dict[str, Value] = {"decks": 1, "burn": 0, "surrender": "late"}
    session.do("main", c.OpenTable("main", "blackjack", posted, title="By the door", help="charts"))
    session.welcome("main", "ann", "bob")
    session.do("main", c.PermitHelp("coach"), c.PostLimits(5_00, 100_00))
    session.do("main", c.PlaceBet("ann", 1, "main", 10_00), c.PlaceBet("ann", 1, "main", 20_00))
    session.do("main", c.PlaceBet("bob", 2, "main", 10_00), c.WithdrawBet("bob", 2))
    session.shoe("main", "8s 6h 8d Kc 3c 2d 5h 9h Tc")
    session.do("main", c.CloseBets(), c.ChangeDealing("by-hand"))
    session.do("main", c.Play(Answer(1, "split")))
    session.ask("main", c.Pause("a call from upstairs"), EYE)
    session.do(
        "main", c.PermitHelp("none") if session.table("main").phase == "over" else c.Resume()
    )
    session.finish("main")
    session.do("main", c.CashOut("ann", 50_00), c.Pause("shift change"), c.LeaveSeat("bob"))
    session.do("main", c.CashOut("bob"), c.Resume(), c.SitDown("bob", 4), c.BuyIn("bob", 200_00))
    _irregularities(session)
    session.do("main", c.ChangeRules("blackjack", {"decks": 2, "burn": 1}, rounds=1, edition="2"))
    session.round("main")
    _runs_out(session)
    _real_cards(session)
    session.do("main", c.ChangeRules("safari-21", {}, rounds=0))
    session.round("main")
    session.reopen()
    session.do("main", c.ChangeRules("texas-holdem", {}, rounds=0))
    session.round("main")
    session.until_clear("main")
    session.withdraw("ann", 100_00)
    session.go_home("main")


def _irregularities(session: Session) -> None:
    """One round for each kind: the floor steps in as soon as it can."""
    posted: dict[str, Value] = {"decks": 1, "burn": 0, "surrender": "late", "hole_card": "none"}
    session.do("mended", c.OpenTable("mended", "blackjack", posted))
    session.welcome("mended", "ann", "bob")
    kinds = ["void-hand", "exposed-card", "absent-player", "missed-insurance", "missed-surrender"]
    more = ["face-up-card", "card-in-error", "misdeal", "damaged-card", "shuffle-missed"]
    for kind in [*kinds, *more, "cut-card-missing", "void-round", "rewind"]:
        mended = False
        while not mended:
            session.shoe("mended", "8s 7s Ah 8d 9d 5c" if "insur" in kind else "8s 7s 6h 8d 9d 5c")
            session.before_round("mended")
            session.do("mended", c.CloseBets())
            mended = session.mend("mended", kind)
            session.finish("mended")


def _runs_out(session: Session) -> None:
    """One deck, no cut card in time: the discards are shuffled in the middle of a round."""
    posted: dict[str, Value] = {"decks": 1, "burn": 1, "cut": 95}
    session.do("short", c.OpenTable("short", "blackjack", posted))
    session.welcome("short", *PLAYERS)
    for seat, player in enumerate(PLAYERS, start=4):
        session.do("short", c.SitDown(player, seat))
    for _ in range(4):
        session.round("short")
    session.until_clear("short")


def _real_cards(session: Session) -> None:
    """A real shoe, whose hole card nobody names before it is turned."""
    session.do("main", c.ChangeDealing("physical"), c.LoadShoe())
    session.do("main", c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    for card in (UNSEEN, Card("Th"), Card("5d"), Card("9h"), UNSEEN):
        session.do("main", c.Play(Draw(card)))
    session.do("main", c.ShowCutCard(), c.Play(Answer(1, "stand")), c.Play(Draw(Card("Kc"))))
    session.finish("main")
    # An ace lies open: the dealer looks at the hole card, and says that it is no ten.
    session.do("main", c.LoadShoe(), c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    for card in (UNSEEN, Card("Th"), Card("Ad"), Card("9h"), UNSEEN):
        session.do("main", c.Play(Draw(card)))
    session.do("main", c.Play(Lapse(1)))
    session.until("main", lambda _: bool(session.reads("main")))
    session.do("main", c.Play(Figure(session.reads("main"), 0)), c.Play(Answer(1, "stand")))
    session.do("main", c.Play(Draw(Card("7c"))))
    session.finish("main")
    session.do("main", c.ChangeDealing("automatic"))


def evening(session: Session) -> None:
    """Whatever people do: four tables, closed and opened again in the middle of everything."""
    posted: dict[str, Value] = {"decks": 1, "cut": 60, "surrender": "late"}
    openings = (
        c.OpenTable("one", "blackjack", posted),
        c.OpenTable("two", "no-bust-joker", {"backline": True}, dealing="by-hand"),
        c.OpenTable("six", "bet-the-set-21", {"blazing_7s": 1}, dealing="physical"),
        c.OpenTable("ten", "omaha-hi-lo", {}),
    )
    for player in PLAYERS:
        session.deposit(player, 10_000_00)
    for opening in openings:
        session.do(opening.table, opening)
    for _ in range(5):
        for opening in openings:
            session.whatever(opening.table, 50)
        session.sign()
        session.reopen()


NIGHTS: Final[Mapping[str, Callable[[Session], None]]] = {
    **{name: partial(game, name=name) for name in GAMES},
    "banks": banks,
    "meters": meters,
    "time": time,
    "floor": floor,
    "evening": evening,
}
