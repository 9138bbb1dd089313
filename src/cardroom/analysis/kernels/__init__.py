"""Compiled loops over integer tables. No rule is written here: the tables hold them.

Importing this package costs nothing; importing one of its modules imports numba.
"""
