"""Bounds on the value of a map by a double oracle, without a list of its states.

- `richest_path`: the path with the most gold through some squares.
- `terrain`: the map, cut into rooms by its dangerous places.
- `hiding`, `plans`: strategies of both players.
- `agent`, `bandits`: best responses to them, which are bounds.
- `program`: the linear program of the restricted game, a source of strategies alone.
- `written`: the strategies in words, as in the artifact.
- `search`: all of this, round by round.
"""
