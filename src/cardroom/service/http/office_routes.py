"""The routes of the office: reports, trays, disputes, jackpot slips, and exclusions."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args

import msgspec
from starlette.responses import Response

from cardroom.office.daily import Span
from cardroom.office.dispute import HOUSE_ROW, RulingPreview, preview
from cardroom.office.paper import sheet
from cardroom.office.report import Report, as_csv, document
from cardroom.office.reports import REPORTS, TheoryChoice
from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http.games_routes import Computing
from cardroom.service.http.replies import computing, reply
from cardroom.service.http.routes import Call, Route, in_turn
from cardroom.service.http.tables_routes import find
from cardroom.service.office.report_desk import ComputedReport, ReportQuestion
from cardroom.service.office.trays import TableOffice, table_office
from cardroom.signage import press
from cardroom.table import Actor, clauses
from cardroom.table.cashier import Exclude, Readmit
from cardroom.table.floor import Floor
from cardroom.table.jackpots import verified
from cardroom.table.office_commands import RuleOnRound, VerifyJackpot

FORMS: Final[Mapping[str, str]] = {
    "json": "application/json",
    "csv": "text/csv",
    "pdf": "application/pdf",
}
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Exclusion(msgspec.Struct, frozen=True):
    name: str
    """In lower case."""
    why: str


class NewExclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName
    why: Reason


class Readmission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: Reason


# --- reports ------------------------------------------------------------------------------------


async def office_report(call: Call) -> Response:
    """For the page: tables with the titles of their columns, and a chart."""
    return await shown_report(call, _question(call))


async def office_report_file(call: Call) -> Response:
    return await report_file(call, _question(call))


async def person_statement(call: Call) -> Response:
    return await shown_report(call, ReportQuestion("statement", player=call.path("name")))


async def person_statement_file(call: Call) -> Response:
    return await report_file(call, ReportQuestion("statement", player=call.path("name")))


def _question(call: Call) -> ReportQuestion:
    name, query = call.path("report"), call.request.query_params
    if name not in REPORTS:
        known = f"reports are {', '.join(REPORTS)}"
        raise refuse(404, errors.NOT_FOUND, f"there is no report {name[:40]!r}; {known}")
    given = {
        "report": name,
        "day": query.get("day", "")[:40],
        "span": query.get("span", "day"),
        "theory": query.get("theory", "computed"),
    }
    try:
        return msgspec.convert(given, ReportQuestion)
    except msgspec.ValidationError as wrong:
        spans, theories = ", ".join(get_args(Span)), ", ".join(get_args(TheoryChoice))
        known = f"span is one of {spans}; theory is one of {theories}"
        raise refuse(422, errors.FORM, f"{wrong}; {known}") from None


async def shown_report(call: Call, question: ReportQuestion) -> Response:
    found = await call.room.reports.report(question)
    if found is None:
        return computing(Computing())
    return reply(found.report)


async def report_file(call: Call, question: ReportQuestion) -> Response:
    form, paper = call.path("form"), call.request.query_params.get("paper", "letter")
    if form not in FORMS:
        raise refuse(404, errors.NOT_FOUND, f"a report is a file of the form {', '.join(FORMS)}")
    if paper not in press.PAPERS:
        raise refuse(422, errors.FORM, f"paper sizes are {', '.join(press.PAPERS)}")
    found = await call.room.reports.wait(question)
    house = call.room.settings.house
    title = "" if house is None else house.title
    size = msgspec.convert(paper, press.Paper)
    content = await in_turn(call.room, lambda: written(found, form, title, size))
    who = f"-{question.player}" if question.player else ""
    day = f"-{question.day}" if question.day else ""
    name = f"{question.report}{who}{day}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=FORMS[form], headers=headers)


def written(found: ComputedReport, form: str, house: str, paper: press.Paper) -> bytes:
    """The report as a file."""
    assert found.report is not None, "a report that was computed"
    match form:
        case "json":
            return json.dumps(document(found.report), ensure_ascii=False, indent=2).encode()
        case "csv":
            return as_csv(found.report).encode()
        case _:
            return press.pdf(sheet(found.report, house, found.source), paper)


# --- trays and disputes -------------------------------------------------------------------------


async def list_trays(call: Call) -> Response:
    """Every table that counts its chips, or could."""
    tables = (live for live in call.room.lobby.all() if live.table.chips != "practice")
    return reply([table_office(live) for live in tables])


async def preview_ruling(call: Call) -> Response:
    live = find(call.room, call.path("table"))
    asked: RuleOnRound = call.body
    floor, number = call.room.floor, asked.round
    asked = msgspec.structs.replace(asked, by=call.who.name)
    if not 0 < number <= live.table.number:
        raise refuse(404, errors.NOT_FOUND, f"{live.listing.title} has played no round {number}")

    def work() -> RulingPreview | Refusal:
        round, ruled = floor.disputed(live.id, number)
        return preview(round, round_results(floor, live.id, number), ruled, asked)

    found = await in_turn(call.room, work)
    if isinstance(found, Refusal):
        raise ServiceError(409, found)
    return reply(found)


class AskedJackpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    box: int


async def jackpot_slip(call: Call) -> Response:
    live, asked = find(call.room, call.path("table")), call.body
    if not 0 < asked.round <= live.table.number:
        no = f"{live.listing.title} has played no round {asked.round}"
        raise refuse(404, errors.NOT_FOUND, no)
    slip = VerifyJackpot(call.who.name, asked.round, asked.box)

    def work() -> VerifyJackpot | Refusal:
        round, _ = call.room.floor.disputed(live.id, asked.round)
        return verified(round, slip) if round is not None else Refusal(clauses.JACKPOT)

    found = await in_turn(call.room, work)
    if isinstance(found, Refusal):
        raise ServiceError(409, found)
    return reply(found)


def round_results(floor: Floor, table: str, number: int) -> dict[str, int]:
    """What a round brought each player, and the house where it banks."""
    past = next((each for each in floor.rounds(table) if each.number == number), None)
    if past is None:
        return {}
    return dict(past.results) if past.banker else {**past.results, HOUSE_ROW: past.bank}


# --- exclusions ---------------------------------------------------------------------------------


async def list_exclusions(call: Call) -> Response:
    listed = call.room.floor.cashier.excluded
    return reply([Exclusion(name, why) for name, why in sorted(listed.items())])


async def exclude_person(call: Call) -> Response:
    given: NewExclusion = call.body
    return await list_change(call, Exclude(given.name, given.why), _listing(call))


async def readmit_person(call: Call) -> Response:
    given: Readmission = call.body
    return await list_change(call, Readmit(call.path("name"), given.why), _listing(call))


def _listing(call: Call) -> Literal["cashier", "floor"]:
    return "cashier" if call.who.has("count") else "floor"


async def list_change(
    call: Call, command: Exclude | Readmit, role: Literal["cashier", "floor", "player"]
) -> Response:
    key = f"exclude/{call.who.name}/{secrets.token_hex(8)}"
    actor = Actor(call.who.name, role)
    answer = await call.room.floor.ask_cashier(key, actor, command)
    if isinstance(answer, Refusal):
        raise ServiceError(409, answer)
    return reply(Exclusion(command.player.lower(), command.why))


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/api/office/reports/{report}",
        office_report,
        "A report of a gaming day: daily, bank, rotation, incidents, or meters; ?day=, ?span=, and"
        " ?theory=left-out; 202 while it is computed",
        duty="report",
        gives={200: Report, 202: Computing},
    ),
    Route(
        "GET",
        "/api/office/reports/{report}/{form}",
        office_report_file,
        "The same report as a file: json, csv, or pdf",
        duty="report",
        gives={200: str},
        media="application/octet-stream",
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/office/people/{name}/statement",
        person_statement,
        "The statement of a player",
        duty="count",
        gives={200: Report, 202: Computing},
    ),
    Route(
        "GET",
        "/api/office/people/{name}/statement/{form}",
        person_statement_file,
        "The statement of a player as a file: json, csv, or pdf",
        duty="count",
        gives={200: str},
        media="application/octet-stream",
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/office/trays",
        list_trays,
        "Trays, drop boxes, and slips that wait for a signature, by table",
        duty="sign",
        gives={200: list[TableOffice]},
    ),
    Route(
        "POST",
        "/api/tables/{table}/ruling",
        preview_ruling,
        "What a ruling on a settled round would change; nothing is changed",
        duty="mend",
        takes=RuleOnRound,
        gives={200: RulingPreview},
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/tables/{table}/jackpot",
        jackpot_slip,
        "The jackpot slip of a box in a settled round: award, cards, player; nothing is changed",
        duty="mend",
        takes=AskedJackpot,
        gives={200: VerifyJackpot},
        kind="recalls",
    ),
    Route(
        "GET",
        "/api/office/exclusions",
        list_exclusions,
        "People who are not seated",
        duty="exclude",
        gives={200: list[Exclusion]},
    ),
    Route(
        "POST",
        "/api/office/exclusions",
        exclude_person,
        "Exclude a person from the tables",
        duty="exclude",
        takes=NewExclusion,
        gives={200: Exclusion},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/office/exclusions/{name}/readmit",
        readmit_person,
        "Take a person off the list",
        duty="exclude",
        takes=Readmission,
        gives={200: Exclusion},
        kind="commands",
    ),
)
