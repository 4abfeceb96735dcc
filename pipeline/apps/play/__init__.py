"""Games in play. `match` is the engine for all of them, `score` counts the results of several
games, and `terminal` is the loop of a game in the terminal.

The other modules are for play against the equilibrium of a game solved as a linear program.
`match_start` begins such a match: `solved_play` solves the game, or `goofspiel` deals one from
level files. `solved_match` has its rules and draws, `look` a player's view (of a map:
`map_knowledge`), `advice` the equilibrium's play, `tally` the sources of the payoff (by
`continuation`), `rules` the rules in words; `transcripts` writes and reads transcripts, and
`solved_terminal` plays by lines of text. Only `web`, the pages, depends on a browser.
"""
