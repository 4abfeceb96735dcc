"""The game as a Gambit `.efg` file, in the subset that all readers take alike.

Prefix order, one node per line, information sets numbered from 1 per player in
order of first visit, everything restated, one outcome per terminal node, exact
numbers. Labels are ASCII, not empty and different within an information set:
OpenSpiel drops branches otherwise.
"""

from collections.abc import Iterator

from schemas.game import Chance, Decision, Game, Terminal, infoset_text
from schemas.parts.exact import write_exact
from schemas.parts.labels import distinct
from stages.expand.gambit_columns import write_nodes
from stages.expand.gambit_labels import branches, labels, mended, quoted
from stages.expand.gambit_numbers import portable

# Gambit 16.7 reads labelled information sets in quadratic time: from here on they stay blank.
MAX_LABELLED = 2_000


def write_gambit(game: Game, comment: str = "") -> Iterator[str]:
    """Yield the lines of the file of a tree, of a large one many at once; without a comment it says
    what the payoffs add up to.
    """
    players = " ".join(labels(game.players))
    yield f"EFG 2 R {quoted(game.title)} {{ {players} }}\n"
    yield f"{quoted(comment or _comment(game))}\n\n"
    columns = game.columns
    if columns.is_tree and len(columns) > MAX_LABELLED:
        yield from write_nodes(columns, game.constant)
    else:
        yield from _nodes(game)


def _nodes(game: Game) -> Iterator[str]:
    heads = _heads(game)
    chances = outcomes = 0
    waiting = [0]
    while waiting:
        match game.nodes[waiting.pop()]:
            case Decision(infoset, children):
                yield heads[infoset]
                waiting += children[::-1]
            case Chance(actions, probabilities, children):
                chances += 1
                yield f'c "" {chances} "" {{ {branches(actions, probabilities)} }} 0\n'
                waiting += children[::-1]
            case Terminal(payoff):
                outcomes += 1
                yield (
                    f't "" {outcomes} "" {{ {portable(payoff)} '
                    f"{portable(game.constant - payoff)} }}\n"
                )


def _heads(game: Game) -> list[str]:
    """Return per information set the line that stands at each of its nodes."""
    number = {
        infoset: at for player in (1, 2) for at, infoset in enumerate(game.infosets(player), 1)
    }
    named = _infoset_labels(game) if len(game.nodes) <= MAX_LABELLED else {}
    return [
        (
            f'p "" {infoset.player} {number[at]} "{named.get(at, "")}" {{ '
            f"{' '.join(labels(infoset.actions))} }} 0\n"
        )
        for at, infoset in enumerate(game.information_sets)
    ]


def _infoset_labels(game: Game) -> dict[int, str]:
    """Return labels by information set: none that two of one player have."""
    found: dict[int, str] = {}
    for player in (1, 2):
        named = {
            infoset: label
            for infoset in game.infosets(player)
            if (label := mended(_label(game, infoset)))
        }
        found |= zip(named, distinct(tuple(named.values())), strict=True)
    return found


def _comment(game: Game) -> str:
    rules = f", rules {game.source.rules}" if game.source else ""
    if game.constant:
        return f"efgc{rules}: the payoffs of both players add up to {write_exact(game.constant)}"
    return f"efgc{rules}: {game.players[1]} get the negative of the payoff of {game.players[0]}"


def _label(game: Game, infoset: int) -> str:
    if game.source and not game.states:
        return ", ".join(game.information_sets[infoset].sees)  # The label that it came with.
    return infoset_text(game, infoset) or "start"
