"""Strategies that people and other tools wrote, fitted to a game, and ours written for them."""
