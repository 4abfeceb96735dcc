"""Whether the records are a game at all: numbers, labels, probabilities, the order of the nodes."""

from fractions import Fraction

from schemas.game.records import Chance, Decision, GameRecord, InformationSet, Node, children
from schemas.game.structure_columns import is_sound
from schemas.game.views import NodeView
from schemas.parts.documents import Findings
from schemas.parts.exact import brief
from schemas.parts.problems import Place, Problem


def check_structure(game: GameRecord) -> list[Problem]:
    """Return what makes the records no tree of nodes, or nodes without their information sets."""
    if isinstance(game.nodes, NodeView) and game.states >= 0 and is_sound(game.nodes.columns):
        return []
    found = Findings()
    if game.states < 0:
        found.add(("states",), f"{game.states} is no number of states")
    for number, infoset in enumerate(game.information_sets):
        _check_infoset(found, ("information_sets", number), infoset)
    _check_nodes(found, game)
    return found.problems


def _check_infoset(found: Findings, place: Place, infoset: InformationSet) -> None:
    if infoset.player not in (1, 2):
        found.add((*place, "player"), f"{infoset.player} is no player; they are 1 and 2")
    if not infoset.actions:
        found.add((*place, "actions"), "there is no action")
    if len(set(infoset.actions)) < len(infoset.actions) or "" in infoset.actions:
        found.add((*place, "actions"), "the actions need labels, all of them different")


def _check_nodes(found: Findings, game: GameRecord) -> None:
    reached = [False] * len(game.nodes)
    visited = 0
    if not game.nodes:
        found.add(("nodes",), "there is no node")
    for number, node in enumerate(game.nodes):
        if isinstance(node, Decision) and visited < node.infoset < len(game.information_sets):
            found.add(
                ("nodes", number, "information_set"),
                f"{visited} comes first: information sets stand in the order in which the nodes "
                "first visit them",
            )
        if isinstance(node, Decision):
            visited = max(visited, node.infoset + 1)
        _check_node(found, game, number, node)
        for position, child in enumerate(children(node)):
            if not number < child < len(game.nodes):
                message = (
                    f"{child} is no child of {number}: children come later, the last node is "
                    f"{len(game.nodes) - 1}"
                )
                found.add(("nodes", number, "children", position), message)
            else:
                reached[child] = True
    for number in range(1, len(game.nodes)):
        if not reached[number]:
            found.add(("nodes", number), "no node leads here")
    for number in range(visited, len(game.information_sets)):
        found.add(("information_sets", number), "no node belongs to it")


def _check_node(found: Findings, game: GameRecord, number: int, node: Node) -> None:
    match node:
        case Decision(infoset, following):
            if not 0 <= infoset < len(game.information_sets):
                found.add(
                    ("nodes", number, "information_set"), f"there is no information set {infoset}"
                )
            elif len(following) != len(game.information_sets[infoset].actions):
                actions = len(game.information_sets[infoset].actions)
                found.add(
                    ("nodes", number, "children"),
                    f"{len(following)} children for {actions} actions",
                )
        case Chance(actions, probabilities, following):
            if not len(actions) == len(probabilities) == len(following):
                found.add(("nodes", number), "actions, probabilities and children differ in number")
            if len(set(actions)) < len(actions) or "" in actions:
                found.add(
                    ("nodes", number, "chance"), "the actions need labels, all of them different"
                )
            if any(probability <= 0 for probability in probabilities):
                found.add(("nodes", number, "probabilities"), "a probability is not above 0")
            if sum(probabilities) != 1:
                found.add(
                    ("nodes", number, "probabilities"),
                    f"they sum to {brief(sum(probabilities, Fraction(0)))}, not to 1",
                )
