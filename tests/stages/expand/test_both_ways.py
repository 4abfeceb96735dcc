"""The compiled walks and the plain ones make the same games and refuse the same graphs."""

import random
from contextlib import ExitStack
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given

from efgc.schemas import game, state_graph
from efgc.schemas.kernels.key_tables import add
from efgc.schemas.parts.extensions import kernels_are_compiled
from efgc.schemas.parts.problems import InputError, SizeError
from efgc.schemas.parts.states import Relocation
from efgc.schemas.state_graph.secrets import MOST_PLACES
from efgc.stages.expand import MAX_HISTORIES, expand, expansion
from efgc.stages.expand.columns import arrays, sums
from efgc.stages.expand.columns.arrays import At, Observations, new_room
from efgc.stages.expand.columns.walk import grow
from efgc.stages.parse import parse
from graph_mutations import HISTORIES, mutated
from plain_expansion import plain_expansion
from small_games import ARTIFACTS, boards, island, law, published, seeds
from uncompiled import same_bits

MERGED = """format: efgc/state-graph
version: 1
title: by hand
players: [agent, bandits]
secret: {owner: bandits, places: {e1: [0, 0], e2: [0, 1], e3: [0, 2]}, count: 1}
start: begin
states:
  begin: {actor: chance, moves: {e1 empty: {p: 1/3, to: look}, "\u017e": {p: 2/3, to: look}}}
  look: {actor: secret, place: e1, occupied: alarm, empty: alarm}
  alarm: {actor: bandits, sees: [alarm], relocate: {not_to: e2, to: ask}}
  ask: {actor: bandits, sees: [e1 empty], moves: {stay: go, '"': go}}
  go: {actor: agent, moves: {left: again, right: again}}
  again: {actor: agent, moves: {on: end, back: other}}
  end: {payoff: 7/3}
  other: {payoff: 2}
"""


def outcome(make, graph, unroll):
    try:
        return make(graph, unroll=unroll)
    except InputError as error:
        return str(error)


def quickly(graph, unroll):
    return expand(graph, HISTORIES, unroll)


def plainly(graph, unroll):
    return plain_expansion(graph, HISTORIES, unroll)


def is_made_twice(graph, unroll=False):
    """Hold both ways to the same; return whether there is a game."""
    quick = outcome(quickly, graph, unroll)
    if isinstance(quick, str) and quick.endswith(
        f" histories, more than the limit of {HISTORIES:,}"
    ):
        return False  # The histories are counted before the walk.
    known = outcome(plainly, graph, unroll)
    if isinstance(known, str):
        assert quick == known
        return False
    assert quick == known.game
    assert "".join(game.write(quick)) == "".join(game.write(known.game))
    made, expected = quick.columns, known.game.columns
    for name in ("kind", "what", "begin", "children"):
        one, other = getattr(made, name), getattr(expected, name)
        assert one.dtype == other.dtype and np.array_equal(one, other)
    assert list(made.payoffs) == list(expected.payoffs)
    assert made.chances == expected.chances
    infosets = made.infosets
    assert infosets.first.tolist() == expected.infosets.first.tolist()
    assert len(set(infosets.texts)) == len(infosets.texts)
    told = expansion(graph, HISTORIES, unroll)
    assert told.game == known.game
    for name in ("states", "events", "secrets") if graph.secret else ("states",):
        assert tuple(getattr(told, name)) == getattr(known, name)
    return True


@law(100)
@given(boards(max_places=5))
def test_maps(board):
    rows, bandits, capture, rules = board
    for level in (0, 1, 2):
        graph = parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=level)
        # A few of these maps have more histories than HISTORIES: then both ways refuse them.
        assume(is_made_twice(graph))
        if level:
            assert is_made_twice(graph, unroll=True)


def test_an_example_with_relocations():
    for level in (0, 1, 2):
        assert is_made_twice(parse(published("island-3"), "0" * 64, level=level))


def test_texts_chosen_by_a_person():
    assert is_made_twice(state_graph.read(MERGED))


def test_edited_graphs():
    draw, made, public, changes = random.Random(1), 0, 0, seeds(100)
    for _ in changes:
        try:
            graph = state_graph.read(mutated(draw))
        except InputError:
            continue
        if graph.secret is None:
            public += is_made_twice(graph)
        else:
            made += is_made_twice(graph) + is_made_twice(graph, unroll=True)
    assert made > len(changes) / 5 and public > len(changes) / 10


PUBLIC = """format: efgc/state-graph
version: 1
title: by hand
players: [one, two]
start: begin
states:
  begin: {actor: chance, moves: {"ž": {p: 1/3, to: first}, b: {p: 2/3, to: second}}}
  first: {actor: one, moves: {left: second, right: both}}
  second: {actor: two, moves: {left: both, right: end}}
  both: {actor: joint, moves: [[r, s], [c, d, e]], to: [[end, last, end], [end, end, last]],
         reward: [[%s, 1, 1/7], [-1/3, 0, 2]]}
  last: {actor: two, moves: {on: end}}
  end: {payoff: 7/3}
"""


@pytest.mark.parametrize("paid", ["-5/6", str(2**61), str(2**63), f"1/{10**40 + 7}"])
def test_public_graphs_with_numbers_beyond_64_bits(paid):
    assert is_made_twice(state_graph.read(PUBLIC % paid))


def test_goofspiel():
    for level in (0, 1, 2):
        text = (ARTIFACTS / "goofspiel-3" / "goofspiel-3.yaml").read_text()
        assert is_made_twice(parse(text, "0" * 64, level=level))


