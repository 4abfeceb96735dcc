"""Play of a person against the equilibrium of a game solved as a linear program.

`match_start` begins a match: `solved_play` solves the game, or `goofspiel` deals one from level
files. A `Match` is a frozen record of the moves played, and each move gives a new one. `look` has a
player's view (of a map: `map_knowledge`), `advice` the equilibrium's play, `tally` the sources of
the payoff (by `continuation`), `rules` the rules of the game; `transcripts` writes and reads
transcripts. Nothing here depends on a browser; `terminal` plays by lines of text, and `data` and
`words` serve both.
"""
