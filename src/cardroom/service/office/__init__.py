"""The office of a running room: reports, trays and slips, disputes, and exclusions."""
