"""The nodes of columns are renumbered as records are."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from schemas.game import children, write
from schemas.game.renumbering import prefix_order, renumbered
from schemas.game.renumbering_columns import renumbered_columns
from schemas.game.views import InfosetView, NodeView
from small_games import boards, game_of, island, law


@law(100)
@given(boards(), st.data())
def test_renumbered_columns_are_renumbered_records(board, data):
    rows, bandits, capture, rules = board
    played = game_of(island(rows, bandits, capture), rules, 0)
    root = data.draw(st.integers(0, len(played.nodes) - 1))
    order = prefix_order(played.nodes, root)
    if data.draw(st.booleans()):
        order = by_breadth(played.nodes, root)
    infosets, nodes = renumbered(played.information_sets, played.nodes, order)
    expected = replace(played, information_sets=infosets, nodes=nodes)
    made = renumbered_columns(played.in_columns().columns, np.array(order, np.int32))
    found = replace(played, information_sets=InfosetView(made.infosets), nodes=NodeView(made))
    assert found == expected and "".join(write(found)) == "".join(write(expected))
    fresh = expected.in_columns().columns
    assert list(made.payoffs) == list(fresh.payoffs) and made.chances == fresh.chances
    assert made.infosets.first.tolist() == fresh.infosets.first.tolist()
    for name in ("kind", "what", "begin", "children"):
        one, other = getattr(made, name), getattr(fresh, name)
        assert one.dtype == other.dtype and one.tolist() == other.tolist()


def by_breadth(nodes, root):
    order = [root]
    for node in order:
        order += children(nodes[node])
    return order
