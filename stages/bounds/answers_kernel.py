"""The payoff of a best response: a walk over the memories of one player, depth first.

A frame of the stack is a memory, with the states in which play can be and the weights with which
chance and the other player lead there. Its value is that of the payoffs and rewards met before the
next letter, plus the values of the memories that follow by something seen, plus the best value of
the own actions.

The walk also counts the longest chain of roundings behind a weight and behind a value.
"""

import numpy as np

from ...schemas.parts import shadow as cython
from ...schemas.state_graph.observed_columns import Actor

if False:  # Cython reads this; Python does not.
    import cython  # type: ignore[no-redef]
if not cython.compiled:
    from ...schemas.parts.arrays import (
        Doubles,
        Index,
        Int32s,
        Ints,
        ReadDoubles,
        ReadFlags,
        ReadInt8s,
        ReadInt32s,
    )
    from .memories.plan_kernel import Plan, arrive, choose, note

_TERMINAL = cython.declare(Index, int(Actor.TERMINAL))
_NOTHING = cython.declare(Index, -1)
_SETTLED = cython.declare(Index, -2)
_FIRST = cython.declare(Index, int(Actor.PLAYER_1))


class Rules:
    """A walk as one player responds in it."""

    def __init__(
        self,
        player: Index,
        actor: ReadInt8s,
        begin: ReadInt32s,
        target: ReadInt32s,
        gain: ReadDoubles,
        payoff: ReadDoubles,
        letter: ReadInt32s,
        action: ReadInt32s,
        silent: ReadFlags,
        probability: ReadDoubles,
        plan: Plan | None = None,
    ) -> None:
        """`silent` marks the states with a move of which the player sees nothing, and `probability`
        has the probabilities of all moves but its own. `plan` gets what is new in the best response
        if it has a tree.
        """
        self.player, self.actor, self.begin, self.target = player, actor, begin, target
        self.gain, self.payoff, self.probability = gain, payoff, probability
        self.letter, self.action, self.silent = letter, action, silent
        self.plan: Plan = Plan(None, 0.0) if plan is None else plan


class Stack:
    """The memories whose values are not known yet, and the states of those not yet opened."""

    def __init__(self, states: Index, frames: Index) -> None:
        self.state: Int32s = np.zeros(states, np.int32)
        self.weight: Doubles = np.zeros(states)
        self.above: Ints = np.zeros(frames, np.int64)
        self.begin: Ints = np.zeros(frames, np.int64)
        self.end: Ints = np.zeros(frames, np.int64)
        self.action: Int32s = np.zeros(frames, np.int32)
        self.taken: Int32s = np.zeros(frames, np.int32)
        self.opened = np.zeros(frames, np.bool_)
        self.acted = np.zeros(frames, np.bool_)
        self.value: Doubles = np.zeros(frames)
        self.sum: Doubles = np.zeros(frames)
        self.best: Doubles = np.zeros(frames)
        self.roundings: Doubles = np.zeros(frames)
        self.later: Doubles = np.zeros(frames)
        self.behind: Doubles = np.zeros(frames)
        self.top = 0
        self.longest = 0.0
        begin_at(self, np.zeros(1, np.int32), np.ones(1), 0.0, 0.0)


class Desk:
    """Room for the states and letters of one memory; empty between two of them."""

    def __init__(self, states: Index, moves: Index, letters: Index) -> None:
        self.mass: Doubles = np.zeros(states)
        self.present = np.zeros(states, np.bool_)
        self.heap: Int32s = np.zeros(states + 1, np.int32)
        self.plain: Int32s = np.zeros(states + 1, np.int32)
        self.letters: Int32s = np.zeros(moves + 1, np.int32)
        self.targets: Int32s = np.zeros(moves + 1, np.int32)
        self.weights: Doubles = np.zeros(moves + 1)
        self.count: Ints = np.zeros(letters + 1, np.int64)
        self.gained: Doubles = np.zeros(letters + 1)
        self.touched: Int32s = np.zeros(letters + 1, np.int32)
        self.letters_used = self.sent = 0


def begin_at(
    stack: Stack, state: ReadInt32s, weight: ReadDoubles, gained: float, roundings: float
) -> None:
    """Empty the stack, and put one memory on it: its states with their weights, the rewards of the
    move that leads there, and the longest chain of roundings behind a weight.
    """
    size: Index = state.shape[0]
    lengthen_pool(stack, size)
    for at in range(size):
        stack.state[at] = state[at]
        stack.weight[at] = weight[at]
    stack.top = 1
    stack.longest = 0.0
    stack.above[0], stack.action[0], stack.taken[0] = -1, -1, -1
    stack.begin[0], stack.end[0] = 0, size
    stack.opened[0], stack.acted[0] = False, False
    stack.value[0], stack.roundings[0] = gained, roundings
    stack.sum[0] = stack.best[0] = stack.later[0] = stack.behind[0] = 0.0


