"""Expand, of a large game: from a state graph in columns to a game in columns, by compiled walks.

The walks make the same games as `stages.expand.tree` and `stages.expand.shared_nodes`, to the last
byte; what they refuse is refused there, in words.
"""
