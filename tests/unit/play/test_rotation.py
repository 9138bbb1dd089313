"""Whose turn it is to bank: who is asked takes it or declines, and rounds in a row are counted.

And what that bank is called."""

from __future__ import annotations

from cardroom.play.rotation import Rotation, accept, between, decline, may_bank, round_of
from cardroom.rules.banking import Banking, BankLimit

SEATS = {1: "ann", 3: "bob", 5: "cy"}
ANN_ASKED = Rotation(asked="ann", asked_box=1)


def test_only_who_is_asked_takes_the_bank_or_declines_it() -> None:
    assert accept(ANN_ASKED, SEATS, "bob") is None
    assert decline(ANN_ASKED, SEATS, "bob") is None
    taken = accept(ANN_ASKED, SEATS, "ann")
    assert taken is not None
    assert (taken.banker, taken.box) == ("ann", 1)
    passed = decline(ANN_ASKED, SEATS, "ann")
    assert passed is not None
    assert (passed.asked, passed.asked_box) == ("bob", 3)


def test_while_nobody_is_asked_only_the_bank_itself_declines_it() -> None:
    taken = Rotation(box=1, banker="ann")
    for player in ("", "ann", "bob"):
        assert accept(taken, SEATS, player) is None
    for player in ("", "bob"):
        assert decline(taken, SEATS, player) is None
    withdrawn = decline(taken, SEATS, "ann")
    assert withdrawn is not None
    assert (withdrawn.banker, withdrawn.asked) == ("", "bob")


def test_the_same_bank_again_is_in_its_second_round_and_another_in_its_first() -> None:
    assert round_of(Rotation(box=1, banker="ann")) == 1
    assert round_of(Rotation(box=1, holder="ann", rounds=1, banker="ann")) == 2
    assert round_of(Rotation(box=3, holder="ann", rounds=2, banker="bob")) == 1


def test_people_of_one_company_count_as_one_and_people_of_none_do_not() -> None:
    banked = Rotation(box=1, holder="ann", rounds=2, companies={"ann": "north", "bob": "north"})
    assert not may_bank(banked, "bob")
    assert may_bank(banked, "cy")
    nobodys = Rotation(box=1, holder="ann", rounds=2, companies={"ann": "", "bob": ""})
    assert not may_bank(nobodys, "ann")
    assert may_bank(nobodys, "bob")


def test_between_two_games_only_the_count_is_kept() -> None:
    asked = Rotation(3, "ann", 1, asked="bob", asked_box=5, declined=frozenset({"cy"}))
    assert between(asked) == Rotation(3, "ann", 1)


def test_the_bank_of_a_player_is_called_the_bank_and_the_houses_the_dealer() -> None:
    limits: tuple[BankLimit, ...] = ("none", "combined", "each-way")
    assert [Banking(limit).title for limit in limits] == ["Dealer", "Bank", "Bank"]
