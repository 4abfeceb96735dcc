"""The table: a game that a person plays against its equilibrium, as a page."""
