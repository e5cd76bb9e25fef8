"""pgx on the processor: many games at once, as it is meant to be used; it has no search."""

from __future__ import annotations

import os
from importlib.metadata import version as installed

from clock import per_second, tell

BATCH = 1024  # games at once


def measure() -> dict[str, float]:
    """Random games per second of processor time, of all cores that it takes."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax  # noqa: PLC0415 - an optional extra
    import jax.numpy as jnp  # noqa: PLC0415
    import pgx  # noqa: PLC0415

    env = pgx.make("connect_four")

    def draw(key: jax.Array, state: pgx.State) -> jax.Array:
        return jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))

    def play(key: jax.Array) -> jax.Array:
        def go_on(now: tuple[pgx.State, jax.Array]) -> tuple[pgx.State, jax.Array]:
            state, key = now
            key, own = jax.random.split(key)
            return env.step(state, draw(own, state)), key

        end, _ = jax.lax.while_loop(lambda now: ~now[0].terminated, go_on, (env.init(key), key))
        return end.rewards

    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    draw_all, play_all = jax.jit(jax.vmap(draw)), jax.jit(jax.vmap(play))
    start = jax.random.PRNGKey(1)

    def drawn(games: int) -> None:
        key = start
        for _ in range(games // BATCH):
            state = begin(jax.random.split(key, BATCH))
            while not bool(state.terminated.all()):
                key, own = jax.random.split(key)
                state = step(state, draw_all(jax.random.split(own, BATCH), state))

    def inside(games: int) -> None:
        for batch in range(games // BATCH):
            play_all(jax.random.split(jax.random.PRNGKey(batch), BATCH)).block_until_ready()

    drawn(BATCH)  # compiles
    inside(BATCH)
    return {"drawn": per_second(drawn, 2 * BATCH), "inside": per_second(inside, 2 * BATCH)}


if __name__ == "__main__":
    tell(measure, lambda: f"{installed('pgx')} (jax {installed('jax')})")
