"""Droid battle: agents, training, matches and contests.

`droid` has the classes of the assignment, `match` plays them, and `policy` computes with
distributions per state. `entrants` makes agents by their names, for an `arena`, from `agents/` and
`students/` (files of one's own); `forecast` counts their memory. `training` and `curve` are for
agents that learn, `contests/` for tables, `seat` and `seats` for games on a board, `assignment` for
the calling form of the course.
"""
