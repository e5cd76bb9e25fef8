"""One folder per game; each stands alone and is found by its entry point."""
