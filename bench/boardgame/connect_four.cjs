// Connect Four on boardgame.io, measured as ../connect_four/clock.py does it; prints a line of JSON.
"use strict";
const { Client } = require("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { MCTSBot, RandomBot, Step } = require("boardgame.io/ai");
const { version } = require("boardgame.io/package.json");

const COLUMNS = 7;
const ROWS = 6;
const ROUNDS = 9;
const SIMULATIONS = 200;

const lines = [[0, 1], [1, 0], [1, 1], [1, -1]];
const at = (cells, column, row) =>
  column < 0 || column >= COLUMNS || row < 0 || row >= ROWS ? null : cells[column * ROWS + row];

// Whether the stone at a place ends a line of four.
const hasFour = (cells, column, row) =>
  lines.some(([x, y]) => {
    const own = at(cells, column, row);
    let count = 1;
    for (const sign of [1, -1]) {
      for (let i = sign; at(cells, column + i * x, row + i * y) === own; i += sign) count += 1;
    }
    return count >= 4;
  });

const enumerate = (G) => {
  const moves = [];
  for (let column = 0; column < COLUMNS; column += 1) {
    if (G.heights[column] < ROWS) moves.push({ move: "drop", args: [column] });
  }
  return moves;
};

const connectFour = {
  name: "connect-four",
  setup: () => ({
    cells: Array(COLUMNS * ROWS).fill(""),
    heights: Array(COLUMNS).fill(0),
    last: null,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const row = G.heights[column];
      G.cells[column * ROWS + row] = playerID;
      G.heights[column] += 1;
      G.last = [column, row];
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last && hasFour(G.cells, ...G.last)) return { winner: ctx.currentPlayer };
    return G.heights.every((height) => height === ROWS) ? { draw: true } : undefined;
  },
  ai: { enumerate },
};

const listed = async (games) => {
  for (let game = 0; game < games; game += 1) {
    const client = Client({ game: connectFour, debug: false });
    for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
      const moves = enumerate(state.G);
      client.moves.drop(...moves[Math.floor(Math.random() * moves.length)].args);
    }
  }
};

const drawn = async (games) => {
  const anybody = new RandomBot({ enumerate });
  for (let game = 0; game < games; game += 1) {
    const client = Client({ game: connectFour, debug: false });
    while (!client.getState().ctx.gameover) await Step(client, anybody);
  }
};

const reduce = CreateGameReducer({ game: connectFour });
const inside = async (games) => {
  const anybody = new RandomBot({ enumerate });
  for (let game = 0; game < games; game += 1) {
    let state = InitializeGame({ game: connectFour });
    while (!state.ctx.gameover) {
      const moves = anybody.enumerate(state.G, state.ctx, state.ctx.currentPlayer);
      state = reduce(state, anybody.random(moves));
    }
  }
};

const think = async (iterations) => {
  const bot = new MCTSBot({ game: connectFour, enumerate, iterations, playoutDepth: 50 });
  await bot.play(InitializeGame({ game: connectFour }), "0");
};

const perSecond = async (work, count) => {
  await work(count);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = process.cpuUsage();
    await work(count);
    const { user, system } = process.cpuUsage(begin);
    times.push(user + system);
  }
  return (count / Math.min(...times)) * 1e6;
};

const main = async () => {
  const figures = {
    listed: await perSecond(listed, 100),
    drawn: await perSecond(drawn, 100),
    inside: await perSecond(inside, 100),
    search: await perSecond(think, SIMULATIONS),
  };
  console.log(JSON.stringify({ figures, version: `${version} (node ${process.versions.node})` }));
};

main();
