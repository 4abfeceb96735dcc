"""A droid that has learned to play (`*.agent.json`): what it sees, what it was rewarded for, and
its table.

`efgc train` writes it and goes on from it; `efgc match`, `tournament` and `play` take it as an
agent.
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
MAX_VALUE = (
    1e15  # In the table: beyond what rewards can add up to, and far from where sums overflow.
)


class Rewards(NamedTuple):
    """What is good for an agent."""

    points: float = 0.1
    """For every point more, and against it for every point of the other."""
    win: float = 1.0
    """At the end, and against it when it is lost."""
    shot: float = 0.0
    """For every shot that is fired; negative where shots are to be saved."""
    corner: float = 0.0
    """For every round that it begins in a corner, but the first."""


SHARES = ("win", "draw", "loss")


NEEDED = ("points", "win", "shot")
"""Rewards that stand in every file."""


class CurvePoint(NamedTuple):
    """How an agent did, without exploring, against what it trained with, or against random play if
    that was itself or nobody can tell how it plays; exact.
    """

    episodes: int
    win: float
    draw: float
    loss: float
    score: float | None = None
    """Mean points by which it is ahead, in a battle for points alone."""


@dataclass(frozen=True)
class DroidAgent:
    """An agent with a table."""

    rule: DroidBattle
    """The battle it learned on."""
    features: tuple[str, ...]
    """What it sees: keys of FEATURES, one of each of GROUPS at most."""
    rewards: Rewards
    episodes: int
    """Games it has learned from."""
    rounds: int
    curve: tuple[CurvePoint, ...]
    table: NDArray[np.float64]
    """What each action is worth in each state that it tells apart: shape (states, 5), in the order
    of ACTIONS.
    """


def check_features(features: tuple[str, ...]) -> list[Problem]:
    """Return what is wrong with a choice of what an agent sees."""
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
    """Return the record of a JSON text. Raises InputError with the place of every problem."""
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
    """Yield the lines of the JSON text: one state that was seen per line."""
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


MAX_TABLE = 10_000_000  # States: half a gigabyte.


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
