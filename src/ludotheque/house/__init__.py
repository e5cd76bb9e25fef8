"""The house: tables people and bots play at, and a store that never loses a move."""

from ludotheque._extras import require

require(
    "house",
    "argon2",
    "asyncpg",
    "cryptography",
    "httptools",
    "prometheus_client",
    "segno",
    "starlette",
    "uvicorn",
    "websockets",
)
