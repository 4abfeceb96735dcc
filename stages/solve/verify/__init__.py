"""Checks of a solver's answer: against the program (`judge`), by violations in floating point
(`faults`); and the bounds on the optimum that it proves in rationals (`bounds`, `feasible`).
"""
