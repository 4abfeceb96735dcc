"""Droid battle: agents, training, matches and contests.

`droid` has the classes of the assignment, `battle` the rules and matches for the engine of
`pipeline.apps.play.match`, and `policy` computes with distributions per state. `entrants` makes
agents by name: those of `agents/`, and with `student` those of a user's own file. `training` is for
agents that learn (with `lessons` in the process of a user's file), `contest` for tables of results,
and `assignment` is the course's command-line form.
"""
