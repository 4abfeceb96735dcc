"""Bounds on the value of a game by a double oracle on its state graph: strategies say what a player
does after each of a few memories, and the first action after all others.

- `tree_kernel`: trees of memories, and what play is like with these memories alone.
- `plan_kernel`: what a best response does that is new.
- `strategy`: a strategy of a player, in words and as moves of a walk.
- `program`: the linear program of the restricted game, a source of strategies alone.
- `search`: all of this, round by round.
"""
