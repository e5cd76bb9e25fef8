"""What one recipient is sent of a table: messages, views, the difference between two views."""
