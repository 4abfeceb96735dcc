"""Random rules files: the compiler, and a second reading of the format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import efgc
from efgc.schemas import state_graph
from efgc.schemas.parts.problems import InputError
from efgc.stages.parse.rules import parse_rules
from plain_observed import Inconsistent, sizes, value
from random_rules import as_graph, random_rules, shuffled, swapped, text_of
from small_games import law

NUMBERS = st.integers(0, 10**6)


def compiled(rules):
    return parse_rules(text_of(rules), "0" * 64)


@law(150)
@given(NUMBERS)
def test_rules_have_the_sizes_of_the_second_reading(number):
    rules = random_rules(number)
    try:
        known = sizes(as_graph(rules))
    except Inconsistent:
        with pytest.raises(InputError, match="cannot know its actions"):
            compiled(rules)
        return
    graph = compiled(rules)
    assert state_graph.count(graph)[1:] == (*known[:3], known[3:])


@law(60, 0.05)
@given(NUMBERS)
def test_rules_have_the_value_of_the_second_reading(number):
    rules = random_rules(number)
    try:
        known = value(as_graph(rules))
    except Inconsistent:
        return
    if known is None:
        return
    for level in ("0", "1", "2"):
        assert efgc.run(text_of(rules), level=level).value_exact == known
    assert efgc.run(text_of(shuffled(rules, number))).value_exact == known
    assert efgc.run(text_of(swapped(rules))).value_exact == -known
