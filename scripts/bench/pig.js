// Pig in boardgame.io, played at random straight through its reducer.
//
// It writes the line `ready` once it is warm. Then each line on standard input is a time in
// seconds, and the answer is one line of JSON, {"actions": 123, "duration_s": 0.2}.
//
// Of the ways to play whole games this is the fastest that was found: the reducer without `Client`
// (no store, no log) and without `Simulate` (no promises); no undo history; the turn ends by
// `endIf` on the state, because `events.endTurn()` records a stack trace each time. The die is
// handed in with the move, as the table hands it to our games.
'use strict';

const readline = require('readline');
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal');

const TARGET_POINTS = Number(process.argv[2]);
const WARM_UP_S = 1.0;

const pig = ProcessGameConfig({
  name: 'pig',
  disableUndo: true,
  setup: () => ({ scores: [0, 0], turnPoints: 0, player: 0 }),
  moves: {
    roll({ G }, face) {
      if (face === 1) {
        G.turnPoints = 0;
        G.player = 1 - G.player;
      } else {
        G.turnPoints += face;
      }
    },
    hold({ G }) {
      G.scores[G.player] += G.turnPoints;
      G.turnPoints = 0;
      G.player = 1 - G.player;
    },
  },
  turn: { endIf: ({ G, ctx }) => G.player !== Number(ctx.currentPlayer) },
  endIf: ({ G }) => {
    const winner = G.scores.findIndex((points) => points >= TARGET_POINTS);
    return winner < 0 ? undefined : { winner };
  },
});
const reduce = CreateGameReducer({ game: pig });

function move(state, type, args) {
  const payload = { type, args, playerID: state.ctx.currentPlayer };
  return reduce(state, { type: 'MAKE_MOVE', payload });
}

// A roll is a choice and a die: two actions, as they are counted everywhere else.
function playGame() {
  let state = InitializeGame({ game: pig, numPlayers: 2 });
  let actions = 0;
  while (state.ctx.gameover === undefined) {
    if (Math.random() < 0.5) {
      state = move(state, 'roll', [1 + Math.floor(Math.random() * 6)]);
      actions += 2;
    } else {
      state = move(state, 'hold', []);
      actions += 1;
    }
  }
  return actions;
}

function playFor(durationS) {
  const startMs = performance.now();
  const endMs = startMs + durationS * 1000;
  let actions = 0;
  let nowMs = startMs;
  do {
    actions += playGame();
    nowMs = performance.now();
  } while (nowMs < endMs);
  return { actions, duration_s: (nowMs - startMs) / 1000 };
}

playFor(WARM_UP_S);
process.stdout.write('ready\n');
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(`${JSON.stringify(playFor(Number(line)))}\n`);
});
