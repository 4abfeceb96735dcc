"""Actions in words: on a map with the dangerous place that they lead to."""

from collections.abc import Iterator

from schemas.game import Decision, Game, Terminal, one_way
from schemas.parts.squares import STEPS, Square


def action_words(game: Game, infoset: int, action: int, start: Square | None) -> str:
    """Return an action in words. One of player 1 on a map, who stands on the square `start` at
    first, comes with the dangerous places that it enters, or else with the one that is next, if
    that is one alone.
    """
    record = game.information_sets[infoset]
    label = record.actions[action]
    if record.player == 2 or not game.places:
        return label
    entered = list(_entered(game, infoset, action, start)) if start else []
    if entered:
        return f"{label} (to {' and '.join(entered)})"
    names = {name for name, _ in game.places}
    seen = " ".join(_seen_next(game, infoset, action)).split()
    met = names.intersection(seen)
    return f"{label} (to {met.pop()})" if len(met) == 1 else label


def _entered(game: Game, infoset: int, action: int, start: Square) -> Iterator[str]:
    """Yield the dangerous places that an action enters; its label is a list of steps."""
    names = {square: name for name, square in game.places}
    before = one_way(game, game.parents[infoset][0])
    labels = [game.information_sets[at].actions[move] for at, move in map(game.move, before)]
    row, column = start
    for at, label in enumerate([*labels, game.information_sets[infoset].actions[action]]):
        for word in label.split():
            down, right = STEPS.get(word, (0, 0))
            row, column = row + down, column + right
            if at == len(labels) and (row, column) in names:
                yield names[row, column]


def _seen_next(game: Game, infoset: int, action: int) -> set[str]:
    """Return what player 1 may be shown before its next move, behind an action of its own."""
    found, known = set[str](), set[int]()
    waiting = [
        node.children[action]
        for node in game.nodes
        if isinstance(node, Decision) and node.infoset == infoset
    ]
    while waiting:
        number = waiting.pop()
        node = game.nodes[number]
        if number in known or isinstance(node, Terminal):
            continue
        known.add(number)
        if isinstance(node, Decision) and game.information_sets[node.infoset].player == 1:
            found.update(game.information_sets[node.infoset].sees)
        else:
            waiting += node.children
    return found
