"""Tables become data frames, CSV, and HTML; pictures are SVG, PNG, and PDF."""

from __future__ import annotations

import csv
import ctypes
import gc
import io
from pathlib import Path
from typing import Any

import polars
import pytest

import cardroom as cr
from cardroom.api import arrow
from cardroom.api.figure import PlottedBar, bars
from cardroom.api.frame import Frame, frame

ROWS = [("ä", 1, 1.5, None, None), (None, 2, None, None, "<z>"), ("", -3, 2.5, None, "")]
NAMES = ("text", "whole", "number", "none", "mixed")


@pytest.fixture
def table() -> Frame:
    return frame("A table", NAMES, ROWS)


def test_polars_reads_a_table_without_knowing_it(table: Frame) -> None:
    found = polars.DataFrame(table)
    assert found.columns == list(NAMES)
    assert found.rows() == ROWS
    kinds = [polars.String, polars.Int64, polars.Float64, polars.Float64, polars.String]
    assert found.dtypes == kinds
    assert polars.DataFrame(frame("empty", NAMES, [])).shape == (0, 5)


def test_what_was_exported_is_released(table: Frame) -> None:
    before = len(arrow._alive)
    kept = polars.DataFrame(table)
    for _ in range(50):
        polars.DataFrame(table)
        table.__arrow_c_stream__()
    gc.collect()
    assert kept.rows() == ROWS
    del kept
    gc.collect()
    assert len(arrow._alive) == before


def values_of(column: Any) -> list[Any]:
    """A column read as the interchange protocol describes it."""
    found = column.get_buffers()
    data, (kind, bits, _, _) = found["data"]
    size = column.size()
    raw = ctypes.string_at(data.ptr, data.bufsize)
    if column.dtype[0] == 21:
        offsets, _ = found["offsets"]
        ends = (ctypes.c_int64 * (size + 1)).from_buffer_copy(
            ctypes.string_at(offsets.ptr, offsets.bufsize)
        )
        values: list[Any] = [raw[ends[n] : ends[n + 1]].decode() for n in range(size)]
    else:
        assert bits == 64
        number = ctypes.c_int64 if kind == 0 else ctypes.c_double
        values = list((number * size).from_buffer_copy(raw))
    if found["validity"] is None:
        assert column.describe_null == (0, None)
        return values
    mask, (_, bits, _, _) = found["validity"]
    assert (bits, column.describe_null) == (1, (3, 0))
    there = ctypes.string_at(mask.ptr, mask.bufsize)
    return [each if there[n // 8] >> n % 8 & 1 else None for n, each in enumerate(values)]


def test_the_interchange_protocol_gives_every_value(table: Frame) -> None:
    found = table.__dataframe__(nan_as_null=False, allow_copy=True)
    assert found.num_rows() == 3
    assert found.column_names() == list(NAMES)
    columns = [values_of(each) for each in found.get_columns()]
    assert list(zip(*columns, strict=True)) == ROWS
    chosen = found.select_columns_by_name(["whole"]).select_columns([0])
    assert values_of(chosen.get_column_by_name("whole")) == [1, 2, -3]
    assert [each.null_count for each in found.get_columns()] == [1, 0, 1, 3, 1]
    (chunk,) = found.get_chunks()
    assert chunk.num_columns() == 5


def test_csv_and_html_have_every_row(table: Frame, tmp_path: Path) -> None:
    text = table.to_csv(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_text(encoding="utf-8") == text
    rows = list(csv.reader(io.StringIO(text)))
    assert rows == [list(NAMES), ["ä", "1", "1.5", "", ""], ["", "2", "", "", "<z>"],
                    ["", "-3", "2.5", "", ""]]  # fmt: skip
    shown = table._repr_html_()
    assert shown.count("<tr>") == 4
    assert "&lt;z&gt;" in shown
    assert "<z>" not in shown
    long = frame("long", ("n",), [(n,) for n in range(100)])
    assert "and 40 more rows" in long._repr_html_()


def test_units_are_read_as_people_write_them() -> None:
    found = frame("u", ("edge:edge", "share:share", "paid:dollars"), [(0.00615, 0.5, -7.5)])
    assert [column.shown(0) for column in found.columns] == ["+0.61500%", "50.0000%", "-$7.50"]
    assert found.to_csv().splitlines()[0] == "edge,share,paid"


def test_a_picture_is_saved_as_its_name_says(tmp_path: Path) -> None:
    found = bars([PlottedBar("one", 0.25, 0.01), PlottedBar("two", 0.75)], "Two", "share")
    assert found.svg.startswith("<svg")
    assert found.save(tmp_path / "two.svg").read_text(encoding="utf-8") == found.svg
    assert found.save(tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")
    assert found.save(tmp_path / "two.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(cr.CardroomError, match=r"\.svg, \.png, \.pdf"):
        found.save(tmp_path / "two.doc")


def results() -> list[cr.Result]:
    game = cr.game("three-card-poker")
    return [
        cr.catalog(),
        cr.equity("AsKs", "QhQd", board="Js Ts 2c"),
        cr.play("blackjack", {1: 10, 2: 10}, seed=4),
        game.odds(),
        game.strategy(),
        cr.game("blackjack").simulate(5_000),
        cr.game("blackjack").strategy(),
        game.session(bet=10, rounds=50),
    ]


def test_every_result_can_be_shown_written_drawn_and_framed() -> None:
    for found in results():
        assert found.summary in repr(found)
        assert found.table._repr_html_() in found._repr_html_()
        assert list(found.to_dict())
        assert found.plot().svg.startswith("<svg")
        assert len(found.to_csv().splitlines()) == len(found.table) + 1
        assert polars.DataFrame(found).height == len(found.table)
