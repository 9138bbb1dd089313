"""Statistical tests of random numbers and shuffles, and the report a test lab reads."""