def close(stack: Stack, outcome: ReadDoubles) -> None:
    """Mark the memory at the top as one whose value is known: its value and the chain of roundings
    behind, and the longest chain behind a weight, as a stack of its own has them at the end.
    """
    frame: Index = stack.top - 1
    stack.opened[frame] = True
    stack.value[frame], stack.behind[frame] = outcome[0], outcome[1]
    stack.longest = max(stack.longest, outcome[2])


def walk_on(rules: Rules, stack: Stack, desk: Desk, each: float, most: Index) -> float:
    """Walk on for at most so many memories; return the value, or NaN if there are more.

    `each` is the number of roundings in the weight of one move.
    """
    left: Index = most
    with cython.nogil:
        while left > 0 and stack.top > 0:
            left -= step(rules, stack, desk, each)
    return stack.value[0] if stack.top == 0 else float("nan")


def step(rules: Rules, stack: Stack, desk: Desk, each: float) -> Index:
    """Open the memory at the top of the stack, or close it if all that follow it are closed."""
    frame: Index = stack.top - 1
    if stack.opened[frame]:
        fold(rules, stack, frame)
        return 0
    stack.opened[frame] = True
    if rules.plan.kept:
        rules.plan.begin[frame] = rules.plan.middle[frame] = rules.plan.size
    steps: Index = collect(rules, stack, desk, frame)
    found: float = stack.roundings[frame] + steps
    stack.longest = max(stack.longest, found)
    stack.later[frame] = 3.0 * steps + 3.0
    deal(rules, stack, desk, frame, found + each * (steps + 1))
    return 1


def collect(rules: Rules, stack: Stack, desk: Desk, frame: Index) -> Index:
    """Put on the desk what can follow a memory; return the number of states added up and passed."""
    waiting: Index = 0
    plain: Index = 0
    met: Index = 0
    desk.sent = 0
    desk.letters_used = 0
    for entry in range(stack.begin[frame], stack.end[frame]):
        state: Index = stack.state[entry]
        met += 1
        desk.mass[state] += stack.weight[entry]
        if not desk.present[state]:
            desk.present[state] = True
            if rules.silent[state]:
                waiting = push(desk, waiting, state)
            else:
                desk.plain[plain] = state
                plain += 1
    value: float = stack.value[frame]
    while waiting > 0:
        state = desk.heap[0]
        waiting = pop(desk, waiting)
        mass: float = desk.mass[state]
        desk.mass[state] = 0.0
        desk.present[state] = False
        met += 1
        for move in range(rules.begin[state], rules.begin[state + 1]):
            weight: float = mass * rules.probability[move]
            if weight == 0:
                continue
            value += weight * rules.gain[move]
            if rules.letter[move] >= 0:
                send(rules, desk, move, weight)
                continue
            target: Index = rules.target[move]
            met += 1
            desk.mass[target] += weight
            if not desk.present[target]:
                desk.present[target] = True
                if rules.silent[target]:
                    waiting = push(desk, waiting, target)
                else:
                    desk.plain[plain] = target
                    plain += 1
    for entry in range(plain):
        state = desk.plain[entry]
        mass = desk.mass[state]
        desk.mass[state] = 0.0
        desk.present[state] = False
        met += 1
        if rules.actor[state] == _TERMINAL:
            value += mass * rules.payoff[state]
        elif rules.actor[state] == rules.player:
            if rules.plan.kept:
                rules.plan.first[frame] = rules.action[rules.letter[rules.begin[state]]]
            for move in range(rules.begin[state], rules.begin[state + 1]):
                send(rules, desk, move, mass)
                desk.gained[rules.letter[move]] += mass * rules.gain[move]
        else:
            for move in range(rules.begin[state], rules.begin[state + 1]):
                weight = mass * rules.probability[move]
                if weight != 0:
                    value += weight * rules.gain[move]
                    send(rules, desk, move, weight)
    stack.value[frame] = value
    return met + desk.sent


def send(rules: Rules, desk: Desk, move: Index, weight: float) -> Index:
    """Put the state behind a move on the desk, with the letter that leads there."""
    letter: Index = rules.letter[move]
    if desk.count[letter] == 0:
        desk.touched[desk.letters_used] = letter
        desk.letters_used += 1
    desk.count[letter] += 1
    desk.letters[desk.sent] = letter
    desk.targets[desk.sent] = rules.target[move]
    desk.weights[desk.sent] = weight
    desk.sent += 1
    return 0


