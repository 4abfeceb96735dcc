"""What a report says, node by node from the records of a game: the witness of what `stages.report`
does in columns. Sums are made one by one, in the same order, so that floats have the same bits.
"""

import math
from functools import reduce
from operator import add

import plain_game
from schemas.game import Chance, Decision, Terminal
from schemas.strategies import ActionValues, Behaviour
from stages.report.action_values import LEAST, losses
from stages.report.choices import lines
from stages.report.lift import NOISE
from stages.report.measured import short
from stages.report.reach import TIE, History, Step


def total(numbers):
    """Return a sum; that of Python adds with compensation from 3.12 on."""
    return reduce(add, numbers, 0.0)


def behaviour(game, player, plan):
    """Return the behaviour strategy of a realization plan, the weights of a player's sequences."""
    found, reach, following = [], {0: 1.0}, 1
    parents, sequences = plain_game.parents(game), plain_game.sequences(game)
    for infoset in _infosets(game, player):
        actions = len(sequences[infoset])
        weights = [weight * (weight > NOISE) for weight in plan[following : following + actions]]
        following += actions
        played, above = total(weights), total(reach[parent] for parent in parents[infoset])
        leads = above > 0 and played > 0
        shares = [weight / played for weight in weights] if leads else [1 / actions] * actions
        found.append(Behaviour(infoset, above if leads else 0.0, tuple(shares)))
        for sequence, share in zip(sequences[infoset], shares, strict=True):
            reach[sequence] = found[-1].own_reach * share
    return tuple(found)


def reaches(game, strategies):
    """Return per information set the probability that play comes there."""
    found = [0.0] * len(game.information_sets)
    for number, probability in _reached(game, _probabilities(strategies)):
        if isinstance(game.nodes[number], Decision):
            found[game.nodes[number].infoset] += probability
    return found


def most_likely(game, strategies):
    """Return the history that play takes most often."""
    probabilities = _probabilities(strategies)
    best, taken = {}, {}  # Logarithms: the products of a long way may be below every float.
    for number, _ in reversed(list(_reached(game, probabilities))):
        node = game.nodes[number]
        if isinstance(node, Terminal):
            best[number] = 0.0
            continue
        moves = zip(node.children, _moves(node, probabilities), strict=True)
        for action, (child, probability) in enumerate(moves):
            if probability and child in best:
                likely = math.log(probability) + best[child]
                if number not in best or likely > best[number] + TIE:
                    best[number], taken[number] = likely, Step(number, action, probability)
    steps, at = [], 0
    while at in taken:
        steps.append(taken[at])
        at = game.nodes[at].children[taken[at].action]
    return History(tuple(steps), at, math.exp(best[0]))


def _probabilities(strategies):
    return {entry.infoset: entry.probabilities for strategy in strategies for entry in strategy}


def _reached(game, probabilities):
    """Yield the nodes that play comes to with their probabilities, children after parents."""
    reached = [1.0] + [0.0] * (len(game.nodes) - 1)
    for number, node in enumerate(game.nodes):
        if reached[number]:
            yield number, reached[number]
            if not isinstance(node, Terminal):
                moves = _moves(node, probabilities)
                for child, probability in zip(node.children, moves, strict=True):
                    reached[child] += reached[number] * probability


def _moves(node, probabilities):
    if isinstance(node, Chance):
        return [float(probability) for probability in node.probabilities]
    return probabilities[node.infoset]


def action_values(game, strategies):
    """Return per information set what its actions are worth; None where nothing leads there."""
    found = [None] * len(game.information_sets)
    sequences = plain_game.sequences(game)
    for player in (1, 2):
        met = _met(game, player, plan(game, strategies[2 - player]))
        weights, values = _weights(game, met), _values(game, player, met)
        for infoset in _infosets(game, player):
            if (weight := weights[infoset]) >= LEAST:
                worth = tuple(values[sequence] / weight for sequence in sequences[infoset])
                found[infoset] = ActionValues(weight, worth)
    return found


