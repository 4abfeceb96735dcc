"""What a page has of level files: the values that the store has, all where they fit, and of large
games those that the likeliest positions need.
"""

import math
import struct
from fractions import Fraction

import pytest

from efgc.pipeline.levels import excerpt as excerpts
from efgc.pipeline.levels.excerpt import ONE, excerpt, fits
from efgc.pipeline.levels.solve import solve_levels
from efgc.pipeline.levels.store import Store
from efgc.schemas.parts.problems import InputError
from efgc.schemas.rules.goofspiel import Position, deal
from efgc.stages.parse import parse
from efgc.stages.solve.induction.goofspiel.patterns import hands_of
from efgc.stages.solve.induction.goofspiel.position import places


def graph(cards, objective="points"):
    return parse(f"game: goofspiel\ncards: {cards}\nobjective: {objective}\n", "0" * 64)


def store_of(folder, cards, objective):
    solved = graph(cards, objective)
    solve_levels(solved, folder, 1)
    return Store(folder, solved.rule, make=False)


def numbers(layer):
    """Return the values of a layer by row and column."""
    width = len(layer.columns)
    values = struct.unpack(f"<{len(layer.values) // 8}d", layer.values)
    packed = layer.places
    at = range(len(values)) if packed is None else struct.unpack(f"<{len(values)}I", packed)
    return {
        (layer.patterns[place // width], layer.columns[place % width]): value
        for place, value in zip(at, values, strict=True)
    }


def value(store, pattern, prizes, score):
    rule = store.rule
    left = tuple(prize for at, prize in enumerate(rule.prizes) if prizes >> at & 1)
    score = Fraction(score, rule.unit)
    return store.value(Position(hands=hands_of(pattern), prizes=left, up=None, score=score))


@pytest.mark.parametrize("objective", ["points", "win"])
def test_all_values_of_a_small_game_are_there(tmp_path, objective):
    store = store_of(tmp_path, 5, objective)
    assert fits(store.rule)
    found = excerpt(store)
    assert found.whole and [layer.left for layer in found.layers] == [1, 2, 3, 4, 5]
    for layer in found.layers:
        whole, _ = store.level(layer.left)
        known = numbers(layer)
        assert len(known) == len(whole.patterns) * len(whole.prizes)
        reached = 0
        for (pattern, (prizes, score)), number in known.items():
            if math.isnan(number):
                with pytest.raises(InputError, match="does not lead to these hands with this"):
                    value(store, pattern, prizes, score)
            else:
                assert number == value(store, pattern, prizes, score)
                reached += 1
        assert reached == len(known) or objective == "win" and reached >= whole.states


@pytest.mark.parametrize("objective", ["points", "win"])
def test_of_a_large_game_the_likeliest_positions_are_there(tmp_path, objective, monkeypatch):
    store = store_of(tmp_path, 5, objective)
    everything = excerpt(store)
    monkeypatch.setattr(excerpts, "ROOM", 60 * ONE)
    assert not fits(store.rule)
    found = excerpt(store)
    known = {layer.left: numbers(layer) for layer in found.layers}
    for layer in everything.layers:
        shown = known.get(layer.left, {})
        assert shown.items() <= numbers(layer).items()
    assert not found.whole and sum(map(len, known.values())) <= 60
    # The first round is the likeliest: all of it can be opened.
    assert found.positions >= 5
    below, _ = store.level(4)
    for prize in store.rule.prizes:
        needed = places(store.rule, below, deal(store.rule)._replace(up=prize))
        width = len(below.prizes)
        for place in needed.tolist():
            column = place % width
            at = (int(below.prizes[column]), int(below.scores[column]))
            assert (int(below.patterns[place // width]), at) in known[4]


def test_an_excerpt_has_only_kept_levels(tmp_path):
    solved = graph(5)
    solve_levels(solved, tmp_path, 1, keep=False)
    found = excerpt(Store(tmp_path, solved.rule, make=False))
    assert [layer.left for layer in found.layers] == [4] and found.positions == 5


def test_no_more_positions_are_opened_than_take_some_seconds(tmp_path, monkeypatch):
    store = store_of(tmp_path, 5, "win")
    monkeypatch.setattr(excerpts, "ROOM", 800 * ONE)
    monkeypatch.setattr(excerpts, "POSITIONS", 7)
    assert excerpt(store).positions == 7
