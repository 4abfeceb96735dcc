"""The walk over a large map, compiled: squares and situations as rows of numbers, states in
columns.

The plain walk (`stages.parse.enumeration`) says what the states are and in which order they are
numbered; this one says the same, to the last byte, some hundred times as fast. The rules of the
families are asked as they stand, once per kind of encounter.
"""
