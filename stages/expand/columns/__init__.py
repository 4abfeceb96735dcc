"""Expand for large games: from a state graph in columns to a game in columns, by compiled walks.

The walks make the same games, byte for byte, as `stages.expand.tree` and
`stages.expand.shared_nodes`, which also report the errors of graphs that the walks reject.
"""
