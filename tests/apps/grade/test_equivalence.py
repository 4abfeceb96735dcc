"""The marks by which strategies of two games are told apart do not depend on their order."""

from collections import Counter
from math import comb

import pytest

from efgc.pipeline.apps.course.grade.equivalence import _mixtures


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_reordering_strategies_only_reorders_their_mixtures(count):
    families = list(_mixtures(count))
    sizes = [len({*map(tuple, weights.T.tolist())}) for weights in families]
    # All pairs and all triples are added, equal strategies too.
    assert sizes[0] == comb(count + 1, 2) and sizes[3] == comb(count + 2, 3)
    shifted, swapped = [*range(1, count), 0], [*range(count)[1::-1], *range(2, count)]
    for weights in families:
        plain = Counter(map(tuple, weights.T.tolist()))
        for order in (shifted, swapped):
            assert Counter(map(tuple, weights[order].T.tolist())) == plain
