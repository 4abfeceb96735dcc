"""What compiled kernels share: a hash table, sorting, fractions, sums forwards and backwards, and,
of texts, their pieces, numbers, and the rows of lists in JSON.

The types of their arrays and the replacement of Cython are in `schemas.parts`.
"""
