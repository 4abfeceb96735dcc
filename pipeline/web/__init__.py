"""What this machine shows to itself in a browser: one server for all its pages (`server`), and a
room for each page.
"""
