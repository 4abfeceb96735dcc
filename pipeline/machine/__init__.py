"""The machine: `memory` limits, time limits (`deadline`), standard streams and files that are
written whole or not at all (`streams`).
"""
