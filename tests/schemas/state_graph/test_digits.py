"""Numbers of any size and tables, which kernels count with."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from efgc.schemas.kernels import key_tables
from efgc.schemas.kernels.key_tables import KeyTable, enter_keys, find
from efgc.schemas.state_graph.arrival_kernel import above, add, add_product
from efgc.schemas.state_graph.columns import forms
from efgc.schemas.state_graph.digits import digits, whole, widened
from small_games import law

SIZE = 4
MOST = 2 ** (32 * SIZE) - 1
BORDERS = [2**power + by for power in (31, 32, 63, 64, 96, 127) for by in (-1, 0, 1)]
numbers = st.integers(0, MOST) | st.sampled_from([0, MOST, *BORDERS])


@pytest.mark.slow
@law(1000)
@given(numbers, numbers, st.integers(0, 2**31 - 1) | st.just(2**31 - 1))
@example(MOST, MOST, 2**31 - 1)
def test_digits_reckon_as_whole_numbers_do(one, other, factor):
    rows = np.stack((digits(one, SIZE), digits(other, SIZE)))
    assert above(rows, 0, rows[1]) == (one > other)
    assert add(rows, 0, 1) == (one + other > MOST)
    assert whole(rows[0]) == one + other == whole(widened(rows[0]))
    assert max(widened(rows[0]).tolist()) < 2**32
    total = digits(one, SIZE + 2)[None]
    add_product(total, 0, rows, 1, factor)
    assert whole(total[0]) == one + other * factor
    assert max(total[0].tolist()) < 2**32


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
    assert [key_tables.add(table, key) for key in keys] == [*range(len(keys))]
    for key in {*keys, 2**62}:
        found = [find(table, key, 0)]
        while found[-1] >= 0:
            found.append(find(table, key, found[-1] + 1))
        assert found[:-1] == [number for number, one in enumerate(keys) if one == key]


@law(200)
@given(
    st.lists(st.tuples(*(st.integers(-1, 2) | st.just(most) for most in (2, 7, 2**31 - 1)))),
    st.sampled_from((1, 4, 2**22)),
)
def test_forms_tell_rows_apart(rows, dense):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("efgc.schemas.state_graph.columns.DENSE", dense)
        found = forms(*(np.array([row[at] for row in rows], np.int32) for at in range(3)))
    assert len(found.first) == len(set(rows))
    assert [rows[found.first[number]] for number in found.number] == rows
    assert [rows.index(rows[at]) for at in found.first] == found.first.tolist()
