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
from ....schemas.parts.near import did_you_mean, known_are, near_file
from ....schemas.parts.problems import InputError, OptionError, Problem, shown
from ....schemas.rules.rule import Rule
from ...files.reading import read_artifact
from .agents.plan import Plan
from .agents.policy_agent import PolicyAgent
from .agents.q_learning import greedy, learn, new_agent
from .battle import Seat
from .game import MAX_DEPTH, VIEWS, AgentGame, Minimax, Policy
from .games import game_of
from .turns import Chooser

Options = dict[str, str]

KEYBOARD = "keyboard"
GAMES = 20_000  # Default length of a training: a second or two.


@dataclass
class Arena:
    """The game that agents play, with the processes to end afterwards."""

    rule: Rule
    seconds: float = 5.0
    """Time limit per move of an agent loaded from a file."""
    seed: int = 1
    lines: float = math.inf
    """Maximum lines of output shown of an agent loaded from a file."""
    ended: ExitStack = field(default_factory=ExitStack)

    @property
    def game(self) -> AgentGame:
        return game_of(self.rule)


class Entrant(NamedTuple):
    """An agent that takes part, by name."""

    name: str
    policy: Callable[[int], Policy | None]
    """Return its policy as player 1 or 2; None if the policy is unknown."""
    agent: Callable[[int, int], Chooser]
    """Make the agent of player 1 or 2, with a seed."""
    memory: Callable[[int], int] = lambda players: 0
    """Estimate its memory in bytes when it plays one player or both, before it is made."""


def entrant(arena: Arena, text: str, other: str = "") -> Entrant:
    """Return the agent named by a text such as `minimax:depth=2`; `other` is its opponent's name.
    Raise OptionError for an invalid name or option.
    """
    kind, _, rest = text.partition(":")
    if kind.endswith(".csv") and arena.game.read_policies is not None:
        return _table(arena, text, arena.game.read_policies)
    refuse_unknown(text)
    if _is_learned(text):
        return _learned(arena, text)
    if kind.endswith(".py"):
        return _loaded(arena, text, kind, rest)
    return AGENTS[kind](arena, text, _read_options(text, rest), other)


def refuse_unknown(text: str, also: Iterable[str] = ()) -> None:
    """Raise OptionError if a text names no agent; the message also lists the names in `also`."""
    kind, _, _ = text.partition(":")
    if not _is_learned(text) and not kind.endswith(".py") and kind not in AGENTS:
        known = (*also, *(name for name in AGENTS if name != KEYBOARD))
        meant = near_file(text) or did_you_mean(kind, known)
        if os.path.isfile(f"{kind}.py"):
            meant = f"; did you mean '{kind}.py{text.removeprefix(kind)}'?"
        raise OptionError(
            f"{shown(text)} is not an agent; known are {', '.join(known)}, a file of `efgc train` "
            f"(NAME.agent.json) and FILE.py:CLASS{meant}"
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


def seats(arena: Arena, first: str, second: str) -> tuple[Seat, Seat]:
    """Return the seats of droids 2 and 5. Raise InputError for an unknown name, and LimitError if
    the agents need more memory than is free.
    """
    for name in (first, second):
        refuse_unknown(name, also=(KEYBOARD,))
    one, two = (
        None if name == KEYBOARD else entrant(arena, name, "" if other == KEYBOARD else other)
        for name, other in ((first, second), (second, first))
    )
    who = [seat for seat in (one, two) if seat is not None]
    if any(seat.memory(1) for seat in who):  # People, and classes of users, need none.
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
        lambda player: arena.game.uniform(arena.rule, player),
        lambda players: arena.game.uniform_memory(arena.rule, players),
    )


