"""A posted game on paper: rule page, sign, layout, strategy card, mathematical report.

Each sheet has a module for its content, as plain values from the rules and the odds, and a template
of the same name (`*.typ`) for its looks; `press` combines the two.
"""
