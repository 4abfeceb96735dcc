"""A trained agent for droid battle (`*.agent.json`): its features, its rewards and its value table.

`efgc train` writes it, and can continue from it; `efgc match`, `tournament` and `play` accept it as
an agent.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.parts.documents import Data, Findings, read_json
from schemas.parts.near import known_are
from schemas.parts.problems import Place, Problem, shown
from schemas.rules.droid_battle import ACTIONS, DroidBattle, read_battle
from schemas.rules.droid_battle.board import MAX_SHOTS
from schemas.solution import read_number

FORMAT = "efgc/droid-agent"
VERSION = 1
KEYS = (
    *("format", "version", "rule", "state", "rewards"),
    *("episodes", "rounds", "curve", "states", "table"),
)
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


MAX_REWARD = 1e6
MAX_VALUE = 1e15  # Limit for the table: above any sum of rewards, and far below overflow.


class Rewards(NamedTuple):
    """The rewards of an agent in training."""

    points: float = 0.1
    """For every point scored; subtracted for every point of the opponent."""
    win: float = 1.0
    """For a win; subtracted for a loss."""
    shot: float = 0.0
    """For every shot fired; negative to save shots."""
    corner: float = 0.0
    """For every round, except the first, that the agent begins in a corner."""


SHARES = ("win", "draw", "loss")


NEEDED = ("points", "win", "shot")
"""The rewards that every file must contain."""


class CurvePoint(NamedTuple):
    """The exact result of an agent, without exploration, against its training opponent; against
    random play if that opponent was the agent itself, or has no known distribution.
    """

    episodes: int
    win: float
    draw: float
    loss: float
    score: float | None = None
    """Mean lead in points; only in a battle for points."""


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


def read(text: str) -> DroidAgent:
    """Return the record in a JSON text. Raise InputError with the place of every problem."""
    data = read_json(text)
    found = Findings()
    found.header(data, FORMAT, VERSION)
    top = found.fields(data, (), KEYS)
    rule = read_battle(found, top["rule"], ("rule",))
    features = tuple(
        found.text(name, ("state", at))
        for at, name in enumerate(found.sequence(top["state"], ("state",)))
    )
    found.add_beside([Problem(problem.message, ("state",)) for problem in check_features(features)])
    weights = found.fields(top["rewards"], ("rewards",), NEEDED, ("corner",))
    rewards = Rewards(
        *(
            _number(found, ("rewards", key), weights.get(key, 0), MAX_REWARD)
            for key in Rewards._fields
        )
    )
    counts = [_count(found, (key,), top[key]) for key in ("episodes", "rounds", "states")]
    curve = tuple(
        _point(found, ("curve", at), point)
        for at, point in enumerate(found.sequence(top["curve"], ("curve",)))
    )
    found.stop()
    return DroidAgent(
        rule=rule,
        features=features,
        rewards=rewards,
        episodes=counts[0],
        rounds=counts[1],
        curve=curve,
        table=_table(found, counts[2], top["table"]),
    )


def write(agent: DroidAgent) -> Iterator[str]:
    """Yield the lines of the JSON text: one visited state per line."""
    head = {
        "rule": agent.rule.fields(),
        "state": agent.features,
        "rewards": {
            key: number
            for key, number in agent.rewards._asdict().items()
            if number or key in NEEDED
        },
        "episodes": agent.episodes,
        "rounds": agent.rounds,
    }
    yield f'{{"format": "{FORMAT}", "version": {VERSION},\n'
    for key, value in head.items():
        yield f' "{key}": {json.dumps(value)},\n'
    yield ' "curve": ['
    yield ",".join(f"\n  {json.dumps(_written(point))}" for point in agent.curve)
    yield f'],\n "states": {len(agent.table)},\n "table": ['
    for line, state in enumerate(np.flatnonzero(agent.table.any(axis=1)).tolist()):
        yield f"{',' if line else ''}\n  {json.dumps([state, *agent.table[state].tolist()])}"
    yield "]}\n"


def _written(point: CurvePoint) -> dict[str, float]:
    return {key: number for key, number in point._asdict().items() if number is not None}


def _point(found: Findings, place: Place, data: Data) -> CurvePoint:
    fields = found.fields(data, place, ("episodes", *SHARES), ("score",))
    shares = [_number(found, (*place, key), fields[key], 1.0000001) for key in SHARES]
    for key, share in zip(SHARES, shares, strict=True):
        if share < 0:
            found.add((*place, key), f"{share} is below 0")
    score = fields.get("score")
    return CurvePoint(
        _count(found, (*place, "episodes"), fields["episodes"]),
        shares[0],
        shares[1],
        shares[2],
        None if score is None else _number(found, (*place, "score"), score, MAX_SHOTS),
    )


MAX_TABLE = 10_000_000  # Maximum number of states: half a gigabyte.


def _table(found: Findings, states: int, data: Data) -> NDArray[np.float64]:
    if not 0 < states <= MAX_TABLE:
        found.add(("states",), f"{states:,} states; from 1 to {MAX_TABLE:,} are possible")
        found.stop()
    table = np.zeros((states, len(ACTIONS)))
    told: set[int] = set()
    for at, row in enumerate(found.sequence(data, ("table",))):
        numbers = found.sequence(row, ("table", at))
        state = (
            found.integer(numbers[0], ("table", at, 0)) if len(numbers) == 1 + len(ACTIONS) else -1
        )
        if not 0 <= state < states:
            found.add(
                ("table", at),
                f"is not the number of a state, below {states:,}, and {len(ACTIONS)} values",
            )
        elif state in told:
            found.add(("table", at, 0), f"state {state} is there twice")
        else:
            told.add(state)
            table[state] = [
                _number(found, ("table", at, place), number)
                for place, number in enumerate(numbers[1:], 1)
            ]
    found.stop()
    return table


def _count(found: Findings, place: Place, data: Data) -> int:
    number = found.integer(data, place)
    if number < 0:
        found.add(place, f"{number} is below 0")
    return number


def _number(found: Findings, place: Place, data: Data, most: float = MAX_VALUE) -> float:
    number = read_number(found, place, data) or 0.0
    if abs(number) > most:
        found.add(place, f"{shown(data)} is not a number from -{most:,.0f} to {most:,.0f}")
    return number
