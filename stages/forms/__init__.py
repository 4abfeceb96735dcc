"""What lower, report and grade share: the sequence form, its reductions, the program in rationals,
plans.
"""
