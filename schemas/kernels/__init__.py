"""What compiled kernels share: a hash table, numbers, pieces of text.

The types of their arrays and the replacement of Cython are in `schemas.parts`.
"""
