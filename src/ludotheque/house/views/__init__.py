"""What a recipient is sent of a table: messages, views, and changes from one view to the next."""
