"""The page's files: asked for each time, or kept for as long as their version stands."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx

from cardroom.service.http.page import Page
from tests.service.running_service import House


def fetched(folder: Path, path: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=Page(folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://room") as client:
            return await client.get(path)

    return asyncio.run(ask())


def test_a_browser_keeps_what_the_page_names_and_nothing_else(house: House) -> None:
    http = house.nobody().http
    page = http.get("/")
    assert page.headers["cache-control"] == "no-cache"
    links = re.findall(r'(?:href|src)="(version-[^"]+)"', page.text)
    assert len(links) > 5
    assert not re.search(r'(?:href|src)="(?:css|js|icon)', page.text)
    for link in links:
        named = http.get(f"/{link}")
        assert named.status_code == 200
        assert "immutable" in named.headers["cache-control"]
        plain = http.get(f"/{link.partition('/')[2]}")
        assert plain.content == named.content
        assert plain.headers["cache-control"] == "no-cache"
    script = next(link for link in links if link.endswith(".js"))
    assert http.get(f"/{script}").headers["content-type"].startswith("text/javascript")
    assert http.get("/version-0/none.js").status_code == 404


def test_scripts_are_asked_for_at_once_and_sent_compressed(house: House) -> None:
    http = house.nobody().http
    early = re.findall(r'modulepreload" href="version-\w+/js/([\w/-]+\.js)"', http.get("/").text)
    assert {"lobby/lobby.js", "table/table-page.js", "shared/dom.js"} <= set(early)
    assert "lab/lab.js" not in early  # loaded when it is opened
    plain = http.get("/js/lobby/lobby.js", headers={"accept-encoding": "identity"})
    small = http.get("/js/lobby/lobby.js", headers={"accept-encoding": "gzip"})
    assert small.text == plain.text
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert small.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    again = http.get("/js/lobby/lobby.js", headers={"if-none-match": small.headers["etag"]})
    assert again.status_code == 304


def test_a_changed_file_is_another_version_and_versions_never_mix(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text('<script src="js/main.js"></script>')
    main = tmp_path / "js" / "main.js"
    main.write_text("one()")
    before = fetched(tmp_path, "/").text
    main.write_text("another()")
    after = fetched(tmp_path, "/").text
    assert before != after
    old, new = (re.findall(r'src="(.*?)"', text)[0] for text in (before, after))
    assert fetched(tmp_path, f"/{new}").text == "another()"
    assert "immutable" in fetched(tmp_path, f"/{new}").headers["cache-control"]
    # A visitor who still has the old page gets the file, and does not keep it by the old name.
    assert fetched(tmp_path, f"/{old}").headers["cache-control"] == "no-cache"


def test_a_script_that_moves_to_another_folder_is_another_version(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="js/main.js"></script>')
    for folder in ("lab", "table"):
        (tmp_path / "js" / folder).mkdir(parents=True)
    script = tmp_path / "js" / "lab" / "dice.js"
    script.write_text("roll()")
    before = fetched(tmp_path, "/").text
    script.rename(tmp_path / "js" / "table" / "dice.js")
    assert fetched(tmp_path, "/").text != before
