"""What agents need of a game: its rules in matches, exact computations with policies, features."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ....schemas.droid_agent import DroidAgent
from ....schemas.droid_contest import Outcome
from ....stages.solve.induction.matrix_game import Array
from .agents.plan import Plan, Play
from .turns import Chooser, Rules

Policy = tuple[Array, ...]
"""A fixed distribution per state, as arrays that only its game reads."""

VIEWS = ("pessimistic", "optimistic", "mixed")  # The kernel takes their indices.
MAX_DEPTH = 50
TIE = 1e-9  # Smaller differences between sums of weights are rounding errors.
EQUAL = 1e-12  # Actions whose values in a table differ by less are tied.
NO_VALUE = 1e-11  # A value of a game that is closer to 0 is 0.


class Minimax(NamedTuple):
    """Settings of the search."""

    depth: int = 3
    """Rounds to look ahead."""
    view: str = "mixed"
    """One of VIEWS."""
    evaluation: str = "playout"
    """One of the game's evaluations."""
    margin: float = 0.015
    """Actions whose value is within this margin of the best are chosen at random: a deterministic
    player is easy to predict.
    """
    seconds: float | None = None
    """Time limit per move: the agent searches one round ahead, then two, and so on up to `depth`,
    and takes the result of the last search that finished in time. None: no limit.
    """


class AgentGame(NamedTuple):
    """A game of agents: functions of its rule, which comes first. Another game is a row of GAMES in
    `games.py`.
    """

    rules: Callable[[Any], Rules]
    features: tuple[str, ...]
    """The features of an agent that names none."""
    actions: Callable[[Any, int], tuple[str, ...]]
    """The labels of all actions of a player, in the order of tables and weights."""
    most_points: Callable[[Any], float]
    """The largest lead in points."""
    value: Callable[[Any], float]
    """The value of the game to player 1."""
    weights: Callable[[Any, Policy, Any, int], tuple[float, ...] | None]
    """By policy, position and player: the probabilities of the actions; None if they do not matter
    any more.
    """
    uniform: Callable[[Any, int], Policy]
    """The policy of a player that plays all possible actions with equal probability."""
    equilibrium: Callable[[Any], tuple[Policy, Policy]]
    best_response: Callable[[Any, Policy, int], tuple[Policy, float]]
    """By the opponent's policy and the player: its best response, and the value to player 1."""
    exploitability: Callable[[Any, Policy, int, float], float]
    """By policy, player and value of the game: the value minus that which the policy guarantees."""
    outcome: Callable[[Any, Policy, Policy], Outcome]
    minimax: Callable[[Any, int, Minimax], Policy]
    """The policy of a player's search without a time limit."""
    evaluations: tuple[str, ...]
    """The heuristic values of a search."""
    view: Callable[[Any, tuple[str, ...]], Any]
    """The view of an agent with these features: the number of `states`, and `state`, a function of
    turn and player that returns the number of a state, None if the winner is already decided.
    Raises InputError if a table would be too large.
    """
    greedy: Callable[[DroidAgent, int], Policy]
    """The policy that takes an action of the highest value, ties at random."""

    # Memory in bytes, estimated before anything is made.
    policy_memory: Callable[[Any, int], int]
    """That of the policies of so many players."""
    uniform_memory: Callable[[Any, int], int]
    search_memory: Callable[[Any, Minimax, int], int]
    table_memory: Callable[[Any, tuple[str, ...], int], int]
    """That of greedy policies with these features."""
    refuse: Callable[[Any, int, str], None]
    """Raises LimitError if agents that keep so many bytes need more than is free, besides that for
    solving the game; or if the game is too large. The text names the work.
    """

    # What not every game has.
    trainer: Callable[[DroidAgent, tuple[Array, Array], Plan, Policy | None], Play] | None = None
    """The compiled form of `agents.q_learning.trainer`."""
    searcher: Callable[[Any, int, Minimax, int], Chooser] | None = None
    """The agent of a player, with a seed, that searches in every round; it can have a time limit.
    """
    shot: int = -1
    """The action that the reward of this name is for."""
    in_corner: Callable[[Any, Any, int], bool] = lambda rule, point, player: False
    """Whether a player gets the reward of a corner."""
    read_policies: Callable[[Any, str], tuple[Policy, Policy]] | None = None
    """Reads a file of positions, FILE.csv. Raises InputError."""
