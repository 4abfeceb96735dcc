"""Agents by their names on the command line, with options as in `minimax:depth=2,view=optimistic`.
A new kind of agent is a line in AGENTS.
"""

import math
import os
import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ....schemas import droid_agent
from ....schemas.parts.near import did_you_mean, known_are
from ....schemas.parts.problems import InputError, OptionError, Problem, shown
from ....schemas.rules.droid_battle import DroidBattle, refuse_beyond, size
from ....stages.isolated.memory import free_memory
from ...files.reading import read_artifact
from .agents.features import LATE, view
from .agents.minimax import (
    EVALUATIONS,
    MAX_DEPTH,
    VIEWS,
    Minimax,
    MinimaxAgent,
    minimax_policy,
)
from .agents.policy_agent import PolicyAgent
from .agents.q_learning import Plan, greedy, learn, new_agent
from .battle import Seat
from .droid import Agent
from .policy import Policy, best_response, equilibrium, uniform

Options = dict[str, str]

KEYBOARD = "keyboard"
GAMES = 20_000  # Default length of a training: a second or two.
STATE = ("squares", "shots", "score")


@dataclass
class Arena:
    """The battle that agents play, with the processes to end afterwards."""

    rule: DroidBattle
    seconds: float = 5.0
    """Time limit per move of an agent loaded from a file."""
    seed: int = 1
    ended: ExitStack = field(default_factory=ExitStack)


class Entrant(NamedTuple):
    """An agent that takes part, by name."""

    name: str
    policy: Callable[[int], Policy | None]
    """Return its policy as droid 1 or 2; None if the policy is unknown."""
    agent: Callable[[int, int], Agent]
    """Make the agent of a droid, 1 or 2, with a seed."""
    memory: Callable[[int], int] = lambda droids: 0
    """Estimate its memory in bytes when it plays one droid or both, before it is made."""


def entrant(arena: Arena, text: str, other: str = "") -> Entrant:
    """Return the agent named by a text such as `minimax:depth=2`; `other` is its opponent's name.
    Raise OptionError for an invalid name or option.
    """
    refuse_unknown(text)
    kind, _, rest = text.partition(":")
    if _is_learned(text):
        return _learned(arena, text)
    if kind.endswith(".py"):
        return _loaded(arena, text, kind, rest)
    return AGENTS[kind](arena, text, _read_options(text, rest), other)


def refuse_unknown(text: str, also: Iterable[str] = ()) -> None:
    """Raise OptionError if a text names no agent; the message also lists the names in `also`."""
    kind, _, _ = text.partition(":")
    if not _is_learned(text) and not kind.endswith(".py") and kind not in AGENTS:
        known = (*also, *AGENTS)
        raise OptionError(
            f"{shown(text)} is no agent; known are {', '.join(known)}, a file of `efgc train` "
            f"(NAME.agent.json) and FILE.py:CLASS{did_you_mean(kind, known)}"
        )


def files(*texts: str) -> list[str]:
    """Return the files from which the named agents are read.

    >>> files("minimax:depth=2", "mine.agent.json", "hw.py:QAgent")
    ['mine.agent.json', 'hw.py']
    """
    kinds = [(text, text.partition(":")[0]) for text in texts]
    return [
        text if _is_learned(text) else kind
        for text, kind in kinds
        if _is_learned(text) or kind.endswith(".py")
    ]


def pair(arena: Arena, first: str, second: str) -> tuple[Entrant, Entrant]:
    """Return the agents named by two texts; a best response is to the other agent."""
    return entrant(arena, first, second), entrant(arena, second, first)


def seats(arena: Arena, first: str, second: str) -> tuple[Seat, Seat]:
    """Return the seats of droids 2 and 5. Raise InputError for an unknown name, and LimitError if
    the agents need more memory than is free.
    """
    one, two = (
        None if name == KEYBOARD else entrant(arena, name, "" if other == KEYBOARD else other)
        for name, other in ((first, second), (second, first))
    )
    who = [seat for seat in (one, two) if seat is not None]
    if who:  # Two people need no memory.
        refuse_agents(arena.rule, who, 1, "this game")
    return _seat(arena, first, one, 1), _seat(arena, second, two, 2)


def _seat(arena: Arena, name: str, who: Entrant | None, player: int) -> Seat:
    return Seat(name, None if who is None else who.agent(player, arena.seed + player))


