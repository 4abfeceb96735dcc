"""The game (`*.game.json`): an extensive-form game of two players with zero sum.

Nodes stand in an order in which a child comes after its parent, the root
first. Payoffs are to player 1; player 2 gets the negative, or what is left of
the game's constant.

A node with several parents is shared: it stands for all the histories that
reach it. With `P_i(v)` the set of player i's sequences that end right before
node v, sharing is exact when

(a) the chance weight summed over the ways into v with last own moves (s1, s2)
    is one number `w(v)` for all pairs in `P_1(v) x P_2(v)`, and no other pair
    reaches v;
(b) all nodes of an information set of player i have the same `P_i`.

By induction over the nodes, the probability that play passes v is then
`w(v) x_1(v) x_2(v)`, where `x_i(v)` is the sum of player i's realization
weights over `P_i(v)`: the sequence form holds with sums where a tree has one
parent. A tree with perfect recall is the case of one pair. See Zhang, Farina
and Sandholm, "Team belief DAG", ICML 2023, for decision problems of this form.
"""

from schemas.game.counting import count
from schemas.game.game import Game, game_of
from schemas.game.reaching import Conflict, Reaching
from schemas.game.reading import read_columns, read_game
from schemas.game.records import (
    FORMAT,
    VERSION,
    Chance,
    Decision,
    InformationSet,
    Node,
    Terminal,
    children,
)
from schemas.game.shared_nodes import check_sharing
from schemas.game.structure import check_structure
from schemas.game.words import infoset_text, one_way, sequence_text
from schemas.game.writing import write
from schemas.parts.documents import Findings, read_json
from schemas.parts.problems import Problem
from schemas.parts.source import believed

__all__ = (
    "FORMAT",
    "VERSION",
    "Chance",
    "Conflict",
    "Decision",
    "Game",
    "InformationSet",
    "Node",
    "Reaching",
    "Terminal",
    "check",
    "children",
    "count",
    "infoset_text",
    "one_way",
    "read",
    "sequence_text",
    "write",
)


def check(game: Game) -> list[Problem]:
    """Return everything that makes the record no game of two players with perfect recall and exact
    sharing.
    """
    return check_structure(game) or check_sharing(game)


def read(text: str) -> Game:
    """Return the game of a JSON text. Raises InputError with the place of every problem."""
    quick = read_columns(text)
    if quick is not None and not check(quick):
        return quick
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    record = read_game(found, data)
    found.add_beside(check_structure(record))
    found.stop()
    game = game_of(record)
    found.problems += check_sharing(game)
    found.stop()
    return believed(game, "game", found.made)
