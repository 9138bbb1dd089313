"""Accounts, sessions and roles."""
