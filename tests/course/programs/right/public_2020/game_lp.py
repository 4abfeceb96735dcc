"""Second part: the sequence-form program of a player."""
import highspy
from game_tree import HistoryType, create_root


def sequences(root, player):
    """Collect g by both sequences, and for each player the sets with their parent sequences."""
    g, sets = {}, ({}, {})

    def walk(history, own, prob):
        if history.type() == HistoryType.terminal:
            value = history.utility() * (1 if player == 0 else -1)
            key = (own[player], own[1 - player])
            g[key] = g.get(key, 0) + prob * value
            return
        for number, action in enumerate(history.actions()):
            if history.type() == HistoryType.chance:
                walk(history.child(action), own, prob * history.chance_prob(action))
                continue
            who, name = int(history.current_player()), history.infoset().index()
            sets[who].setdefault(name, (own[who], len(history.actions())))
            after = list(own)
            after[who] = (name, number)
            walk(history.child(action), after, prob)

    walk(root, [(), ()], 1.0)
    return g, sets[player], sets[1 - player]


def solve(root, player):
    g, mine, others = sequences(root, player)
    lp = highspy.Highs()
    lp.setOptionValue("output_flag", False)
    plan = {(): lp.addVariable(lb=1, ub=1)}
    for name, (_, many) in mine.items():
        for number in range(many):
            plan[name, number] = lp.addVariable(lb=0, ub=1)
    for name, (parent, many) in mine.items():
        lp.addConstr(sum(plan[name, at] for at in range(many)) - plan[parent] == 0)
    worth = {name: lp.addVariable(lb=-1000, ub=1000) for name in ("root", *others)}
    for sequence in [(), *((name, at) for name, (_, many) in others.items() for at in range(many))]:
        total = 0 * plan[()]
        for (one, other), value in g.items():
            if other == sequence:
                total = total + value * plan[one]
        for name, (parent, _) in others.items():
            if parent == sequence:
                total = total + worth[name]
        lp.addConstr(worth[sequence[0] if sequence else "root"] - total <= 0)
    lp.maximize(worth["root"])
    return lp.getObjectiveValue()


if __name__ == "__main__":
    root_history = create_root()
    player_index = int(input())
    print(solve(root_history, player_index))
