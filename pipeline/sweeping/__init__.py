"""Sweeps: many runs of the chain, over sources and values of options, each a row of a table."""
