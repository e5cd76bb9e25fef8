"""The house over HTTP and WebSocket: requests, sockets, files, and the schema of all messages."""