def push(desk: Desk, size: Index, state: Index) -> Index:
    """Add a state to the heap, whose first state is the earliest; return its size."""
    at: Index = size
    while at > 0 and desk.heap[(at - 1) // 2] > state:
        desk.heap[at] = desk.heap[(at - 1) // 2]
        at = (at - 1) // 2
    desk.heap[at] = state
    return size + 1


def pop(desk: Desk, size: Index) -> Index:
    """Remove the first state of the heap; return its size."""
    last: Index = desk.heap[size - 1]
    size -= 1
    at: Index = 0
    below: Index = 1
    while below < size:
        if below + 1 < size and desk.heap[below + 1] < desk.heap[below]:
            below += 1
        if desk.heap[below] >= last:
            break
        desk.heap[at] = desk.heap[below]
        at = below
        below = 2 * at + 1
    desk.heap[at] = last
    return size


def deal(rules: Rules, stack: Stack, desk: Desk, frame: Index, roundings: float) -> Index:
    """Put a frame for each letter on the stack, the first letter on top."""
    used: Index = desk.letters_used
    for number in range(1, used):
        letter: Index = desk.touched[number]
        to: Index = number
        while to > 0 and desk.touched[to - 1] > letter:
            desk.touched[to] = desk.touched[to - 1]
            to -= 1
        desk.touched[to] = letter
    begin: Index = stack.begin[frame]
    lengthen_pool(stack, begin + desk.sent)
    lengthen_frames(stack, stack.top + used)
    for number in range(used - 1, -1, -1):
        letter = desk.touched[number]
        top: Index = stack.top
        stack.above[top] = frame
        stack.action[top] = rules.action[letter]
        stack.taken[top] = _NOTHING
        stack.opened[top] = False
        stack.acted[top] = False
        if rules.plan.kept:
            arrive(rules.plan, frame, top, letter)
        stack.value[top] = desk.gained[letter]
        stack.sum[top] = 0.0
        stack.best[top] = 0.0
        stack.later[top] = 0.0
        stack.behind[top] = 0.0
        stack.roundings[top] = roundings
        stack.begin[top] = begin
        begin += desk.count[letter]
        stack.end[top] = begin
        desk.gained[letter] = 0.0
        # From here on, the place of the next state with this letter.
        desk.count[letter] = stack.begin[top]
        stack.top += 1
    for number in range(desk.sent):
        place: Index = desk.count[desk.letters[number]]
        stack.state[place] = desk.targets[number]
        stack.weight[place] = desk.weights[number]
        desk.count[desk.letters[number]] = place + 1
    for number in range(used):
        desk.count[desk.touched[number]] = 0
    return 0


def fold(rules: Rules, stack: Stack, frame: Index) -> Index:
    """Close a memory: add its value to that of the memory before it."""
    if stack.taken[frame] != _NOTHING:
        if stack.taken[frame] != _SETTLED:
            settle(rules, stack, frame, rules.plan.size)
        stack.value[frame] += stack.best[frame]
    if rules.plan.kept:
        note(rules.plan, frame, stack.taken[frame] != _NOTHING)
    stack.top = frame
    above: Index = stack.above[frame]
    if above < 0:
        stack.behind[frame] += stack.later[frame]
        return 0
    stack.behind[above] = max(stack.behind[above], stack.later[frame] + stack.behind[frame])
    # Own actions come before what is only seen.
    if stack.taken[above] >= 0 and stack.taken[above] != stack.action[frame]:
        settle(rules, stack, above, rules.plan.begin[frame] if rules.plan.kept else 0)
        stack.taken[above] = _SETTLED
    if stack.action[frame] == _NOTHING:
        stack.value[above] += stack.value[frame]
        return 0
    stack.taken[above] = stack.action[frame]
    stack.sum[above] += stack.value[frame]
    return 0


def settle(rules: Rules, stack: Stack, frame: Index, end: Index) -> Index:
    """Compare the value of the action that was summed last with the best one before it. Its entries
    of the plan end at `end`.
    """
    found: float = stack.sum[frame]
    if rules.plan.kept:
        ahead: float = found - stack.best[frame]
        if rules.player != _FIRST:
            ahead = -ahead
        choose(rules.plan, frame, stack.taken[frame], end, ahead, stack.acted[frame])
    if not stack.acted[frame]:
        stack.best[frame] = found
    elif rules.player == _FIRST:
        stack.best[frame] = max(stack.best[frame], found)
    else:
        stack.best[frame] = min(stack.best[frame], found)
    stack.acted[frame] = True
    stack.sum[frame] = 0.0
    return 0


def lengthen_pool(stack: Stack, need: Index) -> Index:
    """Make room for twice as many states as needed, if there is not enough."""
    if need > stack.state.shape[0]:
        with cython.gil:
            stack.state = np.resize(stack.state, 2 * need)
            stack.weight = np.resize(stack.weight, 2 * need)
    return 0


def lengthen_frames(stack: Stack, need: Index) -> Index:
    """Make room for twice as many memories as needed, if there is not enough."""
    if need > stack.above.shape[0]:
        with cython.gil:
            size: Index = 2 * need
            stack.above = np.resize(stack.above, size)
            stack.begin = np.resize(stack.begin, size)
            stack.end = np.resize(stack.end, size)
            stack.action = np.resize(stack.action, size)
            stack.taken = np.resize(stack.taken, size)
            stack.opened = np.resize(stack.opened, size)
            stack.acted = np.resize(stack.acted, size)
            stack.value = np.resize(stack.value, size)
            stack.sum = np.resize(stack.sum, size)
            stack.best = np.resize(stack.best, size)
            stack.roundings = np.resize(stack.roundings, size)
            stack.later = np.resize(stack.later, size)
            stack.behind = np.resize(stack.behind, size)
    return 0
