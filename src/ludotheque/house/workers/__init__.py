"""CPU-bound work in worker processes: bots and sounds."""
