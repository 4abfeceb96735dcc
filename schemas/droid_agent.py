"""The droid agent (`*.agent.json`): an agent that has learned to play a droid battle or Goofspiel,
as a table of values. Its name is older than its second game.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .parts.documents.artifacts import Artifact
from .parts.documents.shapes import Interval, Key, Length, Mark
from .parts.near import known_are
from .parts.problems import Problem, shown
from .rules import droid_battle, goofspiel
from .rules.rule import Rule
from .rules.shapes import PUBLIC_GAME

GROUPS = (
    *(("squares", "offset"), ("shots", "armed"), ("score", "lead"), ("rounds", "late")),
    ("hands", "hand"),
)
FEATURES = {
    droid_battle.NAME: {
        "squares": "where both droids stand",
        "offset": "where the other stands as seen from here",
        "shots": "the shots of both",
        "armed": "whether each has a shot left",
        "score": "own points less the other's",
        "lead": "who has more points",
        "rounds": "the rounds still to be played",
        "late": "the same, but only of the last ten",
    },
    goofspiel.NAME: {
        "hands": "the cards of both",
        "hand": "the own cards",
        "prizes": "the prizes that are left",
        "prize": "the prize that is turned up",
    },
}
"""What an agent can learn from, by the name of the rule; `pipeline/apps/droids/agents/features.py`
and `pipeline/apps/droids/card_game.py` compute it.
"""


MAX_REWARD = 1e6
MAX_LEAD = 1e12
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
        "for a win; subtracted for a loss; not used in a game for points",
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
        "mean lead in points; missing unless the game is for points",
        Interval(-MAX_LEAD, MAX_LEAD),
    ] = None


@dataclass(frozen=True)
class DroidAgent:
    """An agent with a value table."""

    rule: Any
    """The rule of the game in which it was trained."""
    features: tuple[str, ...]
    """The features that it observes: keys of FEATURES, at most one from each of GROUPS."""
    rewards: Rewards
    episodes: int
    """The number of games played in training."""
    rounds: int
    curve: tuple[CurvePoint, ...]
    table: NDArray[np.float64]
    """The value of each action in each state that it distinguishes: shape (states, actions), the
    number of `actions_of` the rule.
    """


class AgentFile(NamedTuple):
    """An agent that has learned to play a droid battle or Goofspiel, as a table of values."""

    rule: Annotated[Rule, "the game in which it was trained, as in the state graph", PUBLIC_GAME]
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
                Length(2, 1 + goofspiel.MAX_CARDS),
            ],
            ...,
        ],
        "per visited state: its number, and the values of `up`, `down`, `left`, `right` and "
        "`shoot`, or of the cards that were dealt",
        Mark.LINES,
    ]


def actions_of(rule: Any) -> int:
    """Return the number of actions in the table of an agent of a game."""
    actions = droid_battle.ACTIONS if rule.name == droid_battle.NAME else rule.prizes
    return len(actions)


def check_features(features: tuple[str, ...], rule: Rule) -> list[Problem]:
    """Return the problems of a choice of features of a game."""
    known = FEATURES[rule.name]
    unknown = [
        Problem(f"{shown(name)} is nothing that can be seen; {known_are(name, known)}")
        for name in features
        if name not in known
    ]
    twice = [Problem(f"duplicate {shown(name)}") for name in known if features.count(name) > 1]
    both = [
        Problem(f"only one of {' and '.join(group)}")
        for group in GROUPS
        if set(group) <= set(features)
    ]
    return [*unknown, *twice, *both]


def _consistent(agent: AgentFile) -> Iterator[Problem]:
    if agent.rule is None:  # Its problem is known already.
        return
    problems = check_features(agent.features, agent.rule)
    yield from (Problem(problem.message, ("state",)) for problem in problems)
    known: set[float] = set()
    length = 1 + actions_of(agent.rule)
    for at, row in enumerate(agent.table):
        if len(row) != length:
            yield Problem(f"{len(row)} items instead of {length}", ("table", at))
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
    table = np.zeros((file.states, actions_of(file.rule)))
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