def _equilibrium(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    _refuse_others(text, options, ())
    return _fixed(
        arena,
        text,
        lambda player: arena.game.equilibrium(arena.rule)[player - 1],
        lambda players: arena.game.policy_memory(arena.rule, 2),
    )


def _best_response(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    _refuse_others(text, options, ())
    if not other or other.startswith("best-response"):
        raise OptionError("best-response needs another agent as its opponent")
    opponent = entrant(arena, other)

    def answer(player: int) -> Policy:
        policy = opponent.policy(3 - player)
        if policy is None:
            said = f"the policy of {other} is unknown, so that there is no best response to it"
            raise InputError([Problem(said)])
        return arena.game.best_response(arena.rule, policy, player)[0]

    return _fixed(
        arena,
        text,
        answer,
        lambda players: opponent.memory(players) + arena.game.policy_memory(arena.rule, players),
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
        start = new_agent(arena.rule, arena.game.features, droid_agent.Rewards())
        [agent] = learn((start,), Plan(int(numbers["games"]), seed=int(numbers["seed"])))
        return agent

    return _fixed(
        arena,
        text,
        lambda player: greedy(trained(), player),
        lambda players: arena.game.table_memory(arena.rule, arena.game.features, players),
    )


def _learned(arena: Arena, path: str) -> Entrant:
    agent = read_agent(path, arena.rule)
    return _fixed(
        arena,
        path,
        lambda player: greedy(agent, player),
        lambda players: arena.game.table_memory(arena.rule, agent.features, players),
    )


def _table(arena: Arena, path: str, read: Callable[[Rule, str], tuple[Policy, Policy]]) -> Entrant:
    """Return an agent that plays a table of positions."""
    policies = lru_cache(maxsize=1)(lambda: read(arena.rule, path))
    return _fixed(
        arena,
        path,
        lambda player: policies()[player - 1],
        lambda players: arena.game.policy_memory(arena.rule, 2),
    )


def read_agent(path: str, rule: Rule) -> droid_agent.DroidAgent:
    """Return the agent of a file. Raise InputError if it was trained for another game."""
    agent = read_artifact("match", path, droid_agent.read)
    if agent.rule != rule:
        learned = f"the agent learned {agent.rule.title}, another game than this one"
        advice = "`--game SOURCE` of `efgc match` and `efgc train`, or `efgc play SOURCE`, names it"
        raise InputError([Problem(f"{learned}; {advice}")], path)
    states = game_of(rule).view(rule, agent.features).states
    if len(agent.table) != states:
        seen = ", ".join(agent.features) or "nothing"
        said = f"an agent that sees {seen} has {states:,} states here"
        raise InputError([Problem(said, ("states",))], path)
    return agent


def _loaded(arena: Arena, text: str, file: str, name: str) -> Entrant:
    # Imported here for start-up time.
    from .student import StudentAgent

    if not os.path.isfile(file):
        said = "is not a file" if os.path.exists(file) else f"no such file{near_file(file)}"
        raise InputError([Problem(said)], file)
    if not name:
        raise OptionError(f"{shown(text)}: name the class, as in {Path(file).name}:QAgent")

    def start(player: int, seed: int) -> Chooser:
        who = arena.rule.players[player - 1]
        started = StudentAgent(
            arena.rule.name, file, name, who, arena.seconds, seed=seed, lines=arena.lines
        )
        return arena.ended.enter_context(started)

    return Entrant(text, lambda player: None, start)


def _keyboard(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    raise OptionError("a keyboard can only play with `efgc play`")


def _searching_entrant(arena: Arena, text: str, options: Options, other: str) -> Entrant:
    """Return a minimax agent with the given options. Raise OptionError."""
    game, settings = arena.game, _search_settings(arena.game, text, options)
    policy = lru_cache(maxsize=2)(lambda player: game.minimax(arena.rule, player, settings))
    return Entrant(
        text,
        # With a time limit the depth varies, so there is no fixed policy.
        (lambda player: None) if settings.seconds else policy,
        lambda player, seed: (
            game.searcher(arena.rule, player, settings, seed)
            if game.searcher
            else PolicyAgent(arena.rule, player, policy(player), seed)
        ),
        lambda players: game.search_memory(arena.rule, settings, players),
    )


def _search_settings(game: AgentGame, text: str, options: Options) -> Minimax:
    """Return the settings of a search with the given options. Raise OptionError."""
    known = tuple(key for key in Minimax._fields if key != "seconds" or game.searcher)
    _refuse_others(text, options, known)
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
            settings.evaluation not in game.evaluations,
            f"no such evaluation; {known_are(settings.evaluation, game.evaluations)}",
        ),
    ):
        if wrong:
            raise OptionError(f"{shown(text)}: {message}")
    return settings


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


def refuse_agents(rule: Rule, who: Iterable[Entrant], players: int, what: str) -> None:
    """Raise LimitError, before any agent is made, if the agents, each playing one player or both,
    need more memory than is free.
    """
    game_of(rule).refuse(rule, sum(one.memory(players) for one in who), what)
