"""The chains of stages in memory. `chains` is the table, built from `steps`; `run` takes a source
through one, and `records` holds the result of each stage. `programs` has the stages of linear
programs, and `public_games` those of games in which nothing is secret. `provenance` is the origin
that artifacts record, `trail` the files that a page shows, and `refusals` rejects options without a
meaning for a source.
"""
