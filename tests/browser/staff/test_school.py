"""The school on the page, by keyboard alone: drills, whole rounds, examinations, and the class.

Player drills need the solver; they are in `odds/test_coach.py`, whose room has one.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.card_room import Visitor
from tests.browser.conftest import Visit
from tests.browser.test_axe import faults

PHONE = ((390, 844), (844, 390), (320, 640))


def fits(visitor: Visitor) -> None:
    """On a phone, portrait and landscape, nothing is wider than the screen."""
    for width, height in PHONE:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_drill_works_by_keyboard_alone(visit: Visit) -> None:
    trainee = visit()
    trainee.go("school")
    page = trainee.page
    expect(page.locator(".drill").first).to_be_visible()
    page.get_by_label("Game").select_option("maxtime-21")
    page.locator(".drill", has_text="Pay and take").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer input")).to_be_focused()
    assert faults(trainee) == ""
    page.keyboard.type("a lot")
    page.keyboard.press("Enter")
    expect(page.locator(".unreadable")).to_be_visible()
    expect(page.locator(".answer input")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("pay 0.01")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Wrong")
    expect(page.locator(".given")).to_have_text("You answered: pay 0.01")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".answer input")).to_be_focused()
    trainee.go("school/maxtime-21-may-they")
    expect(page.locator(".school-choice").first).to_be_focused()
    fits(trainee)
    page.keyboard.press("1")
    expect(page.locator(".verdict")).to_be_visible()


def test_a_question_that_has_ended_leads_to_the_next_one(visit: Visit) -> None:
    """As after a restart, or when it was answered in another window."""
    trainee = visit()
    page = trainee.page
    trainee.go("school/maxtime-21-pay")
    expect(page.locator(".answer input")).to_be_focused()
    school, given = f"{trainee.room.url}/api/school", {"drill": "maxtime-21-pay", "level": ""}
    for path in ("questions", "answers"):
        answer = trainee.context.request.post(f"{school}/{path}", data=given)
        assert answer.status == 200, answer.text()
        given = {"id": answer.json().get("id", ""), "given": ""}
    page.keyboard.type("pay 5")
    page.keyboard.press("Enter")
    ended = page.locator(".grade .unreadable")
    expect(ended).to_contain_text("This question has ended, because the room was restarted")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".answer input")).to_be_focused()


def test_a_whole_round_is_dealt_by_keyboard_and_by_buttons(visit: Visit) -> None:
    trainee = visit("phone")
    page = trainee.page
    trainee.go("school/table/maxtime-21")
    expect(page.locator(".doing input").first).to_be_focused()
    page.keyboard.type("dice")
    page.keyboard.press("Enter")
    expect(page.locator(".departure")).to_contain_text('announce "no more bets"')
    expect(page.locator(".departure")).to_contain_text("Rule: bets are placed")
    expect(page.locator(".doing input").first).to_be_focused()
    page.get_by_role("button", name="Deal to: burn").click()
    expect(page.locator(".done")).to_contain_text("deal to the burn pile")
    page.keyboard.type("over")
    fits(trainee)
    again = page.get_by_role("button", name="Another round")
    while not again.is_visible():
        before = page.locator(".marks").inner_text()
        page.locator(".doing input").first.fill("over")
        page.keyboard.press("Enter")
        expect(page.locator(".marks")).not_to_have_text(before, use_inner_text=True)
    expect(again).to_be_focused()
    expect(page.locator(".verdict").last).to_contain_text("together they would have cost $")


def test_an_examination_and_the_class_of_its_trainer(visit: Visit) -> None:
    trainee = visit()
    trainee.log_in("dealer")
    trainee.go("school")
    page = trainee.page
    page.get_by_label("Game").select_option("maxtime-21")
    page.get_by_role("button", name="Take an examination").press("Enter")
    expect(page.locator(".drill-head")).to_contain_text("Question 1 of 25")
    # A payment is typed, and another question may be a choice: what is focused depends on the draw.
    expect(page.locator(".answer :focus")).to_be_visible()
    fits(trainee)
    assert faults(trainee) == ""
    page.on("dialog", lambda sheet: sheet.accept())
    page.get_by_role("button", name="End the examination").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("0 of 25 right, 20 needed: not passed")
    expect(page.get_by_role("link", name="Back to the school")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".exam-list")).to_contain_text("not passed")
    trainee.go("school/maxtime-21-pay")
    expect(page.locator(".answer input")).to_be_focused()
    page.keyboard.type("take 0.01")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Wrong")
    trainee.go("school/progress")
    expect(page.locator("th[scope=row]").first).to_contain_text("MaxTime 21: ")
    fits(trainee)
    assert faults(trainee) == ""
    trainer = visit()
    trainer.log_in("floor")
    trainer.go("school")
    trainer.page.get_by_role("link", name="The class").press("Enter")
    expect(trainer.page.locator(".class-table")).to_contain_text("MaxTime 21")
    assert faults(trainer) == ""
    trainer.page.locator(".class-table a").first.press("Enter")
    expect(trainer.page.locator(".exam-list")).to_contain_text("MaxTime 21")
    fits(trainer)
    assert faults(trainer) == ""
