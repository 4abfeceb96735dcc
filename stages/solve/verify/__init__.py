"""Checks of a solver's answer: against the program, in floating point (`judge`); and the bounds on
the optimum that it proves, in rationals (`bounds`).
"""
