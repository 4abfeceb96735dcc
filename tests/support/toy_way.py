"""A fifth way of solving: fictitious play on games in which each player moves once, and nothing is
drawn by chance. It is this module and one row of a table.
"""

import numpy as np

from efgc.pipeline.chain.provenance import write_bounds
from efgc.pipeline.chain.records import Bounded, ReportedBounds
from efgc.pipeline.chain.steps import stage
from efgc.pipeline.settings.ways import Row
from efgc.pipeline.ways.bounds import BoundsWay
from efgc.schemas import bounds
from efgc.schemas.bounds import REGRET, BoundsStatus, Progress, Situation
from efgc.schemas.game import Game
from efgc.schemas.game.columns import Terminal
from efgc.stages.report.bounds import BOUNDS_FORMATS, report_bounds

NAME = "by fictitious play"
STEPS = 2_000


def is_matrix(parsed, method, as_program):
    """Return whether each player of a game has one information set."""
    return isinstance(parsed, Game) and len(parsed.information_sets) == 2 and method == REGRET


ROW = Row(
    module="toy_way",
    words="a game solved by fictitious play",
    formats={name: BOUNDS_FORMATS[name] for name in ("text", "json", "html")},
    proofs=("bounds",),
    fits=is_matrix,
)


def payoffs(game):
    """Return the payoff of each pair of actions."""

    def payoff(node, choice):
        move = game.nodes[node]
        if isinstance(move, Terminal):
            return float(move.payoff)
        return payoff(move.children[choice[move.infoset]], choice)

    rows, columns = (range(len(one.actions)) for one in game.information_sets)
    return [[payoff(0, (row, column)) for column in columns] for row in rows]


def solve(game, context):
    """Return bounds: each player in turn answers the average of the other's choices so far."""
    matrix = np.array(payoffs(game))
    first, second = np.eye(matrix.shape[0])[0], np.eye(matrix.shape[1])[0]
    for _ in range(STEPS):
        first[np.argmax(matrix @ second)] += 1
        second[np.argmin(first @ matrix)] += 1
    first, second = first / first.sum(), second / second.sum()
    lower, upper = (first @ matrix).min(), (matrix @ second).max()
    situations = [
        Situation(
            information_set=number,
            states=(),
            actions=game.information_sets[number].actions,
            probabilities=tuple(strategy.tolist()),
        )
        for number, strategy in enumerate((first, second))
    ]
    made = bounds.Bounds(
        title=game.title,
        game_sha256=game.digest,
        method=REGRET,
        rule="fictitious play",
        steps=STEPS,
        status=BoundsStatus.GAP,
        graph_sha256="",
        lower_bound=float(lower),
        upper_bound=float(upper),
        progress=(Progress(STEPS, float(lower), float(upper), None),),
        strategies=tuple((one,) for one in situations),
    )
    return Bounded(game, made)


class FictitiousPlay(BoundsWay):
    name = NAME

    def steps(self, parsed, context):
        return CHAIN.go(parsed, context)


WAY = FictitiousPlay()
CHAIN = stage(
    "solve",
    solve,
    lambda made: bounds.check(made.bounds),
    lambda before, made, settings: {"bounds.json": write_bounds(made.bounds, settings)},
).then(
    stage(
        "report",
        lambda made, context: ReportedBounds(made, report_bounds(made.game, made.bounds, 0)),
        lambda made: [],
        WAY.report_files,
    )
)
