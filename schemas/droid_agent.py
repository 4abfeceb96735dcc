"""The droid agent (`*.agent.json`): an agent that has learned to play a droid battle, as a table of
values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Key, Length, Mark
from .parts.near import known_are
from .parts.problems import Problem, shown
from .rules.droid_battle import ACTIONS, DroidBattle
from .rules.droid_battle.board import MAX_SHOTS
from .rules.shapes import BATTLE

GROUPS = (("squares", "offset"), ("shots", "armed"), ("score", "lead"), ("rounds", "late"))
FEATURES = {
    "squares": "where both droids stand",
    "offset": "where the other stands as seen from here",
    "shots": "the shots of both",
    "armed": "whether each has a shot left",
    "score": "own points less the other's",
    "lead": "who has more points",
    "rounds": "the rounds still to be played",
    "late": "the same, but only of the last ten",
}
"""What a droid can learn from; `pipeline/apps/droids/agents/features.py` computes it."""


MAX_REWARD = 1e6
MAX_VALUE = 1e15
"""Limit for the values: above any sum of rewards, and far below overflow."""
MAX_TABLE = 10_000_000
"""Maximum number of states: half a gigabyte."""
_REWARD = Interval(-MAX_REWARD, MAX_REWARD)
_SHARE = Interval(0, 1.0000001)
_COUNT = Interval(0)


class Rewards(NamedTuple):
    """The rewards of an agent in training."""

    points: Annotated[
        float,
        "for every point scored; subtracted for every point of the opponent",
        _REWARD,
        Mark.WRITTEN,
    ] = 0.1
    win: Annotated[
        float,
        "for a win; subtracted for a loss; not used in a battle for points",
        _REWARD,
        Mark.WRITTEN,
    ] = 1.0
    shot: Annotated[
        float, "for every shot fired; negative to save shots", _REWARD, Mark.WRITTEN
    ] = 0.0
    corner: Annotated[
        float,
        "for every round, except the first, that the agent begins in a corner; 0 if missing",
        _REWARD,
    ] = 0.0


class CurvePoint(NamedTuple):
    """The exact result of an agent, without exploration, against its training opponent; against
    random play if that opponent was the agent itself, or has no known distribution.
    """

    episodes: Annotated[int, "games played before", _COUNT]
    win: Annotated[float, "probability of winning", _SHARE]
    draw: Annotated[float, "probability of a draw", _SHARE]
    loss: Annotated[float, "probability of losing", _SHARE]
    score: Annotated[
        float | None,
        "mean lead in points; missing unless the battle is for points",
        Interval(-MAX_SHOTS, MAX_SHOTS),
    ] = None


@dataclass(frozen=True)
class DroidAgent:
    """An agent with a value table."""

    rule: DroidBattle
    """The battle in which it was trained."""
    features: tuple[str, ...]
    """The features that it observes: keys of FEATURES, at most one from each of GROUPS."""
    rewards: Rewards
    episodes: int
    """The number of games played in training."""
    rounds: int
    curve: tuple[CurvePoint, ...]
    table: NDArray[np.float64]
    """The value of each action in each state that it distinguishes: shape (states, 5), in the order
    of ACTIONS.
    """


class AgentFile(NamedTuple):
    """An agent that has learned to play a droid battle, as a table of values."""

    rule: Annotated[
        DroidBattle, "the battle in which it was trained, as in the state graph", BATTLE
    ]
    features: Annotated[tuple[str, ...], "the features that it observes, see below", Key("state")]
    rewards: Annotated[Rewards, "its rewards in training"]
    episodes: Annotated[int, "games played in training", _COUNT]
    rounds: Annotated[int, "rounds of these games", _COUNT]
    curve: Annotated[
        tuple[CurvePoint, ...],
        "its results during training, computed exactly and without exploration, against its "
        "training opponent (against random play if that was itself or a file)",
        Mark.LINES,
    ]
    states: Annotated[int, "number of states that it distinguishes", Interval(1, MAX_TABLE)]
    table: Annotated[
        tuple[
            Annotated[
                tuple[Annotated[float, Interval(-MAX_VALUE, MAX_VALUE)], ...],
                Length(1 + len(ACTIONS), 1 + len(ACTIONS)),
            ],
            ...,
        ],
        "per visited state: its number, and the values of `up`, `down`, `left`, `right` and "
        "`shoot`",
        Mark.LINES,
    ]


def check_features(features: tuple[str, ...]) -> list[Problem]:
    """Return the problems of a choice of features."""
    unknown = [
        Problem(f"{shown(name)} is nothing that can be seen; {known_are(name, FEATURES)}")
        for name in features
        if name not in FEATURES
    ]
    twice = [
        Problem(f"{shown(name)} is there twice") for name in FEATURES if features.count(name) > 1
    ]
    both = [
        Problem(f"only one of {' and '.join(group)}")
        for group in GROUPS
        if set(group) <= set(features)
    ]
    return [*unknown, *twice, *both]


def _consistent(agent: AgentFile) -> Iterator[Problem]:
    yield from (Problem(problem.message, ("state",)) for problem in check_features(agent.features))
    known: set[float] = set()
    for at, row in enumerate(agent.table):
        state = row[0] if row else -1.0
        if not (state.is_integer() and 0 <= state < agent.states):
            yield Problem(
                f"{state:g} is not the number of a state, below {agent.states:,}", ("table", at, 0)
            )
        elif state in known:
            yield Problem(f"duplicate state {state:g}", ("table", at, 0))
        known.add(state)


ARTIFACT = Artifact("efgc/droid-agent", 1, "Droid agent", AgentFile, _consistent)


def read(text: str) -> DroidAgent:
    """Return the record in a JSON text. Raise InputError with the place of every problem."""
    file = ARTIFACT.read(text)
    table = np.zeros((file.states, len(ACTIONS)))
    if file.table:
        rows = np.array(file.table)
        table[rows[:, 0].astype(np.intp)] = rows[:, 1:]
    return DroidAgent(
        rule=file.rule,
        features=file.features,
        rewards=file.rewards,
        episodes=file.episodes,
        rounds=file.rounds,
        curve=file.curve,
        table=table,
    )


def write(agent: DroidAgent) -> Iterator[str]:
    """Yield the lines of the JSON text: one visited state per line."""
    visited = np.flatnonzero(agent.table.any(axis=1)).tolist()
    rows = ((state, *agent.table[state].tolist()) for state in visited)
    file = AgentFile(
        rule=agent.rule,
        features=agent.features,
        rewards=agent.rewards,
        episodes=agent.episodes,
        rounds=agent.rounds,
        curve=agent.curve,
        states=len(agent.table),
        table=tuple(rows),
    )
    return ARTIFACT.write(file)
