"""Integers of many limbs, which kernels count with."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from efgc.schemas.kernels.limbs import (
    Rows,
    add,
    has_room,
    in_limbs,
    is_less,
    multiply,
    whole,
    widened,
)
from small_games import law

SIZE = 4
MOST = 2 ** (32 * SIZE - 2) - 1
BORDERS = [2**power + by for power in (31, 32, 63, 64, 96, 125) for by in (-1, 0, 1)]
numbers = st.integers(0, MOST) | st.sampled_from([0, MOST, *BORDERS])


@pytest.mark.slow
@law(1000)
@given(numbers, numbers, st.integers(0, 2**32 - 1) | st.just(2**32 - 1))
@example(MOST, MOST, 2**32 - 1)
def test_limbs_reckon_as_whole_numbers_do(one, other, factor):
    rows = Rows(in_limbs([one, other], SIZE))
    assert is_less(rows, 0, 1) == (one < other)
    add(rows, 0, rows, 1)
    assert whole(rows.limbs[0]) == one + other == whole(widened(rows).limbs[0])
    assert has_room(rows, 0) == (one + other <= MOST)
    product = Rows(np.zeros((1, SIZE + 1), np.uint32))
    multiply(Rows(in_limbs([factor], 1)), 0, rows, 1, product)
    total = Rows(in_limbs([one], SIZE + 2))
    add(total, 0, product, 0)
    assert whole(total.limbs[0]) == one + other * factor
