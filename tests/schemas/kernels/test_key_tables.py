"""The hash table and the sorting of compiled kernels."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.kernels.key_tables import KeyTable, add, enter_keys, find
from efgc.schemas.kernels.sorting import sort, sort_threes
from small_games import law
from uncompiled import same_bits


@law(200)
@given(st.lists(st.integers(0, 2**62), min_size=1), st.integers(1, 5))
def test_a_table_gives_each_key_one_number(keys, at_once):
    table, expected = KeyTable(1), {}
    for begin in range(0, len(keys), at_once):
        part = keys[begin : begin + at_once]
        numbers = np.empty(len(part), np.int32)
        enter_keys(table, np.array(part, np.int64), numbers)
        assert numbers.tolist() == [expected.setdefault(key, len(expected)) for key in part]
    assert np.asarray(table.keys)[: table.size].tolist() == [*expected]


@law(200)
@given(st.lists(st.integers(-1, 3) | st.just(-(2**63)), max_size=40))
def test_a_table_finds_all_numbers_of_a_key(keys):
    table = KeyTable(1)
    assert [add(table, key) for key in keys] == [*range(len(keys))]
    for key in {*keys, 2**62}:
        found = [find(table, key, 0)]
        while found[-1] >= 0:
            found.append(find(table, key, found[-1] + 1))
        assert found[:-1] == [number for number, one in enumerate(keys) if one == key]


def entered(keys):
    table, numbers = KeyTable(1), np.empty(len(keys), np.int32)
    enter_keys(table, np.array(keys, np.int64), numbers)
    return numbers, np.asarray(table.keys)[: table.size], np.asarray(table.slots)


@law(20)
@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 2)))
def test_compiled_and_uncompiled_tables_are_the_same(keys):
    same_bits(entered, keys)


@law(100)
@given(st.lists(st.tuples(*3 * [st.integers(0, 2)])))
def test_the_twin_sorts_rows_as_python_does(rows):
    array = np.array(rows, np.int64).reshape(-1, 3)
    sort_threes(array, len(rows))
    assert [*map(tuple, array.tolist())] == sorted(rows)
    numbers = array.reshape(-1).astype(np.int32)
    expected = [*numbers[:1], *sorted(numbers[1:])]
    sort(numbers, 1, len(numbers))
    assert numbers.tolist() == expected
