"""A house that has learned a page's contribution may no longer change the shuffle unnoticed.

The page is given what such a house would send. The page's own part of the shuffle is the real one.
"""

from __future__ import annotations

from typing import Any

from cardroom.fairness import contribution
from tests.browser.conftest import Visit
from tests.primes import PRIMES

FIRST, SECOND = PRIMES[:2]
MODULUS = f"{FIRST * SECOND:x}"
SCRIPT = """async ([root, squarings, bob, cheat]) => {
  const { FairShuffle, rootsSeen } = await import("/js/fairness/fair-shuffle.js");
  const { opened } = await import("/js/fairness/contribution.js");
  const { mixingSeed } = await import("/js/fairness/proof.js");
  const sent = [];
  const page = new FairShuffle((message) => sent.push(message));
  const own = await page.ready;
  await page.committed({ shoe: 1, root }, true);
  const list = [{ player: "ann", modulus: own.modulus }];
  const listed = cheat === "none" || cheat === "silent" || cheat === "made up" || cheat === "easy";
  if (listed) list.push({ player: "bob", modulus: bob.modulus });
  page.contributionsClosed({ shoe: 1, contributors: [...list], squarings });
  const prime = sent.find((message) => message.type === "prime").prime;
  if (cheat === "closed again") {
    list.push({ player: "bob", modulus: bob.modulus });
    page.contributionsClosed({ shoe: 1, contributors: [...list], squarings });
  }
  const values = [{ player: "ann", value: opened(own.modulus, prime, squarings), prime }];
  if (cheat !== "left alone") values.push({ player: "bob", value: bob.value, prime: bob.prime });
  await page.loaded({ shoe: 1, root, opened: values, seed: mixingSeed(root, values) });
  const followed = rootsSeen().some((seen) => seen.startsWith(`${root}/`));
  return { text: page.node.textContent, followed };
}"""
WARNING = "Warning: this shuffle does not match the house's commitment"
HELPED = "Your page helped to shuffle these cards"


def bob(squarings: int, **changes: str) -> dict[str, str]:
    value = contribution.opened(FIRST * SECOND, FIRST, squarings)
    assert value is not None
    return {"modulus": MODULUS, "value": value.hex(), "prime": f"{FIRST:x}", **changes}


CHEATS: tuple[tuple[str, int, dict[str, str], str], ...] = (
    ("none", contribution.SQUARINGS, {}, f"{HELPED}."),
    ("left alone", contribution.SQUARINGS, {}, f"{HELPED}."),
    ("added", contribution.SQUARINGS, {}, WARNING),
    ("closed again", contribution.SQUARINGS, {}, WARNING),
    ("made up", contribution.SQUARINGS, {"value": "77" * 32}, WARNING),
    ("silent", contribution.SQUARINGS, {"value": "77" * 32, "prime": ""}, "bob did not open"),
    ("easy", 1000, {}, "the house could compute every contribution"),
)


def test_a_page_trusts_only_what_was_closed_before_it_opened(visit: Visit) -> None:
    player = visit()
    player.go("")
    for number, (cheat, squarings, other, says) in enumerate(CHEATS):
        given = [f"{number:064x}", squarings, bob(squarings, **other), cheat]
        found: Any = player.page.evaluate(SCRIPT, given)
        assert says in found["text"], cheat
        assert found["followed"] is (says == f"{HELPED}."), cheat
