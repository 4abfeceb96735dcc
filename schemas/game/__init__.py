"""The game (`*.game.json`): a two-player zero-sum game in extensive form.

The nodes are in topological order: the root first, each child after its
parents. Payoffs are to player 1; player 2 gets the negative, or the game's
constant minus the payoff.

A node with several parents is shared: it represents all the histories that
reach it. Let `P_i(v)` be the set of player i's sequences that end right before
node v. Sharing is exact when

(a) for all pairs (s1, s2) in `P_1(v) x P_2(v)`, the chance weights of the ways
    into v on which s1 and s2 are the players' last own moves add up to the same
    number `w(v)`, and no other pair reaches v;
(b) all nodes of an information set of player i have the same `P_i`.

By induction over the nodes, the probability that play passes v is then
`w(v) x_1(v) x_2(v)`, where `x_i(v)` is the sum of player i's realization
weights over `P_i(v)`: the sequence form holds with sums where a tree has one
parent. In a tree with perfect recall there is one such pair. See Zhang, Farina
and Sandholm, "Team belief DAG", ICML 2023, for decision problems of this form.
"""

from ..parts.problems import Problem
from ..parts.source import believed
from .columns import (
    FORMAT,
    VERSION,
    Chance,
    Decision,
    InformationSet,
    Node,
    Terminal,
    children,
)
from .counting import count
from .game import Game, infoset_text, one_path
from .reaching import Conflict
from .reading import read_game
from .structure import check_sharing, check_structure
from .words import START
from .writing import write

__all__ = (
    "FORMAT",
    "VERSION",
    "Chance",
    "Conflict",
    "Decision",
    "Game",
    "InformationSet",
    "Node",
    "Terminal",
    "check",
    "children",
    "count",
    "START",
    "infoset_text",
    "one_path",
    "read",
    "write",
)


def check(game: Game) -> list[Problem]:
    """Return every violation of the structure of a game, of perfect recall and of exact sharing."""
    return check_structure(game) or check_sharing(game)


def read(text: str) -> Game:
    """Return the game in a JSON text. Raise InputError with the place of every problem."""
    game, findings = read_game(text)
    findings.add_unless_broken(check_structure(game))
    findings.stop()
    findings.problems += check_sharing(game)
    findings.stop()
    return believed(game, "game", findings.made)
