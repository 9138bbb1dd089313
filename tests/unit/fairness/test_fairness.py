"""Commitments to an order: what can be opened, and what cannot be faked."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from cardroom.cards import Card, Deck, Stream, parse_cards, shuffled
from cardroom.cli.app import build
from cardroom.fairness import (
    Commitment,
    Opening,
    commit,
    fresh_order,
    fresh_salts,
    open_card,
    verify_opening,
)
from cardroom.fairness.document import DocumentError, faults, parse
from tests.openings_files import show


def committed(size: int) -> Commitment:
    order = shuffled(tuple(Deck(packs=9)), Stream(size).below)[:size]
    salts = [sha256(b"salt %d" % n).digest() for n in range(size)]
    return commit(order, salts)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 52, 53, 104, 312, 432])
def test_every_card_of_an_order_can_be_opened(size: int) -> None:
    commitment = committed(size)
    for position in range(size):
        opening = open_card(commitment, position)
        assert opening.card is commitment.order[position]
        assert verify_opening(commitment.root, size, opening)


def test_the_tree_is_the_documented_one() -> None:
    order, salts = parse_cards("As Td Jk"), [bytes([n]) * 32 for n in range(3)]

    def leaf(n: int) -> bytes:
        name = order[n].text.encode()
        return sha256(b"cardroom card 1\0" + n.to_bytes(4) + name + salts[n]).digest()

    left = sha256(b"cardroom node 1\0" + leaf(0) + leaf(1)).digest()
    top = sha256(b"cardroom node 1\0" + left + leaf(2)).digest()
    root = sha256(b"cardroom root 1\0" + (3).to_bytes(4) + top).digest()
    commitment = commit(order, salts)
    assert commitment.root == root
    assert open_card(commitment, 2).path == (left,)
    assert open_card(commitment, 0).path == (leaf(1), leaf(2))


@given(st.integers(1, 60), st.data())
def test_an_opening_with_anything_changed_does_not_verify(size: int, data: st.DataObject) -> None:
    commitment = committed(size)
    opening = open_card(commitment, data.draw(st.integers(0, size - 1)))
    other = next(card for card in (Card("As"), Card("Kd")) if card is not opening.card)
    forgeries = [
        msgspec.structs.replace(opening, card=other),
        msgspec.structs.replace(opening, position=opening.position + 1),
        msgspec.structs.replace(opening, position=-1),
        msgspec.structs.replace(opening, salt=bytes(32)),
        msgspec.structs.replace(opening, salt=opening.salt + b"\0"),
        msgspec.structs.replace(opening, path=(*opening.path, bytes(32))),
    ]
    if opening.path:
        forgeries += [
            msgspec.structs.replace(opening, path=opening.path[1:]),
            msgspec.structs.replace(opening, path=(bytes(32), *opening.path[1:])),
            msgspec.structs.replace(opening, path=(b"", *opening.path[1:])),
        ]
    for forgery in forgeries:
        assert not verify_opening(commitment.root, size, forgery)
    assert not verify_opening(commitment.root, size + 1, opening)
    assert not verify_opening(bytes(32), size, opening)


def test_a_path_names_no_other_salt() -> None:
    commitment = committed(52)
    opening = open_card(commitment, 7)
    assert not set(opening.path) & set(commitment.salts)
    assert len(opening.path) == 6


def test_equal_cards_have_different_commitments() -> None:
    order = parse_cards("As As As As")
    one, other = commit(order, fresh_salts(4)), commit(order, fresh_salts(4))
    assert one.root != other.root


@pytest.mark.parametrize(
    "salts", [[bytes(32)], [bytes(32), bytes(32)], [bytes(31), b"x" * 32], [b"", b"x"]]
)
def test_salts_are_whole_and_unlike_each_other(salts: list[bytes]) -> None:
    with pytest.raises(ValueError, match="salts"):
        commit(parse_cards("As Ks"), salts)
    with pytest.raises(ValueError, match="0 cards"):
        commit([], [])


def test_a_position_outside_the_order_cannot_be_opened() -> None:
    with pytest.raises(ValueError, match="there is no position 52 in a shoe of 52 cards"):
        open_card(committed(52), 52)


def test_a_fresh_order_is_the_whole_deck_in_another_order() -> None:
    deck = Deck(packs=6, jokers=2)
    one, other = fresh_order(tuple(deck)), fresh_order(tuple(deck))
    assert sorted(one) == sorted(deck) == sorted(other)
    assert one != other
    assert len(set(fresh_salts(314))) == 314


@pytest.fixture
def shown(tmp_path: Path) -> Path:
    deck = Deck(jokers=1)
    commitment = commit(fresh_order(tuple(deck)), fresh_salts(53))
    path = tmp_path / "openings.json"
    path.write_bytes(show(commitment, [0, 5, 52], deck))
    return path


def run(path: Path) -> tuple[int, str]:
    command = ["audit", "fairness", str(path)]
    result = CliRunner().invoke(build(command), command)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_the_command_accepts_what_the_house_shows(shown: Path) -> None:
    code, output = run(shown)
    assert code == 0
    assert output.startswith("3 of 53 cards shown; all match the root ")


def test_the_command_names_every_card_that_does_not_fit(shown: Path) -> None:
    document = json.loads(shown.read_bytes())
    for opening in document["openings"][:2]:
        opening["card"] = "As" if opening["card"] != "As" else "Ks"
    shown.write_text(json.dumps(document))
    code, output = run(shown)
    assert code == 1
    assert "position 0: " in output
    assert "position 5: " in output
    assert "position 52: " not in output
    assert output.count("is not the card that was committed to") == 2


def test_the_command_says_in_one_line_why_a_file_cannot_be_read(tmp_path: Path) -> None:
    texts = {
        "no.json": b"hello",
        "list.json": b"[]",
        "hex.json": b'{"root": "xyz", "size": 1, "openings": []}',
        "more.json": b'{"root": "", "size": 1, "openings": [], "order": "secret"}',
        "bytes.json": b"\xff\xfe",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
        code, output = run(tmp_path / name)
        assert (code, output.count("\n")) == (2, 1), name
    code, output = run(tmp_path / "none.json")
    assert (code, output.endswith("No such file or directory\n")) == (2, True)


def test_shown_cards_are_held_against_the_deck() -> None:
    commitment = commit(parse_cards("As As"), fresh_salts(2))
    document = parse(show(commitment, [0, 1], Deck()))
    assert list(faults(document)) == [
        "the deck has 52 cards, but the committed order has 2",
        "As is opened more often than the deck contains it",
    ]
    assert list(faults(parse(show(commitment, [1, 0])))) == []
    assert list(faults(parse(show(commitment, [1, 1])))) == ["position 1 is opened twice"]


def test_text_that_is_not_a_card_is_reported(shown: Path) -> None:
    document = parse(shown.read_bytes())
    openings = (
        msgspec.structs.replace(document.openings[0], card="1x"),
        msgspec.structs.replace(document.openings[1], card="??"),
        msgspec.structs.replace(document.openings[2], salt="zz"),
    )
    found = list(faults(msgspec.structs.replace(document, openings=openings)))
    assert len(found) == 3
    with pytest.raises(DocumentError):
        parse(b"")


def test_an_opening_is_a_value() -> None:
    commitment = committed(5)
    assert open_card(commitment, 3) == open_card(commitment, 3)
    assert isinstance(open_card(commitment, 3), Opening)
