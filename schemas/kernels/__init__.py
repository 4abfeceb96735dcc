"""What compiled kernels share: a hash table, sorting, fractions, long integers, sums forwards and
backwards, pieces of text, and the rows of lists in JSON.

The types of their arrays and the replacement of Cython are in `schemas.parts`.
"""
