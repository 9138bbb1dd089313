"""`cardroom school`: drills, whole rounds, and examinations."""
