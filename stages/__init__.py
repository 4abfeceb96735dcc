"""The stages and what they share, all pure functions.

The five stages are `parse`, `expand`, `lower`, `solve` and `report`, each from one artifact to the
next. `forms` is what several of them share, and `isolated` runs libraries in separate processes.
The modules `*_checker` prove certificates and bounds, and know nothing of the rest. The other
folders compute something from the artifacts: pictures, pages, grades, evaluations, bounds.
"""
