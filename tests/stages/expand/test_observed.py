"""Graphs of version 2: both ways to run the walk, and errors that `check` finds in small graphs."""

from dataclasses import replace

import pytest

from efgc.schemas import game, state_graph
from efgc.schemas.parts.documents import Findings, read_yaml
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.source import Source
from efgc.schemas.state_graph.observed_reading import read_observed
from efgc.stages.expand import expand
from random_observed import random_graph, text_of
from small_games import ARTIFACTS
from uncompiled import same_bits

UNCLEAR = """format: efgc/state-graph
version: 2
title: by hand
players: [one, two]
start: s0
states:
  s0:
    actor: chance
    moves: {a: {p: 1/2, to: s1, sees: {two: a}}, b: {p: 1/2, to: s2, sees: {two: b}}}
  s1: {actor: two, moves: {left: {to: s3, sees: {}}, right: {to: s3, sees: {}}}}
  s2: {actor: two, moves: {left: {to: s4, sees: {}}}}
  s3: {actor: one, moves: {in: s5, out: s5}}
  s4: {actor: one, moves: {in: s5}}
  s5: {payoff: 1}
"""


@pytest.mark.parametrize("level", [0, 2])
def test_a_player_cannot_know_its_actions(level):
    graph = read_observed(Findings(), read_yaml(UNCLEAR))
    with pytest.raises(InputError) as error:
        expand(replace(graph, source=Source("", "0" * 64, "by hand", level)))
    assert str(error.value) == (
        "states.s4.moves: one cannot know its actions: after a - left they are in, out, after "
        "b - left they are in, and it saw the same"
    )


def made(graph):
    """Return the columns of a game with shared nodes, and its text."""
    found = expand(replace(graph, source=Source("", "0" * 64, "by hand", 2)))
    columns, infosets = found.columns, found.columns.infosets
    arrays = [columns.kind, columns.what, columns.begin, columns.children, infosets.first]
    return [*arrays, "".join(game.write(found))]


@pytest.mark.skipif(not kernels_are_compiled(), reason="the kernels are not compiled here")
def test_compiled_and_uncompiled_kernels_make_the_same_game():
    texts = [(ARTIFACTS / name / f"{name}.states.yaml").read_text() for name in ("kuhn", "patrol")]
    graphs = [state_graph.read(text) for text in texts]
    drawn = [read_observed(Findings(), read_yaml(text_of(random_graph(at)))) for at in range(20)]
    for graph in (*graphs, *(one for one in drawn if not state_graph.check(one))):
        same_bits(made, graph)
