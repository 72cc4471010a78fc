import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP line to a port of this machine that can be cut: connections end, and new ones are closed at once. */
export async function openLine(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  // Without a delay, as the line that it stands for: small messages would wait 40 ms for each other.
  const server = createServer({ noDelay: true }, (from) => {
    keep(from);
    if (isCut) return void from.destroy();
    const to = keep(connect({ port, host: '127.0.0.1', noDelay: true }));
    from.pipe(to);
    to.pipe(from);
    from.once('close', () => to.destroy());
    to.once('close', () => from.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    heal: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
