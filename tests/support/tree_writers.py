"""Games written in other programs' formats, each from the record of a tree alone."""

import json
from collections import defaultdict
from fractions import Fraction

from efgc.schemas.game import Chance, Decision, Terminal, children


def named(game):
    """Return the name of each node in LiteEFG's files."""
    names = {0: "/"}
    for number, node in enumerate(game.nodes):
        if isinstance(node, Terminal):
            continue
        chance = isinstance(node, Chance)
        infoset = None if chance else game.information_sets[node.infoset]
        mover = "C" if chance else f"P{infoset.player}"
        actions = (node if chance else infoset).actions
        for child, action in zip(children(node), actions, strict=True):
            names[child] = f"{names[number].rstrip('/')}/{mover}:{action}"
    return names


def liteefg(game, number=str):
    """Return a tree as LiteEFG's `.game` file; `number` spells the probabilities."""
    names, lines, sets = named(game), ["# a tree", "# num_players: 2,"], {}
    for at, node in enumerate(game.nodes):
        match node:
            case Chance(actions, probabilities, _):
                pairs = zip(actions, map(number, probabilities), strict=True)
                said = "chance actions " + " ".join(map("=".join, pairs))
            case Decision(infoset, _):
                record = game.information_sets[infoset]
                said = f"player {record.player} actions {' '.join(record.actions)}"
                sets.setdefault(infoset, []).append(names[at])
            case Terminal(payoff):
                said = f"leaf payoffs 1={payoff} 2={game.constant - payoff}"
        lines.append(f"node {names[at]} {said}")
    lines += [f"infoset set{infoset} nodes {' '.join(nodes)}" for infoset, nodes in sets.items()]
    return "\n".join(lines) + "\n"


def decision_problems(game, spelled=str):
    """Return the sequence form of a tree as the two decision problems and the payoff matrix of
    CMU 15-888; `spelled` spells the payoffs. An observation point follows each sequence.
    """
    problems = ([], [])
    for number, infoset in enumerate(game.information_sets):
        (parent,) = game.parents[number]
        points, sequence = problems[infoset.player - 1], _sequence(game, parent)
        name, signal = f"observe {sequence}", f"set {number}"
        seen = [point for point in points if point["id"] == name]
        if not seen:
            seen = [{"id": name, "type": "observation", "signals": [], "parent_edge": sequence}]
            points += seen
        seen[0]["signals"].append(signal)
        points.append(
            {"id": signal, "type": "decision", "actions": list(infoset.actions),
             "parent_edge": [name, signal], "parent_sequence": sequence}
        )  # fmt: skip
    entries = [
        {"sequence_pl1": _sequence(game, first), "sequence_pl2": _sequence(game, second),
         "value": spelled(value)}
        for (first, second), value in payoff_matrix(game).items() if value
    ]  # fmt: skip
    keys = "decision_problem_pl1", "decision_problem_pl2", "utility_pl1"
    return json.dumps(dict(zip(keys, (*problems, entries), strict=True)), indent=1)


def payoff_matrix(game):
    """Return the expected payoff of each pair of sequences, without pairs that have none."""
    found, reaching = defaultdict(Fraction), game.reaching
    for node, record in enumerate(game.nodes):
        if isinstance(record, Terminal):
            (first,), (second,) = (reaching.sequences(player, node) for player in (1, 2))
            found[first, second] += reaching.weights[node] * record.payoff
    return found


def _sequence(game, number):
    """Return the last move of a sequence; None for the empty sequence."""
    if not number:
        return None
    infoset, action = game.move(number)
    return [f"set {infoset}", game.information_sets[infoset].actions[action]]
