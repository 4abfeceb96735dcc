"""A game's text, counts and sequences computed from its records one by one: the reference
implementation for the columns of `schemas.game`.
"""

import json
from itertools import accumulate, pairwise

from efgc.schemas.game import Chance, Decision, Terminal, children
from plain_reaching import plain_reached


def text(game):
    """Return the JSON text."""
    sets = _list(_infoset(*pair) for pair in enumerate(game.information_sets))
    nodes = _list(_node(*pair) for pair in enumerate(game.nodes))
    return f'{_head(game)} "information_sets": [\n{sets} ],\n "nodes": [\n{nodes} ]}}\n'


def _list(lines):
    text = ",\n".join(lines)
    return f"{text}\n" if text else ""


def _head(game):
    fields = {"title": game.title}
    if game.source:
        fields["source"] = game.source.fields()
    if game.counts:
        fields["counts"] = game.counts.fields()
    if game.places:
        fields["places"] = dict(game.places)
    if game.constant:
        fields["constant"] = str(game.constant)
    lines = "".join(f' "{key}": {json.dumps(value)},\n' for key, value in fields.items())
    players = f' "players": {json.dumps(game.players)}, "states": {game.states},\n'
    return f'{{"format": "efgc/game", "version": 1,\n{lines}{players}'


def _infoset(number, infoset):
    record = {"information_set": number, "player": infoset.player}
    if infoset.state:
        record["state"] = infoset.state
    if infoset.sees:
        record["sees"] = infoset.sees
    return f"  {json.dumps({**record, 'actions': infoset.actions})}"


def _node(number, node):
    match node:
        case Decision(infoset, below):
            record = {"information_set": infoset, "children": below}
        case Chance(actions, probabilities, below):
            exact = list(map(str, probabilities))
            record = {"chance": actions, "probabilities": exact, "children": below}
        case Terminal(payoff):
            record = {"payoff": str(payoff)}
    return f"  {json.dumps({'node': number, **record})}"


def counts(game):
    """Return how many histories there are, how many of them are terminal, how many of these pay
    player 1, and how many information sets each player has.
    """
    ways = [1] + [0] * (len(game.nodes) - 1)
    terminal = escapes = 0
    for number, node in enumerate(game.nodes):
        for child in children(node):
            ways[child] += ways[number]
        if isinstance(node, Terminal):
            terminal += ways[number]
            escapes += ways[number] if node.payoff > 0 else 0
    own, infosets = {0: 1}, [0, 0]  # Ways to play each sequence.
    for infoset, after, ending in zip(
        game.information_sets, parents(game), sequences(game), strict=True
    ):
        alone = sum(own[parent] for parent in after)
        infosets[infoset.player - 1] += alone
        own.update(dict.fromkeys(ending, alone))
    return sum(ways), terminal, escapes, tuple(infosets)


def sequences(game):
    """Return per information set the numbers of the sequences that end with its actions."""
    sizes = (len(infoset.actions) for infoset in game.information_sets)
    return [range(*pair) for pair in pairwise(accumulate(sizes, initial=1))]


def parents(game):
    """Return per information set the sequences of its player that lead to its first node."""
    found = {}
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision) and node.infoset not in found:
            player = game.information_sets[node.infoset].player
            found[node.infoset] = plain_reached(game).sequences(player, number)
    return tuple(found[number] for number in range(len(game.information_sets)))


def words(game):
    """Return all sequences in words, and the players' knowledge at the information sets."""
    told, known = [""], []
    for infoset, after in zip(game.information_sets, parents(game), strict=True):
        seen = f"[{', '.join(infoset.sees)}]" if infoset.sees else ""
        ways = f"(one of {len(after):,} ways)" if len(after) > 1 else ""
        known.append(" ".join(filter(None, (told[after[0]], seen, ways))))
        told += (" ".join(filter(None, (known[-1], action))) for action in infoset.actions)
    return told, known
