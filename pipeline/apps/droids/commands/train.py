"""efgc train."""

import os
import time
from typing import TYPE_CHECKING, Any

import click

from .....schemas.parts.near import known_are
from .....schemas.parts.problems import OptionError, shown
from ....files.reading import refuse_inputs
from ....machine.deadline import ENDS
from ....options import calls, outputs
from ....options.outputs import Output
from ....settings.value_types import FILE, NEW_FILE, FloatRange
from ....terminal.diagnostics import note, progress, running_command, tell_lines
from ....terminal.help_texts import CommandWithHelpAll
from .. import options as battle
from ..options import AGENT
from ..own_agent import OWN_AGENT

if TYPE_CHECKING:  # Loads NumPy, needed only for training.
    from .....schemas.droid_agent import DroidAgent, Rewards
    from .....schemas.rules.rule import Rule
    from ..agents.plan import Plan
    from ..entrants import Arena
    from ..training import Training

ITSELF = "itself"


@click.command(
    cls=CommandWithHelpAll,
    epilog=calls.example("efgc train --battle droid-duel.yaml --games 500 -o mine.agent.json")
    + "\n\f\n"
    + OWN_AGENT,
)
@outputs.output("the agent", {"json": "agent.json"}, replaces=("origin",))
@click.option(
    "--from",
    "origin",
    metavar="FILE",
    type=FILE,
    default=None,
    help="Train this agent further instead of a new one.",
)
@click.option(
    "--against",
    metavar="AGENT",
    type=AGENT,
    default=ITSELF,
    show_default=True,
    help="The opponent; `efgc match --help` lists the names.",
)
@click.option(
    "--rival",
    metavar="FILE",
    type=NEW_FILE,
    default=None,
    help="Train against a new agent that also learns, in a table of its own, and write it to FILE.",
)
@click.option(
    "--player",
    type=click.Choice(("1", "2")),
    default=None,
    help="The player to play, with --rival or if --against names another agent.  [default: 1]",
)
@click.option(
    "--droid",
    type=click.Choice(("2", "5")),
    default=None,
    help="The same in droid battle, where player 1 is droid 2.  [default: 2]",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    default=None,
    help="The number of games.  [default: 20,000, or as many as fit in the minutes]",
)
@click.option(
    "--minutes",
    type=FloatRange(0.001, 10_000),
    default=None,
    help="Stop after at most this many minutes.",
)
@click.option(
    "--state",
    metavar="WORDS",
    default=None,
    help="The observations of the agent, separated by commas: squares or offset, shots or "
    "armed, score or lead, rounds or late.  [default: squares,shots,score]  In Goofspiel: hands or "
    "hand, prizes, prize.  [default: all]",
)
@click.option(
    "--reward",
    metavar="NAME=NUMBER,...",
    default=None,
    help="The rewards: points (per point), win (at the end), shot (per shot fired), "
    "corner (per round that begins in a corner).  [default: points=0.1,win=1,shot=0,corner=0]",
)
@click.option(
    "--rate",
    type=FloatRange(0, 1, min_open=True),
    default=0.1,
    show_default=True,
    help="The learning rate.",
)
@click.option(
    "--discount",
    type=FloatRange(0, 1),
    default=0.98,
    show_default=True,
    help="The factor of a reward for each round that it comes later.",
)
@click.option(
    "--explore",
    type=(FloatRange(0, 1), FloatRange(0, 1)),
    default=(0.4, 0.02),
    show_default=True,
    help="The probability of a random action, in the first game and in the last.",
)
@battle.source
@battle.seed
@battle.move_seconds
def train(
    output: Output,
    origin: str | None,
    against: str,
    rival: str | None,
    player: str | None,
    droid: str | None,
    games: int | None,
    minutes: float | None,
    state: str | None,
    reward: str | None,
    source: str | None,
    seed: int,
    move_seconds: float,
    **learning: Any,
) -> None:
    """Train an agent by Q-learning, and write it to a file.

    The agent learns a table of the value of each action in each state that it can distinguish. Its
    own side comes first in a state, so that one table plays either player. The command prints the
    agent's results without exploration at several points of the training, computed exactly: against
    its opponent, or against random play if the opponent is itself or a file of your own; for such a
    file it also counts the games of the training. The same seed gives the same agent, except with
    --minutes.

    If the training is interrupted, the agent is written as far as it has learned, and the command
    that continues the training is printed.

    For other states and rewards, write your own class; `efgc course droid-battle` trains it.
    """
    from .....schemas import droid_agent
    from ..entrants import Arena, files
    from ..training import curve_text, outcome
    from ..turns import MAX_LINES

    inputs = [*files(against), *([source] if source else [])]  # -o may replace --from.
    _refuse_outputs(output, origin, rival, against, inputs)
    arena = Arena(battle.read_game(source), move_seconds, seed, MAX_LINES)
    agent = _agent(arena.rule, origin, state, reward)
    other = "" if against == ITSELF else against
    who = {"against": other, "player": _player(player, droid), "rival": bool(rival)}
    plan = _plan(games, minutes, learning, seed=seed, **who)
    what = "train" if games or minutes is None else "train (seconds)"
    (trained, ends, second), interruption = _trained(arena, agent, plan, what)
    if rival and second:
        output.write_file(rival, droid_agent.write(second), inputs)
    output.write(droid_agent.write(trained), inputs)
    output.summary = outcome(trained, other, ends)
    new = trained.curve[len(agent.curve) :]
    tell_lines(curve_text(agent.curve, new, origin, other, ends).splitlines())
    _raise(interruption, plan, trained.episodes - agent.episodes, output)


