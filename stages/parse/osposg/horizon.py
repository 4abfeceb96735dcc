"""From a one-sided stochastic game to a state graph that ends after a number of steps.

A step is a state of player 1, one of player 2 after each of its actions, which player 2 does not
see before it has chosen, and one of chance if there are several outcomes. Play ends early in a
state after which no reward other than 0 can follow.
"""

from fractions import Fraction

from ....schemas.parts.limits import more_than
from ....schemas.parts.problems import Problem, SizeError
from ....schemas.state_graph import NOTHING, Actor, GraphBuilder, ObservationColumns
from .records import Joint, OneSidedGame, Outcome

Key = tuple[int, ...]
"""A state of the graph: the step, the state of the game, and the actions chosen in it so far."""
START: Key = (-1,)
END: Key = ()


class Horizon:
    """A state graph in the making: states are numbered when a move leads to them for the first
    time, and added in this order.
    """

    def __init__(self, game: OneSidedGame, steps: int) -> None:
        self.game, self.steps = game, steps
        self.discounts = [game.discount**step for step in range(steps)]
        self.paid = _paid_states(game)
        self.builder, self.names = GraphBuilder(), list[str]()
        self.numbers, self.keys = dict[Key, int](), list[Key]()

    def graph(self, max_states: int) -> tuple[tuple[str, ...], ObservationColumns]:
        """Return the names and the columns of the states; the first one is the start. Raise
        SizeError if there are more than `max_states`.
        """
        [*several] = self.game.belief
        self._number(START if len(several) > 1 else self._key(several[0], 0))
        for key in self.keys:  # It grows while the states are added.
            if len(self.keys) > max_states:
                many = more_than(max_states, "states", "--max-states")
                raise SizeError([Problem(f"the state graph {many}")])
            self._add(key)
        # State graphs are read in the natural order of the names.
        names = tuple(f"{at} {name}" for at, name in enumerate(self.names))
        return names, self.builder.columns()

    def _number(self, key: Key) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def _key(self, state: int, step: int) -> Key:
        return (step, state) if step < self.steps and state in self.paid else END

    def _add(self, key: Key) -> None:
        game = self.game
        if key in (START, END):
            self.names.append("end" if key == END else "start")
            if key == END:
                self.builder.end(0)
            else:
                self.builder.add(Actor.CHANCE, self._start())
            return
        step, state, *chosen = key
        parts = [names[one] for names, one in zip(game.actions, chosen, strict=False)]
        self.names.append(", ".join([f"{game.states[state]} at {step}", *parts]))
        if not chosen:
            self.builder.add(Actor.PLAYER_1, self._choices(key))
        elif len(chosen) == 1:
            self.builder.add(Actor.PLAYER_2, self._responses(step, state, chosen[0]))
        else:
            self.builder.add(Actor.CHANCE, self._chances(step, (state, chosen[0], chosen[1])))

    def _start(self) -> list[int]:
        moves = list[int]()
        for state, probability in self.game.belief.items():
            label = self.builder.text(self.game.states[state])
            target = self._number(self._key(state, 0))
            moves += (label, target, self.builder.number(probability), 0, NOTHING, label)
        return moves

    def _choices(self, key: Key) -> list[int]:
        moves = list[int]()
        for first in self.game.playable[0][self.game.partition[key[1]]]:
            label = self.builder.text(self.game.actions[0][first])
            moves += (label, self._number((*key, first)), NOTHING, 0, NOTHING, NOTHING)
        return moves

    def _responses(self, step: int, state: int, first: int) -> list[int]:
        moves = list[int]()
        for second in self.game.playable[1][state]:
            joint = state, first, second
            reward = self.game.rewards.get(joint, Fraction(0)) * self.discounts[step]
            following = {self._key(one.state, step + 1) for one in self.game.outcomes[joint]}
            if len(self.game.outcomes[joint]) > 1 and following != {END}:
                key: Key = (step, *joint)
                sees = NOTHING, NOTHING
            else:
                key, sees = following.pop(), self._sees(first, self.game.outcomes[joint][0])
            label = self.builder.text(self.game.actions[1][second])
            moves += (label, self._number(key), NOTHING, self.builder.number(reward))
            moves += sees if key else (NOTHING, NOTHING)
        return moves

    def _chances(self, step: int, joint: Joint) -> list[int]:
        moves = list[int]()
        for outcome in self.game.outcomes[joint]:
            words = self.game.observations[outcome.observation], self.game.states[outcome.state]
            target = self._number(self._key(outcome.state, step + 1))
            moves += (self.builder.text(", ".join(words)), target)
            moves += (self.builder.number(outcome.probability), 0)
            moves += self._sees(joint[1], outcome)
        return moves

    def _sees(self, first: int, outcome: Outcome) -> tuple[int, int]:
        """Return what the players see of an outcome: player 1 the observation, player 2 also player
        1's action and the state.
        """
        words = self.game.observations[outcome.observation], self.game.states[outcome.state]
        everything = ", ".join((self.game.actions[0][first], *words))
        return self.builder.text(words[0]), self.builder.text(everything)


def _paid_states(game: OneSidedGame) -> set[int]:
    """Return the states after which a reward other than 0 may follow."""
    before: dict[int, set[int]] = {}
    for (state, _, _), outcomes in game.outcomes.items():
        for outcome in outcomes:
            before.setdefault(outcome.state, set()).add(state)
    found = {state for (state, _, _), reward in game.rewards.items() if reward}
    waiting = list(found)
    while waiting:
        new = before.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
