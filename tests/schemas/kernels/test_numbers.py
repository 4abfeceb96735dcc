"""Numbers read by kernels are those that the exact reader reads, and sums are exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.kernels.numbers import are_distributions, fractions
from efgc.schemas.parts.exact import read_exact
from small_games import law
from uncompiled import same_bits

NINES = "9" * 18


def read(texts):
    """Return what the kernel reads of each text: None where it leaves it to others."""
    ends = np.cumsum([len(text) + 1 for text in texts]) - 1
    places = np.stack((np.append(0, ends[:-1] + 1), ends), axis=1)
    terms = np.empty((2, len(texts)), np.int64)
    fractions(np.frombuffer(" ".join(texts).encode(), np.uint8), places, terms)
    return [(above, below) if below else None for above, below in terms.T.tolist()]


@pytest.mark.parametrize(
    "text, terms",
    [
        ("3", (3, 1)),
        ("-1/3", (-1, 3)),
        ("2/4", (1, 2)),
        ("0.250", (1, 4)),
        ("-.5", (-1, 2)),
        ("007", (7, 1)),
        ("0/5", (0, 1)),
        (NINES, (int(NINES), 1)),
        (f"{NINES}/{NINES}", (1, 1)),
        *((text, None) for text in ("", "-", ".", "+1", "1/0", "1/", "/2", "1/-2", "1./2", "1e3")),
        *((text, None) for text in ("1 ", "1.5/2", "--1", "1.2.3", "NaN", f"1{NINES}", "0" * 19)),
    ],
)
def test_a_number_is_in_lowest_terms(text, terms):
    assert read(["1", text, "2"]) == [(1, 1), terms, (2, 1)]


@law(300)
@given(st.lists(st.text("0129./-+e ", max_size=8), min_size=1))
def test_what_is_read_is_the_number(texts):
    for text, found in zip(texts, read(texts), strict=True):
        assert found is None or Fraction(*found) == read_exact(text)
    same_bits(read, texts)


def distributions(lists):
    """Return for each list of fractions whether it is known as a distribution."""
    begin = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    terms = [each.as_integer_ratio() for one in lists for each in one]
    found = np.empty(len(lists), np.bool_)
    are_distributions(begin, np.array(terms, np.int64).reshape(-1, 2).T.copy(), found)
    return found.tolist()


@law(100)
@given(st.lists(st.lists(st.fractions(-1, 1, max_denominator=6), max_size=4), min_size=1))
def test_a_distribution_sums_to_1(lists):
    expected = [sum(one) == 1 and min(one) >= 0 for one in lists]
    assert distributions(lists) == expected
    same_bits(distributions, lists)
