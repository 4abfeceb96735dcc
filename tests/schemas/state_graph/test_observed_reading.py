"""A graph of version 2 is read quickly if it is as we write it, and always as by the careful
reader.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changed_texts import WORDS, changed
from efgc.schemas import state_graph
from efgc.schemas.state_graph import ObservationGraph
from efgc.schemas.state_graph.observed_reading import read_observed_columns
from graph_readers import read
from random_observed import random_dark_graph, random_graph, text_of
from small_games import ARTIFACTS, law

GAMES = ("inspection", "interdiction", "kuhn", "patrol", "pursuit")
MADE = f"""made:
  by: efgc 0.2.0
  command: efgc parse
  from: {{a.txt: {"0" * 64}}}
  digest: {"0" * 64}
"""
TEXT = """format: efgc/state-graph
version: 2
title: t
players: [a, b]
start: s0
states:
  s0:
    actor: chance
    moves:
      l: {p: 1/2, to: s1, sees: {}}
      r: {p: 1/2, to: s2, sees: {a: x}}
  s1:
    actor: a
    moves:
      l: s4
      "r: s,": {to: s5, reward: 1}
  s2:
    actor: a
    moves:
      l: s5
      "r: s,": s4
  s4: {payoff: 1}
  s5: {payoff: 2}
"""
MORE = (
    *("      ", "\n      ", "    ", "      l: s4\n", "    moves:\n", "    actor: a\n", "  s3:\n"),
    *(
        "      ? l\n",
        "      : s4\n",
        "      {l: s4}\n",
        "      - l\n",
        "      # : s4\n",
        "|\n",
        ">\n",
    ),
    *(
        "sees: {}",
        "sees: {a: s4}",
        "reward: 1",
        "payoff: s4",
        "limit: {moves: 3}\n",
        "<<",
        "made:\n",
    ),
)


def reads_alike(text):
    quickly, carefully = read(text, True), read(text, False)
    if isinstance(carefully, ObservationGraph) and isinstance(quickly, ObservationGraph):
        assert records(quickly) == records(carefully)
        assert quickly.digest == carefully.digest
    else:
        assert quickly == carefully
    return quickly


def records(graph):
    return replace(graph, states=()), tuple(graph.states)


@st.composite
def written(draw):
    """Draw a graph as we write it, with lines of a random width."""
    number = draw(st.integers(0, 10**6))
    data = (
        random_dark_graph(number)
        if draw(st.booleans())
        else random_graph(number, draw(st.booleans()))
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state_graph, "check", lambda graph: [])
        graph = state_graph.read(text_of(data))
    luck = random.Random(number)
    numbers = sorted(luck.sample(range(len(graph.names) + 5), len(graph.names)))
    graph = replace(graph, names=tuple(f"s{number}" for number in numbers))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("efgc.schemas.state_graph.writing.WIDTH", draw(st.integers(30, 119)))
        return "".join(state_graph.write(graph)) + draw(st.sampled_from(["", MADE]))


@pytest.mark.slow
@law(1000)
@given(written().flatmap(lambda text: changed(text, WORDS + MORE)))
def test_a_text_that_was_changed_is_read_alike(text):
    reads_alike(text)


@pytest.mark.slow
@law(200)
@given(written())
def test_our_own_output_is_read_by_the_quick_reader(text):
    graph = reads_alike(text)
    assert (read_observed_columns(text) is not None) == isinstance(graph, ObservationGraph)


@pytest.mark.parametrize("name", GAMES)
def test_the_worked_examples_are_read_by_the_quick_reader(name):
    text = (ARTIFACTS / name / f"{name}.states.yaml").read_text()
    assert read_observed_columns(text) is not None
    reads_alike(text)


@pytest.mark.parametrize(
    ("old", "new", "is_quick"),
    [
        ("", "", True),
        ("  s5: {payoff: 2}\n", "  s5: {payoff: 2}\n" + MADE, True),
        ("  s5: {payoff: 2}\n", "  s5: {payoff: 2}\nlimit: {moves: 3}\n", True),
        ("      l: s5\n", "      l: s4 # always\n", False),
        ("      l: s5\n", "      # always\n      l: s5\n", False),
        ("r: s,", "r: s2,", False),
        ("start: s0", "start: s3", False),
        ("      l: s5\n", "      l: s3\n", False),
        ("      l: s5\n", "      l: s5\n      l: s5\n", False),
        ("      l: s5\n", '      "l": s5\n      l: s5\n', False),
        ("      l: s5\n", "      {l: s5}\n", False),
        ("      l: s5\n", "      ? l\n      : s5\n", False),
        ("      l: s5\n", "      l: s5,\n", False),
        ("      l: s5\n", "      l: s5\n    actor: b\n", False),
        ("    actor: a\n", "    actor: s4\n", False),
        ("    actor: a\n", "    actor: {a: \n", False),
        ("    actor: a\n", '    actor: "a\n', False),
        ("    actor: a\n", "    actor: a\n    reward: 1\n", False),
        ("  s2:\n", "  s1:\n", False),
        ("  s2:\n", "\n  s2:\n", False),
        ("  s4: {payoff: 1}\n", "  s4: {payoff: s1}\n", False),
        ("sees: {a: x}", "sees: {a: s1}", False),
        ("title: t\n", 'title: "\nstates:\n  s0: {payoff: 1}\n"\n', False),
        ("title: t\n", "title: \u00e9\n", False),
        ("version: 2", "version: 3", False),
    ],
)
def test_only_a_text_as_we_write_it_is_read_by_the_quick_reader(old, new, is_quick):
    text = TEXT.replace(old, new, 1)
    assert old in TEXT and (read_observed_columns(text) is not None) == is_quick
    reads_alike(text)


def test_the_states_are_those_of_the_key_and_not_of_a_title():
    end = "states:\n  s0: {payoff: 1}\n"
    title = f'title: "t\n{end}  s1: {{payoff: 1}}\n"\n'
    text = TEXT.partition("states:\n")[0].replace("title: t\n", "") + title + end
    assert read_observed_columns(text) is None and len(reads_alike(text).title) > 20


@pytest.mark.parametrize("limit", ["FORMS", "TEXT"])
def test_a_text_with_too_many_forms_is_read_carefully(limit, monkeypatch):
    quick = []
    for most in range(1, 400, 9):
        monkeypatch.setattr(f"efgc.schemas.state_graph.scan.{limit}", most)
        quick.append(read_observed_columns(TEXT) is not None)
    assert quick == sorted(quick) and {False, True} == {*quick}
