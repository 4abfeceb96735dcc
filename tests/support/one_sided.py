"""Random one-sided stochastic games: as a file, and as a tree that is listed from the rules alone,
by a program that shares nothing with the one under test.
"""

import random
from fractions import Fraction
from typing import NamedTuple

from card_games import listed


class OneSided(NamedTuple):
    """A game: player 1 can play all its actions everywhere, player 2 those of a state."""

    discount: Fraction
    partition: list[int]
    actions: int
    responses: list[list[int]]
    outcomes: dict
    """By state and actions: the observation, the next state and the probability of each."""
    rewards: dict
    belief: dict


def random_one_sided(number):
    """Return a game of up to four states, in which observations say the next partition."""
    luck = random.Random(number)
    partition = [0, 0, *luck.choices((0, 1), k=luck.randint(0, 2))]
    responses = [luck.choice(([0], [0, 1], [1])) for _ in partition]
    outcomes, rewards = {}, {}
    for state in range(len(partition)):
        for first in (0, 1):
            for second in responses[state]:
                pairs = {
                    (2 * partition[to] + luck.randint(0, 1), to)
                    for to in luck.choices(range(len(partition)), k=luck.randint(1, 3))
                }
                parts = [luck.randint(1, 3) for _ in pairs]
                outcomes[state, first, second] = [
                    (seen, to, Fraction(part, sum(parts)))
                    for (seen, to), part in zip(sorted(pairs), parts, strict=True)
                ]
                rewards[state, first, second] = Fraction(luck.choice((-1, 0, 0, 2)))
    start = [state for state, known in enumerate(partition) if known == 0]
    parts = [luck.choice((0, 1, 2)) for _ in start[1:]]
    belief = dict(zip(start, (Fraction(part, 1 + sum(parts)) for part in (1, *parts)), strict=True))
    discount = Fraction(luck.randint(1, 9), 10)
    return OneSided(discount, partition, 2, responses, outcomes, rewards, belief)


def text(game):
    """Return the game as an `.osposg` file."""
    transitions = [
        f"{state} {first} {second} {seen} {to} {part}"
        for (state, first, second), following in game.outcomes.items()
        for seen, to, part in following
    ]
    rewards = [
        f"{state} {first} {second} {reward}"
        for (state, first, second), reward in game.rewards.items()
        if reward
    ]
    states, partitions = len(game.partition), max(game.partition) + 1
    counts = states, partitions, 2, 2, 4, len(transitions), len(rewards), game.discount
    lines = [
        " ".join(map(str, counts)),
        *(f"s{state} {partition}" for state, partition in enumerate(game.partition)),
        *("a", "b", "l", "r", "o0", "o1", "o2", "o3"),
        *(" ".join(map(str, known)) for known in game.responses),
        *["0 1"] * partitions,
        *transitions,
        *rewards,
        " ".join(map(str, (0, *game.belief.values()))),
    ]
    return "\n".join(lines) + "\n"


def tree(game, steps):
    """Return the game over a number of steps as a tree, without ending early."""

    def rules(position):
        seen, states, chosen, paid = position
        step = len(seen)
        if not states:
            return "chance", [
                (f"s{state}", part, (seen, (state,), (), paid))
                for state, part in game.belief.items()
                if part
            ]
        if step == steps:
            return "ends", paid
        state, own = states[-1], tuple(said[0] for said in chosen[:step])
        if len(chosen) == step:
            moves = [("ab"[at], (seen, states, (*chosen, (at,)), paid)) for at in (0, 1)]
            return "moves", 1, (own, seen), moves
        if len(chosen[-1]) == 1:
            [first] = chosen[-1]
            moves = []
            for second in game.responses[state]:
                reward = game.rewards[state, first, second] * game.discount**step
                after = (*chosen[:-1], (first, second))
                moves.append(("lr"[second], (seen, states, after, paid + reward)))
            return "moves", 2, (chosen[:-1], seen, states), moves
        return "chance", [
            (f"o{one}, s{to}", part, ((*seen, one), (*states, to), chosen, paid))
            for one, to, part in game.outcomes[state, *chosen[-1]]
        ]

    return listed("one-sided game", rules, ((), (), (), Fraction(0)))