def plan(game, strategy):
    """Return the realization weights of a player's sequences; those of the other player are 0."""
    parents, sequences = plain_game.parents(game), plain_game.sequences(game)
    found = [1.0] + [0.0] * sum(map(len, sequences))
    for infoset, _, probabilities in strategy:
        above = total(found[parent] for parent in parents[infoset])
        for sequence, probability in zip(sequences[infoset], probabilities, strict=True):
            found[sequence] = above * probability
    return found


def _met(game, player, weights):
    """Return per node how far chance and the other player's plan lead there."""
    reaching = game.reaching
    played = [total(weights[sequence] for sequence in those) for those in reaching.sets]
    pairs = zip(reaching.weights, reaching.numbers[2 - player], strict=True)
    return [float(weight) * played[number] for weight, number in pairs]


def _weights(game, met):
    weights = [0.0] * len(game.information_sets)
    for node, weight in zip(game.nodes, met, strict=True):
        if isinstance(node, Decision):
            weights[node.infoset] += weight
    return weights


def _values(game, player, met):
    """Return per sequence of the player its share of the payoff, not divided by a weight."""
    reaching, sequences = game.reaching, plain_game.sequences(game)
    totals = [0.0] * len(reaching.sets)
    for node, weight, number in zip(game.nodes, met, reaching.numbers[player - 1], strict=True):
        if isinstance(node, Terminal):
            totals[number] += weight * float(node.payoff)
    values = [0.0] * (1 + sum(map(len, sequences)))
    for share, those in zip(totals, reaching.sets, strict=True):
        for sequence in those:
            values[sequence] += share
    best, parents = max if player == 1 else min, plain_game.parents(game)
    for infoset in reversed(_infosets(game, player)):
        value = best(values[sequence] for sequence in sequences[infoset])
        for parent in parents[infoset]:
            values[parent] += value
    return values


def choices(game, strategy, reach, mistakes=False):
    """Return the fields of `stages.report.choices.Choices`, of each kind all."""
    led = [entry for entry in strategy if mistakes or entry.own_reach > 0]
    several = [entry for entry in led if len(entry.probabilities) > 1]
    unled = [entry for entry in several if not entry.own_reach]
    several = [entry for entry in several if entry.own_reach > 0]
    played = [entry for entry in several if reach[entry.infoset] > 0]
    others = [entry for entry in several if not reach[entry.infoset]]
    return (
        (_ordered(game, played), sum(lines((len(one[2]), _played(one))) for one in played)),
        len(led) - len(several) - len(unled),
        (_ordered(game, others), sum(map(_played, others))),
        (_ordered(game, unled), sum(map(_played, unled))),
        len(strategy) - len(led),
    )


def _played(entry):
    return sum(map(bool, entry.probabilities))


def _ordered(game, found):
    """Return choices, each behind those that lead to it."""
    parents, sequences = plain_game.parents(game), plain_game.sequences(game)
    of = {move: infoset for infoset, those in enumerate(sequences) for move in those}

    def way(entry):
        moves, infoset = [], entry.infoset
        while above := parents[infoset][0]:
            moves.append(above)
            infoset = of[above]
        return moves[::-1]

    return sorted(found, key=way)


def told(report):
    """Return per strategy what stands of each information set in the report as JSON."""
    game, (_, words) = report.game, plain_game.words(report.game)
    reach, values = reaches(game, report.strategies), action_values(game, report.strategies)
    largest = max(abs(float(node.payoff)) for node in game.nodes if isinstance(node, Terminal))

    def line(infoset, own_reach, probabilities):
        record, found = game.information_sets[infoset], values[infoset]

        def by_action(numbers):
            return dict(zip(record.actions, numbers, strict=True))

        return {
            "information_set": infoset,
            "after": words[infoset],
            "reach": reach[infoset],
            "own_reach": own_reach,
            "on_path": reach[infoset] > 0,
            "probabilities": by_action(probabilities),
            "values": found and by_action(map(short, found.values)),
            "losses": found and by_action(map(short, losses(found, record.player, largest))),
        }

    return [[line(*entry) for entry in strategy] for strategy in report.strategies]


def _infosets(game, player):
    return [at for at, one in enumerate(game.information_sets) if one.player == player]
