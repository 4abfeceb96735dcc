"""Games of OpenSpiel that are far too large are refused soon, and those that fit never are."""

import time
from typing import Any, NamedTuple

import pytest

from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.openspiel import ENOUGH, GROUPS, TreeWalk, estimate, parse_openspiel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


def nodes_of(name):
    """Return how many nodes a game has, counted."""
    walk = TreeWalk(10**6, lambda done, total: None)
    walk.go(pyspiel.load_game(name).new_initial_state())
    return len(walk.tree)


SMALL = ("kuhn_poker", "leduc_poker", "matrix_rps", "goofspiel(num_cards=3,imp_info=True)")


@pytest.mark.parametrize("name", SMALL)
def test_a_game_that_fits_is_never_refused(name):
    root, nodes = pyspiel.load_game(name).new_initial_state(), nodes_of(name)
    for most in (nodes, nodes * 2, nodes * 100):
        assert estimate(root, most) is None


@pytest.mark.parametrize("name", SMALL)
def test_the_estimate_of_a_game_is_near_the_number_of_its_nodes(name):
    root, nodes = pyspiel.load_game(name).new_initial_state(), nodes_of(name)
    found = estimate(root, nodes // 20)
    assert found is not None and not found.broken_off
    assert nodes / 3 < found.nodes < nodes * 3


class Comb(NamedTuple):
    """A state of a tree whose random plays are far from all alike: the last of its moves leads
    further, the others to an end.
    """

    depth: int
    moves: int = 20

    def is_terminal(self) -> bool:
        return self.depth == 0

    def is_chance_node(self) -> bool:
        return False

    is_simultaneous_node = is_chance_node

    def legal_actions(self) -> list[int]:
        return list(range(self.moves))

    def child(self, action: int) -> Any:
        return Comb(self.depth - 1 if action + 1 == self.moves else 0)


@pytest.mark.parametrize("depth", [3, 10, 200])
def test_a_tree_with_few_long_ways_is_not_taken_for_a_large_one(depth):
    assert estimate(Comb(depth), 1 + 20 * depth) is None


def test_a_group_of_plays_that_does_not_say_so_decides(monkeypatch):
    counts = iter([10**9] * (GROUPS - 1) + [1] * 10**6)
    monkeypatch.setattr("efgc.stages.parse.openspiel._count", lambda *_: next(counts))
    assert estimate(None, 1000) is None
    monkeypatch.setattr("efgc.stages.parse.openspiel._count", lambda *_: 10**9)
    assert estimate(None, 1000) == (10**9, GROUPS, False)


@pytest.mark.parametrize(
    "name, said",
    [
        ("connect_four", "about 6.93e+22 nodes"),
        ("goofspiel(num_cards=6,imp_info=True)", "about 722,877,739 nodes"),
        ("phantom_ttt", "about 22,430,249,640 nodes"),
        ("chess", f"at least {ENOUGH:.2e} nodes"),
    ],
)
@pytest.mark.slow
def test_a_game_that_is_far_too_large_is_refused_in_seconds(name, said):
    before = time.process_time()
    with pytest.raises(InputError) as caught:
        parse_openspiel(f"openspiel:{name}", "", 2_000_000)
    text = str(caught.value)
    assert f"the tree has {said}, more than the limit of 2,000,000; estimated from" in text
    assert "random plays" in text
    assert time.process_time() - before < 10


def test_small_trees_are_not_estimated(monkeypatch):
    monkeypatch.setattr("efgc.stages.parse.openspiel.estimate", None)
    assert nodes_of("kuhn_poker") == 58
