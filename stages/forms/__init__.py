"""The parts that lower, report and grading share, all computed from the game alone: the sequence
form, its reductions, the linear program in rationals, and realization plans.
"""
