import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, listen } from './ports.ts';

const HOST = '127.0.0.1';
const settings = { host: HOST, hostSetting: 'HOST', portSetting: 'PORT' };

async function startListening(onConnection: (socket: Socket) => void = () => {}) {
  const server = createServer(onConnection);
  const place = { ...settings, port: await freePort(28_100) };
  const closeSockets = await listen(server, place);
  const stop = () => {
    closeSockets();
    server.close();
  };
  onTestFinished(stop);
  return { place, stop };
}

describe('listening', () => {
  it.runIf(process.platform === 'linux')(
    'accepts several connections in one turn of the event loop',
    async () => {
      const CLIENTS = 200;
      const { promise: all, resolve } = Promise.withResolvers<void>();
      let [turn, accepted] = [0, 0];
      const perTurn = new Map<number, number>();
      const { place } = await startListening((socket) => {
        setImmediate(() => turn++);
        perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
        socket.resume().on('error', () => {});
        if (++accepted === CLIENTS) resolve();
      });
      const clients = Array.from({ length: CLIENTS }, () => connect(place.port, HOST));
      await all;
      for (const client of clients) client.destroy();
      expect(Math.max(...perTurn.values())).toBeGreaterThan(1);
    },
  );

  it('refuses a port that another server uses, also one that shares it among its own sockets', async () => {
    const { place } = await startListening();
    await expect(listen(createServer(), place)).rejects.toThrow(
      `Port ${place.port} (PORT) is taken by another program.`,
    );
  });

  it('accepts no connection after its sockets are closed', async () => {
    const { place, stop } = await startListening();
    stop();
    const client = connect(place.port, HOST);
    await expect(new Promise((done, fail) => client.on('connect', done).on('error', fail))).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
