"""Agents that play droid battle. A new agent is a file here and a line in
`pipeline.droids.entrants.AGENTS`.
"""
