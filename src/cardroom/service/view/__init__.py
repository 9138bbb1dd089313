"""What a viewer may see of a table, as values ready for JSON."""
