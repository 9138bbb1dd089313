"""A player's account on the page: password, sessions, authenticator."""

from __future__ import annotations

import time
from uuid import uuid4

from playwright.sync_api import Locator, expect
from pyotp import TOTP

from tests.browser.card_room import PASSWORD, Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults
from tests.staff import code_of

OTHER = "wholly different horse"


def opened(visitor: Visitor) -> str:
    """A new account, and the page of its owner."""
    name = f"Player.{uuid4().hex[:8]}"
    given = {"name": name, "password": PASSWORD}
    answer = visitor.context.request.post(f"{visitor.room.url}/api/register", data=given)
    assert answer.status == 201, answer.text()
    visitor.go()
    expect(visitor.page.locator(".account")).to_contain_text(name)
    return name


def log_in(visitor: Visitor, name: str) -> None:
    visitor.go()
    visitor.page.get_by_role("button", name="Log in").click()
    form = visitor.page.get_by_role("dialog", name="Log in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Log in").click()
    expect(visitor.page.locator(".account")).to_contain_text(name)


def account(visitor: Visitor, name: str) -> Locator:
    visitor.page.get_by_role("button", name="Account").click()
    dialog = visitor.page.get_by_role("dialog", name=f"Account of {name}")
    expect(dialog.get_by_text("This session")).to_be_visible()
    return dialog


def test_a_password_is_changed_and_other_sessions_end(visit: Visit) -> None:
    here, there = visit(), visit()
    name = opened(here)
    log_in(there, name)
    dialog = account(here, name)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    assert faults(here, "dialog") == ""
    dialog.get_by_label("Current password").fill("a wrong password")
    dialog.get_by_label("New password").fill(OTHER)
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("alert")).to_contain_text("not the password of the account")
    dialog.get_by_label("Current password").fill(PASSWORD)
    dialog.get_by_label("New password").fill(name)
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("New password").fill(OTHER)
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("status")).to_contain_text("The password is changed")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    there.page.reload()
    expect(there.page.get_by_role("button", name="Log in")).to_be_visible()


def test_one_session_is_ended_from_another(visit: Visit) -> None:
    here, there = visit(), visit()
    name = opened(here)
    log_in(there, name)
    dialog = account(here, name)
    dialog.get_by_role("button", name="End").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    there.page.reload()
    expect(there.page.get_by_role("button", name="Log in")).to_be_visible()


def test_an_authenticator_is_scanned_used_and_turned_off(visit: Visit) -> None:
    player = visit()
    name = opened(player)
    account(player, name).get_by_role("button", name="Set one up").click()
    form = player.page.get_by_role("dialog", name="Set up an authenticator")
    form.get_by_label("Your password").fill(PASSWORD)
    form.get_by_role("button", name="Continue").click()
    picture = form.get_by_role("img", name="QR code")
    expect(picture).to_be_visible()
    assert picture.evaluate("it => it.decode().then(() => it.naturalWidth)") > 100
    assert faults(player, "dialog") == ""
    key = form.locator(".otp-key").inner_text().replace(" ", "")
    form.get_by_label("Code that it shows now").fill("000000")
    form.get_by_role("button", name="Finish").click()
    expect(form.get_by_role("alert")).to_contain_text("not the code")
    form.get_by_label("Code that it shows now").fill(code_of(key))
    form.get_by_role("button", name="Finish").click()
    dialog = account(player, name)
    expect(dialog).to_contain_text("You log in with a code from your authenticator.")
    dialog.get_by_role("button", name="Turn it off").click()
    off = player.page.get_by_role("dialog", name="Turn the authenticator off")
    assert faults(player, "dialog") == ""
    off.get_by_label("Your password").fill(PASSWORD)
    # The next code: each is good once.
    off.get_by_label("Code that the authenticator shows now").fill(
        TOTP(key).at(int(time.time()) + 30)
    )
    off.get_by_role("button", name="Turn it off").click()
    expect(account(player, name)).to_contain_text(
        "Use a phone app that shows a code for each login."
    )
    assert player.errors == []


def test_staff_are_not_offered_to_turn_it_off(visit: Visit) -> None:
    floor = visit()
    floor.log_in_by_form("floor")
    floor.page.get_by_role("button", name="Account").click()
    dialog = floor.page.get_by_role("dialog", name="Account of the-floor")
    expect(dialog.get_by_role("button", name="Set up another one")).to_be_visible()
    expect(dialog.get_by_role("button", name="Turn it off")).to_have_count(0)
