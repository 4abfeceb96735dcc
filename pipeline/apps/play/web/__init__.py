"""Games as pages: one site for all (`site`), with the board of droid battle (`board`) and the table
of a game against its equilibrium (`table`) as two views of it.
"""
