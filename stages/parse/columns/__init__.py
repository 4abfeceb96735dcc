"""The walk over a map, compiled: squares and situations as rows of numbers, states in columns.

The plain walk of the tests defines the states and their numbering; this one gives identical
results, about a hundred times as fast. The unchanged rules of the families are called once per kind
of encounter.
"""
