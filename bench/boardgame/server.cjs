// A boardgame.io server with a game of four hidden hands whose views are as large as ours.
// node server.cjs PORT BYTES whole|changes [FOLDER]: whole states are sent, or what has changed in
// them; matches are kept in memory, or with a folder in its files, so that a restart loses none.
"use strict";
const { Server, Origins, FlatFile } = require("boardgame.io/server");

const [port, bytes] = process.argv.slice(2, 4).map(Number);
const SEATS = 4;
const PIECE_BYTES = 150; // of one piece, as JSON

const piece = (number) => ({
  id: `piece:${number}`,
  art: `card-${number % 60}`,
  area: number % 2 ? "board" : "hand",
  label: `a card that lies in row ${number % 9}, column ${number % 7}`,
  at: [number % 9, number % 7],
  marks: [],
});

const load = {
  name: "load",
  deltaState: process.argv[4] === "changes",
  setup: () => ({
    pieces: Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, (_, number) => piece(number)),
    hands: Array.from({ length: SEATS }, (_, seat) => [seat, seat + 1, seat + 2]),
    moves: 0,
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G }, number) => {
      const moved = G.pieces[number % G.pieces.length];
      moved.at = [(moved.at[0] + 1) % 9, moved.at[1]];
      G.moves += 1;
    },
  },
};

const folder = process.argv[5];
const kept = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [load], origins: [Origins.LOCALHOST], ...kept }).run(port, () => console.log("ready"));
