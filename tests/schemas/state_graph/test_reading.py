"""A graph is read quickly where it is as we write it, and as by the careful reader always."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from changed_texts import WORDS, changed
from efgc.schemas import state_graph
from efgc.schemas.parts.provenance import Provenance, Stamped
from efgc.schemas.parts.states import Choice, Relocation
from efgc.schemas.state_graph.reading import read_columns
from efgc.stages.parse import parse
from graph_readers import read
from small_games import ARTIFACTS, boards, island, law

LABELS = (
    "s1",
    "on",
    "a: s1, b",
    "x: s2}",
    "\u00e9",
    "",
    "\0",
    "go",
    ": s0",
    "s0: {",
    "\nstates:\n",
    "\nmade:\n",
)
MADE = Provenance("efgc 0.2.0", "efgc parse", {"s1": "0" * 64}, digest="1" * 64)
TEXT = "".join(state_graph.write(parse(island(["SE-D", "-EGE"], 2, "1/3"), "0" * 64)))
STAMPED = "".join(Stamped([TEXT], MADE))


def reads_alike(text):
    quickly, carefully = read(text, True), read(text, False)
    assert quickly == carefully
    if isinstance(quickly, state_graph.StateGraph):
        assert quickly.digest == carefully.digest
    return quickly


@st.composite
def edited(draw):
    """Draw the text of a graph with some small changes."""
    rows, bandits, capture, rules = draw(boards())
    graph = parse(
        island(rows, bandits, capture), "0" * 64, rules=rules, level=draw(st.integers(0, 2))
    )
    parts = state_graph.write(graph)
    text = "".join(draw(st.sampled_from([parts, Stamped(parts, MADE)])))
    return draw(changed(text, WORDS))


@pytest.mark.slow
@law(1000)
@given(edited())
@example("")
@example(TEXT.removesuffix("\n"))
@example(TEXT + "\n")
@example(TEXT.replace("\n", "\r\n"))
@example(TEXT.replace("title: ", "title: |\n states:\n"))
@example(TEXT.replace("\nstates:\n", "\nstates:\n\n"))
@example(TEXT.replace("\nstates:\n", "\nstates: \n"))
@example(TEXT.replace("start: s0", "start: s1"))
@example(TEXT.replace("start: s0", "start: s00"))
@example(TEXT.replace(": s2}", ": s02}"))
@example(TEXT.replace(": s2}", ":  s2}"))
@example(TEXT.replace("  s1:", "  s01:"))
@example(TEXT.replace("right: s", "down: s"))
@example(TEXT.replace("down: s", "s1: s"))
@example(TEXT.replace("at: [0, ", "at: [00, "))
@example(TEXT + "states: generated\n")
@example("%YAML 1.1\n---\n" + TEXT)
@example("%YAML 7.1\n---\n" + TEXT)
@example("{" + TEXT + "}")
@example(STAMPED)
@example(STAMPED + "states: generated\n")
@example(STAMPED + "players: [a, b]\n")
@example(STAMPED + "  s1: {payoff: 1}\n")
@example(STAMPED + STAMPED[len(TEXT) :])
@example(TEXT + "made: {}\n")
@example(TEXT.replace("payoff: 0", 'payoff: "0\nmade: 1"'))
def test_a_text_that_was_changed_is_read_alike(text):
    reads_alike(text)


@pytest.mark.slow
@law(200)
@given(boards(), st.integers(0, 2), st.lists(st.sampled_from(LABELS), min_size=4, max_size=4))
def test_our_own_output_is_read_by_the_quick_reader(board, level, labels):
    graph = parse(island(*board[:3]), "0" * 64, rules=board[3], level=level)
    read_back, _ = read_columns("".join(state_graph.write(graph)))
    assert read_back == graph and read_back.columns is not None
    states = tuple(_said(state, labels) for state in graph.states)
    graph = replace(graph, title=labels[0], states=states)
    reads_alike("".join(state_graph.write(graph)))


def _said(state, labels):
    """Return a state with odd labels."""
    if isinstance(state, Choice):
        moves = zip(labels, (to for _, to in state.moves), strict=False)
        sees = tuple(labels[2:]) if state.player == 2 else ()
        return state._replace(moves=tuple(moves), sees=sees)
    return state._replace(sees=tuple(labels[1:])) if isinstance(state, Relocation) else state


def test_the_quick_reader_finds_how_a_graph_was_made_at_either_end():
    lines = TEXT.splitlines(keepends=True)
    version = lines.index("version: 1\n") + 1
    in_front = "".join((*lines[:version], STAMPED[len(TEXT) :], *lines[version:]))
    assert read_columns(STAMPED) == read_columns(in_front) == (read(TEXT, False), MADE)


@pytest.mark.parametrize("name", ["droid-duel", "goofspiel-3"])
def test_a_graph_without_a_secret_is_read_carefully(name):
    text = (ARTIFACTS / name / f"{name}.states.yaml").read_text()
    assert read_columns(text) is None
    reads_alike(text)


def test_a_cycle_is_reported_with_its_line():
    text = TEXT.replace(": s1", ": s0", 1)
    problems = reads_alike(text)
    line = text[: text.index("\n  s0:") + 1].count("\n") + 1
    assert "might never end" in problems[0].message and problems[0].line == line


def test_a_square_must_fit_into_the_columns():
    (problem,) = reads_alike(TEXT.replace("at: [0, 0]", "at: [32768, 0]", 1))
    assert problem.message == "rows and columns go up to 32,767" and problem.line


PUBLIC = """format: efgc/state-graph
version: 1
title: t
players: [a, b]
start: s0
states:
  s0: {actor: b, sees: [nothing], moves: {x: s1}}
  s1: {payoff: 1}
"""


def test_observations_need_a_secret():
    (problem,) = read(PUBLIC, False)
    assert str(problem).startswith("7:24: `sees` has a meaning only in a graph with a secret")
    secret = PUBLIC.replace("start", "secret: {owner: b, places: {}, count: 0}\nstart")
    assert read(secret, False).states[0].sees == ("nothing",)
    assert read(PUBLIC.replace("sees: [nothing], ", ""), False).states


@pytest.mark.parametrize(
    ("terminal", "escapes", "problem"),
    [
        (900, 1, "5:68: 900 is more than 5, the number of histories"),
        (3, 4, "5:80: 4 is more than 3, the number of terminal histories"),
        (3, 3, None),
    ],
)
def test_counts_must_agree(terminal, escapes, problem):
    counts = (
        f"counts: {{of: the unreduced game, histories: 5, terminal_histories: {terminal}, "
        f"escapes: {escapes}, information_sets: [1, 1]}}\n"
    )
    text = PUBLIC.replace("sees: [nothing], ", "").replace("start", f"{counts}start")
    found = read(text, False)
    assert found.counts if problem is None else [str(one) for one in found] == [problem]
