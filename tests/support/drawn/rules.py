"""The game of a map as made by a student's program, from the documents of 2018, 2020 and 2023
alone, with a switch for every mistake.

Nothing here comes from the stages; with default switches the rules are those of the documents.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from drawn.nodes import CHANCE, END, Node

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class TooLarge(Exception):
    """The tree has too many nodes."""


@dataclass(frozen=True)
class Switches:
    """A program's version of the rules; the defaults are those of the documents."""

    course: str
    """cave or island."""
    bandits: int
    capture: Fraction
    escape: Fraction
    """The payoff of an exit without gold."""
    gold: Fraction = Fraction(1)
    """The payoff added by each gold."""
    captured_pays: str = ""
    """gold: what is carried; exit: as an exit does; or nothing."""
    dead_end_pays: str = ""
    """In the same words."""
    taken_counts: bool = False
    lost_in_won_fight: bool = False
    certain: str = ""
    """capture or escape: how each fight ends."""
    start_again: bool = False
    """Whether the agent may enter the start square again."""
    steps: tuple = tuple(STEPS)
    """The moves that there are; also two of them joined by a space, a diagonal one."""
    alarm: str = "first"
    """first: at the first dangerous place; fought: also after fights; every: at every empty one."""
    onto_alarm: bool = False
    stay: bool = True
    move: bool = True
    take: bool = True
    fight: bool = True
    agent_sees: str = ""
    """placement: where they hide; nothing: not even what was met."""
    others_see: str = ""
    """path: the agent's path; no place: not where the encounter or the alarm was."""
    sign: int = 1


def right(course, bandits, capture):
    """Return the switches of the documents."""
    escape = Fraction(2 if course == "cave" else 10)
    return Switches(course=course, bandits=bandits, capture=Fraction(capture), escape=escape)


def built(rows, switches, most=4000):
    """Return the tree of a map. Raises TooLarge beyond `most` nodes."""
    return _Program(rows, switches, most).root()


