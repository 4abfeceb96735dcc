"""Grading programs: a program is run on maps, and the smallest map is found on which it is wrong.

`maps` has the maps: a built-in set on which every mistake that has a name shows, and random ones.
`runs` runs a program on one map within its limits, below the `guard`, with `restrictions` and a
`supervisor` of its `system_calls`. `references` compares the
output with the game of the map, `shrinking` makes a map smaller, and `search` does all this for a
program. `submissions` finds the program of each student.
"""
