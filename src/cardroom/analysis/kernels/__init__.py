"""Compiled loops over integer tables. No rule is written here: the tables hold them.

`kernel` says how one is called. Only to compile one imports numba.
"""
