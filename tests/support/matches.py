"""Matches for tests: games made ready, answered at random, by a best response, or in every way."""

import hashlib
import random
from functools import cache

from efgc.pipeline.apps.play.solved_match import SolvedMatch
from efgc.pipeline.apps.play.solved_play import playable, prepare
from efgc.pipeline.files.text import Text
from efgc.pipeline.settings import Settings
from efgc.schemas.game import Decision, Terminal, children
from small_games import published, solved


@cache
def ready(name, text="", **asked):
    """Return a published map, or another source, ready to be played."""
    text = text or published(name)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return prepare(Text(text, name, name, digest), Settings(**asked))


def ready_game(game):
    """Return a game ready to be played, with a solver's strategies."""
    return playable(solved(game))


def begin(made, people=(1,), seed=1):
    """Return a new match at its first choice, or, without people, before its first move."""
    return SolvedMatch(ready=made, people=people, seed=seed).start()


def answered(match, luck):
    """Return a match played to its end, with people answering at random."""
    while not match.over:
        match = match.act(luck.randrange(len(match.labels))) if match.people else match.step()
    return match


def played(made, people, seed):
    """Return a match from its beginning to its end."""
    return answered(begin(made, people, seed), random.Random(f"answers {seed}"))


def every_way(match):
    """Yield all possible ends of a match with their probabilities, given the program's strategies,
    chance, and people who play uniformly at random.
    """
    if match.over:
        yield match, 1.0
        return
    node, player = match.ready.game.nodes[match.position], match.mover
    if not isinstance(node, Decision):
        shares = [float(share) for share in node.probabilities]
    elif player in match.people:
        shares = [1 / len(node.children)] * len(node.children)
    else:
        shares = match.ready.continuation.played[node.infoset]
    for action, share in enumerate(shares):
        if share > 0:
            for ended, below in every_way(match.after_move(action)):
                yield ended, share * below


def best_actions(game, player, played):
    """Return for each information set of a player the action of a best response to what the other
    plays, by visiting all histories, later information sets first.
    """
    sign, chosen, reach = (1 if player == 1 else -1), {}, {}

    def go(node, weight, depth):
        record = game.nodes[node]
        if isinstance(record, Terminal) or not weight:
            return
        shares = [1.0] * len(children(record))
        if not isinstance(record, Decision):
            shares = record.probabilities
        elif game.information_sets[record.infoset].player == player:
            reach.setdefault(record.infoset, (depth, []))[1].append((node, weight))
            depth += 1
        else:
            shares = played[record.infoset]
        for child, share in zip(children(record), shares, strict=True):
            go(child, weight * float(share), depth)

    def value(node):
        record = game.nodes[node]
        if isinstance(record, Terminal):
            return sign * float(record.payoff)
        if not isinstance(record, Decision):
            shares = record.probabilities
        elif game.information_sets[record.infoset].player == player:
            return value(record.children[chosen[record.infoset]])
        else:
            shares = played[record.infoset]
        below = zip(children(record), shares, strict=True)
        return sum(float(share) * value(child) for child, share in below if share)

    go(0, 1.0, 0)
    for infoset, (_, nodes) in sorted(reach.items(), key=lambda entry: -entry[1][0]):
        actions = range(len(game.information_sets[infoset].actions))
        chosen[infoset] = max(
            actions,
            key=lambda action: sum(
                weight * value(children(game.nodes[node])[action]) for node, weight in nodes
            ),
        )
    return chosen
