"""Games written in other programs' formats, each from the record of a tree alone."""

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
