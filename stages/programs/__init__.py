"""Linear programs in rationals, from games or elsewhere: `reading` and `writing` their texts, and
`certify` for proofs of their outcomes.
"""
