"""What reports say of strategies a second time, in records and by the definitions: how far play
comes, which way it takes most often, what actions are worth, strategies from weights, and which
choices are told. Sums go in the order of the numbers, so that they are the same to the last bit.
"""

import math
from fractions import Fraction
from functools import reduce
from itertools import islice
from operator import add

import plain_game
from efgc.schemas.game import Chance, Decision, Terminal, one_path
from efgc.schemas.strategies import ActionValues, Behaviour
from efgc.stages.report.best_response.concessions import DIGITS, UNIT
from efgc.stages.report.measures import ROUNDING
from plain_reaching import plain_reached


def added(numbers):
    """Return a sum without the compensation that `sum` has from Python 3.12 on."""
    return reduce(add, numbers, 0.0)


def losses(found, player, largest):
    """Return the loss of each action relative to the best one there; differences up to a share of
    the largest payoff are rounding.
    """
    best = max(found.values) if player == 1 else min(found.values)
    away = (abs(best - value) for value in found.values)
    return tuple(loss if loss > ROUNDING * largest else 0.0 for loss in away)


def moves(node, played):
    """Yield the children of a node, each with its probability."""
    if not isinstance(node, Terminal):
        shares = (
            map(float, node.probabilities) if isinstance(node, Chance) else played[node.infoset]
        )
        yield from zip(node.children, shares, strict=True)


def of_nodes(game, played):
    """Return for each node the probability that play reaches it."""
    found = [1.0] + [0.0] * (len(game.nodes) - 1)
    for here, node in zip(found, game.nodes, strict=True):
        for child, share in moves(node, played):
            found[child] += here * share
    return found


def reaches(game, strategies):
    """Return for each information set the probability that play reaches it."""
    found = [0.0] * len(game.information_sets)
    for here, node in zip(of_nodes(game, shares_of(strategies)), game.nodes, strict=True):
        if isinstance(node, Decision):
            found[node.infoset] += here
    return found


def shares_of(strategies):
    """Return the probabilities of both strategies by information set."""
    return {entry.infoset: entry.probabilities for strategy in strategies for entry in strategy}


def most_likely(game, strategies, tie):
    """Return (node, action, probability) along the likeliest history, its end, and how likely it
    is; of those that are alike up to `tie`, the first.
    """
    played = shares_of(strategies)
    best, taken = {}, {}
    for number, there in reversed([*enumerate(of_nodes(game, played))]):
        if isinstance(game.nodes[number], Terminal):
            best[number] = 0.0
        for action, (child, share) in enumerate(moves(game.nodes[number], played)):
            if there and share and child in best:
                likely = math.log(share) + best[child]
                if number not in best or likely > best[number] + tie:
                    best[number], taken[number] = likely, (number, action, share, child)
    steps, at = [], 0
    while at in taken:
        steps.append(taken[at][:3])
        at = taken[at][3]
    return steps, at, math.exp(best[0])


def realized(game, strategy):
    """Return the realization weights of a strategy, by sequence of the game."""
    plan = {0: 1.0}
    for infoset, _, shares in strategy:
        above = added(plan[parent] for parent in game.parents[infoset])
        for sequence, share in enumerate(shares, game.first[infoset]):
            plan[sequence] = above * share
    return plan


def lifted(game, player, weights, noise):
    """Return the strategy of weights of the player's sequences, those up to `noise` being 0."""
    found, reach, rest = [], {0: 1.0}, iter(weights[1:])
    for infoset in game.infosets(player):
        actions = len(game.information_sets[infoset].actions)
        above = added(reach[parent] for parent in game.parents[infoset])
        kept = [weight if weight > noise else 0.0 for weight in islice(rest, actions)]
        total = added(kept)
        led = above if total > 0 else 0.0
        shares = [weight / total for weight in kept] if led > 0 else [1 / actions] * actions
        found.append(Behaviour(infoset, led, tuple(shares)))
        reach |= enumerate((led * share for share in shares), game.first[infoset])
    return tuple(found)


def action_values(game, strategies, least):
    """Return the action values of each information set; None where the reach by the opponent and
    chance is below `least`.
    """
    found = [None] * len(game.information_sets)
    for player in (1, 2):
        values, weights = [0.0] * (1 + sum(len(one.actions) for one in game.information_sets)), {}
        plan = realized(game, strategies[2 - player])
        totals = [0.0] * len(plain_reached(game).sets)
        for number, node in enumerate(game.nodes):
            leads = added(plan[one] for one in plain_reached(game).sequences(3 - player, number))
            met = float(plain_reached(game).weights[number]) * leads
            if isinstance(node, Terminal):
                totals[plain_reached(game).numbers[player - 1][number]] += met * float(node.payoff)
            elif isinstance(node, Decision):
                weights[node.infoset] = weights.get(node.infoset, 0.0) + met
        for total, sequences in zip(totals, plain_reached(game).sets, strict=True):
            for sequence in sequences:
                values[sequence] += total
        for infoset in reversed(game.infosets(player)):
            own = [values[sequence] for sequence in game.sequences(infoset)]
            for parent in game.parents[infoset]:
                values[parent] += (max if player == 1 else min)(own)
            if (weight := weights[infoset]) >= least:
                found[infoset] = ActionValues(weight, tuple(value / weight for value in own))
    return found


