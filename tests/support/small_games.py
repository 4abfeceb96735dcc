"""Games for tests: published ones, random maps, and the way through all stages."""

import hashlib
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from efgc.schemas import certificate
from efgc.schemas import game as game_file
from efgc.schemas.game import Game, Terminal
from efgc.schemas.state_graph.columns import StateView, graph_columns
from efgc.stages.expand import expand
from efgc.stages.lower import lower
from efgc.stages.parse import RULES, parse
from efgc.stages.report import report
from efgc.stages.report.certify import certify
from efgc.stages.solve import BUILT_IN, SOLVERS, available, how_to_get, solve

ROOT = Path(__file__).parents[2]
ARTIFACTS = ROOT / "artifacts"

# Values printed in the documents of 2018, 2020 and 2023; rules and value by folder of artifacts/.
PUBLISHED = {
    "island-1": ("island-2018", Fraction(220, 31)),
    "island-2": ("island-2018", Fraction(528, 155)),
    "island-3": ("island-2018", Fraction(11, 2)),
    "island-report": ("island-2018", Fraction(2123, 420)),
    "cave-example": ("cave-2023", Fraction(201, 100)),
    "two-bushes": ("island-2020", Fraction(5)),
    "three-bushes": ("island-2020", Fraction(0)),
}
PROBABILITIES = ("0", "1", "0.5", "0.33", "1/3", "0.9")


def law(examples, usually=0.1):
    """Return the settings of a law on random games: all its examples where WHOLE is set, a part of
    them elsewhere.
    """
    return settings(
        deadline=None,
        max_examples=examples if "WHOLE" in os.environ else max(1, int(examples * usually)),
        suppress_health_check=list(HealthCheck),
    )


def seeds(count):
    """Return the numbers of random cases: all where WHOLE is set, a quarter of them elsewhere."""
    return range(count if "WHOLE" in os.environ else count // 4)


def there(solver):
    """Return the name of a solver; if it is missing, skip with instructions to install it."""
    if not available(solver):
        pytest.skip(f"no {solver} here: {how_to_get(solver)}")
    return solver


WITH_BASIS = [name for name in BUILT_IN if name not in SOLVERS or SOLVERS[name].basis]
"""The solvers that end at a basis and return it."""


def published(name):
    """Return the text of a published map."""
    return (ARTIFACTS / name / f"{name}.txt").read_text()


def game_of(text, rules="", level=0, unroll=False, **limits):
    """Return the game of a map."""
    return expand(parse(text, "0" * 64, rules=rules, level=level, **limits), unroll=unroll)


def in_records(graph):
    """Return a state graph with its states as records, for the plain implementations."""
    return replace(graph, states=tuple(graph.states))


def in_columns(graph):
    """Return a state graph of records in columns."""
    return replace(graph, states=StateView(graph_columns(graph.states)))


def solved(game, player=0, solver="glpk", format="lp"):
    """Return the verified report of a game."""
    return report(game, [solve(lower(game, player, format)[0], solver)])


def certified(game, refine=None):
    """Return the bytes of a game's certificate and of its file."""
    text = "".join(game_file.write(game)).encode()
    found = report(game, [solve(lower(game, 0, "lp")[0], "glpk")], refine=refine)
    claim = certify(found, hashlib.sha256(text).hexdigest())
    return "".join(certificate.write(claim)).encode(), text


def swapped(game):
    """Return the game with the players' parts exchanged."""
    infosets = tuple(
        infoset._replace(player=3 - infoset.player) for infoset in game.information_sets
    )
    return _changed(game, lambda payoff: -payoff, infosets)


def shifted(game, constant):
    """Return the game with a constant added to every payoff."""
    return _changed(game, lambda payoff: payoff + constant, game.information_sets)


def _changed(game, payoff_of, infosets):
    nodes = tuple(
        Terminal(payoff_of(node.payoff)) if isinstance(node, Terminal) else node
        for node in game.nodes
    )
    return Game(
        title=game.title,
        source=game.source,
        players=game.players,
        states=game.states,
        information_sets=infosets,
        nodes=nodes,
    )


def island(rows, bandits=0, capture="0.5"):
    """Return the text of an island map."""
    return "\n".join([str(len(rows)), str(len(rows[0])), *rows, str(bandits), capture]) + "\n"


@st.composite
def boards(draw, max_rows=4, max_columns=4, max_places=3):
    """Draw (rows, bandits, capture, rules): any small map, with or without outer walls, ways out,
    gold and danger.
    """
    height, width = draw(st.integers(1, max_rows)), draw(st.integers(2, max_columns))
    squares = [(row, column) for row in range(height) for column in range(width)]
    order = draw(st.permutations(squares))
    exits = draw(st.integers(1, min(2, len(squares) - 1)))
    most = min(max_places, len(squares) - 1 - exits)
    # Hypothesis likes small numbers, and the tests many places.
    places = most - draw(st.integers(0, most))
    kinds = dict(zip(order, "S" + "D" * exits + "E" * places, strict=False))
    for square in order[len(kinds) :]:
        kinds[square] = draw(st.sampled_from("--GG#"))
    rows = ["".join(kinds[row, column] for column in range(width)) for row in range(height)]
    bandits = min(places, draw(st.sampled_from((1, 2, 1, 0, 3))))
    return rows, bandits, draw(st.sampled_from(PROBABILITIES)), draw(st.sampled_from(sorted(RULES)))