def _refuse_outputs(
    output: Output, origin: str | None, rival: str | None, against: str, inputs: list[str]
) -> None:
    """Raise an error, before the training, if its result would be lost or replace an input."""
    if output.on_terminal:
        raise OptionError("an agent does not fit on the screen: name a file with -o FILE")
    refuse_inputs(output.path, inputs)
    if os.path.exists(output.path) and origin != output.path:
        note(f"{output.path} will be replaced; --from {output.path} trains its agent further")
    if rival and against != ITSELF:
        raise click.UsageError("use either --rival or --against")
    if rival:
        output.refuse_second("--rival", rival, inputs)


def _trained(
    arena: "Arena", agent: "DroidAgent", plan: "Plan", what: str
) -> tuple["Training", BaseException | None]:
    """Return the training, and the exception that interrupted it; raise that exception if no game
    was played.
    """
    from ..training import train_agent

    reached: list[Training] = []
    try:
        with progress(what) as watch, arena.ended:
            return train_agent(arena, agent, plan, plan.seen_by(watch), reached.append), None
    except ENDS as ended:
        if not reached:
            raise
        return reached[0], ended


def _raise(ended: BaseException | None, plan: "Plan", done: int, output: Output) -> None:
    """Raise the exception that interrupted a training after `done` games, if any, and print the
    command that continues it.
    """
    if ended is None:
        return
    if plan.rival or output.path == "-":
        note("only a training without --rival that writes a file (-o FILE) can be continued")
        raise ended
    first, last = plan.learning.explore
    share = done / plan.games if plan.until is None else plan.elapsed()
    left = ["--explore", f"{first + (last - first) * share:.4g}", f"{last:g}"]
    if plan.until is None:
        left += ["--games", str(plan.games - done)]
    else:
        left += ["--minutes", f"{max(0.01, (plan.until - time.monotonic()) / 60):.2f}"]
    note(f"to continue, run: {running_command('--from', output.path, *left)}")
    raise ended


def _player(player: str | None, droid: str | None) -> int:
    if player and droid:
        raise click.UsageError("use either --player or --droid")
    return "25".index(droid) + 1 if droid else int(player or 1)


def _plan(
    games: int | None, minutes: float | None, learning: dict[str, Any], **others: Any
) -> "Plan":
    """Return the plan of a training; `others` are its further fields."""
    from ..agents.plan import Learning, Plan
    from ..entrants import GAMES

    begun = time.monotonic()
    return Plan(
        games=games if games is not None else GAMES if minutes is None else 10**9,
        until=None if minutes is None else begun + 60 * minutes,
        begun=begun,
        learning=Learning(**learning),
        **others,
    )


def _agent(rule: "Rule", origin: str | None, state: str | None, reward: str | None) -> "DroidAgent":
    from ..agents.q_learning import new_agent
    from ..entrants import read_agent, refuse_agents

    refuse_agents(rule, (), 1, "this training")  # Raised before a table is made.
    if origin is None:
        return new_agent(rule, _state(rule, state), _rewards(reward))
    agent = read_agent(origin, rule)
    others = state is not None and _state(rule, state) != agent.features
    if others or reward is not None and _rewards(reward) != agent.rewards:
        raise click.UsageError(
            "other --state and --reward cannot be combined with --from: that agent has its own"
        )
    return agent


def _state(rule: "Rule", words: str | None) -> tuple[str, ...]:
    from .....schemas.droid_agent import check_features
    from ..games import game_of

    if words is None:
        return game_of(rule).features
    features = tuple(word.strip() for word in words.split(",") if word.strip())
    problems = check_features(features, rule)
    if problems:
        raise OptionError("\n".join(f"--state: {problem.message}" for problem in problems))
    return features


def _rewards(words: str | None) -> "Rewards":
    from .....schemas.droid_agent import MAX_REWARD, Rewards

    given: dict[str, float] = {}
    for part in words.split(",") if words else ():
        key, _, number = (word.strip() for word in part.partition("="))
        if key in given:
            raise OptionError(f"--reward: duplicate {shown(key)}")
        try:
            given[key] = float("" if "_" in number else number)  # Python reads 1_0 as 10.
        except ValueError:
            raise OptionError(f"--reward: {part!r} is not NAME=NUMBER") from None
    for name, amount in given.items():
        if name not in Rewards._fields:
            raise OptionError(f"--reward: no {shown(name)}; {known_are(name, Rewards._fields)}")
        if not abs(amount) <= MAX_REWARD:
            raise OptionError(f"--reward: {shown(name)} is a number up to a million")
    return Rewards(**given)
