import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestPostgres } from './postgres.setup.ts';

/** A TCP proxy to Postgres that can be frozen: connections stay open, nothing is answered. */
export async function startDatabaseProxy({ host, port }: TestPostgres) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (isFrozen) socket.pause();
    return socket;
  };
  const server = createServer((client) => {
    const postgres = connect(port, host);
    client.pipe(postgres);
    postgres.pipe(client);
    client.once('close', () => postgres.destroy());
    postgres.once('close', () => client.destroy());
    keep(client);
    keep(postgres);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
