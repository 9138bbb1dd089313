"""How contributions rearrange a committed order, and what dice come from."""

from __future__ import annotations

from collections import Counter

from cardroom.fairness import mixing

ROOT = bytes(range(32))
ANN, BOB = ("ann", b"\1" * 32), ("bob", b"\2" * 32)


def test_every_contribution_changes_the_seed() -> None:
    seeds = {
        mixing.mixing_seed(ROOT, given)
        for given in ([], [ANN], [BOB], [ANN, BOB], [BOB, ANN], [("ann", b"\3" * 32)])
    }
    seeds.add(mixing.mixing_seed(bytes(32), [ANN]))
    assert len(seeds) == 7


def test_names_cannot_run_into_values() -> None:
    assert mixing.mixing_seed(ROOT, [("a", b"b" * 32)]) != mixing.mixing_seed(
        ROOT, [("ab", b"b" * 31)]
    )


def test_without_contributions_the_committed_order_is_dealt() -> None:
    seed = mixing.mixing_seed(ROOT, [])
    assert mixing.permutation(seed, 52) == tuple(range(52))


def test_a_seed_gives_one_arrangement_of_all_positions() -> None:
    seed = mixing.mixing_seed(ROOT, [ANN])
    found = mixing.permutation(seed, 312)
    assert sorted(found) == list(range(312))
    assert found == mixing.permutation(seed, 312)
    assert found != mixing.permutation(mixing.mixing_seed(ROOT, [BOB]), 312)


def test_every_arrangement_of_four_cards_is_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom; 49.7 is exceeded once in a thousand times."""
    counts = Counter(
        mixing.permutation(mixing.mixing_seed(ROOT, [("ann", n.to_bytes(32))]), 4)
        for n in range(4800)
    )
    assert len(counts) == 24
    assert sum((seen - 200) ** 2 / 200 for seen in counts.values()) < 49.7


def test_dice_depend_on_the_secret_the_seed_and_the_throw() -> None:
    secret, seed = b"s" * 32, mixing.mixing_seed(ROOT, [ANN])
    throws = [mixing.dice(secret, seed, throw, 3) for throw in range(600)]
    assert throws[0] == mixing.dice(secret, seed, 0, 3)
    assert {face for throw in throws for face in throw} == {1, 2, 3, 4, 5, 6}
    assert throws != [mixing.dice(secret, mixing.NO_SEED, throw, 3) for throw in range(600)]
    assert throws != [mixing.dice(b"t" * 32, seed, throw, 3) for throw in range(600)]
