"""Agents that play droid battle. A new one is a file here and a line in
`pipeline.droids.entrants.AGENTS`.
"""
