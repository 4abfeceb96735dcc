"""The command-line form of the assignment: two agents, the rounds of training, and the trainer."""

from ....schemas.droid_agent import DroidAgent, Rewards
from ....schemas.parts.problems import OptionError
from ....schemas.parts.watch import Watch
from .agents.plan import Learning, Plan
from .agents.policy_agent import PolicyAgent
from .agents.q_learning import QAgent, greedy, new_agent
from .battle import Seat
from .droid_game import DROIDS
from .entrants import KEYBOARD, Arena, entrant, refuse_unknown
from .training import train_agent
from .turns import Chooser, practise

LEARNER = "QAgent"
NAMES = {"MinimaxAgent": "minimax", "KeyboardAgent": KEYBOARD}  # The assignment's names, and ours.


def course_seats(
    arena: Arena,
    names: tuple[str, str],
    rounds: int,
    trainer: str,
    watch: Watch = lambda done, total: None,
) -> tuple[Seat, Seat]:
    """Train the agents and return both seats. Raise OptionError if a name is unknown or the trainer
    would be the keyboard.

    Without a trainer each agent trains with an agent of the opponent's kind; two QAgents, or two
    agents of files, learn from each other in the same games.
    """
    words = (NAMES.get(names[0], names[0]), NAMES.get(names[1], names[1]))
    coach = NAMES.get(trainer, trainer)
    for word in (*words, coach or LEARNER):
        if word != LEARNER:
            refuse_unknown(word, also=(KEYBOARD, LEARNER, *NAMES))
    if rounds and (coach == KEYBOARD or not coach and KEYBOARD in words):
        raise OptionError("a keyboard cannot train an agent; name a TRAINER, such as MinimaxAgent")
    if rounds and words == (LEARNER, LEARNER) and coach in ("", LEARNER):
        return _rivals(arena, names, rounds, watch)
    if not coach and all(map(_is_of_file, words)):
        first, second = (
            entrant(arena, word).agent(player, arena.seed + player)
            for player, word in enumerate(words, 1)
        )
        practise(arena.game.rules(arena.rule), (first, second), rounds, watch)
        return Seat(names[0], first), Seat(names[1], second)
    agents = [
        _agent(arena, word, player, rounds, coach or words[2 - player], watch)
        for player, word in enumerate(words, 1)
    ]
    return Seat(names[0], agents[0]), Seat(names[1], agents[1])


def _rivals(arena: Arena, names: tuple[str, str], rounds: int, watch: Watch) -> tuple[Seat, Seat]:
    plan = Plan(rounds, seed=arena.seed, max_rounds=rounds, rival=True)
    first, _, second = train_agent(arena, _untrained(arena), plan, watch)
    assert second is not None
    players = _player(arena, first, 1), _player(arena, second, 2)
    return Seat(names[0], players[0]), Seat(names[1], players[1])


def _untrained(arena: Arena) -> DroidAgent:
    return new_agent(arena.rule, DROIDS.features, Rewards())


def _player(arena: Arena, agent: DroidAgent, player: int) -> PolicyAgent:
    """Return the player of a droid that follows a trained agent."""
    return PolicyAgent(arena.rule, player, greedy(agent, player), arena.seed + player)


def _agent(
    arena: Arena, name: str, player: int, rounds: int, coach: str, watch: Watch
) -> Chooser | None:
    """Return the agent of a droid after its training with the coach; None for the keyboard."""
    if name == KEYBOARD:
        return None
    if name == LEARNER:
        plan = Plan(
            games=max(1, rounds),
            against="" if coach == LEARNER else coach,
            player=player,
            seed=arena.seed,
            max_rounds=rounds,
        )
        trained = train_agent(arena, _untrained(arena), plan, watch)
        return _player(arena, trained.agent, player)
    own = entrant(arena, name).agent(player, arena.seed + player)
    # Only agents loaded from a file may learn in these games.
    if rounds and _is_of_file(name):
        other = _coach(arena, coach, 3 - player)
        practise(
            arena.game.rules(arena.rule),
            (own, other) if player == 1 else (other, own),
            rounds,
            watch,
        )
    return own


def _is_of_file(name: str) -> bool:
    return name.partition(":")[0].endswith(".py")


def _coach(arena: Arena, name: str, player: int) -> Chooser:
    if name == LEARNER:
        return QAgent(_untrained(arena), player, Learning(), arena.seed + player)
    return entrant(arena, name).agent(player, arena.seed + player)
