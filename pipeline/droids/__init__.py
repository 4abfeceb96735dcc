"""Droid battle: agents, training, matches and contests.

`droid` has the classes of the assignment, `match` plays matches between them, and `policy` computes
with distributions per state. `entrants` makes agents by name, for an `arena`, from `agents/` and
from `students/` (agents in a user's own file); `forecast` estimates their memory. `training` and
`curve` are for agents that learn, `contests/` for tables of results, `seat` and `seats` for games
on a board, `assignment` for the course's command-line form.
"""
