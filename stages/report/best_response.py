"""Best responses, computed on the game itself.

Nothing here has seen a linear program: the nodes are weighted with the
probabilities of chance and of the opponent, and the player's information sets
are settled from the last to the first, each on its best action.

At a shared node the weights of the ways into it are added up for one own
sequence; condition (a) of `schemas.game` makes that number the same for all of
them, so it is the sum over all ways, each counted with the own sequences that
it brings, divided by their number.
"""

from schemas.game import Chance, Decision, Game, Terminal
from schemas.report import Strategy


def best_response_value(game: Game, player: int, opponent: Strategy) -> float:
    """Return player 1's payoff when `player` plays best against the opponent's strategy.

    For a checked game; in double precision.
    """
    sign = 1.0 if player == 1 else -1.0
    worth = _worth(game, player, opponent)
    # In reverse order of first visit: an information set comes before all that follow its actions.
    for infoset in reversed(game.infosets(player)):
        first = game.first[infoset]
        best = max(sign * worth[first + action] for action in range(len(game.information_sets[infoset].actions)))
        for above in game.parents[infoset]:
            worth[above] += sign * best
    return worth[0]


def _worth(game: Game, player: int, opponent: Strategy) -> list[float]:
    """Return per sequence the payoffs to player 1 of the terminal nodes right behind it, weighted."""
    chances = {behaviour.infoset: behaviour.probabilities for behaviour in opponent}
    own = game.reaching.numbers[player - 1]
    sizes = [len(sequences) for sequences in game.reaching.sets]
    at = [0.0] * len(game.nodes)
    at[0] = 1.0
    by_set: dict[int, float] = {}
    for number, node in enumerate(game.nodes):
        weight = at[number] / sizes[own[number]]
        match node:
            case Terminal(payoff):
                by_set[own[number]] = by_set.get(own[number], 0.0) + weight * float(payoff)
            case Chance(_, probabilities, children):
                for exact, child in zip(probabilities, children):
                    at[child] += at[number] * float(exact)
            case Decision(infoset, children) if infoset in chances:
                for probability, child in zip(chances[infoset], children):
                    at[child] += at[number] * probability
            case Decision(_, children):
                for child in children:
                    at[child] += weight  # Every action is one own sequence.
    worth = [0.0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    for number, value in by_set.items():
        for sequence in game.reaching.sets[number]:
            worth[sequence] += value
    return worth
