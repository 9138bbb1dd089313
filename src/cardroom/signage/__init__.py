"""A posted game on paper: rule page, sign, layout, strategy card, mathematical report.

A module for each sheet says what stands on it, as plain values that it reads from the rules and the
odds; a template of the same name (`*.typ`) says how it looks; `press` brings the two together.
"""
