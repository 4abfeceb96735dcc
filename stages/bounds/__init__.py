"""Bounds on the value of a game that is not solved exactly, and may be too large to be listed.

Any strategy, wherever it comes from, bounds the value: by the payoff of a best response to it. A
listed game is the matrices of its sequence form, and a state graph a `walks.GameWalk`, in columns
for the kernels.

- `answers`: the payoff of a best response in a state graph, rigorously enclosed, by a walk over one
  player's memories.
- `shards`: the same in pieces that are walked at once, with the same bits.
- `knowledge`: what a player knows, without the order in which it learned it.
- `recall`: states that also hold the last entries of a player's memory.
- `rounds`: what every search yields.
- `regret`: strategies that get better step by step, and the bounds that they prove.
- `regret_matching`: such strategies, and best responses, on the matrices of a listed game.
- `mirror_descent`: such strategies for state graphs.
- `memories`: strategies that remember everything, by a double oracle.
- `oracle`: the same for maps, which are not walked.

A new method of finding strategies is a module beside these.
"""
