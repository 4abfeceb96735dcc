"""State graphs of version 2 from their definition: every history is listed, with the memories of
both players as tuples, every pure strategy is played, and the matrix game is solved in fractions.
It shares no code with the stages, and reads a graph as plain data.
"""

from fractions import Fraction
from itertools import product
from math import prod


class Inconsistent(Exception):
    """A player cannot know its actions."""


def sizes(graph):
    """Return the number of histories, of terminal ones, of those that pay player 1, and of the
    information sets of both players. Raise Inconsistent.
    """
    offers = _offers(graph)
    histories, ends, paid = 0, 0, 0
    for state, _, made, won in _histories(graph):
        histories += 1
        end = _end(graph, state, made)
        if end is not None:
            ends += 1
            paid += won + end > 0
    first = graph["players"][0]
    return (
        histories,
        ends,
        paid,
        *(sum((player == first) is one for player, _ in offers) for one in (True, False)),
    )


def _end(graph, state, made):
    """Return the payoff if play ends here, without rewards; None if it goes on."""
    if "payoff" in graph["states"][state]:
        return Fraction(graph["states"][state]["payoff"])
    limit = graph.get("limit")
    return Fraction(limit.get("payoff", 0)) if limit and made == limit["moves"] else None


def value(graph, most=3_000):
    """Return the value to player 1; None if there are more than `most` pairs of pure strategies."""
    offers = _offers(graph)
    plans = []
    for player in graph["players"]:
        own = {memory: labels for (who, memory), labels in offers.items() if who == player}
        if prod(map(len, own.values())) > most:
            return None
        plans.append([dict(zip(own, plan, strict=True)) for plan in product(*own.values())])
    if len(plans[0]) * len(plans[1]) > most:
        return None
    return matrix_value([[_played(graph, (one, two)) for two in plans[1]] for one in plans[0]])


def _histories(graph):
    """Yield the last state of each history, both players' memories and the rewards."""
    waiting = [(graph["start"], ((), ()), 0, Fraction(0))]
    while waiting:
        state, memories, made, won = waiting.pop()
        yield state, memories, made, won
        if _end(graph, state, made) is not None:
            continue
        for label, move in _moves(graph, state):
            following = _remembered(graph, state, label, move, memories)
            reward = Fraction(move.get("reward", 0))
            waiting.append((move["to"], following, made + 1, won + reward))


def _moves(graph, state):
    moves = graph["states"][state]["moves"]
    return [(label, {"to": one} if isinstance(one, str) else one) for label, one in moves.items()]


def _remembered(graph, state, label, move, memories):
    actor = graph["states"][state]["actor"]
    found = []
    for player, memory in zip(graph["players"], memories, strict=True):
        more = ((label, "did"),) if player == actor else ()
        if "sees" in move:
            more += ((move["sees"][player], "saw"),) if player in move["sees"] else ()
        elif player != actor:
            more += ((label, "saw"),)
        found.append(memory + more)
    return tuple(found)


def _offers(graph):
    """Return the labels of each information set: a player with a memory."""
    offers = {}
    for state, memories, made, _ in _histories(graph):
        here = graph["states"][state]
        if here.get("actor") in graph["players"] and _end(graph, state, made) is None:
            known = here["actor"], memories[graph["players"].index(here["actor"])]
            labels = sorted(here["moves"])
            if offers.setdefault(known, labels) != labels:
                raise Inconsistent
    return offers


def _played(graph, plans):
    def below(state, memories, made):
        end, total = _end(graph, state, made), Fraction(0)
        if end is not None:
            return end
        here = graph["states"][state]
        for label, move in _moves(graph, state):
            if here["actor"] == "chance":
                share = Fraction(move["p"])
            else:
                player = graph["players"].index(here["actor"])
                share = plans[player][memories[player]] == label
            if share:
                after = _remembered(graph, state, label, move, memories)
                won = Fraction(move.get("reward", 0))
                total += share * (won + below(move["to"], after, made + 1))
        return total

    return below(graph["start"], ((), ()), 0)


def payoff(graph, shares):
    """Return player 1's payoff if both players have the given probabilities by state and label."""

    def below(state, made):
        end = _end(graph, state, made)
        if end is not None:
            return end
        return sum(
            share * (Fraction(move.get("reward", 0)) + below(move["to"], made + 1))
            for share, label, move in _shared(graph, state, shares)
            if share
        )

    return below(graph["start"], 0)


def best_response(graph, player, shares):
    """Return player 1's payoff if `player` plays best against the probabilities of the other one:
    the histories after each of its memories are listed.
    """
    best = max if player == graph["players"][0] else min

    def value(points):
        total, seen, acts = Fraction(0), {}, {}
        while points:
            text, state, made, weight = points.pop()
            end = _end(graph, state, made)
            if text is not None:
                seen.setdefault(text, []).append((None, state, made, weight))
            elif end is not None:
                total += weight * end
            elif graph["states"][state]["actor"] == player:
                for label, move in _moves(graph, state):
                    acts.setdefault(label, []).append((state, label, move, made, weight))
            else:
                for share, label, move in _shared(graph, state, shares):
                    total += weight * share * Fraction(move.get("reward", 0))
                    text = _sight(graph, player, state, label, move)
                    points.append((text, move["to"], made + 1, weight * share))
        total += sum(map(value, seen.values()))
        return total + (best(map(taken, acts.values())) if acts else 0)

    def taken(moves):
        gains = (Fraction(move.get("reward", 0)) * weight for *_, move, _, weight in moves)
        return sum(gains) + value(
            [
                (_sight(graph, player, state, label, move), move["to"], made + 1, weight)
                for state, label, move, made, weight in moves
            ]
        )

    return value([(None, graph["start"], 0, Fraction(1))])


def _shared(graph, state, shares):
    """Return the moves of a state with their probabilities."""
    drawn = graph["states"][state]["actor"] == "chance"
    return [
        (Fraction(move["p"]) if drawn else shares[state][label], label, move)
        for label, move in _moves(graph, state)
    ]


def _sight(graph, player, state, label, move):
    """Return the text that a player sees of a move; None if there is none."""
    if "sees" in move:
        return move["sees"].get(player)
    return None if graph["states"][state]["actor"] == player else label


def matrix_value(rows):
    """Return the value of a matrix game in fractions, by the simplex method with Bland's rule."""
    shift = 1 - min(map(min, rows))
    many, wide = len(rows), len(rows[0])
    table = [
        [Fraction(number + shift) for number in row]
        + [Fraction(at == one) for one in range(many)]
        + [Fraction(1)]
        for at, row in enumerate(rows)
    ]
    last = [Fraction(-1)] * wide + [Fraction(0)] * (many + 1)
    basis = list(range(wide, wide + many))
    while (column := next((at for at, one in enumerate(last[:-1]) if one < 0), None)) is not None:
        ratios = [
            (row[-1] / row[column], basis[at], at)
            for at, row in enumerate(table)
            if row[column] > 0
        ]
        pivot = min(ratios)[2]
        factor = table[pivot][column]
        table[pivot] = [number / factor for number in table[pivot]]
        basis[pivot] = column
        for at, row in enumerate(table):
            if at != pivot and row[column]:
                table[at] = _less(row, table[pivot], row[column])
        last = _less(last, table[pivot], last[column])
    return 1 / last[-1] - shift


def _less(row, other, factor):
    return [one - factor * two for one, two in zip(row, other, strict=True)]
