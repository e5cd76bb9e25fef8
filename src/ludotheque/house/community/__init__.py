"""Friends, circles, blocks and reports: what people are to one another in the house."""
