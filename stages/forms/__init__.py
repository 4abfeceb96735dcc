"""What lower, report and grade share, all of it made from the game alone: the sequence form, its
reductions, the linear program in rationals, and realization plans.
"""
