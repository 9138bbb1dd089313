"""What a house posts (options, policies, spots, limits, fees, banking), and the ruleset."""
