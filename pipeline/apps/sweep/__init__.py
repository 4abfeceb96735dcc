"""Sweeps: many runs of the chain, over sources and values of options, each a row of a table. `grid`
has the runs, `runs` does them, `critical` searches the changes of optimal play with the proofs of
`critical_points`, `files` keeps journal and tables, `page` and `pictures` show the results, `sweep`
is the whole, and `calls` the function of Python.
"""
