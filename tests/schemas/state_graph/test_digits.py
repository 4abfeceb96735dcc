"""Numbers of any size, which kernels count with, and forms of rows."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

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
