"""The office: what a house, its proposition companies, and its regulator read about a gaming day.

Every report is computed from the journal; nothing is entered twice.
"""