def test_relocations_need_not_close_a_place():
    """No map has one, but grading asks what would follow if player 2 could also come back."""
    graph = state_graph.read(MERGED)
    states = [
        state._replace(not_to="") if isinstance(state, Relocation) else state
        for state in graph.states
    ]
    opened = replace(graph, states=tuple(states))
    assert is_made_twice(opened) and expand(opened) != expand(graph)


def corridor(places):
    """Return the graph of a map with some dangerous places."""
    return parse(island(["S" + "E" * places + "D"], 1), "0" * 64)


@pytest.mark.parametrize("places", [56, 57, MOST_PLACES])
def test_as_many_places_as_there_are_bits(places):
    graph = corridor(places)
    found, known = expansion(graph), plain_expansion(graph, MAX_HISTORIES)
    assert found.game == known.game
    assert tuple(found.events) == known.events and tuple(found.secrets) == known.secrets


def test_more_places_than_there_are_bits():
    with pytest.raises(SizeError, match="64 places of the secret, more than the limit of 63"):
        expand(corridor(MOST_PLACES + 1))


SAME = """format: efgc/state-graph
version: 1
title: by hand
players: [agent, bandits]
secret: {owner: bandits, places: {e1: [0, 0], e2: [0, 1]}, count: 1}
start: begin
states:
  begin: {actor: chance, moves: {a: {p: 1/3, to: move}, b: {p: 1/3, to: %s}, c: {p: 1/3, to: %s}}}
  move: {actor: bandits, sees: [alarm], relocate: {not_to: e2, to: end}}
  choose: {actor: bandits, sees: [alarm], moves: {stay: end, e1 to e2: end}}
  alone: {actor: bandits, sees: [alarm], moves: {stay: end}}
  end: {payoff: 1}
"""


@pytest.mark.parametrize(
    ("places", "states", "made"),
    [
        ("{e1: [0, 0]}", ("move", "alone"), True),
        ("{e1: [0, 0]}", ("alone", "move"), True),
        ("{e1: [0, 0]}", ("alone", "choose"), False),
        ("{e1: [0, 0], e2: [0, 1]}", ("alone", "move"), False),
    ],
)
def test_a_choice_between_the_same_actions_as_a_relocation(places, states, made):
    text = SAME.replace("{e1: [0, 0], e2: [0, 1]}", places)
    text = text.replace("not_to: e2", "not_to: e1") if places == "{e1: [0, 0]}" else text
    assert is_made_twice(state_graph.read(text % states)) == made


def test_progress_is_reported_regularly():
    told = []
    graph = parse(published("island-3"), "0" * 64, level=0)
    made = expand(graph, watch=lambda done, total: told.append((done, total)))
    assert told[0] == (1, len(made.nodes))


def test_more_consecutive_looks_than_can_be_recorded():
    looks = "\n".join(
        f"  s{at}: {{actor: secret, place: e1, occupied: s{at + 1}, empty: s{at + 1}}}"
        for at in range(70)
    )
    head = MERGED.split("start:")[0]
    graph = state_graph.read(f"{head}start: s0\nstates:\n{looks}\n  s70: {{payoff: 1}}\n")
    known, told = plain_expansion(graph, HISTORIES), expansion(graph)
    assert expand(graph) == known.game
    assert is_made_twice(graph) and len(told.events[1]) == 71


@pytest.mark.parametrize("nodes", [4, 5, 1000])
def test_arrays_doubled_more_than_once_keep_their_ends(nodes):
    """A walk stops at the length of one column, and also writes into those that have an end."""
    written = new_room(Observations().trie, nodes, 8, shared=True, with_origin=True)
    for _ in range(4):
        written.counters[At.NODES] = len(written.kind)
        while written.infosets.size < len(written.player):
            add(written.infosets, written.infosets.size)
        grow(written, 3)
        assert len(written.kind) > written.counters[At.NODES]
        assert len(written.player) > written.infosets.size
        assert len(written.begin) == len(written.kind) + 1
        assert len(written.first) == len(written.player) + 1


def made(*graphs):
    """Return all columns of the games of graphs, and the bytes of the games."""
    found = []
    with ExitStack() as patched:
        for module in (arrays, sums):
            patched.enter_context(patch.object(module, "LEAST", 8))
        for graph in graphs:
            game_made = expand(graph, HISTORIES)
            columns, infosets = game_made.columns, game_made.columns.infosets
            found += [columns.kind, columns.what, columns.begin, columns.children]
            found += [infosets.player, infosets.state, infosets.sees, infosets.first]
            found += ["".join(game.write(game_made))]
            if graph.secret is not None:
                known = expansion(graph, HISTORIES)
                found += [tuple(getattr(known, name)) for name in ("states", "events")]
    return found


compiled_alone = pytest.mark.skipif(
    not kernels_are_compiled(), reason="the kernels are not compiled here"
)


@compiled_alone
@law(10)
@given(boards(max_places=4))
def test_compiled_and_uncompiled_kernels_make_the_same_game(board):
    rows, bandits, capture, rules = board
    levels = [
        parse(island(rows, bandits, capture), "0" * 64, rules=rules, level=level)
        for level in (0, 1, 2)
    ]
    same_bits(made, *levels)


@compiled_alone
def test_compiled_and_uncompiled_kernels_make_the_same_public_game():
    same_bits(made, state_graph.read(PUBLIC % "-5/6"), state_graph.read(MERGED))
