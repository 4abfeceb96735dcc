"""State graphs of version 1 as plain data of version 2: the secret becomes a part of the state, and
a simultaneous move becomes two moves, of which the other player sees nothing before both are made.
"""

from itertools import combinations

from efgc.schemas.parts.exact import write_exact
from efgc.schemas.parts.states import Choice, Draw, Joint, Look, Relocation, Terminal


def as_version_2(graph):
    """Return the data of a graph of version 2 with the same tree."""
    return _Conversion(graph).data()


class _Conversion:
    def __init__(self, graph):
        self.graph, self.players = graph, graph.players
        self.states, self.waiting = {}, []

    def data(self):
        graph = self.graph
        if graph.secret is None:
            start = self._target(graph.start, frozenset())["to"]
        else:
            start = "placement"
            places = [name for name, _ in graph.places]
            hidden = map(frozenset, combinations(places, graph.secret.size))
            moves = {
                " ".join(sorted(one)) or "none": self._target(graph.start, one) for one in hidden
            }
            self.states[start] = {"actor": self.players[1], "moves": moves}
        while self.waiting:
            state, hidden = self.waiting.pop()
            self.states[self._name(state, hidden)] = self._state(graph.states[state], hidden)
        return {"players": list(self.players), "start": start, "states": self.states}

    def _name(self, state, hidden):
        return " ".join([self.graph.names[state], *sorted(hidden)])

    def _target(self, state, hidden):
        """Return a move to a state after all looks, of which player 1 sees where it leads."""
        while isinstance(look := self.graph.states[state], Look):
            state = look.occupied if look.place in hidden else look.empty
        name = self._name(state, hidden)
        if name not in self.states:
            self.states[name] = {}
            self.waiting.append((state, hidden))
        move = {"to": name, "sees": {self.players[0]: self.graph.names[state]}}
        after = self.graph.states[state]
        if self.graph.secret is None:
            move["sees"][self.players[1]] = self.graph.names[state]
        elif isinstance(after, (Choice, Relocation)) and after.sees:
            move["sees"][self.players[1]] = ", ".join(after.sees)
        return move

    def _state(self, state, hidden):
        match state:
            case Terminal(payoff):
                return {"payoff": write_exact(payoff)}
            case Draw(moves):
                drawn = {
                    label: {"p": write_exact(share), **self._target(to, hidden)}
                    for label, share, to in moves
                }
                return {"actor": "chance", "moves": drawn}
            case Choice(player, moves):
                followed = {label: self._target(to, hidden) for label, to in moves}
                return {"actor": self.players[player - 1], "moves": followed}
            case Relocation(_, not_to, to):
                moves = {"stay": self._target(to, hidden)}
                places = {name for name, _ in self.graph.places}
                for one in hidden:
                    for other in places - hidden - {not_to}:
                        moves[f"{one} to {other}"] = self._target(to, hidden - {one} | {other})
                return {"actor": self.players[1], "moves": moves}
            case Joint():
                return self._joint(state)

    def _joint(self, state):
        first, second = self.players
        below = {}
        for row, label in enumerate(state.moves[0]):
            cells = {
                other: {
                    **self._target(state.to[row][at], frozenset()),
                    "reward": write_exact(state.reward[row][at]),
                }
                for at, other in enumerate(state.moves[1])
            }
            for other, move in cells.items():
                move["sees"] = {
                    name: f"{label} {other}: {seen}" for name, seen in move["sees"].items()
                }
            name = f"{len(self.states)} {label}"
            self.states[name] = {"actor": second, "moves": cells}
            below[label] = {"to": name, "sees": {}}
        return {"actor": first, "moves": below}
