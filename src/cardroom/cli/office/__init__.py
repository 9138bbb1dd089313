"""`cardroom office`: reports for the house and its regulator, exclusions, and disputes."""
