"""Agents that play droid battle. A new agent is a file here and a line in
`pipeline.apps.droids.entrants.AGENTS`.
"""
