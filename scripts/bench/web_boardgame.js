// A boardgame.io server with one game whose state is as large as asked for. It prints its port.
// Every move writes the time into the state, on the clock that all processes of a machine share.
const { Server } = require('boardgame.io/server');
const { Origins } = require('boardgame.io/server');

const size = Number(process.argv[2]);
const game = {
  name: 'bench',
  setup: () => ({ filling: 'x'.repeat(size), stamp_s: 0 }),
  moves: {
    tick: ({ G }) => { G.stamp_s = Number(process.hrtime.bigint()) / 1e9; },
  },
};

// Its own log of requests would be in the way of the port.
console.info = () => {};
console.log = () => {};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  process.stdout.write(`${appServer.address().port}\n`);
});
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
