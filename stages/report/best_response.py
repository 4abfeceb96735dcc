"""Best responses, computed on the game itself.

Nothing here has seen a linear program: the nodes are weighted with the
probabilities of chance and of the opponent, and the player's information sets
are settled from the last to the first, each on its best action.
"""

from schemas.game import Chance, Decision, Game, Step, Terminal
from schemas.report import Strategy


def best_response_value(game: Game, player: int, opponent: Strategy) -> float:
    """Return player 1's payoff when `player` plays best against the opponent's strategy.

    For a checked game with perfect recall; in double precision.
    """
    sign = 1.0 if player == 1 else -1.0
    worth = _worth(game, player, opponent)
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        actions = range(len(game.information_sets[infoset].actions))
        best = max(sign * worth.get((infoset, action), 0.0) for action in actions)
        above = game.parents[infoset]
        worth[above] = worth.get(above, 0.0) + sign * best
    return worth.get(None, 0.0)


def _worth(game: Game, player: int, opponent: Strategy) -> dict[Step | None, float]:
    """Return per last own move the payoffs to player 1 of the terminal nodes right behind it, weighted."""
    chances = {behaviour.infoset: behaviour.probabilities for behaviour in opponent}
    at: list[tuple[float, Step | None]] = [(1.0, None)] * len(game.nodes)
    worth: dict[Step | None, float] = {}
    for number, node in enumerate(game.nodes):
        weight, last = at[number]
        match node:
            case Terminal(payoff):
                worth[last] = worth.get(last, 0.0) + weight * float(payoff)
            case Chance(_, probabilities, children):
                for exact, child in zip(probabilities, children):
                    at[child] = (weight * float(exact), last)
            case Decision(infoset, children) if infoset in chances:
                for probability, child in zip(chances[infoset], children):
                    at[child] = (weight * probability, last)
            case Decision(infoset, children):
                for action, child in enumerate(children):
                    at[child] = (weight, (infoset, action))
    return worth
