import { connect, type Socket } from 'node:net';
import { systemClock } from '../../apps/board/src/clock.ts';
import { toCredentials } from '../../apps/board/src/credentials.ts';
import { startFleet } from '../../apps/board/src/fleet.ts';

/** Holds boards or bare connections, and reports its memory and CPU time on request. */
const [kind, url = '', count = '0'] = process.argv.slice(2);
const boards = Number(count);
const ready = () => process.send?.({ ready: true });

function openSockets(): void {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let open = 0;
  for (let n = 0; n < boards; n++) {
    const socket = connect(Number(port), hostname, () => {
      socket.on('data', () => {});
      if (++open === boards) ready();
    });
    sockets.push(socket);
  }
}

function openBoards(): void {
  const credentials = Array.from({ length: boards }, (_, n) =>
    toCredentials({ id_dev: `MNB-F${String(n).padStart(5, '0')}`, secret: 'bench' }, 'bench'),
  );
  startFleet(credentials, {
    url,
    clock: systemClock,
    random: Math.random,
    log: () => {},
    onReady: ready,
  });
}

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ bytes: heapUsed + external, rss, cpuMs: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit());
if (kind === 'sockets') openSockets();
else openBoards();
