"""Agents of games at which both players move at once: training, matches and contests.

`turns` lets agents play, whatever the game. `game` says what agents need of a game, and `games`
lists them: `droid_game` and `card_game`, which is Goofspiel. `entrants` makes agents by name: those
of `agents/`, and with `student` those of a user's own file. `training` is for agents that learn
(with `lessons` in the process of a user's file), and `contest` for tables of results.

Of droid battle alone, `droid` has the classes of the assignment, `battle` the rules and matches for
the engine of `pipeline.apps.play.match`, and `policy` computes with distributions per state.
`assignment` is the course's command-line form.
"""
