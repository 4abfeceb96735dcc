"""Where things stand in a JSON text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from efgc.schemas.parts.documents import locate_json
from efgc.schemas.parts.problems import Problem, path
from small_games import law

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


def places(data, place=()):
    """Yield all places with what begins there: a key of a mapping, or a value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*place, key), key
            yield from places(value, (*place, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield (*place, at), value
            yield from places(value, (*place, at))


@law(200)
@given(VALUES, st.sampled_from((None, 0, 2, "\t")))
def test_every_place_is_where_it_begins(data, indent):
    text = json.dumps(data, indent=indent)
    lines = text.split("\n")
    wanted = dict(places(data))
    found = locate_json(text, [Problem("is wrong", place) for place in wanted])
    assert len(found) == len(wanted)
    for message, place, line, column, _ in found:
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert message == (f"{path(place)}: is wrong" if place else "is wrong")
        assert json.JSONDecoder().raw_decode(rest)[0] == wanted[place]


@pytest.mark.parametrize(
    "place, told",
    [
        (("b",), "1:1: b: is missing"),
        (("a", 2), "2:1: [2]: is missing"),
        (("a", 1, "x"), "2:10: x: is missing"),
        ((), "1:1: is missing"),
    ],
)
def test_a_missing_key_is_located_at_the_value_that_should_contain_it(place, told):
    text = '{\n"a": [1, {"y": "a, ]}"}]}'
    assert [str(each) for each in locate_json(text, [Problem("is missing", place)])] == [told]
