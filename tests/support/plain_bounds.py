"""Guarantees of strategies on state graphs of version 2 from their definition: every history is
listed, with the memories of both players as tuples. It shares no code with the stages, and reads a
graph as plain data.
"""

from fractions import Fraction

from plain_observed import _end, _moves, _remembered


def name_of(graph, state, made):
    """Return the name of a state in the graph without cycles."""
    return f"{state} after {made}" if made and "limit" in graph else state


def decisions(graph):
    """Return for each player the names of the states in which it moves, by its memory, and for
    each name its labels.
    """
    found, labels, waiting = ({}, {}), ({}, {}), [(graph["start"], ((), ()), 0)]
    while waiting:
        state, memories, made = waiting.pop()
        if _end(graph, state, made) is not None:
            continue
        actor, name = graph["states"][state]["actor"], name_of(graph, state, made)
        if actor in graph["players"]:
            player = graph["players"].index(actor)
            found[player].setdefault(memories[player], set()).add(name)
            labels[player][name] = [label for label, _ in _moves(graph, state)]
        for label, move in _moves(graph, state):
            waiting.append((move["to"], _remembered(graph, state, label, move, memories), made + 1))
    return found, labels


def guarantee(graph, player, shares):
    """Return player 1's payoff if the opponent of `player`, 0 or 1, plays a best response; `shares`
    has the weights of the moves by name of state and label.
    """
    best = min if player == 0 else max
    return _value([*_ends(graph, player, shares)], 0, best)


def _ends(graph, player, shares):
    """Yield each end of play: what the opponent did with which memory, and the expected payoff."""
    waiting = [(graph["start"], ((), ()), 0, (), Fraction(1), Fraction(0))]
    while waiting:
        state, memories, made, did, weight, won = waiting.pop()
        end = _end(graph, state, made)
        if end is not None:
            yield did, weight * (won + end)
            continue
        actor, name = graph["states"][state]["actor"], name_of(graph, state, made)
        for label, move in _moves(graph, state):
            share, then = Fraction(1), did
            if actor == "chance":
                share = Fraction(move["p"])
            elif actor == graph["players"][player]:
                row = shares[name]
                share = Fraction(row[label]) / sum(map(Fraction, row.values()))
            else:
                then = (*did, (memories[1 - player], label))
            if share:
                after = _remembered(graph, state, label, move, memories)
                reward = won + Fraction(move.get("reward", 0))
                waiting.append((move["to"], after, made + 1, then, weight * share, reward))


def _value(ends, depth, best):
    total, sets = Fraction(0), {}
    for did, payoff in ends:
        if len(did) == depth:
            total += payoff
        else:
            memory, label = did[depth]
            sets.setdefault(memory, {}).setdefault(label, []).append((did, payoff))
    for actions in sets.values():
        total += best(_value(behind, depth + 1, best) for behind in actions.values())
    return total
