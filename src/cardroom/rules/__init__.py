"""What a house posts: options, policies, spots, limits, fees, banking; the ruleset they make."""
