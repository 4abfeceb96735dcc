"""The walk over a large map, compiled: squares and situations as rows of numbers, states in
columns.

The plain walk (`stages.parse.enumeration`) defines the states and their numbering; this one gives
identical results, about a hundred times as fast. The unchanged rules of the families are called
once per kind of encounter.
"""
