"""Results: the facts of a report, strategies, pictures, networks and evaluations."""
