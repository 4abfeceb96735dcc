"""Grading programs: a program is run on maps, and the smallest map is found on which it is wrong.

`maps` has the maps: a built-in set on which every mistake that has a name shows, and random ones.
`runs` runs a program on one map within its limits: the `guard` starts and ends it, `restrictions`
and a `supervisor` of its `system_calls` keep it in its folder. `search` runs a program on all maps,
compares its output with the game of each map, and lets `shrinking` make a map smaller; `reports`
compares output in the form of 2018. `grading` grades the programs of several students.
"""