class _Program:
    def __init__(self, rows, switches, most):
        self.board = {
            (r, c): kind for r, row in enumerate(rows) for c, kind in enumerate(row) if kind != "#"
        }
        self.start = next(at for at, kind in self.board.items() if kind == "S")
        self.places = sorted(at for at, kind in self.board.items() if kind == "E")
        self.switches, self.left = switches, most

    def root(self):
        node = self.node(2, (self.start,), (), knows=())
        for placing in combinations(self.places, self.switches.bandits):
            hidden = frozenset(placing)
            event = ("hide", placing)
            state = _State(
                (self.start,), (event,), hidden, placed=hidden, knows=(), told=(placing,)
            )
            node.branches.append((event, None, self.agent(state)))
        return node

    def node(self, turn, squares, events, **more):
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        return Node(turn, squares, events, **more)

    def agent(self, state):
        """The agent stands on a square and is to move."""
        here = state.squares[-1]
        if self.board[here] == "D":
            return self.end(state, "exit")
        moves = self.moves(state)
        if not moves:
            return self.end(state, "dead end")
        sees = state.knows
        if self.switches.agent_sees == "placement":
            sees = (state.placed, sees)
        node = self.node(1, state.squares, state.events, knows=sees, gold=(state.gold, state.found))
        for name, to in moves:
            node.branches.append((("go", name, to), None, self.arrive(state, name, to)))
        return node

    def moves(self, state):
        row, column = state.squares[-1]
        been = state.squares
        if self.switches.start_again and been.count(self.start) == 1 and len(been) > 1:
            been = been[1:]
        found = []
        for name in self.switches.steps:
            to = (
                row + sum(STEPS[step][0] for step in name.split()),
                column + sum(STEPS[step][1] for step in name.split()),
            )
            if to in self.board and to not in been:
                found.append((name, to))
        return found

    def arrive(self, state, name, to):
        found = self.board[to] == "G" and to not in state.squares
        there = state.with_(
            squares=(*state.squares, to),
            knows=(*state.knows, name),
            gold=state.gold + found,
            found=state.found + found,
        )
        return self.enter(there) if self.board[to] == "E" else self.agent(there)

    def enter(self, state):
        """Return the node after the agent enters a dangerous place."""
        here = state.squares[-1]
        if here in state.hidden:
            met = state.with_(hidden=state.hidden - {here}, fought=True)
            return self.encounter(met, here) if self.switches.course == "cave" else self.fight(met)
        empty = state.with_(knows=self.seen(state, "empty"), emptied=True)
        if self.switches.course == "island" and self.raised(state):
            return self.alarm(empty, here)
        return self.agent(empty)

    def raised(self, state):
        match self.switches.alarm:
            case "first":
                return not state.emptied and not state.fought
            case "fought":
                return not state.emptied
            case _:
                return True

    def seen(self, state, what):
        return state.knows if self.switches.agent_sees == "nothing" else (*state.knows, what)

    def hears(self, state, here):
        """Return player 2's knowledge when it decides."""
        where = () if self.switches.others_see == "no place" else (here,)
        path = state.squares if self.switches.others_see == "path" else ()
        if self.switches.alarm == "first":
            return (state.told, where, path)
        return (state.told, where, path, tuple(sorted(state.hidden)))

    def encounter(self, state, here):
        hears = self.hears(state, here)
        node = self.node(2, state.squares, state.events, knows=hears)
        if self.switches.take:
            event = ("take", here)
            after = state.with_(
                events=(*state.events, event),
                knows=self.seen(state, "robbed"),
                gold=state.gold if self.switches.taken_counts else 0,
                told=(*hears, "take"),
            )
            node.branches.append((event, None, self.agent(after)))
        if self.switches.fight:
            event = ("fight", here)
            after = state.with_(events=(*state.events, event), told=(*hears, "fight"))
            node.branches.append((event, None, self.fight(after)))
        return node

    def fight(self, state):
        capture = {"": self.switches.capture, "capture": Fraction(1), "escape": Fraction(0)}[
            self.switches.certain
        ]
        won = state.with_(
            knows=self.seen(state, "fought"),
            gold=0 if self.switches.lost_in_won_fight else state.gold,
        )
        if capture in (0, 1):
            return self.end(state, "capture") if capture else self.agent(won)
        node = self.node(CHANCE, state.squares, state.events)
        for event, share in ((("capture",), capture), (("escape",), 1 - capture)):
            after = (state if event == ("capture",) else won).with_(events=(*state.events, event))
            below = self.end(after, "capture") if event == ("capture",) else self.agent(after)
            node.branches.append((event, share, below))
        return node

    def alarm(self, state, here):
        options = [(("stay", here), state.hidden)] if self.switches.stay else []
        free = [at for at in self.places if at not in state.hidden]
        free = [at for at in free if at != here or self.switches.onto_alarm]
        if self.switches.move:
            options += [
                (("move", old, new), state.hidden - {old} | {new})
                for old in sorted(state.hidden)
                for new in free
            ]
        options = options or [(("stay", here), state.hidden)]
        hears = self.hears(state, here)
        node = self.node(2, state.squares, state.events, knows=hears)
        for at, (event, hidden) in enumerate(options):
            after = state.with_(events=(*state.events, event), hidden=hidden, told=(*hears, at))
            node.branches.append((event, None, self.agent(after)))
        return node

    def end(self, state, how):
        switches = self.switches
        full = switches.escape + switches.gold * state.gold
        pays = {"exit": full, "gold": Fraction(state.gold), "": Fraction(0)}
        word = {"exit": "exit", "capture": switches.captured_pays}.get(how, switches.dead_end_pays)
        return self.node(
            END,
            state.squares,
            state.events,
            payoff=switches.sign * pays[word],
            ended=how,
            gold=(state.gold, state.found),
        )


@dataclass(frozen=True)
class _State:
    squares: tuple
    events: tuple
    hidden: frozenset
    """The places with bandits not yet met."""
    placed: frozenset
    knows: tuple
    told: tuple  # Player 2's knowledge of its own decisions.
    gold: int = 0
    found: int = 0
    fought: bool = False
    emptied: bool = False

    def with_(self, **changes):
        return _State(**{**self.__dict__, **changes})
