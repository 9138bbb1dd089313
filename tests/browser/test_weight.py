"""What the browser loads: little, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import re

from cardroom.web import STATIC

KB_MAX = 150
# Names of formats, which no browser fetches.
NAMESPACES = {"http://www.w3.org/2000/svg"}


def test_all_files_together_are_under_150_kb_compressed() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert len(files) > 10
    total = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    assert total <= KB_MAX * 1024


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            assert set(re.findall(r"https?://[^\s\"'`)]+", text)) <= NAMESPACES, path


def test_the_page_needs_no_exception_from_a_strict_content_policy() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=", page)
    for path in STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|\beval\(|setAttribute\(\"style\"", text), path
