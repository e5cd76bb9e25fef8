"""Work in processes of their own: bots that think, and sounds."""
