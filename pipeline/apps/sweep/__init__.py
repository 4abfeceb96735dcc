"""Sweeps: many runs of the chain, over sources and values of options, each a row of a table. `grid`
has the runs, `runs` does them, `critical` searches the changes of optimal play, `files` keeps
journal and tables, and `sweep` is the whole.
"""