def _is_learned(text: str) -> bool:
    kind = text.partition(":")[0]
    return (
        text.endswith(".json")
        or kind not in AGENTS
        and not kind.endswith(".py")
        and os.path.isfile(text)
    )


def _fixed(
    arena: Arena, text: str, policy: Callable[[int], Policy], memory: Callable[[int], int]
) -> Entrant:
    known = lru_cache(maxsize=2)(policy)
    return Entrant(
        text,
        known,
        lambda player, seed: PolicyAgent(arena.rule, player, known(player), seed),
        memory,
    )


def _random(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    _refuse_others(text, options, ())
    return _fixed(
        arena,
        text,
        lambda player: uniform(arena.rule, player),
        lambda droids: policy_memory(arena.rule, 1, droids),
    )


def _equilibrium(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    _refuse_others(text, options, ())
    return _fixed(
        arena,
        text,
        lambda player: equilibrium(arena.rule)[player - 1],
        lambda droids: policy_memory(arena.rule, arena.rule.rounds, 2),
    )


def _best_response(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    _refuse_others(text, options, ())
    if not other or other.startswith("best-response"):
        raise OptionError("best-response needs another agent as its opponent")
    opponent = entrant(arena, other)

    def answer(player: int) -> Policy:
        policy = opponent.policy(3 - player)
        if policy is None:
            raise InputError(
                [
                    Problem(
                        f"the policy of {other} is unknown, so that there is no best response to it"
                    )
                ]
            )
        return best_response(arena.rule, policy, player)[0]

    return _fixed(
        arena,
        text,
        answer,
        lambda droids: (
            opponent.memory(droids) + policy_memory(arena.rule, arena.rule.rounds, droids)
        ),
    )


def _q_learning(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    """Return an agent that is trained against itself on first use."""
    _refuse_others(text, options, ("games", "seed"))
    numbers = {
        key: options.get(key, str(default))
        for key, default in (("games", GAMES), ("seed", arena.seed))
    }
    for key, number in numbers.items():
        if not re.fullmatch("[0-9]{1,9}", number):
            raise OptionError(
                f"{shown(text)}: {key} is a whole number below a billion, not {shown(number)}"
            )

    @lru_cache(maxsize=1)
    def trained() -> droid_agent.DroidAgent:
        start = new_agent(arena.rule, STATE, droid_agent.Rewards())
        [agent] = learn((start,), Plan(int(numbers["games"]), seed=int(numbers["seed"])))
        return agent

    return _fixed(
        arena,
        text,
        lambda player: greedy(trained(), player),
        lambda droids: table_memory(arena.rule, STATE, droids),
    )


def _learned(arena: Arena, path: str) -> Entrant:
    agent = read_agent(path, arena.rule)
    return _fixed(
        arena,
        path,
        lambda player: greedy(agent, player),
        lambda droids: table_memory(arena.rule, agent.features, droids),
    )


def read_agent(path: str, rule: DroidBattle) -> droid_agent.DroidAgent:
    """Return the agent of a file. Raise InputError if it was trained for another battle."""
    agent = read_artifact("match", path, droid_agent.read)
    if agent.rule != rule:
        raise InputError([Problem("learned another battle than this one", ("rule",))], path)
    states = view(rule, agent.features).states
    if len(agent.table) != states:
        raise InputError(
            [
                Problem(
                    (
                        f"an agent that sees {', '.join(agent.features) or 'nothing'} has "
                        f"{states:,} states here"
                    ),
                    ("states",),
                )
            ],
            path,
        )
    return agent


def _loaded(arena: Arena, text: str, file: str, name: str) -> Entrant:
    # Imported here for start-up time.
    from .student import StudentAgent

    if not name:
        raise OptionError(f"{shown(text)}: name the class, as in {Path(file).name}:QAgent")

    def start(player: int, seed: int) -> Agent:
        return arena.ended.enter_context(StudentAgent(file, name, player, arena.seconds))

    return Entrant(text, lambda player: None, start)


def _keyboard(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    raise OptionError("a keyboard can only play with `efgc play`")


def _searching_entrant(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    """Return a minimax agent with the given options. Raise OptionError."""
    _refuse_others(text, options, Minimax._fields)
    timed = "seconds" in options
    settings = Minimax(depth=MAX_DEPTH) if timed else Minimax()
    depth = options.get("depth", str(settings.depth))
    settings = Minimax(
        depth=int(depth) if re.fullmatch("[0-9]{1,3}", depth) else 0,
        view=options.get("view", settings.view),
        evaluation=options.get("evaluation", settings.evaluation),
        margin=_number(options.get("margin", str(settings.margin))),
        seconds=_number(options["seconds"]) if timed else None,
    )
    seconds = settings.seconds
    for wrong, message in (
        (not 0 <= settings.margin <= 2, "the margin is a number from 0 to 2"),
        (
            seconds is not None and not 0 < seconds <= 3600,
            "the seconds for a move are a number above 0, up to 3600",
        ),
        (not 1 <= settings.depth <= MAX_DEPTH, f"the depth is a number from 1 to {MAX_DEPTH}"),
        (settings.view not in VIEWS, f"no such view; {known_are(settings.view, VIEWS)}"),
        (
            settings.evaluation not in EVALUATIONS,
            f"no such evaluation; {known_are(settings.evaluation, EVALUATIONS)}",
        ),
    ):
        if wrong:
            raise OptionError(f"{shown(text)}: {message}")
    policy = lru_cache(maxsize=2)(lambda player: minimax_policy(arena.rule, player, settings))
    return Entrant(
        text,
        # With a time limit the depth varies, so there is no fixed policy.
        (lambda player: None) if timed else policy,
        lambda player, seed: MinimaxAgent(arena.rule, player, settings, seed),
        lambda droids: search_memory(arena.rule, settings, droids),
    )


def _number(text: str) -> float:
    return (
        float(text) if re.fullmatch(r"[0-9]{0,9}\.?[0-9]{1,20}(e-?[0-9]{1,3})?", text) else math.nan
    )


def _read_options(text: str, settings: str) -> Options:
    """Return the options in `settings`, the part of `text` after the name. Raise OptionError."""
    parts = [part.partition("=") for part in settings.split(",")] if settings else []
    if not all(key and equal for key, equal, _ in parts):
        raise OptionError(f"{shown(text)}: options are written like depth=2,view=optimistic")
    options = {key: value for key, _, value in parts}
    if len(options) < len(parts):
        raise OptionError(f"{shown(text)}: duplicate option")
    return options


def _refuse_others(text: str, options: Options, known: tuple[str, ...]) -> None:
    """Raise OptionError for options that the agent does not have."""
    for key in options:
        if key not in known:
            others = known_are(key, known) if known else "there are none"
            raise OptionError(f"{shown(text)}: no option {shown(key)}; {others}")


AGENTS: dict[str, Callable[[Arena, str, Options, str], Entrant]] = {
    KEYBOARD: _keyboard,
    "random": _random,
    "minimax": _searching_entrant,
    "q-learning": _q_learning,
    "equilibrium": _equilibrium,
    "best-response": _best_response,
}
"""The help text of `efgc match` describes each agent."""


# Memory estimates of agents, made before the agents are.


def policy_memory(rule: DroidBattle, rounds: int, droids: int) -> int:
    """Return the bytes of the policies of `droids` droids with `rounds` distinct rounds."""
    return droids * min(rounds, rule.rounds) * size(rule).policy


def value_memory(rule: DroidBattle) -> int:
    """Return the bytes of one number per state and round."""
    return rule.rounds * size(rule).values


def search_memory(rule: DroidBattle, settings: Minimax, droids: int) -> int:
    """Return the bytes that a search keeps; a playout includes the random policies of both."""
    if EVALUATIONS[settings.evaluation] is None:
        rounds, judged = rule.rounds, value_memory(rule) + policy_memory(rule, 1, 2)
    else:
        rounds, judged = settings.depth + 1, size(rule).values
    return droids * (judged + policy_memory(rule, rounds, 1))


def table_memory(rule: DroidBattle, features: tuple[str, ...], droids: int) -> int:
    """Return the bytes of the policies of a table: one for each number of rounds that its features
    distinguish, with the temporary memory to make one.
    """
    rounds = rule.rounds if "rounds" in features else LATE + 1 if "late" in features else 1
    return policy_memory(rule, rounds, droids) + policy_memory(rule, 2, 1)


def refuse_agents(rule: DroidBattle, who: Iterable[Entrant], droids: int, what: str) -> None:
    """Raise LimitError, before any agent is made, if the agents, each playing one droid or both,
    need more memory than is free.
    """
    kept = sum(one.memory(droids) for one in who)
    refuse_beyond(rule, size(rule).solving + kept, free_memory(), what)
