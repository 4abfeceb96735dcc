"""The explorer with state graphs of version 2."""

import pytest

from efgc.pipeline.apps.explore.compilation import choices, compile_order, of_kept, page
from efgc.pipeline.apps.explore.orders import Order
from observation_graphs import BURGLAR, KUHN, rounds


def compiled(text):
    return compile_order(Order(1, 1, text, "a.states.yaml"), "a", 60, lambda *stage: None)


@pytest.mark.parametrize("text, value", [(KUHN, "-1/18"), (BURGLAR, "2599/2500")])
def test_a_graph_is_compiled(text, value):
    answer = compiled(text)
    assert answer["state"] == "done" and answer["numbers"]["exact"] == value
    assert answer["sections"][0] == {"name": "graph", "title": "State graph"}
    assert b"<svg" in of_kept("a", page, ("graph",)).content
    assert of_kept("a", choices)


@pytest.mark.parametrize(
    "old, new, line, column, words",
    [
        ("to: dark", "to: drak", 11, 18, "'drak' is not a state"),
        ("guard: noise", "cop: noise", 26, 59, "'cop' is no player"),
        ("limit: {moves: 6, payoff: 1}\n", "", 8, 5, "a cycle without an end"),
        ("moves: 6", "moves: 1000000000", None, None, "up to its limit of moves has more than"),
    ],
)
def test_a_problem_has_its_line_and_column(old, new, line, column, words):
    answer = compiled(BURGLAR.replace(old, new))
    assert answer["state"] == "failed"
    (problem,) = answer["problems"]
    assert (problem["line"], problem["column"]) == (line, column) and words in problem["text"]


def test_a_game_that_is_too_large_is_refused_with_its_size():
    (problem,) = compiled(rounds(10))["problems"]
    assert "has 5,230,176,601 histories" in problem["text"]
