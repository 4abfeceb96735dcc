"""The board of droid battle, on which people play and watch: a page that this machine serves to
itself, or the terminal.
"""
