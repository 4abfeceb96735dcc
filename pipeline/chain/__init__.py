"""The chains of stages in memory: `chains` is the table, `run` takes a source through one, and
`records` holds the result of each stage.
"""
