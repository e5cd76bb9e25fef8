"""pgx on the CPU: many games at once, as it is meant to be used; it has no search."""

from __future__ import annotations

import os
from importlib.metadata import version as installed

from clock import per_second, report

BATCH_GAMES = 1024


def measure() -> dict[str, float]:
    """Random games per second of processor time, summed over all cores."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax  # noqa: PLC0415 - an optional extra
    import jax.numpy as jnp  # noqa: PLC0415
    import pgx  # noqa: PLC0415

    env = pgx.make("connect_four")

    def draw(key: jax.Array, state: pgx.State) -> jax.Array:
        return jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))

    def play(key: jax.Array) -> jax.Array:
        def step_once(now: tuple[pgx.State, jax.Array]) -> tuple[pgx.State, jax.Array]:
            state, key = now
            key, own = jax.random.split(key)
            return env.step(state, draw(own, state)), key

        end, _ = jax.lax.while_loop(lambda now: ~now[0].terminated, step_once, (env.init(key), key))
        return end.rewards

    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    draw_all, play_all = jax.jit(jax.vmap(draw)), jax.jit(jax.vmap(play))
    start = jax.random.PRNGKey(1)

    def drawn(games: int) -> None:
        key = start
        for _ in range(games // BATCH_GAMES):
            state = begin(jax.random.split(key, BATCH_GAMES))
            while not bool(state.terminated.all()):
                key, own = jax.random.split(key)
                state = step(state, draw_all(jax.random.split(own, BATCH_GAMES), state))

    def inside(games: int) -> None:
        for batch in range(games // BATCH_GAMES):
            play_all(jax.random.split(jax.random.PRNGKey(batch), BATCH_GAMES)).block_until_ready()

    drawn(BATCH_GAMES)  # compiles
    inside(BATCH_GAMES)
    return {
        "drawn": per_second(drawn, 2 * BATCH_GAMES),
        "inside": per_second(inside, 2 * BATCH_GAMES),
    }


if __name__ == "__main__":
    report(measure, lambda: f"{installed('pgx')} (jax {installed('jax')})")
