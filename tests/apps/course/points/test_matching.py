"""Matchings of tables by numbers: found, refuted, or undecided; compared with all permutations."""

import itertools
import random

import pytest

from efgc.pipeline.apps.course.points import colouring
from efgc.pipeline.apps.course.points.colouring import Colouring
from efgc.pipeline.apps.course.points.matching import matched


def circles(*lengths, number=1.0):
    """Return a table of circles, each with so many rows and as many columns."""
    table, first = {}, 1
    for length in lengths:
        for at in range(length):
            table[first + at, first + at] = number
            table[first + at, first + (at + 1) % length] = number
        first += length
    return table


def shuffled(table, luck):
    rows, columns = ([*{pair[side]: None for pair in table}] for side in (0, 1))
    others = [
        dict(zip(those, luck.sample(those, len(those)), strict=True)) for those in (rows, columns)
    ]
    moved = [((others[0][row], others[1][column]), one) for (row, column), one in table.items()]
    luck.shuffle(moved)
    return dict(moved)


@pytest.mark.parametrize("one, other", [((3, 3), (6,)), ((2, 4), (3, 3)), ((3, 5, 4), (4, 4, 4))])
def test_tables_with_the_same_colours_can_be_different(one, other):
    assert matched(circles(*one), circles(*other)) is None


@pytest.mark.parametrize("lengths", [(3, 3), (2, 4), (3, 5, 4), (7,) * 20])
def test_circles_in_another_order_are_matched(lengths):
    one = circles(*lengths)
    many = sum(lengths)
    found = matched(one, shuffled(one, random.Random(1)))
    assert found.proved
    assert [[len(mine) for mine, _ in side] for side in found.classes] == [[many], [many]]


def test_a_search_without_end_is_undecided(monkeypatch):
    monkeypatch.setattr(colouring, "MAX_WORK", 1_000)
    found = matched(circles(*[3] * 8), circles(*[3] * 6, 6))
    assert not found.proved and len(found.classes[0]) == 1


def test_numbers_are_compared_also_if_others_lie_between_them():
    # Each is close to the next one, and the first is not to the last.
    one = {(row, 1): 1 + row * 8e-7 for row in range(1, 5)}
    other = {**one, (1, 1): one[4, 1]}
    assert matched(one, one).proved and not matched(one, other).proved


def same(one, other, rows, columns):
    """Return whether a permutation of rows and columns makes one table the other."""
    return any(
        {(to_row[row], to_column[column]): number for (row, column), number in one.items()} == other
        for to_row in itertools.permutations(range(rows))
        for to_column in itertools.permutations(range(columns))
    )


@pytest.mark.parametrize("seed", range(60))
def test_tables_are_matched_if_a_permutation_makes_them_equal(seed):
    luck, places = random.Random(seed), [*itertools.product(range(4), range(4))]
    one = {pair: luck.choice([1.0, 1.0, 2.0]) for pair in luck.sample(places, 8)}
    rows, columns = (luck.sample(range(4), 4) for _ in "ab")
    other = {(rows[row], columns[column]): number for (row, column), number in one.items()}
    if luck.random() < 0.5:  # Two entries change their places: often the table is another one.
        free, full = [pair for pair in places if pair not in other], [*other]
        other[luck.choice(free)] = other.pop(luck.choice(full))
    found = matched(one, other)
    assert (found is not None and found.proved) == same(one, other, 4, 4)
    assert (found is None) == (not same(one, other, 4, 4))


@pytest.mark.parametrize("seed", range(20))
def test_a_colouring_is_stable_and_can_be_undone(seed):
    luck = random.Random(seed)
    edges = [[] for _ in range(24)]
    for one, other in luck.sample([*itertools.combinations(range(12), 2)], 15):
        kind = luck.randrange(2)
        for first in (0, 12):
            edges[first + one].append((kind, first + other))
            edges[first + other].append((kind, first + one))
    found = Colouring(edges, 12, [0] * 24)
    before = [*found.colours], [{*cell} for cell in found.cells]
    assert found.balanced() and stable(found)
    mark = found.mark()
    for vertex in range(12):
        found.individualise(vertex, vertex + 12)
        assert found.balanced() and stable(found)
    assert len({*found.colours}) == 12
    found.undo(mark)
    assert (found.colours, found.cells) == before


def stable(found):
    around = [
        (colour, *sorted((kind, found.colours[other]) for kind, other in edges))
        for colour, edges in zip(found.colours, found.edges, strict=True)
    ]
    return len({*around}) == len({*found.colours})
