"""The play of a person against the equilibrium of a game that is solved as a linear program.

`prepared` solves the game; a `Match` is a frozen record of what was played, and each move gives a
new one; `look` tells what a player knows, `advice` what the equilibrium would do, and `tally` where
the payoff came from. Nothing here knows of a browser; `terminal` plays by lines.
"""
