"""The explorer: a source on the left, what the stages make of it on the right, at once.

Sources are compiled in processes that may die (`compiled`, which runs there; `worker`, which asks
them), one per column of the page, where the last order wins (`column`).
"""
