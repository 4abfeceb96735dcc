"""Forms of rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.state_graph.columns import forms
from small_games import law


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
