"""Graphs of version 2 whose players cannot know their actions: `check` finds them in small ones."""

from dataclasses import replace

import pytest

from efgc.schemas.observation_graph.reading import read_graph
from efgc.schemas.parts.documents import Findings, read_yaml
from efgc.schemas.parts.problems import InputError
from efgc.schemas.parts.source import Source
from efgc.stages.expand import expand

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
    graph = read_graph(Findings(), read_yaml(UNCLEAR))
    with pytest.raises(InputError) as error:
        expand(replace(graph, source=Source("", "0" * 64, "by hand", level)))
    assert str(error.value) == (
        "states.s4.moves: one cannot know its actions: after a - left they are in, out, after "
        "b - left they are in, and it saw the same"
    )
