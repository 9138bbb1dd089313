"""The odds of banking: what a bank covers, earns and risks."""
