"""The passes over a state graph in columns do what those over records do."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from efgc.schemas.parts.states import Choice, Draw, Look, Relocation, Terminal
from efgc.schemas.state_graph import check, topological, write
from efgc.schemas.state_graph.columns import NumberedNames
from efgc.schemas.state_graph.records import Secret
from efgc.stages.parse import parse
from small_games import boards, in_columns, in_records, island, law

ODD = ("on", "a: b", "\u00e9", "\U0001f600", "\0", "-", "3", "s1", " s1, ", "\n")


def graphs(level=st.integers(0, 2)):
    """Draw the state graph of a small map, in records."""
    return st.builds(
        lambda board, level: in_records(
            parse(island(*board[:3]), "0" * 64, "map.txt", rules=board[3], level=level)
        ),
        boards(),
        level,
    )


def moved(state, to):
    """Return a state with other targets, told by the old ones."""
    match state:
        case Draw(moves):
            return Draw(tuple((label, p, to(target)) for label, p, target in moves))
        case Look(place, occupied, empty):
            return Look(place, to(occupied), to(empty))
        case Choice(player, moves, sees, at):
            return Choice(player, tuple((label, to(one)) for label, one in moves), sees, at)
        case Relocation(sees, not_to, target):
            return Relocation(sees, not_to, to(target))
        case _:
            return state


def shuffled(graph, draw):
    """Return the same graph with its states in another order."""
    order = draw(st.permutations(range(len(graph.states))))
    number = {old: new for new, old in enumerate(order)}
    return replace(
        graph,
        names=tuple(graph.names[old] for old in order),
        states=tuple(moved(graph.states[old], number.__getitem__) for old in order),
        start=number[graph.start],
    )


def broken(graph, draw):
    """Return the graph with one state that is perhaps none."""
    at, to = (draw(st.integers(0, len(graph.states) - 1)) for _ in "12")
    state = draw(
        st.sampled_from(
            (
                Draw((("a", Fraction(1, 3), to), ("b", Fraction(2, 3), to))),
                Draw((("a", Fraction(1, 3), to), ("b", Fraction(1, 3), to))),
                Draw((("a", Fraction(4, 3), to), ("b", Fraction(-1, 3), to))),
                Draw((("", Fraction(1), to),)),
                Draw(()),
                Choice(1, (("go", to), ("", to))),
                Choice(2, ()),
                Look("nowhere", to, to),
                Relocation((), "nowhere", to),
                moved(graph.states[at], lambda _: to),
            )
        )
    )
    return replace(graph, states=(*graph.states[:at], state, *graph.states[at + 1 :]))


@law(100)
@given(graphs())
def test_columns_hold_the_same_graph(graph):
    columns = in_columns(graph)
    assert columns.table is columns.columns and graph.columns is None
    assert columns == graph and columns.digest == graph.digest
    assert tuple(columns.states) == graph.states and columns.states[1:] == graph.states[1:]
    assert NumberedNames(len(graph.names)) == graph.names == tuple(columns.names)


@pytest.mark.slow
@law(300)
@given(graphs(), st.data())
def test_the_order_of_play_is_the_same(graph, data):
    for one in (graph, shuffled(graph, data.draw), broken(graph, data.draw)):
        assert topological(in_columns(one)).tolist() == topological(one).tolist()


@pytest.mark.slow
@law(300)
@given(graphs(), st.data())
def test_the_same_is_wrong(graph, data):
    graph = broken(graph, data.draw)
    assert check(in_columns(graph)) == check(graph)
    for head in (
        replace(graph, secret=Secret(graph.places, 7)),
        replace(graph, players=("one", "one")),
        replace(graph, secret=None),
    ):
        assert check(in_columns(head)) == check(head)


@pytest.mark.slow
@law(200)
@given(graphs(), st.data(), st.lists(st.text(min_size=1) | st.sampled_from(ODD), min_size=4))
@example(
    in_records(parse(island(["SE-D", "-EGE"], 2, "1/3"), "0" * 64, rules="cave-2023")),
    None,
    [*ODD, "s1: s2"],
)
def test_the_same_text_is_written(graph, data, words):
    states = tuple(
        Choice(state.player, (*state.moves, (words[0], 0)), (*state.sees, *words[1:3]), state.at)
        if isinstance(state, Choice)
        else state
        for state in graph.states
    )
    graph = replace(graph, players=(words[-1], words[-2]), states=states)
    if data:
        graph = shuffled(graph, data.draw)
    columns = in_columns(graph)
    assert "".join(write(columns)) == "".join(write(graph))
    assert columns.digest == graph.digest
    named = replace(graph, names=tuple(f"{words[3]}{at}" for at in range(len(states))))
    assert "".join(write(in_columns(named))) == "".join(write(named))


@pytest.mark.parametrize("states", [1, 10, 11, pytest.param(70_000, marks=pytest.mark.slow)])
def test_numbered_states_are_written_part_by_part(states):
    ends = tuple(Terminal(Fraction(at, 3)) for at in range(3))
    moves = tuple((f"to {at}", states + at) for at in range(3))
    graph = replace(
        parse(island(["SD"]), "0" * 64),
        names=NumberedNames(states + 3),
        states=(
            *(Choice(1, (("on", at + 1),)) for at in range(states - 1)),
            Choice(1, moves),
            *ends,
        ),
    )
    columns = in_columns(graph)
    assert check(columns) == check(graph) == []
    assert "".join(write(columns)) == "".join(write(graph))
    assert columns.digest == graph.digest
