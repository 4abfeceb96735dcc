"""The play of a person against the equilibrium of a game that is solved as a linear program.

`match_start` begins a match: `solved_play` solves the game, or `goofspiel` deals one from level
files. A `Match` is a frozen record of what was played, and each move gives a new one; `look` tells
what a player knows (of a map `map_knowledge`), `advice` what the equilibrium would do, `tally`
where the payoff came from (by `continuation`), `rules` how the game goes, and `transcripts` writes
it. Nothing here knows of a browser; `terminal` plays by lines, `data` and `words` are for both.
"""
