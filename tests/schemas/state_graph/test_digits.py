"""Numbers of any size and tables, which compiled code counts with."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemas.parts.key_table import numbers_of, roomy, table
from schemas.state_graph.digits import above, add, add_product, digits, whole, widened
from schemas.state_graph.forms import forms
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
    row, second = digits(one, SIZE), digits(other, SIZE)
    assert above(row, second) == (one > other)
    assert add(row, second) == (one + other > MOST)
    assert whole(row) == one + other == whole(widened(row, 1))
    assert max(widened(row, 1).tolist()) < 2**32
    total = digits(one, SIZE + 2)
    add_product(total, second, factor)
    assert whole(total) == one + other * factor
    assert max(total.tolist()) < 2**32


@law(200)
@given(st.lists(st.integers(0, 2**62), min_size=1), st.integers(1, 5))
def test_a_table_gives_each_key_one_number(keys, at_once):
    found, expected, used = table(1), {}, 0
    for begin in range(0, len(keys), at_once):
        part = keys[begin : begin + at_once]
        found = roomy(found, used, len(part))
        told = numbers_of(found, np.array(part, np.int64), used)
        assert told.tolist() == [expected.setdefault(key, len(expected)) for key in part]
        used = len(expected)


@law(200)
@given(
    st.lists(st.tuples(*(st.integers(-1, 2) | st.just(most) for most in (2, 7, 2**31 - 1)))),
    st.sampled_from((1, 4, 2**22)),
)
def test_forms_tell_rows_apart(rows, dense):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("schemas.state_graph.forms.DENSE", dense)
        found = forms(*(np.array([row[at] for row in rows], np.int32) for at in range(3)))
    assert len(found.first) == len(set(rows))
    assert [rows[found.first[number]] for number in found.number] == rows
    assert [rows.index(rows[at]) for at in found.first] == found.first.tolist()