def choices(game, strategy, reach, few, others, mistakes=False):
    """Return (where play comes, where it comes by the other's moves, where the player's own
    mistakes lead, forced, never): of the first three all information sets with several actions, in
    the order of what leads there, and the lines that they take.
    """

    def lines(entry):
        actions, played = len(entry.probabilities), sum(map(bool, entry.probabilities))
        if not reach[entry.infoset] or not entry.own_reach:
            return played
        return actions if actions <= few else min(actions, played + others + 1)

    def kind(entry):
        return 2 if not entry.own_reach else int(not reach[entry.infoset])

    led = [entry for entry in strategy if mistakes or entry.own_reach > 0]
    several = [entry for entry in led if len(entry.probabilities) > 1]
    several.sort(key=lambda entry: one_path(game, game.parents[entry.infoset][0]))
    kinds = [[one for one in several if kind(one) == which] for which in range(3)]
    told = [(those, sum(map(lines, those))) for those in kinds]
    return *told, len(led) - len(several), len(strategy) - len(led)


def json_records(report, least, lost):
    """Return per strategy what stands of each information set in a report as JSON; `lost` gives
    what actions give away, by what they are worth, their player and the largest payoff.
    """
    game, (_, words) = report.game, plain_game.words(report.game)
    reach = reaches(game, report.strategies)
    values = action_values(game, report.strategies, least)
    largest = max(abs(float(node.payoff)) for node in game.nodes if isinstance(node, Terminal))

    def record(infoset, own_reach, shares):
        player, _, _, labels = game.information_sets[infoset]
        worth = values[infoset]
        away = worth and [float(f"{one:.12g}") for one in lost(worth, player, largest)]
        worth = worth and [float(f"{one:.12g}") for one in worth.values]
        return {
            "information_set": infoset,
            "after": words[infoset] or "the start",
            "reach": reach[infoset],
            "own_reach": own_reach,
            "on_path": reach[infoset] > 0,
            "probabilities": dict(zip(labels, shares, strict=True)),
            "values": worth and dict(zip(labels, worth, strict=True)),
            "losses": away and dict(zip(labels, away, strict=True)),
        }

    return [[record(*entry) for entry in strategy] for strategy in report.strategies]


def enclosed(game, strategy):
    """Return the ends of the realization weights by sequence, in units of 2**-UNIT."""
    weights = {0: (1 << UNIT, 1 << UNIT)}
    for infoset, _, probabilities in strategy:
        above = [weights[parent] for parent in game.parents[infoset]]
        low, high = sum(pair[0] for pair in above), sum(pair[1] for pair in above)
        for sequence, (least, most) in enumerate(
            probability_bounds(probabilities), game.first[infoset]
        ):
            weights[sequence] = low * least >> UNIT, -(-high * most >> UNIT)
    return weights


def probability_bounds(probabilities):
    """Return the ends of probabilities, the largest of which is 1 minus the others."""
    units = [Fraction(probability) * 2**UNIT for probability in probabilities]
    ends = [(math.floor(number), math.ceil(number)) for number in units]
    largest = units.index(max(units))
    others = ends[:largest] + ends[largest + 1 :]
    ends[largest] = (
        2**UNIT - sum(high for _, high in others),
        2**UNIT - sum(low for low, _ in others),
    )
    return ends


def conceded(game, player, weights, exact):
    """Return the least payoff of the opponent of `player`, as a whole number of units, and the
    number of units in 1.

    If the weights are exact, these units do not include the weights' own unit.
    """
    sums = sums_of(game, player, weights)
    if exact:
        parts = math.lcm(*{below for _, below in sums})
        scaled = {pair: total * (parts // pair[1]) for pair, total in sums.items()}
    else:
        lost = max(
            (
                below.bit_length() - abs(total).bit_length()
                for (_, below), total in sums.items()
                if total
            ),
            default=0,
        )
        shift = max(0, DIGITS + lost)
        parts = 1 << UNIT + shift
        scaled = {pair: (total << shift) // pair[1] for pair, total in sums.items()}
    values = [0] * (1 + sum(len(infoset.actions) for infoset in game.information_sets))
    for (number, _), total in scaled.items():
        for sequence in game.reached.sequences(number):
            values[sequence] += total
    # In reverse order of first visit: an information set is settled before those leading to it.
    for infoset in reversed(game.infosets(player)):
        first = game.first[infoset]
        best = min(values[first : first + len(game.information_sets[infoset].actions)])
        for above in game.parents[infoset]:
            values[above] += best
    return values[0], parts


def sums_of(game, player, weights):
    """Return the opponent's payoffs, weighted, by the player's set P and by the common
    denominator of payoff and chance weight.
    """
    reached = game.reached
    own, other = reached.number[player - 1].tolist(), reached.number[2 - player].tolist()
    weight_of, chances = reached.weight.tolist(), [*reached.weights]
    sign = 1 if player == 2 else -1
    ends, sums = {}, {}
    for number, node in enumerate(game.nodes):
        if not isinstance(node, Terminal) or not node.payoff:
            continue
        met = other[number]
        if met not in ends:
            pairs = [weights[sequence] for sequence in reached.sequences(met)]
            ends[met] = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        chance = chances[weight_of[number]]
        gain = sign * node.payoff.numerator * chance.numerator
        key = own[number], node.payoff.denominator * chance.denominator
        sums[key] = sums.get(key, 0) + gain * ends[met][gain < 0]
    return sums
