"""Expand, of a large game: from a state graph in columns to a game in columns, by compiled walks.

What the walks make is what `stages.expand.tree` and `stages.expand.shared` make, to the last byte;
what they refuse is refused there, in words.
"""
