"""Gambit files by students who number information sets by something else than what the player has
observed, so that nodes with different actions share a number.
"""

from efgc.schemas.game import Chance, Decision, Terminal, children


def by_square(histories, player=1):
    """Number a player's information sets by the square of the agent, as row and column."""

    def number(node):
        row, column = histories.history(node).squares[-1]
        return 10 * row + column + 1

    return {player: number}


def by_depth(histories, player=1):
    """Number a player's information sets by the number of actions so far."""
    return {player: lambda node: len(histories.steps(node)) + 1}


def one_for_all(_, player=2):
    """Give all decisions of a player the number 1."""
    return {player: lambda node: 1}


def by_place(histories):
    """Number the information sets of player 2 by the place that it observes."""
    places = {"": 1}

    def number(node):
        record = histories.game.nodes[node]
        seen = "".join(histories.game.information_sets[record.infoset].sees)
        return places.setdefault(seen, len(places) + 1)

    return {2: number}


def written(game, numbers, origins=None, label=lambda node: "", action=lambda node, label: label):
    """Return a tree as the text of a Gambit file. `numbers` has for some players a function from
    nodes to numbers; `origins` are the nodes that it is called with.
    """
    lines = ['EFG 2 R "by a student" { "agent" "bandits" }', '""', ""]
    payoffs = {}
    origins = origins or range(len(game.nodes))
    waiting = [0]
    while waiting:
        node = waiting.pop()
        record = game.nodes[node]
        match record:
            case Terminal(payoff):
                outcome = payoffs.setdefault(payoff, len(payoffs) + 1)
                lines.append(f't "" {outcome} "" {{ {payoff} {-payoff} }}')
            case Chance(labels, probabilities):
                pairs = " ".join(
                    f'"{name}" {share}' for name, share in zip(labels, probabilities, strict=True)
                )
                lines.append(f'c "" {node + 1} "" {{ {pairs} }} 0')
            case Decision(infoset):
                player, _, _, labels = game.information_sets[infoset]
                number = infoset + 1
                if player in numbers:
                    number = numbers[player](origins[node])
                said = " ".join(f'"{action(node, name)}"' for name in labels)
                lines.append(f'p "" {player} {number} "{label(node)}" {{ {said} }} 0')
        waiting += children(record)[::-1]
    return "\n".join(lines) + "\n"
